/* The structure ta_game. Only src/game uses it, and code that copies a game to
 * change its convention (ta_game_view). */
#ifndef TA_FORM_H
#define TA_FORM_H

#include "game/game-internal.h"
#include "game/octal-code.h"

/* A function that is called for each element of a set. */
typedef ta_status (*ta_visit)(void *state, uint64_t element);
/* A function that returns the k-th term of a sequence, k = 1, 2, ... */
typedef uint64_t ta_term(const ta_game *game, uint64_t k);

/* The operations on sets that are stored in the same form. All functions
 * require n >= 2. */
typedef struct ta_form {
    /* Returns the number of elements of S in [1, n), or an upper bound. */
    uint64_t (*count)(const ta_game *game, uint64_t n);
    /* See tai_game_each. */
    ta_status (*each)(const ta_game *game, uint64_t n, ta_visit visit,
                      void *state);
    /* Sets the bits of the elements below n in `words`, which are zero before.
     * Bit 0 and the bits from n on may get any value. If this is NULL,
     * tai_game_fill uses `each`. */
    ta_status (*fill)(const ta_game *game, uint64_t n, uint64_t *words);
    /* Returns an upper bound of the bytes that `each` and `fill` allocate and
     * free before they return. The pointer is NULL if they allocate nothing. */
    uint64_t (*scratch)(const ta_game *game, uint64_t n);
} ta_form;

/* A range: the numbers from first to last, both included. */
typedef struct ta_range {
    uint64_t first, last;
    uint64_t before; /* the sum of the lengths of all ranges before this */
} ta_range;

/* A game: a subtraction set or an octal code. A subtraction set is stored as
 * the terms of a sequence or as ranges. */
struct ta_game {
    const ta_form *form; /* NULL: the set is empty */
    ta_game_info about;
    /* The text to which about.spec points: the name or the code of the game. It
     * is stored directly behind this structure. */
    char *spec;
    uint64_t least; /* the least element of the set */

    /* These members describe a set of the terms of a sequence: term(game, k), k
     * = 1, 2, ..., increases strictly. It is UINT64_MAX for all terms that do
     * not fit in 64 bits. */
    struct {
        ta_term *term;
        unsigned exponent;        /* the D of powers:D, used if D is above 8 */
        ta_polynomial polynomial; /* its degree is 0 if there is none */
        /* The number of values of a polynomial of degree 2 that are in the set
         * and lie on the falling branch of the parabola. They are the values at
         * k = falling, ..., 2, 1, in increasing order. */
        uint64_t falling;
    } terms;

    /* These members describe a set of ranges. If modulus is not 0, each number
     * of the ranges stands for itself and for all larger numbers that are equal
     * modulo `modulus`. */
    struct {
        /* The ranges, increasing, with gaps between them. The game owns the
         * array. */
        ta_range *range;
        size_t count, room; /* number of ranges; capacity of `range` */
        uint64_t modulus;
    } ranges;

    ta_octal *octal; /* owned by the game; NULL for a subtraction game */
};

/* Allocates a game without a form (see ta_form), with space for a spec of
 * `room` bytes. Returns NULL if there is no memory. */
ta_game *tai_game_blank(ta_convention convention, size_t room);

/* Returns a copy of the game under another convention. The copy points to
 * memory that the game owns: it must not be freed nor used after the game. */
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

/* Reads a number from the text at *at, up to the first character of `stops` or
 * the end of the text, and advances *at to that place. A '-' in front belongs
 * to the number. Returns the status of tai_number_parse_span. */
ta_status tai_read_number(const char **at, const char *stops, uint64_t *value,
                          ta_error *error);

/* ---- functions that give a blank game its form ---- */

/* Makes the game the set of the positive values of p at k = 1, 2, ... */
void tai_make_polynomial(ta_game *game, const ta_polynomial *p);
/* Makes the game the set of term(game, k), k = 1, 2, ... */
void tai_make_terms(ta_game *game, ta_term *term);
/* Adds the numbers from first to last to the ranges of the game, first <= last.
 * Ranges may be added in any order and may overlap. Returns TA_EINVAL if first
 * is 0, TA_ENOMEM if there is no memory. */
ta_status tai_add_range(ta_game *game, uint64_t first, uint64_t last,
                        ta_error *error);
/* Makes the game the set of the ranges that tai_add_range has added. If modulus
 * is not 0, the ranges must lie in [1, modulus], and the set repeats with this
 * period. */
void tai_make_ranges(ta_game *game, uint64_t modulus);
/* Makes the game the octal game of a spec for which ta_octal_is_spec returns
 * true. Returns TA_EINVAL if the code is wrong, TA_ENOMEM if there is no
 * memory. */
ta_status tai_make_octal(ta_game *game, const char *spec, ta_error *error);

/* ---- the kinds ---- */

/* A function that makes a game of one kind from the text after the colon of its
 * spec. If it fails, *error has a sentence about that text. */
typedef ta_status ta_kind_make(ta_game *game, const char *argument,
                               ta_error *error);
ta_kind_make tai_kind_powers, tai_kind_polygonal, tai_kind_poly,
    tai_kind_residues, tai_kind_primes, tai_kind_list, tai_kind_file;

/* Functions that return the k-th term of a sequence: of the Fibonacci numbers
 * 1, 2, 3, 5, 8, ...; of the factorials 1, 2, 6, 24, ...; and the number whose
 * digits in base 4 are the binary digits of k. */
ta_term tai_term_fibonacci, tai_term_factorial, tai_term_moser;

#endif
