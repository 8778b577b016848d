/* Verification: what is right passes, and a single wrong position is found. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "verify/windows.h"
#include "archive-testing.h"

enum { DENSE = 45000 }; /* heaps of an archive of a dense set */

/* What an archive holds: a value of each heap; of cold positions 0 is cold and
 * 1 is hot. */
typedef struct truth {
    ta_content content;
    ta_game *game;
    uint64_t n;
    size_t entries;
    uint16_t *value;
} truth;

static ta_archive *save(const truth *t)
{
    ta_archive_writer *w =
        test_archive_writer_of(t->game, t->content, t->n, t->entries);
    uint64_t *cold = tai_alloc(t->n, sizeof *cold);
    ta_block block = {.to = t->n, .values = t->value, .count = t->n};
    if (t->content == TA_CONTENT_COLD) {
        block = (ta_block){.to = t->n, .positions = cold};
        for (uint64_t i = 0; i < t->n; i++)
            if (t->value[i] == 0)
                cold[block.count++] = i;
    }
    test_ok(ta_archive_writer_consume(w, &block));
    test_archive_save(w);
    ta_free(cold);
    return test_archive_open(test_path);
}

/* Windows that cover [0, n), some of them twice, in no order. */
static size_t cover(test_rng *r, uint64_t n, tai_window *windows)
{
    size_t count = 0;
    for (uint64_t from = 0; from < n;) {
        uint64_t most = 1 + test_below(r, 2) * (n - from);
        uint64_t to =
            from + tai_min_u64(n - from, 1 + test_below(r, most) +
                                             test_below(r, n / 8 + 1));
        windows[count++] = (tai_window){from - test_below(r, from + 1), to, 99};
        from = to;
    }
    for (size_t i = count; i > 1; i--) {
        size_t j = (size_t)test_below(r, i);
        tai_window w = windows[j];
        windows[j] = windows[i - 1];
        windows[i - 1] = w;
    }
    return count;
}

/* Asserts what verification says: TA_OK if no heap is wrong, or that the first
 * wrong one is `wrong`. Random samples are `some` heaps, or all. */
static void assert_says(test_rng *r, const truth *t, uint64_t wrong)
{
    ta_archive *a = save(t);
    const bool octal = ta_octal_is_spec(ta_game_about(t->game)->spec);
    const ta_status want = wrong < t->n ? TA_EMISMATCH : TA_OK;
    const uint64_t some = test_below(r, tai_min_u64(t->n, DENSE / 50) + 1);
    tai_window *windows = tai_alloc(t->n + 1, sizeof *windows);
    const size_t count = cover(r, t->n, windows);
    uint64_t zeros = 0;
    ta_verified seen;
    ta_error error = {""};
    char name[40];
    snprintf(name, sizeof name, "position %" PRIu64, wrong);
    for (uint64_t i = 0; i < t->n; i++)
        zeros += t->value[i] == 0;
    ta_status st = want;
    if (t->n < DENSE) { /* else samples and engines take long */
        st = ta_archive_verify(a, t->game, t->n, 0, NULL, &seen, &error);
        ck_assert_msg(st == want, "seed %" PRIu64 ", %s: %s", r->seed, name,
                      error.text);
        ck_assert(want != TA_OK ||
                  (seen.cold == zeros && seen.cold + seen.hot == t->n));
        st = ta_archive_compare(a, t->game, NULL, &error);
        ck_assert_int_eq(st, want);
        ck_assert_msg(want == TA_OK || strstr(error.text, name) != NULL,
                      "%s: %s", name, error.text);
    }
    if (want == TA_OK) {
        st = ta_archive_verify(a, t->game, some, r->seed, NULL, &seen, &error);
        ck_assert_msg(st == TA_OK, "seed %" PRIu64 ": %s", r->seed, error.text);
        ck_assert_uint_eq(seen.cold + seen.hot, some);
    }
    error.text[0] = '\0';
    st = tai_archive_verify_windows(a, t->game, windows, count, NULL, &seen,
                                    &error);
    ck_assert_msg(st == (octal ? TA_EINVAL : want),
                  "seed %" PRIu64 ", %s, windows: %s", r->seed, name,
                  error.text);
    for (size_t i = 0; i < count && st == TA_OK; i++) {
        uint64_t cold = 0;
        for (uint64_t k = windows[i].from; k < windows[i].to; k++)
            cold += t->value[k] == 0;
        ck_assert_uint_eq(windows[i].cold, cold);
        ck_assert(i == 0 || windows[i - 1].from <= windows[i].from);
    }
    if (st == TA_EMISMATCH && t->content == TA_CONTENT_COLD) {
        ck_assert_msg(strstr(error.text, name) != NULL, "%s: %s", name,
                      error.text);
        ck_assert_int_eq(strstr(error.text, "missing") != NULL,
                         t->value[wrong] == 1);
    }
    ta_free(windows);
    ta_archive_close(a);
}

