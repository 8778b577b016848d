#include "cold/known.h"

#include <inttypes.h>

#include "store/known.h"

/* The block at the bottom of the recursion where nobody chooses another: a
 * multiple of what every engine starts at. */
enum { GRAIN_BITS = 13 };

/* So many positions of what is known are computed again, to be sure. */
enum { TRIAL = 1 << 12 };

ta_status ta_known_begin(ta_job *job)
{
    char id[TA_GAME_ID];
    ta_archive_info want = {.content = TA_CONTENT_COLD,
                            .game = ta_game_id(job->game, id),
                            .convention = ta_game_convention(job->game)};
    unsigned bits = job->options->base_bits;
    return ta_known_end(job->options->known, &want, job->n,
                        bits > 0 ? bits : GRAIN_BITS, &job->known, job->error);
}

typedef struct visitor {
    ta_sink sink;
    ta_status (*visit)(void *state, uint64_t position);
    void *state;
} visitor;

static ta_status take(ta_sink *sink, const ta_block *block)
{
    visitor *v = (visitor *)sink;
    return ta_block_each(block, 0, v->visit, v->state);
}

static ta_status trial_bit(void *words, uint64_t position)
{
    ((uint64_t *)words)[position / 64] ^= (uint64_t)1 << (position % 64);
    return TA_OK;
}

/* The definition on the first positions: a checkpoint of another set under
 * the same name does not get far. */
static ta_status try_known(const ta_job *job)
{
    uint64_t words[TRIAL / 64] = {0}, end = ta_min_u64(job->known, TRIAL);
    ta_options plain = {.engine = "naive"};
    ta_bits bits = {words, end};
    visitor v = {{take}, trial_bit, words};
    ta_status st = ta_cold(job->game, end, &plain, &bits, job->error);
    if (st == TA_OK)
        st = ta_known_cold(job->options->known, job->game, 0, end, &v.sink,
                           job->error);
    for (uint64_t w = 0; w < ta_bits_words(end) && st == TA_OK; w++)
        if (words[w] != 0)
            st = ta_fail(job->error, TA_EMISMATCH,
                         "what is known is wrong at position %" PRIu64,
                         64 * w + ta_ctz(words[w]));
    return st;
}

ta_status ta_known_replay(const ta_job *job)
{
    if (job->known == 0)
        return TA_OK;
    ta_status st = try_known(job);
    if (st != TA_OK || job->sink == NULL)
        return st;
    return ta_known_cold(job->options->known, job->game, 0, job->known,
                         job->sink, job->error);
}

ta_status ta_known_each(const ta_job *job,
                        ta_status (*visit)(void *state, uint64_t position),
                        void *state)
{
    visitor v = {{take}, visit, state};
    if (job->known == 0)
        return TA_OK;
    return ta_known_cold(job->options->known, job->game, 0, job->known, &v.sink,
                         job->error);
}

static ta_status set_bit(void *words, uint64_t position)
{
    ((uint64_t *)words)[position / 64] |= (uint64_t)1 << (position % 64);
    return TA_OK;
}

ta_status ta_known_bits(const ta_job *job, uint64_t *words)
{
    return ta_known_each(job, set_bit, words);
}
