/* Declares what the files of this module share, except the engine (engine.h).
 * The module is for octal and hexadecimal games. */
#ifndef TA_OCTAL_H
#define TA_OCTAL_H

#include "base/tail.h"
#include "octal/engine.h"
#include "run/job.h"

/* The greatest number of heaps whose nim-values are held in memory. It is below
 * 2^32, since some arrays store sizes of heaps as 32-bit numbers. */
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

/* Changes *turn into the next move of the heap, in the order that breaks.c
 * describes. If *turn is not a move of the heap, changes *turn into the first
 * move. Returns false if there is no further move. Does not use the member
 * turn->heap. */
bool tai_breaks_next(const ta_octal *game, uint64_t heap, ta_turn *turn);
/* Returns whether *turn is a legal move of a heap. Sorts turn->left, the heaps
 * that the move leaves: in increasing order, then zeros. */
bool tai_breaks_legal(const ta_octal *game, uint64_t heap, ta_turn *turn);

/* ---- limits.c ---- */

/* How many heaps and bytes the parts of a run of an octal game may use. A run
 * that obeys these numbers obeys its limit on memory. */
typedef struct octal_limits {
    /* The run holds all labels (renumbered values) until it has proved the
     * values of this number of heaps. Later it may discard labels. */
    uint64_t keep;
    /* The greatest number of labels (renumbered values, one for each heap) for
     * which memory may be allocated. */
    uint64_t most;
    /* True if the engine computes each heap from sets of nim-sums of two or
     * three smaller heaps (sets.c). */
    bool sets;
    /* The number of first heaps whose nim-values the run reads from an archive.
     * The archive may have more heaps, namely job->known; the run computes the
     * others again. The number is 0 if the archive is a truncated checkpoint
     * (without most values), or if the member `sets` is true. */
    uint64_t known;
    /* A limit, in bytes, on the size of the list of heaps with a rare value
     * (README.md). If the member `sets` is true, there is no such list. Then
     * this is the limit on the size of the sets of nim-sums (sets.c). */
    uint64_t rare;
    /* The greatest number of bytes of the planes (one byte per heap). */
    uint64_t planes;
    /* The predicted number of bytes of the run. If there is a limit on memory,
     * the planes (arrays with one byte per heap) are not included. The
     * prediction is too low for a game in which the number of rare heaps
     * (README.md) keeps growing. */
    uint64_t bytes;
} octal_limits;

/* Returns how many heaps and bytes the parts of a run of this job may use. The
 * result depends on the game, the engine, the options, the number of heaps
 * job->n, and the number job->known of heaps that an archive has. */
octal_limits tai_octal_limits(const ta_job *job);
/* Makes an engine for a run of this job, and stores it in *engine. The engine
 * stores the nim-values as labels (renumbered values), and gets memory for the
 * labels of `room` heaps. It may discard labels only after it has proved the
 * values of `keep` heaps. It obeys the limits that tai_octal_limits(job)
 * returns. Returns TA_ENOMEM, with a sentence in job->error, if there is no
 * memory. */
ta_status tai_octal_engine_for(const ta_job *job, uint64_t room, uint64_t keep,
                               tai_pool *pool, octal_engine **engine);

/* ---- octal-run.c ---- */

struct ta_octal_solution {
    const ta_game *of;
    const ta_octal *game; /* the code of the game */
    /* True if only the condition of Guy and Smith (octal-period.c) counts as a
     * proof of a period. */
    bool long_only;
    /* The nim-values of the heaps [0, summary.known). */
    uint16_t *g;
    ta_summary summary;
};

/* The sink, the receiver of the nim-values of a run, gets the values of
 * 2^TAI_OCTAL_GRAIN heaps at once. */
enum { TAI_OCTAL_GRAIN = 14 };

/* Computes the nim-values of the heaps of a job, and gives them to job->sink,
 * the receiver of the values. If `whole` is not NULL, no value is discarded,
 * and whole->g is set to the array of all values. If job->options->summary is
 * not NULL, stores the summary there. Returns a status as ta_plan_run() does.
 */
ta_status tai_octal_find(const ta_job *job, ta_octal_solution *whole);

/* Sets *value to the nim-value of a heap. If the heap was not computed, its
 * value follows from the period. In this case returns TA_ERANGE if no period is
 * proved. */
