#include "convolve/push.h"

void ta_push(const ta_set *set, const uint64_t *cold, uint64_t from,
             uint64_t to, uint64_t lo, uint64_t hi, uint64_t *scratch,
             uint64_t *hot)
{
    for (uint64_t w = from / 64; w < to / 64; w++)
        for (uint64_t bits = cold[w]; bits != 0; bits &= bits - 1) {
            uint64_t c = 64 * w + ta_ctz(bits);
            const uint64_t *s;
            size_t count = ta_set_window(set, lo - c, hi - c, scratch, &s);
            uint64_t shift = lo - c;
            for (size_t i = 0; i < count; i++) {
                uint64_t t = s[i] - shift;
                hot[t / 64] |= (uint64_t)1 << (t % 64);
            }
        }
}
