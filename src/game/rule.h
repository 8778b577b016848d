/* Games by a rule: the options of a heap are any set of smaller heaps. */
#ifndef TA_RULE_H
#define TA_RULE_H

#include "base/base-internal.h"

enum { TA_RULE_SEGMENT = 2048 };

/* Options of one heap after another. All 0 at first but game, end and error;
 * `held` is freed by ta_free. */
typedef struct tai_rule_list {
    const ta_game *game;
    uint64_t end;           /* the heaps asked for are below */
    const uint64_t *option; /* of the last of them, in any order */
    size_t count;
    uint64_t *held; /* options by a named rule; NULL for the caller's */
    size_t room;
    uint64_t from, to;                 /* by divisors: of these heaps */
    size_t place[TA_RULE_SEGMENT + 1]; /* in `held`, the end of a heap's */
    ta_error *error;
} tai_rule_list;

/* Lists the options of a heap. Returns TA_EINVAL if one is no smaller heap,
 * TA_ENOMEM, or what the rule of the caller returns. */
ta_status tai_rule_options(tai_rule_list *l, uint64_t heap);
/* Returns whether the options of every heap are *least, ..., heap - 1. The
 * least does not fall. */
bool tai_rule_window(const ta_game *game, uint64_t heap, uint64_t *least);
/* Returns TA_ERANGE if the heaps below n take more than a minute. */
ta_status tai_rule_check(const ta_game *game, uint64_t n, ta_error *error);
/* Returns a bound on `held`. */
uint64_t tai_rule_memory(const ta_game *game, uint64_t n);
/* Sets *moves to what the *count moves from a heap take, increasing, by a rule
 * or a set. */
ta_status tai_game_moves(const ta_game *game, uint64_t heap, uint64_t **moves,
                         size_t *count, ta_error *error);

#endif
