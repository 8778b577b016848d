/* Eppstein's layers: the positions of value v are the cold ones of the game
 * among the positions whose value is not below v, found by the recursion that
 * serves cold sets. One pass for each value that occurs: O~(m n), with m the
 * largest. Source: Eppstein 2018 (arXiv:1804.06515), abstract. */
#include <inttypes.h>
#include <math.h>
#include <pthread.h>

#include "cold/divide.h"
#include "nim/nim.h"

/* Several layers at the same time: the next one needs of this one only that it
 * is done with the same positions. So each thread has a recursion of its own,
 * and follows the one before it at a distance of a child of the top level.
 * Threads that share one recursion wait for each other more, and share what
 * their caches hold. */
enum { MOST = 4, SLOTS = MOST + 1 };

/* A recursion, and the layer that it is at. */
typedef struct runner {
    struct layers *all;
    ta_sink sink;
    ta_options options;
    ta_job cold;
    ta_divide *recursion;
    ta_error error;
    bool caller;    /* the caller's thread, which alone may report progress */
    unsigned layer; /* the value of the present pass */
    uint64_t found; /* positions of it */
} runner;

typedef struct layers {
    const ta_job *job;
    ta_shape shape; /* of each recursion */
    ta_divide_size size;
    unsigned runners;
    runner runner[MOST];
    uint16_t *value;
    uint64_t *open; /* bits: without a value yet */
    /* Under the lock: */
    pthread_mutex_t lock;
    pthread_cond_t moved;
    unsigned begun, finished; /* layers */
    uint64_t done[SLOTS];     /* positions that a layer v is done with, at
                                 v % SLOTS */
    uint64_t settled;         /* positions with a value */
    ta_status status;         /* of the first that failed */
    double share;             /* as last told */
} layers;

/* ---- what is planned ---- */

/* Of the recursion that a runner goes through. */
static void describe(const ta_job *job, uint64_t left, unsigned threads,
                     runner *r)
{
    *r = (runner){.options = *job->options};
    r->options.stats = NULL;
    /* Of thin sets shifts are as fast as transforms as far as anybody computes
     * layers (squares at 2^26), and take an eighth of the memory. */
    if (r->options.convolver == TA_CONVOLVER_AUTO &&
        !ta_set_is_dense(ta_game_count_bound(job->game, job->n), job->n))
        r->options.convolver = TA_CONVOLVER_SHIFT;
    r->options.max_memory = left;
    r->cold = (ta_job){.game = job->game,
                       .n = job->n,
                       .set = job->set,
                       .options = &r->options,
                       .threads = threads,
                       .scratch = job->scratch};
}

static uint64_t own_memory(const ta_job *job)
{
    return ta_add_sat(ta_mul_sat(job->n, 2),
                      job->n / 8 + sizeof(layers) + 4096);
}

/* As many recursions as there are threads and there is memory for, and as
 * follow each other closely. A trace and a file of transforms are of one. */
static void plan(const ta_job *job, layers *l)
{
    *l = (layers){.job = job, .runners = 1};
    const uint64_t most = job->options->max_memory, own = own_memory(job);
    const uint64_t left = most > own ? most - own : most;
    runner one;
    describe(job, left, job->threads, &one);
    l->shape = ta_auto_shape(&one.cold);
    l->size = ta_divide_size_of(&one.cold, &l->shape);
    size_t children = l->shape.fanout[l->shape.levels - 1];
    if (l->shape.band == 0 && job->options->trace == NULL)
        l->runners = (unsigned)ta_min_u64(ta_min_u64(job->threads, MOST),
                                          ta_max_u64(children / 4, 1));
    uint64_t set = ta_set_memory(job->game, job->n);
    while (l->runners > 1 && most != 0 &&
           ta_add_sat(ta_mul_sat(l->runners, l->size.bytes), set) > left)
        l->runners--;
    for (unsigned k = 0; k < l->runners; k++)
        describe(job, left, job->threads / l->runners, &l->runner[k]);
}

