/* Games with a memory, where a move depends on the one before. */
#ifndef TAKEAWAY_MEMORY_H
#define TAKEAWAY_MEMORY_H

#include "takeaway/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A move takes from 1 to F(t) = factor * t + plus tokens from a heap, where the
 * move before took t, and the first move less than the heap. Who cannot move
 * loses. Fibonacci nim is 2x. */
typedef struct ta_memory {
    uint64_t factor; /* 1 to 1000; 1 unless plus is 0 */
    uint64_t plus;   /* 0 to 1000000 */
    /* all below 2^64, increasing: cold[0] = 0, cold[1] = 1 */
    const uint64_t *cold;
    size_t count;
    /* cold[k + 1] = cold[k] + cold[k - lag] for all k >= from, for ever;
     * quotients tend to `ratio`. */
    size_t lag, from;
    double ratio;
} ta_memory;

/* Makes the game of F, "2x" or "x+3", also with "memory:" before; freed by
 * ta_free. Returns TA_OK, TA_EINVAL or TA_ENOMEM. Cost: linear in `count`,
 * about 44 * factor + plus. Source: src/memory/README.md; Schwenk, Fibonacci
 * Quarterly 8 (1970) 225-234. */
TA_API ta_status ta_memory_new(const char *rule, ta_memory **game,
                               ta_error *error);

enum { TA_MEMORY_TAKES = 64 };
/* Sets takes[] to the winning moves from a heap of which at most `limit` may be
 * taken, increasing, and returns how many; 0 if the player to move loses. */
TA_API size_t ta_memory_moves(const ta_memory *game, uint64_t heap,
                              uint64_t limit, uint64_t takes[TA_MEMORY_TAKES]);

/* Sets least[i], i < n, to the least number whose taking wins from heap i if
 * all of it may be taken; to 0 for i = 0. A player who may take at most q wins
 * if and only if q >= least[i] > 0. Returns TA_OK, or TA_ERANGE if n > 2^32.
 * Cost: linear in n. */
TA_API ta_status ta_memory_least(const ta_memory *game, uint64_t n,
                                 uint32_t *least, ta_error *error);

#ifdef __cplusplus
}
#endif
#endif
