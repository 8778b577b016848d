/* Exact middle products by one long multiplication of packed integers. */
#ifndef TA_PACKED_H
#define TA_PACKED_H

#include "base/base-internal.h"

/* As `marks` of transforms.h for one term, on integers: marks[v] for 0 <= v <
 * B, B a multiple of 64, from B bits `a` and 2B bits `window`. Each coefficient
 * gets bits enough for the largest possible count, so nothing carries over.
 * Uses GMP's mpn_mul. TA_ENOMEM. */
ta_status tai_packed_marks(const uint64_t *a, const uint64_t *window,
                           uint64_t length, uint64_t *marks);

/* Bytes that it and GMP allocate for that length, when the window has at most
 * `moves` bits set; an upper bound. */
uint64_t tai_packed_bytes(uint64_t length, uint64_t moves);

#endif
