/* The parallel job of a block: quiet classes, pushes from the sparse list, far
 * pages. Each thread marks heaps in a copy of its own; in the end the copies
 * are ORed. */
#include <string.h>

#include "cold/wheel/wheel-block.h"

/* ---- pushes from sparse classes ---- */

/* A push from one cold number c. */
typedef struct pusher {
    const wheel_plan *p;
    const uint32_t *mark; /* wheel_rows.mark */
    uint8_t *hits;
    uint64_t c_in_block; /* c minus the first heap of the block, modulo 2^64 */
    uint32_t s;          /* the class of c */
    bool shared;
} pusher;

/* Pushes by move i; r is i modulo M, and gives the move's residue. Returns the
 * number of marks, 0 or 1. */
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

/* Pushes by the moves turn + k, from <= k < to, for which bit k of `row` is 1.
 * `turn` is a multiple of wheel_rows.mod, and `rest` is turn modulo M (so rest
 * + k < M). Returns
 * the number of marks. */
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
            const uint32_t k = (uint32_t)(w * 64 + tai_ctz(word));
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
    const uint32_t row = rows->row[a.s % rows->mod];
    uint64_t pushes = 0;
    while (from < to) {
        const size_t first = from % rows->mod, turn = from - first;
        const size_t end = tai_min_u64(to - turn, rows->mod);
        const uint32_t rest = (uint32_t)(turn % m);
        if (row != WHEEL_EMPTY)
            pushes += before_push_row(&a, rows->bits + row * rows->words, turn,
                                      rest, first, end);
        /* A class that was empty when the rows were made has none. */
        for (size_t k = first; row == WHEEL_EMPTY && k < end; k++)
            pushes += before_push_move(&a, turn + k, rest + (uint32_t)k);
        from = turn + end;
    }
    return pushes;
}

/* ---- the items of a block ---- */

enum { NUMBERS = 512 }; /* sparse numbers of an item */

/* Pushes the sparse numbers of an item into the block. Since they grow, the
 * first and last moves that lead into the block become smaller. */
static void before_push_sparse(wheel_block *b, uint8_t *hits, size_t item)
{
    const wheel_moves *moves = b->plan->moves;
    const uint64_t first = b->row * b->store->m;
    const uint64_t block_end = first + b->rows * b->store->m;
    const uint64_t *at = b->store->sparse.at;
    const size_t from = item * NUMBERS;
    const size_t to = tai_min_u64(from + NUMBERS, b->sparse_before);
    size_t begin = tai_wheel_moves_below(moves, first - at[from]);
    size_t end = tai_wheel_moves_below(moves, block_end - at[from]);
    uint64_t pushes = 0;
    for (size_t k = from; k < to; k++) {
        while (begin > 0 && moves->value[begin - 1] >= first - at[k])
            begin--;
        while (end > 0 && moves->value[end - 1] >= block_end - at[k])
            end--;
        pushes += tai_wheel_push(b, b->plan->far_rows, hits, at[k], begin, end,
                                 false);
    }
    wheel_count(&b->count->pushes, pushes);
}

/* ORs the sources of far page k into the tiles of this rank. Where a move is
 * greater than a heap, the bit that is read is one of the zeros before place 0.
 */
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

/* Quiet classes come first, since they take the longest. */
static void before_do_item(void *state, unsigned thread, size_t item)
{
    wheel_block *b = state;
    const size_t quiet = b->quiet_items, sparse = b->sparse_items;
    uint8_t *hits = b->hits + thread * b->hits_bytes;
    if (item < quiet) {
        if (tai_wheel_quiet_item(b, thread, item) != TA_OK)
            atomic_store(&b->no_memory, true);
    } else if (item < quiet + sparse) {
        before_push_sparse(b, hits, item - quiet);
    } else {
        before_or_far_page(b, hits, (uint32_t)(item - quiet - sparse));
    }
}

enum { MERGE_BYTES = 1 << 13 }; /* bytes of an item */

static void before_merge_item(void *state, unsigned thread, size_t item)
{
    wheel_block *b = state;
    const size_t from = item * MERGE_BYTES;
    const size_t bytes = tai_min_u64(MERGE_BYTES, b->hits_bytes - from);
    uint8_t *restrict all = b->hits + from;
    (void)thread;
    for (unsigned t = 1; t < b->pool->threads; t++) {
        const uint8_t *restrict mine = all + t * b->hits_bytes;
        for (size_t i = 0; i < bytes; i++)
            all[i] |= mine[i];
    }
}

ta_status tai_wheel_before(wheel_block *b)
{
    const unsigned threads = b->pool->threads;
    const wheel_lists *quiet = &b->plan->lists.quiet;
    b->sparse_before = b->store->sparse.count;
    b->sparse_items = (b->sparse_before + NUMBERS - 1) / NUMBERS;
    b->quiet_items = (quiet->own_to - quiet->own_from) / WHEEL_QUIET_CHUNK + 1;
    b->undecided.count = b->next_undecided = 0;
    memset(b->hits, 0, threads * b->hits_bytes);
    tai_pool_run(b->pool, before_do_item, b,
                 b->quiet_items + b->sparse_items + b->plan->lists.far.pages);
    if (threads > 1)
        tai_pool_run(b->pool, before_merge_item, b,
                     (b->hits_bytes + MERGE_BYTES - 1) / MERGE_BYTES);
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
