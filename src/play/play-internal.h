/* Declares what the source files in src/play share. These files find optimal
 * play in sums of heaps. README.md in the same folder explains the theory, the
 * methods and their costs. */
#ifndef TA_PLAY_H
#define TA_PLAY_H

#include "play/lengths.h"
#include "base/big.h"
#include "game/game-internal.h"
#include "game/octal-code.h"

/* ---- closed-form.c: games whose nim-values have a formula ---- */

typedef struct closed_form {
    const char *spec; /* the text that makes the game */
    void (*value)(const mpz_t heap, mpz_t value);
    /* Sets `taken` to what the k-th move to the nim-value `target` takes, k =
     * 0, 1, ..., or to 0 if there are not so many. */
    void (*move)(const mpz_t heap, const mpz_t target, uint64_t k, mpz_t taken);
    /* Sets `taken` to the next larger number that a move takes, 0 if none. All
     * three are linear in the number of digits of the heap. */
    void (*next)(const mpz_t heap, mpz_t taken);
    uint64_t large; /* larger heaps have an option of nim-value 2 or more */
    uint64_t from;  /* the least heap for which the form is used */
} closed_form;

/* Returns the closed form of a game, or NULL if none is known. */
const closed_form *tai_closed_form(const char *spec);

/* ---- set-period.c: the period of the nim-values of a finite set ---- */

/* Searches the nim-values of the heaps [0, search) for a period, and proves the
 * period that it finds. `set` has the `count` elements of a finite subtraction
 * set in increasing order. *p must be all zero before the call, and receives
 * the result. Returns a status as ta_period_find does, but writes no error
 * message. */
ta_status tai_period_search(const uint64_t *set, size_t count, uint64_t search,
                            const ta_options *options, ta_summary *p);

/* ---- sum-values.c: the values of some positions ---- */

/* A list of positions (heap sizes) with the nim-value of each. The list may
 * have a cap: then the value `cap` stands for every nim-value of `cap` or more.
 */
typedef struct value_list {
    /* The positions, in increasing order. NULL if the list is a table of all
     * positions 0, 1, ..., count - 1. */
    uint64_t *position;
    uint16_t *value;
    size_t count;
    /* If `cap` is 0, all values are exact. Otherwise the value `cap` stands for
     * every nim-value of `cap` or more. */
    unsigned cap;
    /* How far the run that fills in the values has come. `passed` is the number
     * of positions at the start of the list whose values are filled in.
     * `shifted` is used only in a run for cold positions. Such a run also needs
     * the outcome of p - min S for each position p of the list. It has this
     * outcome for the first `shifted` positions. */
    size_t passed, shifted;
} value_list;

/* Makes the list of all options of a heap of size `heap`, in increasing order.
 * The values are not set yet. Does nothing if *list has options already.
 * Returns TA_ENOMEM if there is no memory. */
ta_status tai_values_new(const ta_game *game, uint64_t heap, value_list *list);
/* Returns the mex of the values in a list, which is the least number that is
 * not among the values. If the list has all options of a heap, with exact
 * values, the mex is the nim-value of the heap. */
unsigned tai_values_mex(const value_list *list);
void tai_values_free(value_list *list);
/* Finds the values of all positions in the `n_lists` lists, by one run that
 * computes all positions up to the largest one in the lists. Returns what
 * ta_run returns. Parameters:
 *   game   a game under normal play; if `cap` is 2, under any convention
 *   cap    0: all values are exact nim-values.
 *          Above 2: nim-values below `cap` are exact, and `cap` stands for
 *          all others. The engine `layers` computes them.
 *          2: the run computes cold positions only. A position p gets the
 *          value 0 if p is cold, 1 if p - min S is cold, and 2 otherwise.
 *          Under normal play the values 0 and 1 are nim-values, and 2 stands
 *          for all larger nim-values (README.md, the pairing).
 *   table  NULL, or a table of the values of the positions 0, 1, 2, ... If it
 *          has all values that are needed, there is no run. Otherwise the
 *          results of the run replace the table, unless the table is longer. */
ta_status tai_values_find(const ta_game *game, unsigned cap,
                          value_list *const *lists, size_t n_lists,
                          value_list *table, const ta_options *options,
                          ta_error *error);

/* ---- a sum ---- */

typedef struct play_heap {
    /* The index of the game of this heap in the array play->games. */
    size_t game;
    mpz_t size;
    char *text; /* the size in decimal */
    /* One of the heaps that equal this one. In a solved sum it has the results
     * for all of them. */
    struct play_heap *like;

    /* This member and all members below are set by ta_play_solve. */
    const char *how;  /* the method that found the value, as text */
    char *value_text; /* the nim-value in decimal; NULL if it is not known */
    /* The nim-value of the heap. If the run has shown only that the nim-value
     * is at least some number b >= 2, this is any number that is at least b. */
    mpz_t value;
    mpz_t target; /* a move wins if it leads to this nim-value */
    /* The formula for the nim-value and the winning moves; NULL without one. */
    const closed_form *closed;
    /* True if the nim-value can be found only by a run, which computes the
     * nim-values of all smaller heaps. */
    bool open;
    /* True if this heap may have winning moves that the program has not looked
     * for. */
    bool left_out;
    /* The size of a heap that stands for this one: both heaps have the same
     * moves, and the same moves lead to the same nim-values. If the nim-values
     * are periodic, this may be a smaller heap. Otherwise it is the size of
     * this heap. */
    uint64_t base;
    /* The options (positions after one move) of a heap of size `base`, with
     * their nim-values. If the nim-values are periodic, `base` may be smaller
     * than this heap. The same moves in both heaps lead to the same nim-values.
     */
    value_list options;
    /* The winning moves in this heap, for a sum of heaps of one octal game
     * under misère play; NULL for all other sums. `n_turn` is the number of
     * these moves, and `turn_room` is the capacity of the array. */
    ta_turn *turn;
    size_t n_turn, turn_room;
} play_heap;

