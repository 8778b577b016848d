#include "cold/work.h"

#include <math.h>
#include <string.h>

#include "convolve/cost.h"
#include "convolve/direct.h"
#include "convolve/spectra.h"

/* A position in a base block, one in an operand of GMP's that is packed, and a
 * byte of memory that is touched for the first time. */
static const double BASE = 3, PACK = 8, TOUCH = 0.4;

static double moves_below(const ta_job *job, double end)
{
    double n = (double)job->n;
    return (double)ta_game_count_bound(job->game,
                                       end < n ? (uint64_t)end : job->n);
}

/* All sources of a node to child i, by shifts. */
static double shifts(const ta_job *job, unsigned bits, double span, size_t i)
{
    double child = ldexp(1, (int)bits);
    double tile = ta_cost_tile(ta_log2_ceil((uint64_t)span));
    double one =
        tile + (ta_set_is_dense(ta_game_count_bound(job->game, job->n), job->n)
                    ? ta_costs_here()->decode
                    : 0);
    return moves_below(job, (double)i * child) * one * ceil(child / TA_TILE) +
           (double)i * child / 64 * ta_costs_here()->sweep;
}

/* A product by GMP, of one child's positions and two children's of S; what a
 * limb costs grows with the logarithm of their number (GMP 6.2). */
static double packed(const ta_job *job, unsigned bits)
{
    double child = ldexp(1, (int)bits), moves = moves_below(job, 2 * child);
    double limbs = 3 * child * ceil(log2(fmin(child, moves) + 2)) / 64;
    return 12 * limbs * fmax(2, log2(limbs) - 6) + 3 * child * PACK;
}

/* Nanoseconds that a unit of a kind takes by the model. */
static double foreseen(const ta_work *work, unsigned level, int kind)
{
    unsigned bits = work->shape->log_child[level];
    const ta_transforms *t = work->transforms[level];
    double fft = ta_cost_transform(t, bits);
    double product = ta_cost_product(t, bits);
    switch (kind) {
    case TA_TOUCHING: {
        size_t fanout = work->shape->fanout[level];
        return TOUCH * (double)ta_spectra_memory(t, bits, fanout, fanout - 1);
    }
    case TA_FORWARD:
    case TA_BACKWARD:
        return ldexp(fft, (int)bits);
    case TA_AHEAD:
        return ldexp(product, (int)bits);
    case TA_WITHIN:
        return ldexp(2 * product, (int)bits);
    default:
        return 1;
    }
}

static void plan_direct(ta_work *work, const ta_job *job, unsigned level)
{
    const ta_shape *shape = work->shape;
    unsigned bits = shape->log_child[level];
    double span =
        fmin(ldexp((double)shape->fanout[level], (int)bits), (double)job->n);
    double *upto = work->upto[level][TA_DIRECT];
    bool by_gmp = (shape->ways[level] & TA_BY_PACKED) != 0;
    for (size_t i = 1; i < shape->fanout[level]; i++)
        upto[i + 1] = upto[i] + (by_gmp ? (double)i * packed(job, bits)
                                        : shifts(job, bits, span, i));
}

/* Products and transforms of a node's targets, as convolve/reach.c makes them:
 * for a group of targets those from before the group in one pass. */
static void plan_transforms(ta_work *work, unsigned level)
{
    size_t fanout = work->shape->fanout[level], group = ta_ahead(fanout);
    double(*upto)[TA_WORK_FANOUT + 1] = work->upto[level];
    for (size_t i = 1; i < fanout; i++) {
        upto[TA_FORWARD][i + 1] = upto[TA_FORWARD][i] + 1;
        upto[TA_BACKWARD][i + 1] = upto[TA_BACKWARD][i] + 1;
        upto[TA_WITHIN][i + 1] = upto[TA_WITHIN][i] + (double)i;
        /* All of a group at its first target. */
        upto[TA_AHEAD][i - i % group + 1] += (double)(i - i % group);
    }
    for (size_t i = 1; i < fanout; i++)
        upto[TA_AHEAD][i + 1] += upto[TA_AHEAD][i];
}

/* Units of a kind that positions below `done` ask for. */
static double asked(const ta_work *work, unsigned level, int kind,
                    uint64_t done)
{
    const ta_shape *shape = work->shape;
    uint64_t child = (uint64_t)1 << shape->log_child[level];
    uint64_t fanout = shape->fanout[level], begun = (done + child - 1) / child;
    uint64_t nodes = begun / fanout;
    const double *upto = work->upto[level][kind];
    return (double)nodes * upto[fanout] + upto[begun % fanout];
}

/* Windows of S that have been asked for; by known children too, but those ask
 * again. */
static double windows(const ta_work *work, unsigned level, uint64_t done)
{
    const ta_shape *shape = work->shape;
    uint64_t child = (uint64_t)1 << shape->log_child[level];
    uint64_t begun =
        ta_min_u64((done + child - 1) / child, shape->fanout[level]);
    return work->by_fft[level] && begun > 0 ? (double)(begun - 1) : 0;
}

