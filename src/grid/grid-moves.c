/* Reads the moves of a game on the plane, such as "(1,0):all (1,1):1,3". */
#include <string.h>

#include "base/big.h"
#include "grid/plane.h"

static const char spaces[] = " \t\n";

/* Makes S of `length` characters, at least 1: "all", numbers, or a set for
 * ta_game_new. */
static ta_status read_set(const char *text, size_t length, ta_game **set,
                          ta_error *error)
{
    static const char list[] = "list:";
    const bool all = length == 3 && strncmp(text, "all", 3) == 0;
    const bool bare = *text >= '0' && *text <= '9';
    char *spec = tai_alloc_zero(sizeof list + length, 1);
    if (spec == NULL)
        return TA_ENOMEM;
    if (all)
        strcpy(spec, "nim");
    else
        strncat(strcpy(spec, bare ? list : ""), text, length);
    ta_status st = ta_game_new(spec, TA_NORMAL, set, error);
    if (st == TA_OK &&
        (ta_game_about(*set)->octal != NULL || ta_game_about(*set)->rule))
        st = tai_fail(error, TA_EINVAL,
                      "\"%s\" is no subtraction set, which a direction needs",
                      spec);
    ta_free(spec);
    return st;
}

/* Reads "(a,b):S" of `length` characters. */
static ta_status read_direction(const char *text, size_t length,
                                tai_direction *d, ta_error *error)
{
    const char *comma = memchr(text, ',', length);
    const char *close = memchr(text, ')', length);
    if (*text != '(' || comma == NULL || close == NULL || comma > close ||
        close + 2 >= text + length || close[1] != ':')
        return tai_fail(error, TA_EINVAL,
                        "a direction with its set is written like (1,1):all or "
                        "(2,1):1,3, and spaces are between two of them");
    ta_status st = tai_number_parse_span(text + 1, (size_t)(comma - text) - 1,
                                         "+-", &d->a, error);
    if (st == TA_OK)
        st = tai_number_parse_span(comma + 1, (size_t)(close - comma) - 1, "+-",
                                   &d->b, error);
    if (st == TA_OK && d->a == 0 && d->b == 0)
        st = tai_fail(error, TA_EINVAL,
                      "a move along (0,0) would not change the position");
    if (st == TA_OK)
        st = read_set(close + 2, (size_t)(text + length - close) - 2, &d->set,
                      error);
    return st;
}

static ta_status read_moves(const char *text, tai_grid_moves *moves,
                            ta_error *error)
{
    ta_status st = TA_OK;
    ta_error why = {""};
    const char *const all = text;
    char quoted[TA_QUOTE];
    text += strspn(text, spaces);
    while (st == TA_OK && *text != '\0') {
        const size_t length = strcspn(text, spaces);
        if (moves->count == TA_DIRECTIONS_MOST)
            return tai_fail(error, TA_EINVAL,
                            "a game on the plane has at most %d directions",
                            TA_DIRECTIONS_MOST);
        st = read_direction(text, length, &moves->direction[moves->count++],
                            &why);
        if (st != TA_OK && why.text[0] != '\0')
            tai_fail(error, st, "moves \"%s\": %s", tai_quote(all, quoted),
                     why.text);
        text += length;
        text += strspn(text, spaces);
    }
    return st;
}

ta_status tai_grid_moves_new(const char *text, tai_grid_moves **moves,
                             ta_error *error)
{
    tai_grid_moves *m = *moves = tai_alloc_zero(1, sizeof *m);
    ta_status st = m != NULL ? read_moves(text, m, error) : TA_ENOMEM;
    if (st != TA_OK) {
        tai_grid_moves_free(m);
        *moves = NULL;
    }
    return st;
}

void tai_grid_moves_free(tai_grid_moves *moves)
{
    for (size_t k = 0; moves != NULL && k < moves->count; k++)
        ta_game_free(moves->direction[k].set);
    ta_free(moves);
}

void tai_grid_each_set(const tai_grid_moves *moves, uint64_t width,
                       uint64_t height,
                       void (*visit)(const ta_game *set, uint64_t most))
{
    for (size_t k = 0; k < moves->count; k++) {
        const tai_direction *d = &moves->direction[k];
        const uint64_t x = d->a > 0 ? (width - 1) / d->a : UINT64_MAX,
                       y = d->b > 0 ? (height - 1) / d->b : UINT64_MAX;
        visit(d->set, x < y ? x : y);
    }
}
