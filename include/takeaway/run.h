/* takeaway: runs over a range of heaps: cold positions, nim-values, lengths. */
#ifndef TAKEAWAY_RUN_H
#define TAKEAWAY_RUN_H

#include "takeaway/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* -------------------------------------------------------------- engines -- */

/* What is computed of every position, and what an archive holds:
 *
 * Cold positions. Position i is cold iff no s in S with s <= i has i - s cold;
 * under the misere convention positions below min S (those without a move) are
 * hot. A heap of an octal game is cold iff its nim-value is 0.
 *
 * Nim-values, of normal play only. The value of i is the mex (least number that
 * is absent) of the values of i - s, s in S, s <= i; in general of what a move
 * leads to. A sum of heaps is cold iff the xor of the values of its heaps is 0
 * (Sprague and Grundy). Values are at most 65535.
 *
 * Lengths of optimal play (OEIS A338027), of subtraction games in normal play.
 * The length of a heap is 0 without a move; 1 + the least even length of an
 * option if there is one; else 1 + the largest length of an option. So it is
 * even exactly where the heap is cold: the winner ends the game as soon as
 * possible, the loser as late as possible. Lengths are at most 65535. */
typedef enum ta_content {
    TA_CONTENT_COLD = 1, /* sorted cold positions */
    TA_CONTENT_NIM,      /* 16-bit values, one a position */
    TA_CONTENT_LENGTH,   /* likewise */
    TA_CONTENT_OCTAL     /* nim-values, of an octal game */
} ta_content;

typedef struct ta_engine_info {
    const char *name;
    const char *summary;
} ta_engine_info;

/* Returns the engines for a content, slowest idea first, static; *count is
 * their number. NULL and 0 for a number that is no ta_content. The engines of
 * octal games find the cold heaps of these games, too. An engine may refuse
 * some games (TA_EINVAL): `sparse` refuses hexadecimal codes. Under misere play
 * octal games have the engines "search" and "auto" only. */
TA_API const ta_engine_info *ta_engines(ta_content content, size_t *count);

/* What an engine did, as (name, value) pairs of text, in order; they last until
 * the next run with these statistics. */
typedef struct ta_stats ta_stats;
TA_API ta_stats *ta_stats_new(void); /* NULL if no memory */
TA_API void ta_stats_free(ta_stats *stats);
TA_API size_t ta_stats_count(const ta_stats *stats);
TA_API const char *ta_stats_name(const ta_stats *stats, size_t i);
TA_API const char *ta_stats_value(const ta_stats *stats, size_t i);
/* The last value under that name, or NULL. */
TA_API const char *ta_stats_find(const ta_stats *stats, const char *name);

/* How the recursion of the engines divide and auto finds what is reached: */
typedef enum ta_convolver {
    TA_CONVOLVER_AUTO = 0, /* the fastest here that is proved */
    TA_CONVOLVER_NTT,      /* transforms modulo a prime, exactly */
    TA_CONVOLVER_FFTW,     /* in double precision; GMP where the bound fails */
    TA_CONVOLVER_GMP,      /* products of integers */
    TA_CONVOLVER_SHIFT     /* no transforms: marks, word by word */
} ta_convolver;

typedef enum ta_planning { TA_PLAN_ESTIMATE = 0, TA_PLAN_MEASURE } ta_planning;

/* Positions that are as given, of finite sets: the least ones, whose moves do
 * not count (Miklos and Post's seed), and those that negative numbers stand
 * for (Bhagat, Larsson, Manabe and Yamashita's sink). */
enum { TA_START_VALUE = 7, TA_START_MOST = 4096 };
typedef struct ta_start {
    const unsigned char *values; /* of positions 0 .. count - 1, each at most
                                    TA_START_VALUE; 0 is cold */
    size_t count;                /* at most TA_START_MOST */
    bool sink; /* every move is allowed, and one below 0 leads to a position
                  of value 0, where play ends */
} ta_start;

/* Processes that share one run, its *ranks*: each makes the same calls with the
 * same arguments, but for threads, limits, sinks and the like. The wheel and
 * auto share their work (ta_plan_run, ta_run and whole results in one call), as
 * do ta_census, ta_octal_census and ta_archive_verify_windows. What any other
 * engine does rank 0 does alone, and the others return TA_OK at once: they
 * learn from their next call how it ended. All other calls compute on each rank
 * by itself. Sinks are called at rank 0 only. A call that fails on one rank
 * fails on all that are in the same call, with the same status, and ends the
 * fleet; after TA_OK the fleet serves the next call. src/mpi has one on top of
 * MPI. */
