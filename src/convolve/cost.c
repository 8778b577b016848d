/* Measured by `make bench-kernels` (experiments/timing/kernels.c) on one
 * thread of a Sapphire Rapids at 2.3 GHz with 2 MiB of L2, each variant
 * forced in turn; rounded. */
#include "convolve/cost.h"

/* Sources of up to 2^20, 2^22, 2^24, 2^26 and more positions; the last two by
 * what counts to 2^26 and 2^28 took on a Zen 5. */
static const struct {
    double shift[5], call;
} tiles[] = {
    [TA_ISA_PORTABLE] = {{24, 39, 46, 52, 70}, 900},
    [TA_ISA_AVX2] = {{12, 16, 19, 24, 60}, 600},
    [TA_ISA_AVX512] = {{8, 11, 15, 22, 60}, 500},
};

double ta_cost_tile(unsigned log_span)
{
    unsigned above = log_span <= 20 ? 0 : (log_span - 19) / 2;
    return tiles[ta_cpu_isa()].shift[above < 4 ? above : 4];
}

double ta_cost_tile_call(void)
{
    return tiles[ta_cpu_isa()].call;
}

/* In nanoseconds for each position, of lengths 2^12 to 2^20 and up: forward and
 * backward in the mean; by_ntt from CPU times, the least of 25 runs, beside
 * other work. Memory adds to products: transforms of a node leave the L2
 * cache. */
typedef struct transform_costs {
    double transform[9], product[9];
} transform_costs;

static const transform_costs by_ntt[] = {
    [TA_ISA_PORTABLE] = {{32, 34, 37, 40, 44, 42, 41, 43, 45},
                         {2.4, 2.4, 2.4, 2.4, 2.5, 2.5, 2.5, 2.6, 2.8}},
    [TA_ISA_AVX2] = {{3.2, 3.6, 4.1, 4.6, 5.1, 5.6, 6.6, 7.4, 8.3},
                     {0.3, 0.33, 0.35, 0.38, 0.4, 0.42, 0.46, 0.5, 0.55}},
    [TA_ISA_AVX512] = {{2.7, 2.8, 3.2, 3.7, 4.1, 4.4, 5, 5.5, 6},
                       {0.24, 0.25, 0.27, 0.29, 0.3, 0.31, 0.33, 0.36, 0.4}}};

/* FFTW chooses its own vector instructions, whatever TAKEAWAY_ISA says. */
static const transform_costs by_fftw[] = {
    [TA_ISA_PORTABLE] = {{7.9, 9, 9.2, 9.9, 11, 12.8, 15, 18, 22},
                         {1.5, 1.5, 1.55, 1.6, 1.7, 1.75, 1.8, 2.2, 2.4}},
    [TA_ISA_AVX2] = {{4.9, 6, 6.2, 6.9, 8, 9.8, 12, 15, 19},
                     {0.6, 0.6, 0.65, 0.7, 0.8, 0.85, 0.9, 1.3, 1.5}},
    [TA_ISA_AVX512] = {{4.6, 5.7, 5.9, 6.6, 7.7, 9.5, 11.7, 14.7, 18.7},
                       {0.4, 0.4, 0.45, 0.5, 0.6, 0.65, 0.7, 1.1, 1.3}}};

/* A value of a table, extended by its last step. */
static double at_log(const double table[9], unsigned log)
{
    if (log <= 20)
        return table[log < 12 ? 0 : log - 12];
    return table[8] + (table[8] - table[7]) * (double)(log - 20);
}

ta_transform_cost ta_cost_of(const ta_transforms *transforms,
                             unsigned log_length)
{
    const transform_costs *by =
        &(transforms == &ta_fftw ? by_fftw : by_ntt)[ta_cpu_isa()];
    /* One root is about what two take for half the length: paper-notes.md. */
    bool one = transforms == &ta_ntt_one;
    double share = one ? 0.5 : 1;
    return (ta_transform_cost){share * at_log(by->transform, log_length - one),
                               share * at_log(by->product, log_length - one)};
}

/* Touched first, a byte took 0.2 to 1.8 ns on a virtual machine (a Zen 5) in
 * runs that were alike: 7 k^2 + k to 2^26 took 1.75 s by transforms, 0.93 of it
 * in the system, and 0.3 by shifts. What is smaller the process may have had
 * before, or have for many layers of nim-values. */
double ta_cost_touch(const ta_transforms *transforms, unsigned log_length)
{
    return log_length > 20 ? (double)ta_transform_bytes(transforms, log_length)
                           : 0;
}
