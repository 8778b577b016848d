/* Pushes from numbers in sparse classes into live classes. */
#include <string.h>

#include "cold/wheel/block.h"

/* Marks c + value[i], i = r mod M, or lists its bit if that is not marked; true
 * if its class is live. */
static inline bool push_one(const wheel_plan *p, const wheel_marks *marks,
                            uint8_t *hits, uint64_t c, uint32_t s, size_t i,
                            uint32_t r, wheel_list *open)
{
    const wheel_modulus *mod = &p->store->mod;
    const uint32_t target = wheel_add(mod, s, p->residue[r]);
    const uint32_t mark = marks->mark[target];
    if (mark == WHEEL_EMPTY)
        return false;
    const uint64_t row = (c + p->moves->value[i] - target) * mod->inv64;
    const uint64_t bit = mark + row;
    const uint8_t one = (uint8_t)(1u << bit % 8);
    if (open != NULL) {
        if ((__atomic_load_n(&hits[bit / 8], __ATOMIC_RELAXED) & one) == 0)
            open->at[open->count++] = bit;
    } else if (marks->shared) {
        __atomic_fetch_or(&hits[bit / 8], one, __ATOMIC_RELAXED);
    } else {
        hits[bit / 8] |= one;
    }
    return true;
}

/* The moves [turn + r, turn + to), 0 <= r <= to <= sparse_mod, by the row of
 * the class; turn is a multiple of sparse_mod, and rest = turn mod M. */
static inline uint64_t push_row(const wheel_plan *p, const wheel_marks *marks,
                                uint8_t *hits, uint64_t c, uint32_t s,
                                size_t turn, uint32_t rest, size_t r, size_t to,
                                wheel_list *open)
{
    const uint64_t *row =
        marks->bits + p->sparse_row[s % p->sparse_mod] * p->sparse_words;
    uint64_t pushes = 0;
    for (size_t w = r / 64; w * 64 < to; w++) {
        uint64_t word = row[w];
        if (w == r / 64)
            word &= ~(uint64_t)0 << r % 64;
        if (w * 64 + 64 > to)
            word &= ~(~(uint64_t)0 << to % 64);
        for (; word != 0; word &= word - 1) {
            uint32_t at = (uint32_t)(w * 64 + ta_ctz(word));
            pushes +=
                push_one(p, marks, hits, c, s, turn + at, rest + at, open);
        }
    }
    return pushes;
}

/* The moves [i, end) of one number: by its class's row or, if the class had
 * no number when rows were made, all. */
static inline uint64_t push(const wheel_plan *p, const wheel_marks *marks,
                            uint8_t *hits, uint64_t row, uint64_t c, uint32_t s,
                            size_t i, size_t end, wheel_list *open)
{
    const uint32_t m = p->store->mod.m, w = p->sparse_mod;
    const bool listed = p->sparse_row[s % w] != WHEEL_EMPTY;
    /* Bits are counted from the first row of the block, or step. */
    c -= row * m;
    uint64_t pushes = 0;
    while (i < end) {
        const size_t r = i % w, turn = i - r;
        const uint32_t rest = (uint32_t)(turn % m);
        const size_t to = ta_min_u64(end - turn, w);
        if (listed)
            pushes += push_row(p, marks, hits, c, s, turn, rest, r, to, open);
        for (size_t k = r; !listed && k < to; k++)
            pushes += push_one(p, marks, hits, c, s, turn + k,
                               rest + (uint32_t)k, open);
        i = turn + to;
    }
    return pushes;
}

uint64_t wheel_push_number(const wheel_plan *p, const wheel_marks *marks,
                           uint8_t *hits, uint64_t row, uint64_t c, uint32_t s,
                           size_t i, size_t end)
{
    return push(p, marks, hits, row, c, s, i, end, NULL);
}

ta_status wheel_list_open(const wheel_plan *p, const wheel_marks *marks,
                          uint8_t *hits, uint64_t row, uint64_t c, uint32_t s,
                          size_t i, size_t end, wheel_list *open)
{
    if (!ta_grow(&open->at, &open->room, open->count, open->count + end - i,
                 sizeof *open->at))
        return TA_ENOMEM;
    push(p, marks, hits, row, c, s, i, end, open);
    return TA_OK;
}

/* Each copy has its share of the numbers, and of many threads it is among the
 * longest items. One thread needs none but that of the far items. */
enum { MOST_COPIES = 16 };

unsigned wheel_sparse_copies(unsigned threads)
{
    return threads == 1 ? 0 : (unsigned)ta_min_u64(threads, MOST_COPIES);
}

size_t wheel_sparse_items(const wheel_block *b)
{
    return ta_max_u64(1, b->copies - b->far_copies);
}

/* The moves that numbers [from, end) have into [first, last), about; a number
 * takes as long as a hundred moves besides. */
static double weight_of(const wheel_plan *p, const uint64_t *at, size_t from,
                        size_t end, uint64_t first, uint64_t last)
{
    enum { ITSELF = 100 };
    const uint64_t c = at[from + (end - from) / 2];
    const size_t moves = wheel_moves_below(p->moves, last - c) -
                         wheel_moves_below(p->moves, first - c);
    return (double)(moves + ITSELF) * (double)(end - from);
}

/* Where share `item` of `items` of the work for numbers [from, end) begins:
 * those that are near have more moves into the block than those far away. */
static size_t share_begins(const wheel_plan *p, size_t from, size_t end,
                           uint64_t first, uint64_t last, size_t item,
                           size_t items)
{
    enum { PIECES = 64 };
    const size_t count = end - from;
    double sum[PIECES + 1] = {0};
    if (item == 0 || item == items || count < PIECES)
        return from + count * item / items;
    for (size_t k = 0; k < PIECES; k++)
        sum[k + 1] =
            sum[k] + weight_of(p, p->store->sparse.at,
                               from + count * k / PIECES,
                               from + count * (k + 1) / PIECES, first, last);
    const double wanted = sum[PIECES] * (double)item / (double)items;
    size_t k = 0;
    while (k + 1 < PIECES && sum[k + 1] < wanted)
        k++;
    const double part = (wanted - sum[k]) / (sum[k + 1] - sum[k]);
    return from + (size_t)(((double)k + part) * (double)count / PIECES);
}

void wheel_sparse_clear(wheel_block *b, size_t item)
{
    if (b->copies > b->far_copies)
        memset(b->hits[b->far_copies + item], 0,
               (size_t)b->plan->lives * b->plan->hit_bytes);
}

/* Numbers in increasing order need nearly the same moves one after the other.
 */
void wheel_sparse_item(wheel_block *b, uint64_t row, size_t from, size_t end,
                       size_t item)
{
    const wheel_plan *p = b->plan;
    const uint64_t m = p->store->mod.m, first = row * m;
    const uint64_t last = first + wheel_block_rows(b, row) * m;
    const size_t items = wheel_sparse_items(b);
    uint8_t *hits = b->hits[b->copies - items + item];
    uint64_t pushes = 0;
    size_t i = 0, to = 0;
    const size_t first_k = share_begins(p, from, end, first, last, item, items);
    const size_t last_k =
        share_begins(p, from, end, first, last, item + 1, items);
    for (size_t k = first_k; k < last_k; k++) {
        const uint64_t c = p->store->sparse.at[k];
        i = wheel_moves_near(p->moves, first - c, i);
        to = wheel_moves_near(p->moves, last - c, to);
        pushes += wheel_push_number(p, &p->marks_far, hits, row, c,
                                    (uint32_t)(c % m), i, to);
    }
    wheel_count(&b->count->sparse_pushes, pushes);
}
