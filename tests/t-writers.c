/* Writers: what is in the files, and what is left when writing fails. */
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "archive-testing.h"

static char path[64];

static void setup(void)
{
    test_folder_make();
    snprintf(path, sizeof path, "%s/out", test_folder);
}

/* The folder's files, without . and ..; removes them. */
static int files_left(void)
{
    DIR *d = opendir(test_folder);
    ck_assert_ptr_nonnull(d);
    int count = 0;
    for (struct dirent *e; (e = readdir(d)) != NULL;) {
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
            continue;
        char name[512];
        snprintf(name, sizeof name, "%s/%s", test_folder, e->d_name);
        unlink(name);
        count++;
    }
    closedir(d);
    return count;
}

static void teardown(void)
{
    files_left();
    test_folder_remove();
}

/* Returns the whole file; ta_free. */
static char *contents(size_t *size)
{
    return (char *)test_read_file(path, size);
}

/* Closes the writer and returns the whole file, which was not there before; the
 * caller frees it by ta_free. */
static char *finish(tai_writer *writer, size_t *size)
{
    ck_assert_int_ne(access(path, F_OK), 0);
    test_ok(tai_writer_close(writer, true, NULL));
    return contents(size);
}

static ta_status give(tai_writer *writer, uint64_t from, uint64_t to,
                      const uint64_t *positions, uint64_t count)
{
    ta_block block = {
        .from = from, .to = to, .positions = positions, .count = count};
    return tai_writer_consume(writer, &block);
}

static tai_writer *open_writer(tai_format format, uint64_t from,
                               uint64_t offset)
{
    tai_writer *writer;
    ta_error error = {""};
    ck_assert_msg(
        tai_writer_open(path, format, from, offset, &writer, &error) == TA_OK,
        "%s", error.text);
    return writer;
}

static const uint64_t small[] = {0, 2, 5, 7, 10, 12, 15, 17};

