/* The transforms of one level, each made once: those of the sources of the
 * present node, and those of the windows of S, which all nodes share. */
#ifndef TA_SPECTRA_H
#define TA_SPECTRA_H

#include "convolve/direct.h"
#include "convolve/fft.h"

/* Targets whose sums are formed in one pass over the sources. */
enum { TA_AHEAD = 4 };

typedef struct ta_spectra {
    const ta_field *field;
    ta_fft_setup setup;
    size_t fanout;
    ta_fft *fft;   /* NULL until first used */
    void **source; /* [fanout] transforms; NULL until first used */
    bool *source_ready;
    void **window; /* [fanout], by distance in children; [0] unused */
    bool *window_ready;
    void *sum[TA_AHEAD];
    uint64_t *bits; /* a window of S */
    double plan_s;
    uint64_t forward, backward; /* transforms made */
} ta_spectra;

ta_status ta_spectra_init(ta_spectra *spectra, const ta_field *field,
                          const ta_fft_setup *setup, size_t fanout);
void ta_spectra_free(ta_spectra *spectra);
uint64_t ta_spectra_memory(unsigned log_length, bool single, size_t fanout);

/* Forgets all sources; the windows stay. */
void ta_spectra_begin(ta_spectra *spectra);

/* Makes what is missing of: the plans, the transform of the source j that
 * starts at `position`, that of the window at `distance`, a sum buffer.
 * TA_ENOMEM. */
ta_status ta_spectra_source(ta_spectra *spectra, size_t j, uint64_t position);
ta_status ta_spectra_window(ta_spectra *spectra, size_t distance);
ta_status ta_spectra_sum(ta_spectra *spectra, size_t slot);

/* From single to double precision: everything is made anew when used. */
void ta_spectra_raise(ta_spectra *spectra);

#endif
