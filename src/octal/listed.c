/* What calm blocks look up: the parts of splits, by what they reach and when
 * they are marked, and the values of labels. */
#include <string.h>

#include "octal/ahead.h"

enum { LANES = TA_OCTAL_LANES, TILE = TA_AHEAD_TILE };

enum { RANKED = 128 }; /* witnesses that are swept in any order */
enum { LISTS_LAST = 4096 }; /* heaps, and a sixteenth of those before */

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

/* When a split that goes back so far is marked, with a part of that label. */
static unsigned time_of(const ta_sparse *e, unsigned reach, uint64_t back,
                        uint32_t label)
{
    if (reach == TA_REACH_COMMON && back < TILE)
        return TA_AHEAD_NEAR;
    if (back > TA_PLANES_BACK ||
        (label & (e->labels.common - 1)) >= TA_OCTAL_COVER)
        return TA_AHEAD_BEYOND;
    return reach == TA_REACH_COMMON && back < 2 * TILE ? TA_AHEAD_NOW
                                                       : TA_AHEAD_FAR;
}

static bool is_step(unsigned reach, uint64_t back)
{
    return reach == TA_REACH_COMMON && back < LANES;
}

/* Those of a break and a span that are marked at this time, to list[count] and
 * so on; how many there are then. */
static size_t list_some(ta_sparse *e, unsigned reach, uint32_t t, unsigned span,
                        unsigned time, size_t count)
{
    ta_ahead *a = e->ahead;
    const uint32_t class = reach == TA_REACH_COMMON ? e->labels.common : 0;
    for (size_t k = 0; k < parts_of(e, reach); k++) {
        const uint32_t part = part_of(e, reach, k);
        const uint64_t back = (uint64_t)part + t;
        if (part == 0 || time_of(e, reach, back, e->g[part]) != time || is_step(reach, back) ||
            (a->spans[reach] > 1 && e->g[part] / TA_AHEAD_SPAN != span))
            continue;
        a->list[reach][count] = part;
        if (reach == TA_REACH_RARE)
            a->part = ta_max_u64(a->part, part);
        a->label[reach][count++] = ta_octal_twice(e->g[part] ^ class);
    }
    return count;
}

/* Of rare labels, as far as rare heaps have them. */
static unsigned spans_of(const ta_sparse *e)
{
    uint32_t most = 0;
    for (size_t k = 0; k < e->n_rare; k++)
        most = (uint32_t)ta_max_u64(most, e->g[e->rare[k]]);
    return most / TA_AHEAD_SPAN + 1;
}

static ta_status list_parts(ta_sparse *e, unsigned reach)
{
    ta_ahead *a = e->ahead;
    const ta_octal *game = e->game;
    const uint64_t most = parts_of(e, reach) * game->n_break;
    const unsigned spans =
        reach == TA_REACH_COMMON && e->cover > 64 ? spans_of(e) : 1;
    size_t *at = ta_alloc((uint64_t)TA_AHEAD_TIMES * spans * game->n_break + 1,
                          sizeof *at);
    a->spans[reach] = spans;
    a->list[reach] = ta_alloc(most + 1, sizeof *a->list[reach]);
    a->label[reach] = ta_alloc(most + 1, sizeof *a->label[reach]);
    a->at[reach] = at;
    if (a->list[reach] == NULL || a->label[reach] == NULL || at == NULL)
        return TA_ENOMEM;
    size_t count = 0;
    for (unsigned i = 0; i < game->n_break; i++)
        for (unsigned span = 0; span < spans; span++)
            for (unsigned time = 0; time < TA_AHEAD_TIMES; time++) {
                *at++ = count;
                count = list_some(e, reach, game->breaks[i], span, time, count);
            }
    *at = count;
    return TA_OK;
}

/* ---- for sweeps ---- */

/* Runs of the splits with parts [from, to) that are marked at this time, a
 * run for each 16 labels of parts. */
