#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

#include "base/base.h"

static _Atomic uint64_t calls;
static _Atomic uint64_t fail_at; /* a value of `calls`, 0: never */

#if defined(__linux__) && defined(MADV_HUGEPAGE)
/* First touch of small pages costs up to a second for each GB on virtual
 * machines, more than most engines spend on what they keep there. Large
 * arrays ask for huge pages where the system has them; where it has not, the
 * request is ignored and nothing else changes. */
enum { HUGE_PAGE = 1 << 21, HUGE_FROM = 1 << 22 };

/* bytes <= SIZE_MAX - 4095. */
static void *alloc_huge(uint64_t bytes)
{
    bytes = (bytes + 4095) / 4096 * 4096;
    void *p = NULL;
    if (posix_memalign(&p, HUGE_PAGE, (size_t)bytes) != 0)
        return NULL;
    madvise(p, (size_t)bytes, MADV_HUGEPAGE);
    return p;
}
#endif

void *ta_alloc(uint64_t count, uint64_t size)
{
    uint64_t call = atomic_fetch_add(&calls, 1) + 1;
    if (call == atomic_load(&fail_at))
        return NULL;
    uint64_t bytes = ta_mul_sat(count, size);
    if (bytes > SIZE_MAX - 8192) /* rounding up must not wrap */
        return NULL;
    /* aligned_alloc wants a multiple of the alignment. */
    bytes = (ta_max_u64(bytes, 1) + 63) / 64 * 64;
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    if (bytes >= HUGE_FROM)
        return alloc_huge(bytes);
#endif
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
