/* Eppstein's recursion, with any way of finding the reached targets. */
#ifndef TA_DIVIDE_H
#define TA_DIVIDE_H

#include "cold/base-block.h"
#include "cold/shape.h"
#include "convolve/reach.h"

typedef struct ta_divide_size {
    uint64_t bytes; /* all that a run allocates */
} ta_divide_size;

/* Of a level: what the first i children of a node take; what a child takes
 * besides in the first node, whose windows are made; and what it takes to make
 * a known child a source again. */
typedef struct ta_work {
    double *upto, first, again; /* upto: [fanout + 1] */
} ta_work;

/* A recursion as it is planned, and as it runs: divide-plan.c makes it,
 * divide.c goes through it, work.c says how far. */
typedef struct ta_divide {
    const ta_job *job;
    unsigned levels;
    ta_divide_size size;
    const uint64_t *candidates; /* of the present pass; NULL: all positions */
    ta_team team;
    ta_field field;
    ta_base_block base;
    ta_reach reach[TA_MAX_LEVELS]; /* the convolver of each level */
    ta_work work[TA_MAX_LEVELS];
    ta_arena arena; /* of all their arrays, and of these */
    uint64_t *cold; /* zeros on both sides */
    uint64_t *hot;  /* marks of the present child of the top level */
    uint64_t hot_lo, hot_words;
} ta_divide;

ta_divide_size ta_divide_size_of(const ta_job *job, const ta_shape *shape);
ta_status ta_divide_run(const ta_job *job, const ta_shape *shape);

/* The same in steps, for several passes over one range. The job is kept and
 * must outlive it. */
ta_status ta_divide_open(const ta_job *job, const ta_shape *shape,
                         ta_divide **divide);
/* Finds the cold positions of the game among those whose bits are set: one of
 * them is cold iff no move leads from it to a cold one; the others are not
 * cold. NULL: among all, in the first pass. Bits below a block that the sink
 * has been given may change. */
ta_status ta_divide_pass(ta_divide *divide, const uint64_t *candidates);
void ta_divide_report(const ta_divide *divide, ta_stats *stats);
void ta_divide_close(ta_divide *divide); /* accepts NULL */

/* What is in work->upto, which must be there, and beside it. */
void ta_work_plan(ta_work *work, const ta_job *job, const ta_reach *reach);
/* The share of [0, n) that is done when positions below `done` are. It never
 * falls; what was known is taken to be even. */
double ta_work_share(const ta_divide *divide, uint64_t done);

/* The shape with the cheapest way at every node. */
ta_shape ta_auto_shape(const ta_job *job);

#endif
