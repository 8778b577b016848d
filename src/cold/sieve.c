/* Forward marking with a byte a position, as Eppstein's blog describes it
 * (11011110, November 2016): the published baseline, kept plain. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cold/engines.h"
#include "run/known.h"

/* A block ends early, at a multiple of 64, when it has cost so many marks. */
enum { EMIT = 1 << 16, MARKS = 1 << 26 };

typedef struct sieve {
    const ta_job *job;
    uint64_t *set; /* elements below n */
    size_t count;
    unsigned char *hot;
    uint64_t *bits; /* of the block in hand */
} sieve;

static uint64_t memory(const ta_job *job)
{
    uint64_t list = ta_mul_sat(ta_game_count_bound(job->game, job->n), 8);
    return ta_add_sat(ta_add_sat(job->n, list), EMIT / 8 + 4096);
}

/* Marks what a known cold position makes hot at or beyond job->known. */
static ta_status mark_known(void *state, uint64_t c)
{
    const sieve *v = state;
    size_t k = ta_first_at_least(v->set, v->count, v->job->known - c);
    for (; k < v->count && v->set[k] < v->job->n - c; k++)
        v->hot[c + v->set[k]] = 1;
    return TA_OK;
}

/* A cold position at x n marks all that it reaches below n: the early ones
 * mark most, (1 - x)^r of S, and farther apart, so that caches help less: in
 * all about as (1 - x), as measured for squares. And there are more of them:
 * about x^c of all are below x n. */
static double share_of(const ta_job *job, uint64_t done)
{
    double c = 0.5 + 0.4 * ta_game_growth(job->game, job->n);
    double u = (double)done / (double)job->n;
    return pow(u, c) * (1 + c * (1 - u));
}

/* Decides [from, to) and returns where it stopped. */
static uint64_t solve(const sieve *v, uint64_t from, uint64_t to)
{
    const uint64_t n = v->job->n;
    uint64_t marks = 0, i = from;
    for (; i < to && (marks < MARKS || i % 64 != 0); i++) {
        if (v->hot[i] || i < v->job->first)
            continue;
        v->bits[(i - from) / 64] |= (uint64_t)1 << ((i - from) % 64);
        size_t k = 0;
        for (; k < v->count && v->set[k] < n - i; k++)
            v->hot[i + v->set[k]] = 1;
        marks += k;
    }
    return i;
}

static ta_status run(const ta_job *job)
{
    sieve v = {.job = job};
    ta_status st = ta_game_elements(job->game, job->n, &v.set, &v.count);
    if (st != TA_OK)
        return st;
    v.hot = ta_alloc(job->n, 1);
    v.bits = ta_alloc(EMIT / 64, 8);
    if (v.hot == NULL || v.bits == NULL)
        st = TA_ENOMEM;
    if (st == TA_OK)
        st = ta_job_clear(job, v.hot, job->n, share_of(job, job->known));
    if (st == TA_OK)
        st = ta_known_each(job, mark_known, &v);
    for (uint64_t from = job->known, to; from < job->n && st == TA_OK;
         from = to) {
        st = ta_job_poll(job, share_of(job, from), from);
        if (st != TA_OK)
            break;
        memset(v.bits, 0, EMIT / 8);
        to = solve(&v, from, ta_min_u64(from + EMIT, job->n));
        st = ta_job_emit_bits(job, from, to, v.bits);
    }
    if (st == TA_OK)
        st = ta_job_poll(job, 1, job->n);
    ta_free(v.bits);
    ta_free(v.hot);
    free(v.set);
    return st;
}

const ta_engine ta_engine_sieve = {
    {"sieve", "forward marking from each cold position, a byte a position"},
    false,
    memory,
    run};
