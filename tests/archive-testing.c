#include "archive-testing.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char test_folder[] = "/tmp/takeaway-test-XXXXXX";
char test_path[64], test_second[64];

void test_folder_make(void)
{
    strcpy(strstr(test_folder, "test-") + 5, "XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(test_folder));
    snprintf(test_path, sizeof test_path, "%s/a", test_folder);
    snprintf(test_second, sizeof test_second, "%s/b", test_folder);
}

void test_folder_remove(void)
{
    unlink(test_path);
    unlink(test_second);
    ck_assert_int_eq(rmdir(test_folder), 0);
}

ta_archive_writer *test_archive_writer_of(const ta_game *game,
                                          ta_content content, uint64_t goal,
                                          size_t entries)
{
    char id[TA_GAME_ID] = TEST_ARCHIVE_GAME;
    const ta_archive_info info = {
        .content = content,
        .game = game != NULL ? ta_game_id(game, id) : id,
        .convention =
            game != NULL ? ta_game_about(game)->convention : TA_NORMAL,
        .goal = goal};
    ta_archive_writer *writer;
    ta_error error = {""};
    const ta_status st =
        entries == 0
            ? ta_archive_writer_new(&info, &writer, &error)
            : tai_archive_writer_new_framed(&info, entries, &writer, &error);
    ck_assert_msg(st == TA_OK, "%s", error.text);
    return writer;
}

ta_archive_writer *test_archive_writer(ta_content content, uint64_t goal,
                                       size_t entries)
{
    return test_archive_writer_of(NULL, content, goal, entries);
}

void test_archive_save(ta_archive_writer *writer)
{
    ta_error error = {""};
    ck_assert_msg(ta_archive_writer_save(writer, test_path, &error) == TA_OK,
                  "%s", error.text);
    ta_archive_writer_free(writer);
}

void test_archive_edit(void (*edit)(archive_header *h, const void *state),
                       const void *state)
{
    size_t size;
    archive_header h;
    uint8_t *bytes = test_read_file(test_path, &size);
    memcpy(&h, bytes, sizeof h);
    edit(&h, state);
    tai_archive_seal(&h);
    memcpy(bytes, &h, sizeof h);
    test_write_file(test_path, bytes, size);
    ta_free(bytes);
}

ta_archive *test_archive_open(const char *path)
{
    ta_archive *archive;
    ta_error error = {""};
    ck_assert_msg(ta_archive_open(path, &archive, &error) == TA_OK, "%s",
                  error.text);
    return archive;
}

ta_archive *test_writer_reopen(ta_archive_writer *writer)
{
    char path[] = "/tmp/takeaway-archive-XXXXXX";
    ta_error error = {""};
    const int file = mkstemp(path);
    ck_assert_int_ge(file, 0);
    close(file);
    ck_assert_msg(ta_archive_writer_save(writer, path, &error) == TA_OK, "%s",
                  error.text);
    ta_archive_writer_free(writer);
    ta_archive *archive = test_archive_open(path);
    ck_assert_int_eq(remove(path), 0);
    return archive;
}

ta_archive *test_archive_of(ta_content content, const ta_game *game,
                            uint64_t end, const ta_options *options)
{
    ta_error error = {""};
    ta_archive_writer *writer =
        test_archive_writer_of(game, content, 2 * end, 0);
    ck_assert_msg(ta_run(content, game, end, options,
                         &(ta_sink){ta_archive_writer_consume, writer},
                         &error) == TA_OK,
                  "%s", error.text);
    ta_archive *archive = test_writer_reopen(writer);
    ck_assert_uint_eq(ta_archive_about(archive)->end, end);
    return archive;
}

uint64_t *test_random_bits(test_rng *rng, uint64_t n)
{
    uint64_t *words = tai_alloc_zero(ta_bits_words(n) + 1, 8);
    uint64_t shape = test_below(rng, 5), modulus = 2 + test_below(rng, 70);
    uint64_t rarity = UINT64_C(1) << test_below(rng, 12);
    for (uint64_t i = 0; i < n && shape > 0; i++) {
        bool in = test_below(rng, rarity) == 0;
        if (shape == 1) /* all */
            in = true;
        else if (shape == 2) /* classes 0 and 2 */
            in = in && (i % modulus == 0 || i % modulus == 2);
        if (in)
            words[i / 64] |= UINT64_C(1) << i % 64;
    }
    return words;
}

/* One block, as bits or as positions. */
static void give(ta_sink *sink, const uint64_t *words, uint64_t from,
                 uint64_t to, bool as_bits)
{
    uint64_t *bits = tai_alloc_zero(ta_bits_words(to - from), 8);
    uint64_t *positions = tai_alloc(to - from, 8), count = 0;
    for (uint64_t i = from; i < to; i++)
        if ((words[i / 64] >> i % 64 & 1) != 0) {
            bits[(i - from) / 64] |= UINT64_C(1) << (i - from) % 64;
            positions[count++] = i;
        }
    ta_block block = {.from = from,
                      .to = to,
                      .bits = as_bits ? bits : NULL,
                      .positions = as_bits ? NULL : positions,
                      .count = count};
    test_ok(sink->consume(sink->state, &block));
    ta_free(bits);
    ta_free(positions);
}

void test_give_bits(ta_archive_writer *writer, test_rng *rng,
                    const uint64_t *words, uint64_t from, uint64_t to)
{
    uint64_t longest = UINT64_C(1) << test_below(rng, 15);
    for (uint64_t end; from < to; from = end) {
        end = from + 1 + test_below(rng, tai_min_u64(to - from, longest));
        give(&(ta_sink){ta_archive_writer_consume, writer}, words, from, end,
             test_below(rng, 2) == 0);
    }
}

static ta_status append(void *state, uint64_t position)
{
    test_list_sink *s = state;
    ck_assert_uint_lt(s->count, s->room);
    s->list[s->count++] = position;
    return TA_OK;
}

ta_status test_take_list(void *sink, const ta_block *block)
{
    return ta_block_each(block, block->from, append, sink);
}

uint8_t *test_read_file(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    ck_assert_msg(f != NULL, "cannot open %s", path);
    ck_assert_int_eq(fseek(f, 0, SEEK_END), 0);
    long end = ftell(f);
    ck_assert_int_ge(end, 0);
    *size = (size_t)end;
    uint8_t *bytes = tai_alloc(*size + 1, 1);
    ck_assert_ptr_nonnull(bytes);
    rewind(f);
    ck_assert_uint_eq(fread(bytes, 1, *size, f), *size);
    fclose(f);
    bytes[*size] = '\0';
    return bytes;
}

void test_write_file(const char *path, const void *bytes, size_t size)
{
    FILE *f = fopen(path, "wb");
    ck_assert_msg(f != NULL, "cannot open %s", path);
    ck_assert_uint_eq(fwrite(bytes, 1, size, f), size);
    ck_assert_int_eq(fclose(f), 0);
}

void test_assert_same_file(const char *a, const char *b, uint64_t seed)
{
    size_t size_a, size_b;
    uint8_t *one = test_read_file(a, &size_a);
    uint8_t *two = test_read_file(b, &size_b);
    ck_assert_msg(size_a == size_b && memcmp(one, two, size_a) == 0,
                  "seed %" PRIu64 ": files differ", seed);
    ta_free(one);
    ta_free(two);
}