typedef struct ta_fleet {
    unsigned rank, ranks; /* rank < ranks */
    /* Hands what each rank brings to all: when all have called it, *all has
     * their bytes, rank r's from (*start)[r] to (*start)[r + 1], and keeps them
     * until the next call. Called by the thread that has called the library.
     * TA_OK, or TA_EIO with a sentence where a rank is lost. */
    ta_status (*allgather)(void *state, const void *mine, size_t bytes,
                           const unsigned char **all, const size_t **start,
                           ta_error *error);
    void *state;
    /* The library's own; zero to begin with. */
    bool over;     /* a rank has left */
    ta_status end; /* how it did, the same on all ranks */
    uint64_t rounds, bytes;
    double waited_s;
} ta_fleet;

/* Ends the fleet, at every rank's end with TA_OK; before that by one that
 * cannot go on, whose sentence (or NULL) the calls of the others return.
 * Returns fleet->end: TA_OK if all have left with it. Does nothing if the fleet
 * is over. */
TA_API ta_status ta_fleet_leave(ta_fleet *fleet, ta_status status,
                                const char *text, ta_error *error);

/* All zero is the default. */
typedef struct ta_options {
    const char *engine;     /* a name of ta_engines(); NULL: "auto" */
    unsigned threads;       /* 0 means 1 */
    uint64_t max_memory;    /* bytes; 0: no limit. What a run allocates, and
                               its sink in the library, never exceeds it; a run
                               that is sure not to fit is refused before it
                               starts. Writers and readers of archives are not
                               counted, so that a checkpoint can be saved at
                               the limit: ta_archive_memory is set aside for
                               writers by the command line. Nor is
                               what GMP, FFTW and zstd keep of their own, for
                               which the prediction allows */
    ta_convolver convolver; /* of divide and auto */
    ta_planning planning;   /* of FFTW */
    const char *wisdom;     /* file of FFTW wisdom, read, and with
                               TA_PLAN_MEASURE rewritten; NULL. A run refuses
                               one that ta_wisdom_check refuses */
    double rounding_limit;  /* FFT results are used where the proved error is
                               below this; 0 or more than 1/2 means 1/2. Lower
                               values make the engine more careful */
    unsigned base_bits;     /* blocks of 2^base_bits positions at the bottom
                               of the recursion, 6..20; 0: by the cost model.
                               Also the segment of the segmented engines */
    bool check;             /* self-check where an engine has one */
    bool periods;           /* the sink takes blocks that repeat, as all sinks
                               of this library do; else they come in pieces */
    ta_stats *stats;        /* NULL, or collects what was done */
    /* NULL, or what is known of [0, its end): a run of the same game and
     * content hands this to its sink first and computes from there on, or
     * ends there if that is enough. Where it came from (engine, threads,
     * blocks, the n that was asked for) does not matter. Other games and
     * contents: TA_EINVAL. What it says is not computed again:
     * ta_archive_verify is for files that are doubted. */
    const struct ta_archive *known;
    /* NULL, or how positions begin: ta_census and ta_period_find of finite
     * sets; a run of engines refuses it (TA_EINVAL). */
    const ta_start *start;
    /* Called between blocks with the share of the work that is done and the
     * number of positions finished. The share never falls and is 1 at the end;
     * the first call comes before any work, with the share of what is known.
     * It is (positions / n)^p with one p for each engine, so that the time left
     * that follows from it is a rough one. The end of a search for a period is
     * not predicted. Non-zero cancels. May be NULL. */
    int (*progress)(void *state, double share, uint64_t done);
    void *progress_state;
    ta_fleet *fleet; /* NULL: alone */
    /* NULL, or is told what is known of an octal game in normal play when a run
     * of its values ends, also where nothing is left to compute. Of other games
     * and contents, and by the engine naive: TA_EINVAL. */
    struct ta_octal_summary *summary;
    uint64_t reserved[4]; /* zero: for options to come, so that a program that
                             was built with this header goes on to work with
                             later libraries. A library that knows less than
                             the program asks for says TA_EINVAL */
} ta_options;

/* Whether options->wisdom can serve: missing, empty or FFTW wisdom, and with
 * TA_PLAN_MEASURE to be written. TA_EINVAL (another file: it is never
 * overwritten), TA_EIO (errno as it was set). */
TA_API ta_status ta_wisdom_check(const ta_options *options, ta_error *error);

/* ----------------------------------------------------- blocks and sinks -- */

/* What is found of the positions [from, to), one of three: the cold ones as
 * bits (bit 0 is position `from`, bits beyond `to` are 0), the same as a sorted
 * list, or a value for each position. The numbers of a block are its cold
 * positions, or its values. */
