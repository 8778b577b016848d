/* A level: the way of each source, sums for a group in one pass, the bound
 * before each use. Begin with tai_convolve_reach_child: README.md, "A child".
 */
#include "convolve/reach.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void tai_convolve_field_place(tai_field *field, uint64_t elements, bool dense,
                              tai_arena *arena)
{
    field->shifts_end = dense ? TA_SCRATCH : UINT64_MAX;
    field->storage = tai_arena_place(arena, elements, 8);
    field->scratch = tai_arena_place(arena, dense ? 2 * TA_SCRATCH : 0, 8);
}

void tai_convolve_field_init(tai_field *field, const tai_set *set,
                             const uint64_t *cold, uint64_t n, tai_pool *pool)
{
    field->set = set;
    field->cold = cold;
    field->n = n;
    field->pool = pool;
    const uint64_t *s;
    size_t count =
        tai_set_window(set, 1, field->shifts_end, field->scratch, &s);
    tai_shifts_sort(s, count, field->storage, &field->shifts);
}

void tai_convolve_reach_plan(tai_reach *r)
{
    tai_reach_plan *p = &r->plan;
    const bool transforms = (p->ways & TA_BY_TRANSFORM) != 0;
    const size_t earlier = tai_max_u64(p->fanout, 2) - 1; /* than the last */
    const bool keep_all = p->group == 0;
    if (keep_all)
        p->group = tai_min_u64((p->fanout + 3) / 4, TA_TUNE_GROUP);
    const size_t sources = keep_all ? earlier : (p->group + 3) / 4;
    r->child = (uint64_t)1 << p->log_child;
    r->reuse = keep_all ? p->fanout : p->group;
    r->store = (tai_transform_store){
        .transforms = p->transforms,
        .log_length = p->log_child,
        .sums = p->group,
        .sources = sources,
        .windows = tai_min_u64(earlier, p->group + sources)};
    if (transforms)
        tai_convolve_store_plan(&r->store);
    /* For GMP, also for terms whose own bound reaches the limit, which the
     * caller then has lowered from 1/2. */
    if ((p->ways & TA_BY_PACKED) || (transforms && p->limit < 0.5))
        r->brief = tai_add_sat(tai_packed_bytes(r->child, p->moves),
                               r->child / 4 + 64);
}

void tai_convolve_reach_place(tai_reach *r, tai_arena *arena)
{
    const size_t fanout = r->plan.fanout, group = r->plan.group;
    r->cold = tai_arena_place(arena, fanout, sizeof *r->cold);
    r->moves = tai_arena_place(arena, fanout, sizeof *r->moves);
    r->target = tai_arena_place(arena, group, sizeof *r->target);
    r->summed = tai_arena_place(arena, group * fanout, sizeof *r->summed);
    r->sums = tai_arena_place(arena, group, sizeof *r->sums);
    r->a = tai_arena_place(arena, group * fanout, sizeof *r->a);
    r->b = tai_arena_place(arena, group * fanout, sizeof *r->b);
}

void tai_convolve_reach_open(tai_reach *r, const tai_field *field)
{
    const size_t fanout = r->plan.fanout;
    r->field = field;
    r->moves[0] = 0;
    memset(r->summed, 0, r->plan.group * fanout * sizeof *r->summed);
    for (size_t k = 0; k < r->plan.group; k++)
        r->target[k].summed = r->summed + k * fanout;
    for (size_t d = 1; d < fanout; d++)
        r->moves[d] =
            tai_set_count(field->set, (d - 1) * r->child, (d + 1) * r->child);
}

void tai_convolve_reach_close(tai_reach *r)
{
    /* Threads may still form the sum of the next child. */
    tai_pass_end(&r->pass);
    r->store.transforms->close(r->store.state);
    tai_arena_close(&r->store.arena);
}

static const uint64_t *source_bits(const tai_reach *r, size_t j)
{
    return r->field->cold + (r->lo + j * r->child) / 64;
}

static tai_target *target_of(const tai_reach *r, size_t i)
{
    return &r->target[i % r->plan.group];
}

static void target_clear(tai_target *target)
{
    *target = (tai_target){.summed = target->summed};
}

