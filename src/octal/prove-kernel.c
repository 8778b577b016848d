/* Checks presumed values, and finds the first wrong one: a heap must reach all
 * rare values below its own. Lower heaps are taken as right; if their check
 * fails, this one is dropped. Begin at proof_make. */
#include "octal/sweep.h"

/* Returns the least b < end with a split of m tokens into b and m - b of labels
 * that xor to `label`, or 0. Compares bytes first; `mirror` has all b < end, in
 * falling order, as the plane has m - b. */
static uint64_t search_mirror(const octal_engine *e, uint64_t m, uint32_t label,
                              uint64_t end)
{
    enum { CHUNK = 64, STEP = 256 }; /* most are in the first step */
    const octal_planes *p = &e->marks.planes;
    const uint8_t *part = p->mirror + OCTAL_MIRROR - TA_VECTOR;
    const uint8_t *rest = octal_plane(p, p->count, m) - TA_VECTOR + 1;
    const vec want = vec_all(octal_byte((uint16_t)label));
    for (uint64_t a = 0; a < end; a += CHUNK) {
        uint64_t hit = 0; /* the highest bit for a */
        if (a >= STEP && a % STEP == 0) {
            vec least = vec_all(255);
            for (unsigned i = 0; i < STEP; i += TA_VECTOR)
                least = vec_min8(least, vec_load(part - a - i) ^
                                            vec_load(rest - a - i) ^ want);
            if (!vec_any((vec)(least == 0))) {
                a += STEP - CHUNK;
                continue;
            }
        }
        for (unsigned i = 0; i < CHUNK; i += TA_VECTOR)
            hit |= vec_mask((vec)((vec_load(part - a - i) ^
                                   vec_load(rest - a - i)) == want))
                   << (CHUNK - TA_VECTOR - i);
        while (hit != 0) {
            const unsigned bit = tai_log2_floor(hit); /* of least b */
            const uint64_t b = a + CHUNK - 1 - bit;
            hit ^= UINT64_C(1) << bit;
            if (b > 0 && b < end &&
                (e->held.g[b] ^ *octal_at(&e->held, m - b)) == label)
                return b;
        }
    }
    return 0;
}

/* tai_octal_prover.search: by bytes as far as they are mirrored, then by
 * vectors of labels, then one by one. */
static uint64_t search_parts(const octal_engine *e, uint64_t h, uint32_t label)
{
    enum { LANES = TA_VECTOR / 2, STEP = 4 * LANES };
    const uint16_t *g = e->held.g;
    /* g[a] ^ g[m - a] ^ want is 0x8000, the least signed number, where the
     * split is found; so one minimum serves many. */
    const vec want = vec_all16((uint16_t)(label ^ 0x8000));
    for (unsigned i = 0; i < e->game->n_break; i++) {
        const uint64_t m = h - e->game->breaks[i];
        const uint16_t *rest = octal_at(&e->held, m);
        uint64_t end = m / 2 + (e->game->unequal && m % 2 == 0 ? 0 : 1);
        end = tai_min_u64(end, octal_parts(e));
        uint64_t a = tai_min_u64(end, e->marks.planes.mirrored);
        const uint64_t found = search_mirror(e, m, label, a);
        if (found > 0)
            return found;
        a = tai_max_u64(a, 1);
        for (; a + STEP <= end; a += STEP) {
            vec least = vec_all16(0x7fff);
            for (unsigned k = 0; k < STEP; k += LANES) {
                const vec x = vec_load(rest - a - k - LANES + 1);
                least = vec_min16s(least, vec_load(g + a + k) ^ want ^
                                              (vec)vec_reverse16((vec16)x));
            }
            if (vec_any(vec_equal16(least, vec_all16(0x8000))))
                break;
        }
        for (; a < end; a++)
            if ((g[a] ^ *(rest - a)) == label)
                return a;
    }
    return 0;
}

/* Returns whether a take-out of h reaches this rare label. */
static bool takes_reach(const octal_engine *e, uint64_t h, uint32_t label)
{
    const uint16_t *at = octal_at(&e->held, h);
    for (unsigned i = 0; i < e->game->n_take; i++) {
        const ptrdiff_t t = e->game->take[i];
        if ((at[-t] ^ octal_swap(&e->labels, (uint64_t)t)) == label)
            return true;
    }
    return false;
}

