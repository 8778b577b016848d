/* Presumed values: the least common value that a heap does not reach.
 * prove-kernel.c checks them. */
#include "octal/sweep.h"

/* ORs the marks of a window into the words of `lanes` heaps. */
TA_INLINE void words_add_marks(uint64_t *words, const unsigned lanes,
                               const marks *m, unsigned window)
{
    const unsigned shift = window % 4 * WINDOW;
    for (unsigned j = 0; j < lanes; j++)
        words[j] |= (uint64_t)(m->of[0][j] | m->of[1][j] << 8) << shift;
}

/* Marks a window in tile.far. */
static __attribute__((noinline)) void tile_sweep(octal_marks *s,
                                                 unsigned window)
{
    octal_tile *t = &s->tile;
    marks m = {{{0}}};
    sweep(&m, TILE_VECTORS, &s->planes, &s->far, window, t->start);
    words_add_marks(t->far[window / 4], TILE, &m, window);
}

/* Marks a window in tile.mid. */
static __attribute__((noinline)) void block_sweep(octal_marks *s,
                                                  unsigned window)
{
    octal_tile *t = &s->tile;
    marks m = {{{0}}};
    sweep(&m, BLOCK_VECTORS, &s->planes, &s->mid, window, t->block);
    words_add_marks(t->mid[window / 4], BLOCK, &m, window);
}

/* Sweeps all windows up to that of label x. */
static void tile_sweep_to(octal_marks *s, unsigned x)
{
    octal_tile *t = &s->tile;
    for (; t->far_swept * WINDOW <= x; t->far_swept++) {
        if (t->far_swept / 4 == t->words)
            break;
        tile_sweep(s, t->far_swept);
    }
    for (; t->mid_swept < t->far_swept; t->mid_swept++)
        block_sweep(s, t->mid_swept);
}

/* Returns the least common label, without class bit, that a heap does not
 * reach: heap j of its tile, jj of its block, k of its group. Sweeps more where
 * needed; 64 * words if it reaches all. */
