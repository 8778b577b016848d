/* The engine for octal games: see README.md in this folder. */
#ifndef TA_OCTAL_ENGINE_H
#define TA_OCTAL_ENGINE_H

#include "base/pool.h"
#include "octal/label.h"

enum {
    OCTAL_TILE = 128,  /* Heaps that are swept together. */
    OCTAL_BLOCK = 32,  /* Heaps whose nearer splits are swept together. */
    OCTAL_GROUP = 8,   /* Heaps whose nearest moves are looked up. */
    OCTAL_WINDOW = 16, /* Labels of a window. */
    OCTAL_BATCH = 128, /* The most tiles that are decided before a proof. */
    OCTAL_FIRST_CHOICE = 128, /* The least heaps that a mask is chosen from. */
    OCTAL_FIRST = 1024,       /* Heaps that are found by the definition. */
    OCTAL_MIRROR = 8192,      /* Parts that searches look at first. */
    OCTAL_WITNESSES = 4096,   /* The most witnesses that are kept. */
    OCTAL_PAD = 512,   /* Heaps before heap 1 that stand in every plane. */
    OCTAL_SPARE = 512, /* More than the greatest break and a tile. */
    OCTAL_NONE = 0x80, /* The byte of a plane for labels of other windows. */
};

/* ---- held.c: which labels are held ---- */

/* The labels of heaps [0, head), and of [back, back + room - head). All are
 * held while back is 0; then head is 0 too. */
typedef struct octal_held {
    uint16_t *g;
    uint16_t *tail; /* The label of heap `back`. */
    uint64_t head, back;
    uint64_t room; /* Heaps for which there is memory. */
    uint64_t most; /* Heaps for which there may be memory. */
    uint64_t keep; /* Heaps to hold before any are discarded. */
    bool lost;     /* A split was needed whose labels are discarded. */
} octal_held;

static inline uint16_t *octal_at(const octal_held *h, uint64_t heap)
{
    return h->tail + (heap - h->back);
}

/* Returns the first heap for which there is no memory. */
static inline uint64_t octal_held_end(const octal_held *h)
{
    return h->back + (h->room - h->head);
}

/* Returns the end of the smaller parts of splits that can be looked at. */
static inline uint64_t octal_held_parts(const octal_held *h)
{
    return h->back > 0 ? h->head - OCTAL_SPARE : UINT64_MAX;
}

/* ---- splits.c: what heaps reach by listed parts ---- */

/* Plane k has a byte for each heap: the label of a common heap less 16 k, if
 * that is one of the 16 labels of window k; else OCTAL_NONE, as for rare heaps
 * and for the OCTAL_PAD places before heap 1. One more plane has octal_byte of
 * all labels. */
typedef struct octal_planes {
    uint8_t *bytes;
    uint64_t from, room; /* The heaps [from, from + room) are there. */
    uint64_t apart;      /* Bytes from one plane to the next. */
    uint64_t capacity;   /* Bytes that are allocated. */
    unsigned count;
    uint64_t most; /* Bytes that they may take. */
    bool tight;    /* The planes hold the necessary heaps only. */
    /* octal_byte of the parts a < mirrored, at mirror[OCTAL_MIRROR - 1 - a]. */
    uint64_t mirrored;
    uint8_t *mirror;
} octal_planes;

/* Returns 8 bits of a label, with its class: bytes of two labels are xored to
 * the byte of the label that is their xor. */
static inline uint8_t octal_byte(uint16_t label)
{
    return (uint8_t)(label ^ (label >> 8 & 0x80));
}

static inline const uint8_t *octal_plane(const octal_planes *p, unsigned k,
                                         uint64_t heap)
{
    return p->bytes + k * p->apart + OCTAL_PAD + (heap - p->from);
}

/* Splits by the window of the label of their part. A split is the number of
 * heaps that it goes back, negative, and in the lowest OCTAL_PACKED bits where
 * the tables for the label start. */
enum { OCTAL_PACKED = 9 };
typedef struct octal_run {
    int64_t *split;
    size_t count, room;
} octal_run;
typedef struct octal_splits {
    octal_run *run;
    size_t windows, run_room;
    uint64_t reach; /* No split goes back further. */
    size_t count;
} octal_splits;

/* What a heap h reaches by moves to heaps h - d with d < OCTAL_BLOCK. A move is
 * a take-out, or a split with a rare part. If heap h - d has label x, then
 * of[octal_short(x)][OCTAL_GROUP + d] has a bit for each common label, among
 * the 64 that x belongs to, that h reaches so. Zeros precede and follow. For
 * common heaps few[d] has the same by the lowest 6 bits of the label. */
typedef struct octal_near {
    _Alignas(64) uint64_t of[2 * 64][OCTAL_BLOCK + 2 * OCTAL_GROUP];
    uint64_t few[OCTAL_GROUP][64];
} octal_near;

