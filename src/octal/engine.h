/* Declares the state and the functions of the engine that computes nim-values
 * of octal games. README.md in this folder explains the method. The file is
 * long because each kernel reads most parts of the state. Types come first,
 * then functions. Each heading names the file to which they belong.
 *
 * Terms of this module:
 *
 *     break      a number of tokens that a move may remove while it splits the
 *                rest of the heap into two heaps
 *     mask       a number m that divides the nim-values into rare and common
 *     rare       of a value v: v & m has an even number of 1 bits (but see
 *                octal_labels); of a heap: its value is rare; few heaps are
 *     common     not rare
 *     label      a nim-value renumbered: its bit at the place of the lowest 1
 *                bit of m is removed, and higher bits move down by one place;
 *                bit 15, the class bit, is 1 for a common value
 *     window k   the labels 16 k, ..., 16 k + 15; the class bit is left out
 *     plane      an array with one byte for each heap, made from the labels
 *     witness    a small heap that is often a part of splits to rare values
 *     tile       128 consecutive heaps, which are handled together
 *     block      32 consecutive heaps of a tile
 *     group      8 consecutive heaps of a block
 *     presumed   of a value: the least common value that the heap does not
 *                reach; it is right if the heap reaches all lower rare values
 *     batch      the heaps whose presumed values are proved together */
#ifndef TA_OCTAL_ENGINE_H
#define TA_OCTAL_ENGINE_H

#include "base/pool.h"
#include "octal/label.h"

enum {
    /* The number of heaps of a tile, a range of consecutive heaps. The splits
     * of these heaps h into h - d and another heap, with d >= 128, are handled
     * for the whole tile at once. This is possible because h - d is below the
     * tile. */
    OCTAL_TILE = 128,
    /* The number of heaps of a block, a part of a tile (128 heaps). The splits
     * of these heaps h into h - d and another heap, with 32 <= d < 128, are
     * handled for the whole block at once. */
    OCTAL_BLOCK = 32,
    /* The number of heaps of a group, a part of a block (32 heaps). The moves
     * of these heaps h that leave h - d below the group, with d < 32, are
     * handled by tables. One look-up serves all heaps of the group. */
    OCTAL_GROUP = 8,
    /* The number of labels (renumbered values) of a window. Window k is the
     * labels 16 k, ..., 16 k + 15. */
    OCTAL_WINDOW = 16,
    /* The greatest number of tiles (128 heaps each) in a batch. A batch is the
     * heaps whose presumed nim-values are proved together. */
    OCTAL_BATCH = 128,
    /* The least number of heaps from whose nim-values a mask (rule for rare
     * values) is chosen. A run of fewer heaps has no mask. A run that ends
     * below heap OCTAL_FIRST chooses its mask at its end. A longer run chooses
     * its first mask at heap OCTAL_FIRST. */
    OCTAL_FIRST_CHOICE = 128,
    /* The values of the heaps below OCTAL_FIRST are computed by the definition:
     * the least number that is not the value of an option. OCTAL_FIRST is above
     * all numbers of tokens that a move takes. So no move takes all tokens of a
     * heap from OCTAL_FIRST on. */
    OCTAL_FIRST = 1024,
    /* A search for a split with a given nim-value first tries the splits that
     * have a part below this number of tokens. */
    OCTAL_MIRROR = 8192,
    /* The greatest number of witnesses (heaps useful in proofs) that the engine
     * keeps. */
    OCTAL_WITNESSES = 4096,
    /* The number of filler bytes at the start of each plane (one byte per
     * heap). */
    OCTAL_PAD = 512,
    /* A margin, in heaps. Some ranges of heaps are enlarged or reduced by it.
     * The margin is larger than a tile (128 heaps), and larger than the number
     * of tokens that any move takes. */
    OCTAL_SPARE = 512,
    /* The byte in a plane that means "no label of this plane". A plane is an
     * array with one byte for each heap, and is for 16 labels (renumbered
     * values) of common values. A heap gets this byte if its value is rare, or
     * if its label is not one of the 16. */
    OCTAL_NONE = 0x80,
};

