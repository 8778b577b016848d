/* The sets of a game on the plane. */
#ifndef TA_GRID_SETS_H
#define TA_GRID_SETS_H

#include "takeaway.h"

/* Hands `visit` the set of each direction and the largest number that a move
 * along it can have. */
ta_status tai_grid_each_set(const char *moves, uint64_t width, uint64_t height,
                            void (*visit)(const ta_game *set, uint64_t most),
                            ta_error *error);

#endif
