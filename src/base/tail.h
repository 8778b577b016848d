/* The period of the end of a sequence. Place 0 is left out: it is what octal
 * games have for the empty heap. */
#ifndef TA_TAIL_H
#define TA_TAIL_H

#include <stddef.h>

#include "base/base.h"

/* border[m], m = 0 .. count: the length of the longest proper border of the m
 * places first[0], first[step], ... (Knuth, Morris, Pratt). */
void ta_borders(const uint16_t *first, ptrdiff_t step, uint64_t count,
                uint32_t *border);

/* The least p such that the last `tail` of g[1 .. n) are also found p places
 * before; 0 if there is none. O(n) time, 4 bytes for each place of the tail.
 * TA_ENOMEM. */
ta_status ta_tail_period(const uint16_t *g, uint64_t n, uint64_t tail,
                         uint64_t *period);
/* The least e >= 1 with g[i + p] == g[i] for all i of [e, n - p). */
uint64_t ta_tail_start(const uint16_t *g, uint64_t n, uint64_t p);

#endif
