/* Lengths of optimal play: what an engine gets, and the table of engines.
 *
 * The length of a heap is 0 without a move; 1 + the least even length among
 * its options if there is one; else 1 + the largest length among them. It is
 * even exactly where the heap is cold: the winner ends the game as soon as
 * possible, the loser as late as possible. */
#ifndef TA_LENGTH_H
#define TA_LENGTH_H

#include "base/base.h"
#include "game/game.h"

/* One run. Blocks go to ta_length_emit, in order; ta_length_poll is called
 * between them. */
typedef struct ta_length_job {
    const ta_game *game;
    uint64_t n;
    const ta_options *options; /* never NULL */
    ta_value_sink *sink;       /* may be NULL */
    ta_error *error;           /* may be NULL */
    /* [0, known), a multiple of 2^TA_LENGTH_GRAIN, is known, see
     * ta_length_known, and the sink has it. */
    uint64_t known;
} ta_length_job;

typedef struct ta_length_engine {
    ta_engine_info info;
    uint64_t (*memory)(const ta_length_job *job);
    ta_status (*run)(const ta_length_job *job);
} ta_length_engine;

extern const ta_length_engine ta_length_naive, ta_length_push, ta_length_auto;

enum {
    TA_LENGTH_MOST = UINT16_MAX,
    TA_LENGTH_GRAIN = 14 /* log2 of where a run may begin behind 0 */
};

ta_status ta_length_emit(const ta_length_job *job, uint64_t from, uint64_t to,
                         const uint16_t *values);
/* Hands [0, job->known) to a sink of the engine's own. */
ta_status ta_length_known(const ta_length_job *job, ta_value_sink *sink);
/* Also before the engine starts, with the share of what is known. */
ta_status ta_length_poll(const ta_length_job *job, double share, uint64_t done);
/* TA_ERANGE: the length of this heap is above TA_LENGTH_MOST. */
ta_status ta_length_too_long(const ta_length_job *job, uint64_t heap);

#endif
