/* Heaps decided as if they were common, and proved: what is compiled once for
 * each instruction set. README.md has the idea.
 *
 * A sweep marks the labels of one window for many heaps side by side. The byte
 * of a heap in a plane is looked up in a table of 16 bytes, which has the bit
 * of the label that a split with this part reaches, or nothing for a label of
 * another window. Each label of a part has two such tables, for the lower and
 * the upper eight labels of the window. */
#include "base/vector.h"
#include "octal/engine.h"

enum {
    TILE = OCTAL_TILE,
    BLOCK = OCTAL_BLOCK,
    WINDOW = OCTAL_WINDOW,
    /* Vectors that cover a tile, and a block or more. */
    TILE_VECTORS = TILE / TA_VECTOR,
    BLOCK_VECTORS = TA_VECTOR < BLOCK ? BLOCK / TA_VECTOR : 1,
};

#define BIT(x, half) (((x) >> 3) == (half) ? 1 << ((x)&7) : 0)
#define FOUR(x, k, half)                                                       \
    BIT((x) ^ (k), half), BIT(((x) + 1) ^ (k), half),                          \
        BIT(((x) + 2) ^ (k), half), BIT(((x) + 3) ^ (k), half)
#define HALF(k, half)                                                          \
    {                                                                          \
        FOUR(0, k, half), FOUR(4, k, half), FOUR(8, k, half),                  \
            FOUR(12, k, half)                                                  \
    }
#define TABLE(k)                                                               \
    {                                                                          \
        HALF(k, 0), HALF(k, 1)                                                 \
    }
/* tables[k][half][x]: the bit of label x ^ k, if it is in that half. */
static const _Alignas(32) uint8_t tables[WINDOW][2][16] = {
    TABLE(0),  TABLE(1),  TABLE(2),  TABLE(3), TABLE(4),  TABLE(5),
    TABLE(6),  TABLE(7),  TABLE(8),  TABLE(9), TABLE(10), TABLE(11),
    TABLE(12), TABLE(13), TABLE(14), TABLE(15)};

/* Which labels of a window are reached: of each heap the lower and the upper
 * eight, a bit for each. */
typedef struct marks {
    _Alignas(64) uint8_t of[2][TILE + 64]; /* Reads may go on behind. */
} marks;

/* Adds to m what the heaps from n on reach, of the labels of `window`, by the
 * splits `split[0 .. count)`, whose parts have labels in another window;
 * `plane` has the labels that lead from one to the other, at heap n. Returns
 * whether all labels are marked. */
TA_INLINE bool sweep_run(marks *m, const unsigned vectors, const uint8_t *plane,
                         const int64_t *split, size_t count)
{
    vec low[TILE_VECTORS], high[TILE_VECTORS], all = vec_all(255);
#pragma GCC unroll 8
    for (unsigned v = 0; v < vectors; v++) {
        low[v] = vec_load(m->of[0] + v * TA_VECTOR);
        high[v] = vec_load(m->of[1] + v * TA_VECTOR);
    }
    for (size_t i = 0; i < count; i++) {
        const uint8_t *at = plane + (split[i] >> OCTAL_PACKED);
        const uint8_t *table =
            tables[0][0] + (split[i] & ((1 << OCTAL_PACKED) - 1));
        const vec t = vec_repeat(table), u = vec_repeat(table + 16);
#pragma GCC unroll 8
        for (unsigned v = 0; v < vectors; v++) {
            vec x = vec_load(at + v * TA_VECTOR);
#if TA_X86
            __asm__("" : "+v"(x)); /* or it is loaded twice */
#endif
            low[v] |= vec_look_up(t, x);
            high[v] |= vec_look_up(u, x);
        }
    }
#pragma GCC unroll 8
    for (unsigned v = 0; v < vectors; v++) {
        vec_store(m->of[0] + v * TA_VECTOR, low[v]);
        vec_store(m->of[1] + v * TA_VECTOR, high[v]);
        all &= low[v] & high[v];
    }
    return !vec_any(~all);
}

