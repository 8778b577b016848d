/* Marks the positions from which a move of the subtraction set S leads to a
 * cold position (a P-position), for one level of the recursion. A node of the
 * level has `fanout` children of 2^log_child positions each. Children are
 * solved in order: the finished children are the sources, and the next child is
 * the target. */
#ifndef TA_REACH_H
#define TA_REACH_H

#include "convolve/shift.h"
#include "convolve/transform-store.h"

/* The methods (also called ways) of finding which positions of a target have a
 * move to a cold position of a source. They are bits, and a set of allowed
 * methods is their sum. If several are allowed, a level chooses the cheapest
 * one for each target, by the cost model of tuning.h. */
enum {
    TA_BY_S = 1, /* shift the array of cold positions by each s in S */
    /* For each cold position c, mark c + s for every s in S. If S is dense,
     * shift the bit array of S by c. */
    TA_BY_COLD = 2,
    TA_BY_PACKED = 4, /* multiply long integers with GMP */
    TA_BY_TRANSFORM = 8,
    TA_BY_EACH = TA_BY_S | TA_BY_COLD
};

/* The number of direct methods, whose bits are the lowest ones, and the number
 * of all methods. A direct method marks a target from one source at a time.
 * Transforms add up the products of several sources before anything is marked.
 */
enum { TA_DIRECT_WAYS = 3, TA_WAYS };

/* What all levels of a recursion share: the set S, the cold positions and the
 * threads. */
typedef struct ta_field {
    const ta_set *set;
    ta_shifts shifts; /* the elements of S below `sorted` */
    /* `shifts` has the elements below this: UINT64_MAX or, for a dense set,
     * TA_SCRATCH. */
    uint64_t sorted;
    uint64_t *storage; /* the memory of the shifts */
    /* The bit array of cold positions. The bits of undecided positions are 0.
     * TA_PAD zero bytes stand before and after the array. */
    const uint64_t *cold;
    uint64_t n;
    tai_pool *pool;
    /* Scratch of 2 * TA_SCRATCH numbers, for a dense set only. */
    uint64_t *scratch;
} ta_field;

/* The number of positions or elements from which shifts are made and sorted at
 * a time. */
enum { TA_SCRATCH = 1 << 15 };

/* Places the arrays of a field in the arena, and sets field->sorted. `elements`
 * is the largest number of elements in field->shifts: of all elements or, for a
 * dense set, of those below TA_SCRATCH. */
void tai_convolve_field_place(ta_field *field, uint64_t elements, bool dense,
                              ta_arena *arena);
/* Sets the members of a field whose arrays have been placed, and sorts the
 * elements of S below field->sorted into field->shifts. */
void tai_convolve_field_init(ta_field *field, const ta_set *set,
                             const uint64_t *cold, uint64_t n, tai_pool *pool);

/* The sizes and choices of a level that are fixed when a run is planned. */
typedef struct ta_reach_plan {
    unsigned log_child; /* log2 of the positions of a child, at least 6 */
    size_t fanout;      /* the children of a node, at least 1 */
    unsigned ways;
    const ta_transforms *transforms;
    /* The number of targets whose sums are formed together. 0 means as many as
     * pay, with a store that keeps all transforms. */
    size_t group;
    /* A sum of products of transforms is used only if the bound on its rounding
     * errors is below this limit. With the limit 1/2 the results are proved to
     * be exact. The caller may set a lower limit. */
    double limit;
    /* an upper bound of the elements of S below a node's length */
    uint64_t moves;
} ta_reach_plan;

/* A target of the current group of targets: a child that is to be marked, and
 * its sum of products. */
typedef struct ta_target {
    bool *summed; /* [fanout] whether source j goes into the sum */
    /* The method of marking is chosen for all sources with a number below this.
     */
    size_t taken;
    bool open;   /* whether the sum already has products */
    double norm; /* the sum of the norms of all terms (see transforms.h) */
    size_t terms;
} ta_target;

