/* The part of takeaway's header about runs, which compute cold positions,
 * nim-values or lengths of play of the heaps [0, n). */
#ifndef TAKEAWAY_RUN_H
#define TAKEAWAY_RUN_H

#include "takeaway/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* -------------------------------------------------------------- engines -- */

/* The content of a run or an archive: what a run computes, and what an archive
 * (a file of results) holds, for each heap. */
typedef enum ta_content {
    /* The cold positions (P-positions). Heap i is cold if and only if no s in S
     * with s <= i has i - s cold. Under misere play heaps without a move are
     * hot. A heap of an octal game is cold in normal play if and only if its
     * nim-value is 0. */
    TA_CONTENT_COLD = 1,
    /* Nim-values of normal play, 16 bits each. The value of a heap is the mex
     * (the least absent number) of the values of its options. A sum of heaps is
     * cold if and only if the xor of the values is 0 (Sprague and Grundy). */
    TA_CONTENT_NIM,
    /* Lengths of optimal play (remoteness, OEIS A338027) of subtraction games
     * in normal play, 16 bits each. The winner ends the game as soon as
     * possible, the loser as late as possible. A heap without a move has length
     * 0. If some option has an even length, the length is 1 + the least even
     * length of an option; otherwise it is 1 + the largest length of an option.
     * A heap is cold if and only if its length is even. */
    TA_CONTENT_LENGTH
} ta_content;

/* An engine is one algorithm that computes a content (see ta_content). */
typedef struct ta_engine_info {
    const char *name;    /* the name that ta_options.engine accepts */
    const char *summary; /* one line */
} ta_engine_info;

/* Returns a description of engine (algorithm) number k for a content (see
 * ta_content). Engine 0 is the simplest one. If `octal` is true, the engines
 * for octal games under normal play are numbered, else those for subtraction
 * games. Returns NULL if there is no engine number k, or if `content` is no
 * ta_content. There is no engine for lengths of octal games. An engine may
 * refuse some games with TA_EINVAL. */
TA_API const ta_engine_info *ta_engine_at(ta_content content, bool octal,
                                          size_t k);

/* ---------------------------------------------------------- statistics -- */

/* Statistics of runs: a list of pairs of a name and a value, such as "engine"
 * and "wheel". Only one run at a time may add pairs to the list. */
typedef struct ta_stats ta_stats;

/* One pair of a ta_stats, such as the name "engine" with the value "wheel". */
typedef struct ta_stat {
    char name[40], value[216];
} ta_stat;

/* Returns a new list of statistics, which has no pair yet, or NULL if there is
 * no memory. The caller frees the list by ta_stats_free. */
TA_API ta_stats *ta_stats_new(void);

/* Frees a list of statistics and all its pairs. Accepts NULL. */
TA_API void ta_stats_free(ta_stats *stats);

/* Returns the array of all pairs of a list of statistics, in the order in which
 * runs added them, and sets *count to their number. The array is valid until
 * the next run that adds to the list. */
TA_API const ta_stat *ta_stats_all(const ta_stats *stats, size_t *count);

/* Returns the value of the last pair with this name in a list of statistics, or
 * NULL if there is none. The text is valid until the next run that adds to the
 * list. */
TA_API const char *ta_stats_find(const ta_stats *stats, const char *name);

/* -------------------------------------------------------------- periods -- */

/* The way in which the period of a sequence is proved. */
typedef enum ta_proof {
    /* No period was found, or a period was seen but is not proved. */
    TA_UNPROVED = 0,
    /* The period of an octal game is proved by the condition of Guy and Smith:
     * the values repeat over so many heaps that they must repeat for all heaps.
     */
    TA_PROOF_LONG,
    /* The period of an octal game is proved by a condition that needs fewer
     * heaps than that of Guy and Smith (paper-notes.md, O3). The condition can
     * hold only if all heaps that ta_summary calls rare are small. */
    TA_PROOF_SHORT,
    /* The period of a finite set S is proved: max S consecutive values occurred
     * a second time. */
    TA_PROOF_REPEATED
} ta_proof;

/* How a sequence f repeats: f(n + period) = f(n) + saltus for all n >=
 * preperiod. The saltus of a proved period is 0. If the period is not proved,
 * the equation is certain only for the computed values of f. */
