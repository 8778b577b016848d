/* The ladder: what an engine gets, and the table of engines. */
#ifndef TA_ENGINE_H
#define TA_ENGINE_H

#include "base/base.h"
#include "game/game.h"
#include "game/set.h"

/* One run. The engine reads it, hands blocks from `known` on to ta_job_emit,
 * and polls ta_job_poll at block boundaries; also before it starts, with the
 * share of what is known, so that the caller can tell what it sees done from
 * what was done before. */
typedef struct ta_job {
    const ta_game *game;
    uint64_t n;
    uint64_t first;    /* positions below are hot by convention: 0 in normal
                          play, min(least of S, n) in misere */
    uint64_t known;    /* [0, known) is known, see known.h, and the sink has
                          it; a multiple of 64, below n when an engine runs */
    const ta_set *set; /* S below n; NULL while memory is being predicted
                          and for engines that do not want it */
    const ta_options *options; /* never NULL */
    unsigned threads;          /* at least 1 */
    ta_sink *sink;             /* may be NULL */
    ta_error *error;           /* may be NULL */
} ta_job;

typedef struct ta_engine {
    ta_engine_info info;
    bool wants_set; /* build S below n before run */
    /* Bytes beyond the set and the sink, an upper bound. */
    uint64_t (*memory)(const ta_job *job);
    ta_status (*run)(const ta_job *job);
} ta_engine;

/* NULL if there is none of that name. */
const ta_engine *ta_engine_find(const char *name);

/* Hands a finished block to the sink. Bits are those of [from, to), from a
 * multiple of 64; bits at and beyond `to` must be 0. */
ta_status ta_job_emit_bits(const ta_job *job, uint64_t from, uint64_t to,
                           const uint64_t *bits);
ta_status ta_job_emit_positions(const ta_job *job, uint64_t from, uint64_t to,
                                const uint64_t *positions, size_t count);

/* TA_ECANCELLED if the caller's progress function says so. */
ta_status ta_job_poll(const ta_job *job, double share, uint64_t done);

/* Sets bytes to 0 and polls meanwhile, for large arrays: what is known is
 * `share` of the cost. */
ta_status ta_job_clear(const ta_job *job, void *memory, uint64_t bytes,
                       double share);

#endif
