/* Finds the period with which a sequence of values g[1], ..., g[n - 1] ends.
 * The value g[0], which is the value of the empty heap in octal games, does not
 * belong to the sequence. */
#ifndef TA_TAIL_H
#define TA_TAIL_H

#include <stddef.h>

#include "base/base-internal.h"

/* Computes lengths of borders, for the search of Knuth, Morris and Pratt. A
 * border of a sequence is a shorter sequence that is both its beginning and its
 * end. For m = 0 to `count`, sets border[m] to the length of the longest border
 * of the m values last[0], last[-1], ..., last[1 - m]. */
void tai_borders(const uint16_t *last, uint64_t count, uint32_t *border);

/* Finds the least distance p > 0 at which the last `tail` values of the
 * sequence g[1], ..., g[n - 1] occur a second time: each of them equals the
 * value p places before. Sets *period to p, or to 0 if there is no such
 * distance. Cost: O(n) time, and 4 bytes of memory for each of the `tail`
 * values. Returns TA_OK, or TA_ENOMEM if there is no memory. */
ta_status tai_tail_period(const uint16_t *g, uint64_t n, uint64_t tail,
                          uint64_t *period);
/* Returns the index from which on the values g[1], ..., g[n - 1] have the
 * period p: the least e >= 1 such that g[i + p] equals g[i] for all i with e <=
 * i < n - p. */
uint64_t tai_tail_start(const uint16_t *g, uint64_t n, uint64_t p);

#endif
