/* The state of the engine for nim-values of octal games. README.md has the
 * method and its proof.
 *
 *   break      tokens that a move may take while it splits the rest in two
 *   mask       a number m that divides the nim-values into rare and common
 *   rare       of a value v: v & m has an even number of 1 bits (but see
 *              octal_labels); of a heap: its value is rare; few heaps are
 *   common     not rare
 *   label      a nim-value renumbered: the lowest 1 bit of m is removed, and
 *              higher bits move down by one place; bit 15, the class bit, is
 *              1 for a common value
 *   window k   the labels 16 k, ..., 16 k + 15 without the class bit
 *   plane      a byte for each heap, made from its label
 *   witness    a small heap that is often a part of splits to rare values
 *   tile       128 heaps in a row; block: 32 heaps of a tile; group: 8 heaps
 *              of a block
 *   near       a move to h - d, d < 32, alone or with a rare heap; far: a
 *              split with d >= 128
 *   presumed   of a value: the least common value that the heap does not
 *              reach; right if the heap reaches all lower rare values
 *   batch      the heaps whose presumed values are proved together
 *   held       in memory, as labels: all heaps, or in a long run a head and a
 *              tail of them */
#ifndef TA_OCTAL_ENGINE_H
#define TA_OCTAL_ENGINE_H

#include "base/pool.h"
#include "octal/label.h"

enum {
    OCTAL_TILE = 128,  /* splits with d >= 128 are marked for a whole tile */
    OCTAL_BLOCK = 32,  /* those with 32 <= d < 128 for a block */
    OCTAL_GROUP = 8,   /* near moves to below it for a group, by tables */
    OCTAL_WINDOW = 16, /* labels */
    OCTAL_BATCH = 128, /* tiles of a batch at most */
    /* Fewest heaps from which a mask is chosen. A longer run chooses its first
     * one at OCTAL_FIRST. */
    OCTAL_FIRST_CHOICE = 128,
    /* Heaps below are computed by the definition. Above all numbers of tokens
     * that a move takes, so that from here on no move takes a whole heap. */
    OCTAL_FIRST = 1024,
    OCTAL_MIRROR = 8192,    /* a search first tries parts below this */
    OCTAL_WITNESSES = 4096, /* that are kept at most */
    OCTAL_PAD = 512,        /* filler bytes at the start of a plane */
    OCTAL_SPARE = 512,      /* a margin above a tile and any take */
    /* Byte of a plane: no common label of its window. */
    OCTAL_NONE = 0x80,
};

/* ---- held.c: the labels that are in memory ---- */

/* While head and back are 0, all labels are held; later those of [0, head) and
 * from `back` on. */
typedef struct octal_held {
    uint16_t *g;    /* head, then tail */
    uint16_t *tail; /* of heap back: g + head */
    uint64_t head, back;
    uint64_t room; /* labels that g has memory for */
    uint64_t most; /* that it may have at most */
    uint64_t keep; /* all are held until this number of heaps is proved */
    /* A heap could not be computed for want of discarded labels: the run begins
     * again with more memory, or fails. */
    bool lost;
    /* Proofs use no split whose smaller part is this number or more. It is
     * UINT64_MAX except in tai_octal_engine_check(). */
    uint64_t parts;
} octal_held;

static inline uint16_t *octal_at(const octal_held *h, uint64_t heap)
{
    return h->tail + (heap - h->back);
}

/* Returns the first heap without memory. */
static inline uint64_t octal_held_end(const octal_held *h)
{
    return h->back + (h->room - h->head);
}

/* Returns a bound: if the smaller part of a split of the current heap is below
 * it, proofs may use the split, and both parts are held. */
static inline uint64_t octal_held_parts(const octal_held *h)
{
    return h->back > 0 ? tai_min_u64(h->parts, h->head - OCTAL_SPARE)
                       : h->parts;
}

/* ---- splits.c: lists of splits, and planes ---- */

/* Plane k is for window k: i for label 16 k + i of a common value, else
 * OCTAL_NONE, also in the OCTAL_PAD bytes before the first heap. Plane `count`
 * has octal_byte(label) of every heap. */
