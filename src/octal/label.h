/* Labels: nim-values renumbered, with a bit that says rare or common
 * (README.md). */
#ifndef TA_OCTAL_LABEL_H
#define TA_OCTAL_LABEL_H

#include "base/base-internal.h"
#include "game/octal-code.h"

enum {
    TAI_OCTAL_VALUE_MAX = 0xffff, /* values have 16 bits */
    TAI_OCTAL_COMMON = 0x8000, /* class bit of a label: the value is common */
    TAI_OCTAL_KEPT = 0x7fff,   /* the bits from the value */
};

/* The rule: v is rare if popcount(v & mask) is even; with `parity`, at heap n,
 * if popcount(v & mask) + n - t is, t a break, all of which have one parity.
 * Without a mask labels are values. */
typedef struct octal_labels {
    uint16_t mask;
    bool parity;
    unsigned first;   /* 1 if the first break is odd */
    unsigned dropped; /* lowest bit of the mask */
    uint16_t rest; /* the mask without bit `dropped`, moved down as in labels */
} octal_labels;

octal_labels tai_octal_labels_of(const tai_octal *game, uint16_t mask,
                                 bool parity);

static inline unsigned octal_odd(uint32_t bits)
{
    return (unsigned)__builtin_popcount(bits) & 1;
}

/* Returns 1 if odd popcounts are rare at heap n, else 0. */
static inline unsigned octal_flip(const octal_labels *l, uint64_t n)
{
    return l->parity ? ((unsigned)n ^ l->first) & 1 : 0;
}

/* Returns the xor of the labels of one value at the heaps n and n + t. */
static inline uint32_t octal_swap(const octal_labels *l, uint64_t t)
{
    return l->parity && t % 2 != 0 ? TAI_OCTAL_COMMON : 0;
}

static inline uint32_t octal_label(const octal_labels *l, uint64_t n,
                                   uint32_t value)
{
    if (l->mask == 0)
        return value;
    const uint32_t low = value & ((1u << l->dropped) - 1);
    const uint32_t kept = value >> (l->dropped + 1) << l->dropped | low;
    return kept | (octal_odd(value & l->mask) ^ octal_flip(l, n)) << 15;
}

/* Returns bit l->dropped of the value of this label at heap n. */
static inline uint32_t octal_dropped(const octal_labels *l, uint64_t n,
                                     uint32_t label)
{
    return label >> 15 ^ octal_flip(l, n) ^ octal_odd(label & l->rest);
}

static inline uint32_t octal_value_at(const octal_labels *l, uint64_t n,
                                      uint32_t label)
{
    if (l->mask == 0)
        return label;
    const uint32_t kept = label & TAI_OCTAL_KEPT;
    const uint32_t low = kept & ((1u << l->dropped) - 1);
    return (kept >> l->dropped << 1 | octal_dropped(l, n, label))
               << l->dropped |
           low;
}

/* Returns the number r of rare values below the common value of this label at
 * heap n; they have the labels 0, ..., r - 1. Of each set of 2^(d+1) values in
 * a row, d = l->dropped, 2^d are rare, and in the set of the value bit d is the
 * same for all rare ones and opposite for all common ones: so its rare ones are
 * all smaller if bit d of the value is 1, else all larger. */
static inline uint32_t octal_rares_below(const octal_labels *l, uint64_t n,
                                         uint32_t label)
{
    const uint32_t high = (label & TAI_OCTAL_KEPT) >> l->dropped;
    return (high + octal_dropped(l, n, label)) << l->dropped;
}

/* Converts label[i] of heap n + i from one rule to another. `result` may be
 * `label`. */
void tai_octal_relabel(const octal_labels *from, const octal_labels *to,
                       uint64_t n, const uint16_t *label, uint64_t count,
                       uint16_t *result);

/* How often each value v occurs in [1, n): of[2 v] among even heaps, of[2 v +
 * 1] among odd ones. All zero is empty. */
typedef struct octal_counts {
    int64_t *of;
    unsigned bits; /* values below 2^bits */
    uint64_t n;
} octal_counts;

/* Counts the heaps [counts->n, n) by their labels; all values are below 2^bits.
 */
ta_status tai_octal_count(octal_counts *counts, const octal_labels *labels,
                          const uint16_t *label, uint64_t n, unsigned bits);

/* Finds the rule that makes the fewest counted heaps rare, and sets *rare to
 * their number. */
ta_status tai_octal_mask_choose(const tai_octal *game,
                                const octal_counts *counts, octal_labels *best,
                                uint64_t *rare);

/* Returns whether parity may count: there are breaks, of one parity. */
bool tai_octal_parity_works(const tai_octal *game);

#endif
