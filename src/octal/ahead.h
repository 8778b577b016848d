/* Heaps that no rare one is near: decided in batches, by common labels alone,
 * and proved afterwards. What many heaps reach by splits that end below all of
 * them is found by several threads; what is near is left to the blocks. */
#ifndef TA_OCTAL_AHEAD_H
#define TA_OCTAL_AHEAD_H

#include "base/team.h"
#include "octal/octal.h"

/* Both classes of labels that a heap reaches, and what parts reach them. */
enum { TA_REACH_RARE, TA_REACH_COMMON, TA_REACHES };
/* Splits that reach common labels, by when they are marked: with their block;
 * when the first heap of a tile comes up; or a tile before. Those that go back
 * by less than a block are steps. Those that reach rare labels are all far.
 * Beyond are those that planes, if there are any, do not reach: all others but
 * the near ones are left to sweeps then. */
enum {
    TA_AHEAD_NEAR,
    TA_AHEAD_NOW,
    TA_AHEAD_FAR,
    TA_AHEAD_BEYOND,
    TA_AHEAD_TIMES
};
/* And what is swept at once. */
enum { TA_SWEEP_RARE, TA_SWEEP_NOW, TA_SWEEP_FAR, TA_SWEEPS };
enum {
    TA_AHEAD_TILE = 256, /* heaps */
    TA_AHEAD_BLOCKS = TA_AHEAD_TILE / TA_OCTAL_LANES,
    TA_AHEAD_BATCH = 16384,    /* heaps */
    TA_AHEAD_SPAN = 16,        /* labels that are listed together */
    TA_AHEAD_PAIR = 2,         /* jumps that are looked up together */
    TA_AHEAD_MIRROR = 8192,    /* first parts that are kept backwards too */
    TA_AHEAD_SPLITS = 1 << 15, /* most that are listed; no block is calm where
                                  there are more */
    TA_AHEAD_REACH = 1 << 15,  /* heaps: planes of as many fit a near cache */
};

/* What is reached by all steps that go back so far, by the label of the heap
 * that they lead to. */
typedef uint64_t ta_ahead_jump[2 * 64];

/* Of a heap with a common label: its value, and how many rare labels it has to
 * reach. */
typedef struct ta_ahead_value {
    uint32_t value, rares;
} ta_ahead_value;

/* What came of a tile: its first so many heaps are proved. */
typedef struct ta_ahead_proof {
    uint32_t good;
    uint64_t reach, work; /* greatest part used; as those of the engine */
} ta_ahead_proof;

typedef struct ta_ahead {
    bool ready;     /* the rest means something */
    bool on;        /* tiles are marked, or all splits are left to the blocks */
    size_t few;     /* splits that are not worth tiles */
    uint64_t reach; /* heaps that a split goes back, at most, to be swept */
    unsigned cover; /* labels of a class that are marked */
    uint32_t top;   /* labels of heaps so far, less the class, are below */
    uint64_t start; /* of the tile in hand */
    uint64_t until; /* heaps at which parts are listed anew */
    /* Heaps below `sure`, which is e->n at least, are as they will be; those of
     * [sure, decided) have labels that are right unless one of them is rare.
     * stuck: the next one is not decided by what is listed. */
    uint64_t sure, decided;
    bool stuck;
    uint64_t rated;   /* heaps that were sure when witnesses were rated */
    uint64_t covered; /* that were decided when e->cover was set */
    /* Parts: those of break i and span j that are marked at time k begin at
     * at[TA_AHEAD_TIMES * (spans * i + j) + k]. A span are 16 labels of parts
     * that reach common labels, if these take more than one window; else there
     * is one. */
    unsigned spans[TA_REACHES];
    uint32_t *list[TA_REACHES];
    uint32_t *label[TA_REACHES]; /* ^ the class that is reached, twice */
    size_t *at[TA_REACHES];
    uint64_t part; /* the greatest by which rare labels are reached */
    /* Take-outs, and splits shorter than a block; the first `near` of them go
     * back by less than an octet. */
    ta_octal_step *step;
    size_t steps, near;
    /* These where the labels of a class fit one word, else NULL: so many, a
     * multiple of TA_AHEAD_PAIR, and where those labels are (-back). */
    ta_ahead_jump *jump;
    int16_t *jump_to;
    size_t jumps;
    /* Of even heaps and of odd ones, by label less the class. */
    ta_ahead_value value[2][TA_OCTAL_COVER];
    /* Planes, of the heaps that are decided, or none; and the splits that are
     * swept. Without tiles only proofs have a use for them and fill them: what
     * the thread that decides would write has to change caches. */
    ta_octal_planes planes;
    struct ta_ahead_sweep {
        ta_octal_run run[TA_OCTAL_PLANES];
        size_t runs;
        int32_t *split; /* of all runs */
    } sweep[TA_SWEEPS];
    uint64_t back; /* the most that they go back */
    /* Of the tile in hand and the one to come: what each block reaches of
     * common labels, a row for 64 of them. */
    uint64_t (*marks[2])[TA_OCTAL_LANES];
    ta_team *team;   /* or NULL */
    ta_team_job far; /* marks the tile at far_at, if open */
    bool far_open;
    uint64_t far_at;
    char apart[64]; /* what follows others write, while a batch is decided */
    /* The job that proves the heaps [sure, proof_end), if open. */
    ta_team_job proof;
    bool proof_open;
    atomic_bool proof_void; /* nobody wants it any more */
    uint64_t proof_end;
    atomic_size_t copied; /* tiles: what proofs read beside labels is there */
    /* If `rates`, of an item that rates the witnesses; then of each tile. */
    ta_ahead_proof proved[TA_AHEAD_BATCH / TA_AHEAD_TILE + 1];
    size_t tiles;
    bool rates;
    char behind[64];
    /* Low bytes of labels (ta_ahead_low): that of part a, for a < mirrored, is
     * at mirror[TA_AHEAD_MIRROR - 1 - a]; of heap i, as far below those that
     * are proved as such a part reaches, at low[i - low_from]. */
    uint64_t mirrored, low_from;
    _Alignas(64) uint8_t mirror[TA_AHEAD_MIRROR];
    uint8_t low[TA_AHEAD_MIRROR + TA_SPARSE_SPARE + TA_AHEAD_BATCH];
} ta_ahead;

