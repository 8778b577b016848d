/* Runs that go on from what is known: every engine from every other's work,
 * wherever that ended, with the same result. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "testing.h"

#include "cold/wheel/wheel-engine.h"

static char folder[] = "/tmp/takeaway-resume-XXXXXX";

static void make_folder(void)
{
    strcpy(strstr(folder, "resume-") + 7, "XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
}

static void remove_folder(void)
{
    char path[80];
    snprintf(path, sizeof path, "%s/known", folder);
    unlink(path);
    ck_assert_int_eq(rmdir(folder), 0);
}

/* What `options` finds below `end`, as an archive that was on the disk. */
static ta_archive *known_below(const ta_game *game, uint64_t end, uint64_t goal,
                               const ta_options *options)
{
    char path[80];
    snprintf(path, sizeof path, "%s/known", folder);
    char id[TA_GAME_ID];
    ta_archive_info info = {.content = TA_CONTENT_COLD,
                            .game = ta_game_id(game, id),
                            .convention = ta_game_about(game)->convention,
                            .goal = goal};
    ta_archive_writer *writer;
    ta_archive *archive;
    ta_error error = {""};
    ck_assert_int_eq(ta_archive_writer_new(&info, &writer, NULL), TA_OK);
    ck_assert_int_eq(ta_run(TA_CONTENT_COLD, game, end, options,
                            &(ta_sink){ta_archive_writer_consume, writer},
                            &error),
                     TA_OK);
    ck_assert_int_eq(ta_archive_writer_save(writer, path, &error), TA_OK);
    ta_archive_writer_free(writer);
    ta_status st = ta_archive_open(path, &archive, &error);
    ck_assert_msg(st == TA_OK, "%s", error.text);
    ck_assert_uint_eq(ta_archive_about(archive)->end, end);
    return archive;
}

/* Takes blocks and insists that they leave no gap. */
typedef struct strict_sink {
    ta_sink sink;
    uint64_t next, count;
    ta_bits *bits;
} strict_sink;

static ta_status put(void *state, uint64_t position)
{
    ta_bits *bits = state;
    bits->words[position / 64] |= (uint64_t)1 << (position % 64);
    return TA_OK;
}

static ta_status take(void *sink, const ta_block *block)
{
    strict_sink *s = (strict_sink *)sink;
    ck_assert_uint_eq(block->from, s->next);
    ck_assert_uint_gt(block->to, block->from);
    s->next = block->to;
    s->count += block->count;
    return ta_block_each(block, 0, put, s->bits);
}

static ta_bits resumed(const ta_game *game, uint64_t n,
                       const ta_options *options, const char *what)
{
    ta_bits bits = test_poisoned_bits(n);
    memset(bits.words, 0, ta_bits_words(n) * 8);
    strict_sink sink = {{take, &sink}, 0, 0, &bits};
    ta_error error = {""};
    ta_status st =
        ta_run(TA_CONTENT_COLD, game, n, options, &sink.sink, &error);
    ck_assert_msg(st == TA_OK, "%s, %s: %s", what, options->engine, error.text);
    ck_assert_uint_eq(sink.next, n);
    ck_assert_uint_eq(sink.count, ta_bits_count(&bits));
    return bits;
}

static const char *const names[] = {"naive",    "sieve",  "segments",
                                    "shift",    "divide", "exact",
                                    "textbook", "wheel",  "auto"};
enum { ENGINES = sizeof names / sizeof *names, GAMES = 60 };

static void random_options(test_rng *r, ta_options *options)
{
    options->base_bits = 6 + (unsigned)test_below(r, 6);
    options->threads = 1 + (unsigned)test_below(r, 2);
    options->convolver = (ta_convolver)test_below(r, 5);
    if (test_below(r, 4) == 0)
        options->rounding_limit = 0.01;
}

/* Case _i: this engine goes on from any. The end may be anywhere, before or
 * behind the new n. */
