/* The part of takeaway's header about runs, which compute cold positions,
 * nim-values or lengths of play of the heaps [0, n). */
#ifndef TAKEAWAY_RUN_H
#define TAKEAWAY_RUN_H

#include "takeaway/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* -------------------------------------------------------------- engines -- */

/* What a run computes for every heap, and what an archive holds. */
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
     * possible, the loser as late as possible. A heap without a move has length
     * 0. If options have even lengths, the length is 1 + the least of these;
     * otherwise it is 1 + the largest length of an option. A heap is cold if
     * and only if its length is even. */
    TA_CONTENT_LENGTH
} ta_content;

/* An engine is one algorithm that computes a content (see ta_content). */
typedef struct ta_engine_info {
    const char *name;    /* the name that ta_options.engine accepts */
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

/* Statistics of runs: pairs of a name and a value, both texts. Only one run at
 * a time may add to the object. */
typedef struct ta_stats ta_stats;

/* One pair of statistics, such as the name "engine" with the value "wheel". */
typedef struct ta_stat {
    char name[40], value[216];
} ta_stat;

/* Returns new statistics, which have no pair yet, or NULL if there is no
 * memory. The caller frees them by ta_stats_free. */
TA_API ta_stats *ta_stats_new(void);

/* Frees statistics of runs. Accepts NULL. */
TA_API void ta_stats_free(ta_stats *stats);

/* Returns the array of all pairs, in the order in which the runs added them,
 * and sets *count to their number. The array lasts until the next run with
 * these statistics. */
TA_API const ta_stat *ta_stats_all(const ta_stats *stats, size_t *count);

/* Returns the value of the last pair with this name, or NULL if there is none.
 * The text lasts until the next run with these statistics. */
TA_API const char *ta_stats_find(const ta_stats *stats, const char *name);

/* -------------------------------------------------------------- periods -- */

/* The way in which the period of a sequence is proved. */
typedef enum ta_proof {
    /* No period was found, or a period was seen but is not proved. */
    TA_UNPROVED = 0,
    /* The period of an octal game is proved by the condition of Guy and Smith.
     */
    TA_PROOF_LONG,
    /* The period of an octal game is proved by bounds on its rare heaps (see
     * ta_summary) and on witnesses (see paper-notes.md). */
    TA_PROOF_SHORT,
    /* The period of a finite set S is proved: max S consecutive values occurred
     * a second time. */
    TA_PROOF_REPEATED
} ta_proof;

/* A sequence f that repeats: f(n + period) = f(n) + saltus for all n >=
 * preperiod. If the period is not proved, this holds only for the n for which f
 * was computed. If it is proved, this holds for ever, and the saltus is 0. */
typedef struct ta_period {
    uint64_t period;    /* 0 if no period was found */
    uint64_t preperiod; /* the least preperiod of this period */
    int64_t saltus;     /* may be negative */
    ta_proof proof;
} ta_period;

/* What a run has found out about the nim-values of a game. */
typedef struct ta_summary {
    uint64_t known;      /* the values of the heaps [0, known) were computed */
    ta_period nim;       /* the period of the nim-values */
    uint64_t largest_at; /* the first heap that has the largest value */
    unsigned largest;    /* the largest value of the heaps below `known`; of all
                            heaps if the period is proved */
    /* How rare heaps of an octal game are separated from common ones, if
     * has_mask. Heap h of value v is rare if popcount(v & mask) is even. With
     * `parity`, heap h is rare if popcount(v & mask) + h - t is even, where t
     * is a number that a move takes when it splits a heap. */
    bool has_mask, parity;
    unsigned mask;
    uint64_t rare;      /* the number of rare heaps below `known` */
    uint64_t last_rare; /* the largest rare heap below `known` */
    uint64_t proof_end; /* the proof uses the heaps [0, proof_end) only */
} ta_summary;

/* -------------------------------------------------------------- options -- */

/* The method by which the engines "divide" and "auto" find all heaps from which
 * a move leads to one of many given heaps. */
typedef enum ta_convolver {
    TA_CONVOLVER_AUTO = 0, /* the fastest method with proved exact results */
    TA_CONVOLVER_NTT,      /* transforms modulo a prime, which are exact */
    /* Transforms of FFTW in double precision; products of integers by GMP where
     * the proved bound on the rounding error is too large. */
    TA_CONVOLVER_FFTW,
    TA_CONVOLVER_GMP,  /* products of large integers by GMP */
    TA_CONVOLVER_SHIFT /* no transforms: heaps are marked word by word */
} ta_convolver;

/* The largest nim-value, and the largest number of positions, of a ta_start. */
enum { TA_START_VALUE = 7, TA_START_MOST = 4096 };
/* Positions of a finite subtraction set whose nim-values are given and not
 * computed. The least positions have the given `values`, whatever their moves
 * are (the seed of Miklos and Post). With `sink` positions below 0 exist (the
 * sink convention of Bhagat, Larsson, Manabe and Yamashita). */
typedef struct ta_start {
    const unsigned char *values; /* the nim-values of positions 0 .. count - 1,
                                    each at most TA_START_VALUE; 0 is cold */
    size_t count;                /* at most TA_START_MOST */
    bool sink; /* true: a move may take more than the heap; it then leads to
                  a position of value 0, where play ends */
} ta_start;

/* The options of a run. A struct whose members are all zero has the defaults. A
 * NULL pointer in place of the options means the defaults, too. */
typedef struct ta_options {
    size_t size;        /* sizeof(ta_options), or 0 for the size in 0.1.0; the
                           library refuses any other size (TA_EINVAL) */
    const char *engine; /* a name of ta_engines(); NULL: "auto" */
    unsigned threads;   /* number of threads; 0 means 1 */
    /* The number of bytes that the run may allocate, including the sink if the
     * sink is in the library; 0: no limit. A run that is sure to need more is
     * refused before it starts. Writers and readers of archives are not
     * counted, nor is what GMP, FFTW and zstd allocate. */
    uint64_t max_memory;
    ta_convolver convolver; /* for the engines "divide" and "auto" */
    /* Results of FFTW are used only where the proved bound on the rounding
     * error is below this limit. 0, or a limit above 1/2, means 1/2. */
    double rounding_limit;
    /* The binary logarithm of the number of heaps in a block at the bottom of
     * the recursion, or in a segment of the segmented engines: 6 to 20. With 0
     * the engine chooses. */
    unsigned base_bits;
    bool check;      /* whether an engine that can check its results does so */
    bool periods;    /* whether the sink accepts blocks with a period */
    ta_stats *stats; /* statistics to which the run adds pairs; or NULL */
    /* An archive of the same game and content, or NULL. The run hands what the
     * archive holds to the sink and computes the rest. A run does not check
     * what the archive says; ta_archive_verify does. */
    const struct ta_archive *known;
    /* Nim-values of the least positions that are given and not computed; or
     * NULL. Only ta_census, and ta_period_find of a finite set, accept them;
     * runs return TA_EINVAL. */
    const ta_start *start;
    /* A function that the run calls between blocks, or NULL. `share` is the
     * part of the work that is done, and `done` the number of heaps that are
     * finished. The share never falls and is 1 at the end. It is estimated as
     * (done / n)^p, where p depends on the engine, so it predicts the time left
     * only roughly. A result other than 0 cancels the run (TA_ECANCELLED). */
    int (*progress)(void *state, double share, uint64_t done);
    void *progress_state; /* the first argument of progress */
    /* Must be NULL in programs. The command line tool uses it to share a run
     * among the processes of an MPI job. */
    struct tai_comm *comm;
    /* Where a run of an octal game in normal play writes at its end what is
     * known of the game; or NULL. Runs of other games and contents, and of the
     * engine "naive", refuse it (TA_EINVAL). */
    ta_summary *summary;
} ta_options;

/* ----------------------------------------------------- blocks and sinks -- */

/* What a run has found for the heaps [from, to), in one of three forms: bits,
 * positions or values. The numbers of a block are its cold positions or its
 * values. */
typedef struct ta_block {
    uint64_t from, to; /* from < to */
    /* Bit i is 1 if heap from + i is cold; bits of heaps at and above `to` are
     * 0. NULL in a block of another form. */
    const uint64_t *bits;
    /* The cold positions in increasing order. NULL in a block of another form.
     */
    const uint64_t *positions;
    /* values[i] is the value of heap from + i. NULL in a block of another form.
     */
    const uint16_t *values;
    uint64_t count; /* the number of cold positions, or of values */
    /* 0, or the period with which the block repeats. With a period, bits or
     * values are given for the heaps [from, from + period) only, and each later
     * heap is as the heap `period` below it. Only runs with options.periods
     * hand over such blocks. */
    uint64_t period;
    /* For truncated checkpoints of octal games. If `head` is not 0, a run that
     * resumes behind this block needs only the values of the heaps [0, head)
     * and of the last `head` heaps. `mask` then has ta_summary.mask in its low
     * 16 bits and ta_summary.parity as bit 16. */
    uint64_t head;
    uint32_t mask;
} ta_block;

/* The receiver of the blocks of a run. The run calls consume(state, block) once
 * for each block, in increasing order and without gaps, from one thread at a
 * time. The block is valid during the call only. A status other than TA_OK
 * stops the run, which returns this status. */
typedef struct ta_sink {
    ta_status (*consume)(void *state, const ta_block *block);
    void *state;
} ta_sink;

/* Calls visit(state, number) for each number (cold position or value) of the
 * block that belongs to a heap >= from, in increasing order of heaps. Stops at
 * the first status that is not TA_OK and returns it. */
TA_API ta_status ta_block_each(const ta_block *block, uint64_t from,
                               ta_status (*visit)(void *state, uint64_t number),
                               void *state);

/* ----------------------------------------------------------------- runs -- */

/* Computes a content (see ta_content) of a game for the heaps [0, n), and hands
 * the results to a sink in blocks.
 *   options  NULL means the defaults
 *   sink     NULL means that the results are dropped
 * Returns
 *   TA_OK
 *   TA_EINVAL     the game has no such engine or content, or options do not
 *                 fit, such as options.known of another game
 *   TA_ERANGE     n is above 2^62 (for lengths 2^32 - 256), and no period of a
 *                 finite set or octal game is proved; or a value is above
 *                 65535: then the error names the heap, and the sink has the
 *                 blocks below this heap
 *   TA_ELIMIT     more memory is needed than options.max_memory allows; the
 *                 sink has the blocks so far
 *   TA_ENOMEM
 *   TA_EMISMATCH  the archive options.known is damaged
 *   TA_EIO        the archive options.known cannot be read
 *   TA_ECANCELLED options.progress asked to stop
 *   or what the sink returned.
 * Cost of cold positions: from about n^1.3 (engine "naive") to n log^2 n
 * ("divide"). Cost of nim-values: n times the number of moves ("naive" and
 * "blocked"), or at most m + 1 runs for cold positions, where m is the largest
 * value ("layers"). Cost of lengths: about n^1.2 for subtract-a-square. Cost of
 * octal games: about linear in n where rare values die out, quadratic at worst.
 * src/README.md has the engines. Threads: runs at the same time need separate
 * stats, summaries and sinks. Source: Eppstein 2018 (arXiv:1804.06515);
 * paper-notes.md. Example: sink.c. */
TA_API ta_status ta_run(ta_content content, const ta_game *game, uint64_t n,
                        const ta_options *options, const ta_sink *sink,
                        ta_error *error);

/* A plan is a prepared run, whose engine and sizes are chosen. A plan may be
 * run any number of times, but by one thread at a time. */
typedef struct ta_plan ta_plan;

/* Makes a plan of the run that ta_run would make of the same arguments. The
 * game and all that the options point to must outlive the plan. The caller
 * frees the plan by ta_plan_free. Returns the statuses of ta_run except
 * TA_ELIMIT. */
TA_API ta_status ta_plan_new(ta_content content, const ta_game *game,
                             uint64_t n, const ta_options *options,
                             ta_plan **plan, ta_error *error);

/* Frees the plan of a run. Accepts NULL. */
TA_API void ta_plan_free(ta_plan *plan);

/* Returns the number of bytes that a run of the plan is predicted to allocate.
 * For the engine "wheel", for finite sets with a search for a period, and for
 * octal games, the sizes depend on the results, and the prediction is a lower
 * bound. For all other runs it is an upper bound. */
TA_API uint64_t ta_plan_memory(const ta_plan *plan);

/* Runs a plan and hands the blocks to the sink, which may be NULL. Returns as
 * ta_run. */
TA_API ta_status ta_plan_run(const ta_plan *plan, const ta_sink *sink,
                             ta_error *error);

/* ------------------------------------------- whole results, in one call -- */

/* Each function from ta_count to ta_length_array runs ta_run with the given
 * options, and returns as ta_run. On error the results are unspecified, and
 * there is nothing to free. */

/* Sets *count to the number of cold positions in [0, n). Example: count.c. */
TA_API ta_status ta_count(const ta_game *game, uint64_t n,
                          const ta_options *options, uint64_t *count,
                          ta_error *error);

/* Sets counts[k] to the number of cold positions in [0, ends[k]), for each of
 * the n_ends ends, by a single run. Returns TA_EINVAL if the ends do not
 * increase, and otherwise as ta_run. */
TA_API ta_status ta_counts(const ta_game *game, const uint64_t *ends,
                           size_t n_ends, const ta_options *options,
                           uint64_t *counts, ta_error *error);

/* Sets bit i of `cold` to 1 if heap i is cold and to 0 if not, for i < n. The
 * caller must have allocated at least n bits. The function overwrites the words
 * of the first n bits. */
TA_API ta_status ta_cold_bits(const ta_game *game, uint64_t n,
                              const ta_options *options, ta_bits *cold,
                              ta_error *error);

/* Sets *positions to an array of the cold positions in [0, n), in increasing
 * order, and *count to their number. The caller frees the array by ta_free,
 * also if the count is 0. Memory, in addition to the run: at most 24 bytes for
 * each cold position. Example: list.c. */
TA_API ta_status ta_cold_array(const ta_game *game, uint64_t n,
                               const ta_options *options, uint64_t **positions,
                               size_t *count, ta_error *error);

/* Sets *position to the k-th cold position, counted from 1, for k <= 2^30.
 * Makes runs to larger and larger n, each four times the one before, until a
 * run succeeds. Each of these runs reports its own progress. Returns TA_ERANGE
 * if fewer than k positions below 4 k^2 + 2^24 are cold. */
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
