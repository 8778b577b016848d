/* Memory: every array of the library, counted against the budget that is
 * current for the thread. A header before each array says which budget it was
 * charged to. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

#include "base/base.h"

/* ---- budgets ---- */

struct ta_budget {
    uint64_t limit;
    _Atomic uint64_t used; /* bytes, and 1 until ta_budget_end */
    _Atomic uint64_t peak;
    /* Of the last request above the limit: its bytes, and those in use. */
    _Atomic uint64_t refused, in_use;
};

static _Thread_local ta_budget *current;

static bool charge(ta_budget *b, uint64_t bytes)
{
    if (b == NULL)
        return true;
    uint64_t used = atomic_load(&b->used), peak;
    do {
        if (bytes > b->limit || used - 1 > b->limit - bytes) {
            atomic_store(&b->in_use, used - 1);
            atomic_store(&b->refused, bytes);
            return false;
        }
    } while (!atomic_compare_exchange_weak(&b->used, &used, used + bytes));
    used += bytes - 1;
    peak = atomic_load(&b->peak);
    while (used > peak && !atomic_compare_exchange_weak(&b->peak, &peak, used))
        ;
    return true;
}

static void credit(ta_budget *b, uint64_t bytes)
{
    if (b != NULL && atomic_fetch_sub(&b->used, bytes) == bytes)
        free(b);
}

ta_status ta_budget_begin(uint64_t limit, ta_budget **budget)
{
    *budget = NULL;
    if (current != NULL)
        return TA_OK;
    ta_budget *b = calloc(1, sizeof *b);
    if (b == NULL)
        return TA_ENOMEM;
    b->limit = limit != 0 ? limit : UINT64_MAX;
    atomic_store(&b->used, 1);
    *budget = current = b;
    return TA_OK;
}

ta_status ta_budget_end(ta_budget *b, ta_status st, ta_error *error)
{
    if (b == NULL)
        return st;
    char limit[32], used[32], more[32];
    const uint64_t refused = atomic_load(&b->refused);
    if (st == TA_ENOMEM && refused != 0)
        st = ta_fail(error, TA_ELIMIT,
                     "the limit of %s of memory is reached: %s are in use, and "
                     "%s more were asked for; a higher limit, a smaller N, "
                     "another engine or fewer threads may do",
                     ta_bytes_text(b->limit, limit),
                     ta_bytes_text(atomic_load(&b->in_use), used),
                     ta_bytes_text(refused, more));
    current = NULL;
    credit(b, 1);
    return st;
}

ta_budget *ta_budget_use(ta_budget *budget)
{
    ta_budget *before = current;
    current = budget;
    return before;
}

ta_budget *ta_budget_current(void)
{
    return current;
}

uint64_t ta_budget_used(const ta_budget *budget)
{
    return atomic_load(&budget->used) - 1;
}

uint64_t ta_budget_peak(const ta_budget *budget)
{
    return atomic_load(&budget->peak);
}

/* ---- arrays ---- */

static _Atomic uint64_t calls;
static _Atomic uint64_t fail_at; /* a value of `calls`, 0: never */

/* What stands in the 64 bytes before an array. */
enum { HEADER = 64 };
typedef struct header {
    ta_budget *budget;
    uint64_t bytes; /* charged to it */
    void *block;    /* the system's, which begins with the header or before */
} header;

/* First touch of small pages costs up to a second for each GB on virtual
 * machines, more than most engines spend on what they keep there. Large
 * arrays ask for huge pages where the system has them; where it has not, the
 * request is ignored and nothing else changes. Such an array begins with a huge
 * page, and its header lies before that. */
enum { HUGE_PAGE = 1 << 21, HUGE_FROM = 1 << 22 };

/* Returns the place of an array of so many bytes, with a header before it, and
 * the system's memory in *block; NULL if there is none. */
static char *find_place(uint64_t bytes, void **block)
{
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    if (bytes >= HUGE_FROM) {
        *block = malloc((size_t)bytes + HEADER + HUGE_PAGE);
        if (*block == NULL)
            return NULL;
        const uintptr_t at = (uintptr_t)*block + HEADER + HUGE_PAGE - 1;
        char *array =
            (char *)*block + (at / HUGE_PAGE * HUGE_PAGE - (uintptr_t)*block);
        madvise(array, (size_t)bytes / 4096 * 4096, MADV_HUGEPAGE);
        return array;
    }
#endif
    *block = aligned_alloc(64, (size_t)bytes + HEADER);
    return *block != NULL ? (char *)*block + HEADER : NULL;
}

void *ta_alloc(uint64_t count, uint64_t size)
{
    uint64_t call = atomic_fetch_add(&calls, 1) + 1;
    uint64_t bytes = ta_mul_sat(count, size);
    if (call == atomic_load(&fail_at) || bytes > SIZE_MAX / 2)
        return NULL;
    /* aligned_alloc accepts a multiple of the alignment. */
    bytes = (ta_max_u64(bytes, 1) + 63) / 64 * 64;
    header h = {.budget = current, .bytes = bytes};
    if (!charge(h.budget, bytes))
        return NULL;
    char *array = find_place(bytes, &h.block);
    if (array == NULL)
        credit(h.budget, bytes); /* the system has none */
    else
        memcpy(array - HEADER, &h, sizeof h);
    return array;
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
    header h;
    if (p == NULL)
        return;
    memcpy(&h, (char *)p - HEADER, sizeof h);
    free(h.block);
    credit(h.budget, h.bytes);
}

void ta_alloc_fail_at(uint64_t k)
{
    atomic_store(&fail_at, k == 0 ? 0 : atomic_load(&calls) + k);
}

uint64_t ta_alloc_calls(void)
{
    return atomic_load(&calls);
}
