/* Runs: they compute a content of [0, n). */
#ifndef TAKEAWAY_RUN_H
#define TAKEAWAY_RUN_H

#include "takeaway/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* -------------------------------------------------------------- engines -- */

typedef enum ta_content {
    TA_CONTENT_COLD = 1,
    TA_CONTENT_NIM,
    TA_CONTENT_LENGTH
} ta_content;

typedef struct ta_engine_info {
    const char *name;
    const char *summary; /* one line */
} ta_engine_info;

/* Returns engine k for a content of subtraction games, or with `octal` of octal
 * games in normal play; NULL if there is none. Engine 0 is the simplest. */
TA_API const ta_engine_info *ta_engine_at(ta_content content, bool octal,
                                          size_t k);

/* ---------------------------------------------------------- statistics -- */

/* Pairs of a name and a value, valid until another run adds to them; one run at
 * a time. */
typedef struct ta_stats ta_stats;

typedef struct ta_stat {
    char name[40], value[216];
} ta_stat;

/* Returns an empty list; NULL without memory. */
TA_API ta_stats *ta_stats_new(void);

TA_API void ta_stats_free(ta_stats *stats);

/* Returns all, and sets *count. */
TA_API const ta_stat *ta_stats_all(const ta_stats *stats, size_t *count);

/* Returns the last value of this name, or NULL. */
TA_API const char *ta_stats_find(const ta_stats *stats, const char *name);

/* -------------------------------------------------------------- periods -- */

/* How a period is proved. */
typedef enum ta_proof {
    TA_UNPROVED = 0, /* none was found, or one was seen only */
    /* Octal games: the values repeat over so many heaps that they must for all
     * (Guy and Smith 1956; paper-notes.md, O1). */
    TA_PROOF_LONG,
    /* Octal games: by fewer heaps, where all rare heaps (ta_summary) are small
     * (paper-notes.md, O3). */
    TA_PROOF_SHORT,
    /* Finite S: max S values in a row, which decide all later ones, occurred
     * again. */
    TA_PROOF_REPEATED,
    /* Octal games: values grow (src/octal/README.md). */
    TA_PROOF_ARITHMETIC
} ta_proof;

/* f(n + period) = f(n) + saltus for all n >= preperiod; if not proved, for n +
 * period < ta_summary.known, and it may fail at the next heap. */
typedef struct ta_period {
    uint64_t period;    /* 0: none was found */
    uint64_t preperiod; /* least, but after truncated checkpoints, in 2 MB */
    int64_t saltus;     /* at least 0 if proved */
    ta_proof proof;
} ta_period;

/* Of the nim-values of a game. */
typedef struct ta_summary {
    uint64_t known; /* [0, known) was computed */
    ta_period nim;
    uint64_t largest_at; /* the first heap of the largest value */
    unsigned largest;    /* below `known`; of all if the period is proved */
    /* If has_mask, a heap h of value v is rare if v & mask has an even number b
     * of one-bits; with `parity`, if b + h - t is even, t the tokens that a
     * splitting move takes, all of one parity. */
    bool has_mask, parity;
    bool at_most; /* nim.preperiod need not be the least: few heaps are held */
    unsigned mask;
    uint64_t rare;      /* rare heaps below `known` */
    uint64_t last_rare; /* the largest of these */
    uint64_t proof_end; /* the proof uses [0, proof_end) */
} ta_summary;

/* -------------------------------------------------------------- options -- */

/* How "divide" and "auto" compute the sums of many cold positions and all of S.
 */
typedef enum ta_convolver {
    TA_CONVOLVER_AUTO = 0, /* the fastest with proved exact results */
    TA_CONVOLVER_NTT,      /* transforms modulo a prime */
    TA_CONVOLVER_FFTW, /* GMP where the proved bound on rounding is too large */
    TA_CONVOLVER_GMP,  /* products of large integers */
    TA_CONVOLVER_SHIFT /* shifts of bit arrays */
} ta_convolver;

