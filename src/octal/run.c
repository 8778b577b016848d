/* Values of octal games, streamed as they are found, from what is known on. */
#include <string.h>

#include "octal/octal.h"
#include "run/known.h"

/* Heaps that are handed over together. */
enum { BLOCK_BITS = 14, BLOCK = 1 << BLOCK_BITS };

typedef struct run {
    const ta_options *options;
    uint64_t n, known;
    ta_value_sink *sink; /* may be NULL */
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

static ta_status run_sparse(run *r, const ta_octal *game, uint16_t *block)
{
    ta_sparse *e;
    ta_options inside = {.progress = poll_inside, .progress_state = r};
    if (ta_sparse_new(game, &e) != TA_OK)
        return ta_fail(r->error, TA_ENOMEM, "no memory for an octal game");
    r->engine = e;
    e->rare_most = ta_octal_list_most(r->options, ta_octal_memory(r->n));
    ta_status st = ta_sparse_room(e, r->n);
    if (st == TA_OK && r->known > 0)
        st = ta_known_copy(r->options->known, NULL, r->known, e->g, r->error);
    if (st == TA_OK)
        st = ta_sparse_begin(e, r->known, r->n);
    if (st == TA_ENOMEM)
        ta_fail(r->error, st, "no memory for the values of %llu heaps",
                (unsigned long long)r->n);
    for (uint64_t to, from = r->known; from < r->n && st == TA_OK; from = to) {
        to = ta_min_u64(from + BLOCK, r->n);
        st = poll(r, from);
        if (st == TA_OK)
            st = ta_sparse_run(e, to, &inside, r->error);
        if (st == TA_OK) {
            ta_sparse_values(e, from, to, block);
            st = hand_over(r, from, to, block);
        }
    }
    ta_sparse_free(e);
    return st != TA_OK ? st : poll(r, r->n);
}

/* The oracle looks at nothing that is known. */
static ta_status run_naive(const run *r, const ta_octal *game)
{
    uint16_t *values = ta_alloc(r->n, sizeof *values);
    if (values == NULL)
        return ta_fail(r->error, TA_ENOMEM, "no memory for the values");
    ta_status st = ta_octal_naive(game, r->n, r->options, values, r->error);
    if (st == TA_OK)
        st = hand_over(r, r->known, r->n, values + r->known);
    ta_free(values);
    return st;
}

ta_status ta_octal_run(const ta_octal *game, uint64_t n,
                       const ta_options *options, ta_value_sink *sink,
                       ta_error *error)
{
    bool naive;
    run r = {.options = options, .n = n, .sink = sink, .error = error};
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
