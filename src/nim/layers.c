/* The engine `layers` (README.md, "Layers"): pass v finds the positions of
 * value v, the cold ones of the game played only on the positions without a
 * value below v, by a run of cold/divide.c. With m the largest value it takes
 * O~(m n) steps (Eppstein 2018, arXiv:1804.06515, abstract). With job->cap the
 * passes end there, and all other positions have it as their value. */
#include <inttypes.h>

#include "cold/divide.h"
#include "nim/nim.h"

typedef struct layers {
    ta_sink sink;       /* of the cold positions of a pass */
    const tai_job *job; /* of this engine */
    ta_options options; /* of a pass */
    tai_job cold;       /* of a pass */
    uint16_t *value;
    uint64_t *open;   /* bit i: position i has no value yet */
    unsigned layer;   /* the value of this pass */
    uint64_t settled; /* positions with a value */
} layers;

/* A block of a pass: gives its cold positions the value of the pass. */
static ta_status layers_store_block(void *state, const ta_block *block)
{
    layers *l = state;
    uint64_t words = ta_bits_words(block->to - block->from);
    for (uint64_t w = 0; w < words; w++) {
        uint64_t at = block->from + 64 * w;
        for (uint64_t b = block->bits[w]; b != 0; b &= b - 1)
            l->value[at + tai_ctz(b)] = (uint16_t)l->layer;
        l->open[at / 64] &= ~block->bits[w];
    }
    l->settled += block->count;
    return TA_OK;
}

/* Reports how many positions have a value, whatever the share of the pass. */
static int layers_report(void *state, double share, uint64_t done)
{
    layers *l = state;
    (void)share;
    (void)done;
    return tai_job_poll(l->job, l->settled) != TA_OK;
}

/* Describes the passes. `own`: bytes of the engine itself; a pass may use the
 * rest of the memory limit. */
static void layers_describe(const tai_job *job, uint64_t own, layers *l)
{
    *l = (layers){
        .sink = {layers_store_block, l}, .job = job, .options = *job->options};
    l->options.stats = NULL;
    l->options.progress = layers_report;
    l->options.progress_state = l;
    /* Sparse sets: shifts are as fast as transforms (squares at 2^26) in an
     * eighth of the memory. */
    if (l->options.convolver == TA_CONVOLVER_AUTO && !tai_job_is_dense(job))
        l->options.convolver = TA_CONVOLVER_SHIFT;
    if (l->options.max_memory > own)
        l->options.max_memory -= own;
    l->cold = (tai_job){.game = job->game,
                        .n = job->n,
                        .set = job->set,
                        .options = &l->options,
                        .engine = &tai_nim_layers, /* for its progress */
                        .threads = job->threads,
                        .sink = &l->sink,
                        .error = job->error};
}

/* Two bytes for the value of a position, and a bit. */
static uint64_t layers_own_bytes(const tai_job *job)
{
    return tai_add_sat(tai_mul_sat(job->n, 2), job->n / 8 + 4096);
}

static void *layers_shape(const tai_job *job)
{
    layers l;
    layers_describe(job, layers_own_bytes(job), &l);
    return tai_cold_divide_shape(&l.cold, TA_DIVIDE_ANY);
}

static uint64_t layers_memory(const tai_job *job)
{
    const tai_divide *sizes = job->shape;
    return tai_add_sat(sizes->bytes, layers_own_bytes(job));
}

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

/* The first position without a value has too large a one. */
static ta_status layers_fail(const layers *l)
{
    uint64_t w = 0;
    while (l->open[w] == 0)
        w++;
    return tai_nim_too_large(l->job, 64 * w + tai_ctz(l->open[w]));
}

/* Passes until all positions have values, or all but those of job->cap. */
static ta_status layers_run_passes(layers *l, tai_divide *recursion)
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
        tai_report_add(stats, "layer", "%u %" PRIu64 " %.6f", l->layer,
                       l->settled - before, tai_now() - start);
    }
    return st;
}

static ta_status layers_run(const tai_job *job)
{
    enum { EMIT = 1 << 16 }; /* positions handed over at a time */
    layers l;
    layers_describe(job, layers_own_bytes(job), &l);
    tai_divide *recursion = NULL;
    ta_status st = layers_open(&l);
    if (st == TA_OK)
        st = tai_cold_divide_open(&l.cold, job->shape, &recursion);
    if (st == TA_OK)
        st = layers_run_passes(&l, recursion);
    if (st == TA_OK)
        tai_cold_divide_report(recursion, job->options->stats);
    for (uint64_t from = 0; from < job->n && st == TA_OK; from += EMIT)
        st = tai_job_emit_values(job, from, tai_min_u64(from + EMIT, job->n),
                                 l.value + from);
    tai_cold_divide_close(recursion);
    ta_free(l.open);
    ta_free(l.value);
    return st;
}

const tai_engine tai_nim_layers = {
    .info = {"layers", "Eppstein's: value v is the cold set among what has no "
                       "value below v"},
    .wants_set = true,
    .power = 1.5, /* of progress: time is about s^1.5 for s positions */
    .shape = layers_shape,
    .memory = layers_memory,
    .run = layers_run};
