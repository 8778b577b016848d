/* What the textbook recursion shares with ta_fftw. */
#ifndef TA_FFT_H
#define TA_FFT_H

#include "convolve/transforms.h"

/* Only execution is thread-safe in FFTW; its planner has global state. All
 * plans are made and destroyed between these two. */
void ta_fft_planner_lock(void);
void ta_fft_planner_unlock(void);

/* Wisdom from and to a file (NULL: none), between these two. What cannot be
 * read or written then is left alone: ta_wisdom_check comes before the work. */
void ta_wisdom_read(const char *path);
void ta_wisdom_write(const char *path);

/* The proved bound of ta_fftw; paper-notes.md, "The rounding bound". */
double ta_fft_bound(unsigned log_length, size_t terms);

/* What bounds must stay below, where `limit` is asked for: 1/2 at most. */
static inline double ta_fft_limit(double limit)
{
    return limit > 0 && limit < 0.5 ? limit : 0.5;
}

#endif
