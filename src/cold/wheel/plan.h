/* A plan: the tables of one phase, made from the cold numbers so far. */
#ifndef TA_WHEEL_PLAN_H
#define TA_WHEEL_PLAN_H

#include "base/fleet.h"
#include "cold/wheel/wheel.h"

/* What can be tuned; experiments/tune-wheel varies each of them. */
typedef struct wheel_tuning {
    unsigned vectors;      /* of a tile of a block, 1 .. WHEEL_TILE_MAX */
    unsigned step_vectors; /* of a tile of a step */
    double dense_tile;     /* dense: so many cold numbers in 4096 rows */
    double live_tile;      /* live: so many cold numbers in 4096 rows */
    double quiet_list;     /* sources kept for a quiet class, at least; */
    double quiet_cold;     /* more, until so many of them are cold at a time, */
    double quiet_enough;   /* or as many as leave so many of 4096 rows */
    unsigned quiet_zeros;  /* rows of a tile that are left to single tests */
    double quiet_left;     /* quiet: the list leaves so many of 4096 rows */
    double quiet_reach;    /* quiet moves are below this many blocks, or below
                              a quarter of what is known if that is more */
    uint64_t ahead; /* quiet classes are a block ahead from this one on */
    uint64_t cache; /* bytes of far sources to work on at a time */
    unsigned source_group; /* dense classes to work on at a time */
    uint32_t sparse_row;   /* bits of a sparse class's row, at most */
    double growth;         /* a phase ends when n has grown so much */
    uint64_t start;        /* a plain sieve goes so far */
    uint64_t rows;         /* a learned modulus leaves so many rows */
    double shape;          /* a learned modulus is below sqrt(shape * n) */
    double share;          /* structure: so much of the classes, at most, holds
                              nearly all cold numbers */
    uint32_t modulus;      /* 0: learn it */
    unsigned checks;       /* positions of each block, by the definition */
} wheel_tuning;

/* For each target (and slip), offsets of sources from a tile's origin. */
typedef struct wheel_fixed {
    size_t *start;
    int64_t *offset;
} wheel_fixed;

/* The moves i < m by their residue mod m: those with value[i] mod m = d are
 * root[start[d] .. start[d + 1]). */
typedef struct wheel_roots {
    uint32_t *start, *root;
} wheel_roots;

/* The far sources of one window: moves with whole shifts in [whole,
 * whole + span), and one group of dense classes. */
typedef struct wheel_page {
    uint32_t first;  /* dense index */
    size_t from, to; /* only these moves */
    uint64_t whole;
    uint64_t least; /* the least of its moves */
    size_t start;   /* of its lists in plan->far */
    int64_t origin; /* of its offsets, from wheel_origin */
} wheel_page;

/* Some sources of quiet classes: dense classes [first, end), the densest pages
 * first, and moves [from, to). */
typedef struct wheel_quiet_page {
    uint32_t first, end;
    size_t from, to;
    int64_t origin; /* of its offsets, from wheel_origin */
} wheel_quiet_page;

/* A move of a certain residue leads from a dense class to a live one. */
typedef struct wheel_reach {
    uint32_t source; /* dense index */
    uint32_t live;
    uint32_t step; /* wheel_step */
} wheel_reach;

/* What pushes of sparse numbers may hit: all live classes, or this rank's. */
typedef struct wheel_marks {
    uint64_t *bits; /* the rows */
    /* By class: the bit that stands for the first row of the block (or step) of
     * a live class; WHEEL_EMPTY for quiet ones. */
    uint32_t *mark;
    bool shared; /* threads push into the same bits together */
} wheel_marks;

