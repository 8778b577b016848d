/* The engine `naive` for cold positions, by the definition (README.md), with
 * one byte a position. All other engines are tested against it. Words:
 * run/job.h. */
#include <string.h>

#include "cold/engines.h"

/* Results come in blocks of EMIT positions, or fewer after STEPS options (well
 * below a second). */
enum { EMIT = 1 << 16, STEPS = 1 << 26 };

static uint64_t naive_memory(const tai_job *job)
{
    const uint64_t list = tai_game_list_memory(job->game, job->n);
    return tai_add_sat(tai_add_sat(job->n, list), EMIT / 8 + 4096);
}

typedef struct naive {
    uint64_t *set; /* moves below n */
    size_t count;
    size_t moves; /* from the current position */
    /* hot[i]: position i is hot; of an undecided one, whether i < first. */
    unsigned char *hot;
    uint64_t *bits; /* of the cold positions of the block */
} naive;

/* Decides [from, to), or up to a multiple of 64 after STEPS options. Returns
 * the first position that is not decided. */
static uint64_t naive_decide(naive *p, uint64_t from, uint64_t to)
{
    uint64_t looks = 0, i = from;
    memset(p->bits, 0, EMIT / 8);
    for (; i < to && (looks < STEPS || i % 64 != 0); i++) {
        while (p->moves < p->count && p->set[p->moves] <= i)
            p->moves++;
        size_t k = 0;
        while (k < p->moves && p->hot[i - p->set[k]])
            k++;
        bool hot = k < p->moves || p->hot[i];
        p->hot[i] = hot;
        p->bits[(i - from) / 64] |= (uint64_t)!hot << ((i - from) % 64);
        looks += k;
    }
    return i;
}

static ta_status naive_set_cold(void *hot, uint64_t cold)
{
    ((unsigned char *)hot)[cold] = 0;
    return TA_OK;
}

static ta_status naive_set_block(void *hot, const ta_block *block)
{
    return ta_block_each(block, 0, naive_set_cold, hot);
}

static ta_status naive_run(const tai_job *job)
{
    naive p = {.set = NULL};
    ta_status st = ta_game_elements(job->game, job->n, &p.set, &p.count);
    if (st != TA_OK)
        return st;
    p.hot = tai_alloc_zero(job->n, 1);
    p.bits = tai_alloc(EMIT / 64, 8);
    if (p.hot == NULL || p.bits == NULL)
        st = TA_ENOMEM;
    if (st == TA_OK) {
        /* Hot: below `first` by convention; below `known` all but the cold
         * positions of the archive. */
        memset(p.hot, 1, tai_max_u64(job->first, job->known));
        st = tai_known_read(job, &(ta_sink){naive_set_block, p.hot});
    }
    for (uint64_t from = job->known, to; from < job->n && st == TA_OK;
         from = to) {
        st = tai_job_poll(job, from);
        if (st != TA_OK)
            break;
        to = naive_decide(&p, from, tai_min_u64(from + EMIT, job->n));
        st = tai_job_emit_bits(job, from, to, p.bits);
    }
    ta_free(p.bits);
    ta_free(p.hot);
    ta_free(p.set);
    return st;
}

const tai_engine tai_engine_naive = {
    .info = {"naive", "the dynamic program by the definition, up to the first "
                      "cold option; the oracle"},
    .power = 1.4,
    .memory = naive_memory,
    .run = naive_run};
