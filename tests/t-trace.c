/* Traces: every item once, in its job, whoever does it; what the wheel finds
 * does not depend on being watched; and files that cannot be written. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/team.h"
#include "testing.h"

enum { ROOM = 1 << 16, JOBS = 40 };

typedef struct seen {
    char text[ROOM];
    size_t used;
} seen;

static void put(void *state, const char *text, size_t length)
{
    seen *s = state;
    ck_assert_uint_lt(s->used + length, ROOM);
    memcpy(s->text + s->used, text, length);
    s->used += length;
    s->text[s->used] = '\0';
}

/* A row, and what follows it. */
typedef struct row {
    unsigned phase, thread;
    unsigned long block, job;
    char stage[20], kind[20];
    size_t item, items;
    double begin, busy;
} row;

static const char *next_row(const char *at, row *r)
{
    ck_assert_int_eq(
        sscanf(at, "%u\t%lu\t%19s\t%19s\t%lu\t%zu\t%zu\t%u\t%lf\t%lf\n",
               &r->phase, &r->block, r->stage, r->kind, &r->job, &r->item,
               &r->items, &r->thread, &r->begin, &r->busy),
        10);
    ck_assert(r->busy >= 0 && r->begin >= 0);
    return strchr(at, '\n') + 1;
}

static const char header[] =
    "phase\tblock\tstage\tkind\tjob\titem\titems\tthread\tbegin_s\tcpu_s\n";

typedef struct work {
    ta_trace *trace;
    atomic_uint done;
} work;

/* Odd items are of another stage; some of them are long. */
static void item(void *state, unsigned thread, size_t k)
{
    work *w = state;
    if (k % 2 == 1)
        ta_trace_item_stage(w->trace, thread, "odd");
    for (double begin = ta_now(); k % 5 == 0 && ta_now() - begin < 1e-4;)
        ;
    atomic_fetch_add(&w->done, 1);
}

START_TEST(every_item_once)
{
    const unsigned threads = (unsigned)_i % 4 + 1;
    test_rng r = test_rng_for("every_item_once", _i);
    static seen s;
    s.used = 0;
    ta_trace trace = {.put = put, .state = &s};
    ta_team team;
    work w = {.trace = &trace};
    size_t items[JOBS + 1] = {0}, told[JOBS + 1] = {0}, odd[JOBS + 1] = {0};
    ck_assert_int_eq(ta_trace_begin(&trace), TA_OK);
    ck_assert_int_eq(ta_team_open(&team, threads, &trace, NULL), TA_OK);
    ck_assert_uint_eq(team.threads, threads);
    ck_assert_uint_le(team.there, ta_processors());
    size_t all = 0;
    for (unsigned job = 1; job <= JOBS; job++) {
        items[job] = test_below(&r, 30);
        all += items[job];
        if (job % 8 == 1)
            ta_trace_phase(&trace);
        ta_trace_block(&trace);
        ta_trace_stage(&trace, "even");
        ta_team_run(&team, item, &w, items[job]);
    }
    ta_team_close(&team);
    ta_trace_end(&trace);
    ck_assert_uint_eq(w.done, all);

    ck_assert_int_eq(strncmp(s.text, header, strlen(header)), 0);
    unsigned long begun = 0, ended = 0;
    for (const char *at = s.text + strlen(header); *at != '\0';) {
        row q;
        at = next_row(at, &q);
        if (strcmp(q.kind, "fork") == 0) {
            begun++;
            ck_assert_uint_eq(q.job, begun);
            ck_assert_uint_eq(q.items, items[q.job]);
            ck_assert_uint_eq(q.phase, (q.job + 7) / 8);
            ck_assert_uint_eq(q.block, (q.job - 1) % 8 + 1);
        } else if (strcmp(q.kind, "join") == 0) {
            ended++;
            ck_assert_uint_eq(q.job, ended);
            ck_assert_str_eq(q.stage, "-");
        } else if (strcmp(q.kind, "task") == 0) {
            ck_assert_uint_eq(q.job, begun);
            ck_assert_uint_eq(ended, begun - 1);
            ck_assert_uint_lt(q.thread, threads);
            ck_assert_uint_lt(q.item, items[q.job]);
            told[q.job] += q.items;
            ck_assert_int_eq(q.item % 2 == 1, strcmp(q.stage, "odd") == 0);
            if (strcmp(q.stage, "odd") == 0)
                odd[q.job] += q.items;
        } else {
            ck_assert_str_eq(q.kind, "serial");
            ck_assert_uint_eq(q.job, 0);
        }
    }
    ck_assert_uint_eq(ended, JOBS);
    for (unsigned job = 1; job <= JOBS; job++) {
        ck_assert_uint_eq(told[job], items[job]);
        ck_assert_uint_eq(odd[job], items[job] / 2);
    }
}
END_TEST

