/* Verification: what is right passes, and a single wrong position is found. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "archive-testing.h"

static char folder[] = "/tmp/takeaway-verify-XXXXXX";
static char path[64];

static void setup(void)
{
    strcpy(folder + sizeof folder - 7, "XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a", folder);
}

static void teardown(void)
{
    unlink(path);
    ck_assert_int_eq(rmdir(folder), 0);
}

static ta_archive_writer *writer_for(const ta_game *game, ta_content content,
                                     uint64_t n, size_t entries)
{
    char id[TA_GAME_ID];
    ta_archive_info info = {.content = content,
                            .game = ta_game_id(game, id),
                            .convention = ta_game_about(game)->convention,
                            .goal = n};
    ta_archive_writer *w;
    ta_error error = {""};
    ck_assert_msg(tai_archive_writer_new_framed(&info, entries, &w, &error) ==
                      TA_OK,
                  "%s", error.text);
    return w;
}

/* NULL: so wrong that it is not even opened. */
static ta_archive *finish(ta_archive_writer *w)
{
    ta_archive *a;
    ck_assert_int_eq(ta_archive_writer_save(w, path, NULL), TA_OK);
    ta_archive_writer_free(w);
    ta_status st = ta_archive_open(path, &a, NULL);
    ck_assert(st == TA_OK || st == TA_EMISMATCH);
    return a;
}

static ta_archive *save_bits(const ta_game *game, const ta_bits *bits,
                             size_t entries)
{
    ta_archive_writer *w = writer_for(game, TA_CONTENT_COLD, bits->n, entries);
    ta_block block = {
        .to = bits->n, .bits = bits->words, .count = ta_bits_count(bits)};
    if (bits->n > 0)
        ck_assert_int_eq(ta_archive_writer_consume(w, &block), TA_OK);
    return finish(w);
}

START_TEST(cold)
{
    test_rng r = test_rng_for("verify cold", _i);
    uint64_t n = test_edge_biased(&r, 3000);
    size_t entries = 1 + test_below(&r, 500);
    ta_game *game = test_random_game(&r, 200);
    ta_bits bits;
    ck_assert_int_eq(ta_bits_new(n, &bits), TA_OK);
    ck_assert_int_eq(ta_cold_bits(game, n, NULL, &bits, NULL), TA_OK);
    ta_archive *a = save_bits(game, &bits, entries);
    ta_error error = {""};
    ta_verified seen;
    uint64_t some = test_below(&r, n + 1);
    ck_assert_msg(
        ta_archive_verify(a, game, some, r.seed, NULL, &seen, &error) == TA_OK,
        "seed %" PRIu64 ": %s", r.seed, error.text);
    ck_assert_uint_eq(seen.cold + seen.hot, some);
    ck_assert_int_eq(ta_archive_verify(a, game, n, 0, NULL, &seen, &error),
                     TA_OK);
    ck_assert_uint_eq(seen.cold, ta_bits_count(&bits));
    ta_options naive = {.engine = "naive"};
    ck_assert_int_eq(ta_archive_compare(a, game, &naive, &error), TA_OK);
    ta_archive_close(a);

    if (n > 0) { /* one position is wrong */
        uint64_t p = test_below(&r, n);
        char name[32];
        snprintf(name, sizeof name, "position %" PRIu64, p);
        bits.words[p / 64] ^= UINT64_C(1) << p % 64;
        a = save_bits(game, &bits, entries);
        ck_assert_msg(a == NULL || ta_archive_verify(a, game, n, 0, NULL, NULL,
                                                     &error) == TA_EMISMATCH,
                      "seed %" PRIu64 ": %s passes", r.seed, name);
        ck_assert(a == NULL ||
                  ta_archive_compare(a, game, &naive, &error) == TA_EMISMATCH);
        ck_assert_msg(a == NULL || strstr(error.text, name) != NULL, "%s: %s",
                      name, error.text);
        ta_archive_close(a);
    }
    ta_bits_free(&bits);
    ta_game_free(game);
}
END_TEST

/* ---- values ---- */

typedef struct collector {
    ta_sink sink;
    uint16_t *values;
} collector;

