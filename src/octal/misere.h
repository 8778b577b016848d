/* Misère play of sums of heaps of one octal game. */
#ifndef TA_OCTAL_MISERE_H
#define TA_OCTAL_MISERE_H

#include "octal/quotient.h"

extern const tai_quantity tai_octal_misere; /* single heaps: cold ones */

/* tokens of a sum that is searched */
enum { TA_SUMS_TOTAL = 300 };
typedef struct tai_sums tai_sums;

/* Makes a decider, a search at first, whose table of decided sums may take half
 * of options->max_memory, or 1 GiB. Returns TA_OK, TA_ELIMIT or TA_ENOMEM.
 * Freed by tai_sums_free. */
ta_status tai_sums_new(const tai_octal *game, const ta_options *options,
                       tai_sums **sums);
void tai_sums_free(tai_sums *s); /* accepts NULL */
/* Prepares to decide sums that come of these heaps; the largest come first.
 * Returns TA_ERANGE (above TA_SUMS_TOTAL without a quotient), TA_ELIMIT with a
 * sentence (a search may take more than a minute or two), or TA_ECANCELLED. */
ta_status tai_sums_admit(tai_sums *s, const uint64_t *heaps, size_t count,
                         const ta_options *options, ta_error *error);
/* Returns the quotient that decides sums from now on, or NULL. */
const tai_quotient *tai_sums_quotient(const tai_sums *s);
/* Sets *cold to whether the player to move loses. Returns TA_OK or, of a
 * search, TA_ERANGE, TA_ELIMIT (the table is full), TA_ENOMEM or TA_ECANCELLED.
 */
ta_status tai_sums_cold(tai_sums *s, const uint64_t *heaps, size_t count,
                        const ta_options *options, bool *cold);
/* Explains the status of a function above in *error, unless it has a sentence,
 * and returns it. */
ta_status tai_sums_fail(ta_status st, const ta_options *options, uint64_t total,
                        ta_error *error);

#endif
