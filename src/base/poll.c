/* What every run has: progress, and an end that may be early. */
#include "base/base.h"

ta_status ta_poll(const ta_options *options, double share, uint64_t done)
{
    return options != NULL && options->progress != NULL &&
                   options->progress(options->progress_state, share, done) != 0
               ? TA_ECANCELLED
               : TA_OK;
}