typedef struct octal_planes {
    uint8_t *bytes;
    uint64_t from, room; /* they cover [from, from + room) */
    uint64_t apart;      /* bytes from one plane to the next */
    uint64_t capacity;   /* of `bytes` */
    unsigned count;      /* windows with a plane */
    uint64_t most;       /* bytes allowed */
    bool tight;          /* memory is scarce: fewer heaps, slower */
    /* mirror[OCTAL_MIRROR - 1 - a] is octal_byte of heap a < mirrored: heaps in
     * decreasing order. */
    uint64_t mirrored;
    uint8_t *mirror;
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
enum { OCTAL_PACKED = 9 };
typedef struct octal_run {
    int64_t *split;
    size_t count, room;
} octal_run;
/* Packed splits; run[k] has those whose fixed heap has a label of window k. */
typedef struct octal_splits {
    octal_run *run;
    size_t windows, run_room;
    uint64_t reach; /* greatest d */
    size_t count;
} octal_splits;

/* What near moves to a heap of label x reach, for each d: common labels among
 * 64 w, ..., 64 w + 63, w = x / 64 without the class bit. The word
 * of[octal_short(x)][OCTAL_GROUP + d] has bit i for label 64 w + i; it is 0 for
 * d < 0 and d >= OCTAL_BLOCK. few[d][x % 64] is a copy for common x and 0 < d <
 * OCTAL_GROUP. Labels stay near x since the rare part a is below 32 and its
 * value at most 2 a <= 62 (check_values in octal-run.c). */
typedef struct octal_near {
    _Alignas(64) uint64_t of[2 * 64][OCTAL_BLOCK + 2 * OCTAL_GROUP];
    uint64_t few[OCTAL_GROUP][64];
} octal_near;

/* Returns the low 6 bits and the class bit, at 6. */
static inline unsigned octal_short(uint32_t label)
{
    return (label >> 9 & 64) | (label & 63);
}

/* What heaps in work reach: common labels, by splits with a rare part and by
 * take-outs. Entry [k][j] is for heap j of the tile, block or group; bit i:
 * label 64 k + i. */
typedef struct octal_tile {
    uint64_t start, block; /* first heap of each; block 0: not begun */
    bool ready;            /* `start` and `far` hold; else a new tile begins */
    unsigned far_swept, mid_swept; /* windows swept so far */
    unsigned words;                /* labels below 64 * words */
    uint64_t (*far)[OCTAL_TILE];   /* splits, d >= OCTAL_TILE */
    uint64_t (*mid)[OCTAL_BLOCK];  /* splits, OCTAL_BLOCK <= d < OCTAL_TILE */
    uint64_t (*near)[OCTAL_GROUP]; /* near moves, and take-outs */
} octal_tile;

typedef struct octal_marks {
    octal_planes planes;
    octal_splits far, mid; /* splits with a rare part */
    octal_near *near;      /* near moves */
    /* splits with a common witness, by which proofs begin */
    octal_splits served;
    octal_tile tile;
    bool wider; /* a label was too large for the planes: more are needed */
} octal_marks;

struct octal_engine;

/* ---- decide-kernel.c: its table of functions ---- */

typedef struct tai_octal_kernel {
    /* Gives the heaps [e->decided, to) presumed labels, in order, and raises
     * e->decided. Stops early, with e->marks.wider, at a label too large for
     * the planes. */
    void (*decide)(struct octal_engine *e, uint64_t to);
    /* Marks in tile.far what the tile reaches by the last `splits` entries of
     * the run of `part`, which was just found rare. */
    void (*add_far)(struct octal_engine *e, uint64_t part, size_t splits);
    /* Brings all planes up to date for [from, to). */
    void (*fill)(const struct octal_engine *e, uint64_t from, uint64_t to);
} tai_octal_kernel;
TA_KERNEL(tai_octal_kernel);

/* ---- prove-kernel.c: a proof, and the table of functions ---- */

/* Does each heap of [from, to) reach all rare values below its presumed one? */
typedef struct octal_proof {
    uint64_t from, to;
    /* The first heap that does not, or `to`: if all below `from` are right,
     * [from, good) is proved. Dropped if an earlier proof fails. */
    uint64_t good;
    uint32_t label; /* of the least rare value that it misses */
    uint32_t top;   /* greatest label of [from, to), without the class bit */
} octal_proof;

typedef struct tai_octal_prover {
    /* Makes the proof, and fills in its other members. */
    void (*prove)(const struct octal_engine *e, octal_proof *proof);
    /* Returns the smaller part of a split of `heap` into held heaps whose
     * labels xor to `label`; 0 if there is none. */
    uint64_t (*search)(const struct octal_engine *e, uint64_t heap,
                       uint32_t label);
} tai_octal_prover;
TA_KERNEL(tai_octal_prover);

/* ---- sets.c: sets of values ---- */

/* Sets of nim-sums as bits: for each m, those of all pairs of heaps with m
 * tokens together; with splits in three also of all triples. */
typedef struct octal_sets {
    uint64_t *bits;
    uint64_t n, capacity; /* sets computed; with memory */
    uint64_t words;       /* of a set; a power of two; 0: no sets */
    unsigned kinds;       /* 1 pairs; 2 and triples */
    uint64_t most;        /* bytes allowed */
} octal_sets;

/* ---- witness.c: the witnesses ---- */

typedef struct octal_witness {
    uint32_t part;
    uint32_t score; /* grows when it is first to reach a rare value */
} octal_witness;

typedef struct octal_witnesses {
    octal_witness *of;   /* by falling score, sorted from time to time */
    size_t count, front; /* proofs begin with the first `front` */
    unsigned rated;      /* calls of tai_octal_rate_witnesses */
} octal_witnesses;

/* ---- rare.c: rare heaps, the mask, the largest value ---- */

typedef struct octal_rare {
    uint32_t *at; /* rare heaps from 1 on, increasing */
    size_t count, room;
    uint64_t most; /* bytes allowed */
} octal_rare;

/* For the choice of the mask. */
typedef struct octal_choice {
    octal_counts counts;
    uint64_t next; /* chosen again when so far is proved */
    bool of_use;   /* it makes few heaps rare */
} octal_choice;

/* Of all proved heaps. */
typedef struct octal_largest {
    uint32_t value;
    uint64_t at; /* first heap of this value */
    /* a label below it, without class bit, is of no larger value */
    uint32_t kept;
    uint32_t top; /* greatest label, without class bit */
} octal_largest;

/* ---- engine.c: the state of the engine ---- */

/* The proofs of a batch, one for each 128 heaps, shared by threads. */
typedef struct octal_batch {
    const tai_octal_prover *prover;
    tai_pool *pool; /* or NULL */
    octal_proof proof[OCTAL_BATCH];
    size_t count;
    tai_pool_job job;
} octal_batch;

/* Invariant: proved <= decided <= octal_held_end(&held). Values below `proved`
 * are certain, those of [proved, decided) presumed. */
typedef struct octal_engine {
    const tai_octal *game;
    const tai_octal_kernel *kernel;
    octal_held held;
    octal_labels labels;
    octal_choice choice;
    octal_rare rare;
    octal_marks marks;
    octal_witnesses witnesses;
    octal_batch batch;
    octal_sets sets;
    uint64_t proved, decided;
    /* The array held.g has the nim-values of the heaps [0, given), from an
     * archive. Heaps below `given` are not computed, but get these values. */
    uint64_t given;
    octal_largest largest;
} octal_engine;

/* ---- engine.c ---- */

/* Returns a new engine, with heap 0 computed, for the caller's thread alone;
 * NULL without memory. */
octal_engine *tai_octal_engine_new(const tai_octal *game);
void tai_octal_engine_free(octal_engine *e); /* accepts NULL */
/* Computes each heap by sets.c, as games with splits in three always do. Called
 * before any heap but 0 is computed. */
void tai_octal_engine_use_sets(octal_engine *e);
/* Proves at least [0, to), nothing from `end` on. Returns TA_ERANGE above value
 * 65535, TA_ELIMIT, TA_ENOMEM or TA_ECANCELLED. */
ta_status tai_octal_engine_run(octal_engine *e, uint64_t to, uint64_t end,
                               const ta_options *options, ta_error *error);

/* Returns in *holds whether each of the heaps [from, e->proved) reaches all
 * rare values below its own by take-outs and by splits whose smaller part is
 * below `parts` (paper-notes.md, O3). None of these heaps may be rare. Returns
 * as tai_octal_engine_run(). */
ta_status tai_octal_engine_check(octal_engine *e, uint64_t from, uint64_t parts,
                                 const ta_options *options, bool *holds);

/* ---- sets.c ---- */

/* Computes heap e->proved by sets, and raises it. About n / 3 unions of sets
 * with splits in three. Returns as tai_octal_engine_run. */
ta_status tai_octal_sets_define(octal_engine *e);

/* ---- rare.c ---- */

/* Updates e->largest by heap h, whose label is stored. */
void tai_octal_see_label(octal_engine *e, uint64_t h);
/* Lists h as rare. Returns TA_ELIMIT or TA_ENOMEM. */
ta_status tai_octal_add_rare(octal_engine *e, uint64_t h);
/* Computes all that depends on labels again: rare heaps, lists of splits,
 * largest.top and kept. Returns TA_ENOMEM, or TA_ELIMIT if there are too many
 * rare heaps or one is not in the head. */
ta_status tai_octal_list_again(octal_engine *e);
/* Chooses the mask when choice.next heaps are proved, and relabels if it
 * changes. Returns as tai_octal_list_again. */
ta_status tai_octal_engine_choose(octal_engine *e);
/* Writes the values of [from, to), which are proved and held. */
void tai_octal_engine_values(const octal_engine *e, uint64_t from, uint64_t to,
                             uint16_t *values);
/* Gives [e->proved, to), to <= e->given, the values that held.g has for them;
 * mask and rare heaps change as in a run that computes them. Returns as
 * tai_octal_add_rare. */
ta_status tai_octal_engine_take(octal_engine *e, uint64_t to);
/* Adds to the mask the highest bit of `value`, the rare value of the next heap,
 * if no earlier value has the bit and it is above the mask's lowest. The value
 * becomes common, and no label changes. Returns whether it did. */
bool tai_octal_widen_mask(octal_engine *e, uint32_t value);
/* Continues after a truncated checkpoint of [0, n): the caller has put its
 * first and last `head` values into held.g; `mask` is that of its last
 * ta_block. *usable is set to false if values and mask do not fit: then the
 * engine is of no use. */
ta_status tai_octal_engine_resume(octal_engine *e, uint64_t n, uint64_t head,
                                  uint32_t mask, bool *usable);
/* Fills in *s but for the period. Chooses the mask first if that is due. */
ta_status tai_octal_engine_summarize(octal_engine *e, ta_summary *s);
/* Relabels all proved, held heaps. Presumed ones lose their labels. */
void tai_octal_engine_relabel(octal_engine *e, octal_labels labels);

/* ---- held.c ---- */

/* Makes memory for n labels; none may have been discarded. */
ta_status tai_octal_room(octal_engine *e, uint64_t n);
/* Makes memory for heap e->proved: enlarges the array, or discards labels;
 * drops presumed values. Returns TA_ELIMIT or TA_ENOMEM. */
ta_status tai_octal_make_room(octal_engine *e);

/* ---- splits.c ---- */

/* Lists the splits with the rare part `part`. Sets *far to the number of new
 * far ones. */
ta_status tai_octal_list_part(octal_engine *e, uint64_t part, size_t *far);
/* Makes all lists of splits again. */
ta_status tai_octal_list(octal_engine *e);
/* Makes e->marks.served again, from the first witnesses.front witnesses. */
ta_status tai_octal_list_witnesses(octal_engine *e);
/* Returns whether the planes serve for [e->proved, to). */
bool tai_octal_planes_serve(const octal_engine *e, uint64_t to);
/* Makes planes for [e->proved, to). Returns TA_ELIMIT, TA_ERANGE (a label too
 * large) or TA_ENOMEM. */
ta_status tai_octal_planes_set(octal_engine *e, uint64_t to);
void tai_octal_marks_free(octal_marks *s);

/* ---- witness.c ---- */

/* Raises the score of `part`, found by search; a new one replaces the last in a
 * full list. */
void tai_octal_witness_found(octal_witnesses *w, uint64_t part);
/* Lowers all scores by an eighth, sorts, and sets w->front. */
void tai_octal_witnesses_settle(octal_witnesses *w);
/* Rates witnesses on proved heap h: for each rare value that no take-out
 * reaches, the first witness whose split reaches it is credited, else the
 * smaller part found by search. Sorts and lists them from time to time. */
ta_status tai_octal_rate_witnesses(octal_engine *e, uint64_t h);
/* Removes witnesses of low score or at least `end` tokens, sorts and lists the
 * others. */
ta_status tai_octal_witnesses_trim(octal_engine *e, uint64_t end);

#endif
