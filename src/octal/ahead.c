/* Marks made ahead of the blocks, in tiles of several blocks.
 *
 * Heaps above all rare ones and witnesses (calm.c) come in tiles of 256. A
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
    BLOCKS = TILE / LANES,
    LISTS_LAST = 4096, /* heaps, and a sixteenth of those before */
    BREAKS = 64,       /* that are given to the vectors at once */
};

/* ---- lists ---- */

/* Part k of what reaches such labels, or 0 if that is of no use: a rare part
 * reaches rare labels with rare heaps only. */
static uint32_t part_of(const ta_sparse *e, unsigned reach, size_t k)
{
    uint32_t a = reach == TA_REACH_COMMON ? e->rare[k] : e->witnesses.part[k];
    return reach == TA_REACH_RARE && e->g[a] < e->labels.common ? 0 : a;
}

static size_t parts_of(const ta_sparse *e, unsigned reach)
{
    return reach == TA_REACH_COMMON ? e->n_rare : e->witnesses.front;
}

/* When a split that goes back so far is marked. */
static unsigned time_of(uint64_t back)
{
    return back < LANES      ? TA_AHEAD_CLOSE
           : back < TILE     ? TA_AHEAD_NEAR
           : back < 2 * TILE ? TA_AHEAD_NOW
                             : TA_AHEAD_FAR;
}

static ta_status list_parts(ta_sparse *e, unsigned reach)
{
    ta_ahead *a = e->ahead;
    const ta_octal *game = e->game;
    const size_t parts = parts_of(e, reach);
    uint32_t *list = ta_alloc(parts * game->n_break + 1, sizeof *list);
    uint16_t *label = ta_alloc(parts * game->n_break + 1, sizeof *label);
    size_t *at = ta_alloc(TA_AHEAD_TIMES * game->n_break + 1, sizeof *at);
    a->list[reach] = list;
    a->label[reach] = label;
    a->at[reach] = at;
    if (list == NULL || label == NULL || at == NULL)
        return TA_ENOMEM;
    const uint32_t class = reach == TA_REACH_COMMON ? e->labels.common : 0;
    size_t count = 0;
    for (unsigned i = 0; i < game->n_break; i++)
        for (unsigned time = 0; time < TA_AHEAD_TIMES; time++) {
            *at++ = count;
            for (size_t k = 0; k < parts; k++) {
                uint32_t part = part_of(e, reach, k);
                uint64_t back = (uint64_t)part + game->breaks[i];
                if (part == 0 || time_of(back) != time)
                    continue;
                list[count] = part;
                label[count++] = (uint16_t)(e->g[part] ^ class);
            }
        }
    *at = count;
    return TA_OK;
}

/* Sorted, so that a heap need not look at those that lead beyond its block. */
static ta_status list_steps(ta_sparse *e)
{
    ta_ahead *a = e->ahead;
    const ta_octal *game = e->game;
    ta_ahead_step *step =
        ta_alloc(LANES * (uint64_t)game->n_break, sizeof *step);
    uint32_t steps = 0;
    a->step = step;
    if (step == NULL)
        return TA_ENOMEM;
    for (uint32_t back = 0; back < LANES; back++) {
        a->steps[back] = steps;
        for (unsigned i = 0; i < game->n_break && game->breaks[i] < back; i++)
            for (size_t k = 0; k < e->n_rare && e->rare[k] < LANES; k++)
                if (e->rare[k] + game->breaks[i] == back)
                    step[steps++] = (ta_ahead_step){back, e->g[e->rare[k]] ^
                                                              e->labels.common};
    }
    a->steps[LANES] = steps;
    return TA_OK;
}

static void list_values(ta_sparse *e)
{
    const ta_octal_labels *l = &e->labels;
    for (uint32_t h = 0; h < 2; h++)
        for (uint32_t x = 0; x < l->common && x < TA_OCTAL_COVER; x++) {
            const uint32_t value = ta_octal_unlabel(l, h, x + l->common);
            e->ahead->value[h][x] =
                (ta_ahead_value){value, ta_octal_rares_below(l, value)};
        }
}

/* Listed splits that tiles would mark. */
static size_t tile_splits(const ta_sparse *e)
{
    size_t count = 0;
    for (unsigned reach = 0; reach < TA_REACHES; reach++)
        for (unsigned i = 0; i < e->game->n_break; i++) {
            const size_t *at = e->ahead->at[reach] + TA_AHEAD_TIMES * i;
            count += at[TA_AHEAD_TIMES] - at[TA_AHEAD_NOW];
        }
    return count;
}

/* ---- marks ---- */

static ta_octal_parts parts_from(const ta_ahead *a, unsigned reach,
                                 const uint16_t *first, size_t from, size_t to)
{
    return (ta_octal_parts){first, a->list[reach] + from,
                            a->label[reach] + from, to - from};
}

/* For the block at n, by the splits of the times [from, to). */
static void mark(const ta_sparse *e, uint64_t n, unsigned reach, unsigned first,
                 unsigned labels, unsigned from, unsigned to,
                 uint64_t bits[][LANES])
{
    const ta_ahead *a = e->ahead;
    const unsigned breaks = e->game->n_break;
    ta_octal_parts parts[2 * BREAKS];
    for (unsigned i = 0; i < breaks;) {
        size_t count = 0;
        for (; i < breaks && count < BREAKS; i++) {
            const size_t *at = a->at[reach] + TA_AHEAD_TIMES * i;
            const unsigned back = e->game->breaks[i];
            const unsigned all_from = from > TA_AHEAD_CLOSE ? from : from + 1;
            parts[count++] = parts_from(a, reach, ta_sparse_at(e, n - back),
                                        at[all_from], at[to]);
            if (from == TA_AHEAD_CLOSE && back < LANES)
                parts[count++] = parts_from(a, reach, a->recent + LANES - back,
                                            at[from], at[all_from]);
        }
        e->wave(bits, first, labels, parts, count);
    }
}

