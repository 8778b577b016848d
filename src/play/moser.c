/* Finds nim-values and moves of Golomb's game, for heaps of any size. In this
 * game a move takes a sum of distinct powers of 4.
 *
 * Let the places of binary digits be 0 (the units), 1, 2, and so on. Let M be
 * the set of the numbers whose digits at all odd places are 0 (the Moser-de
 * Bruijn sequence). The moves are the elements of M except 0. Exactly one pair
 * x, y in M has the sum x + 2y = n, for every heap n. Then x has the digits of
 * n at the even places. The nim-value of n is r(x), the number x without its
 * digits at odd places. For example, r(10001) = 101 in binary.
 *
 * Let x' be in M, x' <= n and x' != x. Then n has exactly one option of
 * nim-value r(x'). To find it, write n - x' as s + 2y' with s and y' in M. The
 * move takes s. The proof is in README.md. */
#include <limits.h>

#include "play/play-internal.h"

void tai_moser_value(const mpz_t heap, mpz_t value)
{
    mpz_realloc2(value, mpz_sizeinbase(heap, 2) / 2 + 1);
    mpz_set_ui(value, 0);
    for (mp_bitcnt_t i = mpz_scan1(heap, 0); i != ULONG_MAX;
         i = mpz_scan1(heap, i + 1))
        if (i % 2 == 0)
            mpz_setbit(value, i / 2);
}

void tai_moser_move(const mpz_t heap, const mpz_t target, mpz_t taken)
{
    mpz_t part; /* x' */
    mpz_init2(part, 2 * mpz_sizeinbase(target, 2));
    for (mp_bitcnt_t i = mpz_scan1(target, 0); i != ULONG_MAX;
         i = mpz_scan1(target, i + 1))
        mpz_setbit(part, 2 * i);
    mpz_set_ui(taken, 0);
    if (mpz_cmp(part, heap) <= 0)
        mpz_sub(taken, heap, part);
    for (mp_bitcnt_t i = mpz_scan1(taken, 0); i != ULONG_MAX;
         i = mpz_scan1(taken, i + 1))
        if (i % 2 == 1)
            mpz_clrbit(taken, i);
    mpz_clear(part);
}

/* All moves are the sums of distinct powers of 4. With a mask that has all of
 * these powers up to the heap, the sum after x is (x - mask) & mask. */
void tai_moser_next(const mpz_t heap, mpz_t taken)
{
    mpz_t mask;
    mpz_init(mask);
    mpz_setbit(mask, mpz_sizeinbase(heap, 2) / 2 * 2 + 2);
    mpz_tdiv_q_ui(mask, mask, 3);
    mpz_sub(taken, taken, mask);
    mpz_and(taken, taken, mask);
    if (mpz_cmp(taken, heap) > 0)
        mpz_set_ui(taken, 0);
    mpz_clear(mask);
}
