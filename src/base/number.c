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

typedef struct parser {
    const char *at, *end;
    uint64_t bits; /* the limit */
    bool no_memory;
} parser;

/* ---- numbers ---- */

static void saturate(const parser *p, mpz_t x)
{
    if (mpz_sizeinbase(x, 2) > p->bits) {
        mpz_set_ui(x, 1);
        mpz_mul_2exp(x, x, p->bits);
    }
}

/* x = x^exponent. A base of 2^w or more is not raised if w * exponent is above
 * the limit. */
static void raise(const parser *p, mpz_t x, const mpz_t exponent)
{
    const uint64_t width = mpz_sizeinbase(x, 2) - 1;
    if (mpz_sgn(exponent) == 0)
        mpz_set_ui(x, 1);
    else if (width > 0 && mpz_cmp_ui(exponent, p->bits / width) > 0)
        mpz_mul_2exp(x, x, p->bits);
    else if (width > 0)
        mpz_pow_ui(x, x, mpz_get_ui(exponent));
    saturate(p, x);
}

/* x = x * 10^exponent, where the exponent may be negative. Returns false if
 * that is no integer. */
static bool scale(const parser *p, mpz_t x, mpz_t exponent)
{
    const bool divide = mpz_sgn(exponent) < 0;
    mpz_t ten;
    mpz_init_set_ui(ten, 10);
    mpz_abs(exponent, exponent);
    if (divide)
        mpz_pow_ui(ten, ten, mpz_get_ui(exponent));
    else
        raise(p, ten, exponent);
    const bool good = !divide || mpz_divisible_p(x, ten) != 0;
    if (!divide)
        mpz_mul(x, x, ten);
    else if (good)
        mpz_divexact(x, x, ten);
    mpz_clear(ten);
    saturate(p, x);
    return good;
}

/* ---- the grammar ---- */

/* Returns whether one of the characters of `set` is next. */
static bool is_next(const parser *p, const char *set)
{
    return p->at < p->end && *p->at != '\0' && strchr(set, *p->at) != NULL;
}

/* Moves p->at behind digits, perhaps with an underscore between two of them;
 * returns whether there are any. */
static bool skip_digits(parser *p)
{
    const char *text = p->at;
    parser next = {p->at + 1, p->end, 0, false};
    for (; is_next(p, "0123456789") ||
           (p->at > text && p->at[-1] != '_' && is_next(p, "_") &&
            is_next(&next, "0123456789"));
         next.at++)
        p->at++;
    return p->at > text;
}

/* Sets x to the digits of [from, p->at) and returns how many these are. */
static size_t set_digits(parser *p, const char *from, mpz_t x)
{
    char *copy = ta_alloc((size_t)(p->at - from) + 1, 1);
    size_t used = 0;
    p->no_memory = p->no_memory || copy == NULL;
    if (copy == NULL)
        return 0;
    for (; from < p->at; from++)
        if (*from >= '0' && *from <= '9')
            copy[used++] = *from;
    copy[used] = '\0';
    mpz_set_str(x, copy, 10);
    ta_free(copy);
    return used;
}

/* Reads a factor behind p->at; returns false, with p->at at what is wrong, if
 * there is none. */
static bool read_factor(parser *p, mpz_t x)
{
    static const char units[] = "KMGT";
    const char *text = p->at;
    if (!skip_digits(p))
        return false;
    const char *whole = p->at, *behind;
    size_t places = 0;
    p->at += is_next(p, ".");
    if (p->at > whole && skip_digits(p))
        places = set_digits(p, whole, x);
    else
        p->at = whole;
    set_digits(p, text, x);
    behind = p->at;
    const bool unit = is_next(p, units), power = is_next(p, "^");
    bool good = places == 0;
    mpz_t exponent;
    mpz_init(exponent);
    p->at += unit || power || is_next(p, "eE");
    if (unit)
        mpz_set_si(exponent, 3 * (strchr(units, *behind) - units + 1));
    else if (p->at > behind && skip_digits(p))
        set_digits(p, behind, exponent);
    else
        p->at = behind;
    mpz_sub_ui(exponent, exponent, places);
    if (p->at > behind && !power)
        good = scale(p, x, exponent);
    else if (p->at > behind && good)
        raise(p, x, exponent);
    if (!good)
        p->at = whole; /* where the point is */
    saturate(p, x);
    mpz_clear(exponent);
    return good;
}

