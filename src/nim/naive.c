/* The dynamic program by the definition: mark the values of all options, take
 * the least that has no mark. The oracle of all other engines. */
#include "nim/nim.h"
#include "run/known.h"

enum { EMIT = 1 << 14, MARKS = TA_NIM_LARGEST + 2 };

typedef struct naive {
    uint64_t *set;
    size_t count;
    uint16_t *value;
    uint64_t *mark; /* mark[v] = i + 1: the last position with an option of
                       value v was i */
} naive;

static uint64_t memory(const ta_job *job)
{
    return ta_add_sat(
        ta_add_sat(ta_mul_sat(job->n, 2), ta_nim_list_memory(job)),
        8 * MARKS + 4096);
}

/* The least value that no option of i has. */
static uint64_t mex(const naive *g, uint64_t i)
{
    for (size_t k = 0; k < g->count && g->set[k] <= i; k++)
        g->mark[g->value[i - g->set[k]]] = i + 1;
    uint64_t v = 0;
    while (g->mark[v] == i + 1)
        v++;
    return v;
}

static ta_status block(const ta_job *job, const naive *g, uint64_t from,
                       uint64_t to)
{
    for (uint64_t i = from; i < to; i++) {
        uint64_t v = mex(g, i);
        if (v > TA_NIM_LARGEST)
            return ta_nim_too_large(job, i);
        g->value[i] = (uint16_t)v;
    }
    return ta_job_emit_values(job, from, to, g->value + from);
}

static ta_status run(const ta_job *job)
{
    naive g = {.set = NULL};
    ta_status st = ta_game_elements(job->game, job->n, &g.set, &g.count);
    if (st != TA_OK)
        return st;
    g.value = ta_alloc(job->n, 2);
    g.mark = ta_alloc_zero(MARKS, 8);
    if (g.value == NULL || g.mark == NULL)
        st = TA_ENOMEM;
    if (st == TA_OK)
        st = ta_known_store(job, g.value);
    for (uint64_t from = job->known; from < job->n && st == TA_OK;
         from += EMIT) {
        st = ta_job_poll(job, ta_nim_share(job, from), from);
        if (st == TA_OK)
            st = block(job, &g, from, ta_min_u64(from + EMIT, job->n));
    }
    if (st == TA_OK)
        st = ta_job_poll(job, 1, job->n);
    ta_free(g.mark);
    ta_free(g.value);
    ta_free(g.set);
    return st;
}

const ta_engine ta_nim_naive = {
    {"naive", "the least value that no option has, by the definition; the "
              "oracle"},
    false,
    memory,
    run};
