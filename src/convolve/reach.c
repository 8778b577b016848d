/* The targets of one level: how each source reaches each target, and the sums
 * of products for those that do so by transforms. */
#include "convolve/reach.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "convolve/cost.h"
#include "convolve/packed.h"

void tai_convolve_field_place(ta_field *field, uint64_t elements, bool dense,
                              ta_arena *arena)
{
    field->sorted = dense ? TA_SCRATCH : UINT64_MAX;
    field->storage = ta_arena_place(arena, elements, 8);
    field->scratch = ta_arena_place(arena, dense ? 2 * TA_SCRATCH : 0, 8);
}

void tai_convolve_field_init(ta_field *field, const ta_set *set,
                             const uint64_t *cold, uint64_t n, tai_pool *pool)
{
    field->set = set;
    field->cold = cold;
    field->n = n;
    field->pool = pool;
    const uint64_t *s;
    size_t count = tai_set_window(set, 1, field->sorted, field->scratch, &s);
    tai_shifts_sort(s, count, field->storage, &field->shifts);
}

void tai_convolve_reach_plan(ta_reach *r)
{
    ta_reach_plan *p = &r->plan;
    const bool transforms = (p->ways & TA_BY_TRANSFORM) != 0;
    /* The last child is no source. */
    const size_t others = ta_max_u64(p->fanout, 2) - 1;
    const bool all = p->group == 0;
    r->child = (uint64_t)1 << p->log_child;
    if (all)
        p->group = ta_min_u64((p->fanout + 3) / 4, TA_TUNE_GROUP);
    const size_t sources = all ? others : (p->group + 3) / 4;
    r->store =
        (ta_transform_store){.transforms = p->transforms,
                             .log_length = p->log_child,
                             .sums = p->group,
                             .sources = sources,
                             .windows = ta_min_u64(others, p->group + sources)};
    if (transforms)
        tai_convolve_store_plan(&r->store);
    r->reuse = all ? p->fanout : p->group;
    r->bytes = r->store.bytes;
    r->brief = 0;
    /* A pair alone is above the bound only where a lower limit is asked for. */
    if ((p->ways & TA_BY_PACKED) || (transforms && p->limit < 0.5))
        r->brief =
            ta_add_sat(tai_packed_bytes(r->child, p->moves), r->child / 4 + 64);
}

void tai_convolve_reach_place(ta_reach *r, ta_arena *arena)
{
    const ta_reach_plan *p = &r->plan;
    const size_t fanout = p->fanout, pairs = p->group * fanout;
    const bool lists = (p->ways & TA_BY_PUSH) && p->dense;
    r->cold = ta_arena_place(arena, fanout, sizeof *r->cold);
    r->moves = ta_arena_place(arena, fanout, sizeof *r->moves);
    r->summed = ta_arena_place(arena, pairs, sizeof *r->summed);
    r->target = ta_arena_place(arena, p->group, sizeof *r->target);
    r->sums = ta_arena_place(arena, p->group, sizeof *r->sums);
    r->a = ta_arena_place(arena, pairs, sizeof *r->a);
    r->b = ta_arena_place(arena, pairs, sizeof *r->b);
    r->window = ta_arena_place(arena, lists ? r->child : 0, 8);
}

void tai_convolve_reach_open(ta_reach *r, const ta_field *field)
{
    r->field = field;
    r->moves[0] = 0;
    memset(r->summed, 0, r->plan.group * r->plan.fanout * sizeof *r->summed);
    for (size_t d = 1; d < r->plan.fanout; d++)
        r->moves[d] =
            tai_set_count(field->set, (d - 1) * r->child, (d + 1) * r->child);
}

void tai_convolve_reach_close(ta_reach *r)
{
    tai_pass_end(&r->pass); /* It is still open after a failure. */
    tai_convolve_store_close(&r->store);
}

static const uint64_t *source_bits(const ta_reach *r, size_t j)
{
    return r->field->cold + (r->lo + j * r->child) / 64;
}

static void source_count(ta_reach *r, size_t j)
{
    r->cold[j] = tai_popcount_words(source_bits(r, j), r->child / 64);
}

size_t tai_convolve_reach_begin(ta_reach *r, uint64_t lo, uint64_t known)
{
    const uint64_t starts = (r->field->n - lo - 1) / r->child + 1;
    const uint64_t finished = known > lo ? (known - lo) / r->child : 0;
    r->lo = lo;
    r->children = ta_min_u64(r->plan.fanout, starts);
    r->formed = 0;
    memset(r->target, 0, r->plan.group * sizeof *r->target);
    tai_convolve_store_forget(&r->store);
    for (size_t j = 0; j < ta_min_u64(finished, r->children); j++)
        source_count(r, j);
    return ta_min_u64(finished, r->children);
}

static ta_target *target_of(const ta_reach *r, size_t i)
{
    return &r->target[i % r->plan.group];
}

