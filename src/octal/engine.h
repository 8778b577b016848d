/* The engine that computes nim-values of octal games from their rare heaps:
 * its state and its functions. README.md in this folder explains the method.
 * The file is long because each kernel reads most parts of the state, so that
 * all parts are declared here, in the order of the files that own them. */
#ifndef TA_OCTAL_ENGINE_H
#define TA_OCTAL_ENGINE_H

#include "base/pool.h"
#include "octal/label.h"

enum {
    /* The number of heaps of a tile. For splits of a heap h into a heap h - d
     * and a listed part, with d >= 128, one sweep serves a whole tile. */
    OCTAL_TILE = 128,
    /* The number of heaps of a block, a part of a tile. For splits of a heap h
     * into a heap h - d and a listed part, with 32 <= d < 128, one sweep serves
     * a whole block. */
    OCTAL_BLOCK = 32,
    /* The number of heaps of a group, a part of a block. For moves of a heap h
     * that leave a heap h - d with d < 32, tables serve a whole group. */
    OCTAL_GROUP = 8,
    /* The number of labels of a window. Labels are renumbered nim-values
     * (label.h). One sweep finds which labels of one window heaps reach. */
    OCTAL_WINDOW = 16,
    /* The greatest number of tiles (of 128 heaps) that get presumed values
     * before these values are proved. */
    OCTAL_BATCH = 128,
    /* The least number of heaps from whose nim-values a mask is chosen. The
     * mask separates rare values from common ones (README.md). */
    OCTAL_FIRST_CHOICE = 128,
    /* Heaps below this size are computed by the definition of nim-values. */
    OCTAL_FIRST = 1024,
    /* A search for a split with a given label looks first at the splits with a
     * part below this size. */
    OCTAL_MIRROR = 8192,
    /* The greatest number of witnesses (parts of splits that proved rare
     * values) that the engine keeps. */
    OCTAL_WITNESSES = 4096,
    /* Every plane, an array with a byte for each heap, has this number of bytes
     * before the byte of its first heap. */
    OCTAL_PAD = 512,
    /* A spare number of heaps. It is more than a tile and the greatest number
     * of tokens that a split takes together. */
    OCTAL_SPARE = 512,
    /* The byte of a heap in a plane if the label of the heap does not belong to
     * the window of the plane. */
    OCTAL_NONE = 0x80,
};

/* ---- held.c: the labels that are in memory ---- */

/* The labels (renumbered nim-values) that the engine holds in memory: those of
 * the heaps [0, head) and of the heaps from `back` on. Labels between them are
 * discarded. While `head` and `back` are 0, no label is discarded. */
typedef struct octal_held {
    /* The array of all labels in memory: first those of the heaps [0, head),
     * then those of the heaps from `back` on. */
    uint16_t *g;
    /* Points to the label of heap `back`, which is g[head]. */
    uint16_t *tail;
    uint64_t head, back;
    /* The number of labels for which memory is allocated. */
    uint64_t room;
    /* The greatest number of labels for which memory may be allocated. */
    uint64_t most;
    /* The number of heaps that must be proved before labels are discarded. */
    uint64_t keep;
    /* Set when the engine needs a split whose labels are discarded. The run
     * then begins again, with more memory for labels, or fails. */
    bool lost;
} octal_held;

static inline uint16_t *octal_at(const octal_held *h, uint64_t heap)
{
    return h->tail + (heap - h->back);
}

/* Returns the first heap for whose label no memory is allocated. */
static inline uint64_t octal_held_end(const octal_held *h)
{
    return h->back + (h->room - h->head);
}

/* Returns a size x with this property: if the smaller part of a split is below
 * x, the labels of both parts are in memory. */
static inline uint64_t octal_held_parts(const octal_held *h)
{
    return h->back > 0 ? h->head - OCTAL_SPARE : UINT64_MAX;
}

/* ---- splits.c: lists of splits, and planes ---- */

/* Planes: the labels of heaps as bytes, which sweeps read (see README.md).
 * Plane k belongs to window k, the labels [16 k, 16 k + 16), and has a byte for
 * each heap. If a heap is common and its label without the class bit is in
 * window k, the byte is that label minus 16 k. Otherwise the byte is
 * OCTAL_NONE, also in the OCTAL_PAD places before the first heap. One more
 * plane, with number `count`, has octal_byte of the label of each heap. */
