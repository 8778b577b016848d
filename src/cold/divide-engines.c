/* The engines `shift`, `divide`, `exact` and `auto`: the same recursion, which
 * marks by shifts, by transforms, by GMP, or by the cheapest of them. */
#include "base/communicator.h"
#include "cold/divide.h"
#include "cold/engines.h"
#include "cold/wheel/wheel-engine.h"

void *tai_cold_shape(const tai_job *job)
{
    const tai_engine *engine = job->engine;
    return tai_cold_divide_shape(
        job, engine == &tai_engine_shift    ? TA_DIVIDE_SHIFT
             : engine == &tai_engine_divide ? TA_DIVIDE_TRANSFORMS
             : engine == &tai_engine_exact  ? TA_DIVIDE_PACKED
                                            : TA_DIVIDE_ANY);
}

static uint64_t divide_memory(const tai_job *job)
{
    return ((const tai_divide *)job->shape)->bytes;
}

const tai_engine tai_engine_shift = {
    .info = {"shift", "word-parallel shift-or, by elements of S or by cold "
                      "positions"},
    .wants_set = true,
    .power = 1.5,
    .shape = tai_cold_shape,
    .memory = divide_memory,
    .run = tai_cold_divide_run};

const tai_engine tai_engine_divide = {
    .info = {"divide",
             "Eppstein's divide and conquer, many-way, by transforms"},
    .wants_set = true,
    .power = 1.1,
    .shape = tai_cold_shape,
    .memory = divide_memory,
    .run = tai_cold_divide_run};

const tai_engine tai_engine_exact = {
    .info = {"exact", "Eppstein's divide and conquer on integers, by GMP"},
    .wants_set = true,
    .power = 1.2,
    .shape = tai_cold_shape,
    .memory = divide_memory,
    .run = tai_cold_divide_run};

/* Only the recursion convolves, so asking for a method excludes the wheel. */
static bool auto_takes_wheel(const tai_job *job)
{
    return job->options->convolver == TA_CONVOLVER_AUTO && tai_wheel_suits(job);
}

static uint64_t auto_memory(const tai_job *job)
{
    return auto_takes_wheel(job) ? tai_wheel_memory(job) : divide_memory(job);
}

static ta_status auto_run(const tai_job *job)
{
    if (auto_takes_wheel(job)) {
        tai_stats_add(job->options->stats, "chosen", "wheel");
        return tai_wheel_run_where_it_wins(job);
    }
    /* Ranks do not share the recursion. */
    return tai_comm_of(job->options)->rank > 0 ? TA_OK
                                               : tai_cold_divide_run(job);
}

const tai_engine tai_engine_auto = {
    .info = {"auto",
             "the wheel where it wins, else the cheapest way at every node"},
    .wants_set = true,
    .power = 1,
    .shape = tai_cold_shape,
    .memory = auto_memory,
    .run = auto_run};
