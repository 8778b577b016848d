/* Exact integer expressions: factors D, DeE or D^E joined by '*', terms by
 * '+'. */
#include <string.h>

#include "base/number.h"

#define ACCEPTED                                                               \
    "accepted are non-negative integers such as 1000000, 1e9, 2^30 or "        \
    "3*10^7+1"

/* A value that may have left 64 bits; a later factor 0 makes it 0 again. */
typedef struct exact {
    uint64_t value; /* unspecified if over */
    bool over;
} exact;

typedef struct cursor {
    const char *at, *end;
} cursor;

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static exact times(exact a, exact b)
{
    bool zero = (!a.over && a.value == 0) || (!b.over && b.value == 0);
    if (zero)
        return (exact){0, false};
    if (a.over || b.over || a.value > UINT64_MAX / b.value)
        return (exact){0, true};
    return (exact){a.value * b.value, false};
}

static exact plus(exact a, exact b)
{
    if (a.over || b.over || a.value > UINT64_MAX - b.value)
        return (exact){0, true};
    return (exact){a.value + b.value, false};
}

static exact power(exact base, exact exponent)
{
    exact one = {1, false}, result = one;
    if (!base.over && base.value <= 1) {
        bool empty = !exponent.over && exponent.value == 0;
        return empty ? one : base;
    }
    /* The base is 2 or more: 64 factors leave 64 bits for good. */
    uint64_t count = exponent.over ? 64 : ta_min_u64(exponent.value, 64);
    while (count-- > 0)
        result = times(result, base);
    return result;
}

static bool read_digits(cursor *c, exact *out)
{
    if (c->at == c->end || !is_digit(*c->at))
        return false;
    exact ten = {10, false};
    *out = (exact){0, false};
    for (; c->at < c->end && is_digit(*c->at); c->at++) {
        uint64_t digit = (uint64_t)(*c->at - '0');
        *out = times(*out, ten);
        if (out->over || out->value > UINT64_MAX - digit)
            out->over = true;
        else
            out->value += digit;
    }
    return true;
}

static bool read_factor(cursor *c, exact *out)
{
    exact exponent, ten = {10, false};
    if (!read_digits(c, out))
        return false;
    if (c->at == c->end || (*c->at != 'e' && *c->at != 'E' && *c->at != '^'))
        return true;
    char mark = *c->at;
    cursor ahead = {c->at + 1, c->end};
    if (!read_digits(&ahead, &exponent))
        return false;
    *out =
        mark == '^' ? power(*out, exponent) : times(*out, power(ten, exponent));
    *c = ahead;
    return true;
}

static bool read_term(cursor *c, exact *out)
{
    exact factor;
    bool more = true;
    *out = (exact){1, false};
    while (more) {
        if (!read_factor(c, &factor))
            return false;
        *out = times(*out, factor);
        more = c->at < c->end && *c->at == '*';
        c->at += more;
    }
    return true;
}

/* The sentence for a text that is no expression, which was understood up to
 * `at`. */
static ta_status reject(ta_error *error, const char *text, size_t length,
                        const char *at)
{
    int shown = (int)ta_min_u64(length, 60);
    size_t rest = length - (size_t)(at - text);
    int rest_shown = (int)ta_min_u64(rest, 40);
    if (length == 0)
        return ta_fail(error, TA_EINVAL, "the number is empty; " ACCEPTED);
    if (text[0] == '-')
        return ta_fail(error, TA_EINVAL, "\"%.*s\" is negative; " ACCEPTED,
                       shown, text);
    if (at == text)
        return ta_fail(error, TA_EINVAL, "\"%.*s\" is not a number; " ACCEPTED,
                       shown, text);
    bool fraction = rest > 0 && *at == '.';
    if (rest >= 2 && (at[0] == 'e' || at[0] == 'E' || at[0] == '^'))
        fraction = at[1] == '-';
    if (fraction)
        return ta_fail(error, TA_EINVAL,
                       "\"%.*s\" is not written as an integer; " ACCEPTED,
                       shown, text);
    if (rest == 0)
        return ta_fail(error, TA_EINVAL,
                       "\"%.*s\" ends where a number must follow; " ACCEPTED,
                       shown, text);
    return ta_fail(
        error, TA_EINVAL,
        "\"%.*s\": \"%.*s\" is not understood after the number; " ACCEPTED,
        shown, text, rest_shown, at);
}

ta_status ta_number_parse_span(const char *text, size_t length, uint64_t *value,
                               ta_error *error)
{
    cursor c = {text, text + length};
    exact sum = {0, false}, term;
    bool more = true;
    while (more) {
        if (!read_term(&c, &term))
            return reject(error, text, length, c.at);
        sum = plus(sum, term);
        more = c.at < c.end && *c.at == '+';
        c.at += more;
    }
    if (c.at < c.end)
        return reject(error, text, length, c.at);
    if (sum.over)
        return ta_fail(error, TA_ERANGE,
                       "\"%.*s\" is too large; the largest number accepted is "
                       "2^64 - 1 = 18446744073709551615",
                       (int)ta_min_u64(length, 60), text);
    *value = sum.value;
    return TA_OK;
}

ta_status ta_number_parse(const char *text, uint64_t *value, ta_error *error)
{
    return ta_number_parse_span(text, strlen(text), value, error);
}
