/* Truncated checkpoints: runs of octal games that resume from a head, a tail
 * and a summary, wherever they were stopped, with one megabyte; and files whose
 * fields contradict each other. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "archive-testing.h"

#define COUNT(a) (sizeof(a) / sizeof *(a))

enum { N = 260000, MIDDLE = 220000, FRAME = 1 << 12 };

/* A limit makes runs forget heaps early. What the choice of a mask takes for a
 * moment may be more than that: a budget without a limit counts in its place.
 */
static ta_budget *budget;

static void setup(void)
{
    test_folder_make();
    ck_assert_int_eq(tai_budget_begin(0, &budget), TA_OK);
}

static void teardown(void)
{
    ck_assert_int_eq(tai_budget_end(budget, TA_OK, NULL), TA_OK);
    test_folder_remove();
}

static const char *const codes[] = {".167", ".354"};

/* Takes blocks into a writer and an array, and insists on no gap. */
typedef struct keeper {
    ta_archive_writer *writer;
    uint16_t *values;
    uint64_t next;
} keeper;

static ta_status take(void *state, const ta_block *block)
{
    keeper *k = state;
    ck_assert_uint_eq(block->from, k->next);
    k->next = block->to;
    ck_assert_int_eq(tai_block_store(k->values, block), TA_OK);
    return ta_archive_writer_consume(k->writer, block);
}

static ta_archive *reopen(ta_archive_writer *writer)
{
    test_archive_save(writer);
    return test_archive_open(test_path);
}

/* Goes on from `known`, which is closed, to `end`; values that are handed over
 * are stored. */
static ta_archive *go_on(const ta_game *game, ta_archive *known, uint64_t end,
                         uint64_t from, uint16_t *values)
{
    ta_options options = {.max_memory = 1 << 20, .known = known};
    keeper k = {.values = values};
    ta_error error = {""};
    bool resumed = tai_archive_brief(known) != NULL;
    /* Frames of another length, in which the head ends within one. */
    k.writer = test_archive_writer_of(game, TA_CONTENT_NIM, end,
                                      resumed ? FRAME + 1000 : FRAME);
    ck_assert_int_eq(tai_archive_writer_brief(k.writer, from), TA_OK);
    if (resumed) {
        k.next = ta_archive_about(known)->end;
        ck_assert_int_eq(tai_archive_writer_resume(k.writer, known, &error),
                         TA_OK);
    }
    ta_status st = ta_run(TA_CONTENT_NIM, game, end, &options,
                          &(ta_sink){take, &k}, &error);
    ck_assert_msg(st == TA_OK, "%s", error.text);
    ck_assert_uint_eq(k.next, end);
    ta_archive_close(known);
    return reopen(k.writer);
}

/* ---- what it says of all ---- */

typedef struct summary {
    uint64_t count[1 << 16], records[1 << 16], n_records;
} summary;

static ta_status add_record(void *state, const ta_block *block)
{
    summary *s = state;
    ck_assert_uint_eq(block->period, 0);
    s->records[s->n_records++] = block->from << 16 | block->values[0];
    return TA_OK;
}

static ta_status add_count(void *state, const ta_block *block)
{
    summary *s = state;
    ck_assert_uint_eq(block->period, 1);
    s->count[block->values[0]] += block->count;
    return TA_OK;
}

/* Against all values. */
static void assert_says(const ta_archive *a, const uint16_t *values, uint64_t n,
                        uint64_t from)
{
    summary *s = calloc(1, sizeof *s);
    const ta_sink records = {add_record, s}, counts = {add_count, s};
    ck_assert_int_eq(
        tai_archive_read_brief(a, TA_BRIEF_RECORDS, &records, NULL), TA_OK);
    ck_assert_int_eq(tai_archive_read_brief(a, TA_BRIEF_COUNTS, &counts, NULL),
                     TA_OK);
    uint64_t *count = calloc(1 << 16, sizeof *count), k = 0;
    int largest = -1;
    for (uint64_t i = 0; i < n; i++) {
        count[values[i]] += i >= from;
        if (values[i] > largest) {
            ck_assert_uint_lt(k, s->n_records);
            ck_assert_uint_eq(s->records[k++], i << 16 | values[i]);
            largest = values[i];
        }
    }
    ck_assert_uint_eq(k, s->n_records);
    ck_assert_mem_eq(count, s->count, sizeof s->count);
    free(count);
    free(s);
}

static uint16_t *stored(const ta_game *game, uint64_t n)
{
    uint16_t *values = malloc(n * sizeof *values);
    ck_assert_int_eq(ta_run(TA_CONTENT_NIM, game, n, NULL,
                            &(ta_sink){tai_block_store, values}, NULL),
                     TA_OK);
    return values;
}

