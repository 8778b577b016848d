/* Finds hot heaps of the current block by their far moves. A heap is cold if no
 * move leads from it to a cold heap. Otherwise it is hot. A block is a range of
 * heaps that the engine `wheel` decides together. A far move is at least as
 * long as a block, so it leads to a heap before the block.
 *
 * There are two sorts of residue classes. A live class may have cold heaps. The
 * hot heaps of live classes are marked in bit arrays. A quiet class probably
 * has no cold heaps. In quiet classes, the heaps that have no far move to a
 * cold heap are listed.
 *
 * The cold heaps before the block are stored. Those of dense classes, which
 * have many cold heaps, are stored as bits. All others are in a list. The work
 * is one parallel job. Its items are of three kinds:
 *
 *   1. An item examines the heaps of some quiet classes.
 *   2. An item starts from some cold heaps c of the list. It marks the heaps
 *      c + v of live classes as hot, for all moves v. (The move v leads from
 *      c + v to c.)
 *   3. An item tries some far moves from live classes to dense classes.
 *
 * Each thread marks heaps in its own bit arrays. At the end, the arrays of all
 * threads are ORed together. */
#include <string.h>

#include "cold/wheel/wheel-block.h"

/* ---- pushes from sparse classes ---- */

/* The data of a push. A push starts from one cold number c. It marks as hot
 * some heaps c + v, where v is a move. Only heaps in live classes (residue
 * classes that may have cold numbers) are marked. */
typedef struct pusher {
    const wheel_plan *p;
    /* mark[s] is the index in `hits` of the bit for the first heap of the block
     * in residue class s. It is WHEEL_EMPTY if the heaps of class s are not to
     * be marked. */
    const uint32_t *mark;
    /* Bit arrays that mark hot heaps of the block. There is one for each live
     * class, a residue class that may have cold numbers. */
    uint8_t *hits;
    /* The cold number minus the first heap of the block, modulo 2^64. */
    uint64_t c_in_block;
    uint32_t s; /* the residue class of the cold number */
    /* Whether other threads write to `hits` at the same time. */
    bool shared;
} pusher;

/* Marks the heap c + v as hot. Here c is the cold number of the push *a, and v
 * is the move of index i. Let s be the residue class of c + v. Marks nothing if
 * a->mark[s] is WHEEL_EMPTY. Returns the number of heaps marked, 0 or 1.
 *
 * `r` must be i modulo M, where M is the modulus of the classes. Moves whose
 * indices are equal modulo M are congruent modulo M. So r is enough to find the
 * class s. */
static inline unsigned before_push_move(const pusher *a, size_t i, uint32_t r)
{
    const wheel_store *st = a->p->store;
    uint32_t target = a->s + a->p->table.residue[r];
    target -= target >= st->m ? st->m : 0;
    if (a->mark[target] == WHEEL_EMPTY)
        return 0;
    const uint64_t row =
        (a->c_in_block + a->p->moves->value[i] - target) * st->inverse;
    const uint64_t bit = a->mark[target] + row;
    const uint8_t one = (uint8_t)(1u << bit % 8);
    if (a->shared)
        __atomic_fetch_or(&a->hits[bit / 8], one, __ATOMIC_RELAXED);
    else
        a->hits[bit / 8] |= one;
    return 1;
}

/* Marks heaps c + v as hot, where c is the cold number of the push *a and v is
 * a move. Number the moves 0, 1, 2, ... in increasing order. v runs through the
 * moves with the numbers turn + k for which from <= k < to and bit k of `row`
 * is 1. A heap is skipped if a->mark[s] is WHEEL_EMPTY, where s is its residue
 * class. Returns the number of heaps marked.
 *
 * `turn` must be a multiple of wheel_rows.mod, the number of bits of a row.
 * `rest` must be turn modulo M, where M is the modulus of the residue classes.
 */
