/* The fast engine. Cold heaps are few, and so
 *   - hot heaps get theirs pushed from the cold ones, a segment that stays in
 *     the cache at a time, the longest games first, so that the last store
 *     leaves the shortest;
 *   - what is never reached is cold, and takes the largest of its options,
 *     most of which are ruled out by maxima over classes and blocks.
 * One byte a heap is enough for lengths up to 507; where one is longer, all
 * halves are widened and the run goes on. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "length/push.h"
#include "run/known.h"

static uint64_t segment_of(uint64_t n)
{
    return (uint64_t)1 << (n < 1 << 22 ? 14 : n < 1 << 26 ? 16 : 18);
}

static uint64_t blocks_of(uint64_t n)
{
    return (n >> TA_BLOCK_BITS) + 1;
}

/* How many cold heaps there can be below n. No two differ by min S, so that of
 * 2 min S in a row at most half are cold. In subtract-a-square there are at
 * most n^0.7 + 64 for every n <= 2^32 (computed; paper-notes.md, L4). */
static uint64_t cold_bound(const ta_game *game, uint64_t n)
{
    if (ta_game_is_squares(game))
        return ta_min_u64(n, (uint64_t)pow((double)n, 0.7) + 64);
    return ta_min_u64(n, ta_add_sat(n / 2, ta_game_least(game)));
}

/* With lengths up to 507; longer ones take more, found in the run. */
static uint64_t memory(const ta_job *job)
{
    uint64_t n = job->n, bytes = ta_move_classes_memory(job->game, n);
    bytes = ta_add_sat(
        bytes, ta_sources_memory(cold_bound(job->game, n), ta_push_8.sources));
    bytes = ta_add_sat(bytes, n + TA_CLASSES * blocks_of(n));
    return ta_add_sat(bytes, segment_of(n) * 2 + 1024);
}

static ta_status widen_array(void **array, uint64_t count, bool new_too)
{
    const uint8_t *from = *array;
    uint16_t *to = ta_alloc(count, sizeof *to);
    if (to == NULL)
        return TA_ENOMEM;
    for (uint64_t i = 0; i < count; i++)
        to[i] = new_too && from[i] == UINT8_MAX ? UINT16_MAX : from[i];
    ta_free(*array);
    *array = to;
    return TA_OK;
}

/* From 8 bits to 16, in the midst of a segment. */
static ta_status widen(ta_push *p)
{
    const ta_job *job = p->job;
    ta_status st = ta_sources_widen(&p->sources, TA_SOURCES_16);
    if (st == TA_OK)
        st = widen_array(&p->top, TA_CLASSES * p->blocks, false);
    if (st == TA_OK)
        st = widen_array(&p->half, job->n, true);
    p->wide = true;
    ta_stats_add(job->options->stats, "widened", "yes");
    return st;
}

static const ta_push_kernel *kernel_of(const ta_push *p)
{
    return p->wide ? &ta_push_16 : &ta_push_8;
}

/* Sorts the classes by `most`, the greatest first; by insertion, since little
 * changes from block to block. */
static void sort_classes(ta_push *p)
{
    for (size_t k = 1; k < TA_CLASSES; k++) {
        uint8_t c = p->order[k];
        size_t to = k;
        for (; to > 0 && p->most[p->order[to - 1]] < p->most[c]; to--)
            p->order[to] = p->order[to - 1];
        p->order[to] = c;
    }
}

static ta_status solve_segment(ta_push *p, uint64_t lo, uint64_t hi)
{
    kernel_of(p)->reach(p, lo, hi);
    for (uint64_t at = lo; at < hi;) {
        uint64_t b = at >> TA_BLOCK_BITS;
        uint64_t end = ta_min_u64((b + 1) << TA_BLOCK_BITS, hi);
        ta_status st = kernel_of(p)->finish(p, &at, end, lo, hi);
        if (st == TA_ERANGE && p->wide)
            return ta_length_too_long(p->job, at);
        if (st == TA_ERANGE)
            st = widen(p);
        if (st != TA_OK)
            return st;
        if (at < end)
            continue;
        kernel_of(p)->close(p, b, end);
        sort_classes(p);
    }
    kernel_of(p)->values(p, lo, hi);
    return ta_job_emit_values(p->job, lo, hi, p->value);
}

