#include "convolve/shift.h"

#include <string.h>

/* Kernels: acc[0] is the word before the tile, acc[1 ..] the tile; all of
 * them |= the bytes at a - x / 8 for every x of one class.
 *
 * Measured on 2 MiB of bits in L2, 500 shifts a class, one thread of a
 * Sapphire Rapids (experiments/timing, `make bench-kernels`): see
 * src/README.md. */
typedef void or_class_fn(uint64_t acc[1 + TA_TILE_WORDS],
                         const unsigned char *a, const uint64_t *x,
                         size_t count);
typedef void or_rows_fn(unsigned char *dst, const unsigned char *const *src,
                        size_t count, size_t bytes);

static uint64_t load_word(const unsigned char *p)
{
    uint64_t w;
    memcpy(&w, p, sizeof w);
    return w;
}

static void or_class_portable(uint64_t acc[1 + TA_TILE_WORDS],
                              const unsigned char *a, const uint64_t *x,
                              size_t count)
{
    for (size_t i = 0; i < count; i++)
        acc[0] |= load_word(a - x[i] / 8 - 8);
    /* Eight words at a time stay in registers over all shifts. */
    for (size_t w = 0; w < TA_TILE_WORDS; w += 8) {
        uint64_t v[8] = {0};
        for (size_t i = 0; i < count; i++) {
            const unsigned char *p = a + 8 * w - x[i] / 8;
            for (size_t k = 0; k < 8; k++)
                v[k] |= load_word(p + 8 * k);
        }
        for (size_t k = 0; k < 8; k++)
            acc[1 + w + k] |= v[k];
    }
}

static void or_rows_portable(unsigned char *dst,
                             const unsigned char *const *src, size_t count,
                             size_t bytes)
{
    for (size_t i = 0; i < bytes; i += 8) {
        uint64_t w = load_word(dst + i);
        for (size_t k = 0; k < count; k++)
            w |= load_word(src[k] + i);
        memcpy(dst + i, &w, sizeof w);
    }
}

#if TA_X86
#include <immintrin.h>

TA_TARGET_AVX2 static void or_class_avx2(uint64_t acc[1 + TA_TILE_WORDS],
                                         const unsigned char *a,
                                         const uint64_t *x, size_t count)
{
    for (size_t i = 0; i < count; i++)
        acc[0] |= load_word(a - x[i] / 8 - 8);
    for (size_t b = 0; b < TA_TILE / 8; b += 256) {
        __m256i v[8];
        for (int k = 0; k < 8; k++)
            v[k] = _mm256_setzero_si256();
        for (size_t i = 0; i < count; i++) {
            const unsigned char *p = a + b - x[i] / 8;
#pragma GCC unroll 8
            for (int k = 0; k < 8; k++)
                v[k] = _mm256_or_si256(
                    v[k], _mm256_loadu_si256((const void *)(p + 32 * k)));
        }
        unsigned char *to = (unsigned char *)(acc + 1) + b;
        for (int k = 0; k < 8; k++)
            _mm256_storeu_si256((void *)(to + 32 * k), v[k]);
    }
}

TA_TARGET_AVX512 static void or_class_avx512(uint64_t acc[1 + TA_TILE_WORDS],
                                             const unsigned char *a,
                                             const uint64_t *x, size_t count)
{
    __m512i v[16];
    for (int k = 0; k < 16; k++)
        v[k] = _mm512_setzero_si512();
    uint64_t before = 0;
    for (size_t i = 0; i < count; i++) {
        const unsigned char *p = a - x[i] / 8;
        before |= load_word(p - 8);
#pragma GCC unroll 16
        for (int k = 0; k < 16; k++)
            v[k] = _mm512_or_si512(v[k], _mm512_loadu_si512(p + 64 * k));
    }
    acc[0] = before;
    for (int k = 0; k < 16; k++)
        _mm512_storeu_si512(acc + 1 + 8 * k, v[k]);
}

TA_TARGET_AVX2 static void or_rows_avx2(unsigned char *dst,
                                        const unsigned char *const *src,
                                        size_t count, size_t bytes)
{
    for (size_t i = 0; i < bytes; i += 64) {
        __m256i *to = (void *)(dst + i);
        __m256i v = _mm256_loadu_si256(to), w = _mm256_loadu_si256(to + 1);
        for (size_t k = 0; k < count; k++) {
            const __m256i *from = (const void *)(src[k] + i);
            v = _mm256_or_si256(v, _mm256_loadu_si256(from));
            w = _mm256_or_si256(w, _mm256_loadu_si256(from + 1));
        }
        _mm256_storeu_si256(to, v);
        _mm256_storeu_si256(to + 1, w);
    }
}

TA_TARGET_AVX512 static void or_rows_avx512(unsigned char *dst,
                                            const unsigned char *const *src,
                                            size_t count, size_t bytes)
{
    for (size_t i = 0; i < bytes; i += 64) {
        __m512i v = _mm512_loadu_si512(dst + i);
        for (size_t k = 0; k < count; k++)
            v = _mm512_or_si512(v, _mm512_loadu_si512(src[k] + i));
        _mm512_storeu_si512(dst + i, v);
    }
}
#endif

static or_class_fn *or_class_of(ta_isa isa)
{
#if TA_X86
    if (isa == TA_ISA_AVX512)
        return or_class_avx512;
    if (isa == TA_ISA_AVX2)
        return or_class_avx2;
#endif
    (void)isa;
    return or_class_portable;
}

void ta_shift_or(uint64_t *target, const uint64_t *a, uint64_t lo,
                 const ta_shifts *x)
{
    or_class_fn *or_class = or_class_of(ta_cpu_isa());
    const unsigned char *at = (const unsigned char *)a + lo / 8;
    for (unsigned r = 0; r < 8; r++) {
        if (x->count[r] == 0)
            continue;
        uint64_t acc[1 + TA_TILE_WORDS] = {0};
        or_class(acc, at, x->of[r], x->count[r]);
        if (r == 0)
            for (size_t w = 0; w < TA_TILE_WORDS; w++)
                target[w] |= acc[w + 1];
        else
            for (size_t w = 0; w < TA_TILE_WORDS; w++)
                target[w] |= acc[w + 1] << r | acc[w] >> (64 - r);
    }
}

void ta_or_rows(uint64_t *dst, const unsigned char *const *src, size_t count,
                size_t bytes)
{
    static or_rows_fn *const variant[] = {
        [TA_ISA_PORTABLE] = or_rows_portable,
#if TA_X86
        [TA_ISA_AVX2] = or_rows_avx2,
        [TA_ISA_AVX512] = or_rows_avx512,
#endif
    };
    variant[ta_cpu_isa()]((unsigned char *)dst, src, count, bytes);
}

bool ta_all_ones(const uint64_t *words, size_t count)
{
    uint64_t all = ~(uint64_t)0;
    for (size_t w = 0; w < count; w++)
        all &= words[w];
    return all == ~(uint64_t)0;
}

/* First place in a sorted list with a value >= v. */
static size_t lower_bound(const uint64_t *list, size_t count, uint64_t v)
{
    size_t lo = 0;
    while (count > 0) {
        size_t half = count / 2;
        if (list[lo + half] < v) {
            lo += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return lo;
}

ta_shifts ta_shifts_between(const ta_shifts *shifts, uint64_t lo, uint64_t hi)
{
    ta_shifts view;
    for (unsigned r = 0; r < 8; r++) {
        size_t from = lower_bound(shifts->of[r], shifts->count[r], lo);
        view.of[r] = shifts->of[r] + from;
        view.count[r] = lower_bound(view.of[r], shifts->count[r] - from, hi);
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
