/* The rules with a name, and those of the caller: each is a tai_list_options,
 * which tai_rule_options calls. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "game/rule.h"
#include "game/form.h"

static ta_status no_room(const tai_rule_list *l)
{
    return tai_fail(l->error, TA_ENOMEM, "no memory for options");
}

/* Begins a list in l->held of at most `most` options. Returns false without
 * memory. */
static bool hold(tai_rule_list *l, uint64_t most)
{
    const bool has_room =
        tai_grow(&l->held, &l->room, 0, (size_t)most + 1, sizeof *l->held);
    l->option = l->held;
    l->count = 0;
    return has_room;
}

/* ---- divisors ---- */

/* Lists the options of all heaps n of a segment: n - d and n - e for each pair
 * d * e = n, d <= e, so that option 0, of d = 1, is the first. One pass counts
 * them, and sums make place[k] the place where those of heap from + k begin;
 * the second pass places them, and moves place[k] to where they end. */
static ta_status sieve(tai_rule_list *l, uint64_t from)
{
    size_t *const place = l->place;
    l->from = from;
    l->to = tai_min_u64(from + TA_RULE_SEGMENT, l->end);
    memset(place, 0, sizeof l->place);
    for (int placing = 0; placing < 2; placing++) {
        for (uint64_t d = 1; d * d < l->to; d++)
            for (uint64_t e = tai_max_u64(d, (from + d - 1) / d), n;
                 (n = d * e) < l->to; e++) {
                size_t *const at = &place[n - from];
                if (!placing)
                    at[1] += 1 + (size_t)(d < e);
                if (placing && d < e)
                    l->held[(*at)++] = n - e;
                if (placing)
                    l->held[(*at)++] = n - d;
            }
        for (size_t k = 0; !placing && k < l->to - from; k++)
            place[k + 1] += place[k];
        if (!placing && !hold(l, place[l->to - from]))
            return no_room(l);
    }
    return TA_OK;
}

ta_status tai_rule_divisors(tai_rule_list *l, uint64_t heap)
{
    const ta_status st =
        heap < l->from || heap >= l->to ? sieve(l, heap) : TA_OK;
    const size_t k = (size_t)(heap - l->from);
    const size_t begin = st == TA_OK && k > 0 ? l->place[k - 1] : 0;
    l->option = l->held + begin;
    l->count = l->place[k] - begin;
    return st;
}

/* Leaves out option 0, the first. */
ta_status tai_rule_proper_divisors(tai_rule_list *l, uint64_t heap)
{
    const ta_status st = tai_rule_divisors(l, heap);
    const bool has_option = st == TA_OK && heap > 0;
    l->option += has_option;
    l->count -= has_option;
    return st;
}

/* ---- the other names ---- */

ta_status tai_rule_half(tai_rule_list *l, uint64_t heap)
{
    if (!hold(l, heap))
        return no_room(l);
    for (uint64_t m = heap - heap / 2; m < heap; m++)
        l->held[l->count++] = m;
    return TA_OK;
}

/* An option is coprime to the heap exactly if what is taken is: held[m] marks
 * the multiples m of the heap's primes. Then l->count <= m, so that options
 * replace marks that were read. */
ta_status tai_rule_coprime(tai_rule_list *l, uint64_t heap)
{
    if (!hold(l, heap))
        return no_room(l);
    memset(l->held, 0, (size_t)heap * sizeof *l->held);
    for (uint64_t p = 2, rest = heap; rest > 1; p++) {
        if (p > rest / p)
            p = rest; /* no divisor up to the root: a prime */
        if (rest % p != 0)
            continue;
        for (uint64_t m = 0; m < heap; m += p)
            l->held[m] = 1;
        while (rest % p == 0)
            rest /= p;
    }
    for (uint64_t m = 0; m < heap; m++)
        if (l->held[m] == 0)
            l->held[l->count++] = m;
    return TA_OK;
}

ta_status tai_rule_floor(tai_rule_list *l, uint64_t heap)
{
    if (!hold(l, 2))
        return no_room(l);
    l->held[0] = heap - 1;
    l->held[1] = heap / l->game->rule.argument;
    l->count = heap > 0 ? 2 : 0;
    return TA_OK;
}

ta_status tai_rule_digits(tai_rule_list *l, uint64_t heap)
{
    if (!hold(l, 64)) /* binary digits, the most that a heap has */
        return no_room(l);
    for (uint64_t rest = heap; rest > 0; rest /= l->game->rule.argument)
        if (rest % l->game->rule.argument != 0)
            l->held[l->count++] = heap - rest % l->game->rule.argument;
    return TA_OK;
}

