/* The engines for remoteness, the length of play if the winner hurries and the
 * loser delays (README.md). */
#ifndef TA_LENGTH_H
#define TA_LENGTH_H

#include "run/job.h"

extern const tai_engine tai_length_naive, tai_length_push;
extern const tai_quantity tai_length_values;

enum {
    TA_LENGTH_MOST = UINT16_MAX, /* the largest remoteness stored */
    TA_LENGTH_GRAIN = 14         /* log2: resumed runs begin at multiples */
};

/* Returns TA_ERANGE: the remoteness of `heap` is above TA_LENGTH_MOST. */
ta_status tai_length_too_long(const tai_job *job, uint64_t heap);

#endif
