/* Vectors of four lanes, lane by lane. With TA_NTT_CHECKED every range that the
 * proof speaks of is asserted (tests/t-ntt.c), for all variants: they compute
 * the same integers. */
#include "convolve/ntt-inside.h"

#define TARGET
#define W 4

typedef int32_t V __attribute__((vector_size(4 * W), may_alias));
typedef struct ntt_acc {
    int64_t lane[W];
} ntt_acc;

#ifdef TA_NTT_CHECKED
static void ntt_within(V a, int64_t units)
{
    for (int k = 0; k < W; k++)
        if (a[k] < -units * TA_NTT_UNIT || a[k] > units * TA_NTT_UNIT)
            TA_NTT_CHECKED(a[k], units);
}
#define WITHIN(A, UNITS) ntt_within(A, UNITS)
#else
#define WITHIN(A, UNITS) ((void)0)
#endif

FORCED V ntt_set(int32_t x)
{
    return (V){x, x, x, x};
}

FORCED V ntt_multiple(V k)
{
    return k * TA_NTT_P;
}

FORCED void ntt_acc_add(ntt_acc *acc, V a, V b)
{
    for (int k = 0; k < W; k++)
        acc->lane[k] += (int64_t)a[k] * b[k];
}

FORCED V ntt_acc_reduce(ntt_acc acc)
{
    V r = {0};
    for (int k = 0; k < W; k++) {
        uint32_t q = (uint32_t)acc.lane[k] * (uint32_t)TA_NTT_INVERSE;
        r[k] = (int32_t)((acc.lane[k] - (int64_t)(int32_t)q * TA_NTT_P) >> 32);
    }
    return r;
}

FORCED void ntt_columns(const int32_t *x, V col[TA_NTT_LANES])
{
    for (int l = 0; l < TA_NTT_LANES; l++)
        for (int k = 0; k < W; k++)
            col[l][k] = x[TA_NTT_LANES * k + l];
}

FORCED unsigned ntt_signs(V a)
{
    unsigned mask = 0;
    for (int k = 0; k < W; k++)
        mask |= (unsigned)(a[k] < 0) << k;
    return mask;
}

#include "convolve/ntt-kernel.h"

const ta_ntt_kernels ta_ntt_portable = {grow, spread,   forward, backward,
                                        join, products, marks};
