/* The two plain engines, a byte a position. `naive` is the dynamic program by
 * the definition, which looks at the options of each position: the oracle of
 * all other engines. `sieve` marks what each cold position makes hot, as
 * Eppstein's blog describes it (11011110, November 2016): the published
 * baseline. */
#include <string.h>

#include "cold/engines.h"
#include "run/known.h"

/* A block ends early, at a multiple of 64, when it has cost so many looks or
 * marks: well below a second. */
enum { EMIT = 1 << 16, STEPS = 1 << 26 };

typedef struct plain {
    const ta_job *job;
    uint64_t *set; /* elements below n */
    size_t count;
    unsigned char *hot; /* 1: hot, of those decided; or marked by a sieve */
    uint64_t *bits;     /* cold ones of the block in hand */
} plain;

/* Decides [from, to) and returns where it stopped; and what becomes of a known
 * cold position. */
typedef uint64_t decide(const plain *p, uint64_t from, uint64_t to);
typedef ta_status keep(void *state, uint64_t cold);

static uint64_t memory(const ta_job *job)
{
    uint64_t list = ta_mul_sat(ta_game_count_bound(job->game, job->n), 8);
    return ta_add_sat(ta_add_sat(job->n, list), EMIT / 8 + 4096);
}

static ta_status run(const ta_job *job, decide *decide_some, keep *keep_known)
{
    plain p = {.job = job};
    ta_status st = ta_game_elements(job->game, job->n, &p.set, &p.count);
    if (st != TA_OK)
        return st;
    p.hot = ta_alloc_zero(job->n, 1);
    p.bits = ta_alloc(EMIT / 64, 8);
    if (p.hot == NULL || p.bits == NULL)
        st = TA_ENOMEM;
    if (st == TA_OK) {
        memset(p.hot, 1, ta_max_u64(job->first, job->known));
        st = ta_known_each(job, keep_known, &p);
    }
    for (uint64_t from = job->known, to; from < job->n && st == TA_OK;
         from = to) {
        st = ta_job_poll(job, from);
        if (st != TA_OK)
            break;
        memset(p.bits, 0, EMIT / 8);
        to = decide_some(&p, from, ta_min_u64(from + EMIT, job->n));
        st = ta_job_emit_bits(job, from, to, p.bits);
    }
    ta_free(p.bits);
    ta_free(p.hot);
    ta_free(p.set);
    return st;
}

static uint64_t look(const plain *p, uint64_t from, uint64_t to)
{
    uint64_t looks = 0, i = from;
    for (; i < to && (looks < STEPS || i % 64 != 0); i++) {
        bool hot = p->hot[i];
        size_t k = 0;
        for (; !hot && k < p->count && p->set[k] <= i; k++)
            hot = !p->hot[i - p->set[k]];
        p->hot[i] = hot;
        p->bits[(i - from) / 64] |= (uint64_t)!hot << ((i - from) % 64);
        looks += k;
    }
    return i;
}

static ta_status unmark(void *state, uint64_t cold)
{
    ((const plain *)state)->hot[cold] = 0;
    return TA_OK;
}

static ta_status run_naive(const ta_job *job)
{
    return run(job, look, unmark);
}

static uint64_t mark(const plain *p, uint64_t from, uint64_t to)
{
    /* Locals: what is written as bytes might be anything else. */
    const uint64_t n = p->job->n, *set = p->set;
    const size_t count = p->count;
    unsigned char *hot = p->hot;
    uint64_t marks = 0, i = from;
    for (; i < to && (marks < STEPS || i % 64 != 0); i++) {
        if (hot[i])
            continue;
        p->bits[(i - from) / 64] |= (uint64_t)1 << ((i - from) % 64);
        size_t k = 0;
        for (; k < count && set[k] < n - i; k++)
            hot[i + set[k]] = 1;
        marks += k;
    }
    return i;
}

/* What it makes hot at or beyond job->known. */
static ta_status mark_from(void *state, uint64_t cold)
{
    const plain *p = state;
    size_t k = ta_first_at_least(p->set, p->count, p->job->known - cold);
    for (; k < p->count && p->set[k] < p->job->n - cold; k++)
        p->hot[cold + p->set[k]] = 1;
    return TA_OK;
}

static ta_status run_sieve(const ta_job *job)
{
    return run(job, mark, mark_from);
}

const ta_engine ta_engine_naive = {
    .info = {"naive", "the dynamic program by the definition, up to the first "
                      "cold option; the oracle"},
    .power = 1.4,
    .memory = memory,
    .run = run_naive};

const ta_engine ta_engine_sieve = {
    .info = {"sieve",
             "forward marking from each cold position, a byte a position"},
    .power = 0.6, /* early cold positions mark most */
    .memory = memory,
    .run = run_sieve};
