/* Allocates arrays. A header before each points to the budget that counts
 * its bytes. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

#include "base/base-internal.h"

/* ---- budgets ---- */

struct tai_budget {
    uint64_t limit;
    /* Bytes in use, plus 1 until tai_budget_end; freed at 0. */
    _Atomic uint64_t used;
    _Atomic uint64_t peak;
    _Atomic uint64_t refused; /* bytes of the last refused array */
};

static _Thread_local tai_budget *current;

/* For a moment the bytes of a refused array are charged, too, and another
 * thread may be refused what would fit. */
static bool budget_charge(tai_budget *b, uint64_t bytes)
{
    if (b == NULL)
        return true;
    const uint64_t used = atomic_fetch_add(&b->used, bytes) + bytes - 1;
    if (bytes > b->limit || used > b->limit) {
        atomic_fetch_sub(&b->used, bytes);
        atomic_store(&b->refused, bytes);
        return false;
    }
    uint64_t peak = atomic_load(&b->peak);
    while (used > peak && !atomic_compare_exchange_weak(&b->peak, &peak, used))
        ;
    return true;
}

/* Credits an array, and frees a budget that ended with it. */
static void budget_credit(tai_budget *b, uint64_t bytes)
{
    if (b != NULL && atomic_fetch_sub(&b->used, bytes) == bytes)
        free(b);
}

ta_status tai_budget_begin(uint64_t limit, tai_budget **budget)
{
    *budget = NULL;
    if (current != NULL)
        return TA_OK;
    tai_budget *b = calloc(1, sizeof *b);
    if (b == NULL)
        return TA_ENOMEM;
    b->limit = limit != 0 ? limit : UINT64_MAX;
    atomic_store(&b->used, 1);
    *budget = current = b;
    return TA_OK;
}

ta_status tai_budget_end(tai_budget *b, ta_status st, ta_error *error)
{
    if (b == NULL)
        return st;
    char limit[32], peak[32], more[32];
    const uint64_t refused = atomic_load(&b->refused);
    if (st == TA_ENOMEM && refused != 0)
        st = tai_fail(error, TA_ELIMIT,
                      "the limit of %s of memory is reached: up to %s were in "
                      "use, and %s more were asked for; a higher limit, a "
                      "smaller N, another engine or fewer threads may do",
                      tai_bytes_text(b->limit, limit),
                      tai_bytes_text(tai_budget_peak(b), peak),
                      tai_bytes_text(refused, more));
    current = NULL;      /* was b: a nested begin has b == NULL */
    budget_credit(b, 1); /* the 1 of tai_budget_begin */
    return st;
}

tai_budget *tai_budget_use(tai_budget *budget)
{
    tai_budget *before = current;
    current = budget;
    return before;
}

uint64_t tai_budget_used(const tai_budget *budget)
{
    return atomic_load(&budget->used) - 1;
}

uint64_t tai_budget_peak(const tai_budget *budget)
{
    return atomic_load(&budget->peak);
}

/* ---- arrays ---- */

_Atomic uint64_t tai_alloc_calls, tai_alloc_fail_at;

/* Stands in the HEADER bytes before an array. */
enum { HEADER = 64 };
typedef struct header {
    tai_budget *budget;
    uint64_t bytes; /* charged to the budget */
} header;

/* Arrays of HUGE_FROM bytes or more ask for huge pages: on virtual machines the
 * first access to small ones costs up to a second a GB. */
enum { HUGE_PAGE = 1 << 21, HUGE_FROM = 1 << 22 };

void *tai_alloc(uint64_t count, uint64_t size)
{
    const uint64_t call = atomic_fetch_add(&tai_alloc_calls, 1) + 1;
    uint64_t bytes = tai_max_u64(tai_mul_sat(count, size), 1);
    void *block;
    if (call == atomic_load(&tai_alloc_fail_at) || bytes > SIZE_MAX / 2)
        return NULL;
    bytes = (bytes + 63) / 64 * 64;
    const header h = {.budget = current, .bytes = bytes};
    if (!budget_charge(h.budget, bytes))
        return NULL;
    if (posix_memalign(&block, bytes < HUGE_FROM ? 64 : HUGE_PAGE,
                       HEADER + (size_t)bytes) != 0) {
        budget_credit(h.budget, bytes);
        return NULL;
    }
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    if (bytes >= HUGE_FROM)
        madvise(block, (size_t)bytes / 4096 * 4096, MADV_HUGEPAGE);
#endif
    memcpy(block, &h, sizeof h);
    return (char *)block + HEADER;
}

void *tai_alloc_zero(uint64_t count, uint64_t size)
{
    void *p = tai_alloc(count, size);
    if (p != NULL)
        memset(p, 0, (size_t)(count * size));
    return p;
}

void ta_free(void *p)
{
    header h;
    if (p == NULL)
        return;
    memcpy(&h, (char *)p - HEADER, sizeof h);
    free((char *)p - HEADER);
    budget_credit(h.budget, h.bytes);
}

bool tai_grow(void *array, size_t *capacity, size_t used, size_t count,
              size_t size)
{
    if (count <= *capacity)
        return true;
    const size_t more =
        (size_t)tai_max_u64(count, 2 * (uint64_t)*capacity + 16);
    void *old, *grown = tai_alloc(more, size);
    memcpy(&old, array, sizeof old);
    if (grown == NULL)
        return false;
    if (used > 0)
        memcpy(grown, old, used * size);
    ta_free(old);
    memcpy(array, &grown, sizeof grown);
    *capacity = more;
    return true;
}
