/* The resumed prefix: finding and reading it. */
#include "run/known.h"

#include <inttypes.h>
#include <string.h>

#include "archive/archive-internal.h"

ta_status tai_known_find(ta_job *job, const ta_options *options,
                         ta_error *error)
{
    if (options->known == NULL)
        return TA_OK;
    char id[TA_GAME_ID];
    const ta_archive_info *have = ta_archive_about(options->known);
    const bool truncated = tai_archive_brief(options->known) != NULL;
    const ta_convention convention = ta_game_about(job->game)->convention;
    if (have->content != job->quantity->content)
        return tai_fail(error, TA_EINVAL, "what is known is of another kind");
    if (have->convention != convention ||
        strcmp(have->game, ta_game_id(job->game, id)) != 0)
        return tai_fail(error, TA_EINVAL,
                        "what is known is of the game %.120s, %s play, not of "
                        "%.120s, %s play",
                        have->game, ta_convention_text(have->convention), id,
                        ta_convention_text(convention));
    if (truncated && have->end > job->n)
        return tai_fail(error, TA_EINVAL,
                        "what is known is a summary of the positions below "
                        "%" PRIu64 ": N must be as large",
                        have->end);
    job->known = ta_min_u64(have->end, job->n);
    if (truncated)
        return TA_OK;
    /* A summary computes the last block again. */
    if (job->known == job->n && job->n > 0 && options->summary != NULL)
        job->known--;
    /* Engines for cold positions go on from any block of the recursion. */
    unsigned grain = job->quantity->grain;
    if (job->quantity->content == TA_CONTENT_COLD && options->base_bits > 0)
        grain = options->base_bits;
    if (job->known < job->n)
        job->known = job->known >> grain << grain;
    return TA_OK;
}

ta_status tai_known_read(const ta_job *job, const ta_sink *sink)
{
    if (job->known == 0)
        return TA_OK;
    return ta_archive_read(job->options->known, 0, job->known, sink,
                           job->error);
}

ta_status tai_known_store(const ta_job *job, void *array)
{
    return tai_known_read(job, &(ta_sink){tai_block_store, array});
}

typedef struct known_visitor {
    ta_status (*visit)(void *state, uint64_t position);
    void *state;
} known_visitor;

static ta_status known_visit_block(void *state, const ta_block *block)
{
    known_visitor *v = state;
    return ta_block_each(block, 0, v->visit, v->state);
}

ta_status tai_known_each(const ta_job *job,
                         ta_status (*visit)(void *state, uint64_t position),
                         void *state)
{
    return tai_known_read(
        job, &(ta_sink){known_visit_block, &(known_visitor){visit, state}});
}
