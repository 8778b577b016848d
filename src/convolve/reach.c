/* The ways to the targets of a child, each as ta_choose has chosen it. */
#include "convolve/reach.h"

#include <math.h>
#include <string.h>

static void count_cold(ta_reach *r, size_t j)
{
    r->cold[j] = ta_popcount_words(r->field->cold + (r->lo + j * r->child) / 64,
                                   r->child / 64);
}

size_t ta_reach_begin(ta_reach *r, uint64_t lo, uint64_t known)
{
    size_t sources = ta_min_u64(known, r->fanout);
    sources -= sources % r->group;
    r->lo = lo;
    r->formed = 0;
    memset(r->cold, 0, r->fanout * sizeof *r->cold);
    memset(r->ahead, 0, r->slots * sizeof *r->ahead);
    ta_spectra_begin(&r->spectra);
    for (size_t j = 0; j < sources; j++)
        count_cold(r, j);
    return sources;
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
    return r->way + i % r->slots * r->fanout;
}

/* The bound of what is proved for target i by all its sources so far that go by
 * transforms. It may be formed in as many parts as it has terms. */
static double bound_of(const ta_reach *r, size_t i)
{
    const ta_target *target = &r->ahead[i % r->slots];
    return target->norm *
           r->spectra.transforms->bound(r->log_child, 2 * target->terms);
}

/* Counts the term of target i that has source j, if it goes by transforms. */
static void add_term(ta_reach *r, size_t i, size_t j)
{
    ta_target *target = &r->ahead[i % r->slots];
    if (ways_to(r, i)[j] != TA_BY_TRANSFORM)
        return;
    target->norm += r->spectra.transforms->norm((double)r->cold[j],
                                                (double)r->moves[i - j]);
    target->terms++;
}

/* Chooses the ways from the sources before `upto` that target i has not taken
 * yet; whether transforms are among them. */
static bool take(ta_reach *r, size_t i, size_t upto)
{
    ta_target *target = &r->ahead[i % r->slots];
    size_t before = target->terms;
    ta_choose(r, i, target->taken, upto);
    for (; target->taken < upto; target->taken++)
        add_term(r, i, target->taken);
    return target->terms > before;
}

/* Begins the products from the sources [from, to) to the targets [i, end), as
 * far as they go by transforms and are proved, in one pass. */
static void begin_products(ta_reach *r, ta_batch *batch, size_t from, size_t to,
                           size_t i, size_t end)
{
    size_t count = 0, place = 0;
    for (size_t target = i; target < end; target++) {
        size_t slot = target % r->slots, terms = 0;
        const void **a = batch->a + place, **b = batch->b + place;
        if (bound_of(r, target) >= r->limit)
            continue;
        for (size_t j = from; j < to; j++)
            if (ways_to(r, target)[j] == TA_BY_TRANSFORM) {
                a[terms] = ta_spectra_get(&r->spectra, j,
                                          r->field->cold +
                                              (r->lo + j * r->child) / 64);
                b[terms] =
                    ta_spectra_window(&r->spectra, r->field->set, target - j);
                terms++;
            }
        if (terms == 0)
            continue;
        batch->sums[count++] = (ta_sum){ta_spectra_sum(&r->spectra, slot),
                                        r->ahead[slot].open, terms, a, b};
        r->ahead[slot].open = true;
        r->used[TA_DIRECT_WAYS] += terms;
        place += terms;
    }
    if (count > 0)
        ta_pass_begin(&batch->pass, r->spectra.transforms, r->spectra.state,
                      &r->spectra.setup, batch->sums, count);
}

/* The end of the group that has target i, of the targets that there are; i, if
 * there is none. */
static size_t end_of_group(const ta_reach *r, size_t i)
{
    uint64_t last = (r->field->n - r->lo - 1) / r->child + 1;
    return (size_t)ta_min_u64((i / r->group + 1) * r->group,
                              ta_min_u64(r->fanout, last));
}

/* Begins the sums of the targets [i, end) by the sources before `upto` that
 * they have not had; with a band by few sources at a time. */
static ta_status begin_sums(ta_reach *r, ta_batch *batch, size_t i, size_t end,
                            size_t upto)
{
    size_t from = r->ahead[i % r->slots].taken, band = r->spectra.band;
    bool any = false;
    for (size_t target = i; target < end; target++)
        any = take(r, target, upto) || any;
    if (!any)
        return TA_OK;
    if (ta_spectra_open(&r->spectra) != TA_OK)
        return TA_ENOMEM;
    size_t step = band != 0 ? ta_band_sources(band) : upto;
    for (; from < upto; from += step) {
        ta_pass_end(&batch->pass);
        begin_products(r, batch, from, ta_min_u64(from + step, upto), i, end);
    }
    return TA_OK;
}

