/* Shift-or: takes a bit array A and a list X of shifts, and ORs copies of A,
 * shifted by each x in X, into a piece of another bit array (a tile of 8192
 * positions). So position t of the tile is marked if t - x is in A for some x
 * in X. This finds the positions with a move to a cold position (P-position) in
 * two ways: A is the set of cold positions and X the set of moves, or A is the
 * set of moves and X the set of cold positions. */
#ifndef TA_SHIFT_H
#define TA_SHIFT_H

#include "base/base-internal.h"

/* The number of positions of a tile. One call of the kernel marks one tile,
 * which fills 16 registers of AVX-512. */
enum { TA_TILE = 8192, TA_TILE_WORDS = TA_TILE / 64 };

/* The number of zero bytes that must stand before and after a bit array that
 * shift-or reads, since the kernel reads beyond both ends. */
enum { TA_PAD = 8192 };

/* A list of shifts, sorted into the residue classes modulo 8. The shifts that
 * are r modulo 8 are of[r][0], ..., of[r][count[r] - 1], in increasing order.
 * All shifts of a class differ by whole bytes, which makes applying them to bit
 * arrays faster. */
typedef struct ta_shifts {
    uint64_t *of[8];
    size_t count[8];
} ta_shifts;

/* Sorts `count` values into the residue classes modulo 8, and sets *shifts. The
 * values must increase. They are copied to the array `storage`, which must have
 * space for `count` values, and *shifts points into that array. */
void tai_shifts_sort(const uint64_t *values, size_t count, uint64_t *storage,
                     ta_shifts *shifts);

/* Returns the predicted nanoseconds for ORing one shifted copy of a bit array
 * into a tile (8192 positions). The array has 2^log_span bits. A longer array
 * costs more because it does not fit into the caches. */
double tai_shift_cost(unsigned log_span);

/* The functions of shift-or (see the head of shift.h). shift-kernel.c defines
 * this table once for each instruction set. */
typedef struct tai_shift_kernel {
    /* Sets bit b of `target`, for 0 <= b < TA_TILE, if bit lo + b - x of the
     * array `a` is set for some shift x with least <= x < end. The other bits
     * of `target` stay as they are. `lo` must be a multiple of 64. For each x,
     * the bits of `a` from lo - x - 64 to lo - x + TA_TILE must be readable. */
    void (*shift_or)(uint64_t *target, const uint64_t *a, uint64_t lo,
                     const ta_shifts *shifts, uint64_t least, uint64_t end);
    /* ORs the arrays src[0], ..., src[count - 1] into the array dst. Each array
     * has `bytes` bytes, a multiple of 64. */
    void (*or_rows)(unsigned char *dst, const unsigned char *const *src,
                    size_t count, size_t bytes);
} tai_shift_kernel;
TA_KERNEL(tai_shift_kernel);

#endif
