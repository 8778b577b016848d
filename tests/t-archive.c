/* Archives: what goes in comes out, in any blocks, whole or from the middle,
 * and the file depends on nothing but what it holds. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "archive-testing.h"
#include "archive/checkpoint-file.h"

/* ---- cold positions ---- */

/* What a reader hands over in [from, to), as bits; blocks must follow each
 * other and count right. */
typedef struct bits_sink {
    ta_sink sink;
    uint64_t *words;
    uint64_t next;
} bits_sink;

static ta_status set_bit(void *state, uint64_t position)
{
    bits_sink *s = state;
    s->words[position / 64] |= UINT64_C(1) << position % 64;
    return TA_OK;
}

static ta_status take_bits(void *sink, const ta_block *block)
{
    bits_sink *s = (bits_sink *)sink;
    ck_assert_uint_eq(block->from, s->next);
    ck_assert_uint_lt(block->from, block->to);
    ck_assert_uint_eq(tai_block_count_below(block, block->to), block->count);
    s->next = block->to;
    return ta_block_each(block, block->from, set_bit, s);
}

static void assert_range(const ta_archive *a, const uint64_t *words,
                         uint64_t from, uint64_t to, uint64_t n, uint64_t seed)
{
    uint64_t *got = tai_alloc_zero(ta_bits_words(n) + 1, 8);
    bits_sink sink = {{take_bits, &sink}, got, from};
    ta_error error = {""};
    ck_assert_msg(ta_archive_read(a, from, to, &sink.sink, &error) == TA_OK,
                  "seed %" PRIu64 ": %s", seed, error.text);
    ck_assert_uint_eq(sink.next, to);
    for (uint64_t i = 0; i < n; i++) {
        bool want = i >= from && i < to && (words[i / 64] >> i % 64 & 1) != 0;
        ck_assert_msg(want == (got[i / 64] >> i % 64 & 1),
                      "seed %" PRIu64 ": [%" PRIu64 ", %" PRIu64
                      "): position %" PRIu64,
                      seed, from, to, i);
    }
    ta_free(got);
}

TEST(cold_round_trip, 60)
{
    test_rng r = test_rng_for("cold_round_trip", _i);
    uint64_t n = test_edge_biased(&r, 5000);
    size_t entries = 1 + test_below(&r, 300);
    uint64_t *words = test_random_bits(&r, n), count;
    ta_archive_writer *w = test_archive_writer(TA_CONTENT_COLD, n, entries);
    test_give_bits(w, &r, words, 0, n);
    test_archive_save(w);

    /* Other blocks, and saved in between: the same file. */
    w = test_archive_writer(TA_CONTENT_COLD, n, entries);
    uint64_t middle = test_below(&r, n + 1);
    test_give_bits(w, &r, words, 0, middle);
    test_ok(ta_archive_writer_save(w, test_second, NULL));
    ta_archive *part = test_archive_open(test_second);
    ck_assert_uint_eq(ta_archive_about(part)->end, middle);
    ck_assert_uint_eq(ta_archive_about(part)->goal, n);
    assert_range(part, words, 0, middle, n, r.seed);
    test_give_bits(w, &r, words, middle, n);
    test_ok(ta_archive_writer_save(w, test_second, NULL));
    ta_archive_writer_free(w);
    ta_archive_close(part); /* the old file, while it was open */
    test_assert_same_file(test_path, test_second, r.seed);

    ta_archive *a = test_archive_open(test_path);
    count = n > 0 ? tai_popcount_range(words, 0, n) : 0;
    ck_assert_uint_eq(ta_archive_about(a)->end, n);
    ck_assert_uint_eq(ta_archive_about(a)->count, count);
    ck_assert_str_eq(ta_archive_about(a)->game, TEST_ARCHIVE_GAME);
    test_ok(ta_archive_check(a, NULL, NULL));
    assert_range(a, words, 0, n, n, r.seed);
    for (int k = 0; k < 8; k++) {
        uint64_t to = test_below(&r, n + 1), from = test_below(&r, to + 1);
        assert_range(a, words, from, to, n, r.seed);
    }
    ck_assert_int_eq(
        ta_archive_read(a, 0, n + 1, &(ta_sink){take_bits, NULL}, NULL),
        TA_EINVAL);
    ta_archive_close(a);
    ta_free(words);
}

