/* The transforms of one level: those of the sources of the present node, and
 * those of the windows of S, which all nodes share. Each is made once. Where
 * there is no room for all, each group of targets that needs it makes it again.
 */
#ifndef TA_SPECTRA_H
#define TA_SPECTRA_H

#include "base/arena.h"
#include "convolve/transforms.h"
#include "game/set.h"

/* Targets whose sums are formed in one pass over the sources, at most. */
enum { TA_MOST_SUMS = 64 };

/* Sources of a band that are there at the same time. Each takes two places, its
 * own and a window's, in which two more sums would save more transforms; with
 * fewer of them sums are read and written more often. */
static inline size_t ta_band_sources(size_t band)
{
    return (band + 3) / 4;
}

typedef struct ta_spectra {
    /* What the caller of ta_spectra_plan says. */
    const ta_transforms *transforms;
    ta_transform_setup setup;
    size_t fanout;
    size_t sums;    /* that are formed at a time */
    size_t windows; /* at a distance of 1 to fanout - 1 children that have
                       elements of S, at most */
    size_t band;    /* 0: all are kept; else so many sums are, TA_MOST_SUMS at
                       most, a quarter as many sources, neighbours, and the
                       windows between them */

    uint64_t bytes; /* that it takes once it is used, an upper bound */
    void *state;    /* of the transforms; NULL until first used */
    ta_arena arena; /* counted until then */
    char *store;    /* all transforms; the sums come first */
    size_t *slot;   /* [2 fanout] where in it, by source and by window; 0: not
                       yet. What is never used is not touched */
    size_t slots;   /* given to them */
    size_t *holds;  /* what a slot holds: 1 + k; 0: nothing */
    uint64_t *bits; /* a window of S */
    double plan_s;
    uint64_t forward; /* transforms made */
} ta_spectra;

/* Its bytes; nothing is allocated. */
void ta_spectra_plan(ta_spectra *spectra);

/* Plans and memory, if they are not there yet: before the functions below.
 * TA_ENOMEM. */
ta_status ta_spectra_open(ta_spectra *spectra);
void ta_spectra_close(ta_spectra *spectra); /* one that is planned, too */

/* Forgets all sources; the windows stay. */
void ta_spectra_begin(ta_spectra *spectra);

/* The transform k < fanout is that of the source k; fanout + d that of the
 * window of S at the distance d. Is it there? */
static inline bool ta_spectra_has(const ta_spectra *s, size_t k)
{
    return s->state != NULL && s->holds[s->slot[k]] == 1 + k;
}

/* The transform k, of these bits; that of a window; both made if they are not
 * there. With a band they stay until one is asked for that is not between its
 * sources and its targets. A buffer for a sum, slot < sums. */
const void *ta_spectra_get(ta_spectra *spectra, size_t k, const uint64_t *bits);
const void *ta_spectra_window(ta_spectra *spectra, const ta_set *set,
                              size_t distance);
void *ta_spectra_sum(ta_spectra *spectra, size_t slot);

#endif