typedef struct wheel_plan {
    const wheel_moves *moves;
    wheel_store *store;
    const wheel_tuning *tuning;
    ta_team *team; /* makes the lists */
    const ta_fleet *fleet;

    uint64_t from_row; /* of the first block, a multiple of 8 */
    /* A block is `rows` rows of all classes; it is finished in steps. */
    uint64_t rows, step_rows;
    unsigned vectors, step_vectors;

    /* Moves i >= step_from come from before the step, i >= far_from from
     * before the block. */
    size_t step_from, far_from;
    /* Ahead: the moves i >= quiet_from, those from before the block before,
     * are tried while that is finished. Else all far ones are such. */
    bool ahead;
    size_t quiet_from;

    unsigned slips; /* distinct slips of the moves, increasing */
    unsigned slip[8];
    unsigned shift8;                      /* period8 = 1 << shift8 */
    unsigned char slip_of[WHEEL_PERIODS]; /* by group: index into slip */
    uint32_t *whole[WHEEL_PERIODS];       /* by group and number */
    uint32_t *residue; /* value[i] mod M, by i mod M; M: unknown */
    wheel_roots roots; /* mod M */

    /* By residue d of moves: who reaches whom, by dense index. Only while
     * the plan is made. */
    size_t *reach_start;
    wheel_reach *reach;
    const wheel_density *density;

    uint32_t *live;       /* by class: live index or WHEEL_EMPTY */
    uint32_t *live_class; /* by live index, increasing */
    uint32_t lives;
    uint32_t own_from, own_to; /* live classes of this rank */
    uint32_t *quiet_class;
    uint32_t quiets;

    /* Far moves into live classes from dense ones: a page for each window;
     * in it a list for each live class and slip. The moves from quiet_from on
     * have the pages from `early` on. */
    wheel_page *page;
    size_t pages, early;
    uint32_t *far_start; /* pages times (lives * slips + 2), one to spare */
    uint32_t *far;
    size_t far_count;

    /* Rows of bits for the classes mod sparse_mod, a divisor of M, that had
     * sparse numbers when the plan was made: bit i mod sparse_mod tells
     * whether move i may lead into a live class. */
    uint32_t sparse_mod;
    uint32_t *sparse_row;             /* number of the row or WHEEL_EMPTY */
    size_t sparse_rows, sparse_words; /* of a row */
    wheel_marks marks_far;  /* from before a block: bits of block->hits; */
    wheel_marks marks_near; /* from a step to later ones: of block->hit; */
    wheel_marks marks_step; /* within a step: of block->hot */

    wheel_fixed step; /* by live index and slip */

    size_t *near_start; /* by live index: moves within a step */
    uint32_t *near;     /* bits in block->hot, relative to the place */
    uint32_t
        near_bits;    /* of a dense class there: half of them before the step */
    size_t hot_bytes; /* of block->hot */

    /* Sources of quiet classes: the moves [quiet_from, quiet_end) may be
     * listed. By class, page and slip, as far as the list has room. */
    size_t quiet_end;
    wheel_quiet_page *quiet_page;
    size_t quiet_pages, quiet_room;
    uint32_t *quiet_at;    /* a class's number among the lists */
    uint16_t *quiet_start; /* lists times (quiet_pages * slips + 1) */
    uint16_t *quiet_depth; /* how many pages were needed last time */
    uint32_t **quiet_list; /* the lists; NULL where a class became live */
    size_t quiet_lists;
    double *quiet_left; /* share of rows that no source settles */

    size_t hit_bytes; /* of a live class, see block.h */
} wheel_plan;

/* Far options of live classes, and quiet ones, are dealt to the ranks of the
 * fleet: those of a rank are [wheel_dealt(all, rank), wheel_dealt(all, rank +
 * 1)). */
static inline uint32_t wheel_dealt(const wheel_plan *p, uint32_t all,
                                   unsigned rank)
{
    return (uint32_t)((uint64_t)all * rank / p->fleet->ranks);
}

/* Is a live class this rank's? */
static inline bool wheel_own(const wheel_plan *p, uint32_t live)
{
    return live >= p->own_from && live < p->own_to;
}

/* Makes the plan for blocks from row `from_row` on, for places in the store.
 * The density is needed until it returns. TA_ENOMEM. */
ta_status wheel_plan_init(wheel_plan *plan, const wheel_moves *moves,
                          wheel_store *store, const wheel_density *density,
                          const wheel_tuning *tuning, uint64_t from_row,
                          ta_team *team, const ta_fleet *fleet);
void wheel_plan_free(wheel_plan *plan);
uint64_t wheel_plan_bytes(const wheel_plan *plan);

/* The parts of wheel_plan_init that make lists. */
ta_status wheel_move_lists(wheel_plan *plan); /* the next two as well */
ta_status wheel_step_list(wheel_plan *plan);
ta_status wheel_near_list(wheel_plan *plan);
ta_status wheel_sparse_list(wheel_plan *plan);
void wheel_marks_free(wheel_plan *plan);
ta_status wheel_quiet_list(wheel_plan *plan);
ta_status wheel_reach_list(wheel_plan *plan);
void wheel_reach_free(wheel_plan *plan);

/* TA_ENOMEM. */
ta_status wheel_roots_find(const wheel_moves *moves, uint32_t m,
                           wheel_roots *roots);
void wheel_roots_free(wheel_roots *roots);

/* Turns counts in start[1 .. lists] into places where the lists begin. */
void wheel_sum_up(size_t *start, size_t lists);

/* Where the lists of a page begin. */
static inline uint32_t *wheel_page_starts(const wheel_plan *p,
                                          const wheel_page *page)
{
    return p->far_start +
           (size_t)(page - p->page) * ((size_t)p->lives * p->slips + 2);
}

/* Where the lists of a quiet class begin, by page and slip. */
static inline uint16_t *wheel_quiet_starts(const wheel_plan *p, size_t q)
{
    return p->quiet_start + p->quiet_at[q] * (p->quiet_pages * p->slips + 1);
}

static inline const uint32_t *wheel_quiet_list_of(const wheel_plan *p, size_t q)
{
    return p->quiet_list[p->quiet_at[q]];
}

/* Bytes from a tile's origin (wheel_origin) to its source in dense class id
 * for a move with this residue, apart from the whole shift of the move. */
static inline int64_t wheel_class_offset(const wheel_store *st,
                                         int64_t residue8, uint32_t id,
                                         uint32_t target)
{
    return (int64_t)(id * st->stride + st->front) -
           wheel_step(&st->mod, residue8, st->dense_class[id], target);
}

/* The same for a pair in the table of the moves' residue. */
static inline int64_t wheel_reach_offset(const wheel_store *st,
                                         const wheel_reach *e)
{
    return (int64_t)(e->source * st->stride + st->front) - (int64_t)e->step;
}

#endif
