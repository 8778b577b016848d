/* takeaway: runs over the heaps [0, n): cold positions, nim-values, lengths. */
#ifndef TAKEAWAY_RUN_H
#define TAKEAWAY_RUN_H

#include "takeaway/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* -------------------------------------------------------------- engines -- */

/* What a run computes of every heap, and what an archive holds. */
typedef enum ta_content {
    /* Cold positions. Heap i is cold if and only if no s in S with s <= i has
     * i - s cold. Under misere play heaps without a move are hot. A heap of an
     * octal game is cold if and only if its nim-value is 0. */
    TA_CONTENT_COLD = 1,
    /* Nim-values of normal play, 16 bits each. The value of a heap is the mex
     * (the least absent number) of the values of its options. A sum of heaps is
     * cold if and only if the xor of the values is 0 (Sprague and Grundy). */
    TA_CONTENT_NIM,
    /* Lengths of optimal play (remoteness, OEIS A338027) of subtraction games
     * in normal play, 16 bits each. The winner ends the game as soon as
     * possible, the loser as late as possible: the length is 0 without a move;
     * 1 + the least even length of an option if there is one; otherwise 1 + the
     * largest length of an option. A heap is cold if and only if its length is
     * even. */
    TA_CONTENT_LENGTH
} ta_content;

/* An engine: one way to compute a content. */
typedef struct ta_engine_info {
    const char *name;    /* what ta_options.engine accepts */
    const char *summary; /* one line */
} ta_engine_info;

/* Returns the engines for a content of subtraction games or, if `octal`, of
 * octal games in normal play. The simplest engine comes first. Sets *count to
 * the number of engines. Returns NULL and sets *count to 0 where there is none:
 * for a number that is no ta_content, and for lengths of octal games. The array
 * is never freed. An engine may refuse some games with TA_EINVAL. */
TA_API const ta_engine_info *ta_engines(ta_content content, bool octal,
                                        size_t *count);

/* ---------------------------------------------------------- statistics -- */

/* What a run did, as pairs of texts. The object belongs to one run at a time.
 */
typedef struct ta_stats ta_stats;

/* One pair, such as "engine" and "wheel". */
typedef struct ta_stat {
    char name[40], value[216];
} ta_stat;

/* Returns statistics without a pair, or NULL if there is no memory. The caller
 * frees them by ta_stats_free. */
TA_API ta_stats *ta_stats_new(void);

/* Frees statistics. Accepts NULL. */
TA_API void ta_stats_free(ta_stats *stats);

/* Returns the pairs in the order in which the runs added them, and sets *count
 * to their number. The array lasts until the next run with these statistics. */
TA_API const ta_stat *ta_stats_all(const ta_stats *stats, size_t *count);

/* Returns the last value under a name, or NULL. It lasts as long as the array
 * of ta_stats_all. */
TA_API const char *ta_stats_find(const ta_stats *stats, const char *name);

/* -------------------------------------------------------------- periods -- */

/* How a period is proved. */
typedef enum ta_proof {
    TA_UNPROVED = 0,  /* there is no period, or it was only seen */
    TA_PROOF_LONG,    /* octal games: by the condition of Guy and Smith */
    TA_PROOF_SHORT,   /* octal games: by bounds on rare heaps and witnesses */
    TA_PROOF_REPEATED /* finite sets: max S consecutive values came again */
} ta_proof;

/* A sequence f that repeats: f(n + period) = f(n) + saltus for all n >=
 * preperiod. If the period is not proved, this holds as far as f was computed.
 * Otherwise it holds for ever, and the saltus is 0. */
typedef struct ta_period {
    uint64_t period;    /* 0: none was found */
    uint64_t preperiod; /* the least one for this period */
    int64_t saltus;     /* may be negative */
    ta_proof proof;
} ta_period;

/* What is known of the nim-values of a game. */
typedef struct ta_summary {
    uint64_t known;      /* the values of [0, known) were computed */
    ta_period nim;       /* the period of the values */
    uint64_t largest_at; /* the first heap of the largest value */
    unsigned largest;    /* the largest value below known; if the period is
                            proved, of all heaps */
    /* Octal games: a mask, if one is of use, separates rare heaps from common
     * ones. Heap h is rare if the number of bits that its value and the mask
     * share is even, with h - t added if `parity`, where t is what a split
     * takes. */
    bool has_mask, parity;
    unsigned mask;
    uint64_t rare;      /* the number of rare heaps below known */
    uint64_t last_rare; /* the largest of them */
    uint64_t proof_end; /* the proof looked at the heaps [0, proof_end) */
} ta_summary;

/* -------------------------------------------------------------- options -- */

/* How the engines divide and auto find the heaps that moves reach. */
typedef enum ta_convolver {
    TA_CONVOLVER_AUTO = 0, /* the fastest method that is proved exact */
    TA_CONVOLVER_NTT,      /* transforms modulo a prime, exactly */
    TA_CONVOLVER_FFTW,     /* double precision; GMP where the bound fails */
    TA_CONVOLVER_GMP,      /* products of integers */
    TA_CONVOLVER_SHIFT     /* no transforms: marks, word by word */
} ta_convolver;

