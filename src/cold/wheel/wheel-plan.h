/* The plan of a phase: tables made from the cold numbers before the phase,
 * which do not change during it. Terms: wheel.h. */
#ifndef TA_WHEEL_PLAN_H
#define TA_WHEEL_PLAN_H

#include "base/communicator.h"
#include "cold/wheel/wheel.h"

enum {
    WHEEL_STEP_ROWS = WHEEL_VECTOR * 8 - WHEEL_MARGIN,
    WHEEL_HOT_BITS = 2 * WHEEL_VECTOR * 8, /* of a live class in step.hot */
    WHEEL_TARGETS = 16 /* target classes of one job that makes lists */
};

/* Measured constants. They decide how fast a run is, never its result. */
typedef struct wheel_tuning {
    unsigned vectors;     /* of a tile, 1 to WHEEL_TILE_MAX */
    double dense_tile;    /* cold heaps of a dense class in 4096, at least */
    double live_tile;     /* cold heaps of a live class in 4096, at least */
    unsigned quiet_page;  /* moves of a page for each quiet class */
    unsigned quiet_pages; /* most pages of the quiet lists, below 2^16 */
    unsigned quiet_zeros; /* open heaps of a block left to the definition */
    double quiet_left;    /* most heaps of 4096 left open in a quiet class */
    /* Quiet lists have moves up to so many blocks, or to a quarter of the heaps
     * before the phase, whichever is more. */
    unsigned quiet_reach;
    uint64_t cache; /* bytes that a page reads, fewer than the cache has */
    unsigned source_group; /* dense classes of a page of far moves */
    uint32_t sparse_row;   /* most bits in a row of bits */
    double growth;         /* a phase multiplies the decided heaps by it */
    uint64_t start;        /* the engine `shift` decides the heaps below */
    /* After n heaps the modulus is at most n / rows and sqrt(shape * n). */
    uint64_t rows;
    double shape;
    double share; /* of the classes, at most, that has 99 % of the cold heaps */
    uint32_t modulus; /* 0: learned */
    unsigned checks;  /* heaps of a block that the self-check compares */
} wheel_tuning;

/* The roots, the moves of index below m, sorted by residue: those congruent to
 * d modulo m have the indices root[k], start[d] <= k < start[d + 1]. */
typedef struct wheel_roots {
    uint32_t *start, *root;
    uint64_t *some; /* bit d is 1: a root is congruent to d; asked first, since
                       small */
} wheel_roots;

static inline bool wheel_has_root(const wheel_roots *roots, uint32_t d)
{
    return roots->some[d / 64] >> d % 64 & 1;
}

typedef struct wheel_page {
    /* What is common to the addresses of the page's entries: a move of entry e
     * reads the bits at wheel_origin(row) + origin + e. Unused in near lists.
     */
    int64_t origin;
    size_t start;   /* of its entries in wheel_lists.offset */
    uint64_t least; /* no move is less */
} wheel_page;

/* An entry is a move from a target class to a source class, kept as the offset
 * in bytes at which the source is read. In a page each target class has one
 * list for each slip. */
typedef struct wheel_lists {
    const uint32_t *source;
    uint32_t sources;
    uint32_t group; /* source classes of a page */
    const uint32_t *target;
    uint32_t targets;
    uint32_t own_from, own_to; /* target classes of this rank */
    size_t from, to;           /* indices of the moves */
    uint64_t low;              /* where the first window begins */
    double scale;              /* 1 / width of a window */
    /* The index of the bit of n in the range of its class in wheel_step.hot,
     * plus an entry, is the index of the bit of n - v. */
    bool near;
    unsigned slips; /* lists of a target class in a page; 1 if near */
    uint32_t windows, groups;
    uint32_t pages; /* windows * groups; page g * windows + w */
    wheel_page *page;
    /* For each page targets * slips + 2 numbers: where in the page its lists
     * begin, the last ends, and one while they are made; wheel_starts. */
    uint32_t *start;
    uint32_t *offset; /* the entries, page by page */
} wheel_lists;

/* For which moves v the heap c + v can be in a live class, c a sparse cold
 * number. Bit k stands for the moves of index k, k + mod, ..., congruent modulo
 * `mod`, so that all c of one residue share a row. 0: skip these moves; 1: look
 * up the class of c + v. */
typedef struct wheel_rows {
    uint32_t mod;  /* a divisor of M */
    uint32_t *row; /* row of class s: row[s % mod], or WHEEL_EMPTY */
    /* mark[s]: index in wheel_block.hits of the bit of the block's first heap
     * of class s; WHEEL_EMPTY if the class is not marked. */
    uint32_t *mark;
    uint64_t *bits;
    size_t words; /* 64-bit words of a row */
} wheel_rows;

/* The pages that are tried for one quiet class. */
typedef struct wheel_depth {
    uint16_t look; /* before this page, counting open heaps is no use */
    uint16_t end;  /* pages tried; 0: live now, or another rank's */
} wheel_depth;

