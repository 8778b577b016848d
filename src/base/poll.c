/* What every run has: options, progress, and an end that may be early. */
#include "base/base.h"

ta_status ta_options_check(const ta_options *options, ta_error *error)
{
    const size_t count =
        options == NULL ? 0
                        : sizeof options->reserved / sizeof *options->reserved;
    for (size_t k = 0; k < count; k++)
        if (options->reserved[k] != 0)
            return ta_fail(error, TA_EINVAL,
                           "the options ask for what takeaway " TA_VERSION
                           " does not know: clear them first, or link a later "
                           "library");
    return TA_OK;
}

ta_status ta_poll(const ta_options *options, double share, uint64_t done)
{
    return options != NULL && options->progress != NULL &&
                   options->progress(options->progress_state, share, done) != 0
               ? TA_ECANCELLED
               : TA_OK;
}