static unsigned tile_find_open(octal_marks *s, unsigned j, unsigned jj,
                               unsigned k)
{
    octal_tile *t = &s->tile;
    for (unsigned x = 0; x < 64 * t->words;) {
        const unsigned w = x / 64;
        const uint64_t open =
            ~(t->far[w][j] | t->mid[w][jj] | t->near[w][k]) >> x % 64;
        x = open != 0 ? x + tai_ctz(open) : w * 64 + 64;
        if (x >= t->mid_swept * WINDOW)
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

/* Returns the words of a heap x of this label: word d, -8 <= d < 40, is what
 * heap x + d reaches by near moves to x; 0 for d <= 0. */
TA_INLINE const uint64_t *near_row(const octal_near *near, uint32_t label)
{
    return near->of[octal_short(label)] + GROUP;
}

enum { GROUP_VECTORS = GROUP * sizeof(uint64_t) / TA_VECTOR };

/* ORs a row into the 8 words of a group, which begins `back` heaps above x. */
TA_INLINE void group_add_row(uint64_t *to, const uint64_t *row, ptrdiff_t back)
{
#pragma GCC unroll 4
    for (unsigned v = 0; v < GROUP_VECTORS; v++)
        vec_store((char *)to + v * TA_VECTOR,
                  vec_load((char *)to + v * TA_VECTOR) |
                      vec_load((const char *)(row + back) + v * TA_VECTOR));
}

/* Sets t->near to what the group reaches by near moves to the 31 heaps below
 * it, of labels label[-b] and rows row[-b]. `wide`: labels above 63 may occur.
 */
TA_INLINE void group_add_rows(octal_tile *t, const uint64_t *const *row,
                              const uint16_t *label, const bool wide)
{
    vec sum[GROUP_VECTORS] = {{0}};
    if (wide)
        memset(t->near, 0, t->words * sizeof *t->near);
    for (ptrdiff_t back = BLOCK - 1; back > 0; back--) {
        if (wide) {
            group_add_row(t->near[(label[-back] & TAI_OCTAL_KEPT) / 64],
                          row[-back], back);
        } else {
#pragma GCC unroll 4
            for (unsigned v = 0; v < GROUP_VECTORS; v++)
                sum[v] |=
                    vec_load((const char *)(row[-back] + back) + v * TA_VECTOR);
        }
    }
    for (unsigned v = 0; v < GROUP_VECTORS && !wide; v++)
        vec_store((char *)t->near[0] + v * TA_VECTOR, sum[v]);
}

/* Decides [n, to) of a block by groups. Returns `to`, or the heap whose label
 * is too large for the planes. Moves within a group: if `wide`, each heap marks
 * what the higher ones reach by it; else each heap looks up what it reaches by
 * lower ones. */
TA_INLINE uint64_t block_decide(octal_engine *e, uint64_t n, uint64_t to,
                                const bool wide)
{
    octal_marks *s = &e->marks;
    octal_tile *t = &s->tile;
    const octal_near *near = &s->near;
    const unsigned end = s->planes.count * WINDOW;
    const bool takes =
        e->game->n_take > 0 && e->game->take[e->game->n_take - 1] >= BLOCK;
    uint16_t *label = octal_at(&e->held, n);
    const uint64_t *rows[2 * BLOCK], **row = rows + BLOCK;
    for (ptrdiff_t back = 1; back < BLOCK; back++)
        row[-back] = near_row(near, label[-back]);
    while (n < to) {
        const unsigned count = (unsigned)tai_min_u64(GROUP, to - n);
        const unsigned j = (unsigned)(n - t->start);
        const unsigned jj = (unsigned)(n - t->block);
        unsigned below[GROUP];
        group_add_rows(t, row, label, wide);
        if (takes)
            group_add_takes(e, n, count);
#pragma GCC unroll 8
        for (unsigned k = 0; k < GROUP; k++) {
            unsigned x = 64;
            if (k == count)
                break;
            if (!wide) {
                /* From the lowest to the highest, whose label may still be in
                 * the making. */
                uint64_t reached =
                    t->far[0][j + k] | t->mid[0][jj + k] | t->near[0][k];
#pragma GCC unroll 8
                for (unsigned back = k; back > 0; back--)
                    reached |= near->few[back][below[k - back]];
                x = ~reached != 0 ? tai_ctz(~reached) : 64;
                /* For tile_find_open. */
                if (x >= t->mid_swept * WINDOW || x == 64)
                    t->near[0][k] = reached;
            }
            if (x >= t->mid_swept * WINDOW || x == 64)
                x = tile_find_open(s, j + k, jj + k, k);
            if (x >= end)
                return n + k;
            label[k] = (uint16_t)(x | TAI_OCTAL_COMMON);
            below[k] = x % 64;
            row[k] = near_row(near, label[k]);
            if (wide)
                group_add_row(t->near[x / 64], row[k], -(ptrdiff_t)k);
        }
        n += count;
        label += count;
        row += count;
    }
    return n;
}

static __attribute__((noinline)) uint64_t
block_decide_narrow(octal_engine *e, uint64_t n, uint64_t to)
{
    return block_decide(e, n, to, false);
}

static __attribute__((noinline)) uint64_t
block_decide_wide(octal_engine *e, uint64_t n, uint64_t to)
{
    return block_decide(e, n, to, true);
}

static void tile_begin(octal_engine *e, uint64_t n)
{
    octal_tile *t = &e->marks.tile;
    t->block = 0;
    t->start = n;
    t->far_swept = 0;
    memset(t->far, 0, t->words * sizeof *t->far);
}

/* Begins the block of heap n. Heaps of the block below n may have presumed
 * values. */
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

static uint64_t tiles_decide(octal_engine *e, uint64_t to)
{
    octal_tile *t = &e->marks.tile;
    octal_valid valid = e->valid;
    uint64_t n = e->decided, end = n;
    for (; n == end && n < to; valid = OCTAL_ALL) {
        const uint64_t from = n;
        if (valid == OCTAL_NOTHING || n >= t->start + TILE)
            tile_begin(e, n);
        if (valid != OCTAL_ALL || n < t->block || n >= t->block + BLOCK)
            block_begin(e, n);
        end = tai_min_u64(to, t->block + BLOCK);
        n = e->marks.planes.count * WINDOW > 64
                ? block_decide_wide(e, n, end)
                : block_decide_narrow(e, n, end);
        planes_fill(e, from, n);
    }
    return n;
}

/* The declaration is tai_octal_kernel.add_far. Only windows below far_swept are
 * marked: higher ones come later, for all splits of the list. */
static void tile_add_part(octal_engine *e, uint64_t part, size_t splits)
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
        words_add_marks(t->far[w / 4], TILE, &m, w);
    }
}

const tai_octal_kernel TA_VARIANT(tai_octal_kernel) = {
    tiles_decide, tile_add_part, planes_fill};