/* Positions as far apart as 64 bits allow. */
TEST(far_apart, 60)
{
    test_rng r = test_rng_for("far_apart", _i);
    enum { COUNT = 40 };
    uint64_t position[COUNT] = {0}, p = test_below(&r, 3);
    size_t count = 0;
    while (count < COUNT && p < UINT64_MAX) {
        position[count++] = p;
        uint64_t step = 1 + (test_random(&r) >> test_below(&r, 64));
        if (p > UINT64_MAX - step)
            break;
        p += step;
    }
    ta_archive_writer *w =
        test_archive_writer(TA_CONTENT_COLD, UINT64_MAX, 1 + (size_t)_i % 50);
    ta_block block = {.to = UINT64_MAX, .positions = position, .count = count};
    test_ok(ta_archive_writer_consume(w, &block));
    test_archive_save(w);
    ta_archive *a = test_archive_open(test_path);
    test_list_sink list = {.sink = {test_take_list, &list}, .room = COUNT};
    list.list = tai_alloc(COUNT, 8);
    test_ok(ta_archive_read(a, 0, UINT64_MAX, &list.sink, NULL));
    ck_assert_uint_eq(list.count, count);
    ck_assert_int_eq(memcmp(list.list, position, count * 8), 0);
    ta_free(list.list);
    ta_archive_close(a);
}

/* ---- values ---- */

typedef struct values_sink {
    ta_sink sink;
    const uint16_t *want;
    uint64_t next;
} values_sink;

static ta_status compare_values(void *sink, const ta_block *block)
{
    values_sink *s = (values_sink *)sink;
    ck_assert_uint_eq(block->from, s->next);
    for (uint64_t i = block->from; i < block->to; i++)
        ck_assert_msg(block->values[i - block->from] == s->want[i],
                      "value of %" PRIu64, i);
    s->next = block->to;
    return TA_OK;
}

TEST(values_round_trip, 60)
{
    test_rng r = test_rng_for("values_round_trip", _i);
    uint64_t n = test_edge_biased(&r, 5000);
    uint16_t *values = tai_alloc(n, sizeof *values);
    uint64_t shift = test_below(&r, 17); /* 16: all of them 0 */
    for (uint64_t i = 0; i < n; i++)
        values[i] = (uint16_t)((test_random(&r) & 0xffff) >> shift);
    size_t entries = 1 + test_below(&r, 3000);
    const ta_content content = _i % 2 ? TA_CONTENT_NIM : TA_CONTENT_LENGTH;
    ta_archive_writer *w = test_archive_writer(content, n, entries);
    for (uint64_t from = 0, to; from < n; from = to) {
        to = from + 1 + test_below(&r, tai_min_u64(n - from, 4000));
        ta_block block = {.from = from,
                          .to = to,
                          .values = values + from,
                          .count = to - from};
        test_ok(ta_archive_writer_consume(w, &block));
        if (test_below(&r, 8) == 0)
            test_ok(ta_archive_writer_save(w, test_path, NULL));
    }
    test_archive_save(w);
    ta_archive *a = test_archive_open(test_path);
    ck_assert_int_eq(ta_archive_about(a)->content, content);
    ck_assert_uint_eq(ta_archive_about(a)->count, n);
    for (int k = 0; k < 8; k++) {
        uint64_t to = k == 0 ? n : test_below(&r, n + 1);
        uint64_t from = k == 0 ? 0 : test_below(&r, to + 1);
        values_sink sink = {{compare_values, &sink}, values, from};
        test_ok(ta_archive_read(a, from, to, &sink.sink, NULL));
        ck_assert_uint_eq(sink.next, to);
    }
    uint64_t cold;
    ck_assert_int_eq(ta_archive_count_below(a, n, &cold, NULL), TA_EINVAL);
    ta_archive_close(a);
    ta_free(values);
}

/* ---- what is refused ---- */

