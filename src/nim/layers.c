/* Computes nim-values by the engine `layers`, in one pass for each nim-value 0,
 * 1, 2 and so on. Pass v finds the positions of value v: the cold positions
 * (P-positions) of the game that is played only on the positions without a
 * value below v. Each pass is a run of the recursion of cold/divide.c. The time
 * is O~(m n), where m is the largest value. Source: Eppstein 2018
 * (arXiv:1804.06515), abstract. */
#include <inttypes.h>

#include "cold/divide.h"
#include "nim/nim.h"

/* The state of a run of the engine `layers`, which computes nim-values. */
typedef struct layers {
    /* The receiver of the cold positions that a pass finds. */
    ta_sink sink;
    const ta_job *job;  /* the job of this engine */
    ta_options options; /* the options of a pass */
    ta_job cold;        /* the job of a pass */
    uint16_t *value;
    uint64_t *open; /* bit i is set if position i has no value yet */
    /* The nim-value whose positions the current pass finds. */
    unsigned layer;
    uint64_t settled; /* the number of positions that have a value */
} layers;

/* Stores the nim-value l->layer at the cold positions of the block, and removes
 * these positions from l->open, the positions without a value. The engine makes
 * one pass for each nim-value, and the cold positions that pass v finds have
 * the value v. A pass calls this function with each block that it has finished.
 * `state` is l. */
static ta_status layers_store_block(void *state, const ta_block *block)
{
    layers *l = state;
    uint64_t words = ta_bits_words(block->to - block->from);
    for (uint64_t w = 0; w < words; w++) {
        uint64_t at = block->from + 64 * w;
        for (uint64_t b = block->bits[w]; b != 0; b &= b - 1)
            l->value[at + ta_ctz(b)] = (uint16_t)l->layer;
        l->open[at / 64] &= ~block->bits[w];
    }
    l->settled += block->count;
    return TA_OK;
}

/* Reports the progress of the run: how many positions have a value. The
 * recursion calls this function during a pass. The progress of the pass,
 * `share` and `done`, is ignored. Returns 1 if the run shall end, else 0. */
static int layers_report(void *state, double share, uint64_t done)
{
    layers *l = state;
    (void)share;
    (void)done;
    return tai_job_poll(l->job, l->settled) != TA_OK;
}

/* Fills in *l for a run of the engine `layers`. The engine makes one pass for
 * each nim-value. Pass v finds the positions of value v, which are the cold
 * positions if only positions without a value are considered. l->cold becomes
 * the job of a pass: to find these cold positions. `own` is the number of bytes
 * that the engine allocates itself. A pass may use the rest of the memory
 * limit. */
static void layers_describe(const ta_job *job, uint64_t own, layers *l)
{
    *l = (layers){
        .sink = {layers_store_block, l}, .job = job, .options = *job->options};
    l->options.stats = NULL;
    l->options.progress = layers_report;
    l->options.progress_state = l;
    /* For a sparse set, the passes compute convolutions by shifts. Shifts are
     * as fast as fast transforms (for squares at n = 2^26) and need an eighth
     * of the memory. */
    if (l->options.convolver == TA_CONVOLVER_AUTO && !tai_job_is_dense(job))
        l->options.convolver = TA_CONVOLVER_SHIFT;
    if (l->options.max_memory > own)
        l->options.max_memory -= own;
    l->cold = (ta_job){.game = job->game,
                       .n = job->n,
                       .set = job->set,
                       .options = &l->options,
                       .engine = &tai_nim_layers, /* for its progress */
                       .threads = job->threads,
                       .sink = &l->sink,
                       .error = job->error};
}

/* Returns the number of bytes that this engine allocates itself: two for the
 * value of each position, and one bit for each position. The bit says whether
 * the position is open, that is, has no value yet. */
static uint64_t layers_own_bytes(const ta_job *job)
{
    return ta_add_sat(ta_mul_sat(job->n, 2), job->n / 8 + 4096);
}

static void *layers_shape(const ta_job *job)
{
    layers l;
    layers_describe(job, layers_own_bytes(job), &l);
    return tai_cold_divide_shape(&l.cold, TA_DIVIDE_ANY);
}

static uint64_t layers_memory(const ta_job *job)
{
    const ta_divide *sizes = job->shape;
    return ta_add_sat(sizes->bytes, layers_own_bytes(job));
}

/* Allocates the arrays of the engine, and marks all positions as open: without
 * a value. Returns TA_ENOMEM if there is no memory. */
static ta_status layers_open(layers *l)
{
    uint64_t n = l->job->n, words = ta_bits_words(n);
    l->value = tai_alloc(n, sizeof *l->value);
    l->open = tai_alloc(words, 8);
    if (l->value == NULL || l->open == NULL)
        return TA_ENOMEM;
    for (uint64_t w = 0; w < words; w++)
        l->open[w] = ~(uint64_t)0;
    if (n % 64 != 0)
        l->open[words - 1] = ((uint64_t)1 << (n % 64)) - 1;
    return TA_OK;
}

/* Returns TA_ERANGE, and writes into job->error that the nim-value of the first
 * position without a value is too large (above 65535). */
static ta_status layers_fail(const layers *l)
{
    uint64_t w = 0;
    while (l->open[w] == 0)
        w++;
    return tai_nim_too_large(l->job, 64 * w + ta_ctz(l->open[w]));
}

/* Makes one pass for each nim-value 0, 1, ... until all positions have a value.
 * If job->cap is not 0, only values below job->cap are computed, and all other
 * positions get the value job->cap. Returns TA_ERANGE if a value is above
 * 65535. */
static ta_status layers_run_passes(layers *l, ta_divide *recursion)
{
    ta_stats *stats = l->job->options->stats;
    ta_status st = TA_OK;
    const unsigned cap = l->job->cap;
    for (uint64_t i = 0; cap != 0 && i < l->job->n; i++)
        l->value[i] = (uint16_t)cap;
    for (; l->settled < l->job->n && st == TA_OK; l->layer++) {
        if (cap != 0 && l->layer == cap)
            break;
        if (l->layer > TA_NIM_LARGEST)
            return layers_fail(l);
        uint64_t before = l->settled;
        double start = tai_now();
        st = tai_cold_divide_pass(recursion, l->open);
        tai_stats_add(stats, "layer", "%u %" PRIu64 " %.6f", l->layer,
                      l->settled - before, tai_now() - start);
    }
    return st;
}

static ta_status layers_run(const ta_job *job)
{
    enum { EMIT = 1 << 16 };
    layers l;
    layers_describe(job, layers_own_bytes(job), &l);
    ta_divide *recursion = NULL;
    ta_status st = layers_open(&l);
    if (st == TA_OK)
        st = tai_cold_divide_open(&l.cold, job->shape, &recursion);
    if (st == TA_OK)
        st = layers_run_passes(&l, recursion);
    if (st == TA_OK)
        tai_cold_divide_report(recursion, job->options->stats);
    for (uint64_t from = 0; from < job->n && st == TA_OK; from += EMIT)
        st = tai_job_emit_values(job, from, ta_min_u64(from + EMIT, job->n),
                                 l.value + from);
    tai_cold_divide_close(recursion);
    ta_free(l.open);
    ta_free(l.value);
    return st;
}

const ta_engine tai_nim_layers = {
    .info = {"layers", "Eppstein's: value v is the cold set among what has no "
                       "value below v"},
    .wants_set = true,
    /* In progress reports, the time until s positions have a value is assumed
     * to be proportional to s^1.5. */
    .power = 1.5,
    .shape = layers_shape,
    .memory = layers_memory,
    .run = layers_run};
