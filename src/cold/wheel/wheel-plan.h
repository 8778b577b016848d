/* The plan of a phase: tables that are made from the cold numbers before the
 * phase. The blocks of the phase only read them. */
#ifndef TA_WHEEL_PLAN_H
#define TA_WHEEL_PLAN_H

#include "base/communicator.h"
#include "cold/wheel/wheel.h"

enum {
    WHEEL_STEP_ROWS = WHEEL_VECTOR * 8 - WHEEL_MARGIN, /* rows of a step */
    WHEEL_HOT_BITS = 2 * WHEEL_VECTOR * 8, /* bits of a class in the array
                                              wheel_step.hot */
    WHEEL_TARGETS = 16 /* target classes whose lists one item makes */
};

/* The measured constants of the engine. They decide how fast a run is, never a
 * result. */
typedef struct wheel_tuning {
    unsigned vectors;      /* vectors of a tile, 1 .. WHEEL_TILE_MAX */
    double dense_tile;     /* a class is dense if it has at least this number
                              of cold numbers in 4096 rows */
    double live_tile;      /* likewise, a class is live from this number on */
    unsigned quiet_page;   /* sources for a quiet class in a page, about */
    unsigned quiet_pages;  /* pages that a quiet class tries, at most; below
                              2^16 */
    unsigned quiet_zeros;  /* when a tile has at most this number of open rows,
                              they are decided by the definition */
    double quiet_left;     /* a class is quiet only if its sources leave at
                              most this number of 4096 rows open */
    unsigned quiet_reach;  /* moves for quiet classes are shorter than this
                              number of blocks, or than a quarter of all rows
                              before the phase, if that is more */
    uint64_t cache;        /* bytes of sources that a page works on */
    unsigned source_group; /* dense classes that a page works on */
    uint32_t sparse_row;   /* bits of a row of wheel_rows, at most */
    double growth;         /* a phase ends when n has grown by this factor */
    uint64_t start;        /* heaps below this are left to the shift engine */
    uint64_t rows;         /* a learned modulus is at most n / rows */
    double shape;          /* a learned modulus is below sqrt(shape * n) */
    double share;          /* the modulus 1 is chosen if nearly all cold numbers
                              occupy more than this share of the classes */
    uint32_t modulus;      /* the modulus of all phases; 0: it is learned */
    unsigned checks;       /* positions of each block that are compared with
                              the definition */
} wheel_tuning;

/* The first m moves by their residue modulo m. The indices i < m of the moves
 * with value[i] mod m = d are root[k] for start[d] <= k < start[d + 1]. */
typedef struct wheel_roots {
    uint32_t *start, *root;
} wheel_roots;

/* A page: the lists of sources for one group of source classes and one window
 * (range) of moves. */
typedef struct wheel_page {
    int64_t origin; /* entries are relative to wheel_origin + origin */
    size_t start;   /* the index of its first entry in wheel_lists.offset */
    uint64_t least; /* a lower bound of the moves of the window */
} wheel_page;

/* Lists of sources, one for each page, target class and slip. A list has an
 * entry for each pair of a move in the window of the page and a source class in
 * its group such that the move leads from the target class to the source class.
 * The entry is the offset of the source's bits from the origin of the page. */
typedef struct wheel_lists {
    const uint32_t *source;    /* the source classes */
    uint32_t sources;          /* the number of source classes */
    uint32_t group;            /* source classes of a page */
    const uint32_t *target;    /* the target classes */
    uint32_t targets;          /* the number of target classes */
    uint32_t own_from, own_to; /* this rank has lists for the targets with
                                  the indices [own_from, own_to) */
    size_t from, to;           /* the indices of the moves */
    uint64_t low;              /* the first window begins with this move */
    double scale;              /* 1 / (the width of a window) */
    bool near; /* true: an entry is a bit of wheel_step.hot, and there is one
                  list for all slips */
    unsigned slips; /* lists of a page and target */
    uint32_t windows, groups;
    uint32_t pages; /* page g * windows + w has group g and window w */
    wheel_page *page;
    uint32_t *start;  /* where lists begin, see wheel_starts; for each page
                         targets * slips + 2 numbers, the last one unused */
    uint32_t *offset; /* the entries of all lists */
} wheel_lists;

/* For each sparse class the moves that lead from its numbers up to live
 * classes, as a row of bits: bit i mod `mod` stands for move i. Classes that
 * are equal modulo `mod` share a row. A bit may be set in vain, since
 * tai_wheel_push checks the class of its target. No bit may be missing, so the
 * moves must be periodic modulo `mod` (tai_wheel_moves_fit). */
typedef struct wheel_rows {
    uint32_t mod;   /* a divisor of M */
    uint32_t *row;  /* by class mod `mod`: the number of its row of bits, or
                       WHEEL_EMPTY */
    uint32_t *mark; /* by class: the bit of wheel_block.hits for the first heap
                       of the block, if the class is live and in the range of
                       tai_wheel_rows_init, else WHEEL_EMPTY */
    uint64_t *bits;
    size_t words; /* 64-bit words of a row of bits */
} wheel_rows;

/* The number of pages that a quiet class uses. */
typedef struct wheel_depth {
    uint16_t look; /* the page after which few rows were open in the trial */
    uint16_t end;  /* the number of its pages; 0 if the class has become live
                      or belongs to another rank */
} wheel_depth;

