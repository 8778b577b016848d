/* Games on the plane against the definition and published values. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"

enum { TEXT = 400, MOST = 4 };

static const char wythoff[] = "(1,0):all (0,1):all (1,1):all";

/* A game on the plane, as text and as vectors. */
typedef struct plane_game {
    char text[TEXT];
    size_t directions;
    uint64_t a[MOST], b[MOST];
    ta_game *set[MOST];
} plane_game;

/* Random directions with small entries or none, each with a random set. */
static void random_game(test_rng *r, uint64_t most, plane_game *g)
{
    static const char *const sets[] = {"all",  "squares", "primes",
                                       "odds", "list:2",  "residues:1,2mod7"};
    size_t used = 0;
    *g = (plane_game){.directions = (size_t)test_below(r, MOST + 1)};
    for (size_t k = 0; k < g->directions; k++) {
        char set[64];
        do {
            g->a[k] = test_below(r, 3) == 0 ? 0 : test_below(r, 4);
            g->b[k] = test_below(r, 3) == 0 ? 0 : test_below(r, 4);
        } while (g->a[k] + g->b[k] == 0);
        if (test_below(r, 2) == 0)
            snprintf(set, sizeof set, "%s", sets[test_below(r, COUNT(sets))]);
        else
            snprintf(set, sizeof set, "%" PRIu64 ",%" PRIu64,
                     1 + test_edge_biased(r, most), 1 + test_below(r, 5));
        used += (size_t)snprintf(g->text + used, TEXT - used,
                                 "%s(%" PRIu64 ",%" PRIu64 "):%s",
                                 k > 0 ? " " : "", g->a[k], g->b[k], set);
        char spec[80];
        snprintf(spec, sizeof spec, "%s%s",
                 set[0] >= '0' && set[0] <= '9' ? "list:" : "",
                 strcmp(set, "all") == 0 ? "nim" : set);
        g->set[k] = test_game(spec, TA_NORMAL);
    }
}

static void free_game(plane_game *g)
{
    for (size_t k = 0; k < g->directions; k++)
        ta_game_free(g->set[k]);
}

/* Sets values[y * width + x] by the definition: nim-values, or with `cold` 0
 * for cold positions and 1 for hot ones. */
static void by_definition(const plane_game *g, bool cold, bool misere,
                          uint64_t width, uint64_t height, uint16_t *values)
{
    const uint64_t most = width + height;
    uint64_t *list[MOST];
    size_t count[MOST];
    bool *seen = malloc(MOST * most + 2);
    for (size_t k = 0; k < g->directions; k++)
        test_ok(ta_game_elements(g->set[k], most, &list[k], &count[k]));
    for (uint64_t i = 0; i < width * height; i++) {
        const uint64_t x = i % width, y = i / width;
        uint64_t options = 0;
        uint16_t value = 0;
        memset(seen, 0, MOST * most + 2);
        for (size_t k = 0; k < g->directions; k++)
            for (size_t j = 0; j < count[k] && list[k][j] * g->a[k] <= x &&
                               list[k][j] * g->b[k] <= y;
                 j++, options++)
                seen[values[i - list[k][j] * (g->b[k] * width + g->a[k])]] =
                    true;
        while (seen[value])
            value++;
        values[i] = !cold ? value : options == 0 ? misere : seen[0];
    }
    for (size_t k = 0; k < g->directions; k++)
        ta_free(list[k]);
    free(seen);
}

/* Computes a plane of values, or of 0 for cold and 1 for hot positions. */
static uint16_t *plane_of(const char *moves, ta_convention convention,
                          bool cold, uint64_t width, uint64_t height)
{
    ta_error error = {""};
    ta_bits bits;
    uint16_t *values = malloc((width * height + 1) * sizeof *values);
    test_ok(ta_bits_new(width * height, &bits));
    const ta_sink sink = {tai_block_store,
                          cold ? (void *)bits.words : (void *)values};
    const ta_status st =
        ta_grid_run(moves, convention, cold ? TA_CONTENT_COLD : TA_CONTENT_NIM,
                    width, height, NULL, &sink, &error);
    ck_assert_msg(st == TA_OK, "%s: %s", moves, error.text);
    for (uint64_t i = 0; i < width * height && cold; i++)
        values[i] = !ta_bits_get(&bits, i);
    ta_bits_free(&bits);
    return values;
}

