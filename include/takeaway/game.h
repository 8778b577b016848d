/* takeaway: what a game is. */
#ifndef TAKEAWAY_GAME_H
#define TAKEAWAY_GAME_H

#include "takeaway/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Who wins when no move is left: under normal play the player who moved last,
 * under misere play the player who cannot move. */
typedef enum ta_convention { TA_NORMAL = 0, TA_MISERE } ta_convention;

/* A subtraction set and a convention, or an octal game and a convention. */
typedef struct ta_game ta_game;

/* Makes the game of a spec: of a subtraction set, such as "squares",
 * "powers:5", "list:1,4-7,12" or "file:PATH", in one of the forms of
 * ta_game_kinds(); or of an octal game, such as ".77" or "kayles" (see
 * takeaway/octal.h). The caller frees the game by ta_game_free. Returns TA_OK,
 * TA_EINVAL, TA_ERANGE, TA_EIO (a file that cannot be read) or TA_ENOMEM. */
TA_API ta_status ta_game_new(const char *spec, ta_convention convention,
                             ta_game **game, ta_error *error);

/* Makes a game of `count` positive integers in any order, which are copied. A
 * number may occur several times. With count 0 the game has no moves. The
 * caller frees the game by ta_game_free. Returns TA_OK, TA_EINVAL or
 * TA_ENOMEM. */
TA_API ta_status ta_game_from_list(const uint64_t *set, size_t count,
                                   ta_convention convention, ta_game **game,
                                   ta_error *error);

/* Frees a game. Accepts NULL. */
TA_API void ta_game_free(ta_game *game);

/* What a game is, in the terms of the program that made it. */
typedef struct ta_game_info {
    const char *spec;         /* the text that made the game */
    const char *octal;        /* the code of an octal game, such as "0.77" or
                                 "grundy"; NULL for a subtraction game */
    ta_convention convention; /* normal or misere play */
    bool finite;              /* whether S is known to be finite, as lists and
                                 files are; false for an octal game */
    uint64_t largest;         /* the largest element of a finite S, or 0 */
} ta_game_info;

/* Returns what the game is. The result lasts as long as the game. */
TA_API const ta_game_info *ta_game_about(const ta_game *game);

/* Writes the name that the game has in archives to id, and returns id. The name
 * is the spec, or the code of an octal game. For a file, a long list or a spec
 * that is too long the name contains a hash of the numbers or of the spec, so
 * that a file whose content has changed is another game. */
enum { TA_GAME_ID = 256 };
TA_API char *ta_game_id(const ta_game *game, char id[TA_GAME_ID]);

/* Sets *elements to an array of the elements of S in [1, n), increasing, and
 * *count to their number. The caller frees the array by ta_free, also if the
 * count is 0. An octal game has no elements. Returns TA_OK or TA_ENOMEM. Cost:
 * linear in the count; primes are sieved. */
TA_API ta_status ta_game_elements(const ta_game *game, uint64_t n,
                                  uint64_t **elements, size_t *count);

/* A kind of subtraction set that ta_game_new knows by name. */
typedef struct ta_game_kind {
    const char *form;    /* such as "powers:D" */
    const char *summary; /* one line */
    const char *set;     /* OEIS number of the set, or "" */
    const char *cold;    /* OEIS number of its cold positions, or "" */
    const char *nim;     /* OEIS number of its nim-values, or "" */
} ta_game_kind;

/* Returns all kinds, in memory that is never freed, and sets *count to their
 * number. */
TA_API const ta_game_kind *ta_game_kinds(size_t *count);

#ifdef __cplusplus
}
#endif
#endif
