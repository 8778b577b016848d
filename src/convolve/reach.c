/* Marks the positions with a move to a cold position (P-position), for one
 * level of the recursion (reach.h). A level consists of nodes, ranges of
 * positions that are divided into children. In each child, the positions with a
 * move to a cold position of an earlier child are marked. For each earlier
 * child, the code chooses between transforms and other methods. This file forms
 * sums of products of transforms, and ways.c has the other methods. */
#include "convolve/reach.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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
    /* `others` is the number of children of a node that have later siblings,
     * and so serve as sources of marks: all but the last child. */
    const size_t others = ta_max_u64(p->fanout, 2) - 1;
    const bool all = p->group == 0;
    if (all)
        p->group = ta_min_u64((p->fanout + 3) / 4, TA_TUNE_GROUP);
    const size_t sources = all ? others : (p->group + 3) / 4;
    r->child = (uint64_t)1 << p->log_child;
    r->reuse = all ? p->fanout : p->group;
    r->store =
        (ta_transform_store){.transforms = p->transforms,
                             .log_length = p->log_child,
                             .sums = p->group,
                             .sources = sources,
                             .windows = ta_min_u64(others, p->group + sources)};
    if (transforms)
        tai_convolve_store_plan(&r->store);
    /* Memory for multiplying long integers by GMP. GMP is used in two cases:
     * (1) with TA_BY_PACKED, for all convolutions; (2) for a single product of
     * transforms whose bound on the rounding errors reaches p->limit. This
     * bound is always below 1/2. So case (2) needs a limit below 1/2, which
     * only the caller can set. */
    if ((p->ways & TA_BY_PACKED) || (transforms && p->limit < 0.5))
        r->brief =
            ta_add_sat(tai_packed_bytes(r->child, p->moves), r->child / 4 + 64);
}

void tai_convolve_reach_place(ta_reach *r, ta_arena *arena)
{
    const size_t fanout = r->plan.fanout, group = r->plan.group;
    r->cold = ta_arena_place(arena, fanout, sizeof *r->cold);
    r->moves = ta_arena_place(arena, fanout, sizeof *r->moves);
    r->target = ta_arena_place(arena, group, sizeof *r->target);
    r->summed = ta_arena_place(arena, group * fanout, sizeof *r->summed);
    r->sums = ta_arena_place(arena, group, sizeof *r->sums);
    r->a = ta_arena_place(arena, group * fanout, sizeof *r->a);
    r->b = ta_arena_place(arena, group * fanout, sizeof *r->b);
}

void tai_convolve_reach_open(ta_reach *r, const ta_field *field)
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

void tai_convolve_reach_close(ta_reach *r)
{
    /* If an earlier call failed, other threads may still be computing sums.
     * tai_pass_end waits until they have finished. */
    tai_pass_end(&r->pass);
    r->store.transforms->close(r->store.state);
    ta_arena_close(&r->store.arena);
}

static const uint64_t *source_bits(const ta_reach *r, size_t j)
{
    return r->field->cold + (r->lo + j * r->child) / 64;
}

static ta_target *target_of(const ta_reach *r, size_t i)
{
    return &r->target[i % r->plan.group];
}

static void target_clear(ta_target *target)
{
    *target = (ta_target){.summed = target->summed};
}

size_t tai_convolve_reach_begin(ta_reach *r, uint64_t lo, uint64_t known)
{
    const uint64_t starts = (r->field->n - lo - 1) / r->child + 1;
    const uint64_t finished = known > lo ? (known - lo) / r->child : 0;
    r->lo = lo;
    r->children = ta_min_u64(r->plan.fanout, starts);
    r->formed = 0;
    for (size_t k = 0; k < r->plan.group; k++)
        target_clear(&r->target[k]);
    /* Removes the transforms of sources from the store. A source is the cold
     * positions of one child of a node. The stored transforms belong to
     * children of the previous node. */
    if (r->store.state != NULL)
        memset(r->store.holds + r->store.sums, 0,
               r->store.sources * sizeof *r->store.holds);
    const size_t first = ta_min_u64(finished, r->children);
    for (size_t j = 0; j < first; j++)
        r->cold[j] = tai_popcount_range(source_bits(r, j), 0, r->child);
    return first;
}

