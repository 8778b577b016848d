#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"

static _Atomic uint64_t calls;
static _Atomic uint64_t fail_at; /* a value of `calls`, 0: never */

void *ta_alloc(uint64_t count, uint64_t size)
{
    uint64_t call = atomic_fetch_add(&calls, 1) + 1;
    if (call == atomic_load(&fail_at))
        return NULL;
    uint64_t bytes = ta_mul_sat(count, size);
    if (bytes > SIZE_MAX - 64)
        return NULL;
    /* aligned_alloc wants a multiple of the alignment. */
    bytes = (ta_max_u64(bytes, 1) + 63) / 64 * 64;
    return aligned_alloc(64, (size_t)bytes);
}

void *ta_alloc_zero(uint64_t count, uint64_t size)
{
    void *p = ta_alloc(count, size);
    if (p != NULL)
        memset(p, 0, (size_t)(count * size));
    return p;
}

void ta_free(void *p)
{
    free(p);
}

void ta_alloc_fail_at(uint64_t k)
{
    atomic_store(&fail_at, k == 0 ? 0 : atomic_load(&calls) + k);
}

uint64_t ta_alloc_calls(void)
{
    return atomic_load(&calls);
}
