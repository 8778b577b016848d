/* Declarations that the files of src/play share. The module finds optimal play
 * in sums of heaps; README.md there has the questions, the theorem and the
 * costs. */
#ifndef TA_PLAY_H
#define TA_PLAY_H

#include "base/big.h"
#include "game/game-internal.h"
#include "game/octal-code.h"

/* ---- moser.c: the closed form of Golomb's game ---- */

/* Sets `value` to the nim-value of a heap of Golomb's game (moves: sums of
 * distinct powers of 4). The time is linear in the number of digits of the
 * heap. */
void tai_moser_value(const mpz_t heap, mpz_t value);
/* Sets `taken` to the number of tokens that the move from `heap` to a heap of
 * nim-value `target` takes, or to 0 if there is no such move. Golomb's game has
 * at most one such move. */
void tai_moser_move(const mpz_t heap, const mpz_t target, mpz_t taken);

/* ---- set-period.c: the period of the nim-values of a finite set ---- */

/* Searches the nim-values of the positions [0, search) for a period, and proves
 * the period that it finds. `set` holds the `count` elements of a finite
 * subtraction set, increasing. *p must be zero before the call. Returns the
 * status that ta_period_find would return, but writes no error text. */
ta_status tai_period_search(const uint64_t *set, size_t count, uint64_t search,
                            const ta_options *options, ta_summary *p);

/* ---- sum-values.c: the values of some positions ---- */

/* A list of positions (heap sizes) with the nim-value of each. The list may
 * have a cap: then the value `cap` stands for every nim-value of `cap` or more.
 */
typedef struct value_list {
    /* The positions, increasing. NULL in a table, which has a value for each of
     * the positions 0, 1, ..., count - 1. */
    uint64_t *position;
    uint16_t *value;
    size_t count;
    /* In a table, the value `cap` stands for every nim-value of `cap` or more;
     * if `cap` is 0, all values are exact. In a list that is no table, `cap` is
     * 0. */
    unsigned cap;
    /* The progress of a run that fills in the values and has computed all
     * positions below some position e. `passed` is the number of positions of
     * the list that are below e. `shifted` is the number of positions p of the
     * list with p - min S < e. */
    size_t passed, shifted;
} value_list;

/* Makes the list of all options of a heap of size `heap`, in increasing order.
 * The values are not set yet. Does nothing if *list has options already.
 * Returns TA_ENOMEM if there is no memory. */
ta_status tai_values_new(const ta_game *game, uint64_t heap, value_list *list);
/* Returns the mex of the values, that is the least number that is none of them.
 * If the list holds all options of a heap, with exact values, the mex is the
 * nim-value of the heap. */
unsigned tai_values_mex(const value_list *list);
void tai_values_free(value_list *list);
/* Fills in the values of the positions in the lists. One run computes the
 * values of all positions up to the largest one in the lists. Returns what
 * ta_run returns. Parameters:
 *   game   a game under normal play; if `cap` is 2, under any convention
 *   cap    0: the values are exact nim-values. 2: the run computes cold
 *          positions only. The value of p is 0 if p is cold, 1 if p - min S is
 *          cold, and 2 otherwise. Under normal play this is the lesser of 2 and
 *          the nim-value (README.md, the pairing). Above 2: the engine `layers`
 *          computes the nim-values below `cap`, and `cap` stands for all others
 *   table  NULL, or a table of the values of the positions 0, 1, 2, ... If the
 *          table has the values, there is no run. Otherwise the results of the
 *          run replace the table, unless the table is longer */
ta_status tai_values_find(const ta_game *game, unsigned cap,
                          value_list *const *lists, size_t n_lists,
                          value_list *table, const ta_options *options,
                          ta_error *error);

/* ---- a sum ---- */

typedef struct play_heap {
    /* The game of the heap is play->games[game]. */
    size_t game;
    mpz_t size;
    char *text; /* the size in decimal */

    /* The members below are set by ta_play_solve. */
    const char *how;  /* the method that found the value, as text */
    char *value_text; /* the nim-value in decimal; NULL if it is not known */
    /* The nim-value of the heap. If only a lower bound of the nim-value is
     * known (2 or a cap), this is some number that is not below the bound. */
    mpz_t value;
    mpz_t target; /* a move wins if it leads to this nim-value */
    /* Whether the closed form of the Moser game gives the winning moves. */
    bool closed;
    /* Whether the value needs a run that computes all smaller heaps. */
    bool open;
    bool left_out; /* the winning moves in this heap are unknown */
    /* A heap of size `base` has the same moves as this heap, and they lead to
     * the same nim-values. `base` is the size of this heap, or smaller if the
     * nim-values are periodic. */
    uint64_t base;
    /* The options of a heap of size `base`, with their values. */
    value_list options;
    /* The winning moves in this heap. Only a sum of an octal game under misère
     * play has this array. It has n_turn moves, and space for turn_room. */
    ta_turn *turn;
    size_t n_turn, turn_room;
} play_heap;