static uint64_t memory(const ta_job *job)
{
    layers l;
    plan(job, &l);
    return ta_add_sat(ta_mul_sat(l.runners, l.size.bytes), own_memory(job));
}

uint64_t ta_nim_kept(const ta_job *job, const ta_engine *engine)
{
    if (engine != &ta_nim_layers && engine != &ta_nim_auto)
        return 0;
    layers l;
    plan(job, &l);
    return l.size.scratch;
}

double ta_nim_layer_ns(const ta_job *job)
{
    const double base = 5; /* of the blocks at the bottom */
    layers l;
    plan(job, &l);
    return base + l.shape.ns;
}

/* ---- a pass ---- */

static bool is_over(const layers *l)
{
    return l->status != TA_OK || l->settled == l->job->n;
}

static ta_status take(void *state, const ta_block *block)
{
    runner *r = state;
    layers *l = r->all;
    uint64_t words = ta_bits_words(block->to - block->from);
    for (uint64_t w = 0; w < words; w++) {
        uint64_t at = block->from + 64 * w;
        for (uint64_t b = block->bits[w]; b != 0; b &= b - 1)
            l->value[at + ta_ctz(b)] = (uint16_t)r->layer;
        l->open[at / 64] &= ~block->bits[w];
    }
    r->found += block->count;
    pthread_mutex_lock(&l->lock);
    l->settled += block->count;
    l->done[r->layer % SLOTS] = block->to;
    pthread_cond_broadcast(&l->moved);
    pthread_mutex_unlock(&l->lock);
    return TA_OK;
}

/* Until the layer before has done with what is below `end`. */
static ta_status wait_for(void *state, uint64_t end)
{
    const runner *r = state;
    layers *l = r->all;
    pthread_mutex_lock(&l->lock);
    while (!is_over(l) && l->finished < r->layer &&
           l->done[(r->layer - 1) % SLOTS] < end)
        pthread_cond_wait(&l->moved, &l->lock);
    bool over = is_over(l);
    pthread_mutex_unlock(&l->lock);
    return over ? TA_ECANCELLED : TA_OK;
}

/* Layers cost about the same, and how many there will be is not known. None is
 * handed over before the end. */
static int progress(void *state, double share, uint64_t done)
{
    const runner *r = state;
    layers *l = r->all;
    (void)share;
    (void)done;
    pthread_mutex_lock(&l->lock);
    bool over = is_over(l);
    double open = 1 - (double)l->settled / (double)l->job->n;
    double now = ta_nim_layer_share(l->job, l->settled, 0.6 * open * open);
    l->share = now = fmax(l->share, now);
    pthread_mutex_unlock(&l->lock);
    return over || (r->caller && ta_job_poll(l->job, now, 0) != TA_OK);
}

/* ---- all of them ---- */

static ta_status too_many(const layers *l)
{
    uint64_t w = 0;
    while (l->open[w] == 0)
        w++;
    return ta_nim_too_large(l->job, 64 * w + ta_ctz(l->open[w]));
}

/* Gives the runner the next layer, under the lock; false: there is none. */
static bool next_layer(layers *l, runner *r)
{
    while (!is_over(l) && l->begun > TA_NIM_LARGEST && l->finished < l->begun)
        pthread_cond_wait(&l->moved, &l->lock);
    if (is_over(l))
        return false;
    if (l->begun > TA_NIM_LARGEST) {
        l->status = too_many(l);
        return false;
    }
    r->layer = l->begun++;
    r->found = 0;
    l->done[r->layer % SLOTS] = 0;
    return true;
}

