/* Headers that lie of their game: no file but the archive is opened, and
 * nothing that drives a terminal is printed. fuzz-forge.c has contents that
 * lie. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "archive-testing.h"

static char spec_of_set[80];

static void setup(void)
{
    test_folder_make();
    snprintf(spec_of_set, sizeof spec_of_set, "file:%s", test_second);
    test_write_file(test_second, "1\n4\n9\n16\n25\n", 12);
}

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

/* Names of games that no archive can hold, of files and pipes, and names with
 * characters of C0, C1 and bidirectional text, which drive a terminal. */
TEST(names, 1)
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
                               "squares\x7f",
                               "squares\xc2\x9b(2J",
                               "squares\x9b",
                               "squares\xe2\x80\xae",
                               "squares\xe2\x81\xa6",
                               "squares\xff",
                               "squares\xc0\xaf",
                               "squar\xc3\xa9s",
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

/* Values exist under normal play only, and values of octal games are a content
 * of their own. */
TEST(kinds, 1)
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

TEST_FIXTURE(setup, test_folder_remove)
