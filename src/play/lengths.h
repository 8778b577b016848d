/* Tables of remoteness, for the best moves. */
#ifndef TA_LENGTHS_H
#define TA_LENGTHS_H

#include "takeaway.h"

typedef struct tai_lengths tai_lengths;

/* Computes the remoteness (TA_CONTENT_LENGTH) of [0, n), 2 bytes a heap.
 * Returns as ta_run. Freed by tai_lengths_free, which accepts NULL. */
ta_status tai_lengths_new(const ta_game *game, uint64_t n,
                          const ta_options *options, tai_lengths **lengths,
                          ta_error *error);
void tai_lengths_free(tai_lengths *lengths);
unsigned tai_lengths_at(const tai_lengths *lengths, uint64_t heap);
/* Sets *taken to what an optimal move takes from a heap below n; 0 if there is
 * none. Returns as tai_game_moves. A
 * winner ends the game as soon as possible, by the largest such move. A loser
 * makes it last; of the 64 largest such moves, the largest after which the
 * winner has the fewest optimal ones. Cost: at most 65 passes over the elements
 * of S up to the heap. */
ta_status tai_lengths_move(const tai_lengths *lengths, uint64_t heap,
                           uint64_t *taken, ta_error *error);

#endif