typedef struct wheel_cut {
    uint64_t from_row; /* its first row, a multiple of 8 */
    uint64_t rows;     /* rows of a block, a multiple of WHEEL_STEP_ROWS */
    unsigned vectors;
    size_t step_from; /* index of the first move as long as a step */
    size_t far_from;  /* index of the first far move */
} wheel_cut;

/* The moves modulo M. */
typedef struct wheel_table {
    unsigned slips;             /* how many slips the moves have */
    unsigned slip[WHEEL_SLIPS]; /* increasing */
    unsigned slip_at[8];        /* slip_at[slip[i]] is i */
    wheel_roots roots;          /* of the first M moves */
    uint32_t *residue;          /* residue[i % M]: of move i modulo M */
} wheel_table;

typedef struct wheel_classes {
    uint32_t *live;       /* index in live_class; WHEEL_EMPTY: quiet */
    uint32_t *live_class; /* increasing */
    uint32_t lives;
    uint32_t *quiet_class; /* quiet at first; a trial may have made some live */
    uint32_t quiets;
    wheel_depth *depth; /* of quiet_class[i] */
} wheel_classes;

/* The lists of a phase; README, "Lists". */
typedef struct wheel_all_lists {
    wheel_lists quiet; /* quiet -> dense, some far moves, tried first */
    wheel_lists far;   /* live -> dense, all far moves */
    wheel_lists step;  /* live -> dense, all moves shorter than a block */
    wheel_lists near;  /* live -> live, all moves shorter than a step */
} wheel_all_lists;

/* The caller of tai_wheel_plan_init sets the members before `cut`. */
typedef struct wheel_plan {
    const wheel_moves *moves;
    wheel_store *store;
    const wheel_tuning *tuning;
    tai_pool *pool;
    const tai_comm *comm;
    wheel_cut cut;
    wheel_table table;
    wheel_classes class;
    wheel_all_lists lists;
    wheel_rows rows_all; /* for all live classes */
    wheel_rows rows_own; /* for those of this rank; unused with one rank */
    const wheel_rows *far_rows; /* for pushes before a block: one of the two */
} wheel_plan;

/* Returns the first of `all` items that are dealt to `rank`, up to that of rank
 * + 1. */
static inline uint32_t wheel_dealt(const tai_comm *comm, uint32_t all,
                                   unsigned rank)
{
    return (uint32_t)((uint64_t)all * rank / comm->ranks);
}

/* Makes the plan for the rows [from_row, end); density as for the store.
 * Functions of this module return TA_ENOMEM without memory. */
ta_status tai_wheel_plan_init(wheel_plan *p, const double *density,
                              uint64_t from_row, uint64_t end);
void tai_wheel_plan_free(wheel_plan *p);
/* Returns a hash of what must be equal on all ranks. */
uint64_t tai_wheel_plan_hash(const wheel_plan *p);

/* ---- parts of the plan ---- */

/* The caller calls tai_wheel_roots_free in any case. */
ta_status tai_wheel_roots_find(const wheel_moves *moves, uint32_t m,
                               wheel_roots *roots);
void tai_wheel_roots_free(wheel_roots *roots);

/* Makes *x, of which the caller has set the members from `source` to `to`, and
 * `near`, with at most `windows` windows of equal width. `count` is for the
 * quiet lists: it chooses p->class.depth for the WHEEL_TARGETS target classes
 * of an item, and counts the moves of the pages in use. */
ta_status tai_wheel_lists_make(const wheel_plan *p, wheel_lists *x,
                               uint32_t windows, tai_pool_work *count,
                               void *state);
/* Walks through the moves from class x->target[target] to group g. `at` points
 * to the counters of the target's lists, one for each window and slip. Without
 * `out`, adds the number of entries to each counter; with `out`, writes each
 * entry to out[counter++]. */
void tai_wheel_lists_pass(const wheel_plan *p, const wheel_lists *x,
                          uint32_t target, uint32_t g, uint32_t *at,
                          uint32_t *out);
void tai_wheel_lists_free(wheel_lists *x);

/* Returns where in x->start the lists of a target class in a page begin. */
static inline uint32_t *wheel_starts(const wheel_lists *x, uint32_t page,
                                     uint32_t target)
{
    return x->start + (size_t)page * ((size_t)x->targets * x->slips + 2) +
           (size_t)target * x->slips;
}

/* Returns the largest divisor of m that is at most `most` and that the moves
 * fit (tai_wheel_moves_fit). */
uint32_t tai_wheel_rows_modulus(const wheel_moves *moves, uint32_t m,
                                uint32_t most);
/* Makes the rows of bits for the heaps c + v in live_class[from, to). */
ta_status tai_wheel_rows_init(wheel_rows *rows, const wheel_plan *p,
                              uint32_t from, uint32_t to);
void tai_wheel_rows_free(wheel_rows *rows);

/* Makes p->lists.quiet, and tries each quiet class on its first `rows` heaps:
 * where too many stay open, the class becomes live. */
ta_status tai_wheel_quiet_init(wheel_plan *p, uint64_t rows);

#endif
