/* The period of a game's nim-values: proved for a finite set, seen at most for
 * an infinite one. */
#include <inttypes.h>

#include "base/tail.h"
#include "play/play.h"

/* A period that is called seen comes so often, and fills half of the range. */
enum { TIMES = 3 };

/* Finds the longest tail of the values that consists of a part TIMES times
 * over: the borders of the reversed sequence give the least period of every
 * tail. */
static void find_tail(const uint16_t *value, uint64_t n, uint32_t *border,
                      ta_period *p)
{
    ta_borders(value + n - 1, -1, n, border);
    for (uint64_t m = n; m >= n / 2 && m > 0 && p->period == 0; m--)
        if (TIMES * (m - border[m]) <= m) {
            p->period = m - border[m];
            p->preperiod = n - m;
        }
}

static ta_status see(const ta_game *game, uint64_t n, const ta_options *options,
                     ta_period *p, ta_error *error)
{
    const ta_options run = {.max_memory =
                                ta_limit_less(options->max_memory, 6 * n),
                            .progress = options->progress,
                            .progress_state = options->progress_state};
    uint16_t *value = ta_alloc(n, sizeof *value);
    uint32_t *border = ta_alloc(n + 1, sizeof *border);
    ta_status st = value != NULL && border != NULL ? TA_OK : TA_ENOMEM;
    if (st == TA_OK)
        st = ta_nim_array(game, n, &run, value, error);
    for (uint64_t i = 0; st == TA_OK && i < n; i++)
        if (value[i] > p->largest) {
            p->largest = value[i];
            p->largest_at = i;
        }
    if (st == TA_OK && n > 0)
        find_tail(value, n, border, p);
    p->known = n;
    ta_free(value);
    ta_free(border);
    return st;
}

static ta_status prove(const ta_game *game, uint64_t search,
                       const ta_options *options, ta_period *p)
{
    uint64_t *set;
    size_t count;
    ta_status st = ta_game_elements(game, p->reach + 1, &set, &count);
    if (st != TA_OK)
        return st;
    st = tai_period_search(set, count, search, options, p);
    ta_free(set);
    return st;
}

/* Returns the bytes of a search, without the run in an infinite set. */
static uint64_t predict_bytes(const ta_game *game, uint64_t search,
                              const ta_period *p)
{
    if (!p->finite)
        return ta_mul_sat(6, search);
    const uint64_t count = ta_game_count_bound(game, p->reach + 1);
    return ta_add_sat(8 * count, tai_period_memory(count, p->reach));
}

ta_status ta_period_find(const ta_game *game, uint64_t search,
                         const ta_options *options, ta_period *p,
                         ta_error *error)
{
    static const ta_options defaults;
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
    if (tai_start_check(options->start, error) != TA_OK)
        return TA_EINVAL;
    if (!p->finite && options->start != NULL)
        return ta_fail(error, TA_EINVAL,
                       "positions are given beforehand of finite sets only");
    if (!p->finite && search >= UINT32_MAX)
        return ta_fail(error, TA_ERANGE,
                       "of an infinite set at most 2^32 - 2 values are looked "
                       "at");
    if (p->finite && p->reach >= search)
        return TA_OK; /* no window can come twice */
    ta_status st = ta_admit(options, predict_bytes(game, search, p), error,
                            "the search for a period needs");
    if (st != TA_OK)
        return st;
    st = p->finite ? prove(game, search, options, p)
                   : see(game, search, options, p, error);
    if (st == TA_ENOMEM)
        ta_fail(error, st, "no memory for the search for a period");
    if (st == TA_ERANGE)
        ta_fail(error, st, "a nim-value is above 65535");
    if (st == TA_ECANCELLED)
        ta_fail(error, st, "stopped on request");
    if (st != TA_OK)
        p->period = 0;
    return st;
}
