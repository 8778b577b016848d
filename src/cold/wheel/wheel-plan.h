/* The plan of a phase of the engine `wheel`. A phase decides a range of heaps
 * by means of one modulus. Its plan consists of tables that are made from the
 * cold numbers before the phase. The plan does not change during the phase. The
 * file is long because of the comments on the tables. */
#ifndef TA_WHEEL_PLAN_H
#define TA_WHEEL_PLAN_H

#include "base/communicator.h"
#include "cold/wheel/wheel.h"

enum {
    /* The number of heaps of each residue class in one step. A step is a range
     * of heaps that are decided together. */
    WHEEL_STEP_ROWS = WHEEL_VECTOR * 8 - WHEEL_MARGIN,
    /* The number of bits for each live class in the array wheel_step.hot, which
     * marks hot heaps. A live class is a residue class that may have cold
     * numbers. */
    WHEEL_HOT_BITS = 2 * WHEEL_VECTOR * 8,
    /* The number of target classes for which one item of the thread pool makes
     * the lists of moves. Target classes are the residue classes from which the
     * moves lead. */
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
    /* A residue class is called dense if at least `dense_tile` / 4096 of its
     * heaps are cold. The cold numbers of dense classes are stored as bits. */
    double dense_tile;
    /* A residue class is called live if at least `live_tile` / 4096 of its
     * heaps are cold. In live classes, all options of all heaps are looked at.
     */
    double live_tile;
    /* About how many moves a page has for each quiet class. A quiet class is a
     * residue class that probably has no cold numbers. Pages are the parts into
     * which the lists of moves from quiet classes are divided. */
    unsigned quiet_page;
    /* The largest number of pages in the lists of moves from quiet classes. A
     * quiet class is a residue class that probably has no cold numbers. Pages
     * are the parts into which these lists are divided. The number must be
     * below 2^16. */
    unsigned quiet_pages;
    /* A number of heaps in a block. In a quiet class (a residue class that
     * probably has no cold numbers), most heaps of a block are shown to be hot
     * by a few moves. As soon as at most `quiet_zeros` heaps of the class are
     * left, all options of these heaps are looked at one by one. */
    unsigned quiet_zeros;
    /* The largest number of heaps in 4096 that may be left in a quiet class. (A
     * quiet class is a residue class that probably has no cold numbers.) Some
     * moves are tried to show that heaps are hot, and the other heaps are left.
     * If more are left, the class is not used as a quiet class. */
    double quiet_left;
    /* A number of blocks. It limits the moves in the lists for quiet classes
     * (residue classes that probably have no cold numbers). All moves in these
     * lists are shorter than the greater of two lengths. One is the length of
     * `quiet_reach` blocks. The other is a quarter of the range of heaps before
     * the phase. */
    unsigned quiet_reach;
    /* Two sizes for pages, the parts into which lists of moves are divided. For
     * each move, stored bits are read. The bits read for one page fill at most
     * about `cache` bytes, so that they stay in the processor's cache. A page
     * of far moves (moves at least as long as a block) has moves to about
     * `source_group` residue classes. */
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
     * page. An entry e stands for a move from the heaps that are to be decided.
     * The bits of the heaps to which the move leads are at the address base +
     * origin + e. Here `base` is the result of wheel_origin for the first row
     * of the heaps to be decided. Unused in near lists, which have only moves
     * within a step (a range of heaps that are decided together). */
    int64_t origin;
    /* The index in wheel_lists.offset of the first entry of the page. A page is
     * a part of the lists of moves. An entry stands for a move. */
    size_t start;
    uint64_t least; /* All moves in this part of the lists are at least this. */
} wheel_page;

/* Lists of moves, by which hot heaps are found. A move leads from a heap of one
 * residue class, the target class, to a heap of another, the source class. The
 * stored bits of cold heaps of the source class are ORed into the bits of the
 * target class. This marks the heaps with a cold option as hot.
 *
 * An entry of a list stands for one move from one target class to one source
 * class. It is an offset in bytes that shows where the bits of the source class
 * are read (wheel_page.origin).
 *
 * The lists are divided into pages. A page has the moves of one range of
 * lengths to one group of source classes. In a page, each target class has one
 * list for each slip. The slip of a move is the number of places, 0 to 7, by
 * which the bits are shifted before they are ORed. For a move v, it is v times
 * the inverse of M, modulo 8, where M is the modulus. */
