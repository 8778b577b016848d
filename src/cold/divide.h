/* Eppstein's recursion, with any way of finding the reached targets. */
#ifndef TA_DIVIDE_H
#define TA_DIVIDE_H

#include "cold/base-block.h"
#include "cold/shape.h"
#include "convolve/reach.h"

/* A recursion. divide-plan.c makes it, first as the shape of a run, in which
 * only sizes are set, and then with memory; divide.c goes through it. */
typedef struct ta_divide {
    const ta_job *job;
    unsigned levels;
    uint64_t bytes;             /* all that a run allocates */
    const uint64_t *candidates; /* of the present pass; NULL: all positions */
    ta_team team;
    ta_field field;
    ta_base_block base;
    ta_reach reach[TA_MAX_LEVELS]; /* the convolver of each level */
    ta_arena arena;                /* of all their arrays, and of these */
    uint64_t *cold;                /* zeros on both sides */
    uint64_t *hot; /* marks of the present child of the top level */
    uint64_t hot_lo, hot_words;
} ta_divide;

/* Sets the sizes of the recursion of a shape. */
void ta_divide_plan(ta_divide *divide, const ta_job *job,
                    const ta_shape *shape);
/* Sets the sizes of the recursion with the cheapest way at every node. */
void ta_divide_plan_auto(ta_divide *divide, const ta_job *job);

/* Runs the recursion whose sizes are the shape of the job. */
ta_status ta_divide_run(const ta_job *job);

/* The same in steps, for several passes over one range. `sizes` are those of
 * the recursion. The job is kept and must outlive it. */
ta_status ta_divide_open(const ta_job *job, const ta_divide *sizes,
                         ta_divide **divide);
/* Finds the cold positions of the game among those whose bits are set: one of
 * them is cold iff no move leads from it to a cold one; the others are not
 * cold. NULL: among all, in the first pass. Bits below a block that the sink
 * has been given may change. */
ta_status ta_divide_pass(ta_divide *divide, const uint64_t *candidates);
void ta_divide_report(const ta_divide *divide, ta_stats *stats);
void ta_divide_close(ta_divide *divide); /* accepts NULL */

#endif
