/* Files that others made: checksums are right, contents are not those of the
 * game. Contents are not judged, so every engine and every reader has to live
 * with any values of 16 bits and with any positions that increase: a run ends
 * with a status of the list, and memory is left alone (sanitizers say so). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "foreign-folder.h"

enum { KNOWN = 1 << 14, MORE = 300, FRAME = 1000 };

/* How entry i of a file comes about, which has `value` in the honest one. */
typedef uint64_t falsify(test_rng *rng, uint64_t i, uint64_t value);

static uint64_t one_lie(test_rng *rng, uint64_t i, uint64_t value)
{
    (void)rng;
    return i == 777 ? 65535 : value;
}

static uint64_t last_lie(test_rng *rng, uint64_t i, uint64_t value)
{
    (void)rng;
    return i == KNOWN - 1 ? 65535 : value;
}

static uint64_t climb(test_rng *rng, uint64_t i, uint64_t value)
{
    (void)rng;
    (void)value;
    return i;
}

static uint64_t flat(test_rng *rng, uint64_t i, uint64_t value)
{
    (void)rng;
    (void)i;
    (void)value;
    return 65534;
}

static uint64_t any(test_rng *rng, uint64_t i, uint64_t value)
{
    (void)i;
    (void)value;
    return test_below(rng, 65536);
}

static uint64_t small(test_rng *rng, uint64_t i, uint64_t value)
{
    (void)i;
    (void)value;
    return test_below(rng, 3);
}

static uint64_t none(test_rng *rng, uint64_t i, uint64_t value)
{
    (void)rng;
    (void)i;
    (void)value;
    return 1;
}

static uint64_t all(test_rng *rng, uint64_t i, uint64_t value)
{
    (void)rng;
    (void)i;
    (void)value;
    return 0;
}

static falsify *const ways[] = {one_lie, last_lie, climb, flat,
                                any,     small,    none,  all};
enum { WAYS = sizeof ways / sizeof *ways };

static const struct {
    ta_content content;
    const char *spec; /* "file": of numbers that only their file has */
    ta_convention convention;
} games[] = {
    {TA_CONTENT_COLD, "squares", TA_NORMAL},
    {TA_CONTENT_COLD, "squares", TA_MISERE},
    {TA_CONTENT_COLD, "odds", TA_NORMAL},
    {TA_CONTENT_COLD, "file", TA_NORMAL},
    {TA_CONTENT_COLD, "list:3,5", TA_MISERE},
    {TA_CONTENT_NIM, "squares", TA_NORMAL},
    {TA_CONTENT_NIM, "odds", TA_NORMAL},
    {TA_CONTENT_NIM, "list:3,5", TA_NORMAL},
    {TA_CONTENT_NIM, "file", TA_NORMAL},
    {TA_CONTENT_LENGTH, "squares", TA_NORMAL},
    {TA_CONTENT_LENGTH, "primes", TA_NORMAL},
    {TA_CONTENT_LENGTH, "list:3,5", TA_NORMAL},
    {TA_CONTENT_NIM, "0.77", TA_NORMAL},
    {TA_CONTENT_NIM, "0.6", TA_NORMAL},
    {TA_CONTENT_NIM, "grundy", TA_NORMAL},
    {TA_CONTENT_NIM, "4.3", TA_NORMAL},
};
enum { GAMES = sizeof games / sizeof *games };

/* Writes a false archive: of cold positions those whose value is 0. */
static void save(ta_content content, const ta_game *game, falsify *way,
                 test_rng *rng)
{
    char id[TA_GAME_ID];
    const ta_archive_info info = {.content = content,
                                  .game = ta_game_id(game, id),
                                  .convention = ta_game_about(game)->convention,
                                  .goal = KNOWN};
    static uint16_t value[KNOWN];
    static uint64_t cold[KNOWN];
    uint64_t count = 0;
    for (uint64_t i = 0; i < KNOWN; i++) {
        value[i] = (uint16_t)way(rng, i, i % 5);
        if (value[i] == 0)
            cold[count++] = i;
    }
    ta_block block = {.to = KNOWN, .values = value, .count = KNOWN};
    if (content == TA_CONTENT_COLD)
        block = (ta_block){.to = KNOWN, .positions = cold, .count = count};
    ta_archive_writer *w;
    ck_assert_int_eq(tai_archive_writer_new_framed(&info, FRAME, &w, NULL),
                     TA_OK);
    ck_assert_int_eq(ta_archive_writer_consume(w, &block), TA_OK);
    ck_assert_int_eq(ta_archive_writer_save(w, path, NULL), TA_OK);
    ta_archive_writer_free(w);
}

static bool may_end_so(ta_status st)
{
    return st == TA_OK || st == TA_EMISMATCH || st == TA_ERANGE ||
           st == TA_ELIMIT || st == TA_EINVAL;
}

START_TEST(contents_do_no_harm)
{
    static const ta_engine_info octal[] = {{"auto", ""}, {"sparse", ""}};
    const int g = _i / WAYS;
    const ta_content content = games[g].content;
    const bool file = strcmp(games[g].spec, "file") == 0;
    test_rng rng = test_rng_for("contents_do_no_harm", _i);
    ta_game *game =
        test_game(file ? spec_of_set : games[g].spec, games[g].convention);
    size_t count = 2;
    const ta_engine_info *engines = ta_octal_is_spec(games[g].spec)
                                        ? octal
                                        : ta_engines(content, false, &count);
    save(content, game, ways[_i % WAYS], &rng);
    ta_archive *a = test_archive_open(path);
    ck_assert_int_eq(ta_archive_check(a, NULL, NULL), TA_OK);
    for (size_t k = 0; k < count; k++) {
        const ta_options o = {
            .engine = engines[k].name, .known = a, .max_memory = 1 << 26};
        ta_error error = {""};
        const ta_status st =
            ta_run(content, game, KNOWN + MORE, &o, NULL, &error);
        ck_assert_msg(may_end_so(st), "%s, way %d, %s: %s", games[g].spec,
                      _i % WAYS, engines[k].name, error.text);
    }
    ta_archive_close(a);
    ta_game_free(game);
}
END_TEST

const struct test_suite test_suite = {
    .setup = setup,
    .teardown = teardown,
    .cases = {{&contents_do_no_harm, GAMES *WAYS}}};
