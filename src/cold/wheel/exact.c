/* Quiet heaps that no listed source settled: the definition decides. */
#include "cold/wheel/block.h"

/* True if n, of class s, has a cold option in dense class id by a move
 * i >= from. */
static bool dense_option(const wheel_plan *p, uint64_t n, uint32_t s,
                         uint32_t id, size_t from, size_t end)
{
    const wheel_store *st = p->store;
    const uint64_t *value = p->moves->value;
    const uint32_t m = st->mod.m, source = st->dense_class[id];
    const uint32_t d = s >= source ? s - source : s + m - source;
    const uint64_t lift = st->mod.lift[source];
    const uint8_t *bits = wheel_dense(st, id, 0);
    for (uint32_t k = p->root_start[d]; k < p->root_start[d + 1]; k++) {
        size_t i = p->root[k];
        if (i < from)
            i += (from - i + m - 1) / m * m;
        for (; i < end; i += m) {
            uint64_t place = (n - value[i] - source) * st->mod.inv64 + lift;
            if (bits[place / 8] >> place % 8 & 1)
                return true;
        }
    }
    return false;
}

static bool sparse_option(const wheel_plan *p, uint64_t n, uint32_t s,
                          size_t from, size_t end)
{
    const wheel_store *st = p->store;
    const uint32_t m = st->mod.m;
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
    const uint32_t s = (uint32_t)(n % p->store->mod.m);
    const size_t below = wheel_moves_below(p->moves, n + 1);
    const size_t end = below < to ? below : to;
    for (uint32_t id = 0; id < p->store->dense; id++)
        if (dense_option(p, n, s, id, from, end))
            return true;
    return sparse_option(p, n, s, from, end);
}

/* Long moves first: of the shorter ones the best were in the list that did
 * not settle the heap. */
static void exact_item(void *state, unsigned thread, size_t item)
{
    wheel_block *b = state;
    const wheel_plan *p = b->plan;
    const uint64_t n = b->doubtful.at[item];
    (void)thread;
    if (wheel_has_option(p, n, p->quiet_end, SIZE_MAX) ||
        wheel_has_option(p, n, p->far_from, p->quiet_end))
        b->doubtful.at[item] = UINT64_MAX;
}

ta_status wheel_quiet_end(wheel_block *b)
{
    b->doubtful.count = 0;
    for (unsigned t = 0; t < b->team->threads; t++) {
        for (size_t i = 0; i < b->left[t].count; i++)
            if (wheel_list_add(&b->doubtful, b->left[t].at[i]) != TA_OK)
                return TA_ENOMEM;
        b->left[t].count = 0;
    }
    team_job job;
    team_job_set(&job, exact_item, b, b->doubtful.count);
    team_run(b->team, &job);
    wheel_count(&b->count->exact, b->doubtful.count);
    size_t kept = 0;
    for (size_t i = 0; i < b->doubtful.count; i++)
        if (b->doubtful.at[i] != UINT64_MAX)
            b->doubtful.at[kept++] = b->doubtful.at[i];
    b->doubtful.count = kept;
    wheel_list_sort(&b->doubtful);
    b->doubt = 0;
    return TA_OK;
}
