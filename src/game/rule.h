/* Games by a rule: the options of a heap are any set of smaller heaps. */
#ifndef TA_RULE_H
#define TA_RULE_H

#include "base/base-internal.h"

enum { TA_RULE_SEGMENT = 2048 }; /* heaps whose divisors are found at once */

/* The options of one heap, then of another. At first the caller sets game, end
 * and error, and all else is 0; in the end it frees `held` by ta_free. */
typedef struct tai_rule_list {
    const ta_game *game;
    uint64_t end;           /* the heaps asked for are below */
    const uint64_t *option; /* of the last of them, in any order */
    size_t count;           /* of `option` */
    uint64_t *held;         /* memory for options; NULL by a caller's rule */
    size_t room;            /* of `held` */
    /* By divisors `held` has the options of the heaps of [from, to), in order;
     * those of heap from + k end before held[place[k]]. */
    uint64_t from, to;
    size_t place[TA_RULE_SEGMENT + 1];
    ta_error *error;
} tai_rule_list;

/* Lists the options of a heap in l->option, until the next call. Returns
 * TA_EINVAL if one is no smaller heap, TA_ENOMEM, or what the rule of the
 * caller returns. */
ta_status tai_rule_options(tai_rule_list *l, uint64_t heap);
/* Returns whether the options of each heap are all heaps from some least one
 * on, and sets *least to that of `heap`; it never falls as the heap grows. */
bool tai_rule_window(const ta_game *game, uint64_t heap, uint64_t *least);
/* Returns TA_ERANGE if listing the options of all heaps below n would take more
 * than a minute. */
ta_status tai_rule_check(const ta_game *game, uint64_t n, ta_error *error);
/* Returns a bound on the bytes of tai_rule_list.held. */
uint64_t tai_rule_memory(const ta_game *game, uint64_t n);
/* Sets *moves to what the *count moves from a heap take, increasing, by a rule
 * or a set. */
ta_status tai_game_moves(const ta_game *game, uint64_t heap, uint64_t **moves,
                         size_t *count, ta_error *error);

#endif
