/* The forward sieve in segments that stay in the cache: all earlier cold
 * positions mark a segment, then the segment is finished in order. */
#include <math.h>
#include <string.h>

#include "cold/engines.h"
#include "run/known.h"

typedef struct segments {
    const ta_job *job;
    uint64_t size;      /* positions of a segment */
    unsigned char *hot; /* a byte a position of the present one */
    uint64_t *cold;     /* bits of [0, n) */
    uint64_t *some;     /* bit w: word w of cold is not 0 */
    uint64_t *scratch;
} segments;

/* Windows of S are taken in pieces of so many positions. */
enum { PIECE = 1 << 12, POLL = 1 << 25 };

static uint64_t segment_size(const ta_job *job)
{
    unsigned bits = job->options->base_bits;
    if (bits == 0)
        bits = job->n < (uint64_t)1 << 27 ? 16 : 17;
    return (uint64_t)1 << bits;
}

static uint64_t memory(const ta_job *job)
{
    uint64_t size = segment_size(job), words = ta_bits_words(job->n);
    return 8 * words + words / 8 + size + 8 * PIECE + 4096;
}

/* Marks in the segment at lo what c, before it or in it, makes hot; returns
 * the number of marks. */
static uint64_t mark_from(const segments *g, uint64_t c, uint64_t lo,
                          uint64_t hi)
{
    uint64_t least = c < lo ? lo - c : 1, end = hi - c;
    uint64_t offset = c - lo; /* wraps for c < lo, and the sum wraps back */
    /* A list is at hand whole; bits are decoded piece by piece. */
    uint64_t step = g->job->set->bits != NULL ? PIECE : end, marks = 0;
    for (uint64_t from = least; from < end; from += step) {
        const uint64_t *s;
        size_t count = ta_set_window(
            g->job->set, from, ta_min_u64(from + step, end), g->scratch, &s);
        for (size_t k = 0; k < count; k++)
            g->hot[s[k] + offset] = 1;
        marks += count;
    }
    return marks;
}

/* Marks and windows, of which each cold position before a segment has one: a
 * window costs as much as about ten marks. Below x there are about x^c cold
 * positions and x^r elements of S. */
static double share_of(const segments *g, double done)
{
    const ta_job *job = g->job;
    double u = done / (double)job->n, r = ta_game_growth(job->game, job->n);
    double c = 0.5 + 0.4 * r;
    double marks = 0.3 * (double)job->set->count;
    double windows = 2.4 * (double)job->n / (double)g->size;
    return (marks * pow(u, c + r) + windows * pow(u, c + 1)) /
           (marks + windows);
}

/* A segment may take long where S is dense, so it is polled within. */
static ta_status mark_from_all_before(const segments *g, uint64_t lo,
                                      uint64_t hi)
{
    const ta_job *job = g->job;
    const uint64_t words = (lo / 64 + 63) / 64;
    ta_status st = ta_job_poll(job, share_of(g, (double)lo), lo);
    uint64_t work = 0;
    for (uint64_t v = 0; v < words && st == TA_OK; v++) {
        for (uint64_t some = g->some[v]; some != 0; some &= some - 1) {
            uint64_t w = 64 * v + ta_ctz(some);
            for (uint64_t b = g->cold[w]; b != 0; b &= b - 1)
                work += 8 + mark_from(g, 64 * w + ta_ctz(b), lo, hi);
        }
        if (work >= POLL) {
            double part = (double)v / (double)words;
            work = 0;
            st = ta_job_poll(
                job, share_of(g, (double)lo + part * (double)(hi - lo)), lo);
        }
    }
    return st;
}

static void finish(const segments *g, uint64_t lo, uint64_t hi)
{
    for (uint64_t i = ta_max_u64(lo, g->job->first); i < hi; i++) {
        if (g->hot[i - lo])
            continue;
        g->cold[i / 64] |= (uint64_t)1 << (i % 64);
        g->some[i / 4096] |= (uint64_t)1 << (i / 64 % 64);
        mark_from(g, i, lo, hi);
    }
}

static ta_status load_known(const segments *g)
{
    ta_status st = ta_known_store(g->job, g->cold);
    for (uint64_t w = 0; w < g->job->known / 64; w++)
        if (g->cold[w] != 0)
            g->some[w / 64] |= (uint64_t)1 << (w % 64);
    return st;
}

static ta_status run(const ta_job *job)
{
    segments g = {.job = job, .size = segment_size(job)};
    uint64_t words = ta_bits_words(job->n);
    g.hot = ta_alloc(g.size, 1);
    g.cold = ta_alloc(words, 8);
    g.some = ta_alloc(words / 64 + 1, 8);
    g.scratch = ta_alloc(PIECE, 8);
    ta_status st = TA_OK;
    if (g.hot == NULL || g.cold == NULL || g.some == NULL || g.scratch == NULL)
        st = TA_ENOMEM;
    double share = share_of(&g, (double)job->known);
    if (st == TA_OK)
        st = ta_job_clear(job, g.cold, 8 * words, share);
    if (st == TA_OK)
        st = ta_job_clear(job, g.some, 8 * (words / 64 + 1), share);
    if (st == TA_OK)
        st = load_known(&g);
    for (uint64_t lo = job->known, hi; lo < job->n && st == TA_OK; lo = hi) {
        hi = ta_min_u64(lo - lo % g.size + g.size, job->n);
        memset(g.hot, 0, g.size);
        st = mark_from_all_before(&g, lo, hi);
        if (st != TA_OK)
            break;
        finish(&g, lo, hi);
        st = ta_job_emit_bits(job, lo, hi, g.cold + lo / 64);
    }
    if (st == TA_OK)
        st = ta_job_poll(job, 1, job->n);
    ta_free(g.scratch);
    ta_free(g.some);
    ta_free(g.cold);
    ta_free(g.hot);
    return st;
}

const ta_engine ta_engine_segments = {
    {"segments", "forward marking in segments of the cache's size"},
    true,
    memory,
    run};
