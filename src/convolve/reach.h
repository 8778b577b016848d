/* Finds the targets that are reached from given sources by moves of S, for one
 * level of the recursion. A node of the level has `fanout` children of
 * 2^log_child positions each. The children that are finished are the sources,
 * and the next child is the target. */
#ifndef TA_REACH_H
#define TA_REACH_H

#include "convolve/shift.h"
#include "convolve/transform-store.h"

/* The ways that a level may use. Where several are allowed, the cheapest by the
 * cost model is taken for each target. */
enum {
    TA_BY_S = 1,    /* shift the cold positions by each s */
    TA_BY_COLD = 2, /* for each cold c, mark c + s for each s; where S is dense,
                       shift S by c */
    TA_BY_PACKED = 4, /* multiply integers with GMP */
    TA_BY_TRANSFORM = 8,
    TA_BY_EACH = TA_BY_S | TA_BY_COLD
};

/* The direct ways are the first bits. They mark from one source at a time;
 * transforms add up sources before anything is marked. */
enum { TA_DIRECT_WAYS = 3, TA_WAYS };

/* What all levels of a recursion share. */
typedef struct ta_field {
    const ta_set *set;
    ta_shifts shifts;     /* the elements of S below `sorted` */
    uint64_t sorted;      /* UINT64_MAX, or less for a dense set */
    uint64_t *storage;    /* of the shifts */
    const uint64_t *cold; /* bits by position, 0 where nothing is decided;
                             TA_PAD zero bytes stand on both sides */
    uint64_t n;
    tai_pool *pool;
    uint64_t *scratch; /* 2 * TA_SCRATCH values, for a dense set */
} ta_field;

/* The number of shifts that are made and sorted at a time. */
enum { TA_SCRATCH = 1 << 15 };

/* Places the arrays of a field, for at most `elements` elements, those of a
 * dense set below TA_SCRATCH. */
void tai_convolve_field_place(ta_field *field, uint64_t elements, bool dense,
                              ta_arena *arena);
/* Fills the arrays. */
void tai_convolve_field_init(ta_field *field, const ta_set *set,
                             const uint64_t *cold, uint64_t n, tai_pool *pool);

/* What is fixed when a run is planned. */
typedef struct ta_reach_plan {
    unsigned log_child; /* 6 or more */
    size_t fanout;      /* at least 1 */
    unsigned ways;
    const ta_transforms *transforms;
    size_t group;   /* targets whose sums are formed together; 0: as many as
                       pay, and all transforms are kept */
    double limit;   /* of the transforms' bound; 1/2 for what is proved */
    uint64_t moves; /* elements of S below a node's length, at most */
} ta_reach_plan;

/* A target of the current group. */
typedef struct ta_target {
    bool *summed; /* [fanout] whether a source is in the sum */
    size_t taken; /* for the sources before this one, the way is chosen */
    bool open;    /* its sum holds products */
    double norm;  /* of the terms, in the bound of transforms.h */
    size_t terms;
} ta_target;

/* What was done, for the statistics. */
typedef struct ta_reach_counts {
    uint64_t used[TA_WAYS]; /* pairs of a source and a target */
    uint64_t backward;
    double bound, deviation; /* the largest ones */
} ta_reach_counts;

typedef struct ta_reach {
    ta_reach_plan plan;
    uint64_t child; /* positions of a child */
    uint64_t brief; /* bytes that one call allocates and frees again */
    size_t reuse;   /* targets that a transform serves before it is made again:
                       fanout if it is never made again */
    ta_transform_store store;
    const ta_field *field;
    uint64_t lo;       /* where the current node starts */
    size_t children;   /* of the current node that start below n */
    size_t formed;     /* the sums of groups before this target are begun */
    uint64_t *cold;    /* [fanout] cold positions of each finished child */
    uint64_t *moves;   /* [fanout] elements of S in the window at a distance */
    ta_target *target; /* [group] target i is at i % group */
    bool *summed;      /* [group * fanout] of all targets */
    ta_pass pass;      /* forms sums */
    ta_sum *sums;      /* [group] of the pass */
    const void **a, **b; /* [group * fanout] terms of the pass */
    ta_reach_counts counts;
} ta_reach;

/* Computes the sizes of a level whose plan is set. Allocates nothing. */
void tai_convolve_reach_plan(ta_reach *reach);
/* Places the arrays of the level, except the store of transforms. */
void tai_convolve_reach_place(ta_reach *reach, ta_arena *arena);

/* Begins to use the level. The field must live until tai_convolve_reach_close.
 */
void tai_convolve_reach_open(ta_reach *reach, const ta_field *field);
void tai_convolve_reach_close(ta_reach *reach);

/* Starts the node at position lo, whose positions below `known` are finished in
 * field->cold. Returns the first child that is not finished. */
size_t tai_convolve_reach_begin(ta_reach *reach, uint64_t lo, uint64_t known);

/* Sets bit t - start of `hot` for each t of child i, which starts at `start`,
 * from which a move leads to a cold position of an earlier child of the node.
 * Those children must be finished in field->cold. Further bits, all of them
 * true, may be set within a tile after the child. Calls come in order of i. The
 * caller solves child i next; meanwhile other threads may begin the sums of
 * child i + 1. TA_ENOMEM; TA_ERANGE if a rounding error exceeds its bound. */
ta_status tai_convolve_reach_child(ta_reach *reach, size_t i, uint64_t *hot);

/* Appends what was done to the statistics. */
void tai_convolve_reach_report(const ta_reach *reach, ta_stats *stats);

/* ---- between the files of this module: ways.c ---- */

/* Returns whether no move leads from target i to source j. */
static inline bool reach_is_empty(const ta_reach *r, size_t i, size_t j)
{
    return r->cold[j] == 0 || r->moves[i - j] == 0;
}

/* Returns the nanoseconds from the sources [from, to) to target i by the direct
 * way that is cheapest for all of them. Sets *way to the number of its bit. */
double tai_convolve_direct_cost(const ta_reach *reach, size_t i, size_t from,
                                size_t to, unsigned *way);
/* Marks what the sources [from, to) reach in target i by that way. TA_ENOMEM.
 */
ta_status tai_convolve_direct_mark(ta_reach *reach, size_t i, size_t from,
                                   size_t to, uint64_t *hot);

#endif
