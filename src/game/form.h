/* The structure of a game, for the files of src/game; others include this for
 * tai_game_view. kinds.c, where a spec becomes a game, is the place to begin.
 *
 *   spec      the text that names a game, such as "squares+primes-1"
 *   kind      what a spec begins with, such as "powers:D"
 *   argument  what stands behind the colon of a spec
 *   form      how a set is stored and read: as terms, ranges, primes, practical
 *             numbers or a union
 *   term      element number k = 1, 2, ... of an increasing sequence
 *   rising    the branch of a parabola where its values increase with k; the
 *             falling one lies before it
 *   rule      lists the options of each heap; its moves are no set */
#ifndef TA_FORM_H
#define TA_FORM_H

#include "game/game-internal.h"
#include "game/octal-code.h"
#include "game/rule.h"

/* Is called with each element of a set; a status other than TA_OK ends the
 * loop. */
typedef ta_status (*tai_visit)(void *state, uint64_t element);
/* Returns term k; UINT64_MAX if it does not fit. */
typedef uint64_t tai_term(const ta_game *game, uint64_t k);

/* How a set of one form is read; n >= 2. */
typedef struct tai_form {
    /* Returns a bound on the elements in [1, n). */
    uint64_t (*count)(const ta_game *game, uint64_t n);
    /* See tai_game_each. */
    ta_status (*each)(const ta_game *game, uint64_t n, tai_visit visit,
                      void *state);
    /* Sets the bits of the elements below n in `words`, cleared before; bit 0
     * and those from n on may become anything. Calls tai_poll from time to
     * time. NULL: by `each`. */
    ta_status (*fill)(const ta_game *game, uint64_t n, uint64_t *words,
                      const ta_options *options);
    /* Returns a bound on the bytes that `each` and `fill` allocate and free;
     * NULL: none. */
    uint64_t (*scratch)(const ta_game *game, uint64_t n);
} tai_form;

/* A tai_form.each by `fill`. */
ta_status tai_each_bit(const ta_game *game, uint64_t n, tai_visit visit,
                       void *state);

/* A part of a union: the elements of a set, each plus `shift`. */
typedef struct tai_part {
    ta_game *game; /* owned */
    int64_t shift;
} tai_part;
enum { TA_PARTS_MOST = 8, TA_SHIFT_MOST = 1000000 };

/* Sets l->option and l->count to the options of a heap; see tai_rule_options.
 */
typedef ta_status tai_list_options(tai_rule_list *l, uint64_t heap);

/* A subtraction set in one form, an octal code, or a rule. */
struct ta_game {
    const tai_form *form; /* NULL: the set is empty */
    ta_game_info about;
    /* as about.spec; directly behind this structure */
    char *spec;
    /* element; UINT64_MAX without any or by a rule, 1 of an octal game */
    uint64_t least;

    /* The set is term(game, k), k = 1, 2, ..., strictly increasing, and the
     * values of the falling branch. */
    struct {
        tai_term *term;
        unsigned exponent; /* D of powers:D, used above 8 */
        /* whose values are the terms; of degree 0 if there is none */
        tai_polynomial polynomial;
        /* P(1), ..., P(falling) decrease, and are no terms: 0 also if the
         * rising branch has the same values. */
        uint64_t falling;
    } terms;

    /* The numbers in ranges or, unless modulus is 0, all that are congruent to
     * one modulo it. */
    struct {
        /* owned; once made increasing, with a gap between two */
        ta_range *range;
        size_t count, room; /* of `range`: used, and allocated */
        uint64_t modulus;   /* unless 0, ranges lie in [1, modulus] */
        uint64_t all_from;  /* of allbut:S max S + 1, else 0 */
    } ranges;

    /* of a union, else 0 */
    tai_part part[TA_PARTS_MOST];
    size_t n_parts;

    /* owned; NULL of a subtraction game */
    tai_octal *octal;