/* Returns, for each source, whether it is in the sum of target i. */
static bool *target_summed(const ta_reach *r, size_t i)
{
    return r->summed + i % r->plan.group * r->plan.fanout;
}

/* Returns the bound for the sum of target i. The sum may be formed in as many
 * parts as it has terms. */
static double target_bound(const ta_reach *r, size_t i)
{
    const ta_target *target = target_of(r, i);
    return target->norm *
           r->plan.transforms->bound(r->plan.log_child, 2 * target->terms);
}

static void target_add(ta_reach *r, size_t i, size_t j)
{
    ta_target *target = target_of(r, i);
    target->norm +=
        r->plan.transforms->norm((double)r->cold[j], (double)r->moves[i - j]);
    target->terms++;
}

/* Returns what a product of source j and its window costs target i. A transform
 * that is still to be made serves other targets, and that of a window all
 * nodes. */
static double transform_cost(const ta_reach *r, size_t i, size_t j)
{
    const ta_reach_plan *p = &r->plan;
    const ta_transform_store *s = &r->store;
    const double one = tai_convolve_cost_transform(p->transforms, p->log_child);
    const double nodes = fmax(1, (double)(r->field->n / r->child / p->fanout));
    double cost = tai_convolve_cost_product(p->transforms, p->log_child);
    if (!store_has(s, store_source(s, j), j))
        cost += one / (double)ta_min_u64(p->fanout - j, r->reuse);
    if (!store_has(s, store_window(s, i - j), i - j))
        cost += one / (double)ta_min_u64(p->fanout - (i - j), r->reuse) / nodes;
    return cost * (double)r->child;
}

static bool has_nothing(const ta_reach *r, size_t i, size_t j)
{
    return r->cold[j] == 0 || r->moves[i - j] == 0;
}

/* Decides whether the sources before `upto` that target i has not taken yet go
 * into its sum, and returns whether they do. */
static bool target_take(ta_reach *r, size_t i, size_t upto)
{
    const ta_reach_plan *p = &r->plan;
    ta_target *target = target_of(r, i);
    const size_t from = target->taken, terms = target->terms;
    const ta_sources some = {.reach = r, .i = i, .from = from, .to = upto};
    unsigned way;
    double cost = 0;
    /* An open sum is transformed back in any case. A new one may get further
     * sources later, which bear a part of that cost. */
    if (!target->open && i > 0)
        cost = tai_convolve_cost_transform(p->transforms, p->log_child) *
               (double)r->child * (from == 0 ? (double)upto / (double)i : 1);
    for (size_t j = from; j < upto; j++)
        cost += has_nothing(r, i, j) ? 0 : transform_cost(r, i, j);
    const bool use = cost < tai_convolve_sources_cost(&some, &way);
    for (size_t j = from; j < upto; j++) {
        target_summed(r, i)[j] = use && !has_nothing(r, i, j);
        if (target_summed(r, i)[j])
            target_add(r, i, j);
    }
    target->taken = upto;
    return target->terms > terms;
}

/* Begins one pass: to the sums of the targets [i, end) it adds their products
 * with the sources [from, to), where the bound allows. */
static void sums_begin(ta_reach *r, size_t from, size_t to, size_t i,
                       size_t end)
{
    ta_transform_store *s = &r->store;
    size_t count = 0, place = 0;
    tai_pass_end(&r->pass);
    for (size_t t = i; t < end; t++) {
        const bool *summed = target_summed(r, t);
        const void **a = r->a + place, **b = r->b + place;
        size_t terms = 0;
        if (target_bound(r, t) >= r->plan.limit)
            continue;
        for (size_t j = from; j < to; j++)
            if (summed[j]) {
                a[terms] = tai_convolve_store_get(s, store_source(s, j), j,
                                                  source_bits(r, j), NULL);
                b[terms++] = tai_convolve_store_get(s, store_window(s, t - j),
                                                    t - j, NULL, r->field->set);
            }
        if (terms == 0)
            continue;
        r->sums[count++] =
            (ta_sum){tai_convolve_store_sum(s, t % r->plan.group),
                     target_of(r, t)->open, terms, a, b};
        target_of(r, t)->open = true;
        r->counts.used[TA_DIRECT_WAYS] += terms;
        place += terms;
    }
    if (count > 0)
        tai_pass_begin(&r->pass, r->plan.transforms, r->store.state,
                       r->plan.log_child, r->field->pool, r->sums, count);
}

/* Begins the sums of the sources before `upto` for target i. The first target
 * of a group brings its whole group, so that each source is read from memory
 * once for all of them. Where few transforms are kept, a new source goes to the
 * rest of the group at once, since it would have to be made again. */
