/* Games on the plane whose moves are read once, for the tool. */
#ifndef TA_GRID_SETS_H
#define TA_GRID_SETS_H

#include "takeaway.h"

typedef struct tai_grid_moves tai_grid_moves;

/* Reads the text of ta_grid_run. *moves is freed by tai_grid_moves_free.
 * Returns TA_OK, TA_EINVAL, TA_ERANGE, TA_EIO or TA_ENOMEM. */
ta_status tai_grid_moves_new(const char *text, tai_grid_moves **moves,
                             ta_error *error);
void tai_grid_moves_free(tai_grid_moves *moves); /* accepts NULL */

/* Hands `visit` the set of each direction and the largest number that a move
 * along it can have. */
void tai_grid_each_set(const tai_grid_moves *moves, uint64_t width,
                       uint64_t height,
                       void (*visit)(const ta_game *set, uint64_t most));

/* As ta_grid_run and ta_grid_periods. */
ta_status tai_grid_run(const tai_grid_moves *moves, ta_convention convention,
                       ta_content content, uint64_t width, uint64_t height,
                       const ta_options *options, const ta_sink *sink,
                       ta_error *error);
ta_status tai_grid_periods(const tai_grid_moves *moves, uint64_t width,
                           uint64_t height, const ta_options *options,
                           ta_period *rows, ta_error *error);

#endif
