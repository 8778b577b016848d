/* Sweeps: the labels of one window, marked for many heaps side by side.
 *
 * The byte of a heap in a plane is looked up in a table of 16 bytes, which has
 * the bit of the label that a split with this part reaches, or nothing for a
 * label of another window. Each label of a part has two such tables, for the
 * lower and the upper eight labels of the window. Only kernels include this
 * header. */
#ifndef TA_OCTAL_SWEEP_H
#define TA_OCTAL_SWEEP_H

#include "base/vector.h"
#include "octal/engine.h"

enum {
    TILE = OCTAL_TILE,
    BLOCK = OCTAL_BLOCK,
    GROUP = OCTAL_GROUP,
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

/* Adds to m the labels of `window` that the heaps from n on reach by the splits
 * split[0 .. count). All parts of these splits have labels of one window k, and
 * `plane` is plane k ^ window at heap n: its labels xored with labels of window
 * k are labels of `window`. Returns whether all labels are marked. */
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

#endif