/* One of the games in a sum of heaps. All heaps of this game share the struct.
 */
typedef struct play_game {
    const ta_game *game;
    ta_game *own;          /* the same, if the sum has made it; else NULL */
    const ta_octal *octal; /* the code of an octal game, or NULL */
    /* The nim-values of an octal game. NULL for a subtraction game, or if no
     * values were computed yet. */
    ta_octal_solution *solution;
    const closed_form *closed; /* NULL without one */
    uint64_t reach;            /* max S if the set S is finite, else 0 */
    /* The elements of the subtraction set S below `set_end`, in increasing
     * order; `count` is their number. The list is needed only if the program
     * makes moves in the sum (ta_play_options.keep). Otherwise it is NULL. */
    uint64_t *set;
    size_t count;
    uint64_t set_end;
    bool searched; /* whether a period has been searched for */
    ta_summary period;
    /* A table of the nim-values of all heaps up to some size. If table.cap is
     * not 0, the value table.cap stands for every nim-value of table.cap or
     * more. There is a table only if the program makes moves in the sum
     * (ta_play_options.keep). */
    value_list table;
    /* The heaps of this game: play->different[k] for first <= k < end. */
    size_t first, end;
} play_game;

struct ta_play {
    ta_convention convention;
    play_heap **heaps;
    size_t n_heaps, heap_room;
    /* The heaps that are their own play_heap.like, sorted by game and size;
     * ta_play_solve makes the list. */
    play_heap **different;
    size_t n_different;
    play_game **games;
    size_t n_games, game_room;
    /* The lengths of optimal play (remoteness) of the only heap in the sum and
     * of all smaller heaps. NULL unless the sum is one heap of a subtraction
     * game under normal play, and the program makes moves in it
     * (ta_play_options.keep). */
    tai_lengths *lengths;
    ta_turn *made; /* the moves that were made so far */
    size_t n_made, made_room;
    bool solved, wins;
    bool hexadecimal; /* as in ta_play_options */
    char *sum_text;   /* the nim-sum in decimal; NULL if not known */
};

/* ---- sum.c ---- */

/* Makes a heap of the game play->games[game]. The heap has the size 0 and the
 * text NULL; the caller sets both by tai_heap_resize. Returns NULL if there is
 * no memory. */
play_heap *tai_heap_new(size_t game);
void tai_heap_free(play_heap *h); /* accepts NULL */
/* Sets the size of a heap, and the text of the heap to this size in decimal.
 * Returns TA_OK, or TA_ENOMEM if there is no memory; then nothing changes. */
ta_status tai_heap_resize(play_heap *h, const mpz_t size);

/* ---- sum-outcome.c and heaps.c: solving a sum ---- */

typedef struct solver {
    ta_play *play;
    ta_options run;
    /* A period of the nim-values is searched for among the heaps below
     * `search`. */
    uint64_t search;
    /* The number of heaps in which a period is searched for, if the caller has
     * given it (ta_play_options.search). It is 0 if the library shall choose
     * it. */
    uint64_t asked;
    bool keep, one_move; /* as in ta_play_options */
    /* True if the values of all heaps (play_heap.value) are exact nim-values.
     * If false, the heaps with play_heap.open were computed with a cap, a
     * number of 2 or more. Then a value below the cap is exact. Any other value
     * says only that the nim-value is at least the cap. */
    bool exact;
    /* True if the program does not look for winning moves to nim-values of 2 or
     * more. They are not needed if the caller wants only one winning move. */
    bool left_out;
    ta_error *error;
} solver;

static inline play_game *game_of(const solver *s, const play_heap *h)
{
    return s->play->games[h->game];
}

/* Returns whether a heap of a subtraction game is smaller than min S, so that
 * it has no move. The nim-value of such a heap is 0. Returns false for an octal
 * game. */
bool tai_heap_is_stuck(const solver *s, const play_heap *h);
/* Returns whether a heap surely has a nim-value above 65535, which no run
 * computes: if S has all of 1, ..., 65536, a heap of 65536 has the value 65536.
 */
bool tai_heap_overflows(const ta_game *game, const play_heap *h);
/* Finds the nim-value of a heap if a closed form, a period or the solution of
 * an octal game gives it. Otherwise sets h->open: the nim-value must be
 * computed by a run over all smaller heaps. Returns TA_OK or an error:
 * TA_ERANGE if the heap is too large for such a run. */
ta_status tai_heap_find_value(solver *s, play_heap *h);
/* Solves a sum in which only the heap `h` has a move: finds who wins, and the
 * winning moves. If the program makes moves in the sum (s->keep), computes the
 * lengths of optimal play (remoteness) of all heaps up to h. Otherwise computes
 * the cold positions below h. */
ta_status tai_heap_solve_single(solver *s, play_heap *h);
/* Computes the nim-values of the heaps of the game play->games[game] for which
 * play_heap.open is set, and the nim-values of their options. One run computes
 * all of them. If `cap` is not 0, only nim-values below `cap` are exact, and
 * `cap` stands for all others. Returns what ta_run returns. */
ta_status tai_heaps_run(solver *s, unsigned cap, size_t game);

/* ---- misere-octal.c ---- */

/* Decides by search who wins a sum of heaps of one octal game under misere
 * play, and finds all winning moves. Returns TA_ERANGE if the heaps are of
 * different games or have too many tokens together. */
ta_status tai_misere_octal(ta_play *play, const ta_options *options,
                           ta_error *error);

#endif
