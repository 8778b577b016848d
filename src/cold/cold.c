/* Cold positions as a quantity: the engines, and what `auto` chooses. */
#include "base/communicator.h"
#include "cold/divide.h"
#include "cold/engines.h"
#include "cold/wheel/wheel-engine.h"

/* ---- the choice of the engine ---- */

/* Where the wheel and the recursion (mostly by shifts) take the same time:
 * takeaway compare N --engines=wheel,shift --game=SET; cold/wheel/README.md,
 * "When the wheel runs". */
enum {
    WHEEL_FROM = 1 << 24, /* squares; most quadratic sets: 2^24 to 2^26 */
    WHEEL_MOVES = 1500,   /* of degree 3 and more: cubes beyond 2^30 */
    CACHED = 1 << 26      /* where the recursion's bits fit the caches */
};

static const tai_engine *choose_engine(const tai_job *job)
{
    return tai_past_suits(job) ? &tai_engine_period : &tai_engine_auto;
}

/* Returns whether `auto` takes the wheel, else the recursion. Sets *why. */
static bool choose_wheel(const tai_job *job, const char **why)
{
    tai_polynomial p;
    *why = "recursion, because only it uses the convolver asked for";
    if (job->options->convolver != TA_CONVOLVER_AUTO)
        return false;
    *why = "recursion, because S is no set of values of a polynomial of degree "
           "2 or more, whose cold heaps prefer few residue classes";
    if (!tai_game_polynomial(job->game, &p) || p.degree < 2)
        return false;
    *why = "recursion, because N is at most 2^24";
    if (job->n <= WHEEL_FROM)
        return false;
    *why = "recursion, because S has a degree above 2, and fewer than 1500 "
           "moves below N";
    if (p.degree > 2 && tai_game_count_bound(job->game, job->n) < WHEEL_MOVES)
        return false;
    *why = "wheel, because S has the values of a polynomial, and N is above "
           "2^24";
    return true;
}

/* In the caches the wheel wins only if the cold heaps are in 90 % of the
 * classes. */
static double choose_share(const tai_job *job)
{
    return job->n <= CACHED ? 0.9 : 1;
}

/* ---- the choice within the recursion ---- */

/* At every level the plan takes what the tables of convolve/tuning.h (`make
 * tune`) predict to be fastest of the ways allowed here. */
void *tai_cold_divide_shape(const tai_job *job, tai_divide_kind kind)
{
    const ta_convolver convolver = job->options->convolver;
    const tai_divide_ways shifts = {TA_BY_EACH, 0, TA_TUNE_CHILDREN};
    tai_divide_ways allowed = {TA_BY_EACH | TA_BY_TRANSFORM, 0,
                               TA_TUNE_CHILDREN};
    tai_divide *r = tai_alloc(1, sizeof *r);
    if (r == NULL)
        return NULL;
    if (kind == TA_DIVIDE_PACKED ||
        (convolver == TA_CONVOLVER_GMP && kind != TA_DIVIDE_SHIFT))
        allowed = (tai_divide_ways){TA_BY_PACKED, 0, 1};
    else if (kind == TA_DIVIDE_SHIFT || convolver == TA_CONVOLVER_SHIFT)
        allowed = shifts;
    else if (kind == TA_DIVIDE_TRANSFORMS) {
        allowed.ways = TA_BY_TRANSFORM;
        /* With base blocks of the caller's size, transforms everywhere. */
        allowed.log_shift =
            job->options->base_bits != 0 ? 0 : TA_TUNE_TRANSFORMS;
    }
    tai_divide_plan(r, job, allowed);
    /* Shifts alone take least memory. */
    if (kind == TA_DIVIDE_ANY && !tai_divide_fits(r))
        tai_divide_plan(r, job, shifts);
    return r;
}

