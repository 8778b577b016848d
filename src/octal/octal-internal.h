/* Take-and-break games: what the files of this module share. */
#ifndef TA_OCTAL_H
#define TA_OCTAL_H

#include "base/tail.h"
#include "octal/engine.h"
#include "run/job.h"

/* The most heaps that are held. Rare heaps and the links of the period search
 * have 32 bits. */
#define TA_OCTAL_N_MAX UINT64_C(0xffffff00)

/* ---- naive.c: the definition ---- */

/* Returns the value of heap h from the values of the smaller heaps: the least
 * number that is not the value of an option. `seen` has TAI_OCTAL_VALUE_MAX + 2
 * entries, all 0 before the call; those of the options' values become 1. */
unsigned tai_octal_mex(const ta_octal *game, const uint16_t *values, uint64_t h,
                       uint8_t *seen);

/* Computes the values of the heaps [0, n), in about n^2 / 4 steps for each
 * break and n^3 / 36 for each split in three. TA_ERANGE, TA_ENOMEM,
 * TA_ECANCELLED. */
ta_status tai_octal_naive(const ta_octal *game, uint64_t n,
                          const ta_options *options, uint16_t *values,
                          ta_error *error);

/* ---- breaks.c: the moves of a heap ---- */

/* Changes *turn into the next move of a heap or, if *turn is not a move of the
 * heap, into the first. Returns false if there is no further move. The field
 * turn->heap is not used. */
bool tai_breaks_next(const ta_octal *game, uint64_t heap, ta_turn *turn);
/* Returns whether *turn is by the rules, and sorts its parts: increasing, then
 * zeros. */
bool tai_breaks_legal(const ta_octal *game, uint64_t heap, ta_turn *turn);

/* ---- limits.c ---- */

/* The sizes of a run within the limit on memory. */
typedef struct octal_limits {
    uint64_t keep;   /* Heaps to hold before any are discarded. */
    uint64_t most;   /* Heaps for which there may be memory. */
    bool sets;       /* Heaps are found by sets. */
    uint64_t known;  /* Heaps of the resumed prefix that are read; the others
                        are computed again. 0 for a truncated checkpoint, and
                        where heaps are found by sets. */
    uint64_t rare;   /* Bytes that the list of rare heaps, or sets, may take. */
    uint64_t planes; /* Bytes that planes may take. */
    uint64_t bytes;  /* The prediction. It is too low if rare heaps go on for
                        long, and under a limit it leaves out the planes. */
} octal_limits;

/* Computes the sizes from n, the resumed prefix and the options of a job. */
octal_limits tai_octal_limits(const ta_job *job);
/* Makes an engine for a run within its limits, with memory for the labels of
 * `room` heaps. TA_ENOMEM, which *error explains. */
ta_status tai_octal_engine_for(const ta_job *job, uint64_t room, uint64_t keep,
                               tai_pool *pool, octal_engine **engine);

/* ---- octal-run.c ---- */

struct ta_octal_solution {
    const ta_game *of;
    const ta_octal *game; /* the same */
    bool long_only;       /* The search accepts the long proof only. */
    uint16_t *g;          /* values of [0, summary.known) */
    ta_summary summary;
};

enum { TAI_OCTAL_GRAIN = 14 }; /* log2 of the heaps of a block. */

/* Finds the heaps of a job and hands them over. With `whole` nothing is
 * discarded, and the values become those of the solution. The summary goes to
 * options->summary, if that is not NULL. */
ta_status tai_octal_find(const ta_job *job, ta_octal_solution *whole);

/* Sets *value to the value of any heap, by the period beyond `known`. Returns
 * TA_ERANGE if the heap is beyond and no period is proved. */
ta_status tai_octal_value(const ta_octal_solution *s, uint64_t heap,
                          unsigned *value);

/* ---- octal-census.c ---- */

/* Returns the bytes of ta_octal_census if each thread may allocate `each` (0:
 * any number of bytes). */
uint64_t tai_octal_census_memory(uint64_t limit, uint64_t each,
                                 unsigned threads);

/* Returns a number of heaps whose values take less than a second to compute,
 * for any code. */
static inline uint64_t ta_octal_moment(const ta_octal *game)
{
    return UINT64_C(1) << (game->n_third > 0 ? 13 : 20);
}

/* ---- octal-period.c ---- */

/* The end E of the proof condition for preperiod e and period p: if
 * G(n + p) = G(n) for e <= n < E, then for all n >= e. */
uint64_t tai_octal_proof_end(const ta_octal *game, uint64_t e, uint64_t p);
/* Values that a search for a period compares at once, at most: 4 bytes each. */
enum { TA_OCTAL_TAIL = 1 << 16 };

/* The search for a period that goes along with a run. */
typedef struct ta_octal_search {
    bool long_only;
    uint64_t next;   /* The number of heaps at which to look again. */
    uint64_t since;  /* From here on all witnesses are known. */
    uint64_t choice; /* Heap of the engine's next mask: another has other
                        witnesses. */
    ta_summary summary;
} ta_octal_search;

/* Begins a search along an engine, which may hold heaps that it has not found.
 */
void tai_octal_search_begin(ta_octal_search *q, const octal_engine *e,
                            bool long_only);
/* Looks for a period, with a proof, among the heaps that the engine has proved,
 * and sets `next`. TA_ENOMEM. */
ta_status tai_octal_search_look(ta_octal_search *q, octal_engine *e);
/* Ends the search: looks once more if nothing is proved, and for a period with
 * a saltus if there is none without. TA_ENOMEM. */
ta_status tai_octal_search_end(ta_octal_search *q, octal_engine *e);

/* ---- octal-solve.c ---- */

extern const ta_engine tai_octal_sets, tai_octal_auto;

/* ---- huge.c ---- */

/* Frees the texts of a move, which becomes zero. */
void tai_move_free(ta_move *move);
/* Finds the moves from a heap of any size to positions of value `target`. Calls
 * visit(state, move) for each in the order of tai_breaks_next, up to `limit` of
 * them (0: no limit), and stops at a status that is not TA_OK, which is
 * returned. Sets *all as ta_play_moves does. TA_EINVAL, TA_ERANGE, TA_ENOMEM.
 * Cost: a look at each split of a heap below the proof's end plus one period
 * plus 2^20. */
ta_status tai_octal_moves_to(const ta_octal_solution *s, const char *heap,
                             unsigned target, uint64_t limit,
                             ta_status (*visit)(void *state,
                                                const ta_move *move),
                             void *state, bool *all, ta_error *error);

#endif
