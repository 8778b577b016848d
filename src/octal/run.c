/* Values of octal games as a quantity: two engines, as they are found, from
 * what is known on. The search for a period goes along; once one is proved, no
 * more heaps are computed. */
#include "octal/octal.h"
#include "run/known.h"

/* Heaps that are handed over together. */
enum { BLOCK_BITS = 14, BLOCK = 1 << BLOCK_BITS };

typedef struct run {
    const ta_job *job;
    const ta_sparse *engine;
    double share; /* as last told: what is foreseen may grow, this must not */
} run;

static ta_status poll(run *r, uint64_t done)
{
    const uint64_t n = r->job->n;
    const double share = done == n ? 1 : ta_sparse_share(r->engine, n);
    if (share > r->share)
        r->share = share;
    return ta_job_poll(r->job, r->share, done);
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
    const ta_job *job = r->job;
    ta_options inside = {.progress = poll_inside, .progress_state = r};
    uint64_t from = e->n, to = ta_min_u64(from + BLOCK, job->n);
    if (from < q->next)
        to = ta_min_u64(to, q->next);
    if (from >= TA_OCTAL_N_MAX)
        return ta_fail(job->error, TA_ERANGE,
                       "no period is proved from the first 2^32 - 256 heaps, "
                       "and no more are computed");
    ta_status st = poll(r, from);
    if (st == TA_OK)
        st = ta_sparse_run(e, ta_min_u64(to, TA_OCTAL_N_MAX), &inside,
                           job->error);
    if (st != TA_OK)
        return st;
    ta_sparse_values(e, from, e->n, block);
    return ta_job_emit_values(job, from, e->n, block);
}

/* From a period that is proved: the last whole one is what repeats. */
static ta_status hand_rest(const ta_job *job, ta_sparse *e, uint64_t period)
{
    ta_sparse_to_values(e);
    return ta_job_emit(job, &(ta_block){.from = e->n,
                                        .to = job->n,
                                        .values = e->g + (e->n - period),
                                        .count = job->n - e->n,
                                        .period = period});
}

/* An engine that has what is known, and the room that it may need. */
static ta_status begin(const ta_job *job, ta_sparse *e)
{
    const uint64_t room = ta_octal_room(job->n);
    const uint64_t limit = job->options->max_memory;
    e->rare_most = ta_octal_list_most(job->options, ta_octal_memory(job->n));
    if (limit != 0)
        e->room_most = ta_max_u64(room, (limit - ta_octal_memory(0)) / 2);
    ta_status st = ta_sparse_room(e, ta_max_u64(job->known, room));
    if (st == TA_OK)
        st = ta_known_store(job, e->g);
    if (st == TA_OK)
        st = ta_sparse_begin(e, job->known, e->room);
    /* heap 0 is there from the beginning */
    return st == TA_OK ? ta_job_emit_values(job, 0, 1, &(uint16_t){0}) : st;
}

static bool has_thirds(const ta_job *job)
{
    return ta_game_octal(job->game)->n_third > 0;
}

static ta_status run_sparse(const ta_job *job)
{
    if (has_thirds(job))
        return ta_fail(job->error, TA_EINVAL,
                       "engine sparse is for octal codes; digits 8 to F, which "
                       "split in three, have sets (or auto) and naive");
    ta_sparse *e = NULL;
    ta_octal_search q;
    uint16_t *block = ta_alloc(BLOCK, sizeof *block);
    ta_status st =
        block != NULL ? ta_sparse_new(ta_game_octal(job->game), &e) : TA_ENOMEM;
    run r = {.job = job, .engine = e};
    if (st == TA_OK)
        st = begin(job, e);
    if (st == TA_OK)
        ta_octal_search_begin(&q, e, false);
    while (st == TA_OK && e->n < job->n && q.summary.proof == TA_OCTAL_UNPROVED)
        st = e->n < q.next ? step(&r, e, &q, block)
                           : ta_octal_search_look(&q, e);
    if (st == TA_OK) {
        char text[200];
        ta_octal_proof_text(&q.summary, text);
        ta_stats_add(job->options->stats, "proof", "%s", text);
        if (e->n < job->n)
            st = hand_rest(job, e, q.summary.period);
    }
    if (st == TA_OK)
        st = poll(&r, job->n);
    ta_sparse_free(e);
    ta_free(block);
    return st;
}

static uint64_t sparse_memory(const ta_job *job)
{
    return ta_octal_memory(job->n);
}

static uint64_t naive_memory(const ta_job *job)
{
    return ta_add_sat(ta_mul_sat(job->n, 2), 1 << 17);
}

/* The oracle looks at nothing that is known. */
static ta_status run_naive(const ta_job *job)
{
    if (job->n > TA_OCTAL_N_MAX)
        return ta_fail(job->error, TA_ERANGE,
                       "the naive engine ends at 2^32 - 256 heaps");
    uint16_t *values = ta_alloc(job->n, sizeof *values);
    if (values == NULL)
        return TA_ENOMEM;
    ta_status st = ta_octal_naive(ta_game_octal(job->game), job->n,
                                  job->options, values, job->error);
    if (st == TA_OK)
        st = ta_job_emit_values(job, 0, job->n, values);
    ta_free(values);
    return st;
}

static const ta_engine naive = {
    {"naive", "the values by the definition, all breaks of each heap"},
    false,
    naive_memory,
    run_naive};
static const ta_engine sparse = {
    {"sparse", "rare values and their breaks only, where they are known to be "
               "enough"},
    false,
    sparse_memory,
    run_sparse};
static uint64_t auto_memory(const ta_job *job)
{
    return has_thirds(job) ? ta_octal_sets.memory(job) : sparse_memory(job);
}

static ta_status run_auto(const ta_job *job)
{
    return has_thirds(job) ? ta_octal_sets.run(job) : run_sparse(job);
}

static const ta_engine automatic = {
    {"auto", "sets for hexadecimal codes, sparse for octal ones"},
    false,
    auto_memory,
    run_auto};

static const ta_engine *const engines[] = {&naive, &ta_octal_sets, &sparse,
                                           &automatic};

const ta_quantity ta_octal_values = {
    .name = "octal games",
    .content = TA_CONTENT_OCTAL,
    .engines = engines,
    .count = sizeof engines / sizeof *engines,
    .grain = BLOCK_BITS,
    .most = UINT64_MAX,
    .most_text = "",
    .no_misere = "octal games have values for normal play only; of misere play "
                 "there are cold heaps",
};
