/* Eppstein's recursion (arXiv:1804.06515): solve the left part of a range, mark
 * in the right part what moves to its cold positions, by a convolution with the
 * set of moves; solve the right part. His ranges have two halves, these nodes
 * may have more children. */
#include "cold/divide.h"

#include <string.h>

/* Solves the base block at `lo`; `hot` has what is reached from below. */
static ta_status solve_base(tai_divide *r, uint64_t lo, uint64_t *hot)
{
    const tai_job *job = r->job;
    const uint64_t end = tai_min_u64(lo + r->reach[0].child, job->n);
    tai_base_block_solve(&r->base, lo, hot, r->cold + lo / 64);
    ta_status st = tai_job_emit_bits(job, lo, end, r->cold + lo / 64);
    return st == TA_OK ? tai_job_poll(job, end) : st;
}

/* Begins the marks of a child of the top node at `lo`: what is no candidate
 * counts as hot. */
static void start_marks(tai_divide *r, uint64_t lo)
{
    const uint64_t words = ta_bits_words(r->job->n) - lo / 64;
    memset(r->hot, 0, 8 * r->hot_words);
    r->hot_lo = lo;
    if (r->candidates != NULL)
        for (uint64_t w = 0; w < tai_min_u64(words, r->hot_words); w++)
            r->hot[w] = ~r->candidates[lo / 64 + w];
}

/* Solves the node of a level at `lo`, in which r->hot has what is reached from
 * before the node: its children in order, each after the marks from its earlier
 * siblings. */
static ta_status solve(tai_divide *r, unsigned level, uint64_t lo)
{
    tai_reach *reach = &r->reach[level];
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

ta_status tai_cold_divide_pass(tai_divide *r, const uint64_t *candidates)
{
    if (candidates != NULL)
        memset(r->cold, 0, 8 * ta_bits_words(r->job->n));
    r->candidates = candidates;
    return solve(r, r->levels - 1, 0);
}

ta_status tai_cold_divide_run(const tai_job *job)
{
    tai_divide *r;
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
