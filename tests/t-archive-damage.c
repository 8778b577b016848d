/* Archives that are damaged, and archives that lie: each is refused with what
 * is wrong, and none takes more memory than its size warrants. */
#include <stdlib.h>

#include "counting.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

#include "archive-testing.h"

/* A small archive of several frames, as bytes. */
static uint8_t *good;
static size_t size;
enum { END = 900, ENTRIES = 40, VALUES = 300, VALUE_ENTRIES = 120 };

static void make_good(ta_content content)
{
    test_rng r = test_rng_for("damage", (int)content);
    bool cold = content == TA_CONTENT_COLD;
    ta_archive_writer *w = test_archive_writer(content, cold ? END : VALUES,
                                               cold ? ENTRIES : VALUE_ENTRIES);
    if (cold) {
        uint64_t words[END / 64 + 1];
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            words[i] = test_random(&r);
        for (size_t i = 0; i < 2 * (sizeof words / sizeof *words); i++)
            words[i / 2] &= test_random(&r); /* an eighth of the bits is left */
        test_give_bits(w, &r, words, 0, END);
    } else {
        uint16_t values[VALUES];
        for (size_t i = 0; i < VALUES; i++)
            values[i] = (uint16_t)test_below(&r, 700);
        test_ok(ta_archive_writer_consume(
            w, &(ta_block){.to = VALUES, .values = values, .count = VALUES}));
    }
    test_archive_save(w);
    good = test_read_file(test_path, &size);
}

static void remove_all(void)
{
    ta_free(good);
    good = NULL;
    test_folder_remove();
}

/* What opening and reading all of the file says; the sentence is in `error`. */
static ta_status look(ta_error *error)
{
    ta_archive *a;
    *error = (ta_error){""};
    ta_status st = ta_archive_open(test_path, &a, error);
    if (st == TA_OK)
        st = ta_archive_check(a, NULL, error);
    ta_archive_close(a);
    return st;
}

static void assert_refused(const char *what, size_t where)
{
    ta_error error;
    ta_status st = look(&error);
    ck_assert_msg(st == TA_EMISMATCH, "%s %zu: status %d, %s", what, where, st,
                  error.text);
    ck_assert_msg(strstr(error.text, test_path) != NULL, "%s %zu: %s", what,
                  where, error.text);
}

static const ta_content contents[] = {TA_CONTENT_COLD, TA_CONTENT_NIM};

/* Every bit of every byte, and every byte to its opposite. */
TEST(changed, 2)
{
    make_good(contents[_i]);
    ta_error error;
    ck_assert_msg(look(&error) == TA_OK, "%s", error.text);
    int fd = open(test_path, O_WRONLY);
    for (size_t i = 0; i < size; i++) {
        for (unsigned change = 1; change < 512; change *= 2) {
            uint8_t byte = good[i] ^ (change == 256 ? 255 : (uint8_t)change);
            ck_assert_int_eq(pwrite(fd, &byte, 1, (off_t)i), 1);
            assert_refused("byte", i);
        }
        ck_assert_int_eq(pwrite(fd, good + i, 1, (off_t)i), 1);
    }
    close(fd);
    test_ok(look(&error));
}

TEST(cut_off, 2)
{
    make_good(contents[_i]);
    for (size_t more = 1; more < 600; more += 1 + more / 8) {
        ck_assert_int_eq(truncate(test_path, (off_t)(size + more)), 0);
        assert_refused("longer by", more);
    }
    for (size_t count = size; count-- > 0;) {
        ck_assert_int_eq(truncate(test_path, (off_t)count), 0);
        assert_refused("cut at", count);
    }
}

/* ---- lies: every checksum is right ---- */

static archive_header header;
static archive_frame *frames;

static void unseal(void)
{
    memcpy(&header, good, sizeof header);
    frames = tai_alloc(size - header.index, 1);
    memcpy(frames, good + header.index, size - header.index);
}

/* Puts header and index back, with right checksums. */
static void seal(void)
{
    size_t bytes = size - ((archive_header *)(void *)good)->index;
    memcpy(good + size - bytes, frames, bytes);
    tai_hash_bytes(good + size - bytes, bytes, header.index_hash);
    uint32_t version = header.version;
    tai_archive_seal(&header);
    if (version != header.version) { /* a version of another time */
        header.version = version;
        tai_hash_bytes(&header, offsetof(archive_header, hash), header.hash);
    }
    memcpy(good, &header, sizeof header);
    test_write_file(test_path, good, size);
}

