/* The engines `segments` and `sieve` for cold positions. In each segment, the
 * positions with a move to a cold position of an earlier one are marked hot;
 * then the others are decided in order. A segment of `segments` fits the cache;
 * `sieve` has a single one, as in Eppstein's blog (11011110, November 2016). */
#include <string.h>

#include "base/arena.h"
#include "cold/engines.h"

typedef struct segments {
    const tai_job *job;
    uint64_t size; /* positions of a segment */
    uint64_t *set; /* below n, increasing */
    size_t count;
    /* set[from], ..., set[to - 1] lead from the cold position that marked last
     * into the segment. */
    size_t from, to;
    uint32_t *low; /* of set[k] modulo 2^32: half the bytes to read */
    /* hot[i] is 1 if position i of the segment is hot. */
    unsigned char *hot;
    uint64_t *cold; /* bit i: position i is cold */
    uint64_t *some; /* bit w: cold[w] is not 0 */
    tai_arena arena;
} segments;

/* Progress is reported after about POLL marks; a block of results has at most
 * EMIT positions. */
enum { POLL = 1 << 25, EMIT = 1 << 18 };

/* Returns the positions of a segment, by measurement (README.md): more than the
 * cache holds where few moves lead from a cold position into it. */
static uint64_t segment_size(const tai_job *job)
{
    const uint64_t moves = tai_game_count_bound(job->game, job->n);
    unsigned bits = job->options->base_bits;
    if (job->engine == &tai_engine_sieve) /* for segments_mark */
        return tai_max_u64(tai_min_u64(job->n, (uint64_t)1 << 32), 1);
    if (bits == 0) {
        bits = job->n < (uint64_t)1 << 21   ? 16
               : job->n < (uint64_t)1 << 23 ? 17
                                            : 18;
        while (bits < 21 && (uint64_t)1 << (bits - 4) < job->n / (moves + 1))
            bits++;
    }
    return (uint64_t)1 << bits;
}

static void segments_place(segments *g, const tai_job *job)
{
    g->job = job;
    g->size = segment_size(job);
    g->low =
        tai_arena_place(&g->arena, tai_game_count_bound(job->game, job->n), 4);
    g->hot = tai_arena_place(&g->arena, g->size, 1);
    g->cold = tai_arena_place(&g->arena, ta_bits_words(job->n), 8);
    g->some = tai_arena_place(&g->arena, job->n / 4096 + 1, 8);
}

static uint64_t segments_memory(const tai_job *job)
{
    segments g = {.job = NULL};
    segments_place(&g, job);
    return tai_add_sat(g.arena.bytes, tai_game_list_memory(job->game, job->n));
}

/* Marks the positions of [lo, hi) with a move to the cold position c; returns
 * how many. c increases from call to call, so g->from and g->to only go down.
 * Without unrolling, the loop takes up to 1.8 times as long, by where it
 * happens to lie in memory. */
static uint64_t segments_mark(segments *g, uint64_t c, uint64_t lo, uint64_t hi)
{
    const uint64_t *set = g->set;
    const uint32_t *low = g->low, at = (uint32_t)(c - lo); /* modulo 2^32 */
    unsigned char *restrict hot = g->hot;
    while (g->from > 0 && c + set[g->from - 1] >= lo)
        g->from--;
    while (g->to > 0 && c + set[g->to - 1] >= hi)
        g->to--;
    const size_t from = g->from, to = g->to;
#pragma GCC unroll 4
    for (size_t k = from; k < to; k++)
        hot[at + low[k]] = 1;
    return to - from;
}

/* Marks the positions of [lo, hi) with a move to a cold position below lo. */
static ta_status segments_mark_before(segments *g, uint64_t lo, uint64_t hi)
{
    ta_status st = tai_job_poll(g->job, lo);
    uint64_t work = 0;
    for (uint64_t v = 0; 4096 * v < lo && st == TA_OK; v++) {
        for (uint64_t a = g->some[v]; a != 0; a &= a - 1) {
            const uint64_t w = 64 * v + tai_ctz(a);
            for (uint64_t b = g->cold[w]; b != 0; b &= b - 1)
                work += segments_mark(g, 64 * w + tai_ctz(b), lo, hi);
        }
        if (work >= POLL) {
            work = 0;
            st = tai_job_poll(g->job, lo);
        }
    }
    return st;
}

/* Decides `from`, from + 1, ... up to hi, or fewer after EMIT positions or
 * about POLL marks, then up to a multiple of 64. Returns the first that is not
 * decided. */
static uint64_t segments_decide(segments *g, uint64_t lo, uint64_t hi,
                                uint64_t from)
{
    const uint64_t end = tai_min_u64(hi, from + EMIT), first = g->job->first;
    const unsigned char *hot = g->hot;
    uint64_t marks = 0, i = from;
    for (; i < end && (marks < POLL || i % 64 != 0); i++) {
        if (i < first || hot[i - lo])
            continue;
        g->cold[i / 64] |= (uint64_t)1 << (i % 64);
        g->some[i / 4096] |= (uint64_t)1 << (i / 64 % 64);
        marks += segments_mark(g, i, lo, hi);
    }
    return i;
}

static ta_status segments_solve(segments *g, uint64_t lo, uint64_t hi)
{
    memset(g->hot, 0, hi - lo);
    g->from = g->to = (size_t)tai_first_at_least(g->set, g->count, hi);
    ta_status st = segments_mark_before(g, lo, hi);
    for (uint64_t from = lo, to; from < hi && st == TA_OK; from = to) {
        to = segments_decide(g, lo, hi, from);
        st = tai_job_emit_bits(g->job, from, to, g->cold + from / 64);
        if (st == TA_OK)
            st = tai_job_poll(g->job, to);
    }
    return st;
}

static ta_status segments_run(const tai_job *job)
{
    segments g = {.job = NULL};
    segments_place(&g, job);
    ta_status st = ta_game_elements(job->game, job->n, &g.set, &g.count);
    if (st == TA_OK)
        st = tai_arena_open(&g.arena);
    if (st == TA_OK) {
        segments_place(&g, job);
        memset(g.cold, 0, 8 * ta_bits_words(job->n));
        memset(g.some, 0, 8 * (job->n / 4096 + 1));
        for (size_t k = 0; k < g.count; k++)
            g.low[k] = (uint32_t)g.set[k];
        st = tai_known_store(job, g.cold);
        for (uint64_t w = 0; w < ta_bits_words(job->known); w++)
            g.some[w / 64] |= (uint64_t)(g.cold[w] != 0) << (w % 64);
    }
    for (uint64_t lo = job->known, hi; lo < job->n && st == TA_OK; lo = hi) {
        hi = tai_min_u64(lo - lo % g.size + g.size, job->n);
        st = segments_solve(&g, lo, hi);
    }
    tai_arena_close(&g.arena);
    ta_free(g.set);
    return st;
}

const tai_engine tai_engine_segments = {
    .info = {"segments", "forward marking in segments of the cache's size"},
    .power = 1.2,
    .memory = segments_memory,
    .run = segments_run};

const tai_engine tai_engine_sieve = {
    .info = {"sieve",
             "forward marking from each cold position, a byte a position"},
    /* Smaller cold positions mark more: all c + s up to the last position. The
     * power is assumed, not fitted. */
    .power = 0.6,
    .memory = segments_memory,
    .run = segments_run};
