/* Integer expressions:
 *
 *     expression  term { ("+" | "-") term }
 *     term        factor { "*" factor }
 *     factor      digits [ "." digits ] [ unit | "e" digits | "^" digits ]
 *                 | "0x" hexadecimal digits
 *
 * A factor must be an integer: 1.5e6, not 1.5. Products have a limited number
 * of bits: a larger one becomes 2^limit, and the expression is too large unless
 * a later factor is 0. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/big.h"

#define ACCEPTED                                                               \
    "accepted are non-negative integers such as 1000000, 1_000_000, 1.5e6, "   \
    "10M, 2^20-1, 3*10^7+1 or 0xFFFF"

/* Above 64, since 2^64-1 is allowed. */
enum { SMALL_BITS = 128 };

typedef struct parser {
    char *at;                 /* the rest of the text */
    uint64_t bits;            /* the limit of products */
    mpz_t term;               /* the product of its factors so far */
    mpz_t base, power, scale; /* of a factor: base * power / scale */
} parser;

/* Reads digits into x and moves behind them. Returns how many; without any, x
 * stays. */
static size_t number_read_digits(parser *p, mpz_t x, bool hex)
{
    const size_t count =
        strspn(p->at, hex ? "0123456789ABCDEFabcdef" : "0123456789");
    const char behind = p->at[count];
    p->at[count] = '\0';
    mpz_set_str(x, p->at, hex ? 16 : 10);
    p->at[count] = behind;
    p->at += count;
    return count;
}

/* Multiplies p->term by the next factor. Returns false with p->at at what is
 * wrong. */
static bool number_read_factor(parser *p)
{
    uint64_t exponent = 0;
    const bool hex = p->at[0] == '0' && (p->at[1] == 'x' || p->at[1] == 'X');
    p->at += hex ? 2 : 0;
    if (number_read_digits(p, p->base, hex) == 0)
        return false;
    /* 1.55 becomes 155 with 2 places. */
    char *const point = p->at;
    const bool fraction = *point == '.' && !hex;
    p->at += fraction;
    const size_t places = fraction ? number_read_digits(p, p->power, false) : 0;
    mpz_ui_pow_ui(p->scale, 10, places);
    if (places > 0) {
        mpz_mul(p->base, p->base, p->scale);
        mpz_add(p->base, p->base, p->power);
    } else
        p->at = point;
    /* 0 to 3: K, M, G, T; 4, 5: e; 6: ^; 7: none. */
    const size_t unit = strcspn("KMGTeE^", (char[]){*p->at, '\0'});
    const bool scaled =
        unit < 4 || (unit < 7 && isdigit((unsigned char)p->at[1]));
    p->at += scaled;
    if (unit < 4)
        exponent = 3 * (unit + 1);
    else if (scaled && number_read_digits(p, p->power, false) > 0)
        exponent =
            mpz_fits_ulong_p(p->power) ? mpz_get_ui(p->power) : UINT64_MAX;
    /* base * 10^exponent / 10^places, or base^exponent. */
    const bool raised = scaled && unit == 6;
    mpz_set_ui(p->power, raised ? 1 : 10);
    if (raised)
        mpz_swap(p->power, p->base);
    /* The power is at least 2^(width * exponent). One beyond the limit is not
     * computed: 2^bits stands for it. */
    const uint64_t width = mpz_sizeinbase(p->power, 2) - 1;
    if (width > 0 && exponent > p->bits / width)
        mpz_mul_2exp(p->power, p->scale, p->bits);
    else
        mpz_pow_ui(p->power, p->power,
                   width > 0 ? exponent : tai_min_u64(exponent, 1));
    mpz_mul(p->base, p->base, p->power);
    if (places > 0 &&
        (!scaled || raised || !mpz_divisible_p(p->base, p->scale))) {
        p->at = point;
        return false;
    }
    mpz_divexact(p->base, p->base, p->scale);
    mpz_mul(p->term, p->term, p->base);
    if (mpz_sizeinbase(p->term, 2) > p->bits)
        mpz_ui_pow_ui(p->term, 2, p->bits);
    return true;
}

