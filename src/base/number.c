/* Exact integer expressions:
 *
 *     expression  term { ("+" | "-") term }
 *     term        factor { "*" factor }
 *     factor      digits [ "." digits ] [ unit | "e" digits | "^" digits ]
 *
 * A factor must be an integer: 1.5e6 is one, 1.5 is not. All arithmetic is
 * GMP's and saturates: what has more bits than the limit becomes 2^limit. */
#include <string.h>

#include "base/big.h"

#define ACCEPTED                                                               \
    "accepted are non-negative integers such as 1000000, 1_000_000, 1.5e6, "   \
    "10M, 2^20-1 or 3*10^7+1"

enum { SMALL_BITS = 128 }; /* for values of 64, so that 2^64-1 is right */

typedef struct parser {
    const char *at, *end;
    char *digits; /* for the digits of a factor, each part with its end */
    uint64_t bits;
} parser;

static void saturate(const parser *p, mpz_t x)
{
    if (mpz_sizeinbase(x, 2) > p->bits)
        mpz_ui_pow_ui(x, 2, p->bits);
}

/* Multiplies x by base^exponent; leaves x if the exponent is negative. Changes
 * base, but does not raise one of 2^w if w * exponent is above the limit. */
static void multiply(const parser *p, mpz_t x, mpz_t base, const mpz_t exponent)
{
    const uint64_t width = mpz_sizeinbase(base, 2) - 1;
    if (mpz_sgn(exponent) > 0) {
        if (width > 0 && mpz_cmp_ui(exponent, p->bits / width) > 0)
            mpz_ui_pow_ui(base, 2, p->bits);
        else if (width > 0)
            mpz_pow_ui(base, base, mpz_get_ui(exponent));
        mpz_mul(x, x, base);
    }
    saturate(p, x);
}

/* Returns the next character and steps behind it, if it is one of `set`; else
 * returns '\0'. */
static char skip(parser *p, const char *set)
{
    const bool found = p->at < p->end && *p->at && strchr(set, *p->at);
    return found ? *p->at++ : '\0';
}

/* Copies the digits that follow, without underscores between two of them, and
 * steps behind them. Returns how many these are. */
static size_t read_digits(parser *p, char *to)
{
    static const char digits[] = "0123456789";
    const char *behind = p->at;
    size_t count = 0;
    for (; (to[count] = skip(p, digits)) != '\0'; count++) {
        behind = p->at;
        skip(p, "_");
    }
    p->at = behind;
    return count;
}

/* Multiplies the term by the factor that follows. Returns false, with p->at at
 * what is wrong, if there is none. */
static bool read_factor(parser *p, mpz_t term)
{
    static const char units[] = "KMGT";
    const size_t whole = read_digits(p, p->digits);
    if (whole == 0)
        return false;
    const char *const point = p->at;
    const size_t places = skip(p, ".") ? read_digits(p, p->digits + whole) : 0;
    if (places == 0)
        p->at = point;
    char *last = p->digits + whole + places;
    mpz_t base, exponent;
    mpz_inits(base, exponent, NULL);
    const char *const behind = p->at;
    const char unit = skip(p, units), sign = unit ? unit : skip(p, "eE^");
    if (unit != '\0')
        mpz_set_si(exponent, 3 * (strchr(units, unit) - units + 1));
    else if (sign != '\0' && read_digits(p, last + 1) > 0)
        mpz_set_str(exponent, last + 1, 10);
    else
        p->at = behind;
    const bool given = p->at > behind, power = given && sign == '^';
    /* The last places that no power of ten takes away must be zeros. */
    if (!power)
        mpz_sub_ui(exponent, exponent, places);
    const size_t rest = mpz_sgn(exponent) < 0 ? mpz_get_ui(exponent) : 0;
    last -= rest;
    const bool good =
        places == 0 || (given && !power && strspn(last, "0") == rest);
    *last = '\0';
    mpz_set_str(base, p->digits, 10);
    if (!power) {
        mpz_mul(term, term, base);
        mpz_set_ui(base, 10);
    }
    multiply(p, term, base, exponent);
    if (!good)
        p->at = point;
    mpz_clears(base, exponent, NULL);
    return good;
}

/* Says what is wrong with a text whose first `done` characters were understood.
 * Returns TA_EINVAL. */
