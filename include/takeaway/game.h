/* The part of takeaway's header about games. A program makes a game here, and
 * asks for a description of the game. */
#ifndef TAKEAWAY_GAME_H
#define TAKEAWAY_GAME_H

#include "takeaway/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Who wins when no move is left: under normal play the player who moved last,
 * under misere play the player who cannot move. */
typedef enum ta_convention { TA_NORMAL = 0, TA_MISERE } ta_convention;

/* A game: a subtraction set or the code of an octal game, together with a
 * convention (normal or misere play). */
typedef struct ta_game ta_game;

/* Makes a game from its text `spec`. The spec names a subtraction set in one of
 * the forms that ta_game_kinds() lists, such as "squares", "powers:5",
 * "list:1,4-7,12", "file:PATH" or "squares+primes-1", or by the OEIS number of
 * the set, which becomes its name. Or it names an octal game, such as ".77" or
 * "kayles" (see takeaway/octal.h). The caller frees the game by ta_game_free.
 * Returns TA_OK, TA_EINVAL, TA_ERANGE, TA_EIO (a file that cannot be read) or
 * TA_ENOMEM. */
TA_API ta_status ta_game_new(const char *spec, ta_convention convention,
                             ta_game **game, ta_error *error);

/* Makes the subtraction game of a set of `count` positive integers, which are
 * copied. They may be in any order, and a number may occur several times. With
 * count 0 the game has no moves. The caller frees the game by ta_game_free.
 * Returns TA_OK, TA_EINVAL or TA_ENOMEM. */
TA_API ta_status ta_game_from_list(const uint64_t *set, size_t count,
                                   ta_convention convention, ta_game **game,
                                   ta_error *error);

/* Frees a game. Accepts NULL. */
TA_API void ta_game_free(ta_game *game);

/* The description of a game that ta_game_about returns. */
typedef struct ta_game_info {
    const char *spec; /* the text that made the game */
    /* The code of an octal game, such as "0.77" or "grundy". NULL for a
     * subtraction game. */
    const char *octal;
    ta_convention convention; /* normal or misere play */
    /* True if the subtraction set S is finite, as a list or a file of numbers
     * is. False for an octal game. */
    bool finite;
    uint64_t largest; /* the largest element of a finite S, else 0 */
    /* True if a finite S may be the beginning of a larger set: it is from a
     * file without the line "complete". Results of heaps above `largest` are
     * those of the finite set. */
    bool partial;
} ta_game_info;

/* Returns a description of the game. The result lasts as long as the game. */
TA_API const ta_game_info *ta_game_about(const ta_game *game);

/* The size in bytes of the text that ta_game_id writes, with its NUL. */
enum { TA_GAME_ID = 256 };
/* Writes a name of the game to `id`, and returns `id`. Archives (files of
 * results) store this name. The name is the text (spec) that made a subtraction
 * game, or the code of an octal game. There are two exceptions. For a file or a
 * long list of numbers, the name has a hash of the numbers. So it changes if
 * the numbers in the file change. For any other text that is too long, the name
 * has a hash of the text. */
TA_API char *ta_game_id(const ta_game *game, char id[TA_GAME_ID]);

/* Sets *elements to an array of the elements of the subtraction set S in
 * [1, n), in increasing order, and *count to their number. The caller frees the
 * array by ta_free, also if the count is 0. An octal game has no elements.
 * Returns TA_OK or TA_ENOMEM. Cost: time linear in the count; for primes, that
 * of a sieve up to n. */
TA_API ta_status ta_game_elements(const ta_game *game, uint64_t n,
                                  uint64_t **elements, size_t *count);

/* A kind of subtraction set that ta_game_new can make by name, such as
 * "squares" or "powers:5". */
typedef struct ta_game_kind {
    const char *form;    /* such as "powers:D" */
    const char *summary; /* one line */
    const char *set;     /* OEIS number of the set, "" if none */
    const char *cold;    /* OEIS number of the cold positions, "" if none */
    const char *nim;     /* OEIS number of the nim-values, "" if none */
} ta_game_kind;

/* Returns the array of all kinds of subtraction sets, and sets *count to their
 * number. The caller must not free the array. */
TA_API const ta_game_kind *ta_game_kinds(size_t *count);

#ifdef __cplusplus
}
#endif
#endif
