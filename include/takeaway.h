/* takeaway - evaluate take-away games: subtraction games and octal games.
 *
 * A subtraction game has a set S of positive integers. From a heap of i one
 * may move to i - s for any s in S with s <= i. Under the normal convention
 * who cannot move loses; under the misere convention who cannot move wins. A
 * heap is cold (a P-position) if the player to move loses, hot (an
 * N-position) otherwise.
 *
 * Eppstein's words cold and hot are used throughout; they are not the cold and
 * hot games of temperature theory.
 *
 * Conventions of this header
 *   - Heap sizes are uint64_t. Ranges are half-open: [0, n) has heap 0 and not
 *     heap n. Heap 0 is a heap like any other, and has no move.
 *   - A function that can fail returns a ta_status. If it can fail for more
 * than lack of memory it accepts a ta_error, or NULL, and sets a sentence that
 *     says what was wrong.
 *   - The caller frees what a function gives by the function that the comment
 *     names, arrays by ta_free. A result of type const T * belongs to the
 *     object, and later versions may add members to T at its end. Structs that
 *     the caller allocates do not grow, except those that begin with their
 * size.
 *   - The library never prints, exits, or changes signal handlers.
 *   - Several threads may read an object at once; only one may change it.
 *     Comments say where even reading is for one thread at a time.
 *
 * Eight short programs, each in C and in Python, are in tests/library/examples
 * of the source; a comment names the one that uses a function ("Example:
 * count.c"). The smallest one:
 *
 *     ta_game *game = NULL;
 *     ta_error error;
 *     uint64_t count;
 *     if (ta_game_new("squares", TA_NORMAL, &game, &error) == TA_OK &&
 *         ta_count(game, 1000000, NULL, &count, &error) == TA_OK)
 *         printf("%llu\n", (unsigned long long)count);
 *     else
 *         fprintf(stderr, "%s\n", error.text);
 *     ta_game_free(game);
 *
 * The parts can be read one at a time: base, game, run; then archive, octal and
 * play as they are needed. */
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

#endif
