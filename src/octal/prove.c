/* Heaps that are decided have the least common label that they do not reach;
 * it is proved that they reach all smaller rare ones: by splits that lately
 * served, else by a search through all splits. Where a heap does not, it is
 * rare, and the heaps decided after it are decided anew.
 *
 * All labels that are needed are there, so tiles are proved by several threads,
 * while further ones are decided. Each makes what proofs read beside labels, of
 * its own heaps. One item rates the witnesses, of which the others have a list
 * of their own. */
#include <sched.h>
#include <string.h>

#include "octal/ahead.h"

enum {
    LANES = TA_OCTAL_LANES,
    SWEEP = TA_OCTAL_SWEEP,
    TILE = TA_AHEAD_TILE,
    WORDS = TA_OCTAL_COVER / 64,
    BREAKS = 64,  /* that are given to the vectors at once */
    RATED = 4096, /* heaps; of so many the witnesses are rated by a block */
};

/* A part of a split of heap h of this label, or 0 if there is none. */
static uint64_t look_for(const ta_sparse *e, uint64_t h, uint32_t label,
                         uint64_t *work)
{
    const ta_ahead *a = e->ahead;
    const size_t near = a->mirrored;
    for (unsigned i = 0; i < e->game->n_break; i++) {
        const uint64_t m = h - e->game->breaks[i];
        const uint8_t *low = a->low + (m - a->low_from);
        for (size_t k = 0; k < near; k++) {
            const size_t from = k;
            k += e->seek(a->mirror + TA_AHEAD_MIRROR - 1 - k, low - k, near - k,
                         (uint8_t)label);
            *work += (k - from) / 128;
            if (k > 0 && k < near &&
                (e->g[k] ^ *ta_sparse_at(e, m - k)) == label)
                return k;
        }
    }
    return ta_sparse_split(e, h, label, ta_max_u64(near, 1), work);
}

/* Some blocks of heaps, what they have to reach of rare labels, and what is
 * marked: bits of all windows of a block, one after the other. */
typedef struct group {
    uint64_t n;      /* the first heap */
    unsigned blocks; /* 1 or, by sweeps, 4 */
    uint16_t rares[SWEEP];
    unsigned cover; /* labels below are marked */
    uint64_t bits[SWEEP / LANES][WORDS][LANES];
} group;

/* The listed splits of heap n of the times [begin, to), of the breaks from *i
 * on: how many parts they are. */
static size_t gather(const ta_sparse *e, uint64_t n, unsigned *i,
                     unsigned begin, unsigned to, ta_octal_parts parts[BREAKS])
{
    const ta_ahead *a = e->ahead;
    const size_t *at = a->at[TA_REACH_RARE];
    size_t count = 0;
    for (; *i < e->game->n_break && count < BREAKS; ++*i) {
        const size_t from = at[TA_AHEAD_TIMES * *i + begin];
        const size_t end = at[TA_AHEAD_TIMES * *i + to];
        parts[count] =
            (ta_octal_parts){ta_sparse_at(e, n - e->game->breaks[*i]),
                             a->list[TA_REACH_RARE] + from,
                             a->label[TA_REACH_RARE] + from, end - from};
        count += end > from;
    }
    return count;
}

static void mark_by_waves(const ta_sparse *e, group *g, unsigned begin)
{
    ta_octal_parts parts[BREAKS];
    size_t count;
    for (unsigned k = 0; k < g->blocks; k++)
        for (unsigned i = 0; (count = gather(e, g->n + k * LANES, &i, begin,
                                             TA_AHEAD_TIMES, parts)) > 0;)
            e->vectors->wave(g->bits[k], 0, g->cover, g->rares + k * LANES,
                             parts, count);
}

/* What the heaps reach by the listed splits, of rare labels up to `end`. */
static void mark(const ta_sparse *e, group *g, unsigned end)
{
    g->cover =
        (unsigned)ta_min_u64(end / 16 * 16 + 16, e->vectors->most_shared);
    for (unsigned k = 0; k < g->blocks; k++)
        memset(g->bits[k], 0, (g->cover + 63) / 64 * sizeof *g->bits[k]);
    const struct ta_ahead_sweep *sweep = &e->ahead->sweep[TA_SWEEP_RARE];
    if (g->blocks > 1)
        e->vectors->sweep(g->bits[0], WORDS, 0, g->cover, g->rares, g->n,
                          &e->ahead->planes, sweep->run, sweep->runs);
    mark_by_waves(e, g, g->blocks > 1 ? TA_AHEAD_BEYOND : 0);
}