/* ===== types ===== */

/* ---- held.c: the labels that are in memory ---- */

/* The labels (renumbered values) that the engine holds in memory: those of the
 * heaps [0, head) and of the heaps from `back` on. Labels between them are
 * discarded. While `head` and `back` are 0, no label is discarded. */
typedef struct octal_held {
    /* The array of the labels (renumbered values) in memory. First come the
     * labels of the heaps [0, head), then those of the heaps from `back` on. */
    uint16_t *g;
    /* Points to g[head], the label (renumbered value) of heap `back`. */
    uint16_t *tail;
    uint64_t head, back;
    /* The number of labels (renumbered values) for which the array g has
     * memory. */
    uint64_t room;
    /* The greatest number of labels (renumbered values) for which the array g
     * may get memory. */
    uint64_t most;
    /* The engine holds all labels (renumbered values) until it has proved the
     * values of this number of heaps. Later it may discard labels. */
    uint64_t keep;
    /* True if the engine could not compute a heap, because labels (renumbered
     * values) of parts of its splits are discarded. The run then begins again
     * with more memory for labels, or fails. */
    bool lost;
    /* Proofs use no split whose smaller part is this number or more. It is
     * UINT64_MAX except in tai_octal_engine_check(). */
    uint64_t parts;
} octal_held;

static inline uint16_t *octal_at(const octal_held *h, uint64_t heap)
{
    return h->tail + (heap - h->back);
}

/* Returns the first heap for whose label (renumbered value) the array g has no
 * memory. */
static inline uint64_t octal_held_end(const octal_held *h)
{
    return h->back + (h->room - h->head);
}

/* Returns a bound for the splits by which the current heap (the heap that is
 * being computed) is proved. If the smaller part of a split is below the bound,
 * the labels (renumbered values) of both parts are in memory. */
static inline uint64_t octal_held_parts(const octal_held *h)
{
    return h->back > 0 ? ta_min_u64(h->parts, h->head - OCTAL_SPARE) : h->parts;
}

/* ---- splits.c: lists of splits, and planes ---- */

/* Planes. A plane is an array with one byte for each heap, made from the label
 * (renumbered value) of the heap. Bit 15 of a label is the class bit: 1 for a
 * common value, 0 for a rare one.
 *
 * Plane k serves the common values whose labels, without the class bit, are
 * 16 k, ..., 16 k + 15. These 16 labels are called window k. If a heap has the
 * label 16 k + i of the window, its byte is i. Otherwise its byte is
 * OCTAL_NONE. The OCTAL_PAD bytes before the first heap are also OCTAL_NONE.
 *
 * One more plane, number `count`, follows the planes for windows. There, the
 * byte of a heap is octal_byte(label). */
typedef struct octal_planes {
    uint8_t *bytes;
    /* The planes (one byte per heap) cover the heaps [from, from + room). */
    uint64_t from, room;
    /* The number of bytes from the start of one plane (one byte per heap) to
     * the start of the next plane. */
    uint64_t apart;
    /* The size of the array `bytes`, in bytes. */
    uint64_t capacity;
    /* The number of windows that have a plane. A window is 16 labels
     * (renumbered values). Its plane is an array with one byte for each heap,
     * which says whether the heap has one of these labels. One more plane, for
     * all labels, follows the `count` planes for windows. */
    unsigned count;
    /* The greatest number of bytes that the array `bytes` may have. */
    uint64_t most;
    /* True if memory is scarce. The planes (one byte per heap) then cover fewer
     * heaps, and the engine is slower. */
    bool tight;
    /* The heaps below this number have a byte in the array `mirror`. The byte
     * of heap a is mirror[OCTAL_MIRROR - 1 - a], so the heaps are in decreasing
     * order. The byte is octal_byte() of the label (renumbered value) of heap
     * a. */
    uint64_t mirrored;
    uint8_t *mirror;
} octal_planes;

/* Returns a byte for a label (renumbered value of 16 bits): the lowest 8 bits
 * of the label, with bit 7 flipped if bit 15 is set. The byte of x ^ y is the
 * xor of the bytes of x and of y. */
