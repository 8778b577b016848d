/* A random differential test: every case compares one run of one engine, with
 * random settings and sometimes cut short, with what the naive engine says. */
#ifndef TA_SOAK_H
#define TA_SOAK_H

#include "base/base-internal.h"

enum { SOAK_SPEC = 4096 };

/* A position of the random stream; a group of cases starts from its own
 * number, so that it can be run again alone. */
typedef struct soak_rng {
    uint64_t state;
} soak_rng;

uint64_t soak_random(soak_rng *rng);
uint64_t soak_below(soak_rng *rng, uint64_t n); /* 0 <= r < n, n > 0 */
bool soak_one_in(soak_rng *rng, uint64_t n);

/* What a group of cases shares: a game, a bound, and the truth. */
typedef struct soak_group {
    uint64_t seed, number;
    char spec[SOAK_SPEC];
    ta_convention convention;
    uint64_t n;
    ta_game *game;
    ta_bits cold; /* by the naive engine */
} soak_group;

/* Fills in the game and n so that the naive engine takes well below a
 * second. */
ta_status soak_group_make(soak_rng *rng, soak_group *group, ta_error *error);
void soak_group_free(soak_group *group);

/* A sink that compares what it is given with the truth. */
typedef struct soak_watcher {
    ta_sink sink;
    const ta_bits *truth;
    uint64_t next;         /* where the next block must begin */
    uint64_t blocks, fail; /* the block that fails; 0: none */
    uint64_t polls, stop;  /* the poll that stops; 0: none */
    char wrong[200];       /* what was, if anything */
} soak_watcher;
void soak_watch(const ta_bits *truth, soak_watcher *watcher);

/* An engine and all else that must not change a result, at random. */
ta_options soak_options(soak_rng *rng);

/* One case each; false after a message on stderr if it failed. */
bool soak_cold(soak_rng *rng, const soak_group *group);
bool soak_resume(soak_rng *rng, const soak_group *group);
bool soak_values(soak_rng *rng, const soak_group *group);

/* "soak: ... " on stderr with what is needed to run the group again; returns
 * false. */
bool soak_complain(const soak_group *group, const char *format, ...)
    TA_PRINTF(2, 3);

#endif
