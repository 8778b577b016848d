/* Runs compute cold positions, nim-values or lengths of play of the heaps [0,
 * n). */
#ifndef TAKEAWAY_RUN_H
#define TAKEAWAY_RUN_H

#include "takeaway/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* -------------------------------------------------------------- engines -- */

/* What a run computes, or an archive has, for each heap. */
typedef enum ta_content {
    /* Heap i is cold if no s in S, s <= i, has i - s cold; in misere play heaps
     * without a move are hot. A heap of an octal game in normal play is cold if
     * its nim-value is 0. */
    TA_CONTENT_COLD = 1,
    /* Nim-values of normal play, 16 bits: the mex (least absent number) of the
     * options' values. A sum is cold if the xor of the values is 0 (Sprague,
     * Grundy). */
    TA_CONTENT_NIM,
    /* Lengths of optimal play (remoteness, OEIS A338027) of subtraction games
     * in normal play, 16 bits: the winner hurries, the loser delays. 0 without
     * a move; 1 + the least even length of an option if there is one; else 1 +
     * the largest. Even exactly if the heap is cold. */
    TA_CONTENT_LENGTH
} ta_content;

/* One algorithm for a content. */
typedef struct ta_engine_info {
    const char *name;    /* as ta_options.engine */
    const char *summary; /* one line */
} ta_engine_info;

/* Returns engine k for a content of subtraction games, or with `octal` of octal
 * games in normal play; NULL if there is none. Engine 0 is the simplest. There
 * is none for lengths of octal games. An engine may refuse some games
 * (TA_EINVAL). */
TA_API const ta_engine_info *ta_engine_at(ta_content content, bool octal,
                                          size_t k);

/* ---------------------------------------------------------- statistics -- */

/* Pairs of a name and a value, such as "engine" and "wheel". One run at a time
 * may add to them. */
typedef struct ta_stats ta_stats;

typedef struct ta_stat {
    char name[40], value[216];
} ta_stat;

/* Returns an empty list, freed by ta_stats_free; NULL without memory. */
TA_API ta_stats *ta_stats_new(void);

/* Accepts NULL. */
TA_API void ta_stats_free(ta_stats *stats);

/* Returns all pairs in order, and sets *count. Valid until a run adds to them.
 */
TA_API const ta_stat *ta_stats_all(const ta_stats *stats, size_t *count);

/* Returns the last value of this name, or NULL. Valid until a run adds to them.
 */
TA_API const char *ta_stats_find(const ta_stats *stats, const char *name);

/* -------------------------------------------------------------- periods -- */

/* How a period is proved. */
typedef enum ta_proof {
    TA_UNPROVED = 0, /* none was found, or one was seen only */
    /* Octal games, the condition of Guy and Smith (1956; paper-notes.md, O1):
     * the values repeat over so many heaps that they must for all. */
    TA_PROOF_LONG,
    /* Octal games, by fewer heaps (paper-notes.md, O3), where all rare heaps
     * (ta_summary) are small. */
    TA_PROOF_SHORT,
    TA_PROOF_REPEATED /* finite S: max S values in a row occurred again */
} ta_proof;

/* f(n + period) = f(n) + saltus for all n >= preperiod. If not proved, this is
 * what the computed values show: it holds for n + period < ta_summary.known,
 * and may fail at the next heap. */
typedef struct ta_period {
    uint64_t period; /* 0: none was found */
    /* The least one, if proved and not before a truncated checkpoint. */
    uint64_t preperiod;
    int64_t saltus; /* 0 if proved; may be negative */
    ta_proof proof;
} ta_period;

/* What a run has found out about the nim-values of a game. */
typedef struct ta_summary {
    uint64_t known; /* the heaps [0, known) were computed */
    ta_period nim;
    uint64_t largest_at; /* the first heap of the largest value */
    unsigned largest; /* below `known`; of all heaps if the period is proved */
    /* If has_mask, a heap h of value v is rare if v & mask has an even number b
     * of one-bits; with `parity`, if b + h - t is even, t the tokens that a
     * splitting move takes, all of one parity. */
    bool has_mask, parity;
    unsigned mask;
    uint64_t rare;      /* rare heaps below `known` */
    uint64_t last_rare; /* the largest one */
    uint64_t proof_end; /* the proof uses the heaps [0, proof_end) */
} ta_summary;

/* -------------------------------------------------------------- options -- */

/* How the engines "divide" and "auto" compute the sums of many cold positions
 * and all of S, which are hot. */
typedef enum ta_convolver {
    TA_CONVOLVER_AUTO = 0, /* the fastest with proved exact results */
    TA_CONVOLVER_NTT,      /* transforms modulo a prime */
    /* By FFTW; where the proved bound on rounding is too large, by GMP. */
    TA_CONVOLVER_FFTW,
    TA_CONVOLVER_GMP,  /* products of large integers */
    TA_CONVOLVER_SHIFT /* shifts of bit arrays */
} ta_convolver;