static ta_status sums_form(ta_reach *r, size_t i, size_t upto)
{
    const size_t group = r->plan.group, step = r->store.sources;
    size_t from = target_of(r, i)->taken;
    size_t end = ta_min_u64((i / group + 1) * group, r->children);
    bool any = false;
    if (!(r->plan.ways & TA_BY_TRANSFORM))
        return TA_OK;
    if (i < r->formed && r->reuse == r->plan.fanout)
        end = i + 1;
    r->formed = ta_max_u64(r->formed, end);
    for (size_t t = i; t < end; t++)
        any = target_take(r, t, upto) || any;
    if (any && tai_convolve_store_open(&r->store, r->field->pool) != TA_OK)
        return TA_ENOMEM;
    for (; any && from < upto; from += step)
        sums_begin(r, from, ta_min_u64(from + step, upto), i, end);
    return TA_OK;
}

ta_status tai_convolve_reach_beside(ta_reach *r, size_t i)
{
    return r->plan.beside && i + 1 < r->children ? sums_form(r, i + 1, i)
                                                 : TA_OK;
}

/* Transforms the sum of target i back. Enough is proved of it. A result that is
 * farther from an integer than its bound would refute the bound's hypothesis.
 */
static ta_status sum_mark(ta_reach *r, size_t i, uint64_t *hot)
{
    const double bound = target_bound(r, i);
    tai_pass_end(&r->pass);
    const double off = r->plan.transforms->marks(
        r->store.state, tai_convolve_store_sum(&r->store, i % r->plan.group),
        hot);
    r->counts.backward++;
    r->counts.deviation = fmax(r->counts.deviation, off);
    r->counts.bound = fmax(r->counts.bound, bound);
    return off > bound ? TA_ERANGE : TA_OK;
}

/* Marks what the sources [from, to) reach in target i without transforms: all
 * of them by the way that is cheapest for all of them. */
static ta_status direct_mark(ta_reach *r, size_t i, size_t from, size_t to,
                             uint64_t *hot)
{
    unsigned way;
    while (from < to && has_nothing(r, i, from))
        from++;
    while (from < to && has_nothing(r, i, to - 1))
        to--;
    if (from == to)
        return TA_OK;
    ta_sources some = {.reach = r, .i = i, .from = from, .to = to, .hot = hot};
    if (tai_convolve_sources_cost(&some, &way) >= TA_TUNE_SHARED)
        some.pool = r->field->pool;
    r->counts.used[way] += to - from;
    return tai_convolve_sources_mark(&some, way);
}

/* Marks by the terms of target i one at a time: too little is proved of their
 * sum. If too little is proved of a term, too, it goes by a direct way, which
 * is GMP if the level has no other. */
static ta_status terms_mark(ta_reach *r, size_t i, uint64_t *hot)
{
    const bool *summed = target_summed(r, i);
    ta_status st = TA_OK;
    for (size_t j = 0; j < i && st == TA_OK; j++) {
        if (!summed[j])
            continue;
        *target_of(r, i) = (ta_target){.taken = i};
        target_add(r, i, j);
        const bool proved = target_bound(r, i) < r->plan.limit;
        if (proved)
            sums_begin(r, j, j + 1, i, i + 1);
        st = proved ? sum_mark(r, i, hot) : direct_mark(r, i, j, j + 1, hot);
    }
    return st;
}

ta_status tai_convolve_reach_child(ta_reach *r, size_t i, uint64_t *hot)
{
    ta_target *target = target_of(r, i);
    const bool *summed = target_summed(r, i);
    if (i > 0)
        source_count(r, i - 1);
    ta_status st = sums_form(r, i, i);
    for (size_t j = 0, end; j < i && st == TA_OK; j = end) {
        for (end = j + 1; end < i && summed[end] == summed[j];)
            end++;
        if (!summed[j])
            st = direct_mark(r, i, j, end, hot);
    }
    if (st == TA_OK && target->terms > 0)
        st = target_bound(r, i) < r->plan.limit ? sum_mark(r, i, hot)
                                                : terms_mark(r, i, hot);
    *target = (ta_target){0}; /* It is a target of the next group now. */
    return st;
}

void tai_convolve_reach_report(const ta_reach *r, ta_stats *stats)
{
    const ta_reach_counts *counts = &r->counts;
    char text[160] = "";
    size_t at = 0;
    for (unsigned k = 0; k < TA_WAYS; k++)
        if (counts->used[k] > 0)
            at += (size_t)snprintf(text + at, sizeof text - at, " %s %llu",
                                   tai_convolve_way_name(k),
                                   (unsigned long long)counts->used[k]);
    tai_stats_add(stats, "level", "children of 2^%u, %zu a node:%s",
                  r->plan.log_child, r->plan.fanout, at > 0 ? text : " none");
    if (counts->used[TA_DIRECT_WAYS] == 0)
        return;
    tai_stats_add(stats, "transforms", "%s, 2^%u: %llu forward, %llu backward",
                  r->plan.transforms->name, r->plan.log_child,
                  (unsigned long long)r->store.forward,
                  (unsigned long long)counts->backward);
    if (r->plan.transforms == &tai_fftw) {
        tai_stats_add(stats, "fft_bound", "%.6g", counts->bound);
        tai_stats_add(stats, "fft_deviation", "%.3g", counts->deviation);
    }
}
