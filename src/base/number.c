/* Exact integer expressions:
 *
 *     expression  term { ("+" | "-") term }
 *     term        factor { "*" factor }
 *     factor      digits [ "." digits ] [ unit | "e" digits | "^" digits ]
 *
 * A factor must be an integer: 1.5e6 is an integer, 1.5 is not. GMP does the
 * arithmetic. A term of more bits than the limit becomes 2^limit, and so the
 * expression is refused as too large unless the next factor is 0. */
#include <stdlib.h>
#include <string.h>

#include "base/big.h"

#define ACCEPTED                                                               \
    "accepted are non-negative integers such as 1000000, 1_000_000, 1.5e6, "   \
    "10M, 2^20-1 or 3*10^7+1"

/* The limit for numbers of 64 bits. It lets 2^64-1 be computed. */
enum { SMALL_BITS = 128 };

typedef struct parser {
    const char *at, *end;
    char *digits; /* space for the digits of a factor and two NULs */
    uint64_t bits;
    mpz_t term, base;
} parser;

/* Returns the next character and passes over it if `set` has it; else returns
 * '\0'. */
static char number_skip(parser *p, const char *set)
{
    const bool found = p->at < p->end && *p->at && strchr(set, *p->at);
    return found ? *p->at++ : '\0';
}

/* Copies the next digits and passes over them. One underscore may stand between
 * two digits and is not copied. Returns the number of digits. */
static size_t number_read_digits(parser *p, char *to)
{
    const char *behind = p->at;
    size_t count = 0;
    for (; (to[count] = number_skip(p, "0123456789")) != '\0'; count++) {
        behind = p->at;
        number_skip(p, "_");
    }
    p->at = behind;
    return count;
}

/* Multiplies the term by the next factor. If there is no factor, sets p->at to
 * the character that is wrong and returns false. */
static bool number_read_factor(parser *p)
{
    static const char signs[] = "KMGTeE^";
    const size_t whole = number_read_digits(p, p->digits);
    const char *const point = p->at;
    size_t places = 0;
    if (whole == 0)
        return false;
    if (number_skip(p, "."))
        places = number_read_digits(p, p->digits + whole);
    if (places == 0)
        p->at = point;
    char *last = p->digits + whole + places;
    const char *const behind = p->at;
    char sign = number_skip(p, signs);
    uint64_t exponent = 0;
    if (sign != '\0' && strchr("eE^", sign) == NULL)
        exponent = 3 * (uint64_t)(strchr(signs, sign) - signs + 1);
    else if (sign != '\0' && number_read_digits(p, last + 1) > 0)
        exponent = strtoull(last + 1, NULL, 10); /* at most 2^64 - 1 */
    else
        sign = '\0';
    if (sign == '\0')
        p->at = behind;
    /* Decimal places that the power of ten does not remove must be zeros. So
     * 1.50e1 is the integer 15, but 1.55e1 is an error. */
    const size_t zeros = places > exponent ? places - exponent : 0;
    last -= zeros;
    if (places > 0 &&
        (sign == '\0' || sign == '^' || strspn(last, "0") < zeros)) {
        p->at = point;
        return false;
    }
    *last = '\0';
    mpz_set_str(p->base, p->digits, 10);
    if (sign != '^') {
        mpz_mul(p->term, p->term, p->base);
        mpz_set_ui(p->base, 10);
        exponent -= places - zeros;
    }
    /* The base has width + 1 bits, so its power has more than width * exponent
     * bits. */
    const uint64_t width = mpz_sizeinbase(p->base, 2) - 1;
    if (width > 0 && exponent > p->bits / width)
        mpz_ui_pow_ui(p->base, 2, p->bits);
    else if (width > 0)
        mpz_pow_ui(p->base, p->base, exponent);
    if (exponent > 0)
        mpz_mul(p->term, p->term, p->base);
    if (mpz_sizeinbase(p->term, 2) > p->bits)
        mpz_ui_pow_ui(p->term, 2, p->bits);
    return true;
}

/* Writes the sentence about a text of which only the first `done` characters
 * are understood. Returns TA_EINVAL. */
