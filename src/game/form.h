/* Defines the structure ta_game, a game in memory. Only the files of src/game
 * use its members. Other files include this header for ta_game_view. */
#ifndef TA_FORM_H
#define TA_FORM_H

#include "game/game-internal.h"
#include "game/octal-code.h"

/* The type of a function that a loop over a set calls once for each element of
 * the set. The loop passes `state` on. A status other than TA_OK ends the loop.
 */
typedef ta_status (*ta_visit)(void *state, uint64_t element);
/* The type of a function that returns term number k of a sequence, where k = 1,
 * 2, .... */
typedef uint64_t ta_term(const ta_game *game, uint64_t k);

/* The functions that read a subtraction set which is stored in one form: as the
 * terms of a sequence, as ranges of numbers, or as the primes. The argument n
 * of each function must be at least 2. */
typedef struct ta_form {
    /* Returns an upper bound of the number of elements that the subtraction set
     * of the game has in [1, n). */
    uint64_t (*count)(const ta_game *game, uint64_t n);
    /* See tai_game_each. */
    ta_status (*each)(const ta_game *game, uint64_t n, ta_visit visit,
                      void *state);
    /* Sets bit s of the array `words` for each element s < n of the set. All
     * bits must be 0 before the call. Bit 0 and the bits from n on may get any
     * value. If this pointer is NULL, tai_game_fill calls `each` instead. */
    ta_status (*fill)(const ta_game *game, uint64_t n, uint64_t *words);
    /* Returns an upper bound of the bytes of working memory that the functions
     * `each` and `fill` allocate and free. The pointer is NULL if they allocate
     * nothing. */
    uint64_t (*scratch)(const ta_game *game, uint64_t n);
} ta_form;

/* A part of a union: the elements of a set, each plus `shift`. */
typedef struct ta_part {
    ta_game *game; /* owned */
    int64_t shift;
} ta_part;
enum { TA_PARTS_MOST = 8, TA_SHIFT_MOST = 1000000 };

/* A game: either a subtraction set or an octal code. A subtraction set is
 * stored as the terms of a sequence, as ranges of numbers, as the primes, or as
 * a union of other sets. */
struct ta_game {
    const ta_form *form; /* NULL: the set is empty */
    ta_game_info about;
    /* The text that made the game, such as "squares". The member about.spec
     * points to it, too. The text lies directly behind this structure, in the
     * same block of memory. */
    char *spec;
    /* The least element of the subtraction set; UINT64_MAX if the set is empty.
     * For an octal game it is 1. */
    uint64_t least;

    /* These members describe a subtraction set whose elements are the terms of
     * a sequence. Term number k = 1, 2, ... is the result of term(game, k). The
     * terms increase strictly. For terms that do not fit in 64 bits the result
     * is UINT64_MAX. */
    struct {
        ta_term *term;
        /* The exponent D of the game powers:D, whose set is 1, 2^D, 3^D, ....
         * It is used only if D is above 8; otherwise `polynomial` describes the
         * set. */
        unsigned exponent;
        /* The polynomial whose values are the terms of the sequence. Its degree
         * is 0 if the terms are not the values of a polynomial. */
        ta_polynomial polynomial;
        /* The number of elements that only the falling part of a parabola
         * gives. (A parabola may first fall and then rise.) They are the values
         * of `polynomial` at k = 1, ..., falling, which decrease. 0 if there is
         * no falling part, or if the rising part has the same values. */
        uint64_t falling;
    } terms;

    /* These members describe a subtraction set that consists of ranges of
     * numbers. If modulus is 0, the set has the numbers in the ranges.
     * Otherwise, it has all positive integers that are congruent modulo
     * `modulus` to a number in a range. */
    struct {
        /* The array of ranges, in increasing order. Between two ranges lies at
         * least one number that is in no range. The game owns the array. */
        ta_range *range;
        /* The number of ranges, and the number of ranges for which the array
         * has memory. */
        size_t count, room;
        uint64_t modulus;
    } ranges;

    /* The parts of a union. 0 for another set. */
    ta_part part[TA_PARTS_MOST];
    size_t n_parts;

    /* The code of an octal game, which the game owns; NULL for a subtraction
     * game. */
    ta_octal *octal;
};

