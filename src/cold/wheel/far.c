/* Options from before the block, for live classes: from dense classes by the
 * OR kernel, from sparse ones by pushing. */
#include <string.h>

#include "cold/wheel/block.h"

void wheel_bits_down(uint8_t *tile, unsigned vectors, unsigned by)
{
    size_t words = vectors * (WHEEL_VECTOR / 8);
    if (by == 0)
        return;
    for (size_t i = 0; i < words; i++) {
        uint64_t a, b = 0;
        memcpy(&a, tile + 8 * i, 8);
        if (i + 1 < words)
            memcpy(&b, tile + 8 * i + 8, 8);
        a = a >> by | b << (64 - by);
        memcpy(tile + 8 * i, &a, 8);
    }
}

void wheel_bits_up(uint8_t *tile, unsigned vectors, unsigned by)
{
    if (by == 0)
        return;
    for (size_t i = vectors * (WHEEL_VECTOR / 8); i-- > 0;) {
        uint64_t a, b = 0;
        memcpy(&a, tile + 8 * i, 8);
        if (i > 0)
            memcpy(&b, tile + 8 * i - 8, 8);
        a = a << by | b >> (64 - by);
        memcpy(tile + 8 * i, &a, 8);
    }
}

/* ---- windows of far moves ----
 *
 * Within one window, the sources of all targets lie within `cache` bytes:
 * one stretch of each dense class. All live targets are treated with one
 * window after the other, so that sources stay in the nearest large cache. */

static uint64_t window_span(const wheel_block *b)
{
    const wheel_plan *p = b->plan;
    uint64_t tile = (uint64_t)p->vectors * WHEEL_VECTOR;
    uint64_t span = p->tuning->cache / p->source_group;
    return span > 2 * tile ? span - tile : tile;
}

/* The segments of group g with whole shifts below `limit`, from *k on;
 * counts them, and stores them if b->segment is there. */
static void add_segments(wheel_block *b, unsigned g, size_t *k, size_t end,
                         uint64_t limit)
{
    const wheel_plan *p = b->plan;
    const uint64_t m = p->store->mod.m;
    /* Numbers k and residues u of a group differ by a constant mod M:
     * u = (period8 k + g) / period8. M is odd, so halving is easy. */
    uint64_t u = g;
    for (unsigned two = p->moves->period8; two > 1; two /= 2)
        u = u % 2 == 0 ? u / 2 : (u + m) / 2;
    u = (u + *k) % m;
    while (*k < end && p->whole[g][*k] < limit) {
        size_t stop = *k;
        while (stop < end && p->whole[g][stop] < limit && u + (stop - *k) < m)
            stop++;
        if (b->segment != NULL)
            b->segment[b->segments] = (wheel_segment){
                (uint32_t)u, (uint32_t)(u + (stop - *k)), p->whole[g] + *k};
        b->segments++;
        u = 0;
        *k = stop;
    }
}

static void make_windows(wheel_block *b, size_t moves)
{
    const wheel_plan *p = b->plan;
    const size_t period = p->moves->period8;
    const uint64_t span = window_span(b);
    b->windows = b->segments = 0;
    for (unsigned r = 0; r < p->slips; r++) {
        size_t next[WHEEL_PERIODS], last[WHEEL_PERIODS];
        b->slip_window[r] = b->windows;
        for (unsigned g = 0; g < period; g++) {
            bool mine = g < p->moves->count && p->slip_of[g] == r;
            next[g] = p->far_from > g ? (p->far_from - g + period - 1) / period
                                      : 0;
            last[g] = mine && moves > g ? (moves - g + period - 1) / period : 0;
        }
        for (;;) {
            uint64_t least = UINT64_MAX;
            for (unsigned g = 0; g < period; g++)
                if (next[g] < last[g])
                    least = ta_min_u64(least, p->whole[g][next[g]]);
            if (least == UINT64_MAX)
                break;
            if (b->window != NULL)
                b->window[b->windows] = b->segments;
            b->windows++;
            for (unsigned g = 0; g < period; g++)
                if (next[g] < last[g])
                    add_segments(b, g, &next[g], last[g], least + span);
        }
    }
    b->slip_window[p->slips] = b->windows;
    if (b->window != NULL)
        b->window[b->windows] = b->segments;
}