static inline uint8_t octal_byte(uint16_t label)
{
    return (uint8_t)(label ^ (label >> 8 & 0x80));
}

static inline const uint8_t *octal_plane(const octal_planes *p, unsigned k,
                                         uint64_t heap)
{
    return p->bytes + k * p->apart + OCTAL_PAD + (heap - p->from);
}

/* The number of bits of `offset` in a packed split. A packed split is one
 * number, -back * 2^OCTAL_PACKED + offset. It stands for the splits of any heap
 * h into a heap h - back and a fixed heap. `back` and the fixed heap are the
 * same for all h. `offset` is a place, in bytes, in the array `tables` of
 * sweep.h: that of the look-up tables for the fixed heap. */
enum { OCTAL_PACKED = 9 };
/* An array of splits, each packed into one number (OCTAL_PACKED). Each split
 * leads from any heap h to a heap h - d and a fixed heap. All these fixed heaps
 * have labels (renumbered values) in one window (16 labels). */
typedef struct octal_run {
    int64_t *split;
    size_t count, room;
} octal_run;
/* A list of splits of any heap h into a heap h - d and a fixed heap. Each entry
 * of the list has its own d and its own fixed heap. run[k] has the splits whose
 * fixed heap has a label (renumbered value) in window k: the labels
 * 16 k, ..., 16 k + 15. */
typedef struct octal_splits {
    octal_run *run;
    size_t windows, run_room;
    /* The greatest distance d of all splits in the list. A split leads from any
     * heap h to a heap h - d and a fixed second heap. */
    uint64_t reach;
    size_t count;
} octal_splits;

/* Tables of near moves. A near move of a heap h leaves a heap h - d with
 * d < 32. It leaves this heap alone, or together with one rare heap (few heaps
 * are rare). The tables say which labels h reaches by near moves, for each
 * small d and each label x of h - d. (Labels are renumbered values. Only labels
 * of common values are counted as reached.)
 *
 * Let w be x / 64, without the class bit 15 of x. All reached labels are among
 * 64 w, ..., 64 w + 63, as is shown below. So each entry of a table is a word
 * of 64 bits: bit i is 1 if h reaches the label 64 w + i. The word is
 * of[octal_short(x)][OCTAL_GROUP + d]. Words for d < 0 and for d >= OCTAL_BLOCK
 * are 0. If the value of h - d is common and 0 < d < OCTAL_GROUP, a copy of the
 * word is few[d][x % 64].
 *
 * The reached labels are near x because a rare heap a is below 32 here. So its
 * value is at most 2 a <= 62 (check_values() in octal-run.c). A split into
 * h - d and a reaches the xor of x and the label of a. This xor changes only
 * the low six bits of x. */
typedef struct octal_near {
    _Alignas(64) uint64_t of[2 * 64][OCTAL_BLOCK + 2 * OCTAL_GROUP];
    uint64_t few[OCTAL_GROUP][64];
} octal_near;

/* Returns a short form, below 128, of a label (renumbered value). Bits 0 to 5
 * are the lowest 6 bits of the label. Bit 6 is the class bit of the label: 1 if
 * the value is common, 0 if it is rare. */
static inline unsigned octal_short(uint32_t label)
{
    return (label >> 9 & 64) | (label & 63);
}

/* The heaps for which the engine is finding presumed nim-values (not proved
 * yet). They are in three nested ranges. The tile is the OCTAL_TILE heaps from
 * `start` on. A block is OCTAL_BLOCK heaps of the tile, and a group is
 * OCTAL_GROUP heaps of the block.
 *
 * Three arrays say which labels these heaps reach. (A label is a renumbered
 * value. Only labels of common values are marked; see README.md.) `far` is for
 * all heaps of the tile, `mid` for those of the block, and `near` for those of
 * the group. Each array is for other moves. Entry [k][j] is for heap number j
 * of the tile, block or group. Its bit i is 1 if the heap reaches the label
 * 64 k + i by a move of the array. */
