/* Shift-or: 8192 targets at a time, against many shifts of one bit array.
 *
 * "Which t have t - x in A for some x in X" is symmetric in X and A: with
 * A the cold bits and X the subtraction set it is S-major, with A the bits
 * of S and X the cold positions it is cold-major. One kernel does both. */
#ifndef TA_SHIFT_H
#define TA_SHIFT_H

#include "base/base-internal.h"

/* Targets of one kernel call: 16 AVX-512 registers. */
enum { TA_TILE = 8192, TA_TILE_WORDS = TA_TILE / 64 };

/* Bytes that must be readable, and zero, before and after a bit array. */
enum { TA_PAD = 8192 };

/* Shifts sorted into the eight residue classes mod 8, each increasing: the
 * shifts of a class differ by whole bytes, so that one register of loads
 * serves the class and one bit shift at the end aligns it. */
typedef struct ta_shifts {
    uint64_t *of[8];
    size_t count[8];
} ta_shifts;

/* A view of those shifts that lie in [lo, hi): pointers into `shifts`. */
ta_shifts tai_shifts_between(const ta_shifts *shifts, uint64_t lo, uint64_t hi);

/* Sorts count values into storage, which holds count values. */
void tai_shifts_sort(const uint64_t *values, size_t count, uint64_t *storage,
                     ta_shifts *shifts);

/* target[b] |= OR over x of a[lo + b - x], for 0 <= b < TA_TILE, where lo is
 * a multiple of 64 and `target` is 64-byte aligned or not. Indices from
 * -8 * TA_PAD to the array's end + 8 * TA_PAD are read. */
void tai_shift_or(uint64_t *target, const uint64_t *a, uint64_t lo,
                  const ta_shifts *x);

/* Returns the nanoseconds, by the cost model, of one shift of a tile whose
 * sources span 2^log_span positions. */
double tai_shift_cost(unsigned log_span);

/* dst |= src[0] | ... | src[count - 1], for `bytes` bytes, a multiple of 64. */
void tai_or_rows(uint64_t *dst, const unsigned char *const *src, size_t count,
                 size_t bytes);

/* The inner loops, in shift-kernel.c. */
typedef struct tai_shift_kernel {
    /* Computes the OR of one class of shifts. Sets acc[1 ..] to the OR of the
     * bytes at a - x / 8 for every shift x, and acc[0] to the OR of the words
     * before those bytes. */
    void (*or_class)(uint64_t acc[1 + TA_TILE_WORDS], const unsigned char *a,
                     const uint64_t *x, size_t count);
    /* Does what tai_or_rows does. */
    void (*or_rows)(unsigned char *dst, const unsigned char *const *src,
                    size_t count, size_t bytes);
} tai_shift_kernel;
TA_KERNEL(tai_shift_kernel);

#endif
