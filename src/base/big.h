/* Numbers of any size as text, and numbers within a longer text. */
#ifndef TA_BIG_H
#define TA_BIG_H

#include <gmp.h>

#include "base/base-internal.h"

/* The most bits of a number, about 40 million digits. Larger numbers are
 * refused, since GMP ends the process when there is no memory. */
#define TA_BIG_BITS (UINT64_C(1) << 27)

/* Parses an expression as ta_number_parse does, for numbers of at most
 * TA_BIG_BITS bits. The caller has initialised `value`. Returns TA_EINVAL,
 * TA_ERANGE or TA_ENOMEM if this fails. */
ta_status tai_big_parse(const char *text, mpz_t value, ta_error *error);
/* Returns the decimal digits of a number as a text, which the caller frees by
 * ta_free; NULL if there is no memory. */
char *tai_big_text(const mpz_t value);

/* Parses the `length` characters at `text` as ta_number_parse does. The terms
 * may be joined by the characters of `signs`: "+" or "+-". A game's text allows
 * no differences, since a '-' in it belongs to a range. Returns TA_EINVAL,
 * TA_ERANGE or TA_ENOMEM if this fails. */
ta_status tai_number_parse_span(const char *text, size_t length,
                                const char *signs, uint64_t *value,
                                ta_error *error);

#endif
