#include "convolve/shift.h"

#include <string.h>

#include "convolve/tuning.h"

void tai_shift_or(uint64_t *target, const uint64_t *a, uint64_t lo,
                  const ta_shifts *x)
{
    const unsigned char *at = (const unsigned char *)a + lo / 8;
    for (unsigned r = 0; r < 8; r++) {
        if (x->count[r] == 0)
            continue;
        uint64_t acc[1 + TA_TILE_WORDS] = {0};
        TA_KERNEL_HERE(tai_shift_kernel)
            ->or_class(acc, at, x->of[r], x->count[r]);
        for (size_t w = 0; w < TA_TILE_WORDS; w++)
            target[w] |= acc[w + 1] << r | acc[w] >> 1 >> (63 - r);
    }
}

double tai_shift_cost(unsigned log_span)
{
    const unsigned above = log_span <= 20 ? 0 : (log_span - 19) / 2;
    return ta_tune_tile[tai_cpu_isa()].shift[ta_min_u64(above, 4)];
}

void tai_or_rows(uint64_t *dst, const unsigned char *const *src, size_t count,
                 size_t bytes)
{
    TA_KERNEL_HERE(tai_shift_kernel)
        ->or_rows((unsigned char *)dst, src, count, bytes);
}

ta_shifts tai_shifts_between(const ta_shifts *shifts, uint64_t lo, uint64_t hi)
{
    ta_shifts view;
    for (unsigned r = 0; r < 8; r++) {
        size_t from = ta_first_at_least(shifts->of[r], shifts->count[r], lo);
        view.of[r] = shifts->of[r] + from;
        view.count[r] =
            ta_first_at_least(view.of[r], shifts->count[r] - from, hi);
    }
    return view;
}

void tai_shifts_sort(const uint64_t *values, size_t count, uint64_t *storage,
                     ta_shifts *shifts)
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
