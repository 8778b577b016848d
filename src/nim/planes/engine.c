/* Layers as bit planes by residue class: value v has the positions that are
 * open after the values below v and have no option of value v (see layers.c),
 * found by OR-ing shifted planes of the layer itself. Classes that hold most of
 * it come first, so that nearly all tiles are full after a part of the moves;
 * only one plane is needed at a time, and stays in the second level of cache.
 * (For squares most of a layer lies in two classes mod 5, which reach each
 * other by moves divisible by 5 only.)
 *
 * Threads: each has a layer of its own and follows the one of the layer below,
 * two blocks behind: blocks share bytes at their edges. Source: paper-notes.md,
 * class planes. */
#include <inttypes.h>
#include <pthread.h>
#include <string.h>

#include "nim/planes/planes.h"

enum {
    START = 4096,       /* positions below, about: by the definition */
    START_DENSE = 1024, /* of dense sets, whose definition takes long */
    START_SMALL = 256,
    DEFINED = START + 8 * PLANES_CLASSES,
    STEPS = 64, /* looks at the neighbour, and at the caller, in a layer */
    EMIT = 1 << 16,
    FAR_BITS = 35 /* of n: offsets have 32 bits */
};

typedef struct engine {
    planes p;
    uint64_t *set;
    size_t count;
    unsigned threads;
    planes_layer *layer; /* of each thread */
    ta_team team;
    /* What follows is guarded by the lock. */
    pthread_mutex_t lock;
    pthread_cond_t moved;
    uint64_t *done; /* of layer v, at v mod (threads + 1): rows */
    unsigned next;  /* layer that nobody has taken */
    uint64_t settled, pushes;
    ta_status status;
} engine;

static uint64_t memory(const ta_job *job)
{
    uint64_t moves = ta_game_count_bound(job->game, job->n);
    uint64_t total = ta_mul_sat(job->n, 2);
    total = ta_add_sat(total, ta_nim_list_memory(job));
    total = ta_add_sat(total, planes_shifts_memory(moves));
    total = ta_add_sat(total, planes_bits_memory(job->n));
    total = ta_add_sat(
        total, ta_mul_sat(job->threads, planes_layer_memory(job->n) +
                                            sizeof(planes_layer) + 256));
    return ta_add_sat(total, DEFINED + 4096);
}

/* The values below `end` by the definition. */
static ta_status define(engine *e, uint64_t end)
{
    uint16_t *value = e->p.value;
    unsigned char *mark = ta_alloc(DEFINED + 1, sizeof *mark);
    unsigned largest = 0;
    if (mark == NULL)
        return TA_ENOMEM;
    for (uint64_t i = 0; i < end; i++) {
        size_t moves = ta_first_at_least(e->set, e->count, i + 1);
        unsigned v = ta_nim_mex(value + i, e->set, moves, mark, largest);
        value[i] = (uint16_t)v;
        largest = v > largest ? v : largest;
    }
    ta_free(mark);
    return TA_OK;
}

uint64_t planes_bits_memory(uint64_t n)
{
    return ta_add_sat(n / 8, PLANES_CLASSES * (2 * PLANES_FRONT + 192) + 64);
}

/* All positions that the definition leaves. */
static ta_status open_positions(planes *p)
{
    const wheel_modulus *mod = &p->shifts.mod;
    const uint64_t n = p->job->n;
    p->open.stride = PLANES_FRONT + p->rows / 8 + 64 * (PLANES_VECTORS + 2);
    p->open.stride = p->open.stride / 64 * 64;
    p->open.byte = ta_alloc_zero(mod->m, p->open.stride);
    if (p->open.byte == NULL)
        return TA_ENOMEM;
    for (unsigned s = 0; s < mod->m; s++) {
        uint64_t place = p->first_row + mod->lift[s];
        uint64_t end = n / mod->m + (n % mod->m > s) + mod->lift[s];
        uint8_t *byte = planes_at(&p->open, s, 0);
        for (; place < end && place % 8 != 0; place++)
            byte[place / 8] |= (uint8_t)(1 << place % 8);
        for (; place + 8 <= end; place += 8)
            byte[place / 8] = 0xff;
        for (; place < end; place++)
            byte[place / 8] |= (uint8_t)(1 << place % 8);
    }
    return TA_OK;
}

