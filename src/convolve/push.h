/* Push: mark c + s for every cold c and every s that lands in a window. */
#ifndef TA_PUSH_H
#define TA_PUSH_H

#include "game/set.h"

/* hot[t - lo] = 1 for every t in [lo, hi) with t - s cold for an s in S and
 * t - s in [from, to), to <= lo. `cold` is indexed by position. scratch
 * holds hi - lo values (only used by dense sets). */
void ta_push(const ta_set *set, const uint64_t *cold, uint64_t from,
             uint64_t to, uint64_t lo, uint64_t hi, uint64_t *scratch,
             uint64_t *hot);

#endif
