/* The period of a game's nim-values: proved for a finite set, seen at most for
 * an infinite one. */
#include <inttypes.h>

#include "base/tail.h"
#include "play/play.h"

/* What is called seen must have come this often, and fill half of the range. */
enum { TIMES = 3 };

/* The longest tail of the values that consists of a part TIMES times over: the
 * borders of the reversed sequence give the least period of every tail. */
static void look_at(const uint16_t *value, uint64_t n, uint32_t *border,
                    ta_period *p)
{
    ta_borders(value + n - 1, -1, n, border);
    for (uint64_t m = n; m >= n / 2 && m > 0 && p->period == 0; m--)
        if (TIMES * (m - border[m]) <= m) {
            p->period = m - border[m];
            p->preperiod = n - m;
        }
}

static ta_status see(const uint64_t *set, size_t count, uint64_t n,
                     const ta_options *options, ta_period *p)
{
    ta_walk walk;
    uint16_t *value = ta_alloc(n, sizeof *value);
    uint32_t *border = ta_alloc(n + 1, sizeof *border);
    ta_status st = ta_walk_new(set, count, NULL, &walk);
    if (st == TA_OK && (value == NULL || border == NULL))
        st = TA_ENOMEM;
    for (uint64_t i = 0; st == TA_OK && i < n; i++) {
        unsigned v = 0;
        if (i % 1024 == 0)
            st = ta_poll(options, (double)i / (double)n, i);
        if (st == TA_OK)
            st = ta_walk_step(&walk, &v);
        value[i] = (uint16_t)v;
        if (v > p->largest) {
            p->largest = v;
            p->largest_at = i;
        }
    }
    if (st == TA_OK && n > 0)
        look_at(value, n, border, p);
    p->known = n;
    ta_walk_free(&walk);
    ta_free(value);
    ta_free(border);
    return st;
}

static uint64_t memory_of(const ta_game *game, uint64_t search,
                          const ta_period *p)
{
    if (p->finite && p->reach >= search)
        return 0;
    uint64_t bound = p->finite ? p->reach + 1 : search;
    uint64_t count = ta_game_count_bound(game, bound);
    if (!p->finite)
        /* Values, the walk's own, of whose room half is used, and borders. */
        return ta_add_sat(ta_mul_sat(8, search),
                          ta_add_sat(8 * count, ta_game_scratch(game, bound)));
    return ta_add_sat(8 * count, ta_period_memory(count, p->reach));
}

ta_status ta_period_find(const ta_game *game, uint64_t search,
                         const ta_options *options, ta_period *p,
                         ta_error *error)
{
    static const ta_options defaults;
    uint64_t *set = NULL;
    size_t count;
    if (options == NULL)
        options = &defaults;
    *p = (ta_period){.finite = ta_game_is_finite(game),
                     .reach = ta_game_largest(game)};
    if (ta_options_check(options, error) != TA_OK)
        return TA_EINVAL;
    if (ta_octal_code(game) != NULL)
        return ta_fail(error, TA_EINVAL,
                       "periods of octal games are found by ta_octal_solve");
    if (ta_game_convention(game) != TA_NORMAL)
        return ta_fail(error, TA_EINVAL,
                       "nim-values exist for normal play only");
    if (ta_start_check(options->start, error) != TA_OK)
        return TA_EINVAL;
    if (!p->finite && options->start != NULL)
        return ta_fail(error, TA_EINVAL,
                       "positions are given beforehand of finite sets only");
    if (!p->finite && search >= UINT32_MAX)
        return ta_fail(error, TA_ERANGE,
                       "of an infinite set at most 2^32 - 2 values are looked "
                       "at");
    ta_status st = ta_admit(options, memory_of(game, search, p), error,
                            "the search for a period needs");
    if (st != TA_OK)
        return st;
    if (p->finite && p->reach >= search)
        return TA_OK; /* no window can come twice */
    st =
        ta_game_elements(game, p->finite ? p->reach + 1 : search, &set, &count);
    if (st == TA_OK && p->finite)
        st = ta_period_of(set, count, search, options, p);
    else if (st == TA_OK)
        st = see(set, count, search, options, p);
    if (st == TA_ENOMEM)
        ta_fail(error, st, "no memory for the search for a period");
    if (st == TA_ERANGE)
        ta_fail(error, st, "a nim-value is above 65535");
    if (st == TA_ECANCELLED)
        ta_fail(error, st, "stopped on request");
    if (st != TA_OK)
        p->period = 0;
    ta_free(set);
    return st;
}
