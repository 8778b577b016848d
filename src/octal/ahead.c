/* Marks made ahead of the blocks, in tiles of planes.
 *
 * Heaps above all rare ones and witnesses (calm.c) come in tiles of 992. A split
 * that goes back by a tile or more ends below the tile, and is marked for all
 * its heaps before the first of them is decided. One that goes back by more
 * than two tiles is marked a tile ahead: other threads do that while this one
 * decides the tile in hand. What goes back less is left to the blocks. What is
 * marked, and when, is the same for any number of threads. */
#include <string.h>

#include "octal/ahead.h"

enum {
    LANES = TA_OCTAL_LANES,
    TILE = TA_PLANES_TILE,
    FAR = 2 * TILE,
    LISTS_LAST = 4096, /* heaps, and a sixteenth of those before */
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

static uint16_t within_class(const ta_sparse *e, uint32_t part)
{
    return (uint16_t)(e->g[part] & (e->labels.common - 1));
}

/* Is a split so far back marked by planes? */
static bool is_far(const ta_ahead *a, uint64_t back)
{
    return a->planes_on && back >= TILE && back <= a->planes.back;
}

/* The parts that blocks mark, in `near`; what leads into the block itself is
 * left out. */
static ta_status list_near(ta_sparse *e, unsigned reach)
{
    ta_ahead *a = e->ahead;
    const ta_octal *game = e->game;
    const size_t most = parts_of(e, reach) * game->n_break;
    uint32_t *near = a->near[reach] = ta_alloc(most + 1, sizeof *near);
    size_t *at = a->near_at[reach] = ta_alloc(game->n_break + 1, sizeof *at);
    if (near == NULL || at == NULL)
        return TA_ENOMEM;
    size_t count = 0;
    for (unsigned i = 0; i < game->n_break; i++) {
        at[i] = count;
        for (size_t k = 0; k < parts_of(e, reach); k++) {
            uint32_t part = part_of(e, reach, k);
            uint64_t back = (uint64_t)part + game->breaks[i];
            if (part != 0 && back >= LANES && !is_far(a, back))
                near[count++] = part;
        }
    }
    at[game->n_break] = count;
    return TA_OK;
}

/* The others, by how far they go back. */
static ta_status list_far(ta_sparse *e, unsigned reach)
{
    ta_ahead *a = e->ahead;
    const ta_octal *game = e->game;
    const size_t most = parts_of(e, reach) * game->n_break;
    ta_plane_split *split = ta_alloc(most + 1, sizeof *split);
    if (split == NULL)
        return TA_ENOMEM;
    size_t count = 0;
    for (size_t k = 0; k < parts_of(e, reach); k++)
        for (unsigned i = 0; i < game->n_break; i++) {
            uint32_t part = part_of(e, reach, k);
            uint64_t back = (uint64_t)part + game->breaks[i];
            if (part != 0 && is_far(a, back))
                split[count++] = (ta_plane_split){(uint32_t)back,
                                                  within_class(e, part)};
        }
    ta_plane_list *list = a->list[reach];
    ta_status st =
        ta_plane_list_new(&list[TA_AHEAD_NOW], split, count, TILE, FAR);
    if (st == TA_OK)
        st = ta_plane_list_new(&list[TA_AHEAD_FAR], split, count, FAR,
                               UINT64_MAX);
    ta_free(split);
    return st;
}

/* ---- planes ---- */

/* The farthest that a listed split goes back, and how many are far. */
static void measure(const ta_sparse *e, uint64_t *back, size_t *far)
{
    *back = 0;
    *far = 0;
    for (unsigned reach = 0; reach < TA_REACHES; reach++)
        for (size_t k = 0; k < parts_of(e, reach); k++)
            for (unsigned i = 0; i < e->game->n_break; i++) {
                uint64_t d = (uint64_t)part_of(e, reach, k) + e->game->breaks[i];
                if (d < TILE || d > TA_PLANES_FAR)
                    continue;
                *back = ta_max_u64(*back, d);
                ++*far;
            }
}

/* Planes of the heaps below the next, if they are worth their bytes. */
static ta_status make_planes(ta_sparse *e)
{
    ta_ahead *a = e->ahead;
    uint64_t back;
    size_t far;
    unsigned largest = 0;
    measure(e, &back, &far);
    a->planes_on = false;
    if (far < a->few || far == 0 || back + 8 > e->n - e->back)
        return TA_OK;
    const uint64_t from = e->n - (back + 7) / 8 * 8;
    const uint16_t *labels = ta_sparse_at(e, from);
    for (uint64_t i = 0; i < e->n - from; i++)
        largest = labels[i] > largest ? labels[i] : largest;
    /* some more than there are labels, for those to come */
    unsigned groups = (largest - e->labels.common) / TA_PLANES_GROUP + 3;
    if (groups * TA_PLANES_GROUP > TA_PLANES_LABELS ||
        e->labels.common > TA_PLANES_LABELS ||
        ta_planes_bytes(groups, back) > e->planes_most)
        return TA_OK;
    ta_status st = ta_planes_new(&a->planes, groups, back, from);
    a->planes_on = st == TA_OK && ta_planes_add(&a->planes, labels,
                                                e->labels.common, e->n);
    return st;
}

/* ---- tiles ---- */

static size_t words(const ta_ahead *a)
{
    return (size_t)TA_REACHES * a->cover;
}

/* Item: one class and eight labels of it. */
static size_t items(const ta_ahead *a)
{
    return TA_REACHES * (a->cover / TA_PLANES_GROUP);
}

static void mark_item(const ta_ahead *a, unsigned when, uint64_t at,
                      uint32_t *marks, size_t item)
{
    const unsigned groups = a->cover / TA_PLANES_GROUP;
    const unsigned reach = (unsigned)(item / groups);
    const unsigned group = (unsigned)(item % groups);
    a->mark(&a->planes, &a->list[reach][when], at, group,
            marks + reach * a->cover + group * TA_PLANES_GROUP, words(a),
            when == TA_AHEAD_FAR);
}

static void far_item(void *state, unsigned thread, size_t item)
{
    const ta_ahead *a = state;
    (void)thread;
    mark_item(a, TA_AHEAD_FAR, a->far_at, a->marks[1], item);
}

static void now_item(void *state, unsigned thread, size_t item)
{
    const ta_ahead *a = state;
    (void)thread;
    mark_item(a, TA_AHEAD_NOW, a->start, a->marks[0], item);
}

static void begin_far(ta_ahead *a, uint64_t at)
{
    a->far_at = at;
    ta_team_job_set(&a->far, far_item, a, items(a));
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
    uint32_t *marks = a->marks[0];
    a->marks[0] = a->marks[1];
    a->marks[1] = marks;
    a->start = a->far_at;
}

/* The tile after the one in hand; false if a label has no plane. */
static bool next_tile(ta_sparse *e)
{
    ta_ahead *a = e->ahead;
    ta_planes *p = &a->planes;
    end_far(a);
    if (!ta_planes_add(p, ta_sparse_at(e, p->to), e->labels.common, a->start))
        return false;
    ta_planes_make_room(p);
    ta_team_run(a->team, now_item, a, items(a));
    begin_far(a, a->start + TILE);
    for (unsigned reach = 0; reach < TA_REACHES; reach++)
        for (unsigned when = 0; when < TA_AHEAD_TIMES; when++)
            e->work += 8 * a->list[reach][when].parts;
    return true;
}

/* All that is needed to mark the tile that begins at e->n. */
static ta_status begin(ta_sparse *e)
{
    ta_ahead *a = e->ahead;
    ta_status st = make_planes(e);
    for (unsigned reach = 0; reach < TA_REACHES && st == TA_OK; reach++) {
        st = list_near(e, reach);
        if (st == TA_OK && a->planes_on)
            st = list_far(e, reach);
    }
    a->cover = (unsigned)ta_min_u64(e->cover, e->labels.common);
    a->start = e->n;
    a->until = e->n + e->n / 16 + LISTS_LAST;
    a->ready = st == TA_OK;
    if (st != TA_OK || !a->planes_on)
        return st;
    for (unsigned k = 0; k < 2; k++) {
        a->marks[k] = ta_alloc(TILE / LANES * words(a), sizeof *a->marks[k]);
        if (a->marks[k] == NULL)
            return TA_ENOMEM;
    }
    begin_far(a, e->n);
    next_tile(e); /* all labels so far have planes */
    return TA_OK;
}

ta_status ta_ahead_reach(ta_sparse *e)
{
    ta_ahead *a = e->ahead;
    if (a->ready && (e->n >= a->until || e->n < a->start ||
                     e->n > a->start + 2 * TILE || a->cover < e->cover))
        ta_ahead_drop(a);
    if (a->ready && a->planes_on && e->n >= a->start + TILE && !next_tile(e))
        ta_ahead_drop(a);
    if (a->ready)
        return TA_OK;
    ta_status st = begin(e);
    if (st != TA_OK)
        ta_ahead_drop(a);
    return st;
}

void ta_ahead_drop(ta_ahead *a)
{
    end_far(a);
    ta_planes_free(&a->planes);
    for (unsigned reach = 0; reach < TA_REACHES; reach++) {
        ta_free(a->near[reach]);
        ta_free(a->near_at[reach]);
        a->near[reach] = NULL;
        a->near_at[reach] = NULL;
        for (unsigned when = 0; when < TA_AHEAD_TIMES; when++)
            ta_plane_list_free(&a->list[reach][when]);
    }
    for (unsigned k = 0; k < 2; k++) {
        ta_free(a->marks[k]);
        a->marks[k] = NULL;
    }
    a->ready = a->planes_on = false;
}

/* ---- what blocks take from it ---- */

uint64_t ta_ahead_block_end(const ta_ahead *a, uint64_t n)
{
    return n + LANES - (a->planes_on ? (n - a->start) % LANES : 0);
}

/* Rows of 32 bits for 64 labels to words of 64 bits for 32 heaps: halves of
 * ever smaller squares change places. */
static void transpose(uint32_t x[32])
{
    uint32_t mask = 0x0000ffff;
    for (unsigned j = 16; j != 0; j /= 2, mask ^= mask << j)
        for (unsigned k = 0; k < 32; k = (k + j + 1) & ~j) {
            uint32_t t = (x[k] >> j ^ x[k + j]) & mask;
            x[k] ^= t << j;
            x[k + j] ^= t;
        }
}

void ta_ahead_bits(const ta_ahead *a, uint64_t n, unsigned reach, unsigned from,
                   unsigned labels, uint64_t bits[LANES])
{
    const uint64_t lane = (n - a->start) % LANES;
    const uint32_t *marks = a->marks[0] + (n - a->start) / LANES * words(a) +
                            reach * a->cover + from;
    for (unsigned half = 0; half < 2 && 32 * half < labels; half++) {
        uint32_t x[32] = {0};
        unsigned count = labels - 32 * half < 32 ? labels - 32 * half : 32;
        memcpy(x, marks + 32 * half, count * sizeof *x);
        transpose(x);
        for (unsigned j = 0; j + lane < LANES; j++)
            bits[j] |= (uint64_t)x[j + lane] << (32 * half);
    }
}
