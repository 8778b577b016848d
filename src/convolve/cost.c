#include "convolve/cost.h"

#include <math.h>

double tai_convolve_cost_shift(unsigned log_span)
{
    const unsigned above = log_span <= 20 ? 0 : (log_span - 19) / 2;
    return ta_tune_tile[tai_cpu_isa()].shift[ta_min_u64(above, 4)];
}

double tai_convolve_cost_call(void)
{
    return ta_tune_tile[tai_cpu_isa()].call;
}

static const ta_tune_transform *cost_of(const ta_transforms *transforms)
{
    return &(transforms == &tai_fftw ? ta_tune_fftw
                                     : ta_tune_ntt)[tai_cpu_isa()];
}

/* One root takes what two roots take for half the length. */
static double cost_at(const double cost[2], const ta_transforms *transforms,
                      unsigned log_length)
{
    const double one = transforms == &tai_ntt_one ? 0.5 : 1;
    return one * (cost[0] + cost[1] * fmax(0, (double)log_length - 12));
}

double tai_convolve_cost_transform(const ta_transforms *transforms,
                                   unsigned log_length)
{
    return cost_at(cost_of(transforms)->transform, transforms, log_length);
}

double tai_convolve_cost_product(const ta_transforms *transforms,
                                 unsigned log_length)
{
    return cost_at(cost_of(transforms)->product, transforms, log_length);
}

double tai_convolve_cost_touch(const ta_transforms *transforms,
                               unsigned log_length)
{
    return log_length > 20 ? TA_TUNE_TOUCH * transforms->point_bytes : 0;
}
