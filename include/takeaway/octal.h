/* Octal games, where a move may split a heap: nim-values and periods. */
#ifndef TAKEAWAY_OCTAL_H
#define TAKEAWAY_OCTAL_H

#include "takeaway/run.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A code d0.d1d2d3... If bit b of digit dt is 1, a player may take t from a
 * heap and leave the rest in exactly b heaps (b = 0, 1, 2); d0 is 0 or 4. 0.77
 * is Kayles. In a hexadecimal code bit 3 allows three heaps; digits go to F, d0
 * to C. In Grundy's game ("grundy") a move splits a heap into two unequal ones.
 * Guy and Smith 1956; Winning Ways, ch. 4; paper-notes.md.
 *
 * ta_game_new makes the game of a code of at most 255 digits, such as "0.07",
 * ".77", "4.3", ".3F", or of a name of ta_octal_kinds(); "octal:" may stand
 * before. In normal play ta_run computes values and cold heaps, of n up to 2^64
 * - 1 once a period is proved. In misere play a search, whose memory may be too
 * much (TA_ELIMIT), decides single heaps of at most 300, and by ta_play_solve
 * sums of one game with a total of at most 300. */

typedef struct ta_octal_kind {
    const char *name;    /* such as "kayles" */
    const char *code;    /* such as "0.77" */
    const char *cold;    /* OEIS number of the cold heaps, "" if none */
    const char *nim;     /* that of the nim-values */
    const char *summary; /* one line */
} ta_octal_kind;

/* Returns all octal games that have a name, which are not freed, and sets
 * *count. */
TA_API const ta_octal_kind *ta_octal_kinds(size_t *count);

/* Returns whether `spec` names an octal game: such a name, a text that begins
 * with "octal:", or hexadecimal digits with a point. */
TA_API bool ta_octal_is_spec(const char *spec);

/* The nim-values of an octal game, with their period if one was found. */
typedef struct ta_octal_solution ta_octal_solution;

/* Computes the nim-values of the heaps 0, 1, 2, ... until a period is proved or
 * [0, n) is done.
 *
 *   game       must outlive the solution
 *   long_only  only Guy and Smith's condition proves a period; else also one
 *              that needs fewer heaps (ta_proof)
 *   options    as for ta_run; the engine is NULL, "auto" or "sparse"
 *   solution   freed by ta_octal_solution_free
 *
 * Returns TA_OK, also without a period; TA_EINVAL; or as ta_run. Cost: that of
 * ta_run and some 10 % for the search. Memory: 2 bytes a heap. Both conditions
 * and proofs: paper-notes.md. Example: octal.c. */
TA_API ta_status ta_octal_solve(const ta_game *game, uint64_t n, bool long_only,
                                const ta_options *options,
                                ta_octal_solution **solution, ta_error *error);

/* Accepts NULL. */
TA_API void ta_octal_solution_free(ta_octal_solution *solution);

/* Returns the period, the largest value and more, as long as the solution
 * lasts. */
TA_API const ta_summary *
ta_octal_solution_summary(const ta_octal_solution *solution);

/* Sets *value to the nim-value of a heap of any size, an expression as for
 * ta_number_parse but without limit, such as "10^50". Returns TA_OK; TA_EINVAL;
 * TA_ERANGE (not computed, and no period is proved); or TA_ENOMEM. */
TA_API ta_status ta_octal_value_of(const ta_octal_solution *solution,
                                   const char *heap, unsigned *value,
                                   ta_error *error);

/* Searches for the periods of many octal games in normal play.
 *
 *   limit    heaps of each game that are computed, 1 to 2^62
 *   options  may be NULL; threads, max_memory and progress are used. progress
 *            gets the share of games done, and the number of heaps computed
 *   rows     rows[k] is set to the summary of games[k]
 *
 * Returns as ta_octal_solve; on error the rows of finished games are set. Cost:
 * that of ta_octal_solve for each game. Memory: each thread holds the values of
 * up to 2^25 heaps. Beyond, it discards all but the first and last ones if the
 * rare heaps (ta_summary) lie in the first eighth of these, and holds more if
 * not. Then it may miss the period, or report a preperiod that is not the
 * least. */
TA_API ta_status ta_octal_census(const ta_game *const *games, size_t count,
                                 uint64_t limit, const ta_options *options,
                                 ta_summary *rows, ta_error *error);

#ifdef __cplusplus
}
#endif
#endif
