/* Numbers of any size, as text and as GMP integers. */
#ifndef TA_BIG_H
#define TA_BIG_H

#include <gmp.h>

#include "base/base.h"

/* Numbers above 2^(2^27), about 40 million digits, are refused: GMP ends the
 * process when memory is out. */
#define TA_BIG_BITS (UINT64_C(1) << 27)

/* As ta_number_parse, without its bound; `value` must be initialised. */
ta_status ta_big_parse(const char *text, mpz_t value, ta_error *error);

/* Decimal digits in memory that ta_free frees; NULL if there is none. */
char *ta_big_text(const mpz_t value);

#endif
