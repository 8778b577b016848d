/* How a game is held in memory: inside src/game alone, and where a copy of a
 * game under another convention is made. */
#ifndef TA_FORM_H
#define TA_FORM_H

#include "game/game.h"
#include "game/octal.h"

typedef ta_status (*ta_visit)(void *state, uint64_t element);
/* Returns a number that belongs to k. */
typedef uint64_t ta_term(const ta_game *game, uint64_t k);

/* What the sets of one form have in common. In all functions n >= 2. */
typedef struct ta_form {
    /* Returns the number of elements in [1, n), or an upper bound. */
    uint64_t (*count)(const ta_game *game, uint64_t n);
    /* Does what tai_game_each does. */
    ta_status (*each)(const ta_game *game, uint64_t n, ta_visit visit,
                      void *state);
    /* Sets the bits of the elements below n in words that are zero. Bit 0 and
     * the bits from n on may get any value. NULL: the bits are set by `each`.
     */
    ta_status (*fill)(const ta_game *game, uint64_t n, uint64_t *words);
    /* Returns the most bytes that each and fill allocate for a while. NULL:
     * none. */
    uint64_t (*scratch)(const ta_game *game, uint64_t n);
} ta_form;

/* The numbers from first to last, both included. */
typedef struct ta_range {
    uint64_t first, last;
    uint64_t before; /* how many numbers the ranges before this one have */
} ta_range;

struct ta_game {
    const ta_form *form; /* NULL: the set is empty */
    ta_game_info about;
    char *spec; /* what about.spec is, in the same block of memory */
    uint64_t least;

    /* Sets of terms: term(game, k) for k = 1, 2, ... increases strictly. It is
     * UINT64_MAX from the first term on that does not fit. */
    struct {
        ta_term *term;
        unsigned exponent;        /* of powers that are no polynomial */
        ta_polynomial polynomial; /* degree 0: the terms are not its values */
        /* The values at k = falling, ..., 2, 1 are in the set too, and increase
         * in that order; 0 if there are none. */
        uint64_t falling;
    } terms;

    /* Sets of ranges. If modulus is not 0, each number of the ranges stands for
     * all numbers that exceed it by a multiple of the modulus. */
    struct {
        ta_range *range; /* increasing, with gaps between them; owned */
        size_t count, room;
        uint64_t modulus;
    } ranges;

    ta_octal *octal; /* owned; NULL if the game is a subtraction game */
};

/* Returns a game without a form and with room for a spec of `room` bytes; NULL
 * if there is no memory. */
ta_game *tai_game_blank(ta_convention convention, size_t room);

/* Returns the game under another convention. The result points to what the
 * game owns: it lives no longer than the game and is not freed. */
static inline ta_game ta_game_view(const ta_game *game,
                                   ta_convention convention)
{
    ta_game view = *game;
    view.about.convention = convention;
    return view;
}

/* Returns how many of the values at 1, 2, ..., most are below n, where the
 * values do not decrease. */
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

/* Reads the number that stands at *at and ends before one of the characters of
 * `stops`, or with the text; then moves *at there. A '-' in front belongs to
 * the number. Returns what tai_number_parse_span returns. */
ta_status tai_read_number(const char **at, const char *stops, uint64_t *value,
                          ta_error *error);

/* ---- the forms: each function gives one to a blank game ---- */

void tai_make_polynomial(ta_game *game, const ta_polynomial *p);
void tai_make_terms(ta_game *game, ta_term *term);
/* Adds the numbers from first to last, first <= last. Ranges may be added in
 * any order and may overlap. Returns TA_EINVAL for 0, or TA_ENOMEM. */
ta_status tai_add_range(ta_game *game, uint64_t first, uint64_t last,
                        ta_error *error);
/* Makes a set of the ranges that were added, which are in [1, modulus] unless
 * the modulus is 0. */
void tai_make_ranges(ta_game *game, uint64_t modulus);
/* Makes an octal game of a spec for which ta_octal_is_spec returns true. */
ta_status tai_make_octal(ta_game *game, const char *spec, ta_error *error);

/* ---- the kinds ---- */

/* Reads the text after the colon of a spec and gives the game a form. The error
 * says what is wrong with that text. */
typedef ta_status ta_kind_make(ta_game *game, const char *argument,
                               ta_error *error);
ta_kind_make tai_kind_powers, tai_kind_polygonal, tai_kind_poly,
    tai_kind_residues, tai_kind_primes, tai_kind_list, tai_kind_file;

/* 1, 2, 3, 5, 8, ...; 1, 2, 6, 24, ...; and the numbers whose digits in base 4
 * are the binary digits of k. */
ta_term tai_term_fibonacci, tai_term_factorial, tai_term_moser;

#endif
