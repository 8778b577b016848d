/* What the room of optimal play shares. */
#ifndef TA_PLAY_H
#define TA_PLAY_H

#include "base/big.h"
#include "game/game.h"
#include "game/octal.h"

/* ---- moser.c: the closed form of Golomb's game, paper-notes.md, P1 ---- */

/* Linear in the digits. TA_ENOMEM. */
ta_status ta_moser_value(const mpz_t heap, mpz_t value);
/* The one move from `heap` to a position of value `target`: what is taken. 0
 * if there is none. */
ta_status ta_moser_move(const mpz_t heap, const mpz_t target, mpz_t taken);

/* ---- walk.c: the nim-values of a finite set, one after the other ---- */

/* Holds the values of the last `reach` positions and of some more; the memory
 * does not grow with the position. */
typedef struct ta_walk {
    const uint64_t *set; /* not owned */
    size_t count;
    uint64_t reach;  /* the largest element, 0 without any */
    uint64_t next;   /* [0, next) has been passed */
    uint64_t first;  /* value[0] belongs to this position */
    uint64_t room;   /* of value */
    uint16_t *value; /* of [first, next) */
    uint64_t *seen;  /* as in walk.c; NULL for small sets */
    ta_start start;  /* what is given */
} ta_walk;

uint64_t ta_walk_memory(size_t count, uint64_t reach);
/* start: NULL, or not owned. */
ta_status ta_walk_new(const uint64_t *set, size_t count, const ta_start *start,
                      ta_walk *walk);
/* TA_EINVAL, with a sentence, if it is not as ta_start says. */
ta_status ta_start_check(const ta_start *start, ta_error *error);
void ta_walk_free(ta_walk *walk);
/* The value of position walk->next, which is passed; TA_ERANGE if it is above
 * 65535. */
ta_status ta_walk_step(ta_walk *walk, unsigned *value);
/* Passes everything below `end`, with progress. */
ta_status ta_walk_to(ta_walk *walk, uint64_t end, const ta_options *options);

/* ---- period.c ---- */

/* Searches for the period of a finite set, given as a sorted list, on
 * [0, search), and proves it; p is zero before. Statuses of ta_period_find. */
ta_status ta_period_of(const uint64_t *set, size_t count, uint64_t search,
                       const ta_options *options, ta_period *p);
uint64_t ta_period_memory(size_t count, uint64_t reach);

/* ---- wanted.c: some values or cold positions out of a run ---- */

typedef struct ta_wanted {
    uint64_t *position; /* increasing */
    uint16_t *value;    /* as ta_wanted_run says */
    size_t count;
    uint64_t least; /* of S */
    /* During a run: positions that it has passed; positions p for which it has
     * passed p - least. */
    size_t done, shifted;
} ta_wanted;

/* Room for the options of a heap, and the heap itself at the end if `itself`;
 * positions are filled in. TA_ENOMEM. */
ta_status ta_wanted_new(const ta_game *game, uint64_t heap, bool itself,
                        ta_wanted *wanted);
uint64_t ta_wanted_memory(const ta_game *game, uint64_t heap);
void ta_wanted_free(ta_wanted *wanted);
/* Fills the values of all lists from one run, which `cache` serves if it is not
 * NULL: nim-values; or, from a run of cold positions, 0 for a cold position, 1
 * where p - least is cold, and 2 elsewhere, which under normal play is the
 * lesser of the nim-value and 2 (paper-notes.md, P4). With a cap above 0 the
 * nim-values of `cap` and more are not told apart and are given as cap. */
ta_status ta_wanted_run(ta_content content, unsigned cap, const ta_game *game,
                        ta_wanted *const *lists, size_t n_lists,
                        const ta_options *options, const char *cache,
                        ta_error *error);

/* ---- cache.c ---- */

/* The values of [0, n) that next() asks for, from the file if it has them;
 * otherwise from a run, whose values are then kept there. next() of the sink's
 * state is the least position that the sink still wants, UINT64_MAX if none.
 * TA_EIO, TA_EMISMATCH (damaged), TA_EINVAL (of another game), and what
 * ta_run returns. */
ta_status ta_cache_values(const ta_game *game, uint64_t n, const ta_sink *sink,
                          uint64_t (*next)(const void *state),
                          const ta_options *options, const char *path,
                          ta_error *error);

/* ---- play.c, solve.h, list.c: a sum ---- */

typedef struct ta_heap {
    size_t game; /* index in play->games */
    mpz_t size;
    char *text;       /* decimal */
    mpz_t value;      /* if `known`; else 2 for 2 or more, or 0 */
    mpz_t target;     /* the value that a winning move leaves */
    char *value_text; /* else NULL */
    const char *how;  /* what it is known by */
    bool closed;      /* the closed form of the Moser game has the moves */
    bool open;        /* a run has to tell its value */
    bool known;       /* its nim-value is */
    bool left_out;    /* its winning moves are not looked for */
    uint64_t *win;    /* else, subtraction games: winning amounts, increasing */
    size_t n_win;
    ta_turn *turn; /* octal games under misere play: the winning moves */
    size_t n_turn, turn_room;
    ta_wanted options; /* while solving: of a heap with the same options */
} ta_heap;

/* A game that some heap is of; heaps of one game share it. */
typedef struct ta_play_game {
    ta_game *game;
    const ta_octal *octal;       /* the same if it is one, else NULL */
    ta_octal_solution *solution; /* then */
    bool moser;
    uint64_t reach; /* max S of a finite set, 2^64 - 1 at most */
    bool searched;  /* for a period */
    uint64_t *set;  /* then: all elements */
    size_t count;
    ta_period period;
} ta_play_game;

struct ta_play {
    ta_convention convention;
    ta_heap **heaps;
    size_t n_heaps, heap_room;
    ta_play_game **games;
    size_t n_games, game_room;
    bool solved, wins, has_sum;
    mpz_t sum;      /* nim-sum, if has_sum */
    char *sum_text; /* else NULL */
};

#endif
