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

#include "archive/archive-internal.h"
#include "testing.h"

static char folder[] = "/tmp/takeaway-store-XXXXXX";
static char path[64];

static void setup(void)
{
    strcpy(folder + sizeof folder - 7, "XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/out", folder);
}

/* The folder's files, without . and ..; removes them. */
static int files_left(void)
{
    DIR *d = opendir(folder);
    ck_assert_ptr_nonnull(d);
    int count = 0;
    for (struct dirent *e; (e = readdir(d)) != NULL;) {
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
            continue;
        char name[512];
        snprintf(name, sizeof name, "%s/%s", folder, e->d_name);
        unlink(name);
        count++;
    }
    closedir(d);
    return count;
}

static void teardown(void)
{
    files_left();
    rmdir(folder);
}

/* Returns the whole file; the caller frees it. */
static char *contents(size_t *size)
{
    FILE *f = fopen(path, "rb");
    ck_assert_ptr_nonnull(f);
    char *text = malloc(1 << 22);
    *size = fread(text, 1, (1 << 22) - 1, f);
    text[*size] = '\0';
    fclose(f);
    return text;
}

/* Closes the writer and returns the whole file, which was not there before; the
 * caller frees it. */
static char *finish(tai_writer *writer, size_t *size)
{
    ck_assert_int_ne(access(path, F_OK), 0);
    ck_assert_int_eq(tai_writer_close(writer, true, NULL), TA_OK);
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

START_TEST(texts)
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
        ck_assert_int_eq(give(w, 0, 9, small, 4), TA_OK);
        ck_assert_int_eq(give(w, 9, 20, small + 4, 4), TA_OK);
        size_t size;
        char *text = finish(w, &size);
        ck_assert_str_eq(text, cases[k].want);
        free(text);
        ck_assert_int_eq(files_left(), 1);
    }
}
END_TEST

/* Writes a block and compares the file with a header and the data. */
static void check_npy(ta_block block, uint64_t from, const char *header,
                      const void *data, size_t bytes)
{
    size_t size;
    tai_writer *w = open_writer(TA_NPY, from, 0);
    ck_assert_int_eq(tai_writer_consume(w, &block), TA_OK);
    char *text = finish(w, &size);
    ck_assert_uint_eq(size, 128 + bytes);
    ck_assert_mem_eq(text, "\x93NUMPY\x01\x00\x76\x00", 10);
    ck_assert_ptr_nonnull(strstr(text + 10, header));
    ck_assert_int_eq(text[127], '\n');
    ck_assert_mem_eq(text + 128, data, bytes);
    free(text);
    ck_assert_int_eq(files_left(), 1);
}

START_TEST(npy)
{
    static const uint16_t values[] = {0, 1, 65535, 2};
    check_npy((ta_block){.to = 20, .positions = small, .count = 8}, 3,
              "{'descr': '<u8', 'fortran_order': False, 'shape': (6,), }   ",
              small + 2, 6 * 8);
    check_npy((ta_block){.from = 5, .to = 9, .values = values, .count = 4}, 6,
              "{'descr': '<u2', 'fortran_order': False, 'shape': (3,), }   ",
              values + 1, 3 * 2);
}
END_TEST

START_TEST(digits)
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
END_TEST

/* More than a buffer, in lines of every length. */
START_TEST(many)
{
    enum { COUNT = 200000 };
    test_rng r = test_rng_for("many", _i);
    uint64_t *positions = malloc(COUNT * sizeof *positions), p = 0;
    for (size_t i = 0; i < COUNT; i++) {
        positions[i] = p;
        p += 1 + (test_random(&r) >> (20 + test_below(&r, 40)));
    }
    tai_writer *w = open_writer(TA_TEXT, 0, 0);
    ck_assert_int_eq(give(w, 0, p, positions, COUNT), TA_OK);
    size_t size, same = 0;
    char *text = finish(w, &size), *at = text;
    for (size_t i = 0; i < COUNT; i++)
        same += strtoull(at, &at, 10) == positions[i] && *at++ == '\n';
    ck_assert_uint_eq(same, COUNT);
    ck_assert_int_eq(*at, '\0');
    free(text);
    free(positions);
}
END_TEST