/* How the rows of a phase are cut into blocks and tiles. */
typedef struct wheel_cut {
    uint64_t from_row; /* the first row of the first block, a multiple of 8 */
    uint64_t rows;     /* rows of a block, a multiple of WHEEL_STEP_ROWS */
    unsigned vectors;  /* vectors of a tile */
    size_t step_from;  /* moves i >= step_from lead to before the step */
    size_t far_from;   /* moves i >= far_from lead to before the block */
} wheel_cut;

/* Tables of the moves. */
typedef struct wheel_table {
    unsigned slips;             /* the number of different slips of the moves */
    unsigned slip[WHEEL_SLIPS]; /* the slips, increasing */
    unsigned slip_at[8];        /* by slip: its index in `slip` */
    wheel_roots roots;          /* of the moves, modulo M */
    uint32_t *residue;          /* residue[i mod M] = value[i] mod M */
} wheel_table;

/* The live and the quiet classes. */
typedef struct wheel_classes {
    uint32_t *live; /* by class: its index in live_class; WHEEL_EMPTY if the
                       class is quiet */
    uint32_t *live_class;  /* the live classes, increasing */
    uint32_t lives;        /* the number of live classes */
    uint32_t *quiet_class; /* the classes that were tried as quiet ones; some
                              of them have become live */
    uint32_t quiets;       /* the number of classes in quiet_class */
    wheel_depth *depth;    /* by index in quiet_class */
} wheel_classes;

/* The lists of a phase, by their targets and sources. `Before a block` means:
 * below its first heap. */
typedef struct wheel_all_lists {
    wheel_lists quiet; /* targets quiet, sources before the block, some moves */
    wheel_lists far;   /* targets live, sources before the block */
    wheel_lists step;  /* targets live, sources before the step, moves i <
                          far_from */
    wheel_lists near;  /* targets live, sources of live classes in the step */
} wheel_all_lists;

/* The plan of a phase. The caller of tai_wheel_plan_init sets the members
 * before `cut`. */
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
    wheel_rows rows_all;        /* for all live classes */
    wheel_rows rows_own;        /* for the live classes of this rank */
    const wheel_rows *far_rows; /* rows_own; rows_all if there is one rank */
} wheel_plan;

/* Returns the first of the `all` items that belong to a rank; its items end
 * where those of rank + 1 begin. */
static inline uint32_t wheel_dealt(const tai_comm *comm, uint32_t all,
                                   unsigned rank)
{
    return (uint32_t)((uint64_t)all * rank / comm->ranks);
}

/* Makes the plan of a phase for the rows [from_row, end). The caller sets the
 * members from `moves` to `comm`. density[s] is the number of cold numbers a
 * row in class s. Returns TA_ENOMEM. */
ta_status tai_wheel_plan_init(wheel_plan *p, const double *density,
                              uint64_t from_row, uint64_t end);
void tai_wheel_plan_free(wheel_plan *p);
/* Returns a hash of the parts of the plan that all ranks must have alike. */
uint64_t tai_wheel_plan_hash(const wheel_plan *p);

/* ---- the parts of tai_wheel_plan_init ---- */

/* Fills in the roots of the moves modulo m. Returns TA_ENOMEM; in either case
 * the caller frees them. */
ta_status tai_wheel_roots_find(const wheel_moves *moves, uint32_t m,
                               wheel_roots *roots);
void tai_wheel_roots_free(wheel_roots *roots);

/* Makes the lists, in pages of at most `windows` windows of moves. The caller
 * sets the members before `slips`, except `low` and `scale`. The function
 * `count` counts the entries that are wanted, for WHEEL_TARGETS targets an
 * item, and sets p->class.depth; if it is NULL, all entries are wanted.
 * Returns TA_ENOMEM. */
ta_status tai_wheel_lists_make(const wheel_plan *p, wheel_lists *x,
                               uint32_t windows, tai_pool_work *count,
                               void *state);
/* Visits all sources of target number `target` in group g of the source
 * classes. If `out` is NULL, counts them: one counter for each slip and window,
 * from `at` on. Else stores their entries in `out`; each counter is then the
 * index of the next entry of its list, and ends as the end of the list. */
void tai_wheel_lists_pass(const wheel_plan *p, const wheel_lists *x,
                          uint32_t target, uint32_t g, uint32_t *at,
                          uint32_t *out);
void tai_wheel_lists_free(wheel_lists *x);

/* Returns the array with the indices at which the lists of a page and a target
 * begin, one list for each slip. */
static inline uint32_t *wheel_starts(const wheel_lists *x, uint32_t page,
                                     uint32_t target)
{
    return x->start + (size_t)page * ((size_t)x->targets * x->slips + 2) +
           (size_t)target * x->slips;
}

/* Returns the largest divisor d of m, at most `most`, such that the moves
 * modulo d are periodic with period d. */
uint32_t tai_wheel_rows_modulus(const wheel_moves *moves, uint32_t m,
                                uint32_t most);
/* Makes the rows of bits for moves to the live classes with the indices [from,
 * to). Returns TA_ENOMEM. */
ta_status tai_wheel_rows_init(wheel_rows *rows, const wheel_plan *p,
                              uint32_t from, uint32_t to);
void tai_wheel_rows_free(wheel_rows *rows);

/* Makes the lists of the quiet classes. Each class is tried on the first `rows`
 * rows of the phase; it becomes live, in p->class.live, if its lists leave
 * too many of the rows open. Returns TA_ENOMEM. */
ta_status tai_wheel_quiet_init(wheel_plan *p, uint64_t rows);

#endif
