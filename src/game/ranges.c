/* Sets stored as ranges: lists, files, and residue classes, whose ranges repeat
 * with their modulus. tai_add_range collects them, tai_make_ranges sorts and
 * joins them; the functions of the form rely on this order. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/big.h"
#include "game/form.h"

/* ---- the form ---- */

/* Returns the first number of the k-th range, k = 1, 2, ... */
static uint64_t range_first(const ta_game *game, uint64_t k)
{
    return game->ranges.range[k - 1].first;
}

/* Counts the elements of the stored ranges below n. */
static uint64_t count_stored(const ta_game *game, uint64_t n)
{
    uint64_t k = tai_count_below(range_first, game, game->ranges.count, n);
    if (k == 0)
        return 0;
    ta_range r = game->ranges.range[k - 1];
    return r.before + tai_min_u64(r.last, n - 1) - r.first + 1;
}

static uint64_t ranges_count(const ta_game *game, uint64_t n)
{
    uint64_t modulus = game->ranges.modulus;
    uint64_t periods = modulus > 0 ? (n - 1) / modulus : 0;
    if (periods == 0)
        return count_stored(game, n);
    return periods * count_stored(game, modulus + 1) +
           count_stored(game, n - periods * modulus);
}

/* A loop over ranges, repeated with the modulus. */
typedef struct cursor {
    uint64_t base;        /* multiple of the modulus, added to stored ranges */
    size_t next;          /* index of the next stored range */
    uint64_t first, last; /* the current range, last < n */
} cursor;

/* Moves to the next range, cut off at n. Returns false at the end. */
static bool next_range(const ta_game *game, uint64_t n, cursor *c)
{
    uint64_t modulus = game->ranges.modulus;
    if (c->next == game->ranges.count) {
        if (modulus == 0 || modulus >= n - c->base)
            return false;
        c->base += modulus;
        c->next = 0;
    }
    ta_range r = game->ranges.range[c->next++];
    c->first = c->base + r.first;
    c->last = c->base + tai_min_u64(r.last, n - 1 - c->base);
    return r.first < n - c->base;
}

static ta_status ranges_each(const ta_game *game, uint64_t n, tai_visit visit,
                             void *state)
{
    ta_status st = TA_OK;
    for (cursor c = {0}; st == TA_OK && next_range(game, n, &c);)
        for (uint64_t s = c.first; st == TA_OK && s <= c.last; s++)
            st = visit(state, s);
    return st;
}

/* Sets the bits `first` to `last`, both included. */
static void set_bits(uint64_t *words, uint64_t first, uint64_t last)
{
    const uint64_t ones = ~(uint64_t)0;
    for (uint64_t w = first / 64; w <= last / 64; w++)
        words[w] |= (w == first / 64 ? ones << first % 64 : ones) &
                    (w == last / 64 ? ones >> (63 - last % 64) : ones);
}

/* With a modulus m the first m words repeat, as 64 m bits are a multiple of m.
 */
static ta_status ranges_fill(const ta_game *game, uint64_t n, uint64_t *words,
                             const ta_options *options)
{
    (void)options;
    uint64_t total = ta_bits_words(n), period = game->ranges.modulus;
    bool repeats = period > 0 && period < total;
    uint64_t end = repeats ? 64 * period : n; /* of the bits set one by one */
    for (cursor c = {0}; next_range(game, end, &c);)
        set_bits(words, c.first, c.last);
    if (!repeats)
        return TA_OK;
    /* The loop below copies bit 0 to multiples of 64 m, which are in the set if
     * m is; m can only end the last range. */
    words[0] |= game->ranges.range[game->ranges.count - 1].last == period;
    for (uint64_t w = period; w < total; w++)
        words[w] = words[w - period];
    return TA_OK;
}

/* ---- making it ---- */

ta_status tai_add_range(ta_game *game, uint64_t first, uint64_t last,
                        ta_error *error)
{
    size_t count = game->ranges.count;
    if (first == 0)
        return tai_fail(error, TA_EINVAL,
                        "0 is no move; the numbers of a set are 1 or more");
    if (count > 0 && game->ranges.range[count - 1].last == first - 1) {
        game->ranges.range[count - 1].last = last;
        return TA_OK;
    }
    if (!tai_grow(&game->ranges.range, &game->ranges.room, count, count + 1,
                  sizeof(ta_range)))
        return tai_fail(error, TA_ENOMEM, "no memory for more than %zu numbers",
                        count);
    game->ranges.range[count] = (ta_range){.first = first, .last = last};
    game->ranges.count++;
    return TA_OK;
}

void tai_make_ranges(ta_game *game, uint64_t modulus)
{
    static const tai_form form = {ranges_count, ranges_each, ranges_fill, NULL};
    ta_range *range = game->ranges.range;
    size_t kept = 0, sorted = 1;
    uint64_t before = 0;
    while (sorted < game->ranges.count &&
           range[sorted - 1].first <= range[sorted].first)
        sorted++;
    if (sorted < game->ranges.count) /* by `first`, the first member */
        qsort(range, game->ranges.count, sizeof *range, tai_by_number);
    /* Joins ranges that overlap or touch. */
    for (size_t i = 0; i < game->ranges.count; i++)
        if (kept > 0 && range[i].first - 1 <= range[kept - 1].last)
            range[kept - 1].last =
                tai_max_u64(range[kept - 1].last, range[i].last);
        else
            range[kept++] = range[i];
    for (size_t i = 0; i < kept; i++) {
        range[i].before = before;
        before += range[i].last - range[i].first + 1;
    }
    game->form = &form;
    game->about.finite = modulus == 0;
    if (modulus == 0 && kept > 0) {
        game->about.largest = range[kept - 1].last;
        game->about.ranges = range;
        game->about.n_ranges = kept;
    }
    game->least = kept > 0 ? range[0].first : UINT64_MAX;
    game->ranges.count = kept;
    game->ranges.modulus = modulus;
}