typedef struct ta_period {
    uint64_t period; /* 0 if no period was found */
    /* The least preperiod of this period. If a run cannot hold the values of
     * all its heaps in memory, this number may be larger (see
     * ta_options.summary). */
    uint64_t preperiod;
    int64_t saltus; /* may be negative */
    ta_proof proof;
} ta_period;

/* What a run has found out about the nim-values of one game. */
typedef struct ta_summary {
    uint64_t known;      /* the values of the heaps [0, known) were computed */
    ta_period nim;       /* the period of the nim-values */
    uint64_t largest_at; /* the first heap that has the largest value */
    /* The largest nim-value of the heaps below `known`. If the period is
     * proved, it is the largest nim-value of all heaps. */
    unsigned largest;
    /* A rule that divides the heaps of an octal game into rare and common ones;
     * has_mask is false if there is no rule. Let h be a heap, v its nim-value,
     * and b the number of one-bits of v & mask. If `parity` is false, heap h is
     * rare if b is even. If `parity` is true, heap h is rare if b + h - t is
     * even. Here t is the number of tokens that a move takes when it splits a
     * heap in two. If several t are possible, they have the same parity. */
    bool has_mask, parity;
    unsigned mask;
    /* The number of heaps below `known` that are rare by the rule of `mask` and
     * `parity`. */
    uint64_t rare;
    uint64_t last_rare; /* the largest rare heap */
    /* The proof of the period uses the values of the heaps [0, proof_end) only.
     */
    uint64_t proof_end;
} ta_summary;

/* -------------------------------------------------------------- options -- */

/* A method to compute the sums c + s of many cold positions c and all elements
 * s of S. These sums are hot positions. The engines "divide" and "auto" use the
 * method. */
typedef enum ta_convolver {
    TA_CONVOLVER_AUTO = 0, /* the fastest method with proved exact results */
    TA_CONVOLVER_NTT,      /* number-theoretic transforms modulo a prime */
    /* Floating-point Fourier transforms by the library FFTW. Where the proved
     * bound on the rounding error is too large, GMP multiplies integers
     * instead. */
    TA_CONVOLVER_FFTW,
    /* The cold positions and the elements of S become two large integers, which
     * the library GMP multiplies. */
    TA_CONVOLVER_GMP,
    /* Shifts of bit arrays, not a multiplication. The cold positions and the
     * elements of S are two arrays of bits. One array is shifted by each number
     * in the other. */
    TA_CONVOLVER_SHIFT
} ta_convolver;

/* The options of a run. If all members are zero, all options have their default
 * values. A NULL pointer to options means the default values, too. */