/* All zero, or NULL, means the defaults. */
typedef struct ta_options {
    size_t size;        /* sizeof(ta_options), or 0: that of version 0.1.0 */
    const char *engine; /* of ta_engine_at; NULL: "auto" */
    unsigned threads;   /* 0: 1 */
    /* Bytes that a run may allocate, with the library's own sinks, but without
     * writers and readers of archives, GMP, FFTW and zstd; 0: no limit. A run
     * that surely needs more is refused at once. */
    uint64_t max_memory;
    ta_convolver convolver;
    /* FFTW's results are used if their proved error is below; 0, or above 1/2:
     * 1/2. */
    double rounding_limit;
    /* The smallest parts have 2^base_bits heaps, 6 to 20; 0: chosen. */
    unsigned base_bits;
    bool check; /* "wheel", "gpu" compare some of each block with the definition
                 */
    bool periods;    /* the sink accepts ta_block.period */
    bool emulate;    /* "gpu" runs its kernels on the processor, for tests */
    ta_stats *stats; /* or NULL */
    /* NULL, or an archive of the same game and content (for cold positions of
     * an octal game: of nim-values) with the first results, which go to the
     * sink unchecked (ta_archive_verify). */
    const struct ta_archive *known;
    /* The sink convention (Bhagat, Larsson, Manabe, Yamashita): a move may take
     * more than the heap has, and play then ends at value 0. For ta_census, and
     * ta_period_find of finite sets; runs refuse it. */
    bool sink;
    /* NULL, or called between blocks with the finished heaps and the share of
     * the work, estimated as (done / n)^p with p of the engine, which never
     * falls, and is 1 at the end. Not 0 ends the run with TA_ECANCELLED. */
    int (*progress)(void *state, double share, uint64_t done);
    void *progress_state;
    struct tai_comm *comm; /* NULL; for takeaway-mpi alone */
    /* NULL, or filled in when a run ends, of an octal game in normal play
     * not by "naive"; others refuse it. A proof ends the run; beyond it the
     * sink gets blocks if a period is in memory. Memory: 2 bytes a heap; beyond
     * 2^30 heaps or max_memory, 64 MB if few heaps are rare. */
    ta_summary *summary;
} ta_options;

/* ----------------------------------------------------- blocks and sinks -- */

/* Results for [from, to), from < to: one of `bits`, `positions` and `values` is
 * not NULL. */
typedef struct ta_block {
    uint64_t from, to;
    const uint64_t *bits; /* bit i: heap from + i is cold; 0 behind the end */
    const uint64_t *positions; /* cold ones, increasing */
    const uint16_t *values;    /* values[i]: of heap from + i */
    uint64_t count;            /* cold positions, or values */
    /* 0, or with options.periods: `bits` or `values` has [from, from + period)
     * only, and repeats. */
    uint64_t period;
    /* 0, or what a checkpoint of an octal game must keep: the values of the
     * first and last `head` heaps before `to`, and the rule for rare heaps:
     * ta_summary.mask, with `parity` as bit 16. */
    uint64_t head;
    uint32_t mask;
} ta_block;

/* Receives blocks in order and without gaps, from one thread at a time. A block
 * is valid during the call. */
typedef struct ta_sink {
    ta_status (*consume)(void *state, const ta_block *block);
    void *state;
} ta_sink;

/* Visits each cold position or value of heaps >= from, in order. */
TA_API ta_status ta_block_each(const ta_block *block, uint64_t from,
                               ta_status (*visit)(void *state, uint64_t number),
                               void *state);

/* ----------------------------------------------------------------- runs -- */

/* Computes a content of [0, n), and hands it to `sink` (NULL: to none) in
 * blocks, also if an error follows. Runs at the same time need separate stats,
 * summaries and sinks. Errors: TA_ERANGE (n is above 2^62, or for lengths above
 * 2^32 - 256, unless the period of a finite set or octal game is proved; a
 * value is above 65535: the error names the heap, and the sink has all below).
 *
 * Cost: cold positions n^1.3 ("naive") to n log^2 n ("divide"); nim-values n
 * times the moves ("naive", "blocked"), or at most m + 1 runs for cold
 * positions, m the largest value ("layers"); lengths about n^1.2 for squares;
 * octal games about linear if few heaps are rare, quadratic at worst. Engines:
 * src/README.md. Source: Eppstein 2018 (arXiv:1804.06515); paper-notes.md.
 * Example: sink.c. */
