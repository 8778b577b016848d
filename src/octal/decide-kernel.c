/* Presumed values: the least common value that a heap does not reach.
 * prove-kernel.c checks them. Begin at tiles_decide. The file is long because a
 * kernel is compiled in one piece. */
#include "octal/sweep.h"

/* Marks some of a window in tile.far. */
TA_INLINE void tile_sweep(octal_marks *s, unsigned window, const halves half)
{
    octal_tile *t = &s->tile;
    octal_window_marks *m = &t->far[window];
    marks_clear(m, TILE_VECTORS, half);
    sweep(m, TILE_VECTORS, half, &s->planes, &s->far, window, t->start,
          SIZE_MAX);
}

/* Marks some of a window in tile.mid. */
TA_INLINE void block_sweep(octal_marks *s, unsigned window, const halves half)
{
    octal_tile *t = &s->tile;
    octal_window_marks m;
    for (unsigned i = half.first; i < half.end; i++)
        memcpy(m.of[i], t->far[window].of[i] + (t->block - t->start), BLOCK);
    sweep(&m, BLOCK_VECTORS, half, &s->planes, &s->mid, window, t->block,
          SIZE_MAX);
    for (unsigned i = half.first; i < half.end; i++)
        for (unsigned j = 0; j < BLOCK; j++)
            t->mid[window / 4][j] |= (uint64_t)m.of[i][j]
                                     << (window % 4 * WINDOW + i * OCTAL_HALF);
}

/* Sweeps the next halves of a window for the block, and first the tile if
 * needed. */
TA_INLINE void halves_sweep(octal_marks *s, const halves half)
{
    octal_tile *t = &s->tile;
    const unsigned window = t->mid_swept / 2;
    if (t->far_swept == t->mid_swept) {
        tile_sweep(s, window, half);
        t->far_swept += half.end - half.first;
    }
    block_sweep(s, window, half);
    t->mid_swept += half.end - half.first;
}

/* Sweeps half a window, or both halves if the tile before needed them. */
static __attribute__((noinline)) void tile_sweep_some(octal_marks *s)
{
    const octal_tile *t = &s->tile;
    if (t->mid_swept % 2 != 0)
        halves_sweep(s, upper);
    else if (t->mid_swept + 1 < t->usual)
        halves_sweep(s, both);
    else
        halves_sweep(s, lower);
}

/* Sweeps all half windows up to that of label x. */
static void tile_sweep_to(octal_marks *s, unsigned x)
{
    const octal_tile *t = &s->tile;
    while ((t->mid_swept * OCTAL_HALF <= x || t->mid_swept < t->far_swept) &&
           t->mid_swept / 8 < t->words)
        tile_sweep_some(s);
}

/* Returns the least common label, without class bit, that a heap does not
 * reach, given by its places in block and group; 64 * words if it reaches all.
 * Sweeps what it needs. */
static unsigned tile_find_open(octal_marks *s, unsigned in_block,
                               unsigned in_group)
{
    octal_tile *t = &s->tile;
    for (unsigned x = 0; x < 64 * t->words;) {
        const unsigned w = x / 64;
        const uint64_t open =
            ~(t->mid[w][in_block] | t->near[w][in_group]) >> x % 64;
        x = open != 0 ? x + tai_ctz(open) : w * 64 + 64;
        if (x >= t->mid_swept * OCTAL_HALF)
            tile_sweep_to(s, x);
        else if (open != 0)
            return x;
    }
    return 64 * t->words;
}

/* Marks what [n, n + count) reaches by take-outs of at least 32. */
static void group_add_takes(octal_engine *e, uint64_t n, unsigned count)
{
    const tai_octal *game = e->game;
    for (unsigned i = game->n_take; i > 0 && game->take[i - 1] >= BLOCK; i--) {
        const unsigned t = game->take[i - 1];
        const uint16_t *label = octal_at(&e->held, n - t);
        const uint32_t swap = octal_swap(&e->labels, t);
        for (unsigned k = 0; k < count; k++) {
            const uint32_t x = label[k] ^ swap;
            if (x >= TAI_OCTAL_COMMON)
                e->marks.tile.near[(x & TAI_OCTAL_KEPT) / 64][k] |= UINT64_C(1)
                                                                    << x % 64;
        }
    }
}

