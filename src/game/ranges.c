/* Sets given as ranges: what list: and file: become. A range is never
 * expanded beyond the bound that is asked for. */
#include <stdlib.h>

#include "game/form.h"

/* By bisection: cost models ask often, and a file may hold a million ranges. */
static uint64_t count(const ta_game *game, uint64_t n)
{
    const ta_range *range = game->as.ranges.range;
    size_t from = 0, to = game->as.ranges.count;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (range[middle].first < n)
            from = middle + 1;
        else
            to = middle;
    }
    if (from == 0)
        return 0;
    ta_range r = range[from - 1];
    return r.before + ta_min_u64(r.last, n - 1) - r.first + 1;
}

static ta_status each(const ta_game *game, uint64_t n, ta_visit visit,
                      void *state)
{
    for (size_t i = 0; i < game->as.ranges.count; i++) {
        ta_range r = game->as.ranges.range[i];
        if (r.first >= n)
            break;
        uint64_t end = ta_min_u64(r.last, n - 1) + 1; /* n at most */
        for (uint64_t s = r.first; s < end; s++) {
            ta_status st = visit(state, s);
            if (st != TA_OK)
                return st;
        }
    }
    return TA_OK;
}

static ta_status fill(const ta_game *game, uint64_t n, uint64_t *words)
{
    const uint64_t ones = ~(uint64_t)0;
    for (size_t i = 0; i < game->as.ranges.count; i++) {
        ta_range r = game->as.ranges.range[i];
        if (r.first >= n)
            break;
        uint64_t last = ta_min_u64(r.last, n - 1);
        uint64_t w = r.first / 64, end = last / 64;
        uint64_t head = ones << r.first % 64, tail = ones >> (63 - last % 64);
        if (w == end) {
            words[w] |= head & tail;
            continue;
        }
        words[w] |= head;
        for (w++; w < end; w++)
            words[w] = ones;
        words[end] |= tail;
    }
    return TA_OK;
}

static void free_ranges(ta_game *game)
{
    ta_free(game->as.ranges.range);
}

static uint64_t largest(const ta_game *game)
{
    size_t n = game->as.ranges.count;
    return n > 0 ? game->as.ranges.range[n - 1].last : 0;
}

static int compare(const void *a, const void *b)
{
    uint64_t x = ((const ta_range *)a)->first, y = ((const ta_range *)b)->first;
    return (x > y) - (x < y);
}

void ta_make_ranges(ta_game *game, ta_range *range, size_t given)
{
    static const ta_form form = {count, each, fill, NULL, free_ranges, largest};
    bool sorted = true;
    for (size_t i = 1; i < given && sorted; i++)
        sorted = range[i - 1].first <= range[i].first;
    if (!sorted)
        qsort(range, given, sizeof *range, compare);
    size_t kept = 0;
    for (size_t i = 0; i < given; i++) {
        /* first - 1 does not overflow, since first >= 1 */
        if (kept > 0 && range[i].first - 1 <= range[kept - 1].last)
            range[kept - 1].last =
                ta_max_u64(range[kept - 1].last, range[i].last);
        else
            range[kept++] = range[i];
    }
    uint64_t before = 0;
    for (size_t i = 0; i < kept; i++) {
        range[i].before = before;
        before += range[i].last - range[i].first + 1;
    }
    game->form = &form;
    game->as.ranges.range = range;
    game->as.ranges.count = kept;
    game->least = kept > 0 ? range[0].first : UINT64_MAX;
}
