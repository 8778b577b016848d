/* Periods of many finite sets, small and larger ones, against the definition.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"

enum { ELEMENTS = 12, MANY = 200, TERMS = 4000 };

/* Outcomes (1 for cold) or values of [0, n), by the definition; not freed by
 * ta_free. */
static uint8_t *sequence_from(const ta_finite_set *s, bool sink, uint64_t n,
                              bool values)
{
    uint8_t *f = calloc(n + 1, sizeof *f);
    ck_assert(f != NULL);
    for (uint64_t i = 0; i < n; i++) {
        bool has[ELEMENTS + 2] = {false};
        for (size_t k = 0; k < s->count; k++)
            if (s->elements[k] <= i)
                has[f[i - s->elements[k]]] = true;
            else if (sink)
                has[values ? 0 : 1] = true;
        uint8_t mex = 0;
        while (has[mex])
            mex++;
        f[i] = values ? mex : (uint8_t)!has[1];
    }
    return f;
}

/* Finds the first of all windows of max S terms that comes again, and when; and
 * how far back the two windows go on alike. */
static void first_repetition(const uint8_t *f, size_t window, uint64_t *from,
                             uint64_t *period)
{
    for (uint64_t n = 1;; n++)
        for (uint64_t i = 0; i < n; i++)
            if (memcmp(f + i, f + n, window * sizeof *f) == 0) {
                for (; i > 0 && f[i - 1] == f[n - 1]; n--)
                    i--;
                *from = i;
                *period = n - i;
                return;
            }
}

static ta_census_row row_from(const ta_finite_set *s, bool sink)
{
    ta_census_row row = {0};
    size_t window = s->count > 0 ? s->elements[s->count - 1] : 1;
    uint8_t *cold = sequence_from(s, sink, TERMS, false);
    uint8_t *value = sequence_from(s, sink, TERMS, true);
    first_repetition(cold, window, &row.outcome.preperiod, &row.outcome.period);
    first_repetition(value, window, &row.nim.preperiod, &row.nim.period);
    ck_assert(row.nim.preperiod + row.nim.period + window < TERMS);
    for (uint64_t i = 0; i < row.outcome.period; i++)
        row.cold_in_period += cold[row.outcome.preperiod + i];
    row.reverse = s->count <= 7;
    for (uint64_t i = 0; i < row.nim.preperiod + row.nim.period; i++) {
        unsigned above = 0;
        for (size_t k = 0; k < s->count; k++)
            above |= 1U << value[i + s->elements[k]];
        row.reverse = row.reverse && value[i] == tai_ctz(~above);
        row.largest = value[i] > row.largest ? value[i] : row.largest;
    }
    free(cold);
    free(value);
    return row;
}

static void assert_same(const ta_census_row *want, const ta_census_row *got,
                        size_t number, uint64_t seed)
{
    ck_assert_msg(want->outcome.preperiod == got->outcome.preperiod &&
                      want->outcome.period == got->outcome.period &&
                      want->nim.preperiod == got->nim.preperiod &&
                      want->nim.period == got->nim.period &&
                      want->cold_in_period == got->cold_in_period &&
                      want->largest == got->largest &&
                      want->reverse == got->reverse,
                  "set %zu, seed %" PRIu64 ": want outcomes %" PRIu64
                  " %" PRIu64 ", values %" PRIu64 " %" PRIu64 ", got %" PRIu64
                  " %" PRIu64 ", %" PRIu64 " %" PRIu64,
                  number, seed, want->outcome.preperiod, want->outcome.period,
                  want->nim.preperiod, want->nim.period, got->outcome.preperiod,
                  got->outcome.period, got->nim.preperiod, got->nim.period);
}

/* Set number i: the elements are the bits of i. */
TEST(all_small_sets, 1)
{
    enum { SETS = 1 << ELEMENTS };
    static uint64_t elements[SETS][ELEMENTS];
    static ta_finite_set sets[SETS];
    static ta_census_row rows[SETS];
    for (size_t i = 0; i < SETS; i++) {
        sets[i] = (ta_finite_set){elements[i], 0};
        for (unsigned k = 0; k < ELEMENTS; k++)
            if (i >> k & 1)
                elements[i][sets[i].count++] = k + 1;
    }
    ta_error error = {""};
    ta_options options = {.threads = 3};
    test_ok(ta_census(sets, SETS, 1 << 20, &options, rows, &error));
    for (size_t i = 0; i < SETS; i++) {
        ta_census_row want = row_from(&sets[i], false);
        assert_same(&want, &rows[i], i, 0);
    }
}