/* All zero, or a NULL pointer, means the defaults. */
typedef struct ta_options {
    /* sizeof(ta_options), or 0 for its size in version 0.1.0. Others are
     * refused (TA_EINVAL). */
    size_t size;
    const char *engine; /* of ta_engine_at; NULL: "auto" */
    unsigned threads;   /* 0: 1 */
    /* Bytes that a run may allocate; 0: no limit. Includes the library's own
     * sinks, but not writers and readers of archives, GMP, FFTW and zstd. A run
     * that surely needs more is refused at once. */
    uint64_t max_memory;
    ta_convolver convolver; /* used by "divide" and "auto" */
    /* FFTW's results are used if the proved bound on their error is below; 0 or
     * above 1/2: 1/2. */
    double rounding_limit;
    /* The smallest parts of the work have 2^base_bits heaps: 6 to 20, or 0 for
     * the engine's choice. */
    unsigned base_bits;
    /* The engine "wheel", also as chosen by "auto", compares some results of
     * each block with the definition. */
    bool check;
    bool periods;    /* the sink accepts ta_block.period */
    ta_stats *stats; /* where statistics go; or NULL */
    /* An archive with the first results of the same game and content (of
     * nim-values for cold positions of an octal game), or NULL. They go to the
     * sink, and the rest is computed. They are not checked; ta_archive_verify
     * does. */
    const struct ta_archive *known;
    /* The sink convention (Bhagat, Larsson, Manabe, Yamashita): a move may take
     * more than the heap has, and play then ends at value 0. For ta_census, and
     * ta_period_find of finite sets; runs refuse it (TA_EINVAL). */
    bool sink;
    /* Called between blocks, or NULL. `share` of the work estimated, (done /
     * n)^p with p of the engine; it never falls, and is 1 at the end. `done`:
     * finished heaps. If it returns not 0, the run ends with TA_ECANCELLED. */
    int (*progress)(void *state, double share, uint64_t done);
    void *progress_state; /* first argument of progress */
    /* NULL; takeaway-mpi alone sets it, so that processes share a run. */
    struct tai_comm *comm;
    /* NULL, or filled in when a run ends. For runs of octal games in normal
     * play but engine "naive"; others refuse it (TA_EINVAL). A period ends the
     * run where it is proved; if it is longer than what is held, the sink gets
     * no blocks beyond. All n values are held, 2 bytes each, if max_memory
     * allows, or without it up to n = 2^30; beyond, 64 MB do if few heaps are
     * rare. */
    ta_summary *summary;
} ta_options;

/* ----------------------------------------------------- blocks and sinks -- */

/* Results for the heaps [from, to), from < to, in one of three forms: `bits`,
 * `positions` or `values` is not NULL. */
typedef struct ta_block {
    uint64_t from, to;
    const uint64_t *bits; /* bit i: heap from + i is cold; 0 behind the end */
    const uint64_t *positions; /* cold ones, increasing */
    const uint16_t *values;    /* values[i]: of heap from + i */
    uint64_t count;            /* cold positions, or values */
    /* 0, or the period of the results: `bits` or `values` has [from, from +
     * period) only. Only with options.periods. */
    uint64_t period;
    /* If not 0, what a checkpoint of an octal game must keep: the values of the
     * first `head` heaps and of the last `head` before `to`, and the rule for
     * rare heaps: ta_summary.mask, with `parity` as bit 16. */
    uint64_t head;
    uint32_t mask;
} ta_block;

/* Receives the results: consume(state, block), for blocks in order and without
 * gaps, from one thread at a time. A block is valid during the call. A status
 * other than TA_OK ends the run with it. */
typedef struct ta_sink {
    ta_status (*consume)(void *state, const ta_block *block);
    void *state;
} ta_sink;

/* Calls visit(state, number) for each cold position or value of heaps >= from,
 * in order. Returns the first status that is not TA_OK. */
TA_API ta_status ta_block_each(const ta_block *block, uint64_t from,
                               ta_status (*visit)(void *state, uint64_t number),
                               void *state);

/* ----------------------------------------------------------------- runs -- */

/* Computes a content of the heaps [0, n), and hands it to `sink` in blocks;
 * NULL drops it. Returns
 *
 *   TA_OK
 *   TA_EINVAL     no such engine or content for the game, or unfit options
 *   TA_ERANGE     n is above 2^62, or for lengths above 2^32 - 256, unless the
 *                 period of a finite set or octal game is proved. Or a value is
 *                 above 65535: the error names the heap, and the sink has all
 *                 below
 *   TA_ELIMIT     options.max_memory; the sink has the blocks so far
 *   TA_ENOMEM
 *   TA_EMISMATCH  options.known is damaged
 *   TA_EIO        options.known cannot be read
 *   TA_ECANCELLED options.progress asked to stop
 *   or what the sink returned.
 *
 * Cost: cold positions n^1.3 ("naive") to n log^2 n ("divide"); nim-values n
 * times the moves ("naive", "blocked"), or at most m + 1 runs for cold
 * positions, m the largest value ("layers"); lengths about n^1.2 for squares;
 * octal games about linear if few heaps are rare, quadratic at worst. Engines:
 * src/README.md. Runs at the same time need separate stats, summaries and
 * sinks. Source: Eppstein 2018 (arXiv:1804.06515); paper-notes.md. Example:
 * sink.c. */
