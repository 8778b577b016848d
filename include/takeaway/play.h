/* Sums of heaps and how to play them; periods of finite sets. */
#ifndef TAKEAWAY_PLAY_H
#define TAKEAWAY_PLAY_H

#include "takeaway/archive.h"
#include "takeaway/octal.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ----------------------------------------------- periods of finite sets -- */

/* Searches for the period of the nim-values of a subtraction game in normal
 * play, in at most `search` values. Finite S: proved when the values of max S
 * heaps in a row, which decide all later ones, occur again. Infinite S: not
 * proved; reported if the values end with three repetitions or more that fill
 * half of [0, search). Of `options`, which may be NULL, max_memory, progress
 * and sink are used.
 *
 * Returns TA_OK, also without a period; TA_EINVAL (misere play; an octal game:
 * ta_octal_solve); TA_ELIMIT; TA_ENOMEM; TA_ERANGE (a value above 65535; search
 * above 2^32 - 2 for infinite S); TA_ECANCELLED. Cost: about 3 * summary->known
 * * |S| moves. Memory: at most 18 * max S bytes for finite S, 8 * search for
 * infinite. Source: src/play/README.md; Brent, BIT 20 (1980) 176-184. Example:
 * period.c. */
TA_API ta_status ta_period_find(const ta_game *game, uint64_t search,
                                const ta_options *options, ta_summary *summary,
                                ta_error *error);

typedef struct ta_finite_set {
    const uint64_t *elements; /* 1 to 2^32, increasing */
    size_t count;
} ta_finite_set;

/* Periods are proved and least; ta_period.period is 0 where none was found. */
typedef struct ta_census_row {
    ta_period outcome;       /* cold or hot */
    ta_period nim;           /* nim-values */
    uint64_t cold_in_period; /* cold positions in a period of the outcomes */
    unsigned largest;        /* nim-value of all heaps */
} ta_census_row;

/* Searches for the periods of outcomes and nim-values of many finite sets. S is
 * divided by the gcd d of its elements; periods and preperiods of S are d times
 * those of S/d. (With options->sink, d is 1.)
 *
 *   limit    heaps of S/d that are computed, 1 to 2^32. A period is found if
 *            preperiod + period < limit / 8 - (max S) / d - 64
 *   options  may be NULL; threads, max_memory, progress and sink are used.
 *            progress gets the share of sets done, and the heaps computed
 *   rows     rows[k] is set to the periods of sets[k]
 *
 * Returns TA_OK, also where periods were not found; TA_EINVAL (elements,
 * limit); TA_ELIMIT; TA_ENOMEM; TA_ERANGE (a value above 65535); or
 * TA_ECANCELLED; on error rows are unspecified. Cost for each set: about 3 *
 * max(preperiod + max S, period) heaps for outcomes, then for nim-values, up to
 * 8 at a time; nim-values of more than 7 elements one at a time. Memory: 64 + 2
 * limit bytes a thread. Source: src/play/README.md; Brent, BIT 20 (1980)
 * 176-184. */
TA_API ta_status ta_census(const ta_finite_set *sets, size_t count,
                           uint64_t limit, const ta_options *options,
                           ta_census_row *rows, ta_error *error);

/* --------------------------------------------------------- optimal play -- */

/* A sum of heaps, each of its own game, and its solution. Heaps may be above
 * 2^64 in "nim", "odds" and "moser", whose values have a formula, and where a
 * period is proved. */
typedef struct ta_play ta_play;

typedef struct ta_play_options {
    /* sizeof(ta_play_options), or 0 for its size in version 0.1.0. Others are
     * refused (TA_EINVAL). */
    size_t size;
    /* For the runs that compute values; NULL: defaults. run->known may be an
     * archive of nim-values if all heaps are of one game, of cold positions if
     * only one heap has a move. */
    const ta_options *run;
    /* Heaps in which a period of the nim-values is searched for; 0: 2^25. A
     * single heap below a number other than 0 gets its nim-value in normal
     * play, however long it takes (TA_PLAY_TABLE). */
    uint64_t search;
    /* Moves will be made (ta_turn): values are kept, 2 bytes for each size up
     * to the largest heap. */
    bool keep;
    /* One winning move is enough in misere play; the list may lack those that
     * need nim-values. */
    bool one_move;
    /* True: nim-values and moves are written as 0x and hexadecimal digits.
     * Decimal digits take much longer if there are millions of them. */
    bool hexadecimal;
} ta_play_options;

/* Makes an empty sum, freed by ta_play_free. Returns TA_OK, TA_EINVAL or
 * TA_ENOMEM. */
TA_API ta_status ta_play_new(ta_convention convention, ta_play **play,
                             ta_error *error);
/* Accepts NULL. */
TA_API void ta_play_free(ta_play *play);

/* Adds a heap: the spec of its game (ta_game_new), and its size, an expression
 * as for ta_number_parse but without limit. Returns TA_OK, TA_EINVAL,
 * TA_ERANGE, TA_EIO or TA_ENOMEM. */
TA_API ta_status ta_play_add(ta_play *play, const char *game, const char *heap,
                             ta_error *error);

/* Whether ta_play_solve computes the nim-value of a single heap in normal play,
 * unless it has a formula or follows from a proved period: always with
 * options->keep or with an archive of nim-values as options->run->known;
 * without an archive if the heap is below TA_PLAY_TABLE or options->search, or
 * below 2^25 with size times moves at most TA_PLAY_STEPS (squares: to 4.2
 * million, some seconds). Else cold positions decide, and the value of a hot
 * heap stays unknown. */
#define TA_PLAY_TABLE (UINT64_C(1) << 20)
#define TA_PLAY_STEPS (UINT64_C(1) << 33)

