/* The plan of a phase of the engine `wheel`. A phase decides a range of heaps
 * by means of one modulus. Its plan consists of tables that are made from the
 * cold numbers before the phase. The plan does not change during the phase. The
 * file is long because of the comments on the tables. */
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
    /* The cold numbers of a residue class are stored as bits if at least this
     * number of 4096 of its heaps are cold, on average. The class is then
     * called dense. */
    double dense_tile;
    /* All options of the heaps of a residue class are looked at if at least
     * this number of 4096 of its heaps are cold, on average. The class is then
     * called live. */
    double live_tile;
    /* A quiet class is a residue class that probably has no cold numbers. Some
     * moves from quiet classes are in lists, which are divided into pages. Each
     * page has about this number of moves for each quiet class. */
    unsigned quiet_page;
    /* The largest number of pages in the lists for quiet classes. A page is a
     * part of the lists (wheel_page). A quiet class is a residue class that
     * probably has no cold numbers. The number is below 2^16. */
    unsigned quiet_pages;
    /* A quiet class is a residue class that probably has no cold numbers. If at
     * most this number of its heaps in a block are not yet shown to be hot, all
     * options of these heaps are looked at one by one. */
    unsigned quiet_zeros;
    /* A residue class can be quiet only if the moves in its lists show nearly
     * all of its heaps to be hot. Of 4096 heaps, at most this number may be
     * left that are not shown to be hot. */
    double quiet_left;
    /* The lists for quiet classes (residue classes that probably have no cold
     * numbers) have only moves below a limit. The limit is at most the greater
     * one of two lengths: the length of this number of blocks, and a quarter of
     * the range of heaps before the phase. */
    unsigned quiet_reach;
    /* The lists of moves are divided into pages (wheel_page). The bits that are
     * read for one page fill at most about `cache` bytes, so that they stay in
     * the processor's cache. If the page is for far moves, which are at least
     * as long as a block, these moves lead to about `source_group` residue
     * classes. */
    uint64_t cache;
    unsigned source_group;
    /* The largest number of bits that a row of bits (wheel_rows) may have. */
    uint32_t sparse_row;
    /* A phase decides a range of heaps with one modulus. At its end, about
     * `growth` times as many heaps are decided as at its beginning. */
    double growth;
    /* The heaps below this number are decided by another engine, `shift`. */
    uint64_t start;
    /* Two limits on the modulus. Let n be the number of heaps that are decided
     * when the modulus is learned. The modulus is at most n / rows. It is also
     * at most sqrt(shape * n). */
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

/* The indices of the first m moves, sorted by the residues of the moves modulo
 * m, where m is a modulus. Of these m moves, those that are congruent to d
 * modulo m have the indices root[k] for start[d] <= k < start[d + 1]. The
 * residues of the later moves repeat: the moves of index i and i + m are
 * congruent modulo m. */
typedef struct wheel_roots {
    uint32_t *start, *root;
} wheel_roots;

/* A page: the part of some lists of moves (wheel_lists) that is for one range
 * of moves and one group of source classes. A source class is a residue class
 * to which the moves lead. */
typedef struct wheel_page {
    /* The part of an address, in bytes, that is common to all entries of the
     * page. An entry e stands for a move. The bits of the heaps to which the
     * move leads are read at the address base + origin + e. Here `base` is the
     * result of wheel_origin for the first row of the heaps to be decided.
     * Unused in the near lists, which have the moves within a step. */
    int64_t origin;
    /* wheel_lists.offset[start] is the first entry of this page. A page is a
     * part of the lists of moves, and an entry stands for a move. */
    size_t start;
    uint64_t least; /* All moves in this part of the lists are at least this. */
} wheel_page;