/* The sums of target i by the sources before `upto`, and of its whole group if
 * it is the first one. With a band those of all of the group that is left: a
 * source would have to be made again for the next target. */
static ta_status look_ahead(ta_reach *r, size_t i, size_t upto)
{
    size_t end = end_of_group(r, i);
    if (i >= r->formed) {
        ta_pass_end(&r->later.pass);
        r->formed = end;
    } else if (r->spectra.band == 0) {
        end = i + 1;
    }
    return begin_sums(r, &r->next, i, end, upto);
}

/* The sums of the group after that of target i, by a group's sources at a time:
 * the team has these to do where nothing is left for the next target. Of few
 * sources alone transforms would not seem worth their while. */
static ta_status look_farther(ta_reach *r, size_t i, size_t upto)
{
    size_t start = end_of_group(r, i);
    size_t end = end_of_group(r, start);
    if (r->slots == r->group || upto == 0 || upto % r->group != 0 ||
        start == end)
        return TA_OK;
    ta_pass_end(&r->later.pass);
    return begin_sums(r, &r->later, start, end, upto);
}

ta_status ta_reach_beside(ta_reach *r, size_t i)
{
    if (!r->early || !(r->ways & TA_BY_TRANSFORM) ||
        end_of_group(r, i + 1) == i + 1)
        return TA_OK;
    ta_status st = look_farther(r, i + 1, i);
    return st == TA_OK ? look_ahead(r, i + 1, i) : st;
}

/* Transforms the sum of target i back, of which enough is proved. */
static ta_status mark_sum(ta_reach *r, size_t i, uint64_t *hot)
{
    double bound = bound_of(r, i);
    double off = r->spectra.transforms->marks(
        r->spectra.state, ta_spectra_sum(&r->spectra, i % r->slots), hot);
    r->backward++;
    r->deviation = fmax(r->deviation, off);
    r->bound = fmax(r->bound, bound);
    /* Which would refute hypothesis H of paper-notes.md. */
    return off > bound ? TA_ERANGE : TA_OK;
}

/* The terms of target i that go by transforms, where too little is proved of
 * their sum: in sums of as many as there may be. A pair of which alone too
 * little is proved is multiplied by GMP. */
static ta_status mark_in_parts(ta_reach *r, size_t i, uint64_t *hot)
{
    ta_target *target = &r->ahead[i % r->slots];
    size_t band = r->spectra.band, most = band != 0 ? ta_band_sources(band) : i;
    ta_status st = TA_OK;
    for (size_t from = 0, to; from < i && st == TA_OK; from = to) {
        *target = (ta_target){.taken = i};
        for (to = from; to < ta_min_u64(from + most, i); to++) {
            ta_target before = *target;
            add_term(r, i, to);
            if (bound_of(r, i) >= r->limit) {
                *target = before;
                break;
            }
        }
        if (to == from) {
            st = mark_direct(r, TA_BY_PACKED, i, from, from + 1, hot);
            to++;
        } else if (target->terms > 0) {
            begin_products(r, &r->next, from, to, i, i + 1);
            ta_pass_end(&r->next.pass);
            st = mark_sum(r, i, hot);
        }
    }
    return st;
}

ta_status ta_reach_child(ta_reach *r, size_t i, uint64_t *hot)
{
    ta_pass_end(&r->next.pass);
    if (i > 0)
        count_cold(r, i - 1);
    ta_status st = look_ahead(r, i, i);
    ta_pass_end(&r->next.pass);

    const unsigned char *way = ways_to(r, i);
    for (size_t j = 0, run; j < i && st == TA_OK; j = run) {
        for (run = j + 1; run < i && way[run] == way[j];)
            run++;
        if (way[j] != 0 && way[j] != TA_BY_TRANSFORM)
            st = mark_direct(r, way[j], i, j, run, hot);
    }
    ta_target *target = &r->ahead[i % r->slots];
    if (st == TA_OK && target->terms > 0)
        st = bound_of(r, i) < r->limit ? mark_sum(r, i, hot)
                                       : mark_in_parts(r, i, hot);
    *target = (ta_target){0}; /* the slot is for a later one now */
    return st;
}