/* Called once with all moves, to allocate, then for each block. */
ta_status wheel_far_windows(wheel_block *b)
{
    if (b->segment == NULL) {
        make_windows(b, b->plan->moves->count);
        /* Fewer moves may cut a window's end, never add to it. */
        b->segment = ta_alloc(b->segments + 1, sizeof *b->segment);
        b->window = ta_alloc(b->windows + 1, sizeof *b->window);
        if (b->segment == NULL || b->window == NULL)
            return TA_ENOMEM;
    }
    uint64_t end = (b->row + b->rows) * b->plan->store->mod.m;
    make_windows(b, wheel_moves_below(b->plan->moves, end));
    return TA_OK;
}

/* ---- the far part ---- */

static unsigned tile_vectors(const wheel_block *b)
{
    uint64_t bits = b->rows + WHEEL_MARGIN, vector = WHEEL_VECTOR * 8;
    return (unsigned)((bits + vector - 1) / vector);
}

void wheel_far_targets(wheel_block *b, uint32_t from, uint32_t to)
{
    const wheel_plan *p = b->plan;
    const unsigned vectors = tile_vectors(b);
    const size_t tile = (size_t)p->vectors * WHEEL_VECTOR;
    const uint8_t *origin = wheel_origin(p->store, b->row / 8 - 1);
    uint64_t ors = 0;
    memset(b->tile + from * tile, 0, (to - from) * tile);
    for (unsigned r = 0; r < p->slips; r++) {
        if (r > 0)
            for (uint32_t l = from; l < to; l++)
                wheel_bits_down(b->tile + l * tile, vectors,
                                p->slip[r] - p->slip[r - 1]);
        const size_t first = b->slip_window[r], last = b->slip_window[r + 1];
        for (uint32_t g = 0; g < p->source_groups; g++)
            for (size_t w = first; w < last; w++)
                for (uint32_t l = from; l < to; l++) {
                    size_t list = (size_t)g * p->lives + l;
                    ors += b->kernel->far(
                        b->tile + l * tile, vectors, origin,
                        p->far + p->far_start[list],
                        p->far_index + list * p->far_index_room,
                        b->segment + b->window[w],
                        b->window[w + 1] - b->window[w]);
                }
    }
    for (uint32_t l = from; l < to; l++) {
        uint8_t *hits = wheel_hits(b, 0, l);
        if (p->slips > 0)
            wheel_bits_up(b->tile + l * tile, vectors, p->slip[p->slips - 1]);
        for (size_t i = 0; i < vectors * (size_t)WHEEL_VECTOR; i++)
            hits[i] |= b->tile[l * tile + i];
        for (unsigned t = 1; t < b->team->threads; t++) {
            uint8_t *mine = wheel_hits(b, t, l);
            for (size_t i = 0; i < p->hit_bytes; i++)
                hits[i] |= mine[i];
            memset(mine, 0, p->hit_bytes);
        }
    }
    wheel_count(&b->count->far_ors, ors * vectors);
}

/* ---- pushes from sparse classes ---- */

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
static uint64_t push_number(wheel_block *b, unsigned thread, uint64_t c,
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
    for (uint32_t s = (uint32_t)item * SPARSE_CHUNK;
         s < st->mod.m && s < (item + 1) * SPARSE_CHUNK; s++)
        for (size_t k = 0; k < st->list[s].count; k++) {
            uint64_t c = st->list[s].at[k];
            pushes += push_number(b, thread, c, s,
                                  wheel_moves_below(p->moves, from - c),
                                  wheel_moves_below(p->moves, to - c));
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
