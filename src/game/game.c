/* What every game answers, whatever its form. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "game/form.h"

void ta_game_free(ta_game *game)
{
    if (game == NULL)
        return;
    if (game->form != NULL && game->form->free != NULL)
        game->form->free(game);
    ta_free(game->spec);
    ta_free(game);
}

const char *ta_game_spec(const ta_game *game)
{
    return game->spec;
}

ta_convention ta_game_convention(const ta_game *game)
{
    return game->convention;
}

uint64_t ta_game_least(const ta_game *game)
{
    return game->least;
}

uint64_t ta_game_largest(const ta_game *game)
{
    return ta_game_is_finite(game) ? game->form->largest(game) : 0;
}

bool ta_game_is_finite(const ta_game *game)
{
    return game->form->largest != NULL;
}

uint64_t ta_game_count_bound(const ta_game *game, uint64_t n)
{
    return n < 2 || game->form->count == NULL ? 0 : game->form->count(game, n);
}

uint64_t ta_game_scratch(const ta_game *game, uint64_t n)
{
    return n < 2 || game->form->scratch == NULL ? 0
                                                : game->form->scratch(game, n);
}

ta_status ta_game_each(const ta_game *game, uint64_t n, ta_visit visit,
                       void *state)
{
    return n < 2 || game->form->each == NULL
               ? TA_OK
               : game->form->each(game, n, visit, state);
}

static ta_status set_bit(void *state, uint64_t element)
{
    uint64_t *words = state;
    words[element / 64] |= (uint64_t)1 << element % 64;
    return TA_OK;
}

ta_status ta_game_fill(const ta_game *game, uint64_t n, uint64_t *words)
{
    memset(words, 0, (size_t)ta_bits_words(n) * 8);
    return n < 2 || game->form->fill == NULL
               ? ta_game_each(game, n, set_bit, words)
               : game->form->fill(game, n, words);
}

typedef struct collector {
    uint64_t *list;
    size_t count;
} collector;

static ta_status collect(void *state, uint64_t element)
{
    collector *c = state;
    c->list[c->count++] = element;
    return TA_OK;
}

ta_status ta_game_elements(const ta_game *game, uint64_t n, uint64_t **elements,
                           size_t *count)
{
    collector c = {ta_alloc(ta_game_count_bound(game, n), 8), 0};
    if (c.list == NULL)
        return TA_ENOMEM;
    ta_status st = ta_game_each(game, n, collect, &c);
    if (st != TA_OK) {
        ta_free(c.list);
        return st;
    }
    *elements = c.list;
    *count = c.count;
    return TA_OK;
}

double ta_game_growth(const ta_game *game, uint64_t n)
{
    double all = (double)ta_game_count_bound(game, n);
    double half = (double)ta_game_count_bound(game, n / 2);
    return half > 0 && all > half ? log2(all / half) : 0;
}

/* A spec that ta_game_new reads back, if it is short; else its count. */
static char *list_spec(const ta_game *game)
{
    enum { ROOM = 512, LONGEST = 44 }; /* two numbers of 20 digits, ",-" */
    const ta_range *range = game->as.ranges.range;
    const size_t n = game->as.ranges.count;
    char *text = ta_alloc(ROOM, 1);
    if (text == NULL)
        return NULL;
    int used = snprintf(text, ROOM, "list:");
    for (size_t i = 0; i < n; i++) {
        ta_range r = range[i];
        if (used > ROOM - LONGEST) {
            used = 0;
            break;
        }
        used += snprintf(text + used, (size_t)(ROOM - used), "%s%" PRIu64,
                         i > 0 ? "," : "", r.first);
        if (r.last > r.first)
            used += snprintf(text + used, (size_t)(ROOM - used), "-%" PRIu64,
                             r.last);
    }
    if (used == 0 || n == 0)
        snprintf(text, ROOM, "list of %" PRIu64 " numbers",
                 n == 0 ? 0
                        : range[n - 1].before + range[n - 1].last -
                              range[n - 1].first + 1);
    return text;
}

ta_status ta_game_from_list(const uint64_t *set, size_t count,
                            ta_convention convention, ta_game **game,
                            ta_error *error)
{
    for (size_t i = 0; i < count; i++)
        if (set[i] == 0)
            return ta_fail(error, TA_EINVAL,
                           "the list has 0, which is no move; the numbers of "
                           "a set are 1 or more");
    ta_game *made = ta_alloc_zero(1, sizeof *made);
    ta_range *range = ta_alloc(count, sizeof *range);
    if (made == NULL || range == NULL)
        goto no_memory;
    for (size_t i = 0; i < count; i++)
        range[i] = (ta_range){.first = set[i], .last = set[i]};
    ta_make_ranges(made, range, count);
    range = NULL;
    made->convention = convention;
    made->spec = list_spec(made);
    if (made->spec == NULL)
        goto no_memory;
    *game = made;
    return TA_OK;

no_memory:
    ta_free(range);
    ta_game_free(made);
    return ta_fail(error, TA_ENOMEM, "no memory for a list of %zu numbers",
                   count);
}