/* And by take-outs. */
static void take_out(const ta_sparse *e, uint64_t h, unsigned j, unsigned cover,
                     uint64_t bits[][LANES])
{
    const uint16_t *label = ta_sparse_at(e, h);
    const uint32_t common = e->labels.common;
    for (unsigned i = 0; i < e->game->n_take; i++) {
        const ptrdiff_t take = e->game->take[i];
        const bool swap = e->labels.parity && take % 2 != 0;
        const uint32_t x = label[-take] ^ (swap ? common : 0);
        if (x < cover)
            bits[x / 64][j] |= UINT64_C(1) << (x % 64);
    }
}

/* The first label from x on that is not marked, or `rares`; of labels from
 * `cover` on none is. */
static uint32_t next_open(uint64_t bits[][LANES], unsigned j, uint32_t x,
                          uint32_t rares, unsigned cover)
{
    while (x < rares && x < cover) {
        const uint64_t open = ~bits[x / 64][j] >> (x % 64);
        if (open != 0) {
            x += ta_ctz(open);
            break;
        }
        x = (x / 64 + 1) * 64;
    }
    return x < rares ? x : rares;
}

/* Whether heap h, lane j, reaches its labels below `rares` by any splits. */
static bool reaches(const ta_sparse *e, uint64_t h, unsigned j, uint32_t rares,
                    unsigned cover, uint64_t bits[][LANES],
                    ta_ahead_proof *proof)
{
    take_out(e, h, j, cover, bits);
    for (uint32_t x = next_open(bits, j, 0, rares, cover); x < rares;
         x = next_open(bits, j, x + 1, rares, cover)) {
        const uint64_t part = look_for(e, h, x, &proof->work);
        if (part == 0)
            return false;
        proof->reach = ta_max_u64(proof->reach, part);
    }
    return true;
}

/* Of each lane of a block the labels that are marked in all windows; sweeps
 * mark no more than `cover` of the last one. */
static void in_all(uint64_t bits[][LANES], unsigned cover, uint64_t all[LANES])
{
    const uint64_t rest = cover % 64 != 0 ? UINT64_MAX << cover % 64 : 0;
    const unsigned last = (cover - 1) / 64;
    for (unsigned j = 0; j < LANES; j++)
        all[j] = bits[last][j] | rest;
    for (unsigned k = 0; k < last; k++)
        for (unsigned j = 0; j < LANES; j++)
            all[j] &= bits[k][j];
}

/* The `lanes` heaps before heap `to`, in the last lanes: vectors read as many
 * labels as there are lanes, and from `to` on there may be none yet. */
static void prove_group(const ta_sparse *e, uint64_t to, unsigned lanes,
                        unsigned blocks, ta_ahead_proof *proof)
{
    const unsigned all_lanes = blocks * LANES;
    group g;
    uint64_t all[LANES];
    uint16_t most = 0;
    g.n = to - all_lanes;
    g.blocks = blocks;
    memset(g.rares, 0, sizeof g.rares);
    const uint16_t *label = ta_sparse_at(e, g.n);
    for (unsigned j = all_lanes - lanes; j < all_lanes; j++) {
        const uint32_t x = label[j] - e->labels.common;
        g.rares[j] = (uint16_t)e->ahead->value[(g.n + j) % 2][x].rares;
        most = g.rares[j] > most ? g.rares[j] : most;
    }
    mark(e, &g, most);
    for (unsigned j = all_lanes - lanes; j < all_lanes; j++, proof->good++) {
        const unsigned lane = j % LANES;
        uint64_t(*bits)[LANES] = g.bits[j / LANES];
        if (lane == 0 || j == all_lanes - lanes)
            in_all(bits, g.cover, all);
        if ((all[lane] != UINT64_MAX || g.rares[j] > g.cover) &&
            !reaches(e, g.n + j, lane, g.rares[j], g.cover, bits, proof))
            return;
    }
}

static bool is_void(const ta_ahead *a)
{
    return atomic_load_explicit(&a->proof_void, memory_order_relaxed);
}

