/* Finds the positions that have a move to a cold position (P-position), for one
 * level of Eppstein's recursion. A level consists of nodes, ranges of positions
 * of one size. A node has `fanout` children of 2^log_child positions each,
 * which are solved in order. Before a child is solved, it is the target: its
 * positions with a move to a cold position of an earlier child are marked. The
 * earlier children are the sources. */
#ifndef TA_REACH_H
#define TA_REACH_H

#include "convolve/shift.h"
#include "convolve/transform-store.h"

/* The methods of marking a target, a child of a node. The sources of the target
 * are the earlier children of the node. To mark the target is to set a bit for
 * each of its positions that has a move to a cold position of a source. Each
 * method is one bit of a number, so a number stands for a set of allowed
 * methods. For each target, the allowed method with the least predicted time is
 * used. */
enum {
    /* OR the bit array of cold positions, shifted by s, into the target, for
     * each s in the subtraction set S. */
    TA_BY_S = 1,
    /* Mark c + s for each cold position c and each s in the subtraction set S.
     * If S is stored as a bit array, this is done by shifting that array by c.
     */
    TA_BY_COLD = 2,
    /* Convolve by multiplying long integers with GMP. */
    TA_BY_PACKED = 4,
    TA_BY_TRANSFORM = 8,
    TA_BY_EACH = TA_BY_S | TA_BY_COLD
};

/* TA_WAYS is the number of methods of marking a target, TA_BY_S to
 * TA_BY_TRANSFORM. TA_DIRECT_WAYS is the number of methods without transforms,
 * whose bits are the lowest ones. A method without transforms marks a target
 * from each source separately. The method of transforms first adds up the
 * products of several sources. */
enum { TA_DIRECT_WAYS = 3, TA_WAYS };

/* The data that all levels of a recursion share: the subtraction set S, the
 * cold positions (P-positions) found so far, and the threads. */
typedef struct ta_field {
    const ta_set *set;
    ta_shifts shifts; /* elements below `sorted` */
    /* The member `shifts` has all elements of the subtraction set S that are
     * less than `sorted`. The value of `sorted` is UINT64_MAX if S is stored as
     * a list, and TA_SCRATCH if S is stored as a bit array. */
    uint64_t sorted;
    /* The memory for the elements of S that `shifts` points to. */
    uint64_t *storage;
    /* The bit array of cold positions. The bits of undecided positions are 0.
     * TA_PAD zero bytes stand before and after the array. */
    const uint64_t *cold;
    uint64_t n;
    tai_pool *pool;
    /* Scratch memory of 2 * TA_SCRATCH numbers, if S is stored as a bit array.
     */
    uint64_t *scratch;
} ta_field;

/* To shift a bit array by each set bit of a second bit array, the code first
 * lists the set bits of the second array. It lists them for TA_SCRATCH
 * positions at a time. */
enum { TA_SCRATCH = 1 << 15 };

/* Assigns memory of the arena (one block for many arrays) to the arrays of
 * `field`, and sets field->sorted. `dense` is true if the subtraction set S is
 * stored as a bit array, and false if S is stored as a list. `elements` is an
 * upper bound on the number of elements of S or, if `dense` is true, on the
 * number of elements below TA_SCRATCH. */
void tai_convolve_field_place(ta_field *field, uint64_t elements, bool dense,
                              ta_arena *arena);
/* Fills in `field`, the data that all levels of a recursion share. Its arrays
 * must have memory already, from tai_convolve_field_place. The function copies
 * to field->shifts those elements of the subtraction set `set` that are less
 * than the number field->sorted. `cold` is the bit array of cold positions; the
 * function stores only its address. `n` is the number of positions, and `pool`
 * has the threads. */
void tai_convolve_field_init(ta_field *field, const ta_set *set,
                             const uint64_t *cold, uint64_t n, tai_pool *pool);

/* The sizes and choices for a level of the recursion (all nodes of one size)
 * that do not change during a run. */
