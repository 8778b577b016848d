/* Numbers of any size as text; and expressions within a longer text. */
#ifndef TA_BIG_H
#define TA_BIG_H

#include <gmp.h>

#include "base/base.h"

/* Numbers of more bits, about 40 million digits, are refused: GMP ends the
 * process when memory is out. */
#define TA_BIG_BITS (UINT64_C(1) << 27)

/* Parses as ta_number_parse does, without its bound; `value` must be
 * initialised. TA_EINVAL, TA_ERANGE, TA_ENOMEM. */
ta_status ta_big_parse(const char *text, mpz_t value, ta_error *error);
/* Returns the decimal digits, for ta_free; NULL if there is no memory. */
char *ta_big_text(const mpz_t value);

/* Parses the `length` characters at `text` as ta_number_parse does, but without
 * differences: in longer texts a '-' is that of a range. TA_EINVAL, TA_ERANGE,
 * TA_ENOMEM. */
ta_status ta_number_parse_span(const char *text, size_t length, uint64_t *value,
                               ta_error *error);

#endif
