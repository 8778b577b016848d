/* Remoteness: the number of moves of a game when the winner hurries and the
 * loser delays (README.md). The command line and the public interface call it
 * length. */
#ifndef TA_LENGTH_H
#define TA_LENGTH_H

#include "run/job.h"

extern const ta_engine tai_length_naive, tai_length_push, tai_length_auto;

enum {
    TA_LENGTH_MOST = UINT16_MAX, /* the largest remoteness that is stored */
    TA_LENGTH_GRAIN = 14 /* a resumed run begins at a multiple of 2^14 */
};

/* Returns TA_ERANGE and writes into job->error that the remoteness of the heap
 * is above TA_LENGTH_MOST. */
ta_status tai_length_too_long(const ta_job *job, uint64_t heap);

#endif
