/* Sweeps (README.md, "How it is marked"): which labels of a window do many
 * heaps h reach by the splits of a list, each to h - d and a fixed heap? For
 * kernels only. */
#ifndef TA_OCTAL_SWEEP_H
#define TA_OCTAL_SWEEP_H

#include "base/vector.h"
#include "octal/engine.h"

enum {
    TILE = OCTAL_TILE,
    BLOCK = OCTAL_BLOCK,
    GROUP = OCTAL_GROUP,
    WINDOW = OCTAL_WINDOW,
    TILE_VECTORS = TILE / TA_VECTOR, /* registers with a byte for each heap */
    BLOCK_VECTORS = TA_VECTOR < BLOCK ? BLOCK / TA_VECTOR : 1,
};

/* tables[k][0][x] and tables[k][1][x] are the lower and upper byte of 1 << (x ^
 * k). */
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
static const _Alignas(32) uint8_t tables[WINDOW][2][16] = {
    TABLE(0),  TABLE(1),  TABLE(2),  TABLE(3), TABLE(4),  TABLE(5),
    TABLE(6),  TABLE(7),  TABLE(8),  TABLE(9), TABLE(10), TABLE(11),
    TABLE(12), TABLE(13), TABLE(14), TABLE(15)};

/* Which halves of a window: [first, end). */
typedef struct halves {
    unsigned first, end;
} halves;
static const halves both = {0, 2}, lower = {0, 1}, upper = {1, 2};

TA_INLINE void marks_clear(octal_window_marks *m, const unsigned vectors,
                           const halves half)
{
    for (unsigned i = half.first; i < half.end; i++)
        for (unsigned v = 0; v < vectors; v++)
            vec_store(m->of[i] + v * TA_VECTOR, (vec){0});
}

/* Marks what the heaps n, n + 1, ... reach of window w by packed splits whose
 * fixed heaps have labels of window k: then the other part has a label of
 * window k ^ w. `plane` is at heap n in this plane. Returns whether all heaps
 * have all labels. */
TA_INLINE bool sweep_list(octal_window_marks *m, const unsigned vectors,
                          const halves half, const uint8_t *plane,
                          const int64_t *split, size_t count)
{
    vec mark[2][TILE_VECTORS], all = vec_all(255);
#pragma GCC unroll 2
    for (unsigned i = half.first; i < half.end; i++)
#pragma GCC unroll 8
        for (unsigned v = 0; v < vectors; v++)
            mark[i][v] = vec_load(m->of[i] + v * TA_VECTOR);
    for (size_t k = 0; k < count; k++) {
        const uint8_t *at = plane + (split[k] >> OCTAL_PACKED); /* - back */
        const uint8_t *table =
            (const uint8_t *)tables + (split[k] & ((1 << OCTAL_PACKED) - 1));
        const vec t[2] = {vec_repeat(table), vec_repeat(table + 16)};
#pragma GCC unroll 8
        for (unsigned v = 0; v < vectors; v++) {
            vec x = vec_load(at + v * TA_VECTOR);
#if TA_X86
            __asm__("" : "+v"(x)); /* Else the compiler would load x twice. */
#endif
#pragma GCC unroll 2
            for (unsigned i = half.first; i < half.end; i++)
                mark[i][v] |= vec_look_up(t[i], x);
        }
    }
#pragma GCC unroll 2
    for (unsigned i = half.first; i < half.end; i++)
#pragma GCC unroll 8
        for (unsigned v = 0; v < vectors; v++) {
            vec_store(m->of[i] + v * TA_VECTOR, mark[i][v]);
            all &= mark[i][v];
        }
    return !vec_any(~all);
}

/* Marks what the heaps from n on reach of a window by the splits of *s. Returns
 * true when all heaps have all labels, which is tested after every `often`
 * splits. */
TA_INLINE bool sweep(octal_window_marks *m, const unsigned vectors,
                     const halves half, const octal_planes *p,
                     const octal_splits *s, unsigned window, uint64_t n,
                     const size_t often)
{
    for (unsigned k = 0; k < s->windows; k++) {
        const octal_split_list *list = &s->list[k];
        for (size_t i = 0; i < list->count && (k ^ window) < p->count;
             i += often)
            if (sweep_list(m, vectors, half, octal_plane(p, k ^ window, n),
                           list->split + i,
                           tai_min_u64(often, list->count - i)))
                return true;
    }
    return false;
}

#endif
