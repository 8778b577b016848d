/* Misère play of sums of heaps of one octal game, by search. */
#ifndef TA_OCTAL_MISERE_H
#define TA_OCTAL_MISERE_H

#include "octal/octal-internal.h"

enum { TA_SUMS_TOTAL = 300 }; /* The most tokens of a sum. */

typedef struct ta_sums ta_sums;

/* Makes a search that has decided nothing. The sums that it decides take at
 * most half of options->max_memory, or 1 GiB if that is 0. TA_ENOMEM. */
ta_status tai_sums_new(const ta_octal *game, const ta_options *options,
                       ta_sums **sums);
void tai_sums_free(ta_sums *s); /* accepts NULL */
/* Sets *cold to whether the player to move loses the sum of the heaps under
 * misère play. Sums that were decided by earlier calls are looked up. TA_ERANGE
 * (more than TA_SUMS_TOTAL tokens), TA_ELIMIT, TA_ENOMEM, TA_ECANCELLED. */
ta_status tai_sums_cold(ta_sums *s, const uint64_t *heaps, size_t count,
                        const ta_options *options, bool *cold);
/* Writes the sentence for a status of these functions, with the number of
 * tokens of the sum. Returns the status. */
ta_status tai_sums_fail(ta_status st, const ta_options *options, uint64_t total,
                        ta_error *error);

#endif
