/* What the files of src/play share, and their words; README.md has the theory
 * and the proofs, and defines target and cap. A heap is *stuck* if it has no
 * move, *large* if its nim-value is 2 or more. */
#ifndef TA_PLAY_H
#define TA_PLAY_H

#include "play/lengths.h"
#include "base/big.h"
#include "game/game-internal.h"
#include "game/octal-code.h"

/* ---- closed-form.c: games whose nim-values have a formula ---- */

/* Its functions take the form itself, and are linear in the number of digits of
 * the heap. */
typedef struct closed_form closed_form;
struct closed_form {
    const char *spec; /* the text that makes the game */
    void (*value)(const closed_form *f, const mpz_t heap, mpz_t value);
    /* Sets `taken` to what the k-th move to the nim-value `target` takes, k =
     * 0, 1, ..., increasing, or to 0 if there are not so many. */
    void (*move)(const closed_form *f, const mpz_t heap, const mpz_t target,
                 uint64_t k, mpz_t taken);
    /* Sets `taken` to the next larger number that a move takes, 0 if none. */
    void (*next)(const closed_form *f, const mpz_t heap, mpz_t taken);
    /* Larger heaps have an option of nim-value 2 or more; UINT64_MAX: none. */
    uint64_t large;
    uint64_t from; /* smaller heaps are solved by a run */
};

/* Returns the closed form of a game, or NULL if none is known. */
const closed_form *tai_closed_form(const char *spec);

/* ---- all-but.c: every move but those of a finite set X ---- */

/* Nim-values one after the other, K = max X. Those of the last K heaps are in
 * [top - 2 K, top), by (3) of F2, so no two of them agree mod 2 K + 1. */
typedef struct all_but {
    uint64_t largest;   /* K */
    uint64_t *excluded; /* X, increasing */
    size_t count;       /* |X| */
    uint64_t next;      /* n, the heap whose value comes next */
    uint64_t top;       /* T(n), the least value that no heap below n has */
    uint64_t *value;    /* of the last K + 1 heaps m, at m % (K + 1) */
    /* At v % (2 K + 1): how many heaps have the value v; in a step, how many of
     * these are at a distance in X from n, else 0. */
    uint64_t *heaps, *separated;
} all_but;

/* Begins for a game with such a set (tai_game_all_from). Returns TA_OK or
 * TA_ENOMEM. */
ta_status tai_all_but_begin(const ta_game *game, all_but *b);
/* Returns the value of b->next, and advances. */
uint64_t tai_all_but_step(all_but *b);
void tai_all_but_end(all_but *b);
/* Makes the closed form of such a game; NULL if no period is proved by `search`
 * values. Returns as ta_period_find. */
ta_status tai_all_but_form(const ta_game *game, uint64_t search,
                           const ta_options *options, closed_form **form,
                           ta_error *error);
void tai_all_but_free(closed_form *form); /* accepts NULL */
/* Sets `times` to how many times n goes down by `step` to [from, from + step),
 * and returns where it ends; n itself, and 0 times, if n is below `from`. */
uint64_t tai_reduce(const mpz_t n, uint64_t from, uint64_t step, mpz_t times);

/* ---- set-period.c: the period of the nim-values of a finite set ---- */

/* Searches the values (`exact`: outcomes) of [0, search) for a period of a
 * finite set of `count` elements, increasing, and proves it. *p, all zero
 * before, gets the result. Returns as ta_period_find, without a message. */
ta_status tai_period_search(const uint64_t *set, size_t count, bool exact,
                            uint64_t search, const ta_options *options,
                            ta_summary *p);

/* ---- sum-values.c: the values of some positions ---- */

/* Positions with their nim-values. If `cap` is not 0, the value `cap` stands
 * for all of `cap` or more. */
typedef struct value_list {
    uint64_t *position; /* increasing; NULL: 0, 1, ..., count - 1 */
    uint16_t *value;
    size_t count;
    unsigned cap; /* 0: all are exact */
    /* Positions p filled in so far, since the run has passed p; and, in a run
     * for cold positions, those for which it has passed p - min S. */
    size_t filled, filled_shifted;
} value_list;

/* Makes the list of a heap's options, increasing, without values, unless it is
 * made. Returns as tai_game_moves. */
ta_status tai_values_new(const ta_game *game, uint64_t heap, value_list *list,
                         ta_error *error);
/* Returns the mex: of all options the heap's nim-value, which is at least `cap`
 * if the mex of capped values is. */
unsigned tai_values_mex(const value_list *list);
void tai_values_free(value_list *list);
/* Fills in the values of a list as ta_period_find finds them, for a finite set.
 * Returns TA_OK, TA_ERANGE, TA_ENOMEM or TA_ECANCELLED. */
ta_status tai_period_values(const ta_game *game, const ta_options *options,
                            value_list *list);
/* Fills in the values of the positions in all lists by one run. Returns as
 * ta_run.
 *   game   of normal play, or any convention if `cap` is 2
 *   cap    0: exact values. Above 2: exact below `cap`, by the engine `layers`.
 *          2: by cold positions: p has 0 if it is cold, 1 if p - min S is cold,
 *          else 2; in normal play 0 and 1 are nim-values (README.md, the
 *          pairing)
 *   table  NULL, or values of 0, 1, 2, ...: used if it has all positions, as
 *          exact as `cap` says, else replaced by the run's unless longer */