size_t tai_convolve_reach_begin(tai_reach *r, uint64_t lo, uint64_t known)
{
    const uint64_t below_n = (r->field->n - lo - 1) / r->child + 1;
    const uint64_t finished = known > lo ? (known - lo) / r->child : 0;
    r->lo = lo;
    r->children = tai_min_u64(r->plan.fanout, below_n);
    r->visited = 0;
    for (size_t k = 0; k < r->plan.group; k++)
        target_clear(&r->target[k]);
    /* Sources of the last node; windows serve all nodes. */
    if (r->store.state != NULL)
        memset(r->store.holds + r->store.sums, 0,
               r->store.sources * sizeof *r->store.holds);
    const size_t first = tai_min_u64(finished, r->children);
    for (size_t j = 0; j < first; j++)
        r->cold[j] = tai_popcount_range(source_bits(r, j), 0, r->child);
    return first;
}

static void target_add(tai_reach *r, size_t i, size_t j)
{
    tai_target *target = target_of(r, i);
    target->norm +=
        r->plan.transforms->norm((double)r->cold[j], (double)r->moves[i - j]);
    target->terms++;
}

/* `2 * terms`: a sum may be formed in several passes, with a rounding each. */
static double target_bound(const tai_reach *r, const tai_target *target)
{
    const tai_transforms *t = r->plan.transforms;
    return target->norm * t->bound(t, r->plan.log_child, 2 * target->terms);
}

/* Chooses by time between the sum and the best direct way for the sources
 * [taken, upto) of target i. Returns whether any became a term. */
static bool target_choose(tai_reach *r, size_t i, size_t upto)
{
    const tai_transform_store *s = &r->store;
    const size_t fanout = r->plan.fanout;
    tai_target *target = target_of(r, i);
    const size_t from = target->taken, terms = target->terms;
    const double transform =
        tai_transform_cost(s->transforms, s->log_length, TA_TRANSFORM);
    const double product =
        tai_transform_cost(s->transforms, s->log_length, TA_PRODUCT);
    const double nodes = fmax(1, (double)(r->field->n / r->child / fanout));
    /* A position: the way back, upto / i of it where sources will follow; a
     * product for each source; transforms that are not stored, shared by the
     * targets that will use them, windows by all nodes. */
    double ns = target->begun || i == 0 ? 0 : transform;
    if (from == 0 && i > 0)
        ns *= (double)upto / (double)i;
    for (size_t j = from, d = i - from; j < upto; j++, d--) {
        if (reach_is_empty(r, i, j))
            continue;
        ns += product;
        if (!store_has(s, false, j))
            ns += transform / (double)tai_min_u64(fanout - j, r->reuse);
        if (!store_has(s, true, d))
            ns += transform / (double)tai_min_u64(fanout - d, r->reuse) / nodes;
    }
    unsigned way;
    const bool by_sum = ns * (double)r->child <
                        tai_convolve_direct_cost(r, i, from, upto, &way);
    for (size_t j = from; j < upto; j++) {
        target->summed[j] = by_sum && !reach_is_empty(r, i, j);
        if (target->summed[j])
            target_add(r, i, j);
    }
    target->taken = upto;
    return target->terms > terms;
}

/* Begins a pass: adds the sources [from, to), no more than have places, to the
 * sums of targets [i, end). A target whose bound is too large is left to
 * terms_mark. */
static void sums_begin(tai_reach *r, size_t from, size_t to, size_t i,
                       size_t end)
{
    tai_transform_store *s = &r->store;
    size_t count = 0, factors = 0;
    tai_pass_end(&r->pass);
    for (size_t t = i; t < end; t++) {
        tai_target *target = target_of(r, t);
        const void **a = r->a + factors, **b = r->b + factors;
        size_t terms = 0;
        if (target_bound(r, target) >= r->plan.limit)
            continue;
        for (size_t j = from; j < to; j++)
            if (target->summed[j]) {
                a[terms] = tai_convolve_store_get(s, j, source_bits(r, j));
                b[terms++] = tai_convolve_store_get(s, t - j, NULL);
            }
        if (terms == 0)
            continue;
        r->sums[count++] =
            (tai_sum){tai_convolve_store_at(s, t % r->plan.group),
                      target->begun, terms, a, b};
        target->begun = true;
        r->counts.used[TA_DIRECT_WAYS] += terms;
        factors += terms;
    }
    if (count > 0)
        tai_pass_begin(&r->pass, s->transforms, s->state, s->log_length,
                       r->field->pool, r->sums, count);
}

/* Brings the sum of target i, or of all targets [i, end) of its group, up to
 * the sources below `upto`; these have the same `taken`. */
