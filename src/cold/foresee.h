/* How many cold positions there will be, foreseen from the first few. */
#ifndef TA_FORESEE_H
#define TA_FORESEE_H

#include "run/job.h"

typedef struct ta_foresight {
    double count; /* cold positions of the prefix */
    double power; /* of the position, by which they grow */
} ta_foresight;

/* Cost: a few milliseconds at most, for dense sets. Only what describes the
 * game is read from the job, so that every call for a run says the same. */
ta_foresight ta_foresee(const ta_job *job);

/* Cold positions below `end`, about. */
double ta_foreseen_cold(const ta_foresight *foresight, double end);

#endif
