/* The operations of base/vector.h as a function on memory, in each variant. */
#ifndef VECTOR_KERNEL_H
#define VECTOR_KERNEL_H

#include "base/base-internal.h"

enum { TEST_VECTOR_OPS = 17 };

typedef struct test_vector {
    size_t bytes; /* in a vector */
    /* Computes all operations on the vectors at a and b, which are not aligned,
     * with the number n. Writes the results to out, one after the other. */
    void (*compute)(uint8_t *out, const uint8_t *a, const uint8_t *b,
                    unsigned n);
} test_vector;
TA_KERNEL(test_vector);

#endif
