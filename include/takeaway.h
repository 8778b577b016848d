/* takeaway - evaluate take-away games: subtraction games and octal games.
 *
 * A subtraction game has a set S of positive integers. A move takes an s in S
 * from a heap of i >= s and leaves a heap of i - s. Under the normal convention
 * a player who cannot move loses, under the misere convention such a player
 * wins. A heap is cold (a P-position) if the player to move loses, and hot (an
 * N-position) otherwise. These words are Eppstein's; they do not mean the cold
 * and hot games of temperature theory.
 *
 * Conventions of this header
 *   - Heap sizes are uint64_t. Ranges are half-open: [0, n) has heap 0 and not
 *     heap n. Heap 0 has no move: cold in normal play, hot in misere play.
 *   - A function that can fail returns a ta_status. If the cause can be other
 *     than lack of memory, the function accepts a ta_error, which may be NULL,
 *     and writes a sentence that says what was wrong.
 *   - The caller frees an object by the function that the comment of its
 *     constructor names, and an array by ta_free.
 *   - A result of type const T * belongs to the object: later versions may add
 *     members to T at its end. A struct that the caller allocates does not
 *     grow, unless its first member is its size.
 *   - The library never prints, exits, or changes signal handlers.
 *   - Several threads may read an object at the same time, but only one may
 *     change it. Comments name the objects that one thread at a time may read.
 *
 * Eight short programs, each in C and in Python, are in tests/library/examples
 * of the source. A comment names the program that uses a function, such as
 * "Example: count.c". The smallest one:
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
 * The headers below can be read one at a time: base.h, game.h and run.h first;
 * then archive.h, octal.h and play.h as they are needed. */
#ifndef TAKEAWAY_H
#define TAKEAWAY_H

#define TA_VERSION       "0.1.0"
#define TA_VERSION_MAJOR 0
#define TA_VERSION_MINOR 1
#define TA_VERSION_PATCH 0
/* The version as one number that the preprocessor can compare: version 1.2.3
 * has the number 10203. */
#define TA_VERSION_NUMBER                                                      \
    (TA_VERSION_MAJOR * 10000 + TA_VERSION_MINOR * 100 + TA_VERSION_PATCH)

#include "takeaway/base.h"
#include "takeaway/game.h"
#include "takeaway/run.h"
#include "takeaway/archive.h"
#include "takeaway/octal.h"
#include "takeaway/play.h"

#endif
