/* The period with which g[1], ..., g[n - 1] ends; g[0], of the empty heap in
 * octal games, does not count. */
#ifndef TA_TAIL_H
#define TA_TAIL_H

#include <stddef.h>

#include "base/base-internal.h"

/* Sets border[m], m <= count, to the length of the longest border, a shorter
 * beginning that is also the end, of last[0], last[-1], ..., last[1 - m]. */
void tai_borders(const uint16_t *last, uint64_t count, uint32_t *border);

/* Sets *period to the least p > 0 such that the last `tail` values equal those
 * p places before, or to 0. Time O(n), 4 * tail bytes. Returns TA_OK or
 * TA_ENOMEM. */
ta_status tai_tail_period(const uint16_t *g, uint64_t n, uint64_t tail,
                          uint64_t *period);
/* Returns the least e >= 1 with g[i + p] = g[i] for all e <= i < n - p. */
uint64_t tai_tail_start(const uint16_t *g, uint64_t n, uint64_t p);

#endif
