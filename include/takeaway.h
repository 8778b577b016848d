/* takeaway evaluates take-away games: subtraction games and octal games. Read
 * base.h, game.h and run.h first. "Example: count.c" names a program in
 * tests/library/examples, in C and in Python.
 *
 * Terms
 *
 *   S          the set of a subtraction game: a move takes an s in S from a
 *              heap of i >= s. An octal game has a code instead (octal.h)
 *   option     what a move leaves
 *   normal     play: the player who cannot move loses; in misere play, wins
 *   cold, hot  a P-position, where the player to move loses; an N-position,
 *              where that player wins. Eppstein's words, which have nothing to
 *              do with temperature theory
 *   nim-value  of normal play: the mex (least absent number) of those of the
 *              options. A sum of heaps is cold if the xor of their nim-values,
 *              the nim-sum, is 0 (Sprague, Grundy)
 *   length     of optimal play (remoteness, OEIS A338027), of subtraction games
 *              in normal play: the winner hurries, the loser delays. 0 without
 *              a move; 1 + the least even length of an option if there is one;
 *              else 1 + the largest. Even exactly if the heap is cold
 *   value      a nim-value or a length, of 16 bits (a larger one: TA_ERANGE)
 *   content    cold positions, nim-values or lengths
 *   [0, n)     the heaps 0 to n - 1. Heap 0 has no move: cold in normal play,
 *              hot in misere play
 *   expression a number as ta_number_parse reads it, of any size
 *
 * Rules
 *
 *   - What can fail returns a ta_status: TA_OK; TA_EINVAL, for arguments other
 *     than described; TA_ENOMEM; TA_ELIMIT or TA_ECANCELLED, where max_memory
 *     or progress are used; TA_EIO or TA_EMISMATCH, where an archive is read;
 *     what a function of the caller returned to end the call; and what follows
 *     "Errors:". A ta_error gets a sentence.
 *   - `error`, `options`, and what a function frees may be NULL.
 *   - T_free frees an object of type T, whatever made it; ta_free arrays, also
 *     empty ones. const T * results are not freed.
 *   - Later versions may add members at the end of T in const T * results.
 *     Structs that the caller allocates keep their size, unless it is their
 *     first member.
 *   - The library never prints, exits, or changes signal handlers.
 *   - Threads may read an object at the same time, unless its comment says one
 *     at a time; while one changes it, no other may use it. */
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
