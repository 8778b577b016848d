/* Bit operations of primes.c on rows of bits, compiled for each instruction set
 * (base/vector.h). Rows are of whole ROW_STEP bytes. */
#ifndef MARKS_KERNEL_H
#define MARKS_KERNEL_H

#include "base/base-internal.h"

enum { ROW_STEP = 64, MASK_STEP = 8 };

typedef struct marks_kernel {
    /* Writes `bytes` bytes at from, moved up by `by` < 8 bits, to `to`;
     * from[-8] is read. */
    void (*move_up)(uint8_t *to, const uint8_t *from, size_t bytes,
                    unsigned by);
    /* free gets the bits that are 0 in taken and in all rows. The count of rows
     * is a multiple of MASK_STEP. */
    void (*uncovered)(uint8_t *free, const uint8_t *taken, size_t bytes,
                      const uint8_t *const *row, size_t count);
    /* Keeps of each run of ones every second, from the first on, or, in the run
     * that begins at bit 0 if last, from the second on; also sets these bits in
     * taken. Returns their number. */
    uint64_t (*alternate)(uint64_t *bits, uint64_t *taken, size_t words,
                          bool last);
} marks_kernel;
TA_KERNEL(marks_kernel);

#endif
