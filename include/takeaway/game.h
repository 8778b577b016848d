/* Games. */
#ifndef TAKEAWAY_GAME_H
#define TAKEAWAY_GAME_H

#include "takeaway/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* TA_EXACT: who reaches 0 wins, who is stuck above draws. A heap is hot if an
 * option is cold, else drawn if stuck above 0 or an option is drawn, else cold;
 * its "nim-value" is 0 if cold, 1 hot, 2 drawn. Not for sums, archives, lengths
 * and octal games. */
typedef enum ta_convention { TA_NORMAL = 0, TA_MISERE, TA_EXACT } ta_convention;

/* A subtraction set, an octal code or a rule, with a convention. */
typedef struct ta_game ta_game;

/* Makes a game from its `spec`: a subtraction set as ta_game_kinds() lists,
 * such as "squares", "powers:5", "list:1,4-7,12", "file:PATH" or
 * "squares+primes-1", or its OEIS number, which becomes that name; or an octal
 * game, such as ".77" or "kayles" (takeaway/octal.h). Errors: TA_ERANGE; TA_EIO
 * (the file cannot be read). */
TA_API ta_status ta_game_new(const char *spec, ta_convention convention,
                             ta_game **game, ta_error *error);

/* Makes the game of `count` positive integers, which are copied, in any order,
 * repeated or not; with none there are no moves. */
TA_API ta_status ta_game_from_list(const uint64_t *set, size_t count,
                                   ta_convention convention, ta_game **game,
                                   ta_error *error);

/* Sets *options to the *count heaps that a move from `heap` leaves, all
 * smaller, in any order; they last until the next call. */
typedef ta_status (*ta_rule)(void *state, uint64_t heap,
                             const uint64_t **options, size_t *count);

/* Makes the game whose moves `rule` lists, called in the caller's thread; not
 * for archives. */
TA_API ta_status ta_game_from_rule(ta_rule rule, void *state,
                                   ta_convention convention, ta_game **game,
                                   ta_error *error);

TA_API void ta_game_free(ta_game *game);

/* The numbers from first to last, both included. */
typedef struct ta_range {
    uint64_t first, last;
    uint64_t before; /* elements of S below first */
} ta_range;

typedef struct ta_game_info {
    const char *spec;
    const char *octal; /* code, as "0.77" or "grundy"; NULL: subtraction game */
    ta_convention convention;
    bool finite;      /* S is; false for octal games */
    uint64_t largest; /* of a finite S, else 0 */
    /* A finite S as increasing ranges with gaps between; NULL if infinite. */
    const ta_range *ranges;
    size_t n_ranges;
    /* A finite S may begin a larger set: its file lacks the line "complete".
     * Results above `largest` are those of the finite set. */
    bool partial;
    bool rule; /* the moves are no set */
} ta_game_info;

/* The result lasts as long as the game. */
TA_API const ta_game_info *ta_game_about(const ta_game *game);

enum { TA_GAME_ID = 256 }; /* bytes of ta_game_id's text, NUL included */
/* Writes the name under which archives keep the game, and returns `id`: the
 * spec of a subtraction game, the code of an octal game; with a hash of the
 * numbers for a file or a long list, of the text for any other long text. */
TA_API char *ta_game_id(const ta_game *game, char id[TA_GAME_ID]);

/* Sets *elements to the *count elements of S in [1, n), increasing; none of
 * an octal game, TA_EINVAL for a rule. Cost: linear in the count; for primes a
 * sieve up to n. */
TA_API ta_status ta_game_elements(const ta_game *game, uint64_t n,
                                  uint64_t **elements, size_t *count);

/* A kind of subtraction set. */
typedef struct ta_game_kind {
    const char *form;    /* such as "powers:D" */
    const char *summary; /* one line */
    const char *set;     /* OEIS number of the set, "" if none */
    const char *cold;    /* of the cold positions */
    const char *nim;     /* of the nim-values */
} ta_game_kind;

/* Returns all kinds, and sets *count. */
TA_API const ta_game_kind *ta_game_kinds(size_t *count);

#ifdef __cplusplus
}
#endif
#endif
