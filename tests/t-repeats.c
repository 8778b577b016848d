/* Sinks and whole results of runs that may hand over a block that repeats
 * (options.periods), against the same without such blocks. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "archive-testing.h"

enum { N = 150000, LARGEST = 48 };

/* A game, and a file that gets what was computed, as bytes. */
typedef struct asked {
    const ta_game *game;
    ta_convention convention;
    const char *spec;
    uint64_t n;
    const ta_options *options;
    FILE *out;
} asked;

/* Cold positions and, in normal play, nim-values. */
static int contents(const asked *a)
{
    return a->convention == TA_NORMAL ? 2 : 1;
}

static const ta_content content[] = {TA_CONTENT_COLD, TA_CONTENT_NIM};

static void run(const asked *a, int k,
                ta_status (*consume)(void *state, const ta_block *block),
                void *state)
{
    ta_error error = {""};
    const ta_status st = ta_run(content[k], a->game, a->n, a->options,
                                &(ta_sink){consume, state}, &error);
    ck_assert_msg(st == TA_OK, "%s: %s", a->spec, error.text);
}

static void put_file(const asked *a, const char *path)
{
    size_t size;
    uint8_t *bytes = test_read_file(path, &size);
    fwrite(bytes, 1, size, a->out);
    ta_free(bytes);
    remove(path);
}

/* ---- whole results ---- */

static void arrays(const asked *a)
{
    ta_bits cold;
    uint64_t *list, at;
    size_t count;
    uint16_t *values = malloc(a->n * sizeof *values);
    test_ok(ta_bits_new(a->n, &cold));
    test_ok(ta_cold_bits(a->game, a->n, a->options, &cold, NULL));
    fwrite(cold.words, 8, ta_bits_words(a->n), a->out);
    test_ok(ta_cold_array(a->game, a->n, a->options, &list, &count, NULL));
    fwrite(list, 8, count, a->out);
    for (size_t k = 1; k <= count; k = 2 * k + 7) {
        test_ok(ta_nth(a->game, k, a->options, &at, NULL));
        ck_assert_uint_eq(at, list[k - 1]);
    }
    if (contents(a) > 1) {
        test_ok(ta_nim_array(a->game, a->n, a->options, values, NULL));
        fwrite(values, sizeof *values, a->n, a->out);
    }
    ta_bits_free(&cold);
    ta_free(list);
    free(values);
}

/* ---- sinks ---- */

static void store(const asked *a)
{
    uint16_t *values = malloc(a->n * sizeof *values);
    for (int k = 0; k < contents(a); k++) {
        memset(values, 0, a->n * sizeof *values);
        run(a, k, tai_block_store, values);
        fwrite(values, sizeof *values, a->n, a->out);
    }
    free(values);
}

static void archive(const asked *a)
{
    static const char path[] = "t-repeats.tka";
    char id[TA_GAME_ID];
    for (int k = 0; k < contents(a); k++) {
        const ta_archive_info info = {.content = content[k],
                                      .game = ta_game_id(a->game, id),
                                      .convention = a->convention,
                                      .goal = a->n};
        ta_archive_writer *writer;
        test_ok(ta_archive_writer_new(&info, &writer, NULL));
        run(a, k, ta_archive_writer_consume, writer);
        test_ok(ta_archive_writer_save(writer, path, NULL));
        ta_archive_writer_free(writer);
        put_file(a, path);
    }
}

static void digest(const asked *a)
{
    tai_digest *d;
    char text[TA_DIGEST_TEXT];
    test_ok(tai_digest_new(a->n / 3, &d));
    for (int k = 0; k < contents(a); k++)
        run(a, k, tai_digest_consume, d);
    fputs(tai_digest_text(d, NULL, 0, text), a->out);
    tai_digest_free(d);
}