typedef struct wheel_lists {
    const uint32_t *source; /* the source classes */
    uint32_t sources;       /* the length of `source` */
    /* The largest number of source classes of one page. A page is a part of the
     * lists. A source class is a residue class to which the moves lead. */
    uint32_t group;
    const uint32_t *target; /* the target classes */
    uint32_t targets;       /* the length of `target` */
    /* The target classes for which this process makes lists: target[own_from],
     * ..., target[own_to - 1]. A target class is a residue class from whose
     * heaps the moves of the lists lead. */
    uint32_t own_from, own_to;
    /* The lists are for the moves with the indices [from, to). */
    size_t from, to;
    /* The first window, which is a range of moves, begins with this move. */
    uint64_t low;
    double scale; /* 1 divided by the width of a window of moves */
    /* True for near lists: lists of moves within one step, a range of heaps
     * that are decided together. The entries of near lists are distances
     * between bits of the array wheel_step.hot. Suppose that a move leads from
     * heap n to heap n - v. Let i be the index of the bit of n, counted from
     * the first bit of its residue class for the step. Then i plus the entry is
     * the index in wheel_step.hot of the bit of n - v. */
    bool near;
    /* The number of lists that a target class has in one page. There is one
     * list for each slip, or a single list if `near` is true. A target class is
     * a residue class from which the moves lead. A page is a part of all lists.
     * The slip of a move is the number of places, 0 to 7, by which bits are
     * shifted for this move. */
    unsigned slips;
    uint32_t windows, groups;
    /* The number of pages, the parts of the lists. There is one page for each
     * group of source classes and each window, which is a range of moves. The
     * page of index g * windows + w is for group g and window w. */
    uint32_t pages;
    wheel_page *page;
    /* The indices at which the lists begin. Each index is counted from the
     * first entry of a page, which is a part of the lists. For each page, the
     * array has targets * slips + 2 elements: the beginnings of its lists, the
     * end of its last list, and an element that is used only while the lists
     * are made. The function wheel_starts finds the elements for one page and
     * one target class. */
    uint32_t *start;
    uint32_t *offset; /* the entries of all lists of all pages */
} wheel_lists;

/* Rows of bits that show which moves can be skipped when hot heaps are marked.
 * For a cold number c and each move v, the heap c + v is hot. It has to be
 * marked only if it lies in a live class, a residue class that may have cold
 * numbers.
 *
 * A row has `mod` bits and serves for some cold numbers c. Number the moves 0,
 * 1, 2, ... in increasing order. Bit k of the row stands for the moves v with
 * the numbers k, k + mod, k + 2 mod, ... If the bit is 0, no heap c + v is in a
 * live class, so these moves are skipped. If the bit is 1, the class of each c
 * + v is looked up.
 *
 * All these moves are congruent modulo `mod` (tai_wheel_moves_fit). So numbers
 * c that are congruent modulo `mod` share a row. There are rows only for
 * numbers c of sparse classes, the residue classes with few cold numbers. */
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

/* How many pages of moves are tried for one quiet class, a residue class that
 * probably has no cold numbers. A page is a part of the lists of moves. If a
 * move leads from a heap to a stored cold number, the heap is hot. */
typedef struct wheel_depth {
    /* From about page number `look` on, the heaps of the class that are not yet
     * shown to be hot are counted after each page. (A page is a part of the
     * lists of moves. The pages are tried one after another.) Earlier, counting
     * would be useless: a trial before the phase has found that too many heaps
     * are then left. */
    uint16_t look;
    /* The number of pages that are tried for the class. A page is a part of the
     * lists of moves from the class to stored cold numbers. The number is 0 if
     * the class has become a live class, or if another process works on the
     * class. */
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
    /* The number of rows of a block, a multiple of WHEEL_STEP_ROWS. A row is M
     * consecutive heaps, where M is the modulus. */
    uint64_t rows;
    /* The number of vectors of a tile, which is the bit array for one residue
     * class in a block. A vector has WHEEL_VECTOR bytes. */
    unsigned vectors;
    /* The index of the first move that is at least as long as a step. A step
     * has WHEEL_STEP_ROWS rows of M consecutive heaps, where M is the modulus.
     * From every heap of a step, moves of this index or a higher one lead below
     * the step. */
    size_t step_from;
    /* The index of the first move that is at least as long as a block. A block
     * has `rows` rows of M consecutive heaps, where M is the modulus. From
     * every heap of a block, moves of this index or a higher one lead below the
     * block. */
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

/* The residue classes modulo the modulus of a phase. They are of two kinds. A
 * live class may have cold numbers, so all options of its heaps are looked at.
 * A quiet class probably has no cold numbers. A few moves show that most of its
 * heaps are hot. */
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
    /* depth[i] is for the residue class quiet_class[i]. It says how many pages
     * (parts of the lists of moves) are tried to show that heaps of the class
     * are hot. */
    wheel_depth *depth;
} wheel_classes;

/* The lists of moves of a phase, which decides a range of heaps. A list has
 * moves from heaps of one residue class to heaps of another class. Below, a
 * heap is called `before` a block or a step if the heap is less than all heaps
 * of that block or step. */