static void target_add(ta_reach *r, size_t i, size_t j)
{
    ta_target *target = target_of(r, i);
    target->norm +=
        r->plan.transforms->norm((double)r->cold[j], (double)r->moves[i - j]);
    target->terms++;
}

/* Returns a bound on the rounding errors of a target's sum of products of
 * transforms. (A target is a child to be marked.) If the bound is below 1/2,
 * the sum gives exact marks. The products may be added to the sum in several
 * passes, with one more rounding for each pass. The bound covers these
 * roundings, too. */
static double target_bound(const ta_reach *r, const ta_target *target)
{
    const ta_transforms *t = r->plan.transforms;
    return target->norm * t->bound(t, r->plan.log_child, 2 * target->terms);
}

/* Decides whether target i (child i of the current node) is marked by
 * transforms from some sources. The sources are the earlier children
 * target->taken, ..., upto - 1; no method has been chosen for them yet. The
 * function compares the predicted time of transforms with that of the fastest
 * other method. If transforms are faster, each of these sources becomes a term
 * of the target's sum of products. (A source that cannot lead to marks is left
 * out.) For each source j, target->summed[j] is set to whether it has become a
 * term. Returns whether any source has become a term. */
static bool target_take(ta_reach *r, size_t i, size_t upto)
{
    const ta_transform_store *s = &r->store;
    const size_t fanout = r->plan.fanout;
    ta_target *target = target_of(r, i);
    const size_t from = target->taken, terms = target->terms;
    const double transform =
        tai_transform_cost(s->transforms, s->log_length, TA_TRANSFORM);
    const double product =
        tai_transform_cost(s->transforms, s->log_length, TA_PRODUCT);
    const double nodes = fmax(1, (double)(r->field->n / r->child / fanout));
    /* `ns` is the predicted time of using transforms, in nanoseconds for each
     * position. Child i of the node is to be marked from earlier children, the
     * sources from, ..., upto - 1. The time has three parts:
     *   (1) The backward transform of a new sum. If other sources may be added
     *       later, only the share upto / i of this time counts.
     *   (2) One product for each source.
     *   (3) Each transform that is not stored yet. Its time is divided by the
     *       number of children that will use it. The transform of a window (a
     *       range of S) also serves other nodes, so its time is divided by the
     *       number of nodes, too. */
    double ns = target->open || i == 0 ? 0 : transform;
    if (from == 0 && i > 0)
        ns *= (double)upto / (double)i;
    for (size_t j = from, d = i - from; j < upto; j++, d--) {
        if (reach_is_empty(r, i, j))
            continue;
        ns += product;
        if (!store_has(s, false, j))
            ns += transform / (double)ta_min_u64(fanout - j, r->reuse);
        if (!store_has(s, true, d))
            ns += transform / (double)ta_min_u64(fanout - d, r->reuse) / nodes;
    }
    unsigned way;
    const bool use = ns * (double)r->child <
                     tai_convolve_direct_cost(r, i, from, upto, &way);
    for (size_t j = from; j < upto; j++) {
        target->summed[j] = use && !reach_is_empty(r, i, j);
        if (target->summed[j])
            target_add(r, i, j);
    }
    target->taken = upto;
    return target->terms > terms;
}

/* Begins to compute the sums of products of transforms for the targets
 * (children to be marked) i, ..., end - 1, all in one pass. The function adds
 * products for the sources (earlier children) from, ..., to - 1 only. Source j
 * adds a product to a target's sum if target->summed[j] is true. A target is
 * skipped if the bound on the rounding errors of its sum is not below
 * r->plan.limit. */