/* Lists of moves from some residue classes, the target classes, to source
 * classes. The classes are modulo M. The lists are divided into pages. A page
 * is for one range of moves and one group of source classes.
 *
 * In a page, each target class has one list for each slip. The slip of a move
 * is the number of places, 0 to 7, by which bits are moved before they are ORed
 * for this move. So the same slip serves a whole list. The slip of a move v is
 * v times the inverse of M, modulo 8.
 *
 * An entry of a list stands for one move to one source class. The entry is a
 * number of bytes. It shows where the bits of the heaps to which the move leads
 * are stored (see wheel_page.origin). */
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
    /* True for the near lists, which have moves within one step. A step is a
     * range of heaps that are decided together. An entry of a near list stands
     * for a move, but is not a number of bytes. Let i be the index of the bit
     * of a heap among the bits of its own residue class for the step. Then i
     * plus the entry is an index in the whole array wheel_step.hot. The bit of
     * this index is that of the heap to which the move leads. */
    bool near;
    /* Each target class has this number of lists in each page, a part of the
     * lists. A target class is a residue class from which the moves lead. */
    unsigned slips;
    uint32_t windows, groups;
    /* The number of pages, the parts of the lists. There is one page for each
     * group of source classes and each window, which is a range of moves. The
     * page of index g * windows + w is for group g and window w. */
    uint32_t pages;
    wheel_page *page;
    /* The place at which each list begins. A list is a part of a page, and the
     * place is counted from the first entry of this page. For each page, the
     * array has targets * slips + 2 elements: the beginnings of its lists, the
     * end of its last list, and an element that is used only while the lists
     * are made. The function wheel_starts finds the elements for one page and
     * one target class. */
    uint32_t *start;
    uint32_t *offset; /* the entries of all lists of all pages */
} wheel_lists;

/* Rows of bits that show which moves can be skipped when heaps c + v are marked
 * as hot. Here c is a cold number and v is a move. Only heaps in live classes,
 * the residue classes that may have cold numbers, are to be marked. Bit k of
 * the row for c stands for all moves v whose index is k modulo `mod`. If the
 * bit is 0, none of these heaps c + v is in a live class. If the bit is 1, the
 * class of each c + v must be looked up.
 *
 * The rows are for the cold numbers c of sparse classes, the residue classes
 * with few cold numbers. Classes that are congruent modulo `mod` share a row.
 * The moves of index i and i + mod must be congruent modulo `mod` for all i
 * (tai_wheel_moves_fit). */
typedef struct wheel_rows {
    uint32_t mod; /* a divisor of the modulus of the residue classes */
    /* row[s mod `mod`] is the number of the row of bits for class s, or
     * WHEEL_EMPTY if there is none. */
    uint32_t *row;
    /* mark[s] is the index in wheel_block.hits of the bit for the first heap of
     * the block in residue class s. If the heaps of class s are not to be
     * marked, mark[s] is WHEEL_EMPTY. */
    uint32_t *mark;
    uint64_t *bits;
    size_t words; /* the number of 64-bit words of a row of bits */
} wheel_rows;

/* Says how many pages of moves are tried for one quiet class. A quiet class is
 * a residue class that probably has no cold numbers. A page is a part of the
 * lists of moves (wheel_page). Heaps of the class from which a move leads to a
 * stored cold number are shown to be hot. */