START_TEST(any_engine_goes_on)
{
    for (int k = 0; k < GAMES; k += test_every(test_emulated() ? 5 : 3)) {
        test_rng r = test_rng_for(names[_i], 1000 + k);
        uint64_t n = test_edge_biased(&r, k < 40 ? 3000 : 30000);
        uint64_t end = test_below(&r, 8) == 0
                           ? n + test_below(&r, 500)
                           : test_edge_biased(&r, n > 0 ? n : 1);
        ta_game *game = test_random_game(&r, n + 2);
        ta_options options = {.engine = "naive"};
        ta_bits want = test_poisoned_bits(n);
        ck_assert_int_eq(ta_cold_bits(game, n, &options, &want, NULL), TA_OK);

        options.engine = names[test_below(&r, ENGINES)];
        random_options(&r, &options);
        ta_archive *known = known_below(game, end, end, &options);
        options = (ta_options){.engine = names[_i], .known = known};
        random_options(&r, &options);
        ta_bits got = resumed(game, n, &options, "random game");
        test_assert_bits_equal(&want, &got, names[_i], r.seed);
        ta_bits_free(&want);
        ta_bits_free(&got);
        ta_archive_close(known);
        ta_game_free(game);
    }
}
END_TEST

/* Larger ranges with all defaults, where whole groups of children are known,
 * and partly known ones. */
START_TEST(children_that_are_known)
{
    static const char *const spec[] = {"squares", "primes", "residues:1,4mod5"};
    test_rng r = test_rng_for("children", _i);
    ta_game *game = test_game(spec[_i % 3], TA_NORMAL);
    uint64_t n = 700001;
    ta_options options = {.engine = "shift"};
    ta_bits want = test_poisoned_bits(n);
    ck_assert_int_eq(ta_cold_bits(game, n, &options, &want, NULL), TA_OK);
    static const char *const by[] = {"divide", "textbook", "auto", "shift"};
    for (size_t k = 0; k < 4; k++) {
        uint64_t end = test_below(&r, n);
        options = (ta_options){.engine = "shift"};
        ta_archive *known = known_below(game, end, n, &options);
        options = (ta_options){.engine = by[k], .known = known};
        ta_bits got = resumed(game, n, &options, spec[_i % 3]);
        test_assert_bits_equal(&want, &got, by[k], end);
        ta_bits_free(&got);
        ta_archive_close(known);
    }
    ta_bits_free(&want);
    ta_game_free(game);
}
END_TEST

/* The wheel beyond its plain sieve: phases begin at what is known. */
START_TEST(wheel_goes_on)
{
    test_rng r = test_rng_for("wheel_goes_on", _i);
    ta_game *game = test_game(_i % 2 ? "triangular" : "squares", TA_NORMAL);
    uint64_t n = 12000007, end = test_below(&r, n);
    if (_i == 0)
        end = n - 1;
    ta_options options = {.engine = "shift"};
    ta_bits want = test_poisoned_bits(n);
    ck_assert_int_eq(ta_cold_bits(game, n, &options, &want, NULL), TA_OK);
    ta_archive *known = known_below(game, end, n, &options);
    options = (ta_options){.engine = "wheel",
                           .known = known,
                           .check = true,
                           .threads = 1 + (unsigned)test_below(&r, 2)};
    ta_bits got = resumed(game, n, &options, "wheel");
    test_assert_bits_equal(&want, &got, "wheel", end);
    ta_bits_free(&want);
    ta_bits_free(&got);
    ta_archive_close(known);
    ta_game_free(game);
}
END_TEST

/* ---- values ---- */

/* As strict_sink, of values. */
typedef struct value_list {
    ta_sink sink;
    uint16_t *at;
    uint64_t next;
} value_list;

static ta_status take_values(void *sink, const ta_block *block)
{
    value_list *v = (value_list *)sink;
    ck_assert_uint_eq(block->from, v->next);
    ck_assert_uint_gt(block->to, block->from);
    memcpy(v->at + v->next, block->values, 2 * (block->to - block->from));
    v->next = block->to;
    return TA_OK;
}