/* Returns the row of a heap h of this label: word d, -8 <= d < 40, is what heap
 * h + d reaches by near moves to h; 0 for d <= 0. */
TA_INLINE const uint64_t *near_row(const octal_near *near, uint32_t label)
{
    return near->of[octal_short(label)] + GROUP;
}

enum { GROUP_VECTORS = GROUP * sizeof(uint64_t) / TA_VECTOR };

/* ORs the row of a heap into a group that begins `back` heaps above it. */
TA_INLINE void group_add_row(uint64_t *to, const uint64_t *row, ptrdiff_t back)
{
#pragma GCC unroll 4
    for (unsigned v = 0; v < GROUP_VECTORS; v++)
        vec_store((char *)to + v * TA_VECTOR,
                  vec_load((char *)to + v * TA_VECTOR) |
                      vec_load((const char *)(row + back) + v * TA_VECTOR));
}

/* Adds to `sum` what a group reaches by the heap `back` below it, of this row.
 */
TA_INLINE void sum_add_row(vec sum[GROUP_VECTORS], const uint64_t *row,
                           ptrdiff_t back)
{
#pragma GCC unroll 4
    for (unsigned v = 0; v < GROUP_VECTORS; v++)
        sum[v] |= vec_load((const char *)(row + back) + v * TA_VECTOR);
}

/* Returns the labels below 64 that planes and half windows swept serve, as
 * bits. */
TA_INLINE uint64_t block_swept(const octal_marks *s)
{
    const uint64_t end =
        tai_min_u64(s->tile.mid_swept * OCTAL_HALF, s->planes.count * WINDOW);
    return end < 64 ? (UINT64_C(1) << end) - 1 : UINT64_MAX;
}

/* tai_octal_kernel.decide for [n, to) of a block, by groups; puts their rows
 * into row[0], ..., behind those of the 31 heaps below. No label is above 63. A
 * heap looks up what it reaches by lower heaps of its group; meanwhile rows are
 * added for the next group. */
static __attribute__((noinline)) uint64_t
block_decide_narrow(octal_engine *e, uint64_t n, uint64_t to,
                    const uint64_t **row, const bool far_takes)
{
    enum { ROWS = 3 }; /* for each heap */
    octal_marks *s = &e->marks;
    octal_tile *t = &s->tile;
    const octal_near *near = &s->near;
    uint16_t *label = octal_at(&e->held, n);
    uint64_t *const reached = t->near[0];
    vec sum[GROUP_VECTORS] = {{0}};
    for (ptrdiff_t back = BLOCK - 1; back > 0; back--)
        sum_add_row(sum, row[-back], back);
    for (; n < to; n += GROUP, label += GROUP, row += GROUP) {
        const unsigned count = (unsigned)tai_min_u64(GROUP, to - n);
        const unsigned in_block = (unsigned)(n - t->block);
        unsigned below[GROUP] = {0}; /* labels, without class bit */
        uint64_t swept = block_swept(s);
#pragma GCC unroll 4
        for (unsigned v = 0; v < GROUP_VECTORS; v++) {
            const char *mid = (const char *)(t->mid[0] + in_block);
            vec_store((char *)reached + v * TA_VECTOR,
                      sum[v] | vec_load(mid + v * TA_VECTOR));
            sum[v] = (vec){0};
        }
        if (far_takes)
            group_add_takes(e, n, count);
#pragma GCC unroll 8
        for (unsigned k = 0; k < GROUP; k++) {
            unsigned x; /* the label */
            if (k == count)
                return to;
            /* The nearest heap comes last: its label is ready last. */
            uint64_t some = reached[k];
#pragma GCC unroll 8
            for (unsigned back = k; back > 0; back--)
                some |= near->few[back][below[k - back]];
            if ((~some & swept) != 0) {
                x = tai_ctz(~some);
            } else {
                reached[k] = some;
                x = tile_find_open(s, in_block + k, k);
                swept = block_swept(s);
                if (x >= s->planes.count * WINDOW)
                    return n + k;
                for (unsigned j = k + 1; j < count; j++)
                    reached[j] |= t->mid[0][in_block + j];
            }
            label[k] = (uint16_t)(x | TAI_OCTAL_COMMON);
            below[k] = x;
            row[k] = near->of[64 + x] + GROUP; /* near_row */
#pragma GCC unroll 4
            for (ptrdiff_t i = 0; i < ROWS; i++) {
                const ptrdiff_t back = BLOCK - 1 - ROWS * (ptrdiff_t)k - i;
                if (back > GROUP)
                    sum_add_row(sum, row[GROUP - back], back);
            }
            sum_add_row(sum, row[k], GROUP - (ptrdiff_t)k);
        }
    }
    return to;
}