typedef struct ta_block {
    uint64_t from, to;         /* positions covered, from < to */
    const uint64_t *bits;      /* NULL if given otherwise */
    const uint64_t *positions; /* likewise */
    const uint16_t *values;    /* likewise; to - from of them */
    uint64_t count;            /* of its numbers, in [from, to) */
    /* 0, or the block repeats: what it carries is of [from, from + period), and
     * a later position is as the one `period` before it; bits or values. Only
     * who asks for it (options.periods) is handed such blocks. */
    uint64_t period;
    /* Of values; 0, or the run has come so far that whoever goes on from here
     * needs no more than those of [0, head) and of the last `head` positions,
     * and `mask`, which is for brief archives to keep. */
    uint64_t head;
    uint32_t mask;
} ta_block;

/* Who consumes blocks. Engines hand them over as they are finished, in
 * increasing order and without gaps: `take` is called once a block, from one
 * thread at a time; any status but TA_OK stops the engine and is returned by
 * it. The block is valid only during the call. */
typedef struct ta_sink {
    ta_status (*take)(void *state, const ta_block *block);
    void *state;
} ta_sink;

/* Calls visit(state, number) for the numbers of the block that belong to
 * positions >= from, in order; stops at the first status that is not TA_OK and
 * returns it. */
TA_API ta_status ta_block_each(const ta_block *block, uint64_t from,
                               ta_status (*visit)(void *state, uint64_t number),
                               void *state);

/* How many numbers of the block belong to positions below `end`. */
TA_API uint64_t ta_block_count_below(const ta_block *block, uint64_t end);

/* A sink's function: stores the block in an array that begins with position 0,
 * values as uint16_t, cold positions as bits in uint64_t words that are 0
 * before. TA_OK. */
TA_API ta_status ta_block_store(void *array, const ta_block *block);

/* Hands on what a block that repeats says of [from, to), in pieces that do not;
 * cold positions as lists. from >= block->from. */
TA_API ta_status ta_block_pieces(const ta_block *block, uint64_t from,
                                 const ta_sink *sink);

/* Of a block of values: hands the positions of value 0 on, as cold ones. One
 * that repeats becomes one of bits that does, or with `pieces` lists that do
 * not. TA_ENOMEM. */
TA_API ta_status ta_block_zeros(const ta_block *block, bool pieces,
                                const ta_sink *sink);

/* ---------------------------------------------------------------- plans -- */

/* A run over [0, n) that is planned: by which engine, in how much memory. It
 * can be run any number of times, by one thread at a time: its runs share
 * options.stats and summary, and the state behind progress. Threads that
 * run at once have a plan and such objects each. */
typedef struct ta_plan ta_plan;

/* ta_plan_new - a plan for what `content` says of `game` on [0, n).
 *
 *   game     not NULL; not kept, but in use until the plan is freed
 *   options  NULL for defaults; what they point to likewise. max_memory is
 *            heeded when the plan is run
 *   plan     NULL on error; the caller frees it
 * Returns TA_OK; TA_EINVAL (unknown engine, a quantity that the game does not
 * have, options that do not fit); TA_EMISMATCH (options->known is of something
 * else); TA_ERANGE (n above 2^62, of lengths above 2^32 - 256; there is no
 * limit for finite sets where a period may be proved); TA_ENOMEM. Cost: none to
 * speak of. Threads: reentrant. */
TA_API ta_status ta_plan_new(ta_content content, const ta_game *game,
                             uint64_t n, const ta_options *options,
                             ta_plan **plan, ta_error *error);
TA_API void ta_plan_free(ta_plan *plan); /* accepts NULL */

/* The engine that the run begins with; the plan owns the text. */
TA_API const char *ta_plan_engine(const ta_plan *plan);

/* Returns the bytes that the run is predicted to allocate at its peak: a bound
 * where sizes are fixed. What only the values decide is found in the run: of
 * the wheel, of octal games whose rare heaps do not die out, of the engine
 * `sets`, and of these it is what they take at least.
 */
TA_API uint64_t ta_plan_memory(const ta_plan *plan);

/* ta_plan_run - does it; what is found is streamed to `sink`.
 *
 *   sink  NULL to compute only. Blocks come as they are finished; of the layers
 *         of nim-values all at the end
 * Returns TA_OK; TA_ELIMIT (max_memory, before any work if the run is sure not
 * to fit, or when it is reached: the blocks before have been handed over);
 * TA_ENOMEM (the system has no more); TA_ERANGE (a value or a length above
 * 65535: the error names the position, the blocks before it have been handed
 * over; or n above 2^62 and no period of a finite set); TA_EMISMATCH;
 * TA_ECANCELLED; or what the sink returned. Nothing leaks.
 * Cost: by engine, see src/README.md. Of cold positions from n^1.3 (naive) to
 * n log^2 n (divide). Of nim-values, with M moves below n and values up to m:
 * naive and blocked n M steps, of which blocked takes some 20 to 30 at a time;
 * layers at most m + 1 times what the cold positions cost. Of lengths: naive n
 * times the number of options, push and auto about n^1.2 for subtract-a-square.
 * Threads: one at a time for each plan; FFTW planning is serialised by an
 * internal lock.
 * Source: Eppstein 2018 (arXiv:1804.06515), abstract; paper-notes.md. */