TEST(texts, 1)
{
    static const struct {
        tai_format format;
        uint64_t from, offset;
        const char *want;
    } cases[] = {
        {TA_TEXT, 0, 0, "0\n2\n5\n7\n10\n12\n15\n17\n"},
        {TA_TEXT, 6, 0, "7\n10\n12\n15\n17\n"},
        {TA_TEXT, 18, 0, ""},
        {TA_BFILE, 0, 0, "0 0\n1 2\n2 5\n3 7\n4 10\n5 12\n6 15\n7 17\n"},
        {TA_BFILE, 11, 1, "6 12\n7 15\n8 17\n"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        tai_writer *w =
            open_writer(cases[k].format, cases[k].from, cases[k].offset);
        test_ok(give(w, 0, 9, small, 4));
        test_ok(give(w, 9, 20, small + 4, 4));
        size_t size;
        char *text = finish(w, &size);
        ck_assert_str_eq(text, cases[k].want);
        ta_free(text);
        ck_assert_int_eq(files_left(), 1);
    }
}

TEST(digits, 20)
{
    test_rng r = test_rng_for("digits", _i);
    char got[TA_DIGITS + 1], want[32];
    for (int k = 0; k < 1000; k++) {
        uint64_t value = test_random(&r) >> test_below(&r, 64);
        if (test_below(&r, 4) == 0) { /* near a power of ten */
            uint64_t power = 1;
            for (uint64_t i = test_below(&r, 20); i > 0; i--)
                power *= 10;
            value = power - 2 + test_below(&r, 4);
        }
        got[tai_digits(value, got)] = '\0';
        snprintf(want, sizeof want, "%" PRIu64, value);
        ck_assert_str_eq(got, want);
    }
}

TEST(abandoned_and_refused, 1)
{
    tai_writer *w = open_writer(TA_TEXT, 0, 0);
    test_ok(give(w, 0, 20, small, 8));
    test_ok(tai_writer_close(w, false, NULL));
    ck_assert_int_eq(files_left(), 0);

    const struct {
        const char *path;
        tai_format format;
        ta_status status;
    } refused[] = {{"/nonexistent/out", TA_TEXT, TA_EIO},
                   {NULL, TA_NPY, TA_EINVAL},
                   {test_folder, TA_TEXT, TA_EIO},
                   {"/dev/null", TA_NPY, TA_EINVAL},
                   {path, (tai_format)99, TA_EINVAL}};
    for (size_t k = 0; k < sizeof refused / sizeof *refused; k++) {
        ta_error error = {""};
        ck_assert_int_eq(tai_writer_open(refused[k].path, refused[k].format, 0,
                                         0, &w, &error),
                         refused[k].status);
        ck_assert(k > 0 || errno == ENOENT);
        ck_assert_ptr_null(w);
        ck_assert(refused[k].status != TA_EIO ||
                  strstr(error.text, refused[k].path) != NULL);
    }
    ck_assert_int_eq(files_left(), 0);
}

/* An old file stays until the new one is whole; a link is followed. */
TEST(replacing, 1)
{
    char link_path[80];
    snprintf(link_path, sizeof link_path, "%s/link", test_folder);
    for (int keep = 0; keep <= 1; keep++) {
        FILE *f = fopen(path, "w");
        fputs("old\n", f);
        fclose(f);
        ck_assert(keep == 1 || symlink("out", link_path) == 0);
        tai_writer *w;
        test_ok(tai_writer_open(link_path, TA_TEXT, 0, 0, &w, NULL));
        test_ok(give(w, 0, 3, small, 2));
        test_ok(tai_writer_close(w, keep == 1, NULL));
        size_t size;
        char *text = contents(&size);
        ck_assert_str_eq(text, keep == 1 ? "0\n2\n" : "old\n");
        ta_free(text);
    }
    struct stat info;
    ck_assert(lstat(link_path, &info) == 0 && S_ISLNK(info.st_mode));
    ck_assert_int_eq(files_left(), 2);
}

/* Links whose target is not there: beside, by way of another, in another
 * folder, absolute. The file is made where they lead; what is abandoned leaves
 * nothing; links in a circle are refused. */
TEST(dangling, 1)
{
    char first[80], second[80], below[80], target[96];
    snprintf(first, sizeof first, "%s/first", test_folder);
    snprintf(second, sizeof second, "%s/second", test_folder);
    snprintf(below, sizeof below, "%s/below", test_folder);
    ck_assert_int_eq(mkdir(below, 0700), 0);
    const char *ways[] = {"out", "../below/../out", path, NULL};
    for (int i = 0; ways[i] != NULL; i++)
        for (int keep = 0; keep <= 1; keep++) {
            bool deep = i == 1; /* from a folder below */
            snprintf(target, sizeof target, "%s/link",
                     deep ? below : test_folder);
            ck_assert_int_eq(symlink(ways[i], target), 0);
            ck_assert_int_eq(symlink(deep ? "below/link" : "link", second), 0);
            ck_assert_int_eq(symlink("second", first), 0);
            tai_writer *w;
            test_ok(tai_writer_open(first, TA_TEXT, 0, 0, &w, NULL));
            test_ok(give(w, 0, 3, small, 2));
            test_ok(tai_writer_close(w, keep == 1, NULL));
            const char *links[] = {first, second, target};
            struct stat info;
            for (size_t k = 0; k < 3; k++) {
                ck_assert(lstat(links[k], &info) == 0);
                ck_assert(S_ISLNK(info.st_mode));
                ck_assert_int_eq(unlink(links[k]), 0);
            }
            ck_assert_int_eq(lstat(path, &info) == 0, keep == 1);
            /* The file has 0, 2 and line ends. */
            ck_assert(keep == 0 || (S_ISREG(info.st_mode) &&
                                    info.st_size == 4 && unlink(path) == 0));
        }
    ck_assert_int_eq(rmdir(below), 0);
    tai_writer *w;
    ta_error error = {""};
    ck_assert_int_eq(symlink("second", first) | symlink("first", second), 0);
    ck_assert_int_eq(tai_writer_open(first, TA_TEXT, 0, 0, &w, &error), TA_EIO);
    ck_assert_int_eq(errno, ELOOP);
    ck_assert_ptr_nonnull(strstr(error.text, "/first'"));
    ck_assert_int_eq(unlink(second) | unlink(first), 0);
    ck_assert_int_eq(files_left(), 0);
}

TEST(full_device, 1)
{
    if (access("/dev/full", W_OK) != 0)
        return;
    tai_writer *w;
    ta_error error = {""};
    test_ok(tai_writer_open("/dev/full", TA_TEXT, 0, 0, &w, NULL));
    test_ok(give(w, 0, 20, small, 8)); /* still in the buffer */
    ck_assert_int_eq(tai_writer_close(w, true, &error), TA_EIO);
    ck_assert_int_eq(errno, ENOSPC);
    ck_assert_ptr_nonnull(strstr(error.text, "/dev/full"));
    struct stat info;
    ck_assert(stat("/dev/full", &info) == 0 && S_ISCHR(info.st_mode));
}

/* A file-size limit stands for a full disk; _i: the limit in KiB. */
TEST(full_disk, 20)
{
    struct rlimit old, limit;
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &old), 0);
    limit = old;
    limit.rlim_cur = (rlim_t)_i * 1024;
    signal(SIGXFSZ, SIG_IGN);
    tai_format format = (tai_format)(_i % 3);
    tai_writer *w = open_writer(format, 0, 0);
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    ta_status st = TA_OK;
    for (uint64_t i = 0; i < 100000 && st == TA_OK; i++)
        st = give(w, i, i + 1, &i, 1);
    ta_error error = {""};
    ta_status closed = tai_writer_close(w, true, &error);
    int code = errno;
    setrlimit(RLIMIT_FSIZE, &old);
    ck_assert_int_eq(closed, TA_EIO);
    ck_assert_int_eq(code, EFBIG);
    ck_assert_ptr_nonnull(strstr(error.text, path));
    ck_assert_int_eq(files_left(), 0);
}

TEST(no_memory, 1)
{
    tai_writer *w;
    test_failing f = {0};
    while (test_fails_next(&f)) {
        f.status = tai_writer_open(path, TA_TEXT, 0, 0, &w, &f.error);
        ck_assert_int_eq(w == NULL, f.status != TA_OK);
        if (f.status == TA_OK) {
            test_ok(give(w, 0, 20, small, 8));
            test_ok(tai_writer_close(w, true, NULL));
        }
        ck_assert_int_eq(files_left(), f.status == TA_OK);
    }
    ck_assert_uint_eq(f.failures, 1);
}

TEST_FIXTURE(setup, teardown)