START_TEST(abandoned_and_refused)
{
    tai_writer *w = open_writer(TA_TEXT, 0, 0);
    ck_assert_int_eq(give(w, 0, 20, small, 8), TA_OK);
    ck_assert_int_eq(tai_writer_close(w, false, NULL), TA_OK);
    ck_assert_int_eq(files_left(), 0);

    const struct {
        const char *path;
        tai_format format;
        ta_status status;
    } refused[] = {{"/nonexistent/out", TA_TEXT, TA_EIO},
                   {NULL, TA_NPY, TA_EINVAL},
                   {folder, TA_TEXT, TA_EIO},
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
END_TEST

/* An old file stays until the new one is whole; a link is followed. */
START_TEST(replacing)
{
    char link_path[80];
    snprintf(link_path, sizeof link_path, "%s/link", folder);
    for (int keep = 0; keep <= 1; keep++) {
        FILE *f = fopen(path, "w");
        fputs("old\n", f);
        fclose(f);
        ck_assert(keep == 1 || symlink("out", link_path) == 0);
        tai_writer *w;
        ck_assert_int_eq(tai_writer_open(link_path, TA_TEXT, 0, 0, &w, NULL),
                         TA_OK);
        ck_assert_int_eq(give(w, 0, 3, small, 2), TA_OK);
        ck_assert_int_eq(tai_writer_close(w, keep == 1, NULL), TA_OK);
        size_t size;
        char *text = contents(&size);
        ck_assert_str_eq(text, keep == 1 ? "0\n2\n" : "old\n");
        free(text);
    }
    struct stat info;
    ck_assert(lstat(link_path, &info) == 0 && S_ISLNK(info.st_mode));
    ck_assert_int_eq(files_left(), 2);
}
END_TEST

/* Links whose target is not there: beside, by way of another, in another
 * folder, absolute. The file is made where they lead; what is abandoned leaves
 * nothing; links in a circle are refused. */
START_TEST(dangling)
{
    char first[80], second[80], below[80], target[96];
    snprintf(first, sizeof first, "%s/first", folder);
    snprintf(second, sizeof second, "%s/second", folder);
    snprintf(below, sizeof below, "%s/below", folder);
    ck_assert_int_eq(mkdir(below, 0700), 0);
    const char *ways[] = {"out", "../below/../out", path, NULL};
    for (int i = 0; ways[i] != NULL; i++)
        for (int keep = 0; keep <= 1; keep++) {
            bool deep = i == 1; /* from a folder below */
            snprintf(target, sizeof target, "%s/link", deep ? below : folder);
            ck_assert_int_eq(symlink(ways[i], target), 0);
            ck_assert_int_eq(symlink(deep ? "below/link" : "link", second), 0);
            ck_assert_int_eq(symlink("second", first), 0);
            tai_writer *w;
            ck_assert_int_eq(tai_writer_open(first, TA_TEXT, 0, 0, &w, NULL),
                             TA_OK);
            ck_assert_int_eq(give(w, 0, 3, small, 2), TA_OK);
            ck_assert_int_eq(tai_writer_close(w, keep == 1, NULL), TA_OK);
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
END_TEST

START_TEST(full_device)
{
    if (access("/dev/full", W_OK) != 0)
        return;
    tai_writer *w;
    ta_error error = {""};
    ck_assert_int_eq(tai_writer_open("/dev/full", TA_TEXT, 0, 0, &w, NULL),
                     TA_OK);
    ck_assert_int_eq(give(w, 0, 20, small, 8), TA_OK); /* still in the buffer */
    ck_assert_int_eq(tai_writer_close(w, true, &error), TA_EIO);
    ck_assert_int_eq(errno, ENOSPC);
    ck_assert_ptr_nonnull(strstr(error.text, "/dev/full"));
    struct stat info;
    ck_assert(stat("/dev/full", &info) == 0 && S_ISCHR(info.st_mode));
}
END_TEST

/* A file-size limit stands for a full disk; _i: the limit in KiB. */
START_TEST(full_disk)
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
END_TEST

START_TEST(no_memory)
{
    tai_writer *w;
    int refused = 0;
    for (uint64_t k = 1; k < 10; k++) {
        tai_alloc_fail_at(k);
        ta_status st = tai_writer_open(path, TA_TEXT, 0, 0, &w, NULL);
        if (st == TA_OK) {
            ck_assert_int_eq(give(w, 0, 20, small, 8), TA_OK);
            ck_assert_int_eq(tai_writer_close(w, true, NULL), TA_OK);
            ck_assert_int_eq(files_left(), 1);
        } else {
            ck_assert_int_eq(st, TA_ENOMEM);
            ck_assert_ptr_null(w);
            ck_assert_int_eq(files_left(), 0);
            refused++;
        }
        tai_alloc_fail_at(0);
    }
    ck_assert_int_eq(refused, 1);
}
END_TEST

const struct test_suite test_suite = {.setup = setup,
                                      .teardown = teardown,
                                      .cases = {{&texts, 1},
                                                {&npy, 1},
                                                {&digits, 20},
                                                {&many, 3},
                                                {&abandoned_and_refused, 1},
                                                {&replacing, 1},
                                                {&dangling, 1},
                                                {&full_device, 1},
                                                {&full_disk, 20},
                                                {&no_memory, 1}}};