/* Right archives, and archives in which a cold heap is missing, one is too
 * many, or one has moved; or in which a value is wrong. */
TEST(right_and_wrong, 200)
{
    static const char *const specs[] = {"squares", "cubes", "primes",
                                        "list:2,5-9,40", "residues:1,4mod5"};
    static const char *const dense[] = {"odds", "primes", "residues:1,4mod5",
                                        "list:1-9000"};
    static const char *const codes[] = {"0.07", "0.77", "grundy", "4.3"};
    test_rng r = test_rng_for("right_and_wrong", _i);
    const bool cold = _i % 2 == 0, octal = _i % 16 == 1;
    const bool is_dense = _i % 16 == 0; /* more than 4096 elements, as bits */
    truth t = {.content = cold          ? TA_CONTENT_COLD
                          : _i % 4 == 1 ? TA_CONTENT_NIM
                                        : TA_CONTENT_LENGTH,
               .n = is_dense ? DENSE + test_below(&r, 9000)
                             : 1 + test_edge_biased(&r, cold ? 5000 : 1500),
               .entries = 1 + test_below(&r, is_dense ? 9000 : 500)};
    t.game = is_dense ? test_game(dense[test_below(&r, 4)],
                                  test_below(&r, 2) ? TA_MISERE : TA_NORMAL)
             : cold   ? test_random_game(&r, 200)
             : octal  ? test_game(codes[_i / 16 % 4], TA_NORMAL)
                      : test_game(specs[test_below(&r, 5)], TA_NORMAL);
    t.value = tai_alloc(t.n, sizeof *t.value);
    const ta_options plain = {.engine = is_dense ? "shift"
                                        : octal  ? "auto"
                                                 : "naive"};
    ta_bits bits;
    test_ok(ta_bits_new(t.n, &bits));
    if (cold)
        test_ok(ta_cold_bits(t.game, t.n, &plain, &bits, NULL));
    else
        test_ok(ta_run(t.content, t.game, t.n, &plain,
                       &(ta_sink){tai_block_store, t.value}, NULL));
    for (uint64_t i = 0; cold && i < t.n; i++)
        t.value[i] = !ta_bits_get(&bits, i);
    assert_says(&r, &t, UINT64_MAX);
    for (int kind = 0; kind < 3; kind++) {
        uint64_t p = test_below(&r, t.n), q = p;
        for (uint64_t k = 0; cold && k < t.n && t.value[p] != (kind == 1); k++)
            p = (p + 1) % t.n;
        for (q = p; cold && kind == 2 && (t.value[q] == 0 || q == p);)
            if ((q = (q + 1) % t.n) == p)
                break;
        const uint16_t before[] = {t.value[p], t.value[q]};
        t.value[p] =
            cold ? !before[0] : (uint16_t)(before[0] + 1 + test_below(&r, 3));
        if (q != p)
            t.value[q] = !before[1];
        assert_says(&r, &t, tai_min_u64(p, q));
        t.value[p] = before[0];
        t.value[q] = before[1];
    }
    ta_bits_free(&bits);
    ta_free(t.value);
    ta_game_free(t.game);
}

/* ---- what it is asked of ---- */

