#include "run/known.h"

#include <inttypes.h>
#include <string.h>

#include "archive/archive.h"

static const char *convention_text(ta_convention convention)
{
    return convention == TA_MISERE ? "misere" : "normal";
}

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
                       have->game, convention_text(have->convention),
                       want->game, convention_text(want->convention));
    *known = have->end >= n ? n : have->end >> bits << bits;
    return TA_OK;
}

/* ---- the first positions, once more ---- */

/* So many positions of what is known are computed again, to be sure. */
enum { TRIAL = 1 << 12 };

/* What the slowest engine makes of them; then what the archive says is
 * compared. Of cold positions the value is 1, of hot ones 0. */
typedef struct trial {
    ta_sink sink;
    ta_value_sink values;
    uint16_t value[TRIAL];
    bool filled;
    uint64_t wrong; /* the first position that differs */
} trial;

static void look(trial *t, uint64_t position, uint16_t value)
{
    if (!t->filled)
        t->value[position] = value;
    else if (t->value[position] != value && position < t->wrong)
        t->wrong = position;
}

static ta_status take_values(ta_value_sink *sink, const ta_value_block *block)
{
    trial *t = (trial *)((char *)sink - offsetof(trial, values));
    for (uint64_t i = block->from; i < block->to; i++)
        look(t, i, block->values[i - block->from]);
    return TA_OK;
}

static ta_status set_bit(void *words, uint64_t position)
{
    ((uint64_t *)words)[position / 64] |= (uint64_t)1 << (position % 64);
    return TA_OK;
}

static ta_status take_cold(ta_sink *sink, const ta_block *block)
{
    uint64_t words[TRIAL / 64] = {0};
    ta_status st = ta_block_each(block, 0, set_bit, words);
    for (uint64_t i = block->from; i < block->to; i++)
        look((trial *)sink, i, words[i / 64] >> (i % 64) & 1);
    return st;
}

/* A checkpoint of another set under the same name does not get far. */
static ta_status try_known(const ta_quantity *quantity, const ta_job *job)
{
    uint64_t end = ta_min_u64(job->known, TRIAL);
    ta_options plain = {.engine = quantity->engines[0]->info.name};
    trial t = {.sink = {take_cold}, .values = {take_values}, .wrong = end};
    ta_status st = ta_run(quantity, job->game, end, &plain, &t.sink, &t.values,
                          job->error);
    t.filled = true;
    const ta_archive *known = job->options->known;
    if (st == TA_OK)
        st = quantity->content == TA_CONTENT_COLD
                 ? ta_archive_cold_of(known, job->game, 0, end, &t.sink,
                                      job->error)
                 : ta_archive_values_of(known, job->game, 0, end, &t.values,
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
    if (st == TA_OK && job->sink != NULL)
        st = ta_archive_cold_of(job->options->known, job->game, 0, job->known,
                                job->sink, job->error);
    if (st == TA_OK && job->values != NULL)
        st = ta_known_stream(job, job->values);
    return st;
}

/* ---- for the engines ---- */

typedef struct visitor {
    ta_sink sink;
    ta_status (*visit)(void *state, uint64_t position);
    void *state;
} visitor;

static ta_status visit_block(ta_sink *sink, const ta_block *block)
{
    visitor *v = (visitor *)sink;
    return ta_block_each(block, 0, v->visit, v->state);
}

ta_status ta_known_each(const ta_job *job,
                        ta_status (*visit)(void *state, uint64_t position),
                        void *state)
{
    visitor v = {{visit_block}, visit, state};
    if (job->known == 0)
        return TA_OK;
    return ta_archive_cold_of(job->options->known, job->game, 0, job->known,
                              &v.sink, job->error);
}

ta_status ta_known_bits(const ta_job *job, uint64_t *words)
{
    return ta_known_each(job, set_bit, words);
}

typedef struct copier {
    ta_value_sink sink;
    uint16_t *values;
} copier;

static ta_status copy(ta_value_sink *sink, const ta_value_block *block)
{
    uint16_t *values = ((copier *)sink)->values;
    memcpy(values + block->from, block->values,
           (size_t)(block->to - block->from) * sizeof *values);
    return TA_OK;
}

ta_status ta_known_copy(const ta_archive *archive, const ta_game *game,
                        uint64_t known, uint16_t *values, ta_error *error)
{
    copier c = {{copy}, values};
    if (known == 0)
        return TA_OK;
    return ta_archive_values_of(archive, game, 0, known, &c.sink, error);
}

ta_status ta_known_stream(const ta_job *job, ta_value_sink *sink)
{
    if (job->known == 0)
        return TA_OK;
    return ta_archive_values_of(job->options->known, job->game, 0, job->known,
                                sink, job->error);
}