typedef struct octal_tile {
    /* The tile begins at heap `start`, and the current block at heap `block`.
     * `block` is 0 if no block has begun. */
    uint64_t start, block;
    /* True if `start` and the array `far` are up to date. If false, the engine
     * begins a new tile (128 heaps). */
    bool ready;
    /* The numbers of windows (16 labels each) for which the arrays `far` and
     * `mid` are complete. The arrays are filled in the order of the windows. */
    unsigned far_swept, mid_swept;
    /* The arrays `far`, `mid` and `near` are for the labels (renumbered values)
     * below 64 * words. */
    unsigned words;
    /* Which labels (renumbered values) the heaps of the tile (128 heaps) reach
     * by far splits. A far split leads from a heap h to a rare heap and a heap
     * h - d with d >= OCTAL_TILE. Bit i of far[k][j] is 1 if heap number j of
     * the tile reaches the label 64 k + i. */
    uint64_t (*far)[OCTAL_TILE];
    /* Which labels (renumbered values) the heaps of the block (32 heaps) reach
     * by certain splits. Such a split leads from a heap h to a rare heap and a
     * heap h - d with OCTAL_BLOCK <= d < OCTAL_TILE. Bit i of mid[k][j] is 1 if
     * heap number j of the block reaches the label 64 k + i. */
    uint64_t (*mid)[OCTAL_BLOCK];
    /* Which labels (renumbered values) the heaps of the group (8 heaps) reach
     * by certain moves. Such a move of a heap h leaves one heap, or it leaves a
     * rare heap and a heap h - d with d < OCTAL_BLOCK. Bit i of near[k][j] is 1
     * if heap number j of the group reaches the label 64 k + i. */
    uint64_t (*near)[OCTAL_GROUP];
} octal_tile;

typedef struct octal_marks {
    octal_planes planes;
    /* Lists of splits of any heap h into a heap h - d and a rare heap (few
     * heaps are rare). The list `far` has the splits with d >= OCTAL_TILE. The
     * list `mid` has the splits with OCTAL_BLOCK <= d < OCTAL_TILE. */
    octal_splits far, mid;
    /* The tables of the moves from a heap h to a heap h - d with
     * d < OCTAL_BLOCK: moves that leave only h - d, and splits into h - d and a
     * rare heap (README.md). */
    octal_near *near;
    /* A list of splits by which proofs begin. A proof checks that a heap
     * reaches all rare values (README.md) below its presumed value. It first
     * tries the splits of this list, and searches all moves only for values
     * that they do not reach. Each split leads from any heap h to a witness and
     * a heap h - d. A witness is a small heap that is often a part of splits to
     * rare values. */
    octal_splits served;
    octal_tile tile;
    /* True if a heap would get a label (renumbered value) that is too large for
     * the present planes. A plane is an array with one byte for each heap, and
     * is for 16 labels. The engine then makes more planes. */
    bool wider;
} octal_marks;

struct octal_engine;

/* ---- decide-kernel.c: its table of functions ---- */

typedef struct tai_octal_kernel {
    /* Finds presumed labels (renumbered values, not proved yet) for the heaps
     * [e->decided, to) in order. Raises e->decided to the first heap without a
     * label. The presumed value of a heap is the least common value (README.md)
     * that the heap does not reach.
     *
     * Stops early, and sets e->marks.wider, if the label of a heap is too large
     * for the planes. (A plane is a byte array for 16 labels; its bytes say
     * which heaps have them.) */
    void (*decide)(struct octal_engine *e, uint64_t to);
    /* Marks labels (renumbered values) that the 128 heaps of the current tile
     * reach because the heap `part` is rare. The engine calls this function
     * when it has just found that `part` is rare. A mark is a bit of
     * e->marks.tile.far.
     *
     * The marks are for splits of a heap h into `part` and a heap h - d with
     * d >= 128. `splits` is the number of such splits, each with its own d.
     * They are the last `splits` entries of e->marks.far.run[k], where k is the
     * label of `part` divided by 16. */
    void (*add_far)(struct octal_engine *e, uint64_t part, size_t splits);
    /* Brings all planes up to date for the heaps [from, to). A plane is an
     * array with one byte for each heap, which follows from the label
     * (renumbered value) of the heap. */
    void (*fill)(const struct octal_engine *e, uint64_t from, uint64_t to);
} tai_octal_kernel;
TA_KERNEL(tai_octal_kernel);

