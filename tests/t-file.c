/* Sets read from files, and files that hold none. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "archive-testing.h"
#include "game/game-internal.h"

static char spec[80];

static void make_folder(void)
{
    test_folder_make();
    snprintf(spec, sizeof spec, "file:%s", test_path);
}

static const struct {
    const char *text;
    uint64_t count, set[6]; /* elements below 5000 */
} good[] = {
    {"7\n", 1, {7}},
    {"7", 1, {7}},
    {"3\n1\n2\n", 3, {1, 2, 3}},
    {"5\n5\n5\n4\n", 2, {4, 5}},
    {"# squares\n\n1\n4 # two\n  9\t\r\n\n", 3, {1, 4, 9}},
    {"\r\n12\r\n10\r\n", 2, {10, 12}},
    {"2^10\n1e3\n3*10^2\n", 3, {300, 1000, 1024}},
    {"18446744073709551615\n1\n18446744073709551615\n", 1, {1}},
    {"#\xc3\xa9\n8\n#", 1, {8}},
    {"\xef\xbb\xbf"
     "1\n4\n",
     2,
     {1, 4}},
    {"\xef\xbb\xbf# squares\n9\n", 1, {9}},
    /* b-files: of the OEIS, with a comment; ours; with a negative offset. */
    {"# A000290 (b-file)\n\n0 0\n1 1\n2 4\n3 9\n", 3, {1, 4, 9}},
    {"7 2\n8 5\r\n9\t 3 # three\n10 5\n", 3, {2, 3, 5}},
    {"-2 8\n-1 6\n0 0\n1 2", 3, {2, 6, 8}},
};

TEST(reads, sizeof good / sizeof *good)
{
    test_write_file(test_path, good[_i].text, strlen(good[_i].text));
    ta_game *game = test_game(spec, TA_NORMAL);
    uint64_t *list;
    size_t count;
    test_ok(ta_game_elements(game, 5000, &list, &count));
    ck_assert_uint_eq(count, good[_i].count);
    for (size_t i = 0; i < count; i++)
        ck_assert_uint_eq(list[i], good[_i].set[i]);
    ck_assert_uint_eq(tai_game_least(game), good[_i].set[0]);
    ck_assert_str_eq(ta_game_about(game)->spec, spec);
    ta_free(list);
    ta_game_free(game);
}

static const struct {
    const char *text;
    size_t length;
    ta_status status;
    const char *words;
} bad[] = {
#define TEXT(literal) literal, sizeof(literal) - 1
    {TEXT(""), TA_EINVAL, "holds no number"},
    {TEXT("# nothing\n\n  \n"), TA_EINVAL, "holds no number"},
    {TEXT("1\n2\n0\n"), TA_EINVAL, "line 3: 0 is no move"},
    {TEXT("1\n-2\n"), TA_EINVAL, "line 2: \"-2\" is negative"},
    {TEXT("complete\n"), TA_EINVAL, "holds no number"},
    {TEXT("1\ncomplete\n"), TA_EINVAL, "line 2: \"complete\" is not a number"},
    {TEXT("1\n\n\n12 apples\n"), TA_EINVAL,
     "line 4: \"12 apples\": \" apples\" is not understood"},
    {TEXT("1 2 3\n"), TA_EINVAL, "line 1: "},
    {TEXT("1\n18446744073709551616\n"), TA_ERANGE,
     "line 2: \"18446744073709551616\" is too large"},
    {TEXT("1\n1.5\n"), TA_EINVAL, "line 2: \"1.5\" is not written as an int"},
    {TEXT("4-7\n"), TA_EINVAL, "line 1: "},
    {TEXT("1\n2\0003\n"), TA_EINVAL, "line 2 holds the byte 0"},
    {TEXT("\177ELF\002\001\n"), TA_EINVAL, "line 1 holds the byte 127"},
    {TEXT("\xff\xfe"
          "1\n"),
     TA_EINVAL, "line 1 holds the byte 255"},
    {TEXT("\xef\xbb"
          "1\n"),
     TA_EINVAL, "line 1 holds the byte 49"},
    {TEXT("1 4\n3 9\n"), TA_EINVAL, "line 2: the file begins as a b-file"},
    {TEXT("1 4\n9\n"), TA_EINVAL, "line 2: the file begins as a b-file"},
    {TEXT("1 4\n2x 9\n"), TA_EINVAL, "line 2: the file begins as a b-file"},
    {TEXT("x 4\n"), TA_EINVAL, "line 1: \"x 4\" is not a number"},
    {TEXT("2x 4\n"), TA_EINVAL, "line 1: \"2x 4\": \"x 4\" is not under"},
    {TEXT("4\n1 9\n"), TA_EINVAL, "line 2: \"1 9\": \" 9\" is not understood"},
    {TEXT("1 -4\n"), TA_EINVAL, "line 1: \"-4\" is negative"},
    {TEXT("1 0\n"), TA_EINVAL, "holds no number"},
#undef TEXT
};

