#include "convolve/shift.h"

#include <string.h>

#define EACH(K, COUNT)                                                         \
    _Pragma("GCC unroll 16") for (size_t K = 0; K < (COUNT); K++)

/* The kernels, in COUNT registers of so many bytes. Of a class: acc[0] is the
 * word before the tile, acc[1 ..] the tile; all of them = the OR of the bytes
 * at a - x / 8 for every x. A part of the tile stays in registers over all
 * shifts.
 *
 * Measured on 2 MiB of bits in L2, 500 shifts a class, one thread of a
 * Sapphire Rapids (experiments/timing, `make bench-kernels`): see
 * src/README.md. */
#define OR_KERNELS(NAME, TARGET, BYTES, COUNT)                                 \
    typedef uint64_t NAME##_v __attribute__((vector_size(BYTES)));             \
    TARGET static void NAME##_class(uint64_t acc[1 + TA_TILE_WORDS],           \
                                    const unsigned char *a, const uint64_t *x, \
                                    size_t count)                              \
    {                                                                          \
        for (size_t b = 0; b < TA_TILE / 8; b += (COUNT) * (BYTES)) {          \
            uint64_t before = 0, word;                                         \
            NAME##_v v[COUNT], w;                                              \
            EACH(k, COUNT) v[k] = (NAME##_v){0};                               \
            for (size_t i = 0; i < count; i++) {                               \
                const unsigned char *p = a + b - x[i] / 8;                     \
                if (b == 0) {                                                  \
                    memcpy(&word, p - 8, 8);                                   \
                    before |= word;                                            \
                }                                                              \
                EACH(k, COUNT)                                                 \
                {                                                              \
                    memcpy(&w, p + (BYTES)*k, BYTES);                          \
                    v[k] |= w;                                                 \
                }                                                              \
            }                                                                  \
            if (b == 0)                                                        \
                acc[0] = before;                                               \
            EACH(k, COUNT)                                                     \
            memcpy(acc + 1 + b / 8 + (BYTES) / 8 * k, &v[k], BYTES);           \
        }                                                                      \
    }                                                                          \
    TARGET static void NAME##_rows(unsigned char *dst,                         \
                                   const unsigned char *const *src,            \
                                   size_t count, size_t bytes)                 \
    {                                                                          \
        NAME##_v v[64 / (BYTES)], w;                                           \
        for (size_t i = 0; i < bytes; i += 64) {                               \
            memcpy(v, dst + i, 64);                                            \
            for (size_t r = 0; r < count; r++)                                 \
                EACH(k, 64 / (BYTES))                                          \
                {                                                              \
                    memcpy(&w, src[r] + i + (BYTES)*k, BYTES);                 \
                    v[k] |= w;                                                 \
                }                                                              \
            memcpy(dst + i, v, 64);                                            \
        }                                                                      \
    }

OR_KERNELS(portable, , 16, 8)
#if TA_X86
OR_KERNELS(avx2, TA_TARGET_AVX2, 32, 8)
OR_KERNELS(avx512, TA_TARGET_AVX512, 64, 16)
#endif

void ta_shift_or(uint64_t *target, const uint64_t *a, uint64_t lo,
                 const ta_shifts *x)
{
    const unsigned char *at = (const unsigned char *)a + lo / 8;
    for (unsigned r = 0; r < 8; r++) {
        if (x->count[r] == 0)
            continue;
        uint64_t acc[1 + TA_TILE_WORDS] = {0};
        TA_BY_ISA(portable_class, avx2_class, avx512_class)
        (acc, at, x->of[r], x->count[r]);
        for (size_t w = 0; w < TA_TILE_WORDS; w++)
            target[w] |= acc[w + 1] << r | acc[w] >> 1 >> (63 - r);
    }
}

void ta_or_rows(uint64_t *dst, const unsigned char *const *src, size_t count,
                size_t bytes)
{
    TA_BY_ISA(portable_rows, avx2_rows, avx512_rows)
    ((unsigned char *)dst, src, count, bytes);
}

ta_shifts ta_shifts_between(const ta_shifts *shifts, uint64_t lo, uint64_t hi)
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

void ta_shifts_sort(const uint64_t *values, size_t count, uint64_t *storage,
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
