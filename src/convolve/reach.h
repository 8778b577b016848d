/* For one level of the recursion: which targets are reached from earlier
 * sources? README.md has the theory. Here sources and targets are children:
 *
 *   level    all nodes of one size; a node has `fanout` children of
 *            B = 2^log_child positions each, which are solved in order
 *   target   a child to be marked; source: an earlier one
 *   window   d: the elements of S from target i to source i - d
 *   sum      of a target: products of transforms, transformed back once
 */
#ifndef TA_REACH_H
#define TA_REACH_H

#include "convolve/shift.h"
#include "convolve/transform-store.h"

/* The ways to mark a target, as bits; that of least predicted time is taken. */
enum {
    TA_BY_S = 1,      /* OR the cold positions, shifted by each s */
    TA_BY_COLD = 2,   /* mark c + s; with S as bits, shift S by each c */
    TA_BY_PACKED = 4, /* multiply long integers by GMP */
    TA_BY_TRANSFORM = 8,
    TA_BY_EACH = TA_BY_S | TA_BY_COLD
};

/* Direct ways take each source separately. */
enum { TA_DIRECT_WAYS = 3, TA_WAYS };

typedef struct tai_field {
    const tai_set *set;
    tai_shifts shifts; /* elements below `sorted` */
    uint64_t sorted;   /* UINT64_MAX if S is a list, TA_SCRATCH if it is bits */
    uint64_t *storage;
    /* Bits, 0 where undecided, between TA_PAD zero bytes. */
    const uint64_t *cold;
    uint64_t n;
    tai_pool *pool;
    uint64_t *scratch; /* 2 * TA_SCRATCH numbers, if S is bits */
} tai_field;

/* Positions whose set bits are listed at a time. */
enum { TA_SCRATCH = 1 << 15 };

/* Also sets field->sorted. `dense`: S is stored as bits. `elements` bounds the
 * elements of S, with `dense` those below TA_SCRATCH. */
void tai_convolve_field_place(tai_field *field, uint64_t elements, bool dense,
                              tai_arena *arena);
/* Keeps `cold` by address. */
void tai_convolve_field_init(tai_field *field, const tai_set *set,
                             const uint64_t *cold, uint64_t n, tai_pool *pool);

typedef struct tai_reach_plan {
    unsigned log_child; /* of the positions of a child, at least 6 */
    size_t fanout;
    unsigned ways;
    const tai_transforms *transforms;
    /* Targets whose sums are formed together; 0: the plan chooses, and all
     * transforms are kept. */
    size_t group;
    double limit;   /* a sum is used below it: 1/2 proves it exact; or less */
    uint64_t moves; /* elements of S below a node's length, at most */
} tai_reach_plan;

/* A target and its sum. */
typedef struct tai_target {
    bool *summed; /* summed[j]: source j is a term */
    size_t taken; /* sources 0 to taken - 1 have their way */
    bool open;    /* the sum is not empty */
    /* Times transforms->bound, it bounds the rounding errors. */
    double norm;
    size_t terms;
} tai_target;

typedef struct tai_reach_counts {
    uint64_t used[TA_WAYS]; /* pairs of source and target by way 1 << w */
    uint64_t backward;
    /* Largest bound, and largest distance from an integer. */
    double bound, deviation;
} tai_reach_counts;

typedef struct tai_reach {
    tai_reach_plan plan;
    uint64_t child;
    uint64_t brief; /* bytes that reach_child allocates and frees, at most */
    size_t reuse;   /* targets that a stored transform serves */
    tai_transform_store store;
    const tai_field *field;
    uint64_t lo;
    size_t children;    /* children of the node below n */
    size_t formed;      /* sums of targets 0 to formed - 1 have been begun */
    uint64_t *cold;     /* cold[j]: cold positions of solved child j */
    uint64_t *moves;    /* moves[d]: elements of S in window d */
    tai_target *target; /* that of child i: target[i % group] */
    bool *summed;
    tai_pass pass;       /* forms sums */
    tai_sum *sums;       /* those of `pass` */
    const void **a, **b; /* the factors that `pass` multiplies */
    tai_reach_counts counts;
} tai_reach;

void tai_convolve_reach_plan(tai_reach *reach);

void tai_convolve_reach_place(tai_reach *reach, tai_arena *arena);

/* `field` must live until tai_convolve_reach_close. */
void tai_convolve_reach_open(tai_reach *reach, const tai_field *field);
void tai_convolve_reach_close(tai_reach *reach);

/* Begins the node at `lo`; field->cold has [0, known). Returns the first child
 * with undecided positions, or the number of children. */
size_t tai_convolve_reach_begin(tai_reach *reach, uint64_t lo, uint64_t known);

/* Marks child i, in order, when the earlier ones are solved: sets bit t - start
 * of `hot` for its positions t that are reached, and for hot ones up to TA_TILE
 * further. Threads may go on to child i + 1 meanwhile. TA_ERANGE: a rounding
 * error exceeds its bound. */
ta_status tai_convolve_reach_child(tai_reach *reach, size_t i, uint64_t *hot);

void tai_convolve_reach_report(const tai_reach *reach, ta_stats *stats);

/* ---- shared by reach.c and ways.c ---- */

/* Returns true if surely no move leads from child i to source j < i. */
static inline bool reach_is_empty(const tai_reach *r, size_t i, size_t j)
{
    return r->cold[j] == 0 || r->moves[i - j] == 0;
}

/* Returns the nanoseconds of the best direct way to mark target i from the
 * sources [from, to), and sets *way to the index of its bit. */
double tai_convolve_direct_cost(const tai_reach *reach, size_t i, size_t from,
                                size_t to, unsigned *way);
/* Marks target i from the sources [from, to) by that way. */
ta_status tai_convolve_direct_mark(tai_reach *reach, size_t i, size_t from,
                                   size_t to, uint64_t *hot);

#endif