static void text(const asked *a)
{
    static const char path[] = "t-repeats.txt";
    tai_writer *w;
    for (int k = 0; k < contents(a); k++) {
        test_ok(tai_writer_open(path, TA_BFILE, a->n / 3, 1, &w, NULL));
        run(a, k, tai_writer_consume, w);
        test_ok(tai_writer_close(w, true, NULL));
        put_file(a, path);
    }
}

static void counts(const asked *a)
{
    const uint64_t ends[] = {1, a->n / 3, a->n / 2 + 1, a->n - 1, a->n};
    uint64_t count[5];
    tai_count_sink s;
    tai_count_sink_init(&s, ends, 5, count);
    run(a, 0, tai_count_consume, &s);
    tai_count_finish(&s);
    fwrite(count, sizeof *count, 5, a->out);
}

/* ---- play ---- */

static ta_status note_move(void *out, const ta_move *move)
{
    fputs(move->taken, out);
    return TA_OK;
}

/* Sums of one heap and, in normal play, of two: by lengths and by values. They
 * are solved by runs, since no period is searched. */
static void sum(const asked *a)
{
    for (int k = 0; k < (contents(a) > 1 ? 4 : 1); k++) {
        const size_t heaps = 1 + (size_t)k / 2;
        const ta_play_options o = {
            .run = a->options, .search = 2, .keep = k % 2 && heaps > 1};
        ta_play *play;
        ta_turn turn;
        bool all;
        ta_error error = {""};
        test_ok(ta_play_new(a->convention, &play, NULL));
        for (size_t h = 0; h < heaps; h++) {
            char size[24];
            snprintf(size, sizeof size, "%" PRIu64, a->n - 1 - 1000 * h);
            test_ok(ta_play_add(play, a->spec, size, NULL));
        }
        const ta_status st = ta_play_solve(play, &o, &error);
        ck_assert_msg(st == TA_OK, "%s", error.text);
        fputc(ta_play_wins(play), a->out);
        if (o.keep && test_best(play, &turn))
            fwrite(&turn, sizeof turn, 1, a->out);
        test_ok(ta_play_moves(play, 0, 100, note_move, a->out, &all, NULL));
        ta_play_free(play);
    }
}

static void (*const all[])(const asked *a) = {arrays, store,  archive, digest,
                                              text,   counts, sum};

/* Case _i: what is computed; of finite sets, then of an octal game. */
TEST(repeats_change_nothing, sizeof all / sizeof *all)
{
    test_rng rng = test_rng_for("repeats_change_nothing", _i);
    for (int k = 0; k < 6; k++) {
        const uint64_t n = N + test_below(&rng, 1000);
        const size_t count = 1 + (size_t)test_below(&rng, 4);
        const ta_convention convention =
            k < 5 && test_below(&rng, 4) == 0 ? TA_MISERE : TA_NORMAL;
        uint64_t set[4];
        ta_game *game = NULL;
        for (size_t j = 0; j < count; j++)
            set[j] = 1 + test_below(&rng, LARGEST);
        if (k == 5)
            game = test_game("kayles", TA_NORMAL);
        else
            test_ok(ta_game_from_list(set, count, convention, &game, NULL));
        char *bytes[2];
        size_t size[2];
        for (int repeats = 0; repeats < 2; repeats++) {
            const ta_options options = {.engine = k == 5 ? NULL : "period",
                                        .periods = repeats};
            FILE *out = open_memstream(&bytes[repeats], &size[repeats]);
            all[_i](&(asked){game, convention, ta_game_about(game)->spec, n,
                             &options, out});
            ck_assert_int_eq(fclose(out), 0);
        }
        ck_assert_uint_gt(size[0], 0);
        ck_assert_msg(size[0] == size[1] &&
                          memcmp(bytes[0], bytes[1], size[0]) == 0,
                      "%s, n %" PRIu64 ", seed %" PRIu64,
                      ta_game_about(game)->spec, n, rng.seed);
        free(bytes[0]);
        free(bytes[1]);
        ta_game_free(game);
    }
}
