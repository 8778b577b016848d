/* Files that others made: checksums are right, contents are not. What a game
 * does not allow at a position is refused by every engine and every reader,
 * before it is used; what is honest is not. */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "foreign-folder.h"

enum { KNOWN = 1 << 14, MORE = 300 };

/* ---- results, true and false ---- */

typedef struct results {
    ta_sink sink;
    uint64_t *list; /* cold positions, or values */
    uint64_t count;
} results;

static ta_status append(void *state, uint64_t number)
{
    results *r = state;
    r->list[r->count++] = number;
    return TA_OK;
}

static ta_status take(void *state, const ta_block *block)
{
    return ta_block_each(block, 0, append, state);
}

static results *results_for(uint64_t n, results *r)
{
    *r = (results){{take, r}, ta_alloc(n, 8), 0};
    return r;
}

typedef struct subject {
    ta_content content;
    ta_game *game;
} subject;

static subject subject_of(ta_content content, const char *spec,
                          ta_convention convention)
{
    return (subject){content, test_game(spec, convention)};
}

static void free_subject(subject *s)
{
    ta_game_free(s->game);
}

static ta_status run(const subject *s, uint64_t n, const ta_options *o,
                     results *r, ta_error *error)
{
    return ta_run(s->content, s->game, n, o, &results_for(n, r)->sink, error);
}

/* Writes [0, end) in frames of so many entries. */
static void save(const subject *s, uint64_t end, const results *r,
                 size_t entries)
{
    char id[TA_GAME_ID];
    ta_archive_info info = {.content = s->content,
                            .game = ta_game_id(s->game, id),
                            .convention = ta_game_convention(s->game),
                            .goal = end};
    ta_archive_writer *w;
    ck_assert_int_eq(ta_archive_writer_new_framed(&info, entries, &w, NULL),
                     TA_OK);
    if (s->content == TA_CONTENT_COLD && end > 0) {
        ta_block block = {.to = end, .positions = r->list, .count = r->count};
        ck_assert_int_eq(ta_archive_writer_take(w, &block), TA_OK);
    } else if (end > 0) {
        uint16_t *copy = ta_alloc(end, 2);
        for (uint64_t i = 0; i < end; i++)
            copy[i] = (uint16_t)r->list[i];
        ck_assert_int_eq(
            ta_archive_writer_take(
                w, &(ta_block){.to = end, .values = copy, .count = end}),
            TA_OK);
        ta_free(copy);
    }
    ck_assert_int_eq(ta_archive_writer_save(w, path, NULL), TA_OK);
    ta_archive_writer_free(w);
}

/* ---- every reader ---- */

static ta_status read_all(const ta_archive *a)
{
    uint64_t end = ta_archive_about(a)->end;
    results r;
    ta_status st =
        ta_archive_read(a, 0, end, &results_for(end, &r)->sink, NULL);
    ta_free(r.list);
    return st;
}

static ta_status play(const subject *s, const ta_archive *known)
{
    ta_play *sum;
    const ta_options run = {.known = known};
    const ta_play_options o = {.run = &run};
    ck_assert_int_eq(ta_play_new(TA_NORMAL, &sum, NULL), TA_OK);
    const char *spec = ta_game_spec(s->game);
    ck_assert_int_eq(ta_play_add(sum, spec, "802", NULL), TA_OK);
    ck_assert_int_eq(ta_play_add(sum, spec, "5", NULL), TA_OK);
    ta_status st = ta_play_solve(sum, &o, NULL);
    ta_play_free(sum);
    return st;
}

static const ta_engine_info *engines_of(const subject *s, size_t *count)
{
    static const ta_engine_info octal[] = {{"auto", ""}, {"sparse", ""}};
    *count = 2;
    return ta_octal_code(s->game) != NULL ? octal
                                          : ta_engines(s->content, count);
}

/* The archive is refused by all who read it; `named`: also by those who read
 * it without being told the game; `first`: also by those who read only the
 * first frame. */