TA_API ta_status ta_plan_run(const ta_plan *plan, const ta_sink *sink,
                             ta_error *error);

/* The same in one call. */
TA_API ta_status ta_run(ta_content content, const ta_game *game, uint64_t n,
                        const ta_options *options, const ta_sink *sink,
                        ta_error *error);

/* --------------------------------------------------------------- counts -- */

/* Counts at chosen ends: counts[k] = cold positions below ends[k]. */
typedef struct ta_count_sink {
    const uint64_t *ends; /* strictly increasing */
    uint64_t *counts;
    size_t n_ends, next;
    uint64_t total;
} ta_count_sink;

/* Prepares `sink`; the arrays are the caller's and must outlive the run.
 * Ends at or above n are filled by ta_count_finish, after the run. */
TA_API void ta_count_sink_init(ta_count_sink *sink, const uint64_t *ends,
                               size_t n_ends, uint64_t *counts);
/* A sink's function, which takes blocks that repeat. */
TA_API ta_status ta_count_take(void *count_sink, const ta_block *block);
TA_API void ta_count_finish(ta_count_sink *sink);

/* ------------------------------------------------------ optimal moves -- */

/* The lengths of [0, n) in a table, and the moves of optimal play: 2 bytes a
 * position besides what the run takes. */
typedef struct ta_lengths ta_lengths;

/* Statuses as for ta_run. The caller frees it. */
TA_API ta_status ta_lengths_new(const ta_game *game, uint64_t n,
                                const ta_options *options, ta_lengths **lengths,
                                ta_error *error);
TA_API void ta_lengths_free(ta_lengths *lengths); /* accepts NULL */
TA_API ta_status ta_lengths_memory(const ta_game *game, uint64_t n,
                                   const ta_options *options, uint64_t *bytes,
                                   ta_error *error);

/* The length of a heap below n. */
TA_API unsigned ta_lengths_at(const ta_lengths *lengths, uint64_t heap);

/* What to take from a heap below n in optimal play, 0 if there is no move. A
 * winner takes the most that ends the game as soon as possible. A loser makes
 * it last as long as possible; of such moves (of the 64 that take most) one
 * that leaves the winner the fewest replies that keep to the length, and of
 * those the one that takes most.
 * Cost: at most 65 times the number of elements up to the heap. */
TA_API uint64_t ta_lengths_move(const ta_lengths *lengths, uint64_t heap);

/* ------------------------------------------- whole results, in one call -- */

/* What most users want, without a sink. `options`, statuses, cost and threads
 * as of the run that is made; on error what is returned by pointer is
 * unspecified, and nothing has to be freed. Of several ranks (options->fleet)
 * rank 0 has the result; that of ta_nth all have. */

/* The number of cold positions on [0, n). */
TA_API ta_status ta_count(const ta_game *game, uint64_t n,
                          const ta_options *options, uint64_t *count,
                          ta_error *error);
/* counts[k] of them on [0, ends[k]), of one run; TA_EINVAL if the ends do not
 * increase. */
TA_API ta_status ta_counts(const ta_game *game, const uint64_t *ends,
                           size_t n_ends, const ta_options *options,
                           uint64_t *counts, ta_error *error);
/* The cold positions on [0, n) as bits that the caller has allocated for n:
 * every word is overwritten. */
TA_API ta_status ta_cold_bits(const ta_game *game, uint64_t n,
                              const ta_options *options, ta_bits *cold,
                              ta_error *error);
/* The cold positions on [0, n), increasing, in an array that the caller frees
 * with ta_free, not NULL even if *count is 0. Memory: at most 24 bytes for each
 * of them while the array grows, besides the run. TA_ENOMEM. */
TA_API ta_status ta_cold_array(const ta_game *game, uint64_t n,
                               const ta_options *options, uint64_t **positions,
                               size_t *count, ta_error *error);
/* The k-th cold position, counted from 1, k <= 2^30 (TA_EINVAL). Runs go on to
 * four times the end until it is found, each with progress of its own;
 * TA_ERANGE if there are fewer than k below 4 k^2 + 2^24. */
TA_API ta_status ta_nth(const ta_game *game, uint64_t k,
                        const ta_options *options, uint64_t *position,
                        ta_error *error);
/* The nim-values, and the lengths of optimal play, of [0, n): n values, owned
 * by the caller. */
TA_API ta_status ta_nim_array(const ta_game *game, uint64_t n,
                              const ta_options *options, uint16_t *values,
                              ta_error *error);
TA_API ta_status ta_length_array(const ta_game *game, uint64_t n,
                                 const ta_options *options, uint16_t *values,
                                 ta_error *error);

#ifdef __cplusplus
}
#endif
#endif
