/* Rare and common values, and the labels that set them apart. */
#ifndef TA_OCTAL_LABEL_H
#define TA_OCTAL_LABEL_H

#include "base/team.h"
#include "game/octal.h"

/* ---- mask.c: which values are rare ---- */

/* At heap n, value v is rare iff popcount(v & mask) is even, or with `parity`
 * popcount(v & mask) + n - t, where t is a break of the game (all its breaks
 * are then of one parity). */
typedef struct ta_octal_mask {
    uint16_t mask; /* not 0 where there are any values but 0 */
    bool parity;
    uint64_t rare; /* how many of the counted positions are */
} ta_octal_mask;

/* Parity splits heaps into classes only if n - t has the same parity for all
 * ways to break. */
bool ta_octal_parity_works(const ta_octal *game);

/* ---- label.c: values renumbered by class, see there ---- */

typedef struct ta_octal_labels {
    uint16_t mask;
    bool parity, dense;
    unsigned first;   /* the parity of the breaks */
    unsigned dropped; /* the bit of the mask that labels leave out */
    unsigned bits;    /* values are below 2^bits */
    uint32_t common;  /* the class bit: labels from here on are common */
} ta_octal_labels;

/* All labels are below. */
static inline uint32_t ta_octal_labels_end(const ta_octal_labels *l)
{
    return l->dense ? (uint32_t)1 << l->bits : 2 * l->common;
}

void ta_octal_labels_set(ta_octal_labels *l, const ta_octal *game,
                         const ta_octal_mask *mask, bool dense, unsigned bits);

static inline unsigned ta_parity(uint32_t value)
{
    return (unsigned)__builtin_parity(value);
}

/* 1 if position parity swaps the classes at heap n. */
static inline unsigned ta_octal_flip(const ta_octal_labels *l, uint64_t n)
{
    return l->parity ? ((unsigned)n ^ l->first) & 1 : 0;
}

/* The label at heap n of a value below 2^bits. */
static inline uint32_t ta_octal_label(const ta_octal_labels *l, uint64_t n,
                                      uint32_t value)
{
    if (l->dense)
        return value;
    uint32_t class = ta_parity(value & l->mask) ^ ta_octal_flip(l, n);
    uint32_t low = value & ((1u << l->dropped) - 1);
    uint32_t kept = (value >> (l->dropped + 1) << l->dropped) | low;
    return kept + (class != 0 ? l->common : 0);
}

/* And back. */
static inline uint32_t ta_octal_unlabel(const ta_octal_labels *l, uint64_t n,
                                        uint32_t label)
{
    if (l->dense)
        return label;
    uint32_t class = label >= l->common, kept = label & (l->common - 1);
    uint32_t low = kept & ((1u << l->dropped) - 1);
    uint32_t value = (kept >> l->dropped << (l->dropped + 1)) | low;
    if ((ta_parity(value & l->mask) ^ ta_octal_flip(l, n)) != class)
        value |= 1u << l->dropped;
    return value;
}

/* The values of heaps n, n + 1, ..., which have these labels; `value` may be
 * `label`. */
void ta_octal_unlabel_all(const ta_octal_labels *l, uint64_t n,
                          const uint16_t *label, size_t count, uint16_t *value);

/* How many rare labels, all from 0 on, stand for values below this common one:
 * those with less above the dropped bit and, if that bit is set here, those
 * with the same above it. */
static inline uint32_t ta_octal_rares_below(const ta_octal_labels *l,
                                            uint32_t value)
{
    return ((value >> l->dropped) + 1) / 2 << l->dropped;
}

/* How often each value below 2^bits occurs among the heaps [1, n): value v at
 * even ones of[2 * v] times, at odd ones of[2 * v + 1] times. All 0 for none.
 */
typedef struct ta_octal_counts {
    int64_t *of;
    unsigned bits;
    uint64_t n;
} ta_octal_counts;
void ta_octal_counts_free(ta_octal_counts *counts);

/* mask.c: the mask with the fewest rare positions among the heaps [1, n), by
 * two Walsh-Hadamard transforms. g[i] is the label of heap i; those that the
 * counts lack are counted, by a team or (NULL) alone. TA_ENOMEM. */
ta_status ta_octal_mask_choose(const ta_octal *game, ta_team *team,
                               const ta_octal_labels *labels, const uint16_t *g,
                               uint64_t n, ta_octal_counts *counts,
                               ta_octal_mask *mask);

#endif
