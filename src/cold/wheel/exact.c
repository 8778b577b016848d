/* Quiet heaps that no listed source settled: the definition decides. */
#include "cold/wheel/block.h"

/* Drops the heaps, all of class s, that have a cold option in dense class id
 * by one of the moves [from, end). Returns how many are left. */
static size_t drop_by_class(const wheel_plan *p, uint64_t *heap, size_t count,
                            uint32_t s, uint32_t id, size_t from, size_t end)
{
    const wheel_store *st = p->store;
    const uint64_t *value = p->moves->value;
    const uint32_t m = st->mod.m, source = st->dense_class[id];
    const uint32_t d = s >= source ? s - source : s + m - source;
    const uint64_t lift = st->mod.lift[source];
    const uint8_t *bits = wheel_dense(st, id, 0);
    for (uint32_t k = p->roots.start[d]; k < p->roots.start[d + 1]; k++) {
        size_t i = p->roots.root[k];
        if (i < from)
            i += (from - i + m - 1) / m * m;
        for (; i < end; i += m)
            for (size_t h = 0; h < count;) {
                const uint64_t place =
                    (heap[h] - value[i] - source) * st->mod.inv64 + lift;
                if (value[i] <= heap[h] && bits[place / 8] >> place % 8 & 1)
                    heap[h] = heap[--count];
                else
                    h++;
            }
    }
    return count;
}

size_t wheel_drop_dense(const wheel_plan *p, uint64_t *heap, size_t count,
                        size_t from, size_t to)
{
    uint64_t most = 0;
    for (size_t h = 0; h < count; h++)
        most = ta_max_u64(most, heap[h]);
    const uint32_t s = (uint32_t)(most % p->store->mod.m);
    const size_t end = ta_min_u64(wheel_moves_below(p->moves, most + 1), to);
    for (uint32_t id = 0; id < p->store->dense && count > 0; id++)
        count = drop_by_class(p, heap, count, s, id, from, end);
    return count;
}

static bool sparse_option(const wheel_plan *p, uint64_t n, size_t from,
                          size_t to)
{
    const size_t end = ta_min_u64(wheel_moves_below(p->moves, n + 1), to);
    const wheel_store *st = p->store;
    const uint32_t m = st->mod.m, s = (uint32_t)(n % m);
    uint32_t r = (uint32_t)(from % m);
    for (size_t i = from; i < end; i++, r = r + 1 == m ? 0 : r + 1) {
        const uint32_t d = p->residue[r];
        if (st->kind[s >= d ? s - d : s + m - d] == WHEEL_SPARSE &&
            wheel_store_has(st, n - p->moves->value[i]))
            return true;
    }
    return false;
}

bool wheel_has_option(const wheel_plan *p, uint64_t n, size_t from, size_t to)
{
    return wheel_drop_dense(p, &(uint64_t){n}, 1, from, to) == 0 ||
           sparse_option(p, n, from, to);
}

enum { PARTS = 4 }; /* of the moves from quiet_from on */

/* A part of the moves, and a heap: so that few items are done in vain, since a
 * heap is hot if one finds an option. What is left has no dense option by those
 * from quiet_from on. */
static void exact_item(void *state, unsigned thread, size_t item)
{
    wheel_block *b = state;
    const wheel_plan *p = b->plan;
    uint64_t *heap = &b->doubtful.at[item % b->doubtful.count];
    const uint64_t n = __atomic_load_n(heap, __ATOMIC_RELAXED);
    const size_t part = item / b->doubtful.count;
    const size_t more = p->moves->count - p->quiet_from;
    (void)thread;
    if (n == UINT64_MAX)
        return;
    if ((part == 0 && wheel_has_option(p, n, p->far_from, p->quiet_from)) ||
        sparse_option(p, n, p->quiet_from + more * part / PARTS,
                      p->quiet_from + more * (part + 1) / PARTS))
        __atomic_store_n(heap, UINT64_MAX, __ATOMIC_RELAXED);
}

ta_status wheel_quiet_end(wheel_block *b)
{
    b->doubtful.count = 0;
    for (unsigned t = 0; t < b->team->threads; t++) {
        if (wheel_list_append(&b->doubtful, &b->left[t]) != TA_OK)
            return TA_ENOMEM;
        b->left[t].count = 0;
    }
    ta_team_run(b->team, exact_item, b, b->doubtful.count * PARTS);
    size_t kept = 0;
    for (size_t i = 0; i < b->doubtful.count; i++)
        if (b->doubtful.at[i] != UINT64_MAX)
            b->doubtful.at[kept++] = b->doubtful.at[i];
    b->doubtful.count = kept;
    wheel_list_sort(&b->doubtful);
    b->doubt = 0;
    return TA_OK;
}
