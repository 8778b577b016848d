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

/* Searches for the period of the nim-values of a subtraction game.
 *   game     a subtraction game of normal play
 *   search   the largest number of values that are computed
 *   options  only max_memory, progress and sink are used; may be NULL
 *   summary  set to what was found
 * For a finite S, a period is proved if the values of max S consecutive heaps
 * occur a second time, since these values decide all later ones. For an
 * infinite S no period is proved. A period is then reported if the values of
 * the heaps [0, search) end with at least three repetitions of it, and the
 * repetitions fill at least half of that range.
 *
 * Returns TA_OK, also if there is no period; TA_EINVAL (misere play; an octal
 * game, for which there is ta_octal_solve); TA_ELIMIT; TA_ENOMEM; TA_ERANGE (a
 * value above 65535; search above 2^32 - 2 for an infinite set); TA_ECANCELLED.
 * Cost: time for about 3 * summary->known * |S| moves. Memory: at most 18 * max
 * S bytes for a finite S, and 8 * search bytes for an infinite one. Source:
 * src/play/README.md; Brent, BIT 20 (1980) 176-184. Example: period.c. */
TA_API ta_status ta_period_find(const ta_game *game, uint64_t search,
                                const ta_options *options, ta_summary *summary,
                                ta_error *error);

/* A finite subtraction set for ta_census: an array of its elements. */
typedef struct ta_finite_set {
    const uint64_t *elements; /* integers of 1 to 2^32, increasing */
    size_t count;
} ta_finite_set;

/* The result of ta_census for one subtraction set. A period that was found is
 * proved, and is the least one. If a period was not found, ta_period.period is
 * 0. */
typedef struct ta_census_row {
    ta_period outcome; /* the period of the outcomes, cold or hot */
    ta_period nim;     /* the period of the nim-values */
    /* The number of cold positions in one period of the outcomes. */
    uint64_t cold_in_period;
    unsigned largest; /* the largest nim-value of all heaps */
} ta_census_row;

/* Searches for the periods of many finite subtraction sets: the period of the
 * outcomes (cold or hot) and the period of the nim-values. Each set S is
 * divided by d, the greatest common divisor of its elements, and the periods of
 * the set S/d are found. The periods and the preperiods of S are d times as
 * large. If options->sink is true (a move may take more than the heap has), S
 * is not divided, and d is 1.
 *   sets     the array of the `count` sets
 *   limit    the largest number of heaps of S/d that are computed, 1 to 2^32.
 *            A period of S/d is found if the preperiod plus the period is
 *            below limit / 8 - (max S) / d - 64. Others may be missed
 *   options  only threads, max_memory, progress and sink are used; may be
 *            NULL. progress gets the share of the sets that are done, and the
 *            number of heaps that were computed
 *   rows     rows[k] is set to the periods of sets[k]
 * Returns TA_OK, also where periods were not found; TA_EINVAL (the elements or
 * the limit); TA_ELIMIT; TA_ENOMEM; TA_ERANGE (a value above 65535); or
 * TA_ECANCELLED. On error the rows are unspecified.
 *
 * Cost for each set: about 3 * max(preperiod + max S, period) heaps are
 * computed, first for the outcomes and then for the nim-values. Up to 8 heaps
 * are computed at a time. Nim-values of a set of more than 7 elements are
 * computed one at a time. Memory: 64 + 2 limit bytes for each thread. Source:
 * src/play/README.md; Brent, BIT 20 (1980) 176-184. */
TA_API ta_status ta_census(const ta_finite_set *sets, size_t count,
                           uint64_t limit, const ta_options *options,
                           ta_census_row *rows, ta_error *error);

/* --------------------------------------------------------- optimal play -- */

/* A sum of heaps, together with the results of its solution. Each heap has its
 * own game, a subtraction game or an octal game. A heap may even be above 2^64
 * in Golomb's game ("moser"), whose nim-values have a formula, and in finite
 * sets and octal games whose period is proved. */
typedef struct ta_play ta_play;

