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

#define NAME(x) portable_##x
#define TARGET
#define PASS        1
#define PIECES      8
#define reg         uint64_t
#define LOAD(p)     load_word(p)
#define STORE(p, r) memcpy((p), &(r), sizeof(r))
#define OR(a, b)    ((a) | (b))
#include "cold/wheel/kernel.h"

#if TA_X86
#define NAME(x)     avx2_##x
#define TARGET      TA_TARGET_AVX2
#define PASS        4
#define PIECES      2
#define reg         __m256i
#define LOAD(p)     _mm256_loadu_si256((const __m256i *)(const void *)(p))
#define STORE(p, r) _mm256_storeu_si256((__m256i *)(void *)(p), r)
#define OR(a, b)    _mm256_or_si256(a, b)
#include "cold/wheel/kernel.h"

#define NAME(x)     avx512_##x
#define TARGET      TA_TARGET_AVX512
#define PASS        8
#define PIECES      1
#define reg         __m512i
#define LOAD(p)     _mm512_loadu_si512((const void *)(p))
#define STORE(p, r) _mm512_storeu_si512((void *)(p), r)
#define OR(a, b)    _mm512_or_si512(a, b)
#include "cold/wheel/kernel.h"
#endif

const wheel_kernel *wheel_kernel_for(ta_isa isa)
{
#if TA_X86
    if (isa == TA_ISA_AVX512)
        return &avx512_kernel;
    if (isa == TA_ISA_AVX2)
        return &avx2_kernel;
#endif
    (void)isa;
    return &portable_kernel;
}