/* Returns the lowest 6 bits of a label and, above them, its class. */
static inline unsigned octal_short(uint32_t label)
{
    return (label >> 9 & 64) | (label & 63);
}

/* The tile that is being decided: heaps [start, start + OCTAL_TILE), and of it
 * the block of OCTAL_BLOCK heaps from `block` on and a group of OCTAL_GROUP.
 * Word k of a heap has a bit for each of the common labels [64 k, 64 k + 64):
 * whether the heap reaches it by splits that go back by a tile or more (far),
 * by a block or more (mid), and by other moves (near). Of the windows below
 * `far_swept` and `mid_swept` all splits are marked. */
typedef struct octal_tile {
    uint64_t start, block;
    bool ready;
    unsigned far_swept, mid_swept;
    unsigned words;
    uint64_t (*far)[OCTAL_TILE];
    uint64_t (*mid)[OCTAL_BLOCK];
    uint64_t (*near)[OCTAL_GROUP];
} octal_tile;

typedef struct octal_marks {
    octal_planes planes;
    octal_splits far, mid; /* With a rare part: back by >= OCTAL_TILE; less. */
    octal_near *near;      /* By less than OCTAL_BLOCK; and take-outs. */
    octal_splits served;   /* With a witness as a part: prove rare labels. */
    octal_tile tile;
    bool wider; /* A heap has a label for which there is no plane. */
} octal_marks;

struct octal_engine;

/* ---- decide-kernel.c ---- */

typedef struct tai_octal_kernel {
    void (*decide)(struct octal_engine *e, uint64_t to);
    void (*add_far)(struct octal_engine *e, uint64_t part, size_t splits);
    void (*fill)(const struct octal_engine *e, uint64_t from, uint64_t to);
} tai_octal_kernel;
TA_KERNEL(tai_octal_kernel);

/* ---- prove-kernel.c ---- */

/* The result of a proof of the heaps [from, to). */
typedef struct octal_proof {
    uint64_t from, to;
    uint64_t good;  /* The first heap that is not proved, or `to`. */
    uint32_t label; /* Of that heap: the least rare one that it misses. */
    uint64_t part;  /* The greatest part that a search has found. */
    uint32_t top;   /* The greatest label of all, the class aside. */
} octal_proof;

typedef struct tai_octal_prover {
    void (*prove)(const struct octal_engine *e, octal_proof *proof);
    uint64_t (*search)(const struct octal_engine *e, uint64_t heap,
                       uint32_t label);
} tai_octal_prover;
TA_KERNEL(tai_octal_prover);

/* ---- sets.c ---- */

/* Sets of the values that two, or three, heaps of m tokens have together. */
typedef struct octal_sets {
    uint64_t *bits;
    uint64_t n, capacity; /* The sets of m < n are known; there is memory for
                             those of m < capacity. */
    uint64_t words;       /* Words of a set, a power of two: values are below
                             64 * words. 0 if the engine has no sets. */
    unsigned kinds;       /* 2 with sets of three heaps, else 1. */
    uint64_t most;        /* Bytes that the sets may take. */
} octal_sets;

/* ---- witness.c ---- */

typedef struct octal_witness {
    uint32_t part;  /* One part of the split. */
    uint32_t score; /* How often it was the first to reach a rare label. */
} octal_witness;

typedef struct octal_witnesses {
    octal_witness *of;   /* The most useful ones come first. */
    size_t count, front; /* The first `front` are listed for proofs. */
    uint64_t reach; /* No part is greater of those that served since the search
                       for a period made this 0. */
    unsigned rated; /* How many heaps have rated the witnesses. */
} octal_witnesses;

/* Keeps and credits a part that a search through all splits has found. */
void tai_octal_witness_found(octal_witnesses *w, uint64_t part);
/* Lowers all scores by an eighth, sorts by them and sets `front`. */
void tai_octal_witnesses_settle(octal_witnesses *w);
/* Rates the witnesses by a common heap that is proved: those that reach a label
 * first are credited; for a label that none reaches, a new one is searched.
 * TA_ENOMEM. */
ta_status tai_octal_rate_witnesses(struct octal_engine *e, uint64_t h);
/* Forgets the witnesses that are not listed and those with a part of at least
 * `end`, and lists the others. TA_ENOMEM. */
ta_status tai_octal_witnesses_trim(struct octal_engine *e, uint64_t end);

/* ---- engine.c ---- */

typedef struct octal_rare {
    uint32_t *at; /* The rare heaps >= 1, increasing. */
    size_t count, room;
    uint64_t most; /* Bytes that the list may take. */
} octal_rare;

/* The choice of the mask. */
typedef struct octal_choice {
    octal_counts counts;
    uint64_t next; /* Heap at which the mask is chosen again. */
    bool of_use;   /* Few heaps were rare when it was chosen. */
} octal_choice;

