/* Middle products of indicators, exactly, by number-theoretic transforms.
 *
 * For c of B bits and a window k of 2B bits, c(x) k(x) = P0 + P1 x^B + P2 x^2B
 * and P1 is wanted: where is it 0? Modulo x^B - i and x^B + i, i a square root
 * of -1 modulo the prime p = 7 * 2^26 + 1, the product is (P0 - P2) + i P1 and
 * (P0 - P2) - i P1. The two are equal exactly where P1 = 0 modulo p, and that
 * is where P1 = 0, for 0 <= P1 <= B < p (and a sum of such products below p,
 * too). No weights, no rounding, no bound. paper-notes.md, "Exact transforms",
 * has the proof that nothing overflows on the way. */
#ifndef TA_NTT_H
#define TA_NTT_H

#include "convolve/sum.h"

struct ta_team;
typedef struct ta_ntt ta_ntt; /* transforms of one length */

enum { TA_NTT_LEAST_LOG = 6, TA_NTT_MOST_LOG = 24 };

/* For B = 2^log_length; team may be NULL, and must outlive it. TA_ENOMEM. */
ta_status ta_ntt_new(unsigned log_length, struct ta_team *team, ta_ntt **ntt);
void ta_ntt_free(ta_ntt *ntt); /* accepts NULL */

/* Bytes of one transform, and of what ta_ntt_new allocates. */
uint64_t ta_ntt_transform_bytes(unsigned log_length);
uint64_t ta_ntt_fixed_bytes(unsigned log_length);

/* transform = that of B bits, or of a window of 2B bits; 64-byte aligned. */
void ta_ntt_of_bits(const ta_ntt *ntt, const uint64_t *bits, void *transform);
void ta_ntt_of_window(const ta_ntt *ntt, const uint64_t *bits, void *transform);

/* Forms the sums; transforms that they share are read from memory once. All
 * products of one result may count up to p - 1 together. */
void ta_ntt_accumulate(const ta_ntt *ntt, const ta_sum *sums, size_t count);

/* Transforms `sum` back (destroying it) and sets bit v of marks, of B bits,
 * where the middle product is not 0. */
void ta_ntt_marks(const ta_ntt *ntt, void *sum, uint64_t *marks);

#endif
