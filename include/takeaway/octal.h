/* The part of takeaway's header about octal games, where a move may split a
 * heap: their nim-values and periods. */
#ifndef TAKEAWAY_OCTAL_H
#define TAKEAWAY_OCTAL_H

#include "takeaway/run.h"

#ifdef __cplusplus
extern "C" {
#endif

/* In the octal game d0.d1d2d3... bit b of digit dt allows a player to take t
 * from a heap and to leave the rest in exactly b non-empty heaps, b = 0, 1, 2;
 * d0 is 0 or 4. In a hexadecimal game bit 3 allows three heaps: digits are at
 * most F, and d0 is at most C. In Grundy's game a move splits a heap into two
 * unequal heaps. Source: Guy and Smith 1956; Winning Ways, ch. 4;
 * paper-notes.md.
 *
 * ta_game_new makes the game of a code of at most 255 digits ("0.07", ".77",
 * "4.3", ".3F") or of a name of ta_octal_kinds(), also with "octal:" before it.
 *
 * ta_run computes nim-values and cold heaps of octal games (n up to 2^64 - 1
 * once a period is proved). Under misere play ta_run finds which single heaps
 * of at most 300 are cold. ta_play_solve decides misere sums of heaps of one
 * game whose total is at most 300. Misere play is decided by a search, which
 * may need more memory than is allowed (TA_ELIMIT). */

/* An octal game that has a name, such as "kayles". */
typedef struct ta_octal_kind {
    const char *name;    /* such as "kayles" */
    const char *code;    /* such as "0.77" */
    const char *cold;    /* OEIS number of the cold heaps, "" if none */
    const char *nim;     /* OEIS number of the nim-values, "" if none */
    const char *summary; /* one line */
} ta_octal_kind;

/* Returns an array of all octal games that have a name, which is never freed,
 * and sets *count to their number. */
TA_API const ta_octal_kind *ta_octal_kinds(size_t *count);

/* Returns whether the text `spec` names an octal game and not a subtraction
 * set. It does if it is a name of ta_octal_kinds(), begins with "octal:", or
 * consists of hexadecimal digits and a point. */
TA_API bool ta_octal_is_spec(const char *spec);

/* The nim-values of an octal game, with a period if one was found. */
typedef struct ta_octal_solution ta_octal_solution;

/* Computes the nim-values of the heaps of an octal game from heap 0 on, until a
 * period is proved or the heaps [0, n) are done.
 *   game       an octal game, which must outlive the solution
 *   long_only  if true, only the condition of Guy and Smith proves a period
 *   options    as for ta_run; the engine must be NULL, "auto" or "sparse"
 *   solution   set to the result; the caller frees it by
 *              ta_octal_solution_free
 * Returns TA_OK, also if no period was found; TA_EINVAL; or a status of ta_run.
 * Cost: as ta_run, and about 10 % more for the search for a period. Memory: 2
 * bytes for each heap. Source: Guy and Smith 1956; paper-notes.md has both
 * conditions and their proofs. Example: octal.c. */
TA_API ta_status ta_octal_solve(const ta_game *game, uint64_t n, bool long_only,
                                const ta_options *options,
                                ta_octal_solution **solution, ta_error *error);

/* Frees the solution of an octal game. Accepts NULL. */
TA_API void ta_octal_solution_free(ta_octal_solution *solution);

/* Returns what the solution knows of the game: the period, the largest value
 * and more. The result lasts as long as the solution. */
TA_API const ta_summary *
ta_octal_solution_summary(const ta_octal_solution *solution);

/* Sets *value to the nim-value of a heap of any size. The text `heap` is an
 * expression as for ta_number_parse, but without a bound, such as "10^50".
 * Returns TA_OK; TA_EINVAL; TA_ERANGE (the heap was not computed, and no period
 * is proved); or TA_ENOMEM. */
TA_API ta_status ta_octal_value_of(const ta_octal_solution *solution,
                                   const char *heap, unsigned *value,
                                   ta_error *error);

/* Searches for the periods of many octal games of normal play.
 *   limit    the largest number of heaps that are computed for each game, 1 to
 *            2^62
 *   options  only threads, max_memory and progress are used; may be NULL.
 *            progress gets the share of the games that are done, and the number
 *            of heaps that were computed
 *   rows     rows[k] is set to the summary of games[k]
 * Returns as ta_octal_solve. On error the rows of the games that were finished
 * are set, and the others are unchanged. Cost: that of ta_octal_solve for each
 * game. Memory: each thread holds the values of 2^25 heaps, if all rare heaps
 * (see ta_summary) are among these. A search to a larger limit then holds only
 * a part of the values: it may find a preperiod that is not the least, or miss
 * the period. */
TA_API ta_status ta_octal_census(const ta_game *const *games, size_t count,
                                 uint64_t limit, const ta_options *options,
                                 ta_summary *rows, ta_error *error);

#ifdef __cplusplus
}
#endif
#endif
