/* The share of a recursion that is done, by a model of what its children take:
 * convolve/cost.h says it in nanoseconds, but only ratios count here. */
#include "cold/divide.h"

#include <math.h>

/* A position in a base block, one that is packed into an operand of GMP's; how
 * much longer a shift takes with each doubling of the sources beyond 2^27. */
static const double BASE = 3, PACK = 8, FARTHER = 0.4;

/* From all sources of a node to child i, by shifts. */
static double by_shifts(const ta_job *job, unsigned bits, size_t i)
{
    uint64_t before = (uint64_t)i << bits;
    unsigned span = ta_log2_ceil(before);
    double one =
        ta_cost_tile(span) * (1 + FARTHER * (span > 27 ? span - 27 : 0)) +
        (ta_job_is_dense(job) ? TA_COST_DECODE : 0);
    return (double)ta_moves_below(job, before) * one *
               ceil(ldexp(1, (int)bits) / TA_TILE) +
           (double)before / 64 * TA_COST_SWEEP;
}

/* The same by GMP, a product for each source; what a limb costs grows with
 * the logarithm of their number (GMP 6.2). */
static double by_packed(const ta_job *job, unsigned bits, size_t i)
{
    double child = ldexp(1, (int)bits);
    double moves = (double)ta_moves_below(job, (uint64_t)2 << bits);
    double limbs = 3 * child * ceil(log2(fmin(child, moves) + 2)) / 64;
    double one = 12 * limbs * fmax(2, log2(limbs) - 6) + 3 * child * PACK;
    return (double)i * one;
}

/* The same by transforms: one of the source, one back, and the products, of
 * which those for a group of targets are all formed at its first one, and
 * take half as long as those in it: there with those of the sources in the
 * group before it, or with a band with those of the last source to the targets
 * after it. A band makes the transforms of all sources and windows again for
 * every group. */
static double by_transforms(const ta_reach *r, double transform, double product,
                            size_t i)
{
    size_t in_group = i % r->group, band = r->spectra.band;
    size_t left = ta_min_u64(r->group - in_group, r->fanout - i);
    if (in_group == 0)
        return (band != 0 ? 2 * (double)i : 2) * transform +
               (double)(i * left) * product;
    return 2 * (transform + (double)(band != 0 ? left : in_group) * product);
}

void ta_work_plan(ta_work *work, const ta_job *job, const ta_reach *r)
{
    const ta_transforms *t = r->spectra.transforms;
    ta_transform_cost one = ta_cost_of(t, r->log_child);
    double transform = (double)r->child * one.transform;
    double product = (double)r->child * one.product;
    double *upto = work->upto, indirect = 0;
    upto[0] = upto[1] = 0;
    for (size_t i = 1; i < r->fanout; i++) {
        upto[i + 1] = upto[i] + (r->ways & TA_BY_PACKED
                                     ? by_packed(job, r->log_child, i)
                                     : by_shifts(job, r->log_child, i));
        indirect += by_transforms(r, transform, product, i);
    }
    if (!(r->ways & TA_BY_TRANSFORM) ||
        (indirect >= upto[r->fanout] && (r->ways & (TA_BY_SHIFT | TA_BY_PUSH))))
        return;
    for (size_t i = 1; i < r->fanout; i++)
        upto[i + 1] = upto[i] + by_transforms(r, transform, product, i);
    work->first = transform + 2 * ta_cost_touch(t, r->log_child);
    work->again = transform;
}

/* What positions below `done` take in this run. */
static double spent(const ta_divide *r, uint64_t done)
{
    uint64_t known = r->job->known;
    double sum = BASE * (double)(done - known);
    for (unsigned k = 0; k < r->levels && done > known; k++) {
        const ta_work *work = &r->work[k];
        uint64_t fanout = r->reach[k].fanout, child = r->reach[k].child;
        uint64_t now = (done + child - 1) / child;
        uint64_t then = (known + child - 1) / child;
        const uint64_t whole = now / fanout - then / fanout;
        sum += (double)whole * work->upto[fanout] + work->upto[now % fanout] -
               work->upto[then % fanout];
        /* From the beginning of the node that was not known whole. */
        uint64_t fresh = ta_min_u64(now - (then - then % fanout), fanout);
        sum +=
            (double)fresh * work->first + (double)(then % fanout) * work->again;
    }
    return sum;
}

double ta_work_share(const ta_divide *r, uint64_t done)
{
    uint64_t n = r->job->n;
    if (done >= n)
        return 1;
    /* A run that goes on begins where the one before it has ended: that is
     * close to linear (n log^2 n). */
    double least = (double)r->job->known / (double)n;
    return least + (1 - least) * spent(r, done) / spent(r, n);
}