/* Heaps checked together: lane j, byte j of registers, is heap n + j. It must
 * reach the labels 0, ..., rares[j] - 1, checked in increasing order; where it
 * does not, `lanes` becomes j, so that in the end heap n + lanes is the first
 * wrong one. */
typedef struct group {
    uint64_t n;
    /* Lanes [first, lanes) are checked. Those below are only read, so that no
     * heap above is read: other threads may be writing it. */
    unsigned first, lanes;
    uint16_t rares[TILE];
} group;

/* Checks the labels base + i, bit i of `open`, by all moves of lane j. Where
 * one fails, sets proof->label and g->lanes. */
static void lane_search(const octal_engine *e, group *g, unsigned j,
                        unsigned open, unsigned base, octal_proof *proof)
{
    for (; open != 0; open &= open - 1) {
        const uint32_t x = base + tai_ctz(open);
        if (takes_reach(e, g->n + j, x))
            continue;
        if (search_parts(e, g->n + j, x) == 0) {
            g->lanes = j;
            proof->label = x;
            return;
        }
    }
}

/* Marks the labels of a window that each lane need not reach, clears others,
 * and returns their number. */
TA_INLINE unsigned window_preset(octal_window_marks *m, const unsigned lanes,
                                 const group *g, unsigned window)
{
    static const _Alignas(16)
        uint8_t not_below[16] = {255, 254, 252, 248, 240, 224, 192, 128};
    const uint16_t from = (uint16_t)(window * WINDOW);
    uint16_t count = 0; /* at most 16 * TILE */
    for (unsigned j = 0; j < lanes; j++) {
        const uint16_t rares = g->rares[j] > from ? g->rares[j] : from;
        const uint16_t need = (uint16_t)(rares - from);
        m->of[0][j] = (uint8_t)(need < 8 ? need : 8);
        m->of[1][j] = (uint8_t)(need < 8 ? 0 : need < 16 ? need - 8 : 8);
        count += need < 16 ? need : 16;
    }
    for (unsigned j = 0; j < lanes; j += TA_VECTOR)
        for (unsigned half = 0; half < 2; half++)
            vec_store(m->of[half] + j, vec_look_up(vec_repeat(not_below),
                                                   vec_load(m->of[half] + j)));
    return count;
}

/* octal_rares_below for all lanes, which are common, in 16 bits without
 * branches, for vectors. Returns the greatest, and updates proof->top. */
static uint16_t group_count_rares(const octal_engine *e, group *g,
                                  octal_proof *proof)
{
    const octal_labels *l = &e->labels;
    const uint16_t *label = octal_at(&e->held, g->n);
    const uint16_t rest = l->rest, parity = l->parity;
    const uint16_t flip = (uint16_t)(1 ^ octal_flip(l, g->n));
    const uint16_t gap = (uint16_t)(1 << l->dropped), above = (uint16_t)-gap;
    uint16_t most = 0, top = 0;
    for (unsigned j = g->first; j < g->lanes; j++) {
        const uint16_t kept = label[j] & TAI_OCTAL_KEPT;
        const uint16_t dropped_bit =
            (octal_odd16(kept & rest) ^ flip ^ (j & parity)) & 1;
        const uint16_t rares =
            (uint16_t)((kept & above) + (-dropped_bit & gap));
        g->rares[j] = rares;
        most = rares > most ? rares : most;
        top = kept > top ? kept : top;
    }
    proof->top = top > proof->top ? top : proof->top;
    return most;
}

/* Checks a group, windows in order: sweeps by witnesses, then searches what has
 * no mark. No lane must reach the label `rares` or a larger one. */