typedef struct ta_reach_plan {
    /* Log2 of the number of positions of a child of a node. It is at least 6.
     */
    unsigned log_child;
    size_t fanout; /* children of a node */
    unsigned ways;
    const ta_transforms *transforms;
    /* The size of a group of targets. A target is a child of a node, in which
     * the positions with a move to a cold position are to be marked. The sums
     * of products of transforms are computed together for all targets of a
     * group. The caller may set 0: then all transforms are kept in memory, and
     * tai_convolve_reach_plan chooses the size. */
    size_t group;
    /* A sum of products of transforms is used only if the bound on its rounding
     * errors is below this limit. The limit is 1/2, which guarantees exact
     * results, or a smaller number that the caller has set. */
    double limit;
    /* An upper bound on the number of elements of the subtraction set S that
     * are less than the length of a node. */
    uint64_t moves;
} ta_reach_plan;

/* A target: a child of the current node that is to be marked. Its sources are
 * the earlier children of the node. The positions of the target with a move to
 * a cold position of a source are marked. A target has a sum of products of
 * transforms, with one product for each source that is handled by transforms.
 */
typedef struct ta_target {
    /* summed[j] says whether source j (an earlier child) is a term of the sum.
     */
    bool *summed;
    /* The number of sources for which a method of marking has been chosen. They
     * are the sources 0, ..., taken - 1. A source is an earlier child of the
     * same node. */
    size_t taken;
    bool open; /* the sum is not empty */
    /* A number for bounding the rounding errors of the sum of products: they
     * are at most this number times the factor from transforms->bound. The
     * number is the sum of transforms->norm(a, b) over all products. There a is
     * the number of set bits of the source, and b that of the window (a range
     * of S). */
    double norm;
    size_t terms;
} ta_target;

/* Counts of the work that a level of the recursion has done. The statistics of
 * a run show them. */
typedef struct ta_reach_counts {
    /* used[w] counts the pairs of a source and a target (two children of a
     * node) that were handled by method 1 << w. For example, used[0] is for the
     * method TA_BY_S = 1, and used[3] is for TA_BY_TRANSFORM = 8. */
    uint64_t used[TA_WAYS];
    uint64_t backward;
    /* `bound` is the largest bound on the rounding errors of any sum of
     * products so far. `deviation` is the largest distance of any computed
     * value from the nearest integer. */
    double bound, deviation;
} ta_reach_counts;

typedef struct ta_reach {
    ta_reach_plan plan;
    uint64_t child; /* positions of a child */
    /* An upper bound on the bytes that one call of tai_convolve_reach_child
     * allocates and frees again. */
    uint64_t brief;
    /* The number of targets (children to be marked) that a stored transform
     * serves before it is overwritten. If the store keeps all transforms, the
     * number is `fanout`, the number of children of a node. */
    size_t reuse;
    ta_transform_store store;
    const ta_field *field;
    uint64_t lo; /* start of the node */
    /* The number of children of the current node that begin before position n.
     */
    size_t children;
    /* The number of targets whose sums of products of transforms have been
     * begun. They are the targets 0, ..., formed - 1. A target is a child of
     * the current node in which hot positions are to be marked. */
    size_t formed;
    /* cold[j] is the number of cold positions in child j of the current node.
     * (A node is a range of positions, and its children are parts of equal
     * length.) The number is set after all cold positions of child j have been
     * found. */
    uint64_t *cold;
    /* moves[d] is the number of elements s of the subtraction set S with
     * (d - 1) B <= s < (d + 1) B, where B is the length of a child of a node.
     * Only these elements can lead from a position of child i to a position of
     * child i - d of the same node. */
    uint64_t *moves;
    /* An array of `group` entries, one for each target (child to be marked) of
     * a group. Child i of a node has the entry target[i % group]. */
    ta_target *target;
    /* Memory for the arrays `summed` of all targets, group * fanout entries. */
    bool *summed;
    ta_pass pass; /* forms sums */
    /* The sums of products that `pass` computes, an array of `group` entries.
     */
    ta_sum *sums;
    /* The transforms that `pass` multiplies: pointers to the first and to the
     * second factors of all products, group * fanout entries each. */
    const void **a, **b;
    ta_reach_counts counts;
} ta_reach;