typedef struct ta_options {
    /* sizeof(ta_options), or 0 for the size of this struct in version 0.1.0.
     * The library refuses any other size (TA_EINVAL). */
    size_t size;
    const char *engine; /* a name of ta_engine_at; NULL: "auto" */
    unsigned threads;   /* number of threads; 0 means 1 */
    /* The largest number of bytes that the run may allocate; 0 means no limit.
     * The memory of a sink is included if the library provides the sink. The
     * memory of writers and readers of archives, and of the libraries GMP, FFTW
     * and zstd, is not included. A run that is sure to need more is refused
     * before it starts. */
    uint64_t max_memory;
    ta_convolver convolver; /* used by the engines "divide" and "auto" */
    /* The limit for the rounding error of results that FFTW computes. Such a
     * result is used only if the proved bound on its error is below this limit.
     * 0, or a limit above 1/2, means 1/2. */
    double rounding_limit;
    /* The size of the smallest parts of the work: each has 2^base_bits heaps.
     * In a recursive engine it is a block that the recursion divides no
     * further. In an engine that works by segments it is a segment. base_bits
     * is 6 to 20, or 0 if the engine chooses the size. */
    unsigned base_bits;
    /* If true, the engine "wheel" compares some results of each block with the
     * definition of a cold position. This is done also where "auto" chooses
     * this engine. Other engines ignore this option. */
    bool check;
    /* Whether the sink accepts blocks whose results repeat with a period (see
     * ta_block.period). */
    bool periods;
    ta_stats *stats; /* where the run adds its statistics; or NULL */
    /* An archive that has the first results of the same game and content, or
     * NULL. (For cold positions of an octal game it is an archive of
     * nim-values.) The run hands the results of the archive to the sink, and
     * computes only the rest. The run does not check whether the results of the
     * archive are right; ta_archive_verify does. */
    const struct ta_archive *known;
    /* If true, a move of a subtraction game may take more tokens than the heap
     * has. Such a move leads to a position of nim-value 0, where play ends (the
     * sink convention of Bhagat, Larsson, Manabe and Yamashita). Only ta_census
     * and, for a finite set, ta_period_find accept this option. Runs refuse it
     * (TA_EINVAL). */
    bool sink;
    /* A function by which the run reports its progress between blocks, or NULL.
     * `share` is the estimated share of the work that is done; it never falls,
     * and is 1 at the end. `done` is the number of finished heaps. The estimate
     * is (done / n)^p, where p depends on the engine, so it predicts the time
     * left only roughly. If the function returns a number other than 0, the run
     * stops and returns TA_ECANCELLED. */
    int (*progress)(void *state, double share, uint64_t done);
    void *progress_state; /* the first argument of progress */
    /* Must be NULL. Only the program takeaway-mpi sets this member, so that the
     * processes of an MPI job share a run. */
    struct tai_comm *comm;
    /* NULL, or a struct that the run fills in when it ends, for example with
     * the period and the largest nim-value. Only runs of octal games in normal
     * play accept such a struct. All other runs, and runs of the engine
     * "naive", refuse it (TA_EINVAL). The run holds the values of all n heaps,
     * 2 bytes each, if max_memory allows it; without max_memory, if n is at
     * most 2^30. Otherwise it may miss a long period, or the least preperiod.
     */
    ta_summary *summary;
} ta_options;

/* ----------------------------------------------------- blocks and sinks -- */

/* A block: the results of a run for the heaps [from, to). It has one of three
 * forms: an array of bits, a list of cold positions, or an array of values. The
 * pointer to the data is `bits`, `positions` or `values`. */
typedef struct ta_block {
    uint64_t from, to; /* from < to */
    /* Bit i is 1 if heap from + i is cold, and 0 if it is hot. Bits beyond the
     * heap to - 1 are 0. The pointer is NULL in a block of another form. */
    const uint64_t *bits;
    /* The list of the cold positions in increasing order. The pointer is NULL
     * in a block of another form. */
    const uint64_t *positions;
    /* values[i] is the value of heap from + i. The pointer is NULL in a block
     * of another form. */
    const uint16_t *values;
    uint64_t count; /* the number of cold positions, or of values */
    /* 0, or the period with which the results in the block repeat. With a
     * period, `bits` or `values` has results for the heaps
     * [from, from + period) only. The result of each later heap is that of the
     * heap `period` below it. Blocks with a period occur only if
     * options.periods is true. */
    uint64_t period;
    /* The values that a checkpoint of an octal game must keep, if `head` is not
     * 0. A run that goes on after this block needs only the values of the first
     * `head` heaps and of the last `head` heaps before `to`. Such a run also
     * needs the rule for rare heaps, which is `mask`: the low 16 bits are
     * ta_summary.mask, and bit 16 is ta_summary.parity. */
    uint64_t head;
    uint32_t mask;
} ta_block;

/* A sink: a function that receives the results of a run, block by block. The
 * run calls consume(state, block) for blocks in increasing order and without
 * gaps, from one thread at a time. A block is valid only during the call. If
 * the function returns another status than TA_OK, the run stops and returns
 * this status. */
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

