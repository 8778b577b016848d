/* Vectors of bytes for kernels, source files named *-kernel.c, which are
 * compiled once as they are and on x86-64 twice more, with AVX2 and AVX-512. A
 * vec has TA_VECTOR = 16, 32 or 64 bytes; vec16 and vec64 are the same bytes as
 * numbers of 16 and 64 bits; casts convert, and C's operators apply. A kernel
 * puts its functions into one constant struct:
 *
 *     const sum_kernel TA_VARIANT(sum_kernel) = {add, subtract};
 *     TA_KERNEL(sum_kernel);                           in the header
 *     TA_KERNEL_HERE(sum_kernel)->add(to, from, 64);   in the caller */
#ifndef TA_VECTOR_H
#define TA_VECTOR_H

#include <string.h>

#include "base/base-internal.h"

#if TA_X86
#include <immintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

/* TA_X86_OP(min_epu8) is _mm512_min_epu8 or _mm256_...; TA_X86_REPEAT repeats
 * 16 bytes. */
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
typedef uint8_t vec_short __attribute__((vector_size(16)));

/* p need not be aligned. */
TA_INLINE vec vec_load(const void *p)
{
    vec a;
    memcpy(&a, p, sizeof a);
    return a;
}

TA_INLINE void vec_store(void *p, vec a)
{
    memcpy(p, &a, sizeof a);
}

TA_INLINE vec vec_all(uint8_t x)
{
    return x - (vec){0};
}

TA_INLINE vec vec_all16(uint16_t x)
{
    return (vec)(x - (vec16){0});
}

/* The 16 bytes at p, repeated. */
TA_INLINE vec vec_repeat(const void *p)
{
#if TA_VECTOR > 16
    return (vec)TA_X86_REPEAT(_mm_loadu_si128((const __m128i *)p));
#else
    return vec_load(p);
#endif
}

/* 65535 where numbers are equal, else 0. */
TA_INLINE vec vec_equal16(vec a, vec b)
{
    return (vec)((vec16)a == (vec16)b);
}

/* The smaller unsigned bytes. */
TA_INLINE vec vec_min8(vec a, vec b)
{
#if TA_VECTOR > 16
    return (vec)TA_X86_OP(min_epu8)((vec_x86)a, (vec_x86)b);
#elif defined(__aarch64__)
    return vminq_u8(a, b);
#else
    const vec less = (vec)(a < b);
    return (a & less) | (b & ~less);
#endif
}

TA_INLINE vec_short vec_min8_short(vec_short a, vec_short b)
{
#if TA_VECTOR > 16
    return (vec_short)_mm_min_epu8((__m128i)a, (__m128i)b);
#else
    return vec_min8(a, b);
#endif
}

/* The smaller signed numbers of 16 bits. */
TA_INLINE vec vec_min16s(vec a, vec b)
{
#if TA_VECTOR > 16
    return (vec)TA_X86_OP(min_epi16)((vec_x86)a, (vec_x86)b);
#elif defined(__aarch64__)
    return (vec)vminq_s16((int16x8_t)a, (int16x8_t)b);
#else
    const vec less = (vec)((vec16s)a < (vec16s)b);
    return (a & less) | (b & ~less);
#endif
}

/* Bit i: the highest bit of byte i. */
TA_INLINE uint64_t vec_mask(vec a)
{
#if TA_VECTOR == 64
    return _mm512_movepi8_mask((__m512i)a);
#elif TA_VECTOR == 32
    return (uint32_t)_mm256_movemask_epi8((__m256i)a);
#elif TA_X86
    return (uint32_t)_mm_movemask_epi8((__m128i)a);
#elif defined(__wasm_simd128__)
    return wasm_i8x16_bitmask((v128_t)a);
#elif defined(__aarch64__)
    a = (a >> 7) << (vec){0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7};
    return vaddv_u8(vget_low_u8(a)) | (uint64_t)vaddv_u8(vget_high_u8(a)) << 8;
#else
    uint64_t mask = 0;
    for (size_t i = 0; i < sizeof a; i++)
        mask |= (uint64_t)(a[i] >> 7) << i;
    return mask;
#endif
}

/* Bit i: the highest bit of number i of 16 bits. */
TA_INLINE uint64_t vec_mask16(vec a)
{
#if TA_VECTOR > 16
    return _pext_u64(vec_mask(a), 0xaaaaaaaaaaaaaaaa);
#elif defined(__wasm_simd128__)
    return wasm_i16x8_bitmask((v128_t)a);
#elif defined(__aarch64__)
    return vaddvq_u16(((vec16)a >> 15) << (vec16){0, 1, 2, 3, 4, 5, 6, 7});
#else
    uint64_t mask = 0;
    for (size_t i = 0; i < sizeof a / 2; i++)
        mask |= (uint64_t)(((vec16)a)[i] >> 15) << i;
    return mask;
#endif
}

TA_INLINE bool vec_any(vec a)
{
#if TA_X86
    return vec_mask((vec)(a != 0)) != 0;
#else
    return (((vec64)a)[0] | ((vec64)a)[1]) != 0;
#endif
}

/* Replaces byte x of `index`, x < 16 or x >= 128, by byte x of the table, by 0
 * if x >= 128. */
TA_INLINE vec_short vec_look_up_short(vec_short table, vec_short index)
{
#if TA_VECTOR > 16
    return (vec_short)_mm_shuffle_epi8((__m128i)table, (__m128i)index);
#elif defined(__wasm_simd128__)
    return (vec_short)wasm_i8x16_swizzle((v128_t)table, (v128_t)index);
#elif defined(__aarch64__)
    return vqtbl1q_u8(table, index);
#else
    vec_short found = {0};
    for (size_t i = 0; i < sizeof table; i++)
        if (index[i] < 128)
            found[i] = table[index[i]];
    return found;
#endif
}

/* The same in parts of 16 bytes. */
TA_INLINE vec vec_look_up(vec table, vec index)
{
#if TA_VECTOR > 16
    return (vec)TA_X86_OP(shuffle_epi8)((vec_x86)table, (vec_x86)index);
#else
    return vec_look_up_short(table, index);
#endif
}

/* The last one first; one or two instructions. */
TA_INLINE vec16 vec_reverse16(vec16 a)
{
#ifdef __wasm_simd128__ /* of the loop clang makes 16 instructions */
    return __builtin_shufflevector(a, a, 7, 6, 5, 4, 3, 2, 1, 0);
#elif defined(__aarch64__)
    a = vrev64q_u16(a);
    return vextq_u16(a, a, 4);
#else
    enum { COUNT = sizeof a / 2 };
    vec16 reversed = {0};
    for (size_t i = 0; i < COUNT; i++)
        reversed[i] = a[COUNT - 1 - i];
    return reversed;
#endif
}

/* Moved up by one place; the last of `before` comes first. */
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
