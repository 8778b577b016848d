/* Makes and reads subtraction sets that are unions of others, the parts, each
 * of which may be shifted, such as squares+cubes or primes-1. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/big.h"
#include "game/form.h"
#include "game/set.h"

/* ---- the form ---- */

/* Returns the end up to which a part is read, before its shift, for elements of
 * the union below n. */
static uint64_t part_end(const tai_part *part, uint64_t n)
{
    if (part->shift < 0)
        return tai_add_sat(n, (uint64_t)-part->shift);
    return n > (uint64_t)part->shift ? n - (uint64_t)part->shift : 0;
}

/* Returns a bound on the elements of all parts together, those that several
 * parts have counted each time: what `collect` may append. */
static uint64_t parts_count(const ta_game *game, uint64_t n)
{
    uint64_t count = 0;
    for (size_t i = 0; i < game->n_parts; i++)
        count = tai_add_sat(count,
                            tai_game_count_bound(game->part[i].game,
                                                 part_end(&game->part[i], n)));
    return count;
}

static uint64_t union_count(const ta_game *game, uint64_t n)
{
    return tai_min_u64(parts_count(game, n), n - 1);
}

/* Where the elements of the parts go: as bits, or to the end of a list. */
typedef struct collector {
    int64_t shift;
    uint64_t *words, *end;
    uint64_t count; /* of elements so far */
    const ta_options *options;
} collector;

static ta_status collect(void *state, uint64_t element)
{
    enum { POLL = 1 << 20 };
    collector *c = state;
    if (c->shift < 0 && element <= (uint64_t)-c->shift)
        return TA_OK;
    element += (uint64_t)c->shift; /* modulo 2^64, so a negative one, too */
    if (c->words != NULL)
        c->words[element / 64] |= (uint64_t)1 << element % 64;
    else
        *c->end++ = element;
    return ++c->count % POLL == 0 ? tai_poll(c->options, 0, 0) : TA_OK;
}

static ta_status collect_parts(const ta_game *game, uint64_t n, collector *c)
{
    ta_status st = TA_OK;
    for (size_t i = 0; i < game->n_parts && st == TA_OK; i++) {
        c->shift = game->part[i].shift;
        st = tai_game_each(game->part[i].game, part_end(&game->part[i], n),
                           collect, c);
    }
    return st;
}

static ta_status union_fill(const ta_game *game, uint64_t n, uint64_t *words,
                            const ta_options *options)
{
    return collect_parts(game, n,
                         &(collector){.words = words, .options = options});
}

/* Visits the elements by way of an array of bits if they are dense, and
 * otherwise by way of a sorted list. */
static ta_status union_each(const ta_game *game, uint64_t n, tai_visit visit,
                            void *state)
{
    const uint64_t bound = parts_count(game, n);
    if (tai_set_is_dense(bound, n))
        return tai_each_bit(game, n, visit, state);
    uint64_t *list = tai_alloc(bound, 8);
    collector c = {.end = list};
    ta_status st = list != NULL ? collect_parts(game, n, &c) : TA_ENOMEM;
    const size_t count = st == TA_OK ? (size_t)(c.end - list) : 0;
    if (count > 0)
        qsort(list, count, sizeof *list, tai_by_number);
    for (size_t i = 0; i < count && st == TA_OK; i++)
        if (i == 0 || list[i] != list[i - 1])
            st = visit(state, list[i]);
    ta_free(list);
    return st;
}

static uint64_t union_scratch(const ta_game *game, uint64_t n)
{
    const uint64_t bound = parts_count(game, n);
    uint64_t most = 0;
    for (size_t i = 0; i < game->n_parts; i++)
        most = tai_max_u64(most, tai_game_scratch(game->part[i].game,
                                                  part_end(&game->part[i], n)));
    return tai_add_sat(most, tai_set_is_dense(bound, n)
                                 ? 8 * ta_bits_words(n)
                                 : tai_mul_sat(8, bound));
}

/* ---- making it ---- */

const char *tai_union_next(const char *spec)
{
    while ((spec = strchr(spec, '+')) != NULL)
        if (isalpha((unsigned char)*++spec))
            break;
    return spec;
}

