/* The part of takeaway's header about sums of heaps and how to play them, and
 * about the periods of finite subtraction sets. */
#ifndef TAKEAWAY_PLAY_H
#define TAKEAWAY_PLAY_H

#include "takeaway/archive.h"
#include "takeaway/octal.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ----------------------------------------------- periods of finite sets -- */

/* Searches for the period of the nim-values of a subtraction game. For a finite
 * S the values of max S consecutive heaps decide all later values, so a period
 * is proved when these values occur a second time. For an infinite S no period
 * is proved. Then the function reports a period if the values of [0, search)
 * end with at least three repetitions that fill at least half of the range.
 *   game     a subtraction game of normal play
 *   search   the largest number of values that are computed
 *   options  only max_memory, progress and start are used; may be NULL
 *   summary  is set to what was found
 * Returns TA_OK, also if there is no period; TA_EINVAL (misere play; an octal
 * game, for which there is ta_octal_solve); TA_ELIMIT; TA_ENOMEM; TA_ERANGE (a
 * value above 65535; search above 2^32 - 2 for an infinite set); TA_ECANCELLED.
 * Cost: about 3 * summary->known steps of |S| look-ups. Memory: at most 18 *
 * max S bytes for a finite S, and 8 * search bytes for an infinite one. Source:
 * src/play/README.md; Brent, BIT 20 (1980) 176-184. Example: period.c. */
TA_API ta_status ta_period_find(const ta_game *game, uint64_t search,
                                const ta_options *options, ta_summary *summary,
                                ta_error *error);

/* A finite subtraction set, as ta_census accepts it. */
typedef struct ta_finite_set {
    const uint64_t *elements; /* in increasing order, from 1 to 2^32 */
    size_t count;
} ta_finite_set;

/* What ta_census finds for one subtraction set. Its periods are proved, and are
 * the least ones. */
typedef struct ta_census_row {
    ta_period outcome;       /* the period of the outcomes, cold or hot */
    ta_period nim;           /* the period of the nim-values */
    uint64_t cold_in_period; /* the number of cold positions in one period of
                                the outcomes */
    unsigned largest;        /* the largest nim-value of all heaps */
} ta_census_row;

/* Searches for the periods of the outcomes and of the nim-values of many finite
 * subtraction sets. If the elements of a set S have a greatest common divisor d
 * > 1, the set S/d is computed, and its periods and preperiods are multiplied
 * by d. With options->start this is not done, and d stands for 1.
 *   limit    the largest number of heaps of S/d that are computed, 1 to 2^32. A
 *            period may be missed if it does not begin and end below limit / 8
 *            - max S/d - 64
 *   options  only threads, max_memory, progress and start are used; may be
 *            NULL. progress gets the share of the sets that are done, and the
 *            number of heaps that were computed
 *   rows     rows[k] is set to what was found for sets[k]
 * Returns TA_OK, also where periods were not found; TA_EINVAL (the elements or
 * the limit); TA_ELIMIT; TA_ENOMEM; TA_ERANGE (a value above 65535); or
 * TA_ECANCELLED. On error the rows are unspecified. Cost: about 3 *
 * max(preperiod + max S, period) heaps for the outcomes and as many for the
 * nim-values. Up to 8 heaps are computed at a time, but nim-values of a set of
 * more than 7 elements one at a time. Memory: 64 + 2 limit bytes for each
 * thread. Source: src/play/README.md; Brent, BIT 20 (1980) 176-184. */
TA_API ta_status ta_census(const ta_finite_set *sets, size_t count,
                           uint64_t limit, const ta_options *options,
                           ta_census_row *rows, ta_error *error);

/* --------------------------------------------------------- optimal play -- */

/* A sum of heaps, each of a subtraction game or an octal game, with its winning
 * moves. Heaps may have any size where a closed form is known: in Golomb's game
 * ("moser"), and in finite sets and octal games with a proved period. */
typedef struct ta_play ta_play;

