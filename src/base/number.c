/* Exact integer expressions: the grammar, and their value in 64 bits. Sums are
 * made in 128, so that 2^64-1 is what it says. */
#include <string.h>

#include "base/number.h"

/* ---- how a factor is written ---- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool read_digits(ta_cursor *c, ta_digits *d)
{
    d->text = c->at;
    while (c->at < c->end &&
           (is_digit(*c->at) ||
            (*c->at == '_' && c->at > d->text && c->end - c->at > 1 &&
             c->at[-1] != '_' && is_digit(c->at[1]))))
        c->at++;
    d->length = (size_t)(c->at - d->text);
    return d->length > 0;
}

static bool read_unit(ta_cursor *c, ta_digits *exponent)
{
    static const char units[] = "KMGT", exponents[][3] = {"3", "6", "9", "12"};
    const char *unit =
        c->at < c->end ? memchr(units, *c->at, sizeof units - 1) : NULL;
    if (unit == NULL)
        return false;
    c->at++;
    exponent->text = exponents[unit - units];
    exponent->length = strlen(exponent->text);
    return true;
}

/* No more digits after the point than the exponent moves before it. */
static bool is_integer(const ta_factor *f)
{
    size_t places = 0, exponent = 0;
    for (size_t k = 0; k < f->fraction.length; k++)
        places += f->fraction.text[k] != '_';
    for (size_t k = 0; k < f->exponent.length && exponent < places; k++)
        if (f->exponent.text[k] != '_')
            exponent = 10 * exponent + (size_t)(f->exponent.text[k] - '0');
    return exponent >= places;
}

bool ta_factor_read(ta_cursor *c, ta_factor *f)
{
    *f = (ta_factor){.mark = '\0'};
    if (!read_digits(c, &f->whole))
        return false;
    ta_cursor ahead = {c->at + 1, c->end};
    bool point =
        c->at < c->end && *c->at == '.' && read_digits(&ahead, &f->fraction);
    if (!point)
        ahead = *c;
    while (f->fraction.length > 0 &&
           strchr("0_", f->fraction.text[f->fraction.length - 1]) != NULL)
        f->fraction.length--;
    if (read_unit(&ahead, &f->exponent)) {
        f->mark = 'e';
    } else if (ahead.at < ahead.end && *ahead.at != '\0' &&
               strchr("eE^", *ahead.at) != NULL) {
        ta_cursor behind = {ahead.at + 1, ahead.end};
        if (read_digits(&behind, &f->exponent)) {
            f->mark = *ahead.at == '^' ? '^' : 'e';
            ahead = behind;
        }
    }
    /* The point is where a number that is no integer goes wrong. */
    if (point && (f->mark != 'e' || !is_integer(f)))
        return false;
    *c = ahead;
    return true;
}

/* ---- the value ---- */

__extension__ typedef unsigned __int128 u128;

/* A value that may have left 128 bits; a later factor 0 makes it 0 again. */
typedef struct exact {
    u128 value; /* unspecified if over */
    bool over;
} exact;

static const u128 most = ~(u128)0;

static exact times(exact a, exact b)
{
    bool zero = (!a.over && a.value == 0) || (!b.over && b.value == 0);
    if (zero)
        return (exact){0, false};
    if (a.over || b.over || a.value > most / b.value)
        return (exact){0, true};
    return (exact){a.value * b.value, false};
}

static exact plus(exact a, exact b)
{
    if (a.over || b.over || a.value > most - b.value)
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
    /* The base is 2 or more: 128 factors leave 128 bits for good. */
    unsigned count =
        exponent.over || exponent.value > 128 ? 128 : (unsigned)exponent.value;
    while (count-- > 0)
        result = times(result, base);
    return result;
}

/* The digits after those that make `before`. */
static exact digits_value(exact before, ta_digits d)
{
    for (size_t k = 0; k < d.length; k++)
        if (d.text[k] != '_')
            before = plus(times(before, (exact){10, false}),
                          (exact){(u128)(d.text[k] - '0'), false});
    return before;
}