/* Makes a part of a union from its text, SET, SET+K or SET-K, which is changed.
 * A SET with a colon has no shift: its argument may be an expression. */
static ta_status make_part(char *text, tai_part *part, ta_error *error)
{
    const size_t name = strcspn(text, ":+-");
    const char sign = text[name];
    uint64_t shift = 0;
    ta_status st = TA_OK;
    if (sign == '+' || sign == '-') {
        text[name] = '\0';
        /* No sum: the sign of -1-1 would hold for all of it. */
        st = tai_number_parse_span(text + name + 1, strlen(text + name + 1), "",
                                   &shift, error);
    }
    if (st == TA_OK && shift > TA_SHIFT_MOST)
        st = tai_fail(error, TA_ERANGE, "a shift is at most %d", TA_SHIFT_MOST);
    if (st == TA_OK && (ta_octal_is_spec(text) || text[0] == '\0' ||
                        strncmp(text, "file:", 5) == 0))
        /* No file is read: the text may be from an untrusted archive. */
        st = tai_fail(error, TA_EINVAL,
                      "\"%s\" is no part of a union, which has subtraction "
                      "sets other than file:PATH",
                      text);
    part->shift = sign == '-' ? -(int64_t)shift : (int64_t)shift;
    if (st == TA_OK)
        st = ta_game_new(text, TA_NORMAL, &part->game, error);
    return st == TA_OK && part->game->about.rule
               ? tai_fail(error, TA_EINVAL,
                          "%s is a rule, and no set for a union or a shift",
                          text)
               : st;
}

/* Takes the first element, and ends the loop. */
static ta_status take_least(void *least, uint64_t element)
{
    *(uint64_t *)least = element;
    return TA_ECANCELLED;
}

/* Makes a finite union one set of ranges. Its parts have no shifts, as only
 * `list:` is finite. */
static ta_status union_of_ranges(ta_game *game, ta_error *error)
{
    ta_status st = TA_OK;
    for (size_t i = 0; i < game->n_parts; i++) {
        const ta_game_info *about = &game->part[i].game->about;
        for (size_t k = 0; k < about->n_ranges && st == TA_OK; k++)
            st = tai_add_range(game, about->ranges[k].first,
                               about->ranges[k].last, error);
    }
    if (st == TA_OK)
        tai_make_ranges(game, 0);
    return st;
}

ta_status tai_make_union(ta_game *game, const char *spec, ta_error *error)
{
    static const tai_form form = {union_count, union_each, union_fill,
                                  union_scratch};
    ta_status st = TA_OK;
    game->form = &form;
    game->about.finite = true;
    game->least = UINT64_MAX;
    for (const char *next; spec != NULL && st == TA_OK; spec = next) {
        next = tai_union_next(spec);
        const size_t length =
            next != NULL ? (size_t)(next - 1 - spec) : strlen(spec);
        char *text = tai_alloc_zero(length + 1, 1);
        if (text == NULL)
            return tai_fail(error, TA_ENOMEM, "no memory for a union");
        if (game->n_parts == TA_PARTS_MOST) {
            st = tai_fail(error, TA_EINVAL, "a union has at most %d sets",
                          TA_PARTS_MOST);
        } else {
            tai_part *part = &game->part[game->n_parts++];
            st = make_part(memcpy(text, spec, length), part, error);
            if (st == TA_OK)
                game->about.finite &= part->game->about.finite;
        }
        ta_free(text);
    }
    if (st == TA_OK && game->about.finite)
        return union_of_ranges(game, error);
    game->about.largest = 0;
    /* The least element, by reading below larger and larger n. */
    for (uint64_t n = 2; st == TA_OK; n = tai_mul_sat(n, 2)) {
        st = tai_game_each(game, n, take_least, &game->least);
        if (n == UINT64_MAX)
            break;
    }
    if (st == TA_ENOMEM)
        tai_fail(error, st, "no memory for a union");
    return st == TA_ECANCELLED ? TA_OK : st;
}
