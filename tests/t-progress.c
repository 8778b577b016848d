/* The share of the cost that engines tell, against the time they take: it
 * never falls, and the time left that follows from it is right within a factor
 * of 1.5 between a fifth and nine tenths of the time. Time is that of the
 * processor, so that other programs do not count; it is still measured, so this
 * belongs to the slow tier. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "testing.h"

enum { MOST = 1 << 19 };

typedef struct record {
    double share, time;
    uint64_t done;
} record;

typedef struct history {
    record at[MOST];
    size_t count;
    double last;
} history;

static double processor_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int watch(void *state, double share, uint64_t done)
{
    history *h = state;
    ck_assert(share >= 0 && share <= 1);
    ck_assert_msg(share >= h->last, "%.6f after %.6f", share, h->last);
    h->last = share;
    if (h->count < MOST)
        h->at[h->count++] = (record){share, processor_time(), done};
    return 0;
}

typedef struct run {
    const char *what; /* cold, nim, length or an octal code */
    const char *engine, *game;
    uint64_t quick, slow; /* n; slow 0: no time is promised, for its growth is
                             not known beforehand (octal games: until their
                             rare heaps have died out; dense sets that the
                             engine treats in a way of their own) */
} run;

static const run runs[] = {
    {"cold", "naive", "squares", 20000, 1 << 22},
    {"cold", "naive", "primes", 20000, 1 << 19},
    {"cold", "sieve", "squares", 50000, 1 << 25},
    {"cold", "segments", "squares", 200000, 1 << 26},
    {"cold", "segments", "triangular", 20000, 1 << 25},
    {"cold", "segments", "primes", 20000, 0},
    {"cold", "shift", "squares", 200000, 1 << 22},
    {"cold", "divide", "squares", 200000, 1 << 26},
    {"cold", "divide", "primes", 200000, 1 << 25},
    {"cold", "textbook", "squares", 50000, 1 << 22},
    {"cold", "exact", "squares", 50000, 1 << 20},
    {"cold", "wheel", "squares", 10000000, 1500000000},
    {"cold", "auto", "primes", 200000, 1 << 25},
    {"nim", "naive", "squares", 20000, 3 << 19},
    {"nim", "layers", "squares", 20000, 1 << 21},
    {"nim", "layers", "residues:1,4mod5", 20000, 0},
    {"nim", "layers", "squares", 20000, 1 << 22},
    {"nim", "blocked", "squares", 20000, 1 << 23},
    {"nim", "auto", "primes", 20000, 0},
    {"length", "naive", "squares", 20000, 1 << 21},
    {"length", "push", "squares", 200000, 1 << 26},
    {".376", "sparse", "", 50000, 1 << 26},
    {"0.07", "sparse", "", 50000, 1 << 18},
    {".354", "sparse", "", 50000, 0},
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
    ta_archive_info info = {.content = cold    ? TA_CONTENT_COLD
                                       : octal ? TA_CONTENT_OCTAL
                                       : strcmp(r->what, "nim") == 0
                                           ? TA_CONTENT_NIM
                                           : TA_CONTENT_LENGTH,
                            .game = ta_game_id(game, id),
                            .goal = n};
    ta_archive_writer *writer;
    ck_assert_int_eq(ta_archive_writer_new(&info, &writer, NULL), TA_OK);
    if (cold)
        st = ta_run(TA_CONTENT_COLD, game, n, &options,
                    &(ta_sink){ta_archive_writer_take, writer}, NULL);
    else if (info.content != TA_CONTENT_LENGTH)
        st = ta_run(TA_CONTENT_NIM, game, n, &options,
                    &(ta_sink){ta_archive_writer_take, writer}, NULL);
    else
        st = ta_run(TA_CONTENT_LENGTH, game, n, &options,
                    &(ta_sink){ta_archive_writer_take, writer}, NULL);
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
    history *h = ta_alloc_zero(1, sizeof *h);
    ck_assert_ptr_nonnull(h);
    return h;
}

START_TEST(shares_never_fall)
{
    const run *r = &runs[_i];
    history *h = new_history();
    compute(r, r->quick, h);
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
        history *h = resumed(r, r->quick / 8 * part, r->quick);
        ck_assert_double_eq_tol(h->last, 1, 1e-9);
        ta_free(h);
    }
}
END_TEST