/* Reads `length` characters; `signs` may join terms; `bits` is SMALL_BITS or
 * TA_BIG_BITS. */
static ta_status number_parse(const char *text, size_t length,
                              const char *signs, uint64_t bits, mpz_t value,
                              ta_error *error)
{
    char *own = tai_alloc(length + 1, 1), sign = '+';
    if (own == NULL)
        return tai_fail(error, TA_ENOMEM, "no memory for a number");
    /* 1_000 is 1000. */
    size_t kept = 0;
    for (size_t k = 0; k < length; k++)
        if (k == 0 || k + 1 == length || text[k] != '_' ||
            !isdigit((unsigned char)text[k - 1]) ||
            !isdigit((unsigned char)text[k + 1]))
            own[kept++] = text[k];
    own[kept] = '\0';
    parser p = {.at = own, .bits = bits};
    bool good, large = false;
    mpz_inits(p.term, p.base, p.power, p.scale, NULL);
    mpz_set_ui(value, 0);
    do {
        mpz_set_ui(p.term, 1);
        while ((good = number_read_factor(&p)) && *p.at == '*')
            p.at++;
        (sign == '-' ? mpz_sub : mpz_add)(value, value, p.term);
        large |=
            mpz_sizeinbase(p.term, 2) > bits || mpz_sizeinbase(value, 2) > bits;
        sign = good && *p.at != '\0' && strchr(signs, *p.at) ? *p.at++ : '\0';
    } while (sign != '\0');
    mpz_clears(p.term, p.base, p.power, p.scale, NULL);
    const char *at = p.at, *why = NULL;
    const bool fraction = *at == '.' || (*at != '\0' && at[1] == '-' &&
                                         strchr("eE^", *at) != NULL);
    char quoted[TA_QUOTE], rest[TA_QUOTE + 40];
    ta_status st = TA_OK;
    if (!good || at < own + kept) {
        snprintf(rest, sizeof rest,
                 ": \"%s\" is not understood after the number",
                 tai_quote(at, quoted));
        why = kept == 0         ? ": the number is empty"
              : *own == '-'     ? " is negative"
              : at == own       ? " is not a number"
              : fraction        ? " is not written as an integer"
              : at < own + kept ? rest
                                : " ends where a number must follow";
    } else if (!large && mpz_sgn(value) < 0)
        why = " is negative";
    tai_quote(own, quoted);
    if (why != NULL)
        st = tai_fail(error, TA_EINVAL, "\"%s\"%s; " ACCEPTED, quoted, why);
    else if (large || (bits == SMALL_BITS && mpz_sizeinbase(value, 2) > 64))
        st = tai_fail(error, TA_ERANGE,
                      "\"%s\" is too large; the largest number accepted is %s",
                      quoted,
                      bits == TA_BIG_BITS ? "2^(2^27)"
                                          : "2^64 - 1 = 18446744073709551615");
    ta_free(own);
    return st;
}

ta_status tai_big_parse(const char *text, mpz_t value, ta_error *error)
{
    return number_parse(text, strlen(text), "+-", TA_BIG_BITS, value, error);
}

/* Up to 19 digits alone are read without GMP: files of sets have millions of
 * such lines. */
ta_status tai_number_parse_span(const char *text, size_t length,
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

ta_status ta_number_parse(const char *text, uint64_t *value, ta_error *error)
{
    return tai_number_parse_span(text, strlen(text), "+-", value, error);
}

char *tai_big_text(const mpz_t value, bool hex)
{
    const int base = hex ? 16 : 10;
    char *text = tai_alloc(mpz_sizeinbase(value, base) + 4, 1);
    if (text != NULL) {
        strcpy(text, hex ? "0x" : "");
        mpz_get_str(text + strlen(text), base, value);
    }
    return text;
}
