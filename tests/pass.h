/* Sums of products, all of a pass at once. */
#ifndef TEST_PASS_H
#define TEST_PASS_H

#include "convolve/transforms.h"

static inline void accumulate(const ta_transforms *t, void *state,
                              unsigned log_length, tai_pool *pool,
                              const ta_sum *sum)
{
    ta_pass pass;
    tai_pass_begin(&pass, t, state, log_length, pool, sum, 1);
    tai_pass_end(&pass);
}

#endif
