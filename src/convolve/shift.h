/* Shift-or: marks a tile of 8192 targets by many shifts of one bit array.
 *
 * Target t is marked if t - x is in A for some x in X. A and X may change
 * places. Either A is the set of cold positions and the shifts X are elements
 * of the subtraction set S, or A is S and the shifts X are cold positions. One
 * kernel does both. */
#ifndef TA_SHIFT_H
#define TA_SHIFT_H

#include "base/base-internal.h"

/* The number of positions of a tile. One call of the kernel marks one tile,
 * which fills 16 registers of AVX-512. */
enum { TA_TILE = 8192, TA_TILE_WORDS = TA_TILE / 64 };

/* The number of zero bytes that must stand before and after a bit array, since
 * the kernel reads beyond its ends. */
enum { TA_PAD = 8192 };

/* Shifts, sorted into the eight residue classes modulo 8: of[r] has count[r]
 * increasing shifts that are r modulo 8. Shifts of a class differ by whole
 * bytes. So the kernel ORs unshifted bytes for all shifts of a class, and then
 * shifts the result once. */
typedef struct ta_shifts {
    uint64_t *of[8];
    size_t count[8];
} ta_shifts;

/* Sorts `count` increasing values into residue classes modulo 8, and sets
 * *shifts. The values are copied to `storage`, which has space for `count`
 * values. */
void tai_shifts_sort(const uint64_t *values, size_t count, uint64_t *storage,
                     ta_shifts *shifts);

/* Returns the nanoseconds that one shift of a tile takes, by the cost model of
 * tuning.h. The array that is shifted has 2^log_span positions. */
double tai_shift_cost(unsigned log_span);

/* The inner loops of shift-or, which shift-kernel.c defines for each
 * instruction set. */
typedef struct tai_shift_kernel {
    /* Sets bit b of `target`, 0 <= b < TA_TILE, if bit lo + b - x of `a` is set
     * for a shift x with least <= x < end. Other bits of the target stay. lo is
     * a multiple of 64. The bits of `a` from lo - x - 64 to lo - x + TA_TILE
     * are read. */
    void (*shift_or)(uint64_t *target, const uint64_t *a, uint64_t lo,
                     const ta_shifts *shifts, uint64_t least, uint64_t end);
    /* ORs the arrays src[0], ..., src[count - 1] into the array dst. Each array
     * has `bytes` bytes, a multiple of 64. */
    void (*or_rows)(unsigned char *dst, const unsigned char *const *src,
                    size_t count, size_t bytes);
} tai_shift_kernel;
TA_KERNEL(tai_shift_kernel);

#endif
