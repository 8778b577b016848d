/* What every run has: options, a limit, progress, and an end that may be early.
 */
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

ta_status ta_admit(const ta_options *options, uint64_t bytes, ta_error *error,
                   const char *format, ...)
{
    char what[256], need[32], have[32];
    if (options == NULL || options->max_memory == 0 ||
        bytes <= options->max_memory)
        return TA_OK;
    va_list args;
    va_start(args, format);
    ta_sentence(what, sizeof what, format, args);
    va_end(args);
    return ta_fail(error, TA_ELIMIT, "%s %s of memory, above the limit of %s",
                   what, ta_bytes_text(bytes, need),
                   ta_bytes_text(options->max_memory, have));
}

ta_status ta_poll(const ta_options *options, double share, uint64_t done)
{
    return options != NULL && options->progress != NULL &&
                   options->progress(options->progress_state, share, done) != 0
               ? TA_ECANCELLED
               : TA_OK;
}