/* The same for any labels: each heap marks what higher ones reach by it. */
static __attribute__((noinline)) uint64_t
block_decide_wide(octal_engine *e, uint64_t n, uint64_t to,
                  const uint64_t **row, const bool far_takes)
{
    octal_marks *s = &e->marks;
    octal_tile *t = &s->tile;
    const unsigned end = s->planes.count * WINDOW;
    uint16_t *label = octal_at(&e->held, n);
    for (; n < to; n += GROUP, label += GROUP, row += GROUP) {
        const unsigned count = (unsigned)tai_min_u64(GROUP, to - n);
        memset(t->near, 0, t->words * sizeof *t->near);
#pragma GCC unroll 32
        for (ptrdiff_t back = BLOCK - 1; back > 0; back--)
            group_add_row(t->near[(label[-back] & TAI_OCTAL_KEPT) / 64],
                          row[-back], back);
        if (far_takes)
            group_add_takes(e, n, count);
        for (unsigned k = 0; k < count; k++) {
            const unsigned x =
                tile_find_open(s, (unsigned)(n - t->block) + k, k);
            if (x >= end)
                return n + k;
            label[k] = (uint16_t)(x | TAI_OCTAL_COMMON);
            row[k] = near_row(&s->near, label[k]);
            group_add_row(t->near[x / 64], row[k], -(ptrdiff_t)k);
        }
    }
    return to;
}

static void tile_begin(octal_tile *t, uint64_t n)
{
    t->block = 0;
    t->start = n;
    t->far_swept = 0;
}

/* Returns how many half windows have the labels of the 128 heaps below n. */
static unsigned tile_find_usual(const octal_engine *e, uint64_t n)
{
    const uint16_t *label = octal_at(&e->held, n - TILE);
    uint16_t most = 0; /* common if one is */
    for (uint64_t i = 0; i < TILE; i++)
        most = label[i] > most ? label[i] : most;
    return (unsigned)(most & TAI_OCTAL_KEPT) / OCTAL_HALF + 1;
}

/* Begins the block of heap n, of which some heaps below n may be presumed. */
static void block_begin(octal_engine *e, uint64_t n)
{
    octal_tile *t = &e->marks.tile;
    t->block = t->start + (n - t->start) / BLOCK * BLOCK;
    t->mid_swept = 0;
    memset(t->mid, 0, t->words * sizeof *t->mid);
}

TA_INLINE void plane_fill(uint8_t *byte, const uint16_t *label,
                          const uint64_t count, unsigned plane)
{
    const uint16_t first = (uint16_t)(TAI_OCTAL_COMMON + plane * WINDOW);
    for (uint64_t i = 0; i < count; i++) {
        const uint16_t x = (uint16_t)(label[i] - first);
        byte[i] = (uint8_t)(x < WINDOW ? x : OCTAL_NONE);
    }
}

static void planes_fill(const octal_engine *e, uint64_t from, uint64_t to)
{
    const octal_planes *p = &e->marks.planes;
    const uint16_t *label = octal_at(&e->held, from);
    uint8_t *byte = p->bytes + (octal_plane(p, 0, from) - p->bytes);
    for (unsigned k = 0; k < p->count; k++, byte += p->apart)
        if (to - from == BLOCK)
            plane_fill(byte, label, BLOCK, k);
        else
            plane_fill(byte, label, to - from, k);
    for (uint64_t i = 0; i < to - from; i++)
        byte[i] = octal_byte(label[i]);
}

/* ---- labels below 16: bytes in registers (README) ---- */

enum { SHORT = 16 };

/* A near move to h - back, for 16 heaps h: what it reaches, by the label of h -
 * back, as in window_marks; up[k] looks up heaps h - back among the 16 heaps
 * that are 16 k lower. */