/* Computes how much memory a level of the recursion needs, and allocates
 * nothing. The caller must have set the members of reach->plan. The function
 * sets the sizes in *reach, such as the numbers of transforms that are stored.
 */
void tai_convolve_reach_plan(ta_reach *reach);
/* Assigns memory of the arena (one block for many arrays) to the arrays of a
 * level of the recursion. The transforms have a block of their own, in
 * reach->store. */
void tai_convolve_reach_place(ta_reach *reach, ta_arena *arena);

/* Prepares a level of the recursion for a run. tai_convolve_reach_place must
 * have assigned memory to its arrays. `field` has the subtraction set and the
 * cold positions, and must live until tai_convolve_reach_close is called. */
void tai_convolve_reach_open(ta_reach *reach, const ta_field *field);
void tai_convolve_reach_close(ta_reach *reach);

/* Begins a node, the range of positions of this level that starts at `lo`. An
 * earlier run has decided all positions below `known`, and their cold positions
 * are in field->cold. Returns the number of the first child of the node that
 * has undecided positions, or the number of children if there is no such child.
 */
size_t tai_convolve_reach_begin(ta_reach *reach, uint64_t lo, uint64_t known);

/* Marks hot positions of child i of the current node: those with a move to a
 * cold position of an earlier child. Sets bit t - start of `hot` for each such
 * position t, where `start` is the first position of child i. May also set bits
 * of hot positions after the end of the child, among the next TA_TILE
 * positions. The earlier children must be solved, with their cold positions in
 * field->cold. The function must be called for the children in increasing
 * order. After the call, other threads may begin the work for child i + 1 while
 * the caller solves child i. Returns TA_OK, TA_ENOMEM if there is no memory, or
 * TA_ERANGE if a rounding error exceeds its bound. */
ta_status tai_convolve_reach_child(ta_reach *reach, size_t i, uint64_t *hot);

/* Appends lines about a level of the recursion to the statistics of a run: how
 * often each method of marking (TA_BY_S, ..., TA_BY_TRANSFORM) was used, and
 * how many transforms were computed. */
void tai_convolve_reach_report(const ta_reach *reach, ta_stats *stats);

/* ---- functions that reach.c and ways.c share ---- */

/* Returns true if it is certain that no move leads from child i of the node to
 * a cold position of child j, where j < i. This is certain if child j has no
 * cold position. It is also certain if S has no element from (i - j - 1) B to
 * (i - j + 1) B - 1, where B is the length of a child. */
static inline bool reach_is_empty(const ta_reach *r, size_t i, size_t j)
{
    return r->cold[j] == 0 || r->moves[i - j] == 0;
}

/* Returns the predicted nanoseconds for marking target i (child i of the node)
 * from the sources (earlier children) from, ..., to - 1 without transforms. All
 * of these sources are handled by one method, the allowed method that is
 * predicted to be the fastest. Sets *way to the index of the method's bit, for
 * example 0 for TA_BY_S = 1. */
double tai_convolve_direct_cost(const ta_reach *reach, size_t i, size_t from,
                                size_t to, unsigned *way);
/* Marks the positions of target i (child i of the node) that have a move to a
 * cold position of the sources (children) from, ..., to - 1. Sets their bits in
 * `hot`. Uses the allowed method without transforms that
 * tai_convolve_direct_cost predicts to be the fastest. Returns TA_OK, or
 * TA_ENOMEM if there is no memory. */
ta_status tai_convolve_direct_mark(ta_reach *reach, size_t i, size_t from,
                                   size_t to, uint64_t *hot);

#endif