static ta_status open_planes(engine *e, const ta_job *job)
{
    planes *p = &e->p;
    unsigned bits = job->options->base_bits;
    uint64_t moves = ta_game_count_bound(job->game, START);
    uint64_t start = bits != 0           ? START_SMALL
                     : moves > START / 8 ? START_DENSE
                                         : START;
    p->job = job;
    p->reach = planes_reach_here();
    p->value = ta_alloc(job->n, sizeof *p->value);
    ta_status st = ta_game_elements(job->game, job->n, &e->set, &e->count);
    if (p->value == NULL)
        st = TA_ENOMEM;
    uint64_t defined = ta_min_u64(job->n, start + 8 * PLANES_CLASSES);
    if (st == TA_OK)
        st = define(e, defined);
    if (st != TA_OK)
        return st;
    uint32_t m = planes_modulus(e->set, e->count, p->value, defined);
    ta_stats_add(job->options->stats, "modulus", "%" PRIu32, m);
    p->rows = (job->n + m - 1) / m;
    p->first_row = ta_min_u64((start / m + 7) / 8 * 8, p->rows);
    p->most_rows = PLANES_ROWS;
    if (bits != 0)
        p->most_rows = ta_min_u64((uint64_t)1 << bits, PLANES_ROWS);
    st = planes_shifts_init(&p->shifts, m, e->set, e->count);
    if (st == TA_OK)
        st = open_positions(p);
    e->settled = ta_min_u64(m * p->first_row, job->n);
    return st;
}

static ta_status open_engine(engine *e, const ta_job *job)
{
    ta_status st = open_planes(e, job);
    if (st != TA_OK)
        return st;
    e->threads = job->threads;
    e->layer = ta_alloc_zero(e->threads, sizeof *e->layer);
    e->done = ta_alloc_zero(e->threads + 1, sizeof *e->done);
    if (e->layer == NULL || e->done == NULL)
        return TA_ENOMEM;
    for (unsigned t = 0; t < e->threads && st == TA_OK; t++)
        st = planes_layer_init(&e->layer[t], &e->p);
    if (st == TA_OK)
        st = ta_team_open(&e->team, e->threads, job->error);
    return st;
}

static void close_engine(engine *e)
{
    ta_team_close(&e->team);
    for (unsigned t = 0; e->layer != NULL && t < e->threads; t++)
        planes_layer_free(&e->layer[t]);
    ta_free(e->layer);
    ta_free(e->done);
    ta_free(e->p.open.byte);
    planes_shifts_free(&e->p.shifts);
    ta_free(e->p.value);
    ta_free(e->set);
}

/* The rows up to which a layer may go on, once that is at least `need`. */
static uint64_t await(engine *e, unsigned value, uint64_t need)
{
    const uint64_t *below = &e->done[(value + e->threads) % (e->threads + 1)];
    pthread_mutex_lock(&e->lock);
    while (value > 0 && *below < need && e->status == TA_OK)
        pthread_cond_wait(&e->moved, &e->lock);
    uint64_t rows = value > 0 ? *below : e->p.rows;
    pthread_mutex_unlock(&e->lock);
    return rows;
}

/* Tells the layer above how far this one is. False if all is to end. */
static bool advance(engine *e, const planes_layer *l, bool caller)
{
    const ta_job *job = e->p.job;
    pthread_mutex_lock(&e->lock);
    e->done[l->value % (e->threads + 1)] = l->row;
    double open = 1 - (double)e->settled / (double)job->n;
    double share = ta_nim_layer_share(job, e->settled, 1.3 * open);
    if (caller && e->status == TA_OK)
        e->status = ta_job_poll(job, share, 0);
    bool go_on = e->status == TA_OK;
    pthread_cond_broadcast(&e->moved);
    pthread_mutex_unlock(&e->lock);
    return go_on;
}