static ta_status number_reject(const char *text, size_t length, size_t done,
                               ta_error *error)
{
    const char *at = text + done;
    const bool fraction = *at == '.' || (*at != '\0' && at[1] == '-' &&
                                         strchr("eE^", *at) != NULL);
    if (length == 0)
        return tai_fail(error, TA_EINVAL, "the number is empty; " ACCEPTED);
    if (done > 0 && done < length && !fraction)
        return tai_fail(error, TA_EINVAL,
                        "\"%.60s\": \"%.40s\" is not understood after the "
                        "number; " ACCEPTED,
                        text, at);
    return tai_fail(error, TA_EINVAL, "\"%.60s\" %s; " ACCEPTED, text,
                    *text == '-' ? "is negative"
                    : done == 0  ? "is not a number"
                    : fraction   ? "is not written as an integer"
                                 : "ends where a number must follow");
}

/* Parses an expression whose terms are joined by one of `signs`. The limit is
 * SMALL_BITS or TA_BIG_BITS. */
static ta_status number_parse(const char *text, size_t length,
                              const char *signs, uint64_t bits, mpz_t value,
                              ta_error *error)
{
    char *own = tai_alloc(length + 2, 1), sign = '+';
    if (own == NULL)
        return tai_fail(error, TA_ENOMEM, "no memory for a number");
    parser p = {.at = text, .end = text + length, .digits = own, .bits = bits};
    bool good, large = false;
    mpz_inits(p.term, p.base, NULL);
    mpz_set_ui(value, 0);
    do {
        mpz_set_ui(p.term, 1);
        do
            good = number_read_factor(&p);
        while (good && number_skip(&p, "*"));
        (sign == '-' ? mpz_sub : mpz_add)(value, value, p.term);
        large |=
            mpz_sizeinbase(p.term, 2) > bits || mpz_sizeinbase(value, 2) > bits;
        sign = good ? number_skip(&p, signs) : '\0';
    } while (sign != '\0');
    mpz_clears(p.term, p.base, NULL);
    memcpy(own, text, length); /* with a NUL, for a sentence */
    own[length] = '\0';
    ta_status st = TA_OK;
    if (!good || p.at < p.end)
        st = number_reject(own, length, (size_t)(p.at - text), error);
    else if (!large && mpz_sgn(value) < 0)
        st =
            tai_fail(error, TA_EINVAL, "\"%.60s\" is negative; " ACCEPTED, own);
    else if (bits == TA_BIG_BITS && large)
        st = tai_fail(
            error, TA_ERANGE,
            "\"%.60s\" is above 2^(2^27), the largest number accepted", own);
    else if (large || (bits == SMALL_BITS && mpz_sizeinbase(value, 2) > 64))
        st = tai_fail(error, TA_ERANGE,
                      "\"%.60s\" is too large; the largest number accepted is "
                      "2^64 - 1 = 18446744073709551615",
                      own);
    ta_free(own);
    return st;
}

ta_status tai_big_parse(const char *text, mpz_t value, ta_error *error)
{
    return number_parse(text, strlen(text), "+-", TA_BIG_BITS, value, error);
}

/* Parses a number of 64 bits. A line of digits alone needs no GMP; files of
 * sets have millions of such lines. */
static ta_status number_parse_small(const char *text, size_t length,
                                    const char *signs, uint64_t *value,
                                    ta_error *error)
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
    ta_status st = number_parse(text, length, signs, SMALL_BITS, x, error);
    if (st == TA_OK)
        *value = mpz_get_ui(x);
    mpz_clear(x);
    return st;
}

ta_status tai_number_parse_span(const char *text, size_t length,
                                uint64_t *value, ta_error *error)
{
    return number_parse_small(text, length, "+", value, error);
}

ta_status ta_number_parse(const char *text, uint64_t *value, ta_error *error)
{
    return number_parse_small(text, strlen(text), "+-", value, error);
}

char *tai_big_text(const mpz_t value)
{
    char *text = tai_alloc(mpz_sizeinbase(value, 10) + 2, 1);
    if (text != NULL)
        mpz_get_str(text, 10, value);
    return text;
}
