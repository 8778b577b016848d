/* Exact integer expressions of any size: factors D, DeE or D^E joined by '*',
 * terms by '+'. */
#include "base/big.h"

#include <string.h>

static ta_status refuse(ta_error *error, const char *text)
{
    return ta_fail(error, TA_EINVAL,
                   "\"%.60s\" is not accepted; accepted are non-negative "
                   "integers such as 1000000, 1e9, 2^30 or 10^60+7",
                   text);
}

static ta_status too_large(ta_error *error, const char *text)
{
    return ta_fail(error, TA_ERANGE,
                   "\"%.60s\" is above 2^(2^27), the largest number accepted",
                   text);
}

/* The digits at *at, which move on; TA_EINVAL if there is none. */
static ta_status read_digits(const char **at, mpz_t value)
{
    size_t length = strspn(*at, "0123456789");
    if (length == 0)
        return TA_EINVAL;
    if (length > TA_BIG_BITS / 4)
        return TA_ERANGE;
    char *copy = ta_alloc(length + 1, 1);
    if (copy == NULL)
        return TA_ENOMEM;
    memcpy(copy, *at, length);
    copy[length] = '\0';
    mpz_set_str(value, copy, 10);
    ta_free(copy);
    *at += length;
    return TA_OK;
}

/* base = base^exponent, or base * 10^exponent. */
static ta_status raise(mpz_t base, const mpz_t exponent, bool scale)
{
    if (!scale && mpz_cmp_ui(base, 1) <= 0) {
        if (mpz_sgn(exponent) == 0)
            mpz_set_ui(base, 1);
        return TA_OK;
    }
    if (scale && mpz_sgn(base) == 0)
        return TA_OK;
    uint64_t width = scale ? 4 : mpz_sizeinbase(base, 2);
    if (mpz_cmp_ui(exponent, TA_BIG_BITS) > 0 ||
        mpz_get_ui(exponent) > TA_BIG_BITS / width)
        return TA_ERANGE;
    unsigned long count = mpz_get_ui(exponent);
    if (!scale) {
        mpz_pow_ui(base, base, count);
        return TA_OK;
    }
    mpz_t ten;
    mpz_init(ten);
    mpz_ui_pow_ui(ten, 10, count);
    mpz_mul(base, base, ten);
    mpz_clear(ten);
    return TA_OK;
}

/* The factors at *at, up to what is neither part of one nor '*'. */
static ta_status read_term(const char **at, mpz_t value)
{
    mpz_t factor, exponent;
    ta_status st = TA_OK;
    mpz_init(factor);
    mpz_init(exponent);
    mpz_set_ui(value, 1);
    for (;;) {
        st = read_digits(at, factor);
        if (st == TA_OK && (**at == '^' || **at == 'e' || **at == 'E')) {
            bool scale = *(*at)++ != '^';
            st = read_digits(at, exponent);
            if (st == TA_OK)
                st = raise(factor, exponent, scale);
        }
        if (st == TA_OK)
            mpz_mul(value, value, factor);
        if (st == TA_OK && mpz_sizeinbase(value, 2) > TA_BIG_BITS)
            st = TA_ERANGE;
        if (st != TA_OK || **at != '*')
            break;
        ++*at;
    }
    mpz_clear(factor);
    mpz_clear(exponent);
    return st;
}

ta_status ta_big_parse(const char *text, mpz_t value, ta_error *error)
{
    const char *at = text;
    mpz_t term;
    mpz_init(term);
    mpz_set_ui(value, 0);
    ta_status st;
    bool more;
    do {
        st = read_term(&at, term);
        mpz_add(value, value, term);
        more = st == TA_OK && *at == '+';
        at += more;
    } while (more);
    mpz_clear(term);
    if (st == TA_OK && mpz_sizeinbase(value, 2) > TA_BIG_BITS)
        st = TA_ERANGE;
    if (st == TA_OK && *at != '\0')
        st = TA_EINVAL;
    if (st == TA_EINVAL)
        return refuse(error, text);
    if (st == TA_ERANGE)
        return too_large(error, text);
    if (st == TA_ENOMEM)
        return ta_fail(error, st, "no memory for a number");
    return st;
}

char *ta_big_text(const mpz_t value)
{
    char *text = ta_alloc(mpz_sizeinbase(value, 10) + 2, 1);
    if (text != NULL)
        mpz_get_str(text, 10, value);
    return text;
}
