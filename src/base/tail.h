/* The period at the end of a sequence g[1 .. n). The value g[0], that of the
 * empty heap of octal games, does not belong to the sequence. */
#ifndef TA_TAIL_H
#define TA_TAIL_H

#include <stddef.h>

#include "base/base-internal.h"

/* Computes the lengths of the longest proper borders (Knuth, Morris, Pratt) of
 * the end of a sequence, read backwards: border[m] is for the m values last[0],
 * last[-1], ..., for m = 0 .. count. */
void tai_borders(const uint16_t *last, uint64_t count, uint32_t *border);

/* Computes the least p such that the last `tail` values of g[1 .. n) are equal
 * to the values p places before them; *period is 0 if there is no such p. Takes
 * O(n) time and 4 bytes for each value of the tail. Returns TA_ENOMEM if there
 * is no memory. */
ta_status tai_tail_period(const uint16_t *g, uint64_t n, uint64_t tail,
                          uint64_t *period);
/* Returns the start of the period p: the least e >= 1 with g[i + p] == g[i] for
 * all i of [e, n - p). */
uint64_t tai_tail_start(const uint16_t *g, uint64_t n, uint64_t p);

#endif
