/* Sums of products, all of a pass at once. */
#ifndef TEST_PASS_H
#define TEST_PASS_H

#include "convolve/transforms.h"

static inline void accumulate(const ta_transforms *t, void *state,
                              const ta_transform_setup *setup,
                              const ta_sum *sums, size_t count)
{
    ta_pass pass;
    ta_pass_begin(&pass, t, state, setup, sums, count);
    ta_pass_end(&pass);
}

#endif