static void assert_lie_refused(const char *what, const char *sentence)
{
    seal();
    ta_error error;
    tai_budget *budget = count_begin();
    ta_status st = look(&error);
    const uint64_t peak = count_end(budget);
    ck_assert_msg(st == TA_EMISMATCH, "%s: status %d", what, st);
    ck_assert_msg(strstr(error.text, sentence) != NULL, "%s: %s", what,
                  error.text);
    ck_assert_msg(peak < 20 * size + (UINT64_C(1) << 24),
                  "%s: took %" PRIu64 " bytes", what, peak);
}

/* Each case starts from a good file of its own. */
#define LIE(content, sentence, ...)                                            \
    do {                                                                       \
        make_good(content);                                                    \
        unseal();                                                              \
        __VA_ARGS__;                                                           \
        assert_lie_refused(#__VA_ARGS__, sentence);                            \
        ta_free(frames);                                                       \
        ta_free(good);                                                         \
        good = NULL;                                                           \
    } while (0)
#define COLD(...) LIE(TA_CONTENT_COLD, __VA_ARGS__)
#define NIM(...)  LIE(TA_CONTENT_NIM, __VA_ARGS__)

static const uint64_t huge = UINT64_C(1) << 60;

TEST(lying_header, 1)
{
    COLD("version 3", header.version = 3);
    COLD("a head and a tail", header.version = 2);
    COLD("a head and a tail", header.head = 1);
    COLD("a head and a tail", header.summary_hash[31] = 1);
    COLD("version 0", header.version = 0);
    COLD("not known", header.content = 0);
    COLD("not known", header.content = 5);
    COLD("convention", header.convention = 2);
    COLD("must be zero", header.zero = 1);
    COLD("must be zero", header.reserved[4] = 1);
    COLD("its game", header.game[0] = '\0');
    COLD("its game", header.game[3] = '\x1b');
    COLD("its game", header.game[3] = '\n');
    COLD("its game", header.game[255] = 'x');
    COLD("its game", memset(header.game, 'x', 256));
    COLD("above its goal", header.end = header.goal + 1);
    COLD("above its goal", header.end = UINT64_MAX);
    COLD("its count", header.count = END + 1);
    COLD("its count", header.count = huge);
    COLD("does not agree", header.count++);
    COLD("does not agree", header.goal = header.end = header.count = huge);
    COLD("bytes and should", header.size++);
    COLD("bytes and should", header.size = huge);
    COLD("does not fit", header.index = huge);
    COLD("does not fit", header.index = 0);
    COLD("does not fit", header.index++);
    COLD("does not fit", header.index += 64);
    COLD("does not fit", header.frames++);
    COLD("does not fit", header.frames = huge);
    COLD("does not fit", header.frames += huge / 16);
    NIM("its count", header.count--);
    NIM("its count", header.end--);
    NIM("does not agree", header.goal = header.end = header.count = huge);
    COLD("beyond the end", header.end = header.count); /* fewer positions */
}

TEST(lying_index, 1)
{
    COLD("outside its place", frames[1].at++);
    COLD("outside its place", frames[0].at = 0);
    COLD("outside its place", frames[1].at = huge);
    COLD("outside its place", frames[1].bytes = UINT32_MAX);
    COLD("outside its place", frames[0].bytes++);
    COLD("number of entries", frames[0].count = 0);
    COLD("number of entries", frames[0].count = TA_ARCHIVE_ENTRIES + 1);
    COLD("number of entries", frames[0].count = UINT32_MAX);
    COLD("does not follow", frames[0].count = END - (uint32_t)frames[0].first);
    COLD("a form", frames[0].modulus = 0);
    COLD("a form", frames[0].modulus = 257);
    COLD("a form", frames[0].planes = 9);
    COLD("a form", frames[0].zero[4] = 1);
    COLD("does not follow", frames[1].first = frames[0].first);
    COLD("beyond the end", frames[1].first = END);
    COLD("beyond the end", frames[1].first = huge);
    NIM("a form", frames[0].modulus = 2);
    NIM("a form", frames[0].planes = 3);
    NIM("does not follow", frames[0].first = 1);
    NIM("does not follow", frames[1].first++);
    NIM("does not follow", frames[0].count++);
}

/* Replaces the planes of frame k, compressed into the same number of bytes:
 * only planes that happen to fit can be tried. */
static void replace_frame(size_t k, const void *planes, size_t count)
{
    uint8_t packed[4096];
    size_t got = ZSTD_compress(packed, sizeof packed, planes, count, 1);
    ck_assert(!ZSTD_isError(got));
    /* Behind it, a frame of zstd to be skipped fills the room. */
    uint32_t rest = frames[k].bytes - (uint32_t)got;
    ck_assert_uint_ge(frames[k].bytes, got + 8);
    uint32_t skip[2] = {0x184d2a50, rest - 8};
    uint8_t *at = good + frames[k].at;
    memset(at, 0, frames[k].bytes);
    memcpy(at, packed, got);
    memcpy(at + got, skip, sizeof skip);
    tai_hash_bytes(at, frames[k].bytes, frames[k].hash);
}

static void garbage(size_t k)
{
    memset(good + frames[k].at, 0x5a, frames[k].bytes);
    tai_hash_bytes(good + frames[k].at, frames[k].bytes, frames[k].hash);
}

/* Frame 0 gets these remainders (if not NULL) and steps. */
static void forge(uint64_t first, uint16_t modulus, const uint8_t *remainders,
                  const uint8_t *steps)
{
    uint8_t planes[2 * ENTRIES];
    size_t with = remainders != NULL;
    if (with)
        memcpy(planes, remainders, ENTRIES);
    memcpy(planes + with * ENTRIES, steps, ENTRIES);
    frames[0].first = first;
    frames[0].modulus = modulus;
    frames[0].planes = 1;
    replace_frame(0, planes, (1 + with) * ENTRIES);
}

TEST(lying_frames, 1)
{
    static const uint8_t zeros[1 << 16];
    uint8_t ones[ENTRIES], fives[ENTRIES], far[ENTRIES], late[ENTRIES];
    memset(ones, 1, ENTRIES);
    memset(fives, 5, ENTRIES);
    memcpy(late, ones, ENTRIES); /* the first position is not the first */
    ones[0] = 0;
    memcpy(far, ones, ENTRIES);
    memset(far + ENTRIES - 9, 250, 9);
    COLD("frame 1: ", garbage(1));
    NIM("frame 1: ", garbage(1));
    COLD("frame 0: ", frames[0].planes++);
    NIM("frame 0: ", frames[0].planes--);
    COLD("frame 0: ", frames[0].modulus = 2);
    COLD("too small", replace_frame(0, zeros, sizeof zeros));
    COLD("fewer entries", replace_frame(0, zeros, 3));
    COLD("do not increase", forge(0, 1, NULL, zeros));
    COLD("do not increase", forge(0, 1, NULL, late));
    COLD("into the next", forge(0, 1, NULL, far));
    COLD("not below its modulus", forge(5, 5, fives, ones));
    /* The same with nothing wrong, so that it is the lie that is refused. */
    for (uint16_t modulus = 1; modulus <= 6; modulus += 5) {
        make_good(TA_CONTENT_COLD);
        unseal();
        forge(5, modulus, modulus > 1 ? fives : NULL, ones);
        seal();
        ta_error error;
        ck_assert_msg(look(&error) == TA_OK, "%s", error.text);
        ta_free(frames);
        ta_free(good);
        good = NULL;
    }
}

/* A small file that may hold as many entries as are allowed. */
TEST(as_large_as_allowed, 1)
{
    ta_archive_writer *w = test_archive_writer(
        TA_CONTENT_NIM, TA_ARCHIVE_ENTRIES, TA_ARCHIVE_ENTRIES);
    uint16_t *zeros = tai_alloc_zero(TA_ARCHIVE_ENTRIES, sizeof *zeros);
    ta_block block = {
        .to = TA_ARCHIVE_ENTRIES, .values = zeros, .count = TA_ARCHIVE_ENTRIES};
    test_ok(ta_archive_writer_consume(w, &block));
    test_archive_save(w);
    ta_free(zeros);
    good = test_read_file(test_path, &size);
    ck_assert_uint_lt(size, 600);
    ta_error error;
    tai_budget *budget = count_begin();
    test_ok(look(&error));
    ck_assert_uint_lt(count_end(budget), UINT64_C(1) << 24);
}

TEST_FIXTURE(test_folder_make, remove_all)