typedef struct ta_play_options {
    /* sizeof(ta_play_options), or 0 for the size of this struct in version
     * 0.1.0. The library refuses any other size (TA_EINVAL). */
    size_t size;
    /* The options of the runs that compute values; NULL means the defaults.
     * run->known may be an archive of nim-values if all heaps are of one game,
     * and an archive of cold positions if only one heap has a move. */
    const ta_options *run;
    /* The search for a period of the nim-values uses this number of heaps. 0
     * means 2^25.
     *
     * A number other than 0 has a second effect, if the sum has a single heap
     * under normal play. If the heap is below the number, its nim-value is
     * computed, even if that takes long. TA_PLAY_TABLE has the full rule. */
    uint64_t search;
    /* True if the program will make moves in the sum (see ta_turn). Computed
     * values are then stored, so that the sum can be solved again after a move.
     * They need 2 bytes for each heap size up to the largest heap. */
    bool keep;
    /* True if the program needs only one winning move under misere play. Less
     * is computed then. The list of winning moves may lack moves that only
     * nim-values can show. */
    bool one_move;
} ta_play_options;

/* Makes a sum without heaps, which the caller frees by ta_play_free. Returns
 * TA_OK or TA_ENOMEM. */
TA_API ta_status ta_play_new(ta_convention convention, ta_play **play,
                             ta_error *error);
/* Frees a sum of heaps. Accepts NULL. */
TA_API void ta_play_free(ta_play *play);

/* Adds a heap to the sum. `game` is the text (spec) that makes the game of the
 * heap, as for ta_game_new. `heap` is the size of the heap: an integer
 * expression as for ta_number_parse, which may be above 2^64. Returns TA_OK,
 * TA_EINVAL (a wrong number or spec), TA_ERANGE, TA_EIO or TA_ENOMEM. */
TA_API ta_status ta_play_add(ta_play *play, const char *game, const char *heap,
                             ta_error *error);

/* Limits by which ta_play_solve decides whether to compute the nim-value of a
 * single heap under normal play. They are not used if options->keep is true, or
 * if the nim-value has a formula or follows from a proved period. Otherwise the
 * nim-value is computed in two cases:
 *   - options->run->known is an archive of nim-values;
 *   - there is no archive, and the heap is small: it is below TA_PLAY_TABLE or
 *     below options->search, or it is below 2^25 and its size times the number
 *     of its moves is at most TA_PLAY_STEPS. (For squares, heaps up to 4.2
 *     million are small. They take some seconds.)
 * In all other cases cold positions decide whether the heap is cold, and the
 * nim-value of a hot heap stays unknown. */
#define TA_PLAY_TABLE (UINT64_C(1) << 20)
#define TA_PLAY_STEPS (UINT64_C(1) << 33)

/* Solves a sum: finds the nim-values of the heaps, who wins, and the winning
 * moves.
 *
 * Normal play: the nim-values of the heaps decide the sum (Sprague and Grundy).
 * A single large heap is decided by cold positions (see TA_PLAY_TABLE). A
 * nim-value above 65535 without a formula stays unknown, too; it decides the
 * sum if the values of the other heaps are known.
 *
 * Misere play of subtraction games: the sum is cold in two cases (Ferguson
 * 1974). Either some nim-value is 2 or more and the nim-sum is 0, or all
 * nim-values are 0 or 1 and the nim-sum is 1. Cold positions show which heaps
 * have the value 0 or 1. Nim-values are computed only if two or more heaps have
 * a value of 2 or more, or if a winning move may lead to such a value.
 *
 * Misere play of octal games: a search decides the sum, if its heaps are of one
 * game and their total is at most 300. The rule for subtraction games does not
 * hold if a code has other digits than 0 and 3.
 *
 * Returns TA_OK; TA_EINVAL (wrong options, such as options->run->sink);
 * TA_ERANGE (the error says the limit, and what allows larger heaps);
 * TA_ELIMIT; TA_ENOMEM; TA_ECANCELLED; or what reading options->run->known
 * returns. Cost: that of a run up to the largest heap of each game. Memory:
 * that of the engine, and 10 bytes for each option of each heap. Where
 * nim-values have a formula, the time is linear in the number of binary digits
 * of a heap; reading and writing decimal digits takes longer. */
TA_API ta_status ta_play_solve(ta_play *play, const ta_play_options *options,
                               ta_error *error);

/* A move in one heap of a sum. Numbers are texts of decimal digits, since a
 * heap may be above 2^64. */
typedef struct ta_move {
    bool found;       /* false: there is no move, and other members are 0 */
    char *taken;      /* the number that the move takes from the heap */
    unsigned n_parts; /* the number of non-empty heaps that the move leaves */
    char *part[3];    /* the sizes of these n_parts heaps */
} ta_move;

/* A description of one heap of a sum. The texts are valid until the sum is
 * changed, solved again or freed. */
typedef struct ta_play_heap {
    const char *game; /* the text (spec) that makes the game of the heap */
    const char *heap; /* the size of the heap, in decimal digits */
    /* The nim-value of the heap in decimal digits. NULL if no nim-value was
     * computed for this heap. */
    const char *value;
    const char *how; /* a few words about how the value was found */
} ta_play_heap;

