/* One level of the recursion: which positions of a target are reached from its
 * sources? README.md has the words. Calls: plan, place, open; for each node
 * begin, then child for i = 0, 1, ...; close. */
#ifndef TA_REACH_H
#define TA_REACH_H

#include "convolve/shift.h"
#include "convolve/transform-store.h"

/* The ways, as bits; that of least predicted time is taken. */
enum {
    TA_BY_S = 1,      /* OR the cold positions, shifted by each s */
    TA_BY_COLD = 2,   /* mark c + s; with S as bits, shift S by each c */
    TA_BY_PACKED = 4, /* multiply long integers by GMP */
    TA_BY_TRANSFORM = 8,
    TA_BY_EACH = TA_BY_S | TA_BY_COLD
};

/* The first bits are of direct ways. */
enum { TA_DIRECT_WAYS = 3, TA_WAYS };

/* What all levels share: S, and the cold positions so far. */
typedef struct tai_field {
    const tai_set *set;
    tai_shifts shifts;   /* elements of S below shifts_end */
    uint64_t shifts_end; /* UINT64_MAX if S is a list, TA_SCRATCH if bits */
    uint64_t *storage;   /* of `shifts` */
    /* Bits, 0 where undecided, between TA_PAD zero bytes. */
    const uint64_t *cold;
    uint64_t n;
    tai_pool *pool;
    uint64_t *scratch; /* 2 * TA_SCRATCH numbers, if S is bits */
} tai_field;

/* Positions whose set bits are listed at a time. */
enum { TA_SCRATCH = 1 << 15 };

/* `dense`: S is stored as bits. `elements` bounds the elements of S, with
 * `dense` those below TA_SCRATCH. */
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
    double limit;   /* of a sum's bound; at most 1/2, which proves it exact */
    uint64_t moves; /* elements of S below a node's length, at most */
} tai_reach_plan;

typedef struct tai_target {
    bool *summed; /* summed[j]: source j is a term */
    size_t taken; /* sources 0 to taken - 1 have their way */
    bool begun;   /* its place has a sum, to which passes add */
    double norm;  /* of all terms: see transforms->bound */
    size_t terms;
} tai_target;

typedef struct tai_reach_counts {
    uint64_t used[TA_WAYS]; /* pairs of source and target by way 1 << w */
    uint64_t backward;      /* transforms back */
    /* Largest bound, and largest distance from an integer. */
    double bound, deviation;
} tai_reach_counts;

typedef struct tai_reach {
    tai_reach_plan plan;
    uint64_t child; /* B */
    uint64_t brief; /* bytes that reach_child allocates and frees, at most */
    size_t reuse;   /* targets that a stored transform serves */
    tai_transform_store store;
    const tai_field *field;
    uint64_t lo;        /* where the current node begins */
    size_t children;    /* of the node that begin below n */
    size_t visited;     /* targets below: their groups have begun sums */
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

/* Marks child i when the earlier ones are solved: sets bit t - start of `hot`
 * for its positions t that are reached, and for hot ones up to TA_TILE further.
 * Threads may go on to child i + 1 meanwhile. TA_ERANGE: a rounding error
 * exceeds its bound. */
ta_status tai_convolve_reach_child(tai_reach *reach, size_t i, uint64_t *hot);

void tai_convolve_reach_report(const tai_reach *reach, ta_stats *stats);

/* ---- shared by reach.c and ways.c ---- */

/* Returns true if surely no move leads from target i to source j. */
static inline bool reach_is_empty(const tai_reach *r, size_t i, size_t j)
{
    return r->cold[j] == 0 || r->moves[i - j] == 0;
}

/* Returns the nanoseconds of the best direct way for the sources [from, to) of
 * target i; sets *way to the index of its bit. */
double tai_convolve_direct_cost(const tai_reach *reach, size_t i, size_t from,
                                size_t to, unsigned *way);
/* Marks by that way. */
ta_status tai_convolve_direct_mark(tai_reach *reach, size_t i, size_t from,
                                   size_t to, uint64_t *hot);

#endif