START_TEST(times_are_those_of_the_thread)
{
    static seen s;
    s.used = 0;
    ta_trace trace = {.put = put, .state = &s};
    ta_team team;
    work w = {.trace = NULL};
    double least = 0, sum = 0, busy = ta_now_busy();
    ck_assert_int_eq(ta_trace_begin(&trace), TA_OK);
    ck_assert_int_eq(ta_team_open(&team, 1, &trace, NULL), TA_OK);
    for (double begin = ta_now_busy(); ta_now_busy() - begin < 2e-3;)
        ;
    least = ta_now_busy();
    ta_team_run(&team, item, &w, 51);
    least = ta_now_busy() - least;
    ta_team_close(&team);
    ta_trace_end(&trace);
    busy = ta_now_busy() - busy;
    double serial = 0;
    for (const char *at = s.text + strlen(header); *at != '\0';) {
        row q;
        at = next_row(at, &q);
        sum += q.busy;
        serial += strcmp(q.kind, "serial") == 0 ? q.busy : 0;
    }
    /* Nothing is counted twice, and little is not counted. */
    ck_assert_double_le(sum, busy);
    ck_assert_double_ge(serial, 2e-3);
    ck_assert_double_le(serial, busy - 0.5 * least);
}
END_TEST

static void spin(double seconds)
{
    for (double begin = ta_now_busy(); ta_now_busy() - begin < seconds;)
        ;
}

/* Nor is what the first thread does between two items: on other machines those
 * are not one after the other. */
START_TEST(between_items_is_no_serial_part)
{
    static seen s;
    s.used = 0;
    ta_trace trace = {.put = put, .state = &s};
    ta_trace_job job;
    ck_assert_int_eq(ta_trace_begin(&trace), TA_OK);
    spin(2e-3);
    ta_trace_fork(&trace, &job, 2);
    spin(2e-3);
    for (size_t k = 0; k < 2; k++) {
        ta_trace_item(&trace, 0, &job, k);
        spin(3e-3);
        ta_trace_item_end(&trace, 0);
        spin(50e-3);
    }
    ta_trace_join(&trace, &job, NULL);
    spin(2e-3);
    ta_trace_end(&trace);
    double serial = 0, items = 0;
    for (const char *at = s.text + strlen(header); *at != '\0';) {
        row q;
        at = next_row(at, &q);
        serial += strcmp(q.kind, "serial") == 0 ? q.busy : 0;
        items += strcmp(q.kind, "task") == 0 ? q.busy : 0;
    }
    ck_assert_double_ge(serial, 6e-3);
    ck_assert_double_lt(serial, 40e-3);
    ck_assert_double_ge(items, 6e-3);
    ck_assert_double_lt(items, 40e-3);
}
END_TEST

START_TEST(no_trace_is_nothing)
{
    ta_trace_job job;
    ck_assert_int_eq(ta_trace_begin(NULL), TA_OK);
    ck_assert_int_eq(ta_trace_threads(NULL, 9), TA_OK);
    ta_trace_phase(NULL);
    ta_trace_block(NULL);
    ta_trace_stage(NULL, "x");
    ta_trace_item_stage(NULL, 0, "x");
    ta_trace_fork(NULL, &job, 1);
    ta_trace_item(NULL, 0, &job, 0);
    ta_trace_item_end(NULL, 0);
    ta_trace_leave(NULL, 0);
    ta_trace_join(NULL, &job, NULL);
    ta_trace_end(NULL);
    ck_assert_int_eq(ta_trace_close(NULL, true, NULL), TA_OK);
}
END_TEST

