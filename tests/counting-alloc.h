/* Stands in for src/base/memory.c with an allocator that counts bytes: a test
 * that includes this defines the allocator, so that the linker leaves the
 * library's memory.o out. */
#ifndef TA_COUNTING_ALLOC_H
#define TA_COUNTING_ALLOC_H

#include <stdlib.h>
#include <string.h>

#include "base/base.h"

enum { HEADER = 64 };
static uint64_t held, peak, calls;

void *ta_alloc(uint64_t count, uint64_t size)
{
    calls++;
    uint64_t bytes = (ta_max_u64(ta_mul_sat(count, size), 1) + 63) / 64 * 64;
    uint64_t *block = aligned_alloc(64, bytes + HEADER);
    if (block == NULL)
        return NULL;
    block[0] = bytes;
    held += bytes;
    peak = ta_max_u64(peak, held);
    return block + HEADER / sizeof *block;
}

void *ta_alloc_zero(uint64_t count, uint64_t size)
{
    void *p = ta_alloc(count, size);
    if (p != NULL)
        memset(p, 0, count * size);
    return p;
}

void ta_free(void *p)
{
    if (p == NULL)
        return;
    uint64_t *block = (uint64_t *)p - HEADER / sizeof *block;
    held -= block[0];
    free(block);
}

void ta_alloc_fail_at(uint64_t k)
{
    (void)k;
}

uint64_t ta_alloc_calls(void)
{
    return calls;
}

#endif