/* The same by all splits; it may stop as soon as all labels are marked. */
TA_INLINE bool sweep(marks *m, const unsigned vectors, const octal_planes *p,
                     const octal_splits *s, unsigned window, uint64_t n)
{
    for (unsigned k = 0; k < s->windows; k++) {
        const octal_run *run = &s->run[k];
        if (run->count > 0 && (k ^ window) < p->count &&
            sweep_run(m, vectors, octal_plane(p, k ^ window, n), run->split,
                      run->count))
            return true;
    }
    return false;
}

/* ---- deciding ---- */

/* Adds the marks of a window to words. */
TA_INLINE void add_words(uint64_t *words, const unsigned lanes, const marks *m,
                         unsigned window)
{
    const unsigned shift = window % 4 * WINDOW;
    for (unsigned j = 0; j < lanes; j++)
        words[j] |= (uint64_t)(m->of[0][j] | m->of[1][j] << 8) << shift;
}

/* Marks all windows up to that of label x, for the tile and for the block. */
static void sweep_to(octal_marks *s, unsigned x)
{
    octal_tile *t = &s->tile;
    for (; t->far_swept * WINDOW <= x; t->far_swept++) {
        marks m = {{{0}}};
        if (t->far_swept / 4 == t->words)
            break;
        sweep(&m, TILE_VECTORS, &s->planes, &s->far, t->far_swept, t->start);
        add_words(t->far[t->far_swept / 4], TILE, &m, t->far_swept);
    }
    for (; t->near_swept < t->far_swept; t->near_swept++) {
        marks m = {{{0}}};
        sweep(&m, BLOCK_VECTORS, &s->planes, &s->mid, t->near_swept, t->block);
        add_words(t->near[t->near_swept / 4], BLOCK, &m, t->near_swept);
    }
}

/* Returns the least common label that heap j of the tile, jj of the block, does
 * not reach; `also` are labels below 64 that it reaches. */
static unsigned first_open(octal_marks *s, unsigned j, unsigned jj,
                           uint64_t also)
{
    octal_tile *t = &s->tile;
    for (unsigned x = 0; x < 64 * t->words; also = x < 64 ? also : 0) {
        const uint64_t open =
            ~(t->far[x / 64][j] | t->near[x / 64][jj] | also) >> x % 64;
        x = open != 0 ? x + ta_ctz(open) : x / 64 * 64 + 64;
        if (x >= t->near_swept * WINDOW)
            sweep_to(s, x);
        else if (open != 0)
            return x;
    }
    return 64 * t->words;
}

/* Marks what heap n, jj of the block, reaches by take-outs that go back by a
 * block or more. */
TA_INLINE void take_far(octal_engine *e, uint64_t n, unsigned jj)
{
    const ta_octal *game = e->game;
    for (unsigned i = game->n_take; i > 0 && game->take[i - 1] >= BLOCK; i--) {
        const uint32_t x =
            *octal_at(&e->held, n - game->take[i - 1]) ^
            (e->labels.parity && game->take[i - 1] % 2 != 0 ? TAI_OCTAL_COMMON
                                                            : 0);
        if (x >= TAI_OCTAL_COMMON)
            e->marks.tile.near[(x & TAI_OCTAL_KEPT) / 64][jj] |= UINT64_C(1)
                                                                 << x % 64;
    }
}

/* Marks what the heaps from jj of the block on reach by near moves that lead to
 * the last `count` heaps below, of which the last one has its label at
 * label[-1]; at most OCTAL_FEW if all labels are below 64, else one. */
TA_INLINE void push(octal_marks *s, unsigned jj, const uint16_t *label,
                    unsigned count)
{
    enum { VECTORS = OCTAL_BLOCK * sizeof(uint64_t) / TA_VECTOR };
    uint64_t *to = s->tile.near[(label[-1] & TAI_OCTAL_KEPT) / 64] + jj;
    vec row[VECTORS];
#pragma GCC unroll 16
    for (unsigned v = 0; v < VECTORS; v++)
        row[v] = vec_load((char *)to + v * TA_VECTOR);
    for (unsigned back = 1; back <= count; back++) {
        const uint64_t *by =
            s->near->of[octal_short(label[-(ptrdiff_t)back])] + back;
#pragma GCC unroll 16
        for (unsigned v = 0; v < VECTORS; v++)
            row[v] |= vec_load((const char *)by + v * TA_VECTOR);
    }
#pragma GCC unroll 16
    for (unsigned v = 0; v < VECTORS; v++)
        vec_store((char *)to + v * TA_VECTOR, row[v]);
}

