#include "cold/wheel/start.h"

#include "cold/engines.h"

static ta_status add_one(void *state, uint64_t position)
{
    return wheel_list_add(state, position);
}

static ta_status take(void *list, const ta_block *block)
{
    return ta_block_each(block, 0, add_one, list);
}

ta_status wheel_start(const ta_job *job, const wheel_moves *moves, uint64_t n,
                      wheel_list *cold)
{
    const ta_sink sink = {take, cold};
    /* Progress and statistics are told for the whole job, not for this. */
    ta_options options = *job->options;
    options.progress = NULL;
    options.stats = NULL;
    options.base_bits = 0;
    ta_set set;
    ta_job start = *job;
    start.n = n;
    start.known = 0; /* all of it is wanted in the list */
    start.first = ta_min_u64(job->first, n);
    start.set = &set;
    start.options = &options;
    start.sink = &sink;
    if (n == 0)
        return TA_OK;
    ta_status status = ta_set_from_list(moves->value, moves->count, n, &set);
    if (status != TA_OK)
        return status;
    status = ta_engine_shift.run(&start);
    ta_set_free(&set);
    return status;
}
