/* Eppstein's recursion, which finds the cold positions (P-positions) of a game.
 * It finds the positions with a move to a cold position by shifts of bit
 * arrays, by transforms or by GMP. */
#ifndef TA_DIVIDE_H
#define TA_DIVIDE_H

#include "cold/base-block.h"
#include "convolve/reach.h"
#include "run/job.h"

enum { TA_MAX_LEVELS = 64 };

/* Eppstein's recursion for one job (one run of an engine). The recursion is a
 * tree of nodes, which are ranges of positions. All nodes of a level have the
 * same size. The last level has one node, which covers all positions. The
 * children of the nodes of level 0 are base blocks, the smallest ranges. A
 * ta_divide is at first a plan, which divide-plan.c makes: it has all sizes,
 * but no arrays yet. A run copies the plan and allocates the arrays for the
 * copy. */
typedef struct ta_divide {
    const ta_job *job;
    unsigned levels;
    /* An upper bound on the bytes that a run allocates. */
    uint64_t bytes;
    /* The positions that may be cold, as bits: bit i is set if position i is
     * such a candidate. NULL means that all positions are candidates. */
    const uint64_t *candidates;
    tai_pool pool;
    ta_field field;
    ta_base_block base;
    /* The levels of the recursion. reach[k] is for the nodes of level k. It
     * finds the positions of a node's child that have a move to a cold position
     * in an earlier child of the same node. */
    ta_reach reach[TA_MAX_LEVELS];
    /* The block of memory that contains the arrays of the recursion and of its
     * levels, except for the stored transforms. */
    ta_arena arena;
    /* Bit i is set if position i is cold. TA_PAD zero bytes stand before the
     * array and after it. */
    uint64_t *cold;
    /* Bit i is set if position hot_lo + i counts as hot: it was found to be
     * hot, or is not a candidate. The array covers one child of the top node at
     * a time, which begins at position hot_lo. */
    uint64_t *hot;
    uint64_t hot_lo, hot_words;
} ta_divide;

typedef enum ta_divide_kind {
    /* All nodes find hot positions (N-positions) by shifts of bit arrays. */
    TA_DIVIDE_SHIFT,
    /* Nodes have two children, and find hot positions (N-positions) by
     * multiplying long integers with GMP. */
    TA_DIVIDE_PACKED,
    /* Nodes find hot positions (N-positions) by transforms. Small nodes may use
     * shifts of bit arrays as well. */
    TA_DIVIDE_TRANSFORMS,
    /* Nodes find hot positions (N-positions) by shifts of bit arrays or by
     * transforms, whichever are predicted to be faster. */
    TA_DIVIDE_ANY
} ta_divide_kind;

/* Plans Eppstein's recursion for a job: chooses the sizes of the nodes, and
 * computes the sizes of all arrays. `kind` says by which methods the nodes may
 * find hot positions (N-positions). Returns the plan, a ta_divide whose arrays
 * are not allocated yet. The caller frees the plan by ta_free. If no plan is
 * found that needs at most options->max_memory bytes, the result is a plan that
 * needs more. Returns NULL if the ta_divide itself cannot be allocated. */
void *tai_cold_divide_shape(const ta_job *job, ta_divide_kind kind);

/* Finds the cold positions (P-positions) of the job by Eppstein's recursion,
 * and hands them to the job's sink (its consumer of results). job->shape must
 * be a plan that tai_cold_divide_shape has made. Returns TA_OK or an error. */
ta_status tai_cold_divide_run(const ta_job *job);

/* Prepares a recursion for calls of tai_cold_divide_pass: sets *divide to a
 * copy of `shape`, allocates the memory of the copy and starts its threads. The
 * job must outlive *divide. Returns TA_ENOMEM if there is no memory, and
 * TA_ELIMIT if threads cannot be started. */
ta_status tai_cold_divide_open(const ta_job *job, const ta_divide *shape,
                               ta_divide **divide);
/* Finds the cold positions (P-positions) if only some positions, the
 * candidates, can be cold. Position i is a candidate if bit i of `candidates`
 * is set. A candidate is cold if and only if no move leads from it to a cold
 * candidate. Hands the cold positions in increasing order to the job's sink,
 * its consumer of results. The sink may change `candidates`, but only the bits
 * of positions whose results it has received. In the first call, `candidates`
 * may be NULL: then all positions are candidates. */
ta_status tai_cold_divide_pass(ta_divide *divide, const uint64_t *candidates);
void tai_cold_divide_report(const ta_divide *divide, ta_stats *stats);
void tai_cold_divide_close(ta_divide *divide); /* accepts NULL */

#endif
