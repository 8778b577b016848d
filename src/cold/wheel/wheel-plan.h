/* The plan of a phase: the tables that are made from the cold numbers before
 * it, and that are only read while its blocks are run. */
#ifndef TA_WHEEL_PLAN_H
#define TA_WHEEL_PLAN_H

#include "base/communicator.h"
#include "cold/wheel/wheel.h"

enum {
    WHEEL_STEP_ROWS = WHEEL_VECTOR * 8 - WHEEL_MARGIN, /* rows of a step */
    WHEEL_HOT_BITS = 2 * WHEEL_VECTOR * 8, /* of a class, in wheel_step.hot */
    WHEEL_TARGETS = 16 /* whose lists are made together, as an item */
};

/* Measured constants of the wheel. The tests vary them. */
typedef struct wheel_tuning {
    unsigned vectors;      /* of a tile, 1 .. WHEEL_TILE_MAX */
    double dense_tile;     /* dense: so many cold numbers in 4096 rows */
    double live_tile;      /* live: so many cold numbers in 4096 rows */
    unsigned quiet_page;   /* sources of a page for a quiet class, about */
    unsigned quiet_pages;  /* pages that are tried, at most, below 2^16 */
    unsigned quiet_zeros;  /* rows of a tile that are left to single tests */
    double quiet_left;     /* quiet: the sources leave so many of 4096 rows */
    unsigned quiet_reach;  /* quiet moves are below so many blocks, or below a
                              quarter of what is known if that is more */
    uint64_t cache;        /* bytes of sources to work on at a time */
    unsigned source_group; /* dense classes to work on at a time */
    uint32_t sparse_row;   /* bits of a sparse class's row, at most */
    double growth;         /* a phase ends when n has grown so much */
    uint64_t start;        /* the shift engine goes so far */
    uint64_t rows;         /* a learned modulus leaves so many rows */
    double shape;          /* a learned modulus is below sqrt(shape * n) */
    double share;          /* structure: so much of the classes, at most, holds
                              nearly all cold numbers */
    uint32_t modulus;      /* 0: it is learned */
    unsigned checks;       /* positions of each block, by the definition */
} wheel_tuning;

/* The moves i < m by their residue mod m: those with value[i] mod m = d are
 * root[start[d] .. start[d + 1]). */
typedef struct wheel_roots {
    uint32_t *start, *root;
} wheel_roots;

/* One cell of a grid: some source classes and a window of moves. */
typedef struct wheel_page {
    int64_t origin; /* of its entries, from wheel_origin */
    size_t start;   /* of its entries, in `offset` */
    uint64_t least; /* no move of the window is below */
} wheel_page;

/* For each page, each target class and each slip the list of the sources: what
 * the moves of the page's window lead to in its source classes. An entry is the
 * offset of a source from the origin of the page. */
typedef struct wheel_lists {
    const uint32_t *source; /* classes, `group` of them to a row of pages */
    uint32_t sources, group;
    const uint32_t *target; /* classes */
    uint32_t targets;
    uint32_t own_from, own_to; /* targets that have lists on this rank */
    size_t from, to;           /* moves */
    uint64_t low;              /* where the first window begins, and */
    double scale;              /* the windows in a unit of move */
    bool near; /* entries are bits of wheel_step.hot, without slips */
    unsigned slips;
    uint32_t windows, groups, pages; /* page g * windows + w */
    wheel_page *page;
    uint32_t *start; /* by page: targets * slips + 2, the last one to spare */
    uint32_t *offset;
} wheel_lists;

/* For pushes from sparse classes: which moves lead to live classes. Bit i mod
 * `mod` of a row stands for move i; classes that are equal mod `mod` have the
 * same row. A bit may be set in vain, since a push checks the class of its
 * target. A bit may never be missing: so moves that are `mod` apart must be
 * equal mod `mod`. */
typedef struct wheel_rows {
    uint32_t mod;   /* a divisor of M */
    uint32_t *row;  /* by class mod `mod`: number of the row, or WHEEL_EMPTY */
    uint32_t *mark; /* by class: where row 0 of a block is in the hits of a live
                       class of the range, or WHEEL_EMPTY */
    uint64_t *bits;
    size_t words; /* of a row */
} wheel_rows;

/* How many pages a quiet class needs. */
typedef struct wheel_depth {
    uint16_t look; /* the page that settled the tile on which it was tried */
    uint16_t end;  /* pages that it has; 0: it is live, or of another rank */
} wheel_depth;

