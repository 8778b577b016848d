/* Labels: numbers for the nim-values of an octal game, in which one bit says
 * whether the value is rare or common. README.md explains rare and common. */
#ifndef TA_OCTAL_LABEL_H
#define TA_OCTAL_LABEL_H

#include "base/base-internal.h"
#include "game/octal-code.h"

enum {
    /* The greatest nim-value that the engines store: values have 16 bits. */
    TAI_OCTAL_VALUE_MAX = 0xffff,
    /* The class bit of a label: it is 1 if the value is common. */
    TAI_OCTAL_COMMON = 0x8000,
    /* The bits of a label that come from the value: all but the class bit. */
    TAI_OCTAL_KEPT = 0x7fff,
};

/* The rule by which the values of a game are rare or common, and get labels.
 *
 * If `parity` is false, value v is rare if and only if popcount(v & mask) is
 * even. If `parity` is true, the class depends on the heap too: at heap n, v is
 * rare if and only if popcount(v & mask) + n - t is even. Here t is a break, a
 * number of tokens that a split takes. All breaks are then even, or all are
 * odd.
 *
 * The label of v at heap n has 16 bits. Its highest bit is the class: 1 for a
 * common value, 0 for a rare one. The other bits are those of v without bit
 * number `dropped`, which is the lowest bit of the mask. If the mask is 0,
 * labels are equal to values. */
typedef struct octal_labels {
    uint16_t mask;
    bool parity;
    /* 1 if the first break of the game is odd, else 0. */
    unsigned first;
    /* The number of the lowest bit that is set in the member `mask`. A label
     * leaves out this bit of the nim-value. */
    unsigned dropped;
    /* The member `mask`, moved to the places that the bits of a value have in a
     * label. Bit number `dropped` is left out, and the higher bits move down by
     * one place. */
    uint16_t rest;
} octal_labels;

octal_labels tai_octal_labels_of(const ta_octal *game, uint16_t mask,
                                 bool parity);

static inline unsigned octal_odd(uint32_t bits)
{
    return (unsigned)__builtin_popcount(bits) & 1;
}

/* Returns 1 if the classes rare and common of all values are swapped at heap n;
 * else 0. They are swapped if the rule has `parity` and n - t is odd, where t
 * is a break of the game. */
static inline unsigned octal_flip(const octal_labels *l, uint64_t n)
{
    return l->parity ? ((unsigned)n ^ l->first) & 1 : 0;
}

/* Returns the xor of the labels that one value has at the heaps n and n + t.
 * This is the class bit if the rule has `parity` and t is odd, else 0. */
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

/* Returns the bit of a value that its label leaves out, bit number l->dropped,
 * as 0 or 1. The value is the one that has this label at heap n. */
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

/* Returns the number r of rare values below the value that has this common
 * label at heap n. The labels of these rare values are exactly 0, ..., r - 1.
 * First, labels of one class are in the order of their values. Second, among
 * the values that agree in all bits above the dropped one, the rare values are
 * all smaller than the common ones or all greater. */
static inline uint32_t octal_rares_below(const octal_labels *l, uint64_t n,
                                         uint32_t label)
{
    const uint32_t high = (label & TAI_OCTAL_KEPT) >> l->dropped;
    return (high + octal_dropped(l, n, label)) << l->dropped;
}

/* Computes the labels of `count` heaps by another rule. label[i] is the label
 * of heap n + i by the rule `from`; result[i] becomes the label of the same
 * value by the rule `to`. `result` may be the same array as `label`. */
void tai_octal_relabel(const octal_labels *from, const octal_labels *to,
                       uint64_t n, const uint16_t *label, uint64_t count,
                       uint16_t *result);

/* Counts of how often each nim-value occurs among the heaps [1, n). Value v
 * occurs of[2 * v] times at even heaps and of[2 * v + 1] times at odd heaps. A
 * struct that is all zero is an empty count. */
typedef struct octal_counts {
    int64_t *of;
    /* All counted values are below 2^bits. */
    unsigned bits;
    uint64_t n;
} octal_counts;

/* Adds the values of the heaps [counts->n, n) to the counts. label[i] is the
 * label of heap counts->n + i. All values must be below 2^bits. Returns
 * TA_ENOMEM if there is no memory. */
ta_status tai_octal_count(octal_counts *counts, const octal_labels *labels,
                          const uint16_t *label, uint64_t n, unsigned bits);

/* Finds the mask, with or without parity (see octal_labels), that makes the
 * fewest of the counted heaps rare. Sets *best to the rule of this mask and
 * *rare to the number of these rare heaps. Returns TA_ENOMEM if there is no
 * memory. */
ta_status tai_octal_mask_choose(const ta_octal *game,
                                const octal_counts *counts, octal_labels *best,
                                uint64_t *rare);

/* Returns whether a rule with `parity` (see octal_labels) is possible for this
 * game: the game has breaks, and all of them are even or all are odd. */
bool tai_octal_parity_works(const ta_octal *game);

#endif
