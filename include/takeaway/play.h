/* Sums of heaps; periods of finite sets. */
#ifndef TAKEAWAY_PLAY_H
#define TAKEAWAY_PLAY_H

#include "takeaway/archive.h"
#include "takeaway/octal.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ----------------------------------------------- periods of finite sets -- */

/* Searches for the period of the nim-values of a subtraction game in normal
 * play, or of the outcomes of TA_EXACT, in at most `search` values. That of an
 * infinite S but allbut:S is not proved; reported if the values end with three
 * repetitions or more that fill half of [0, search). Of `options`, max_memory,
 * progress and sink are used.
 *
 * Returns TA_OK also without a period. Errors: TA_EINVAL (an octal game:
 * ta_octal_solve); TA_ERANGE (search above 2^32 - 2 for infinite S). Cost:
 * about 3 * summary->known * |S| moves. Memory: at most 18 * max S bytes for
 * finite S, 8 * search for infinite. Source: src/play/README.md; Brent, BIT 20
 * (1980) 176-184. Example: period.c. */
TA_API ta_status ta_period_find(const ta_game *game, uint64_t search,
                                const ta_options *options, ta_summary *summary,
                                ta_error *error);

typedef struct ta_finite_set {
    const uint64_t *elements; /* 1 to 2^32, increasing */
    size_t count;
} ta_finite_set;

/* Periods are proved and least. */
typedef struct ta_census_row {
    ta_period outcome; /* cold or hot */
    ta_period nim;
    uint64_t cold_in_period; /* in a period of the outcomes */
    unsigned largest;        /* nim-value of all heaps */
    /* Each nim-value g(n) is mex {g(n + s): s in S}; false above 7 elements. */
    bool reverse;
} ta_census_row;

/* Searches for the periods of many finite sets. S is divided by the gcd d of
 * its elements; periods and preperiods of S are d times those of S/d. (With
 * options->sink, d is 1.)
 *
 *   limit    heaps of S/d that are computed, 1 to 2^32. A period is found if
 *            preperiod + period < limit / 8 - (max S) / d - 64
 *   options  threads, max_memory, progress and sink are used; progress gets the
 *            share of sets done, and the heaps computed
 *   rows     rows[k] is the row of sets[k]
 *
 * On error rows are unspecified. Cost for each set: about 3 * max(preperiod +
 * max S, period) heaps for outcomes, then for nim-values, up to 8 at a time;
 * nim-values of more than 7 elements one at a time. Memory: 64 + 2 limit bytes
 * a thread. Source: as ta_period_find. */
TA_API ta_status ta_census(const ta_finite_set *sets, size_t count,
                           uint64_t limit, const ta_options *options,
                           ta_census_row *rows, ta_error *error);

/* --------------------------------------------------------- optimal play -- */

/* A sum of heaps, each of its own game, and its solution. Heaps may be above
 * 2^64 in "nim", "odds" and "moser", whose values have a formula, and where a
 * period is proved. */
typedef struct ta_play ta_play;

typedef struct ta_play_options {
    size_t size; /* as ta_options.size */
    /* Of the runs for values. run->known may be an archive of nim-values if all
     * heaps are of one game, of cold positions if only one heap has a move. */
    const ta_options *run;
    uint64_t search; /* heaps searched for a period of nim-values; 0: 2^25 */
    /* Moves will be made (ta_turn): 2 bytes are kept for each heap to the
     * largest. */
    bool keep;
    /* In misere play the list may lack winning moves that need nim-values. */
    bool one_move;
    /* Numbers are 0x and hexadecimal digits: much faster for millions. */
    bool hexadecimal;
} ta_play_options;

TA_API ta_status ta_play_new(ta_convention convention, ta_play **play,
                             ta_error *error);
TA_API void ta_play_free(ta_play *play);

/* Adds a heap, an expression. Errors: as ta_game_new. */
TA_API ta_status ta_play_add(ta_play *play, const char *game, const char *heap,
                             ta_error *error);

/* A single heap in normal play, without a formula or proved period, gets its
 * nim-value with an archive of nim-values; without one, if it is below
 * TA_PLAY_TABLE or options->search, or below 2^25 with size times moves at most
 * TA_PLAY_STEPS (squares: to 4.2 million, some seconds). Else cold positions
 * decide, and a hot heap's value stays unknown. With options->keep octal
 * heaps get it, others never. */
#define TA_PLAY_TABLE (UINT64_C(1) << 20)
#define TA_PLAY_STEPS (UINT64_C(1) << 33)

/* Adds a heap of a game of the same convention, which must outlive the sum; for
 * heaps of the same game, the same pointer. */
