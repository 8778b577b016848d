/* Golomb's game on the Moser-de Bruijn sequence, for heaps of any size.
 *
 * M holds the numbers whose binary ones stand at even places; S = M \ {0}.
 * Every n is x + 2y with x, y in M in one way, and has the value r(x): the
 * binary digits of x at even places, pushed together. An option of n with the
 * value r(x') exists for every x' in M, x' <= n, x' != x, and it is one only:
 * take s, where n - x' = s + 2y'. The proof is in README.md. */
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
