/* The share of the cost that runs report: it never falls, is 1 at the end, and
 * a run that is resumed goes on with the share that it had come to. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "testing.h"

enum { MOST = 1 << 19 };

typedef struct record {
    double share;
    uint64_t done;
} record;

typedef struct history {
    record at[MOST];
    size_t count;
    double last;
} history;

static int watch(void *state, double share, uint64_t done)
{
    history *h = state;
    ck_assert(share >= 0 && share <= 1);
    ck_assert_msg(share >= h->last, "%.6f after %.6f", share, h->last);
    h->last = share;
    if (h->count < MOST)
        h->at[h->count++] = (record){share, done};
    return 0;
}

typedef struct run {
    const char *what; /* cold, nim, length or an octal code */
    const char *engine, *game;
    uint64_t n;
} run;

static const run runs[] = {
    {"cold", "naive", "squares", 20000},
    {"cold", "naive", "primes", 20000},
    {"cold", "sieve", "squares", 50000},
    {"cold", "segments", "squares", 200000},
    {"cold", "segments", "triangular", 20000},
    {"cold", "segments", "primes", 20000},
    {"cold", "shift", "squares", 200000},
    {"cold", "divide", "squares", 200000},
    {"cold", "divide", "primes", 200000},
    {"cold", "textbook", "squares", 50000},
    {"cold", "exact", "squares", 50000},
    {"cold", "wheel", "squares", 10000000},
    {"cold", "wheel", "primes", 200000},
    {"cold", "auto", "primes", 200000},
    {"cold", "period", "list:1,2,7", 1 << 22},
    {"cold", "period", "list:1,2,7,1000003", 1 << 22},
    {"nim", "naive", "squares", 20000},
    {"nim", "layers", "squares", 20000},
    {"nim", "layers", "residues:1,4mod5", 20000},
    {"nim", "blocked", "squares", 20000},
    {"nim", "auto", "squares", 1 << 18},
    {"nim", "auto", "primes", 20000},
    {"length", "naive", "squares", 20000},
    {"length", "push", "squares", 200000},
    {".376", "sparse", "", 50000},
    {"0.07", "sparse", "", 50000},
    {".354", "sparse", "", 50000},
    {".777", "naive", "", 5000},
    {".8", "sets", "", 5000},
};
enum { RUNS = sizeof runs / sizeof *runs };

/* Goes on from `known` and keeps what there is in `kept`; each may be NULL. */
static void go_on(const run *r, uint64_t n, history *h, ta_archive *known,
                  const char *kept)
{
    ta_options options = {.engine = r->engine,
                          .progress = watch,
                          .progress_state = h,
                          .known = known};
    ta_status st = TA_OK;
    bool octal = r->game[0] == '\0';
    ta_game *game = test_game(octal ? r->what : r->game, TA_NORMAL);
    char id[TA_GAME_ID];
    bool cold = strcmp(r->what, "cold") == 0;
    ta_archive_info info = {.content = cold ? TA_CONTENT_COLD
                                       : octal || strcmp(r->what, "nim") == 0
                                           ? TA_CONTENT_NIM
                                           : TA_CONTENT_LENGTH,
                            .game = ta_game_id(game, id),
                            .goal = n};
    ta_archive_writer *writer;
    ck_assert_int_eq(ta_archive_writer_new(&info, &writer, NULL), TA_OK);
    if (cold)
        st = ta_run(TA_CONTENT_COLD, game, n, &options,
                    &(ta_sink){ta_archive_writer_consume, writer}, NULL);
    else if (info.content != TA_CONTENT_LENGTH)
        st = ta_run(TA_CONTENT_NIM, game, n, &options,
                    &(ta_sink){ta_archive_writer_consume, writer}, NULL);
    else
        st = ta_run(TA_CONTENT_LENGTH, game, n, &options,
                    &(ta_sink){ta_archive_writer_consume, writer}, NULL);
    ck_assert_int_eq(st, TA_OK);
    if (kept != NULL)
        ck_assert_int_eq(ta_archive_writer_save(writer, kept, NULL), TA_OK);
    ta_archive_writer_free(writer);
    ta_game_free(game);
}

static void compute(const run *r, uint64_t n, history *h)
{
    go_on(r, n, h, NULL, NULL);
}

static history *new_history(void)
{
    history *h = tai_alloc_zero(1, sizeof *h);
    ck_assert_ptr_nonnull(h);
    return h;
}

START_TEST(shares_never_fall)
{
    const run *r = &runs[_i];
    history *h = new_history();
    compute(r, r->n, h);
    ck_assert_uint_ge(h->count, 1);
    ck_assert_double_eq_tol(h->last, 1, 1e-9);
    ta_free(h);
}
END_TEST

/* What has been done of a fresh run when so much is finished. */
static double share_at(const history *h, uint64_t done)
{
    double share = 0;
    for (size_t k = 0; k < h->count && h->at[k].done <= done; k++)
        share = h->at[k].share;
    return share;
}

/* The run to n that goes on from the result of [0, end). */
static history *resumed(const run *r, uint64_t end, uint64_t n)
{
    char path[] = "/tmp/t-progress-XXXXXX";
    int fd = mkstemp(path);
    ck_assert_int_ge(fd, 0);
    close(fd);
    history *h = new_history();
    ta_archive *known;
    go_on(r, end, h, NULL, path);
    memset(h, 0, sizeof *h);
    ck_assert_int_eq(ta_archive_open(path, &known, NULL), TA_OK);
    go_on(r, n, h, known, NULL);
    ta_archive_close(known);
    remove(path);
    return h;
}

START_TEST(shares_never_fall_when_going_on)
{
    const run *r = &runs[_i];
    for (uint64_t part = 1; part < 8; part += 3) {
        history *h = resumed(r, r->n / 8 * part, r->n);
        ck_assert_double_eq_tol(h->last, 1, 1e-9);
        ta_free(h);
    }
}
END_TEST

/* A run that goes on begins with the share of what is known. Blocks of the two
 * runs may end at other positions. */
static const run going_on[] = {
    {"cold", "segments", "squares", 1 << 22},
    {"cold", "divide", "squares", 1 << 22},
    {"cold", "divide", "primes", 1 << 21},
    {"cold", "wheel", "squares", 93750000},
    {"nim", "blocked", "squares", 1 << 18},
    {"length", "push", "squares", 1 << 20},
};

START_TEST(shares_go_on_where_they_were)
{
    const run *r = &going_on[_i];
    const uint64_t n = r->n;
    history *fresh = new_history();
    compute(r, n, fresh);
    for (uint64_t part = 1; part < 8; part += 3) {
        history *h = resumed(r, n / 8 * part, n);
        double was = share_at(fresh, h->at[0].done);
        ck_assert_msg(h->at[0].share >= was - 0.01,
                      "%s, %s: %.3f, after %.3f at %" PRIu64, r->engine,
                      r->game, h->at[0].share, was, h->at[0].done);
        ta_free(h);
    }
    ta_free(fresh);
}
END_TEST

const struct test_suite test_suite = {
    .cases = {
        {&shares_never_fall, RUNS},
        {&shares_never_fall_when_going_on, RUNS},
        {&shares_go_on_where_they_were, sizeof going_on / sizeof *going_on}}};
