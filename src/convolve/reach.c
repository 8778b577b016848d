/* The ways to the targets of a child, each as ta_choose has chosen it. */
#include "convolve/reach.h"

#include <math.h>
#include <string.h>

void ta_reach_begin(ta_reach *r, uint64_t lo)
{
    r->lo = lo;
    memset(r->cold, 0, r->setup.fanout * sizeof *r->cold);
    ta_spectra_begin(&r->spectra);
}

void ta_reach_source(ta_reach *r, size_t i)
{
    if (i > 0)
        r->cold[i - 1] = ta_popcount_words(
            r->field->cold + (r->lo + (i - 1) * r->child) / 64, r->child / 64);
}

/* One direct way from the sources [from, to) to target i. */
static ta_status mark_direct(ta_reach *r, unsigned way, size_t i, size_t from,
                             size_t to, uint64_t *hot)
{
    unsigned k = ta_ctz(way);
    r->used[k] += to - from;
    return ta_direct_ways[k].mark(r, i, from, to, hot);
}

static const unsigned char *ways_to(const ta_reach *r, size_t i)
{
    return r->way + i % r->group * r->setup.fanout;
}

/* The sum of the products from those sources [from, to) that go to target i by
 * transforms, these made if need be; its terms begin at `place`. */
static ta_sum sum_of(ta_reach *r, size_t i, size_t from, size_t to,
                     size_t place)
{
    size_t slot = i % r->group, terms = 0;
    for (size_t j = from; j < to; j++)
        if (ways_to(r, i)[j] == TA_BY_TRANSFORM) {
            size_t at = place + terms++;
            r->a[at] = ta_spectra_source(
                &r->spectra, j, r->field->cold + (r->lo + j * r->child) / 64);
            r->b[at] = ta_spectra_window(&r->spectra, r->field->set, i - j);
        }
    r->used[TA_DIRECT_WAYS] += terms;
    return (ta_sum){ta_spectra_sum(&r->spectra, slot), r->ahead[slot].open,
                    terms, r->a + place, r->b + place};
}

/* Adds those of the sources [from, to) that go to target i by transforms to
 * what its sum holds; what is proved for it then. */
static double bound_with(ta_reach *r, size_t i, size_t from, size_t to)
{
    size_t slot = i % r->group;
    for (size_t j = from; j < to; j++)
        if (ways_to(r, i)[j] == TA_BY_TRANSFORM) {
            r->ahead[slot].norm +=
                sqrt((double)r->cold[j] * (double)r->moves[i - j]);
            r->ahead[slot].terms++;
        }
    /* It may be formed in as many parts as it has terms. */
    return r->ahead[slot].norm *
           r->setup.transforms->bound(r->setup.log_child,
                                      2 * r->ahead[slot].terms);
}

/* The products from the sources [from, to) to those of the targets [i, end)
 * that `proved` says, in one pass over the sources. */
static void add_products(ta_reach *r, size_t from, size_t to, size_t i,
                         size_t end, const bool *proved)
{
    ta_sum sums[TA_MOST_AHEAD];
    size_t count = 0, place = 0;
    for (size_t target = i; target < end; target++) {
        if (!proved[target - i])
            continue;
        sums[count] = sum_of(r, target, from, to, place);
        place += sums[count].terms;
        if (sums[count].terms > 0) {
            r->ahead[target - i].open = true;
            count++;
        }
    }
    if (count > 0)
        r->setup.transforms->accumulate(r->spectra.state, sums, count);
}

/* At the first child i of a group of targets: the products from all finished
 * sources to all of the group; with a band, from so many at a time. */
static ta_status look_ahead(ta_reach *r, size_t i)
{
    bool proved[TA_MOST_AHEAD] = {false}, any = false;
    size_t end = i;
    memset(r->ahead, 0, sizeof r->ahead);
    for (; end < i + r->group && end < r->setup.fanout; end++) {
        if (r->lo + end * r->child >= r->field->n)
            break;
        ta_choose(r, end, 0, i, false);
        double bound = bound_with(r, end, 0, i);
        proved[end - i] = r->ahead[end - i].terms > 0 && bound < r->setup.limit;
        any = any || proved[end - i];
    }
    ta_status st = any ? ta_spectra_open(&r->spectra) : TA_OK;
    size_t band = r->setup.band != 0 ? r->setup.band : i;
    for (size_t from = 0; any && st == TA_OK && from < i; from += band)
        add_products(r, from, ta_min_u64(from + band, i), i, end, proved);
    return st;
}

/* The terms of target i that go by transforms, in one sum; pair by pair by GMP
 * where nothing is proved of it. */
static ta_status mark_transforms(ta_reach *r, size_t i, uint64_t *hot)
{
    size_t group = i - i % r->group;
    ta_status st = TA_OK;
    double bound = bound_with(r, i, group, i);
    if (bound >= r->setup.limit) {
        for (size_t j = 0; j < i && st == TA_OK; j++)
            if (ways_to(r, i)[j] == TA_BY_TRANSFORM)
                st = mark_direct(r, TA_BY_PACKED, i, j, j + 1, hot);
        return st;
    }
    st = ta_spectra_open(&r->spectra);
    if (st != TA_OK)
        return st;
    ta_sum sum = sum_of(r, i, group, i, 0);
    if (sum.terms > 0)
        r->setup.transforms->accumulate(r->spectra.state, &sum, 1);
    double off =
        r->setup.transforms->marks(r->spectra.state, sum.sum, r->marks);
    r->backward++;
    r->deviation = fmax(r->deviation, off);
    r->bound = fmax(r->bound, bound);
    if (off > bound) /* would refute hypothesis H of paper-notes.md */
        return TA_ERANGE;
    for (uint64_t w = 0; w < r->child / 64; w++)
        hot[w] |= r->marks[w];
    return TA_OK;
}

ta_status ta_reach_child(ta_reach *r, size_t i, uint64_t *hot)
{
    ta_status st = TA_OK;
    ta_reach_source(r, i);
    if (i % r->group == 0)
        st = look_ahead(r, i);
    if (st != TA_OK || i == 0)
        return st;
    ta_choose(r, i, i - i % r->group, i, r->ahead[i % r->group].open);

    const unsigned char *way = ways_to(r, i);
    bool transforms = false;
    for (size_t j = 0, run; j < i && st == TA_OK; j = run) {
        for (run = j + 1; run < i && way[run] == way[j];)
            run++;
        if (way[j] == TA_BY_TRANSFORM)
            transforms = true;
        else if (way[j] != 0)
            st = mark_direct(r, way[j], i, j, run, hot);
    }
    return st == TA_OK && transforms ? mark_transforms(r, i, hot) : st;
}