/* The same positions, with a file and without, by each engine that has parts.
 */
START_TEST(a_run_is_the_same)
{
    static const char *const engines[] = {"wheel", "divide", "sieve"};
    const uint64_t n = _i == 0 ? (1 << 23) + 90000 : 100000;
    ta_game *game = test_game("squares", TA_NORMAL);
    ta_options options = {.engine = engines[_i], .threads = 3};
    ta_bits want = test_poisoned_bits(n), got = test_poisoned_bits(n);
    ta_error error = {""};
    char name[] = "/tmp/takeaway-trace-XXXXXX", line[256];
    memset(want.words, 0, ta_bits_words(n) * 8);
    memset(got.words, 0, ta_bits_words(n) * 8);
    ta_sink into = {ta_block_store, want.words};
    ck_assert_int_eq(ta_run(TA_CONTENT_COLD, game, n, &options, &into, &error),
                     TA_OK);
    into.state = got.words;
    const int fd = mkstemp(name);
    ck_assert_int_ge(fd, 0);
    close(fd);
    ck_assert_int_eq(ta_trace_open(name, &options.trace, &error), TA_OK);
    ck_assert_int_eq(ta_run(TA_CONTENT_COLD, game, n, &options, &into, &error),
                     TA_OK);
    ck_assert_int_eq(ta_trace_close(options.trace, true, &error), TA_OK);
    test_assert_bits_equal(&want, &got, engines[_i], 0);
    FILE *f = fopen(name, "r");
    ck_assert_ptr_nonnull(f);
    ck_assert_ptr_nonnull(fgets(line, sizeof line, f));
    ck_assert_str_eq(line, header);
    bool wheel = false;
    double sum = 0;
    while (fgets(line, sizeof line, f) != NULL) {
        row q;
        next_row(line, &q);
        sum += q.busy;
        wheel = wheel || (q.phase > 0 && strcmp(q.stage, "decide") == 0);
    }
    ck_assert_int_eq(wheel, _i == 0);
    ck_assert_double_gt(sum, 0);
    fclose(f);
    remove(name);
    ta_bits_free(&want);
    ta_bits_free(&got);
    ta_game_free(game);
}
END_TEST

START_TEST(files_that_cannot_be)
{
    ta_trace *trace;
    ta_error error = {""};
    ck_assert_int_eq(ta_trace_open("/nowhere/trace", &trace, &error), TA_EIO);
    ck_assert_ptr_null(trace);
    ck_assert_ptr_nonnull(strstr(error.text, "'/nowhere/trace'"));
    for (uint64_t k = 1; k <= 4; k++) {
        ta_alloc_fail_at(k);
        ta_status st = ta_trace_open("/tmp/takeaway-trace", &trace, &error);
        ta_alloc_fail_at(0);
        ck_assert(st == TA_OK || st == TA_ENOMEM || st == TA_EIO);
        ck_assert_int_eq(st == TA_OK, trace != NULL);
        ck_assert_int_eq(ta_trace_close(trace, false, NULL), TA_OK);
        ck_assert_ptr_null(fopen("/tmp/takeaway-trace", "r"));
    }
    if (access("/dev/full", W_OK) != 0)
        return;
    ta_game *game = test_game("squares", TA_NORMAL);
    ta_options options = {.engine = "naive"};
    ck_assert_int_eq(ta_trace_open("/dev/full", &options.trace, &error), TA_OK);
    ck_assert_int_eq(ta_run(TA_CONTENT_COLD, game, 100, &options, NULL, &error),
                     TA_OK);
    ck_assert_int_eq(ta_trace_close(options.trace, true, &error), TA_EIO);
    ck_assert_ptr_nonnull(strstr(error.text, "No space left"));
    ta_game_free(game);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("trace");
    TCase *c = tcase_create("trace");
    tcase_add_loop_test(c, every_item_once, 0, 24);
    tcase_add_test(c, times_are_those_of_the_thread);
    tcase_add_test(c, between_items_is_no_serial_part);
    tcase_add_test(c, no_trace_is_nothing);
    tcase_add_loop_test(c, a_run_is_the_same, 0, 3);
    tcase_add_test(c, files_that_cannot_be);
    suite_add_tcase(suite, c);
    return test_main(suite);
}
