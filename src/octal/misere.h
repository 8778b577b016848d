/* Misère play of sums of heaps of one octal game, decided by a search. */
#ifndef TA_OCTAL_MISERE_H
#define TA_OCTAL_MISERE_H

#include "octal/octal-internal.h"

extern const tai_quantity tai_octal_misere;

/* tokens of a sum that is searched */
enum { TA_SUMS_TOTAL = 300 };
/* The greatest tai_sums_bound of a sum that is searched: a minute or two, in
 * which a table of 1 GiB does not fill up. */
enum { TA_SUMS_POSITIONS = 100000000 };

typedef struct tai_sums tai_sums;

/* Makes a search, whose table of decided sums may take half of
 * options->max_memory, or 1 GiB. Returns TA_OK, TA_ELIMIT or TA_ENOMEM. Freed
 * by tai_sums_free. */
ta_status tai_sums_new(const tai_octal *game, const ta_options *options,
                       tai_sums **sums);
void tai_sums_free(tai_sums *s); /* accepts NULL */
/* Returns a bound on the positions that may come of `count` heaps of `total` <=
 * TA_SUMS_TOTAL tokens, of which some half are searched. 0 if no move splits a
 * heap: there is no bound then. */
uint64_t tai_sums_bound(const tai_sums *s, uint64_t total, size_t count);
/* Sets *cold to whether the player to move loses. Returns TA_OK, TA_ERANGE
 * (above TA_SUMS_TOTAL), TA_ELIMIT (the table is full), TA_ENOMEM or
 * TA_ECANCELLED. */
ta_status tai_sums_cold(tai_sums *s, const uint64_t *heaps, size_t count,
                        const ta_options *options, bool *cold);
/* Explains the status of the two functions above in *error, and returns it. */
ta_status tai_sums_fail(ta_status st, const ta_options *options, uint64_t total,
                        ta_error *error);

#endif
