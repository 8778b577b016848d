/* The inner loops of the sparse engine, on labels (label.c): marks of what the
 * splits of many heaps reach, and searches for a split. */
#ifndef TA_OCTAL_LOOPS_H
#define TA_OCTAL_LOOPS_H

#include "base/base.h"

enum {
    TA_OCTAL_LANES = 32,  /* heaps that are treated at once */
    TA_OCTAL_COVER = 512, /* most labels of a class that waves cover */
};

/* ---- mark.c: with bytes ---- */

/* For every a of list[0 .. count) and lane j: the row of lane j gets 1 at
 * first[j - a] ^ g[a]. Rows have 2^row_bits bytes. `first` points to g[n - t]
 * for the first heap n of the block; all first[j - a] must be known. */
void ta_octal_mark(uint8_t *rows, unsigned row_bits, const uint16_t *g,
                   const uint16_t *first, const uint32_t *list, size_t count);

/* ---- wave.c: with vectors, 32 heaps side by side ---- */

/* Twice a label, since 32 bits are spread over a vector as they are read. */
static inline uint32_t ta_octal_twice(uint32_t label)
{
    return label << 16 | label;
}

/* Parts whose splits are marked together: of heap n + j the other part of the
 * one in list[i] is at first[j - list[i]], and the split's label is that ^
 * label[i], which is there twice, less the class if label[i] lacks it. */
typedef struct ta_octal_parts {
    const uint16_t *first;
    const uint32_t *list;
    const uint32_t *label;
    size_t count;
} ta_octal_parts;

/* What `count` such reach, to bit x % 64 of bits[(x - from) / 64][j] for labels
 * x in [from, from + cover), multiples of 64 and of 16, and maybe behind.
 * Unless `ends` is NULL, lane j needs labels below ends[j] only; the others, to
 * the end of the last window, become marked, and it may stop when all are. */
typedef void ta_octal_wave(uint64_t bits[][TA_OCTAL_LANES], unsigned from,
                           unsigned cover, const uint16_t *ends,
                           const ta_octal_parts *parts, size_t count);
/* To bytes of rows: row[x] of lane j becomes bit x % 64 of bits[x / 64][j], for
 * labels x below cover; lane j's row is at rows + (j << row_bits). */
typedef void ta_octal_spread(uint8_t *rows, unsigned row_bits, unsigned cover,
                             uint64_t bits[][TA_OCTAL_LANES]);
/* A move to a heap `back` below and, if it is a split, a rare part: from label
 * x of that heap to x ^ change, both common and less the class. */
typedef struct ta_octal_step {
    uint32_t back, change;
} ta_octal_step;
enum { TA_OCTAL_OCTET = 8 };
/* What the heaps in lanes [lane, lane + 8) reach by steps back by 8 or more, to
 * `windows` windows. at[j] is the label of the heap in lane j; all labels are
 * common. */
typedef void ta_octal_octet(uint64_t bits[][TA_OCTAL_LANES], unsigned windows,
                            unsigned lane, const uint16_t *at, uint32_t common,
                            const ta_octal_step *step, size_t count);

/* ---- sweep.c: with planes of bytes, 128 heaps side by side ---- */

/* Plane k, of the labels of a class from 16 k on, has a byte for each heap: the
 * low four bits of the label, with any other bits but the highest, which is set
 * if the label is none of these. Heap i is at bytes[i % ring]; the first ones
 * are there once more behind the end, and the last `back` before the beginning,
 * so that what a sweep reads is in a row. */
typedef struct ta_octal_planes {
    unsigned count;
    uint64_t ring, back; /* heaps */
    uint64_t apart;      /* of two planes, bytes */
    uint8_t *bytes;
    uint8_t *room; /* what is allocated */
    uint64_t bytes_room;
} ta_octal_planes;
enum { TA_OCTAL_PLANES = TA_OCTAL_COVER / 16, TA_OCTAL_SWEEP = 128 };
/* Splits that are swept together, of parts that have their labels in plane
 * `plane`: see ta_octal_packed. */
typedef struct ta_octal_run {
    const int32_t *split;
    unsigned count, plane;
} ta_octal_run;
/* How far a split goes back, less than 2^21, above so many bits that say where
 * the tables of its part's label are. */
enum { TA_OCTAL_PACKED = 10 };
static inline int32_t ta_octal_packed(uint32_t back, uint32_t label)
{
    return (int32_t)(label % 16 * 64) - (int32_t)(back << TA_OCTAL_PACKED);
}
/* What the splits of TA_OCTAL_SWEEP heaps from n on reach of `cover` labels
 * from `from` on, as waves have it, for each block `apart` rows behind the
 * block before, or-ed to what is there; `ends` is as for waves. */
typedef void ta_octal_sweep(uint64_t bits[][TA_OCTAL_LANES], size_t apart,
                            unsigned from, unsigned cover, const uint16_t *ends,
                            uint64_t n, const ta_octal_planes *planes,
                            const ta_octal_run *run, size_t runs);
/* The bytes of 32 heaps with such labels, those of the first plane to `bytes`.
 */
typedef void ta_octal_fill(uint8_t *bytes, const ta_octal_planes *planes,
                           const uint16_t label[TA_OCTAL_LANES],
                           uint32_t common);
#if TA_X86
ta_octal_sweep ta_octal_sweep_avx2;
ta_octal_fill ta_octal_fill_avx2;
#endif

/* ---- what there is ---- */

typedef struct ta_octal_vectors {
    ta_octal_wave *wave;
    ta_octal_octet *octet;
    ta_octal_spread *spread;
    ta_octal_sweep *sweep;
    ta_octal_fill *fill;
    bool sweeps_tiles; /* or waves do that as well, and sweeps only prove */
    /* The greatest cover of waves alone; and where there are sweeps, or several
     * threads share the marks, which they can in this way only. */
    unsigned most, most_shared;
} ta_octal_vectors;
const ta_octal_vectors *ta_octal_vectors_for(ta_isa isa); /* or NULL */

/* ---- find.c ---- */

/* The least a in [from, end) with g[a] ^ rest[-a] == label, or 0 if there is
 * none. from >= 1. */
typedef uint64_t ta_octal_find(const uint16_t *g, const uint16_t *rest,
                               uint64_t from, uint64_t end, uint16_t label);
ta_octal_find *ta_octal_find_for(ta_isa isa);
/* The least k in [0, count) with mirror[-k] ^ rest[-k] == label, or count; of
 * labels that stand in memory backwards, so that none need be turned round, and
 * of these the low bytes only, of which more are looked at in the same time. */
typedef size_t ta_octal_seek(const uint8_t *mirror, const uint8_t *rest,
                             size_t count, uint8_t label);
ta_octal_seek *ta_octal_seek_for(ta_isa isa);

#endif
