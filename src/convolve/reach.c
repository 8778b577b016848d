/* The ways to the targets of a child, each as ta_choose has chosen it. */
#include "convolve/reach.h"

#include <string.h>

#include "convolve/packed.h"
#include "convolve/push.h"
#include "convolve/reach-inside.h"

void ta_reach_begin(ta_reach *r, uint64_t lo)
{
    r->lo = lo;
    memset(r->cold, 0, r->setup.fanout * sizeof *r->cold);
    if (ta_may_transform(r))
        ta_spectra_begin(&r->spectra);
}

/* One term of target i: its transforms, made if need be. */
static void add_term(ta_reach *r, size_t i, size_t j, size_t place)
{
    r->a[place] = ta_spectra_source(&r->spectra, j, r->lo + j * r->child);
    r->b[place] = ta_spectra_window(&r->spectra, i - j);
    r->used[TRANSFORM]++;
}

/* Forms the products of some sums. */
static void accumulate(ta_reach *r, int kind, const ta_sum *sums, size_t count)
{
    double start = ta_now(), products = 0;
    r->setup.transforms->accumulate(r->spectra.state, sums, count);
    for (size_t k = 0; k < count; k++)
        products += (double)sums[k].terms;
    ta_pace_add(&r->pace, kind, products, start);
}

/* Adds those of the sources [from, to) that go to target i by transforms to
 * what its sum holds; what is proved for it then. */
static double bound_with(ta_reach *r, size_t i, size_t from, size_t to)
{
    size_t slot = i % r->group;
    const unsigned char *way = r->way + slot * r->setup.fanout;
    for (size_t j = from; j < to; j++)
        if (way[j] == TA_BY_TRANSFORM) {
            r->ahead[slot].norm += ta_norm_of(r, i, j);
            r->ahead[slot].terms++;
        }
    /* It may be formed in as many parts as it has terms. */
    return r->ahead[slot].norm *
           r->setup.transforms->bound(r->setup.log_child,
                                      2 * r->ahead[slot].terms);
}

/* At the first child i of a group of targets: the products from all
 * finished sources to all of the group, in one pass over the sources. */
static ta_status look_ahead(ta_reach *r, size_t i)
{
    ta_sum sums[TA_MOST_AHEAD];
    size_t n_sums = 0, place = 0;
    for (size_t g = 0; g < r->group; g++) {
        r->ahead[g].open = false;
        size_t target = i + g;
        if (target >= r->setup.fanout ||
            r->lo + target * r->child >= r->field->n)
            continue;
        ta_choose(r, target, 0, i, false);
        r->ahead[g].norm = 0;
        r->ahead[g].terms = 0;
        double bound = bound_with(r, target, 0, i);
        size_t terms = r->ahead[g].terms;
        if (terms == 0 || bound >= r->setup.limit)
            continue;
        ta_status st = ta_spectra_prepare(&r->spectra);
        if (st != TA_OK)
            return st;
        sums[n_sums++] = (ta_sum){ta_spectra_sum(&r->spectra, g), false, terms,
                                  r->a + place, r->b + place};
        const unsigned char *way = r->way + g * r->setup.fanout;
        for (size_t j = 0; j < i; j++)
            if (way[j] == TA_BY_TRANSFORM)
                add_term(r, target, j, place++);
        r->ahead[g].open = true;
    }
    if (n_sums > 0)
        accumulate(r, TA_AHEAD, sums, n_sums);
    return TA_OK;
}

static void or_marks(const ta_reach *r, uint64_t *hot)
{
    for (uint64_t w = 0; w < r->child / 64; w++)
        hot[w] |= r->marks[w];
}

/* A pair by GMP, exactly. */
static ta_status reach_packed(ta_reach *r, size_t i, size_t j, uint64_t *hot)
{
    uint64_t d = i - j;
    uint64_t *window = ta_alloc(2 * r->child / 64, 8);
    if (window == NULL)
        return TA_ENOMEM;
    ta_set_copy_bits(r->field->set, (d - 1) * r->child, (d + 1) * r->child,
                     window);
    ta_status st = ta_packed_marks(r->field->cold + (r->lo + j * r->child) / 64,
                                   window, r->child, r->marks);
    if (st == TA_OK)
        or_marks(r, hot);
    r->used[PACKED]++;
    ta_free(window);
    return st;
}

