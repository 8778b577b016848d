/* The plan of a phase of the engine `wheel`. A phase decides a range of heaps
 * by means of one modulus. Its plan consists of tables that are made from the
 * cold numbers before the phase. The plan does not change during the phase. */
#ifndef TA_WHEEL_PLAN_H
#define TA_WHEEL_PLAN_H

#include "base/communicator.h"
#include "cold/wheel/wheel.h"

enum {
    /* The heaps are decided in steps. A step has this number of consecutive
     * heaps of each residue class. */
    WHEEL_STEP_ROWS = WHEEL_VECTOR * 8 - WHEEL_MARGIN,
    /* The array wheel_step.hot, which marks hot heaps, has this number of bits
     * for each live class (a residue class that may have cold numbers). */
    WHEEL_HOT_BITS = 2 * WHEEL_VECTOR * 8,
    /* One item of the thread pool makes the lists of moves for this number of
     * target classes: residue classes whose heaps are to be decided. */
    WHEEL_TARGETS = 16
};

/* The measured constants of the engine `wheel`. They decide how fast a run is,
 * never its result. README.md explains the terms. */
typedef struct wheel_tuning {
    /* The size of a tile in vectors of WHEEL_VECTOR bytes, from 1 to
     * WHEEL_TILE_MAX. A tile is a bit array with one bit for each heap of one
     * residue class in the current block. The first phases of a run use smaller
     * tiles. */
    unsigned vectors;
    /* A residue class is dense if at least `dense_tile` of 4096 of its heaps
     * are cold, on average. Its cold numbers are then stored as bits. */
    double dense_tile;
    /* A residue class is live if at least `live_tile` of 4096 of its heaps are
     * cold, on average. All options of its heaps are then looked at. */
    double live_tile;
    /* A quiet class is a residue class that probably has no cold numbers. A
     * page (a part of the lists of its moves) has about this number of entries
     * for one quiet class, on average. */
    unsigned quiet_page;
    /* The largest number of pages in the lists for quiet classes. A page is a
     * part of the lists (wheel_page). A quiet class is a residue class that
     * probably has no cold numbers. The number is below 2^16. */
    unsigned quiet_pages;
    /* A quiet class is a residue class that probably has no cold numbers. If at
     * most this number of its heaps in a block are not yet shown to be hot, all
     * options of these heaps are looked at one by one. */
    unsigned quiet_zeros;
    /* A residue class can be quiet only if the cold options in its lists show
     * nearly all of its heaps to be hot. At most this number of 4096 heaps may
     * be left. */
    double quiet_left;
    /* The moves in the lists for quiet classes are shorter than this number of
     * blocks, or than a quarter of the range of heaps before the phase if that
     * is more. A quiet class is a residue class that probably has no cold
     * numbers. */
    unsigned quiet_reach;
    /* The bits that are read for one page of lists (wheel_page) fill at most
     * about `cache` bytes, so that they stay in the processor's cache. A page
     * of far moves, which are at least as long as a block, is for about
     * `source_group` residue classes. */
    uint64_t cache;
    unsigned source_group;
    uint32_t sparse_row; /* the largest number of bits in a row of wheel_rows */
    /* A phase decides a range of heaps with one modulus. The phase ends when
     * the number of decided heaps has grown by about this factor. */
    double growth;
    uint64_t start; /* The engine `shift` decides the heaps below this. */
    /* When all heaps below n are decided, a learned modulus is at most n / rows
     * and at most sqrt(shape * n). */
    uint64_t rows;
    double shape;
    /* A modulus is useful only if at most this fraction of its residue classes
     * holds 99 % of the cold numbers. */
    double share;
    /* The modulus of the residue classes. If it is 0, the engine learns the
     * modulus from the cold numbers. */
    uint32_t modulus;
    /* The number of positions of each block that the self-check compares with
     * the definition of cold positions. */
    unsigned checks;
} wheel_tuning;

/* The indices of the first m moves, for some m, sorted by the residues of the
 * moves modulo m. For each residue d, the entries root[k] with start[d] <= k <
 * start[d + 1] are the indices of those moves that are d modulo m. */
typedef struct wheel_roots {
    uint32_t *start, *root;
} wheel_roots;

/* A page: the part of some lists of moves (wheel_lists) that is for one range
 * of moves and one group of source classes. A source class is a residue class
 * to which the moves lead. */
typedef struct wheel_page {
    /* The sum of `origin` and an entry of this page is a distance in bytes from
     * the address that wheel_origin returns. At this distance begin the bits of
     * the heaps to which a move leads. A page is a part of the lists of moves.
     * The near lists (moves within a step) do not use this member. */
    int64_t origin;
    /* The entries of this page, a part of the lists of moves, begin at this
     * index of the array wheel_lists.offset. */
    size_t start;
    uint64_t least; /* All moves in this part of the lists are at least this. */
} wheel_page;

