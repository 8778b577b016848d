/* takeaway: optimal play: sums, and playing them; periods of finite sets. */
#ifndef TAKEAWAY_PLAY_H
#define TAKEAWAY_PLAY_H

#include "takeaway/archive.h"
#include "takeaway/octal.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ----------------------------------------------- periods of finite sets -- */

/* Searches for the period of the nim-values of a subtraction game. For a finite
 * S the values of max S consecutive heaps decide all later values: the period
 * is proved when these values come again. For an infinite S no period is
 * proved. A period is reported if it was seen at least three times over, in at
 * least the second half of [0, search).
 *   game     of normal play
 *   search   the most values that are computed
 *   options  max_memory, progress and start are used; may be NULL
 *   summary  set to what was found
 * Returns TA_OK, also if there is no period; TA_EINVAL (misere play; an octal
 * game, for which there is ta_octal_solve); TA_ELIMIT; TA_ENOMEM; TA_ERANGE (a
 * value above 65535; search above 2^32 - 2 for an infinite set); TA_ECANCELLED.
 * Cost: about 3 * known steps of |S| look-ups. Memory: at most 18 * max S bytes
 * for a finite S, and 8 * search bytes for an infinite one. Source:
 * src/play/README.md; Brent, BIT 20 (1980) 176-184. Example: period.c. */
TA_API ta_status ta_period_find(const ta_game *game, uint64_t search,
                                const ta_options *options, ta_summary *summary,
                                ta_error *error);

/* A finite subtraction set, in a list of many. */
typedef struct ta_finite_set {
    const uint64_t *elements; /* increasing, from 1 to 2^32 */
    size_t count;
} ta_finite_set;

/* What ta_census finds for a set. Periods are proved and least. */
typedef struct ta_census_row {
    ta_period outcome;       /* of the outcomes, cold or hot */
    ta_period nim;           /* of the nim-values */
    uint64_t cold_in_period; /* cold positions in a period of the outcomes */
    unsigned largest;        /* the largest nim-value of all heaps */
} ta_census_row;

/* Searches for the periods of many finite sets. A set whose elements have the
 * greatest common divisor d > 1 is computed as S/d, whose periods and
 * preperiods are multiplied by d, unless options->start is given.
 *   limit    the most heaps of S/d that are computed, 1 to 2^32; a period may
 *            be missed if it does not begin and end below limit / 8 - max S/d -
 *            64
 *   options  threads, max_memory, progress and start are used; progress gets
 *            the share of the sets that are done, and the heaps that were
 *            computed; may be NULL
 *   rows     rows[k] is set to what was found for sets[k]
 * Returns TA_OK, also where periods were not found; TA_EINVAL (the elements or
 * the limit); TA_ELIMIT; TA_ENOMEM; TA_ERANGE (a value above 65535); or
 * TA_ECANCELLED. On error the rows are unspecified. Cost: about 3 *
 * max(preperiod + max S, period) heaps for the outcomes and for the values, up
 * to 8 at a time; values of more than 7 elements one at a time. Memory: 64 + 2
 * limit bytes for each thread. Source: src/play/README.md; Brent, BIT 20 (1980)
 * 176-184. */
TA_API ta_status ta_census(const ta_finite_set *sets, size_t count,
                           uint64_t limit, const ta_options *options,
                           ta_census_row *rows, ta_error *error);

/* --------------------------------------------------------- optimal play -- */

/* A sum of heaps, each of a subtraction or an octal game, and the winning
 * moves in it. Heaps of any size are answered where a closed form is known:
 * in Golomb's game ("moser"), for finite sets and octal games with a proved
 * period. */
typedef struct ta_play ta_play;

typedef struct ta_play_options {
    size_t size;           /* sizeof(ta_play_options), or 0 for the size in
                              0.1.0; any other size is refused (TA_EINVAL) */
    const ta_options *run; /* of the engines; NULL for defaults. `known`: cold
                              positions, for a single heap that can move, or
                              nim-values of the only game */
    uint64_t search;       /* heaps among which a period is searched; 0: 2^25;
                              and see TA_PLAY_TABLE */
    bool keep;             /* the sum is going to be played: what is computed
                              is kept for the positions that follow, 2 bytes
                              for each heap size below the largest heap */
    bool one_move;         /* misere play: report at least one winning move;
                              moves that need nim-values may be left out */
} ta_play_options;

TA_API ta_status ta_play_new(ta_convention convention, ta_play **play,
                             ta_error *error);
TA_API void ta_play_free(ta_play *play); /* accepts NULL */

/* Adds a heap: a number as ta_number_parse takes it, without its bound, and
 * the spec of its game. TA_EINVAL (the number; the game), TA_ERANGE, TA_EIO,
 * TA_ENOMEM. */
TA_API ta_status ta_play_add(ta_play *play, const char *game, const char *heap,
                             ta_error *error);

/* Normal play: a single heap that has no closed form has its value computed if
 * it is below TA_PLAY_TABLE, or below options->search, or if it is below 2^25
 * and the heap times the moves from it are at most TA_PLAY_STEPS (of squares
 * 4.2 million; some seconds), or if nim-values are known. Any other is answered
 * by cold positions; its value, if it is hot, stays unknown. */
