/* The engine for nim-values of octal games. README.md has method, proof, and
 * which file writes which member.
 *
 *   break      tokens that a move may take while it splits the rest in two
 *   mask       a number m that divides the nim-values into rare and common
 *   rare       of a value v: v & m has an even number of 1 bits (but see
 *              octal_labels); of a heap: its value is rare; few heaps are
 *   common     not rare
 *   label      a nim-value renumbered: the lowest 1 bit of m is removed, and
 *              higher bits move down by one place; bit 15, the class bit, is
 *              1 for a common value
 *   window k   the labels 16 k, ..., 16 k + 15 without the class bit; but a
 *              window of heap n is the last labels below n (octal-return.c)
 *   plane      a byte for each heap, made from its label (splits.h)
 *   d          = a + t for a split with the listed part a and break t; = t for
 *              a take-out; heap h becomes h - d, and a
 *   witness    a small heap that is often a part of splits to rare values
 *   tile       128 heaps in a row; block: 32 heaps of a tile; group: 8 heaps
 *              of a block
 *   near       a move to h - d, d < 32, alone or with a rare heap; far: a
 *              split with d >= 128
 *   presumed   of a value: the least common value that the heap does not
 *              reach; right if the heap reaches all lower rare values and the
 *              heaps below are right
 *   batch      the heaps whose presumed values are proved together
 *   held       in memory, as labels: all heaps, or in a long run a head and a
 *              tail of them */
#ifndef TA_OCTAL_ENGINE_H
#define TA_OCTAL_ENGINE_H

#include "base/pool.h"
#include "octal/held.h"
#include "octal/rare.h"
#include "octal/splits.h"
#include "octal/witness.h"

enum {
    OCTAL_BATCH = 128, /* tiles of a batch at most */
    /* heaps from which a mask is chosen, in the summary of a short run */
    OCTAL_FIRST_CHOICE = 128,
    /* Heaps below are computed by the definition. From here on no move, of at
     * most 255 tokens, takes a whole heap. */
    OCTAL_FIRST = 1024,
    OCTAL_SPARE = 512, /* a tile and what a move takes are fewer heaps */
};

/* Sizes with which a run obeys its limit on memory (limits.c). */
typedef struct octal_limits {
    uint64_t keep; /* heaps to be proved before labels may be discarded */
    uint64_t most; /* labels that may be held */
    bool sets;     /* the engine uses sets (sets.c) */
    /* Heaps to be read from an archive; others of job->known are computed
     * again. */
    uint64_t known;
    uint64_t rare;    /* bytes of rare heaps, or of sets */
    uint64_t planes;  /* bytes of planes */
    uint64_t windows; /* bytes of windows (octal-return.c) */
    uint64_t bound;   /* for tai_octal_bound_parts; 0: it chooses */
    /* Predicted, without planes under a limit; too low if rare heaps keep
     * coming. */
    uint64_t bytes;
} octal_limits;

struct octal_engine;

/* ---- decide-kernel.c ---- */

/* Which marks of the tile (splits.h) hold when heaps are presumed again. */
typedef enum octal_valid { OCTAL_NOTHING, OCTAL_FAR, OCTAL_ALL } octal_valid;

typedef struct tai_octal_kernel {
    /* Presumes the heaps [e->decided, to). Returns `to`, or the first heap
     * whose label is too large for the planes. */
    uint64_t (*decide)(struct octal_engine *e, uint64_t to);
    /* Marks in tile.far what the tile reaches by the last `splits` far splits
     * listed, those of `part`, which was just found rare. */
    void (*add_far)(struct octal_engine *e, uint64_t part, size_t splits);
    /* Fills the planes for [from, to). */
    void (*fill)(const struct octal_engine *e, uint64_t from, uint64_t to);
} tai_octal_kernel;
TA_KERNEL(tai_octal_kernel);

/* ---- prove-kernel.c ---- */

/* Does each heap of [from, to) reach all lower rare values? */
typedef struct octal_proof {
    uint64_t from, to;
    /* The first heap that does not, or `to`: if all below `from` are right,
     * [from, good) is proved. */
    uint64_t good;
    uint32_t label; /* of the least rare value that heap `good` misses */
    uint32_t top;   /* greatest label of [from, to), without the class bit */
} octal_proof;

