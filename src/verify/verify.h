/* Verification of archives: what the files of this module share. */
#ifndef TA_VERIFY_H
#define TA_VERIFY_H

#include <inttypes.h>

#include "archive/archive-internal.h"

/* A window that one rank verifies. */
typedef struct ta_verify_window {
    tai_window asked;
    ta_verified seen; /* the sums of the rank, in its first window only */
    uint64_t next;    /* the first position that is not compared yet */
    uint64_t *hot;    /* bit i: asked.from + i is hot */
} ta_verify_window;

/* One call of ta_archive_verify or tai_archive_verify_windows. */
typedef struct ta_verification {
    const ta_archive *archive;
    const ta_game *game;
    const ta_options *options; /* may be NULL */
    ta_verified *seen, ignored;
    ta_error *error, unread; /* ignored, unread: where the caller has none */
    ta_budget *budget;       /* of memory */
    uint64_t won; /* under misere play min S, else 0: heaps below have no move,
                     and the player to move wins */
    uint64_t polled;           /* seen->moves at the last poll */
    double work, all;          /* for progress, in moves: done, and expected */
    ta_verify_window *windows; /* window k of this rank is windows[k * step] */
    size_t n_windows, step;
} ta_verification;

/* Allocates count * size bytes, all 0, which ta_free frees; *array is a pointer
 * to a pointer. TA_ENOMEM. */
ta_status tai_verify_allocate(void *array, uint64_t count, uint64_t size);
/* Reports progress: positions below `done` are finished, and `work` is done
 * since the last call. If `work` is 0, nothing is reported but now and then.
 * TA_ECANCELLED. */
ta_status tai_verify_poll(ta_verification *v, uint64_t work, uint64_t done);
/* Fails with TA_EMISMATCH and "'FILE' is wrong: position P ...", where the
 * format begins with a verb. */
#define TA_VERIFY_REJECT(v, position, format, ...)                             \
    tai_fail((v)->error, TA_EMISMATCH,                                         \
             "'%.200s' is wrong: position %" PRIu64 " " format,                \
             (v)->archive->name, position, __VA_ARGS__)

/* Checks `count` random positions against the definition or, where there are
 * windows, all of their positions, `count` at most. */
ta_status tai_verify_definition(ta_verification *v, uint64_t count,
                                uint64_t seed);
/* Computes the windows of a cold archive again, and compares. */
ta_status tai_verify_recount(ta_verification *v);

/* A position that is checked against the definition. */
typedef struct ta_sample {
    uint64_t position; /* first, for tai_by_number */
    uint64_t witness;  /* the place of its first witness among all witnesses */
    uint32_t value;    /* in the archive; cold archives: 0 is cold, 1 is hot */
    uint32_t needed;   /* values that need a witness: those below */
} ta_sample;

/* The samples of a verification, and what their check needs. */
typedef struct ta_sampler {
    ta_verification *v;
    ta_sample *samples; /* in increasing order, once they are chosen */
    size_t count;
    uint64_t *moves; /* S below the end of the archive; not of octal games */
    size_t n_moves;
    uint16_t *values;    /* octal games: the whole archive */
    uint64_t *witnesses; /* bits: witnesses that were found */
    uint64_t *filter;    /* bits: where a frame has cold positions */
} ta_sampler;

/* Allocates the samples, and chooses `count` random positions, half of them
 * cold where the archive has cold ones, or all positions of the windows if
 * there are any. Reads the archive once, for their values. */
ta_status tai_sampler_choose(ta_sampler *s, uint64_t count, uint64_t seed);
/* Returns the number of moves from position p; of octal games, about. */
uint64_t tai_sampler_count_moves(const ta_sampler *s, uint64_t p);

/* Returns a text that follows values in a message. */
static inline const char *ta_verify_meaning(const ta_archive *archive)
{
    const bool cold = archive->info.content == TA_CONTENT_COLD;
    return cold ? " (0: cold, 1: hot)" : "";
}

static inline bool ta_verify_is_among(const uint64_t *list, uint64_t count,
                                      uint64_t p)
{
    const uint64_t k = ta_first_at_least(list, count, p);
    return k < count && list[k] == p;
}

static inline bool ta_verify_bit(const uint64_t *bits, uint64_t at)
{
    return bits[at / 64] >> at % 64 & 1;
}

static inline void ta_verify_set_bit(uint64_t *bits, uint64_t at)
{
    bits[at / 64] |= UINT64_C(1) << at % 64;
}

#endif
