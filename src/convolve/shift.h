/* Shift-or: marks position t of a tile if t - x is in the bit array A for some
 * x of a list. A has the cold positions and the list the moves, or the other
 * way round. */
#ifndef TA_SHIFT_H
#define TA_SHIFT_H

#include "base/base-internal.h"

/* Positions of a tile. */
enum { TA_TILE = 8192, TA_TILE_WORDS = TA_TILE / 64 };

/* Zero bytes before and after A, which the kernel reads. */
enum { TA_PAD = 8192 };

/* The list, by residue modulo 8: of[r][0], ..., of[r][count[r] - 1] increase,
 * and differ by whole bytes. */
typedef struct tai_shifts {
    uint64_t *of[8];
    size_t count[8];
} tai_shifts;

/* Sorts increasing values by residue into `storage`, of as many numbers. */
void tai_shifts_sort(const uint64_t *values, size_t count, uint64_t *storage,
                     tai_shifts *shifts);

/* Returns nanoseconds for one shift of a tile; A has 2^log_span bits. */
double tai_shift_cost(unsigned log_span);

/* shift-kernel.c */
typedef struct tai_shift_kernel {
    /* Sets bit b of the tile if bit lo + b - x of `a` is set for some x, least
     * <= x < end. `lo` is a multiple of 64; the bits of `a` from lo - x - 64 to
     * lo - x + TA_TILE must be readable. */
    void (*shift_or)(uint64_t *target, const uint64_t *a, uint64_t lo,
                     const tai_shifts *shifts, uint64_t least, uint64_t end);
    /* ORs `count` arrays of `bytes` bytes, a multiple of 64, into dst. */
    void (*or_rows)(unsigned char *dst, const unsigned char *const *src,
                    size_t count, size_t bytes);
} tai_shift_kernel;
TA_KERNEL(tai_shift_kernel);

#endif
