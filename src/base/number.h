/* Exact integer expressions: their grammar, for numbers of 64 bits (number.c)
 * and of any size (big.c), and expressions inside longer texts. */
#ifndef TA_NUMBER_H
#define TA_NUMBER_H

#include "base/base.h"

#define TA_NUMBER_ACCEPTED                                                     \
    "accepted are non-negative integers such as 1000000, 1_000_000, 1.5e6, "   \
    "10M, 2^20-1 or 3*10^7+1"

/* ta_number_parse for the `length` characters at `text`, but without
 * differences: in longer texts a '-' is that of a range. */
ta_status ta_number_parse_span(const char *text, size_t length, uint64_t *value,
                               ta_error *error);

typedef struct ta_cursor {
    const char *at, *end;
} ta_cursor;

/* Digits, perhaps with an underscore between two of them. */
typedef struct ta_digits {
    const char *text;
    size_t length;
} ta_digits;

/* whole.fraction as it is written, without zeros at the end of the fraction,
 * times ten to the exponent ('e'; a unit too is read as that) or raised to it
 * ('^'). */
typedef struct ta_factor {
    ta_digits whole, fraction, exponent;
    char mark; /* 'e', '^' or '\0' */
} ta_factor;

/* Reads a factor, and moves c->at behind it, or to what is wrong with it. */
bool ta_factor_read(ta_cursor *c, ta_factor *factor);
/* Says what is wrong with a text that was understood up to `at`. TA_EINVAL. */
ta_status ta_number_reject(ta_error *error, const char *text, size_t length,
                           const char *at);

#endif
