/* What the textbook recursion shares with ta_fftw. */
#ifndef TA_FFT_H
#define TA_FFT_H

#include "convolve/transforms.h"

/* Only execution is thread-safe in FFTW; its planner has global state. All
 * plans are made and destroyed between these two. */
void ta_fft_planner_lock(void);
void ta_fft_planner_unlock(void);

/* The proved bound of ta_fftw; paper-notes.md, "The rounding bound". */
double ta_fft_bound(unsigned log_length, size_t terms);

/* What bounds must stay below, where `limit` is asked for: 1/2 at most. */
static inline double ta_fft_limit(double limit)
{
    return limit > 0 && limit < 0.5 ? limit : 0.5;
}

#endif