ta_status tai_octal_value(const ta_octal_solution *s, uint64_t heap,
                          unsigned *value);

/* ---- octal-census.c ---- */

/* Returns the predicted number of bytes of memory that ta_octal_census takes.
 * `limit` is the number of heaps of each game. Each thread may allocate `each`
 * bytes; 0 means that there is no limit. */
uint64_t tai_octal_census_memory(uint64_t limit, uint64_t each,
                                 unsigned threads);

/* Returns how many heaps of the game can be computed in less than a second. The
 * number depends only on whether the game has splits in three. */
static inline uint64_t ta_octal_moment(const ta_octal *game)
{
    return UINT64_C(1) << (game->n_third > 0 ? 13 : 20);
}

/* ---- octal-period.c ---- */

/* Returns a bound E for the proof of a period p with preperiod e. Let G(n) be
 * the nim-value of heap n. If G(n + p) = G(n) for all n with e <= n < E, then
 * G(n + p) = G(n) for all n >= e. */
uint64_t tai_octal_proof_end(const ta_octal *game, uint64_t e, uint64_t p);
/* The greatest number of values at the end of a sequence that the search for a
 * period compares. The search takes 4 bytes of memory for each value. */
enum { TA_OCTAL_TAIL = 1 << 16 };

/* The state of the search for a period of nim-values. A run of an engine looks
 * for a period from time to time. */
typedef struct ta_octal_search {
    bool long_only;
    /* The search looks for a period again when the values of this number of
     * heaps are proved. */
    uint64_t next;
    ta_summary summary;
} ta_octal_search;

/* Begins a search for a period of the nim-values that the engine *e computes.
 * If `long_only` is true, only the condition of Guy and Smith counts as a proof
 * of a period. */
void tai_octal_search_begin(ta_octal_search *q, const octal_engine *e,
                            bool long_only);
/* Looks for a period, and for a proof of the period, in the values that the
 * engine has proved. Sets q->next to the number of heaps at which to look
 * again, and the members of q->summary for the period; all of them if a period
 * is proved. Returns TA_ENOMEM if there is no memory, and TA_ECANCELLED if
 * options->progress asks to stop. */
ta_status tai_octal_search_look(ta_octal_search *q, octal_engine *e,
                                const ta_options *options);
/* Ends the search for a period, and sets all of q->summary. If no period is
 * proved, looks once more. If there is still no period, looks for a period with
 * a saltus: after each period, the nim-values are larger by one constant.
 * Returns as tai_octal_search_look(). */
ta_status tai_octal_search_end(ta_octal_search *q, octal_engine *e,
                               const ta_options *options);

/* ---- octal-solve.c ---- */

extern const ta_engine tai_octal_sets, tai_octal_auto;

/* ---- huge.c ---- */

/* Frees the texts in a move and sets the move to zero. */
void tai_move_free(ta_move *move);
/* Visits the moves from a heap of any size to positions of nim-value `target`.
 * For each such move, calls visit(state, move). The moves come in the order of
 * tai_breaks_next(). `heap` is the size of the heap, as text. The function
 * stops after `limit` moves; 0 means no limit. It also stops if visit() returns
 * a status other than TA_OK, and returns that status. Sets *all to false if
 * some moves may have been left out, else to true. Returns TA_EINVAL if `heap`
 * is no number, TA_ERANGE if it is too large and no period is proved, and
 * TA_ENOMEM if there is no memory.
 *
 * A large heap has too many moves to look at each of them. So the function
 * looks at the moves of a smaller heap: the large heap less k tokens, where k
 * is a multiple of the period. Each of these moves becomes a move of the large
 * heap when k is added to the largest part that it leaves. The part keeps its
 * nim-value. The large heap may have other moves to `target`, which are left
 * out.
 *
 * Let p be the period, and let E be the larger of summary.known and the result
 * of tai_octal_proof_end(). The heap whose moves are looked at has fewer than
 * E + p + 2^20 tokens. */
ta_status tai_octal_moves_to(const ta_octal_solution *s, const char *heap,
                             unsigned target, uint64_t limit,
                             ta_status (*visit)(void *state,
                                                const ta_move *move),
                             void *state, bool *all, ta_error *error);

#endif