static size_t list_runs(ta_sparse *e, unsigned reach, unsigned time,
                        size_t from, size_t to, ta_octal_run *run,
                        int32_t **split)
{
    ta_ahead *a = e->ahead;
    int32_t *at[TA_OCTAL_PLANES];
    unsigned count[TA_OCTAL_PLANES] = {0};
    size_t runs = 0;
    for (unsigned pass = 0; pass < 2; pass++) {
        for (unsigned i = 0; i < e->game->n_break; i++)
            for (size_t k = from; k < to; k++) {
                const uint32_t part = part_of(e, reach, k);
                const uint64_t back = (uint64_t)part + e->game->breaks[i];
                const uint32_t x = e->g[part] & (e->labels.common - 1);
                if (part == 0 || time_of(e, reach, back, x) != time ||
                    is_step(reach, back))
                    continue;
                if (pass == 0)
                    count[x / 16]++;
                else
                    *at[x / 16]++ = ta_octal_packed((uint32_t)back, x);
                a->back = ta_max_u64(a->back, back);
            }
        for (unsigned p = 0; p < TA_OCTAL_PLANES && pass == 0; p++) {
            at[p] = *split;
            if (count[p] > 0)
                run[runs++] = (ta_octal_run){*split, count[p], p};
            *split += count[p];
        }
    }
    return runs;
}

/* By when they are marked; and where they may stop early (they reach rare
 * labels), the most useful ones first. */
static ta_status list_sweeps(ta_sparse *e, unsigned reach)
{
    ta_ahead *a = e->ahead;
    const bool common = reach == TA_REACH_COMMON;
    const size_t parts = parts_of(e, reach);
    const size_t groups = common ? TA_AHEAD_BEYOND - TA_AHEAD_NOW : parts / RANKED + 1;
    a->split[reach] =
        ta_alloc(parts * e->game->n_break + 1, sizeof *a->split[reach]);
    a->run[reach] =
        ta_alloc(groups * TA_OCTAL_PLANES, sizeof *a->run[reach]);
    a->group[reach] = ta_alloc(groups, sizeof *a->group[reach]);
    a->groups[reach] = groups;
    if (a->split[reach] == NULL || a->run[reach] == NULL ||
        a->group[reach] == NULL)
        return TA_ENOMEM;
    int32_t *split = a->split[reach];
    ta_octal_run *run = a->run[reach];
    for (size_t k = 0; k < groups; k++) {
        const unsigned time = common ? TA_AHEAD_NOW + (unsigned)k : TA_AHEAD_FAR;
        const size_t from = common ? 0 : k * RANKED;
        const size_t runs =
            list_runs(e, reach, time, from,
                      common ? parts : ta_min_u64(from + RANKED, parts), run,
                      &split);
        a->group[reach][k] = (ta_octal_group){run, runs};
        run += runs;
    }
    return TA_OK;
}

/* ---- what leads into a block ---- */

/* Those that go back by [from, to). Take-outs lead to common heaps, and reach
 * common labels unless parity swaps the classes. */
static void list_steps_of(ta_sparse *e, uint32_t from, uint32_t to)
{
    ta_ahead *a = e->ahead;
    const ta_octal *game = e->game;
    for (unsigned i = 0; i < game->n_take; i++)
        if (game->take[i] >= from && game->take[i] < to &&
            (!e->labels.parity || game->take[i] % 2 == 0))
            a->step[a->steps++] = (ta_octal_step){game->take[i], 0};
    for (unsigned i = 0; i < game->n_break; i++)
        for (size_t k = 0; k < e->n_rare && e->rare[k] < LANES; k++) {
            const uint32_t back = e->rare[k] + game->breaks[i];
            if (back >= from && back < to && back < LANES)
                a->step[a->steps++] = (ta_octal_step){back, e->g[e->rare[k]]};
        }
}

static ta_status list_steps(ta_sparse *e)
{
    ta_ahead *a = e->ahead;
    const ta_octal *game = e->game;
    a->step = ta_alloc(game->n_take + LANES * (uint64_t)game->n_break + 1,
                       sizeof *a->step);
    a->steps = 0;
    if (a->step == NULL)
        return TA_ENOMEM;
    list_steps_of(e, 0, TA_OCTAL_OCTET);
    a->near = a->steps;
    list_steps_of(e, TA_OCTAL_OCTET, UINT32_MAX);
    return TA_OK;
}

