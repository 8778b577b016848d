/* Rare and common values, and the labels that set them apart. */
#ifndef TA_OCTAL_LABEL_H
#define TA_OCTAL_LABEL_H

#include "base/base-internal.h"
#include "game/octal-code.h"

enum {
    TAI_OCTAL_VALUE_MAX = 0xffff, /* Values are kept in 16 bits. */
    TAI_OCTAL_COMMON = 0x8000,    /* The bit of a label for the class. */
    TAI_OCTAL_KEPT = 0x7fff,      /* The other bits. */
};

/* At heap n, value v is rare if and only if popcount(v & mask) is even; with
 * `parity`, if and only if popcount(v & mask) + n - t is even, where t is a
 * break of the game (all breaks are then even, or all are odd).
 *
 * The label of v at heap n is v without the lowest bit of the mask, which is
 * bit `dropped`, and with the class of v (1: common) as its highest bit. Mask 0
 * means that labels are values. */
typedef struct octal_labels {
    uint16_t mask;
    bool parity;
    unsigned first;   /* The parity of the splits. */
    unsigned dropped; /* The number of the lowest bit of the mask. */
    uint16_t rest;    /* The mask without that bit, for labels. */
} octal_labels;

octal_labels tai_octal_labels_of(const ta_octal *game, uint16_t mask,
                                 bool parity);

static inline unsigned octal_odd(uint32_t bits)
{
    return (unsigned)__builtin_popcount(bits) & 1;
}

/* Returns 1 if position parity swaps the classes at heap n. */
static inline unsigned octal_flip(const octal_labels *l, uint64_t n)
{
    return l->parity ? ((unsigned)n ^ l->first) & 1 : 0;
}

/* Returns the bit in which the labels of equal values differ at two heaps that
 * are t apart: the class if position parity swaps it, else 0. */
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

/* Returns the dropped bit of the value that has this label at heap n. */
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

/* Returns how many rare labels stand for values below that of this common
 * label. They are all labels from 0 on: within a class the order of the labels
 * is that of the values, and of values that agree above the dropped bit the
 * rare ones are all below the common ones or all above. */
static inline uint32_t octal_rares_below(const octal_labels *l, uint64_t n,
                                         uint32_t label)
{
    const uint32_t high = (label & TAI_OCTAL_KEPT) >> l->dropped;
    return (high + octal_dropped(l, n, label)) << l->dropped;
}

/* Changes the labels of heaps n, n + 1, ..., by `from`, into those by `to`,
 * which may be stored in the same place. */
void tai_octal_relabel(const octal_labels *from, const octal_labels *to,
                       uint64_t n, const uint16_t *label, uint64_t count,
                       uint16_t *result);

/* How often each value occurs among the heaps [1, n): value v at even heaps
 * of[2 * v] times, at odd ones of[2 * v + 1] times. All 0 at first. */
typedef struct octal_counts {
    int64_t *of;
    unsigned bits; /* Values are below 2^bits. */
    uint64_t n;
} octal_counts;

/* Counts the heaps [counts->n, n), of which `label` has those from counts->n
 * on. All values are below 2^bits. TA_ENOMEM. */
ta_status tai_octal_count(octal_counts *counts, const octal_labels *labels,
                          const uint16_t *label, uint64_t n, unsigned bits);

/* Finds the mask with the fewest rare heaps among those counted, and their
 * number. TA_ENOMEM. */
ta_status tai_octal_mask_choose(const ta_octal *game,
                                const octal_counts *counts, octal_labels *best,
                                uint64_t *rare);

/* Position parity makes classes only if all breaks are even or all are odd. */
bool tai_octal_parity_works(const ta_octal *game);

#endif
