/* The plan of a phase of the engine `wheel`. A phase decides a range of heaps
 * by means of one modulus. Its plan consists of tables that are made from the
 * cold numbers before the phase. The plan does not change during the phase. */
#ifndef TA_WHEEL_PLAN_H
#define TA_WHEEL_PLAN_H

#include "base/communicator.h"
#include "cold/wheel/wheel.h"

enum {
    /* A step decides this number of rows of all classes. */
    WHEEL_STEP_ROWS = WHEEL_VECTOR * 8 - WHEEL_MARGIN,
    /* The array wheel_step.hot has this number of bits for each live class. */
    WHEEL_HOT_BITS = 2 * WHEEL_VECTOR * 8,
    /* One item of the thread pool makes the lists of this number of target
     * classes. */
    WHEEL_TARGETS = 16
};

/* The measured constants of the engine `wheel`. They decide how fast a run is,
 * never its result. README.md explains the terms. */
typedef struct wheel_tuning {
    /* The size of a tile in vectors of WHEEL_VECTOR bytes, from 1 to
     * WHEEL_TILE_MAX. A tile is the bit array of one residue class in one
     * block. Early phases use smaller tiles. */
    unsigned vectors;
    /* A class is dense if it has at least `dense_tile` cold numbers in 4096
     * rows. */
    double dense_tile;
    /* A class is live if it has at least `live_tile` cold numbers in 4096 rows.
     */
    double live_tile;
    /* A page of lists (wheel_page) has, on average, about this number of
     * entries for one quiet class. */
    unsigned quiet_page;
    /* The largest number of pages of lists that have entries for a quiet class.
     * It is below 2^16. */
    unsigned quiet_pages;
    /* If a tile of a quiet class has at most this number of open rows, these
     * are decided by the definition. A row of a tile is a heap; it is open
     * while no cold option is found. */
    unsigned quiet_zeros;
    /* A class is quiet only if at most this number of 4096 rows (heaps) of the
     * class stay open. A row is open if no source, a cold option that the lists
     * have, shows that it is hot. */
    double quiet_left;
    /* The sources of a heap in a quiet class are those cold options that the
     * lists have. They lie at most `quiet_reach` blocks before the block of the
     * heap, or at most a quarter of all rows before the phase, if that is more.
     */
    unsigned quiet_reach;
    /* The bits that a page of lists reads take at most about `cache` bytes, to
     * stay in the processor's cache. A page of far moves reads bits of about
     * `source_group` dense classes. */
    uint64_t cache;
    unsigned source_group;
    uint32_t sparse_row; /* the most bits that a row of wheel_rows may have */
    /* A phase ends when the number of decided heaps has grown by about this
     * factor. */
    double growth;
    uint64_t start; /* The engine `shift` decides the heaps below this. */
    /* When all heaps below n are decided, a learned modulus is at most n / rows
     * and at most sqrt(shape * n). */
    uint64_t rows;
    double shape;
    /* The engine finds no useful modulus if 99 % of the cold numbers need more
     * than this share of the classes. */
    double share;
    /* The modulus of all phases. If it is 0, each phase learns its modulus. */
    uint32_t modulus;
    /* The number of positions of each block that the self-check compares with
     * the definition. */
    unsigned checks;
} wheel_tuning;

/* Lists the indices of the first m moves by their residue modulo m. The indices
 * i < m of the moves with value[i] mod m = d are root[k] for start[d] <= k <
 * start[d + 1]. */
typedef struct wheel_roots {
    uint32_t *start, *root;
} wheel_roots;

/* A page of lists (wheel_lists): the lists of sources for one group of source
 * classes and one range of moves, which is called a window. */
typedef struct wheel_page {
    /* A number of bytes that is added to each entry of the lists. The sum is
     * the distance in bytes from the address wheel_origin to the bits of a
     * source, the heaps of a class at a distance of one move. Unused in near
     * lists. */
    int64_t origin;
    /* The index in wheel_lists.offset of the first entry of the page. */
    size_t start;
    uint64_t least; /* All moves of the page are at least this. */
} wheel_page;

/* Lists of sources, one list for each page, target class and slip. An entry of
 * a list stands for a move and a source class to which the move leads from the
 * target class. The move is in the window of the page, and the source class in
 * its group. The entry is an offset, relative to the origin of the page. At
 * this offset begin the bits for the options of the target's heaps by the move.
 */
