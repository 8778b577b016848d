/* takeaway evaluates take-away games: subtraction games and octal games.
 *
 * A subtraction game has a set S of positive integers; a move takes an s in S
 * from a heap of i >= s. A player who cannot move loses in normal play, and
 * wins in misere play. A heap is cold (a P-position) if the player to move
 * loses, hot (an N-position) if that player wins: Eppstein's words, which have
 * nothing to do with temperature theory.
 *
 *   - Heap sizes are uint64_t; [0, n) is the heaps 0 to n - 1. Heap 0 has no
 *     move: cold in normal play, hot in misere play.
 *   - What can fail returns a ta_status. Where there are causes other than want
 *     of memory, a ta_error *, which may be NULL, gets a sentence.
 *   - What makes an object names what frees it. Arrays are freed by ta_free.
 *   - const T * results are not freed; later versions may add members at the
 *     end of T. Structs that the caller allocates keep their size, unless it is
 *     their first member.
 *   - The library never prints, exits, or changes signal handlers.
 *   - Threads may read an object at the same time, unless its comment says one
 *     at a time; while one changes it, no other may use it.
 *
 * "Example: count.c" names a program in tests/library/examples, in C and in
 * Python. The smallest:
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
 * Read base.h, game.h and run.h first; then archive.h, octal.h and play.h as
 * needed. */
#ifndef TAKEAWAY_H
#define TAKEAWAY_H

#define TA_VERSION       "0.1.0"
#define TA_VERSION_MAJOR 0
#define TA_VERSION_MINOR 1
#define TA_VERSION_PATCH 0
/* 1.2.3 is 10203. */
#define TA_VERSION_NUMBER                                                      \
    (TA_VERSION_MAJOR * 10000 + TA_VERSION_MINOR * 100 + TA_VERSION_PATCH)

#include "takeaway/base.h"
#include "takeaway/game.h"
#include "takeaway/run.h"
#include "takeaway/archive.h"
#include "takeaway/octal.h"
#include "takeaway/play.h"
#include "takeaway/grid.h"
#include "takeaway/memory.h"

#endif