typedef struct short_move {
    vec_short low, high, up[3];
    unsigned back;
} short_move;

/* Lists the near moves in falling order. */
static size_t short_list(const octal_near *near, short_move *move)
{
    size_t count = 0;
    for (unsigned back = BLOCK - 1; back > 0; back--) {
        short_move m = {.back = back};
        for (unsigned j = 0; j < SHORT; j++) {
            const uint64_t reached = near->of[64 + j][GROUP + back];
            m.low[j] = (uint8_t)reached;
            m.high[j] = (uint8_t)(reached >> 8);
            for (unsigned k = 0; k < 3; k++) {
                const unsigned i = j + SHORT * k - back; /* huge if negative */
                m.up[k][j] = (uint8_t)(i < SHORT ? i : OCTAL_NONE);
            }
        }
        if (near->of[64][GROUP + back] != 0)
            move[count++] = m;
    }
    return count;
}

/* Returns the least label without a mark of each heap, 255 if there is none:
 * four look-ups, each of the lowest 0 bit of four bits. */
TA_INLINE vec_short short_find_open(vec_short low, vec_short high)
{
    const vec_short first = {0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0, 255};
    const vec_short a = vec_look_up_short(first, low & 15);
    const vec_short b = vec_look_up_short(first | 4, low >> 4);
    const vec_short c = vec_look_up_short(first | 8, high & 15);
    const vec_short d = vec_look_up_short(first | 12, high >> 4);
    return vec_min8_short(vec_min8_short(a, b), vec_min8_short(c, d));
}

/* Returns whether all that heaps from e->decided on reach is marked by splits
 * and near moves to common heaps, at a distance of at least 4. */
static bool short_serves(const octal_engine *e)
{
    enum { LEAST = 4 };
    const tai_octal *game = e->game;
    uint64_t nearest = 0;
    for (unsigned back = 1; back < LEAST; back++)
        nearest |= e->marks.near.of[64][GROUP + back];
    return TA_VECTOR > 16 && e->marks.planes.count == 1 && nearest == 0 &&
           octal_last_rare(&e->rare) + BLOCK <= e->decided &&
           (game->n_take == 0 || game->take[game->n_take - 1] < BLOCK);
}

/* Returns the labels of the 16 heaps from heap `at` of a block on; m has the
 * marks with d >= 32. A round makes all, and as many more right as the least
 * distance of a near move. */
TA_INLINE vec_short short_decide(const octal_window_marks *m, unsigned at,
                                 const short_move *move, size_t count,
                                 const vec_short below[2])
{
    vec_short low, high, x;
    memcpy(&low, m->of[0] + at, sizeof low);
    memcpy(&high, m->of[1] + at, sizeof high);
    for (; count > 0 && move->back >= SHORT; move++, count--) {
        x = vec_look_up_short(below[0], move->up[2]) |
            vec_look_up_short(below[1], move->up[1]);
        low |= vec_look_up_short(move->low, x);
        high |= vec_look_up_short(move->high, x);
    }
    x = below[1];
    for (unsigned right = 0; right < SHORT;) {
        vec_short l = low, h = high;
        for (size_t i = 0; i < count; i++) {
            const vec_short y = vec_look_up_short(below[1], move[i].up[1]) |
                                vec_look_up_short(x, move[i].up[0]);
            l |= vec_look_up_short(move[i].low, y);
            h |= vec_look_up_short(move[i].high, y);
        }
        x = short_find_open(l, h);
        right += count > 0 ? move[count - 1].back : SHORT;
    }
    return x;
}

/* Gives the heaps from n on the labels x[0], x[1], ..., and their bytes.
 * Returns the OR of all: above 15 only if one is too large. */
TA_INLINE unsigned short_put(const octal_engine *e, uint64_t n,
                             const unsigned count, const uint8_t *restrict x)
{
    const octal_planes *p = &e->marks.planes;
    uint16_t *restrict label = octal_at(&e->held, n);
    uint8_t *restrict byte = p->bytes + (octal_plane(p, 0, n) - p->bytes);
    uint8_t *restrict all = byte + p->apart; /* octal_byte */
    uint8_t any = 0;
    for (unsigned i = 0; i < count; i++) {
        label[i] = x[i] | TAI_OCTAL_COMMON;
        byte[i] = x[i];
        all[i] = x[i] | OCTAL_NONE;
        any |= x[i];
    }
    return any;
}