/* The jump that goes back so far, or a new one. */
static ta_ahead_jump *jump_for(ta_ahead *a, uint32_t back)
{
    const int to = -(int)back;
    size_t k = 0;
    while (k < a->jumps && a->jump_to[k] != to)
        k++;
    if (k == a->jumps)
        a->jump_to[a->jumps++] = (int16_t)to;
    return &a->jump[k];
}

static ta_status list_jumps(ta_sparse *e)
{
    ta_ahead *a = e->ahead;
    const uint32_t common = e->labels.common;
    const size_t room = a->near + TA_AHEAD_PAIR;
    a->jumps = 0;
    if (common > 64)
        return TA_OK;
    a->jump = ta_alloc_zero(room, sizeof *a->jump);
    a->jump_to = ta_alloc_zero(room, sizeof *a->jump_to);
    if (a->jump == NULL || a->jump_to == NULL)
        return TA_ENOMEM;
    for (size_t i = 0; i < a->near; i++) {
        ta_ahead_jump *jump = jump_for(a, a->step[i].back);
        for (uint32_t x = 0; x < common; x++)
            (*jump)[common + x] |= UINT64_C(1) << (x ^ a->step[i].change);
    }
    while (a->jumps % TA_AHEAD_PAIR != 0)
        a->jump_to[a->jumps++] = -1; /* reaches nothing */
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

uint32_t ta_ahead_top(const ta_sparse *e)
{
    uint32_t top = 0;
    for (uint32_t h = 0; h < 2; h++)
        for (; top < e->labels.common &&
               ta_octal_unlabel(&e->labels, h, top + e->labels.common) <=
                   e->largest;
             top++)
            ;
    return top;
}

/* Of the parts that any split may be looked for with. */
static void list_mirror(ta_sparse *e, uint64_t n)
{
    ta_ahead *a = e->ahead;
    a->mirrored = ta_min_u64(TA_AHEAD_MIRROR, ta_min_u64(n / 4, e->parts));
    for (uint64_t i = 0; i < a->mirrored; i++)
        a->mirror[TA_AHEAD_MIRROR - 1 - i] = ta_ahead_low(e, e->g[i]);
}

ta_status ta_ahead_list(ta_sparse *e, uint64_t n)
{
    ta_ahead *a = e->ahead;
    ta_status st = TA_OK;
    a->part = a->back = 0;
    for (unsigned reach = 0; reach < TA_REACHES && st == TA_OK; reach++)
        st = list_parts(e, reach);
    for (unsigned reach = 0; reach < TA_REACHES && st == TA_OK; reach++)
        st = list_sweeps(e, reach);
    if (st == TA_OK)
        st = list_steps(e);
    if (st == TA_OK)
        st = list_jumps(e);
    if (st != TA_OK)
        return st;
    list_values(e);
    a->top = ta_ahead_top(e);
    list_mirror(e, n);
    st = ta_planes_set(e, n, a->back);
    a->until = ta_min_u64(n + n / 16 + LISTS_LAST, ta_sparse_calm_until(e, n));
    return st;
}

void ta_ahead_unlist(ta_ahead *a)
{
    for (unsigned reach = 0; reach < TA_REACHES; reach++) {
        ta_free(a->list[reach]);
        ta_free(a->label[reach]);
        ta_free(a->at[reach]);
        a->list[reach] = NULL;
        a->label[reach] = NULL;
        a->at[reach] = NULL;
        ta_free(a->run[reach]);
        ta_free(a->split[reach]);
        ta_free(a->group[reach]);
        a->group[reach] = NULL;
        a->run[reach] = NULL;
        a->split[reach] = NULL;
    }
    ta_free(a->step);
    ta_free(a->jump);
    ta_free(a->jump_to);
    a->step = NULL;
    a->jump = NULL;
    a->jump_to = NULL;
    a->mirrored = 0;
}