/* Decides the heaps [n, to) of the current block. What they reach by moves that
 * lead to fewer than OCTAL_FEW heaps before is looked up for each; all near
 * moves are marked for the heaps above OCTAL_FEW heaps together, or above each
 * where labels are above 63. Returns the first heap that is not decided. */
static uint64_t decide_block(octal_engine *e, uint64_t n, uint64_t to)
{
    octal_marks *s = &e->marks;
    const octal_near *near = s->near;
    const unsigned end = s->planes.count * WINDOW;
    const bool wide = end > 64;
    const bool takes =
        e->game->n_take > 0 && e->game->take[e->game->n_take - 1] >= BLOCK;
    uint16_t *label = octal_at(&e->held, n);
    unsigned j = (unsigned)(n - s->tile.start);
    unsigned jj = (unsigned)(n - s->tile.block), pushed = jj;
    uint8_t recent[OCTAL_FEW + BLOCK + 1], *last = recent + OCTAL_FEW;
    unsigned below = OCTAL_NO_LABEL;
    memset(recent, OCTAL_NO_LABEL, OCTAL_FEW);
    for (; n < to; n++, j++) {
        if (takes)
            take_far(e, n, jj);
        /* The heap just below comes last, since its label is the newest. */
        uint64_t also = s->tile.far[0][j] | s->tile.near[0][jj];
#pragma GCC unroll 8
        for (int back = OCTAL_FEW - 1; back > 1 && !wide; back--)
            also |= near->few[back][last[-back]];
        if (!wide)
            also |= near->few[1][below];
        const uint64_t open = ~also;
        unsigned x = open != 0 ? ta_ctz(open) : 64;
        if (x >= s->tile.near_swept * WINDOW || x == 64)
            x = first_open(s, j, jj, also);
        if (x >= end) {
            s->wider = true;
            break;
        }
        *label++ = (uint16_t)(x | TAI_OCTAL_COMMON);
        below = x % 64;
        *last++ = (uint8_t)below;
        jj++;
        if (wide || jj == pushed + OCTAL_FEW) {
            push(s, jj, label, jj - pushed);
            pushed = jj;
        }
    }
    if (jj > pushed)
        push(s, jj, label, jj - pushed);
    return n;
}

static void begin_tile(octal_engine *e, uint64_t n)
{
    octal_tile *t = &e->marks.tile;
    t->block = t->ready ? t->block : 0; /* Its near marks may go on. */
    t->start = n;
    t->ready = true;
    t->far_swept = 0;
    memset(t->far, 0, t->words * sizeof *t->far);
}

/* Begins the block of heap n, of which heaps before n may be decided. */
static void begin_block(octal_engine *e, uint64_t n)
{
    octal_tile *t = &e->marks.tile;
    const uint64_t next = t->block + BLOCK;
    t->block = t->start + (n - t->start) / BLOCK * BLOCK;
    t->near_swept = 0;
    for (unsigned k = 0; k < t->words && next == n; k++)
        memmove(t->near[k], t->near[k] + BLOCK, BLOCK * sizeof **t->near);
    for (unsigned k = 0; k < t->words; k++)
        memset(t->near[k] + BLOCK, 0, BLOCK * sizeof **t->near);
    if (next == n)
        return;
    /* Moves that lead to the last heaps below n. */
    uint64_t(*near)[2 * OCTAL_BLOCK] = t->near;
    for (unsigned k = 0; k < t->words; k++)
        memset(near[k], 0, BLOCK * sizeof **near);
    for (uint64_t h = n - BLOCK + 1; h < n; h++) {
        const uint32_t label = *octal_at(&e->held, h);
        const uint64_t *row = e->marks.near->of[octal_short(label)];
        for (uint64_t back = n - h; back < BLOCK; back++)
            near[(label & TAI_OCTAL_KEPT) / 64][h + back - t->block] |=
                row[back];
    }
}