/* As tiles_decide, if short_serves. Sweeps every tile from its beginning. */
static __attribute__((noinline)) uint64_t tiles_decide_short(octal_engine *e,
                                                             uint64_t to)
{
    const octal_planes *p = &e->marks.planes;
    short_move move[BLOCK];
    const size_t count = short_list(&e->marks.near, move);
    uint64_t n = e->decided;
    vec_short below[2]; /* the 32 heaps below n, all common */
    for (unsigned i = 0; i < BLOCK; i++)
        below[i / SHORT][i % SHORT] =
            (uint8_t)*octal_at(&e->held, n - BLOCK + i);
    while (n < to) {
        const octal_window_marks *far = e->marks.tile.far;
        tile_begin(&e->marks.tile, n);
        tile_sweep(&e->marks, 0, both);
        for (unsigned b = 0; b < TILE && n < to; b += BLOCK) {
            octal_window_marks m;
            for (unsigned i = 0; i < 2; i++)
                memcpy(m.of[i], far->of[i] + b, BLOCK);
            sweep(&m, BLOCK_VECTORS, both, p, &e->marks.mid, 0, n, SIZE_MAX);
            for (unsigned h = 0; h < BLOCK; h += SHORT) {
                const vec_short x = short_decide(&m, h, move, count, below);
                below[0] = below[1];
                below[1] = x;
            }
            uint8_t x[BLOCK];
            memcpy(x, below, sizeof x);
            const unsigned any = to - n >= BLOCK
                                     ? short_put(e, n, BLOCK, x)
                                     : short_put(e, n, (unsigned)(to - n), x);
            if (any >= WINDOW)
                return n + (unsigned)((uint8_t *)memchr(x, 255, BLOCK) - x);
            n += BLOCK;
        }
    }
    return to;
}

/* tai_octal_kernel.decide */
static uint64_t tiles_decide(octal_engine *e, uint64_t to)
{
    octal_tile *t = &e->marks.tile;
    octal_valid valid = e->valid;
    const tai_octal *game = e->game;
    const bool far_takes =
        game->n_take > 0 && game->take[game->n_take - 1] >= BLOCK;
    if (short_serves(e))
        return tiles_decide_short(e, to);
    uint64_t n = e->decided, end = n;
    const uint64_t *rows[2 * BLOCK]; /* of 32 heaps below, then of a block */
    for (unsigned i = 0; i < BLOCK; i++)
        rows[i] = near_row(&e->marks.near, *octal_at(&e->held, n - BLOCK + i));
    for (; n == end && n < to; valid = OCTAL_ALL) {
        const uint64_t from = n;
        if (valid == OCTAL_NOTHING || n >= t->start + TILE) {
            tile_begin(t, n);
            t->usual = tile_find_usual(e, n);
        }
        if (valid != OCTAL_ALL || n < t->block || n >= t->block + BLOCK)
            block_begin(e, n);
        end = tai_min_u64(to, t->block + BLOCK);
        n = e->marks.planes.count * WINDOW > 64
                ? block_decide_wide(e, n, end, rows + BLOCK, far_takes)
                : block_decide_narrow(e, n, end, rows + BLOCK, far_takes);
        memmove(rows, rows + (n - from), BLOCK * sizeof *rows);
        planes_fill(e, from, n);
    }
    return n;
}

/* tai_octal_kernel.add_far. Windows from far_swept on come later, for all
 * splits of the list. */
static void tile_add_part(octal_engine *e, uint64_t part, size_t splits)
{
    octal_tile *t = &e->marks.tile;
    const unsigned k = *octal_at(&e->held, part) / WINDOW;
    const octal_split_list *list = &e->marks.far.list[k];
    for (unsigned w = 0; 2 * w < t->far_swept; w++)
        if ((k ^ w) < e->marks.planes.count)
            sweep_list(&t->far[w], TILE_VECTORS, both,
                       octal_plane(&e->marks.planes, k ^ w, t->start),
                       list->split + (list->count - splits), splits);
}

const tai_octal_kernel TA_VARIANT(tai_octal_kernel) = {
    tiles_decide, tile_add_part, planes_fill};
