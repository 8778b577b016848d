/* Finds nim-values and moves of three games, for heaps of any size. Proofs:
 * README.md, "Huge heaps".
 *
 * In Nim a heap of n has the value n; if a move takes an odd number, n mod 2.
 *
 * In Golomb's game, `moser`, a move takes a sum of distinct powers of 4. M has
 * these and 0, the numbers whose binary digits at odd places are 0. Let x have
 * the digits of n at even places (that of the units is 0). The nim-value of n
 * is r(x), the number x without its digits at odd places: r(10001) = 101 in
 * binary. For each x' != x in M, x' <= n, exactly one move leads to the value
 * r(x'). It takes s, where n - x' = s + 2y' with s and y' in M. */
#include <string.h>

#include "play/play-internal.h"

static void moser_value(const closed_form *f, const mpz_t heap, mpz_t value)
{
    (void)f;
    mpz_realloc2(value, mpz_sizeinbase(heap, 2) / 2 + 1);
    mpz_set_ui(value, 0);
    for (mp_bitcnt_t i = mpz_scan1(heap, 0); i != ~(mp_bitcnt_t)0;
         i = mpz_scan1(heap, i + 1))
        if (i % 2 == 0)
            mpz_setbit(value, i / 2);
}

/* target = r(x'). If x' = x, then s = 0, and there is no move. */
static void moser_move(const closed_form *f, const mpz_t heap,
                       const mpz_t target, uint64_t k, mpz_t taken)
{
    (void)f;
    mpz_t part; /* x' */
    mpz_set_ui(taken, 0);
    if (k > 0)
        return;
    mpz_init2(part, 2 * mpz_sizeinbase(target, 2));
    for (mp_bitcnt_t i = mpz_scan1(target, 0); i != ~(mp_bitcnt_t)0;
         i = mpz_scan1(target, i + 1))
        mpz_setbit(part, 2 * i);
    if (mpz_cmp(part, heap) <= 0)
        mpz_sub(taken, heap, part);
    for (mp_bitcnt_t i = mpz_scan1(taken, 0); i != ~(mp_bitcnt_t)0;
         i = mpz_scan1(taken, i + 1))
        if (i % 2 == 1)
            mpz_clrbit(taken, i);
    mpz_clear(part);
}

/* All moves are the sums of distinct powers of 4. With a mask that has all of
 * these powers up to the heap, the sum after x is (x - mask) & mask. The mask,
 * 1 + 4 + ... + 4^m, is 4^(m + 1) / 3 rounded down. */
static void moser_next(const closed_form *f, const mpz_t heap, mpz_t taken)
{
    (void)f;
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

static void nim_value(const closed_form *f, const mpz_t heap, mpz_t value)
{
    (void)f;
    mpz_set(value, heap);
}

static void nim_move(const closed_form *f, const mpz_t heap, const mpz_t target,
                     uint64_t k, mpz_t taken)
{
    (void)f;
    mpz_set_ui(taken, 0);
    if (k == 0 && mpz_cmp(target, heap) < 0)
        mpz_sub(taken, heap, target);
}

static void nim_next(const closed_form *f, const mpz_t heap, mpz_t taken)
{
    (void)f;
    mpz_add_ui(taken, taken, 1);
    if (mpz_cmp(taken, heap) > 0)
        mpz_set_ui(taken, 0);
}

static void odds_value(const closed_form *f, const mpz_t heap, mpz_t value)
{
    (void)f;
    mpz_set_ui(value, mpz_odd_p(heap) != 0);
}

/* All moves change the parity, which is the value. */
static void odds_move(const closed_form *f, const mpz_t heap,
                      const mpz_t target, uint64_t k, mpz_t taken)
{
    (void)f;
    mpz_set_ui(taken, k);
    mpz_mul_2exp(taken, taken, 1);
    mpz_add_ui(taken, taken, 1);
    if (mpz_cmp(taken, heap) > 0 || mpz_cmp_ui(target, mpz_even_p(heap)) != 0)
        mpz_set_ui(taken, 0);
}

static void odds_next(const closed_form *f, const mpz_t heap, mpz_t taken)
{
    (void)f;
    mpz_add_ui(taken, taken, mpz_sgn(taken) == 0 ? 1 : 2);
    if (mpz_cmp(taken, heap) > 0)
        mpz_set_ui(taken, 0);
}

const closed_form *tai_closed_form(const char *spec)
{
    static const closed_form forms[] = {
        {"moser", moser_value, moser_move, moser_next, .large = 4},
        {"nim", nim_value, nim_move, nim_next, .large = 2},
        {"odds", odds_value, odds_move, odds_next, .large = UINT64_MAX,
         .from = TA_PLAY_TABLE},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (strcmp(forms[i].spec, spec) == 0)
            return &forms[i];
    return NULL;
}
