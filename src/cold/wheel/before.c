/* Finds the heaps of a block of the engine `wheel` that have a cold option
 * before the block. This is one parallel job with three kinds of items: quiet
 * classes, cold numbers of sparse classes, and pages of far moves (README.md).
 * Each thread marks hot heaps of live classes in its own copy of the hits. The
 * copies are merged at the end. */
#include <string.h>

#include "cold/wheel/wheel-block.h"

/* ---- pushes from sparse classes ---- */

/* What is needed to push one cold number: to mark as hot the heaps of live
 * classes that have the number as an option. */
typedef struct pusher {
    const wheel_plan *p;
    const uint32_t *mark; /* the array `mark` of a wheel_rows */
    uint8_t *hits;        /* the tiles (bit arrays) of all live classes */
    /* The cold number minus the first heap of the block, modulo 2^64. */
    uint64_t c;
    uint32_t s; /* the residue class of the cold number */
    /* Whether other threads write to `hits` at the same time. */
    bool shared;
} pusher;

/* Marks the heap c + v as hot, where c is the cold number of *a and v the move
 * of index i. Does nothing if a->mark has no entry for the class of that heap.
 * `r` must be i modulo the modulus. Returns 1 if the heap was marked, else 0.
 */
static inline unsigned before_push_move(const pusher *a, size_t i, uint32_t r)
{
    const wheel_store *st = a->p->store;
    uint32_t target = a->s + a->p->table.residue[r];
    target -= target >= st->m ? st->m : 0;
    if (a->mark[target] == WHEEL_EMPTY)
        return 0;
    const uint64_t row = (a->c + a->p->moves->value[i] - target) * st->inverse;
    const uint64_t bit = a->mark[target] + row;
    const uint8_t one = (uint8_t)(1u << bit % 8);
    if (a->shared)
        __atomic_fetch_or(&a->hits[bit / 8], one, __ATOMIC_RELAXED);
    else
        a->hits[bit / 8] |= one;
    return 1;
}

/* Marks as hot the heaps c + v of live classes, where c is the cold number of
 * *a, for some moves v. These are the moves of index turn + k for all k in
 * [from, to) for which bit k of `row` is set. `rest` is `turn` modulo the
 * modulus. Returns the number of marks. */
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
                      .c = c - b->row * m,
                      .s = (uint32_t)(c % m),
                      .shared = shared};
    const uint32_t number = rows->row[a.s % rows->mod];
    uint64_t pushes = 0;
    while (from < to) {
        const size_t first = from % rows->mod, turn = from - first;
        const size_t last = ta_min_u64(to - turn, rows->mod);
        const uint32_t rest = (uint32_t)(turn % m);
        if (number != WHEEL_EMPTY)
            pushes += before_push_row(&a, rows->bits + number * rows->words,
                                      turn, rest, first, last);
        /* If the class of c was empty when the rows of bits were made, it has
         * no row of bits. Then all moves are tried. */
        for (size_t k = first; number == WHEEL_EMPTY && k < last; k++)
            pushes += before_push_move(&a, turn + k, rest + (uint32_t)k);
        from = turn + last;
    }
    return pushes;
}

/* ---- the items of a block ---- */

/* An item of the parallel job pushes this number of cold numbers of sparse
 * classes. */
enum { NUMBERS = 512 };

/* Marks in `hits` the heaps of live classes in the block that have one of
 * NUMBERS cold numbers as an option. The numbers are in store->sparse, in
 * increasing order. So the range of moves into the block changes little from
 * one number to the next. */
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

/* Marks in `hits` the heaps of live classes of this rank that have a cold
 * option in page k of the far lists (wheel_lists). For this it ORs the bits of
 * the options into the tiles of the classes. Some moves of a page may lead from
 * the block to places below 0. The bits read there are the zeros before the
 * bits of a class, which are enough for one window of moves. */
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
 * first items are for quiet classes, since these take the longest time. Then
 * come the items for numbers of sparse classes, then those for far pages. */
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

/* An item of the thread pool merges this number of bytes of b->hits. */
enum { MERGE_BYTES = 1 << 13 };

/* ORs MERGE_BYTES bytes of all threads' copies of the hits into the first copy.
 */
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