typedef struct octal_largest {
    uint32_t value;
    uint64_t at;   /* The first heap that has it. */
    uint32_t kept; /* A greater value has a label of at least `kept`, the class
                      bit left out, so that heaps of smaller labels need no
                      look. */
    uint32_t top;  /* The greatest label, the class aside. */
} octal_largest;

/* Proofs of the tiles of a batch, which other threads make. */
typedef struct octal_batch {
    const tai_octal_prover *prover;
    tai_pool *pool; /* or NULL */
    octal_proof proof[OCTAL_BATCH];
    size_t count;
    tai_pool_job job;
} octal_batch;

/* proved <= decided <= the end of what is held */
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

/* Returns an engine that has heap 0 only, and no threads but the caller's; NULL
 * if there is no memory. */
octal_engine *tai_octal_engine_new(const ta_octal *game);
void tai_octal_engine_free(octal_engine *e); /* accepts NULL */
/* Makes the engine find all heaps by sets, as it does for games with splits in
 * three. No heap but 0 has been found. */
void tai_octal_engine_use_sets(octal_engine *e);
/* Proves heaps until `to` of them are proved, and maybe more, but none from
 * `end` on. TA_ERANGE, TA_ELIMIT, TA_ENOMEM, TA_ECANCELLED. */
ta_status tai_octal_engine_run(octal_engine *e, uint64_t to, uint64_t end,
                               const ta_options *options, ta_error *error);

/* Finds heap e->proved by sets, in about n / 3 steps of `words` words for heap
 * n. TA_ERANGE, TA_ELIMIT, TA_ENOMEM. */
ta_status tai_octal_sets_define(octal_engine *e);

/* ---- rare.c ---- */

/* Keeps the value of heap h, which has its label, if it is the largest. */
void tai_octal_see_label(octal_engine *e, uint64_t h);
/* Appends h to the rare heaps. TA_ENOMEM, TA_ELIMIT. */
ta_status tai_octal_add_rare(octal_engine *e, uint64_t h);
/* Finds all that follows from the labels: the rare heaps and all lists.
 * TA_ENOMEM; TA_ELIMIT: a rare heap lies behind the heaps that were discarded,
 * so that labels which its splits need are not held. */
ta_status tai_octal_list_again(octal_engine *e);
/* Chooses the mask, if that is due. TA_ENOMEM, TA_ELIMIT. */
ta_status tai_octal_engine_choose(octal_engine *e);
/* Copies the values of the proved heaps [from, to), which are held. */
void tai_octal_engine_values(const octal_engine *e, uint64_t from, uint64_t to,
                             uint16_t *values);
/* For a new engine: the caller has put values of the heaps [0, known) into
 * held.g, for which there is memory. */
void tai_octal_engine_begin(octal_engine *e, uint64_t known);
/* Resumes a new engine from a truncated checkpoint. The caller has written the
 * first and the last `head` of the values of [0, n) to held.g, one after the
 * other; the values between them are not known. `mask` is the mask of a block
 * of values. The content of a file is untrusted: if the values and the mask do
 * not fit together, *usable becomes false, and the engine must be freed.
 * TA_ENOMEM. */
ta_status tai_octal_engine_resume(octal_engine *e, uint64_t n, uint64_t head,
                                  uint32_t mask, bool *usable);
/* Fills in the summary, except for the period. Rare heaps are those by the mask
 * that is chosen from all heaps. TA_ENOMEM. */
ta_status tai_octal_engine_summarize(octal_engine *e, ta_summary *s);
/* Changes all labels into others. */
void tai_octal_engine_relabel(octal_engine *e, octal_labels labels);

/* ---- held.c ---- */

/* Enlarges held.g to at least n labels. TA_ENOMEM. */
ta_status tai_octal_room(octal_engine *e, uint64_t n);
/* Makes the capacity larger than the number of proved heaps, by growing or by
 * discarding labels. Heaps that are decided but not proved are discarded.
 * TA_ENOMEM, TA_ELIMIT. */
ta_status tai_octal_make_room(octal_engine *e);

/* ---- splits.c ---- */

/* Lists the splits with a rare part; *far is how many were added that go back
 * by a tile or more. TA_ENOMEM. */
ta_status tai_octal_list_part(octal_engine *e, uint64_t part, size_t *far);
/* Lists all splits again. TA_ENOMEM. */
ta_status tai_octal_list(octal_engine *e);
/* Lists the splits with the first witnesses again. TA_ENOMEM. */
ta_status tai_octal_list_witnesses(octal_engine *e);
/* Whether the planes serve to decide and prove the heaps [proved, to). */
bool tai_octal_planes_serve(const octal_engine *e, uint64_t to);
/* Makes planes that do. TA_ENOMEM, TA_ELIMIT, TA_ERANGE. */
ta_status tai_octal_planes_set(octal_engine *e, uint64_t to);
void tai_octal_marks_free(octal_marks *s);

#endif
