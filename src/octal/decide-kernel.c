/* Finds presumed nim-values of heaps; prove-kernel.c checks them later.
 * Nim-values are divided into two classes, common and rare (README.md). The
 * presumed value of a heap is the least of those common values that the heap
 * does not reach. */
#include "octal/sweep.h"

/* Notes which of the 16 labels of a window each of `lanes` heaps reaches.
 * (Labels are renumbered values.) The labels are 16 * window, ...,
 * 16 * window + 15. Entry j of *m has a bit for each of them, for heap number
 * j. The bits are ORed into words[j]. This word has a bit for each of the 64
 * labels 64 w, ..., 64 w + 63, where w is window / 4. */
TA_INLINE void words_add_marks(uint64_t *words, const unsigned lanes,
                               const marks *m, unsigned window)
{
    const unsigned shift = window % 4 * WINDOW;
    for (unsigned j = 0; j < lanes; j++)
        words[j] |= (uint64_t)(m->of[0][j] | m->of[1][j] << 8) << shift;
}

/* Marks in s->tile.far the labels (renumbered values) of one window (16 labels)
 * that heaps h of the tile (128 heaps) reach by certain splits. Such a split
 * leaves a rare heap (few heaps are rare) and a heap h - d with d >= 128. */
static __attribute__((noinline)) void tile_sweep(octal_marks *s,
                                                 unsigned window)
{
    octal_tile *t = &s->tile;
    marks m = {{{0}}};
    sweep(&m, TILE_VECTORS, &s->planes, &s->far, window, t->start);
    words_add_marks(t->far[window / 4], TILE, &m, window);
}

/* Marks in s->tile.mid the labels (renumbered values) of one window (16 labels)
 * that heaps h of the block (32 heaps) reach by certain splits. Such a split
 * leaves a rare heap (few heaps are rare) and a heap h - d with 32 <= d < 128.
 */
static __attribute__((noinline)) void block_sweep(octal_marks *s,
                                                  unsigned window)
{
    octal_tile *t = &s->tile;
    marks m = {{{0}}};
    sweep(&m, BLOCK_VECTORS, &s->planes, &s->mid, window, t->block);
    words_add_marks(t->mid[window / 4], BLOCK, &m, window);
}

/* Completes the marks of the labels (renumbered values) up to x in the arrays
 * `far` and `mid` of s->tile. Calls tile_sweep() and block_sweep() for each
 * window (16 labels) up to that of x, except for windows that are already done.
 */
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

/* Returns the least label of a common value that a heap does not reach. A label
 * is a renumbered value. Nim-values are rare or common (README.md); bit 15 of a
 * label says which, and is left out of the result. If the heap reaches all
 * labels below 64 * s->tile.words, returns this number.
 *
 * The heap is number j of its tile (128 heaps), number jj of its block (32
 * heaps), and number k of its group (8 heaps). If too few labels are marked for
 * the heaps of the tile, first marks more. */
static unsigned tile_find_open(octal_marks *s, unsigned j, unsigned jj,
                               unsigned k)
{
    octal_tile *t = &s->tile;
    for (unsigned x = 0; x < 64 * t->words;) {
        const unsigned w = x / 64;
        const uint64_t open =
            ~(t->far[w][j] | t->mid[w][jj] | t->near[w][k]) >> x % 64;
        x = open != 0 ? x + ta_ctz(open) : w * 64 + 64;
        if (x >= t->mid_swept * WINDOW)
            tile_sweep_to(s, x);
        else if (open != 0)
            return x;
    }
    return 64 * t->words;
}

/* Marks in e->marks.tile.near the labels (renumbered values) that the heaps
 * [n, n + count) of a group reach by certain moves. Such a move takes at least
 * 32 tokens and leaves one heap, whose value is common (README.md). */
