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

static bool is_step(unsigned reach, uint64_t back)
{
    return reach == TA_REACH_COMMON && back < LANES;
}

/* A split that is listed. */
typedef struct split {
    uint64_t back;
    uint32_t part, label; /* of the part */
    unsigned time;        /* when it is marked */
} split;

static unsigned time_of(const ta_sparse *e, unsigned reach, const split *s)
{
    const bool swept = s->back <= e->ahead->reach &&
                       (s->label & (e->labels.common - 1)) < TA_OCTAL_COVER;
    if (reach == TA_REACH_RARE || s->back >= 2 * TILE)
        return swept ? TA_AHEAD_FAR : TA_AHEAD_BEYOND;
    return swept && s->back >= TILE ? TA_AHEAD_NOW : TA_AHEAD_NEAR;
}

/* An earlier break has a split that goes as far back, with a rare part of the
 * same label: it reaches the same. */
static bool is_double(const ta_sparse *e, const split *s, unsigned i)
{
    while (i-- > 0)
        if (e->game->breaks[i] < s->back &&
            e->g[s->back - e->game->breaks[i]] == s->label)
            return true;
    return false;
}

/* Part k and break i; false if that is a step or of no use. */
static bool split_of(const ta_sparse *e, unsigned reach, size_t k, unsigned i,
                     split *s)
{
    s->part = part_of(e, reach, k);
    s->back = (uint64_t)s->part + e->game->breaks[i];
    if (s->part == 0 || is_step(reach, s->back))
        return false;
    s->label = e->g[s->part];
    if (reach == TA_REACH_COMMON && is_double(e, s, i))
        return false;
    s->time = time_of(e, reach, s);
    return true;
}

/* Of rare labels, as far as rare heaps have them. */
static unsigned spans_of(const ta_sparse *e)
{
    uint32_t most = 0;
    for (size_t k = 0; k < e->n_rare; k++)
        most = (uint32_t)ta_max_u64(most, e->g[e->rare[k]]);
    return most / TA_AHEAD_SPAN + 1;
}

/* By breaks, spans and times, in the order of the parts. */
static ta_status list_parts(ta_sparse *e, unsigned reach)
{
    ta_ahead *a = e->ahead;
    const uint32_t class = reach == TA_REACH_COMMON ? e->labels.common : 0;
    const size_t parts = parts_of(e, reach), most = parts * e->game->n_break;
    const unsigned spans =
        reach == TA_REACH_COMMON && e->cover > 64 ? spans_of(e) : 1;
    const size_t lists = (size_t)TA_AHEAD_TIMES * spans * e->game->n_break;
    size_t *at = ta_alloc_zero(lists + 1, sizeof *at);
    a->spans[reach] = spans;
    a->list[reach] = ta_alloc(most + 1, sizeof *a->list[reach]);
    a->label[reach] = ta_alloc(most + 1, sizeof *a->label[reach]);
    a->at[reach] = at;
    if (a->list[reach] == NULL || a->label[reach] == NULL || at == NULL)
        return TA_ENOMEM;
    for (unsigned pass = 0; pass < 2; pass++) {
        for (unsigned i = 0; i < e->game->n_break; i++)
            for (size_t k = 0; k < parts; k++) {
                split s;
                if (!split_of(e, reach, k, i, &s))
                    continue;
                const unsigned span = spans > 1 ? s.label / TA_AHEAD_SPAN : 0;
                size_t *to = &at[TA_AHEAD_TIMES * (spans * i + span) + s.time];
                if (pass == 1) {
                    a->list[reach][*to] = s.part;
                    a->label[reach][*to] = ta_octal_twice(s.label ^ class);
                    if (reach == TA_REACH_RARE)
                        a->part = ta_max_u64(a->part, s.part);
                }
                ++*to;
            }
        /* how many there are, or where they end, becomes where they begin */
        for (size_t k = 0, before = 0; k <= lists; k++) {
            const size_t these = at[k];
            at[k] = before;
            before = pass == 0 ? before + these : these;
        }
    }
    return TA_OK;
}

/* ---- for sweeps ---- */

/* The splits that are marked at this time, in a run for each 16 labels of
 * parts. */
static ta_status list_sweep(ta_sparse *e, unsigned reach, unsigned time,
                            struct ta_ahead_sweep *sweep)
{
    const size_t parts = parts_of(e, reach);
    int32_t *to[TA_OCTAL_PLANES];
    unsigned count[TA_OCTAL_PLANES] = {0};
    sweep->runs = 0;
    sweep->split = ta_alloc(parts * e->game->n_break + 1, sizeof *sweep->split);
    if (sweep->split == NULL)
        return TA_ENOMEM;
    for (unsigned pass = 0; pass < 2; pass++) {
        for (unsigned i = 0; i < e->game->n_break; i++)
            for (size_t k = 0; k < parts; k++) {
                split s;
                if (!split_of(e, reach, k, i, &s) || s.time != time)
                    continue;
                const uint32_t x = s.label & (e->labels.common - 1);
                if (pass == 0)
                    count[x / 16]++;
                else
                    *to[x / 16]++ = ta_octal_packed((uint32_t)s.back, x);
                e->ahead->back = ta_max_u64(e->ahead->back, s.back);
            }
        int32_t *next = sweep->split;
        for (unsigned p = 0; p < TA_OCTAL_PLANES && pass == 0; p++) {
            to[p] = next;
            if (count[p] > 0)
                sweep->run[sweep->runs++] = (ta_octal_run){next, count[p], p};
            next += count[p];
        }
    }
    return TA_OK;
}

ta_status ta_ahead_list_sweeps(ta_sparse *e)
{
    struct ta_ahead_sweep *s = e->ahead->sweep;
    e->ahead->back = 0;
    ta_status st =
        list_sweep(e, TA_REACH_RARE, TA_AHEAD_FAR, &s[TA_SWEEP_RARE]);
    if (st == TA_OK)
        st = list_sweep(e, TA_REACH_COMMON, TA_AHEAD_NOW, &s[TA_SWEEP_NOW]);
    if (st == TA_OK)
        st = list_sweep(e, TA_REACH_COMMON, TA_AHEAD_FAR, &s[TA_SWEEP_FAR]);
    return st;
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
        a->mirror[TA_AHEAD_MIRROR - 1 - i] =
            ta_ahead_low(e->labels.common, e->g[i]);
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
    a->top = ta_ahead_top(e);
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
    for (unsigned k = 0; k < TA_SWEEPS; k++) {
        ta_free(a->sweep[k].split);
        a->sweep[k].split = NULL;
    }
    ta_free(a->step);
    ta_free(a->jump);
    ta_free(a->jump_to);
    a->step = NULL;
    a->jump = NULL;
    a->jump_to = NULL;
    a->mirrored = 0;
}
