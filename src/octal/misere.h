/* Misere play of sums of an octal game, by search. */
#ifndef TA_OCTAL_MISERE_H
#define TA_OCTAL_MISERE_H

#include "octal/octal-internal.h"

enum { TA_SUMS_TOTAL = 300 }; /* most of all heaps together */

typedef struct ta_sums ta_sums;

/* max_memory of the options is heeded, 2 GiB without one: half of it is for
 * what is decided. TA_ENOMEM. */
ta_status tai_sums_new(const ta_octal *game, const ta_options *options,
                       ta_sums **sums);
void tai_sums_free(ta_sums *s); /* accepts NULL */
/* Whether the sum of the heaps is cold in misere play: the player to move
 * loses. What was decided before is not decided again. TA_ERANGE (above
 * TA_SUMS_TOTAL), TA_ELIMIT, TA_ENOMEM, TA_ECANCELLED. */
ta_status tai_sums_cold(ta_sums *s, const uint64_t *heaps, size_t count,
                        const ta_options *options, bool *cold);
/* The sentence for such a status; `total` is that of the heaps. */
ta_status tai_sums_fail(ta_status st, const ta_options *options, uint64_t total,
                        ta_error *error);

#endif