    struct {
        tai_list_options *list; /* NULL: no rule */
        uint64_t argument;      /* D of floor:D, B of digits:B */
        ta_rule caller;         /* of ta_game_from_rule, or NULL */
        void *state;            /* the caller's */
    } rule;
};

/* Returns a game without a set, with `room` bytes for a spec, or NULL; a
 * tai_make_... function must follow. */
ta_game *tai_game_blank(ta_convention convention, size_t room);

/* Returns a copy of another convention that shares what *game owns: it is not
 * freed, nor used after *game. */
static inline ta_game tai_game_view(const ta_game *game,
                                    ta_convention convention)
{
    ta_game view = *game;
    view.about.convention = convention;
    return view;
}

/* Returns how many of value(game, 1), ..., value(game, most), which do not
 * decrease, are below n: those up to `from` are, those beyond `to` are not. */
static inline uint64_t tai_count_below(tai_term *value, const ta_game *game,
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

/* Reads the number from *at to the next character of `stops` or the end, and
 * moves *at there; a '-' at its beginning does not stop. Returns TA_OK,
 * TA_EINVAL, TA_ERANGE or TA_ENOMEM. */
ta_status tai_read_number(const char **at, const char *stops, uint64_t *value,
                          ta_error *error);

/* ---- functions that give a blank game its form ---- */

/* Stores the positive values of *p at k = 1, 2, 3, ...; p->first_k is ignored.
 */
void tai_make_polynomial(ta_game *game, const tai_polynomial *p);
/* Stores term(game, k), k = 1, 2, ..., which must increase strictly. */
void tai_make_terms(ta_game *game, tai_term *term);
/* Adds first, ..., last, first <= last, to the ranges, in any order and
 * overlap; tai_make_ranges must follow. Returns TA_EINVAL if first is 0, or
 * TA_ENOMEM. */
ta_status tai_add_range(ta_game *game, uint64_t first, uint64_t last,
                        ta_error *error);
/* Completes a set of ranges, which repeat with `modulus` unless it is 0: sorts
 * and joins them. */
void tai_make_ranges(ta_game *game, uint64_t modulus);
/* Stores a union such as "squares+primes-1". Returns TA_EINVAL, TA_ERANGE or
 * TA_ENOMEM. */
ta_status tai_make_union(ta_game *game, const char *spec, ta_error *error);
/* Returns the second part of a union's text, behind a '+' and beginning with a
 * letter, or NULL. */
const char *tai_union_next(const char *spec);
/* Stores the octal game of a spec for which ta_octal_is_spec holds. Returns
 * TA_EINVAL or TA_ENOMEM. */
ta_status tai_make_octal(ta_game *game, const char *spec, ta_error *error);
/* Stores a rule with a name. `argument` is a number from 2 on, or NULL. */
ta_status tai_make_rule(ta_game *game, tai_list_options *list,
                        const char *argument, ta_error *error);

/* ---- the kinds ---- */

/* Makes a set of one kind from what stands behind the colon, as in
 * "list:1,4-7". A failure writes a message about `argument`. */
typedef ta_status tai_kind_make(ta_game *game, const char *argument,
                                ta_error *error);
tai_kind_make tai_kind_powers, tai_kind_polygonal, tai_kind_tetrahedral,
    tai_kind_poly, tai_kind_residues, tai_kind_primes, tai_kind_practical,
    tai_kind_list, tai_kind_allbut, tai_kind_file;

tai_list_options tai_rule_divisors, tai_rule_proper_divisors, tai_rule_half,
    tai_rule_coprime, tai_rule_floor, tai_rule_digits;

/* Term k of 1, 2, 3, 5, 8, ...; of 1, 3, 4, 7, ...; k!; and the number whose
 * base-4 digits are the binary digits of k. */
tai_term tai_term_fibonacci, tai_term_lucas, tai_term_factorial, tai_term_moser;

#endif
