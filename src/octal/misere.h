/* Misère play of sums of heaps of one octal game: a search decides who wins. */
#ifndef TA_OCTAL_MISERE_H
#define TA_OCTAL_MISERE_H

#include "octal/octal-internal.h"

/* The greatest number of tokens of a sum that the search can decide. A sum is a
 * set of heaps in which a player moves in one heap at a time. */
enum { TA_SUMS_TOTAL = 300 };
/* The greatest result of tai_sums_bound() for which a sum is searched: one or
 * two minutes, in which a table of 1 GiB does not fill up. */
enum { TA_SUMS_POSITIONS = 100000000 };

typedef struct ta_sums ta_sums;

/* Makes a search for sums of heaps of a game, with an empty hash table of
 * decided sums. The hash table may occupy half of options->max_memory, or 1 GiB
 * if max_memory is 0. Returns TA_ELIMIT if this is too little for an empty
 * table, and TA_ENOMEM if there is no memory. The caller frees *sums by
 * tai_sums_free(). */
ta_status tai_sums_new(const ta_octal *game, const ta_options *options,
                       ta_sums **sums);
void tai_sums_free(ta_sums *s); /* accepts NULL */
/* Returns a bound of the positions that may come of `count` heaps with `total`
 * tokens together, total <= TA_SUMS_TOTAL. Some half of them are searched. The
 * bound is 0, which is not a bound, if no move splits a heap. */
uint64_t tai_sums_bound(const ta_sums *s, uint64_t total, size_t count);
/* Sets *cold to whether the player to move loses the sum of the heaps under
 * misère play. Sums that were decided by earlier calls are looked up. Returns
 * TA_ERANGE if the heaps have more than TA_SUMS_TOTAL tokens together,
 * TA_ELIMIT if the table of sums is full, TA_ENOMEM if there is no memory, and
 * TA_ECANCELLED if options->progress asks to stop. */
ta_status tai_sums_cold(ta_sums *s, const uint64_t *heaps, size_t count,
                        const ta_options *options, bool *cold);
/* Writes a sentence into *error that explains the status `st` of tai_sums_new()
 * or tai_sums_cold(). `total` is the number of tokens of the sum. Returns st.
 */
ta_status tai_sums_fail(ta_status st, const ta_options *options, uint64_t total,
                        ta_error *error);

#endif