/* Adds a heap as ta_play_add does, of a game that must outlive the sum. Heaps
 * of the same game have the same pointer. Returns TA_EINVAL also if the
 * convention of the game is not that of the sum. */
TA_API ta_status ta_play_add_game(ta_play *play, const ta_game *game,
                                  const char *heap, ta_error *error);

/* Finds the nim-values of the heaps, who wins, and the winning moves.
 *
 * Normal play: by nim-values (Sprague and Grundy); a large single heap by cold
 * positions (TA_PLAY_TABLE). A nim-value above 65535 without a formula stays
 * unknown too; it decides the sum if the values of the other heaps are known.
 *
 * Misere play of subtraction games (Ferguson 1974): cold if some value is 2 or
 * more and the nim-sum is 0, or all are 0 or 1 and it is 1. Cold positions show
 * the values 0 and 1; others are computed only if two heaps have 2 or more, or
 * a winning move may lead there.
 *
 * Misere play of octal games: by search, for heaps of one game with a total of
 * at most 300; if moves split heaps, fewer (TA_ELIMIT): 93 of Kayles, where
 * more than 4e7 positions may come of the sum. The rule above fails for digits
 * other than 0 and 3.
 *
 * Returns TA_OK; TA_EINVAL (options, such as options->run->sink); TA_ERANGE
 * (the error says the limit, and what allows larger heaps); TA_ELIMIT;
 * TA_ENOMEM; TA_ECANCELLED; or what reading options->run->known returns. Cost:
 * a run up to the largest heap of each game. Memory: that of the engine, and 10
 * bytes for each option of each heap; equal heaps share one solution. With a
 * formula, linear in the binary digits of a heap; decimal digits take longer.
 */
TA_API ta_status ta_play_solve(ta_play *play, const ta_play_options *options,
                               ta_error *error);

/* A move in one heap. Numbers are texts, decimal or hexadecimal
 * (ta_play_options), since heaps may be above 2^64. */
typedef struct ta_move {
    bool found;       /* false: there is none, and all else is 0 */
    char *taken;      /* from the heap */
    unsigned n_parts; /* heaps that it leaves */
    char *part[3];    /* their sizes */
} ta_move;

/* Texts are valid until the sum is changed, solved again or freed. */
typedef struct ta_play_heap {
    const char *game;  /* the spec of its game */
    const char *heap;  /* its size in decimal digits */
    const char *value; /* as numbers in ta_move; NULL: not computed */
    const char *how;   /* a few words about how it was found */
} ta_play_heap;

TA_API size_t ta_play_count(const ta_play *play);
/* Heaps are counted from 0; values are there after ta_play_solve. */
TA_API ta_play_heap ta_play_heap_at(const ta_play *play, size_t i);
/* Returns whether the player to move wins, after ta_play_solve. */
TA_API bool ta_play_wins(const ta_play *play);
/* Returns the nim-sum, as numbers in ta_move, after ta_play_solve; NULL if a
 * value is not known. */
TA_API const char *ta_play_nim_sum(const ta_play *play);

/* Calls visit(state, move) for the winning moves in heap i of a solved sum, at
 * most `limit` (0: all, but with a formula TA_PLAY_TABLE); sets *all to whether
 * these are all. In subtraction games by increasing number taken. In an octal
 * game with a period, moves that differ from a visited one by whole periods are
 * left out. Returns TA_OK, TA_ENOMEM, or the first other status of `visit`. */
TA_API ta_status ta_play_moves(const ta_play *play, size_t i, uint64_t limit,
                               ta_status (*visit)(void *state,
                                                  const ta_move *move),
                               void *state, bool *all, ta_error *error);

/* ------------------------------------------------------- playing a sum -- */

/* How a program plays: ta_play_solve with options->keep, then again, with the
 * same options, after each ta_play_make or ta_play_undo; mostly fast, since
 * values are kept. A single heap of a subtraction game in normal play is solved
 * by lengths of play, without its nim-value. */

typedef struct ta_turn {
    size_t heap;      /* counted from 0 */
    uint64_t taken;   /* from the heap */
    uint64_t left[3]; /* octal games: heaps left, increasing, then 0 */
} ta_turn;

/* Sets *turn to the next move in heap turn->heap by increasing number taken;
 * the first if all else is 0. Needs options->keep. Returns false at the end, or
 * if the heap is 2^64 or more. */
TA_API bool ta_play_next(const ta_play *play, ta_turn *turn);

/* Sets *turn to a best move; needs options->keep. Solved by lengths: by which
 * the winner hurries or the loser delays. Else for the winner a winning move,
 * in a subtraction game the last that ta_play_moves visits; for the loser, or
 * if no winning move has numbers below 2^64, the least take from the largest
 * heap below 2^64 that has a move. Returns false without a move or memory.
 * Cost: as ta_play_moves for a move in each heap. */
TA_API bool ta_play_best(const ta_play *play, ta_turn *turn);

/* Sets *length to the moves of best play. Returns false if the sum was not
 * solved by lengths. */
TA_API bool ta_play_length(const ta_play *play, unsigned *length);

/* Makes a move. Of turn.left, in any order, the smallest replaces heap
 * turn.heap, and the others become the last heaps. Returns TA_OK; TA_EINVAL
 * (against the rules); or TA_ENOMEM. */
TA_API ta_status ta_play_make(ta_play *play, ta_turn turn, ta_error *error);
/* Undoes the last move. Returns TA_OK; TA_EINVAL (there is none); or TA_ENOMEM.
 */
TA_API ta_status ta_play_undo(ta_play *play, ta_error *error);

#ifdef __cplusplus
}
#endif
#endif