/* Positions that are given beforehand, of a finite set: the least positions,
 * whose moves do not count (the seed of Miklos and Post), and the positions
 * below 0 (the sink convention of Bhagat, Larsson, Manabe and Yamashita). */
enum { TA_START_VALUE = 7, TA_START_MOST = 4096 };
typedef struct ta_start {
    const unsigned char *values; /* the nim-values of positions 0 .. count - 1,
                                    each at most TA_START_VALUE; 0 is cold */
    size_t count;                /* at most TA_START_MOST */
    bool sink; /* true: every move is allowed, and a move below 0 leads to a
                  position of value 0, where play ends */
} ta_start;

/* The options of a run. All zero is the default, and so is NULL in place of a
 * pointer to them. */
typedef struct ta_options {
    size_t size;         /* sizeof(ta_options), or 0 for the size in 0.1.0; the
                            library refuses any other size (TA_EINVAL) */
    const char *engine;  /* a name of ta_engines(); NULL: "auto" */
    unsigned threads;    /* number of threads; 0 means 1 */
    uint64_t max_memory; /* bytes that the run may allocate, with the sink if
                            the sink is in the library; 0: no limit. A run that
                            is sure not to fit is refused before it starts.
                            Writers and readers of archives are not counted, nor
                            is what GMP, FFTW and zstd allocate */
    ta_convolver convolver; /* of the engines divide and auto */
    double rounding_limit;  /* results of FFTW are used where the proved error
                               is below this bound; 0 or above 1/2 means 1/2 */
    unsigned base_bits;     /* blocks of 2^base_bits heaps at the bottom of the
                               recursion, and segments of the segmented engines:
                               6 to 20; 0: chosen by the engine */
    bool check;             /* whether an engine that can check itself does */
    bool periods;           /* whether the sink accepts blocks that repeat */
    ta_stats *stats;        /* where the run adds what it did; or NULL */
    /* An archive of the same game and content, or NULL: the run hands what the
     * archive holds to the sink and computes the rest. The library does not
     * check what the archive says; ta_archive_verify does. */
    const struct ta_archive *known;
    /* For ta_census and ta_period_find of finite sets, or NULL: how positions
     * begin. Runs refuse it (TA_EINVAL). */
    const ta_start *start;
    /* Called between blocks, or NULL: gets the share of the work that is done
     * and the number of heaps that are finished. The share never falls and is 1
     * at the end. It is (heaps / n)^p with one p for each engine, so that a
     * time left that is computed from it is a rough one. A result other than 0
     * cancels the run (TA_ECANCELLED). */
    int (*progress)(void *state, double share, uint64_t done);
    void *progress_state;  /* the first argument of progress */
    struct tai_comm *comm; /* NULL; the tool shares a run over MPI's ranks */
    /* Of a run of an octal game in normal play: where the run puts what is
     * known of the game at its end; or NULL. Runs of other games and contents,
     * and the engine naive, refuse it (TA_EINVAL). */
    ta_summary *summary;
} ta_options;

/* ----------------------------------------------------- blocks and sinks -- */

/* What a run has found for the heaps [from, to), in one of three forms. The
 * numbers of a block are its cold positions or its values. */
typedef struct ta_block {
    uint64_t from, to;         /* from < to */
    const uint64_t *bits;      /* cold positions: bit i for heap from + i, bits
                                  at and above `to` are 0; or NULL */
    const uint64_t *positions; /* cold positions, increasing; or NULL */
    const uint16_t *values;    /* a value for each heap; or NULL */
    uint64_t count;            /* how many numbers belong to [from, to) */
    /* 0, or the block repeats, for a sink of options.periods: bits or values
     * are given for [from, from + period), and a later heap has what the heap
     * `period` below it has. */
    uint64_t period;
    /* For checkpoints of octal games: 0, or a run that resumes needs only the
     * values of [0, head) and of the last `head` heaps; and the bits of values
     * that separate rare heaps from common ones. */
    uint64_t head;
    uint32_t mask;
} ta_block;

/* The receiver of the blocks of a run. The run calls consume(state, block) once
 * for each block, in increasing order and without gaps, from one thread at a
 * time. The block is valid during the call only. A status other than TA_OK
 * stops the run, which returns it. */
typedef struct ta_sink {
    ta_status (*consume)(void *state, const ta_block *block);
    void *state;
} ta_sink;

/* Calls visit(state, number) for the numbers of the block that belong to heaps
 * >= from, in increasing order of heaps. Stops at the first status that is not
 * TA_OK and returns it. */
TA_API ta_status ta_block_each(const ta_block *block, uint64_t from,
                               ta_status (*visit)(void *state, uint64_t number),
                               void *state);

/* ----------------------------------------------------------------- runs -- */