static void assert_refused(const subject *s, const char *what, bool named,
                           bool first)
{
    ta_archive *a = NULL;
    ta_error error = {""};
    ta_status st = ta_archive_open(path, &a, &error);
    if (st != TA_OK) {
        ck_assert_msg(st == TA_EMISMATCH, "%s: %s", what, error.text);
        return;
    }
    ck_assert_msg(!named || read_all(a) == TA_EMISMATCH, "%s is read", what);
    ck_assert_msg(!named || ta_archive_check(a, NULL, NULL) == TA_EMISMATCH,
                  "%s is whole", what);
    size_t count;
    const ta_engine_info *engines = engines_of(s, &count);
    for (size_t k = 0; k < count; k++) {
        ta_options o = {.engine = engines[k].name, .known = a};
        results r;
        st = run(s, KNOWN + MORE, &o, &r, &error);
        ta_free(r.list);
        ck_assert_msg(st == TA_EMISMATCH, "%s, %s: %s %s", what,
                      engines[k].name, ta_status_text(st), error.text);
    }
    ck_assert_msg(s->content != TA_CONTENT_NIM || !first ||
                      play(s, a) == TA_EMISMATCH,
                  "%s, in a sum", what);
    ta_archive_close(a);
}

/* ---- values ---- */

typedef struct lie {
    ta_content content;
    const char *spec;
    uint64_t at, value;
} lie;

static const lie lies[] = {
    {TA_CONTENT_NIM, "squares", 777, 65535},
    {TA_CONTENT_NIM, "squares", 777, 28},    /* 27 squares, so 27 at most */
    {TA_CONTENT_NIM, "squares", 16000, 100}, /* allowed, but 99 is not there */
    {TA_CONTENT_NIM, "squares", 0, 1},
    {TA_CONTENT_NIM, "squares", 1, 0},
    {TA_CONTENT_NIM, "list:3,5", 2, 1},
    {TA_CONTENT_NIM, "odds", 16383, 8193},
    {TA_CONTENT_NIM, "primes", 777, 65535},
    {TA_CONTENT_NIM, "file", 777, 65535},
    {TA_CONTENT_NIM, "file", 777, 6},
    {TA_CONTENT_LENGTH, "squares", 777, 65535},
    {TA_CONTENT_LENGTH, "squares", 0, 1},
    {TA_CONTENT_LENGTH, "squares", 1, 0},
    {TA_CONTENT_LENGTH, "squares", 3, 2}, /* 2 is cold, and 1 a move */
    {TA_CONTENT_LENGTH, "list:3,5", 2, 1},
    {TA_CONTENT_LENGTH, "list:3,5", 10, 4},
    {TA_CONTENT_LENGTH, "file", 777, 65535},
    {TA_CONTENT_OCTAL, "0.77", 777, 65535},
    {TA_CONTENT_OCTAL, "0.77", 0, 1},
    {TA_CONTENT_OCTAL, "grundy", 2, 2},
    {TA_CONTENT_OCTAL, "4.3", 16383, 32767},
};
enum { LIES = sizeof lies / sizeof *lies };

START_TEST(values)
{
    const lie *l = &lies[_i];
    bool file = strcmp(l->spec, "file") == 0;
    char what[100];
    snprintf(what, sizeof what, "%s, content %d, %" PRIu64 " at %" PRIu64,
             l->spec, l->content, l->value, l->at);
    subject s = subject_of(l->content, file ? spec_of_set : l->spec, TA_NORMAL);
    results r;
    ck_assert_int_eq(run(&s, KNOWN, NULL, &r, NULL), TA_OK);
    r.list[l->at] = l->value;
    save(&s, KNOWN, &r, 1000);
    assert_refused(&s, what, !file, l->at < 1000);
    ta_free(r.list);
    free_subject(&s);
}
END_TEST

/* One more at each position, as far as the numbers go: no value is far from
 * those before it, but there are more than moves. */
START_TEST(climbing)
{
    static const ta_content contents[] = {TA_CONTENT_NIM, TA_CONTENT_LENGTH,
                                          TA_CONTENT_OCTAL};
    static const char *const specs[] = {"primes", "list:2,3", "0.07"};
    subject s = subject_of(contents[_i], specs[_i], TA_NORMAL);
    results r;
    ck_assert_int_eq(run(&s, KNOWN, NULL, &r, NULL), TA_OK);
    for (uint64_t i = 100; i < KNOWN; i++)
        r.list[i] = r.list[i - 1] + 1;
    save(&s, KNOWN, &r, 1000);
    assert_refused(&s, "climbing", true, true);
    ta_free(r.list);
    free_subject(&s);
}
END_TEST

