/* Octal and hexadecimal games: the declarations that the files of this module
 * share, except those of the engine (engine.h). */
#ifndef TA_OCTAL_H
#define TA_OCTAL_H

#include "base/tail.h"
#include "octal/engine.h"
#include "run/job.h"

/* The greatest number of heaps whose values are held in memory. It is below
 * 2^32, since lists of rare heaps and the search for a period store heaps in 32
 * bits. */
#define TA_OCTAL_N_MAX UINT64_C(0xffffff00)

/* ---- naive.c: the definition ---- */

/* Returns the nim-value of heap h: the least number that is not the value of an
 * option. values[i] is the value of heap i, for i < h. `seen` has
 * TAI_OCTAL_VALUE_MAX + 2 entries, all 0 before the call. The call sets seen[v]
 * to 1 for each value v of an option. */
unsigned tai_octal_mex(const ta_octal *game, const uint16_t *values, uint64_t h,
                       uint8_t *seen);

/* Computes the nim-values of the heaps [0, n) by the definition. This takes
 * about n^2 / 4 steps for each digit that allows a split in two, and n^3 / 36
 * for each digit that allows a split in three. Returns TA_ERANGE if a value is
 * above 65535, TA_ENOMEM if there is no memory, and TA_ECANCELLED if
 * options->progress asks to stop. */
ta_status tai_octal_naive(const ta_octal *game, uint64_t n,
                          const ta_options *options, uint16_t *values,
                          ta_error *error);

/* ---- breaks.c: the moves of a heap ---- */

/* Changes *turn into the next move of a heap, in the order of breaks.c. If
 * *turn is not a move of the heap, changes it into the first move. Returns
 * false if there is no further move. The member turn->heap is not used. */
bool tai_breaks_next(const ta_octal *game, uint64_t heap, ta_turn *turn);
/* Returns whether *turn is a legal move of a heap. Sorts turn->left, the heaps
 * that the move leaves: in increasing order, then zeros. */
bool tai_breaks_legal(const ta_octal *game, uint64_t heap, ta_turn *turn);

/* ---- limits.c ---- */

/* The sizes that a run may use within the limit on memory. They are numbers of
 * heaps and of bytes. */
typedef struct octal_limits {
    /* The number of heaps that a run holds before it discards labels. */
    uint64_t keep;
    /* The greatest number of heaps for whose labels memory may be allocated. */
    uint64_t most;
    /* Whether the engine computes heaps by sets of values (sets.c). */
    bool sets;
    /* The number of heaps of the resumed prefix (the heaps [0, job->known),
     * which an archive has already) whose values are read from the archive. The
     * others are computed again. It is 0 for a truncated checkpoint, and if
     * heaps are computed by sets. */
    uint64_t known;
    /* The greatest number of bytes of the list of rare heaps, or of the sets.
     */
    uint64_t rare;
    /* The greatest number of bytes of the planes (engine.h). */
    uint64_t planes;
    /* The predicted number of bytes of the run. It is too low if rare heaps go
     * on for long. Under a limit on memory it leaves out the planes. */
    uint64_t bytes;
} octal_limits;

/* Returns the sizes of a run of this job, computed from its n, its resumed
 * prefix and its options. */
octal_limits tai_octal_limits(const ta_job *job);
/* Makes an engine for a run of this job, with memory for the labels of `room`
 * heaps. The engine discards no label before `keep` heaps are proved, and obeys
 * tai_octal_limits(job). Returns TA_ENOMEM, with a sentence in job->error, if
 * there is no memory. */
ta_status tai_octal_engine_for(const ta_job *job, uint64_t room, uint64_t keep,
                               tai_pool *pool, octal_engine **engine);

/* ---- octal-run.c ---- */

struct ta_octal_solution {
    const ta_game *of;
    const ta_octal *game; /* the code of the game */
    /* Whether only the long proof, the condition of Guy and Smith, counts as a
     * proof of a period. */
    bool long_only;
    /* The nim-values of the heaps [0, summary.known). */
    uint16_t *g;
    ta_summary summary;
};

/* A run hands over the values of 2^TAI_OCTAL_GRAIN heaps at once. */
enum { TAI_OCTAL_GRAIN = 14 };

