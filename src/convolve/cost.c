/* Measured by `make bench-kernels` (experiments/timing/kernels.c) on one
 * thread of a Sapphire Rapids at 2.3 GHz, each variant forced in turn. */
#include "convolve/cost.h"

static const ta_costs costs[] = {
    [TA_ISA_PORTABLE] = {.tile = 40,
                         .tile_call = 150,
                         .decode = 2,
                         .push_cold = 8,
                         .push_mark = 1.2,
                         .product = {1.6, 1.6},
                         .fft = {3.3, 1.7},
                         .fft_level = {0.9, 0.5},
                         .fft_far = {1.5, 1.5},
                         .spread = 1.5,
                         .clear = 3},
    [TA_ISA_AVX2] = {.tile = 16,
                     .tile_call = 150,
                     .decode = 2,
                     .push_cold = 8,
                     .push_mark = 1.2,
                     .product = {0.6, 0.3},
                     .fft = {3.3, 1.7},
                     .fft_level = {0.9, 0.5},
                     .fft_far = {1.5, 1.5},
                     .spread = 1.5,
                     .clear = 1},
    [TA_ISA_AVX512] = {.tile = 9,
                       .tile_call = 120,
                       .decode = 2,
                       .push_cold = 8,
                       .push_mark = 1.2,
                       .product = {0.4, 0.2},
                       .fft = {3.3, 1.7},
                       .fft_level = {0.9, 0.5},
                       .fft_far = {1.5, 1.5},
                       .spread = 1.5,
                       .clear = 0.7},
};

const ta_costs *ta_costs_here(void)
{
    return &costs[ta_cpu_isa()];
}

double ta_cost_fft(const ta_costs *c, unsigned log_length, bool single)
{
    double each =
        c->fft[single] + c->fft_level[single] * ((double)log_length - 12);
    if (log_length > 17)
        each += c->fft_far[single] * ((double)log_length - 17);
    if (each < 0.5)
        each = 0.5;
    return each * (double)((uint64_t)1 << log_length);
}