typedef struct octal_planes {
    uint8_t *bytes;
    /* The planes have bytes for the heaps [from, from + room). */
    uint64_t from, room;
    /* The number of bytes from the start of one plane to that of the next. */
    uint64_t apart;
    /* The size of the array `bytes`, in bytes. */
    uint64_t capacity;
    unsigned count;
    /* The greatest number of bytes that the array `bytes` may have. */
    uint64_t most;
    /* Whether memory is scarce, so that the planes have only the heaps that
     * sweeps must read, and none that merely save time. */
    bool tight;
    /* The mirror has a byte for each part a < mirrored, in decreasing order of
     * a: mirror[OCTAL_MIRROR - 1 - a] is octal_byte of the label of heap a. */
    uint64_t mirrored;
    uint8_t *mirror;
} octal_planes;

/* Returns a byte made from a label: its lowest 8 bits, with the class bit xored
 * into bit 7. The byte of the label x ^ y is the xor of the bytes of the labels
 * x and y. */
static inline uint8_t octal_byte(uint16_t label)
{
    return (uint8_t)(label ^ (label >> 8 & 0x80));
}

static inline const uint8_t *octal_plane(const octal_planes *p, unsigned k,
                                         uint64_t heap)
{
    return p->bytes + k * p->apart + OCTAL_PAD + (heap - p->from);
}

/* A listed split is packed into one number, 2^OCTAL_PACKED * (-back) + offset.
 * The split leads from any heap h to the heap h - back and a fixed part.
 * `offset` depends on the label of the fixed part: it is the byte in `tables`
 * (sweep.h) at which the two tables for this label start. */
enum { OCTAL_PACKED = 9 };
typedef struct octal_run {
    int64_t *split;
    size_t count, room;
} octal_run;
typedef struct octal_splits {
    octal_run *run;
    size_t windows, run_room;
    /* The greatest distance that a listed split goes back: from heap h to the
     * heap h - reach. */
    uint64_t reach;
    size_t count;
} octal_splits;

/* Tables of near moves, which lead from a heap h to a heap h - d with d <
 * OCTAL_BLOCK. Such a move takes d tokens, or it is a split whose other part is
 * a rare heap. Let x be the label of heap h - d, and let w be x without the
 * class bit, divided by 64. Then of[octal_short(x)][OCTAL_GROUP + d] has bit i
 * set if h reaches the common label 64 w + i by a near move to h - d. The
 * columns before and after those of d = 0, ..., OCTAL_BLOCK - 1 are 0. If h - d
 * is common and d < OCTAL_GROUP, few[d][x % 64] is the same word. */
typedef struct octal_near {
    _Alignas(64) uint64_t of[2 * 64][OCTAL_BLOCK + 2 * OCTAL_GROUP];
    uint64_t few[OCTAL_GROUP][64];
} octal_near;

/* Returns a number of 7 bits: the lowest 6 bits of a label, and as bit 6 the
 * class of the label (1: common). */
static inline unsigned octal_short(uint32_t label)
{
    return (label >> 9 & 64) | (label & 63);
}

/* The tile of heaps that is being decided, with one block and one group in it.
 * The tile is the heaps [start, start + OCTAL_TILE), the block is the heaps
 * [block, block + OCTAL_BLOCK). Three arrays say which common labels the heaps
 * reach. In each array, word [k][j] is for heap j of the tile, block or group,
 * and has a bit for each of the labels [64 k, 64 k + 64). */
typedef struct octal_tile {
    uint64_t start, block;
    bool ready;
    /* The numbers of windows of 16 labels that are complete. In windows below
     * far_swept all far splits are marked: those from a heap h to a heap h - d
     * and a rare part, with d >= OCTAL_TILE. In windows below mid_swept all mid
     * splits are marked, those with OCTAL_BLOCK <= d < OCTAL_TILE. */
    unsigned far_swept, mid_swept;
    unsigned words;
    /* far[k][j]: labels that heap j of the tile reaches by splits that go back
     * by OCTAL_TILE heaps or more. */
    uint64_t (*far)[OCTAL_TILE];
    /* mid[k][j]: labels that heap j of the block reaches by splits that go back
     * by OCTAL_BLOCK to OCTAL_TILE - 1 heaps. */
    uint64_t (*mid)[OCTAL_BLOCK];
    /* near[k][j]: labels that heap j of the group reaches by other moves. */
    uint64_t (*near)[OCTAL_GROUP];
} octal_tile;