/* ---- prove-kernel.c: a proof, and the table of functions ---- */

/* The result of one proof. The proof checks that each heap of [from, to)
 * reaches all rare values (README.md) below its presumed nim-value. */
typedef struct octal_proof {
    uint64_t from, to;
    /* The first heap of [from, to) that fails the check, or `to` if no heap
     * fails. A heap fails if it does not reach some rare value below its
     * presumed nim-value. If all heaps below `from` have their right values,
     * the presumed values of the heaps [from, good) are now proved. If an
     * earlier proof has failed, the result is dropped. */
    uint64_t good;
    /* If a heap has failed the check, `good` is the first such heap. Then
     * `label` is the label (renumbered value) of the least rare value that no
     * option of this heap has. If no heap has failed, `label` is not set. */
    uint32_t label;
    /* The greatest label (renumbered value) of the heaps [from, to). Bit 15 of
     * a label, which says whether the value is common, is left out. */
    uint32_t top;
} octal_proof;

typedef struct tai_octal_prover {
    /* Checks that each heap of [proof->from, proof->to) reaches all rare values
     * (README.md) below its presumed nim-value. The check assumes that all
     * lower heaps have their right values. Stores the result in the other
     * members of *proof. */
    void (*prove)(const struct octal_engine *e, octal_proof *proof);
    /* Searches for a split of the heap whose two parts have labels (renumbered
     * values) with the xor `label`. Looks only at splits for which both labels
     * are in memory. Returns the smaller part of the split, or 0 if there is no
     * such split. */
    uint64_t (*search)(const struct octal_engine *e, uint64_t heap,
                       uint32_t label);
} tai_octal_prover;
TA_KERNEL(tai_octal_prover);

/* ---- sets.c: sets of values ---- */

/* Sets of nim-sums. For each number m, one set has the nim-sums of all pairs of
 * heaps with m tokens in total. In games with splits in three, a second set has
 * the nim-sums of all triples of heaps with m tokens in total. A set is a
 * string of bits: bit v is 1 if v is in the set. */
typedef struct octal_sets {
    uint64_t *bits;
    /* Set number m has the nim-sums of all pairs of heaps that have m tokens
     * together. In games with splits in three, a second set number m is for
     * triples of heaps. The sets with numbers m < n are computed. There is
     * memory for the sets with numbers m < capacity. */
    uint64_t n, capacity;
    /* The number of 64-bit words of a set of nim-values, in which each value
     * has a bit. It is a power of two, and all values are below 64 * words. It
     * is 0 if the engine does not use sets. */
    uint64_t words;
    /* The number of sets of nim-sums for each total of tokens. It is 1 if there
     * are only sets for pairs of heaps, and 2 if there are also sets for
     * triples of heaps. */
    unsigned kinds;
    /* The greatest number of bytes that all sets of nim-values together may
     * occupy. */
    uint64_t most;
} octal_sets;

/* ---- witness.c: the witnesses ---- */

typedef struct octal_witness {
    /* The size of the witness (a heap useful in proofs). */
    uint32_t part;
    /* A measure of how useful this witness has been. The score grows when a
     * split of a larger heap into the witness and a second heap is the first
     * one to reach some rare value (README.md). */
    uint32_t score;
} octal_witness;

typedef struct octal_witnesses {
    /* The witnesses (heaps useful in proofs). From time to time the array is
     * sorted by score, with the greatest score first. */
    octal_witness *of;
    /* The array `of` has `count` witnesses (heaps useful in proofs). A proof
     * first tries to split a heap so that one part is one of the first `front`
     * witnesses of the array. */
    size_t count, front;
    /* The number of calls of tai_octal_rate_witnesses(). Each call tries the
     * witnesses (heaps useful in proofs) on one heap and updates their scores.
     */
    unsigned rated;
} octal_witnesses;