/* ---- cold positions ---- */

static const struct {
    const char *spec;
    bool misere;
    uint64_t add;  /* a position that is not cold; or UINT64_MAX: */
    uint64_t drop; /* all from this place on are left out */
} cold_lies[] = {
    {"squares", false, 1, 0},
    {"squares", false, UINT64_MAX, 0},
    {"squares", false, UINT64_MAX, 1}, /* 0 alone, and 16383 hot ones */
    {"squares", true, 0, 0},
    {"squares", true, UINT64_MAX, 0},
    {"list:3,5", false, 3, 0},
    {"list:3,5", true, 2, 0},
    {"file", false, 1, 0},
    {"file", true, 0, 0},
};
enum { COLD_LIES = sizeof cold_lies / sizeof *cold_lies };

START_TEST(cold)
{
    bool file = strcmp(cold_lies[_i].spec, "file") == 0;
    subject s =
        subject_of(TA_CONTENT_COLD, file ? spec_of_set : cold_lies[_i].spec,
                   cold_lies[_i].misere ? TA_MISERE : TA_NORMAL);
    results r;
    uint64_t add = cold_lies[_i].add, k = 0;
    ck_assert_int_eq(run(&s, KNOWN, NULL, &r, NULL), TA_OK);
    if (add == UINT64_MAX) {
        r.count = cold_lies[_i].drop;
    } else { /* there is room: not all are cold */
        while (r.list[k] < add)
            k++;
        memmove(r.list + k + 1, r.list + k, (r.count++ - k) * 8);
        r.list[k] = add;
    }
    save(&s, KNOWN, &r, 1000);
    assert_refused(&s, cold_lies[_i].spec, !file, true);
    ta_free(r.list);
    free_subject(&s);
}
END_TEST

/* ---- what is honest ---- */

START_TEST(honest)
{
    test_rng rng = test_rng_for("foreign honest", _i);
    static const char *const octals[] = {"0.77", "0.07", "grundy", "4.3",
                                         "0.6",  "4.7",  "0.137"};
    subject s = {.content = (ta_content)(1 + _i % 4)};
    if (s.content == TA_CONTENT_OCTAL) {
        s.game = test_game(octals[_i / 4 % 7], TA_NORMAL);
        s.content = _i % 8 < 4 ? TA_CONTENT_OCTAL : TA_CONTENT_COLD;
    } else {
        s.game = test_random_game(&rng, 300);
        while (s.content != TA_CONTENT_COLD &&
               ta_game_convention(s.game) != TA_NORMAL) {
            ta_game_free(s.game);
            s.game = test_random_game(&rng, 300);
        }
    }
    uint64_t n = test_edge_biased(&rng, 3000);
    results r;
    ta_error error = {""};
    ta_archive *a;
    ck_assert_int_eq(run(&s, n, NULL, &r, &error), TA_OK);
    save(&s, n, &r, 1 + test_below(&rng, 400));
    ck_assert_msg(ta_archive_open(path, &a, &error) == TA_OK &&
                      ta_archive_check(a, NULL, &error) == TA_OK,
                  "seed %" PRIu64 ": %s", rng.seed, error.text);
    for (int k = 0; k < 20; k++) { /* and from anywhere */
        uint64_t from = test_below(&rng, n + 1);
        uint64_t to = from + test_below(&rng, n - from + 1);
        results some;
        ta_status st =
            ta_archive_read(a, from, to, &results_for(n, &some)->sink, &error);
        ck_assert_msg(st == TA_OK, "seed %" PRIu64 ": %s", rng.seed,
                      error.text);
        ta_free(some.list);
    }
    ta_archive_close(a);
    ta_free(r.list);
    free_subject(&s);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("foreign");
    TCase *tcase = tcase_create("foreign");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_loop_test(tcase, values, 0, LIES);
    tcase_add_loop_test(tcase, climbing, 0, 3);
    tcase_add_loop_test(tcase, cold, 0, COLD_LIES);
    tcase_add_loop_test(tcase, honest, 0, test_emulated() ? 40 : 400);
    suite_add_tcase(suite, tcase);
    return test_main(suite);
}
