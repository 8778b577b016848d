/* Labels: renumbered nim-values of an octal game. One bit of a label says
 * whether the value is rare or common. README.md explains these two classes. */
#ifndef TA_OCTAL_LABEL_H
#define TA_OCTAL_LABEL_H

#include "base/base-internal.h"
#include "game/octal-code.h"

enum {
    /* The greatest nim-value that the engines store: values have 16 bits. */
    TAI_OCTAL_VALUE_MAX = 0xffff,
    /* Bit 15 of a label (renumbered value), the class bit. There are two
     * classes of values, rare and common (README.md). The bit is 1 if the value
     * is common, and 0 if it is rare. */
    TAI_OCTAL_COMMON = 0x8000,
    /* The bits of a label (renumbered value) that come from the value. The
     * other bit, bit 15, says whether the value is common or rare. */
    TAI_OCTAL_KEPT = 0x7fff,
};

/* A rule that divides the nim-values of a game into rare and common ones, and
 * that gives each value a new number, its label.
 *
 * If `parity` is false, a value v is rare if popcount(v & mask) is even, and
 * common if it is odd. If `parity` is true, the class depends on the heap too.
 * Let t be a number of tokens that a split in two takes. At heap n, the value v
 * is then rare if popcount(v & mask) + n - t is even. `parity` may be true only
 * if all numbers t are even, or all are odd.
 *
 * A label has 16 bits. Bit 15 is the class: 1 for a common value, 0 for a rare
 * one. The other bits are the bits of the value without bit number `dropped`,
 * the lowest 1 bit of the mask. If the mask is 0, labels are equal to values.
 */
typedef struct octal_labels {
    uint16_t mask;
    bool parity;
    /* 1 if the first number in the list game->breaks is odd, else 0. Each
     * number in this list is how many tokens a move may take when it splits a
     * heap in two. */
    unsigned first;
    /* The number of the lowest bit of `mask`. A label (renumbered value) leaves
     * out this bit of the value. */
    unsigned dropped;
    /* The mask, changed in the way in which a value is changed into its label
     * (renumbered value): bit number `dropped` is removed, and each higher bit
     * moves down by one place. So label & rest has the bits of value & mask,
     * except bit number `dropped`. */
    uint16_t rest;
} octal_labels;

octal_labels tai_octal_labels_of(const ta_octal *game, uint16_t mask,
                                 bool parity);

static inline unsigned octal_odd(uint32_t bits)
{
    return (unsigned)__builtin_popcount(bits) & 1;
}

/* Returns which nim-values v are rare at heap n. The result is 0 if those with
 * even popcount(v & l->mask) are rare, and 1 if those with odd
 * popcount(v & l->mask) are rare.
 *
 * If l->parity is false, the result is 0. If it is true, the result depends on
 * the number t of tokens that a split in two takes: it is 1 if n - t is odd.
 * (The game may have several such numbers t, but then all are even, or all are
 * odd.) */
static inline unsigned octal_flip(const octal_labels *l, uint64_t n)
{
    return l->parity ? ((unsigned)n ^ l->first) & 1 : 0;
}

/* One nim-value may have different labels (renumbered values) at the heaps n
 * and n + t. Returns the xor of these two labels. This is the class bit, bit
 * 15, if l->parity is true and t is odd. Otherwise it is 0. */
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

/* Returns bit number l->dropped, as 0 or 1, of the nim-value that has this
 * label (renumbered value) at heap n. The label leaves out this bit. */
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

/* Returns the number of rare nim-values that are smaller than a given common
 * value. `label` is the label (renumbered value) of the common value at heap n.
 * If the result is r, the smaller rare values have the labels 0, ..., r - 1.
 * (Labels of rare values are 0, 1, 2, ... in the order of the values.)
 *
 * The count works as follows. Let d be l->dropped. Cut all values into sets of
 * 2^(d+1) consecutive values. Each set has 2^d rare values. All rare values in
 * lower sets are smaller than the given value. In the set of the given value,
 * bit d is the same for all rare values, and the opposite for all common
 * values. So the rare values of this set are all smaller than the given value
 * if its bit d is 1. They are all larger if the bit is 0. */
static inline uint32_t octal_rares_below(const octal_labels *l, uint64_t n,
                                         uint32_t label)
{
    const uint32_t high = (label & TAI_OCTAL_KEPT) >> l->dropped;
    return (high + octal_dropped(l, n, label)) << l->dropped;
}

/* Converts the labels (renumbered values) of `count` heaps from one rule to
 * another. label[i] is the label of heap n + i under the rule *from. Sets
 * result[i] to the label of the same value under the rule *to. `result` may be
 * the same array as `label`. */
void tai_octal_relabel(const octal_labels *from, const octal_labels *to,
                       uint64_t n, const uint16_t *label, uint64_t count,
                       uint16_t *result);

/* Counts of how often each nim-value occurs among the heaps [1, n). In the
 * array `of`, the element of index 2 * v is the count of value v among even
 * heaps. The element of index 2 * v + 1 is that among odd heaps. A struct that
 * is all zero is an empty count. */
typedef struct octal_counts {
    int64_t *of;
    /* The array `of` has counts for the nim-values below 2^bits. No heap that
     * has been counted has a larger value. */
    unsigned bits;
    uint64_t n;
} octal_counts;

/* Adds the nim-values of the heaps [counts->n, n) to the counts. label[i] is
 * the label (renumbered value) of heap counts->n + i under the rule *labels.
 * All values must be below 2^bits. Returns TA_ENOMEM if there is no memory. */
ta_status tai_octal_count(octal_counts *counts, const octal_labels *labels,
                          const uint16_t *label, uint64_t n, unsigned bits);

/* Finds the mask m that makes the fewest of the counted heaps rare. A heap of
 * nim-value v is rare if popcount(v & m) is even. If the game allows it, rules
 * in which the parity of the heap also counts (octal_labels.parity) are tried
 * too. Sets *best to the best rule, and *rare to the number of heaps that this
 * rule makes rare. Returns TA_ENOMEM if there is no memory. */
ta_status tai_octal_mask_choose(const ta_octal *game,
                                const octal_counts *counts, octal_labels *best,
                                uint64_t *rare);

/* Returns whether the rule for rare values of this game may depend on the
 * parity of the heap (octal_labels.parity). This is possible if the game has
 * moves that split a heap in two. These moves must all take even numbers of
 * tokens, or all odd numbers. */
bool tai_octal_parity_works(const ta_octal *game);

#endif