/* Case _i: nim-values, cold positions in normal play, in misere play. */
TEST(definition, 3)
{
    for (int k = 0; k < 150; k += test_every(3)) {
        test_rng r = test_rng_for("grid", 3 * k + _i);
        const bool cold = _i > 0, misere = _i == 2;
        const uint64_t width = test_edge_biased(&r, k % 20 == 0 ? 9000 : 150),
                       height = test_edge_biased(&r, width > 200 ? 12 : 150);
        plane_game g;
        random_game(&r, tai_max_u64(width, 1), &g);
        uint16_t *want = malloc((width * height + 1) * sizeof *want);
        by_definition(&g, cold, misere, width, height, want);
        uint16_t *got = plane_of(g.text, misere ? TA_MISERE : TA_NORMAL, cold,
                                 width, height);
        for (uint64_t i = 0; i < width * height; i++)
            ck_assert_msg(
                want[i] == got[i],
                "%s at (%" PRIu64 ", %" PRIu64 "): %u, not %u; seed %" PRIu64,
                g.text, i % width, i / width, got[i], want[i], r.seed);
        free(want);
        free(got);
        free_game(&g);
    }
}

/* Cold positions of Wythoff's game: (floor(k phi), floor(k phi) + k) and the
 * same with x and y exchanged (Wythoff 1907). */
TEST(golden_ratio, 1)
{
    enum { SIDE = 2000 };
    uint16_t *hot = plane_of(wythoff, TA_NORMAL, true, SIDE, SIDE);
    uint64_t pairs = 0, count = 0;
    for (uint64_t k = 0;; k++) {
        const uint64_t low = (uint64_t)floor((double)k * (1 + sqrt(5)) / 2);
        if (low + k >= SIDE)
            break;
        ck_assert(!hot[(low + k) * SIDE + low] && !hot[low * SIDE + low + k]);
        pairs += k == 0 ? 1 : 2;
    }
    for (uint64_t i = 0; i < (uint64_t)SIDE * SIDE; i++)
        count += !hot[i];
    ck_assert_uint_eq(count, pairs);
    free(hot);
}

/* The rows of plane-values.tsv, of one game after the other. */
TEST(published_values, 1)
{
    enum { SIDE = 128 };
    FILE *file = fopen("data/published/plane-values.tsv", "r");
    char line[200], moves[100], last[100] = "";
    uint16_t *g = NULL;
    unsigned x, y, value, rows = 0;
    ck_assert_ptr_nonnull(file);
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] != 'A')
            continue;
        ck_assert_int_eq(
            sscanf(line, "%*s\t%99[^\t]\t%u\t%u\t%u", moves, &x, &y, &value),
            4);
        if (strcmp(moves, last) != 0) {
            free(g);
            g = plane_of(strcpy(last, moves), TA_NORMAL, false, SIDE, SIDE);
        }
        ck_assert_msg(g[y * SIDE + x] == value, "%u, not %u: %s",
                      g[y * SIDE + x], value, line);
        rows++;
    }
    ck_assert_int_eq(fclose(file), 0);
    ck_assert_uint_gt(rows, 500);
    free(g);
}

/* ---- periods of rows ---- */

/* Periods that are proved on a small plane hold on one that is larger, and are
 * the least ones there. */
TEST(proved_periods, 1)
{
    enum { SMALL = 400, LARGE = 3000, ROWS = 8 };
    unsigned proved = 0;
    for (int k = 0; k < 100; k += test_every(3)) {
        test_rng r = test_rng_for("proved_periods", k);
        ta_period few[ROWS], many[ROWS];
        plane_game g;
        ta_error error = {""};
        random_game(&r, 6, &g);
        test_ok(ta_grid_periods(g.text, SMALL, ROWS, NULL, few, &error));
        test_ok(ta_grid_periods(g.text, LARGE, ROWS, NULL, many, &error));
        uint16_t *v = plane_of(g.text, TA_NORMAL, false, LARGE, ROWS);
        for (uint64_t y = 0; y < ROWS; y++) {
            const uint16_t *row = v + y * LARGE;
            const ta_period *p = &few[y];
            if (p->proof == TA_UNPROVED)
                continue;
            ck_assert_msg(
                p->period == many[y].period &&
                    p->preperiod == many[y].preperiod && p->saltus == 0,
                "%s, row %" PRIu64 ", seed %" PRIu64, g.text, y, r.seed);
            for (uint64_t x = p->preperiod; x + p->period < LARGE; x++)
                ck_assert_uint_eq(row[x], row[x + p->period]);
            proved++;
        }
        free(v);
        free_game(&g);
    }
    ck_assert_uint_gt(proved, 50);
}

/* Rows of Wythoff's game are additively periodic (Dress, Flammenkamp, Pink;
 * Landman; A004484 and A004485). Others repeat on the plane, but an infinite
 * set, or a move that is longer than the row, leaves that unproved. */
