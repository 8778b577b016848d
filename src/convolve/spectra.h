/* The transforms of one level, each made once: those of the sources of the
 * present node, and those of the windows of S, which all nodes share. */
#ifndef TA_SPECTRA_H
#define TA_SPECTRA_H

#include "convolve/direct.h"
#include "convolve/pace.h"
#include "convolve/transforms.h"

/* Targets whose sums are formed in one pass over the sources. */
enum { TA_MOST_AHEAD = 16 };

/* As many as pay: a quarter of the children, so that their buffers stay small
 * against the transforms. */
static inline size_t ta_ahead(size_t fanout)
{
    size_t ahead = fanout / 4;
    return ahead < 1 ? 1 : ahead > TA_MOST_AHEAD ? TA_MOST_AHEAD : ahead;
}

typedef struct ta_spectra {
    const ta_field *field;
    const ta_transforms *transforms;
    ta_transform_setup setup;
    size_t fanout;
    void *state; /* of the transforms; NULL until first used */
    /* One block for all transforms, so that it lies on huge pages; NULL until
     * first used. The sums come first. */
    char *store;
    size_t *room; /* [2 fanout] where in it, by source and by window; 0: not
                     yet */
    size_t rooms; /* given to them */
    enum { TA_UNTOUCHED, TA_BEGUN, TA_TOUCHED } touched;
    bool *source_ready; /* [fanout] */
    bool *window_ready; /* [fanout], by distance in children; [0] unused */
    uint64_t *bits;     /* a window of S */
    double plan_s;
    ta_pace *pace; /* where transforms are booked */
} ta_spectra;

ta_status ta_spectra_init(ta_spectra *spectra, const ta_field *field,
                          const ta_transforms *transforms,
                          const ta_transform_setup *setup, size_t fanout,
                          ta_pace *pace);
void ta_spectra_free(ta_spectra *spectra);
/* Bytes that are used where that many windows have elements of S; room for
 * the others is never touched. */
uint64_t ta_spectra_memory(const ta_transforms *transforms, unsigned log_length,
                           size_t fanout, size_t windows);

/* Forgets all sources; the windows stay. */
void ta_spectra_begin(ta_spectra *spectra);

/* Plans and memory, if they are not there yet; to be called for every target.
 * TA_ENOMEM, or what field->pause returned. The functions below need them. */
ta_status ta_spectra_prepare(ta_spectra *spectra);

/* The transform of the source j, which starts at `position`; that of the
 * window of S at `distance`; both made at their first use. A buffer for a
 * sum, slot < ta_ahead(fanout). */
const void *ta_spectra_source(ta_spectra *spectra, size_t j, uint64_t position);
const void *ta_spectra_window(ta_spectra *spectra, size_t distance);
void *ta_spectra_sum(ta_spectra *spectra, size_t slot);

#endif
