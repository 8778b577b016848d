/* Periods of the rows of nim-values: seen by row_see, proved by the theorem of
 * README.md in rows_find. */
#include <string.h>

#include "base/tail.h"
#include "grid/plane.h"

static uint64_t gcd(uint64_t a, uint64_t b)
{
    while (b != 0) {
        const uint64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

/* For tai_game_each: keeps the largest number. */
static ta_status keep_last(void *last, uint64_t element)
{
    *(uint64_t *)last = element;
    return TA_OK;
}

/* Sets *columns, A of README.md, to the most columns that a move from rows up
 * to y crosses; at least `width` if it is so many, or has no bound. */
static ta_status row_reach(const tai_grid_moves *m, uint64_t y, uint64_t width,
                           uint64_t *columns)
{
    ta_status st = TA_OK;
    *columns = 0;
    for (size_t k = 0; k < m->count && st == TA_OK; k++) {
        const tai_direction *d = &m->direction[k];
        const ta_game_info *about = ta_game_about(d->set);
        uint64_t last = 0;
        if (d->b > 0)
            st = tai_game_each(d->set, y / d->b + 1, keep_last, &last);
        else
            last = about->finite ? about->largest : width;
        *columns = tai_max_u64(*columns, tai_mul_sat(last, d->a));
    }
    return st;
}

/* Sets *row to the period that the values show, if their differences, which
 * show a saltus, repeat TIMES times or more in half of the row or more.
 * `scratch` has space for `width` differences, which are mod 2^16. */
static ta_status row_see(const uint16_t *g, uint64_t width, uint16_t *scratch,
                         ta_period *row)
{
    enum { TIMES = 3 };
    uint64_t p = 0, e = 0;
    for (uint64_t x = 0; x + 1 < width; x++)
        scratch[x] = (uint16_t)(g[x + 1] - g[x]);
    const uint64_t n = width > 0 ? width - 1 : 0;
    const ta_status st = tai_tail_period(scratch, n, n / 2, &p);
    if (st != TA_OK || p == 0)
        return st;
    e = tai_tail_start(scratch, n, p); /* which leaves out index 0 */
    e -= e == 1 && scratch[0] == scratch[p];
    if (n - e >= TIMES * p)
        *row = (ta_period){.period = p,
                           .preperiod = e,
                           .saltus = (int64_t)g[width - 1] - g[width - 1 - p]};
    return TA_OK;
}

/* Sets rows[y] for all rows. */
static ta_status rows_find(const tai_grid_moves *m, const uint16_t *values,
                           uint64_t width, uint64_t height, ta_period *rows)
{
    /* Of all rows so far: P and E of README.md, and the longest period. */
    uint64_t period = 1, start = 0, longest = 0;
    uint16_t *scratch = tai_alloc(width, sizeof *scratch);
    ta_status st = scratch != NULL ? TA_OK : TA_ENOMEM;
    for (uint64_t y = 0; y < height && st == TA_OK; y++) {
        uint64_t columns = 0;
        ta_period *row = &rows[y];
        *row = (ta_period){.period = 0};
        st = row_see(values + y * width, width, scratch, row);
        if (st == TA_OK)
            st = row_reach(m, y, width, &columns);
        /* A row without a plain period leaves all later ones unproved. */
        const uint64_t p = row->saltus == 0 ? row->period : 0;
        period = p > 0 ? tai_mul_sat(period / gcd(period, p), p) : 0;
        start = tai_max_u64(start, row->preperiod);
        longest = tai_max_u64(longest, p);
        if (period > 0 && tai_add_sat(tai_add_sat(period, start),
                                      tai_max_u64(columns, longest)) <= width)
            row->proof = TA_PROOF_REPEATED;
    }
    ta_free(scratch);
    return st;
}

ta_status tai_grid_periods(const tai_grid_moves *moves, uint64_t width,
                           uint64_t height, const ta_options *options,
                           ta_period *rows, ta_error *error)
{
    tai_budget *budget;
    ta_status st =
        tai_budget_begin(options != NULL ? options->max_memory : 0, &budget);
    if (st != TA_OK)
        return st;
    uint16_t *values = tai_alloc(tai_mul_sat(width, height), sizeof *values);
    st = values != NULL ? TA_OK : TA_ENOMEM;
    if (st == TA_OK)
        st = tai_grid_run(moves, TA_NORMAL, TA_CONTENT_NIM, width, height,
                          options, &(ta_sink){tai_block_store, values}, error);
    if (st == TA_OK)
        st = rows_find(moves, values, width, height, rows);
    if (st == TA_ENOMEM)
        tai_fail(error, st, "no memory for the values of a plane");
    ta_free(values);
    return tai_budget_end(budget, st, error);
}

ta_status ta_grid_periods(const char *moves, uint64_t width, uint64_t height,
                          const ta_options *options, ta_period *rows,
                          ta_error *error)
{
    tai_grid_moves *m;
    ta_status st = tai_grid_moves_new(moves, &m, error);
    if (st == TA_OK)
        st = tai_grid_periods(m, width, height, options, rows, error);
    tai_grid_moves_free(m);
    return st;
}