TA_API ta_status ta_play_add_game(ta_play *play, const ta_game *game,
                                  const char *heap, ta_error *error);

/* Finds the nim-values of the heaps, who wins, and the winning moves.
 *
 * Normal play: a nim-value above 65535 without a formula stays unknown; it
 * decides the sum if those of the other heaps are known.
 *
 * Misere play of subtraction games (Ferguson 1974): cold if some value is 2 or
 * more and the nim-sum is 0, or all are 0 or 1 and it is 1. Cold positions show
 * the values 0 and 1; others are computed only if two heaps have 2 or more, or
 * a winning move may lead there.
 *
 * Misere play of octal games: heaps of one game, of any size if a small misere
 * quotient is found and proved (Kayles), else by search to a total of 300, or
 * fewer (TA_ELIMIT): where more than 4e7 positions may come of the sum.
 *
 * Errors: TA_ERANGE (the error says the limit, and what allows larger heaps).
 * Cost: a run up to the largest heap of each game. Memory: that of the engine,
 * and 10 bytes for each option of each different heap.
 * With a formula, linear in the binary digits of a heap. */
TA_API ta_status ta_play_solve(ta_play *play, const ta_play_options *options,
                               ta_error *error);

/* A move. Numbers are texts, as ta_play_options.hexadecimal says. */
typedef struct ta_move {
    bool found; /* false: there is none, and all else is 0 */
    char *taken;
    unsigned n_parts; /* heaps that it leaves */
    char *part[3];    /* their sizes */
} ta_move;

/* Texts are valid until the sum is changed, solved again or freed. */
typedef struct ta_play_heap {
    const char *game;  /* its spec */
    const char *heap;  /* in decimal digits */
    const char *value; /* as in ta_move; NULL: not computed */
    const char *how;   /* it was found, in a few words */
} ta_play_heap;

/* Heaps are counted from 0 on, below ta_play_count here and in turns. Values,
 * and all that follows, are of a solved sum. */
TA_API size_t ta_play_count(const ta_play *play);
TA_API ta_play_heap ta_play_heap_at(const ta_play *play, size_t i);
/* Returns whether the player to move wins. */
TA_API bool ta_play_wins(const ta_play *play);
/* Returns the nim-sum, as in ta_move; NULL if a value is not known. */
TA_API const char *ta_play_nim_sum(const ta_play *play);

/* Visits the winning moves in heap i, in subtraction games by increasing number
 * taken, at most `limit` (0: all, but with a formula TA_PLAY_TABLE); sets *all
 * to whether these are all. In an octal game with a period, moves that differ
 * from a visited one by whole periods are left out. */
TA_API ta_status ta_play_moves(const ta_play *play, size_t i, uint64_t limit,
                               ta_status (*visit)(void *state,
                                                  const ta_move *move),
                               void *state, bool *all, ta_error *error);

/* ------------------------------------------------------- playing a sum -- */

/* A program plays by ta_play_solve with options->keep, and again, with the same
 * options, after each move that is made or undone; values are kept. */

typedef struct ta_turn {
    size_t heap;
    uint64_t taken;
    uint64_t left[3]; /* octal games: heaps left, increasing, then 0 */
} ta_turn;

/* Sets *turn to the next move in heap turn->heap by increasing number taken;
 * the first if all else is 0. Sets *found to whether there is one; none in a
 * heap of 2^64 or more. By a rule each call lists all moves. Returns TA_ENOMEM.
 */
TA_API ta_status ta_play_next(const ta_play *play, ta_turn *turn, bool *found,
                              ta_error *error);

/* Sets *turn to a best move: by lengths, where they solved the sum; else for
 * the winner a winning move, in a subtraction game the last that ta_play_moves
 * visits; for the loser, or if no winning move has numbers below 2^64, the
 * least take from the largest heap below 2^64 that has a move. Sets *found to
 * whether there is a move. Returns TA_ENOMEM. Cost: as ta_play_moves for a move
 * in each heap. */
TA_API ta_status ta_play_best(const ta_play *play, ta_turn *turn, bool *found,
                              ta_error *error);

/* Returns whether lengths solved the sum, and sets *length. */
TA_API bool ta_play_length(const ta_play *play, unsigned *length);

/* Makes a move by the rules (else TA_EINVAL). Of turn.left, in any order, the
 * smallest replaces heap turn.heap, and the others become the last heaps. */
TA_API ta_status ta_play_make(ta_play *play, ta_turn turn, ta_error *error);
/* Undoes the last move (TA_EINVAL: there is none). */
TA_API ta_status ta_play_undo(ta_play *play, ta_error *error);

#ifdef __cplusplus
}
#endif
#endif
