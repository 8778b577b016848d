/* Eppstein's recursion for cold positions (README.md), with any way of finding
 * the positions that have a move to a cold position. */
#ifndef TA_DIVIDE_H
#define TA_DIVIDE_H

#include "cold/base-block.h"
#include "convolve/reach.h"
#include "run/job.h"

enum { TA_MAX_LEVELS = 64 };

/* A recursion: a tree of ranges of positions, called nodes. The children of the
 * nodes of level 0 are base blocks (base-block.h). The last level has one node,
 * which covers all positions. The shape of a job is a ta_divide that has sizes
 * and no memory. A run makes a copy of the shape that has memory
 * (divide-plan.c), and solves its nodes (divide.c). */
typedef struct ta_divide {
    const ta_job *job;
    unsigned levels;
    /* An upper bound on the bytes that a run allocates. */
    uint64_t bytes;
    /* Bit i is set if position i is a candidate in the current pass. NULL means
     * that all positions are candidates. */
    const uint64_t *candidates;
    tai_pool pool;
    ta_field field;
    ta_base_block base;
    /* reach[k] finds the hot positions of a child at level k, given the cold
     * positions of earlier children of the same node. */
    ta_reach reach[TA_MAX_LEVELS];
    /* The memory of all arrays of the recursion and of its levels. */
    ta_arena arena;
    /* Bit i is set if position i is cold. TA_PAD zero bytes stand before the
     * array and after it. */
    uint64_t *cold;
    /* Bit i is set if position hot_lo + i was found to be hot, or is not a
     * candidate. The array covers one child of the last level at a time. */
    uint64_t *hot;
    uint64_t hot_lo, hot_words;
} ta_divide;

typedef enum ta_divide_kind {
    TA_DIVIDE_SHIFT,      /* All levels find hot positions by shifts. */
    TA_DIVIDE_PACKED,     /* Nodes have two children and use GMP only. */
    TA_DIVIDE_TRANSFORMS, /* Nodes use transforms; small ones may use shifts. */
    TA_DIVIDE_ANY         /* Each level uses its cheapest way. */
} ta_divide_kind;

/* Makes the shape of a job: the levels and sizes of a recursion of the given
 * kind. Chooses the cheapest shape that needs at most options->max_memory
 * bytes, if there is one. Returns a ta_divide, which the caller frees by
 * ta_free, or NULL if there is no memory. */
void *tai_cold_divide_shape(const ta_job *job, ta_divide_kind kind);

/* Finds the cold positions of the job by the recursion with shape job->shape,
 * and hands them to the job's sink. */
ta_status tai_cold_divide_run(const ta_job *job);

/* Sets *divide to a copy of the shape that has memory and threads, for several
 * passes over the positions of the job. The job must outlive *divide. Returns
 * TA_ENOMEM if there is no memory, TA_ELIMIT if threads cannot be started. */
ta_status tai_cold_divide_open(const ta_job *job, const ta_divide *shape,
                               ta_divide **divide);
/* Finds the cold positions among the candidates, and hands them to the sink of
 * the job. Position i is a candidate if bit i of `candidates` is set. A
 * candidate is cold if and only if no move leads from it to a cold candidate.
 * In the first pass `candidates` may be NULL: all positions are candidates. The
 * sink may change the candidate bits of the positions that it has consumed. */
ta_status tai_cold_divide_pass(ta_divide *divide, const uint64_t *candidates);
void tai_cold_divide_report(const ta_divide *divide, ta_stats *stats);
void tai_cold_divide_close(ta_divide *divide); /* accepts NULL */

#endif
