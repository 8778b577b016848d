/* Files that others made: checksums are right, contents are not those of the
 * game. Contents are not judged, so every engine and every reader has to live
 * with any values of 16 bits and with any positions that increase: a run ends
 * with a status of the list, and memory is left alone (sanitizers say so). A
 * header opens no file but its own. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "archive-testing.h"

enum { KNOWN = 1 << 14, MORE = 300, FRAME = 1000, WAYS = 8 };

static char spec_of_set[80];

static void setup(void)
{
    test_folder_make();
    snprintf(spec_of_set, sizeof spec_of_set, "file:%s", test_second);
    test_write_file(test_second, "1\n4\n9\n16\n25\n", 12);
}

/* Returns entry i of a false file; the honest one has `value`. */
static uint64_t falsify(test_rng *rng, int way, uint64_t i, uint64_t value)
{
    const uint64_t ways[WAYS] = {i == 777 ? 65535 : value,
                                 i == KNOWN - 1 ? 65535 : value,
                                 i,
                                 65534,
                                 test_below(rng, 65536),
                                 test_below(rng, 3),
                                 1,
                                 0};
    return ways[way];
}

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
static void save(ta_content content, const ta_game *game, int way,
                 test_rng *rng)
{
    static uint16_t value[KNOWN];
    static uint64_t cold[KNOWN];
    ta_block block = {.to = KNOWN, .values = value, .count = KNOWN};
    uint64_t count = 0;
    for (uint64_t i = 0; i < KNOWN; i++) {
        value[i] = (uint16_t)falsify(rng, way, i, i % 5);
        if (value[i] == 0)
            cold[count++] = i;
    }
    if (content == TA_CONTENT_COLD)
        block = (ta_block){.to = KNOWN, .positions = cold, .count = count};
    ta_archive_writer *w = test_archive_writer_of(game, content, KNOWN, FRAME);
    ck_assert_int_eq(ta_archive_writer_consume(w, &block), TA_OK);
    test_archive_save(w);
}

static bool may_end_so(ta_status st)
{
    return st == TA_OK || st == TA_EMISMATCH || st == TA_ERANGE ||
           st == TA_ELIMIT || st == TA_EINVAL;
}

START_TEST(contents_do_no_harm)
{
    const int g = _i / WAYS;
    const ta_content content = games[g].content;
    const bool file = strcmp(games[g].spec, "file") == 0;
    test_rng rng = test_rng_for("contents_do_no_harm", _i);
    ta_game *game =
        test_game(file ? spec_of_set : games[g].spec, games[g].convention);
    const ta_engine_info *engine;
    save(content, game, _i % WAYS, &rng);
    ta_archive *a = test_archive_open(test_path);
    ck_assert_int_eq(ta_archive_check(a, NULL, NULL), TA_OK);
    const bool octal = ta_octal_is_spec(games[g].spec);
    for (size_t k = 0; (engine = ta_engine_at(content, octal, k)) != NULL;
         k++) {
        const ta_options o = {
            .engine = engine->name, .known = a, .max_memory = 1 << 26};
        ta_error error = {""};
        const ta_status st =
            ta_run(content, game, KNOWN + MORE, &o, NULL, &error);
        ck_assert_msg(may_end_so(st), "%s, way %d, %s: %s", games[g].spec,
                      _i % WAYS, engine->name, error.text);
    }
    ta_archive_close(a);
    ta_game_free(game);
}
END_TEST

/* ---- headers ---- */

/* What a header says of its game. */
typedef struct claim {
    const char *game;
    ta_content content;
    bool octal, misere; /* of values of an octal game; of misere play */
} claim;

static void set_claim(archive_header *h, const void *state)
{
    const claim *c = state;
    memset(h->game, 0, sizeof h->game);
    memcpy(h->game, c->game, strlen(c->game));
    h->convention = c->misere;
    if (c->octal)
        h->content = TA_ARCHIVE_OCTAL;
}

/* Asserts that an archive with that header is refused, that no pipe is opened,
 * which would block, and that the sentence is printable. */
static void assert_never_opened(const claim *c)
{
    ta_archive *a;
    ta_error error = {""};
    test_archive_save(test_archive_writer(c->content, UINT64_MAX, 100));
    test_archive_edit(set_claim, c);
    alarm(60);
    ck_assert_msg(ta_archive_open(test_path, &a, &error) == TA_EMISMATCH,
                  "%s is opened", c->game);
    alarm(0);
    ck_assert_ptr_null(a);
    for (const char *s = error.text; *s != '\0'; s++)
        ck_assert_msg(*s >= ' ' && *s <= '~', "%s: %s", c->game, error.text);
}

/* Names of games that no archive can hold, of files and pipes, and names that
 * control a terminal. */
START_TEST(names)
{
    char pipe_path[80], pipe_spec[90];
    snprintf(pipe_path, sizeof pipe_path, "%s/pipe", test_folder);
    snprintf(pipe_spec, sizeof pipe_spec, "file:%s", pipe_path);
    ck_assert_int_eq(mkfifo(pipe_path, 0600), 0);
    const char *const bad[] = {spec_of_set,
                               pipe_spec,
                               "file:",
                               "file:/etc/passwd",
                               "FILE:a",
                               "file",
                               " squares",
                               "squares ",
                               "square",
                               "numbers#",
                               "numbers#12",
                               "numbers#0123456789ABCDEF",
                               "set#0123456789abcdef0",
                               "list of 3 numbers",
                               "squares\n",
                               "squares\x1b[2J",
                               "squares\x7f", /* C0 */
                               "squares\xc2\x9b"
                               "2J",
                               "squares\x9b", /* C1 */
                               "squares\xe2\x80\xae",
                               "squares\xe2\x81\xa6", /* bidi */
                               "squares\xff",
                               "squares\xc0\xaf",
                               "squar\xc3\xa9s", /* other */
                               "list:0",
                               "list:",
                               "powers:64",
                               "poly:-1,0,0",
                               "residues:1mod0",
                               "octal:",
                               "0.8g"};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
        assert_never_opened(&(claim){bad[k], TA_CONTENT_COLD, false, false});
    unlink(pipe_path);
}
END_TEST

/* Values exist under normal play only, and values of octal games are a content
 * of their own. */
START_TEST(kinds)
{
    static const claim claims[] = {
        {"squares", TA_CONTENT_NIM, false, true},
        {TEST_ARCHIVE_GAME, TA_CONTENT_NIM, false, true},
        {"squares", TA_CONTENT_LENGTH, false, true},
        {"0.77", TA_CONTENT_NIM, true, true},
        {"0.77", TA_CONTENT_NIM, false, false},
        {"squares", TA_CONTENT_NIM, true, false},
    };
    const ta_archive_info info = {
        .content = TA_CONTENT_NIM, .game = "squares", .convention = TA_MISERE};
    ta_archive_writer *w;
    for (size_t k = 0; k < sizeof claims / sizeof *claims; k++)
        assert_never_opened(&claims[k]);
    ck_assert_int_eq(ta_archive_writer_new(&info, &w, NULL), TA_EINVAL);
}
END_TEST

const struct test_suite test_suite = {
    .setup = setup,
    .teardown = test_folder_remove,
    .cases = {{&contents_do_no_harm, GAMES *WAYS}, {&names, 1}, {&kinds, 1}}};