/* Computes a content of a game on [0, n) and hands it to a sink.
 *   options  NULL for the defaults
 *   sink     NULL to compute only
 * Returns TA_OK; TA_EINVAL (no such engine or content of this game; options
 * that do not fit, such as options.known of another game); TA_ERANGE (n is
 * above 2^62, for lengths above 2^32 - 256, and no period of a finite set or
 * octal game is proved; or a value is above 65535: the error names the heap,
 * and the sink has the blocks below it); TA_ELIMIT (options.max_memory; the
 * sink has the blocks so far); TA_ENOMEM; TA_EMISMATCH (options.known is
 * damaged); TA_EIO (options.known cannot be read); TA_ECANCELLED; or what the
 * sink returned. Cost: of cold positions from about n^1.3 (engine naive) to n
 * log^2 n (divide). Of nim-values n times the number of moves for naive and
 * blocked, and at most m + 1 runs for cold positions for layers, with values up
 * to m. Of lengths about n^1.2 for subtract-a-square. Of octal games about
 * linear in n where rare values die out, quadratic at worst. src/README.md has
 * the engines. Threads: runs at the same time need separate stats, summaries
 * and sinks. Source: Eppstein 2018 (arXiv:1804.06515); paper-notes.md. Example:
 * sink.c. */
TA_API ta_status ta_run(ta_content content, const ta_game *game, uint64_t n,
                        const ta_options *options, const ta_sink *sink,
                        ta_error *error);

/* A run that is prepared: its engine and sizes are chosen. One thread at a time
 * may run a plan, any number of times. */
typedef struct ta_plan ta_plan;

/* Prepares ta_run(content, game, n, options, ...). The game and all that the
 * options point to must outlive the plan, which the caller frees by
 * ta_plan_free. Returns as ta_run, but for TA_ELIMIT. */
TA_API ta_status ta_plan_new(ta_content content, const ta_game *game,
                             uint64_t n, const ta_options *options,
                             ta_plan **plan, ta_error *error);

/* Frees a plan. Accepts NULL. */
TA_API void ta_plan_free(ta_plan *plan);

/* Returns the bytes that the run is predicted to allocate. The prediction is an
 * upper bound where all sizes are fixed beforehand. For the wheel, for octal
 * games and for the engine `sets` it is what the run allocates at least. */
TA_API uint64_t ta_plan_memory(const ta_plan *plan);

/* Runs a plan. Returns as ta_run. */
TA_API ta_status ta_plan_run(const ta_plan *plan, const ta_sink *sink,
                             ta_error *error);

/* ------------------------------------------- whole results, in one call -- */

/* The functions below run ta_run with these options, and return as ta_run. On
 * error the results are unspecified, and nothing has to be freed. */

/* Sets *count to the number of cold positions in [0, n). Example: count.c. */
TA_API ta_status ta_count(const ta_game *game, uint64_t n,
                          const ta_options *options, uint64_t *count,
                          ta_error *error);

/* Sets counts[k] to the number of cold positions in [0, ends[k]) for each of
 * the n_ends ends, by one run. Returns TA_EINVAL if the ends do not increase.
 */
TA_API ta_status ta_counts(const ta_game *game, const uint64_t *ends,
                           size_t n_ends, const ta_options *options,
                           uint64_t *counts, ta_error *error);

/* Sets bit i of `cold` to whether heap i is cold, for i < n. The caller has
 * allocated n bits or more; the words of these n bits are overwritten. */
TA_API ta_status ta_cold_bits(const ta_game *game, uint64_t n,
                              const ta_options *options, ta_bits *cold,
                              ta_error *error);

/* Sets *positions to an array of the cold positions in [0, n), increasing, and
 * *count to their number. The caller frees the array by ta_free, also if the
 * count is 0. Memory, in addition to the run: at most 24 bytes for each
 * position. Example: list.c. */
TA_API ta_status ta_cold_array(const ta_game *game, uint64_t n,
                               const ta_options *options, uint64_t **positions,
                               size_t *count, ta_error *error);

/* Sets *position to the k-th cold position, counted from 1, for k <= 2^30. The
 * search runs to a bound, and to four times the bound until it succeeds. Each
 * run has a progress of its own. Returns TA_ERANGE if fewer than k positions
 * below 4 k^2 + 2^24 are cold. */
TA_API ta_status ta_nth(const ta_game *game, uint64_t k,
                        const ta_options *options, uint64_t *position,
                        ta_error *error);

/* Sets values[i] to the nim-value of heap i, for i < n. Example: nim-values.c.
 */
TA_API ta_status ta_nim_array(const ta_game *game, uint64_t n,
                              const ta_options *options, uint16_t *values,
                              ta_error *error);

/* Sets values[i] to the length of optimal play from heap i, for i < n. */
TA_API ta_status ta_length_array(const ta_game *game, uint64_t n,
                                 const ta_options *options, uint16_t *values,
                                 ta_error *error);

#ifdef __cplusplus
}
#endif
#endif