TEST(seen_periods, 1)
{
    ta_period rows[5];
    ta_error error = {""};
    test_ok(ta_grid_periods(wythoff, 600, 5, NULL, rows, &error));
    for (unsigned y = 0; y < 5; y++) {
        ck_assert_uint_eq(rows[y].proof, TA_UNPROVED);
        ck_assert_uint_gt(rows[y].period, 0);
        ck_assert_int_eq(rows[y].saltus, (int64_t)rows[y].period);
    }
    ck_assert_uint_eq(rows[0].period, 1);
    ck_assert_uint_eq(rows[3].period, 6);
    ck_assert_uint_eq(rows[4].period, 12);
    static const char *const unproved[] = {"(1,0):odds", "(1,0):1,300",
                                           "(1,0):1 (0,1):all (300,1):1"};
    for (int k = 0; k < COUNT(unproved); k++) {
        const unsigned y = k == 2;
        test_ok(ta_grid_periods(unproved[k], 200, 2, NULL, rows, &error));
        ck_assert_uint_eq(rows[y].period, 2);
        ck_assert_int_eq(rows[y].saltus, 0);
        ck_assert_uint_eq(rows[y].proof, TA_UNPROVED);
    }
    ck_assert_uint_eq(rows[0].proof, TA_PROOF_REPEATED);
}

/* ---- limits and errors ---- */

static void refuse(const char *moves, ta_convention convention,
                   ta_content content, uint64_t side, ta_status status,
                   const char *text)
{
    ta_error error = {""};
    ck_assert_int_eq(
        ta_grid_run(moves, convention, content, side, side, NULL, NULL, &error),
        status);
    ck_assert_msg(strstr(error.text, text) != NULL, "%s: %s", moves,
                  error.text);
}

TEST(refused, 1)
{
    static const char *const bad[][2] = {
        {"(0,0):1", "would not change"},
        {"(-1,0):1", "negative"},
        {"(1,0)", "written like (1,1):all"},
        {"(1,0):", "written like"},
        {"(1 ,0):1", "written like"},
        {"1,0:1", "written like"},
        {"(1,0):1 x", "written like"},
        {"(1,1):.77", "no subtraction set"},
        {"(1,1):foo", "no game"},
        {"(1,1):0", "0 is no move"},
        {"(1,a):1", "not a number"},
        {"(1,1):file:/nowhere", "cannot"},
    };
    for (size_t k = 0; k < COUNT(bad); k++)
        refuse(bad[k][0], TA_NORMAL, TA_CONTENT_COLD, 4,
               strstr(bad[k][0], "file") != NULL ? TA_EIO : TA_EINVAL,
               bad[k][1]);
    refuse(wythoff, TA_MISERE, TA_CONTENT_NIM, 4, TA_EINVAL, "normal play");
    refuse(wythoff, TA_NORMAL, TA_CONTENT_LENGTH, 4, TA_EINVAL, "nothing else");
    refuse(wythoff, TA_NORMAL, TA_CONTENT_COLD, UINT64_C(1) << 31, TA_ERANGE,
           "2^31");
    refuse(wythoff, (ta_convention)7, TA_CONTENT_COLD, 4, TA_EINVAL,
           "no convention");
    char many[8 * 65 + 1] = "";
    for (int k = 0; k < 65; k++)
        strcat(many, "(1,1):1 ");
    refuse(many, TA_NORMAL, TA_CONTENT_COLD, 4, TA_EINVAL, "at most 64");
}

/* Nim with two heaps: the value 65536 at (65536, 0). */
TEST(values_above_16_bits, 1)
{
    ta_error error = {""};
    ck_assert_int_eq(ta_grid_run("(1,0):all", TA_NORMAL, TA_CONTENT_NIM, 65536,
                                 1, NULL, NULL, &error),
                     TA_OK);
    ck_assert_int_eq(ta_grid_run("(1,0):all", TA_NORMAL, TA_CONTENT_NIM, 65537,
                                 1, NULL, NULL, &error),
                     TA_ERANGE);
    ck_assert(strstr(error.text, "65535") != NULL);
}

TEST(memory_and_stop, 1)
{
    static const char moves[] = "(1,0):1,3 (0,1):all (1,1):squares";
    ta_period rows[40];
    int calls = 7;
    ta_error error = {""};
    ta_options stop = {.progress = test_stop, .progress_state = &calls};
    ck_assert_int_eq(ta_grid_run(moves, TA_NORMAL, TA_CONTENT_COLD, 50, 50,
                                 &stop, NULL, &error),
                     TA_ECANCELLED);
    ck_assert_str_eq(error.text, "stopped on request");
    ck_assert_int_eq(ta_grid_run(moves, TA_NORMAL, TA_CONTENT_COLD, 1 << 20,
                                 1 << 20, &(ta_options){.max_memory = 1 << 20},
                                 NULL, &error),
                     TA_ELIMIT);
    /* The largest sides. */
    ck_assert_int_eq(
        ta_grid_run(moves, TA_NORMAL, TA_CONTENT_NIM, INT32_MAX, INT32_MAX,
                    &(ta_options){.max_memory = 1 << 20}, NULL, &error),
        TA_ELIMIT);
    test_failing f = {0};
    while (test_fails_next(&f))
        f.status = ta_grid_periods(moves, 70, 40, NULL, rows, &f.error);
    ck_assert_uint_gt(f.failures, 10);
}