typedef struct wheel_depth {
    /* Heaps of the class that are not yet shown to be hot are counted after
     * each page, but only from about page number `look` on. (A page is a part
     * of the lists of moves. The pages are used one after another.) A trial
     * before the phase has shown that too many such heaps are left before that
     * page. */
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

/* Tables of the moves for the modulus M of the phase. They have the residues of
 * the moves modulo M, and the slips of the moves. The slip of a move is the
 * number of places, 0 to 7, by which bits are moved before they are ORed for
 * this move. For a move v, it is v times the inverse of M, modulo 8. */
typedef struct wheel_table {
    /* The number of different slips that the moves have. The slip of a move is
     * the number of places, 0 to 7, by which bits are moved before they are
     * ORed for this move. */
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

/* The lists of moves of a phase, which decides a range of heaps. A list has
 * moves from heaps of one residue class to heaps of another class. Below, a
 * heap is called `before` a block or a step if the heap is less than all heaps
 * of that block or step. */
typedef struct wheel_all_lists {
    /* Moves from quiet classes (residue classes that probably have no cold
     * numbers) to dense classes (whose cold numbers are stored as bits). These
     * are some of the moves that are at least as long as a block. They are
     * tried before all other moves. */
    wheel_lists quiet;
    /* Moves from live classes (residue classes that may have cold numbers) to
     * dense classes (whose cold numbers are stored as bits). These are all
     * moves that lead from any heap of a block to a heap before the block. */
    wheel_lists far;
    /* Moves from live classes (residue classes that may have cold numbers) to
     * dense classes (whose cold numbers are stored as bits). These are all
     * moves that are shorter than a block. They are used to find heaps with a
     * cold option before their step, which is a part of the block. */
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
    /* Rows of bits (wheel_rows) for marking heaps as hot in live classes, the
     * residue classes that may have cold numbers. The row for a cold number c
     * shows for which moves v the heap c + v is in no live class. */
    wheel_rows rows_all;
    /* Rows of bits (wheel_rows) for marking heaps as hot in the live classes of
     * this process. (A live class is a residue class that may have cold
     * numbers.) The row for a cold number c shows for which moves v none of
     * these classes has the heap c + v. Not made if there is only one process.
     */
    wheel_rows rows_own;
    /* The rows of bits that are used for cold numbers before a block: rows_own,
     * or rows_all if only one process does the work. */
    const wheel_rows *far_rows;
} wheel_plan;

/* Returns the index of the first item of the given rank. Ranks are the
 * processes that share the work. The items 0, ..., all - 1 are divided into
 * ranges. Rank 0 has the first range, rank 1 has the next one, and so on. The
 * range of a rank ends before wheel_dealt(comm, all, rank + 1). */
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

/* Makes the lists *x of moves from target classes to source classes, which are
 * residue classes. The caller must have set the members of *x from `source` to
 * `to`, and `near`. The moves are cut into at most `windows` ranges of equal
 * width. Returns TA_ENOMEM if there is no memory.
 *
 * If `count` is NULL, this function counts all entries of the lists and writes
 * all of them. Otherwise, the function `count` counts the entries. The thread
 * pool calls count(state, thread, item) for each item. Each call must count the
 * entries of WHEEL_TARGETS target classes. For each class, it must also set
 * p->class.depth, the number of pages that are used. Only the entries in these
 * pages are counted and written. */
ta_status tai_wheel_lists_make(const wheel_plan *p, wheel_lists *x,
                               uint32_t windows, tai_pool_work *count,
                               void *state);
/* Counts or writes the list entries of one target class, x->target[target], for
 * the source classes of group g. Both are residue classes. An entry stands for
 * a move from the target class to a source class.
 *
 * The target class has one list for each range of moves and each slip. (The
 * slip is the number of places, 0 to 7, by which bits are moved before they are
 * ORed for the moves of the list.) Each list has a counter, and `at` points to
 * the first counter.
 *
 * If `out` is NULL, adds the number of entries of each list to the counter of
 * the list. Otherwise, writes the entries to `out`. In this case, each counter
 * must be the index at which its list begins. The function sets the counter to
 * the end of the list. */
void tai_wheel_lists_pass(const wheel_plan *p, const wheel_lists *x,
                          uint32_t target, uint32_t g, uint32_t *at,
                          uint32_t *out);
void tai_wheel_lists_free(wheel_lists *x);

/* Returns the address of the x->slips elements of the array x->start that are
 * for one page and one target class. A page is a part of the lists. In the
 * page, the class x->target[target] has x->slips lists. The elements are the
 * indices at which these lists begin, counted from the first entry of the page.
 */
static inline uint32_t *wheel_starts(const wheel_lists *x, uint32_t page,
                                     uint32_t target)
{
    return x->start + (size_t)page * ((size_t)x->targets * x->slips + 2) +
           (size_t)target * x->slips;
}

/* Returns the largest divisor d of m that is at most `most` and fits the moves:
 * the moves of index i and i + d are congruent modulo d for all i
 * (tai_wheel_moves_fit). */
uint32_t tai_wheel_rows_modulus(const wheel_moves *moves, uint32_t m,
                                uint32_t most);
/* Makes *rows, the rows of bits that show which moves v can be skipped when
 * heaps c + v are marked as hot. Here c is a cold number. Heaps are to be
 * marked only in the residue classes live_class[from], ..., live_class[to - 1].
 * The row for c shows for which moves v the heap c + v is in none of these
 * classes. Rows are made for the cold numbers c of sparse classes, which have
 * few cold numbers. Returns TA_ENOMEM if there is no memory. */
ta_status tai_wheel_rows_init(wheel_rows *rows, const wheel_plan *p,
                              uint32_t from, uint32_t to);
void tai_wheel_rows_free(wheel_rows *rows);

/* Makes p->lists.quiet, the lists of moves from quiet classes to stored cold
 * numbers. A quiet class is a residue class that probably has no cold numbers.
 * The moves show that heaps of the class are hot. Each quiet class is tested on
 * its first `rows` heaps in the phase. If the moves do not show nearly all of
 * these heaps to be hot, sets p->class.live. Then the class becomes a live
 * class, and all options of its heaps will be looked at. Returns TA_ENOMEM if
 * there is no memory. */
ta_status tai_wheel_quiet_init(wheel_plan *p, uint64_t rows);

#endif
