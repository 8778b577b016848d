/* Sweeps: marks which labels of one window (16 labels) many heaps reach by
 * splits with listed parts, in vectors of bytes.
 *
 * A split leads from heap h to a lower heap and a listed part. The byte of the
 * lower heap in a plane (octal_planes) is looked up in a table of 16 bytes. The
 * entry has one bit set, for the label that the split reaches; a byte for
 * another window gives 0. There are two tables for each label of a part: one
 * for the lower eight labels of the window, one for the upper eight. Only
 * kernels include this header. */
#ifndef TA_OCTAL_SWEEP_H
#define TA_OCTAL_SWEEP_H

#include "base/vector.h"
#include "octal/engine.h"

enum {
    TILE = OCTAL_TILE,
    BLOCK = OCTAL_BLOCK,
    GROUP = OCTAL_GROUP,
    WINDOW = OCTAL_WINDOW,
    /* The number of vectors whose bytes cover the heaps of a tile, and of a
     * block; one vector may cover more than a block. */
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
/* tables[k][half][x] has one bit for the label x ^ k of a window of 16 labels,
 * or is 0 if x ^ k is not in this half: half 0 is 0 to 7, half 1 is 8 to 15. */
static const _Alignas(32) uint8_t tables[WINDOW][2][16] = {
    TABLE(0),  TABLE(1),  TABLE(2),  TABLE(3), TABLE(4),  TABLE(5),
    TABLE(6),  TABLE(7),  TABLE(8),  TABLE(9), TABLE(10), TABLE(11),
    TABLE(12), TABLE(13), TABLE(14), TABLE(15)};

/* The labels of one window that heaps reach. Bit i of of[0][j] says whether
 * heap number j reaches label i of the window; of[1][j] has the labels 8 to 15.
 */
typedef struct marks {
    /* The last 64 bytes are spare, since reads may go beyond the last heap. */
    _Alignas(64) uint8_t of[2][TILE + 64];
} marks;

/* Adds to m the labels of a window w that heaps reach by the splits
 * split[0 .. count). Number j in m is heap n + j. The listed parts of all these
 * splits have labels of one window k. `plane` points to the byte of heap n in
 * plane k ^ w, since labels of the windows k and k ^ w have xors in window w.
 * Returns whether all labels are marked for all heaps. */
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
            (const uint8_t *)tables + (split[i] & ((1 << OCTAL_PACKED) - 1));
        const vec t = vec_repeat(table), u = vec_repeat(table + 16);
#pragma GCC unroll 8
        for (unsigned v = 0; v < vectors; v++) {
            vec x = vec_load(at + v * TA_VECTOR);
#if TA_X86
            __asm__("" : "+v"(x)); /* Else the compiler would load x twice. */
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

/* Adds to m the labels of `window` that the heaps n, n + 1, ... reach by the
 * splits of the list s. Stops early when all labels are marked. Returns whether
 * all labels are marked for all heaps. */
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

#endif
