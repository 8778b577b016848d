/* Lists of splits; planes; what the current tile reaches. */
#ifndef TA_OCTAL_SPLITS_H
#define TA_OCTAL_SPLITS_H

#include "octal/label.h"

enum {
    OCTAL_TILE = 128,    /* splits with d >= 128 are marked for a whole tile */
    OCTAL_BLOCK = 32,    /* those with 32 <= d < 128 for a block */
    OCTAL_GROUP = 8,     /* near moves to heaps below a group for all of it */
    OCTAL_WINDOW = 16,   /* labels of a window */
    OCTAL_HALF = 8,      /* labels of half a window */
    OCTAL_PAD = 512,     /* OCTAL_NONE at a plane's start, read if d > h */
    OCTAL_NONE = 0x80,   /* byte of a plane: no common label of its window */
    OCTAL_MIRROR = 8192, /* a search first tries parts below this */
    OCTAL_PACKED = 9     /* bits of the offset in a packed split */
};

struct octal_engine;

/* Plane k is for window k: i for label 16 k + i of a common value, else
 * OCTAL_NONE. Plane `count` has octal_byte(label) of every heap. */
typedef struct octal_planes {
    uint8_t *bytes;
    uint64_t from, heaps; /* they cover [from, from + heaps) */
    uint64_t apart;       /* bytes from one plane to the next */
    uint64_t capacity;    /* of `bytes` */
    unsigned count;       /* windows with a plane; 0: the planes are void */
    bool tight;           /* memory is scarce: fewer heaps, no mirror */
    /* mirror[OCTAL_MIRROR - 1 - a] is octal_byte of heap a < mirrored: heaps in
     * decreasing order. */
    uint64_t mirrored;
    uint8_t mirror[OCTAL_MIRROR];
} octal_planes;

/* Returns the low 8 bits, bit 7 flipped by the class; xors like the label. */
static inline uint8_t octal_byte(uint16_t label)
{
    return (uint8_t)(label ^ (label >> 8 & 0x80));
}

static inline const uint8_t *octal_plane(const octal_planes *p, unsigned k,
                                         uint64_t heap)
{
    return p->bytes + k * p->apart + OCTAL_PAD + (heap - p->from);
}

/* A packed split, -back * 2^OCTAL_PACKED + offset: from any heap h to h - back
 * and a fixed heap; `offset`, of OCTAL_PACKED bits, is the place of the fixed
 * heap's look-up tables in `tables` of sweep.h. */
typedef struct octal_split_list {
    int64_t *split;
    size_t count, capacity;
} octal_split_list;
/* list[k] has the splits whose fixed heap has a label of window k. */
typedef struct octal_splits {
    octal_split_list *list;
    size_t windows, list_capacity;
    uint64_t reach; /* greatest `back` */
    size_t count;   /* of all splits */
} octal_splits;

/* What near moves to a heap of label x reach, for each d. These common labels
 * agree with x from bit 6 on, since the rare part a is below 32 and its value
 * at most 2 a <= 62 (check_values in octal-run.c): the word
 * of[octal_short(x)][OCTAL_GROUP + d] has bit i for the label that ends in i.
 * It is 0 for d <= 0 and d >= OCTAL_BLOCK, so that a group loads eight.
 * few[d][x % 64] is a copy for common x and 0 < d < OCTAL_GROUP. */
typedef struct octal_near {
    _Alignas(64) uint64_t of[2 * 64][OCTAL_BLOCK + 2 * OCTAL_GROUP];
    uint64_t few[OCTAL_GROUP][64];
} octal_near;

/* Returns the low 6 bits and the class bit, at 6. */
static inline unsigned octal_short(uint32_t label)
{
    return (label >> 9 & 64) | (label & 63);
}

/* What heaps reach of a window: bit i of of[0][j] is label i, of of[1][j] label
 * i + 8, for heap j. Reads may go beyond the last heap. */
typedef struct octal_window_marks {
    _Alignas(64) uint8_t of[2][OCTAL_TILE + 64];
} octal_window_marks;

/* Common labels that heaps of the tile, block or group reach. Entry [k][j] of
 * words is for heap j; bit i: label 64 k + i. */
typedef struct octal_tile {
    uint64_t start, block;         /* first heap of each; block 0: not begun */
    unsigned far_swept, mid_swept; /* half windows swept so far */
    unsigned usual; /* half windows of the labels of 128 heaps before */
    unsigned words; /* labels below 64 * words */
    octal_window_marks *far;       /* of each window: splits, d >= OCTAL_TILE */
    uint64_t (*mid)[OCTAL_BLOCK];  /* splits, d >= OCTAL_BLOCK */
    uint64_t (*near)[OCTAL_GROUP]; /* near moves, and take-outs */
} octal_tile;

typedef struct octal_marks {
    octal_near near;         /* near moves */
    octal_splits far, mid;   /* splits with a rare part */
    octal_splits by_witness; /* with a common witness, for proofs */
    octal_planes planes;
    octal_tile tile;
} octal_marks;

/* Lists the splits with the rare part `part`. Sets *far to the number of far
 * ones. */
ta_status tai_octal_list_part(struct octal_engine *e, uint64_t part,
                              size_t *far);
/* Makes all lists of splits again; the planes are void. */
ta_status tai_octal_list_splits(struct octal_engine *e);
/* Makes e->marks.by_witness again, from the first witnesses.front witnesses. */
ta_status tai_octal_list_witnesses(struct octal_engine *e);
/* Returns whether the planes are enough for [e->proved, to). */
bool tai_octal_planes_serve(const struct octal_engine *e, uint64_t to);
/* Makes planes for [e->proved, to); at the limit on memory `tight` ones; more
 * if e->wider. Returns TA_ELIMIT, TA_ERANGE (a label too large) or TA_ENOMEM.
 */
ta_status tai_octal_planes_set(struct octal_engine *e, uint64_t to);
void tai_octal_planes_drop(struct octal_engine *e); /* they are void */
void tai_octal_marks_free(octal_marks *s);

#endif