/* The terms of target i that go by transforms, in one sum; pair by pair by GMP
 * where nothing is proved of it. */
static ta_status reach_transforms(ta_reach *r, size_t i, uint64_t *hot)
{
    size_t slot = i % r->group, group = i - slot, terms = 0;
    const unsigned char *way = r->way + slot * r->setup.fanout;
    ta_status st = TA_OK;
    double bound = bound_with(r, i, group, i);
    if (bound >= r->setup.limit) {
        for (size_t j = 0; j < i && st == TA_OK; j++)
            if (way[j] == TA_BY_TRANSFORM)
                st = reach_packed(r, i, j, hot);
        return st;
    }
    st = ta_spectra_prepare(&r->spectra);
    if (st != TA_OK)
        return st;
    for (size_t j = group; j < i; j++)
        if (way[j] == TA_BY_TRANSFORM)
            add_term(r, i, j, terms++);
    ta_sum sum = {ta_spectra_sum(&r->spectra, slot), r->ahead[slot].open, terms,
                  r->a, r->b};
    if (terms > 0)
        accumulate(r, TA_WITHIN, &sum, 1);
    double start = ta_now();
    double off =
        r->setup.transforms->marks(r->spectra.state, sum.sum, r->marks);
    r->deviation = fmax(r->deviation, off);
    r->bound = fmax(r->bound, bound);
    if (off > bound) /* would refute hypothesis H of paper-notes.md */
        return TA_ERANGE;
    or_marks(r, hot);
    ta_pace_add(&r->pace, TA_BACKWARD, 1, start);
    return TA_OK;
}

/* Sources [from, to) to target i in one direct way. */
static ta_status reach_direct(ta_reach *r, unsigned way, size_t from, size_t to,
                              size_t i, uint64_t *hot)
{
    const ta_field *f = r->field;
    uint64_t a = r->lo + from * r->child, b = r->lo + to * r->child;
    uint64_t lo = r->lo + i * r->child, hi = lo + r->child;
    ta_status st = TA_OK;
    double start = ta_now();
    switch (way) {
    case TA_BY_PUSH:
        ta_push(f->set, f->cold, a, b, lo, hi, r->window, hot);
        r->used[PUSH] += to - from;
        break;
    case TA_BY_S_MAJOR:
        ta_s_major(f, a, b, lo, hi, hot);
        r->used[S_MAJOR] += to - from;
        break;
    case TA_BY_COLD_MAJOR:
        ta_cold_major(f, a, b, lo, hi, hot);
        r->used[COLD_MAJOR] += to - from;
        break;
    case TA_BY_PACKED:
        for (size_t j = from; j < to && st == TA_OK; j++)
            st = reach_packed(r, i, j, hot);
        break;
    default:
        break;
    }
    ta_pace_add(&r->pace, TA_DIRECT, 1, start);
    return st;
}

size_t ta_reach_group(const ta_reach *r)
{
    return r->group;
}

void ta_reach_source(ta_reach *r, size_t i)
{
    if (i == 0)
        return;
    r->cold[i - 1] = ta_popcount_words(
        r->field->cold + (r->lo + (i - 1) * r->child) / 64, r->child / 64);
}

ta_status ta_reach_child(ta_reach *r, size_t i, uint64_t *hot)
{
    if (i == 0)
        return TA_OK;
    ta_reach_source(r, i);
    size_t slot = i % r->group, group = i - slot;
    ta_status st = TA_OK;
    if (slot == 0)
        st = look_ahead(r, i);
    else if (group == 0)
        memset(&r->ahead[slot], 0, sizeof r->ahead[slot]);
    if (st != TA_OK)
        return st;
    ta_choose(r, i, group, i, r->ahead[slot].open);

    const unsigned char *way = r->way + slot * r->setup.fanout;
    bool transforms = false;
    for (size_t j = 0, run; j < i && st == TA_OK; j = run) {
        for (run = j + 1; run < i && way[run] == way[j];)
            run++;
        if (way[j] == TA_BY_TRANSFORM)
            transforms = true;
        else
            st = reach_direct(r, way[j], j, run, i, hot);
    }
    if (st == TA_OK && transforms)
        st = reach_transforms(r, i, hot);
    return st;
}