/* A game of which the sum has at least one heap. All heaps of one game share
 * this structure. */
typedef struct play_game {
    ta_game *game;
    const ta_octal *octal; /* the code of an octal game; else NULL */
    /* The nim-values of an octal game. NULL for a subtraction game, or if no
     * values were computed yet. */
    ta_octal_solution *solution;
    bool moser;
    uint64_t reach; /* max S if the set S is finite, else 0 */
    /* The `count` elements of S below set_end, in increasing order. Only a sum
     * that is played (ta_play_options.keep) needs this list; otherwise the list
     * is NULL. */
    uint64_t *set;
    size_t count;
    uint64_t set_end;
    bool searched; /* whether a period has been searched for */
    ta_summary period;
    /* The nim-values of all heaps up to some size, perhaps with a cap (see
     * value_list). Only a sum that is played (ta_play_options.keep) has this
     * table. */
    value_list table;
} play_game;

struct ta_play {
    ta_convention convention;
    play_heap **heaps;
    size_t n_heaps, heap_room;
    play_game **games;
    size_t n_games, game_room;
    /* The lengths of optimal play (remoteness) of all heaps up to the heap of
     * the sum. Only a single heap under normal play that is played
     * (ta_play_options.keep) has this table; otherwise the pointer is NULL. */
    tai_lengths *lengths;
    ta_turn *made; /* the moves that were made so far */
    size_t n_made, made_room;
    bool solved, wins;
    char *sum_text; /* the nim-sum in decimal; NULL if not known */
};

/* ---- sum.c ---- */

/* Makes a heap of the game play->games[game]. The heap has size 0 and the text
 * NULL until tai_heap_resize sets both. Returns NULL if there is no memory. */
play_heap *tai_heap_new(size_t game);
void tai_heap_free(play_heap *h); /* accepts NULL */
/* Sets the size of a heap. Returns TA_ENOMEM, and changes nothing, if there is
 * no memory. */
ta_status tai_heap_resize(play_heap *h, const mpz_t size);

/* ---- sum-outcome.c and heaps.c: solving a sum ---- */

typedef struct solver {
    ta_play *play;
    ta_options run;
    /* A period of the nim-values is searched for among the heaps below this
     * size. */
    uint64_t search;
    /* The value that the caller has set for ta_play_options.search, or 0 if the
     * caller has not set one. */
    uint64_t asked;
    bool keep, one_move; /* as in ta_play_options */
    /* Whether all heap values are exact nim-values. If not, a value of 2 or
     * more of a heap with play_heap.open says only that the nim-value is at
     * least 2, or at least a cap. */
    bool exact;
    /* Whether winning moves that lead to nim-values of 2 or more are left out
     * of the list of winning moves. They are then not searched for. */
    bool left_out;
    ta_error *error;
} solver;

static inline play_game *game_of(const solver *s, const play_heap *h)
{
    return s->play->games[h->game];
}

/* Returns whether a heap of a subtraction game has no move, being smaller than
 * min S. The nim-value of such a heap is 0. */
bool tai_heap_is_stuck(const solver *s, const play_heap *h);
/* Finds the nim-value of a heap by a closed form, a period, or the solution of
 * an octal game. If none of these gives the value, sets h->open, which says
 * that a run over all smaller heaps is needed. Returns TA_ERANGE if the heap is
 * too large for such a run, or the status of another error. */
ta_status tai_heap_find_value(solver *s, play_heap *h);
/* Solves a sum in which only the heap `h` has a move: finds who wins, and the
 * winning moves. If the sum is played (solver.keep), uses the lengths of play
 * (remoteness). Otherwise uses the cold positions below h. */
ta_status tai_heap_solve_single(solver *s, play_heap *h);
/* Computes, by one run, the nim-values of the heaps of play->games[game] that
 * have play_heap.open, and the nim-values of their options. If `cap` is not 0,
 * only the nim-values below `cap` are exact (see tai_values_find). */
ta_status tai_heaps_run(solver *s, unsigned cap, size_t game);

/* ---- misere-octal.c ---- */

/* Decides by search who wins a sum of heaps of one octal game under misere
 * play, and finds all winning moves. Returns TA_ERANGE if the heaps are of
 * different games or have too many tokens together. */
ta_status tai_misere_octal(ta_play *play, const ta_options *options,
                           ta_error *error);

#endif