typedef struct ta_play_options {
    size_t size; /* sizeof(ta_play_options), or 0 for the size in version
                    0.1.0; any other size is refused (TA_EINVAL) */
    /* The options of the runs that compute values; NULL means the defaults. The
     * archive run->known may hold cold positions, if only one heap has a move,
     * or nim-values, if all heaps are of one game. */
    const ta_options *run;
    /* The number of heaps among which a period is searched for; 0 means 2^25.
     * The nim-value of a single heap below this number is always computed (see
     * TA_PLAY_TABLE). */
    uint64_t search;
    /* Whether the sum will be played: then computed values are kept for later
     * positions, in 2 bytes for each heap size up to the largest heap. */
    bool keep;
    /* Under misere play, whether one winning move is enough: then moves that
     * could be found only from nim-values may be left out. */
    bool one_move;
} ta_play_options;

/* Makes a sum without heaps, which the caller frees by ta_play_free. Returns
 * TA_OK or TA_ENOMEM. */
TA_API ta_status ta_play_new(ta_convention convention, ta_play **play,
                             ta_error *error);
/* Frees a sum of heaps. Accepts NULL. */
TA_API void ta_play_free(ta_play *play);

/* Adds a heap to the sum. `game` is the spec of its game, as for ta_game_new.
 * `heap` is its size, an expression as for ta_number_parse, but without a
 * bound. Returns TA_OK, TA_EINVAL (a wrong number or spec), TA_ERANGE, TA_EIO
 * or TA_ENOMEM. */
TA_API ta_status ta_play_add(ta_play *play, const char *game, const char *heap,
                             ta_error *error);

/* When ta_play_solve computes the nim-value of a single heap without a closed
 * form, under normal play. It does so if the heap is below TA_PLAY_TABLE or
 * below options->search, if options->run->known holds nim-values, or if the
 * heap is below 2^25 and its size times the number of its moves is at most
 * TA_PLAY_STEPS. (For squares this is up to 4.2 million, and takes some
 * seconds.) For any other single heap only cold positions are computed, and the
 * value of a hot heap stays unknown. */
#define TA_PLAY_TABLE (UINT64_C(1) << 20)
#define TA_PLAY_STEPS (UINT64_C(1) << 33)

/* Solves a sum: finds the values of the heaps, who wins, and the winning moves.
 *
 * Under normal play nim-values decide (Sprague and Grundy), or, for one large
 * heap, the cold positions below it. Under misere play a sum of subtraction
 * games is cold in two cases: some nim-value is 2 or more and the nim-sum is 0,
 * or all nim-values are 0 or 1 and the nim-sum is 1 (Ferguson 1974). Cold
 * positions show which heaps have the value 0 or 1. Nim-values are computed
 * only if at least two heaps have a value of 2 or more, or for winning moves to
 * such values. Octal games do not follow this rule, if a digit is not 0 or 3.
 * Under misere play heaps of one octal game, of a total of at most 300, are
 * decided by a search. Games with a ta_start do not follow the rule either and
 * are refused.
 *
 * Returns TA_OK; TA_EINVAL (options->run->start is not NULL); TA_ERANGE (the
 * error says the limit, and what allows larger heaps); TA_ELIMIT; TA_ENOMEM;
 * TA_ECANCELLED; or what reading options->run->known returns. Cost: that of a
 * run up to the largest heap of each game. Memory: that of the engine, and 10
 * bytes for each option of each heap. Closed forms take time linear in the
 * number of digits, but for reading and writing decimals. */
TA_API ta_status ta_play_solve(ta_play *play, const ta_play_options *options,
                               ta_error *error);

/* A move in one heap of a sum. Numbers are texts of decimal digits. */
typedef struct ta_move {
    bool found;  /* false: there is no such move, and other members are zero */
    char *taken; /* the number that the move takes from the heap */
    unsigned n_parts; /* the number of non-empty heaps that the move leaves */
    char *part[3];    /* the sizes of these n_parts heaps */
} ta_move;

