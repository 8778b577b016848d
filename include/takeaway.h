/* takeaway is a library that evaluates take-away games: subtraction games and
 * octal games.
 *
 * A subtraction game has a set S of positive integers. A move takes an element
 * s of S from a heap of i >= s, and leaves a heap of i - s. Under the normal
 * convention a player who cannot move loses. Under the misere convention that
 * player wins. A heap is cold (a P-position) if the player to move loses, and
 * hot (an N-position) if the player to move wins. Eppstein uses cold and hot in
 * this sense, which has nothing to do with temperature theory.
 *
 * Conventions of this header
 *   - Heap sizes are uint64_t. A range [0, n) has the heaps 0 to n - 1.
 *     Heap 0 has no move: it is cold in normal play, hot in misere play.
 *   - A function that can fail returns a ta_status. If there is any cause
 *     other than lack of memory, the function has an argument of type
 *     ta_error *, which may be NULL. On failure it writes a sentence there
 *     that says what was wrong.
 *   - The comment of a function that makes an object names the function
 *     that frees the object. An array is freed by ta_free.
 *   - A result of type const T * is not freed by the caller. Later versions
 *     may add members at the end of T. A struct that the caller allocates
 *     keeps its size in later versions, unless its first member is its size.
 *   - The library never prints, exits, or changes signal handlers.
 *   - Several threads may read an object at the same time. While one thread
 *     changes an object, no other thread may use it. A comment says so if
 *     only one thread at a time may read an object.
 *
 * Eight short programs, each in C and in Python, are in tests/library/examples
 * of the source. "Example: count.c" in the comment of a function names a
 * program that uses this function. This is the smallest program:
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
 * The headers that this header includes can be read one at a time: first
 * base.h, game.h and run.h; then archive.h, octal.h and play.h as they are
 * needed. */
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