static uint16_t *values_of(ta_content content, const ta_game *game, uint64_t n,
                           const ta_options *options)
{
    value_list list = {{take_values, &list}, tai_alloc(n, 2), 0};
    ta_error error = {""};
    ck_assert_msg(ta_run(content, game, n, options, &list.sink, &error) ==
                      TA_OK,
                  "%s", error.text);
    ck_assert_uint_eq(list.next, n);
    return list.at;
}

static ta_archive *values_below(ta_content content, const ta_game *game,
                                uint64_t end, const ta_options *options)
{
    char path[80], id[TA_GAME_ID];
    snprintf(path, sizeof path, "%s/known", folder);
    ta_archive_info info = {
        .content = content, .game = ta_game_id(game, id), .goal = end};
    ta_archive_writer *writer;
    ta_archive *archive;
    ck_assert_int_eq(ta_archive_writer_new(&info, &writer, NULL), TA_OK);
    ck_assert_int_eq(ta_run(content, game, end, options,
                            &(ta_sink){ta_archive_writer_consume, writer},
                            NULL),
                     TA_OK);
    ck_assert_int_eq(ta_archive_writer_save(writer, path, NULL), TA_OK);
    ta_archive_writer_free(writer);
    ck_assert_int_eq(ta_archive_open(path, &archive, NULL), TA_OK);
    return archive;
}

/* Every engine of nim-values and lengths from every other's work. */
START_TEST(values_go_on)
{
    static const char *const spec[] = {"squares",       "fibonacci",
                                       "list:2,5-9,31", "powers:2",
                                       "list:100000",   "list:1-3"};
    test_rng r = test_rng_for("values_go_on", _i);
    bool nim = _i % 2 == 0;
    ta_content content = nim ? TA_CONTENT_NIM : TA_CONTENT_LENGTH;
    size_t engines;
    const ta_engine_info *engine = ta_engines(content, false, &engines);
    for (size_t k = 0; k < 2 * engines; k++) {
        ta_game *game = test_game(spec[test_below(&r, 6)], TA_NORMAL);
        uint64_t n = 20000 + test_below(&r, 50000);
        uint64_t end = test_below(&r, n + 100);
        ta_options options = {.engine = "naive"};
        uint16_t *want = values_of(content, game, n, &options);
        options.engine = engine[test_below(&r, engines)].name;
        ta_archive *known = values_below(content, game, end, &options);
        options =
            (ta_options){.engine = engine[k % engines].name, .known = known};
        uint16_t *got = values_of(content, game, n, &options);
        for (uint64_t i = 0; i < n; i++)
            ck_assert_msg(want[i] == got[i],
                          "%s, %s, seed %" PRIu64 ": %u, not %u, at %" PRIu64,
                          ta_game_about(game)->spec, options.engine, r.seed,
                          got[i], want[i], i);
        ta_free(want);
        ta_free(got);
        ta_archive_close(known);
        ta_game_free(game);
    }
}
END_TEST

/* Octal games, of which the sparse engine has to learn again what is rare. */
START_TEST(octal_values_go_on)
{
    static const char *const code[] = {"0.77", "0.07", "0.16",   "0.356",
                                       "4.3",  ".137", "grundy", "0.3"};
    test_rng r = test_rng_for("octal_values_go_on", _i);
    ta_game *game;
    ck_assert_int_eq(ta_game_new(code[_i], TA_NORMAL, &game, NULL), TA_OK);
    uint64_t n = (test_emulated() ? 20000 : 60000) + test_below(&r, 5000);
    uint64_t end = test_below(&r, n + 100);
    char path[80];
    snprintf(path, sizeof path, "%s/known", folder);
    ta_archive_info info = {.content = TA_CONTENT_NIM,
                            .game = ta_game_about(game)->octal,
                            .goal = n};
    ta_archive_writer *writer;
    ta_archive *archive;
    ck_assert_int_eq(ta_archive_writer_new(&info, &writer, NULL), TA_OK);
    ck_assert_int_eq(ta_run(TA_CONTENT_NIM, game, end, NULL,
                            &(ta_sink){ta_archive_writer_consume, writer},
                            NULL),
                     TA_OK);
    ck_assert_int_eq(ta_archive_writer_save(writer, path, NULL), TA_OK);
    ta_archive_writer_free(writer);
    ck_assert_int_eq(ta_archive_open(path, &archive, NULL), TA_OK);
    uint16_t *want = tai_alloc(n, 2);
    value_list list = {{take_values, &list}, tai_alloc(n, 2), 0};
    ta_options options = {.known = archive};
    ck_assert_int_eq(ta_run(TA_CONTENT_NIM, game, n, NULL,
                            &(ta_sink){tai_block_store, want}, NULL),
                     TA_OK);
    ck_assert_int_eq(
        ta_run(TA_CONTENT_NIM, game, n, &options, &list.sink, NULL), TA_OK);
    ck_assert_uint_eq(list.next, n);
    for (uint64_t i = 0; i < n; i++)
        ck_assert_uint_eq(want[i], list.at[i]);
    ta_free(want);
    ta_free(list.at);
    ta_archive_close(archive);
    ta_game_free(game);
}
END_TEST