/* ---- games ---- */

static void set_rule(ta_game *game, tai_list_options *list)
{
    game->rule.list = list;
    game->about.rule = true;
    game->least = UINT64_MAX;
}

ta_status tai_make_rule(ta_game *game, tai_list_options *list,
                        const char *argument, ta_error *error)
{
    set_rule(game, list);
    const ta_status st =
        argument != NULL
            ? tai_read_number(&argument, "", &game->rule.argument, error)
            : TA_OK;
    return st == TA_OK && argument != NULL && game->rule.argument < 2
               ? tai_fail(error, TA_EINVAL, "a number from 2 on is accepted")
               : st;
}

static ta_status list_by_caller(tai_rule_list *l, uint64_t heap)
{
    l->count = 0;
    const ta_status st =
        l->game->rule.caller(l->game->rule.state, heap, &l->option, &l->count);
    if (st != TA_OK)
        return tai_fail(l->error, st,
                        "the rule does not list the options of heap %" PRIu64,
                        heap);
    for (size_t k = 0; k < l->count; k++)
        if (l->option[k] >= heap)
            return tai_fail(l->error, TA_EINVAL,
                            "the rule lists %" PRIu64
                            " as an option of heap %" PRIu64
                            "; options are smaller heaps",
                            l->option[k], heap);
    return TA_OK;
}

ta_status ta_game_from_rule(ta_rule rule, void *state, ta_convention convention,
                            ta_game **game, ta_error *error)
{
    static const char spec[] = "a rule";
    *game = NULL;
    if (tai_convention_check(convention, true, error) != TA_OK)
        return TA_EINVAL;
    *game = tai_game_blank(convention, sizeof spec);
    if (*game == NULL)
        return tai_fail(error, TA_ENOMEM, "no memory for a game");
    strcpy((*game)->spec, spec);
    set_rule(*game, list_by_caller);
    (*game)->rule.caller = rule;
    (*game)->rule.state = state;
    return TA_OK;
}

/* ---- options ---- */

ta_status tai_rule_options(tai_rule_list *l, uint64_t heap)
{
    return l->game->rule.list(l, heap);
}

bool tai_rule_window(const ta_game *game, uint64_t heap, uint64_t *least)
{
    *least = heap - heap / 2;
    return game->rule.list == tai_rule_half;
}

ta_status tai_rule_check(const ta_game *game, uint64_t n, ta_error *error)
{
    /* heaps that take one, by takeaway nim 2e5 --game=coprime */
    enum { MINUTE = 200000 };
    return game->rule.list != tai_rule_coprime || n <= MINUTE
               ? TA_OK
               : tai_fail(error, TA_ERANGE,
                          "coprime takes the square of N: the heaps below "
                          "%" PRIu64
                          " take %.0f minutes, and those below %d one, the "
                          "limit",
                          n, pow((double)n / (double)MINUTE, 2), MINUTE);
}

/* Twice 8 bytes an option, as `held` doubles; a number has some 44 divisors
 * below 2^64 on average. */
uint64_t tai_rule_memory(const ta_game *game, uint64_t n)
{
    const bool many =
        game->rule.list == tai_rule_half || game->rule.list == tai_rule_coprime;
    return tai_mul_sat(16, many ? n : TA_RULE_SEGMENT * 64);
}

ta_status tai_game_moves(const ta_game *game, uint64_t heap, uint64_t **moves,
                         size_t *count, ta_error *error)
{
    tai_rule_list l = {
        .game = game, .end = tai_add_sat(heap, 1), .error = error};
    if (!game->about.rule)
        return ta_game_elements(game, l.end, moves, count);
    ta_status st = tai_rule_options(&l, heap);
    *count = 0;
    *moves = st == TA_OK ? tai_alloc(l.count, sizeof **moves) : NULL;
    if (st == TA_OK && *moves == NULL)
        st = no_room(&l);
    for (size_t k = 0; st == TA_OK && k < l.count; k++)
        (*moves)[k] = heap - l.option[k];
    if (st == TA_OK && l.count > 0)
        qsort(*moves, l.count, sizeof **moves, tai_by_number);
    /* Options may repeat. */
    for (size_t k = 0; st == TA_OK && k < l.count; k++)
        if (k == 0 || (*moves)[k] != (*moves)[k - 1])
            (*moves)[(*count)++] = (*moves)[k];
    ta_free(l.held);
    return st;
}