TA_API ta_status ta_run(ta_content content, const ta_game *game, uint64_t n,
                        const ta_options *options, const ta_sink *sink,
                        ta_error *error);

/* A run with its engine and sizes chosen; many times, one thread at a time. */
typedef struct ta_plan ta_plan;

/* The game and what the options point to must outlive the plan. Errors: as
 * ta_run, but not TA_ELIMIT. */
TA_API ta_status ta_plan_new(ta_content content, const ta_game *game,
                             uint64_t n, const ta_options *options,
                             ta_plan **plan, ta_error *error);

TA_API void ta_plan_free(ta_plan *plan);

/* Returns an upper bound of the bytes that a run allocates; a lower one for
 * "wheel", octal games and finite sets with a search for a period, whose sizes
 * depend on results. */
TA_API uint64_t ta_plan_memory(const ta_plan *plan);

/* Errors: as ta_run. */
TA_API ta_status ta_plan_run(const ta_plan *plan, const ta_sink *sink,
                             ta_error *error);

/* ------------------------------------------- whole results, in one call -- */

/* These return the status of ta_run; on error results are unspecified, and
 * there is nothing to free. */

/* Sets *count to the cold positions in [0, n). Example: count.c. */
TA_API ta_status ta_count(const ta_game *game, uint64_t n,
                          const ta_options *options, uint64_t *count,
                          ta_error *error);

/* Sets counts[k] to the cold positions in [0, ends[k]), in one run; the ends
 * increase. */
TA_API ta_status ta_counts(const ta_game *game, const uint64_t *ends,
                           size_t n_ends, const ta_options *options,
                           uint64_t *counts, ta_error *error);

/* Sets bit i < n of `cold`, of at least n bits, to whether heap i is cold; and
 * the rest of the last word to 0. */
TA_API ta_status ta_cold_bits(const ta_game *game, uint64_t n,
                              const ta_options *options, ta_bits *cold,
                              ta_error *error);

/* Sets *positions to the *count cold positions in [0, n), increasing. Memory
 * beside the run: at most 24 bytes each. Example: list.c. */
TA_API ta_status ta_cold_array(const ta_game *game, uint64_t n,
                               const ta_options *options, uint64_t **positions,
                               size_t *count, ta_error *error);

/* Sets *position to the k-th cold position, k = 1, 2, ..., by runs to larger
 * and larger n, each with its own progress. Where a period is proved, k may be
 * as large as the position allows. Errors: TA_ERANGE if there are too few:
 * below 2^64 for a finite set, else below 4 k^2 + 2^24 or 2^62. */
TA_API ta_status ta_nth(const ta_game *game, uint64_t k,
                        const ta_options *options, uint64_t *position,
                        ta_error *error);

/* Sets values[i] to the nim-value of heap i, i < n. Example: nim-values.c. */
TA_API ta_status ta_nim_array(const ta_game *game, uint64_t n,
                              const ta_options *options, uint16_t *values,
                              ta_error *error);

/* Sets values[i] to the length of heap i, i < n. */
TA_API ta_status ta_length_array(const ta_game *game, uint64_t n,
                                 const ta_options *options, uint16_t *values,
                                 ta_error *error);

/* ----------------------------------------------------------------- fits -- */

/* A power law y = c x^e. */
typedef struct ta_fit {
    double exponent, exponent_error; /* e, and its standard error */
    double constant, constant_error; /* c, and the standard error of log c */
    double log_first;                /* log y of the fit at the first x */
    double residual; /* root mean square of the residuals of log y */
    /* A standard error of e that holds if residuals of neighbours are
     * correlated, up to a lag of 1.3 sqrt count, rounded up (Newey and West).
     */
    double correlated_error;
} ta_fit;

/* Fits log y = log c + e log x to the `count` >= 2 points (x[i], y[i]) by least
 * squares. All x and y must be positive, and the x not all equal. With two
 * points the standard errors are NAN. Cost: time like count^1.5. */
TA_API ta_status ta_fit_power(const double *x, const double *y, size_t count,
                              ta_fit *fit, ta_error *error);

#ifdef __cplusplus
}
#endif
#endif
