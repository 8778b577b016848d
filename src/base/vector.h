/* Vectors for the kernels: the inner loops that are compiled once for each
 * instruction set.
 *
 * The Makefile compiles every file named *-kernel.c once as it is and, for
 * x86-64, twice more with the flags of AVX2 and of AVX-512. A kernel file puts
 * its functions into one constant table and names it by TA_VARIANT:
 *
 *     const sum_kernel TA_VARIANT(sum_kernel) = {add, subtract};
 *
 * The header of the kernel declares the variants, and the caller chooses one:
 *
 *     TA_KERNEL(sum_kernel);                           in the header
 *     TA_KERNEL_HERE(sum_kernel)->add(to, from, 64);   in the caller
 *
 * A vec has TA_VECTOR bytes: 16, 32 or 64, as many as a register of the
 * instruction set. Operations on bits are C's own: a | b, a & b, a & ~b, a ^ b.
 * A vec16 or vec64 is the same vector as numbers of 16 or 64 bits, for C's
 * arithmetic, comparisons and shifts; a cast converts between them. */
#ifndef TA_VECTOR_H
#define TA_VECTOR_H

#include <string.h>

#include "base/base.h"

#if TA_X86
#include <immintrin.h>
#endif

#if defined(__AVX512BW__)
#define TA_VECTOR 64
#elif defined(__AVX2__)
#define TA_VECTOR 32
#else
#define TA_VECTOR 16
#endif

#define TA_INLINE static inline __attribute__((always_inline))

typedef uint8_t vec __attribute__((vector_size(TA_VECTOR)));
typedef uint16_t vec16 __attribute__((vector_size(TA_VECTOR)));
typedef int16_t vec16s __attribute__((vector_size(TA_VECTOR)));
typedef uint64_t vec64 __attribute__((vector_size(TA_VECTOR)));

/* Returns the bytes at p, which need not be aligned. */
TA_INLINE vec vec_load(const void *p)
{
    vec a;
    memcpy(&a, p, sizeof a);
    return a;
}

/* Writes a to p, which need not be aligned. */
TA_INLINE void vec_store(void *p, vec a)
{
    memcpy(p, &a, sizeof a);
}

/* Returns a vector whose bytes are all x. */
TA_INLINE vec vec_all(uint8_t x)
{
    return x - (vec){0};
}

/* Returns a vector whose numbers of 16 bits are all x. */
TA_INLINE vec vec_all16(uint16_t x)
{
    return (vec)(x - (vec16){0});
}

/* Returns a vector that repeats the 16 bytes at p. */
TA_INLINE vec vec_repeat(const void *p)
{
#if TA_VECTOR == 64
    return (vec)_mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)p));
#elif TA_VECTOR == 32
    return (vec)_mm256_broadcastsi128_si256(
        _mm_loadu_si128((const __m128i *)p));
#else
    return vec_load(p);
#endif
}

/* Compares bytes; a byte of the result is 255 where they are equal, else 0. */
TA_INLINE vec vec_equal(vec a, vec b)
{
    return (vec)(a == b);
}

/* Compares numbers of 16 bits; the result has 65535 or 0. */
TA_INLINE vec vec_equal16(vec a, vec b)
{
    return (vec)((vec16)a == (vec16)b);
}

/* Returns the smaller ones of the bytes. */
TA_INLINE vec vec_min8(vec a, vec b)
{
#if TA_VECTOR == 64
    return (vec)_mm512_min_epu8((__m512i)a, (__m512i)b);
#elif TA_VECTOR == 32
    return (vec)_mm256_min_epu8((__m256i)a, (__m256i)b);
#else
    const vec less = (vec)(a < b);
    return (a & less) | (b & ~less);
#endif
}

/* Returns the smaller ones of the signed numbers of 16 bits. */
TA_INLINE vec vec_min16s(vec a, vec b)
{
#if TA_VECTOR == 64
    return (vec)_mm512_min_epi16((__m512i)a, (__m512i)b);
#elif TA_VECTOR == 32
    return (vec)_mm256_min_epi16((__m256i)a, (__m256i)b);
#else
    const vec less = (vec)((vec16s)a < (vec16s)b);
    return (a & less) | (b & ~less);
#endif
}

