/* Eppstein's recursion (arXiv:1804.06515). A position is cold if and only if no
 * move leads from it to a cold one. So solve the left half of a range. Convolve
 * the set of its cold positions with S, the set of moves: the sums are hot.
 * Mark them in the right half, and solve that half. Eppstein's nodes have two
 * children, the halves; here a node may have more. divide-plan.c plans the
 * sizes, and convolve/reach.h does the convolutions. */
#include "cold/divide.h"

#include <string.h>

/* Decides the base block that begins at position `lo`, and hands its cold
 * positions to the sink of the job. `hot` must have the bits of all positions
 * of the block that have a cold option before the block. */
static ta_status solve_base(ta_divide *r, uint64_t lo, uint64_t *hot)
{
    const ta_job *job = r->job;
    const uint64_t end = ta_min_u64(lo + r->reach[0].child, job->n);
    tai_base_block_solve(&r->base, lo, hot, r->cold + lo / 64);
    ta_status st = tai_job_emit_bits(job, lo, end, r->cold + lo / 64);
    return st == TA_OK ? tai_job_poll(job, end) : st;
}

/* Makes r->hot stand for the child of the last level that begins at position
 * `lo`. Sets the bits of positions that are no candidates: they count as hot.
 * All other bits become 0. */
static void start_marks(ta_divide *r, uint64_t lo)
{
    const uint64_t words = ta_bits_words(r->job->n) - lo / 64;
    memset(r->hot, 0, 8 * r->hot_words);
    r->hot_lo = lo;
    if (r->candidates != NULL)
        for (uint64_t w = 0; w < ta_min_u64(words, r->hot_words); w++)
            r->hot[w] = ~r->candidates[lo / 64 + w];
}

/* Finds the cold positions of the node of the given level that begins at
 * position `lo`. r->hot must have the bits of all positions of the node that
 * have a cold option before the node. The children are solved in order. Before
 * a child is solved, its positions with a cold option in an earlier child are
 * marked as hot. */
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