/* Under the lock, in order of the layers. */
static void finish_layer(layers *l, const runner *r, ta_status st, double wall)
{
    if (st != TA_OK && !is_over(l)) {
        l->status = st;
        if (l->job->error != NULL)
            *l->job->error = r->error;
    }
    while (l->status == TA_OK && l->finished < r->layer)
        pthread_cond_wait(&l->moved, &l->lock);
    if (r->found > 0 && l->status == TA_OK)
        ta_stats_add(l->job->options->stats, "layer", "%u %" PRIu64 " %.6f",
                     r->layer, r->found, wall);
    l->finished++;
    pthread_cond_broadcast(&l->moved);
}

static void all_passes(void *state, unsigned thread, size_t item)
{
    layers *l = state;
    runner *r = &l->runner[item];
    const ta_candidates open = {l->open, wait_for, r};
    r->caller = thread == 0;
    pthread_mutex_lock(&l->lock);
    while (next_layer(l, r)) {
        pthread_mutex_unlock(&l->lock);
        double start = ta_now();
        ta_status st = ta_divide_pass(r->recursion, &open);
        pthread_mutex_lock(&l->lock);
        finish_layer(l, r, st, ta_now() - start);
    }
    pthread_mutex_unlock(&l->lock);
}

static ta_status open_all(layers *l)
{
    uint64_t n = l->job->n, words = ta_bits_words(n);
    l->value = ta_alloc(n, sizeof *l->value);
    l->open = ta_alloc(words, 8);
    if (l->value == NULL || l->open == NULL)
        return TA_ENOMEM;
    for (uint64_t w = 0; w < words; w++)
        l->open[w] = ~(uint64_t)0;
    if (n % 64 != 0)
        l->open[words - 1] = ((uint64_t)1 << (n % 64)) - 1;
    ta_status st = TA_OK;
    for (unsigned k = 0; k < l->runners && st == TA_OK; k++) {
        runner *r = &l->runner[k];
        r->all = l;
        r->sink = (ta_sink){take, r};
        r->options.progress = progress;
        r->options.progress_state = r;
        r->cold.sink = &r->sink;
        r->cold.error = &r->error;
        st = ta_divide_open(&r->cold, &l->shape, &r->recursion);
        if (st != TA_OK && l->job->error != NULL)
            *l->job->error = r->error;
    }
    return st;
}

static ta_status all_layers(layers *l)
{
    ta_team team;
    ta_status st = ta_team_open(&team, l->runners, NULL, l->job->error);
    if (st != TA_OK)
        return st;
    if (l->job->n > 0)
        ta_team_run(&team, all_passes, l, l->runners);
    ta_team_close(&team);
    for (unsigned k = 1; k < l->runners; k++)
        ta_divide_add(l->runner[0].recursion, l->runner[k].recursion);
    if (l->status == TA_OK)
        ta_divide_report(l->runner[0].recursion, l->job->options->stats);
    return l->status;
}

static ta_status run(const ta_job *job)
{
    enum { EMIT = 1 << 16 };
    layers l;
    plan(job, &l);
    if (pthread_mutex_init(&l.lock, NULL) != 0)
        return TA_ENOMEM;
    if (pthread_cond_init(&l.moved, NULL) != 0) {
        pthread_mutex_destroy(&l.lock);
        return TA_ENOMEM;
    }
    ta_status st = open_all(&l);
    if (st == TA_OK)
        st = all_layers(&l);
    for (uint64_t from = 0; from < job->n && st == TA_OK; from += EMIT)
        st = ta_job_emit_values(job, from, ta_min_u64(from + EMIT, job->n),
                                l.value + from);
    if (st == TA_OK)
        st = ta_job_poll(job, 1, job->n);
    for (unsigned k = 0; k < l.runners; k++)
        ta_divide_close(l.runner[k].recursion);
    ta_free(l.open);
    ta_free(l.value);
    pthread_cond_destroy(&l.moved);
    pthread_mutex_destroy(&l.lock);
    return st;
}

const ta_engine ta_nim_layers = {
    {"layers", "Eppstein's: value v is the cold set among what has no value "
               "below v"},
    true,
    memory,
    run};
