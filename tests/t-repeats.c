/* Sinks and whole results of runs that may hand over a block that repeats
 * (options.periods), against the same without such blocks. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "archive-testing.h"

enum { N = 150000, LARGEST = 48 };

/* What was computed, as bytes. */
typedef struct result {
    unsigned char *bytes;
    size_t size;
} result;

static void add(result *r, const void *bytes, size_t size)
{
    r->bytes = realloc(r->bytes, r->size + size + 1);
    ck_assert_ptr_nonnull(r->bytes);
    memcpy(r->bytes + r->size, bytes, size);
    r->size += size;
}

typedef struct asked {
    const ta_game *game;
    uint64_t n;
    const ta_options *options;
} asked;

static bool has_values(const asked *a)
{
    return ta_game_about(a->game)->convention == TA_NORMAL;
}

static void run(const asked *a, ta_content content,
                ta_status (*consume)(void *state, const ta_block *block),
                void *state)
{
    ta_error error = {""};
    const ta_status st = ta_run(content, a->game, a->n, a->options,
                                &(ta_sink){consume, state}, &error);
    ck_assert_msg(st == TA_OK, "%s: %s", ta_game_about(a->game)->spec,
                  error.text);
}

/* ---- whole results ---- */

static void cold_bits(const asked *a, result *r)
{
    ta_bits cold;
    ck_assert_int_eq(ta_bits_new(a->n, &cold), TA_OK);
    ck_assert_int_eq(ta_cold_bits(a->game, a->n, a->options, &cold, NULL),
                     TA_OK);
    add(r, cold.words, ta_bits_words(a->n) * 8);
    ta_bits_free(&cold);
}

static void cold_list(const asked *a, result *r)
{
    uint64_t *list, at;
    size_t count;
    ck_assert_int_eq(
        ta_cold_array(a->game, a->n, a->options, &list, &count, NULL), TA_OK);
    add(r, list, count * sizeof *list);
    for (size_t k = 1; k <= count; k = 2 * k + 7) {
        ck_assert_int_eq(ta_nth(a->game, k, a->options, &at, NULL), TA_OK);
        ck_assert_uint_eq(at, list[k - 1]);
    }
    ta_free(list);
}

static void nim_array(const asked *a, result *r)
{
    uint16_t *values = malloc(a->n * sizeof *values);
    if (has_values(a)) {
        ck_assert_int_eq(ta_nim_array(a->game, a->n, a->options, values, NULL),
                         TA_OK);
        add(r, values, a->n * sizeof *values);
    }
    free(values);
}

/* ---- sinks ---- */

static void store(const asked *a, result *r)
{
    ta_bits cold;
    uint16_t *values = malloc(a->n * sizeof *values);
    ck_assert_int_eq(ta_bits_new(a->n, &cold), TA_OK);
    run(a, TA_CONTENT_COLD, tai_block_store, cold.words);
    add(r, cold.words, ta_bits_words(a->n) * 8);
    if (has_values(a)) {
        run(a, TA_CONTENT_NIM, tai_block_store, values);
        add(r, values, a->n * sizeof *values);
    }
    ta_bits_free(&cold);
    free(values);
}

static void archive_of(const asked *a, ta_content content, result *r)
{
    static const char path[] = "t-repeats.tka";
    char id[TA_GAME_ID];
    const ta_archive_info info = {.content = content,
                                  .game = ta_game_id(a->game, id),
                                  .convention =
                                      ta_game_about(a->game)->convention,
                                  .goal = a->n};
    ta_archive_writer *writer;
    size_t size;
    ck_assert_int_eq(ta_archive_writer_new(&info, &writer, NULL), TA_OK);
    run(a, content, ta_archive_writer_consume, writer);
    ck_assert_int_eq(ta_archive_writer_save(writer, path, NULL), TA_OK);
    ta_archive_writer_free(writer);
    uint8_t *bytes = test_read_file(path, &size);
    add(r, bytes, size);
    ta_free(bytes);
    remove(path);
}

static void archive(const asked *a, result *r)
{
    archive_of(a, TA_CONTENT_COLD, r);
    if (has_values(a))
        archive_of(a, TA_CONTENT_NIM, r);
}

static void digest(const asked *a, result *r)
{
    tai_digest *d;
    char text[TA_DIGEST_TEXT];
    ck_assert_int_eq(tai_digest_new(a->n / 3, &d), TA_OK);
    run(a, TA_CONTENT_COLD, tai_digest_consume, d);
    if (has_values(a))
        run(a, TA_CONTENT_NIM, tai_digest_consume, d);
    add(r, tai_digest_text(d, NULL, 0, text), TA_DIGEST_TEXT);
    tai_digest_free(d);
}