/* Stopped at several random places, each run has a megabyte; values and summary
 * are those of a run that holds all. */
START_TEST(goes_on_wherever_it_stopped)
{
    test_rng r = test_rng_for("goes_on_wherever_it_stopped", _i);
    ta_game *game = test_game(codes[_i % (int)COUNT(codes)], TA_NORMAL);
    uint16_t *want = stored(game, N), *got = calloc(N, sizeof *got);
    ta_archive *known = NULL;
    const uint64_t from = _i % 2 == 0 ? 0 : test_below(&r, N);
    bool brief = false;
    for (uint64_t end = 0; end < N;) {
        end = ta_min_u64(N, end + 1 + test_below(&r, N / 3));
        known = go_on(game, known, end, from, got);
        const tai_brief_info *b = tai_archive_brief(known);
        brief = b != NULL;
        if (brief) {
            assert_says(known, want, end, from);
            ck_assert_uint_ne(b->mask, 0);
            ck_assert_int_eq(ta_archive_check(known, NULL, NULL), TA_OK);
        }
    }
    ck_assert_mem_eq(want, got, N * sizeof *got);
    if (_i % (int)COUNT(codes) < 2)
        ck_assert(brief);
    if (brief) /* four values of a byte each, not compressed, are too many */
        ck_assert_uint_lt(tai_archive_size(known), N);
    ta_archive_close(known);
    free(want);
    free(got);
    ta_game_free(game);
}
END_TEST

/* Heap 654707 of 4.324 is the first of value 256, long after heaps have been
 * forgotten: the mask gets this bit, and what was stopped behind it goes on. */
START_TEST(goes_on_behind_a_new_bit)
{
    enum { BIT_AT = 654707, END = 700000, MORE = 10000 };
    ta_game *game = test_game("4.324", TA_NORMAL);
    uint16_t *want = stored(game, END + MORE);
    uint16_t *got = calloc(END + MORE, sizeof *got);
    ck_assert_uint_eq(want[BIT_AT], 256);
    ta_archive *known = go_on(game, NULL, END, 0, got);
    const tai_brief_info *b = tai_archive_brief(known);
    ck_assert_ptr_nonnull(b);
    ck_assert_uint_eq(b->mask & 256, 256);
    memset(got + END, 0, MORE * sizeof *got);
    ta_stats *stats = ta_stats_new();
    const ta_options options = {
        .max_memory = 1 << 20, .known = known, .stats = stats};
    ck_assert_int_eq(ta_run(TA_CONTENT_NIM, game, END + MORE, &options,
                            &(ta_sink){tai_block_store, got}, NULL),
                     TA_OK);
    ck_assert_ptr_nonnull(ta_stats_find(stats, "known"));
    ck_assert_ptr_null(ta_stats_find(stats, "known_anew"));
    ck_assert_mem_eq(want, got, (END + MORE) * sizeof *got);
    ta_stats_free(stats);
    ta_archive_close(known);
    free(want);
    free(got);
    ta_game_free(game);
}
END_TEST

/* A run that resumes from a truncated checkpoint, even with nothing left to
 * find, has the summary of a solution. The greatest value of .167 below N lies
 * in neither head nor tail. */
START_TEST(summaries_go_on)
{
    test_rng r = test_rng_for("summaries_go_on", _i);
    ta_game *game = test_game(codes[_i % (int)COUNT(codes)], TA_NORMAL);
    uint16_t *values = calloc(N, sizeof *values);
    ta_octal_solution *whole;
    ta_archive *known = NULL;
    ta_summary got, want;
    ck_assert_int_eq(ta_octal_solve(game, N, false, NULL, &whole, NULL), TA_OK);
    want = *ta_octal_solution_summary(whole);
    ta_octal_solution_free(whole);
    for (uint64_t end = 0; end < N;) {
        end = ta_min_u64(N, end + 1 + test_below(&r, N / 3));
        known = go_on(game, known, end, 0, values);
        ta_options options = {
            .max_memory = 1 << 20, .known = known, .summary = &got};
        memset(&got, 0xff, sizeof got);
        ck_assert_int_eq(ta_run(TA_CONTENT_NIM, game, N, &options, NULL, NULL),
                         TA_OK);
        ck_assert_uint_eq(got.known, want.known);
        ck_assert_int_eq(got.nim.proof, want.nim.proof);
        ck_assert_uint_eq(got.nim.period, want.nim.period);
        ck_assert_uint_eq(got.largest, want.largest);
        ck_assert_uint_eq(got.largest_at, want.largest_at);
        ck_assert_int_eq(got.has_mask, want.has_mask);
        ck_assert_uint_eq(got.mask, want.mask);
        ck_assert_uint_eq(got.rare, want.rare);
        ck_assert_uint_eq(got.last_rare, want.last_rare);
    }
    ta_archive_close(known);
    free(values);
    ta_game_free(game);
}
END_TEST