/* Computes results of a game for the heaps [0, n), and hands them to a sink in
 * blocks. `content` says which results: cold positions, nim-values or lengths
 * (see ta_content).
 *   options  NULL means the defaults
 *   sink     NULL means that the results are dropped
 * Returns
 *   TA_OK
 *   TA_EINVAL     the game has no such engine or content, or options do not
 *                 fit, such as options.known of another game
 *   TA_ERANGE     n is too large: above 2^62, or for lengths above 2^32 - 256.
 *                 There is no limit if a period of a finite set or octal game
 *                 is proved. Or a value is above 65535: then the error names
 *                 the heap, and the sink has the blocks below this heap
 *   TA_ELIMIT     more memory is needed than options.max_memory allows; the
 *                 sink has the blocks so far
 *   TA_ENOMEM
 *   TA_EMISMATCH  the archive options.known is damaged
 *   TA_EIO        the archive options.known cannot be read
 *   TA_ECANCELLED options.progress asked to stop
 *   or what the sink returned.
 * Cost
 *   cold positions  from about n^1.3 (engine "naive") to n log^2 n ("divide")
 *   nim-values      n times the number of moves ("naive" and "blocked"); or as
 *                   much as at most m + 1 runs for cold positions ("layers"),
 *                   where m is the largest value
 *   lengths         about n^1.2 for subtract-a-square
 *   octal games     about linear in n if few heaps are rare (see ta_summary),
 *                   and quadratic at worst
 * The engines are described in src/README.md. Runs at the same time need
 * separate stats, summaries and sinks. Source: Eppstein 2018
 * (arXiv:1804.06515); paper-notes.md. Example: sink.c. */
TA_API ta_status ta_run(ta_content content, const ta_game *game, uint64_t n,
                        const ta_options *options, const ta_sink *sink,
                        ta_error *error);

/* A plan: a run that is prepared, so that its engine and its sizes are chosen.
 * A plan may be run any number of times, but by one thread at a time. */
typedef struct ta_plan ta_plan;

/* Makes a plan of a run: chooses the engine and all sizes for these arguments,
 * which are those of ta_run. The game, and everything to which the options
 * point, must outlive the plan. The caller frees the plan by ta_plan_free.
 * Returns a status of ta_run other than TA_ELIMIT. */
TA_API ta_status ta_plan_new(ta_content content, const ta_game *game,
                             uint64_t n, const ta_options *options,
                             ta_plan **plan, ta_error *error);

/* Frees the plan of a run. Accepts NULL. */
TA_API void ta_plan_free(ta_plan *plan);

/* Returns a prediction of the number of bytes that a run of the plan allocates.
 * The prediction is an upper bound in most cases. It is a lower bound for the
 * engine "wheel", for octal games, and for finite sets whose period is searched
 * for, since the sizes then depend on the results. */
TA_API uint64_t ta_plan_memory(const ta_plan *plan);

/* Runs a plan, and hands the blocks of results to the sink. If `sink` is NULL,
 * the results are dropped. Returns as ta_run. */
TA_API ta_status ta_plan_run(const ta_plan *plan, const ta_sink *sink,
                             ta_error *error);

/* ------------------------------------------- whole results, in one call -- */

/* Each function from ta_count to ta_length_array calls ta_run with the given
 * options, and returns the status of ta_run. If this is not TA_OK, the results
 * are unspecified, and there is nothing to free. */

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
 * caller must have allocated at least n bits. If n is no multiple of 64, also
 * sets the bits after bit n - 1 in the same word to 0. */
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

/* Sets *position to the k-th cold position, for k = 1, 2, .... The function
 * calls ta_run for the heaps [0, n) with larger and larger n, until k cold
 * positions are found. Each of these calls reports its own progress. Where a
 * period is proved, k may be as large as the position allows. Returns TA_ERANGE
 * if there are too few: below 2^64 for a finite set, and otherwise below 4 k^2
 * + 2^24 or 2^62; TA_EINVAL if k is 0; and otherwise as ta_run. */
TA_API ta_status ta_nth(const ta_game *game, uint64_t k,
                        const ta_options *options, uint64_t *position,
                        ta_error *error);

/* Sets values[i] to the nim-value of heap i, for i < n. Example: nim-values.c.
 */
TA_API ta_status ta_nim_array(const ta_game *game, uint64_t n,
                              const ta_options *options, uint16_t *values,
                              ta_error *error);

/* Sets values[i] to the length of optimal play (in moves) from heap i, for i <
 * n. */
TA_API ta_status ta_length_array(const ta_game *game, uint64_t n,
                                 const ta_options *options, uint16_t *values,
                                 ta_error *error);

#ifdef __cplusplus
}
#endif
#endif
