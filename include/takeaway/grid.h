/* Games on the plane: positions (x, y), moves along given directions. */
#ifndef TAKEAWAY_GRID_H
#define TAKEAWAY_GRID_H

#include "takeaway/run.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A game is a list of directions (a, b), each with a set S, as in "(1,0):all
 * (0,1):all (1,1):all", Wythoff's game; a, b >= 0, not both 0. A move goes from
 * (x, y) to (x - k a, y - k b), k in S, both 0 or more. S is "all", a list such
 * as 1,4-7, or a subtraction set for ta_game_new without spaces. */

/* Computes cold positions or nim-values of 0 <= x < width, 0 <= y < height.
 *
 *   content  TA_CONTENT_COLD, or in normal play TA_CONTENT_NIM
 *   options  may be NULL; max_memory and progress are used
 *   sink     gets one block a row, as bits or values, y = 0, 1, ...: position
 *            (x, y) has the number y * width + x. NULL drops them
 *
 * Returns TA_OK; TA_EINVAL (moves, content); TA_ERANGE (a side of 2^31 or more,
 * or a nim-value above 65535); TA_EIO (a set's file); TA_ELIMIT; TA_ENOMEM;
 * TA_ECANCELLED; or what the sink returned. Cost: for cold positions width *
 * height / 64 words for each k, where S is all once a direction; for nim-values
 * that for each value. Memory: about 2 bits for each position, 17 more for
 * nim-values. Source: src/grid/README.md. */
TA_API ta_status ta_grid_run(const char *moves, ta_convention convention,
                             ta_content content, uint64_t width,
                             uint64_t height, const ta_options *options,
                             const ta_sink *sink, ta_error *error);

/* Sets rows[y] to the period of the nim-values of (0, y), (1, y), ... in normal
 * play. Proved if the columns of the rows up to y repeat, which needs a finite
 * S where b = 0; else seen, maybe with a saltus, three times or more in half of
 * the row or more. Returns as ta_grid_run, whose cost it has, and 2 bytes for
 * each position. */
TA_API ta_status ta_grid_periods(const char *moves, uint64_t width,
                                 uint64_t height, const ta_options *options,
                                 ta_period *rows, ta_error *error);

#ifdef __cplusplus
}
#endif
#endif
