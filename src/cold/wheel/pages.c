#define _DEFAULT_SOURCE /* madvise */
#include "cold/wheel/pages.h"

#include <string.h>
#include <sys/mman.h>

void *wheel_pages_zero(uint64_t bytes)
{
    enum { HUGE_PAGE = 1 << 21 };
    char *p = ta_alloc(bytes, 1);
    if (p == NULL)
        return NULL;
#ifdef MADV_HUGEPAGE
    /* Advice only, for the whole huge pages inside: all goes well without. */
    uint64_t skip = (HUGE_PAGE - (uintptr_t)p % HUGE_PAGE) % HUGE_PAGE;
    if (bytes >= skip + HUGE_PAGE)
        (void)madvise(p + skip, (size_t)((bytes - skip) / HUGE_PAGE * HUGE_PAGE),
                      MADV_HUGEPAGE);
#endif
    memset(p, 0, (size_t)bytes);
    return p;
}