START_TEST(other_games_are_refused)
{
    ta_game *game = test_game("squares", TA_NORMAL);
    ta_game *other = test_game("cubes", TA_NORMAL);
    ta_game *misere = test_game("squares", TA_MISERE);
    ta_options options = {.engine = "segments"};
    ta_archive *known = known_below(game, 5000, 5000, &options);
    options.known = known;
    ta_error error = {""};
    ck_assert_int_eq(
        ta_run(TA_CONTENT_COLD, other, 100, &options, NULL, &error), TA_EINVAL);
    ck_assert_ptr_nonnull(strstr(error.text, "squares"));
    ck_assert_int_eq(
        ta_run(TA_CONTENT_COLD, misere, 100, &options, NULL, &error),
        TA_EINVAL);
    ck_assert_ptr_nonnull(strstr(error.text, "normal"));
    ta_archive_close(known);
    ta_game_free(game);
    ta_game_free(other);
    ta_game_free(misere);
}
END_TEST

/* The first call tells what was done before, and shares never fall. */
typedef struct watcher {
    double last;
    uint64_t first, done;
    int calls;
} watcher;

static int watch(void *state, double share, uint64_t done)
{
    watcher *w = state;
    ck_assert(share >= 0 && share <= 1);
    ck_assert_msg(share >= w->last, "%.6f after %.6f", share, w->last);
    ck_assert_uint_ge(done, w->done);
    if (w->calls++ == 0)
        w->first = done;
    w->last = share;
    w->done = done;
    return 0;
}

START_TEST(shares_rise_from_what_is_known)
{
    ta_game *game = test_game("squares", TA_NORMAL);
    uint64_t n = 100000, end = 40000;
    ta_options options = {.engine = "shift"};
    for (int with = 0; with < 2; with++) {
        watcher w = {0};
        ta_archive *known = NULL;
        options = (ta_options){.engine = "shift"};
        if (with)
            known = known_below(game, end, n, &options);
        options = (ta_options){.engine = names[_i],
                               .known = known,
                               .base_bits = 8,
                               .progress = watch,
                               .progress_state = &w};
        ck_assert_int_eq(ta_run(TA_CONTENT_COLD, game, n, &options, NULL, NULL),
                         TA_OK);
        ck_assert_int_gt(w.calls, 1);
        ck_assert_double_eq_tol(w.last, 1, 1e-9);
        ck_assert_uint_eq(w.done, n);
        if (strcmp(names[_i], "wheel") != 0) /* which sieves a start at once */
            ck_assert_uint_eq(w.first, with ? end / 256 * 256 : 0);
        ta_archive_close(known);
    }
    ta_game_free(game);
}
END_TEST

const struct test_suite test_suite = {
    .setup = make_folder,
    .teardown = remove_folder,
    .cases = {{&any_engine_goes_on, ENGINES},
              {&children_that_are_known, 6},
              {&wheel_goes_on, 4},
              {&values_go_on, 6},
              {&octal_values_go_on, 8},
              {&other_games_are_refused, 1},
              {&shares_rise_from_what_is_known, ENGINES}}};