typedef struct octal_marks {
    octal_planes planes;
    /* The splits with a rare part. Those in `far` go back by OCTAL_TILE heaps
     * or more, those in `mid` by OCTAL_BLOCK to OCTAL_TILE - 1 heaps. */
    octal_splits far, mid;
    /* The splits with a rare part and the take-outs that go back by less than
     * OCTAL_BLOCK heaps. */
    octal_near *near;
    /* The splits with a witness as one part. Sweeps over these splits prove
     * that heaps reach rare labels. */
    octal_splits served;
    octal_tile tile;
    /* Set when a heap would get a label so large that no plane is there for it.
     * More planes are then made. */
    bool wider;
} octal_marks;

struct octal_engine;

/* ---- decide-kernel.c ---- */

typedef struct tai_octal_kernel {
    /* Gives the heaps [e->decided, to) the labels that they have if all their
     * values are common. Stops early, and sets marks.wider, at a label for
     * which there is no plane. */
    void (*decide)(struct octal_engine *e, uint64_t to);
    /* Marks which labels the heaps of the current tile reach by the last
     * `splits` splits of marks.far. All of these splits have the given rare
     * part. */
    void (*add_far)(struct octal_engine *e, uint64_t part, size_t splits);
    /* Writes the bytes of the heaps [from, to) into the planes. */
    void (*fill)(const struct octal_engine *e, uint64_t from, uint64_t to);
} tai_octal_kernel;
TA_KERNEL(tai_octal_kernel);

/* ---- prove-kernel.c ---- */

/* The result of a proof that each of the heaps [from, to) reaches all rare
 * values below its own value. */
typedef struct octal_proof {
    uint64_t from, to;
    /* The heaps [from, good) are proved. Heap `good` is the first heap of
     * [from, to) that does not reach all rare values below its own value. If
     * there is no such heap, good == to. */
    uint64_t good;
    /* The label of the least rare value that heap `good` does not reach. Unset
     * if good == to. */
    uint32_t label;
    /* The greatest part of a split that searches of this proof returned; 0 if
     * they found no split. */
    uint64_t part;
    /* The greatest label of the heaps of the proof, without the class bit. */
    uint32_t top;
} octal_proof;

typedef struct tai_octal_prover {
    /* Proves the heaps [proof->from, proof->to), and stores the result in
     * *proof. */
    void (*prove)(const struct octal_engine *e, octal_proof *proof);
    /* Searches the splits of the heap for one with this label, which is the xor
     * of the labels of its parts. Returns a part of this split, or 0 if no such
     * split with both labels in memory exists. */
    uint64_t (*search)(const struct octal_engine *e, uint64_t heap,
                       uint32_t label);
} tai_octal_prover;
TA_KERNEL(tai_octal_prover);

/* ---- sets.c ---- */

/* For each number m, the set of the nim-values of all pairs of heaps that have
 * m tokens together. In games with splits in three, also the set for triples of
 * heaps. A set is a string of bits: bit v is 1 if v is in the set. */
typedef struct octal_sets {
    uint64_t *bits;
    /* The sets for m < n are computed. There is memory for the sets for
     * m < capacity. */
    uint64_t n, capacity;
    /* The number of 64-bit words of a set, a power of two: all values are below
     * 64 * words. 0 if the engine does not use sets. */
    uint64_t words;
    /* The number of sets for each m: 2 if there are sets for three heaps, else
     * 1. */
    unsigned kinds;
    /* The greatest number of bytes that all sets together may take. */
    uint64_t most;
} octal_sets;

/* ---- witness.c ---- */

typedef struct octal_witness {
    /* A witness is a split that has proved that a heap reaches a rare value.
     * This is the size of one of the two heaps that the split leaves. */
    uint32_t part;
    /* A measure of how often a split with this part was the first split to show
     * that a heap reaches some rare value. */
    uint32_t score;
} octal_witness;

typedef struct octal_witnesses {
    /* The witnesses. They are sorted by score from time to time, the greatest
     * score first. */
    octal_witness *of;
    /* There are `count` witnesses. Proofs use the splits of the first `front`
     * of them. */
    size_t count, front;
    /* No part of a split that has served in a proof is greater than `reach`.
     * This counts only proofs since the search for a period last set this
     * member to 0. */
    uint64_t reach;
    /* The number of heaps so far by whose splits the witnesses were rated
     * (tai_octal_rate_witnesses). A witness is a part of a split that proved a
     * rare value. Its score says how often it was of use. */
    unsigned rated;
} octal_witnesses;

/* Raises the score of the witness with this part, which a search through all
 * splits has found. If there is no such witness, adds it; in a full list it
 * replaces the last witness. */
