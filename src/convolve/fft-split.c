/* The first levels of a transform forward, or the last ones of one back: what
 * lies between falls into 2^levels independent transforms, which threads do
 * side by side, each by FFTW as on one thread. Decimation in frequency forward
 * and in time back, so that frequencies are left in bit-reversed blocks, which
 * products do not mind. */
#include "convolve/fft-kernels.h"

#define SPLIT(NAME, TARGET, REAL)                                              \
    /* (x, y) to (x + y, (x - y) w), in 64 columns. */                         \
    TARGET static inline void apart_##NAME(REAL *restrict x, REAL *restrict y, \
                                           const REAL *restrict w)             \
    {                                                                          \
        for (size_t k = 0; k < 2 * TA_FFT_COLUMNS; k += 2) {                   \
            REAL re = x[k] - y[k], im = x[k + 1] - y[k + 1];                   \
            x[k] += y[k];                                                      \
            x[k + 1] += y[k + 1];                                              \
            y[k] = re * w[k] - im * w[k + 1];                                  \
            y[k + 1] = re * w[k + 1] + im * w[k];                              \
        }                                                                      \
    }                                                                          \
    /* (x, y) to (x + y conj w, x - y conj w). */                              \
    TARGET static inline void together_##NAME(                                 \
        REAL *restrict x, REAL *restrict y, const REAL *restrict w)            \
    {                                                                          \
        for (size_t k = 0; k < 2 * TA_FFT_COLUMNS; k += 2) {                   \
            REAL re = y[k] * w[k] + y[k + 1] * w[k + 1];                       \
            REAL im = y[k + 1] * w[k] - y[k] * w[k + 1];                       \
            y[k] = x[k] - re;                                                  \
            y[k + 1] = x[k + 1] - im;                                          \
            x[k] += re;                                                        \
            x[k + 1] += im;                                                    \
        }                                                                      \
    }                                                                          \
    TARGET void ta_split_##NAME(void *data, const void *roots, size_t length,  \
                                unsigned levels, size_t at, bool back)         \
    {                                                                          \
        for (unsigned l = 0; l < levels; l++) {                                \
            size_t block = length >> (back ? levels - 1 - l : l);              \
            const REAL *root = (const REAL *)roots + 2 * (length - block);     \
            for (size_t a = at; a < length; a += length >> levels) {           \
                REAL *x = (REAL *)data + 2 * a;                                \
                if (a & (block / 2))                                           \
                    continue;                                                  \
                if (back)                                                      \
                    together_##NAME(x, x + block,                              \
                                    root + 2 * (a & (block / 2 - 1)));         \
                else                                                           \
                    apart_##NAME(x, x + block,                                 \
                                 root + 2 * (a & (block / 2 - 1)));            \
            }                                                                  \
        }                                                                      \
    }

SPLIT(double_portable, , double)
SPLIT(single_portable, , float)
#if TA_X86
SPLIT(double_avx2, TA_TARGET_AVX2, double)
SPLIT(single_avx2, TA_TARGET_AVX2, float)
#endif