/* ---- files that lie ---- */

static ta_archive *brief_to(const ta_game *game, uint64_t end)
{
    uint16_t *values = malloc(end * sizeof *values);
    ta_archive *known = go_on(game, NULL, end, 0, values);
    free(values);
    ck_assert_ptr_nonnull(tai_archive_brief(known));
    return known;
}

static void set_mask(archive_header *h, const void *mask)
{
    ck_assert_uint_ne(h->mask, *(const uint32_t *)mask);
    h->mask = *(const uint32_t *)mask;
}

/* With another mask, or with rare heaps where there must be none, all heaps are
 * computed again, and the values are right. */
START_TEST(what_does_not_go_together_is_not_used)
{
    static const uint32_t masks[] = {0, 1, 2, 0x8000, 0xffff, 0x10001, 0x1ffff};
    ta_game *game = test_game(".167", TA_NORMAL);
    ta_archive_close(brief_to(game, MIDDLE));
    uint16_t *want = stored(game, N), *got = calloc(N, sizeof *got);
    test_archive_edit(set_mask, &masks[_i]);
    ta_archive_close(go_on(game, test_archive_open(test_path), N, 0, got));
    ck_assert_mem_eq(want + MIDDLE, got + MIDDLE, (N - MIDDLE) * sizeof *got);
    free(want);
    free(got);
    ta_game_free(game);
}
END_TEST

/* Each byte of the fields that only truncated checkpoints have, changed and
 * sealed again: the file is refused, or read without harm. */
START_TEST(fields_that_lie)
{
    ta_game *game = test_game(".167", TA_NORMAL);
    ta_archive_close(brief_to(game, MIDDLE));
    size_t size;
    uint8_t *bytes = test_read_file(test_path, &size);
    test_rng r = test_rng_for("fields_that_lie", _i);
    const size_t first = offsetof(archive_header, head);
    const size_t fields = offsetof(archive_header, index_hash) - first;
    for (int k = 0; k < 200; k++) {
        archive_header h;
        uint8_t *copy = malloc(size);
        memcpy(copy, bytes, size);
        memcpy(&h, bytes, sizeof h);
        if (k % 2 == 0) {
            ((uint8_t *)&h)[first + test_below(&r, fields)] =
                (uint8_t)test_below(&r, 256);
        } else { /* the summary itself, unpacked, edited, packed again */
            uint64_t *number = malloc(h.summary_bytes);
            size_t room = h.index - h.summary;
            ck_assert_uint_eq(ZSTD_decompress(number, h.summary_bytes,
                                              copy + h.summary, room),
                              h.summary_bytes);
            size_t at = test_below(&r, k % 4 == 1 ? 3 : h.summary_bytes / 8);
            number[at] = k % 3 == 0 ? UINT64_MAX : test_below(&r, N);
            uint8_t *packed = malloc(2 * size + h.summary_bytes);
            size_t now = ZSTD_compress(packed, 2 * size + h.summary_bytes,
                                       number, h.summary_bytes, 19);
            if (now <= room) { /* zstd passes over an empty frame */
                memcpy(copy + h.summary, packed, now);
                while (now + 8 <= room) {
                    static const uint8_t skip[] = {0x50, 0x2a, 0x4d, 0x18};
                    const uint32_t rest = (uint32_t)(room - now - 8);
                    memcpy(copy + h.summary + now, skip, 4);
                    memcpy(copy + h.summary + now + 4, &rest, 4);
                    now = room;
                }
                tai_hash_bytes(copy + h.summary, room, h.summary_hash);
            }
            free(packed);
            free(number);
        }
        tai_archive_seal(&h);
        memcpy(copy, &h, sizeof h);
        test_write_file(test_path, copy, size);
        free(copy);
        ta_archive *a;
        ta_status st = ta_archive_open(test_path, &a, NULL);
        ck_assert(st == TA_OK || st == TA_EMISMATCH);
        if (st != TA_OK)
            continue;
        st = ta_archive_check(a, NULL, NULL);
        ck_assert(st == TA_OK || st == TA_EMISMATCH);
        ta_archive_close(a);
    }
    ta_free(bytes);
    ta_game_free(game);
}
END_TEST

/* Tails with any values at all and right checksums do no harm to memory. A run
 * that is repeated without such a tail and ends well does not report the first
 * try. */