/* Returns whether any bit of a is set. */
TA_INLINE bool vec_any(vec a)
{
#if TA_VECTOR == 64
    return _mm512_test_epi32_mask((__m512i)a, (__m512i)a) != 0;
#elif TA_VECTOR == 32
    return !_mm256_testz_si256((__m256i)a, (__m256i)a);
#else
    uint64_t any = 0;
    for (size_t i = 0; i < sizeof a / 8; i++)
        any |= ((vec64)a)[i];
    return any != 0;
#endif
}

/* Returns the highest bits of the bytes: bit i is that of byte i. */
TA_INLINE uint64_t vec_mask(vec a)
{
#if TA_VECTOR == 64
    return _mm512_movepi8_mask((__m512i)a);
#elif TA_VECTOR == 32
    return (uint32_t)_mm256_movemask_epi8((__m256i)a);
#elif TA_X86
    return (uint32_t)_mm_movemask_epi8((__m128i)a);
#else
    uint64_t mask = 0;
    for (size_t i = 0; i < sizeof a; i++)
        mask |= (uint64_t)(a[i] >> 7) << i;
    return mask;
#endif
}

/* Returns the highest bits of the numbers of 16 bits. */
TA_INLINE uint64_t vec_mask16(vec a)
{
#if TA_VECTOR == 64
    return _mm512_movepi16_mask((__m512i)a);
#elif TA_VECTOR == 32
    return _pext_u32((uint32_t)vec_mask(a), 0xaaaaaaaa);
#else
    uint64_t mask = 0;
    for (size_t i = 0; i < sizeof a / 2; i++)
        mask |= (uint64_t)(((vec16)a)[i] >> 15) << i;
    return mask;
#endif
}

/* Looks up bytes: the result has table[index % 16], where table is those 16
 * bytes of `table` whose places are the index's own up to a multiple of 16;
 * 0 where the index is at least 128. */
TA_INLINE vec vec_look_up(vec table, vec index)
{
#if TA_VECTOR == 64
    return (vec)_mm512_shuffle_epi8((__m512i)table, (__m512i)index);
#elif TA_VECTOR == 32
    return (vec)_mm256_shuffle_epi8((__m256i)table, (__m256i)index);
#else
    vec found = {0};
    for (size_t i = 0; i < sizeof table; i++)
        if (index[i] < 128)
            found[i] = table[i / 16 * 16 + index[i] % 16];
    return found;
#endif
}

/* Returns the numbers of 16 bits in the opposite order. */
TA_INLINE vec16 vec_reverse16(vec16 a)
{
#if TA_VECTOR == 64
    return __builtin_shufflevector(a, a, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22,
                                   21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11,
                                   10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
#elif TA_VECTOR == 32
    return __builtin_shufflevector(a, a, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5,
                                   4, 3, 2, 1, 0);
#else
    return __builtin_shufflevector(a, a, 7, 6, 5, 4, 3, 2, 1, 0);
#endif
}

/* Moves a up by 0 <= by <= 16 bytes: byte i of the result is byte i - by of a
 * or, if i < by, one of the last bytes of the vector `before` a. */
TA_INLINE vec vec_up(vec a, vec before, unsigned by)
{
#if TA_VECTOR > 16
    static const uint8_t places[16] = {0, 1, 2,  3,  4,  5,  6,  7,
                                       8, 9, 10, 11, 12, 13, 14, 15};
    const vec place = vec_repeat(places);
    /* The 16 bytes before each 16 bytes of a. */
#if TA_VECTOR == 64
    const vec below = (vec)_mm512_alignr_epi64((__m512i)a, (__m512i)before, 6);
#else
    const vec below =
        (vec)_mm256_permute2x128_si256((__m256i)before, (__m256i)a, 0x21);
#endif
    /* An index below 0, or above 127, finds 0. */
    return vec_look_up(a, place - (uint8_t)by) |
           vec_look_up(below, place + (uint8_t)(128 - by));
#else
    uint8_t both[2 * sizeof a];
    vec_store(both, before);
    vec_store(both + sizeof a, a);
    return vec_load(both + sizeof a - by);
#endif
}

#endif
