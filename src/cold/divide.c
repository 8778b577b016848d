/* Eppstein's recursion (arXiv:1804.06515): a position is cold if and only if no
 * move leads from it to a cold one. So solve the left part; convolve its cold
 * set with S, which says what is reached from it; mark that in the right part;
 * solve it. With two children a node this is the recursion as Eppstein states
 * it; here a node may have many. Its sizes are planned in divide-plan.c, and
 * what convolves is convolve/reach.h. */
#include "cold/divide.h"

#include <string.h>

/* Solves the block at `lo`, whose marks from before it are in, by the
 * definition. */
static ta_status solve_base(ta_divide *r, uint64_t lo, uint64_t *hot)
{
    const ta_job *job = r->job;
    const uint64_t end = ta_min_u64(lo + r->reach[0].child, job->n);
    tai_base_block_solve(&r->base, lo, hot, r->cold + lo / 64);
    ta_status st = tai_job_emit_bits(job, lo, end, r->cold + lo / 64);
    return st == TA_OK ? tai_job_poll(job, end) : st;
}

/* Begins the marks of the child of the last level at `lo`: positions that are
 * no candidates count as hot. */
static void start_marks(ta_divide *r, uint64_t lo)
{
    const uint64_t words = ta_bits_words(r->job->n) - lo / 64;
    memset(r->hot, 0, 8 * r->hot_words);
    r->hot_lo = lo;
    if (r->candidates != NULL)
        for (uint64_t w = 0; w < ta_min_u64(words, r->hot_words); w++)
            r->hot[w] = ~r->candidates[lo / 64 + w];
}

/* Solves the node of `level` at `lo`, whose marks from before it are in. In
 * turn, each child gets its marks from the earlier ones and is solved, which
 * makes it a source for the later ones. */
static ta_status solve(ta_divide *r, unsigned level, uint64_t lo)
{
    ta_reach *reach = &r->reach[level];
    ta_status st = TA_OK;
    for (size_t i = tai_convolve_reach_begin(reach, lo, r->job->known);
         i < reach->children && st == TA_OK; i++) {
        const uint64_t child = lo + i * reach->child;
        if (level == r->levels - 1)
            start_marks(r, child);
        uint64_t *hot = r->hot + (child - r->hot_lo) / 64;
        st = tai_convolve_reach_child(reach, i, hot);
        if (st == TA_OK)
            st = level > 0 ? solve(r, level - 1, child)
                           : solve_base(r, child, hot);
    }
    return st;
}

ta_status tai_cold_divide_pass(ta_divide *r, const uint64_t *candidates)
{
    if (candidates != NULL)
        memset(r->cold, 0, 8 * ta_bits_words(r->job->n));
    r->candidates = candidates;
    return solve(r, r->levels - 1, 0);
}

ta_status tai_cold_divide_run(const ta_job *job)
{
    ta_divide *r;
    ta_status st = tai_cold_divide_open(job, job->shape, &r);
    if (st == TA_OK)
        st = tai_known_store(job, r->cold);
    if (st == TA_OK)
        st = tai_job_poll(job, job->known);
    if (st == TA_OK)
        st = solve(r, r->levels - 1, 0);
    if (st == TA_OK)
        tai_cold_divide_report(r, job->options->stats);
    tai_cold_divide_close(r);
    return st;
}