TA_INLINE void group_sweep(const octal_engine *e, group *g, unsigned rares,
                           const unsigned vectors, octal_proof *proof)
{
    /* splits before a test; that take as long as a search, in one plane */
    enum { OFTEN = 64, SEARCH = 4 };
    const octal_planes *p = &e->marks.planes;
    const octal_splits *s = &e->marks.by_witness;
    for (unsigned w = 0; w * WINDOW < rares && g->lanes > 0; w++) {
        octal_window_marks m;
        const unsigned open = window_preset(&m, vectors * TA_VECTOR, g, w);
        if (open * SEARCH * p->count > s->count &&
            (rares > w * WINDOW + OCTAL_HALF
                 ? sweep(&m, vectors, both, p, s, w, g->n, OFTEN)
                 : sweep(&m, vectors, lower, p, s, w, g->n, OFTEN)))
            continue;
        for (unsigned v = 0; v < vectors * TA_VECTOR; v += TA_VECTOR) {
            const vec all = vec_load(m.of[0] + v) & vec_load(m.of[1] + v);
            uint64_t lacking = vec_mask((vec)(all != 255));
            for (; lacking != 0; lacking &= lacking - 1) {
                const unsigned j = v + tai_ctz(lacking);
                const unsigned marked = m.of[0][j] | (unsigned)m.of[1][j] << 8;
                if (j < g->lanes)
                    lane_search(e, g, j, 0xffffu & ~marked, w * WINDOW, proof);
            }
        }
    }
}

/* Two functions, of constant size: the compiler keeps more in registers. */
__attribute__((noinline)) static void group_sweep_tile(const octal_engine *e,
                                                       group *g, unsigned rares,
                                                       octal_proof *p)
{
    group_sweep(e, g, rares, TILE_VECTORS, p);
}

__attribute__((noinline)) static void group_sweep_block(const octal_engine *e,
                                                        group *g,
                                                        unsigned rares,
                                                        octal_proof *p)
{
    group_sweep(e, g, rares, BLOCK_VECTORS, p);
}

/* One heap after the other, with a byte for each label: faster for many labels
 * and few heaps. */
__attribute__((noinline)) static void
group_prove_lanes(const octal_engine *e, group *g, octal_proof *proof)
{
    const octal_splits *s = &e->marks.by_witness;
    uint8_t reached[TAI_OCTAL_VALUE_MAX + 1];
    for (unsigned j = g->first; j < g->lanes; j++) {
        const unsigned rares = g->rares[j];
        const uint16_t *label = octal_at(&e->held, g->n + j);
        const uint8_t *open = reached; /* the first rare label without a mark */
        memset(reached, 0, rares);
        for (unsigned k = 0; k < s->windows && open != NULL; k++) {
            const octal_split_list *list = &s->list[k];
            const uint64_t first = TAI_OCTAL_COMMON + k * WINDOW;
            for (size_t i = 0; i < list->count; i++) {
                const int64_t split = list->split[i];
                const uint64_t x =
                    first + ((uint64_t)split & ((1 << OCTAL_PACKED) - 1)) / 32;
                /* A common label is marked beyond `rares`, where none reads. */
                reached[label[split >> OCTAL_PACKED] ^ x] = 1;
            }
            open = memchr(reached, 0, rares);
        }
        for (unsigned x = 0; x < rares && j < g->lanes; x++)
            if (!reached[x])
                lane_search(e, g, j, 1, x, proof);
    }
}

/* tai_octal_prover.prove, by groups: more windows than SWEEPS for a full group,
 * in proportion for others, are too many to sweep. */
static void proof_make(const octal_engine *e, octal_proof *proof)
{
    enum { SWEEPS = 64 };
    proof->good = proof->from;
    while (proof->good < proof->to) {
        const uint64_t left = proof->to - proof->good;
        const unsigned vectors = left > BLOCK ? TILE_VECTORS : BLOCK_VECTORS;
        const unsigned lanes = vectors * TA_VECTOR;
        const unsigned first = lanes - (unsigned)tai_min_u64(left, lanes);
        group g = {.n = proof->good - first, .first = first, .lanes = lanes};
        const unsigned rares = group_count_rares(e, &g, proof);
        if (rares * lanes > SWEEPS * WINDOW * (lanes - first))
            group_prove_lanes(e, &g, proof);
        else if (left > BLOCK)
            group_sweep_tile(e, &g, rares, proof);
        else
            group_sweep_block(e, &g, rares, proof);
        proof->good = g.n + g.lanes;
        if (g.lanes < lanes)
            return;
    }
}

const tai_octal_prover TA_VARIANT(tai_octal_prover) = {proof_make,
                                                       search_parts};
