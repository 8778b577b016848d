/* What every run has: a limit, progress, and an end that may be early. */
#include <inttypes.h>

#include "base/base.h"

ta_status ta_poll(const ta_options *options, double share, uint64_t done)
{
    return options != NULL && options->progress != NULL &&
                   options->progress(options->progress_state, share, done) != 0
               ? TA_ECANCELLED
               : TA_OK;
}

ta_status ta_admit(const ta_options *options, const char *engine, uint64_t n,
                   uint64_t bytes, ta_error *error)
{
    const uint64_t most = options->max_memory;
    char need[32], have[32];
    if (error != NULL)
        error->text[0] = '\0';
    if (most != 0 && bytes > most)
        return ta_fail(
            error, TA_ELIMIT,
            "engine %s needs %s for n = %" PRIu64 ", above the limit of %s",
            engine, ta_bytes_text(bytes, need), n, ta_bytes_text(most, have));
    ta_stats_add(options->stats, "engine", "%s", engine);
    ta_stats_add(options->stats, "isa", "%s", ta_isa_name(ta_cpu_isa()));
    ta_stats_add(options->stats, "memory_bytes", "%" PRIu64, bytes);
    return TA_OK;
}

ta_status ta_conclude(ta_status status, const char *engine, uint64_t n,
                      uint64_t bytes, ta_error *error)
{
    char need[32];
    bool told = error != NULL && error->text[0] != '\0';
    if (status == TA_ENOMEM && !told)
        ta_fail(error, status,
                "the system did not give the %s that engine %s needs for n = "
                "%" PRIu64,
                ta_bytes_text(bytes, need), engine, n);
    if (status == TA_ECANCELLED)
        ta_fail(error, status, "stopped on request");
    return status;
}