TEST(refused, 1)
{
    ta_error error = {""};
    ta_archive_writer *w;
    char longest[300];
    strcpy(longest, "list:11"); /* of 255 bytes */
    while (strlen(longest) < 255)
        strcat(longest, ",1");
    ta_archive_info info = {
        .content = TA_CONTENT_COLD, .game = longest, .goal = 100};
    test_ok(ta_archive_writer_new(&info, &w, &error));

    /* Blocks that do not follow, go too far or are of the other kind. */
    uint64_t word = 5;
    uint16_t value = 0;
    ck_assert_int_eq(
        ta_archive_writer_consume(
            w, &(ta_block){.from = 1, .to = 2, .bits = &word, .count = 1}),
        TA_EINVAL);
    ck_assert_int_eq(ta_archive_writer_consume(
                         w, &(ta_block){.to = 101, .bits = &word, .count = 2}),
                     TA_EINVAL);
    ck_assert_int_eq(ta_archive_writer_consume(
                         w, &(ta_block){.to = 1, .values = &value, .count = 1}),
                     TA_EINVAL);
    /* Positions that fall, repeat, or lie outside the block; a wrong count. */
    static const uint64_t lists[][2] = {{2, 1}, {1, 1}, {1, 3}};
    for (size_t k = 0; k < 3; k++)
        ck_assert_int_eq(
            ta_archive_writer_consume(
                w, &(ta_block){.to = 3, .positions = lists[k], .count = 2}),
            TA_EINVAL);
    ck_assert_int_eq(ta_archive_writer_consume(
                         w, &(ta_block){.to = 3, .bits = &word, .count = 1}),
                     TA_EINVAL);
    test_ok(ta_archive_writer_consume(
        w, &(ta_block){.to = 3, .bits = &word, .count = 2}));
    test_ok(ta_archive_writer_save(w, test_path, &error));
    /* Names that no file can have; later saves succeed. */
    static const char *const nowhere[] = {"/nonexistent/a", "", NULL};
    for (size_t k = 0; k < 3; k++) {
        ck_assert_int_eq(ta_archive_writer_save(w, nowhere[k], &error),
                         k < 2 ? TA_EIO : TA_EINVAL);
        ck_assert_ptr_nonnull(strstr(error.text, k == 0   ? "/nonexistent/a"
                                                 : k == 1 ? "'': No such file"
                                                          : "name of a file"));
    }
    test_ok(unlink(test_path));
    test_ok(ta_archive_writer_save(w, test_path, &error));
    ta_archive_writer_free(w);
    ta_archive *a = test_archive_open(test_path);
    ck_assert_str_eq(ta_archive_about(a)->game, longest);
    ta_archive_close(a);

    static const char *const games[] = {"", "a\nb", "\x1b[2J", "a\x7f"};
    strcat(longest, "1");
    for (size_t k = 0; k < 5; k++) {
        info.game = k < 4 ? games[k] : longest;
        ck_assert_int_eq(ta_archive_writer_new(&info, &w, &error), TA_EINVAL);
        ck_assert_ptr_null(w);
    }
    /* Numbers that are of no enum; 4 is one inside the file. */
    static const int wrong[] = {-1, 0, 4, 9};
    for (size_t k = 0; k < 4; k++) {
        info.game = wrong[k] == 4 ? "0.77" : "squares";
        info.content = (ta_content)wrong[k];
        ck_assert_int_eq(ta_archive_writer_new(&info, &w, &error), TA_EINVAL);
    }
    info.content = TA_CONTENT_COLD;
    info.convention = (ta_convention)7;
    ck_assert_int_eq(ta_archive_writer_new(&info, &w, &error), TA_EINVAL);

    ck_assert_int_eq(ta_archive_open("/nonexistent/a", &a, &error), TA_EIO);
    ck_assert_ptr_null(a);
    ck_assert_int_eq(ta_archive_open(test_folder, &a, &error), TA_EIO);
    ck_assert_int_eq(errno, EISDIR);
    ck_assert_int_eq(ta_archive_open("/dev/zero", &a, &error), TA_EIO);
    ck_assert_int_eq(errno, ESPIPE);
    ta_archive_close(NULL);
    ta_archive_writer_free(NULL);
}

/* ---- when the system says no ---- */

static ta_status give_all(ta_archive_writer *w, const uint64_t *words,
                          uint64_t n)
{
    uint64_t count = tai_popcount_range(words, 0, n);
    return ta_archive_writer_consume(
        w, &(ta_block){.to = n, .bits = words, .count = count});
}

/* Each allocation fails in turn; nothing is left half done. */
TEST(no_memory, 2)
{
    enum { N = 3000 };
    test_rng r = test_rng_for("no_memory", _i);
    uint64_t words[N / 64 + 1] = {0};
    for (uint64_t i = 0; i < N; i++)
        if (test_below(&r, 3) == 0)
            words[i / 64] |= UINT64_C(1) << i % 64;
    ta_archive_info info = {
        .content = TA_CONTENT_COLD, .game = TEST_ARCHIVE_GAME, .goal = N};
    test_failing f = {0}, g = {0};
    while (test_fails_next(&f)) {
        ta_archive_writer *w = NULL;
        const ta_status made =
            tai_archive_writer_new_framed(&info, 50, &w, &f.error);
        const ta_status taken = made == TA_OK ? give_all(w, words, N) : made;
        f.status =
            w == NULL ? made : ta_archive_writer_save(w, test_path, &f.error);
        test_fail_at(0);
        ck_assert(taken == TA_OK || taken == TA_ENOMEM);
        if (taken != TA_OK && w != NULL) /* incomplete for good */
            ck_assert_int_eq(ta_archive_writer_save(w, test_path, NULL),
                             TA_ENOMEM);
        ck_assert_int_eq(access(test_path, F_OK), f.status == TA_OK ? 0 : -1);
        ck_assert(f.status == TA_OK || f.error.text[0] != '\0');
        if (taken == TA_OK && f.status != TA_OK) { /* and with memory again */
            test_ok(ta_archive_writer_save(w, test_path, NULL));
            unlink(test_path);
        }
        ta_archive_writer_free(w);
    }
    ck_assert_uint_gt(f.failures, 10);
    while (test_fails_next(&g)) {
        ta_archive *a;
        g.status = ta_archive_open(test_path, &a, &g.error);
        if (g.status == TA_OK)
            g.status = ta_archive_check(a, NULL, &g.error);
        ta_archive_close(a);
        ck_assert(g.status == TA_OK || g.error.text[0] != '\0');
    }
    ck_assert_uint_gt(g.failures, 5);
}

