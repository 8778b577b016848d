/* What the files of this module share, beside the engine (engine.h). */
#ifndef TA_OCTAL_H
#define TA_OCTAL_H

#include "archive/checkpoint-file.h"
#include "base/big.h"
#include "base/tail.h"
#include "octal/engine.h"
#include "run/job.h"

/* Heaps in memory at most: some arrays store heaps in 32 bits. */
#define TA_OCTAL_N_MAX UINT64_C(0xffffff00)

/* ---- naive.c: the definition ---- */

/* Returns the nim-value of heap h. `seen` has TAI_OCTAL_VALUE_MAX + 2 zeros;
 * seen[v] becomes 1 for values v of options. */
unsigned tai_octal_mex(const tai_octal *game, const uint16_t *values,
                       uint64_t h, uint8_t *seen);

/* Computes [0, n): n^2 / 4 steps for each break, n^3 / 36 for splits in three.
 * Returns TA_ERANGE above 65535, TA_ENOMEM or TA_ECANCELLED. */
ta_status tai_octal_naive(const tai_octal *game, uint64_t n,
                          const ta_options *options, uint16_t *values,
                          ta_error *error);

/* ---- breaks.c: the moves of a heap ---- */

/* Changes *turn into the next move of the heap, the first if it is none.
 * Returns false at the end. Ignores turn->heap. */
bool tai_breaks_next(const tai_octal *game, uint64_t heap, ta_turn *turn);
/* Returns whether *turn is a move; sorts turn->left, zeros last. */
bool tai_breaks_legal(const tai_octal *game, uint64_t heap, ta_turn *turn);

/* ---- limits.c ---- */

octal_limits tai_octal_limits(const tai_job *job);

/* ---- octal-run.c ---- */

struct ta_octal_solution {
    const ta_game *of;
    const tai_octal *game;
    uint16_t *g; /* values of [0, summary.known) */
    ta_summary summary;
};

enum { TAI_OCTAL_GRAIN = 14 }; /* log2 of the heaps that a sink gets at once */

/* Computes the job's values for its sink, or for job->whole. Fills in
 * options->summary. Returns as ta_plan_run. */
ta_status tai_octal_find(const tai_job *job);

/* ---- octal-census.c ---- */

/* Returns the bytes that ta_octal_census takes; each thread at most `each`, if
 * not 0. */
uint64_t tai_octal_census_memory(uint64_t limit, uint64_t each,
                                 unsigned threads);

/* Returns how many heaps of a game take less than a second. */
static inline uint64_t tai_octal_moment(const tai_octal *game)
{
    return UINT64_C(1) << (game->n_third > 0 ? 13 : 20);
}

/* ---- octal-period.c ---- */

/* Returns E: if G(n + p) = G(n) for e <= n < E, then for all n >= e. */
uint64_t tai_octal_proof_end(const tai_octal *game, uint64_t e, uint64_t p);
/* Values at the end that are compared to find a period, at most; 4 bytes each.
 */
enum { TA_OCTAL_TAIL = 1 << 16 };

/* The search for a period, during a run. */
enum { TAI_OCTAL_FIRST_LOOK = 64 }; /* heaps proved */
typedef struct tai_octal_search {
    bool long_only; /* only Guy and Smith's condition proves */
    uint64_t next;  /* heaps proved at the next look */
    ta_summary summary;
} tai_octal_search;

/* Looks for a period and a proof. Sets q->next, and of q->summary the period,
 * or all members if one is proved. Returns TA_OK, TA_ENOMEM or TA_ECANCELLED.
 */
ta_status tai_octal_search_look(tai_octal_search *q, octal_engine *e,
                                const ta_options *options);
/* Looks once more, then for a saltus. Sets q->summary. Returns as
 * tai_octal_search_look. */
ta_status tai_octal_search_end(tai_octal_search *q, octal_engine *e,
                               const ta_options *options);

/* ---- octal-saltus.c ---- */

/* Proves the period with a saltus that is seen in the values g of [0, n), if it
 * can. Sets s->nim.proof and s->proof_end. Returns TA_OK, TA_ENOMEM or
 * TA_ECANCELLED. */
ta_status tai_octal_prove_saltus(const tai_octal *game, const uint16_t *g,
                                 uint64_t n, const ta_options *options,
                                 ta_summary *s);
/* Returns whether all values are known: a period without a saltus is proved. */
static inline bool tai_octal_repeats(const ta_summary *s)
{
    return s->nim.proof != TA_UNPROVED && s->nim.saltus == 0;
}

/* ---- octal-return.c ---- */

typedef struct tai_octal_returns {
    tai_windows *windows, own; /* &own, or those of the job */
    uint16_t *base_labels;     /* the window BASE, which is compared ... */
    uint64_t seen;             /* ... and has been with those up to this heap */
} tai_octal_returns;

/* Goes on with r->windows, of an earlier run: e has their heaps and mask.
 * *usable becomes false if they do not fit these. Returns TA_OK or TA_ENOMEM.
 */
ta_status tai_octal_returns_resume(tai_octal_returns *r, const octal_engine *e,
                                   bool *usable);
/* Looks for a return of the window among the heaps proved since the last call,
 * once labels are discarded. Fills in *s if there is one; the preperiod need
 * not be the least. Else brings the windows of a job up to date. Returns TA_OK
 * or TA_ENOMEM. */
ta_status tai_octal_returns_scan(tai_octal_returns *r, octal_engine *e,
                                 ta_summary *s);
/* Makes s->nim.preperiod, of a proved period, the least one, or leaves it alone
 * if that needs more heaps before the first kept window than may be held. Frees
 * *engine, whose memory it needs. Returns as tai_octal_engine_run. */
ta_status tai_octal_returns_preperiod(tai_octal_returns *r,
                                      octal_engine **engine,
                                      const ta_options *options, ta_summary *s,
                                      ta_error *error);
void tai_octal_returns_free(tai_octal_returns *r);

/* ---- octal-solve.c ---- */

/* Sets *value, by the period beyond what was computed. Returns TA_ERANGE
 * without a proved one. */
ta_status tai_octal_value(const ta_octal_solution *s, uint64_t heap,
                          unsigned *value);
/* Returns whether the engine of a job uses sets (sets.c). */
bool tai_octal_takes_sets(const tai_job *job);

extern const tai_engine tai_octal_auto;
extern const tai_quantity tai_octal_values;

/* ---- huge.c ---- */

/* Sets *reduced to h' and `shift` to k p; to the heap itself and 0 if that is
 * below E + p + 2^20. `heap` is a number or an expression. Returns TA_EINVAL
 * (no number), TA_ERANGE (too large without a proved period) or TA_ENOMEM. */
ta_status tai_octal_reduce(const ta_octal_solution *s, const char *heap,
                           uint64_t *reduced, mpz_t shift, ta_error *error);

#endif