const tai_transforms *tai_cold_transforms(const tai_job *job, unsigned bits,
                                          uint64_t moves)
{
    const ta_convolver convolver = job->options->convolver;
    const double most_norm = 0.5 / tai_ntt_one.bound(&tai_ntt_one, bits, 1);
    /* Without AVX2, FFTW is faster: rows `forward_*` of `make tune`. The page
     * in the browser has no FFTW. */
    const bool ntt_is_faster =
        tai_cpu_isa() != TA_ISA_PORTABLE || tai_fftw.marks == NULL;
    if (bits < tai_ntt.least_log || bits > tai_ntt.most_log ||
        (convolver != TA_CONVOLVER_NTT &&
         (convolver != TA_CONVOLVER_AUTO || !ntt_is_faster)))
        return &tai_fftw;
    /* The norm of a sum counts at most the set bits of windows, and an element
     * of S is in two windows. */
    return 2.0 * (double)moves < most_norm && bits >= tai_ntt_one.least_log
               ? &tai_ntt_one
               : &tai_ntt;
}

/* ---- the engines of the recursion ---- */

void *tai_cold_shape(const tai_job *job)
{
    const tai_engine *engine = job->engine;
    return tai_cold_divide_shape(
        job, engine == &tai_engine_shift    ? TA_DIVIDE_SHIFT
             : engine == &tai_engine_divide ? TA_DIVIDE_TRANSFORMS
             : engine == &tai_engine_exact  ? TA_DIVIDE_PACKED
                                            : TA_DIVIDE_ANY);
}

static uint64_t divide_memory(const tai_job *job)
{
    return ((const tai_divide *)job->shape)->bytes;
}

const tai_engine tai_engine_shift = {
    .info = {"shift", "word-parallel shift-or, by elements of S or by cold "
                      "positions"},
    .wants_set = true,
    .power = 1.5,
    .shape = tai_cold_shape,
    .memory = divide_memory,
    .run = tai_cold_divide_run};

const tai_engine tai_engine_divide = {
    .info = {"divide",
             "Eppstein's divide and conquer, many-way, by transforms"},
    .wants_set = true,
    .power = 1.1,
    .shape = tai_cold_shape,
    .memory = divide_memory,
    .run = tai_cold_divide_run};

const tai_engine tai_engine_exact = {
    .info = {"exact", "Eppstein's divide and conquer on integers, by GMP"},
    .wants_set = true,
    .power = 1.2,
    .shape = tai_cold_shape,
    .memory = divide_memory,
    .run = tai_cold_divide_run};

static uint64_t auto_memory(const tai_job *job)
{
    const char *why;
    return choose_wheel(job, &why) ? tai_wheel_memory(job) : divide_memory(job);
}

static ta_status auto_run(const tai_job *job)
{
    const char *why;
    const bool wheel = choose_wheel(job, &why);
    tai_report_add(job->options->stats, "chosen", "%s", why);
    if (wheel)
        return tai_wheel_run_share(job, choose_share(job));
    /* Ranks do not share the recursion. */
    return tai_comm_of(job->options)->rank > 0 ? TA_OK
                                               : tai_cold_divide_run(job);
}

const tai_engine tai_engine_auto = {
    .info = {"auto",
             "the wheel where it wins, else the cheapest way at every node"},
    .wants_set = true,
    .power = 1,
    .shape = tai_cold_shape,
    .memory = auto_memory,
    .run = auto_run};

/* ---- the quantity ---- */

/* Roughly from the slowest to the fastest. */
static const tai_engine *const engines[] = {
    &tai_engine_naive, &tai_engine_sieve,    &tai_engine_segments,
    &tai_engine_shift, &tai_engine_textbook, &tai_engine_divide,
    &tai_engine_exact, &tai_engine_wheel,    &tai_engine_period,
    &tai_engine_gpu,   &tai_engine_auto,
};

static bool shares(const tai_engine *engine)
{
    return engine == &tai_engine_wheel || engine == &tai_engine_auto;
}

const tai_quantity tai_cold_positions = {
    .name = "cold positions",
    .content = TA_CONTENT_COLD,
    .engines = engines,
    .count = sizeof engines / sizeof *engines,
    .choose = choose_engine,
    .shares = shares,
    /* A resumed run begins at a base block; options->base_bits takes the place
     * of 13. */
    .grain = 13,
    .ordinary = &tai_engine_auto,
    .most = TA_HEAP_MOST,
    .most_text = TA_HEAP_MOST_TEXT,
};
