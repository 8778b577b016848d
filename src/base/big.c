/* Exact integer expressions of any size: the grammar is number.c's. */
#include "base/big.h"

#include <string.h>

#include "base/number.h"

/* The digits of a, then those of b. */
static ta_status set_digits(mpz_t value, ta_digits a, ta_digits b)
{
    if (a.length + b.length > TA_BIG_BITS / 4)
        return TA_ERANGE;
    char *copy = ta_alloc(a.length + b.length + 1, 1);
    size_t used = 0;
    if (copy == NULL)
        return TA_ENOMEM;
    for (size_t k = 0; k < a.length + b.length; k++) {
        char c = k < a.length ? a.text[k] : b.text[k - a.length];
        if (c != '_')
            copy[used++] = c;
    }
    copy[used] = '\0';
    mpz_set_str(value, copy, 10);
    ta_free(copy);
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

static ta_status factor_value(const ta_factor *f, mpz_t value, mpz_t exponent)
{
    ta_status st = set_digits(value, f->whole, f->fraction);
    if (st != TA_OK || f->mark == '\0')
        return st;
    st = set_digits(exponent, f->exponent, (ta_digits){"", 0});
    for (size_t k = 0; k < f->fraction.length && st == TA_OK; k++)
        mpz_sub_ui(exponent, exponent, f->fraction.text[k] != '_');
    return st != TA_OK ? st : raise(value, exponent, f->mark == 'e');
}

/* The factors at c, up to what is neither part of one nor '*'. */
static ta_status read_term(ta_cursor *c, mpz_t value)
{
    mpz_t factor, exponent;
    ta_factor f;
    ta_status st = TA_OK;
    mpz_init(factor);
    mpz_init(exponent);
    mpz_set_ui(value, 1);
    for (;;) {
        st = ta_factor_read(c, &f) ? factor_value(&f, factor, exponent)
                                   : TA_EINVAL;
        if (st == TA_OK)
            mpz_mul(value, value, factor);
        if (st == TA_OK && mpz_sizeinbase(value, 2) > TA_BIG_BITS)
            st = TA_ERANGE;
        if (st != TA_OK || *c->at != '*')
            break;
        ++c->at;
    }
    mpz_clear(factor);
    mpz_clear(exponent);
    return st;
}

ta_status ta_big_parse(const char *text, mpz_t value, ta_error *error)
{
    size_t length = strlen(text);
    ta_cursor c = {text, text + length};
    mpz_t term;
    mpz_init(term);
    mpz_set_ui(value, 0);
    ta_status st;
    for (char sign = '+';; sign = *c.at++) {
        st = read_term(&c, term);
        if (sign == '+')
            mpz_add(value, value, term);
        else
            mpz_sub(value, value, term);
        if (st != TA_OK || (*c.at != '+' && *c.at != '-'))
            break;
    }
    mpz_clear(term);
    if (st == TA_OK && mpz_sizeinbase(value, 2) > TA_BIG_BITS)
        st = TA_ERANGE;
    if (st == TA_OK && *c.at != '\0')
        st = TA_EINVAL;
    if (st == TA_EINVAL)
        return ta_number_reject(error, text, length, c.at);
    if (st == TA_OK && mpz_sgn(value) < 0)
        return ta_fail(error, TA_EINVAL,
                       "\"%.60s\" is negative; " TA_NUMBER_ACCEPTED, text);
    if (st == TA_ERANGE)
        return ta_fail(error, st,
                       "\"%.60s\" is above 2^(2^27), the largest number "
                       "accepted",
                       text);
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
