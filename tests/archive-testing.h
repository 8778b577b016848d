/* What the tests of archives and of other files share. */
#ifndef TA_ARCHIVE_TESTING_H
#define TA_ARCHIVE_TESTING_H

#include "archive/archive-internal.h"
#include "testing.h"

/* A set that nobody knows, so that any content can be its. */
#define TEST_ARCHIVE_GAME "numbers#0123456789abcdef"

/* A folder for the files of a test. test_folder_remove removes the files below
 * and asserts that the folder holds nothing else. */
extern char test_folder[], test_path[64], test_second[64];
void test_folder_make(void);
void test_folder_remove(void);

/* Makes a writer for the game; NULL stands for TEST_ARCHIVE_GAME. A frame has
 * `entries` entries, or the usual number where that is 0. */
ta_archive_writer *test_archive_writer_of(const ta_game *game,
                                          ta_content content, uint64_t goal,
                                          size_t entries);
ta_archive_writer *test_archive_writer(ta_content content, uint64_t goal,
                                       size_t entries);
/* Writes the archive to test_path and frees the writer. */
void test_archive_save(ta_archive_writer *writer);
/* Opens an archive; fails the test with the message if that fails. */
ta_archive *test_archive_open(const char *path);
/* Replaces the header of the archive in test_path, and seals it. */
void test_archive_edit(void (*edit)(archive_header *h, const void *state),
                       const void *state);

/* Saves the writer, frees it, and returns the archive of the saved file. The
 * file has no name any more. */
ta_archive *test_writer_reopen(ta_archive_writer *writer);
/* Runs [0, end) with the options, which may be NULL. Returns the archive of a
 * saved file that has the result and whose goal is 2 * end. */
ta_archive *test_archive_of(ta_content content, const ta_game *game,
                            uint64_t end, const ta_options *options);

/* n bits: none, few, many, all, or in a few residue classes. ta_free. */
uint64_t *test_random_bits(test_rng *rng, uint64_t n);
/* Hands [from, to) to the writer, in blocks of random size and form. */
void test_give_bits(ta_archive_writer *writer, test_rng *rng,
                    const uint64_t *words, uint64_t from, uint64_t to);

/* Collects cold positions. More than `room` of them fail the test. */
typedef struct test_list_sink {
    ta_sink sink;
    uint64_t *list;
    size_t count, room;
} test_list_sink;
ta_status test_take_list(void *sink, const ta_block *block);

/* Returns the bytes of a file, and a byte 0 after them; ta_free. */
uint8_t *test_read_file(const char *path, size_t *size);
void test_write_file(const char *path, const void *bytes, size_t size);
void test_assert_same_file(const char *a, const char *b, uint64_t seed);

#endif
