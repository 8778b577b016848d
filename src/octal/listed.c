/* What calm blocks look up: the parts of splits, by what they reach and when
 * they are marked, and the values of labels. */
#include <string.h>

#include "octal/ahead.h"

enum { LANES = TA_OCTAL_LANES, TILE = TA_AHEAD_TILE };

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

/* When a split that goes back so far is marked. */
static unsigned time_of(unsigned reach, uint64_t back)
{
    return reach == TA_REACH_RARE ? TA_AHEAD_NEAR
           : back < TILE          ? TA_AHEAD_NEAR
           : back < 2 * TILE      ? TA_AHEAD_NOW
                                  : TA_AHEAD_FAR;
}

static bool is_step(unsigned reach, uint64_t back)
{
    return reach == TA_REACH_COMMON && back < LANES;
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
                const uint32_t part = part_of(e, reach, k);
                const uint64_t back = (uint64_t)part + game->breaks[i];
                if (part == 0 || time_of(reach, back) != time ||
                    is_step(reach, back))
                    continue;
                list[count] = part;
                if (reach == TA_REACH_RARE)
                    a->part = ta_max_u64(a->part, part);
                label[count++] = (uint16_t)(e->g[part] ^ class);
            }
        }
    *at = count;
    return TA_OK;
}

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

/* Of the parts that any split may be looked for with. */
static void list_mirror(ta_sparse *e, uint64_t n)
{
    ta_ahead *a = e->ahead;
    a->mirrored = ta_min_u64(TA_AHEAD_MIRROR, ta_min_u64(n / 4, e->parts));
    for (uint64_t i = 0; i < a->mirrored; i++)
        a->mirror[TA_AHEAD_MIRROR - 1 - i] = e->g[i];
}

ta_status ta_ahead_list(ta_sparse *e, uint64_t n)
{
    ta_ahead *a = e->ahead;
    ta_status st = TA_OK;
    a->part = 0;
    for (unsigned reach = 0; reach < TA_REACHES && st == TA_OK; reach++)
        st = list_parts(e, reach);
    if (st == TA_OK)
        st = list_steps(e);
    if (st == TA_OK)
        st = list_jumps(e);
    if (st != TA_OK)
        return st;
    list_values(e);
    list_mirror(e, n);
    a->until = ta_min_u64(n + n / 16 + LISTS_LAST, ta_sparse_calm_until(e, n));
    return TA_OK;
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
    }
    ta_free(a->step);
    ta_free(a->jump);
    ta_free(a->jump_to);
    a->step = NULL;
    a->jump = NULL;
    a->jump_to = NULL;
    a->mirrored = 0;
}
