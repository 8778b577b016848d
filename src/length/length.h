/* Declares the engines that compute remoteness: the number of moves of a game
 * in which the winner hurries and the loser delays (README.md). The command
 * line and the public interface call this number the length of play. */
#ifndef TA_LENGTH_H
#define TA_LENGTH_H

#include "run/job.h"

extern const ta_engine tai_length_naive, tai_length_push, tai_length_auto;

enum {
    TA_LENGTH_MOST = UINT16_MAX, /* the largest remoteness that is stored */
    /* A run that resumes earlier results begins at a heap that is a multiple of
     * 2^TA_LENGTH_GRAIN. */
    TA_LENGTH_GRAIN = 14
};

/* Writes into job->error that the remoteness of `heap` is above TA_LENGTH_MOST,
 * and returns TA_ERANGE. */
ta_status tai_length_too_long(const ta_job *job, uint64_t heap);

#endif
