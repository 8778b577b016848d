/* How a game is held. A kind (kinds.c) reads the text after its name and
 * makes one of a few forms; the form knows how to list its elements. */
#ifndef TA_FORM_H
#define TA_FORM_H

#include "game/game.h"

typedef ta_status (*ta_visit)(void *state, uint64_t element);

typedef struct ta_form {
    /* The number of elements in [1, n), or an upper bound; n >= 2. NULL: the
     * set is empty. */
    uint64_t (*count)(const ta_game *game, uint64_t n);
    /* As ta_game_each; n >= 2. NULL: the set is empty. */
    ta_status (*each)(const ta_game *game, uint64_t n, ta_visit visit,
                      void *state);
    /* Sets the bits of the elements below n in words that are zero; n >= 2.
     * NULL: by way of each. */
    ta_status (*fill)(const ta_game *game, uint64_t n, uint64_t *words);
    /* Bytes that each and fill allocate meanwhile, at most. NULL: none. */
    uint64_t (*scratch)(const ta_game *game, uint64_t n);
    /* Frees what the form owns. NULL: nothing. */
    void (*free)(ta_game *game);
    /* The largest element, 0 if there is none. NULL: the set is infinite,
     * and no number says so. */
    uint64_t (*largest)(const ta_game *game);
} ta_form;

typedef struct ta_range {
    uint64_t first, last; /* both included */
    uint64_t before;      /* numbers of the ranges before it (ta_make_ranges) */
} ta_range;

struct ta_game {
    const ta_form *form;
    ta_convention convention;
    char *spec;
    uint64_t least;
    union {
        struct {
            ta_polynomial p;
            /* Besides p, the values at k = falling, ..., 2, 1 are in S, and
             * increase in that order; 0 if there are none. */
            uint64_t falling;
        } polynomial;
        struct {
            /* Strictly increasing in k = 1, 2, ...; UINT64_MAX from the
             * first value on that does not fit. */
            uint64_t (*term)(uint64_t k, uint64_t parameter);
            uint64_t parameter;
        } sequence;
        struct {
            uint64_t modulus;
            uint64_t *residue; /* 1 .. modulus, increasing; owned */
            uint64_t count;
        } residues;
        struct {
            ta_range *range; /* increasing, with gaps between; owned */
            size_t count;
        } ranges;
        struct ta_octal *octal; /* owned; the set is empty */
    } as;
};

/* Returns the game under a convention. The result shares what the game owns. */
static inline ta_game ta_game_view(const ta_game *game,
                                   ta_convention convention)
{
    ta_game view = *game;
    view.convention = convention;
    return view;
}

/* ---- makers: each gives the game its form; on failure nothing is kept,
 * and the error says what was wrong with the argument alone ---- */

/* Values of a polynomial whose coefficients, degree and denominator are set:
 * finds first_k. The leading coefficient must be positive. */
void ta_make_polynomial(ta_game *game, const ta_polynomial *p);
void ta_make_sequence(ta_game *game,
                      uint64_t (*term)(uint64_t k, uint64_t parameter),
                      uint64_t parameter);
/* The residues are in [0, modulus), in any order, repeats merged. */
ta_status ta_make_residues(ta_game *game, uint64_t modulus,
                           const uint64_t *residue, size_t count,
                           ta_error *error);
/* Takes over `range` (from ta_alloc), also on failure; any order, overlaps
 * merged, first >= 1. */
void ta_make_ranges(ta_game *game, ta_range *range, size_t count);
/* Of the code or the name that ta_octal_is_spec knows by its form. */
ta_status ta_make_octal(ta_game *game, const char *spec, ta_error *error);

/* ---- kinds: one function each, named in the table of kinds.c ---- */

typedef ta_status (*ta_kind_make)(ta_game *game, const char *argument,
                                  ta_error *error);

ta_status ta_kind_powers(ta_game *, const char *, ta_error *);
ta_status ta_kind_polygonal(ta_game *, const char *, ta_error *);
ta_status ta_kind_poly(ta_game *, const char *, ta_error *);
ta_status ta_kind_sequence(ta_game *, const char *, ta_error *);
ta_status ta_kind_residues(ta_game *, const char *, ta_error *);
ta_status ta_kind_primes(ta_game *, const char *, ta_error *);
ta_status ta_kind_list(ta_game *, const char *, ta_error *);
ta_status ta_kind_file(ta_game *, const char *, ta_error *);

#endif