/* Units of each kind at a level: made in this run, and still to be made. */
typedef struct units {
    double made[TA_KINDS], left[TA_KINDS];
} units;

static units units_of(const ta_work *work, unsigned level, uint64_t done)
{
    const double *pace = ta_reach_pace(work->reach[level])->units;
    units u = {0};
    for (int kind = 0; kind < TA_KINDS; kind++) {
        double known = asked(work, level, kind, work->known);
        double past = asked(work, level, kind, done);
        double made = pace[kind], all = asked(work, level, kind, work->n);
        if (kind == TA_DIRECT)
            made = past - known;
        u.made[kind] = made;
        if (kind == TA_FORWARD) {
            all += windows(work, level, work->n);
            past += windows(work, level, done);
        }
        if (kind == TA_WITHIN)
            made += pace[TA_AHEAD];
        /* Some are made ahead of the position; some never, where there is
         * nothing to do. */
        u.left[kind] = fmax(0, fmin(all - past, all - known - made));
    }
    u.left[TA_TOUCHING] =
        work->by_fft[level] ? fmax(0, 1 - pace[TA_TOUCHING]) : 0;
    u.left[TA_WITHIN] = fmax(0, u.left[TA_WITHIN] - u.left[TA_AHEAD]);
    return u;
}

/* What is left at a level, in seconds at the speeds seen so far. What has not
 * been seen is as far from the model as what has: at this level, or at the
 * others, whose `seen` seconds the model takes for `model`. */
static double left_at(const ta_work *work, unsigned level, uint64_t done,
                      double *seen, double *model)
{
    const double *seconds = ta_reach_pace(work->reach[level])->seconds;
    units u = units_of(work, level, done);
    double left = 0, fresh = 0, here = 0, foretold = 0;
    for (int kind = TA_TOUCHING; kind < TA_KINDS; kind++) {
        double one = 1e-9 * foreseen(work, level, kind);
        if (u.made[kind] > 0)
            left += u.left[kind] * seconds[kind] / u.made[kind];
        else
            fresh += u.left[kind] * one;
        /* What memory takes says nothing of the others. */
        if (kind != TA_TOUCHING && u.made[kind] > 0) {
            here += seconds[kind];
            foretold += u.made[kind] * one;
        }
    }
    *seen += here;
    *model += foretold;
    if (here > 0)
        return left + fresh * here / foretold;
    return left + fresh * (*seen > 0 ? *seen / *model : 1);
}

static double left_after(const ta_work *work, uint64_t done, double spent)
{
    double seen = 0, model = 0, base = spent, left = 0;
    for (unsigned k = 0; k < work->shape->levels; k++) {
        const double *seconds = ta_reach_pace(work->reach[k])->seconds;
        for (int kind = 0; kind < TA_KINDS; kind++)
            base -= seconds[kind];
        left += left_at(work, k, done, &seen, &model);
    }
    double positions = (double)(done - work->known);
    double one = positions > 0 ? fmax(base, 0) / positions : 1e-9 * BASE;
    return left + one * (double)(work->n - done);
}

void ta_work_plan(ta_work *work, const ta_job *job, const ta_shape *shape,
                  ta_reach *const *reach)
{
    *work = (ta_work){.shape = shape, .reach = reach, .n = job->n};
    for (unsigned k = 0; k < shape->levels; k++) {
        double(*upto)[TA_WORK_FANOUT + 1] = work->upto[k];
        size_t fanout = shape->fanout[k];
        plan_direct(work, job, k);
        work->transforms[k] =
            ta_transforms_for(job->options->convolver, shape->log_child[k]);
        if (!(shape->ways[k] & TA_BY_TRANSFORM))
            continue;
        plan_transforms(work, k);
        double by_fft = 0;
        for (int kind = TA_FORWARD; kind < TA_DIRECT; kind++)
            by_fft += upto[kind][fanout] * foreseen(work, k, kind);
        work->by_fft[k] = (shape->ways[k] & (TA_BY_SHIFT | TA_BY_PUSH)) == 0 ||
                          by_fft < upto[TA_DIRECT][fanout];
        for (int kind = 0; kind < TA_DIRECT && !work->by_fft[k]; kind++)
            memset(upto[kind], 0, sizeof upto[kind]);
        /* What little goes directly all the same is taken to be even. */
        for (size_t i = 0; i <= fanout && work->by_fft[k]; i++)
            upto[TA_DIRECT][i] = (double)i;
    }
    /* The share of a run that goes on begins where the one before it has ended:
     * that is close to linear (n log^2 n), while what the model takes for the
     * known part is off by what memory took when it was touched first. */
    work->known = job->known;
    work->least = (double)job->known / (double)ta_max_u64(job->n, 1);
}

double ta_work_share(ta_work *work, uint64_t done)
{
    double now = ta_now();
    if (work->start == 0)
        work->start = now;
    if (done >= work->n)
        return 1;
    double spent = now - work->start, left = left_after(work, done, spent);
    return work->least + (1 - work->least) * spent / (spent + left);
}
