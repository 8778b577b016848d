/* The part of takeaway's header about octal games, where a move may split a
 * heap: their nim-values and periods. */
#ifndef TAKEAWAY_OCTAL_H
#define TAKEAWAY_OCTAL_H

#include "takeaway/run.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How octal games are written. A code d0.d1d2d3... consists of the digits d0,
 * d1, d2, ... If bit b of digit dt is 1, a player may take t from a heap and
 * leave the rest in exactly b non-empty heaps (b = 0, 1 or 2). The digit d0 is
 * 0 or 4. For example, 0.77 is Kayles. In a hexadecimal code, bit 3 allows the
 * rest to be three heaps; then digits are at most F, and d0 is at most C. In
 * Grundy's game ("grundy") a move splits a heap into two unequal heaps. Source:
 * Guy and Smith 1956; Winning Ways, ch. 4; paper-notes.md.
 *
 * ta_game_new makes the game of a code of at most 255 digits, such as "0.07",
 * ".77", "4.3" or ".3F". It also accepts the names that ta_octal_kinds() lists.
 * A code or a name may begin with "octal:".
 *
 * In normal play ta_run computes the nim-values and cold positions of octal
 * games. The number n of heaps may be up to 2^64 - 1 once a period is proved.
 * In misere play ta_run finds which single heaps of at most 300 are cold, and
 * ta_play_solve decides sums of heaps of one game whose total is at most 300.
 * Misere play is decided by a search, which may need more memory than is
 * allowed (TA_ELIMIT). */

/* An octal game that has a name, such as "kayles". */
typedef struct ta_octal_kind {
    const char *name;    /* such as "kayles" */
    const char *code;    /* such as "0.77" */
    const char *cold;    /* OEIS number of the cold heaps, "" if none */
    const char *nim;     /* OEIS number of the nim-values, "" if none */
    const char *summary; /* one line */
} ta_octal_kind;

/* Returns the array of all octal games that have a name, and sets *count to
 * their number. The caller must not free the array. */
TA_API const ta_octal_kind *ta_octal_kinds(size_t *count);

/* Returns true if the text `spec` names an octal game, and false if it can only
 * name a subtraction set. An octal game is named by a name that
 * ta_octal_kinds() lists, by a text that begins with "octal:", or by
 * hexadecimal digits with a point. */
TA_API bool ta_octal_is_spec(const char *spec);

/* The result of ta_octal_solve: the nim-values of an octal game, with their
 * period if one was found. */
typedef struct ta_octal_solution ta_octal_solution;

/* Computes the nim-values of an octal game for the heaps 0, 1, 2, ... Stops
 * when a period is proved, or when the heaps [0, n) are done.
 *   game       an octal game, which must outlive the solution
 *   long_only  true: only the condition of Guy and Smith proves a period;
 *              false: also a condition that needs fewer heaps (see ta_proof)
 *   options    as for ta_run; the engine must be NULL, "auto" or "sparse"
 *   solution   set to the result; the caller frees it by
 *              ta_octal_solution_free
 * Returns TA_OK, also if no period was found; TA_EINVAL; or a status of ta_run.
 * Cost: that of ta_run and about 10 % more, for the search for a period.
 * Memory: 2 bytes for each heap. Source: Guy and Smith 1956; paper-notes.md has
 * both conditions and their proofs. Example: octal.c. */
TA_API ta_status ta_octal_solve(const ta_game *game, uint64_t n, bool long_only,
                                const ta_options *options,
                                ta_octal_solution **solution, ta_error *error);

/* Frees the solution of an octal game. Accepts NULL. */
TA_API void ta_octal_solution_free(ta_octal_solution *solution);

/* Returns the summary of a solution, such as the period and the largest value
 * of the nim-values. The summary is valid as long as the solution. */
TA_API const ta_summary *
ta_octal_solution_summary(const ta_octal_solution *solution);

/* Sets *value to the nim-value of a heap of any size. The text `heap` is an
 * integer expression as for ta_number_parse, but may be above 2^64, such as
 * "10^50". Returns TA_OK; TA_EINVAL; TA_ERANGE (the heap was not computed, and
 * no period is proved); or TA_ENOMEM. */
TA_API ta_status ta_octal_value_of(const ta_octal_solution *solution,
                                   const char *heap, unsigned *value,
                                   ta_error *error);

/* Searches for the periods of the nim-values of many octal games in normal
 * play.
 *   games    the array of the `count` games
 *   limit    the largest number of heaps that are computed for each game, 1 to
 *            2^62
 *   options  may be NULL; only threads, max_memory and progress are used.
 *            progress gets the share of the games that are done, and the number
 *            of heaps that were computed
 *   rows     rows[k] is set to the summary of games[k]
 * Returns as ta_octal_solve. On error the rows of finished games are set, and
 * the other rows are unchanged. Cost: that of ta_octal_solve for each game.
 * Memory: each thread holds the nim-values of up to 2^25 heaps. If more heaps
 * are computed, it holds only the first and the last values and discards the
 * others. It can do so only if all rare heaps (see ta_summary) lie in the first
 * eighth of the held heaps; otherwise it holds more values. If values were
 * discarded, the search may miss the period, or report a preperiod that is not
 * the least. */
TA_API ta_status ta_octal_census(const ta_game *const *games, size_t count,
                                 uint64_t limit, const ta_options *options,
                                 ta_summary *rows, ta_error *error);

#ifdef __cplusplus
}
#endif
#endif