/* Computes the nim-values of the heaps of a job and hands them to job->sink. If
 * `whole` is not NULL, no value is discarded, and whole->g gets the array of
 * all values. If job->options->summary is not NULL, the summary is stored
 * there. Returns a status of ta_plan_run. */
ta_status tai_octal_find(const ta_job *job, ta_octal_solution *whole);

/* Sets *value to the nim-value of a heap. Heaps that were not computed get
 * their values from the period; if none is proved, returns TA_ERANGE. */
ta_status tai_octal_value(const ta_octal_solution *s, uint64_t heap,
                          unsigned *value);

/* ---- octal-census.c ---- */

/* Returns the predicted number of bytes of memory that ta_octal_census takes.
 * `limit` is the number of heaps of each game. Each thread may allocate `each`
 * bytes; 0 means that there is no limit. */
uint64_t tai_octal_census_memory(uint64_t limit, uint64_t each,
                                 unsigned threads);

/* Returns a number of heaps. For any octal or hexadecimal game, the values of
 * this number of heaps are computed in less than a second. */
static inline uint64_t ta_octal_moment(const ta_octal *game)
{
    return UINT64_C(1) << (game->n_third > 0 ? 13 : 20);
}

/* ---- octal-period.c ---- */

/* Returns the end E of the condition that proves a period p with preperiod e:
 * if G(n + p) = G(n) for all n with e <= n < E, then for all n >= e. */
uint64_t tai_octal_proof_end(const ta_octal *game, uint64_t e, uint64_t p);
/* The greatest number of values at the end of a sequence that the search for a
 * period compares. The search takes 4 bytes of memory for each value. */
enum { TA_OCTAL_TAIL = 1 << 16 };

/* The state of the search for a period, which an engine's run calls from time
 * to time. */
typedef struct ta_octal_search {
    bool long_only;
    /* The number of proved heaps at which to look for a period again. */
    uint64_t next;
    /* The first heap from which on the engine has recorded how large the
     * witnesses are that its proofs used (octal_witnesses.reach). */
    uint64_t since;
    /* The engine's choice.next at the last look. If it has changed, the engine
     * has chosen a mask again, and the witnesses before that do not count. */
    uint64_t choice;
    ta_summary summary;
} ta_octal_search;

/* Begins a search for a period in the values of an engine. Some of these values
 * may come from an earlier run. `long_only`: see ta_octal_solution. */
void tai_octal_search_begin(ta_octal_search *q, const octal_engine *e,
                            bool long_only);
/* Looks for a period, and for a proof of the period, in the values that the
 * engine has proved. Sets q->summary, and q->next to the number of heaps at
 * which to look again. Returns TA_ENOMEM if there is no memory. */
ta_status tai_octal_search_look(ta_octal_search *q, octal_engine *e);
/* Ends the search for a period: looks once more if no period is proved. If
 * there is no period, looks for one with a saltus. Sets q->summary. Returns
 * TA_ENOMEM if there is no memory. */
ta_status tai_octal_search_end(ta_octal_search *q, octal_engine *e);

/* ---- octal-solve.c ---- */

extern const ta_engine tai_octal_sets, tai_octal_auto;

/* ---- huge.c ---- */

/* Frees the texts in a move and sets the move to zero. */
void tai_move_free(ta_move *move);
/* Finds the moves from a heap of any size to positions of nim-value `target`.
 * Calls visit(state, move) for each move in the order of tai_breaks_next, for
 * `limit` moves at most (0: no limit). If visit() returns a status other than
 * TA_OK, stops and returns it. Sets *all to whether there are no other such
 * moves. Returns TA_EINVAL if `heap` is no number, TA_ERANGE if its value is
 * not known, and TA_ENOMEM if there is no memory. Cost: a look at each move of
 * one heap, of at most E + p + 2^20 tokens. Here p is the period and E is the
 * larger of summary.known and the end of the proof condition. */
ta_status tai_octal_moves_to(const ta_octal_solution *s, const char *heap,
                             unsigned target, uint64_t limit,
                             ta_status (*visit)(void *state,
                                                const ta_move *move),
                             void *state, bool *all, ta_error *error);

#endif