/* Rates the witnesses by the last block that is sure. */
static void rate(ta_sparse *e, ta_ahead_proof *proof)
{
    for (unsigned j = 1; j <= LANES && !is_void(e->ahead); j++)
        ta_sparse_rate(e, e->ahead->sure - j, &proof->work);
    ta_witnesses_settle(&e->witnesses);
}

/* What look_for looks through beside the mirror, of heaps [from, to). */
static void copy_low(ta_sparse *e, uint64_t from, uint64_t to)
{
    uint8_t *low = e->ahead->low + (from - e->ahead->low_from);
    const uint16_t *label = ta_sparse_at(e, from);
    const uint32_t class = e->labels.common;
    for (size_t i = 0; i < to - from; i++)
        low[i] = ta_ahead_low(class, label[i]);
}

/* Makes what is read of the heaps [from, to) of a tile, and waits until that of
 * the tiles before is there: others are at these, which are taken in order. */
static void copy_tile(ta_sparse *e, size_t tile, uint64_t from, uint64_t to)
{
    ta_ahead *a = e->ahead;
    copy_low(e, tile == 0 ? a->low_from : from, to);
    if (!a->on)
        ta_planes_put(e, from, to);
    ta_team_looks looks = {0};
    while (atomic_load_explicit(&a->copied, memory_order_acquire) != tile)
        if (!ta_team_look(&looks))
            sched_yield();
    atomic_store_explicit(&a->copied, tile + 1, memory_order_release);
}

static void prove_tile(ta_sparse *e, size_t tile, ta_ahead_proof *proof)
{
    const ta_ahead *a = e->ahead;
    const uint64_t from = a->sure + tile * TILE;
    const uint64_t to = ta_min_u64(from + TILE, a->proof_end);
    const unsigned blocks = a->planes.count > 0 ? SWEEP / LANES : 1;
    copy_tile(e, tile, from, to);
    for (uint64_t n = from; n < to && proof->good == n - from && !is_void(a);) {
        const unsigned lanes =
            (unsigned)ta_min_u64((uint64_t)blocks * LANES, to - n);
        n += lanes;
        prove_group(e, n, lanes, blocks, proof);
    }
}

static void prove_item(void *state, unsigned thread, size_t item)
{
    ta_sparse *e = state;
    ta_ahead_proof proof = {.good = 0};
    (void)thread;
    if (item < e->ahead->rates)
        rate(e, &proof);
    else
        prove_tile(e, item - e->ahead->rates, &proof);
    e->ahead->proved[item] = proof;
}

void ta_ahead_prove(ta_sparse *e)
{
    ta_ahead *a = e->ahead;
    if (a->proof_open || a->decided == a->sure)
        return;
    a->proof_end = ta_min_u64(a->decided, a->sure + TA_AHEAD_BATCH);
    a->tiles = (a->proof_end - a->sure + TILE - 1) / TILE;
    if (a->sure < a->rated) /* some were forgotten */
        a->rated = a->sure;
    a->rates = a->sure >= a->rated + RATED;
    if (a->rates)
        a->rated = a->sure;
    a->low_from = a->sure - ta_min_u64(a->sure - e->back,
                                       TA_AHEAD_MIRROR + TA_SPARSE_SPARE);
    atomic_store(&a->copied, 0);
    atomic_store(&a->proof_void, false);
    ta_team_begin(a->team, &a->proof, prove_item, e, a->tiles + a->rates);
    a->proof_open = true;
}

void ta_ahead_rest(ta_ahead *a)
{
    if (a->proof_open)
        ta_team_end(a->team, &a->proof);
}

bool ta_ahead_proved(ta_sparse *e)
{
    ta_ahead *a = e->ahead;
    bool all = true;
    ta_ahead_rest(a);
    a->proof_open = false;
    for (size_t k = 0; k < a->tiles && all; k++) {
        const ta_ahead_proof *p = &a->proved[a->rates + k];
        const uint64_t tile = ta_min_u64(TILE, a->proof_end - a->sure);
        e->witnesses.reach = ta_max_u64(e->witnesses.reach, p->reach);
        e->work += p->work;
        a->sure += p->good;
        all = p->good == tile;
    }
    if (a->rates)
        e->work += a->proved[0].work;
    return all;
}
