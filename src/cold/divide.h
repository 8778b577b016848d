/* Eppstein's recursion: a tree of nodes, ranges of positions. All nodes of a
 * level have one size; the last level has one node, and the children on level 0
 * are base blocks. */
#ifndef TA_DIVIDE_H
#define TA_DIVIDE_H

#include "cold/base-block.h"
#include "convolve/reach.h"
#include "run/job.h"

enum { TA_MAX_LEVELS = 64 };

/* At first a plan (divide-plan.c) with all sizes; a run copies it and allocates
 * the arrays. */
typedef struct ta_divide {
    const ta_job *job;
    unsigned levels;
    uint64_t bytes;             /* that a run allocates, at most */
    const uint64_t *candidates; /* bit i: position i may be cold; NULL: all */
    tai_pool pool;
    ta_field field;
    ta_base_block base;
    ta_reach reach[TA_MAX_LEVELS]; /* of the nodes of each level */
    ta_arena arena;                /* all arrays but the transforms */
    /* Bit i: position i is cold. Between TA_PAD zero bytes. */
    uint64_t *cold;
    /* Bit i: position hot_lo + i is hot or no candidate; one child of the top
     * node at a time. */
    uint64_t *hot;
    uint64_t hot_lo, hot_words;
} ta_divide;

typedef enum ta_divide_kind {
    TA_DIVIDE_SHIFT,      /* shifts of bit arrays */
    TA_DIVIDE_PACKED,     /* two children, long integers by GMP */
    TA_DIVIDE_TRANSFORMS, /* transforms; small nodes may shift */
    TA_DIVIDE_ANY         /* shifts or transforms, by predicted time */
} ta_divide_kind;

/* Returns a plan for the job, which the caller frees by ta_free; NULL without
 * memory. If none fits options->max_memory, one that does not. */
void *tai_cold_divide_shape(const ta_job *job, ta_divide_kind kind);

/* Finds the cold positions by job->shape, such a plan, and hands them to
 * job->sink. */
ta_status tai_cold_divide_run(const ta_job *job);

/* Prepares passes: sets *divide to a copy of the plan with memory and threads.
 * The job must outlive it. Returns TA_ENOMEM, or TA_ELIMIT if threads cannot be
 * started. */
ta_status tai_cold_divide_open(const ta_job *job, const ta_divide *shape,
                               ta_divide **divide);
/* Finds the positions that are cold if only the candidates count: a candidate
 * is cold if no move leads to a cold one. The sink may change `candidates`
 * where it has received the results. NULL in the first call: all. */
ta_status tai_cold_divide_pass(ta_divide *divide, const uint64_t *candidates);
void tai_cold_divide_report(const ta_divide *divide, ta_stats *stats);
void tai_cold_divide_close(ta_divide *divide); /* accepts NULL */

#endif