/* ---- rare.c: rare heaps, the mask, the largest value ---- */

typedef struct octal_rare {
    /* The heaps of one token or more that have a rare nim-value (README.md), in
     * increasing order. */
    uint32_t *at;
    size_t count, room;
    /* The greatest number of bytes that the list may take. */
    uint64_t most;
} octal_rare;

/* The data for the choice of a mask m. A mask divides the nim-values into two
 * classes: v is rare if popcount(v & m) is even, and common if it is odd. The
 * engine wants a mask that makes few heaps rare. */
typedef struct octal_choice {
    octal_counts counts;
    /* The engine chooses the mask (rule for rare values) again when the values
     * of this number of heaps are proved. */
    uint64_t next;
    /* True if the mask (rule for rare values) that was chosen last makes only
     * few heaps rare. */
    bool of_use;
} octal_choice;

/* The largest nim-value, and the greatest label (renumbered value), of all
 * proved heaps. */
typedef struct octal_largest {
    uint32_t value;
    /* The first heap whose value is the largest value. */
    uint64_t at;
    /* A bound for labels (renumbered values) without the class bit 15. If the
     * label of a heap is below the bound, its value is at most the largest
     * value so far. So the engine need not compute the value from the label. */
    uint32_t kept;
    /* The greatest label (renumbered value) of all proved heaps, without the
     * class bit 15. */
    uint32_t top;
} octal_largest;

/* ---- engine.c: the state of the engine ---- */

/* The proofs of one batch. A batch is a range of heaps whose presumed
 * nim-values are proved together. Each proof is for 128 heaps of the batch, and
 * several threads may work on different proofs. */
typedef struct octal_batch {
    const tai_octal_prover *prover;
    tai_pool *pool; /* or NULL */
    octal_proof proof[OCTAL_BATCH];
    size_t count;
    tai_pool_job job;
} octal_batch;

/* The state of a computation of nim-values. The values of the heaps below
 * `proved` are certain. The heaps [proved, decided) have presumed values, which
 * are not proved yet. These inequalities hold:
 * proved <= decided <= octal_held_end(&held). */
