/* Measured by `make bench-kernels` (experiments/timing/kernels.c) on one
 * thread of a Sapphire Rapids at 2.3 GHz with 2 MiB of L2, each variant
 * forced in turn; rounded. */
#include "convolve/cost.h"

static const ta_costs costs[] = {
    [TA_ISA_PORTABLE] = {.tile = {24, 39, 46, 60},
                         .tile_call = 900,
                         .sweep = 1.3,
                         .decode = 2,
                         .push_cold = 8,
                         .push_mark = 1.2,
                         .product = {1.5, 1},
                         .clear = 4},
    [TA_ISA_AVX2] = {.tile = {12, 16, 19, 45},
                     .tile_call = 600,
                     .sweep = 1.3,
                     .decode = 2,
                     .push_cold = 8,
                     .push_mark = 1.2,
                     .product = {0.6, 0.26},
                     .clear = 1},
    [TA_ISA_AVX512] = {.tile = {8, 11, 15, 45},
                       .tile_call = 500,
                       .sweep = 1.3,
                       .decode = 2,
                       .push_cold = 8,
                       .push_mark = 1.2,
                       .product = {0.4, 0.19},
                       .clear = 0.7},
};

const ta_costs *ta_costs_here(void)
{
    return &costs[ta_cpu_isa()];
}

/* A value of a table that starts at 2^12, extended by its last step. */
static double at_log(const double *table, unsigned entries, unsigned log)
{
    unsigned k = log < 12 ? 0 : log - 12;
    if (k < entries)
        return table[k];
    double step = table[entries - 1] - table[entries - 2];
    return table[entries - 1] + step * (double)(k - entries + 1);
}

/* FFTW chooses its own vector instructions, whatever TAKEAWAY_ISA says. */
double ta_cost_fft(unsigned log_length, bool single)
{
    static const double each[2][9] = {
        {3.9, 5.0, 5.2, 5.9, 7.0, 8.8, 11, 14, 18},
        {1.8, 2.8, 3.6, 3.8, 4.1, 4.4, 6.4, 12, 15.5}};
    return at_log(each[single], 9, log_length);
}

double ta_cost_product(unsigned log_length, bool single)
{
    /* What memory adds: transforms of a node leave the L2 cache. */
    static const double more[2][9] = {
        {0, 0, 0.05, 0.12, 0.2, 0.25, 0.3, 0.7, 0.9},
        {0, 0, 0.02, 0.06, 0.12, 0.13, 0.14, 0.34, 0.5}};
    unsigned k = log_length < 12 ? 0 : log_length - 12;
    return ta_costs_here()->product[single] + more[single][k < 9 ? k : 8];
}

double ta_cost_tile(unsigned log_span)
{
    unsigned k = log_span <= 20   ? 0
                 : log_span <= 22 ? 1
                 : log_span <= 24 ? 2
                                  : 3;
    return ta_costs_here()->tile[k];
}