/* A run that goes on begins where one that was interrupted there had come to:
 * what engines measure and what they take from their models may differ a
 * little. */
static const struct {
    run r;
    uint64_t n;
} going_on[] = {
    {{"cold", "segments", "squares", 0, 0}, 1 << 22},
    {{"cold", "divide", "squares", 0, 0}, 1 << 22},
    {{"cold", "divide", "primes", 0, 0}, 1 << 21},
    {{"cold", "wheel", "squares", 0, 0}, 93750000},
    {{"nim", "blocked", "squares", 0, 0}, 1 << 18},
    {{"length", "push", "squares", 0, 0}, 1 << 20},
};

START_TEST(shares_go_on_where_they_were)
{
    const run *r = &going_on[_i].r;
    uint64_t n = going_on[_i].n;
    history *fresh = new_history();
    compute(r, n, fresh);
    for (uint64_t part = 1; part < 8; part += 3) {
        history *h = resumed(r, n / 8 * part, n);
        double was = share_at(fresh, h->at[0].done);
        ck_assert_msg(h->at[0].share >= was - 0.15,
                      "%s, %s: %.3f, after %.3f at %" PRIu64, r->engine,
                      r->game, h->at[0].share, was, h->at[0].done);
        ta_free(h);
    }
    ta_free(fresh);
}
END_TEST

/* The factor by which the time left is most wrong between a fifth and nine
 * tenths of the whole; a hundredth of the whole is nothing. */
static double worst(const history *h, double *where)
{
    double first = h->at[0].time, least = h->at[0].share, bad = 1;
    double whole = h->at[h->count - 1].time - first;
    for (size_t k = 1; k < h->count; k++) {
        double gone = h->at[k].time - first, left = whole - gone;
        if (gone < whole / 5 || left < whole / 10)
            continue;
        double said = gone * (1 - h->at[k].share) / (h->at[k].share - least);
        double off = fabs(said - left) <= 0.01 * whole ? 1 : said / left;
        if (getenv("TAKEAWAY_SHOW") != NULL && k % (h->count / 16 + 1) == 0)
            printf("  done %.3f share %.3f time %.3f off by %.2f\n",
                   (double)h->at[k].done / (double)h->at[h->count - 1].done,
                   h->at[k].share, gone / whole, off);
        if (fabs(log(off)) > fabs(log(bad))) {
            bad = off;
            *where = gone / whole;
        }
    }
    return bad;
}

START_TEST(time_left_is_right)
{
    const run *r = &runs[_i];
    const char *show = getenv("TAKEAWAY_SHOW"); /* an engine, or "all" */
    if (show != NULL && strcmp(show, "all") != 0 &&
        strcmp(show, r->engine) != 0)
        return;
    const double most = 1.5;
    double off = r->slow > 0 ? INFINITY : 1, where = 0;
    /* The best of three: a cold cache or a busy neighbour are no fault. */
    for (int k = 0; k < 3 && fabs(log(off)) > log(most); k++) {
        history *h = new_history();
        compute(r, r->slow, h);
        off = worst(h, &where);
        printf("%s %s, %s below %" PRIu64 ": %.1f s, off by %.2f at %.0f %%\n",
               r->what, r->engine, r->game, r->slow,
               h->at[h->count - 1].time - h->at[0].time, off, 100 * where);
        fflush(stdout);
        ta_free(h);
        if (getenv("TAKEAWAY_SHOW") != NULL)
            break;
    }
    ck_assert_msg(fabs(log(off)) <= log(most), "%s %s, %s: off by %.2f",
                  r->what, r->engine, r->game, off);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("progress");
    TCase *c = tcase_create("shares");
    tcase_set_timeout(c, 300);
    tcase_add_loop_test(c, shares_never_fall, 0, RUNS);
    tcase_add_loop_test(c, shares_never_fall_when_going_on, 0, RUNS);
    tcase_add_loop_test(c, shares_go_on_where_they_were, 0,
                        sizeof going_on / sizeof *going_on);
    suite_add_tcase(suite, c);
    if (getenv("TAKEAWAY_LONG") != NULL) {
        TCase *slow = tcase_create("time");
        tcase_set_timeout(slow, 900);
        tcase_add_loop_test(slow, time_left_is_right, 0, RUNS);
        suite_add_tcase(suite, slow);
    }
    return test_main(suite);
}