static bool run_layer(engine *e, planes_layer *l, bool caller)
{
    const planes *p = &e->p;
    uint64_t allowed = 0, told = l->row;
    bool go_on = advance(e, l, caller);
    while (l->row < p->rows && go_on) {
        uint64_t next = l->row + planes_block(p, l->row);
        uint64_t need = next + planes_block(p, next);
        need = ta_min_u64(need, p->rows);
        if (allowed < need)
            allowed = await(e, l->value, need);
        if (allowed < need)
            return false;
        planes_layer_block(l);
        l->row = ta_min_u64(l->row, p->rows);
        if (l->row - told >= p->rows / STEPS || l->row == p->rows) {
            told = l->row;
            go_on = advance(e, l, caller);
        }
    }
    return go_on;
}

/* The next layer for a thread; false if there is nothing more to do. */
static bool take(engine *e, unsigned *value)
{
    pthread_mutex_lock(&e->lock);
    bool any = e->status == TA_OK && e->settled < e->p.job->n &&
               e->next <= TA_NIM_LARGEST;
    if (any) {
        *value = e->next++;
        e->done[*value % (e->threads + 1)] = 0;
    }
    pthread_mutex_unlock(&e->lock);
    return any;
}

static void work(void *state, unsigned thread, size_t item)
{
    engine *e = state;
    planes_layer *l = &e->layer[item];
    unsigned value;
    while (take(e, &value)) {
        planes_layer_begin(l, value);
        const uint64_t known = l->total;
        if (!run_layer(e, l, thread == 0))
            break;
        pthread_mutex_lock(&e->lock);
        e->settled += l->total - known;
        pthread_mutex_unlock(&e->lock);
    }
    pthread_mutex_lock(&e->lock);
    e->pushes += l->pushes;
    pthread_mutex_unlock(&e->lock);
}

/* The first position without a value. */
static ta_status too_many(const engine *e)
{
    const planes *p = &e->p;
    const wheel_modulus *mod = &p->shifts.mod;
    for (uint64_t i = mod->m * p->first_row;; i++) {
        unsigned s = (unsigned)(i % mod->m);
        uint64_t place = i / mod->m + mod->lift[s];
        if (*planes_at(&p->open, s, place) >> place % 8 & 1)
            return ta_nim_too_large(p->job, i);
    }
}

static ta_status all_layers(engine *e)
{
    ta_team_run(&e->team, work, e, e->threads);
    if (e->status == TA_OK && e->settled < e->p.job->n)
        return too_many(e);
    return e->status;
}

static ta_status run(const ta_job *job)
{
    engine e = {.lock = PTHREAD_MUTEX_INITIALIZER,
                .moved = PTHREAD_COND_INITIALIZER};
    if (job->n >> FAR_BITS != 0)
        return ta_fail(job->error, TA_ERANGE,
                       "engine planes goes up to 2^%d; others go further",
                       FAR_BITS);
    ta_status st = open_engine(&e, job);
    if (st == TA_OK)
        st = all_layers(&e);
    for (uint64_t from = 0; from < job->n && st == TA_OK; from += EMIT)
        st = ta_job_emit_values(job, from, ta_min_u64(from + EMIT, job->n),
                                e.p.value + from);
    ta_stats_add(job->options->stats, "layers", "%u", e.next);
    ta_stats_add(job->options->stats, "pushes", "%" PRIu64, e.pushes);
    close_engine(&e);
    return st;
}

const ta_engine ta_nim_planes_engine = {
    {"planes", "layers as bits by residue class, the fullest classes first"},
    false,
    memory,
    run};
