/* Truncated checkpoints: runs of octal games that resume from a head, a tail
 * and a summary, wherever they were stopped, with one megabyte; and files whose
 * fields contradict each other. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "archive-testing.h"

#define NIM TA_CONTENT_NIM
enum { N = 260000, MIDDLE = 220000, FRAME = 1 << 12 };

/* A limit makes runs discard heaps early. The choice of a mask may need more
 * memory than the limit for a moment, so a budget without a limit counts it. */
static tai_budget *budget;

static void setup(void)
{
    test_folder_make();
    test_ok(tai_budget_begin(0, &budget));
}

static void teardown(void)
{
    test_ok(tai_budget_end(budget, TA_OK, NULL));
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
    test_ok(tai_block_store(k->values, block));
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
    k.writer =
        test_archive_writer_of(game, NIM, end, resumed ? FRAME + 1000 : FRAME);
    test_ok(tai_archive_writer_brief(k.writer, from));
    if (resumed) {
        k.next = ta_archive_about(known)->end;
        test_ok(tai_archive_writer_resume(k.writer, known, &error));
    }
    ta_status st =
        ta_run(NIM, game, end, &options, &(ta_sink){take, &k}, &error);
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
    test_ok(tai_archive_read_brief(a, TA_BRIEF_RECORDS, &records, NULL));
    test_ok(tai_archive_read_brief(a, TA_BRIEF_COUNTS, &counts, NULL));
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

/* Stopped at several random places, each run has a megabyte; values and summary
 * are those of a run that holds all. */
TEST(goes_on_wherever_it_stopped, 6)
{
    test_rng r = test_rng_for("goes_on_wherever_it_stopped", _i);
    ta_game *game = test_game(codes[_i % 2], TA_NORMAL);
    uint16_t *want = test_values(NIM, game, N, NULL),
             *got = calloc(N, sizeof *got);
    ta_archive *known = NULL;
    const uint64_t from = _i % 2 == 0 ? 0 : test_below(&r, N);
    bool brief = false;
    for (uint64_t end = 0; end < N;) {
        end = tai_min_u64(N, end + 1 + test_below(&r, N / 3));
        known = go_on(game, known, end, from, got);
        const tai_brief_info *b = tai_archive_brief(known);
        brief = b != NULL;
        if (brief) {
            assert_says(known, want, end, from);
            ck_assert_uint_ne(b->mask, 0);
            test_ok(ta_archive_check(known, NULL, NULL));
        }
    }
    ck_assert_mem_eq(want, got, N * sizeof *got);
    ck_assert(brief);
    if (brief) /* four values of a byte each, not compressed, are too many */
        ck_assert_uint_lt(tai_archive_size(known), N);
    ta_archive_close(known);
    ta_free(want);
    free(got);
    ta_game_free(game);
}

/* Heap 654707 of 4.324 is the first of value 256, long after heaps have been
 * forgotten: the mask gets this bit, and what was stopped behind it goes on. */
TEST(goes_on_behind_a_new_bit, 1)
{
    enum { BIT_AT = 654707, END = 700000, MORE = 10000 };
    ta_game *game = test_game("4.324", TA_NORMAL);
    uint16_t *want = test_values(NIM, game, END + MORE, NULL);
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
    test_ok(ta_run(NIM, game, END + MORE, &options,
                   &(ta_sink){tai_block_store, got}, NULL));
    ck_assert_ptr_nonnull(ta_stats_find(stats, "known"));
    ck_assert_ptr_null(ta_stats_find(stats, "known_anew"));
    ck_assert_mem_eq(want, got, (END + MORE) * sizeof *got);
    ta_stats_free(stats);
    ta_archive_close(known);
    ta_free(want);
    free(got);
    ta_game_free(game);
}

/* A run that resumes from a truncated checkpoint, even with nothing left to
 * find, has the summary of a solution. The greatest value of .167 below N lies
 * in neither head nor tail. */
TEST(summaries_go_on, 6)
{
    test_rng r = test_rng_for("summaries_go_on", _i);
    ta_game *game = test_game(codes[_i % 2], TA_NORMAL);
    uint16_t *values = calloc(N, sizeof *values);
    ta_octal_solution *whole;
    ta_archive *known = NULL;
    ta_summary got, want;
    test_ok(ta_octal_solve(game, N, false, NULL, &whole, NULL));
    want = *ta_octal_solution_summary(whole);
    ta_octal_solution_free(whole);
    for (uint64_t end = 0; end < N;) {
        end = tai_min_u64(N, end + 1 + test_below(&r, N / 3));
        known = go_on(game, known, end, 0, values);
        ta_options options = {
            .max_memory = 1 << 20, .known = known, .summary = &got};
        memset(&got, 0xff, sizeof got);
        test_ok(ta_run(NIM, game, N, &options, NULL, NULL));
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
TEST(what_does_not_go_together_is_not_used, 7)
{
    static const uint32_t masks[] = {0, 1, 2, 0x8000, 0xffff, 0x10001, 0x1ffff};
    ta_game *game = test_game(".167", TA_NORMAL);
    ta_archive_close(brief_to(game, MIDDLE));
    uint16_t *want = test_values(NIM, game, N, NULL),
             *got = calloc(N, sizeof *got);
    test_archive_edit(set_mask, &masks[_i]);
    ta_archive_close(go_on(game, test_archive_open(test_path), N, 0, got));
    ck_assert_mem_eq(want + MIDDLE, got + MIDDLE, (N - MIDDLE) * sizeof *got);
    ta_free(want);
    free(got);
    ta_game_free(game);
}

/* What it lacks is not read, and a shorter run is refused. */
TEST(what_is_left_out, 1)
{
    ta_game *game = test_game(".167", TA_NORMAL);
    ta_archive *a = brief_to(game, N);
    const tai_brief_info *b = tai_archive_brief(a);
    uint16_t *got = calloc(N, sizeof *got),
             *want = test_values(NIM, game, N, NULL);
    ta_sink sink = {tai_block_store, got};
    test_ok(ta_archive_read(a, 0, b->head, &sink, NULL));
    test_ok(ta_archive_read(a, b->back, N, &sink, NULL));
    ck_assert_mem_eq(got, want, b->head * 2);
    ck_assert_mem_eq(got + b->back, want + b->back, (N - b->back) * 2);
    const uint64_t wrong[][2] = {
        {0, N}, {0, b->head + 1}, {b->back - 1, N}, {b->head, b->head + 1}};
    for (size_t k = 0; k < 4; k++)
        ck_assert_int_eq(
            ta_archive_read(a, wrong[k][0], wrong[k][1], &sink, NULL),
            TA_EINVAL);
    ta_options options = {.known = a};
    ck_assert_int_eq(ta_run(NIM, game, N - 1, &options, NULL, NULL), TA_EINVAL);
    test_ok(ta_run(NIM, game, N, &options, NULL, NULL));
    ta_archive_close(a);
    free(got);
    ta_free(want);
    ta_game_free(game);
}

TEST_FIXTURE(setup, teardown)
