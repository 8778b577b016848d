#include "cold/work.h"

#include <math.h>

#include "convolve/cost.h"
#include "convolve/direct.h"
#include "convolve/reach.h"

/* A position in a base block, in an operand of GMP's that is packed, and in
 * memory that is touched for the first time. */
static const double BASE = 3, PACK = 8, TOUCH = 8;

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

/* One target's share of a node's transforms and products, on the average. */
static double transforms(unsigned bits, bool single, size_t i)
{
    return ldexp(2 * ta_cost_fft(bits, single) + ta_costs_here()->clear +
                     (double)i * ta_cost_product(bits, single),
                 (int)bits);
}

void ta_work_plan(ta_work *work, const ta_job *job, const ta_shape *shape)
{
    *work = (ta_work){.shape = shape, .n = job->n, .known = job->known};
    bool single = job->options->precision != TA_PRECISION_DOUBLE;
    for (unsigned k = 0; k < shape->levels; k++) {
        unsigned bits = shape->log_child[k], ways = shape->ways[k];
        size_t fanout = shape->fanout[k];
        double span = fmin(ldexp((double)fanout, (int)bits), (double)job->n);
        bool direct = (ways & (TA_BY_SHIFT | TA_BY_PUSH)) != 0;
        work->by_fft[k] = (ways & TA_BY_FFT) != 0 &&
                          (!direct || transforms(bits, single, fanout / 2) <
                                          shifts(job, bits, span, fanout / 2));
        for (size_t i = 1; i < fanout && !work->by_fft[k]; i++)
            work->upto[k][i + 1] =
                work->upto[k][i] + ((ways & TA_BY_PACKED) != 0
                                        ? (double)i * packed(job, bits)
                                        : shifts(job, bits, span, i));
    }
}

/* Nanoseconds of what has been counted at a level. */
static double cost_of(const ta_shape *shape, unsigned level,
                      const ta_reach_counts *c)
{
    unsigned bits = shape->log_child[level];
    double fft = ta_cost_fft(bits, c->single);
    double room = 2 * (double)(shape->fanout[level] - 1);
    return ldexp((c->forward + c->backward) * fft +
                     c->backward * ta_costs_here()->clear +
                     c->pairs * ta_cost_product(bits, c->single) +
                     fmin(c->forward, room) * TOUCH,
                 (int)bits);
}

/* What will have been counted when positions below `done` are finished: each
 * child but the last of a node is a source, each but the first a target; the
 * windows of S are those of the first node. */
static ta_reach_counts expected(const ta_shape *shape, unsigned level,
                                bool single, uint64_t done)
{
    uint64_t child = (uint64_t)1 << shape->log_child[level];
    uint64_t fanout = shape->fanout[level], begun = (done + child - 1) / child;
    uint64_t nodes = begun / fanout;
    double whole = (double)nodes, f = (double)fanout;
    double i = (double)(begun % fanout), part = i > 0 ? i - 1 : 0;
    double windows = begun > 0 ? (double)(ta_min_u64(begun, fanout) - 1) : 0;
    return (ta_reach_counts){.single = single,
                             .forward = whole * (f - 1) + part + windows,
                             .backward = whole * (f - 1) + part,
                             .pairs = (whole * f * (f - 1) + i * part) / 2};
}

static double by_position(const ta_work *work, unsigned level, uint64_t done)
{
    const ta_shape *shape = work->shape;
    uint64_t child = (uint64_t)1 << shape->log_child[level];
    uint64_t fanout = shape->fanout[level], begun = (done + child - 1) / child;
    uint64_t nodes = begun / fanout;
    return (double)nodes * work->upto[level][fanout] +
           work->upto[level][begun % fanout];
}

double ta_work_share(const ta_work *work, ta_reach *const *reach, uint64_t done)
{
    const ta_shape *shape = work->shape;
    double spent = BASE * (double)done, all = BASE * (double)work->n;
    for (unsigned k = 0; k < shape->levels; k++) {
        if (!work->by_fft[k]) {
            spent += by_position(work, k, done);
            all += by_position(work, k, work->n);
            continue;
        }
        ta_reach_counts made = ta_reach_done(reach[k]);
        ta_reach_counts whole = expected(shape, k, made.single, work->n);
        ta_reach_counts known = expected(shape, k, made.single, work->known);
        double most = cost_of(shape, k, &whole);
        all += most;
        spent +=
            fmin(most, cost_of(shape, k, &made) + cost_of(shape, k, &known));
    }
    return done >= work->n ? 1 : fmin(1, spent / all);
}