TEST(counts_below, 5)
{
    test_rng r = test_rng_for("counts_below", _i);
    uint64_t n = 1 + test_below(&r, 2000), count;
    uint64_t *words = test_random_bits(&r, n);
    ta_archive_writer *w =
        test_archive_writer(TA_CONTENT_COLD, n, 1 + test_below(&r, 50));
    test_give_bits(w, &r, words, 0, n);
    test_archive_save(w);
    ta_archive *a = test_archive_open(test_path);
    for (uint64_t p = 0; p <= n; p++) {
        test_ok(ta_archive_count_below(a, p, &count, NULL));
        ck_assert_msg(count == tai_popcount_range(words, 0, p),
                      "seed %" PRIu64 ", below %" PRIu64, r.seed, p);
    }
    ck_assert_int_eq(ta_archive_count_below(a, n + 1, &count, NULL), TA_EINVAL);
    ta_archive_close(a);
    ta_free(words);
}

/* The prediction for an archive of squares holds, and is not much too large. It
 * is the size of the file and what a writer has from the beginning. */
TEST(sizes_are_foreseen, 5)
{
    static const struct {
        ta_content content;
        uint64_t n;
    } cases[] = {{TA_CONTENT_COLD, 1 << 24},
                 {TA_CONTENT_NIM, 1 << 17},
                 {TA_CONTENT_NIM, 1 << 21},
                 {TA_CONTENT_LENGTH, 1 << 17},
                 {TA_CONTENT_LENGTH, 1 << 21}};
    const ta_content content = cases[_i].content;
    const uint64_t n = cases[_i].n;
    const ta_archive_info info = {
        .content = content, .game = "squares", .goal = n};
    ta_archive_writer *w;
    ta_game *game;
    test_ok(ta_game_new("squares", TA_NORMAL, &game, NULL));
    test_ok(ta_archive_writer_new(&info, &w, NULL));
    const ta_sink sink = {ta_archive_writer_consume, w};
    test_ok(ta_run(content, game, n, NULL, &sink, NULL));
    test_archive_save(w);
    ta_archive *a = test_archive_open(test_path);
    const uint64_t bytes = tai_archive_size(a);
    const uint64_t foreseen = tai_archive_memory(content, game, n) -
                              tai_archive_memory(content, game, 0);
    ck_assert_msg(bytes <= foreseen,
                  "case %d: %" PRIu64 " bytes, %" PRIu64 " foreseen", _i, bytes,
                  foreseen);
    ta_archive_close(a);
    ta_game_free(game);
}

/* Windows of random values as text: all of them; those at multiples of twice
 * `apart`, and the first; more values than a text can have. */
TEST(windows_as_text, 3)
{
    enum { KEPT = TAI_WINDOW_KEPT, UNIT = 1 << 20, LONG = 1 << 14 };
    static const size_t left[] = {4, 3, 1};
    test_rng r = test_rng_for("windows_as_text", _i);
    tai_windows w = {
        .summary = {.known = 16 * UNIT, .mask = 0xffff, .largest = 0xffff},
        .length = LONG >> (4 - 2 * _i),
        .apart = 4 * UNIT,
        .count = KEPT + 4,
        .at = {8 * UNIT, 16 * UNIT, 5 * UNIT, 8 * UNIT, 12 * UNIT, 16 * UNIT}};
    tai_windows got = {.length = 0};
    char game[TA_GAME_ID];
    ta_error error = {""};
    w.shorter = w.length;
    for (size_t i = 0; i < w.count; i++) {
        w.values[i] = tai_alloc(w.length, sizeof **w.values);
        for (size_t k = 0; k < w.length; k++)
            w.values[i][k] = (uint16_t)test_random(&r);
    }
    ck_assert_int_eq(tai_windows_save(&w, "0.7", test_path, &error),
                     _i == 2 ? TA_ELIMIT : TA_OK);
    ck_assert_uint_eq(w.count, KEPT + left[_i]);
    ck_assert_uint_eq(w.at[KEPT], 5 * UNIT);
    if (_i < 2) {
        test_ok(tai_windows_read(&got, game, test_path, &error));
        ck_assert_mem_eq(got.at, w.at, w.count * sizeof *w.at);
        for (size_t i = 0; i < w.count; i++)
            ck_assert_mem_eq(got.values[i], w.values[i],
                             w.length * sizeof **w.values);
    }
    tai_windows_free(&got);
    tai_windows_free(&w);
}

TEST_FIXTURE(test_folder_make, test_folder_remove)