static unsigned windows(const ta_ahead *a)
{
    return (a->cover + 63) / 64;
}

/* The rows of block k of a tile, of a class. */
static uint64_t (*rows(const ta_ahead *a, unsigned tile, size_t k,
                       unsigned reach))[LANES]
{
    return a->marks[tile] + (k * TA_REACHES + reach) * windows(a);
}

/* Block k of the tile at `at`. */
static void mark_block(const ta_sparse *e, uint64_t at, unsigned tile, size_t k,
                       unsigned time)
{
    const ta_ahead *a = e->ahead;
    for (unsigned reach = 0; reach < TA_REACHES; reach++)
        mark(e, at + k * LANES, reach, 0, a->cover, time, time + 1,
             rows(a, tile, k, reach));
}

static void far_item(void *state, unsigned thread, size_t item)
{
    const ta_sparse *e = state;
    const ta_ahead *a = e->ahead;
    (void)thread;
    memset(rows(a, 1, item, 0), 0,
           TA_REACHES * windows(a) * sizeof *a->marks[1]);
    mark_block(e, a->far_at, 1, item, TA_AHEAD_FAR);
}

static void now_item(void *state, unsigned thread, size_t item)
{
    const ta_sparse *e = state;
    (void)thread;
    mark_block(e, e->ahead->start, 0, item, TA_AHEAD_NOW);
}

static void begin_far(ta_sparse *e, uint64_t at)
{
    ta_ahead *a = e->ahead;
    a->far_at = at;
    ta_team_job_set(&a->far, far_item, e, BLOCKS);
    a->far.brief = true;
    ta_team_begin(a->team, &a->far);
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
    ta_team_run(a->team, now_item, e, BLOCKS);
    begin_far(e, a->start + TILE);
    e->work += BLOCKS * windows(a) * tile_splits(e);
}

/* All that is needed to mark the tile that begins at e->n. */
static ta_status begin(ta_sparse *e)
{
    ta_ahead *a = e->ahead;
    ta_status st = TA_OK;
    for (unsigned reach = 0; reach < TA_REACHES && st == TA_OK; reach++)
        st = list_parts(e, reach);
    if (st == TA_OK)
        st = list_steps(e);
    if (st != TA_OK)
        return st;
    list_values(e);
    a->ready = true;
    a->until = e->n + e->n / 16 + LISTS_LAST;
    a->start = e->n;
    /* whole windows: the last one is seldom needed */
    a->cover = e->cover < 64 ? e->cover : e->cover / 64 * 64;
    a->on = tile_splits(e) > a->few;
    if (!a->on)
        return TA_OK;
    for (unsigned k = 0; k < 2; k++) {
        a->marks[k] =
            ta_alloc(BLOCKS * TA_REACHES * windows(a), sizeof *a->marks[k]);
        if (a->marks[k] == NULL)
            return TA_ENOMEM;
    }
    begin_far(e, e->n);
    next_tile(e);
    return TA_OK;
}

ta_status ta_ahead_reach(ta_sparse *e)
{
    ta_ahead *a = e->ahead;
    if (a->ready && (e->n >= a->until || e->n < a->start ||
                     (a->on && e->n >= a->start + 2 * TILE)))
        ta_ahead_drop(a);
    if (a->ready && a->on && e->n >= a->start + TILE)
        next_tile(e);
    ta_status st = a->ready ? TA_OK : begin(e);
    if (st != TA_OK)
        ta_ahead_drop(a);
    else
        memcpy(a->recent, ta_sparse_at(e, e->n - LANES),
               LANES * sizeof *a->recent);
    return st;
}

void ta_ahead_drop(ta_ahead *a)
{
    end_far(a);
    for (unsigned reach = 0; reach < TA_REACHES; reach++) {
        ta_free(a->list[reach]);
        ta_free(a->label[reach]);
        ta_free(a->at[reach]);
        a->list[reach] = NULL;
        a->label[reach] = NULL;
        a->at[reach] = NULL;
    }
    ta_free(a->step);
    a->step = NULL;
    for (unsigned k = 0; k < 2; k++) {
        ta_free(a->marks[k]);
        a->marks[k] = NULL;
    }
    a->ready = a->on = false;
}

/* ---- blocks ---- */

uint64_t ta_ahead_block_end(const ta_ahead *a, uint64_t n)
{
    return n + LANES - (a->on ? (n - a->start) % LANES : 0);
}

void ta_ahead_window(ta_sparse *e, unsigned reach, unsigned from,
                     unsigned labels, uint64_t bits[][LANES])
{
    const ta_ahead *a = e->ahead;
    const bool marked = a->on && from + labels <= a->cover;
    mark(e, e->n, reach, from, labels, TA_AHEAD_CLOSE,
         marked ? TA_AHEAD_NOW : TA_AHEAD_TIMES, bits);
    e->work +=
        a->at[reach][TA_AHEAD_TIMES * e->game->n_break] / (marked ? 8 : 1);
    if (!marked)
        return;
    const uint64_t *row =
        rows(a, 0, (e->n - a->start) / LANES, reach)[from / 64];
    const uint64_t lane = (e->n - a->start) % LANES;
    for (unsigned j = 0; j + lane < LANES; j++)
        bits[0][j] |= row[j + lane];
}
