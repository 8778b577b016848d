/* Exact integer expressions:
 *
 *     expression  term { ("+" | "-") term }
 *     term        factor { "*" factor }
 *     factor      digits [ "." digits ] [ unit | "e" digits | "^" digits ]
 *
 * A factor must be an integer: 1.5e6 is an integer, 1.5 is not. GMP does the
 * arithmetic, which saturates: a number of more bits than the limit becomes
 * 2^limit. */
#include <stdlib.h>
#include <string.h>

#include "base/big.h"

#define ACCEPTED                                                               \
    "accepted are non-negative integers such as 1000000, 1_000_000, 1.5e6, "   \
    "10M, 2^20-1 or 3*10^7+1"

enum {
    SMALL_BITS = 128
}; /* the limit for values of 64 bits, so that 2^64-1 is right */

typedef struct parser {
    const char *at, *end;
    char *digits; /* room for the digits of a factor, each part with a NUL */
    uint64_t bits;
    mpz_t added, taken, term, base;
} parser;

/* Replaces a number of more bits than the limit by 2^limit. */
static void number_saturate(const parser *p, mpz_t x)
{
    if (mpz_sizeinbase(x, 2) > p->bits)
        mpz_ui_pow_ui(x, 2, p->bits);
}

/* Returns the next character and passes over it if `set` has it; else returns
 * '\0'. */
static char number_skip(parser *p, const char *set)
{
    const bool found = p->at < p->end && *p->at && strchr(set, *p->at);
    return found ? *p->at++ : '\0';
}

/* Copies the digits that follow, without an underscore between two digits, and
 * passes over them. Returns their number. */
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

/* Multiplies the term by the factor that follows. If there is no factor, sets
 * p->at to the character that is wrong and returns false. */
static bool number_read_factor(parser *p)
{
    static const char units[] = "KMGT";
    const size_t whole = number_read_digits(p, p->digits);
    const char *const point = p->at;
    if (whole == 0)
        return false;
    const size_t places =
        number_skip(p, ".") ? number_read_digits(p, p->digits + whole) : 0;
    if (places == 0)
        p->at = point;
    char *last = p->digits + whole + places;
    uint64_t exponent = 0;
    const char *const behind = p->at;
    const char unit = number_skip(p, units),
               sign = unit ? unit : number_skip(p, "eE^");
    if (unit != '\0')
        exponent = 3 * (uint64_t)(strchr(units, unit) - units + 1);
    else if (sign != '\0' && number_read_digits(p, last + 1) > 0)
        exponent = strtoull(last + 1, NULL, 10); /* at most 2^64 - 1 */
    else
        p->at = behind;
    const bool given = p->at > behind, power = given && sign == '^';
    /* Decimal places that the power of ten does not remove must be zeros. */
    const size_t rest = places > exponent ? places - exponent : 0;
    last -= rest;
    if (places > 0 && (!given || power || strspn(last, "0") < rest)) {
        p->at = point;
        return false;
    }
    *last = '\0';
    mpz_set_str(p->base, p->digits, 10);
    if (!power) {
        mpz_mul(p->term, p->term, p->base);
        mpz_set_ui(p->base, 10);
        exponent -= places - rest;
    }
    /* The base has width + 1 bits, so its power has at least width * exponent.
     */
    const uint64_t width = mpz_sizeinbase(p->base, 2) - 1;
    if (width > 0 && exponent > p->bits / width)
        mpz_ui_pow_ui(p->base, 2, p->bits);
    else if (width > 0)
        mpz_pow_ui(p->base, p->base, exponent);
    if (exponent > 0)
        mpz_mul(p->term, p->term, p->base);
    number_saturate(p, p->term);
    return true;
}

/* Writes the sentence about a text of which only the first `done` characters
 * are understood. Returns TA_EINVAL. */
static ta_status number_reject(const char *text, size_t length, size_t done,
                               ta_error *error)
{
    const char *at = text + done;
    const bool sign = *at == 'e' || *at == 'E' || *at == '^';
    const bool fraction = *at == '.' || (sign && at[1] == '-');
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
    bool good;
    mpz_inits(p.added, p.taken, p.term, p.base, NULL);
    do {
        mpz_ptr sum = sign == '-' ? p.taken : p.added;
        mpz_set_ui(p.term, 1);
        do
            good = number_read_factor(&p);
        while (good && number_skip(&p, "*"));
        mpz_add(sum, sum, p.term);
        number_saturate(&p, sum);
        sign = good ? number_skip(&p, signs) : '\0';
    } while (sign != '\0');
    mpz_sub(value, p.added, p.taken);
    const bool large =
        mpz_sizeinbase(p.added, 2) > bits || mpz_sizeinbase(p.taken, 2) > bits;
    mpz_clears(p.added, p.taken, p.term, p.base, NULL);
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
    else if (bits == SMALL_BITS && (large || mpz_sizeinbase(value, 2) > 64))
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