typedef struct octal_engine {
    const ta_octal *game;
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

/* ===== functions ===== */

/* ---- engine.c ---- */

/* Returns a new engine that has computed only the value of heap 0. It uses no
 * other thread than the caller's. Returns NULL if there is no memory. */
octal_engine *tai_octal_engine_new(const ta_octal *game);
void tai_octal_engine_free(octal_engine *e); /* accepts NULL */
/* Makes the engine compute each heap from sets of nim-sums of two or three
 * smaller heaps (sets.c). Engines for games with splits in three always do so.
 * This function must be called before the engine computes the value of any heap
 * but 0. */
void tai_octal_engine_use_sets(octal_engine *e);
/* Computes and proves heaps until at least the heaps [0, to) are proved. Proves
 * no heap from `end` on. Returns TA_ERANGE if a value is above 65535, TA_ELIMIT
 * if the limit on memory is too small, TA_ENOMEM if there is no memory, and
 * TA_ECANCELLED if options->progress asks to stop. */
ta_status tai_octal_engine_run(octal_engine *e, uint64_t to, uint64_t end,
                               const ta_options *options, ta_error *error);

/* Returns in *holds whether each of the heaps [from, e->proved) reaches all
 * rare values below its own by take-outs and by splits whose smaller part is
 * below `parts` (paper-notes.md, O3). None of these heaps may be rare. Returns
 * as tai_octal_engine_run(). */
ta_status tai_octal_engine_check(octal_engine *e, uint64_t from, uint64_t parts,
                                 const ta_options *options, bool *holds);

/* ---- sets.c ---- */

/* Computes the value of heap n = e->proved, and adds 1 to e->proved. Uses the
 * sets of the nim-sums of two or three smaller heaps (octal_sets). In games
 * with splits in three, the work is about n / 3 unions of sets of e->sets.words
 * words each. Returns TA_ERANGE if the value is above 65535, TA_ELIMIT if the
 * sets exceed their limit on memory, and TA_ENOMEM if there is no memory. */
ta_status tai_octal_sets_define(octal_engine *e);

/* ---- rare.c ---- */

/* Updates e->largest, which has the largest nim-value so far, by the value of
 * heap h. The label (renumbered value) of h must be stored already. */
void tai_octal_see_label(octal_engine *e, uint64_t h);
/* Appends heap h to the list of the rare heaps (README.md). Returns TA_ELIMIT
 * if the list would exceed its limit on memory, and TA_ENOMEM if there is no
 * memory. */
ta_status tai_octal_add_rare(octal_engine *e, uint64_t h);
/* Computes again all data that depend on the labels (renumbered values) of the
 * heaps: the list of rare heaps, the lists of splits, and the members `top` and
 * `kept` of e->largest. Returns TA_ENOMEM if there is no memory, and TA_ELIMIT
 * if the list of rare heaps exceeds its limit on memory.
 *
 * Labels may have been discarded: those of the heaps from held.head to
 * held.back - 1. In this case, returns TA_ELIMIT if a rare heap is not below
 * held.head. */
ta_status tai_octal_list_again(octal_engine *e);
/* Chooses a new mask (the number that decides which nim-values are rare). Does
 * nothing if fewer than choice.next heaps are proved. If the mask changes,
 * computes the labels (renumbered values) of all heaps again, and all data that
 * depend on labels. Returns TA_ENOMEM if there is no memory, or TA_ELIMIT if
 * the list of rare heaps exceeds its limit on memory. */
ta_status tai_octal_engine_choose(octal_engine *e);
/* Computes the nim-values of the heaps [from, to) from their labels (renumbered
 * values), and stores them in values[0], values[1], .... The heaps must be
 * proved, and their labels must be in memory. */
void tai_octal_engine_values(const octal_engine *e, uint64_t from, uint64_t to,
                             uint16_t *values);
/* Gives the heaps [e->proved, to), to <= e->given, the values that held.g has
 * for them. Mask and rare heaps change as in a run that computes the values.
 * Returns the status of tai_octal_add_rare(). */
ta_status tai_octal_engine_take(octal_engine *e, uint64_t to);
/* Adds to the mask the highest bit of `value`, the rare value of the next heap,
 * if no earlier value has the bit and it is above the lowest bit of the mask.
 * The value is common then, and no label changes. Returns whether it did. */
bool tai_octal_widen_mask(octal_engine *e, uint32_t value);
/* Makes a new engine continue after a truncated checkpoint, a file of
 * nim-values of the heaps [0, n) that lacks most of them. The file has only the
 * first `head` and the last `head` values. The caller must have stored these
 * 2 * head values in held.g, the first ones first. `mask` is the member `mask`
 * of the last ta_block of the file. It says which values are rare.
 *
 * Sets *usable to false if the engine cannot continue, for example because the
 * values and the mask do not fit together. The caller must then free the
 * engine. Returns TA_ENOMEM if there is no memory. */
ta_status tai_octal_engine_resume(octal_engine *e, uint64_t n, uint64_t head,
                                  uint32_t mask, bool *usable);
/* Fills in all members of the summary *s, except those about the period. One
 * member is the mask, which says which values are rare. If at least choice.next
 * heaps are proved, first chooses the mask again. Returns TA_ENOMEM if there is
 * no memory. */
ta_status tai_octal_engine_summarize(octal_engine *e, ta_summary *s);
/* Changes the rule by which nim-values are renumbered as labels. Replaces the
 * labels of all proved heaps in memory by the labels of the same values under
 * the new rule `labels`. Heaps whose values are only presumed lose their
 * labels. */
void tai_octal_engine_relabel(octal_engine *e, octal_labels labels);

/* ---- held.c ---- */

/* Enlarges the array held.g if it has memory for fewer than n labels
 * (renumbered values). No labels may have been discarded before. Returns
 * TA_ENOMEM if there is no memory. */
ta_status tai_octal_room(octal_engine *e, uint64_t n);
/* Makes sure that there is memory for the label (renumbered value) of heap
 * e->proved. If there is none, drops all values that are only presumed, and
 * then enlarges the array of labels or discards labels (held.c). Returns
 * TA_ELIMIT if the limit on memory is too small, and TA_ENOMEM if there is no
 * memory. */
ta_status tai_octal_make_room(octal_engine *e);

/* ---- splits.c ---- */

/* Lists in e->marks the splits that leave the rare heap `part` and one other
 * heap. (A heap is rare if its nim-value is; see README.md.) Such a split leads
 * from any heap h to `part` and h - d, where d does not depend on h. Sets *far
 * to the number of new splits with d >= OCTAL_TILE. Returns TA_ENOMEM if there
 * is no memory. */
ta_status tai_octal_list_part(octal_engine *e, uint64_t part, size_t *far);
/* Makes all lists of splits in e->marks again. Some lists have the splits that
 * leave a rare heap (README.md) and one other heap. One list has the splits
 * that leave a witness (a heap useful in proofs) and one other heap. Returns
 * TA_ENOMEM if there is no memory. */
ta_status tai_octal_list(octal_engine *e);
/* Makes the list e->marks.served again: the splits that proofs try first. Each
 * of them leads from a heap h to a witness and one other heap. A witness is a
 * small heap that is often part of a split needed in a proof. The list
 * e->witnesses has these heaps; only its first e->witnesses.front ones are used
 * here. Returns TA_ENOMEM if there is no memory. */
ta_status tai_octal_list_witnesses(octal_engine *e);
/* Returns whether the present planes suffice to compute the heaps
 * [e->proved, to). A plane is an array with one byte for each heap, made from
 * the label (renumbered value) of the heap. The planes suffice if they have the
 * bytes of all heaps that will be read, and if there is a plane for each label
 * so far. */
bool tai_octal_planes_serve(const octal_engine *e, uint64_t to);
/* Makes the planes with which the engine computes the nim-values of the heaps
 * [e->proved, to). A plane is an array with one byte for each heap, made from
 * the label (renumbered value) of the heap. Returns TA_ELIMIT if the planes
 * would exceed their limit on memory, TA_ERANGE if a label is too large, and
 * TA_ENOMEM if there is no memory. */
ta_status tai_octal_planes_set(octal_engine *e, uint64_t to);
void tai_octal_marks_free(octal_marks *s);

/* ---- witness.c ---- */

/* Raises the score of the heap `part` in the list *w of witnesses. (A witness
 * is a heap that is often a part of the splits that proofs need.) The caller
 * has searched all splits of a heap, and has found a split with this part. If
 * `part` is not in the list, appends it. In a full list, it replaces the last
 * witness. */
void tai_octal_witness_found(octal_witnesses *w, uint64_t part);
/* Lowers the score of each witness (a heap useful in proofs) by an eighth, and
 * sorts the witnesses by score. Sets w->front to the number of witnesses whose
 * score is high enough for use in proofs. */
void tai_octal_witnesses_settle(octal_witnesses *w);
/* Updates the scores of the witnesses (heaps useful in proofs) by a test with
 * heap h, whose value is proved. Larger scores mean more useful witnesses.
 *
 * The test is about rare values (README.md): those that h must reach, but does
 * not reach by a move that leaves one heap. For each such value, the function
 * looks for a split of h to this value. It first tries the splits with one of
 * the witnesses, in the order of the list. If none of them reaches the value,
 * it searches all splits. The witness or, after the search, the smaller part of
 * the split gets a higher score.
 *
 * From time to time, also sorts the witnesses and lists their splits again.
 * Returns TA_ENOMEM if there is no memory. */
ta_status tai_octal_rate_witnesses(octal_engine *e, uint64_t h);
/* Removes each witness (a heap useful in proofs) that has a low score or at
 * least `end` tokens. Sorts the other witnesses by score, and makes the list of
 * their splits again. Returns TA_ENOMEM if there is no memory. */
ta_status tai_octal_witnesses_trim(octal_engine *e, uint64_t end);

#endif
