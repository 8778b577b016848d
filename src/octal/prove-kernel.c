/* Checks presumed nim-values of heaps, and finds the first wrong one. Values
 * are divided into rare and common ones (README.md). The presumed value of a
 * heap is the least common value that the heap does not reach
 * (decide-kernel.c). It is the true value if the heap reaches all smaller rare
 * values. This is what the check finds out.
 *
 * The check takes the presumed values of all lower heaps as right. If a check
 * of lower heaps fails, its result is dropped. */
#include "octal/sweep.h"

/* Searches for a split of m tokens into two heaps b and m - b with b < end
 * whose labels (renumbered values) have the xor `label`. Returns b, or 0 if
 * there is no such split. The array `mirror` of octal_planes must have a byte
 * for each b < end. To be fast, the search compares only 8 bits of the labels
 * at first. */
static uint64_t search_mirror(const octal_engine *e, uint64_t m, uint32_t label,
                              uint64_t end)
{
    enum { STEP = 256 };
    const octal_planes *p = &e->marks.planes;
    const uint8_t *part = p->mirror + OCTAL_MIRROR - TA_VECTOR;
    const uint8_t *rest = octal_plane(p, p->count, m) - TA_VECTOR + 1;
    const vec want = vec_all(octal_byte((uint16_t)label));
    for (uint64_t a = 0; a < end; a += STEP) {
        vec least = vec_all(255);
        for (unsigned i = 0; i < STEP; i += TA_VECTOR)
            least = vec_min8(least, vec_load(part - a - i) ^
                                        vec_load(rest - a - i) ^ want);
        if (!vec_any((vec)(least == 0)))
            continue;
        for (unsigned i = 0; i < STEP; i += TA_VECTOR) {
            uint64_t hit = vec_mask((vec)((vec_load(part - a - i) ^
                                           vec_load(rest - a - i)) == want));
            /* Each 1 bit of `hit` stands for a heap b. Higher bits stand for
             * smaller heaps, since the array `mirror` has the heaps in
             * decreasing order. So the least b comes first. */
            while (hit != 0) {
                const unsigned bit = ta_log2_floor(hit);
                const uint64_t b = a + i + TA_VECTOR - 1 - bit;
                hit ^= UINT64_C(1) << bit;
                if (b > 0 && b < end &&
                    (e->held.g[b] ^ *octal_at(&e->held, m - b)) == label)
                    return b;
            }
        }
    }
    return 0;
}

/* Searches for a split of heap h into two heaps whose labels (renumbered
 * values) have the xor `label`. Returns the smaller part, or 0 if there is no
 * such split. Tries only splits for which the labels of both parts are in
 * memory. */
