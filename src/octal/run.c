/* Values of octal games, streamed as they are found, from what is known on.
 * The search for a period goes along; once one is proved, no more heaps are
 * computed. */
#include <string.h>

#include "octal/octal.h"
#include "run/known.h"

/* Heaps that are handed over together. */
enum { BLOCK_BITS = 14, BLOCK = 1 << BLOCK_BITS };

typedef struct run {
    const ta_options *options;
    uint64_t n, known;
    ta_value_sink *sink; /* may be NULL */
    ta_octal_rest_sink *rest;
    ta_error *error;
    const ta_sparse *engine;
    double share; /* as last told: what is foreseen may grow, this must not */
} run;

static ta_status hand_over(const run *r, uint64_t from, uint64_t to,
                           const uint16_t *values)
{
    ta_value_block block = {from, to, values};
    return r->sink == NULL ? TA_OK : r->sink->take(r->sink, &block);
}

static ta_status poll(run *r, uint64_t done)
{
    const double share = done == r->n ? 1 : ta_sparse_share(r->engine, r->n);
    if (share > r->share)
        r->share = share;
    return ta_poll(r->options, r->share, done);
}

/* The engine polls too, within a block, and knows only of that. */
static int poll_inside(void *state, double share, uint64_t done)
{
    (void)share;
    return poll(state, done) != TA_OK;
}

/* Finds the next few heaps; no further than to where a period is looked for. */
static ta_status step(run *r, ta_sparse *e, ta_octal_search *q, uint16_t *block)
{
    ta_options inside = {.progress = poll_inside, .progress_state = r};
    uint64_t from = e->n, to = ta_min_u64(from + BLOCK, r->n);
    if (from < q->next)
        to = ta_min_u64(to, q->next);
    if (from >= TA_OCTAL_N_MAX)
        return ta_fail(r->error, TA_ERANGE,
                       "no period is proved from the first 2^32 - 256 heaps, "
                       "and no more are computed");
    ta_status st = poll(r, from);
    if (st == TA_OK)
        st =
            ta_sparse_run(e, ta_min_u64(to, TA_OCTAL_N_MAX), &inside, r->error);
    if (st != TA_OK)
        return st;
    ta_sparse_values(e, from, e->n, block);
    return hand_over(r, from, e->n, block);
}

/* From a period that is proved: the last whole one is what repeats. */
static ta_status hand_rest(run *r, ta_sparse *e, const ta_octal_summary *s)
{
    ta_octal_rest rest = {e->n, r->n, s->period, e->g + (e->n - s->period)};
    ta_sparse_to_values(e);
    ta_status st = TA_OK;
    if (r->rest != NULL)
        st = r->rest->take(r->rest, &rest);
    else if (r->sink != NULL)
        st = ta_octal_rest_values(&rest, rest.from, r->sink);
    return st;
}

static ta_status run_sparse(run *r, const ta_octal *game, uint16_t *block)
{
    ta_sparse *e;
    ta_octal_search q;
    if (ta_sparse_new(game, &e) != TA_OK)
        return ta_fail(r->error, TA_ENOMEM, "no memory for an octal game");
    r->engine = e;
    e->rare_most = ta_octal_list_most(r->options, ta_octal_memory(r->n));
    if (r->options != NULL && r->options->max_memory != 0)
        e->room_most =
            ta_max_u64(ta_octal_room(r->n),
                       (r->options->max_memory - (ta_octal_memory(0))) / 2);
    ta_status st = ta_sparse_room(e, ta_max_u64(r->known, ta_octal_room(r->n)));
    if (st == TA_OK && r->known > 0)
        st = ta_known_copy(r->options->known, NULL, r->known, e->g, r->error);
    if (st == TA_OK)
        st = ta_sparse_begin(e, r->known, e->room);
    if (st == TA_ENOMEM)
        ta_fail(r->error, st, "no memory for the values of %llu heaps",
                (unsigned long long)r->n);
    /* heap 0 is there from the beginning */
    if (st == TA_OK && r->known == 0)
        st = hand_over(r, 0, 1, &(uint16_t){0});
    ta_octal_search_begin(&q, e, false);
    while (st == TA_OK && e->n < r->n && q.summary.proof == TA_OCTAL_UNPROVED) {
        if (e->n < q.next) {
            st = step(r, e, &q, block);
            continue;
        }
        st = ta_octal_search_look(&q, e);
        if (st == TA_ENOMEM)
            ta_fail(r->error, st, "no memory for the search of a period");
    }
    char text[200];
    ta_octal_proof_text(&q.summary, text);
    if (st == TA_OK && r->options != NULL)
        ta_stats_add(r->options->stats, "proof", "%s", text);
    if (st == TA_OK && e->n < r->n)
        st = hand_rest(r, e, &q.summary);
    ta_sparse_free(e);
    return st != TA_OK ? st : poll(r, r->n);
}

/* The oracle looks at nothing that is known. */
static ta_status run_naive(const run *r, const ta_octal *game)
{
    if (r->n > TA_OCTAL_N_MAX)
        return ta_fail(r->error, TA_ERANGE,
                       "the naive engine ends at 2^32 - 256 heaps");
    uint16_t *values = ta_alloc(r->n, sizeof *values);
    if (values == NULL)
        return ta_fail(r->error, TA_ENOMEM, "no memory for the values");
    ta_status st = ta_octal_naive(game, r->n, r->options, values, r->error);
    if (st == TA_OK)
        st = hand_over(r, r->known, r->n, values + r->known);
    ta_free(values);
    return st;
}

ta_status ta_octal_run_rest(const ta_octal *game, uint64_t n,
                            const ta_options *options, ta_value_sink *sink,
                            ta_octal_rest_sink *rest, ta_error *error)
{
    bool naive;
    run r = {
        .options = options, .n = n, .sink = sink, .rest = rest, .error = error};
    const uint64_t need = ta_octal_memory(n);
    ta_status st = ta_octal_check(n, need, options, &naive, error);
    const ta_archive *archive = options != NULL ? options->known : NULL;
    ta_archive_info want = {.content = TA_CONTENT_OCTAL, .game = game->code};
    if (st == TA_OK)
        st = ta_known_end(archive, &want, n, BLOCK_BITS, &r.known, error);
    if (st == TA_OK && r.known > 0 && sink != NULL)
        st = ta_archive_values(archive, 0, r.known, sink, error);
    if (st != TA_OK || r.known == n)
        return st;
    if (naive)
        return run_naive(&r, game);
    uint16_t *block = ta_alloc(BLOCK, sizeof *block);
    st = block != NULL ? run_sparse(&r, game, block)
                       : ta_fail(error, TA_ENOMEM, "no memory for a block");
    ta_free(block);
    return st;
}

ta_status ta_octal_run(const ta_octal *game, uint64_t n,
                       const ta_options *options, ta_value_sink *sink,
                       ta_error *error)
{
    return ta_octal_run_rest(game, n, options, sink, NULL, error);
}

typedef struct collector {
    ta_value_sink sink;
    uint16_t *values;
} collector;

static ta_status collect(ta_value_sink *sink, const ta_value_block *block)
{
    memcpy(((collector *)sink)->values + block->from, block->values,
           (size_t)(block->to - block->from) * sizeof *block->values);
    return TA_OK;
}

ta_status ta_octal_values(const ta_octal *game, uint64_t n,
                          const ta_options *options, uint16_t *values,
                          ta_error *error)
{
    collector c = {{collect}, values};
    return ta_octal_run(game, n, options, &c.sink, error);
}