static ta_status reject(const char *text, size_t length, size_t done,
                        ta_error *error)
{
    const char *at = text + done;
    const bool sign = *at == 'e' || *at == 'E' || *at == '^';
    const bool fraction = *at == '.' || (sign && at[1] == '-');
    if (length == 0)
        return ta_fail(error, TA_EINVAL, "the number is empty; " ACCEPTED);
    if (done > 0 && done < length && !fraction)
        return ta_fail(error, TA_EINVAL,
                       "\"%.60s\": \"%.40s\" is not understood after the "
                       "number; " ACCEPTED,
                       text, at);
    return ta_fail(error, TA_EINVAL, "\"%.60s\" %s; " ACCEPTED, text,
                   *text == '-' ? "is negative"
                   : done == 0  ? "is not a number"
                   : fraction   ? "is not written as an integer"
                                : "ends where a number must follow");
}

/* Parses an expression with `signs` between its terms, within SMALL_BITS or
 * TA_BIG_BITS bits. */
static ta_status parse(const char *text, size_t length, const char *signs,
                       uint64_t bits, mpz_t value, ta_error *error)
{
    char *own = ta_alloc(length + 2, 1), sign = '+';
    if (own == NULL)
        return ta_fail(error, TA_ENOMEM, "no memory for a number");
    parser p = {text, text + length, own, bits};
    bool good;
    mpz_t taken, term;
    mpz_inits(taken, term, NULL);
    mpz_set_ui(value, 0);
    do {
        mpz_ptr sum = sign == '-' ? taken : value;
        mpz_set_ui(term, 1);
        do
            good = read_factor(&p, term);
        while (good && skip(&p, "*"));
        mpz_add(sum, sum, term);
        saturate(&p, sum);
        sign = good ? skip(&p, signs) : '\0';
    } while (sign != '\0');
    const bool large =
        mpz_sizeinbase(value, 2) > bits || mpz_sizeinbase(taken, 2) > bits;
    mpz_sub(value, value, taken);
    mpz_clears(taken, term, NULL);
    memcpy(own, text, length); /* for a sentence, with an end */
    own[length] = '\0';
    ta_status st = TA_OK;
    if (!good || p.at < p.end)
        st = reject(own, length, (size_t)(p.at - text), error);
    else if (!large && mpz_sgn(value) < 0)
        st = ta_fail(error, TA_EINVAL, "\"%.60s\" is negative; " ACCEPTED, own);
    else if (large || (bits == SMALL_BITS && mpz_sizeinbase(value, 2) > 64))
        st = ta_fail(
            error, TA_ERANGE,
            bits == SMALL_BITS
                ? "\"%.60s\" is too large; the largest number accepted is "
                  "2^64 - 1 = 18446744073709551615"
                : "\"%.60s\" is above 2^(2^27), the largest number accepted",
            own);
    ta_free(own);
    return st;
}

ta_status ta_big_parse(const char *text, mpz_t value, ta_error *error)
{
    return parse(text, strlen(text), "+-", TA_BIG_BITS, value, error);
}

/* Parses into 64 bits. Files of sets have millions of lines with digits alone,
 * which need no GMP. */
static ta_status parse_small(const char *text, size_t length, const char *signs,
                             uint64_t *value, ta_error *error)
{
    uint64_t plain = 0;
    size_t k = 0;
    for (; k < length && k < 19 && text[k] >= '0' && text[k] <= '9'; k++)
        plain = 10 * plain + (uint64_t)(text[k] - '0');
    if (k > 0 && k == length) {
        *value = plain;
        return TA_OK;
    }
    mpz_t x;
    mpz_init(x);
    ta_status st = parse(text, length, signs, SMALL_BITS, x, error);
    if (st == TA_OK)
        *value = mpz_get_ui(x);
    mpz_clear(x);
    return st;
}

ta_status ta_number_parse_span(const char *text, size_t length, uint64_t *value,
                               ta_error *error)
{
    return parse_small(text, length, "+", value, error);
}

ta_status ta_number_parse(const char *text, uint64_t *value, ta_error *error)
{
    return parse_small(text, strlen(text), "+-", value, error);
}

char *ta_big_text(const mpz_t value)
{
    char *text = ta_alloc(mpz_sizeinbase(value, 10) + 2, 1);
    if (text != NULL)
        mpz_get_str(text, 10, value);
    return text;
}
