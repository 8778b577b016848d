/* Games on the plane: positions (x, y), moves along given directions. */
#ifndef TAKEAWAY_GRID_H
#define TAKEAWAY_GRID_H

#include "takeaway/run.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A game on the plane is a list of directions, each with a set S, as in
 * "(1,0):all (0,1):all (1,1):all", Wythoff's game. A move along (a, b) goes
 * from (x, y) to (x - k a, y - k b), k in S; both stay 0 or more, as are a and
 * b, not both 0. S is "all", a list such as 1,4-7, or a subtraction set for
 * ta_game_new without spaces; between the directions are spaces. */

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
 * height / 64 words for each k and direction with b > 0, only once a direction
 * where S is all; for nim-values that for each value. Memory: width * height
 * bits, twice that if some S with b > 0 is not all; 17 bits more for each
 * nim-value. Source: src/grid/README.md. */
TA_API ta_status ta_grid_run(const char *moves, ta_convention convention,
                             ta_content content, uint64_t width,
                             uint64_t height, const ta_options *options,
                             const ta_sink *sink, ta_error *error);

/* Searches each row y < height for a period of its nim-values g(0, y), g(1, y),
 * ..., in normal play. Proved if the columns of the rows up to y repeat
 * (src/grid/README.md), which needs a finite S where b = 0. Not proved, maybe
 * with a saltus, if seen three times or more in the last half of the row or
 * more. Sets rows[y]. Returns as ta_grid_run, whose cost it has, and 2 bytes
 * for each position. */
TA_API ta_status ta_grid_periods(const char *moves, uint64_t width,
                                 uint64_t height, const ta_options *options,
                                 ta_period *rows, ta_error *error);

#ifdef __cplusplus
}
#endif
#endif
