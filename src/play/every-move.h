/* All moves of a sum, and games of its heaps. */
#ifndef TA_EVERY_MOVE_H
#define TA_EVERY_MOVE_H

#include "takeaway.h"

/* Returns the game of heap i, which lasts as long as the sum. */
const ta_game *tai_play_game(const ta_play *play, size_t i);

/* Takes a move, the nim-value of what it leaves of its heap (decimal, or NULL
 * if it is not known), and whether it wins. */
typedef ta_status tai_visit_every(void *state, const ta_move *move,
                                  const char *value, bool wins);
/* Lists every legal move in heap i of a solved sum, as ta_play_moves does.
 * Returns TA_ERANGE also for an octal heap of 2^64 or more. A sum that is
 * played (ta_play_options.keep) may lack values. */
ta_status tai_play_every_move(const ta_play *play, size_t i, uint64_t limit,
                              tai_visit_every *visit, void *state, bool *all,
                              ta_error *error);

/* Sets left[k] and outcome[k], k < *count, to what the moves of a heap leave,
 * the least first, and its outcome, in exact play (TA_EXACT); freed by ta_free.
 * Returns as ta_run. */
ta_status tai_exact_moves(const ta_game *game, uint64_t heap,
                          const ta_options *options, uint64_t **left,
                          uint16_t **outcome, size_t *count, ta_error *error);

#endif
