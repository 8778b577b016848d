/* Pushes from numbers in sparse classes into live classes. */
#include "cold/wheel/block.h"

enum { SPARSE_CHUNK = 16 };

/* Marks c + value[i], i = r mod M; true if its class is live. */
static inline bool push_one(const wheel_plan *p, const wheel_marks *marks,
                            uint8_t *hits, uint64_t c, uint32_t s, size_t i,
                            uint32_t r)
{
    const wheel_modulus *mod = &p->store->mod;
    const uint32_t target = wheel_add(mod, s, p->residue[r]);
    const uint32_t mark = marks->mark[target];
    if (mark == WHEEL_EMPTY)
        return false;
    const uint64_t row = (c + p->moves->value[i] - target) * mod->inv64;
    const uint64_t bit = mark + row;
    hits[bit / 8] = (uint8_t)(hits[bit / 8] | 1u << bit % 8);
    return true;
}

/* The moves [turn + r, turn + to), 0 <= r <= to <= sparse_mod, by the row of
 * the class; turn is a multiple of sparse_mod, and rest = turn mod M. */
static uint64_t push_row(const wheel_plan *p, const wheel_marks *marks,
                         uint8_t *hits, uint64_t c, uint32_t s, size_t turn,
                         uint32_t rest, size_t r, size_t to)
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
            pushes += push_one(p, marks, hits, c, s, turn + at, rest + at);
        }
    }
    return pushes;
}

/* The moves [i, end) of one number: by its class's row or, if the class had
 * no number when rows were made, all. */
uint64_t wheel_push_number(wheel_block *b, const wheel_marks *marks,
                           unsigned thread, uint64_t c, uint32_t s, size_t i,
                           size_t end)
{
    const wheel_plan *p = b->plan;
    const uint32_t m = p->store->mod.m, w = p->sparse_mod;
    const bool listed = p->sparse_row[s % w] != WHEEL_EMPTY;
    /* Place 0 of the block is at row b->row: bits are counted from there. */
    c -= b->row * m;
    uint8_t *hits = b->hits[thread];
    uint64_t pushes = 0;
    while (i < end) {
        const size_t r = i % w, turn = i - r;
        const uint32_t rest = (uint32_t)(turn % m);
        const size_t to = ta_min_u64(end - turn, w);
        if (listed)
            pushes += push_row(p, marks, hits, c, s, turn, rest, r, to);
        for (size_t k = r; !listed && k < to; k++)
            pushes +=
                push_one(p, marks, hits, c, s, turn + k, rest + (uint32_t)k);
        i = turn + to;
    }
    return pushes;
}

static void sparse_item(void *state, unsigned thread, size_t item)
{
    wheel_block *b = state;
    const wheel_plan *p = b->plan;
    const wheel_store *st = p->store;
    const uint64_t from = b->row * st->mod.m, to = from + b->rows * st->mod.m;
    uint64_t pushes = 0;
    size_t i = 0, end = 0;
    for (uint32_t s = (uint32_t)item * SPARSE_CHUNK;
         s < st->mod.m && s < (item + 1) * SPARSE_CHUNK; s++)
        for (size_t k = 0; k < st->list[s].count; k++) {
            uint64_t c = st->list[s].at[k];
            i = wheel_moves_near(p->moves, from - c, i);
            end = wheel_moves_near(p->moves, to - c, end);
            pushes += wheel_push_number(b, &p->marks_far, thread, c, s, i, end);
        }
    wheel_count(&b->count->sparse_pushes, pushes);
}

void wheel_sparse_run(wheel_block *b)
{
    ta_team_run(b->team, sparse_item, b,
                b->plan->store->mod.m / SPARSE_CHUNK + 1);
}
