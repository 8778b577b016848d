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

/* The rule by which labels are made: v is rare if popcount(v & mask) is even;
 * with `parity`, at heap n, if popcount(v & mask) + n - t is, t any break: all
 * are even or all are odd. Without a mask labels are values. */
typedef struct octal_labels {
    uint16_t mask;
    bool parity;
    unsigned break_odd; /* 1 if the first break is odd */
    unsigned dropped;   /* the mask's lowest bit, which labels lack */
    uint16_t rest; /* the mask without bit `dropped`, moved down as in labels */
} octal_labels;

octal_labels tai_octal_labels_of(const tai_octal *game, uint16_t mask,
                                 bool parity);

static inline unsigned octal_odd(uint32_t bits)
{
    return (unsigned)__builtin_popcount(bits) & 1;
}

/* The same in 16 bits, for loops made into vectors, which lack popcounts. */
static inline uint16_t octal_odd16(uint16_t bits)
{
    bits = (uint16_t)(bits ^ bits >> 8);
    bits = (uint16_t)(bits ^ bits >> 4);
    bits = (uint16_t)(bits ^ bits >> 2);
    return (bits ^ bits >> 1) & 1;
}

/* Returns 1 if odd popcounts are rare at heap n, else 0. */
static inline unsigned octal_flip(const octal_labels *l, uint64_t n)
{
    return l->parity ? ((unsigned)n ^ l->break_odd) & 1 : 0;
}

/* Returns the xor of a value's labels at the heaps n and n + t. */
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

/* Returns bit l->dropped of the value of this label at heap n; it follows from
 * the class and the mask's other bits. */
static inline uint32_t octal_dropped_bit(const octal_labels *l, uint64_t n,
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
    return (kept >> l->dropped << 1 | octal_dropped_bit(l, n, label))
               << l->dropped |
           low;
}

/* Returns the number r of rare values below the common value of this label at
 * heap n; they have the labels 0, ..., r - 1, as labels of a class are in the
 * order of values. Of the 2^(d+1) values that agree above bit d = l->dropped
 * the 2^d rare ones share bit d, and the common ones have the other
 * (paper-notes.md, O2). */
static inline uint32_t octal_rares_below(const octal_labels *l, uint64_t n,
                                         uint32_t label)
{
    const uint32_t high = (label & TAI_OCTAL_KEPT) >> l->dropped;
    return (high + octal_dropped_bit(l, n, label)) << l->dropped;
}

/* Converts label[i], of heap n + i, from one rule to another. `result` may be
 * `label`. */
void tai_octal_relabel(const octal_labels *from, const octal_labels *to,
                       uint64_t n, const uint16_t *label, uint64_t count,
                       uint16_t *result);

/* How often each value v occurs in [1, n): of[2 v] times at even heaps, of[2 v
 * + 1] times at odd ones. All zero is empty. */
typedef struct octal_counts {
    int64_t *of;
    unsigned bits; /* values below 2^bits */
    uint64_t n;
} octal_counts;

/* Adds the heaps [counts->n, n); label[0] is that of the first. All values are
 * below 2^bits. */
ta_status tai_octal_count(octal_counts *counts, const octal_labels *labels,
                          const uint16_t *label, uint64_t n, unsigned bits);

/* Finds the rule that makes the fewest counted heaps rare, and sets *rare to
 * their number. */
ta_status tai_octal_mask_find(const tai_octal *game, const octal_counts *counts,
                              octal_labels *best, uint64_t *rare);

/* Returns whether `parity` may be set: there are breaks, of one parity. */
bool tai_octal_parity_works(const tai_octal *game);

#endif
