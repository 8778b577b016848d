/* The choice among the engines. */
#include "nim/nim.h"

static const ta_nim_engine *choose(const ta_nim_job *job)
{
    (void)job;
    return &ta_nim_naive;
}

static uint64_t memory(const ta_nim_job *job)
{
    return choose(job)->memory(job);
}

static ta_status run(const ta_nim_job *job)
{
    const ta_nim_engine *engine = choose(job);
    ta_stats_add(job->options->stats, "chosen", "%s", engine->info.name);
    return engine->run(job);
}

const ta_nim_engine ta_nim_auto = {
    {"auto", "the engine that is expected to be the fastest"},
    true,
    memory,
    run};
