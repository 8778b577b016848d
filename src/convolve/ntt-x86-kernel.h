/* Sums of products by the intrinsics of a width, included by ntt-avx2.c and
 * ntt-avx512.c after they have defined W, TARGET, the registers R and F of
 * integers and of floats, X(op), an intrinsic of them, and JOIN(even, odd), the
 * upper halves of 64-bit lanes, in turn. */
typedef int32_t V __attribute__((vector_size(4 * W), may_alias));
typedef struct ntt_acc {
    R even, odd; /* 64 bits a lane */
} ntt_acc;

FORCED V ntt_set(int32_t x)
{
    return (V)X(set1_epi32)(x);
}

FORCED R odd_lanes(R a)
{
    return (R)X(movehdup_ps)((F)a);
}

FORCED void ntt_acc_add(ntt_acc *acc, V a, V b)
{
    acc->even += X(mul_epi32)((R)a, (R)b);
    acc->odd += X(mul_epi32)(odd_lanes((R)a), odd_lanes((R)b));
}

FORCED V ntt_acc_reduce(ntt_acc acc)
{
    R p = (R)ntt_set(TA_NTT_P), inverse = (R)ntt_set(TA_NTT_INVERSE);
    R even = X(mul_epi32)(X(mul_epi32)(acc.even, inverse), p);
    R odd = X(mul_epi32)(X(mul_epi32)(acc.odd, inverse), p);
    return (V)JOIN(acc.even - even, acc.odd - odd);
}
