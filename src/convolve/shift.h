/* Shift-or: reaches a tile of 8192 targets by many shifts of one bit array.
 *
 * Target t is reached if t - x is in A for some x in X. This is symmetric in A
 * and X. If A is the set of cold positions and X the subtraction set, elements
 * of S are the shifts; if A is S and X the set of cold positions, cold
 * positions are the shifts. One kernel does both. */
#ifndef TA_SHIFT_H
#define TA_SHIFT_H

#include "base/base-internal.h"

/* The targets of one kernel call: 16 registers of AVX-512. */
enum { TA_TILE = 8192, TA_TILE_WORDS = TA_TILE / 64 };

/* Bytes that must be readable, and zero, before and after a bit array. */
enum { TA_PAD = 8192 };

/* Shifts in the eight residue classes modulo 8. The shifts of a class increase,
 * and differ by whole bytes: the kernel ORs unshifted bytes for all of them,
 * and then shifts the result once. */
typedef struct ta_shifts {
    uint64_t *of[8];
    size_t count[8];
} ta_shifts;

/* Sorts `count` increasing values into classes. The values are copied to
 * `storage`, which has space for `count` values. */
void tai_shifts_sort(const uint64_t *values, size_t count, uint64_t *storage,
                     ta_shifts *shifts);

/* Returns the nanoseconds, by the cost model, of one shift of a tile whose
 * sources span 2^log_span positions. */
double tai_shift_cost(unsigned log_span);

/* The inner loops, in shift-kernel.c. */
typedef struct tai_shift_kernel {
    /* Sets bit b of `target`, 0 <= b < TA_TILE, if bit lo + b - x of `a` is set
     * for a shift x with least <= x < end. Other bits of the target stay. lo is
     * a multiple of 64. The bits of `a` from lo - x - 64 to lo - x + TA_TILE
     * are read. */
    void (*shift_or)(uint64_t *target, const uint64_t *a, uint64_t lo,
                     const ta_shifts *shifts, uint64_t least, uint64_t end);
    /* ORs src[0], ..., src[count - 1] into dst, all of `bytes` bytes, a
     * multiple of 64. */
    void (*or_rows)(unsigned char *dst, const unsigned char *const *src,
                    size_t count, size_t bytes);
} tai_shift_kernel;
TA_KERNEL(tai_shift_kernel);

#endif
