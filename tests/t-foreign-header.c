/* Headers that others made: with right checksums they name games that no
 * archive can hold, files, pipes and what a terminal obeys. None is opened, and
 * nothing else is either. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "foreign-folder.h"

/* An archive of nothing, and what is made of its header; sealed again. */
static void forge_header(void (*edit)(archive_header *h, const char *text),
                         const char *text, ta_content content)
{
    ta_archive_writer *w = test_archive_writer(content, UINT64_MAX, 100);
    ck_assert_int_eq(ta_archive_writer_save(w, path, NULL), TA_OK);
    ta_archive_writer_free(w);
    size_t size;
    uint8_t *bytes = test_read_file(path, &size);
    archive_header h;
    memcpy(&h, bytes, sizeof h);
    edit(&h, text);
    tai_archive_seal(&h);
    memcpy(bytes, &h, sizeof h);
    test_write_file(path, bytes, size);
    ta_free(bytes);
}

static void rename_game(archive_header *h, const char *name)
{
    memset(h->game, 0, sizeof h->game);
    memcpy(h->game, name, strlen(name));
}

static void assert_never_opened(const char *what)
{
    ta_archive *a;
    ta_error error = {""};
    alarm(60); /* a pipe that is opened hangs */
    ck_assert_msg(ta_archive_open(path, &a, &error) == TA_EMISMATCH,
                  "%s is opened", what);
    alarm(0);
    ck_assert_ptr_null(a);
    for (const char *c = error.text; *c != '\0'; c++)
        ck_assert_msg(*c >= ' ' && *c <= '~', "%s: %s", what, error.text);
}

START_TEST(names)
{
    char pipe_path[80], pipe_spec[90];
    snprintf(pipe_path, sizeof pipe_path, "%s/pipe", folder);
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
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        forge_header(rename_game, bad[k], TA_CONTENT_COLD);
        assert_never_opened(bad[k]);
    }
    unlink(pipe_path);
}
END_TEST

static void mark_misere(archive_header *h, const char *name)
{
    rename_game(h, name);
    h->convention = TA_MISERE;
}

static void mark_octal(archive_header *h, const char *name)
{
    rename_game(h, name);
    h->content = TA_ARCHIVE_OCTAL;
}

static void mark_octal_misere(archive_header *h, const char *name)
{
    mark_octal(h, name);
    h->convention = TA_MISERE;
}

START_TEST(kinds)
{
    forge_header(mark_misere, "squares", TA_CONTENT_NIM);
    assert_never_opened("nim-values of misere play");
    forge_header(mark_misere, TEST_ARCHIVE_GAME, TA_CONTENT_NIM);
    assert_never_opened("nim-values of misere play");
    forge_header(mark_misere, "squares", TA_CONTENT_LENGTH);
    assert_never_opened("lengths of misere play");
    forge_header(mark_octal_misere, "0.77", TA_CONTENT_NIM);
    assert_never_opened("octal values of misere play");
    forge_header(rename_game, "0.77", TA_CONTENT_NIM);
    assert_never_opened("nim-values of an octal game");
    forge_header(mark_octal, "squares", TA_CONTENT_NIM);
    assert_never_opened("octal values of squares");
    ta_archive_writer *w;
    ta_archive_info info = {
        .content = TA_CONTENT_NIM, .game = "squares", .convention = TA_MISERE};
    ck_assert_int_eq(ta_archive_writer_new(&info, &w, NULL), TA_EINVAL);
}
END_TEST

const struct test_suite test_suite = {
    .setup = setup, .teardown = teardown, .cases = {{&names, 1}, {&kinds, 1}}};