static inline uint64_t before_push_row(const pusher *a, const uint64_t *row,
                                       size_t turn, uint32_t rest, size_t from,
                                       size_t to)
{
    uint64_t pushes = 0;
    for (size_t w = from / 64; w * 64 < to; w++) {
        uint64_t word = row[w];
        if (w == from / 64)
            word &= ~(uint64_t)0 << from % 64;
        if (w * 64 + 64 > to)
            word &= ~(~(uint64_t)0 << to % 64);
        for (; word != 0; word &= word - 1) {
            const uint32_t k = (uint32_t)(w * 64 + ta_ctz(word));
            pushes += before_push_move(a, turn + k, rest + k);
        }
    }
    return pushes;
}

uint64_t tai_wheel_push(const wheel_block *b, const wheel_rows *rows,
                        uint8_t *hits, uint64_t c, size_t from, size_t to,
                        bool shared)
{
    const uint32_t m = b->store->m;
    const pusher a = {.p = b->plan,
                      .mark = rows->mark,
                      .hits = hits,
                      .c_in_block = c - b->row * m,
                      .s = (uint32_t)(c % m),
                      .shared = shared};
    const uint32_t number = rows->row[a.s % rows->mod];
    uint64_t pushes = 0;
    while (from < to) {
        /* `turn` is a multiple of rows->mod. */
        const size_t first = from % rows->mod, turn = from - first;
        const size_t last = ta_min_u64(to - turn, rows->mod);
        const uint32_t rest = (uint32_t)(turn % m);
        if (number != WHEEL_EMPTY)
            pushes += before_push_row(&a, rows->bits + number * rows->words,
                                      turn, rest, first, last);
        /* If there is no row of bits for the cold number c, all moves are
         * tried. `number` is then WHEEL_EMPTY. A row is missing if no cold
         * number of the residue class of c had been found when the rows were
         * made. */
        for (size_t k = first; number == WHEEL_EMPTY && k < last; k++)
            pushes += before_push_move(&a, turn + k, rest + (uint32_t)k);
        from = turn + last;
    }
    return pushes;
}

/* ---- the items of a block ---- */

/* The number of cold numbers that one item of the parallel job handles. They
 * are consecutive entries of the list store->sparse. The item marks the heaps
 * that have one of them as an option. */
enum { NUMBERS = 512 };

/* Marks as hot, in `hits`, the heaps c + v of the block that lie in live
 * classes (residue classes that may have cold numbers). c runs through NUMBERS
 * cold numbers of the sorted list b->store->sparse, from index item * NUMBERS
 * on. v runs through all moves. If several processes share the work, marks only
 * heaps in classes of this process.
 *
 * Since c grows, the moves that lead from c into the block become smaller. So
 * their range of indices is updated from one c to the next. */
static void before_push_sparse(wheel_block *b, uint8_t *hits, size_t item)
{
    const wheel_moves *moves = b->plan->moves;
    const uint64_t first = b->row * b->store->m;
    const uint64_t last = first + b->rows * b->store->m;
    const uint64_t *at = b->store->sparse.at;
    const size_t from = item * NUMBERS;
    const size_t to = ta_min_u64(from + NUMBERS, b->numbers);
    size_t i = tai_wheel_moves_below(moves, first - at[from]);
    size_t end = tai_wheel_moves_below(moves, last - at[from]);
    uint64_t pushes = 0;
    for (size_t k = from; k < to; k++) {
        while (i > 0 && moves->value[i - 1] >= first - at[k])
            i--;
        while (end > 0 && moves->value[end - 1] >= last - at[k])
            end--;
        pushes +=
            tai_wheel_push(b, b->plan->far_rows, hits, at[k], i, end, false);
    }
    wheel_count(&b->count->pushes, pushes);
}

/* Marks as hot, in `hits`, heaps of the block from which a move of page k leads
 * to a cold number. Page k is a part of the lists of far moves (moves at least
 * as long as a block). They lead from live classes, the residue classes that
 * may have cold numbers, to dense classes. The cold numbers of dense classes
 * are stored as bits. For each move, these bits are ORed into `hits`.
 *
 * A move may be greater than some heap of the block. The bit that is read for
 * this heap is zero, since zeros precede the stored bits of each class. */
