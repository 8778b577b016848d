/* Nim-values by the definition (the engine `naive`): the tests compare the
 * others with it. */
#include "nim/nim.h"

/* positions handed over at a time */
enum { EMIT = 1 << 14 };

typedef struct naive {
    uint64_t *set; /* the moves below n, increasing */
    size_t count;
    size_t moves; /* from the current position */
    uint16_t *value;
    uint64_t *stamp; /* scratch for tai_nim_mex */
} naive;

static uint64_t naive_memory(const tai_job *job)
{
    return tai_add_sat(tai_add_sat(tai_mul_sat(job->n, 2),
                                   tai_game_list_memory(job->game, job->n)),
                       8 * TA_NIM_MARKS + 4096);
}

/* Computes [from, to); all below have values. Returns TA_ERANGE above
 * 65535. */
static ta_status naive_solve_block(const tai_job *job, naive *g, uint64_t from,
                                   uint64_t to)
{
    for (uint64_t i = from; i < to; i++) {
        while (g->moves < g->count && g->set[g->moves] <= i)
            g->moves++;
        unsigned v = tai_nim_mex(i, g->value + i, g->set, g->moves, g->stamp);
        if (v > TA_NIM_LARGEST)
            return tai_nim_too_large(job, i);
        g->value[i] = (uint16_t)v;
    }
    return tai_job_emit_values(job, from, to, g->value + from);
}

static ta_status naive_run(const tai_job *job)
{
    naive g = {.set = NULL};
    ta_status st = ta_game_elements(job->game, job->n, &g.set, &g.count);
    if (st != TA_OK)
        return st;
    g.value = tai_alloc(job->n, 2);
    g.stamp = tai_alloc_zero(TA_NIM_MARKS, 8);
    if (g.value == NULL || g.stamp == NULL)
        st = TA_ENOMEM;
    if (st == TA_OK)
        st = tai_known_store(job, g.value);
    for (uint64_t from = job->known; from < job->n && st == TA_OK;
         from += EMIT) {
        st = tai_job_poll(job, from);
        if (st == TA_OK)
            st = naive_solve_block(job, &g, from,
                                   tai_min_u64(from + EMIT, job->n));
    }
    ta_free(g.stamp);
    ta_free(g.value);
    ta_free(g.set);
    return st;
}

const tai_engine tai_nim_naive = {
    .info = {"naive", "the least value that no option has, by the definition; "
                      "the oracle"},
    .power = 1.5,
    .memory = naive_memory,
    .run = naive_run};