/* The same with the sink convention, and the search of `takeaway period`. */
TEST(sets_with_a_sink, 1)
{
    enum { WITHIN = 9 };
    for (size_t i = 0; i < 1 << WITHIN; i++) {
        uint64_t elements[ELEMENTS];
        ta_finite_set set = {elements, 0};
        for (unsigned k = 0; k < WITHIN; k++)
            if (i >> k & 1)
                elements[set.count++] = k + 1;
        ta_options options = {.sink = true};
        ta_error error = {""};
        ta_census_row row, want = row_from(&set, true);
        test_ok(ta_census(&set, 1, 1 << 20, &options, &row, &error));
        assert_same(&want, &row, i, 0);
        ta_game *game = NULL;
        ta_summary p;
        test_ok(
            ta_game_from_list(elements, set.count, TA_NORMAL, &game, &error));
        test_ok(ta_period_find(game, 1 << 20, &options, &p, &error));
        ck_assert(p.nim.proof == TA_PROOF_REPEATED &&
                  p.nim.period == want.nim.period &&
                  p.nim.preperiod == want.nim.preperiod &&
                  p.largest == want.largest);
        ta_game_free(game);
    }
}

/* ---- larger sets ---- */

typedef struct many {
    uint64_t elements[MANY][ELEMENTS];
    ta_finite_set sets[MANY];
} many;

/* Around the widths of windows, and with a common divisor now and then. */
static void random_sets(test_rng *r, many *m)
{
    static const uint64_t most[] = {20, 63, 64, 65, 127, 128, 129, 200};
    for (size_t i = 0; i < MANY; i++) {
        uint64_t below = most[test_below(r, sizeof most / sizeof *most)];
        uint64_t times = test_below(r, 4) == 0 ? 1 + test_below(r, 5) : 1;
        size_t wanted = 1 + (size_t)test_below(r, ELEMENTS), count = 0;
        uint64_t *e = m->elements[i];
        /* Short sets, too, reach the end of the window. */
        e[0] = times * below;
        for (size_t k = 1; k < wanted; k++)
            e[k] = times * (1 + test_below(r, below));
        qsort(e, wanted, sizeof *e, tai_by_number);
        for (size_t k = 0; k < wanted; k++)
            if (count == 0 || e[k] != e[count - 1])
                e[count++] = e[k];
        m->sets[i] = (ta_finite_set){e, count};
    }
}

/* The rows of those sets whose sequences repeat within what the definition is
 * followed to. */
TEST_SAMPLED(larger_sets_by_the_definition, 4, test_watched() ? 3 : 1)
{
    test_rng r = test_rng_for("larger_sets_by_the_definition", _i);
    static many m;
    static ta_census_row rows[MANY];
    size_t found = 0;
    random_sets(&r, &m);
    test_ok(ta_census(m.sets, MANY, 20000, NULL, rows, NULL));
    for (size_t i = 0; i < MANY; i++) {
        const ta_census_row *row = &rows[i];
        const uint64_t reach = m.sets[i].elements[m.sets[i].count - 1];
        if (row->nim.period == 0 ||
            row->nim.preperiod + row->nim.period + reach >= TERMS)
            continue;
        const ta_census_row want = row_from(&m.sets[i], false);
        assert_same(&want, row, i, r.seed);
        found++;
    }
    ck_assert_uint_gt(found, MANY / 2);
}

/* With a lower limit a row is the same or not found, and it is found where the
 * header says so. */
