/* The variants of fft-kernel.h. */
#include "convolve/fft-kernels.h"

#define UNROLL _Pragma("GCC unroll 4")
#ifdef __clang__
#define SHUFFLE(A, B, ...) __builtin_shufflevector(A, B, __VA_ARGS__)
#else
#define SHUFFLE(A, B, ...) __builtin_shuffle(A, B, (I){__VA_ARGS__})
#endif
/* E and O, and so on for every two lanes. */
#define LANES_2(E, O) E, O
#define LANES_4(E, O) E, O, (E) + 2, (O) + 2
#define LANES_8(E, O) LANES_4(E, O), (E) + 4, (O) + 4, (E) + 6, (O) + 6

#define NAME(X) X##_portable
#define TARGET
#define W            2
#define LANES        LANES_2
#define FMA(A, B, C) ((A) * (B) + (C))
#include "convolve/fft-kernel.h"

#if TA_X86
#include <immintrin.h>

#define NAME(X) X##_avx2
#define TARGET  TA_TARGET_AVX2
#define W       4
#define LANES   LANES_4
#define FMA(A, B, C)                                                           \
    ((V)_mm256_fmadd_pd((__m256d)(A), (__m256d)(B), (__m256d)(C)))
#include "convolve/fft-kernel.h"

#define NAME(X) X##_avx512
#define TARGET  TA_TARGET_AVX512
#define W       8
#define LANES   LANES_8
#define FMA(A, B, C)                                                           \
    ((V)_mm512_fmadd_pd((__m512d)(A), (__m512d)(B), (__m512d)(C)))
#include "convolve/fft-kernel.h"
#endif