/* Returns the number of heaps of the sum. */
TA_API size_t ta_play_count(const ta_play *play);
/* Returns a description of heap number i of the sum, counted from 0. The
 * description has the nim-value only after ta_play_solve. */
TA_API ta_play_heap ta_play_heap_at(const ta_play *play, size_t i);
/* Returns whether the player to move wins the sum, after ta_play_solve. */
TA_API bool ta_play_wins(const ta_play *play);
/* Returns the nim-sum of the heaps in decimal digits, after ta_play_solve.
 * Returns NULL if some nim-value was not computed. */
TA_API const char *ta_play_nim_sum(const ta_play *play);

/* Calls visit(state, move) for each winning move in heap i of a solved sum, at
 * most `limit` times; limit 0 means no limit. Sets *all to whether all winning
 * moves were visited. In a subtraction game the moves come in increasing order
 * of the number that they take. If `visit` returns a status other than TA_OK,
 * the function stops and returns this status.
 *
 * In an octal game with a period, a heap may have too many winning moves. So a
 * move is left out if the heaps that it leaves differ from those of a visited
 * move only by whole periods. Returns TA_OK, the status of `visit`, or
 * TA_ENOMEM. */
TA_API ta_status ta_play_moves(const ta_play *play, size_t i, uint64_t limit,
                               ta_status (*visit)(void *state,
                                                  const ta_move *move),
                               void *state, bool *all, ta_error *error);

/* ------------------------------------------------------- playing a sum -- */

/* A move that a program makes in a sum of heaps.
 *
 * How a program plays: it calls ta_play_solve with options->keep. After each
 * ta_play_make or ta_play_undo it calls ta_play_solve again, with the same
 * options. The later calls are mostly fast, since they use the values that the
 * first call has stored. A single heap of a subtraction game under normal play
 * is solved by the lengths of play (TA_CONTENT_LENGTH); its nim-value is not
 * computed. */

typedef struct ta_turn {
    size_t heap;    /* the index of the heap, counted from 0 */
    uint64_t taken; /* the number that the move takes from the heap */
    /* The sizes of the heaps that a move of an octal game leaves, in increasing
     * order. A move leaves at most three heaps. If it leaves fewer, the last
     * entries are 0. In a subtraction game, all entries are 0. */
    uint64_t left[3];
} ta_turn;

/* Sets *turn to the next legal move in heap turn->heap, in increasing order of
 * the number that a move takes. If all members but turn->heap are 0, sets *turn
 * to the first move. The sum must have been solved with options->keep. Returns
 * false if there is no further move, or if the heap is 2^64 or more. */
TA_API bool ta_play_next(const ta_play *play, ta_turn *turn);

/* Sets *turn to a best move of a sum that was solved with options->keep.
 * Returns false if there is no move or no memory. The best move depends on the
 * sum:
 *   - A single heap that was solved by lengths of play (see ta_turn): a move
 *     by which the winner ends the game as soon as possible, or the loser
 *     makes the game last as long as possible.
 *   - Any other sum that the player to move wins: a winning move. In a heap of
 *     a subtraction game it is the winning move that takes the most.
 *   - Any other sum that the player to move loses, or for which no winning
 *     move with numbers below 2^64 is found: a move in the largest heap below
 *     2^64 that has a move. It takes the least number possible.
 * Cost: as ta_play_moves for one move in each heap. */
TA_API bool ta_play_best(const ta_play *play, ta_turn *turn);

/* Sets *length to the number of moves that the game lasts if both players play
 * best. Returns false, and sets nothing, if the sum was not solved by lengths
 * of play (see ta_turn). */
TA_API bool ta_play_length(const ta_play *play, unsigned *length);

/* Makes a move in the sum. The heaps turn.left that the move leaves may be in
 * any order. The smallest of them replaces heap turn.heap, and the others
 * become the last heaps of the sum. Returns TA_OK; TA_EINVAL if the rules do
 * not allow the move; or TA_ENOMEM. */
TA_API ta_status ta_play_make(ta_play *play, ta_turn turn, ta_error *error);
/* Undoes the last move that ta_play_make has made in the sum. Returns TA_OK;
 * TA_EINVAL if there is no such move; or TA_ENOMEM. */
TA_API ta_status ta_play_undo(ta_play *play, ta_error *error);

#ifdef __cplusplus
}
#endif
#endif
