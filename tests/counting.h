/* Counts what the library allocates, by a budget without a limit. */
#ifndef TA_COUNTING_H
#define TA_COUNTING_H

#include <check.h>

#include "base/base-internal.h"

static inline tai_budget *count_begin(void)
{
    tai_budget *budget;
    ck_assert_int_eq(tai_budget_begin(0, &budget), TA_OK);
    ck_assert_ptr_nonnull(budget);
    return budget;
}

/* Returns the bytes at the peak; all have been given back. */
static inline uint64_t count_end(tai_budget *budget)
{
    const uint64_t peak = tai_budget_peak(budget);
    ck_assert_uint_eq(tai_budget_used(budget), 0);
    ck_assert_int_eq(tai_budget_end(budget, TA_OK, NULL), TA_OK);
    return peak;
}

#endif