TA_INLINE void fill_plane(uint8_t *byte, const uint16_t *label,
                          const uint64_t count, unsigned plane)
{
    const uint16_t first = (uint16_t)(TAI_OCTAL_COMMON + plane * WINDOW);
    for (uint64_t i = 0; i < count; i++) {
        const uint16_t x = (uint16_t)(label[i] - first);
        byte[i] = (uint8_t)(x < WINDOW ? x : OCTAL_NONE);
    }
}

/* Gives the heaps [from, to) their bytes in the planes. */
static void fill(const octal_engine *e, uint64_t from, uint64_t to)
{
    const octal_planes *p = &e->marks.planes;
    const uint16_t *label = octal_at(&e->held, from);
    uint8_t *byte = p->bytes + (octal_plane(p, 0, from) - p->bytes);
    for (unsigned k = 0; k < p->count; k++, byte += p->apart)
        if (to - from == BLOCK)
            fill_plane(byte, label, BLOCK, k);
        else
            fill_plane(byte, label, to - from, k);
    for (uint64_t i = 0; i < to - from; i++)
        byte[i] = octal_byte(label[i]);
}

static void decide(octal_engine *e, uint64_t to)
{
    octal_tile *t = &e->marks.tile;
    while (e->decided < to && !e->marks.wider) {
        const uint64_t n = e->decided;
        if (!t->ready || n >= t->start + TILE)
            begin_tile(e, n);
        if (n < t->block || n >= t->block + BLOCK)
            begin_block(e, n);
        e->decided = decide_block(e, n, ta_min_u64(to, t->block + BLOCK));
        fill(e, n, e->decided);
    }
}

/* Marks what the current tile reaches by the last n_break far splits, which
 * have this part. */
static void add_far(octal_engine *e, uint64_t part, size_t splits)
{
    octal_tile *t = &e->marks.tile;
    const unsigned k = *octal_at(&e->held, part) / WINDOW;
    const octal_run *run = &e->marks.far.run[k];
    for (unsigned w = 0; w < t->far_swept; w++) {
        marks m = {{{0}}};
        if ((k ^ w) >= e->marks.planes.count)
            continue;
        sweep_run(&m, TILE_VECTORS,
                  octal_plane(&e->marks.planes, k ^ w, t->start),
                  run->split + (run->count - splits), splits);
        add_words(t->far[w / 4], TILE, &m, w);
    }
}

/* ---- proving ---- */

/* Returns a part below `end` of a split of a heap of m in two that has this
 * label, or 0: looks at the mirrored parts, by bytes. */
