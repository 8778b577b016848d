/* Remoteness: how long optimal play lasts (README.md). The command line and the
 * interface call it length. */
#ifndef TA_LENGTH_H
#define TA_LENGTH_H

#include "run/job.h"

extern const ta_engine tai_length_naive, tai_length_push, tai_length_auto;

enum {
    TA_LENGTH_MOST = UINT16_MAX,
    TA_LENGTH_GRAIN = 14 /* log2 of where a run may begin behind 0 */
};

/* Returns TA_ERANGE, and explains that the remoteness of this heap is above
 * TA_LENGTH_MOST. */
ta_status tai_length_too_long(const ta_job *job, uint64_t heap);

#endif
