/* The engine of class planes: what its files share.
 *
 * Positions are kept by residue class mod M, as the wheel keeps them
 * (cold/wheel/wheel.h): n = M j + s is row j of class s, bit j + lift_s of its
 * array, its place; a move shifts places by whole bytes and a slip. */
#ifndef TA_NIM_PLANES_H
#define TA_NIM_PLANES_H

#include "cold/wheel/wheel.h"
#include "nim/nim.h"

enum {
    PLANES_CLASSES = 15, /* M is at most this, and odd: a bit each in 32 */
    PLANES_LISTS = 8 * PLANES_CLASSES,        /* by residue and slip */
    PLANES_VECTORS = 2,                       /* a tile has at most these */
    PLANES_WORDS = 8 * PLANES_VECTORS,        /* the same in words */
    PLANES_FRONT = 64 * (PLANES_VECTORS + 1), /* zero bytes before place 0 */
    PLANES_ROWS = 512 * PLANES_VECTORS - WHEEL_MARGIN, /* of a block, at most */
    PLANES_STRETCH = PLANES_CLASSES * PLANES_ROWS /* positions of a block */
};

/* Bits by class. */
typedef struct planes_bits {
    uint8_t *byte;
    size_t stride; /* of a class */
} planes_bits;

/* The byte of a place of class s. */
static inline uint8_t *planes_at(const planes_bits *b, unsigned s,
                                 uint64_t place)
{
    return b->byte + s * b->stride + PLANES_FRONT + place / 8;
}

/* Bytes of planes_bits for n positions, an upper bound. */
uint64_t planes_bits_memory(uint64_t n);

/* The moves, for the OR kernel. List 8 d + r holds those of residue d mod M and
 * slip r, increasing: offset[k] = top - (whole bytes that the move shifts). */
typedef struct planes_shifts {
    wheel_modulus mod;
    uint32_t start[PLANES_LISTS + 1];
    uint32_t *offset;
    uint32_t top;
    unsigned residue[PLANES_CLASSES]; /* of moves, mod M */
    unsigned residues;
    uint32_t before[PLANES_CLASSES]; /* bit s: moves lead there from class t */
    uint64_t *small; /* bit v, v < PLANES_STRETCH: v is a move */
} planes_shifts;

uint64_t planes_shifts_memory(uint64_t moves);
ta_status planes_shifts_init(planes_shifts *s, uint32_t m, const uint64_t *set,
                             size_t count);
void planes_shifts_free(planes_shifts *s);

/* Whole bytes that the move of an entry shifts; may be negative. */
static inline int64_t planes_whole(const planes_shifts *s, uint32_t k)
{
    return (int64_t)s->top - (int64_t)s->offset[k];
}

/* The M for which the fewest options of a position lie in classes where its
 * value is frequent; from value[0 .. n). */
uint32_t planes_modulus(const uint64_t *set, size_t count,
                        const uint16_t *value, uint64_t n);

/* Sources at origin + offset[k], k < count, each moved up by `slip` < 8
 * lanes. */
typedef struct planes_sources {
    const uint32_t *offset;
    uint32_t count, slip;
} planes_sources;

/* tile |= the sources of some lists, until it is full. True if it is. */
typedef bool planes_reach(uint64_t *tile, unsigned vectors,
                          const uint8_t *origin, const planes_sources *list,
                          size_t lists);
planes_reach *planes_reach_here(void);

/* What all layers share. */
typedef struct planes {
    const ta_job *job;
    planes_reach *reach;
    planes_shifts shifts;
    planes_bits open; /* positions without a value yet */
    uint16_t *value;
    uint64_t first_row; /* rows below were valued before, by the definition */
    uint64_t rows;      /* in all */
    uint64_t most_rows; /* of a block; a multiple of 8 */
} planes;

/* How many rows the block at `row` has. */
static inline uint64_t planes_block(const planes *p, uint64_t row)
{
    /* They grow with what lies before: moves within a block are dearer. */
    uint64_t rows = ta_max_u64(row / 64 * 8, 8);
    return ta_min_u64(rows, p->most_rows);
}

/* Positions of a class within reach of near moves, increasing, mod 2^32. */
typedef struct planes_recent {
    uint32_t at[2 * PLANES_ROWS];
    uint32_t from, to;
} planes_recent;

/* One layer: the positions of one value, found block by block.
 *
 * A class is dense where its positions are so many that to OR its bits into
 * others costs less than to push each of them; otherwise sparse. */
typedef struct planes_layer {
    const planes *p;
    unsigned value;
    planes_bits found; /* its positions so far */
    planes_bits hit;   /* what those in sparse classes lead to */
    uint64_t total, count[PLANES_CLASSES];
    bool dense[PLANES_CLASSES];
    unsigned source[PLANES_CLASSES]; /* dense classes, the fullest first */
    unsigned sources;
    uint64_t looked, look; /* rows where dense was told, and will be next */
    uint64_t at_look[PLANES_CLASSES]; /* counts at the last look */
    planes_recent *recent;            /* of each class */
    uint32_t some;                    /* bit s: class s has any */
    uint64_t *left;      /* positions of the block that no far move leads to */
    uint64_t row, block; /* the block at hand: first row, rows */
    uint32_t near[PLANES_LISTS]; /* moves of each list: the first that is far */
    uint32_t end[PLANES_LISTS];  /* and the first that goes too far */
    uint64_t pushes;
} planes_layer;

uint64_t planes_layer_memory(uint64_t n);
ta_status planes_layer_init(planes_layer *l, const planes *p);
void planes_layer_free(planes_layer *l);

/* Starts the layer of a value: what was found by the definition. */
void planes_layer_begin(planes_layer *l, unsigned value);
/* Does the block at l->row, all earlier ones of this layer being done, and of
 * the layer below all up to the one after it; moves on. */
void planes_layer_block(planes_layer *l);

/* The recent positions of all classes: what the block at l->row needs. */
void planes_forget(planes_layer *l);
/* Keeps a position that was found. */
void planes_add(planes_layer *l, uint64_t n);
/* Tells dense from sparse classes anew. */
void planes_tell_apart(planes_layer *l);

#endif
