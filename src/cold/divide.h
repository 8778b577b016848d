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
typedef struct tai_divide {
    const tai_job *job;
    unsigned levels;
    uint64_t bytes;             /* that a run allocates, at most */
    const uint64_t *candidates; /* bit i: position i may be cold; NULL: all */
    tai_pool pool;
    tai_field field;
    tai_base_block base;
    tai_reach reach[TA_MAX_LEVELS]; /* of the nodes of each level */
    tai_arena arena;                /* all arrays but the transforms */
    /* Bit i: position i is cold. Between TA_PAD zero bytes. */
    uint64_t *cold;
    /* Bit i: position hot_lo + i is hot or no candidate; one child of the top
     * node at a time. */
    uint64_t *hot;
    uint64_t hot_lo, hot_words;
} tai_divide;

/* What a plan may use. */
typedef struct tai_divide_ways {
    unsigned ways;         /* in nodes of every size (TA_BY_...) */
    unsigned log_shift;    /* nodes up to 2^log_shift may also shift */
    unsigned log_children; /* at most, of a node */
} tai_divide_ways;

/* Plans within options->max_memory. The last plan tried if none fits. */
void tai_divide_plan(tai_divide *plan, const tai_job *job,
                     tai_divide_ways ways);
bool tai_divide_fits(const tai_divide *plan);

/* ---- cold.c: the choice ---- */

typedef enum tai_divide_kind {
    TA_DIVIDE_SHIFT,      /* shifts of bit arrays */
    TA_DIVIDE_PACKED,     /* two children, long integers by GMP */
    TA_DIVIDE_TRANSFORMS, /* transforms; small nodes may shift */
    TA_DIVIDE_ANY         /* shifts or transforms, by predicted time */
} tai_divide_kind;

/* Returns a plan for the job, which the caller frees by ta_free; NULL without
 * memory. If none fits options->max_memory, one that does not. */
void *tai_cold_divide_shape(const tai_job *job, tai_divide_kind kind);

/* Returns the transforms for children of 2^bits; `moves` bounds the elements of
 * S below a node's length. */
const tai_transforms *tai_cold_transforms(const tai_job *job, unsigned bits,
                                          uint64_t moves);

/* ---- divide.c ---- */

/* Finds the cold positions by job->shape, such a plan, and hands them to
 * job->sink. */
ta_status tai_cold_divide_run(const tai_job *job);

/* Prepares passes: sets *divide to a copy of the plan with memory and threads.
 * The job must outlive it. Returns TA_ENOMEM, or TA_ELIMIT if threads cannot be
 * started. */
ta_status tai_cold_divide_open(const tai_job *job, const tai_divide *shape,
                               tai_divide **divide);
/* Finds the positions that are cold if only the candidates count: a candidate
 * is cold if no move leads to a cold one. The sink may change `candidates`
 * where it has received the results. NULL in the first call: all. */
ta_status tai_cold_divide_pass(tai_divide *divide, const uint64_t *candidates);
void tai_cold_divide_report(const tai_divide *divide, ta_stats *stats);
void tai_cold_divide_close(tai_divide *divide); /* accepts NULL */

#endif