static exact factor_value(const ta_factor *f)
{
    exact value = digits_value((exact){0, false}, f->whole);
    exact exponent = digits_value((exact){0, false}, f->exponent);
    value = digits_value(value, f->fraction);
    for (size_t k = 0; k < f->fraction.length && !exponent.over; k++)
        exponent.value -= f->fraction.text[k] != '_';
    if (f->mark == 'e')
        return times(value, power((exact){10, false}, exponent));
    return f->mark == '^' ? power(value, exponent) : value;
}

static bool read_term(ta_cursor *c, exact *out)
{
    ta_factor factor;
    bool more = true;
    *out = (exact){1, false};
    while (more) {
        if (!ta_factor_read(c, &factor))
            return false;
        *out = times(*out, factor_value(&factor));
        more = c->at < c->end && *c->at == '*';
        c->at += more;
    }
    return true;
}

ta_status ta_number_reject(ta_error *error, const char *text, size_t length,
                           const char *at)
{
    char shown[TA_BRIEF], shown_rest[TA_BRIEF];
    size_t rest = length - (size_t)(at - text);
    ta_brief(shown, text, length, 60);
    ta_brief(shown_rest, at, rest, 40);
    if (length == 0)
        return ta_fail(error, TA_EINVAL,
                       "the number is empty; " TA_NUMBER_ACCEPTED);
    if (text[0] == '-')
        return ta_fail(error, TA_EINVAL,
                       "\"%s\" is negative; " TA_NUMBER_ACCEPTED, shown);
    if (at == text)
        return ta_fail(error, TA_EINVAL,
                       "\"%s\" is not a number; " TA_NUMBER_ACCEPTED, shown);
    bool fraction = rest > 0 && *at == '.';
    if (rest >= 2 && (at[0] == 'e' || at[0] == 'E' || at[0] == '^'))
        fraction = at[1] == '-';
    if (fraction)
        return ta_fail(error, TA_EINVAL,
                       "\"%s\" is not written as an "
                       "integer; " TA_NUMBER_ACCEPTED,
                       shown);
    if (rest == 0)
        return ta_fail(error, TA_EINVAL,
                       "\"%s\" ends where a number must "
                       "follow; " TA_NUMBER_ACCEPTED,
                       shown);
    return ta_fail(error, TA_EINVAL,
                   "\"%s\": \"%s\" is not understood after the "
                   "number; " TA_NUMBER_ACCEPTED,
                   shown, shown_rest);
}

/* `signs`: what may stand between two terms. */
static ta_status parse(const char *text, size_t length, const char *signs,
                       uint64_t *value, ta_error *error)
{
    ta_cursor c = {text, text + length};
    exact added = {0, false}, taken = {0, false}, term;
    char shown[TA_BRIEF], sign = '+';
    while (sign != '\0') {
        if (!read_term(&c, &term))
            return ta_number_reject(error, text, length, c.at);
        if (sign == '+')
            added = plus(added, term);
        else
            taken = plus(taken, term);
        sign = c.at < c.end && *c.at != '\0' && strchr(signs, *c.at) != NULL
                   ? *c.at++
                   : '\0';
    }
    if (c.at < c.end)
        return ta_number_reject(error, text, length, c.at);
    ta_brief(shown, text, length, 60);
    bool over = added.over || taken.over;
    if (!over && added.value < taken.value)
        return ta_fail(error, TA_EINVAL,
                       "\"%s\" is negative; " TA_NUMBER_ACCEPTED, shown);
    if (over || added.value - taken.value > UINT64_MAX)
        return ta_fail(error, TA_ERANGE,
                       "\"%s\" is too large; the largest number accepted is "
                       "2^64 - 1 = 18446744073709551615",
                       shown);
    *value = (uint64_t)(added.value - taken.value);
    return TA_OK;
}

ta_status ta_number_parse_span(const char *text, size_t length, uint64_t *value,
                               ta_error *error)
{
    return parse(text, length, "+", value, error);
}

ta_status ta_number_parse(const char *text, uint64_t *value, ta_error *error)
{
    return parse(text, strlen(text), "+-", value, error);
}
