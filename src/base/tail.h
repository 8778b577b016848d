/* The period of the end of a sequence. Place 0, the empty heap of octal games,
 * is no part of it. */
#ifndef TA_TAIL_H
#define TA_TAIL_H

#include <stddef.h>

#include "base/base.h"

/* Computes the longest proper borders (Knuth, Morris, Pratt) of the sequence
 * first[0], first[step], ...: border[m], m = 0 .. count, is the length of that
 * of the first m places. */
void ta_borders(const uint16_t *first, ptrdiff_t step, uint64_t count,
                uint32_t *border);

/* Computes the least p such that the last `tail` places of g[1 .. n) are also
 * found p places before; 0 if there is none. O(n) time, 4 bytes for each place
 * of the tail. TA_ENOMEM. */
ta_status ta_tail_period(const uint16_t *g, uint64_t n, uint64_t tail,
                         uint64_t *period);
/* Returns the least e >= 1 with g[i + p] == g[i] for all i of [e, n - p). */
uint64_t ta_tail_start(const uint16_t *g, uint64_t n, uint64_t p);

#endif
