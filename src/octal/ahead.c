/* Marks made ahead of the blocks, in tiles of several blocks.
 *
 * Heaps of which no part in the lists is near (calm.c) come in tiles of 256. A
 * split that goes back by a tile or more ends below the tile, and is marked for
 * all its heaps before the first of them is decided. One that goes back by two
 * tiles is marked a tile ahead: other threads do that while this one decides
 * the tile in hand. What goes back less is left to the blocks. What is marked,
 * and when, is the same for any number of threads.
 *
 * The other threads read labels of heaps below the tile in hand only, while
 * this one writes above. Before labels change or move, all is dropped. */
#include <string.h>

#include "octal/ahead.h"

enum {
    LANES = TA_OCTAL_LANES,
    TILE = TA_AHEAD_TILE,
    SWEEP = TA_OCTAL_SWEEP,
    BLOCKS = TA_AHEAD_BLOCKS,
    LISTS = 64, /* that are given to the vectors at once */
};

static unsigned windows(const ta_ahead *a)
{
    return (a->cover + 63) / 64;
}

/* The rows of block k of a tile. */
static uint64_t (*rows(const ta_ahead *a, unsigned tile, size_t k))[LANES]
{
    return a->marks[tile] + k * windows(a);
}

/* The parts of break k / spans and span k % spans for the block at n, of the
 * times [from, to). */
static ta_octal_parts parts_of(const ta_sparse *e, uint64_t n, unsigned k,
                               unsigned from, unsigned to)
{
    const ta_ahead *a = e->ahead;
    const size_t *at = a->at[TA_REACH_COMMON] + TA_AHEAD_TIMES * k;
    const uint32_t t = e->game->breaks[k / a->spans[TA_REACH_COMMON]];
    return (ta_octal_parts){
        ta_sparse_at(e, n - t), a->list[TA_REACH_COMMON] + at[from],
        a->label[TA_REACH_COMMON] + at[from], at[to] - at[from]};
}

/* Whether parts of a span reach any labels of [from, end). They reach label x
 * with heaps of label x ^ their own, and there are none from `top` on. */
static bool span_reaches(const ta_ahead *a, unsigned span, unsigned from,
                         unsigned end)
{
    if (a->spans[TA_REACH_COMMON] == 1)
        return true;
    for (; from < end; from += TA_AHEAD_SPAN)
        if ((from ^ span * TA_AHEAD_SPAN) < a->top)
            return true;
    return false;
}

/* What the block at n reaches of the labels of one window, [from, end), by the
 * splits of the times [begin, to). */
static void mark_window(const ta_sparse *e, uint64_t n, unsigned from,
                        unsigned end, unsigned begin, unsigned to,
                        uint64_t bits[][LANES])
{
    const unsigned spans = e->ahead->spans[TA_REACH_COMMON];
    ta_octal_parts parts[LISTS];
    for (unsigned k = 0; k < spans * e->game->n_break;) {
        size_t count = 0;
        for (; k < spans * e->game->n_break && count < LISTS; k++) {
            parts[count] = parts_of(e, n, k, begin, to);
            count += parts[count].count > 0 &&
                     span_reaches(e->ahead, k % spans, from, end);
        }
        e->vectors->wave(bits, from, end - from, NULL, parts, count);
    }
}

/* And of all windows. */
static void mark(const ta_sparse *e, uint64_t n, unsigned from, unsigned end,
                 unsigned begin, unsigned to, uint64_t bits[][LANES])
{
    for (; from < end; from += 64)
        mark_window(e, n, from, from + 64 < end ? from + 64 : end, begin, to,
                    bits++);
}

static size_t splits_at(const ta_sparse *e, unsigned from)
{
    const ta_ahead *a = e->ahead;
    size_t count = 0;
    for (unsigned k = 0; k < a->spans[TA_REACH_COMMON] * e->game->n_break;
         k++) {
        const size_t *at = a->at[TA_REACH_COMMON] + TA_AHEAD_TIMES * k;
        count += at[TA_AHEAD_TIMES] - at[from];
    }
    return count;
}

/* ---- tiles ---- */

/* A job on a tile has an item for each block, by waves; or, if there are
 * planes, for some blocks, by sweeps. */
static size_t items(const ta_ahead *a)
{
    return a->planes.count == 0    ? BLOCKS
           : ta_ahead_is_shared(a) ? (size_t)windows(a) * (TILE / SWEEP)
                                   : TILE / SWEEP;
}

/* A sweep of tile `tile`, which begins at `start`; with far splits, waves of
 * those beyond them. */
static void sweep(const ta_sparse *e, size_t item, uint64_t start,
                  unsigned kind, unsigned tile)
{
    const ta_ahead *a = e->ahead;
    const bool all = items(a) == TILE / SWEEP;
    const size_t window = all ? 0 : item % windows(a);
    const size_t block = (all ? item : item / windows(a)) * (SWEEP / LANES);
    const unsigned from = (unsigned)window * 64;
    const unsigned end = all || from + 64 > a->cover ? a->cover : from + 64;
    uint64_t(*bits)[LANES] = rows(a, tile, block) + window;
    const uint64_t n = start + block * LANES;
    for (size_t k = 0; kind == TA_SWEEP_FAR && k < SWEEP / LANES; k++) {
        uint64_t(*of)[LANES] = bits + k * windows(a);
        memset(of, 0, (end - from + 63) / 64 * sizeof *of);
        mark(e, n + k * LANES, from, end, TA_AHEAD_BEYOND, TA_AHEAD_TIMES, of);
    }
    e->vectors->sweep(bits, windows(a), from, end - from, NULL, n, &a->planes,
                      a->sweep[kind].run, a->sweep[kind].runs);
}