/* Allocates a game that has no set yet, with space for a spec (a text that
 * names the game) of `room` bytes. A function tai_make_... then stores a set in
 * the game. Returns NULL if there is no memory. */
ta_game *tai_game_blank(ta_convention convention, size_t room);

/* Returns a copy of the game with another convention (normal or misere play).
 * The copy shares the memory that *game owns. So the copy must not be freed,
 * nor used after *game is freed. */
static inline ta_game ta_game_view(const ta_game *game,
                                   ta_convention convention)
{
    ta_game view = *game;
    view.about.convention = convention;
    return view;
}

/* Returns the number of k in 1, 2, ..., most with value(game, k) < n. The
 * values must not decrease. */
static inline uint64_t ta_count_below(ta_term *value, const ta_game *game,
                                      uint64_t most, uint64_t n)
{
    uint64_t from = 0, to = most;
    while (from < to) {
        uint64_t middle = to - (to - from) / 2;
        if (value(game, middle) < n)
            from = middle;
        else
            to = middle - 1;
    }
    return from;
}

/* Reads a number from a text and sets *value to it. The number begins at *at.
 * It ends before the first character that occurs in `stops`, or at the end of
 * the text. A '-' at the beginning is part of the number, even if `stops` has
 * '-'. Moves *at to the end of the number. Returns TA_OK, TA_EINVAL, TA_ERANGE
 * or TA_ENOMEM. */
ta_status tai_read_number(const char **at, const char *stops, uint64_t *value,
                          ta_error *error);

/* ---- functions that give a blank game its form ---- */

/* Stores in *game the set of the positive values of the polynomial *p at k = 1,
 * 2, 3, .... The member p->first_k is ignored. */
void tai_make_polynomial(ta_game *game, const ta_polynomial *p);
/* Stores in *game the set of the numbers term(game, k) for k = 1, 2, ..., which
 * must increase strictly. */
void tai_make_terms(ta_game *game, ta_term *term);
/* Adds the numbers first, first + 1, ..., last to the ranges of the game.
 * Requires first <= last. Ranges may be added in any order and may overlap.
 * Returns TA_EINVAL if first is 0, TA_ENOMEM if there is no memory. */
ta_status tai_add_range(ta_game *game, uint64_t first, uint64_t last,
                        ta_error *error);
/* Completes a subtraction set whose ranges tai_add_range has added. If modulus
 * is 0, the set has the numbers in the ranges. Otherwise, the ranges must lie
 * in [1, modulus], and the set has all positive integers that are congruent to
 * one of their numbers. */
void tai_make_ranges(ta_game *game, uint64_t modulus);
/* Stores in *game the union that the text `spec` describes, such as
 * "squares+primes-1": SETs, SET+Ks or SET-Ks, with K the shift. Returns
 * TA_EINVAL, TA_ERANGE or TA_ENOMEM. */
ta_status tai_make_union(ta_game *game, const char *spec, ta_error *error);
/* Returns the second part of the text of a union, which begins behind a '+' and
 * with a letter; NULL if there is none. */
const char *tai_union_next(const char *spec);
/* Stores in *game the octal game that the text `spec` names, such as "0.77" or
 * "kayles". Requires that ta_octal_is_spec(spec) is true. Returns TA_EINVAL if
 * the code is wrong, TA_ENOMEM if there is no memory. */
ta_status tai_make_octal(ta_game *game, const char *spec, ta_error *error);

/* ---- the kinds ---- */

/* The type of a function that makes one kind of subtraction set and stores it
 * in *game. `argument` describes the set: it is the part behind the colon of a
 * text such as "list:1,4-7". If the function fails, it writes a message about
 * `argument` into *error. */
typedef ta_status ta_kind_make(ta_game *game, const char *argument,
                               ta_error *error);
ta_kind_make tai_kind_powers, tai_kind_polygonal, tai_kind_poly,
    tai_kind_residues, tai_kind_primes, tai_kind_list, tai_kind_file;

/* The functions of three sequences. tai_term_fibonacci returns term number k of
 * 1, 2, 3, 5, 8, .... tai_term_factorial returns k!. tai_term_moser returns the
 * number whose digits in base 4 are the binary digits of k. */
ta_term tai_term_fibonacci, tai_term_factorial, tai_term_moser;

#endif
