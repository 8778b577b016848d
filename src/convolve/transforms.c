#include "convolve/transforms.h"

#include <math.h>

double tai_transform_cost(const tai_transforms *transforms, unsigned log_length,
                          unsigned what)
{
    const double *ns =
        (transforms == &tai_fftw ? tai_tune_fftw
                                 : tai_tune_ntt)[tai_cpu_isa()][what];
    /* The table is for two roots. */
    return (transforms == &tai_ntt_one ? 0.5 : 1) *
           (ns[0] + ns[1] * fmax(0, (double)log_length - 12));
}

static void form_part(void *state, unsigned thread, size_t item)
{
    const tai_pass *pass = state;
    size_t from = item * pass->step;
    (void)thread;
    for (size_t k = 0; k < pass->count; k++)
        pass->transforms->products(pass->state, &pass->sums[k], from,
                                   from + pass->step);
}

void tai_pass_begin(tai_pass *pass, const tai_transforms *transforms,
                    void *state, unsigned log_length, tai_pool *pool,
                    const tai_sum *sums, size_t count)
{
    /* Points of an item: so many that the factors of an average sum fit
     * ITEM_BYTES of the L1 cache. Below SHARED products waking threads does not
     * pay. */
    enum { ITEM_BYTES = 1 << 15, STEP_LEAST = 64, SHARED = 1 << 13 };
    uint64_t length = (uint64_t)1 << log_length, terms = 0;
    for (size_t k = 0; k < count; k++)
        terms += sums[k].terms;
    /* Of a point of an average sum. */
    const uint64_t factor_bytes = terms / count * 2 * transforms->point_bytes;
    *pass = (tai_pass){.transforms = transforms,
                       .state = state,
                       .sums = sums,
                       .count = count,
                       .step = length,
                       .pool = length * terms < SHARED ? NULL : pool};
    while (pass->step > STEP_LEAST && pass->step > ITEM_BYTES / factor_bytes)
        pass->step /= 2;
    tai_pool_begin(pass->pool, &pass->job, form_part, pass,
                   length / pass->step);
}

void tai_pass_end(tai_pass *pass)
{
    if (pass->sums != NULL)
        tai_pool_end(pass->pool, &pass->job);
    pass->sums = NULL;
}