typedef struct question {
    const ta_archive *archive;
    const ta_game *game;
    int how; /* 0: samples, 1: windows, 2: an engine */
} question;

static ta_status verify(const question *q, const ta_options *options)
{
    tai_window w[] = {{4000, 5000, 0}, {10, 90, 0}};
    ta_error error = {""};
    const ta_status st =
        q->how == 0 ? ta_archive_verify(q->archive, q->game, 9, 0, options,
                                        NULL, &error)
        : q->how == 1
            ? tai_archive_verify_windows(q->archive, q->game, w, 2, options,
                                         NULL, &error)
            : ta_archive_compare(q->archive, q->game, options, &error);
    ck_assert_msg((st == TA_OK) == (error.text[0] == '\0'), "%d: status %d, %s",
                  q->how, (int)st, error.text);
    return st;
}

TEST(asked_wrongly, 1)
{
    enum { N = 5000 };
    ta_game *squares = test_game("squares", TA_NORMAL);
    ta_game *misere = test_game("squares", TA_MISERE);
    ta_game *cubes = test_game("cubes", TA_NORMAL);
    ta_archive_writer *w =
        test_archive_writer_of(squares, TA_CONTENT_COLD, N, 50);
    test_ok(ta_run(TA_CONTENT_COLD, squares, N, NULL,
                   &(ta_sink){ta_archive_writer_consume, w}, NULL));
    test_archive_save(w);
    ta_archive *a = test_archive_open(test_path);
    int calls = 0;
    ta_options naive = {.engine = "naive"}, little = {.max_memory = 100},
               stopping = {.progress = test_stop, .progress_state = &calls};
    const size_t size = sizeof(ta_options), sizes[] = {1, size - 8, size + 8};
    for (int how = 0; how < 3; how++) {
        question q = {a, cubes, how};
        ck_assert_int_eq(verify(&q, NULL), TA_EINVAL);
        q.game = misere;
        ck_assert_int_eq(verify(&q, NULL), TA_EINVAL);
        q.game = squares;
        for (size_t k = 0; k < 3; k++) /* of another library */
            ck_assert_int_eq(verify(&q, &(ta_options){.size = sizes[k]}),
                             TA_EINVAL);
        test_ok(verify(&q, &(ta_options){.size = size}));
        ck_assert_int_eq(verify(&q, &little), TA_ELIMIT);
        calls = how == 2 ? 1 : 2; /* an engine polls once at least */
        ck_assert_int_eq(verify(&q, &stopping), TA_ECANCELLED);
        ck_assert_int_eq(calls, 0);
        test_failing fails = {0};
        while (test_fails_next(&fails))
            fails.status = verify(&q, &naive);
        ck_assert_uint_ge(fails.failures, 5);
    }
    tai_window beyond[] = {{0, 9, 0}, {4000, N + 1, 0}}, none = {5, 5, 0};
    ck_assert_int_eq(
        tai_archive_verify_windows(a, squares, beyond, 2, NULL, NULL, NULL),
        TA_EINVAL);
    ck_assert_int_eq(
        tai_archive_verify_windows(a, squares, &none, 1, NULL, NULL, NULL),
        TA_EINVAL);
    test_ok(
        tai_archive_verify_windows(a, squares, beyond, 0, NULL, NULL, NULL));
    /* A comparison takes what its engine and reading the archive take. */
    const uint64_t reading = tai_archive_reader_memory(a);
    const uint64_t run = test_memory(TA_CONTENT_COLD, squares, N, &naive);
    const uint64_t limits[] = {reading - 1, reading + run - 1, reading + run};
    for (size_t k = 0; k < 3; k++) {
        naive.max_memory = limits[k];
        ck_assert_int_eq(verify(&(question){a, squares, 2}, &naive),
                         k < 2 ? TA_ELIMIT : TA_OK);
    }
    ta_archive_close(a);
    ta_game_free(squares);
    ta_game_free(misere);
    ta_game_free(cubes);
}

TEST_FIXTURE(test_folder_make, test_folder_remove)
