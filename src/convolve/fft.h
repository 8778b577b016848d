/* The loop of the transforms by FFTW, in fft-kernel.c. */
#ifndef TA_FFT_H
#define TA_FFT_H

#include "convolve/transforms.h"

typedef struct tai_fft_kernel {
    /* Forms the part [from, from + length) of a sum; the length is a power of
     * two, 64 or more. */
    void (*products)(const ta_sum *sum, size_t from, size_t length);
} tai_fft_kernel;
TA_KERNEL(tai_fft_kernel);

#endif