START_TEST(tails_that_lie)
{
    test_rng r = test_rng_for("tails_that_lie", _i);
    ta_game *game = test_game(codes[_i % 2], TA_NORMAL);
    ta_archive *known = brief_to(game, MIDDLE);
    const tai_brief_info *b = tai_archive_brief(known);
    const uint64_t held = MIDDLE - b->back;
    uint16_t *head = malloc(b->head * sizeof *head);
    uint16_t *tail = malloc(held * sizeof *tail), *got = calloc(N, 2);
    keeper k = {.values = got};
    ck_assert_int_eq(ta_archive_read(known, 0, b->head,
                                     &(ta_sink){tai_block_store, head}, NULL),
                     TA_OK);
    /* common by the mask, or not; few bits or many */
    const unsigned mask = b->mask & 0xffff, most = 1u << (4 + _i % 13);
    for (uint64_t i = 0; i < held; i++) {
        unsigned v = (unsigned)test_below(&r, most);
        if (_i % 3 != 0 && __builtin_parity(v & mask) == 0)
            v ^= mask & (0u - mask); /* its least bit */
        tail[i] = (uint16_t)v;
    }
    k.writer = test_archive_writer_of(game, TA_CONTENT_NIM, N, FRAME);
    ck_assert_int_eq(tai_archive_writer_brief(k.writer, 0), TA_OK);
    ta_block block = {.values = head, .to = b->head, .count = b->head};
    ck_assert_int_eq(take(&k, &block), TA_OK);
    for (; k.next < b->back; take(&k, &block)) /* what is between */
        block = (ta_block){.from = k.next,
                           .to = ta_min_u64(k.next + b->head, b->back),
                           .values = head,
                           .count = ta_min_u64(b->head, b->back - k.next)};
    block = (ta_block){.from = b->back,
                       .to = MIDDLE,
                       .values = tail,
                       .count = held,
                       .head = b->head,
                       .mask = b->mask};
    ck_assert_int_eq(take(&k, &block), TA_OK);
    ta_archive_close(known);
    known = reopen(k.writer);
    ck_assert_ptr_nonnull(tai_archive_brief(known));
    ta_options options = {.max_memory = 1 << 20, .known = known};
    ta_error error = {""};
    ta_status st = ta_run(TA_CONTENT_NIM, game, N, &options, NULL, &error);
    ck_assert_msg(st != TA_OK || error.text[0] == '\0', "%s", error.text);
    ck_assert_msg(st == TA_OK || st == TA_EMISMATCH || st == TA_ELIMIT ||
                      st == TA_ERANGE,
                  "%d", (int)st);
    ta_archive_close(known);
    free(head);
    free(tail);
    free(got);
    ta_game_free(game);
}
END_TEST

/* What it lacks is not read, and a shorter run is refused. */
START_TEST(what_is_left_out)
{
    ta_game *game = test_game(".167", TA_NORMAL);
    ta_archive *a = brief_to(game, N);
    const tai_brief_info *b = tai_archive_brief(a);
    uint16_t *got = calloc(N, sizeof *got), *want = stored(game, N);
    ta_sink sink = {tai_block_store, got};
    ck_assert_int_eq(ta_archive_read(a, 0, b->head, &sink, NULL), TA_OK);
    ck_assert_int_eq(ta_archive_read(a, b->back, N, &sink, NULL), TA_OK);
    ck_assert_mem_eq(got, want, b->head * 2);
    ck_assert_mem_eq(got + b->back, want + b->back, (N - b->back) * 2);
    const uint64_t wrong[][2] = {
        {0, N}, {0, b->head + 1}, {b->back - 1, N}, {b->head, b->head + 1}};
    for (size_t k = 0; k < COUNT(wrong); k++)
        ck_assert_int_eq(
            ta_archive_read(a, wrong[k][0], wrong[k][1], &sink, NULL),
            TA_EINVAL);
    ta_options options = {.known = a};
    ck_assert_int_eq(ta_run(TA_CONTENT_NIM, game, N - 1, &options, NULL, NULL),
                     TA_EINVAL);
    ck_assert_int_eq(ta_run(TA_CONTENT_NIM, game, N, &options, NULL, NULL),
                     TA_OK);
    ta_archive_close(a);
    free(got);
    free(want);
    ta_game_free(game);
}
END_TEST

const struct test_suite test_suite = {
    .setup = setup,
    .teardown = teardown,
    .cases = {{&goes_on_wherever_it_stopped, 6},
              {&summaries_go_on, 6},
              {&goes_on_behind_a_new_bit, 1},
              {&what_does_not_go_together_is_not_used, 7},
              {&fields_that_lie, 2},
              {&tails_that_lie, 13},
              {&what_is_left_out, 1}}};