static void sums_begin(ta_reach *r, size_t from, size_t to, size_t i,
                       size_t end)
{
    ta_transform_store *s = &r->store;
    size_t count = 0, place = 0;
    tai_pass_end(&r->pass);
    for (size_t t = i; t < end; t++) {
        ta_target *target = target_of(r, t);
        const void **a = r->a + place, **b = r->b + place;
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
        r->sums[count++] = (ta_sum){tai_convolve_store_at(s, t % r->plan.group),
                                    target->open, terms, a, b};
        target->open = true;
        r->counts.used[TA_DIRECT_WAYS] += terms;
        place += terms;
    }
    if (count > 0)
        tai_pass_begin(&r->pass, s->transforms, s->state, s->log_length,
                       r->field->pool, r->sums, count);
}

/* Begins to compute the sum of products of transforms for target i. The target
 * is child i of the node, and its sources are the earlier children 0, ..., upto
 * - 1. The function first chooses a method for each source that has none yet.
 * Each source with the method of transforms adds one product to the sum.
 *
 * The children form groups. The first call for a group begins the sums of all
 * its children, so that each transform is read only once. A later call for
 * child i adds new sources to its own sum only, if the store keeps all
 * transforms. Otherwise it also adds them to the sums of the later children of
 * the group, because these transforms may be overwritten soon.
 *
 * Returns TA_OK, or TA_ENOMEM if there is no memory. */
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
    if (any && tai_convolve_store_open(&r->store, r->field->set,
                                       r->field->pool) != TA_OK)
        return TA_ENOMEM;
    for (; any && from < upto; from += step)
        sums_begin(r, from, ta_min_u64(from + step, upto), i, end);
    return TA_OK;
}

/* Marks target i from its sum of products of transforms: transforms the sum
 * back, and sets the bits of `hot` for which the result is not 0. The bound on
 * the rounding errors (target_bound) must be below r->plan.limit. Returns
 * TA_OK, or TA_ERANGE if a computed value is farther from the nearest integer
 * than the bound. In that case the assumption behind the bound is wrong
 * (hypothesis H of README.md). */
static ta_status sum_mark(ta_reach *r, size_t i, uint64_t *hot)
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

/* Marks target i (child i of the node) from one source at a time. This is for a
 * target whose whole sum of products of transforms may have too large rounding
 * errors. The sources are the earlier children that have a product in the sum.
 * If the bound on the rounding errors of one product is below r->plan.limit,
 * the source is handled by transforms. Otherwise it is handled by a method
 * without transforms. Returns TA_OK or an error. */
static ta_status terms_mark(ta_reach *r, size_t i, uint64_t *hot)
{
    ta_target *target = target_of(r, i);
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

ta_status tai_convolve_reach_child(ta_reach *r, size_t i, uint64_t *hot)
{
    ta_target *target = target_of(r, i);
    if (i > 0)
        r->cold[i - 1] = tai_popcount_range(source_bits(r, i - 1), 0, r->child);
    ta_status st = sums_form(r, i, i);
    for (size_t j = 0, end; j < i && st == TA_OK; j = end) {
        for (end = j + 1; end < i && target->summed[end] == target->summed[j];)
            end++;
        if (!target->summed[j])
            st = tai_convolve_direct_mark(r, i, j, end, hot);
    }
    if (st == TA_OK && target->terms > 0)
        st = target_bound(r, target) < r->plan.limit ? sum_mark(r, i, hot)
                                                     : terms_mark(r, i, hot);
    /* Child i is marked now, so its entry of r->target becomes free for a child
     * of the next group. */
    target_clear(target);
    if (st == TA_OK && r->field->pool->threads > 1 && i + 1 < r->children)
        st = sums_form(r, i + 1, i);
    return st;
}

void tai_convolve_reach_report(const ta_reach *r, ta_stats *stats)
{
    static const char *const name[TA_WAYS] = {"s-major", "cold-major", "packed",
                                              "transform"};
    const ta_reach_counts *counts = &r->counts;
    char text[160] = "";
    size_t at = 0;
    for (unsigned k = 0; k < TA_WAYS; k++)
        if (counts->used[k] > 0)
            at +=
                (size_t)snprintf(text + at, sizeof text - at, " %s %llu",
                                 name[k], (unsigned long long)counts->used[k]);
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
