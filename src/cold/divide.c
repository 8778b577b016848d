/* Runs Eppstein's recursion (arXiv:1804.06515), which finds the cold positions
 * (P-positions). A position is cold if and only if no move leads from it to a
 * cold position. To solve a range of positions, the recursion first solves its
 * left half. Then it marks as hot the positions of the right half that have a
 * move to a cold position of the left half. These are sums of a cold position
 * and a move, so a convolution of the two sets finds them. Finally, the
 * recursion solves the right half. Eppstein splits a range (a node) into two
 * halves, its children; here a node may have more children. divide-plan.c plans
 * the sizes of the nodes, and convolve/reach.h does the convolutions. */
#include "cold/divide.h"

#include <string.h>

/* Finds the cold positions (P-positions) of the base block that begins at
 * position `lo`, and hands them to the sink of the job, its consumer of
 * results. A base block is the smallest range of the recursion. Bit i of `hot`
 * stands for position lo + i. On entry, the bits of all positions with a move
 * to a cold position below `lo` must be set. */
static ta_status solve_base(ta_divide *r, uint64_t lo, uint64_t *hot)
{
    const ta_job *job = r->job;
    const uint64_t end = ta_min_u64(lo + r->reach[0].child, job->n);
    tai_base_block_solve(&r->base, lo, hot, r->cold + lo / 64);
    ta_status st = tai_job_emit_bits(job, lo, end, r->cold + lo / 64);
    return st == TA_OK ? tai_job_poll(job, end) : st;
}

/* Prepares the bit array r->hot for one part of the positions, a child. (The
 * recursion divides the range of all positions into children.) The child begins
 * at position `lo`, and bit i of r->hot stands for position lo + i. If
 * r->candidates is NULL, clears all bits. If r->candidates is not NULL, sets
 * the bits of the positions that are not candidates, and clears all others.
 * Positions that are not candidates count as hot. */
static void start_marks(ta_divide *r, uint64_t lo)
{
    const uint64_t words = ta_bits_words(r->job->n) - lo / 64;
    memset(r->hot, 0, 8 * r->hot_words);
    r->hot_lo = lo;
    if (r->candidates != NULL)
        for (uint64_t w = 0; w < ta_min_u64(words, r->hot_words); w++)
            r->hot[w] = ~r->candidates[lo / 64 + w];
}

/* Finds the cold positions (P-positions) of a node, the range of positions of
 * the given level that begins at `lo`. In r->hot, the bits of all positions of
 * the node with a move to a cold position before the node must be set. The
 * function solves the children of the node, which are smaller ranges, in order.
 * Before it solves a child, it marks as hot the child's positions with a move
 * to a cold position of an earlier child. */
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