typedef struct wheel_lists {
    const uint32_t *source; /* the source classes */
    uint32_t sources;       /* the number of source classes */
    uint32_t group;         /* the largest number of source classes of a page */
    const uint32_t *target; /* the target classes */
    uint32_t targets;       /* the number of target classes */
    /* This rank has lists only for the target classes target[i] with own_from
     * <= i < own_to. */
    uint32_t own_from, own_to;
    /* The lists are for the moves with the indices [from, to). */
    size_t from, to;
    /* The first window, which is a range of moves, begins with this move. */
    uint64_t low;
    double scale; /* 1 divided by the width of a window of moves */
    /* If true, the sources are in the current step, and a target class has one
     * list for all slips. An entry plus the index of a row's bit in its tile is
     * then the index of the option's bit in wheel_step.hot. */
    bool near;
    /* The number of lists that a target class has in each page. */
    unsigned slips;
    uint32_t windows, groups;
    /* The number of pages. Page g * windows + w is for the source classes of
     * group g and the moves of window w. */
    uint32_t pages;
    wheel_page *page;
    /* The indices at which lists begin (wheel_starts): targets * slips + 2
     * numbers for each page. The last of these numbers is used only while lists
     * are made. */
    uint32_t *start;
    uint32_t *offset; /* the entries of all lists of all pages */
} wheel_lists;

/* Rows of bits, one for each sparse class. A row shows, for the cold numbers c
 * of the class, by which moves v the heap c + v is in a live class. Bit i mod
 * `mod` of a row stands for the move of index i. Classes that are equal modulo
 * `mod` share a row. A bit may be set although the class of c + v is not live:
 * tai_wheel_push checks the class. No bit may be missing, so
 * tai_wheel_moves_fit must hold for `mod`. */
typedef struct wheel_rows {
    uint32_t mod; /* a divisor of the modulus M of the phase */
    /* row[s mod `mod`] is the number of the row of bits for class s, or
     * WHEEL_EMPTY if there is none. */
    uint32_t *row;
    /* mark[s] is the index of the bit in wheel_block.hits that stands for the
     * first row of the block in class s. It is WHEEL_EMPTY if class s is not
     * live, or if tai_wheel_rows_init was called for other live classes. */
    uint32_t *mark;
    uint64_t *bits;
    size_t words; /* the number of 64-bit words of a row of bits */
} wheel_rows;

/* How many pages of lists (wheel_page) are ORed into a tile of a quiet class to
 * show that its heaps are hot. */
typedef struct wheel_depth {
    /* The index of the first page after which few rows were open in the trial
     * of the class. Open rows are counted only from about this page on. */
    uint16_t look;
    /* The number of pages that are used for the class. It is 0 if the class has
     * become live or belongs to another rank. */
    uint16_t end;
} wheel_depth;

/* How the rows of a phase are cut into blocks and tiles (README.md). */
typedef struct wheel_cut {
    uint64_t from_row; /* the first row of the first block, a multiple of 8 */
    /* The number of rows of a block, a multiple of WHEEL_STEP_ROWS. */
    uint64_t rows;
    unsigned vectors; /* the number of vectors of a tile */
    /* Moves with an index of at least step_from lead from any heap of a step to
     * heaps before the step. */
    size_t step_from;
    /* Moves with an index of at least far_from lead from any heap of a block to
     * heaps before the block. */
    size_t far_from;
} wheel_cut;

/* Tables of the moves, for the modulus M of the phase. A slip is v / M mod 8
 * for a move v (wheel.h). */
typedef struct wheel_table {
    unsigned slips;             /* the number of different slips of the moves */
    unsigned slip[WHEEL_SLIPS]; /* the different slips in increasing order */
    unsigned slip_at[8];        /* slip_at[s] is the index of s in `slip`. */
    wheel_roots roots;          /* the moves by their residues modulo M */
    /* residue[i mod M] is the residue modulo M of the move of index i. */
    uint32_t *residue;
} wheel_table;

/* The live and the quiet classes of a phase (README.md). */
typedef struct wheel_classes {
    /* live[s] is the index of class s in live_class if the class is live, and
     * WHEEL_EMPTY if the class is quiet. */
    uint32_t *live;
    uint32_t *live_class; /* the live classes in increasing order */
    uint32_t lives;       /* the number of live classes */
    /* The classes that were expected to be quiet. Some of them may have become
     * live in the trial by tai_wheel_quiet_init. */
    uint32_t *quiet_class;
    uint32_t quiets; /* the number of classes in quiet_class */
    /* depth[i] says how many pages of lists are used for class quiet_class[i].
     */
    wheel_depth *depth;
} wheel_classes;

/* The lists of sources of a phase. A source is `before` a block or a step if it
 * is below the first heap of the block or step. */
typedef struct wheel_all_lists {
    /* Lists for quiet target classes: their moves to heaps of dense classes
     * before the block. Only the moves that are tried first are in these lists.
     */
    wheel_lists quiet;
    /* Lists for live target classes: their moves to heaps of dense classes
     * before the block. These are all moves that lead from any heap of a block
     * to a heap before the block. */
    wheel_lists far;
    /* Lists for live target classes: their moves to heaps of dense classes
     * before the step. Only moves with an index less than far_from are in these
     * lists. */
    wheel_lists step;
    /* Lists for live target classes: their moves to heaps of live classes in
     * the same step. */
    wheel_lists near;
} wheel_all_lists;

