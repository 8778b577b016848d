/* Sets read from files, and files that hold none. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "game/game-internal.h"
#include "testing.h"

static char folder[] = "/tmp/takeaway-file-XXXXXX";
static char path[64], spec[80];

static void make_folder(void)
{
    strcpy(strstr(folder, "file-") + 5, "XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/set.txt", folder);
    snprintf(spec, sizeof spec, "file:%s", path);
}

static void remove_folder(void)
{
    remove(path);
    rmdir(folder);
}

static void write_file(const char *text, size_t length)
{
    FILE *f = fopen(path, "wb");
    ck_assert_ptr_nonnull(f);
    ck_assert_uint_eq(fwrite(text, 1, length, f), length);
    ck_assert_int_eq(fclose(f), 0);
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
};

START_TEST(reads)
{
    write_file(good[_i].text, strlen(good[_i].text));
    ta_game *game = test_game(spec, TA_NORMAL);
    uint64_t *list;
    size_t count;
    ck_assert_int_eq(ta_game_elements(game, 5000, &list, &count), TA_OK);
    ck_assert_uint_eq(count, good[_i].count);
    for (size_t i = 0; i < count; i++)
        ck_assert_uint_eq(list[i], good[_i].set[i]);
    ck_assert_uint_eq(tai_game_least(game), good[_i].set[0]);
    ck_assert_str_eq(ta_game_about(game)->spec, spec);
    ta_free(list);
    ta_game_free(game);
}
END_TEST

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
    {TEXT("1\n\n\n12 apples\n"), TA_EINVAL,
     "line 4: \"12 apples\": \" apples\" is not understood"},
    {TEXT("1 2 3\n"), TA_EINVAL, "line 1: "},
    {TEXT("1\n18446744073709551616\n"), TA_ERANGE,
     "line 2: \"18446744073709551616\" is too large"},
    {TEXT("1\n1.5\n"), TA_EINVAL, "line 2: \"1.5\" is not written as an int"},
    {TEXT("4-7\n"), TA_EINVAL, "line 1: "},
    {TEXT("1\n2\0003\n"), TA_EINVAL, "line 2 holds the byte 0"},
    {TEXT("\177ELF\002\001\n"), TA_EINVAL, "line 1 holds the byte 127"},
    {TEXT("\xef\xbb\xbf"
          "1\n"),
     TA_EINVAL, "line 1 holds the byte 239"},
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

START_TEST(rejects)
{
    write_file(bad[_i].text, bad[_i].length);
    expect_failure(bad[_i].status, bad[_i].words);
}
END_TEST

START_TEST(missing)
{
    errno = 0;
    expect_failure(TA_EIO, "cannot be opened: No such file");
    ck_assert_int_eq(errno, ENOENT);
}
END_TEST

START_TEST(directory)
{
    snprintf(spec, sizeof spec, "file:%s", folder);
    expect_failure(TA_EIO, "irectory");
}
END_TEST

START_TEST(long_lines)
{
    char text[4000];
    memset(text, '1', sizeof text);
    write_file(text, sizeof text);
    expect_failure(TA_EINVAL, "line 1 is longer");
    memset(text, '#', sizeof text); /* a comment may be long */
    text[sizeof text - 2] = '\n';
    text[sizeof text - 1] = '3';
    write_file(text, sizeof text);
    ta_game *game = test_game(spec, TA_NORMAL);
    ck_assert_uint_eq(tai_game_least(game), 3);
    ta_game_free(game);
}
END_TEST

START_TEST(no_memory)
{
    char text[8000]; /* odd numbers do not merge: the list must grow */
    int used = 0;
    for (int s = 1; s < 2000; s += 2)
        used += snprintf(text + used, sizeof text - (size_t)used, "%d\n", s);
    write_file(text, (size_t)used);
    ta_status st = TA_ENOMEM;
    uint64_t k = 1;
    for (; st != TA_OK; k++) {
        ta_game *game = NULL;
        tai_alloc_fail_at(k);
        st = ta_game_new(spec, TA_NORMAL, &game, NULL);
        tai_alloc_fail_at(0);
        ck_assert(st == TA_OK || st == TA_ENOMEM);
        ck_assert_int_eq(game != NULL, st == TA_OK);
        if (game != NULL)
            ck_assert_uint_eq(tai_game_count_bound(game, UINT64_MAX), 1000);
        ta_game_free(game);
    }
    ck_assert_uint_gt(k, 4);
}
END_TEST

START_TEST(random_bytes_do_no_harm)
{
    test_rng r = test_rng_for("random_bytes_do_no_harm", _i);
    static const char letters[] = "0123456789\n\n\n\r\t #e^*-";
    char text[300] = "";
    size_t length = test_below(&r, sizeof text);
    for (size_t i = 0; i < length; i++)
        text[i] = letters[test_below(&r, sizeof letters - 1)];
    if (length > 0 && test_below(&r, 4) == 0)
        text[test_below(&r, length)] = (char)test_below(&r, 256);
    write_file(text, length);
    ta_game *game = NULL;
    ta_error error = {""};
    ta_status st = ta_game_new(spec, TA_NORMAL, &game, &error);
    ck_assert_int_eq(st == TA_OK, game != NULL);
    ck_assert_int_eq(st == TA_OK, error.text[0] == '\0');
    ta_game_free(game);
}
END_TEST

const struct test_suite test_suite = {
    .setup = make_folder,
    .teardown = remove_folder,
    .cases = {{&reads, sizeof good / sizeof *good},
              {&rejects, sizeof bad / sizeof *bad},
              {&missing, 1},
              {&directory, 1},
              {&long_lines, 1},
              {&no_memory, 1},
              {&random_bytes_do_no_harm, 100}}};