static ta_status sums_form(tai_reach *r, size_t i, size_t upto)
{
    const size_t group = r->plan.group, step = r->store.sources;
    const bool keeps_all = r->reuse == r->plan.fanout;
    size_t from = target_of(r, i)->taken;
    size_t end = tai_min_u64((i / group + 1) * group, r->children);
    bool any = false;
    if (!(r->plan.ways & TA_BY_TRANSFORM))
        return TA_OK;
    if (i < r->visited && keeps_all)
        end = i + 1;
    r->visited = tai_max_u64(r->visited, end);
    for (size_t t = i; t < end; t++)
        any = target_choose(r, t, upto) || any;
    if (any && tai_convolve_store_open(&r->store, r->field->set,
                                       r->field->pool) != TA_OK)
        return TA_ENOMEM;
    for (; any && from < upto; from += step)
        sums_begin(r, from, tai_min_u64(from + step, upto), i, end);
    return TA_OK;
}

/* TA_ERANGE: a value is farther from an integer than the bound, so hypothesis H
 * of README.md is false. */
static ta_status sum_mark(tai_reach *r, size_t i, uint64_t *hot)
{
    const double bound = target_bound(r, target_of(r, i));
    tai_pass_end(&r->pass);
    const double off = r->plan.transforms->marks(
        r->store.state, tai_convolve_store_at(&r->store, i % r->plan.group),
        hot);
    r->counts.backward++;
    r->counts.deviation = fmax(r->counts.deviation, off);
    r->counts.bound = fmax(r->counts.bound, bound);
    return off > bound ? TA_ERANGE : TA_OK;
}

/* Marks target i term by term, where the bound of the whole sum is too large:
 * by a transform where that of the term is not, else directly. */
static ta_status terms_mark(tai_reach *r, size_t i, uint64_t *hot)
{
    tai_target *target = target_of(r, i);
    ta_status st = TA_OK;
    for (size_t j = 0; j < i && st == TA_OK; j++) {
        if (!target->summed[j])
            continue;
        target_clear(target);
        target_add(r, i, j);
        const bool proved = target_bound(r, target) < r->plan.limit;
        if (proved)
            sums_begin(r, j, j + 1, i, i + 1);
        st = proved ? sum_mark(r, i, hot)
                    : tai_convolve_direct_mark(r, i, j, j + 1, hot);
    }
    return st;
}

ta_status tai_convolve_reach_child(tai_reach *r, size_t i, uint64_t *hot)
{
    tai_target *target = target_of(r, i);
    if (i > 0)
        r->cold[i - 1] = tai_popcount_range(source_bits(r, i - 1), 0, r->child);
    ta_status st = sums_form(r, i, i);
    /* Ranges [j, end) of one kind. */
    for (size_t j = 0, end; j < i && st == TA_OK; j = end) {
        for (end = j + 1; end < i && target->summed[end] == target->summed[j];)
            end++;
        if (!target->summed[j])
            st = tai_convolve_direct_mark(r, i, j, end, hot);
    }
    if (st == TA_OK && target->terms > 0)
        st = target_bound(r, target) < r->plan.limit ? sum_mark(r, i, hot)
                                                     : terms_mark(r, i, hot);
    /* The entry is free for the next group. */
    target_clear(target);
    /* Without source i, which the caller has yet to solve. */
    if (st == TA_OK && r->field->pool->threads > 1 && i + 1 < r->children)
        st = sums_form(r, i + 1, i);
    return st;
}

void tai_convolve_reach_report(const tai_reach *r, ta_stats *stats)
{
    static const char *const name[TA_WAYS] = {"s-major", "cold-major", "packed",
                                              "transform"};
    const tai_reach_counts *counts = &r->counts;
    char text[160] = "";
    size_t at = 0;
    for (unsigned k = 0; k < TA_WAYS; k++)
        if (counts->used[k] > 0)
            at +=
                (size_t)snprintf(text + at, sizeof text - at, " %s %llu",
                                 name[k], (unsigned long long)counts->used[k]);
    tai_report_add(stats, "level", "children of 2^%u, %zu a node:%s",
                   r->plan.log_child, r->plan.fanout, at > 0 ? text : " none");
    if (counts->used[TA_DIRECT_WAYS] == 0)
        return;
    tai_report_add(stats, "transforms", "%s, 2^%u: %llu forward, %llu backward",
                   r->plan.transforms->name, r->plan.log_child,
                   (unsigned long long)r->store.forward,
                   (unsigned long long)counts->backward);
    if (r->plan.transforms == &tai_fftw) {
        tai_report_add(stats, "fft_bound", "%.6g", counts->bound);
        tai_report_add(stats, "fft_deviation", "%.3g", counts->deviation);
    }
}