static void before_or_far_page(wheel_block *b, uint8_t *hits, uint32_t k)
{
    const wheel_plan *p = b->plan;
    const wheel_lists *x = &p->lists.far;
    const wheel_page *page = &x->page[k];
    const size_t bytes = (size_t)p->cut.vectors * WHEEL_VECTOR;
    const uint8_t *origin = wheel_origin(b->store, b->row) + page->origin;
    if (page->least >= (b->row + b->rows) * b->store->m)
        return;
    for (uint32_t l = x->own_from; l < x->own_to; l++)
        b->kernel->page(hits + l * bytes, p->cut.vectors, origin,
                        x->offset + page->start, wheel_starts(x, k, l),
                        p->table.slip, x->slips);
    wheel_count(&b->count->far_ors,
                (uint64_t)p->cut.vectors * (*wheel_starts(x, k, x->own_to) -
                                            *wheel_starts(x, k, x->own_from)));
}

/* Does one item of the parallel job that precedes the steps of a block. The
 * items are of three kinds, in this order:
 *
 *   1. b->quiet_items items examine quiet classes, the residue classes that
 *      probably have no cold numbers. These items take the longest time.
 *   2. b->sparse_items items mark heaps that have an option in the list
 *      b->store->sparse, a list of cold numbers.
 *   3. The other items try moves that are at least as long as a block. Each of
 *      these items is for one page, a part of the lists of such moves. */
static void before_do_item(void *state, unsigned thread, size_t item)
{
    wheel_block *b = state;
    const size_t quiet = b->quiet_items, sparse = b->sparse_items;
    uint8_t *hits = b->hits + thread * b->copy;
    if (item < quiet) {
        if (tai_wheel_quiet_item(b, thread, item) != TA_OK)
            atomic_store(&b->no_memory, true);
    } else if (item < quiet + sparse) {
        before_push_sparse(b, hits, item - quiet);
    } else {
        before_or_far_page(b, hits, (uint32_t)(item - quiet - sparse));
    }
}

/* The number of bytes that one item of the thread pool merges. Each thread
 * marks hot heaps in its own copy of the bit arrays wheel_block.hits. Then all
 * copies are merged into one. */
enum { MERGE_BYTES = 1 << 13 };

/* ORs a part of all copies of the bit arrays b->hits into the first copy. Each
 * thread has marked hot heaps in its own copy. The part begins at byte item *
 * MERGE_BYTES, and has MERGE_BYTES bytes, or less at the end of the arrays. */
static void before_merge_item(void *state, unsigned thread, size_t item)
{
    wheel_block *b = state;
    const size_t from = item * MERGE_BYTES;
    const size_t bytes = ta_min_u64(MERGE_BYTES, b->copy - from);
    /* `restrict` lets the compiler vectorize the loop. */
    uint8_t *restrict all = b->hits + from;
    (void)thread;
    for (unsigned t = 1; t < b->pool->threads; t++) {
        const uint8_t *restrict mine = all + t * b->copy;
        for (size_t i = 0; i < bytes; i++)
            all[i] |= mine[i];
    }
}

ta_status tai_wheel_before(wheel_block *b)
{
    const unsigned threads = b->pool->threads;
    const wheel_lists *quiet = &b->plan->lists.quiet;
    b->numbers = b->store->sparse.count;
    b->sparse_items = (b->numbers + NUMBERS - 1) / NUMBERS;
    b->quiet_items = (quiet->own_to - quiet->own_from) / WHEEL_QUIET_CHUNK + 1;
    b->undecided.count = b->next = 0;
    memset(b->hits, 0, threads * b->copy);
    tai_pool_run(b->pool, before_do_item, b,
                 b->quiet_items + b->sparse_items + b->plan->lists.far.pages);
    if (threads > 1)
        tai_pool_run(b->pool, before_merge_item, b,
                     (b->copy + MERGE_BYTES - 1) / MERGE_BYTES);
    ta_status status = atomic_load(&b->no_memory) ? TA_ENOMEM : TA_OK;
    for (unsigned t = 0; t < threads; t++) {
        if (status == TA_OK)
            status = tai_wheel_list_append(&b->undecided, &b->left[t]);
        b->left[t].count = 0;
    }
    tai_wheel_list_sort(&b->undecided);
    b->count->undecided += b->undecided.count;
    return status;
}
