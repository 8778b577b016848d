/* Vectors of bytes, for the inner loops of the engines.
 *
 * A vec has TA_VECTOR bytes: 16, 32 or 64, the size of a register of the
 * instruction set. Bits are combined by the operators of C: a | b, a & b,
 * a & ~b, a ^ b. The types vec16 and vec64 are vectors of the same size that
 * consist of numbers of 16 or 64 bits. They have the arithmetic, comparisons
 * and shifts of C. A cast converts between these types.
 *
 * The inner loops are in kernels: source files named *-kernel.c. The Makefile
 * compiles each kernel once as it is and, for x86-64, twice more with the flags
 * of AVX2 and of AVX-512. So there are up to three variants of its functions. A
 * kernel puts its functions into one constant struct:
 *
 *     const sum_kernel TA_VARIANT(sum_kernel) = {add, subtract};
 *
 * The header of the kernel declares the structs of all variants, and the caller
 * uses the one for the processor:
 *
 *     TA_KERNEL(sum_kernel);                           in the header
 *     TA_KERNEL_HERE(sum_kernel)->add(to, from, 64);   in the caller */
#ifndef TA_VECTOR_H
#define TA_VECTOR_H

#include <string.h>

#include "base/base-internal.h"

#if TA_X86
#include <immintrin.h>
#endif

/* TA_VECTOR is the number of bytes of a vector. TA_X86_OP(name) is the function
 * of the compiler for an operation on a whole vector: for example
 * _mm512_min_epu8 for min_epu8. TA_X86_REPEAT(x) is a vector that repeats the
 * 16 bytes of x. */
#if defined(__AVX512BW__)
#define TA_VECTOR        64
#define TA_X86_OP(name)  _mm512_##name
#define TA_X86_REPEAT(x) _mm512_broadcast_i32x4(x)
typedef __m512i vec_x86;
#elif defined(__AVX2__)
#define TA_VECTOR        32
#define TA_X86_OP(name)  _mm256_##name
#define TA_X86_REPEAT(x) _mm256_broadcastsi128_si256(x)
typedef __m256i vec_x86;
#else
#define TA_VECTOR 16
#endif

#define TA_INLINE static inline __attribute__((always_inline))

typedef uint8_t vec __attribute__((vector_size(TA_VECTOR)));
typedef uint16_t vec16 __attribute__((vector_size(TA_VECTOR)));
typedef int16_t vec16s __attribute__((vector_size(TA_VECTOR)));
typedef uint64_t vec64 __attribute__((vector_size(TA_VECTOR)));

/* Loads a vector from the address p, which need not be aligned. */
TA_INLINE vec vec_load(const void *p)
{
    vec a;
    memcpy(&a, p, sizeof a);
    return a;
}

/* Stores the vector a at the address p, which need not be aligned. */
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
#if TA_VECTOR > 16
    return (vec)TA_X86_REPEAT(_mm_loadu_si128((const __m128i *)p));
#else
    return vec_load(p);
#endif
}

/* Compares each 16-bit number of a with the number of b at the same place. The
 * result has the number 65535 where the two are equal, and 0 elsewhere. */
TA_INLINE vec vec_equal16(vec a, vec b)
{
    return (vec)((vec16)a == (vec16)b);
}

/* Returns the vector that has, at each place, the smaller one of the bytes of a
 * and b at this place. The bytes are unsigned. */
TA_INLINE vec vec_min8(vec a, vec b)
{
#if TA_VECTOR > 16
    return (vec)TA_X86_OP(min_epu8)((vec_x86)a, (vec_x86)b);
#else
    const vec less = (vec)(a < b);
    return (a & less) | (b & ~less);
#endif
}

/* Returns the vector that has, at each place, the smaller one of the 16-bit
 * numbers of a and b at this place. The numbers are signed. */
TA_INLINE vec vec_min16s(vec a, vec b)
{
#if TA_VECTOR > 16
    return (vec)TA_X86_OP(min_epi16)((vec_x86)a, (vec_x86)b);
#else
    const vec less = (vec)((vec16s)a < (vec16s)b);
    return (a & less) | (b & ~less);
#endif
}

/* Returns a number whose bit i is the highest bit of byte i of the vector a. */
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

/* Returns a number whose bit i is the highest bit of the 16-bit number i of the
 * vector a. */
TA_INLINE uint64_t vec_mask16(vec a)
{
#if TA_VECTOR > 16
    return _pext_u64(vec_mask(a), 0xaaaaaaaaaaaaaaaa);
#else
    uint64_t mask = 0;
    for (size_t i = 0; i < sizeof a / 2; i++)
        mask |= (uint64_t)(((vec16)a)[i] >> 15) << i;
    return mask;
#endif
}

/* Returns whether any bit of a is set. */
TA_INLINE bool vec_any(vec a)
{
#if TA_X86
    return vec_mask((vec)(a != 0)) != 0;
#else
    return (((vec64)a)[0] | ((vec64)a)[1]) != 0;
#endif
}

/* Replaces each byte x of `index` by byte number x % 16 of a table of 16 bytes,
 * or by 0 if x is 128 or more, and returns the result. The vectors consist of
 * parts of 16 bytes, and each part of `table` is the table for the same part of
 * `index`. */
TA_INLINE vec vec_look_up(vec table, vec index)
{
#if TA_VECTOR > 16
    return (vec)TA_X86_OP(shuffle_epi8)((vec_x86)table, (vec_x86)index);
#else
    vec found = {0};
    for (size_t i = 0; i < sizeof table; i++)
        if (index[i] < 128)
            found[i] = table[index[i] % 16];
    return found;
#endif
}

/* Returns the 16-bit numbers of a vector in the opposite order, the last one
 * first. The compiler turns the loop into one or two instructions. */
TA_INLINE vec16 vec_reverse16(vec16 a)
{
    enum { COUNT = sizeof a / 2 };
    vec16 reversed = {0};
    for (size_t i = 0; i < COUNT; i++)
        reversed[i] = a[COUNT - 1 - i];
    return reversed;
}

/* Returns the 64-bit numbers of `a` moved up by one place, without the last
 * one. The last number of `before` is put in the first place. */
TA_INLINE vec64 vec_up64(vec64 a, vec64 before)
{
#if TA_VECTOR == 64
    return (vec64)_mm512_alignr_epi64((__m512i)a, (__m512i)before, 7);
#elif TA_VECTOR == 32
    const __m256i low =
        _mm256_permute2x128_si256((__m256i)before, (__m256i)a, 0x21);
    return (vec64)_mm256_alignr_epi8((__m256i)a, low, 8);
#else
    return (vec64){before[1], a[0]};
#endif
}

#endif