ta_status tai_values_find(const ta_game *game, unsigned cap,
                          value_list *const *lists, size_t n_lists,
                          value_list *table, const ta_options *options,
                          ta_error *error);

/* ---- a sum ---- */

typedef struct play_heap {
    size_t game; /* in play->games */
    mpz_t size;
    char *text; /* the size in decimal */
    /* Of all equal heaps one, maybe itself, is solved and has the results. */
    struct play_heap *like;

    /* The rest is set by ta_play_solve. */
    const char *how;  /* how the value was found */
    char *value_text; /* as in ta_play_heap; NULL if not known */
    mpz_t value;      /* the nim-value */
    /* Known is only that the nim-value is at least a cap, 2 or more; `value` is
     * some such number. */
    bool at_least;
    mpz_t target;              /* the value to which its winning moves lead */
    const closed_form *closed; /* NULL: no formula */
    bool needs_run;            /* only a run up to the heap finds its value */
    bool may_have_more;        /* unknown winning moves: none is listed */
    /* A heap whose moves lead to the same values: smaller, by a period, or this
     * size. */
    uint64_t base;
    value_list options; /* of `base`, by the same moves */
    /* Winning moves in a misère octal sum, in the order of tai_breaks_next,
     * else NULL; how many, and the capacity. */
    ta_turn *turn;
    size_t n_turn, turn_room;
} play_heap;

/* A game, for all its heaps. */
typedef struct play_game {
    const ta_game *game;
    ta_game *own;           /* the same if the sum has made it, else NULL */
    const tai_octal *octal; /* or NULL */
    /* NULL for a subtraction game, or before values are needed */
    ta_octal_solution *solution;
    const closed_form *closed; /* NULL without one */
    closed_form *periodic;     /* the same by a period, owned; or NULL */
    uint64_t reach;            /* max S, or 0 if S is infinite */
    /* S below set_end, increasing, for moves that are made (keep); else NULL */
    uint64_t *set;
    size_t count;
    uint64_t set_end;
    char how[80];  /* by which a misère octal sum is decided */
    bool searched; /* a period has been searched for */
    ta_summary period;
    /* Values of all heaps up to some size, capped at table.cap if not 0, for
     * moves that are made. */
    value_list table;
    /* Its heaps are play->different[first] to different[end - 1]. */
    size_t first, end;
} play_game;

struct ta_play {
    ta_convention convention;
    play_heap **heaps;
    size_t n_heaps, heap_room;
    /* The heaps that are their own `like`, by game and size; made by
     * ta_play_solve. */
    play_heap **different;
    size_t n_different;
    play_game **games;
    size_t n_games, game_room;
    /* Of a single subtraction heap under normal play in which moves are made
     * (keep), else NULL. */
    tai_lengths *lengths;
    ta_turn *made; /* so far */
    size_t n_made, made_room;
    bool solved, wins;
    bool hexadecimal; /* as in ta_play_options */
    char *sum_text;   /* decimal; NULL if not known */
};

/* ---- sum.c ---- */

/* Returns NULL without memory. */
play_heap *tai_heap_new(size_t game, const mpz_t size);
void tai_heap_free(play_heap *h); /* accepts NULL */
/* Sets size and text. Returns TA_OK, or TA_ENOMEM with nothing changed. */
ta_status tai_heap_resize(play_heap *h, const mpz_t size);

/* ---- sum-outcome.c and heaps.c: solving a sum ---- */

typedef struct solver {
    ta_play *play;
    ta_options run;
    uint64_t search;     /* a period is searched for in the heaps below */
    uint64_t asked;      /* `search` if the caller gave it, else 0 */
    bool keep, one_move; /* as in ta_play_options */
    bool skips_large;    /* moves to values of 2 or more were not looked for */
    unsigned cap;        /* of the value that is `at_least` this, or 0 */
    ta_error *error;
} solver;

static inline play_game *game_of(const solver *s, const play_heap *h)
{
    return s->play->games[h->game];
}

/* Returns whether a subtraction heap is below min S, or 0 by a rule, so that it
 * has no move. Always false for octal games, even for heap 0. */
bool tai_heap_is_stuck(const solver *s, const play_heap *h);
/* Returns whether a run up to the heap surely meets a nim-value above 65535: S
 * has 1, ..., 65536, and so g(65536) = 65536. False says nothing. */
bool tai_run_overflows(const ta_game *game, const play_heap *h);
/* Finds the value by a formula, a period or an octal solution, or sets
 * h->needs_run.
 * Returns TA_OK, or an error: TA_ERANGE if it is too large for a run. */
ta_status tai_heap_find_value(solver *s, play_heap *h);
/* Solves a sum in which only h has a move: by cold positions, or by remoteness
 * up to h if moves will be made (s->keep). Sets play->wins. In h->options a
 * cold option gets h->target, which is 0 or under misère play 1, and a hot one
 * some other number. */
ta_status tai_heap_solve_single(solver *s, play_heap *h);
/* Computes the heaps of a game that need a run, and their options, in one run,
 * capped if `cap` is not 0. Returns as ta_run. */
ta_status tai_heaps_run(solver *s, unsigned cap, size_t game);

/* ---- misere-octal.c ---- */

/* Decides a misère sum of heaps of one octal game by search, with all winning
 * moves. Returns TA_ERANGE for different games or too many tokens. */
ta_status tai_misere_octal(ta_play *play, const ta_options *options,
                           ta_error *error);

#endif
