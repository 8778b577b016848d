/* Sweeps. A sweep finds which of 16 labels each of many heaps h reaches by the
 * splits of a list. Labels are renumbered nim-values, and the 16 labels are
 * called a window. Each split leads from h to a heap h - d and a heap a. The
 * heap a is the same for all h.
 *
 * By such a split, h reaches the label that is the xor of the labels of h - d
 * and a. A sweep finds it in two steps. First, it reads a byte for heap h - d
 * from a plane, an array with one byte for each heap. A plane is for one
 * window. The byte is the number, 0 to 15, of the label of h - d in this
 * window. It is 0x80 if the label is in another window.
 *
 * Second, the byte is the index of a look-up in a table, which the label of a
 * determines. The table has a byte with a single 1 bit: the bit of the label
 * that h reaches. Since a byte has 8 bits, there are two tables: one for the
 * lower eight labels of the window, one for the upper eight. One of the two
 * look-ups gives 0. For the index 0x80, both give 0 (vec_look_up()).
 *
 * Only kernels include this header. */
#ifndef TA_OCTAL_SWEEP_H
#define TA_OCTAL_SWEEP_H

#include "base/vector.h"
#include "octal/engine.h"

enum {
    TILE = OCTAL_TILE,
    BLOCK = OCTAL_BLOCK,
    GROUP = OCTAL_GROUP,
    WINDOW = OCTAL_WINDOW,
    /* The number of vector registers that have one byte for each heap of a tile
     * (128 heaps) or of a block (32 heaps). One register may have more bytes
     * than a block has heaps. */
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
/* Look-up tables for the xor of two numbers x and k below 16. Let w be the
 * 16-bit number 1 << (x ^ k). Then tables[k][0][x] is the lower byte of w, and
 * tables[k][1][x] is the upper byte. */
static const _Alignas(32) uint8_t tables[WINDOW][2][16] = {
    TABLE(0),  TABLE(1),  TABLE(2),  TABLE(3), TABLE(4),  TABLE(5),
    TABLE(6),  TABLE(7),  TABLE(8),  TABLE(9), TABLE(10), TABLE(11),
    TABLE(12), TABLE(13), TABLE(14), TABLE(15)};

/* The labels (renumbered values) of one window (16 labels) that heaps reach. In
 * the byte of[0][j], bit i is 1 if heap number j reaches label number i of the
 * window. In the byte of[1][j], bit i is 1 if it reaches label number i + 8. */
typedef struct marks {
    /* The last 64 bytes are spare, since reads may go beyond the last heap. */
    _Alignas(64) uint8_t of[2][TILE + 64];
} marks;

/* Marks in *m which labels of one window w the heaps n, n + 1, ... reach by
 * `count` packed splits. A window is 16 labels (renumbered values). Entry j of
 * *m is for heap n + j. Returns whether all heaps then have all labels of w.
 *
 * Each split leads from a heap h to a heap h - d and a fixed heap. The labels
 * of all these fixed heaps must be in one window k. Then h reaches a label of w
 * only if the label of h - d is in window k ^ w. `plane` must point into the
 * plane of window k ^ w, to the byte of heap n. (A plane has one byte for each
 * heap.) */
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

/* Marks in *m the labels (renumbered values) of the window (16 labels) that
 * heaps reach by the splits of the list *s. Entry j of *m is for heap n + j.
 * Returns true as soon as *m has all labels of the window for all heaps.
 * Otherwise goes through the whole list and returns false. */
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