TEST(limits_and_threads, 20)
{
    test_rng r = test_rng_for("limits_and_threads", _i);
    static many m;
    static ta_census_row all[MANY], some[MANY], again[MANY];
    const uint64_t limit = 1 + test_below(&r, 5000);
    ta_options options = {.threads = 3};
    ta_error error = {""};
    random_sets(&r, &m);
    test_ok(ta_census(m.sets, MANY, 20000, NULL, all, &error));
    test_ok(ta_census(m.sets, MANY, limit, NULL, some, &error));
    test_ok(ta_census(m.sets, MANY, limit, &options, again, &error));
    size_t unfound = 0;
    for (size_t i = 0; i < MANY; i++) {
        const ta_census_row *row = &some[i];
        uint64_t reach = m.sets[i].elements[m.sets[i].count - 1];
        assert_same(row, &again[i], i, r.seed);
        ta_census_row want = all[i];
        if (row->nim.period == 0) {
            unfound++;
            want.nim.period = want.nim.preperiod = want.largest = 0;
            want.reverse = false;
        }
        if (row->outcome.period == 0)
            want.outcome.period = want.outcome.preperiod = want.cold_in_period =
                0;
        assert_same(&want, row, i, r.seed);
        /* Of S itself, which needs no less than S/d. */
        ck_assert(row->nim.period != 0 || all[i].nim.period == 0 ||
                  8 * (tai_max_u64(all[i].nim.preperiod, all[i].nim.period) +
                       reach + 64) >=
                      limit);
    }
    ck_assert(limit > 300 || unfound > 0);
}

/* ---- what is refused, and what goes wrong ---- */

TEST(refusals, 1)
{
    static const uint64_t zero[] = {0, 3}, twice[] = {2, 2}, down[] = {5, 4};
    static const uint64_t four_five[] = {4, 5};
    static const uint64_t large[] = {1, (UINT64_C(1) << 32) + 1};
    const ta_finite_set bad[] = {{zero, 2}, {twice, 2}, {down, 2}, {large, 2}};
    const ta_finite_set good = {four_five, 2};
    ta_census_row row;
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        ta_error error = {""};
        ck_assert_int_eq(ta_census(&bad[k], 1, 1000, NULL, &row, &error),
                         TA_EINVAL);
        ck_assert_str_ne(error.text, "");
    }
    ta_error error = {""};
    ta_options small = {.max_memory = 1000};
    ta_options given = {.sink = true}; /* not of an ordinary run */
    ta_game *game = test_game("list:1,2", TA_NORMAL);
    test_ok(ta_census(&good, 1, 99, &given, &row, &error));
    ck_assert_int_eq(ta_run(TA_CONTENT_NIM, game, 9, &given, NULL, &error),
                     TA_EINVAL);
    ta_game_free(game);
    ck_assert_int_eq(ta_census(&good, 1, 0, NULL, &row, &error), TA_EINVAL);
    ck_assert_int_eq(ta_census(&good, 1, UINT64_MAX, NULL, &row, &error),
                     TA_EINVAL);
    ck_assert_int_eq(ta_census(&good, 1, 1 << 20, &small, &row, &error),
                     TA_ELIMIT);
    /* No window of 5 positions comes again among 5. */
    test_ok(ta_census(&good, 1, 5, NULL, &row, &error));
    ck_assert_uint_eq(row.outcome.period, 0);
    test_ok(ta_census(NULL, 0, 5, NULL, NULL, &error));
}

TEST(cancelled_and_out_of_memory, 4)
{
    test_rng r = test_rng_for("cancelled_and_out_of_memory", _i);
    static many m;
    static ta_census_row rows[MANY];
    ta_error error = {""};
    random_sets(&r, &m);
    ta_status st;
    for (unsigned threads = 1; threads <= 3; threads++) {
        int calls = 6;
        ta_options options = {.threads = threads,
                              .progress = test_stop,
                              .progress_state = &calls};
        st = ta_census(m.sets, MANY, 1 << 20, &options, rows, &error);
        /* The other threads may have done all before the caller's has asked
         * six times. */
        ck_assert_int_eq(st, calls <= 0 ? TA_ECANCELLED : TA_OK);
        ck_assert(threads > 1 || st == TA_ECANCELLED);
    }
    test_failing f = {0};
    while (test_fails_next(&f))
        f.status = ta_census(m.sets, 20, 1 << 12, &(ta_options){.threads = 2},
                             rows, &f.error);
}
