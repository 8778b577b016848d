/* Large sets without square or cube differences, beside which the cold
 * positions of a game are counted. */
#ifndef TA_REFERENCE_SET_H
#define TA_REFERENCE_SET_H

#include "takeaway.h"

/* No two elements differ by a * x^k with an integer x > 0: as cold positions of
 * subtract-a-square, for a = 1 and k = 2. n is an element if the digits of
 * floor(n / a) in base m at the places 0, k, 2 k, ... are in R; the others are
 * free. m is squarefree, and no two numbers of R differ by a k-th power modulo
 * m. If a is 1, there are (m^(k-1) |R|)^j elements below m^(k j). Proof and
 * sources: src/play/README.md. */
typedef struct tai_yardstick {
    const char *name;         /* such as "ruzsa" */
    const char *summary;      /* one line */
    unsigned modulus;         /* m */
    const unsigned *residues; /* R, increasing */
    unsigned count;           /* |R| */
    unsigned power;           /* k: 2 or 3 */
    uint64_t factor;          /* a */
} tai_yardstick;

/* Returns those that have a name, and sets *count to their number. */
const tai_yardstick *tai_yardsticks(size_t *count);
/* Sets *yardstick to one for the set "poly:a,b,c", whose elements must all be a
 * * x^2 with an integer x. Returns TA_OK, TA_ENOMEM, or TA_EINVAL otherwise. */
ta_status tai_yardstick_poly(const char *spec, tai_yardstick *yardstick,
                             ta_error *error);
/* Counts the elements below n, an expression as for ta_number_parse but without
 * limit. Sets *below to decimal digits, freed by ta_free, and *member to
 * whether n is an element; both may be NULL. Returns TA_OK, TA_EINVAL,
 * TA_ERANGE or TA_ENOMEM. Cost: a few times log2 D multiplications of D-digit
 * numbers, D those of n. */
ta_status tai_yardstick_count(const tai_yardstick *yardstick, const char *n,
                              char **below, bool *member, ta_error *error);

#endif
