/* takeaway: what a game is. */
#ifndef TAKEAWAY_GAME_H
#define TAKEAWAY_GAME_H

#include "takeaway/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum ta_convention { TA_NORMAL = 0, TA_MISERE } ta_convention;

/* A subtraction set and a convention, or an octal game. */
typedef struct ta_game ta_game;

/* Makes the game that `spec` names: a subtraction set, "squares", "powers:5",
 * "list:1,4-7,12", "file:PATH", ..., of which ta_game_kinds() lists the forms;
 * or an octal game, which ta_octal_is_spec() tells. The
 * caller frees it. TA_EINVAL, TA_ERANGE, TA_EIO (a file that cannot be read),
 * TA_ENOMEM. */
TA_API ta_status ta_game_new(const char *spec, ta_convention convention,
                             ta_game **game, ta_error *error);

/* Makes a game from count positive integers in any order; repeats are
 * merged, count 0 is the game without moves. The list is copied. */
TA_API ta_status ta_game_from_list(const uint64_t *set, size_t count,
                                   ta_convention convention, ta_game **game,
                                   ta_error *error);
TA_API void ta_game_free(ta_game *game); /* accepts NULL */

TA_API const char *ta_game_spec(const ta_game *game); /* as it was given */
/* What names the game in archives, written to id, which is returned: the spec,
 * of an octal game its code, or for sets read from files and specs that are too
 * long a hash of the numbers, so that a file that has changed is another game.
 */
enum { TA_GAME_ID = 256 };
TA_API char *ta_game_id(const ta_game *game, char id[TA_GAME_ID]);
TA_API ta_convention ta_game_convention(const ta_game *game);

/* Whether S is known to be finite: lists and files. Octal games have no S: for
 * this it is not finite, and has no elements. */
TA_API bool ta_game_is_finite(const ta_game *game);

/* The elements of S in [1, n), increasing, in an array that the caller
 * frees with ta_free; *count 0 gives a non-NULL array too.
 * Cost: linear in the count (primes: a sieve of n bits). TA_ENOMEM. */
TA_API ta_status ta_game_elements(const ta_game *game, uint64_t n,
                                  uint64_t **elements, size_t *count);

/* A kind of subtraction set that ta_game_new knows by name. */
typedef struct ta_game_kind {
    const char *form;    /* "powers:D" */
    const char *summary; /* one line */
    const char *set;     /* OEIS number of the set, or "" */
    const char *cold;    /* OEIS number of its cold positions, or "" */
    const char *nim;     /* OEIS number of its nim-values, or "" */
} ta_game_kind;

/* All kinds, static; *count is their number. */
TA_API const ta_game_kind *ta_game_kinds(size_t *count);

#ifdef __cplusplus
}
#endif
#endif