typedef struct wheel_all_lists {
    /* Lists of moves from quiet classes to dense classes. A quiet class is a
     * residue class that probably has no cold numbers. The cold numbers of
     * dense classes are stored as bits. The lists have only some of the far
     * moves (moves at least as long as a block). They are tried before all
     * other moves. */
    wheel_lists quiet;
    /* Lists of moves from live classes to dense classes. A live class is a
     * residue class that may have cold numbers. The cold numbers of dense
     * classes are stored as bits. The lists have all far moves: those that are
     * at least as long as a block. From every heap of a block, they lead out of
     * the block. */
    wheel_lists far;
    /* Lists of moves from live classes to dense classes. A live class is a
     * residue class that may have cold numbers. The cold numbers of dense
     * classes are stored as bits. The lists have all moves that are shorter
     * than a block. A block is decided in steps, which are ranges of heaps.
     * Before each step, these moves are used to find the heaps of the step with
     * a cold option below the step. */
    wheel_lists step;
    /* Lists of moves from live classes to live classes. A live class is a
     * residue class that may have cold numbers. The lists have all moves that
     * are shorter than a step, a range of heaps that are decided together. Only
     * these moves can lead from a heap to another heap of the same step. */
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
    /* Rows of bits that are used when heaps c + v are marked as hot. Here c is
     * a cold number and v is a move. The row for c shows for which moves v the
     * heap c + v need not be marked: it is in no live class. (A live class is a
     * residue class that may have cold numbers.) */
    wheel_rows rows_all;
    /* Rows of bits that are used when heaps c + v are marked as hot in the live
     * classes of this process. (A live class is a residue class that may have
     * cold numbers.) The row for a cold number c shows for which moves v the
     * heap c + v is outside these classes, so that it need not be marked. Not
     * made if there is only one process. */
    wheel_rows rows_own;
    /* Rows of bits for cold numbers c before the current block. The row for c
     * shows for which moves v the heap c + v need not be marked as hot, because
     * another process marks it or because its residue class probably has no
     * cold numbers. Points to rows_own, or to rows_all if there is only one
     * process. */
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

/* Makes the lists *x of moves. The moves lead from heaps of one residue class,
 * the target class, to heaps of another, the source class. The caller must have
 * set the members of *x from `source` to `to`, and `near`. The moves are cut by
 * length into at most `windows` ranges of equal width. Returns TA_ENOMEM if
 * there is no memory.
 *
 * If `count` is NULL, the lists have all moves. Otherwise, only some pages
 * (parts of the lists) are used for each target class. The function `count`
 * chooses the number of these pages and stores it in p->class.depth. It also
 * counts the moves in these pages. The thread pool calls count(state, thread,
 * item) for each item. One item is for WHEEL_TARGETS target classes. */
ta_status tai_wheel_lists_make(const wheel_plan *p, wheel_lists *x,
                               uint32_t windows, tai_pool_work *count,
                               void *state);
/* Counts or writes the entries of lists of moves. An entry stands for a move
 * from one residue class to another. Only moves from the class
 * x->target[target] to the classes of group g are handled. A group is a part of
 * the array x->source.
 *
 * The class x->target[target] has one list for each range of moves and each
 * slip. (The slip of a move is the number of places, 0 to 7, by which bits are
 * shifted for this move.) For each list there is a counter. `at` points to the
 * counter of the first list.
 *
 * If `out` is NULL, adds the number of entries of each list to the counter of
 * the list. If `out` is not NULL, writes the entries to `out`. In this case,
 * each counter must be the index at which its list begins. Each entry that is
 * written adds 1 to the counter. */
void tai_wheel_lists_pass(const wheel_plan *p, const wheel_lists *x,
                          uint32_t target, uint32_t g, uint32_t *at,
                          uint32_t *out);
void tai_wheel_lists_free(wheel_lists *x);

/* Returns the address at which the lists of one page and one target class begin
 * in the array x->start. A page is a part of the lists of moves. The target
 * class, x->target[target], is a residue class from which the moves lead. It
 * has x->slips lists in the page. So the result points to x->slips elements,
 * one for each list. Each element is the number of entries of the page that
 * precede the list. */
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
/* Makes *rows: rows of bits that show which moves can be skipped when hot heaps
 * are marked. For a cold number c and each move v, the heap c + v is hot. It is
 * to be marked only if its residue class is one of live_class[from], ...,
 * live_class[to - 1]. In the row for c, the bit for v is 0 if c + v is
 * certainly in none of these classes. Then v is skipped. If the bit is 1, the
 * class of c + v is looked up. One bit stands for several moves (wheel_rows).
 *
 * There are rows only for numbers c of sparse classes, the residue classes with
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
