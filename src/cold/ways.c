/* The engines that are Eppstein's recursion with one or another way of
 * finding the targets reached: shift, divide, exact, auto. */
#include "base/fleet.h"
#include "cold/divide.h"
#include "cold/engines.h"
#include "cold/wheel/engine.h"
#include "convolve/reach.h"

/* Blocks of one tile at the bottom. From 2^17 positions on, divide is what
 * its name says; below, it takes shifts where they are cheaper. */
enum { BASE_BITS = 13, TRANSFORM_BITS = 17, SHIFT_STEP = 4 };

/* Children of a top level that keeps few transforms: the largest that the
 * exact transforms have, the smallest worth trying, and how many. Of fewer than
 * four transforms, the same would be made too often. */
enum { BAND_MOST = 24, BAND_LEAST = 14, CHILDREN = 1024, LEAST_BAND = 4 };

static unsigned base_bits(const ta_job *job)
{
    unsigned bits = job->options->base_bits;
    return bits != 0 ? bits : BASE_BITS;
}

static ta_shape shift_shape(const ta_job *job)
{
    return ta_shape_even(job->n, base_bits(job), SHIFT_STEP, TA_BY_SHIFT);
}

static ta_shape exact_shape(const ta_job *job)
{
    return ta_shape_even(job->n, base_bits(job), 1, TA_BY_PACKED);
}

static bool fits(const ta_job *job, const ta_shape *shape)
{
    const uint64_t most = job->options->max_memory;
    if (most == 0)
        return true;
    ta_divide sizes;
    ta_divide_plan(&sizes, job, shape);
    return ta_add_sat(sizes.bytes, ta_set_memory(job->game, job->n)) <= most;
}

/* The cheapest shape; where its transforms have no room, that with the largest
 * children, and the most of their transforms kept, that has; or the smallest.
 */
static ta_shape shape_within(const ta_job *job, unsigned low, unsigned ways)
{
    unsigned base = base_bits(job);
    ta_shape shape = ta_shape_cheapest(job, base, low, ways, 0, 0);
    for (unsigned bits = BAND_MOST; bits >= BAND_LEAST; bits--)
        for (size_t band = TA_MOST_SUMS; band >= LEAST_BAND;
             band -= (band + 7) / 8) {
            if (fits(job, &shape))
                return shape;
            if (job->n >> bits > band && job->n >> bits < CHILDREN)
                shape = ta_shape_cheapest(job, base, low, ways, bits, band);
        }
    return shape;
}

static ta_shape divide_shape(const ta_job *job)
{
    if (job->options->convolver == TA_CONVOLVER_SHIFT)
        return shift_shape(job);
    if (job->options->convolver == TA_CONVOLVER_GMP)
        return exact_shape(job);
    /* Whoever asks for a base block gets transforms right above it. */
    unsigned low =
        job->options->base_bits != 0 ? base_bits(job) : TRANSFORM_BITS;
    return shape_within(job, low, TA_BY_TRANSFORM);
}

static ta_shape auto_shape(const ta_job *job)
{
    if (job->options->convolver == TA_CONVOLVER_GMP)
        return exact_shape(job);
    unsigned any = TA_BY_PUSH | TA_BY_SHIFT;
    if (job->options->convolver != TA_CONVOLVER_SHIFT)
        any |= TA_BY_TRANSFORM;
    ta_shape shape = shape_within(job, 0, any);
    /* Slower, but within the limit, rather than refused. */
    return fits(job, &shape) ? shape
                             : ta_shape_even(job->n, base_bits(job), SHIFT_STEP,
                                             TA_BY_PUSH | TA_BY_SHIFT);
}

/* ---- the engines ---- */

void ta_divide_plan_auto(ta_divide *divide, const ta_job *job)
{
    const ta_shape shape = auto_shape(job);
    ta_divide_plan(divide, job, &shape);
}

/* Returns the sizes of the recursion of a shape, in a block of their own. */
static void *sizes_of(const ta_job *job, const ta_shape *shape)
{
    ta_divide *sizes = ta_alloc(1, sizeof *sizes);
    if (sizes != NULL)
        ta_divide_plan(sizes, job, shape);
    return sizes;
}

static void *shift_sizes(const ta_job *job)
{
    const ta_shape shape = shift_shape(job);
    return sizes_of(job, &shape);
}

static void *divide_sizes(const ta_job *job)
{
    const ta_shape shape = divide_shape(job);
    return sizes_of(job, &shape);
}

static void *exact_sizes(const ta_job *job)
{
    const ta_shape shape = exact_shape(job);
    return sizes_of(job, &shape);
}

void *ta_auto_sizes(const ta_job *job)
{
    const ta_shape shape = auto_shape(job);
    return sizes_of(job, &shape);
}

static uint64_t memory(const ta_job *job)
{
    return ((const ta_divide *)job->shape)->bytes;
}

const ta_engine ta_engine_shift = {
    .info = {"shift", "word-parallel shift-or, by elements of S or by cold "
                      "positions"},
    .wants_set = true,
    .power = 1.5,
    .shape = shift_sizes,
    .memory = memory,
    .run = ta_divide_run};

const ta_engine ta_engine_divide = {
    .info = {"divide",
             "Eppstein's divide and conquer, many-way, by transforms"},
    .wants_set = true,
    .power = 1.1,
    .shape = divide_sizes,
    .memory = memory,
    .run = ta_divide_run};

const ta_engine ta_engine_exact = {
    .info = {"exact", "Eppstein's divide and conquer on integers, by GMP"},
    .wants_set = true,
    .power = 1.2,
    .shape = exact_sizes,
    .memory = memory,
    .run = ta_divide_run};

const ta_engine ta_engine_recursion = {
    .info = {"recursion", "the cheapest way at every node"},
    .wants_set = true,
    .power = 1.1,
    .shape = ta_auto_sizes,
    .memory = memory,
    .run = ta_divide_run};

/* Whoever asks for a convolver gets the recursion. */
static bool takes_wheel(const ta_job *job)
{
    return job->options->convolver == TA_CONVOLVER_AUTO && ta_wheel_suits(job);
}

static uint64_t auto_memory(const ta_job *job)
{
    return takes_wheel(job) ? ta_wheel_memory(job) : memory(job);
}

static ta_status auto_run(const ta_job *job)
{
    if (!takes_wheel(job)) /* which ranks do not share */
        return ta_fleet_of(job->options)->rank > 0 ? TA_OK : ta_divide_run(job);
    ta_stats_add(job->options->stats, "chosen", "wheel");
    return ta_wheel_run_where_it_wins(job);
}

const ta_engine ta_engine_auto = {
    .info = {"auto",
             "the wheel where it wins, else the cheapest way at every node"},
    .wants_set = true,
    .power = 1,
    .shape = ta_auto_sizes,
    .memory = auto_memory,
    .run = auto_run};