/* ---- the kinds ---- */

/* Reads ranges, such as "1,4-7,12". */
ta_status tai_kind_list(ta_game *game, const char *argument, ta_error *error)
{
    const char *at = argument;
    ta_status st;
    ta_error why = {""};
    do {
        uint64_t first, last;
        st = tai_read_number(&at, "-,", &first, &why);
        if (st != TA_OK)
            tai_fail(error, st,
                     *at == '-' ? "%s; in a list '-' makes a range" : "%s",
                     why.text);
        last = first;
        if (st == TA_OK && *at == '-') {
            at++;
            st = tai_read_number(&at, ",", &last, error);
        }
        if (st == TA_OK && first > last)
            st = tai_fail(error, TA_EINVAL,
                          "the range \"%" PRIu64 "-%" PRIu64
                          "\" ends before it begins; in a list '-' makes a "
                          "range, and takes nothing away",
                          first, last);
        if (st == TA_OK)
            st = tai_add_range(game, first, last, error);
    } while (st == TA_OK && *at++ == ',');
    if (st == TA_OK)
        tai_make_ranges(game, 0);
    return st;
}

/* Reads the numbers that are no moves, such as "1,4-7", as a list, and puts the
 * gaps before, between and behind their ranges in place of these. */
ta_status tai_kind_allbut(ta_game *game, const char *argument, ta_error *error)
{
    ta_status st = tai_kind_list(game, argument, error);
    uint64_t from = 1; /* of the next gap */
    size_t kept = 0;   /* gaps, at most one for each range before */
    if (st == TA_OK && game->about.largest >= UINT32_MAX)
        st = tai_fail(error, TA_ERANGE, "numbers below 2^32 - 1 are accepted");
    for (size_t k = 0; st == TA_OK && k < game->ranges.count; k++) {
        const ta_range r = game->ranges.range[k];
        if (r.first > from)
            game->ranges.range[kept++] =
                (ta_range){.first = from, .last = r.first - 1};
        from = r.last + 1;
    }
    game->ranges.count = kept;
    if (st == TA_OK)
        st = tai_add_range(game, from, UINT64_MAX, error);
    if (st == TA_OK)
        tai_make_ranges(game, 0);
    game->ranges.all_from = from;
    /* The set has no end, though its last range must have one. */
    game->about.finite = false;
    game->about.largest = game->about.n_ranges = 0;
    game->about.ranges = NULL;
    return st;
}

/* Reads residue classes, such as "1,4mod5". */
ta_status tai_kind_residues(ta_game *game, const char *argument,
                            ta_error *error)
{
    const char *mod = strchr(argument, 'm'), *at = argument;
    if (mod == NULL || strncmp(mod, "mod", 3) != 0)
        return tai_fail(
            error, TA_EINVAL,
            "classes and modulus are written like residues:1,4mod5");
    uint64_t modulus, residue;
    ta_status st = ta_number_parse(mod + 3, &modulus, error);
    if (st == TA_OK && modulus == 0)
        st = tai_fail(error, TA_EINVAL, "the modulus must be 1 or more");
    if (st != TA_OK)
        return st;
    do {
        st = tai_read_number(&at, ",m", &residue, error);
        if (st == TA_OK && residue >= modulus)
            st = tai_fail(error, TA_EINVAL,
                          "the class %" PRIu64
                          " is not below the modulus %" PRIu64,
                          residue, modulus);
        if (st == TA_OK) {
            residue = residue > 0 ? residue : modulus; /* in [1, modulus] */
            st = tai_add_range(game, residue, residue, error);
        }
    } while (st == TA_OK && *at++ == ',');
    if (st == TA_OK)
        tai_make_ranges(game, modulus);
    return st;
}

/* ---- lists that a program hands to the library ---- */

/* Writes "list:1,4-7,12", or "list of N numbers" if that needs more than `room`
 * bytes or the set is empty. `used` may count what did not fit. */
static void write_list_spec(const ta_game *game, char *text, size_t room)
{
    const size_t count = game->ranges.count;
    size_t used = 0;
    for (size_t i = 0; i < count && used < room; i++) {
        ta_range r = game->ranges.range[i];
        used += (size_t)snprintf(text + used, room - used, "%s%" PRIu64,
                                 i > 0 ? "," : "list:", r.first);
        if (r.last > r.first && used < room)
            used +=
                (size_t)snprintf(text + used, room - used, "-%" PRIu64, r.last);
    }
    if (used >= room || count == 0)
        snprintf(text, room, "list of %" PRIu64 " numbers",
                 tai_game_count_bound(game, UINT64_MAX));
}

ta_status ta_game_from_list(const uint64_t *set, size_t count,
                            ta_convention convention, ta_game **game,
                            ta_error *error)
{
    enum { ROOM = 512 };
    *game = NULL;
    ta_status st = tai_convention_check(convention, true, error);
    if (st != TA_OK)
        return st;
    ta_game *made = tai_game_blank(convention, ROOM);
    if (made == NULL)
        return tai_fail(error, TA_ENOMEM, "no memory for a list of %zu numbers",
                        count);
    for (size_t i = 0; i < count && st == TA_OK; i++)
        st = tai_add_range(made, set[i], set[i], error);
    if (st == TA_OK) {
        tai_make_ranges(made, 0);
        write_list_spec(made, made->spec, ROOM);
        *game = made;
    } else {
        ta_game_free(made);
    }
    return st;
}
