/* The kinds whose sets are the values of a polynomial. */
#include <string.h>

#include "base/big.h"
#include "game/form.h"

/* Coefficients of k^0, k^1, k^2, all over `denominator`. */
static ta_status quadratic(ta_game *game, int64_t c, int64_t b, int64_t a,
                           int64_t denominator)
{
    ta_polynomial p = {a != 0 ? 2 : 1, 0, {c, b, a}, denominator};
    ta_make_polynomial(game, &p);
    return TA_OK;
}

static uint64_t high_power(uint64_t k, uint64_t degree)
{
    uint64_t value = 1;
    for (; k > 1 && degree > 0 && value != UINT64_MAX; degree--)
        value = ta_mul_sat(value, k);
    return value;
}

ta_status ta_kind_powers(ta_game *game, const char *argument, ta_error *error)
{
    uint64_t degree;
    ta_status st = ta_number_parse(argument, &degree, error);
    if (st != TA_OK)
        return st;
    if (degree < 1 || degree > 63)
        return ta_fail(error, TA_EINVAL,
                       "the exponent D of powers:D is 1 to 63");
    ta_polynomial p = {(unsigned)degree, 0, {0}, 1};
    if (degree <= 8) {
        p.coefficient[degree] = 1;
        ta_make_polynomial(game, &p);
    } else {
        ta_make_sequence(game, high_power, degree);
    }
    return TA_OK;
}

ta_status ta_kind_polygonal(ta_game *game, const char *argument,
                            ta_error *error)
{
    uint64_t corners;
    ta_status st = ta_number_parse(argument, &corners, error);
    if (st != TA_OK)
        return st;
    if (corners < 3 || corners >> 62 != 0)
        return ta_fail(error, TA_EINVAL,
                       "the corners K of polygonal:K are 3 to 2^62 - 1");
    int64_t k = (int64_t)corners;
    return quadratic(game, 0, 4 - k, k - 2, 2);
}

/* A number with an optional minus sign, at most 2^63 - 1 in size. */
static ta_status read_signed(const char *text, size_t length, int64_t *value,
                             ta_error *error)
{
    uint64_t size;
    bool minus = length > 0 && *text == '-';
    ta_status st =
        ta_number_parse_span(text + minus, length - minus, &size, error);
    if (st != TA_OK)
        return st;
    if (size > INT64_MAX)
        return ta_fail(error, TA_ERANGE,
                       "the coefficients of poly:a,b,c are at most 2^63 - 1 "
                       "in size");
    *value = minus ? -(int64_t)size : (int64_t)size;
    return TA_OK;
}

ta_status ta_kind_poly(ta_game *game, const char *argument, ta_error *error)
{
    int64_t value[3] = {0};
    const char *at = argument;
    for (int i = 0; i < 3; i++) {
        size_t length = strcspn(at, ",");
        bool last = at[length] == '\0';
        if (last != (i == 2))
            return ta_fail(error, TA_EINVAL,
                           "poly:a,b,c takes three integers, the coefficients "
                           "of a k^2 + b k + c, such as poly:1,0,-1");
        ta_status st = read_signed(at, length, &value[i], error);
        if (st != TA_OK)
            return st;
        at += length + 1;
    }
    int64_t a = value[0], b = value[1], c = value[2];
    if (a == 0 && b == 0)
        return ta_fail(error, TA_EINVAL,
                       "the polynomial is constant; a or b must be positive "
                       "(a single number is list:NUMBER)");
    if (a < 0 || (a == 0 && b < 0))
        return ta_fail(error, TA_EINVAL,
                       "the values of the polynomial decrease in the end; a "
                       "must be positive, or 0 with b positive");
    return quadratic(game, c, b, a, 1);
}