static void text(const asked *a, result *r)
{
    static const char path[] = "t-repeats.txt";
    for (int values = 0; values <= has_values(a); values++) {
        tai_writer *w;
        size_t size;
        ck_assert_int_eq(tai_writer_open(path, TA_BFILE, a->n / 3, 1, &w, NULL),
                         TA_OK);
        run(a, values ? TA_CONTENT_NIM : TA_CONTENT_COLD, tai_writer_consume,
            w);
        ck_assert_int_eq(tai_writer_close(w, true, NULL), TA_OK);
        uint8_t *bytes = test_read_file(path, &size);
        add(r, bytes, size);
        ta_free(bytes);
        remove(path);
    }
}

static void counts(const asked *a, result *r)
{
    const uint64_t ends[] = {1, a->n / 3, a->n / 2 + 1, a->n - 1, a->n};
    uint64_t count[5];
    tai_count_sink s;
    tai_count_sink_init(&s, ends, 5, count);
    run(a, TA_CONTENT_COLD, tai_count_consume, &s);
    tai_count_finish(&s);
    add(r, count, sizeof count);
}

/* ---- play ---- */

static ta_status note_move(void *state, const ta_move *move)
{
    add(state, move->taken, strlen(move->taken));
    return TA_OK;
}

/* By runs: no period is searched. */
static void sum(const asked *a, result *r)
{
    ta_play_options o = {.run = a->options, .search = 2};
    for (size_t heaps = 1; heaps <= 2; heaps++)
        for (int kept = 0; kept <= has_values(a); kept++) {
            ta_play *play;
            bool all;
            ta_error error = {""};
            if (!has_values(a) && heaps > 1)
                continue;
            ck_assert_int_eq(
                ta_play_new(ta_game_about(a->game)->convention, &play, NULL),
                TA_OK);
            for (size_t k = 0; k < heaps; k++) {
                char size[24];
                snprintf(size, sizeof size, "%" PRIu64, a->n - 1 - 1000 * k);
                ck_assert_int_eq(
                    ta_play_add(play, ta_game_about(a->game)->spec, size, NULL),
                    TA_OK);
            }
            o.keep = kept && heaps > 1; /* else by lengths */
            const ta_status st = ta_play_solve(play, &o, &error);
            ck_assert_msg(st == TA_OK, "%s", error.text);
            const bool wins = ta_play_wins(play);
            ta_turn turn;
            add(r, &wins, sizeof wins);
            if (o.keep && ta_play_best(play, &turn))
                add(r, &turn, sizeof turn);
            ck_assert_int_eq(
                ta_play_moves(play, 0, 100, note_move, r, &all, NULL), TA_OK);
            ta_play_free(play);
        }
}

static void (*const all[])(const asked *a, result *r) = {
    cold_bits, cold_list, nim_array, store, archive, digest, text, counts, sum};
enum { ALL = sizeof all / sizeof *all };

static ta_game *random_game(test_rng *r)
{
    uint64_t set[4];
    const uint64_t count = 1 + test_below(r, 4);
    ta_game *game = NULL;
    for (uint64_t k = 0; k < count; k++)
        set[k] = 1 + test_below(r, LARGEST);
    ck_assert_int_eq(
        ta_game_from_list(set, count,
                          test_below(r, 4) == 0 ? TA_MISERE : TA_NORMAL, &game,
                          NULL),
        TA_OK);
    return game;
}

/* Case _i: what is computed; of finite sets, then of an octal game. */
START_TEST(repeats_change_nothing)
{
    test_rng rng = test_rng_for("repeats_change_nothing", _i);
    for (int k = 0; k < 6; k++) {
        const bool octal = k == 5;
        ta_game *game =
            octal ? test_game("kayles", TA_NORMAL) : random_game(&rng);
        const ta_options plain = {.engine = octal ? NULL : "period"};
        ta_options repeats = plain;
        repeats.periods = true;
        const uint64_t n = N + test_below(&rng, 1000);
        result want = {NULL, 0}, got = {NULL, 0};
        all[_i](&(asked){game, n, &plain}, &want);
        all[_i](&(asked){game, n, &repeats}, &got);
        ck_assert_msg(
            want.size == got.size &&
                (got.size == 0 || memcmp(want.bytes, got.bytes, got.size) == 0),
            "%s, n %" PRIu64 ", seed %" PRIu64, ta_game_about(game)->spec, n,
            rng.seed);
        free(want.bytes);
        free(got.bytes);
        ta_game_free(game);
    }
}
END_TEST

const struct test_suite test_suite = {
    .cases = {{&repeats_change_nothing, ALL}}};
