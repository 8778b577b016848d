/* The OR kernels, for each instruction set, and the choice among them. */
#include <string.h>

#include "cold/wheel/wheel.h"

#if TA_X86
#include <immintrin.h>
#endif

static inline uint64_t load_word(const uint8_t *p)
{
    uint64_t w;
    memcpy(&w, p, sizeof w);
    return w;
}

static inline uint64_t portable_up(uint64_t a, uint64_t before, unsigned by)
{
    return a << by | before >> (64 - by);
}

#define NAME(x) portable_##x
#define TARGET
#define PASS        1
#define PIECES      8
#define reg         uint64_t
#define LOAD(p)     load_word(p)
#define STORE(p, r) memcpy((p), &(r), sizeof(r))
#define OR(a, b)    ((a) | (b))
#define ZERO        0
#include "cold/wheel/kernel.h"

#if TA_X86
static inline TA_TARGET_AVX2 __m256i avx2_up(__m256i a, __m256i before,
                                             unsigned by)
{
    /* The words before those of a: one from `before`, three of its own. */
    __m256i below =
        _mm256_alignr_epi8(a, _mm256_permute2x128_si256(before, a, 0x21), 8);
    return _mm256_or_si256(
        _mm256_sll_epi64(a, _mm_cvtsi32_si128((int)by)),
        _mm256_srl_epi64(below, _mm_cvtsi32_si128((int)(64 - by))));
}

#define NAME(x)     avx2_##x
#define TARGET      TA_TARGET_AVX2
#define PASS        4
#define PIECES      2
#define reg         __m256i
#define LOAD(p)     _mm256_loadu_si256((const __m256i *)(const void *)(p))
#define STORE(p, r) _mm256_storeu_si256((__m256i *)(void *)(p), r)
#define OR(a, b)    _mm256_or_si256(a, b)
#define ZERO        _mm256_setzero_si256()
#include "cold/wheel/kernel.h"

static inline TA_TARGET_AVX512 __m512i avx512_up(__m512i a, __m512i before,
                                                 unsigned by)
{
    __m512i below = _mm512_alignr_epi64(a, before, 7);
    return _mm512_or_si512(
        _mm512_sll_epi64(a, _mm_cvtsi32_si128((int)by)),
        _mm512_srl_epi64(below, _mm_cvtsi32_si128((int)(64 - by))));
}

#define NAME(x)     avx512_##x
#define TARGET      TA_TARGET_AVX512
#define PASS        8
#define PIECES      1
#define reg         __m512i
#define LOAD(p)     _mm512_loadu_si512((const void *)(p))
#define STORE(p, r) _mm512_storeu_si512((void *)(p), r)
#define OR(a, b)    _mm512_or_si512(a, b)
#define ZERO        _mm512_setzero_si512()
#include "cold/wheel/kernel.h"
#endif

const wheel_kernel *wheel_kernel_here(void)
{
    return TA_BY_ISA(&portable_kernel, &avx2_kernel, &avx512_kernel);
}
