/* Lengths of optimal play (remoteness, in the words of Winning Ways).
 *
 * The length of a heap is 0 without a move; 1 + the least even length among
 * its options if there is one; else 1 + the largest length among them. It is
 * even exactly where the heap is cold: the winner ends the game as soon as
 * possible, the loser as late as possible. */
#ifndef TA_LENGTH_H
#define TA_LENGTH_H

#include "run/job.h"

extern const ta_engine ta_length_naive, ta_length_push, ta_length_auto;

enum {
    TA_LENGTH_MOST = UINT16_MAX,
    TA_LENGTH_GRAIN = 14 /* log2 of where a run may begin behind 0 */
};

/* TA_ERANGE: the length of this heap is above TA_LENGTH_MOST. */
ta_status ta_length_too_long(const ta_job *job, uint64_t heap);

#endif