/* Counts of the work done at a level, for the statistics. */
typedef struct ta_reach_counts {
    /* used[w] is the number of pairs of a source child and a target child whose
     * marks were found by method w. Method w is bit number w of the set of
     * methods, such as 0 for TA_BY_S and 3 for TA_BY_TRANSFORM. */
    uint64_t used[TA_WAYS];
    uint64_t backward;
    /* The largest bound on the rounding errors of a sum of products, and the
     * largest distance of a computed value from the nearest integer. */
    double bound, deviation;
} ta_reach_counts;

typedef struct ta_reach {
    ta_reach_plan plan;
    uint64_t child; /* the number of positions of a child */
    uint64_t brief; /* the most bytes that a call allocates and frees again */
    /* The number of targets that a transform serves before it must be made
     * again; fanout if it is never made again. */
    size_t reuse;
    ta_transform_store store;
    const ta_field *field;
    uint64_t lo;     /* the first position of the current node */
    size_t children; /* children of the current node that start below n */
    size_t formed;   /* the sums of all targets before this one are begun */
    /* [fanout] the number of cold positions of each finished child */
    uint64_t *cold;
    /* [fanout] moves[d] is the number of elements of S that lead from a child
     * to the d-th child before it: those between d - 1 and d + 1 children. */
    uint64_t *moves;
    ta_target *target; /* [group] target i is entry i % group */
    bool *summed;      /* [group * fanout] the arrays `summed` of all targets */
    ta_pass pass;      /* forms sums */
    ta_sum *sums;      /* [group] the sums that the pass forms */
    /* [group * fanout] the factors of the pass's products */
    const void **a, **b;
    ta_reach_counts counts;
} ta_reach;

/* Computes the sizes of a level from reach->plan, which the caller has set.
 * Allocates nothing. */
void tai_convolve_reach_plan(ta_reach *reach);
/* Places the arrays of a level in the arena, except those of its store of
 * transforms. */
void tai_convolve_reach_place(ta_reach *reach, ta_arena *arena);

/* Prepares a level, whose arrays have been placed, for a field. The field must
 * live until tai_convolve_reach_close. */
void tai_convolve_reach_open(ta_reach *reach, const ta_field *field);
void tai_convolve_reach_close(ta_reach *reach);

/* Begins the node of the level that starts at position lo. All positions below
 * `known` are decided in field->cold. Returns the number of the first child
 * that is not fully decided; this may be the number of children. */
size_t tai_convolve_reach_begin(ta_reach *reach, uint64_t lo, uint64_t known);

/* Marks the positions of child i from which a move leads to a cold position of
 * an earlier child of the node. Sets bit t - start of `hot` for each such
 * position t, where `start` is the first position of the child. The earlier
 * children must be finished in field->cold. The function may also set bits of
 * positions up to a tile behind the child, but only for positions that are hot,
 * too. Calls must come in order of i. The caller solves child i next; meanwhile
 * other threads may begin the sums of child i + 1. Returns TA_ENOMEM if there
 * is no memory, and TA_ERANGE if a rounding error exceeds its bound. */
ta_status tai_convolve_reach_child(ta_reach *reach, size_t i, uint64_t *hot);

/* Appends to the statistics how often a level has used each method of marking
 * (TA_BY_S, ..., TA_BY_TRANSFORM), and its transforms. */
void tai_convolve_reach_report(const ta_reach *reach, ta_stats *stats);

/* ---- functions that reach.c and ways.c share ---- */

/* Returns whether no move leads from target i to a cold position of source j,
 * because the source has none or because S has no element at that distance. */
static inline bool reach_is_empty(const ta_reach *r, size_t i, size_t j)
{
    return r->cold[j] == 0 || r->moves[i - j] == 0;
}

/* Returns the predicted nanoseconds for marking target i from the sources
 * [from, to) by a method without transforms. It is the allowed method that is
 * cheapest for all of these sources together. Sets *way to the number of its
 * bit (0 for TA_BY_S). */
double tai_convolve_direct_cost(const ta_reach *reach, size_t i, size_t from,
                                size_t to, unsigned *way);
/* Marks the positions of target i that have a move to a cold position of the
 * sources [from, to): sets their bits in `hot`. Uses the method that
 * tai_convolve_direct_cost chooses. Returns TA_ENOMEM if there is no memory. */
ta_status tai_convolve_direct_mark(ta_reach *reach, size_t i, size_t from,
                                   size_t to, uint64_t *hot);

#endif
