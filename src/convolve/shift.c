#include "convolve/shift.h"

#include <string.h>

#include "convolve/tuning.h"

double tai_shift_cost(unsigned log_span)
{
    const unsigned above = log_span <= 20 ? 0 : (log_span - 19) / 2;
    return tai_tune_tile[tai_cpu_isa()].shift[tai_min_u64(above, 4)];
}

void tai_shifts_sort(const uint64_t *values, size_t count, uint64_t *storage,
                     tai_shifts *shifts)
{
    memset(shifts->count, 0, sizeof shifts->count);
    for (size_t i = 0; i < count; i++)
        shifts->count[values[i] % 8]++;
    for (unsigned r = 0; r < 8; r++) {
        shifts->of[r] = storage;
        storage += shifts->count[r];
    }
    uint64_t *end[8];
    memcpy(end, shifts->of, sizeof end);
    for (size_t i = 0; i < count; i++)
        *end[values[i] % 8]++ = values[i];
}