/* The plan of a phase: its tables. The caller of tai_wheel_plan_init sets the
 * members before `cut`, and tai_wheel_plan_init sets the others. */
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
    wheel_rows rows_all; /* rows of bits for moves to all live classes */
    wheel_rows rows_own; /* rows for moves to live classes of this rank */
    /* The rows of bits for cold numbers before a block: rows_own, or rows_all
     * if there is only one rank. */
    const wheel_rows *far_rows;
} wheel_plan;

/* Returns the index of the first item that belongs to the given rank. The items
 * 0, ..., all - 1 are shared by all ranks in order. So the items of a rank end
 * where those of rank + 1 begin. */
static inline uint32_t wheel_dealt(const tai_comm *comm, uint32_t all,
                                   unsigned rank)
{
    return (uint32_t)((uint64_t)all * rank / comm->ranks);
}

/* Makes the plan of a phase that decides the rows [from_row, end) of all
 * classes. The caller sets the members of *p from `moves` to `comm` before.
 * density[s] is the number of cold numbers for each row of class s. Returns
 * TA_ENOMEM if there is no memory. */
ta_status tai_wheel_plan_init(wheel_plan *p, const double *density,
                              uint64_t from_row, uint64_t end);
void tai_wheel_plan_free(wheel_plan *p);
/* Returns a hash of those parts of the plan that must be the same on all ranks.
 */
uint64_t tai_wheel_plan_hash(const wheel_plan *p);

/* ---- parts of the plan ---- */

/* Fills in *roots for the moves modulo m. Returns TA_ENOMEM if there is no
 * memory. The caller calls tai_wheel_roots_free in either case. */
ta_status tai_wheel_roots_find(const wheel_moves *moves, uint32_t m,
                               wheel_roots *roots);
void tai_wheel_roots_free(wheel_roots *roots);

/* Makes the lists *x of sources. The moves are cut into at most `windows`
 * windows. The caller sets the members of *x before `slips`, except `low` and
 * `scale`. If `count` is NULL, the lists get all entries. Else the thread pool
 * calls count(state, thread, item), which counts the entries of WHEEL_TARGETS
 * targets and sets their p->class.depth, the number of their pages. Returns
 * TA_ENOMEM if there is no memory. */
ta_status tai_wheel_lists_make(const wheel_plan *p, wheel_lists *x,
                               uint32_t windows, tai_pool_work *count,
                               void *state);
/* Visits all sources that x->target[target] has in group g. A source is a pair
 * of a move of *x and a class of the group to which this move leads from the
 * target class. There is a counter for each window and slip, from `at` on. If
 * `out` is NULL, adds to each counter the number of its sources. Else each
 * counter must be the index of the first free entry of its list. Stores the
 * sources in `out` as entries, and sets each counter to the end of its list. */
void tai_wheel_lists_pass(const wheel_plan *p, const wheel_lists *x,
                          uint32_t target, uint32_t g, uint32_t *at,
                          uint32_t *out);
void tai_wheel_lists_free(wheel_lists *x);

/* Returns the address in x->start of the indices at which the lists of a target
 * begin in a page. There is one list for each slip. The indices are relative to
 * the first entry of the page. */
static inline uint32_t *wheel_starts(const wheel_lists *x, uint32_t page,
                                     uint32_t target)
{
    return x->start + (size_t)page * ((size_t)x->targets * x->slips + 2) +
           (size_t)target * x->slips;
}

/* Returns the largest divisor d of m that is at most `most` and modulo which
 * the moves, in increasing order, have period d (tai_wheel_moves_fit). */
uint32_t tai_wheel_rows_modulus(const wheel_moves *moves, uint32_t m,
                                uint32_t most);
/* Makes the rows of bits that show which moves lead from sparse classes to the
 * live classes live_class[from], ..., live_class[to - 1]. Returns TA_ENOMEM if
 * there is no memory. */
ta_status tai_wheel_rows_init(wheel_rows *rows, const wheel_plan *p,
                              uint32_t from, uint32_t to);
void tai_wheel_rows_free(wheel_rows *rows);

/* Makes p->lists.quiet, the lists of the options that may show that heaps of
 * quiet classes are hot. Each class is tried on the first `rows` rows of the
 * phase. A class becomes live, in p->class.live, if its lists leave too many of
 * these rows open, that is, not shown to be hot. Returns TA_ENOMEM if there is
 * no memory. */
ta_status tai_wheel_quiet_init(wheel_plan *p, uint64_t rows);

#endif