/* Whether other threads mark and prove. */
static inline bool ta_ahead_is_shared(const ta_ahead *a)
{
    return a->team != NULL && a->team->threads > 1;
}

/* A byte of a label with this bit for the class, such that those of two parts
 * are xored to that of their split. Where the class bit has no room it goes to
 * the highest one, which few labels have: or a rare part and a common rest
 * would look like rare labels. */
static inline uint8_t ta_ahead_low(uint32_t class, uint16_t label)
{
    const unsigned shift = class > 128 ? ta_ctz(class) - 7 : 15;
    return (uint8_t)(label ^ (label >> shift & 0x80));
}

/* ---- listed.c ---- */

/* Lists all parts, and what else is looked up for each heap from n on.
 * TA_ENOMEM. */
ta_status ta_ahead_list(ta_sparse *e, uint64_t n);
/* And what is swept. TA_ENOMEM. */
ta_status ta_ahead_list_sweeps(ta_sparse *e);
void ta_ahead_unlist(ta_ahead *a);
/* The labels of common heaps, less the class, of values up to the largest are
 * below. */
uint32_t ta_ahead_top(const ta_sparse *e);

/* ---- planes.c ---- */

/* Planes for splits that go back so far, of the labels below e->ahead->top,
 * with the heaps below n; none where they would take more than e->planes_most.
 * TA_ENOMEM. */
ta_status ta_planes_set(ta_sparse *e, uint64_t n, uint64_t back);
/* Heaps [from, to) have their labels. */
void ta_planes_put(const ta_sparse *e, uint64_t from, uint64_t to);
void ta_planes_free(ta_octal_planes *p);

/* ---- ahead.c ---- */

/* Lists what is not listed, and marks the tile of heap n, if that is not done.
 * TA_ENOMEM. */
ta_status ta_ahead_reach(ta_sparse *e, uint64_t n);
/* Ends what goes on, and forgets it, with the heaps that are decided: labels,
 * rare heaps or witnesses are no longer what they were, or where they were. */
void ta_ahead_drop(ta_ahead *a);

/* The heap up to which a block that begins at heap n may go. */
uint64_t ta_ahead_block_end(const ta_ahead *a, uint64_t n);
/* What the block at n reaches of common labels below a->cover: from the tile,
 * as far as that goes, and by the parts that are left. */
void ta_ahead_mark(const ta_sparse *e, uint64_t n,
                   uint64_t bits[][TA_OCTAL_LANES]);

/* Marks that a block takes, in the mean. */
uint64_t ta_ahead_work(const ta_sparse *e);

/* ---- prove.c ---- */

/* Begins to prove heaps that are decided, no more than a batch, unless that
 * goes on already. */
void ta_ahead_prove(ta_sparse *e);
/* Waits until nobody is at it any more. */
void ta_ahead_rest(ta_ahead *a);
/* Ends that. False: the first heap that is not sure is rare, or a split that is
 * forgotten could tell. */
bool ta_ahead_proved(ta_sparse *e);

#endif