/* Lists of moves from target classes to source classes, which are residue
 * classes modulo M. There is one list for each page, target class and slip. A
 * page (wheel_page) is for one range of moves and one group of source classes.
 * The slip of a move v is v times the inverse of M, modulo 8.
 *
 * An entry of a list stands for a move and a source class to which the move
 * leads from the target class. The value of the entry is the distance in bytes
 * from the origin of the page to the bits of the heaps to which the move leads.
 */
typedef struct wheel_lists {
    const uint32_t *source; /* the source classes */
    uint32_t sources;       /* the length of `source` */
    /* A page, which is one part of the lists, has at most this number of source
     * classes. A source class is a residue class to which the moves lead. */
    uint32_t group;
    const uint32_t *target; /* the target classes */
    uint32_t targets;       /* the length of `target` */
    /* This process has lists only for the target classes target[own_from], ...,
     * target[own_to - 1]. A target class is a residue class from which the
     * moves lead. */
    uint32_t own_from, own_to;
    /* The lists are for the moves with the indices [from, to). */
    size_t from, to;
    /* The first window, which is a range of moves, begins with this move. */
    uint64_t low;
    double scale; /* 1 divided by the width of a window of moves */
    /* True for the near lists. They are for moves within one step (a range of
     * heaps that are decided together), and have one list for each target
     * class. An entry then gives the bit of an option: add the entry to the
     * index that the bit of a heap has in its bit array. The sum is the index
     * in wheel_step.hot of the bit of the heap's option. */
    bool near;
    /* In each page (a part of the lists), each target class has this number of
     * lists. A target class is a residue class from which the moves lead. */
    unsigned slips;
    uint32_t windows, groups;
    /* The number of pages, the parts of the lists. The page of index g *
     * windows + w is for the source classes of group g and the moves of window
     * w, a range of moves. */
    uint32_t pages;
    wheel_page *page;
    /* The indices at which the lists begin. Each page (a part of the lists) has
     * targets * slips + 2 entries in this array, and wheel_starts finds them.
     * The last entry of a page is used only while the lists are made. */
    uint32_t *start;
    uint32_t *offset; /* the entries of all lists of all pages */
} wheel_lists;

/* Rows of bits that help to mark hot heaps. They are for cold numbers c of
 * sparse classes, the residue classes with few cold numbers. For a move v, the
 * heap c + v is to be marked as hot if it is in a live class, one that may have
 * cold numbers. Bit k of the row for the class of c stands for all moves whose
 * index is k modulo `mod`. If the bit is 0, c + v is in no live class for these
 * moves v. If the bit is 1, tai_wheel_push checks the class of c + v.
 *
 * Classes that are equal modulo `mod` share a row. The moves modulo `mod` must
 * have period `mod` (tai_wheel_moves_fit). */
typedef struct wheel_rows {
    uint32_t mod; /* a divisor of the modulus of the residue classes */
    /* row[s mod `mod`] is the number of the row of bits for class s, or
     * WHEEL_EMPTY if there is none. */
    uint32_t *row;
    /* mark[s] is the index in wheel_block.hits of the bit for the first heap of
     * the block in residue class s. It is WHEEL_EMPTY if the heaps of class s
     * are not to be marked by means of these rows. */
    uint32_t *mark;
    uint64_t *bits;
    size_t words; /* the number of 64-bit words of a row of bits */
} wheel_rows;

/* The number of pages that are used for one quiet class, a residue class that
 * probably has no cold numbers. A page is a part of the lists of moves
 * (wheel_page). It shows that some heaps of the class are hot. */
typedef struct wheel_depth {
    /* In a trial, the pages (parts of the lists) were used one after another.
     * After the page of this index, few heaps of the class were left that no
     * page had shown to be hot. In a block, such heaps are counted only from
     * about this page on. */
    uint16_t look;
    /* The number of pages (parts of the lists) that are used for the class. It
     * is 0 if the class has become a live class, or if another process works on
     * the class. */
    uint16_t end;
} wheel_depth;

/* How the rows of a phase are cut into blocks, and how long a tile is (the bit
 * array for one residue class in a block). Row j has the M heaps M j, ..., M j
 * + M - 1, where M is the modulus of the phase. Residue class s has one of
 * them, the heap M j + s. */