static uint64_t search_parts(const octal_engine *e, uint64_t h, uint32_t label)
{
    enum { LANES = TA_VECTOR / 2, STEP = 4 * LANES };
    const uint16_t *g = e->held.g;
    /* A split of m tokens into a and m - a is wanted if g[a] ^ g[m - a] is
     * equal to `label`. Then g[a] ^ g[m - a] ^ want is 0x8000. This is the
     * least signed number of 16 bits. So the minimum of these numbers for many
     * splits says whether one of the splits is wanted. */
    const vec want = vec_all16((uint16_t)(label ^ 0x8000));
    for (unsigned i = 0; i < e->game->n_break; i++) {
        const uint64_t m = h - e->game->breaks[i];
        const uint16_t *rest = octal_at(&e->held, m);
        uint64_t end = m / 2 + (e->game->unequal && m % 2 == 0 ? 0 : 1);
        end = ta_min_u64(end, octal_held_parts(&e->held));
        uint64_t a = ta_min_u64(end, e->marks.planes.mirrored);
        const uint64_t found = search_mirror(e, m, label, a);
        if (found > 0)
            return found;
        a = ta_max_u64(a, 1);
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

/* Returns whether heap h reaches the nim-value with this rare label (renumbered
 * value) by a move that leaves one heap. */
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

/* A group of heaps whose presumed nim-values are checked together. Heap n + j
 * is called lane j. Byte number j of a vector register is for this heap.
 *
 * The heap in lane j must reach all rare values below its presumed value. The
 * labels (renumbered values) of these rare values are 0, ..., rares[j] - 1.
 * They are checked in increasing order. If the heap does not reach one of them,
 * this label is stored, and `lanes` becomes j. From then on, only the lanes
 * below j are checked. At the end, heap n + lanes is the first wrong heap. The
 * stored label is the least one that it does not reach. */
typedef struct group {
    uint64_t n;
    /* The lanes from `first` to lanes - 1 are checked. Lane j is heap n + j.
     * The lanes below `first` are used if there are fewer heaps to check than
     * bytes in the registers. They are lower heaps, which are read but not
     * checked. So no heap above those to check is read; other threads may be
     * writing the data of such heaps. */
    unsigned first, lanes;
    uint16_t rares[TILE];
} group;

/* Checks whether heap g->n + j reaches some rare labels (renumbered values) by
 * any of its moves. It must reach the label `from` + i if bit i of `open` is 1.
 * If it does not reach all of these labels, stores the least one that it does
 * not reach in proof->label, and sets g->lanes to j. This heap and all later
 * heaps of the group are then not checked any further. */
static void lane_search(const octal_engine *e, group *g, unsigned j,
                        unsigned open, unsigned from, octal_proof *proof)
{
    for (; open != 0; open &= open - 1) {
        const uint32_t x = from + ta_ctz(open);
        if (takes_reach(e, g->n + j, x))
            continue;
        if (search_parts(e, g->n + j, x) == 0) {
            g->lanes = j;
            proof->label = x;
            return;
        }
    }
}

/* Initializes the marks *m of one window (16 labels, which are renumbered
 * values) for a group of heaps. Entry j of *m is for the heap in lane j of the
 * group. Marks the labels that this heap need not reach, and clears the marks
 * of those that it must reach. */
TA_INLINE void window_preset(marks *m, const unsigned lanes, const group *g,
                             unsigned window)
{
    const uint32_t from = window * WINDOW;
    for (unsigned j = 0; j < lanes; j++) {
        const uint32_t rares = j < g->lanes ? g->rares[j] : 0;
        const uint32_t need = rares > from ? rares - from : 0;
        const uint32_t bits = 0xffffu << (need < WINDOW ? need : WINDOW);
        m->of[0][j] = (uint8_t)bits;
        m->of[1][j] = (uint8_t)(bits >> 8);
    }
}

/* Sets g->rares[j], for each heap g->n + j of the group, to the number of rare
 * values (README.md) below the presumed value of the heap. Returns the greatest
 * of these numbers. Also updates proof->top. The numbers are the results of
 * octal_rares_below(). But here they are computed by 16-bit arithmetic without
 * branches, so that the compiler can use vector instructions. */
static uint16_t group_count_rares(const octal_engine *e, group *g,
                                  octal_proof *proof)
{
    const octal_labels *l = &e->labels;
    const uint16_t *label = octal_at(&e->held, g->n);
    const uint16_t rest = l->rest, odd = l->parity;
    const uint16_t first = (uint16_t)(1 ^ octal_flip(l, g->n));
    const unsigned dropped = l->dropped;
    uint16_t most = 0, top = 0;
    for (unsigned j = g->first; j < g->lanes; j++) {
        const uint16_t kept = label[j] & TAI_OCTAL_KEPT;
        uint16_t sum = kept & rest;
        sum = (uint16_t)(sum ^ sum >> 8);
        sum = (uint16_t)(sum ^ sum >> 4);
        sum = (uint16_t)(sum ^ sum >> 2);
        sum = (uint16_t)(sum ^ sum >> 1);
        sum = (uint16_t)((sum ^ first ^ (j & odd)) & 1);
        sum = (uint16_t)(((kept >> dropped) + sum) << dropped);
        g->rares[j] = sum;
        most = sum > most ? sum : most;
        top = kept > top ? kept : top;
    }
    proof->top = top > proof->top ? top : proof->top;
    return most;
}

/* Checks that each heap of a group reaches certain labels (renumbered values):
 * those of all rare values below its presumed value. If a heap fails, stores
 * the result in *g and *proof.
 *
 * Goes through the labels in windows of 16, for all heaps together. First marks
 * the labels that heaps reach by splits with a witness. (A witness is a small
 * heap that often helps in proofs.) Then searches all moves of a heap for each
 * label that the heap must reach and that has no mark. */
TA_INLINE void group_sweep(const octal_engine *e, group *g, unsigned windows,
                           const unsigned vectors, octal_proof *proof)
{
    for (unsigned w = 0; w < windows && g->lanes > 0; w++) {
        marks m;
        window_preset(&m, vectors * TA_VECTOR, g, w);
        if (sweep(&m, vectors, &e->marks.planes, &e->marks.served, w, g->n))
            continue;
        for (unsigned j = 0; j < g->lanes; j++) {
            uint64_t low, high;
            memcpy(&low, m.of[0] + j, sizeof low);
            memcpy(&high, m.of[1] + j, sizeof high);
            if (j % 8 == 0 && (low & high) == UINT64_MAX)
                j += 7;
            else if ((low & high & 0xff) != 0xff)
                lane_search(e, g, j,
                            0xffffu & ~(m.of[0][j] | (unsigned)m.of[1][j] << 8),
                            w * WINDOW, proof);
        }
    }
}

/* Calls group_sweep() for a tile (128 heaps). This function and
 * group_sweep_block() are separate because the compiler then keeps more values
 * in registers. */
__attribute__((noinline)) static void group_sweep_tile(const octal_engine *e,
                                                       group *g,
                                                       unsigned windows,
                                                       octal_proof *p)
{
    group_sweep(e, g, windows, TILE_VECTORS, p);
}

__attribute__((noinline)) static void group_sweep_block(const octal_engine *e,
                                                        group *g,
                                                        unsigned windows,
                                                        octal_proof *p)
{
    group_sweep(e, g, windows, BLOCK_VECTORS, p);
}

/* Checks the heaps of a group one after the other. Each heap must reach certain
 * labels (renumbered values). An array has a byte for each of them: 1 if the
 * heap reaches the label by a split with a witness (a heap useful in proofs).
 * The other labels are searched among all moves of the heap. This is faster
 * than group_sweep() if there are many labels and few heaps. */
__attribute__((noinline)) static void
group_prove_lanes(const octal_engine *e, group *g, octal_proof *proof)
{
    const octal_splits *s = &e->marks.served;
    uint8_t reached[TAI_OCTAL_VALUE_MAX + 1];
    for (unsigned j = g->first; j < g->lanes; j++) {
        const unsigned rares = g->rares[j];
        const uint16_t *label = octal_at(&e->held, g->n + j);
        const uint8_t *open = reached;
        memset(reached, 0, rares);
        for (unsigned k = 0; k < s->windows && open != NULL; k++) {
            const octal_run *run = &s->run[k];
            const uint64_t first = TAI_OCTAL_COMMON + k * WINDOW;
            for (size_t i = 0; i < run->count; i++) {
                const int64_t split = run->split[i];
                const uint64_t x =
                    first + ((uint64_t)split & ((1 << OCTAL_PACKED) - 1)) / 32;
                reached[label[split >> OCTAL_PACKED] ^ x] = 1;
            }
            open = memchr(reached, 0, rares);
        }
        for (unsigned x = 0; x < rares && j < g->lanes; x++)
            if (!reached[x])
                lane_search(e, g, j, 1, x, proof);
    }
}

static void proof_make(const octal_engine *e, octal_proof *proof)
{
    /* The heaps of a group are checked together if there are at most this
     * number of windows (16 labels each). If there are more windows, the heaps
     * are checked one by one, which is then faster. This limit is for a group
     * that has a heap for each byte of the vector registers. If a group has
     * only half as many heaps, the limit is halved, and so on. */
    enum { SWEEPS = 64 };
    proof->good = proof->from;
    while (proof->good < proof->to) {
        const uint64_t left = proof->to - proof->good;
        const unsigned vectors = left > BLOCK ? TILE_VECTORS : BLOCK_VECTORS;
        const unsigned lanes = vectors * TA_VECTOR;
        const unsigned first = lanes - (unsigned)ta_min_u64(left, lanes);
        group g = {.n = proof->good - first, .first = first, .lanes = lanes};
        const unsigned windows =
            (group_count_rares(e, &g, proof) + WINDOW - 1u) / WINDOW;
        if (windows * lanes > SWEEPS * (lanes - first))
            group_prove_lanes(e, &g, proof);
        else if (left > BLOCK)
            group_sweep_tile(e, &g, windows, proof);
        else
            group_sweep_block(e, &g, windows, proof);
        proof->good = g.n + g.lanes;
        if (g.lanes < lanes)
            return;
    }
}

const tai_octal_prover TA_VARIANT(tai_octal_prover) = {proof_make,
                                                       search_parts};