void tai_octal_witness_found(octal_witnesses *w, uint64_t part);
/* Lowers the scores of all witnesses by an eighth, and sorts the witnesses by
 * score. Sets `front` to the number of witnesses that proofs should use. */
void tai_octal_witnesses_settle(octal_witnesses *w);
/* Rates the witnesses by the splits of heap h, which is proved. For each rare
 * label that h must reach, and does not reach by a take-out, raises the score
 * of the first witness that reaches the label. If no witness reaches it,
 * searches all splits for a new one. Returns TA_ENOMEM if there is no memory.
 */
ta_status tai_octal_rate_witnesses(struct octal_engine *e, uint64_t h);
/* Sorts the witnesses by score, and removes those with a low score and those
 * with a part of at least `end`. Lists the splits of the others for proofs.
 * Returns TA_ENOMEM if there is no memory. */
ta_status tai_octal_witnesses_trim(struct octal_engine *e, uint64_t end);

/* ---- engine.c ---- */

typedef struct octal_rare {
    /* The rare heaps of one token or more, in increasing order. */
    uint32_t *at;
    size_t count, room;
    /* The greatest number of bytes that the list may take. */
    uint64_t most;
} octal_rare;

/* The choice of the mask, the bits that separate rare values from common ones:
 * the counts from which it is chosen, and when it is chosen again. */
typedef struct octal_choice {
    octal_counts counts;
    /* The mask is chosen again when this number of heaps is proved. */
    uint64_t next;
    /* Whether the mask that was chosen last makes only few heaps rare. */
    bool of_use;
} octal_choice;

/* The largest nim-value and the greatest label of the proved heaps. */
typedef struct octal_largest {
    uint32_t value;
    /* The first heap whose value is the largest value. */
    uint64_t at;
    /* A value above the largest one has a label of at least `kept`, where the
     * class bit of the label does not count. So a heap with a smaller label
     * cannot have a new largest value. */
    uint32_t kept;
    /* The greatest label of the proved heaps, without the class bit. */
    uint32_t top;
} octal_largest;

/* The proofs of one batch. A batch is the heaps that have presumed values which
 * are not proved yet. There is one proof for each 128 heaps; several threads
 * may make the proofs. */
typedef struct octal_batch {
    const tai_octal_prover *prover;
    tai_pool *pool; /* or NULL */
    octal_proof proof[OCTAL_BATCH];
    size_t count;
    tai_pool_job job;
} octal_batch;

/* The state of a computation of nim-values. The values of the heaps below
 * `proved` are certain. The heaps [proved, decided) have labels that assume a
 * common value. proved <= decided <= octal_held_end(&held). */
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
    octal_largest largest;
} octal_engine;

/* Returns a new engine in which heap 0 alone is proved, and which uses no other
 * thread than the caller's. Returns NULL if there is no memory. */
octal_engine *tai_octal_engine_new(const ta_octal *game);
void tai_octal_engine_free(octal_engine *e); /* accepts NULL */
/* Makes the engine compute all heaps by sets of values (sets.c). Engines for
 * games with splits in three always do so. Must be called before the value of
 * any heap but 0 is computed. */
void tai_octal_engine_use_sets(octal_engine *e);
/* Computes and proves heaps until at least the heaps [0, to) are proved. Proves
 * no heap from `end` on. Returns TA_ERANGE if a value is above 65535, TA_ELIMIT
 * if the limit on memory is too small, TA_ENOMEM if there is no memory, and
 * TA_ECANCELLED if options->progress asks to stop. */
ta_status tai_octal_engine_run(octal_engine *e, uint64_t to, uint64_t end,
                               const ta_options *options, ta_error *error);

/* Computes the value of heap n = e->proved by sets, and adds 1 to e->proved. In
 * games with splits in three this takes about n / 3 unions of sets of `words`
 * words. Returns TA_ERANGE if the value is above 65535, TA_ELIMIT if the sets
 * exceed their limit on memory, and TA_ENOMEM if there is no memory. */
ta_status tai_octal_sets_define(octal_engine *e);

/* ---- rare.c ---- */

/* Updates e->largest, the largest nim-value so far, by the value of heap h. The
 * label of h must be stored already. */
void tai_octal_see_label(octal_engine *e, uint64_t h);
/* Appends heap h to the list of rare heaps. Returns TA_ELIMIT if the list would
 * exceed its limit on memory, and TA_ENOMEM if there is no memory. */