static ta_status begin(ta_push *p, const ta_job *job)
{
    uint64_t n = job->n;
    *p =
        (ta_push){.job = job, .blocks = blocks_of(n), .segment = segment_of(n)};
    for (size_t k = 0; k < TA_CLASSES; k++)
        p->order[k] = (uint8_t)k;
    p->half = ta_alloc(n, 1);
    p->top = ta_alloc_zero(TA_CLASSES * p->blocks, 1);
    p->value = ta_alloc(p->segment, sizeof *p->value);
    if (p->half == NULL || p->top == NULL || p->value == NULL)
        return TA_ENOMEM;
    ta_status st = ta_sources_new(&p->sources, TA_SOURCES_8);
    return st == TA_OK ? ta_move_classes_new(&p->moves, job->game, n) : st;
}

/* ---- what is known ---- */

/* The first move that leads from the heap to `from` or beyond. */
static uint32_t first_move(const ta_move_classes *m, uint64_t heap,
                           uint64_t from)
{
    size_t lo = 0, hi = m->count;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (heap + m->list[mid] < from)
            lo = mid + 1;
        else
            hi = mid;
    }
    return (uint32_t)lo;
}

static ta_status load_one(ta_push *p, uint64_t heap, uint16_t length)
{
    uint32_t h = ((uint32_t)length + 1) / 2;
    ta_status st = TA_OK;
    if (h >= kernel_of(p)->sources && !p->wide)
        st = widen(p);
    if (st != TA_OK)
        return st;
    bool cold = length % 2 == 0;
    if (p->wide)
        ((uint16_t *)p->half)[heap] = cold ? 0 : (uint16_t)h;
    else
        ((uint8_t *)p->half)[heap] = cold ? 0 : (uint8_t)h;
    uint32_t next = cold ? first_move(&p->moves, heap, p->job->known) : 0;
    if (!cold || next >= p->moves.count)
        return TA_OK;
    return ta_sources_add(&p->sources, h, (ta_source){(uint32_t)heap, next});
}

static ta_status load(void *push, const ta_block *block)
{
    ta_push *p = push;
    ta_status st = TA_OK;
    for (uint64_t i = block->from; i < block->to && st == TA_OK; i++)
        st = load_one(p, i, block->values[i - block->from]);
    return st;
}

/* As if [0, known) had just been found. */
static ta_status load_known(ta_push *p)
{
    uint64_t known = p->job->known;
    memset(p->half, 0xff, (size_t)known);
    ta_status st = ta_known_read(p->job, &(ta_sink){load, p});
    for (uint64_t b = 0; st == TA_OK && b < known >> TA_BLOCK_BITS; b++)
        kernel_of(p)->close(p, b, (b + 1) << TA_BLOCK_BITS);
    sort_classes(p);
    return st;
}

static ta_status run(const ta_job *job)
{
    ta_push p;
    ta_status st = begin(&p, job);
    uint64_t n = job->n, done = job->known; /* [0, done) is known */
    if (st == TA_OK)
        st = load_known(&p);
    if (st == TA_OK)
        st = ta_job_poll(job, done);
    while (st == TA_OK && done < n) {
        uint64_t to = ta_min_u64((done / p.segment + 1) * p.segment, n);
        st = solve_segment(&p, done, to);
        done = to;
        if (st == TA_OK)
            st = ta_job_poll(job, done);
    }
    ta_move_classes_free(&p.moves);
    ta_sources_free(&p.sources);
    ta_free(p.value);
    ta_free(p.top);
    ta_free(p.half);
    return st;
}

const ta_engine ta_length_push = {
    .info = {"push",
             "from the cold heaps upwards, longest games first, in segments"},
    .power = 1.2,
    .memory = memory,
    .run = run};

const ta_engine ta_length_auto = {
    .info = {"auto", "push, slower than naive only for sets of a few elements"},
    .power = 1.2,
    .memory = memory,
    .run = run};