static uint64_t search_bytes(const octal_engine *e, uint64_t m, uint32_t label,
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
        if (!vec_any(vec_equal(least, (vec){0})))
            continue;
        for (unsigned i = 0; i < STEP; i += TA_VECTOR) {
            uint64_t hit = vec_mask(vec_equal(
                vec_load(part - a - i) ^ vec_load(rest - a - i), want));
            while (hit != 0) { /* The highest bit is of the smallest part. */
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

/* Returns a part of a split of heap h that has this label, or 0 if none of the
 * parts that are held is one. */
static uint64_t search(const octal_engine *e, uint64_t h, uint32_t label,
                       uint64_t *work)
{
    enum { LANES = TA_VECTOR / 2, STEP = 4 * LANES };
    const uint16_t *g = e->held.g;
    /* A label that is wanted becomes the least signed number. */
    const vec want = vec_all16((uint16_t)(label ^ 0x8000));
    for (unsigned i = 0; i < e->game->n_break; i++) {
        const uint64_t m = h - e->game->breaks[i];
        const uint16_t *rest = octal_at(&e->held, m);
        uint64_t end = m / 2 + (e->game->unequal && m % 2 == 0 ? 0 : 1);
        end = ta_min_u64(end, octal_held_parts(&e->held));
        *work += end / 64;
        uint64_t a = ta_min_u64(end, e->marks.planes.mirrored);
        const uint64_t found = search_bytes(e, m, label, a);
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

/* Whether a take-out of heap h has this rare label. */
static bool takes(const octal_engine *e, uint64_t h, uint32_t label)
{
    const uint16_t *at = octal_at(&e->held, h);
    for (unsigned i = 0; i < e->game->n_take; i++) {
        const ptrdiff_t t = e->game->take[i];
        const uint32_t swap =
            e->labels.parity && t % 2 != 0 ? TAI_OCTAL_COMMON : 0;
        if ((at[-t] ^ swap) == label)
            return true;
    }
    return false;
}

/* Heaps that are proved together, from n on: lane j needs its rare labels below
 * rares[j], and the lanes below `first` none. Their last heap is the last one
 * to be proved, since planes above are being written. */
typedef struct group {
    uint64_t n;
    unsigned first, lanes; /* The lanes [first, lanes) are of interest. */
    uint16_t rares[TILE];
} group;

/* Looks for what is not marked of lane j. If a label cannot be reached at all,
 * the lane and those above are of interest no more. */
static void search_lane(const octal_engine *e, group *g, unsigned j,
                        unsigned open, unsigned window, octal_proof *proof)
{
    for (; open != 0; open &= open - 1) {
        const uint32_t x = window * WINDOW + ta_ctz(open);
        if (takes(e, g->n + j, x))
            continue;
        const uint64_t part = search(e, g->n + j, x, &proof->work);
        proof->part = ta_max_u64(proof->part, part);
        if (part == 0) {
            g->lanes = j;
            proof->label = x;
            return;
        }
    }
}

/* Marks the labels of a window that the lanes do not need. */
TA_INLINE void preset(marks *m, const unsigned lanes, const group *g,
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

/* Counts the rare labels that each lane needs, and returns the most. It is
 * octal_rares_below, in 16 bits and without a branch, so that the compiler
 * makes vectors of it. */
static uint16_t count_rares(const octal_engine *e, group *g)
{
    const octal_labels *l = &e->labels;
    const uint16_t *label = octal_at(&e->held, g->n);
    const uint16_t rest = l->rest, odd = l->parity;
    const uint16_t first = (uint16_t)(1 ^ octal_flip(l, g->n));
    const unsigned dropped = l->dropped;
    uint16_t most = 0;
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
    }
    return most;
}

TA_INLINE void prove_group(const octal_engine *e, group *g,
                           const unsigned vectors, octal_proof *proof)
{
    const uint16_t most = count_rares(e, g);
    for (unsigned w = 0; w * WINDOW < most && g->lanes > 0; w++) {
        marks m;
        preset(&m, vectors * TA_VECTOR, g, w);
        if (sweep(&m, vectors, &e->marks.planes, &e->marks.served, w, g->n))
            continue;
        for (unsigned j = 0; j < g->lanes; j++) {
            uint64_t low, high;
            memcpy(&low, m.of[0] + j, sizeof low);
            memcpy(&high, m.of[1] + j, sizeof high);
            if (j % 8 == 0 && (low & high) == UINT64_MAX)
                j += 7;
            else if ((low & high & 0xff) != 0xff)
                search_lane(e, g, j,
                            0xffffu & ~(m.of[0][j] | (unsigned)m.of[1][j] << 8),
                            w, proof);
        }
    }
}

__attribute__((noinline)) static void prove_tile(const octal_engine *e,
                                                 group *g, octal_proof *proof)
{
    prove_group(e, g, TILE_VECTORS, proof);
}

__attribute__((noinline)) static void prove_block(const octal_engine *e,
                                                  group *g, octal_proof *proof)
{
    prove_group(e, g, BLOCK_VECTORS, proof);
}

static void prove(const octal_engine *e, octal_proof *proof)
{
    proof->good = proof->from;
    while (proof->good < proof->to) {
        const uint64_t left = proof->to - proof->good;
        const unsigned vectors = left > BLOCK ? TILE_VECTORS : BLOCK_VECTORS;
        const unsigned lanes = vectors * TA_VECTOR;
        const unsigned first = lanes - (unsigned)ta_min_u64(left, lanes);
        group g = {.n = proof->good - first, .first = first, .lanes = lanes};
        if (left > BLOCK)
            prove_tile(e, &g, proof);
        else
            prove_block(e, &g, proof);
        proof->good = g.n + g.lanes;
        if (g.lanes < lanes)
            return;
    }
}

const octal_kernel TA_VARIANT(octal_kernel) = {decide, add_far, fill, prove,
                                               search};
