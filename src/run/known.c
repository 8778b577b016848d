#include "run/known.h"

#include <inttypes.h>
#include <string.h>

#include "archive/archive.h"

ta_status ta_known_end(const ta_archive *archive, const ta_archive_info *want,
                       uint64_t n, unsigned bits, uint64_t *known,
                       ta_error *error)
{
    *known = 0;
    if (archive == NULL)
        return TA_OK;
    const ta_archive_info *have = ta_archive_about(archive);
    if (have->content != want->content)
        return ta_fail(error, TA_EINVAL, "what is known is of another kind");
    if (have->convention != want->convention ||
        strcmp(have->game, want->game) != 0)
        return ta_fail(error, TA_EINVAL,
                       "what is known is of the game %.120s, %s play, not of "
                       "%.120s, %s play",
                       have->game, ta_convention_text(have->convention),
                       want->game, ta_convention_text(want->convention));
    if (ta_archive_brief(archive) != NULL && have->end > n)
        return ta_fail(error, TA_EINVAL,
                       "what is known is a summary of the positions below "
                       "%" PRIu64 ": N must be as large",
                       have->end);
    *known = ta_archive_brief(archive) != NULL ? have->end
             : have->end >= n                  ? n
                                               : have->end >> bits << bits;
    return TA_OK;
}

/* ---- the first positions, once more ---- */

/* So many positions of what is known are computed again, to be sure. */
enum { TRIAL = 1 << 12 };

/* What the slowest engine makes of them, values or a byte for each cold one;
 * then what the archive says is compared. */
typedef struct trial {
    uint16_t value[TRIAL];
    bool filled;
    uint64_t wrong; /* the first position that differs */
} trial;

static ta_status take(void *state, const ta_block *block)
{
    trial *t = state;
    uint64_t words[TRIAL / 64] = {0};
    if (block->values == NULL)
        (void)ta_block_store(words, block);
    for (uint64_t i = block->from; i < block->to; i++) {
        uint16_t value = words[i / 64] >> (i % 64) & 1;
        if (block->values != NULL)
            value = block->values[i - block->from];
        if (!t->filled)
            t->value[i] = value;
        else if (i < t->wrong && t->value[i] != value)
            t->wrong = i;
    }
    return TA_OK;
}

/* A checkpoint of another set under the same name does not get far. */
static ta_status try_known(const ta_quantity *quantity, const ta_job *job)
{
    const ta_brief_info *brief = ta_archive_brief(job->options->known);
    uint64_t end = ta_min_u64(brief != NULL ? brief->head : job->known, TRIAL);
    ta_options plain = {.engine = quantity->engines[0]->info.name};
    trial t = {.wrong = end};
    const ta_sink sink = {take, &t};
    ta_plan plan;
    ta_status st =
        ta_plan_make(&plan, quantity, job->game, end, &plain, job->error);
    if (st == TA_OK)
        st = ta_plan_run(&plan, &sink, job->error);
    t.filled = true;
    if (st == TA_OK)
        st = ta_archive_read_of(job->options->known, job->game, 0, end, &sink,
                                job->error);
    if (st == TA_OK && t.wrong < end)
        st = ta_fail(job->error, TA_EMISMATCH,
                     "what is known is wrong at position %" PRIu64, t.wrong);
    return st;
}

ta_status ta_known_replay(const ta_quantity *quantity, const ta_job *job)
{
    if (job->known == 0)
        return TA_OK;
    ta_status st = try_known(quantity, job);
    if (ta_archive_brief(job->options->known) != NULL)
        return st; /* the caller asks it for what it has of them */
    return st == TA_OK && job->sink != NULL ? ta_known_read(job, job->sink)
                                            : st;
}

/* ---- for the engines ---- */

ta_status ta_known_read(const ta_job *job, const ta_sink *sink)
{
    if (job->known == 0)
        return TA_OK;
    return ta_archive_read_of(job->options->known, job->game, 0, job->known,
                              sink, job->error);
}

ta_status ta_known_store(const ta_job *job, void *array)
{
    return ta_known_read(job, &(ta_sink){ta_block_store, array});
}

typedef struct visitor {
    ta_status (*visit)(void *state, uint64_t position);
    void *state;
} visitor;

static ta_status visit_block(void *state, const ta_block *block)
{
    visitor *v = state;
    return ta_block_each(block, 0, v->visit, v->state);
}

ta_status ta_known_each(const ta_job *job,
                        ta_status (*visit)(void *state, uint64_t position),
                        void *state)
{
    return ta_known_read(job,
                         &(ta_sink){visit_block, &(visitor){visit, state}});
}
