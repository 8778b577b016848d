/* What the files of this module share: verification of archives.
 *
 *   window   a range of positions, all of which are checked by one rank
 *   sample   a position that is checked by the definition
 *   witness  an option of a value that the position must reach */
#ifndef TA_VERIFY_H
#define TA_VERIFY_H

#include <inttypes.h>

#include "verify/windows.h"
#include "archive/archive-internal.h"

typedef struct tai_verify_window {
    tai_window asked;
    ta_verified seen; /* in the first window of a rank: of all its windows */
    /* in recount.c */
    uint64_t next; /* the first position not compared yet */
    uint64_t *hot; /* bit i: asked.from + i has a mark, so it is hot */
} tai_verify_window;

/* One call of ta_archive_verify or tai_archive_verify_windows. */
typedef struct tai_verification {
    const ta_archive *archive;
    const ta_game *game;
    const ta_options *options; /* may be NULL */
    ta_verified *seen, ignored;
    /* The caller's `seen` and `error`; if NULL, `ignored` and `unread`. */
    ta_error *error, unread;
    tai_budget *budget;
    /* Positions below are hot by convention: min S in misère play, else 0. */
    uint64_t hot_below;
    uint64_t polled; /* seen->moves at the last report */
    /* For progress, work done and in all: moves, or positions in recount.c. */
    double work, all;
    /* of this rank: windows[k * step], k < n_windows */
    tai_verify_window *windows;
    size_t n_windows, step;
} tai_verification;

/* Allocates zeros, freed by ta_free; sets the pointer at `array`. Returns TA_OK
 * or TA_ENOMEM. */
ta_status tai_verify_allocate(void *array, uint64_t count, uint64_t size);
/* Adds `work` and reports it; positions below `done` are finished. Without work
 * only after 2^20 moves. Returns TA_ECANCELLED if the caller asks to stop. */
ta_status tai_verify_poll(tai_verification *v, uint64_t work, uint64_t done);
/* Writes "'FILE' is wrong: position P ..." and gives TA_EMISMATCH. */
#define TA_VERIFY_REJECT(v, position, format, ...)                             \
    tai_fail((v)->error, TA_EMISMATCH,                                         \
             "'%s' is wrong: position %" PRIu64 " " format,                    \
             (v)->archive->name, position, __VA_ARGS__)

/* Checks by the definition: all `count` positions of the windows, or without
 * windows `count` random ones. Returns TA_EMISMATCH if one is wrong. */
ta_status tai_verify_definition(tai_verification *v, uint64_t count,
                                uint64_t seed);
/* Computes the windows of an archive of cold positions from the cold positions
 * below, and compares. Returns TA_EMISMATCH. */
ta_status tai_verify_recount(tai_verification *v);

typedef struct tai_sample {
    uint64_t position; /* the first member: samples are sorted by it */
    /* Bit witness + u of tai_sampler.witnesses: an option of value u was found.
     */
    uint64_t witness;
    uint32_t value; /* in the archive; 0 cold, 1 hot */
    /* An option of each value below is needed; of remoteness only of needed -
     * 1. */
    uint32_t needed;
} tai_sample;

typedef struct tai_sampler {
    tai_verification *v;
    tai_sample *samples; /* in increasing order */
    size_t count;
    uint64_t *moves; /* S below the archive's end; unused for octal games */
    size_t n_moves;
    uint16_t *values;    /* of an octal game, all; else NULL */
    uint64_t *witnesses; /* tai_sample.witness */
    /* Bit i: the current frame has a cold position that is i modulo the length.
     */
    uint64_t *filter;
} tai_sampler;

/* Chooses the samples, all positions of the windows or `count` random ones,
 * half of them cold in archives of cold positions, and reads their values. */
ta_status tai_sampler_choose(tai_sampler *s, uint64_t count, uint64_t seed);
/* Returns the moves from p; an estimate in octal games. */
uint64_t tai_sampler_count_moves(const tai_sampler *s, uint64_t p);

/* Returns " (0: cold, 1: hot)" for archives of cold positions, else "". */
static inline const char *tai_verify_meaning(const ta_archive *archive)
{
    const bool cold = archive->info.content == TA_CONTENT_COLD;
    return cold ? " (0: cold, 1: hot)" : "";
}

static inline bool tai_verify_is_among(const uint64_t *list, uint64_t count,
                                       uint64_t p)
{
    const uint64_t k = tai_first_at_least(list, count, p);
    return k < count && list[k] == p;
}

static inline bool tai_verify_bit(const uint64_t *bits, uint64_t at)
{
    return bits[at / 64] >> at % 64 & 1;
}

static inline void tai_verify_set_bit(uint64_t *bits, uint64_t at)
{
    bits[at / 64] |= UINT64_C(1) << at % 64;
}

#endif
