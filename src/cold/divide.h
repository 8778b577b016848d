/* Eppstein's recursion, with any way of finding the reached targets. */
#ifndef TA_DIVIDE_H
#define TA_DIVIDE_H

#include "cold/base-block.h"
#include "convolve/reach.h"
#include "run/job.h"

enum { TA_MAX_LEVELS = 64 };

/* A recursion. The nodes of level k have children of 2^log_child positions. The
 * children of level 0 are base blocks. The last level has one node, which
 * covers the range. The shape of a job is a recursion that has sizes and no
 * memory; a run makes a copy with memory (divide-plan.c) and runs it
 * (divide.c). */
typedef struct ta_divide {
    const ta_job *job;
    unsigned levels;
    uint64_t bytes;             /* all that a run allocates */
    const uint64_t *candidates; /* of the current pass; NULL: all positions */
    tai_pool pool;
    ta_field field;
    ta_base_block base;
    ta_reach reach[TA_MAX_LEVELS]; /* what convolves at each level */
    ta_arena arena;                /* of all arrays, also of the levels */
    uint64_t *cold;                /* zeros on both sides */
    uint64_t *hot; /* marks of the current child of the last level */
    uint64_t hot_lo, hot_words;
} ta_divide;

typedef enum ta_divide_kind {
    TA_DIVIDE_SHIFT,      /* nothing but shifts */
    TA_DIVIDE_PACKED,     /* nothing but GMP, in two halves */
    TA_DIVIDE_TRANSFORMS, /* transforms, and in small nodes shifts */
    TA_DIVIDE_ANY         /* the cheapest way everywhere */
} ta_divide_kind;

/* Makes the shape of a job, the cheapest one within options->max_memory. The
 * caller frees it. NULL if there is no memory for it. */
void *tai_cold_divide_shape(const ta_job *job, ta_divide_kind kind);

/* Runs the recursion whose shape is that of the job. */
ta_status tai_cold_divide_run(const ta_job *job);

/* Makes a recursion with memory, for several passes over one range. The job
 * must outlive the recursion. TA_ENOMEM; TA_ELIMIT if threads cannot be
 * started. */
ta_status tai_cold_divide_open(const ta_job *job, const ta_divide *shape,
                               ta_divide **divide);
/* Finds the cold positions among the candidates, whose bits are set. A
 * candidate is cold if and only if no move leads from it to a cold candidate.
 * If `candidates` is NULL, all positions are candidates; this is for the first
 * pass only. The sink may change the bits of the block that it consumes. */
ta_status tai_cold_divide_pass(ta_divide *divide, const uint64_t *candidates);
void tai_cold_divide_report(const ta_divide *divide, ta_stats *stats);
void tai_cold_divide_close(ta_divide *divide); /* accepts NULL */

#endif