ta_status tai_octal_add_rare(octal_engine *e, uint64_t h);
/* Computes again all that follows from the labels of the heaps: the list of
 * rare heaps, the lists of splits, and the members `top` and `kept` of
 * e->largest. Returns TA_ENOMEM if there is no memory. Returns TA_ELIMIT if the
 * list of rare heaps exceeds its limit on memory. If labels are discarded, also
 * returns TA_ELIMIT if a rare heap is not below held.head. */
ta_status tai_octal_list_again(octal_engine *e);
/* Chooses the mask again if the number of proved heaps has reached choice.next.
 * If the mask changes, computes all labels again and what follows from them.
 * Returns TA_ENOMEM if there is no memory, or TA_ELIMIT if the list of rare
 * heaps exceeds its limit on memory. */
ta_status tai_octal_engine_choose(octal_engine *e);
/* Computes the values of the heaps [from, to) from their labels, and stores
 * them in values[0], values[1], .... These heaps must be proved, and their
 * labels must be in memory. */
void tai_octal_engine_values(const octal_engine *e, uint64_t from, uint64_t to,
                             uint16_t *values);
/* Makes a new engine go on from values that were computed before: the heaps
 * [0, known) count as proved. The caller must have stored their values in
 * held.g, which must have memory for them. */
void tai_octal_engine_begin(octal_engine *e, uint64_t known);
/* Makes a new engine go on from a truncated checkpoint: a file that has, of the
 * values of the heaps [0, n), only the first ones and the last ones. The caller
 * must have stored the first `head` and the last `head` values in held.g, one
 * after the other. `mask` is ta_block.mask of the checkpoint. The file may be
 * wrong: if the values and the mask do not fit together, *usable becomes false,
 * and the caller must free the engine. Returns TA_ENOMEM if there is no memory.
 */
ta_status tai_octal_engine_resume(octal_engine *e, uint64_t n, uint64_t head,
                                  uint32_t mask, bool *usable);
/* Fills in all members of the summary but those about the period. If a choice
 * of the mask is due (octal_choice.next), makes it first. Returns TA_ENOMEM if
 * there is no memory. */
ta_status tai_octal_engine_summarize(octal_engine *e, ta_summary *s);
/* Replaces the labels of all proved heaps in memory by labels of another rule.
 * Heaps that are decided but not proved lose their labels. */
void tai_octal_engine_relabel(octal_engine *e, octal_labels labels);

/* ---- held.c ---- */

/* Enlarges held.g, if necessary, so that it has memory for n labels. No labels
 * may have been discarded. Returns TA_ENOMEM if there is no memory. */
ta_status tai_octal_room(octal_engine *e, uint64_t n);
/* Makes sure that there is memory for the label of heap e->proved. If there is
 * none, the array of labels is enlarged, or labels are discarded (held.c), and
 * heaps that are decided but not proved lose their labels. Returns TA_ELIMIT if
 * the limit on memory is too small, and TA_ENOMEM if there is no memory. */
ta_status tai_octal_make_room(octal_engine *e);

/* ---- splits.c ---- */

/* Adds the splits that leave the rare heap `part` to the lists of splits in
 * e->marks. Sets *far to the number of these splits that go back by OCTAL_TILE
 * heaps or more. Returns TA_ENOMEM if there is no memory. */
ta_status tai_octal_list_part(octal_engine *e, uint64_t part, size_t *far);
/* Makes all lists of splits in e->marks again, from the rare heaps and the
 * witnesses. Returns TA_ENOMEM if there is no memory. */
ta_status tai_octal_list(octal_engine *e);
/* Makes the list marks.served again: the splits with one of the first
 * witnesses.front witnesses as a part. Returns TA_ENOMEM if there is no memory.
 */
ta_status tai_octal_list_witnesses(octal_engine *e);
/* Returns whether the planes (labels as bytes, octal_planes) have all bytes
 * that are read in order to decide and prove the heaps [e->proved, to). */
bool tai_octal_planes_serve(const octal_engine *e, uint64_t to);
/* Makes planes (labels as bytes, octal_planes) that suffice to decide and prove
 * the heaps [e->proved, to). Returns TA_ELIMIT if the planes would exceed their
 * limit on memory, TA_ERANGE if a label is too large, and TA_ENOMEM if there is
 * no memory. */
ta_status tai_octal_planes_set(octal_engine *e, uint64_t to);
void tai_octal_marks_free(octal_marks *s);

#endif