#define TA_PLAY_TABLE (UINT64_C(1) << 20)
#define TA_PLAY_STEPS (UINT64_C(1) << 33)

/* ta_play_solve - values, who wins, and what the winning moves are.
 *
 * Normal play: by nim-values (Sprague and Grundy), or, for one large heap, by
 * the cold positions below it. Misere play of subtraction games: a sum is cold
 * if some nim-value is 2 or more and the nim-sum is 0, or if all are 0 or 1 and
 * the nim-sum is 1 (Ferguson 1974). Cold positions show which heaps have the
 * value 0 or 1; nim-values are computed only where two heaps or more have
 * neither, and for winning moves to a value of 2 or more. Octal games with a
 * digit other than 0 and 3 do not follow this rule: under misere play heaps of
 * one octal game, of 300 together at most, are searched. Nor do games with a
 * ta_start, which are refused.
 * Returns TA_OK; TA_EINVAL (options->run->start is not NULL); TA_ERANGE (the
 * sentence says the limit, and what goes further); TA_ELIMIT; TA_ENOMEM;
 * TA_ECANCELLED; and what reading `known` returns. Cost: that of the run below
 * the largest heap of each game, streamed; 10 bytes for each option of a heap
 * in addition to the memory of the engine. Closed forms are linear in the
 * digits but for reading and writing decimals. */
TA_API ta_status ta_play_solve(ta_play *play, const ta_play_options *options,
                               ta_error *error);

/* A move in one heap. Numbers are decimal texts of any size. */
typedef struct ta_move {
    bool found;       /* false: there is no such move, and the rest is zero */
    char *taken;      /* what the move takes */
    unsigned n_parts; /* the number of non-empty heaps that are left */
    char *part[3];    /* these heaps */
} ta_move;

typedef struct ta_play_heap { /* texts are owned by the sum */
    const char *game;         /* its spec */
    const char *heap;         /* decimal */
    const char *value;        /* nim-value, decimal; NULL if there is none or it
                                 was not needed */
    const char *how;          /* what it was found by, in a few words */
} ta_play_heap;

/* What is known after ta_play_solve. */
TA_API size_t ta_play_count(const ta_play *play);
TA_API ta_play_heap ta_play_heap_at(const ta_play *play, size_t i);
TA_API bool ta_play_wins(const ta_play *play); /* the player to move */
TA_API const char *ta_play_nim_sum(const ta_play *play); /* decimal, or NULL */

/* Calls visit(state, move) for the winning moves in heap i, with what is taken
 * increasing in subtraction games, and stops after `limit` of them (0: none)
 * or at a status that is not TA_OK, which is returned. *all says whether
 * there are no others; of heaps of octal games there may be more than could
 * ever be listed, and those that differ from a listed one by whole periods are
 * left out. TA_ENOMEM. */
TA_API ta_status ta_play_moves(const ta_play *play, size_t i, uint64_t limit,
                               ta_status (*visit)(void *state,
                                                  const ta_move *move),
                               void *state, bool *all, ta_error *error);

/* ------------------------------------------------------- playing a sum -- */

/* A sum is played after ta_play_solve with options->keep. After a move, or its
 * undoing, ta_play_solve with the same options says what is known of the new
 * position, as a rule without another run. A single heap of a subtraction game
 * under normal play is then solved by the lengths of all heaps up to it
 * (tai_lengths_new), and its value stays unknown. */

typedef struct ta_turn {
    size_t heap; /* its index */
    uint64_t taken;
    uint64_t left[3]; /* octal games: the heaps that are left, the smaller
                         first; 0 for none, and in subtraction games */
} ta_turn;

/* Sets *turn to the legal move in heap turn->heap that follows *turn, by what
 * is taken; to the first one if all but turn->heap is 0. Returns false if there
 * are no more, and for a heap of 2^64 or more. */
TA_API bool ta_play_next(const ta_play *play, ta_turn *turn);

/* Sets *turn to a best move of the position that was solved. A position that is
 * won gets a winning move: of a subtraction game the one that takes the most. A
 * lost position of a single heap that is solved by lengths gets the move that
 * lasts longest. Any other lost position gets the move that takes the least
 * from the largest heap. Returns false if there is no move, or no memory. Cost:
 * that of ta_play_moves for one move in each heap. */
TA_API bool ta_play_best(const ta_play *play, ta_turn *turn);

/* Sets *length to the number of moves of best play, if the sum is solved by
 * lengths; returns whether it is. */
TA_API bool ta_play_length(const ta_play *play, unsigned *length);

/* Makes a move. The heaps that a split leaves may come in any order: the first
 * takes the place of the heap, the others follow the last heap. Returns TA_OK;
 * TA_EINVAL if the move is against the rules; TA_ENOMEM. */
TA_API ta_status ta_play_make(ta_play *play, ta_turn turn, ta_error *error);
/* Undoes the last move. Returns TA_OK; TA_EINVAL if there is none; TA_ENOMEM.
 */
TA_API ta_status ta_play_undo(ta_play *play, ta_error *error);

#ifdef __cplusplus
}
#endif
#endif
