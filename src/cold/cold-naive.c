/* Defines the engine `naive` for cold positions (P-positions). It decides each
 * position by the definition: a position is cold if it has no cold option. All
 * other engines are tested against this engine. It uses one byte of memory for
 * each position. */
#include <string.h>

#include "cold/engines.h"

/* The engine hands its results over in blocks of at most EMIT positions. A
 * block ends earlier, at a multiple of 64, after the engine has examined STEPS
 * options (positions that a move leads to). STEPS options take well below a
 * second. */
enum { EMIT = 1 << 16, STEPS = 1 << 26 };

static uint64_t naive_memory(const ta_job *job)
{
    const uint64_t list = tai_game_list_memory(job->game, job->n);
    return ta_add_sat(ta_add_sat(job->n, list), EMIT / 8 + 4096);
}

typedef struct naive {
    uint64_t *set; /* the elements of S, the set of moves, below n */
    size_t count;
    size_t moves; /* the number of moves from the current position */
    /* hot[i] is 1 if position i is hot, and 0 if it is cold. It is valid for
     * the positions that are decided. */
    unsigned char *hot;
    /* The cold positions of the current block, as bits. Bit 0 stands for the
     * first position of the block. */
    uint64_t *bits;
} naive;

/* Decides for the positions from, from + 1, ... whether they are cold
 * (P-positions), and stores the results in p->hot and p->bits. Stops at
 * position `to`, or earlier, after about STEPS options have been examined.
 * Returns the first position that is not decided. */
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

/* Records that the position `cold` is cold: sets hot[cold] to 0. ta_block_each
 * calls this function for each cold position of a block of results. */
static ta_status naive_unmark(void *hot, uint64_t cold)
{
    ((unsigned char *)hot)[cold] = 0;
    return TA_OK;
}

/* Records the cold positions of a block of results: sets hot[c] to 0 for each
 * cold position c of the block. tai_known_read calls this function for each
 * block of results that an earlier run has computed. */
static ta_status naive_unmark_block(void *hot, const ta_block *block)
{
    return ta_block_each(block, 0, naive_unmark, hot);
}

static ta_status naive_run(const ta_job *job)
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
        memset(p.hot, 1, ta_max_u64(job->first, job->known));
        st = tai_known_read(job, &(ta_sink){naive_unmark_block, p.hot});
    }
    for (uint64_t from = job->known, to; from < job->n && st == TA_OK;
         from = to) {
        st = tai_job_poll(job, from);
        if (st != TA_OK)
            break;
        to = naive_decide(&p, from, ta_min_u64(from + EMIT, job->n));
        st = tai_job_emit_bits(job, from, to, p.bits);
    }
    ta_free(p.bits);
    ta_free(p.hot);
    ta_free(p.set);
    return st;
}

const ta_engine tai_engine_naive = {
    .info = {"naive", "the dynamic program by the definition, up to the first "
                      "cold option; the oracle"},
    .power = 1.4,
    .memory = naive_memory,
    .run = naive_run};