typedef struct tai_octal_prover {
    /* Fills in the other members. Reads no label or plane from `to` on, which
     * another thread may write. */
    void (*prove)(const struct octal_engine *e, octal_proof *proof);
    /* Returns the smaller part of a split of `heap` into held heaps whose
     * labels xor to `label`; 0 if there is none. */
    uint64_t (*search)(const struct octal_engine *e, uint64_t heap,
                       uint32_t label);
} tai_octal_prover;
TA_KERNEL(tai_octal_prover);

/* ---- sets.c ---- */

/* Sets of nim-sums, as bits: for each m, of all pairs of heaps with m tokens
 * together; with splits in three of all triples, too. */
typedef struct octal_sets {
    uint64_t *bits;
    uint64_t n, capacity; /* sets made; that fit */
    uint64_t words;       /* of a set; a power of two, so nim-sums fit, too */
    unsigned kinds;       /* 1: pairs; 2: pairs and triples */
} octal_sets;

/* Computes heap e->proved by sets. Returns TA_ELIMIT or TA_ENOMEM. */
ta_status tai_octal_sets_value(struct octal_engine *e, uint32_t *value);

/* ---- engine.c ---- */

/* The proofs of a batch, one for each 128 heaps; threads share them out. */
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
    octal_limits limit;
    uint64_t proved, decided;
    octal_valid valid; /* of the tile, for the heaps from `decided` on */
    bool wider;        /* a label was too large: more planes are needed */
    /* A heap needs discarded labels: the run begins again with more memory, or
     * fails. */
    bool lost;
    /* Proofs use splits whose smaller part is below. UINT64_MAX while all
     * labels are held, but in tai_octal_engine_check. */
    uint64_t parts;
    /* At first held.g has the values of [0, given), from an archive; those from
     * OCTAL_FIRST on are not computed. */
    uint64_t given;
    octal_held held;
    octal_labels labels;
    octal_choice choice;
    octal_rare rare;
    octal_largest largest;
    octal_witnesses witnesses;
    octal_sets sets;
    octal_batch batch;
    octal_marks marks;
} octal_engine;

/* Returns a bound: if the smaller part of a split of the current heap is below
 * it, proofs may use the split, and both parts are held (the tail is at least
 * as long as the head). */
static inline uint64_t octal_parts(const octal_engine *e)
{
    return e->held.back > 0 ? tai_min_u64(e->parts, e->held.head - OCTAL_SPARE)
                            : e->parts;
}

/* Returns a new engine, with heap 0 computed; NULL without memory. `limits`
 * NULL: none; `pool` NULL: one thread. Games with splits in three always have
 * limit.sets. */
octal_engine *tai_octal_engine_new(const tai_octal *game,
                                   const octal_limits *limits, tai_pool *pool);
void tai_octal_engine_free(octal_engine *e); /* accepts NULL */
/* Drops presumed values, and the marks of the tile. */
void tai_octal_drop_presumed(octal_engine *e);
/* For a run that discards labels: makes e->parts small, so that windows of
 * heaps are short. It grows when a heap fails. Returns TA_ENOMEM. */
ta_status tai_octal_bound_parts(octal_engine *e);
/* Moves the border: the heaps below n are certain, no others presumed. */
void tai_octal_move_border(octal_engine *e, uint64_t n);
/* Proves at least [0, to), and no heap from `end` on. Returns TA_ERANGE above
 * value 65535, TA_ELIMIT, TA_ENOMEM or TA_ECANCELLED. */
ta_status tai_octal_engine_run(octal_engine *e, uint64_t to, uint64_t end,
                               const ta_options *options, ta_error *error);

/* Returns in *holds whether each of the heaps [from, e->proved) reaches all
 * rare values below its own by take-outs and by splits whose smaller part is
 * below `parts` (paper-notes.md, O3). None of these heaps may be rare. Returns
 * as tai_octal_engine_run. */
ta_status tai_octal_engine_check(octal_engine *e, uint64_t from, uint64_t parts,
                                 const ta_options *options, bool *holds);

#endif