typedef struct wheel_cut {
    /* The first row of the phase, a multiple of 8. Row j has the heaps M j,
     * ..., M j + M - 1, where M is the modulus. */
    uint64_t from_row;
    /* A block has this number of rows, a multiple of WHEEL_STEP_ROWS. A row has
     * M consecutive heaps, where M is the modulus. */
    uint64_t rows;
    /* The number of vectors of a tile, which is the bit array for one residue
     * class in a block. A vector has WHEEL_VECTOR bytes. */
    unsigned vectors;
    /* Moves with an index of at least step_from lead from any heap of a step to
     * heaps before the step. A step is a range of WHEEL_STEP_ROWS * M heaps,
     * where M is the modulus. */
    size_t step_from;
    /* Moves with an index of at least far_from lead from any heap of a block to
     * heaps before the block. A block is a range of rows * M heaps, where M is
     * the modulus. */
    size_t far_from;
} wheel_cut;

/* Tables of the moves v for the modulus M of the phase. They have the residues
 * of v modulo M, and the slips of the moves. The slip of a move v is v times
 * the inverse of M, modulo 8. */
typedef struct wheel_table {
    /* The number of different slips that the moves have. The slip of a move v
     * is v times the inverse of the modulus M, modulo 8. */
    unsigned slips;
    unsigned slip[WHEEL_SLIPS]; /* in increasing order */
    unsigned slip_at[8];        /* slip_at[slip[i]] is i. */
    /* The indices of the first M moves, sorted by the residues of the moves
     * modulo M, the modulus of the phase. */
    wheel_roots roots;
    /* residue[i mod M] is the residue modulo M of the move of index i, where M
     * is the modulus of the residue classes. */
    uint32_t *residue;
} wheel_table;

/* The residue classes of a phase. Live classes may have cold numbers. Quiet
 * classes probably have none. */
typedef struct wheel_classes {
    /* live[s] is the index of residue class s in the array live_class if the
     * class may have cold numbers. If class s is quiet (it probably has no cold
     * numbers), live[s] is WHEEL_EMPTY. */
    uint32_t *live;
    uint32_t *live_class; /* sorted: the classes that may have cold numbers */
    uint32_t lives;       /* the length of live_class */
    /* The residue classes that were expected to have no cold numbers. A trial,
     * tai_wheel_quiet_init, may have added some of them to live_class. */
    uint32_t *quiet_class;
    uint32_t quiets; /* the number of classes in quiet_class */
    /* depth[i] says how many pages of lists (wheel_page) are used for the
     * residue class quiet_class[i]. */
    wheel_depth *depth;
} wheel_classes;

/* The lists of moves of a phase. A list has moves that lead from the heaps of
 * one residue class, the target class, to the heaps of another class. Below, a
 * heap is called `before` a block or a step if it is less than all heaps of
 * that block or step. */
typedef struct wheel_all_lists {
    /* Moves from quiet classes (residue classes that probably have no cold
     * numbers) to dense classes (whose cold numbers are stored as bits). Only
     * moves that are at least as long as a block, and are tried first, are in
     * these lists. */
    wheel_lists quiet;
    /* Moves from live classes (residue classes that may have cold numbers) to
     * dense classes (whose cold numbers are stored as bits). These are all
     * moves that lead from any heap of a block to a heap before the block. */
    wheel_lists far;
    /* Moves from live classes (residue classes that may have cold numbers) to
     * dense classes (whose cold numbers are stored as bits). These are all
     * moves that are shorter than a block. They show which heaps have a cold
     * option before their step, a part of the block. */
    wheel_lists step;
    /* Moves from live classes (residue classes that may have cold numbers) to
     * live classes. These are all moves that can lead from a heap to another
     * heap of the same step, a range of heaps that are decided together. */
    wheel_lists near;
} wheel_all_lists;

/* The plan of a phase: the tables for deciding a range of heaps with one
 * modulus. The caller of tai_wheel_plan_init sets the members before `cut`, and
 * tai_wheel_plan_init sets the others. */
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
    /* Rows of bits (wheel_rows). They show for which moves v the heap c + v can
     * be in a live class (a residue class that may have cold numbers), where c
     * is a cold number. They are for all live classes. */
    wheel_rows rows_all;
    /* Rows of bits (wheel_rows). They show for which moves v the heap c + v can
     * be in a live class (a residue class that may have cold numbers), where c
     * is a cold number. They are for the live classes of this process only, and
     * not used if it is the only process. */
    wheel_rows rows_own;
    /* The rows of bits that are used for cold numbers before a block: rows_own,
     * or rows_all if only one process does the work. */
    const wheel_rows *far_rows;
} wheel_plan;

/* Returns the index of the first item that belongs to the given rank, one of
 * the processes that share the work. The items 0, ..., all - 1 are given to the
 * ranks in order. So the items of a rank end where those of rank + 1 begin. */