typedef struct wheel_plan {
    const wheel_moves *moves;
    wheel_store *store;
    const wheel_tuning *tuning;
    tai_pool *pool;
    const tai_comm *comm;

    uint64_t from_row; /* of the first block, a multiple of 8 */
    uint64_t rows;     /* of a block, a multiple of WHEEL_STEP_ROWS */
    unsigned vectors;
    size_t step_from, far_from; /* moves i >= step_from lead to before a step,
                                   moves i >= far_from to before a block */
    unsigned slips;             /* of the moves, increasing */
    unsigned slip[WHEEL_SLIPS];
    unsigned slip_at[8]; /* by slip: its index */
    wheel_roots roots;   /* mod M */
    uint32_t *residue;   /* value[i] mod M, by i mod M */

    uint32_t *live;       /* by class: live index or WHEEL_EMPTY */
    uint32_t *live_class; /* by live index, increasing */
    uint32_t lives;
    uint32_t *quiet_class; /* some of them have become live */
    uint32_t quiets;
    wheel_depth *depth; /* by quiet index */

    wheel_lists quiet; /* into quiet classes: some moves from before a block, */
    wheel_lists far;   /* into live classes: moves from before a block, */
    wheel_lists step;  /* moves from before a step, */
    wheel_lists near;  /* and moves within a step, from live classes */
    wheel_rows rows_all, rows_own; /* of all live classes; of this rank's */
    const wheel_rows *far_rows;    /* the latter, or both are one */
} wheel_plan;

/* Returns where the share of a rank begins; that of rank + 1 is where it ends.
 */
static inline uint32_t wheel_dealt(const tai_comm *comm, uint32_t all,
                                   unsigned rank)
{
    return (uint32_t)((uint64_t)all * rank / comm->ranks);
}

/* Makes the plan for blocks of the rows [from_row, end). Members from `moves`
 * to `comm` are set by the caller. `density` is in cold numbers a row, by
 * class. TA_ENOMEM. */
ta_status tai_wheel_plan_init(wheel_plan *p, const double *density,
                              uint64_t from_row, uint64_t end);
void tai_wheel_plan_free(wheel_plan *p);
/* Returns a hash of what all ranks must have alike. */
uint64_t tai_wheel_plan_hash(const wheel_plan *p);

/* ---- the parts of tai_wheel_plan_init ---- */

/* Finds the roots mod m. TA_ENOMEM. */
ta_status tai_wheel_roots_find(const wheel_moves *moves, uint32_t m,
                               wheel_roots *roots);
void tai_wheel_roots_free(wheel_roots *roots);

/* Makes lists on a grid of `windows` windows of moves. Members before `slips`
 * are set by the caller, but for `low` and `scale`. `count` counts the entries
 * for WHEEL_TARGETS targets an item, and sets p->depth; NULL: all entries that
 * there are. TA_ENOMEM. */
ta_status tai_wheel_lists_make(const wheel_plan *p, wheel_lists *x,
                               uint32_t windows, tai_pool_work *count,
                               void *state);
/* Visits the sources of a target in group g of the classes. Without `out` they
 * are counted in the lists at `at`, list by slip and window. With it their
 * entries are stored from there on, and the counters become the ends. */
void tai_wheel_lists_pass(const wheel_plan *p, const wheel_lists *x,
                          uint32_t target, uint32_t g, uint32_t *at,
                          uint32_t *out);
void tai_wheel_lists_free(wheel_lists *x);

/* Returns where the lists of a page and a target begin. */
static inline uint32_t *wheel_starts(const wheel_lists *x, uint32_t page,
                                     uint32_t target)
{
    return x->start + (size_t)page * ((size_t)x->targets * x->slips + 2) +
           (size_t)target * x->slips;
}

/* Returns the largest divisor d of m, at most `most`, such that moves that are
 * d apart are equal mod d. */
uint32_t tai_wheel_rows_modulus(const wheel_moves *moves, uint32_t m,
                                uint32_t most);
/* Makes the rows for the live classes [from, to). TA_ENOMEM. */
ta_status tai_wheel_rows_init(wheel_rows *rows, const wheel_plan *p,
                              uint32_t from, uint32_t to);
void tai_wheel_rows_free(wheel_rows *rows);

/* Makes the lists of quiet classes, tries each of them on the first `rows` rows
 * of the phase, and marks in `live` those of which too many rows are left.
 * TA_ENOMEM. */
ta_status tai_wheel_quiet_init(wheel_plan *p, uint64_t rows);

#endif
