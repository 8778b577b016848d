/* Options, memory limit, progress, clock. */
#include <time.h>

#include "base/base-internal.h"

double tai_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

ta_status tai_size_check(size_t given, size_t own, ta_error *error)
{
    return given == 0 || given == own
               ? TA_OK
               : tai_fail(error, TA_EINVAL,
                          "the options have %zu bytes, not %zu: clear them "
                          "first, or link a later library than " TA_VERSION,
                          given, own);
}

ta_status tai_options_check(const ta_options *options, ta_error *error)
{
    const ta_status st = tai_size_check(options == NULL ? 0 : options->size,
                                        sizeof *options, error);
    return st != TA_OK || options == NULL ||
                   (unsigned)options->convolver <= TA_CONVOLVER_SHIFT
               ? st
               : tai_fail(error, TA_EINVAL, "%d is no ta_convolver",
                          (int)options->convolver);
}

ta_status tai_admit(const ta_options *options, uint64_t bytes, const char *what,
                    ta_error *error)
{
    char need[32], have[32];
    if (options == NULL || options->max_memory == 0 ||
        bytes <= options->max_memory)
        return TA_OK;
    return tai_fail(error, TA_ELIMIT,
                    "%s needs %s of memory, above the limit of %s; fewer "
                    "threads, a smaller range or another engine may need less",
                    what, tai_bytes_text(bytes, need),
                    tai_bytes_text(options->max_memory, have));
}

ta_status tai_poll(const ta_options *options, double share, uint64_t done)
{
    return options != NULL && options->progress != NULL &&
                   options->progress(options->progress_state, share, done) != 0
               ? TA_ECANCELLED
               : TA_OK;
}