TA_API ta_status ta_run(ta_content content, const ta_game *game, uint64_t n,
                        const ta_options *options, const ta_sink *sink,
                        ta_error *error);

/* A run with its engine and sizes chosen; run any number of times, by one
 * thread at a time. */
typedef struct ta_plan ta_plan;

/* Makes a plan of ta_run with these arguments; the game and what the options
 * point to must outlive it. Freed by ta_plan_free. Returns as ta_run, but not
 * TA_ELIMIT. */
TA_API ta_status ta_plan_new(ta_content content, const ta_game *game,
                             uint64_t n, const ta_options *options,
                             ta_plan **plan, ta_error *error);

/* Accepts NULL. */
TA_API void ta_plan_free(ta_plan *plan);

/* Returns the bytes that a run allocates: an upper bound; a lower one for
 * "wheel", octal games and finite sets with a search for a period, whose sizes
 * depend on results. */
TA_API uint64_t ta_plan_memory(const ta_plan *plan);

/* Runs a plan. Returns as ta_run. */
TA_API ta_status ta_plan_run(const ta_plan *plan, const ta_sink *sink,
                             ta_error *error);

/* ------------------------------------------- whole results, in one call -- */

/* These call ta_run with the given options and return its status; if that is
 * not TA_OK, results are unspecified, and there is nothing to free. */

/* Sets *count to the cold positions in [0, n). Example: count.c. */
TA_API ta_status ta_count(const ta_game *game, uint64_t n,
                          const ta_options *options, uint64_t *count,
                          ta_error *error);

/* Sets counts[k] to the cold positions in [0, ends[k]), in one run. Returns
 * TA_EINVAL if the ends do not increase. */
TA_API ta_status ta_counts(const ta_game *game, const uint64_t *ends,
                           size_t n_ends, const ta_options *options,
                           uint64_t *counts, ta_error *error);

/* Sets bit i of `cold`, of at least n bits, to whether heap i is cold, i < n;
 * and the rest of the last word to 0. */
TA_API ta_status ta_cold_bits(const ta_game *game, uint64_t n,
                              const ta_options *options, ta_bits *cold,
                              ta_error *error);

/* Sets *positions to the cold positions in [0, n), increasing, and *count;
 * freed by ta_free, even if none. Memory beside the run: at most 24 bytes each.
 * Example: list.c. */
TA_API ta_status ta_cold_array(const ta_game *game, uint64_t n,
                               const ta_options *options, uint64_t **positions,
                               size_t *count, ta_error *error);

/* Sets *position to the k-th cold position, for k = 1, 2, .... The function
 * calls ta_run for the heaps [0, n) with larger and larger n, until k cold
 * positions are found. Each of these calls reports its own progress. Where a
 * period is proved, k may be as large as the position allows. Returns TA_ERANGE
 * if there are too few: below 2^64 for a finite set, and otherwise below 4 k^2
 * + 2^24 or 2^62; TA_EINVAL if k is 0; and otherwise as ta_run. */
TA_API ta_status ta_nth(const ta_game *game, uint64_t k,
                        const ta_options *options, uint64_t *position,
                        ta_error *error);

/* Sets values[i] to the nim-value of heap i, i < n. Example: nim-values.c. */
TA_API ta_status ta_nim_array(const ta_game *game, uint64_t n,
                              const ta_options *options, uint16_t *values,
                              ta_error *error);

/* Sets values[i] to the length of optimal play from heap i, i < n. */
TA_API ta_status ta_length_array(const ta_game *game, uint64_t n,
                                 const ta_options *options, uint16_t *values,
                                 ta_error *error);

/* ----------------------------------------------------------------- fits -- */

/* A power law y = c x^e that was fitted to points (x, y), as a straight line
 * log y = log c + e log x. */
typedef struct ta_fit {
    /* The exponent e, and the standard error of e. */
    double exponent, exponent_error;
    /* The constant c, and the standard error of log c. */
    double constant, constant_error;
    double log_first; /* log y of the fit at the first x */
    double residual;  /* root mean square of the residuals of log y */
    /* A standard error of the exponent e that also holds if the residuals of
     * neighbouring points are correlated (Newey and West). In a list of n
     * points, correlations up to a lag of 1.3 sqrt n, rounded up, are included.
     */
    double correlated_error;
} ta_fit;

/* Fits a power law to the `count` >= 2 points (x[i], y[i]) by least squares of
 * the logarithms. All x and y must be positive, and the x must not all be
 * equal. With two points the standard errors are NAN. Returns TA_OK, TA_EINVAL
 * or TA_ENOMEM. Cost: time like count^1.5. */
TA_API ta_status ta_fit_power(const double *x, const double *y, size_t count,
                              ta_fit *fit, ta_error *error);

#ifdef __cplusplus
}
#endif
#endif
