/* Makes sets of terms: powers, polygonal and tetrahedral numbers, quadratic
 * polynomials, Fibonacci and Lucas numbers, factorials, Moser's and de Bruijn's
 * numbers. A polynomial {degree, 0, {coefficients from k^0 on}, denominator}
 * goes to tai_make_polynomial. */
#include "base/big.h"
#include "game/form.h"

/* ---- polynomials and powers ---- */

/* Returns k^D, or UINT64_MAX: term k of powers:D for D above 8. */
static uint64_t power(const ta_game *game, uint64_t k)
{
    uint64_t value = 1;
    for (unsigned i = 0; i < game->terms.exponent && value != UINT64_MAX; i++)
        value = tai_mul_sat(value, k);
    return value;
}

ta_status tai_kind_powers(ta_game *game, const char *argument, ta_error *error)
{
    uint64_t exponent;
    ta_status st = ta_number_parse(argument, &exponent, error);
    if (st != TA_OK)
        return st;
    if (exponent < 1 || exponent > 63)
        return tai_fail(error, TA_EINVAL,
                        "the exponent D of powers:D is 1 to 63");
    tai_polynomial p = {(unsigned)exponent, 0, {0}, 1};
    game->terms.exponent = (unsigned)exponent;
    if (exponent > 8) {
        tai_make_terms(game, power);
    } else {
        p.coefficient[exponent] = 1;
        tai_make_polynomial(game, &p);
    }
    return TA_OK;
}

/* With K corners: ((K - 2) k^2 - (K - 4) k) / 2. */
ta_status tai_kind_polygonal(ta_game *game, const char *argument,
                             ta_error *error)
{
    uint64_t number;
    ta_status st = ta_number_parse(argument, &number, error);
    if (st != TA_OK)
        return st;
    if (number < 3 || number >> 62 != 0)
        return tai_fail(error, TA_EINVAL,
                        "the corners K of polygonal:K are 3 to 2^62 - 1");
    int64_t corners = (int64_t)number;
    tai_make_polynomial(
        game, &(tai_polynomial){2, 0, {0, 4 - corners, corners - 2}, 2});
    return TA_OK;
}

ta_status tai_kind_tetrahedral(ta_game *game, const char *argument,
                               ta_error *error)
{
    (void)argument;
    (void)error;
    tai_make_polynomial(game, &(tai_polynomial){3, 0, {0, 2, 3, 1}, 6});
    return TA_OK;
}

/* "a,b,c": the positive values of a k^2 + b k + c, k = 1, 2, ... */
ta_status tai_kind_poly(ta_game *game, const char *argument, ta_error *error)
{
    int64_t value[3]; /* a, b, c */
    const char *at = argument;
    for (int i = 0; i < 3; i++) {
        uint64_t size;
        bool minus = *at == '-';
        at += minus;
        ta_status st = tai_read_number(&at, ",", &size, error);
        if (st != TA_OK)
            return st;
        if (size > INT64_MAX)
            return tai_fail(error, TA_ERANGE,
                            "the coefficients of poly:a,b,c are at most "
                            "2^63 - 1 in size");
        value[i] = minus ? -(int64_t)size : (int64_t)size;
        if (*at != (i < 2 ? ',' : '\0'))
            return tai_fail(error, TA_EINVAL,
                            "poly:a,b,c takes three integers, the coefficients "
                            "of a k^2 + b k + c, such as poly:1,0,-1");
        at++;
    }
    int64_t a = value[0], b = value[1];
    if (a == 0 && b == 0)
        return tai_fail(error, TA_EINVAL,
                        "the polynomial is constant; a or b must be positive "
                        "(a single number is list:NUMBER)");
    if (a < 0 || (a == 0 && b < 0))
        return tai_fail(error, TA_EINVAL,
                        "the values of the polynomial decrease in the end; a "
                        "must be positive, or 0 with b positive");
    tai_make_polynomial(
        game, &(tai_polynomial){a > 0 ? 2 : 1, 0, {value[2], b, a}, 1});
    return TA_OK;
}

/* ---- other sequences ---- */

/* Returns term k, or UINT64_MAX, of a sequence in which each term is the sum of
 * the two before. */
static uint64_t sum_of_two(uint64_t first, uint64_t second, uint64_t k)
{
    while (--k > 0 && first != UINT64_MAX) {
        uint64_t after = tai_add_sat(first, second);
        first = second;
        second = after;
    }
    return first;
}

uint64_t tai_term_fibonacci(const ta_game *game, uint64_t k)
{
    (void)game;
    return sum_of_two(1, 2, k);
}

uint64_t tai_term_lucas(const ta_game *game, uint64_t k)
{
    (void)game;
    return sum_of_two(1, 3, k);
}

uint64_t tai_term_factorial(const ta_game *game, uint64_t k)
{
    (void)game;
    uint64_t value = 1;
    for (; k > 1 && value != UINT64_MAX; k--)
        value = tai_mul_sat(value, k);
    return value;
}

/* The binary digits of k as digits in base 4: each line halves the groups of
 * digits and moves the halves apart, until each digit has a 0 before it. */
uint64_t tai_term_moser(const ta_game *game, uint64_t k)
{
    (void)game;
    if (k >> 32 != 0)
        return UINT64_MAX;
    k = (k | k << 16) & 0x0000ffff0000ffffu;
    k = (k | k << 8) & 0x00ff00ff00ff00ffu;
    k = (k | k << 4) & 0x0f0f0f0f0f0f0f0fu;
    k = (k | k << 2) & 0x3333333333333333u;
    return (k | k << 1) & 0x5555555555555555u;
}
