/* Reads numbers of any size from text, and writes such numbers as text. Also
 * reads a 64-bit number from a part of a longer text. */
#ifndef TA_BIG_H
#define TA_BIG_H

#include <gmp.h>

#include "base/base-internal.h"

/* The largest number of bits of a number that tai_big_parse accepts: about 40
 * million decimal digits. There is such a limit because the library GMP ends
 * the process if it gets no memory for a number. */
#define TA_BIG_BITS (UINT64_C(1) << 27)

/* Sets `value` to the value of an integer expression, such as 2^100-1. The
 * expressions are those of ta_number_parse, but the value may have up to
 * TA_BIG_BITS bits. The caller must have initialised `value`. Returns TA_OK,
 * TA_EINVAL (no such expression, or a negative value), TA_ERANGE (the value is
 * too large) or TA_ENOMEM. */
ta_status tai_big_parse(const char *text, mpz_t value, ta_error *error);
/* Returns a number, which is not negative, as a text of decimal digits or, if
 * `hex` is true, as 0x and hexadecimal digits. Returns NULL if there is no
 * memory. The caller frees the text by ta_free. */
char *tai_big_text(const mpz_t value, bool hex);

/* Sets *value to the value of the integer expression in the `length` characters
 * at `text`, written as for ta_number_parse. `signs` has the signs that may
 * join two terms: "+-", or only "+". (In the text of a game '-' does not
 * subtract: 4-7 is a range.) Returns TA_OK, TA_EINVAL (no such expression, or a
 * negative value), TA_ERANGE (the value is above 2^64 - 1) or TA_ENOMEM. */
ta_status tai_number_parse_span(const char *text, size_t length,
                                const char *signs, uint64_t *value,
                                ta_error *error);

#endif