static void far_item(void *state, unsigned thread, size_t item)
{
    const ta_sparse *e = state;
    const ta_ahead *a = e->ahead;
    (void)thread;
    if (a->planes.count > 0) {
        sweep(e, item, a->far_at, TA_SWEEP_FAR, 1);
        return;
    }
    uint64_t(*bits)[LANES] = rows(a, 1, item);
    memset(bits, 0, windows(a) * sizeof *bits);
    mark(e, a->far_at + item * LANES, 0, a->cover, TA_AHEAD_FAR, TA_AHEAD_TIMES,
         bits);
}

static void now_item(void *state, unsigned thread, size_t item)
{
    const ta_sparse *e = state;
    const ta_ahead *a = e->ahead;
    (void)thread;
    if (a->planes.count > 0)
        sweep(e, item, a->start, TA_SWEEP_NOW, 0);
    else
        mark(e, a->start + item * LANES, 0, a->cover, TA_AHEAD_NOW,
             TA_AHEAD_FAR, rows(a, 0, item));
}

static void begin_far(ta_sparse *e, uint64_t at)
{
    ta_ahead *a = e->ahead;
    a->far_at = at;
    ta_team_begin(a->team, &a->far, far_item, e, items(a));
    a->far_open = true;
}

/* The tile to come becomes the one in hand. */
static void end_far(ta_ahead *a)
{
    if (!a->far_open)
        return;
    ta_team_end(a->team, &a->far);
    a->far_open = false;
    uint64_t(*marks)[LANES] = a->marks[0];
    a->marks[0] = a->marks[1];
    a->marks[1] = marks;
    a->start = a->far_at;
}

static void next_tile(ta_sparse *e)
{
    ta_ahead *a = e->ahead;
    end_far(a);
    ta_team_run(a->team, now_item, e, items(a));
    begin_far(e, a->start + TILE);
    e->work += BLOCKS * windows(a) * splits_at(e, TA_AHEAD_NOW);
}

/* All that is needed to mark the tile that begins at n. */
static ta_status begin(ta_sparse *e, uint64_t n)
{
    ta_ahead *a = e->ahead;
    ta_status st = ta_ahead_list(e, n);
    a->on = st == TA_OK && splits_at(e, TA_AHEAD_NOW) > a->few;
    a->planes.count = 0;
    const bool sweeps = !a->on || e->vectors->sweeps_tiles;
    if (st == TA_OK && sweeps)
        st = ta_ahead_list_sweeps(e);
    if (st == TA_OK && sweeps)
        st = ta_planes_set(e, n, a->back);
    if (st != TA_OK)
        return st;
    a->ready = true;
    a->start = a->sure = a->decided = n;
    a->stuck = false;
    a->cover = e->cover;
    if (!a->on)
        return TA_OK;
    for (unsigned k = 0; k < 2; k++) {
        a->marks[k] = ta_alloc(BLOCKS * windows(a), sizeof *a->marks[k]);
        if (a->marks[k] == NULL)
            return TA_ENOMEM;
    }
    begin_far(e, n);
    next_tile(e);
    return TA_OK;
}

ta_status ta_ahead_reach(ta_sparse *e, uint64_t n)
{
    ta_ahead *a = e->ahead;
    if (a->ready && a->on && n >= a->start + TILE)
        next_tile(e);
    const ta_status st = a->ready ? TA_OK : begin(e, n);
    if (st != TA_OK)
        ta_ahead_drop(a);
    return st;
}

void ta_ahead_drop(ta_ahead *a)
{
    end_far(a);
    atomic_store(&a->proof_void, true);
    ta_ahead_rest(a);
    a->proof_open = a->rates = false;
    ta_ahead_unlist(a);
    for (unsigned k = 0; k < 2; k++) {
        ta_free(a->marks[k]);
        a->marks[k] = NULL;
    }
    a->ready = a->on = a->stuck = false;
}

/* ---- blocks ---- */

uint64_t ta_ahead_block_end(const ta_ahead *a, uint64_t n)
{
    return n + LANES - (a->on ? (n - a->start) % LANES : 0);
}

uint64_t ta_ahead_work(const ta_sparse *e)
{
    const ta_ahead *a = e->ahead;
    const size_t last = TA_AHEAD_TIMES * e->game->n_break;
    return (a->at[TA_REACH_COMMON][last * a->spans[TA_REACH_COMMON]] +
            a->at[TA_REACH_RARE][last]) /
           (a->on ? 4 : 1);
}

void ta_ahead_mark(const ta_sparse *e, uint64_t n, uint64_t bits[][LANES])
{
    const ta_ahead *a = e->ahead;
    memset(bits, 0, windows(a) * sizeof *bits);
    mark(e, n, 0, a->cover, TA_AHEAD_NEAR,
         a->on ? TA_AHEAD_NOW : TA_AHEAD_TIMES, bits);
    if (!a->on)
        return;
    const unsigned lane = (unsigned)((n - a->start) % LANES);
    uint64_t(*row)[LANES] = rows(a, 0, (n - a->start) / LANES);
    for (unsigned k = 0; k < windows(a); k++)
        for (unsigned j = 0; j + lane < LANES; j++)
            bits[k][j] |= row[k][j + lane];
}
