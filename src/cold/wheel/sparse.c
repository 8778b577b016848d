/* Pushes from numbers in sparse classes into live classes. */
#include "cold/wheel/block.h"

enum { SPARSE_CHUNK = 16 };

/* Marks n = c + value[i] if its class is live. */
static inline uint64_t push_one(wheel_block *b, unsigned thread, uint64_t c,
                                uint32_t s, size_t i, uint32_t r)
{
    const wheel_plan *p = b->plan;
    const wheel_modulus *mod = &p->store->mod;
    const uint32_t target = wheel_add(mod, s, p->residue[r]);
    const uint32_t l = p->live[target];
    if (l == WHEEL_EMPTY)
        return 0;
    uint64_t n = c + p->moves->value[i];
    uint64_t bit = WHEEL_LEAD + wheel_place(p->store, n, target) - b->row;
    uint8_t *hits = wheel_hits(b, thread, l);
    hits[bit / 8] = (uint8_t)(hits[bit / 8] | 1u << bit % 8);
    return 1;
}

/* The moves [i, end) of one number: by its class's list of moves that end in
 * live classes or, if the class had no number when lists were made, all. */
uint64_t wheel_push_number(wheel_block *b, unsigned thread, uint64_t c,
                           uint32_t s, size_t i, size_t end)
{
    const wheel_plan *p = b->plan;
    const uint32_t m = p->store->mod.m;
    uint64_t pushes = 0;
    uint32_t r = (uint32_t)(i % m);
    if (p->sparse_start[s] == p->sparse_start[s + 1]) {
        for (; i < end; i++, r = r + 1 == m ? 0 : r + 1)
            pushes += push_one(b, thread, c, s, i, r);
        return pushes;
    }
    const uint32_t *list = p->sparse_move + p->sparse_start[s];
    size_t lo = 0, hi = p->sparse_start[s + 1] - p->sparse_start[s];
    const size_t count = hi;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (list[mid] < r)
            lo = mid + 1;
        else
            hi = mid;
    }
    for (size_t turn = i - r;; turn += m, lo = 0)
        for (size_t k = lo;; k++) {
            if (k == count)
                break;
            if (turn + list[k] >= end)
                return pushes;
            pushes += push_one(b, thread, c, s, turn + list[k], list[k]);
        }
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
            pushes += wheel_push_number(b, thread, c, s, i, end);
        }
    wheel_count(&b->count->sparse_pushes, pushes);
}

void wheel_sparse_run(wheel_block *b)
{
    team_job job;
    team_job_set(&job, sparse_item, b,
                 b->plan->store->mod.m / SPARSE_CHUNK + 1);
    team_run(b->team, &job);
}