static ta_status collect(void *sink, const ta_block *block)
{
    memcpy(((collector *)sink)->values + block->from, block->values,
           (block->to - block->from) * sizeof *block->values);
    return TA_OK;
}

static ta_archive *save_values(const ta_game *game, ta_content content,
                               uint64_t n, uint16_t *values, size_t entries)
{
    ta_archive_writer *w = writer_for(game, content, n, entries);
    ck_assert_int_eq(ta_archive_writer_consume(
                         w, &(ta_block){.to = n, .values = values, .count = n}),
                     TA_OK);
    return finish(w);
}

START_TEST(values)
{
    test_rng r = test_rng_for("verify values", _i);
    bool nim = _i % 2 == 0;
    ta_content content = nim ? TA_CONTENT_NIM : TA_CONTENT_LENGTH;
    static const char *const specs[] = {"squares", "cubes", "primes",
                                        "list:2,5-9,40", "residues:1,4mod5"};
    ta_game *game = test_game(specs[test_below(&r, 5)], TA_NORMAL);
    uint64_t n = 1 + test_edge_biased(&r, 1500);
    size_t entries = 1 + test_below(&r, 500);
    collector c = {{collect, &c}, tai_alloc(n, 2)};
    ta_options naive = {.engine = "naive"};
    ta_error error = {""};
    ck_assert_int_eq(ta_run(content, game, n, &naive, &c.sink, &error), TA_OK);
    ta_archive *a = save_values(game, content, n, c.values, entries);
    ta_verified seen;
    ck_assert_msg(
        ta_archive_verify(a, game, n / 2, r.seed, NULL, &seen, &error) == TA_OK,
        "seed %" PRIu64 ": %s", r.seed, error.text);
    ck_assert_uint_eq(seen.cold + seen.hot, n / 2);
    ck_assert_int_eq(ta_archive_verify(a, game, n, 0, NULL, NULL, &error),
                     TA_OK);
    ck_assert_int_eq(ta_archive_compare(a, game, NULL, &error), TA_OK);
    ta_archive_close(a);

    uint64_t p = test_below(&r, n); /* one value is wrong */
    char name[32];
    snprintf(name, sizeof name, "position %" PRIu64, p);
    c.values[p] = (uint16_t)(c.values[p] + 1 + test_below(&r, 3));
    a = save_values(game, content, n, c.values, entries);
    ck_assert_msg(ta_archive_verify(a, game, n, 0, NULL, NULL, &error) ==
                      TA_EMISMATCH,
                  "seed %" PRIu64 ": %s passes", r.seed, name);
    ck_assert_int_eq(ta_archive_compare(a, game, &naive, &error), TA_EMISMATCH);
    ck_assert_msg(strstr(error.text, name) != NULL, "%s: %s", name, error.text);
    ta_archive_close(a);
    ta_free(c.values);
    ta_game_free(game);
}
END_TEST

START_TEST(octal)
{
    static const char *const codes[] = {"0.07", "0.77", "grundy", "4.3"};
    test_rng r = test_rng_for("verify octal", _i);
    ta_game *game;
    ta_error error = {""};
    ck_assert_int_eq(ta_game_new(codes[_i], TA_NORMAL, &game, &error), TA_OK);
    uint64_t n = 300 + test_below(&r, 700);
    uint16_t *value = tai_alloc(n, 2);
    ck_assert_int_eq(ta_run(TA_CONTENT_NIM, game, n, NULL,
                            &(ta_sink){tai_block_store, value}, &error),
                     TA_OK);
    for (int wrong = 0; wrong < 2; wrong++) {
        uint64_t p = test_below(&r, n);
        value[p] = (uint16_t)(value[p] + wrong);
        ta_archive_info info = {.content = TA_CONTENT_NIM,
                                .game = ta_game_about(game)->octal,
                                .goal = n};
        ta_archive_writer *w;
        ck_assert_int_eq(tai_archive_writer_new_framed(&info, 100, &w, &error),
                         TA_OK);
        ck_assert_int_eq(
            ta_archive_writer_consume(
                w, &(ta_block){.to = n, .values = value, .count = n}),
            TA_OK);
        ta_archive *a = finish(w);
        ta_status want = wrong ? TA_EMISMATCH : TA_OK;
        ck_assert_int_eq(ta_archive_verify(a, game, n, 0, NULL, NULL, &error),
                         want);
        ck_assert_int_eq(ta_archive_compare(a, game, NULL, &error), want);
        ta_archive_close(a);
    }
    ta_free(value);
    ta_game_free(game);
}
END_TEST