static inline uint32_t wheel_dealt(const tai_comm *comm, uint32_t all,
                                   unsigned rank)
{
    return (uint32_t)((uint64_t)all * rank / comm->ranks);
}

/* Makes the plan (the tables) of a phase that decides the rows from_row, ...,
 * end - 1. Row j has the heaps M j, ..., M j + M - 1, where M is the modulus.
 * The caller must have set the members of *p from `moves` to `comm`. density[s]
 * is the fraction of the heaps of residue class s that are cold. Returns
 * TA_ENOMEM if there is no memory. */
ta_status tai_wheel_plan_init(wheel_plan *p, const double *density,
                              uint64_t from_row, uint64_t end);
void tai_wheel_plan_free(wheel_plan *p);
/* Returns a hash of those parts of the plan that must be equal on all ranks,
 * the processes that share the work. */
uint64_t tai_wheel_plan_hash(const wheel_plan *p);

/* ---- parts of the plan ---- */

/* Fills in *roots: the indices of the first m moves, sorted by the residues of
 * the moves modulo m. Returns TA_ENOMEM if there is no memory. In either case,
 * the caller must call tai_wheel_roots_free. */
ta_status tai_wheel_roots_find(const wheel_moves *moves, uint32_t m,
                               wheel_roots *roots);
void tai_wheel_roots_free(wheel_roots *roots);

/* Makes the lists *x of moves from target classes to source classes. The caller
 * must have set the members of *x before `slips`, except `low` and `scale`. The
 * moves are cut into at most `windows` ranges of equal width.
 *
 * If `count` is NULL, the lists get all entries. Otherwise the number of
 * entries is found by calls of count(state, thread, item) on the thread pool.
 * Each call counts the entries of WHEEL_TARGETS target classes. It also sets
 * their p->class.depth, which limits the entries that the lists get. Returns
 * TA_ENOMEM if there is no memory. */
ta_status tai_wheel_lists_make(const wheel_plan *p, wheel_lists *x,
                               uint32_t windows, tai_pool_work *count,
                               void *state);
/* Visits the moves of *x that lead from the target class x->target[target] to
 * source classes of group g. Each pair of a move and a source class belongs to
 * one list. The target class has a list for each range of moves and each slip
 * (v times the inverse of the modulus, modulo 8, for a move v). `at` points to
 * the counters of these lists.
 *
 * If `out` is NULL, adds to each counter the number of pairs of its list.
 * Otherwise writes an entry to `out` for each pair. Each counter must then be
 * the index of the first free entry of its list. The function sets the counter
 * to the end of the list. */
void tai_wheel_lists_pass(const wheel_plan *p, const wheel_lists *x,
                          uint32_t target, uint32_t g, uint32_t *at,
                          uint32_t *out);
void tai_wheel_lists_free(wheel_lists *x);

/* Returns the address, in the array x->start, of the indices at which the lists
 * of one target class begin in one page (a part of the lists). The class has
 * x->slips lists in the page. The indices count from the first entry of the
 * page. */
static inline uint32_t *wheel_starts(const wheel_lists *x, uint32_t page,
                                     uint32_t target)
{
    return x->start + (size_t)page * ((size_t)x->targets * x->slips + 2) +
           (size_t)target * x->slips;
}

/* Returns the largest divisor d of m that is at most `most` and for which
 * tai_wheel_moves_fit(moves, d) is true: the residues of the moves modulo d
 * have period d. */
uint32_t tai_wheel_rows_modulus(const wheel_moves *moves, uint32_t m,
                                uint32_t most);
/* Makes *rows, the rows of bits for sparse classes (residue classes with few
 * cold numbers). They show for which moves v the heap c + v can be in a live
 * class (one that may have cold numbers), where c is a cold number of a sparse
 * class. Only the live classes live_class[from], ..., live_class[to - 1] are
 * included. Returns TA_ENOMEM if there is no memory. */
ta_status tai_wheel_rows_init(wheel_rows *rows, const wheel_plan *p,
                              uint32_t from, uint32_t to);
void tai_wheel_rows_free(wheel_rows *rows);

/* Makes p->lists.quiet, the lists of moves by which heaps of quiet classes are
 * shown to be hot. A quiet class is a residue class that probably has no cold
 * numbers. The lists of each such class are tried on the first `rows` heaps of
 * the class in the phase. If the lists do not show nearly all of these heaps to
 * be hot, the class becomes a live class, and p->class.live is set. Then all
 * options of its heaps will be looked at. Returns TA_ENOMEM if there is no
 * memory. */
ta_status tai_wheel_quiet_init(wheel_plan *p, uint64_t rows);

#endif
