/* Numbers of any size as text. */
#ifndef TA_BIG_H
#define TA_BIG_H

#include <gmp.h>

#include "base/base-internal.h"

/* About 40 million digits: GMP ends the process if it gets no memory. */
#define TA_BIG_BITS (UINT64_C(1) << 27)

/* Reads an expression as ta_number_parse does, of up to TA_BIG_BITS bits, into
 * an initialised `value`. Returns TA_OK, TA_EINVAL (none, or negative),
 * TA_ERANGE or TA_ENOMEM. */
ta_status tai_big_parse(const char *text, mpz_t value, ta_error *error);
/* Returns decimal digits or, if `hex`, 0x and hexadecimal digits, freed by
 * ta_free; NULL without memory. */
char *tai_big_text(const mpz_t value, bool hex);

/* Reads `length` characters as ta_number_parse does. `signs` may join terms:
 * "+-" or "+", since 4-7 is a range in the text of a game. Returns TA_OK,
 * TA_EINVAL, TA_ERANGE (above 2^64 - 1) or TA_ENOMEM. */
ta_status tai_number_parse_span(const char *text, size_t length,
                                const char *signs, uint64_t *value,
                                ta_error *error);

#endif