static void group_add_takes(octal_engine *e, uint64_t n, unsigned count)
{
    const ta_octal *game = e->game;
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

/* Returns the row of the table of near moves for a heap x that has this label
 * (renumbered value). The row says which labels the heaps near x reach by a
 * move that leaves x, alone or with one rare heap. (Few heaps are rare.) Word
 * number d of the row is for heap x + d, where -8 <= d < 40. Let w be
 * label / 64, without the class bit 15. Bit i of the word is 1 if heap x + d
 * reaches the label 64 w + i. All words for d <= 0 are 0, since no move leads
 * from such a heap to x. */
TA_INLINE const uint64_t *near_row(const octal_near *near, uint32_t label)
{
    return near->of[octal_short(label)] + GROUP;
}

enum { GROUP_VECTORS = GROUP * sizeof(uint64_t) / TA_VECTOR };

/* Marks what the 8 heaps of a group reach by moves that leave a certain heap x,
 * alone or with one rare heap. The marks are for labels (renumbered values).
 * Word to[j] is for heap number j of the group. It has bits for 64 labels; a
 * bit is 1 if the heap reaches the label. `row` is the result of near_row() for
 * x, and must be for the same 64 labels. `back` is the number of the first heap
 * of the group, minus x. */
TA_INLINE void group_add_row(uint64_t *to, const uint64_t *row, ptrdiff_t back)
{
#pragma GCC unroll 4
    for (unsigned v = 0; v < GROUP_VECTORS; v++)
        vec_store((char *)to + v * TA_VECTOR,
                  vec_load((char *)to + v * TA_VECTOR) |
                      vec_load((const char *)(row + back) + v * TA_VECTOR));
}

/* Sets t->near to the labels (renumbered values) that the 8 heaps of a group
 * reach by near moves. Such a move leaves one of the 31 heaps below the group,
 * alone or with one rare heap (few heaps are rare).
 *
 * The heap that is b places below the first heap of the group has the label
 * label[-b], for b = 1, ..., 31. row[-b] is the result of near_row() for this
 * label. `wide` is true if labels above 63 may occur. */
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

/* Finds presumed labels (renumbered values, not yet proved) for the heaps [n,
 * to) of the current block, one group of 8 heaps after the other. Returns `to`.
 * If a heap would get a label that is too large for the planes, stops there and
 * returns this heap. (A plane is a byte array for 16 labels; its bytes say
 * which heaps have them.)
 *
 * A heap may have moves to lower heaps of its own group. What it reaches by
 * them depends on the labels of these lower heaps. `wide` says when this is
 * found, and must be true if labels above 63 may occur. If `wide` is true, then
 * as soon as a heap has its label, the function marks what all higher heaps of
 * the group reach by moves to it. If `wide` is false, each heap looks up what
 * it reaches by such moves just before it gets its own label. */
TA_INLINE uint64_t block_decide(octal_engine *e, uint64_t n, uint64_t to,
                                const bool wide)
{
    octal_marks *s = &e->marks;
    octal_tile *t = &s->tile;
    const octal_near *near = s->near;
    const unsigned end = s->planes.count * WINDOW;
    const bool takes =
        e->game->n_take > 0 && e->game->take[e->game->n_take - 1] >= BLOCK;
    uint16_t *label = octal_at(&e->held, n);
    const uint64_t *rows[2 * BLOCK], **row = rows + BLOCK;
    for (ptrdiff_t back = 1; back < BLOCK; back++)
        row[-back] = near_row(near, label[-back]);
    while (n < to) {
        const unsigned count = (unsigned)ta_min_u64(GROUP, to - n);
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
                /* Add the labels that this heap reaches by moves to lower heaps
                 * of its group. There are k lower heaps. The loop goes from the
                 * lowest of them to the highest. The processor may still be
                 * computing the label of the highest, so this label is read
                 * last. */
                uint64_t reached =
                    t->far[0][j + k] | t->mid[0][jj + k] | t->near[0][k];
#pragma GCC unroll 8
                for (unsigned back = k; back > 0; back--)
                    reached |= near->few[back][below[k - back]];
                x = ~reached != 0 ? ta_ctz(~reached) : 64;
                /* The call of tile_find_open() below reads t->near[0][k]. */
                if (x >= t->mid_swept * WINDOW || x == 64)
                    t->near[0][k] = reached;
            }
            if (x >= t->mid_swept * WINDOW || x == 64)
                x = tile_find_open(s, j + k, jj + k, k);
            if (x >= end) {
                s->wider = true;
                return n + k;
            }
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
    t->ready = true;
    t->far_swept = 0;
    memset(t->far, 0, t->words * sizeof *t->far);
}

/* Begins the block (32 heaps) that contains heap n: sets t->block to its first
 * heap, and clears the array t->mid. This array says which labels (renumbered
 * values) the heaps of the block reach. The heaps of the block below n may
 * already have presumed values. */
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

/* Brings all planes up to date for the heaps [from, to). A plane is an array
 * with one byte for each heap, which follows from the label (renumbered value)
 * of the heap. The rules for the bytes are at octal_planes. */
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

static void tiles_decide(octal_engine *e, uint64_t to)
{
    octal_tile *t = &e->marks.tile;
    while (e->decided < to && !e->marks.wider) {
        const uint64_t n = e->decided;
        if (!t->ready || n >= t->start + TILE)
            tile_begin(e, n);
        if (n < t->block || n >= t->block + BLOCK)
            block_begin(e, n);
        const uint64_t end = ta_min_u64(to, t->block + BLOCK);
        e->decided = e->marks.planes.count * WINDOW > 64
                         ? block_decide_wide(e, n, end)
                         : block_decide_narrow(e, n, end);
        planes_fill(e, n, e->decided);
    }
}

/* Marks labels (renumbered values) that the 128 heaps of the current tile reach
 * because the heap `part` is rare. (Few heaps are rare; README.md.) The engine
 * calls this function when it has just found that `part` is rare. A mark is a
 * bit of the array e->marks.tile.far: bit i of far[v][j] says that heap number
 * j of the tile reaches the label 64 v + i.
 *
 * The marks are for splits of a heap h into `part` and a heap h - d with
 * d >= 128. `splits` is the number of such splits, each with its own d. They
 * are the last `splits` entries of e->marks.far.run[k], where k is the label of
 * `part` divided by 16.
 *
 * The function makes marks only for the labels below 16 * f, where f is
 * e->marks.tile.far_swept. For these labels, the marks of all other splits of
 * the list e->marks.far have already been made. For higher labels, there are no
 * marks yet. tile_sweep() will make them later, for all splits of the list,
 * including those of `part`. */
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