static void expect_failure(ta_status status, const char *words)
{
    ta_game *game = NULL;
    ta_error error = {""};
    ck_assert_int_eq(ta_game_new(spec, TA_NORMAL, &game, &error), status);
    ck_assert_ptr_null(game);
    ck_assert_msg(strstr(error.text, words) != NULL, "%s", error.text);
    ck_assert_msg(strstr(error.text, spec + 5) != NULL, "%s", error.text);
}

/* A set ends with its file only if the file says so. */
TEST(complete, 1)
{
    static const char *const texts[] = {"1\n4\n", "complete\n1\n4\n",
                                        "# it is\n\n complete # all\n4\n1\n"};
    char id[3][TA_GAME_ID];
    for (int k = 0; k < 3; k++) {
        test_write_file(test_path, texts[k], strlen(texts[k]));
        ta_game *game = test_game(spec, TA_NORMAL);
        ck_assert(ta_game_about(game)->finite);
        ck_assert_uint_eq(ta_game_about(game)->largest, 4);
        ck_assert(ta_game_about(game)->partial == (k == 0));
        ta_game_id(game, id[k]);
        ta_game_free(game);
    }
    ck_assert_str_eq(id[0], id[1]); /* their results are the same */
    ck_assert_str_eq(id[0], id[2]);
}

TEST(rejects, sizeof bad / sizeof *bad)
{
    test_write_file(test_path, bad[_i].text, bad[_i].length);
    expect_failure(bad[_i].status, bad[_i].words);
}

TEST(missing, 1)
{
    errno = 0;
    expect_failure(TA_EIO, "cannot be opened: No such file");
    ck_assert_int_eq(errno, ENOENT);
}

TEST(directory, 1)
{
    snprintf(spec, sizeof spec, "file:%s", test_folder);
    expect_failure(TA_EIO, "irectory");
}

TEST(long_lines, 1)
{
    char text[4000];
    memset(text, '1', sizeof text);
    test_write_file(test_path, text, sizeof text);
    expect_failure(TA_EINVAL, "line 1 is longer");
    memset(text, '#', sizeof text); /* a comment may be long */
    text[sizeof text - 2] = '\n';
    text[sizeof text - 1] = '3';
    test_write_file(test_path, text, sizeof text);
    ta_game *game = test_game(spec, TA_NORMAL);
    ck_assert_uint_eq(tai_game_least(game), 3);
    ta_game_free(game);
}

TEST(no_memory, 1)
{
    char text[8000]; /* odd numbers do not merge: the list must grow */
    int used = 0;
    for (int s = 1; s < 2000; s += 2)
        used += snprintf(text + used, sizeof text - (size_t)used, "%d\n", s);
    test_write_file(test_path, text, (size_t)used);
    test_failing f = {0};
    while (test_fails_next(&f)) {
        ta_game *game = NULL;
        f.status = ta_game_new(spec, TA_NORMAL, &game, &f.error);
        ck_assert_int_eq(game != NULL, f.status == TA_OK);
        if (game != NULL)
            ck_assert_uint_eq(tai_game_count_bound(game, UINT64_MAX), 1000);
        ta_game_free(game);
    }
    ck_assert_uint_ge(f.failures, 3);
}

TEST_FIXTURE(make_folder, test_folder_remove)