/* ---- windows ---- */

/* Windows that cover [0, n), some of them twice, in no order. */
static size_t cover(test_rng *r, uint64_t n, tai_window *windows)
{
    size_t count = 0;
    for (uint64_t from = 0; from < n;) {
        uint64_t most = 1 + test_below(r, 2) * (n - from);
        uint64_t to = from + ta_min_u64(n - from, 1 + test_below(r, most) +
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

/* All of the archive in windows; wrong_at: where they first differ, or n. */
static void windows_say(test_rng *r, const ta_archive *a, const ta_game *game,
                        const ta_bits *right, uint64_t wrong_at)
{
    if (a == NULL) { /* the reader has found it */
        ck_assert_msg(wrong_at < UINT64_MAX, "seed %" PRIu64, r->seed);
        return;
    }
    uint64_t n = ta_archive_about(a)->end;
    tai_window *windows = tai_alloc(n + 1, sizeof *windows);
    size_t count = cover(r, n, windows);
    ta_error error = {""};
    ta_verified seen;
    ta_status st = tai_archive_verify_windows(a, game, windows, count, NULL,
                                              &seen, &error);
    char name[32];
    snprintf(name, sizeof name, "position %" PRIu64 " ", wrong_at);
    if (wrong_at < n) {
        ck_assert_msg(st == TA_EMISMATCH, "seed %" PRIu64 ": %s passes",
                      r->seed, name);
        /* What contradicts itself within a few positions the reader finds
         * before, and names the one at which it does. */
        if (strstr(error.text, "is wrong at position") != NULL) {
            ta_free(windows);
            return;
        }
        ck_assert_msg(strstr(error.text, name) != NULL,
                      "seed %" PRIu64 ", %s: %s", r->seed, name, error.text);
        bool missing = strstr(error.text, "missing") != NULL;
        if (right != NULL)
            ck_assert_int_eq(missing, ta_bits_get(right, wrong_at));
    } else {
        ck_assert_msg(st == TA_OK, "seed %" PRIu64 ": %s", r->seed, error.text);
        for (size_t i = 0; i < count; i++) {
            ck_assert(i == 0 || windows[i - 1].from <= windows[i].from);
            if (right != NULL)
                ck_assert_uint_eq(windows[i].cold,
                                  tai_popcount_range(right->words,
                                                     windows[i].from,
                                                     windows[i].to));
        }
    }
    ta_free(windows);
}

START_TEST(windows)
{
    static const char *const dense[] = {"odds", "primes", "residues:1,4mod5",
                                        "list:1-9000"};
    test_rng r = test_rng_for("verify windows", _i);
    bool is_dense = _i % 8 == 0; /* kept as bits: more than 4096 elements */
    uint64_t n = is_dense ? 45000 + test_below(&r, 9000)
                          : 1 + test_edge_biased(&r, 5000);
    size_t entries = 1 + test_below(&r, is_dense ? 9000 : 500);
    ta_game *game = is_dense
                        ? test_game(dense[test_below(&r, 4)],
                                    test_below(&r, 2) ? TA_MISERE : TA_NORMAL)
                        : test_random_game(&r, 200);
    ta_options plain = {.engine = is_dense ? "shift" : "naive"};
    ta_bits bits, wrong;
    ck_assert_int_eq(ta_bits_new(n, &bits), TA_OK);
    ck_assert_int_eq(ta_bits_new(n, &wrong), TA_OK);
    ck_assert_int_eq(ta_cold_bits(game, n, &plain, &bits, NULL), TA_OK);
    ta_archive *a = save_bits(game, &bits, entries);
    windows_say(&r, a, game, &bits, UINT64_MAX);
    ta_archive_close(a);

    for (int kind = 0; kind < 3; kind++) { /* missing, extra, moved */
        memcpy(wrong.words, bits.words, ta_bits_words(n) * 8);
        uint64_t p = test_below(&r, n), q = p;
        for (uint64_t k = 0; k < n && ta_bits_get(&bits, p) != (kind != 1); k++)
            p = (p + 1) % n;
        if (kind == 2)
            for (q = test_below(&r, n); ta_bits_get(&bits, q) && q != p;)
                q = (q + 1) % n; /* NOLINT(clang-analyzer-core.DivideZero) */
        wrong.words[p / 64] ^= UINT64_C(1) << p % 64;
        if (q != p && kind == 2)
            wrong.words[q / 64] ^= UINT64_C(1) << q % 64;
        a = save_bits(game, &wrong, entries);
        windows_say(&r, a, game, &bits, kind == 2 ? ta_min_u64(p, q) : p);
        ta_archive_close(a);
    }
    ta_bits_free(&bits);
    ta_bits_free(&wrong);
    ta_game_free(game);
}
END_TEST

START_TEST(windows_of_values)
{
    test_rng r = test_rng_for("verify windows of values", _i);
    bool nim = _i % 2 == 0;
    ta_content content = nim ? TA_CONTENT_NIM : TA_CONTENT_LENGTH;
    static const char *const specs[] = {"squares", "cubes", "primes",
                                        "list:2,5-9,40", "residues:1,4mod5"};
    ta_game *game = test_game(specs[test_below(&r, 5)], TA_NORMAL);
    uint64_t n = 1 + test_edge_biased(&r, 1500);
    collector c = {{collect, &c}, tai_alloc(n, 2)};
    ta_options naive = {.engine = "naive"};
    ck_assert_int_eq(ta_run(content, game, n, &naive, &c.sink, NULL), TA_OK);
    ta_archive *a = save_values(game, content, n, c.values, 200);
    windows_say(&r, a, game, NULL, n);
    tai_window all = {0, n, 0};
    ta_verified seen;
    ck_assert_int_eq(
        tai_archive_verify_windows(a, game, &all, 1, NULL, &seen, NULL), TA_OK);
    ck_assert_uint_eq(seen.cold + seen.hot, n);
    ck_assert_uint_eq(seen.cold, all.cold);
    ta_archive_close(a);
    uint64_t p = test_below(&r, n); /* one value is wrong */
    c.values[p] = (uint16_t)(c.values[p] + 1 + test_below(&r, 3));
    a = save_values(game, content, n, c.values, 200);
    ck_assert_int_eq(
        tai_archive_verify_windows(a, game, &all, 1, NULL, NULL, NULL),
        TA_EMISMATCH);
    ta_archive_close(a);
    ta_free(c.values);
    ta_game_free(game);
}
END_TEST

START_TEST(windows_chosen)
{
    test_rng r = test_rng_for("verify windows chosen", _i);
    tai_window w[20];
    uint64_t from = test_below(&r, 1000), to = from + test_below(&r, 300);
    uint64_t size = test_below(&r, 200), seed = r.seed, before = seed;
    size_t count = tai_windows_choose(from, to, size, 20, &seed, w);
    if (from == to || size == 0)
        ck_assert_uint_eq(count, 0);
    else if (to - from <= size)
        ck_assert(count == 1 && w[0].from == from && w[0].to == to);
    else
        ck_assert(count == 20 && seed != before);
    for (size_t i = 0; i < count && count == 20; i++)
        ck_assert(w[i].from >= from && w[i].to <= to &&
                  w[i].to - w[i].from == size);
}
END_TEST

/* ---- what it is asked of ---- */

static int stop(void *state, double share, uint64_t done)
{
    ck_assert(share >= 0 && share <= 1);
    (void)done;
    return ++*(int *)state == 2;
}

/* What is told of the share against what has been looked at. */
typedef struct watched {
    const ta_verified *seen;
    double share[1 << 12];
    uint64_t moves[1 << 12];
    size_t count;
} watched;

static int watch(void *state, double share, uint64_t done)
{
    watched *w = state;
    (void)done;
    ck_assert(share >= 0 && share <= 1);
    ck_assert(w->count == 0 || share >= w->share[w->count - 1]);
    if (w->count < sizeof w->share / sizeof *w->share) {
        w->share[w->count] = share;
        w->moves[w->count++] = w->seen->moves;
    }
    return 0;
}

START_TEST(shares_follow_the_work)
{
    static const char *const specs[] = {"squares", "triangular", "primes"};
    const uint64_t n = 30000, positions[] = {n, 3000};
    ta_game *game = test_game(specs[_i % 3], TA_NORMAL);
    ta_content content = _i < 6    ? TA_CONTENT_COLD
                         : _i < 12 ? TA_CONTENT_NIM
                                   : TA_CONTENT_LENGTH;
    ta_archive_writer *w = writer_for(game, content, n, 1000);
    ck_assert_int_eq(ta_run(content, game, n, NULL,
                            &(ta_sink){ta_archive_writer_consume, w}, NULL),
                     TA_OK);
    ta_archive *a = finish(w);
    ta_verified seen;
    watched told = {.seen = &seen};
    ta_options options = {.progress = watch, .progress_state = &told};
    ck_assert_int_eq(ta_archive_verify(a, game, positions[_i / 3 % 2], 1,
                                       &options, &seen, NULL),
                     TA_OK);
    double worst = 0;
    for (size_t k = 0; k < told.count; k++)
        worst = fmax(worst, fabs(told.share[k] -
                                 (double)told.moves[k] / (double)seen.moves));
    /* Of values all is foreseen but what reading takes; of cold positions how
     * soon one is found, too. */
    ck_assert_msg(worst <= (_i < 6 ? 0.55 : 0.1), "off by %.3f", worst);
    ck_assert_msg(told.share[told.count - 1] >= 1, "ends at %.3f",
                  told.share[told.count - 1]);
    ta_archive_close(a);
    ta_game_free(game);
}
END_TEST

START_TEST(asked_wrongly)
{
    ta_game *squares = test_game("squares", TA_NORMAL);
    ta_game *misere = test_game("squares", TA_MISERE);
    ta_game *cubes = test_game("cubes", TA_NORMAL);
    ta_bits bits;
    ta_error error = {""};
    ck_assert_int_eq(ta_bits_new(5000, &bits), TA_OK);
    ck_assert_int_eq(ta_cold_bits(squares, 5000, NULL, &bits, NULL), TA_OK);
    ta_archive *a = save_bits(squares, &bits, 50);
    ck_assert_int_eq(ta_archive_verify(a, cubes, 9, 0, NULL, NULL, &error),
                     TA_EINVAL);
    ck_assert_int_eq(ta_archive_verify(a, misere, 9, 0, NULL, NULL, &error),
                     TA_EINVAL);
    ck_assert_int_eq(ta_archive_compare(a, cubes, NULL, &error), TA_EINVAL);
    ta_options little = {.max_memory = 100};
    ck_assert_int_eq(ta_archive_verify(a, squares, 9, 0, &little, NULL, &error),
                     TA_ELIMIT);
    int calls = 0;
    ta_options stopping = {.progress = stop, .progress_state = &calls};
    ck_assert_int_eq(
        ta_archive_verify(a, squares, 9, 0, &stopping, NULL, &error),
        TA_ECANCELLED);
    ck_assert_int_eq(calls, 2);
    tai_window w[] = {{4000, 5000, 0}, {10, 90, 0}};
    tai_window beyond[] = {{0, 9, 0}, {4000, 5001, 0}}, none = {5, 5, 0};
    ck_assert_int_eq(
        tai_archive_verify_windows(a, cubes, w, 2, NULL, NULL, &error),
        TA_EINVAL);
    ck_assert_int_eq(
        tai_archive_verify_windows(a, misere, w, 2, NULL, NULL, &error),
        TA_EINVAL);
    ck_assert_int_eq(
        tai_archive_verify_windows(a, squares, beyond, 2, NULL, NULL, &error),
        TA_EINVAL);
    ck_assert_int_eq(
        tai_archive_verify_windows(a, squares, &none, 1, NULL, NULL, &error),
        TA_EINVAL);
    ck_assert_int_eq(
        tai_archive_verify_windows(a, squares, w, 0, NULL, NULL, &error),
        TA_OK);
    ck_assert_int_eq(
        tai_archive_verify_windows(a, squares, w, 2, &little, NULL, &error),
        TA_ELIMIT);
    calls = 0;
    ck_assert_int_eq(
        tai_archive_verify_windows(a, squares, w, 2, &stopping, NULL, &error),
        TA_ECANCELLED);
    ck_assert_int_eq(calls, 2);
    for (uint64_t k = 1;; k++) { /* each allocation fails in turn */
        tai_alloc_fail_at(k);
        ta_status st =
            tai_archive_verify_windows(a, squares, w, 2, NULL, NULL, &error);
        tai_alloc_fail_at(0);
        if (st == TA_OK) {
            ck_assert_uint_gt(k, 5);
            break;
        }
        ck_assert_int_eq(st, TA_ENOMEM);
    }
    for (uint64_t k = 1;; k++) {
        tai_alloc_fail_at(k);
        ta_status st = ta_archive_verify(a, squares, 9, 0, NULL, NULL, &error);
        tai_alloc_fail_at(0);
        if (st == TA_OK) {
            ck_assert_uint_gt(k, 5);
            break;
        }
        ck_assert_int_eq(st, TA_ENOMEM);
    }
    ta_archive_close(a);
    ta_bits_free(&bits);
    ta_game_free(squares);
    ta_game_free(misere);
    ta_game_free(cubes);
}
END_TEST

/* ---- digests ---- */

START_TEST(digests)
{
    /* printf '0\n2\n5\n7\n' | sha256sum, and of nothing */
    static const char first_four[] = "d162047d3528b53f74d4de793feb66278be2ff62"
                                     "015131b20edc7a4a34ac09c4",
                      nothing[] = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649"
                                  "b934ca495991b7852b855";
    uint64_t list[] = {0, 2, 5, 7};
    uint64_t word = 1 | 1 << 2 | 1 << 5 | 1 << 7;
    uint16_t value[] = {9, 0, 2, 5, 7};
    char text[TA_DIGEST_TEXT];
    tai_digest *d;
    ck_assert_int_eq(tai_digest_new(0, &d), TA_OK);
    ck_assert_str_eq(tai_digest_text(d, NULL, 0, text), nothing);
    ta_block block = {.to = 10, .positions = list, .count = 4};
    ck_assert_str_eq(tai_digest_text(d, &block, 0, text), nothing);
    ck_assert_str_eq(tai_digest_text(d, &block, 8, text), first_four);
    ck_assert_int_eq(tai_digest_consume(d, &block), TA_OK);
    ck_assert_str_eq(tai_digest_text(d, NULL, 0, text), first_four);
    tai_digest_free(d);
    ck_assert_int_eq(tai_digest_new(0, &d), TA_OK);
    block = (ta_block){.to = 10, .bits = &word, .count = 4};
    ck_assert_int_eq(tai_digest_consume(d, &block), TA_OK);
    ck_assert_str_eq(tai_digest_text(d, NULL, 0, text), first_four);
    tai_digest_free(d);
    ck_assert_int_eq(tai_digest_new(1, &d), TA_OK);
    ta_block values_block = {.to = 5, .values = value, .count = 5};
    ck_assert_int_eq(tai_digest_consume(d, &values_block), TA_OK);
    ck_assert_str_eq(tai_digest_text(d, NULL, 0, text), first_four);
    tai_digest_free(d);
    tai_digest_free(NULL);
    tai_alloc_fail_at(1);
    ck_assert_int_eq(tai_digest_new(0, &d), TA_ENOMEM);
    ck_assert_ptr_null(d);
}
END_TEST

const struct test_suite test_suite = {.setup = setup,
                                      .teardown = teardown,
                                      .cases = {{&cold, 120},
                                                {&values, 60},
                                                {&octal, 4},
                                                {&windows, 160},
                                                {&windows_of_values, 40},
                                                {&windows_chosen, 100},
                                                {&shares_follow_the_work, 18},
                                                {&asked_wrongly, 1},
                                                {&digests, 1}}};
