/* Sets given by their k-th element, and the kinds that are so given. */
#include <string.h>

#include "game/form.h"

static uint64_t count(const ta_game *game, uint64_t n)
{
    /* Increasing integers from 1 on: term(k) >= k, so term(n) is not below. */
    uint64_t lo = 1, hi = n;
    while (lo < hi) {
        uint64_t k = lo + (hi - lo) / 2;
        if (game->as.sequence.term(k, game->as.sequence.parameter) >= n)
            hi = k;
        else
            lo = k + 1;
    }
    return lo - 1;
}

static ta_status each(const ta_game *game, uint64_t n, ta_visit visit,
                      void *state)
{
    ta_status st = TA_OK;
    for (uint64_t k = 1; st == TA_OK; k++) {
        uint64_t s = game->as.sequence.term(k, game->as.sequence.parameter);
        if (s >= n)
            break;
        st = visit(state, s);
    }
    return st;
}

void ta_make_sequence(ta_game *game,
                      uint64_t (*term)(uint64_t k, uint64_t parameter),
                      uint64_t parameter)
{
    static const ta_form form = {count, each, NULL, NULL, NULL, NULL};
    game->form = &form;
    game->as.sequence.term = term;
    game->as.sequence.parameter = parameter;
    game->least = term(1, parameter);
}

/* 1, 2, 3, 5, 8, ... */
static uint64_t fibonacci(uint64_t k, uint64_t unused)
{
    (void)unused;
    uint64_t now = 1, next = 2;
    while (--k > 0 && now != UINT64_MAX) {
        uint64_t after = ta_add_sat(now, next);
        now = next;
        next = after;
    }
    return now;
}

/* 1, 2, 6, 24, ... */
static uint64_t factorial(uint64_t k, uint64_t unused)
{
    (void)unused;
    uint64_t value = 1;
    for (; k > 1 && value != UINT64_MAX; k--)
        value = ta_mul_sat(value, k);
    return value;
}

/* The binary digits of k read in base 4: 1, 4, 5, 16, 17, ... */
static uint64_t moser(uint64_t k, uint64_t unused)
{
    (void)unused;
    if (k >> 32 != 0)
        return UINT64_MAX;
    k = (k | k << 16) & 0x0000ffff0000ffffu;
    k = (k | k << 8) & 0x00ff00ff00ff00ffu;
    k = (k | k << 4) & 0x0f0f0f0f0f0f0f0fu;
    k = (k | k << 2) & 0x3333333333333333u;
    return (k | k << 1) & 0x5555555555555555u;
}

ta_status ta_kind_sequence(ta_game *game, const char *argument, ta_error *error)
{
    static const struct {
        const char *name;
        uint64_t (*term)(uint64_t k, uint64_t parameter);
    } sequences[] = {
        {"fibonacci", fibonacci}, {"factorials", factorial}, {"moser", moser}};
    (void)error;
    size_t k = 0;
    while (strcmp(sequences[k].name, argument) != 0)
        k++;
    ta_make_sequence(game, sequences[k].term, 0);
    return TA_OK;
}