/* What is known of one heap of a sum. The texts belong to the sum. */
typedef struct ta_play_heap {
    const char *game; /* the spec of the game of the heap */
    const char *heap; /* the size of the heap, in decimal digits */
    /* The nim-value of the heap in decimal digits. NULL if the heap has none,
     * or if the value was not needed. */
    const char *value;
    const char *how; /* a few words about how the value was found */
} ta_play_heap;

/* Returns the number of heaps of the sum. */
TA_API size_t ta_play_count(const ta_play *play);
/* Returns heap number i of the sum, counted from 0. Its value is set by
 * ta_play_solve. */
TA_API ta_play_heap ta_play_heap_at(const ta_play *play, size_t i);
/* Returns, after ta_play_solve, whether the player to move wins the sum. */
TA_API bool ta_play_wins(const ta_play *play);
/* Returns, after ta_play_solve, the nim-sum of the heaps in decimal digits;
 * NULL if it is not known. */
TA_API const char *ta_play_nim_sum(const ta_play *play);

/* Calls visit(state, move) for the winning moves in heap i of a solved sum. In
 * a subtraction game the numbers that the moves take increase. Stops after
 * `limit` moves, where 0 means no limit, or at the first status of `visit` that
 * is not TA_OK, and returns that status. Sets *all to whether all winning moves
 * were visited. A heap of an octal game may have more winning moves than could
 * ever be listed; moves that differ from a visited one by whole periods are
 * left out. Returns TA_ENOMEM if there is no memory. */
TA_API ta_status ta_play_moves(const ta_play *play, size_t i, uint64_t limit,
                               ta_status (*visit)(void *state,
                                                  const ta_move *move),
                               void *state, bool *all, ta_error *error);

/* ------------------------------------------------------- playing a sum -- */

/* One move in a sum that is played. To play a sum, call ta_play_solve with
 * options->keep. After ta_play_make or ta_play_undo call ta_play_solve again
 * with the same options, which mostly needs no further run. With options->keep
 * a single heap of a subtraction game under normal play is solved by the
 * lengths of play (TA_CONTENT_LENGTH), and its nim-value stays unknown. */

typedef struct ta_turn {
    size_t heap;      /* the index of the heap, counted from 0 */
    uint64_t taken;   /* the number that the move takes from the heap */
    uint64_t left[3]; /* the heaps that a move of an octal game leaves, the
                         smaller first, then 0; all 0 in subtraction games */
} ta_turn;

/* Sets *turn to the next legal move in heap turn->heap, in increasing order of
 * the number taken. If all members but turn->heap are 0, this is the first
 * move. Returns false if there is no further move, or if the heap is 2^64 or
 * more. */
TA_API bool ta_play_next(const ta_play *play, ta_turn *turn);

/* Sets *turn to a best move of the position that ta_play_solve has solved. In a
 * won position this is a winning move; in a heap of a subtraction game it is
 * the winning move that takes the most. In a lost position of a single heap
 * that was solved by lengths, the move makes the game last longest. In any
 * other lost position, the move takes the least from the largest heap that has
 * a move. Returns false if there is no move or no memory. Cost: as
 * ta_play_moves for one move in each heap. */
TA_API bool ta_play_best(const ta_play *play, ta_turn *turn);

/* Sets *length to the number of moves that the game lasts if both players play
 * best. Returns false, and sets nothing, if the sum was not solved by lengths
 * of play. */
TA_API bool ta_play_length(const ta_play *play, unsigned *length);

/* Makes a move in the sum. The heaps turn.left that the move leaves may be in
 * any order. The smallest of them replaces heap turn.heap, and the others are
 * added behind the last heap. Returns TA_OK; TA_EINVAL if the rules do not
 * allow the move; or TA_ENOMEM. */
TA_API ta_status ta_play_make(ta_play *play, ta_turn turn, ta_error *error);
/* Undoes the last move that ta_play_make has made in the sum. Returns TA_OK;
 * TA_EINVAL if there is no such move; or TA_ENOMEM. */
TA_API ta_status ta_play_undo(ta_play *play, ta_error *error);

#ifdef __cplusplus
}
#endif
#endif
