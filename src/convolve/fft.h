/* What the textbook recursion shares with ta_fftw. */
#ifndef TA_FFT_H
#define TA_FFT_H

#include "convolve/transforms.h"

/* Only execution is thread-safe in FFTW; its planner has global state. Whoever
 * makes or destroys a plan holds this. */
extern pthread_mutex_t ta_fft_planner;

/* The proved bound of ta_fftw; paper-notes.md, "The rounding bound". */
double ta_fft_bound(unsigned log_length, size_t terms);

#endif
