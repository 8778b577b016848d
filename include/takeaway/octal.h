/* Octal games, where a move may split a heap. */
#ifndef TAKEAWAY_OCTAL_H
#define TAKEAWAY_OCTAL_H

#include "takeaway/run.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A code d0.d1d2d3... If bit b of digit dt is 1, a move may take t and leave
 * the rest in exactly b heaps (b = 0, 1, 2); d0 is 0 or 4. 0.77 is Kayles. In a
 * hexadecimal code bit 3 allows three heaps; digits go to F, d0 to C. In
 * Grundy's game ("grundy") a move splits a heap into two unequal ones. Guy and
 * Smith 1956; Winning Ways, ch. 4; paper-notes.md.
 *
 * ta_game_new makes the game of a code of at most 255 digits, such as "0.07",
 * ".77", "4.3", ".3F", or of a name of ta_octal_kinds(); "octal:" may stand
 * before. In normal play ta_run computes values and cold heaps, of n up to 2^64
 * - 1 once a period is proved. In misere play ta_run decides heaps as
 * ta_play_solve does, with its limits. */

typedef struct ta_octal_kind {
    const char *name;    /* such as "kayles" */
    const char *code;    /* such as "0.77" */
    const char *cold;    /* OEIS number of the cold heaps, "" if none */
    const char *nim;     /* of the nim-values */
    const char *summary; /* one line */
} ta_octal_kind;

/* Returns all that have a name, and sets *count. */
TA_API const ta_octal_kind *ta_octal_kinds(size_t *count);

/* Returns whether `spec` is such a name, begins with "octal:", or is
 * hexadecimal digits with a point. */
TA_API bool ta_octal_is_spec(const char *spec);

/* Nim-values, with their period if one was found. */
typedef struct ta_octal_solution ta_octal_solution;

/* Computes nim-values until a period is proved or [0, n) is done.
 *
 *   game       must outlive the solution
 *   long_only  without TA_PROOF_SHORT
 *   options    as for ta_run; engine NULL, "auto", "sparse" or "sets"
 *
 * Returns TA_OK also without a period. Errors: as ta_run. Cost: that of ta_run
 * and some 10 %. Memory: 2 bytes a heap. Example: octal.c. */
TA_API ta_status ta_octal_solve(const ta_game *game, uint64_t n, bool long_only,
                                const ta_options *options,
                                ta_octal_solution **solution, ta_error *error);

TA_API void ta_octal_solution_free(ta_octal_solution *solution);

/* The result lasts as long as the solution. */
TA_API const ta_summary *
ta_octal_solution_summary(const ta_octal_solution *solution);

/* Sets *value to the nim-value of a heap, an expression such as "10^50".
 * Errors: TA_ERANGE (not computed, and no period is proved). */
TA_API ta_status ta_octal_value_of(const ta_octal_solution *solution,
                                   const char *heap, unsigned *value,
                                   ta_error *error);

/* Searches for the periods of many octal games in normal play.
 *
 *   limit    heaps of each game that are computed, 1 to 2^62
 *   options  threads, max_memory and progress are used; progress gets the share
 *            of games done, and the heaps computed
 *   rows     rows[k] is the summary of games[k]
 *
 * On error the rows of finished games are set. Errors and cost: as
 * ta_octal_solve for each game. Memory: each thread holds the values of up to
 * 2^25 heaps. Beyond, it discards all but the first and last ones if the rare
 * heaps (ta_summary) lie in the first eighth of these, and holds more if not.
 * What may then be missed: ta_options.summary. */
TA_API ta_status ta_octal_census(const ta_game *const *games, size_t count,
                                 uint64_t limit, const ta_options *options,
                                 ta_summary *rows, ta_error *error);

#ifdef __cplusplus
}
#endif
#endif