/* Reads the factors behind p->at, up to what is neither part of one nor '*'. */
static bool read_term(parser *p, mpz_t term)
{
    mpz_t x;
    mpz_init(x);
    mpz_set_ui(term, 1);
    bool good = true;
    for (bool more = true; more; p->at += more) {
        good = read_factor(p, x);
        mpz_mul(term, term, x);
        saturate(p, term);
        more = good && is_next(p, "*");
    }
    mpz_clear(x);
    return good;
}

/* Says what is wrong with a text that was understood up to `at`. TA_EINVAL. */
static ta_status reject(ta_error *error, const char *text, size_t length,
                        const char *at)
{
    char shown[TA_BRIEF], shown_rest[TA_BRIEF];
    const size_t rest = length - (size_t)(at - text);
    bool fraction = rest > 0 && *at == '.';
    if (rest >= 2 && (at[0] == 'e' || at[0] == 'E' || at[0] == '^'))
        fraction = at[1] == '-';
    ta_brief(shown, text, length, 60);
    ta_brief(shown_rest, at, rest, 40);
    if (length == 0)
        return ta_fail(error, TA_EINVAL, "the number is empty; " ACCEPTED);
    if (rest > 0 && at > text && !fraction)
        return ta_fail(error, TA_EINVAL,
                       "\"%s\": \"%s\" is not understood after the "
                       "number; " ACCEPTED,
                       shown, shown_rest);
    return ta_fail(error, TA_EINVAL, "\"%s\" %s; " ACCEPTED, shown,
                   text[0] == '-' ? "is negative"
                   : at == text   ? "is not a number"
                   : fraction     ? "is not written as an integer"
                                  : "ends where a number must follow");
}

/* Parses an expression whose terms may have one of `signs` between them, within
 * `bits` bits. */
static ta_status parse(const char *text, size_t length, const char *signs,
                       uint64_t bits, mpz_t value, ta_error *error)
{
    parser p = {text, text + length, bits, false};
    char shown[TA_BRIEF];
    mpz_t taken, term;
    mpz_init(taken);
    mpz_init(term);
    mpz_set_ui(value, 0);
    bool good = read_term(&p, value);
    while (good && is_next(&p, signs)) {
        mpz_ptr sum = *p.at++ == '-' ? taken : value;
        good = read_term(&p, term);
        mpz_add(sum, sum, term);
        saturate(&p, sum);
    }
    ta_status st = TA_OK;
    if (p.no_memory)
        st = ta_fail(error, TA_ENOMEM, "no memory for a number");
    else if (!good || p.at < p.end)
        st = reject(error, text, length, p.at);
    else if (mpz_sizeinbase(value, 2) > bits || mpz_sizeinbase(taken, 2) > bits)
        st = TA_ERANGE;
    else if (mpz_cmp(value, taken) < 0)
        st = ta_fail(error, TA_EINVAL, "\"%s\" is negative; " ACCEPTED,
                     ta_brief(shown, text, length, 60));
    mpz_sub(value, value, taken);
    mpz_clear(taken);
    mpz_clear(term);
    return st;
}

ta_status ta_big_parse(const char *text, mpz_t value, ta_error *error)
{
    ta_status st = parse(text, strlen(text), "+-", TA_BIG_BITS, value, error);
    if (st == TA_ERANGE)
        ta_fail(error, st,
                "\"%.60s\" is above 2^(2^27), the largest number accepted",
                text);
    return st;
}

/* Parses into 64 bits. Terms have 128, so that 2^64-1 is what it says. Files of
 * sets have millions of lines with digits alone, which need no GMP. */
static ta_status parse_small(const char *text, size_t length, const char *signs,
                             uint64_t *value, ta_error *error)
{
    char shown[TA_BRIEF];
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
    ta_status st = parse(text, length, signs, 128, x, error);
    if (st == TA_ERANGE || (st == TA_OK && mpz_sizeinbase(x, 2) > 64))
        st = ta_fail(error, TA_ERANGE,
                     "\"%s\" is too large; the largest number accepted is "
                     "2^64 - 1 = 18446744073709551615",
                     ta_brief(shown, text, length, 60));
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
