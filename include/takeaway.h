/* takeaway - evaluate take-away games: subtraction games and octal games.
 *
 * A subtraction game has a set S of positive integers. From a heap of i one
 * may move to i - s for any s in S with s <= i. Under the normal convention
 * who cannot move loses; under the misere convention who cannot move wins. A
 * heap is cold (a P-position) if the player to move loses, hot (an
 * N-position) otherwise.
 *
 * Conventions of this header
 *   - heap sizes are uint64_t, ranges are half-open: [0, n);
 *   - functions that can fail return ta_status; where a ta_error is taken it
 *     may be NULL, and otherwise gets a sentence that says what was wrong;
 *   - the library never prints, exits, or changes signal handlers;
 *   - objects may be read by several threads at once, changed by one, unless a
 *     comment says otherwise: of plans and archives.
 *
 * In parts, to be read one at a time: base, game, run; then archive, octal,
 * play and stats as they are needed. */
#ifndef TAKEAWAY_H
#define TAKEAWAY_H

#define TA_VERSION       "0.1.0"
#define TA_VERSION_MAJOR 0
#define TA_VERSION_MINOR 1
#define TA_VERSION_PATCH 0
/* One number, 10203 for 1.2.3, for the preprocessor. */
#define TA_VERSION_NUMBER                                                      \
    (TA_VERSION_MAJOR * 10000 + TA_VERSION_MINOR * 100 + TA_VERSION_PATCH)

#include "takeaway/base.h"
#include "takeaway/game.h"
#include "takeaway/run.h"
#include "takeaway/archive.h"
#include "takeaway/octal.h"
#include "takeaway/play.h"
#include "takeaway/stats.h"

#endif
