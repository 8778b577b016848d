/* Communicators: ranks that are threads of one process, against one that is
 * alone. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pthread.h>

#include "archive-testing.h"
#include "base/communicator.h"
#include "cold/engines.h"
#include "cold/wheel/wheel-engine.h"
#include "tiny-wheel.h"

/* ---- ranks in one process ---- */

enum { RANKS = 6 };

typedef struct loop {
    pthread_mutex_t lock;
    pthread_cond_t turn;
    unsigned ranks, here;
    uint64_t round;
    size_t start[RANKS + 1];
    unsigned char *all;
    const void *mine[RANKS];
    size_t bytes[RANKS];
    /* What is done to the messages of a round, or NULL. */
    void (*spoil)(unsigned char *all, const size_t *start, uint64_t round);
} loop;

typedef struct seat {
    loop *loop;
    unsigned rank;
} seat;

static ta_status allgather(void *state, const void *mine, size_t bytes,
                           const unsigned char **all, const size_t **start,
                           ta_error *error)
{
    const seat *s = state;
    loop *l = s->loop;
    (void)error;
    pthread_mutex_lock(&l->lock);
    const uint64_t round = l->round;
    l->mine[s->rank] = mine;
    l->bytes[s->rank] = bytes;
    if (++l->here == l->ranks) {
        for (unsigned r = 0; r < l->ranks; r++)
            l->start[r + 1] = l->start[r] + l->bytes[r];
        free(l->all);
        l->all = malloc(l->start[l->ranks]);
        for (unsigned r = 0; r < l->ranks; r++)
            memcpy(l->all + l->start[r], l->mine[r], l->bytes[r]);
        if (l->spoil != NULL)
            l->spoil(l->all, l->start, round);
        l->here = 0;
        l->round++;
        pthread_cond_broadcast(&l->turn);
    }
    while (l->round == round)
        pthread_cond_wait(&l->turn, &l->lock);
    *all = l->all;
    *start = l->start;
    pthread_mutex_unlock(&l->lock);
    return TA_OK;
}

/* What each rank does, and how it ended. */
typedef struct crew {
    loop loop;
    seat seat[RANKS];
    tai_comm comm[RANKS];
    ta_error error[RANKS];
    ta_status status[RANKS];
    ta_status (*work)(struct crew *c, unsigned rank);
    void *job;
} crew;

static void *rank_main(void *state)
{
    const seat *s = state;
    crew *c = (crew *)s->loop; /* its first member */
    c->status[s->rank] = c->work(c, s->rank);
    tai_comm_leave(&c->comm[s->rank], c->status[s->rank], NULL, NULL);
    return NULL;
}

static void crew_run(crew *c, unsigned ranks,
                     ta_status (*work)(crew *c, unsigned rank), void *job)
{
    pthread_t thread[RANKS];
    void (*spoil)(unsigned char *, const size_t *, uint64_t) = c->loop.spoil;
    memset(c, 0, sizeof *c);
    c->loop = (loop){.ranks = ranks, .spoil = spoil};
    pthread_mutex_init(&c->loop.lock, NULL);
    pthread_cond_init(&c->loop.turn, NULL);
    c->work = work;
    c->job = job;
    for (unsigned r = 0; r < ranks; r++) {
        c->seat[r] = (seat){&c->loop, r};
        c->comm[r] = (tai_comm){.rank = r,
                                .ranks = ranks,
                                .allgather = allgather,
                                .state = &c->seat[r]};
        ck_assert_int_eq(
            pthread_create(&thread[r], NULL, rank_main, &c->seat[r]), 0);
    }
    for (unsigned r = 0; r < ranks; r++)
        pthread_join(thread[r], NULL);
    for (unsigned r = 0; r < ranks; r++) /* all come to the same end */
        ck_assert_int_eq(c->comm[r].end, c->comm[0].end);
    free(c->loop.all);
}

static void all_ended(const crew *c, ta_status status)
{
    for (unsigned r = 0; r < c->loop.ranks; r++)
        ck_assert_msg(c->status[r] == status, "rank %u: %d (%s), not %d", r,
                      c->status[r], c->error[r].text, status);
}

/* ---- the wheel ---- */

typedef struct wheel_job {
    ta_game *game;
    uint64_t n;
    wheel_tuning tuning;
    ta_bits *bits;   /* of rank 0 */
    uint64_t handed; /* positions, to its sink */
    uint64_t cancel; /* progress of one rank asks to stop from here on */
    unsigned canceller;
    ta_stats *stats;
} wheel_job;

static ta_status take(void *state, const ta_block *block)
{
    wheel_job *w = state;
    if (block->from != w->handed)
        return TA_EMISMATCH;
    w->handed = block->to;
    return tai_block_store(w->bits->words, block);
}

static int stop_there(void *state, double share, uint64_t done)
{
    (void)share;
    return done >= *(const uint64_t *)state;
}

static ta_status run_wheel(crew *c, unsigned rank)
{
    wheel_job *w = c->job;
    ta_options options = {.comm = &c->comm[rank],
                          .stats = rank == 0 ? w->stats : NULL};
    if (w->cancel > 0 && rank == w->canceller) {
        options.progress = stop_there;
        options.progress_state = &w->cancel;
    }
    const ta_sink sink = {take, w};
    ta_job job = {.engine = &tai_engine_wheel,
                  .game = w->game,
                  .n = w->n,
                  .options = &options,
                  .threads = 1 + (rank + (unsigned)w->n) % 3,
                  .sink = rank == 0 ? &sink : NULL,
                  .error = &c->error[rank]};
    if (ta_game_about(w->game)->convention == TA_MISERE)
        job.first = ta_min_u64(tai_game_least(w->game), w->n);
    return tai_comm_close(&options, tai_wheel_run(&job, &w->tuning),
                          &c->error[rank]);
}

static ta_bits clear_bits(uint64_t n)
{
    ta_bits bits = test_poisoned_bits(n);
    memset(bits.words, 0, ta_bits_words(n) * sizeof *bits.words);
    return bits;
}

static void compare_wheel(const char *spec, ta_convention convention,
                          uint64_t n, unsigned ranks,
                          const wheel_tuning *tuning, uint64_t seed)
{
    static crew c;
    ta_game *game = test_game(spec, convention);
    ta_bits want = test_poisoned_bits(n), got = clear_bits(n);
    ta_options options = {.engine = "segments"};
    ck_assert_int_eq(ta_cold_bits(game, n, &options, &want, NULL), TA_OK);
    wheel_job w = {.game = game, .n = n, .tuning = *tuning, .bits = &got};
    crew_run(&c, ranks, run_wheel, &w);
    all_ended(&c, TA_OK);
    ck_assert_uint_eq(w.handed, n);
    test_assert_bits_equal(&want, &got, spec, seed);
    ta_bits_free(&want);
    ta_bits_free(&got);
    ta_game_free(game);
}

START_TEST(wheel_matches_segments)
{
    static const char *const specs[] = {
        "squares", "cubes",       "triangular",  "pronic",     "polygonal:5",
        "squares", "polygonal:7", "poly:5,-2,4", "poly:3,1,0", "primes",
    };
    static const uint32_t moduli[] = {0, 0, 5, 9, 15, 65, 325};
    if (test_emulated() && _i >= 6)
        return;
    test_rng r = test_rng_for("communicator", _i);
    wheel_tuning t = tiny();
    t.vectors = 1 + (unsigned)test_below(&r, 8);
    t.dense_tile = (double)test_below(&r, 200) / 4;
    t.live_tile = (double)test_below(&r, 60) / 4;
    t.quiet_page = (unsigned)test_below(&r, 80);
    t.quiet_pages = (unsigned)test_below(&r, 9);
    t.quiet_left = test_below(&r, 2) ? 5000 : (double)test_below(&r, 500);
    t.cache = 1000 + test_below(&r, 100000);
    t.source_group = 1 + (unsigned)test_below(&r, 40);
    t.sparse_row =
        test_below(&r, 2) ? 1 << 15 : 1 + (unsigned)test_below(&r, 70);
    t.start = 1000 + test_below(&r, 20000);
    t.growth = 1.2 + (double)test_below(&r, 40) / 10;
    t.modulus = moduli[test_below(&r, sizeof moduli / sizeof *moduli)];
    uint64_t n = test_edge_biased(&r, 300000);
    const char *spec = specs[test_below(&r, sizeof specs / sizeof *specs)];
    compare_wheel(spec, test_below(&r, 4) == 0 ? TA_MISERE : TA_NORMAL, n,
                  1 + (unsigned)test_below(&r, RANKS), &t, r.seed);
}
END_TEST

/* Quiet, sparse and dense classes in several phases, and something to tell. */
START_TEST(ranks_share_the_work)
{
    static crew c;
    wheel_tuning t = tiny();
    t.dense_tile = 30;
    t.live_tile = 6;
    t.quiet_left = 5000;
    t.modulus = 65;
    t.start = 200000;
    t.growth = 2;
    const uint64_t n = 3000000;
    ta_bits got = clear_bits(n);
    double far[2];
    for (unsigned k = 0; k < 2; k++) {
        wheel_job w = {.game = test_game("squares", TA_NORMAL),
                       .n = n,
                       .tuning = t,
                       .bits = &got,
                       .stats = ta_stats_new()};
        crew_run(&c, k == 0 ? 1 : 4, run_wheel, &w);
        all_ended(&c, TA_OK);
        const char *work = ta_stats_find(w.stats, "phase_work");
        ck_assert_int_eq(sscanf(work, "far_ors=%lf", &far[k]), 1);
        ck_assert_int_eq(ta_stats_find(w.stats, "ranks") != NULL, k == 1);
        ta_stats_free(w.stats);
        ta_game_free(w.game);
    }
    ck_assert_msg(far[1] < 0.4 * far[0], "%f of %f", far[1], far[0]);
    ck_assert_uint_gt(c.comm[0].rounds, 20);
    ck_assert_uint_gt(c.comm[0].bytes, 10000);
    ta_bits_free(&got);
}
END_TEST

START_TEST(interruption_ends_all)
{
    static crew c;
    const uint64_t n = 300000;
    ta_bits got = clear_bits(n);
    test_rng r = test_rng_for("interruption", _i);
    wheel_job w = {.game = test_game("squares", TA_NORMAL),
                   .n = n,
                   .tuning = tiny(),
                   .bits = &got,
                   .cancel = 1 + test_below(&r, n),
                   .canceller = (unsigned)test_below(&r, 4)};
    crew_run(&c, 4, run_wheel, &w);
    all_ended(&c, TA_ECANCELLED);
    ck_assert_uint_lt(w.handed, n + 1);
    ta_game_free(w.game);
    ta_bits_free(&got);
}
END_TEST

/* Some rank is given no memory somewhere: all end, none waits. */
START_TEST(no_memory_ends_all)
{
    static crew c;
    const uint64_t n = 60000;
    ta_bits got = clear_bits(n);
    if (test_emulated() && _i >= 4)
        return;
    test_rng r = test_rng_for("no_memory", _i);
    wheel_job w = {.game = test_game("squares", TA_NORMAL),
                   .n = n,
                   .tuning = tiny(),
                   .bits = &got};
    tai_alloc_fail_at(1 + test_below(&r, 3000));
    crew_run(&c, 3, run_wheel, &w);
    tai_alloc_fail_at(0);
    all_ended(&c, c.status[0]);
    ck_assert(c.status[0] == TA_ENOMEM || c.status[0] == TA_OK);
    ta_game_free(w.game);
    ta_bits_free(&got);
}
END_TEST

/* ---- ranks that differ ---- */

static uint64_t spoiled;

static void other_hash(unsigned char *all, const size_t *start, uint64_t round)
{
    if (round == spoiled)
        all[start[1] + 8] ^= 1;
}

static void other_topic(unsigned char *all, const size_t *start, uint64_t round)
{
    if (round == spoiled)
        all[start[2]] ^= 0x40;
}

static void other_bytes(unsigned char *all, const size_t *start, uint64_t round)
{
    if (round >= spoiled && start[2] - start[1] > 16)
        memset(all + start[1] + 16, 0xff, start[2] - start[1] - 16);
}

/* The last difference leads behind the classes of rank 1. */
static void other_class(unsigned char *all, const size_t *start, uint64_t round)
{
    static const unsigned char large[] = {0xff, 0xff, 0xff, 0x7f};
    if (round >= spoiled && start[2] - start[1] > 16 + 2 * sizeof large)
        memcpy(all + start[2] - sizeof large, large, sizeof large);
}

START_TEST(divergence_is_caught)
{
    static void (*const spoil[])(unsigned char *, const size_t *, uint64_t) = {
        other_hash, other_topic, other_bytes, other_class};
    static const char *const says[] = {"rank 1 has another", "rank 2 does",
                                       "damaged", "damaged"};
    static crew c;
    const uint64_t n = 60000;
    ta_bits got = clear_bits(n);
    wheel_job w = {.game = test_game("squares", TA_NORMAL),
                   .n = n,
                   .tuning = tiny(),
                   .bits = &got};
    spoiled = 5;
    c.loop.spoil = spoil[_i];
    crew_run(&c, 3, run_wheel, &w);
    c.loop.spoil = NULL;
    all_ended(&c, TA_EMISMATCH);
    ck_assert_msg(strstr(c.error[0].text, says[_i]) != NULL, "%s",
                  c.error[0].text);
    ta_game_free(w.game);
    ta_bits_free(&got);
}
END_TEST

/* ---- runs by the public call ---- */

typedef struct call {
    ta_game *game;
    uint64_t n;
    const char *engine;
    uint64_t small;    /* max_memory of rank 2 */
    ta_archive *known; /* of rank 1 */
    uint64_t count[RANKS];
} call;

static ta_status run_call(crew *c, unsigned rank)
{
    call *w = c->job;
    ta_options options = {.comm = &c->comm[rank],
                          .engine = w->engine,
                          .max_memory = rank == 2 ? w->small : 0,
                          .known = rank == 1 ? w->known : NULL};
    return ta_count(w->game, w->n, &options, &w->count[rank], &c->error[rank]);
}

/* Whatever the engine, rank 0 has the result. */
START_TEST(every_engine_counts)
{
    static crew c;
    size_t engines;
    const ta_engine_info *engine = ta_engines(TA_CONTENT_COLD, false, &engines);
    call w = {.game = test_game("squares", TA_NORMAL), .n = 70000};
    uint64_t want;
    ck_assert_int_eq(ta_count(w.game, w.n, NULL, &want, NULL), TA_OK);
    for (size_t k = 0; k < engines; k++) {
        w.engine = engine[k].name;
        crew_run(&c, 3, run_call, &w);
        all_ended(&c, TA_OK);
        ck_assert_uint_eq(w.count[0], want);
        ck_assert_uint_eq(w.count[1], 0);
    }
    ta_game_free(w.game);
}
END_TEST

START_TEST(a_limit_of_one_holds_for_all)
{
    static crew c;
    call w = {
        .game = test_game("squares", TA_NORMAL), .n = 70000, .small = 1000};
    crew_run(&c, 3, run_call, &w);
    all_ended(&c, TA_ELIMIT);
    ck_assert_ptr_nonnull(strstr(c.error[0].text, "rank 2: engine auto"));
    ck_assert_ptr_nonnull(strstr(c.error[2].text, "above the limit"));
    ta_game_free(w.game);
}
END_TEST

static ta_status another_job(crew *c, unsigned rank)
{
    call *w = c->job;
    ta_options options = {.comm = &c->comm[rank]};
    return ta_count(w->game, w->n + (rank == 1), &options, &w->count[rank],
                    &c->error[rank]);
}

static ta_status nothing_at_one(crew *c, unsigned rank)
{
    return rank == 1 ? TA_OK : run_call(c, rank);
}

START_TEST(all_do_the_same)
{
    static crew c;
    call w = {.game = test_game("squares", TA_NORMAL), .n = 70000};
    crew_run(&c, 3, another_job, &w);
    all_ended(&c, TA_EMISMATCH);
    ck_assert_ptr_nonnull(strstr(c.error[2].text, "rank 1 has another game"));
    crew_run(&c, 2, nothing_at_one, &w);
    ck_assert_int_eq(c.status[0], TA_EMISMATCH);
    ck_assert_ptr_nonnull(strstr(c.error[0].text, "rank 1 is done"));
    /* And after that nothing more. */
    ta_options options = {.comm = &c.comm[0]};
    uint64_t count;
    ck_assert_int_eq(ta_count(w.game, w.n, &options, &count, NULL), TA_EIO);
    ta_game_free(w.game);
}
END_TEST

/* ---- whole results ---- */

typedef struct whole {
    ta_game *game;
    const char *engine;
    uint64_t k[RANKS], position[RANKS], after[RANKS];
    bool open[RANKS]; /* a call failed and has not ended the communicator */
} whole;

static ta_status seen_end(crew *c, unsigned rank, ta_status st)
{
    whole *w = c->job;
    w->open[rank] = st != TA_OK && !c->comm[rank].over;
    return st;
}

static void none_open(const whole *w)
{
    for (int i = 0; i < RANKS; i++)
        ck_assert_msg(!w->open[i], "rank %d failed and did not leave", i);
}

/* The k-th cold position, and a count by the same communicator. */
static ta_status run_nth(crew *c, unsigned rank)
{
    whole *w = c->job;
    const ta_options options = {.comm = &c->comm[rank], .engine = w->engine};
    ta_status st = ta_nth(w->game, w->k[rank], &options, &w->position[rank],
                          &c->error[rank]);
    if (st == TA_OK)
        st =
            ta_count(w->game, 3000, &options, &w->after[rank], &c->error[rank]);
    return seen_end(c, rank, st);
}

/* All ranks have the position, whoever computes, and can go on. Case: ranks. */
START_TEST(nth_is_the_same)
{
    static const char *const engines[] = {NULL, "wheel", "segments"};
    static crew c;
    static whole w;
    test_rng r = test_rng_for("nth_is_the_same", _i);
    w.game = test_game("squares", TA_NORMAL);
    for (size_t e = 0; e < sizeof engines / sizeof *engines; e++) {
        uint64_t want, count;
        const uint64_t k = 1 + test_edge_biased(&r, 5000);
        w.engine = engines[e];
        for (int i = 0; i < RANKS; i++)
            w.k[i] = k;
        ck_assert_int_eq(ta_nth(w.game, k, NULL, &want, NULL), TA_OK);
        ck_assert_int_eq(ta_count(w.game, 3000, NULL, &count, NULL), TA_OK);
        crew_run(&c, 1 + (unsigned)_i, run_nth, &w);
        all_ended(&c, TA_OK);
        for (int i = 0; i <= _i; i++) {
            ck_assert_uint_eq(w.position[i], want);
            ck_assert_str_eq(c.error[i].text, "");
        }
        ck_assert_uint_eq(w.after[0], count);
    }
    ta_game_free(w.game);
}
END_TEST

/* Other numbers, one that is refused, and one that is never reached: the same
 * end on all ranks. */
START_TEST(nth_fails_on_all)
{
    static crew c;
    static whole w;
    w.game = test_game("squares", TA_NORMAL);
    for (int i = 0; i < RANKS; i++)
        w.k[i] = 100 + (i == 1);
    crew_run(&c, 3, run_nth, &w);
    all_ended(&c, TA_EMISMATCH);
    none_open(&w);
    for (int i = 0; i < RANKS; i++)
        w.k[i] = i != 1 ? 100 : 0;
    crew_run(&c, 3, run_nth, &w);
    all_ended(&c, TA_EINVAL);
    none_open(&w);
    ta_game_free(w.game);
    w.game = test_game("poly:0,1,0", TA_NORMAL); /* 0 alone is cold */
    for (int i = 0; i < RANKS; i++)
        w.k[i] = 2;
    crew_run(&c, 3, run_nth, &w);
    all_ended(&c, TA_ERANGE);
    none_open(&w);
    ta_game_free(w.game);
}
END_TEST

static ta_status run_counts(crew *c, unsigned rank)
{
    whole *w = c->job;
    const uint64_t ends[] = {1000, rank == 1 ? 1000 : 2000};
    const ta_options options = {.comm = &c->comm[rank]};
    uint64_t counts[2];
    return seen_end(
        c, rank,
        ta_counts(w->game, ends, 2, &options, counts, &c->error[rank]));
}

/* Lists of all ranks, in the run of which some rank may be without memory. */
static ta_status run_list(crew *c, unsigned rank)
{
    whole *w = c->job;
    const ta_options options = {.comm = &c->comm[rank]};
    uint64_t *list;
    size_t count;
    ta_status st =
        ta_cold_array(w->game, 3000, &options, &list, &count, &c->error[rank]);
    if (st == TA_OK)
        ta_free(list);
    return seen_end(c, rank, st);
}

/* What is refused on one rank, before any run, fails on all. */
START_TEST(whole_results_fail_on_all)
{
    static crew c;
    static whole w;
    w.game = test_game("squares", TA_NORMAL);
    crew_run(&c, 3, run_counts, &w);
    all_ended(&c, TA_EINVAL);
    none_open(&w);
    for (uint64_t k = 1; k < 30; k++) {
        tai_alloc_fail_at(k);
        crew_run(&c, 3, run_list, &w);
        tai_alloc_fail_at(0);
        none_open(&w);
        for (int i = 0; i < 3; i++) /* one may be done before another fails */
            ck_assert(c.status[i] == TA_ENOMEM || c.status[i] == TA_OK);
    }
    ta_game_free(w.game);
}
END_TEST

/* Play is for each rank by itself. */
static ta_status run_play(crew *c, unsigned rank)
{
    whole *w = c->job;
    const ta_options options = {.comm = &c->comm[rank]};
    ta_play_options of_play = {.run = &options};
    tai_lengths *lengths;
    ta_play *play;
    ta_status st = ta_play_new(TA_NORMAL, &play, NULL);
    if (st == TA_OK)
        st = ta_play_add(play, "squares", "1000", NULL);
    if (st == TA_OK)
        st = ta_play_add(play, "squares", "1234", NULL);
    if (st == TA_OK)
        st = ta_play_solve(play, &of_play, &c->error[rank]);
    if (st != TA_OK)
        return st;
    w->position[rank] = strtoull(ta_play_nim_sum(play), NULL, 10);
    ta_play_free(play);
    st = tai_lengths_new(w->game, 1001, &options, &lengths, &c->error[rank]);
    if (st != TA_OK)
        return st;
    w->position[rank] += 1000 * tai_lengths_at(lengths, 1000);
    tai_lengths_free(lengths);
    of_play.keep = true;
    for (int i = 0; i < 2 && st == TA_OK; i++) {
        st = ta_play_new(i == 0 ? TA_NORMAL : TA_MISERE, &play, NULL);
        if (st == TA_OK)
            st = ta_play_add(play, "squares", "1000", NULL);
        if (st == TA_OK && i == 0)
            st = ta_play_add(play, "squares", "1234", NULL);
        if (st == TA_OK)
            st = ta_play_solve(play, &of_play, &c->error[rank]);
        ta_turn turn = {.taken = 0};
        if (st == TA_OK && ta_play_best(play, &turn))
            w->position[rank] = 5 * w->position[rank] + turn.taken;
        ta_play_free(play);
    }
    return st;
}

START_TEST(play_is_the_same)
{
    static crew c;
    static whole w;
    w.game = test_game("squares", TA_NORMAL);
    crew_run(&c, 1, run_play, &w);
    all_ended(&c, TA_OK);
    const uint64_t want = w.position[0];
    crew_run(&c, 3, run_play, &w);
    all_ended(&c, TA_OK);
    for (int i = 0; i < 3; i++)
        ck_assert_uint_eq(w.position[i], want);
    ta_game_free(w.game);
}
END_TEST

/* ---- independent work ---- */

typedef struct rows_job {
    ta_finite_set *sets;
    size_t count;
    ta_census_row *rows[RANKS];
    const ta_archive *archive;
    ta_game *game;
    tai_window window[RANKS][9];
    ta_verified seen[RANKS];
} rows_job;

static ta_status run_census(crew *c, unsigned rank)
{
    rows_job *w = c->job;
    ta_options options = {.comm = &c->comm[rank], .threads = 1 + rank % 2};
    return ta_census(w->sets, w->count, 4096, &options, w->rows[rank],
                     &c->error[rank]);
}

START_TEST(census_is_the_same)
{
    enum { MOST = 40 };
    static crew c;
    test_rng r = test_rng_for("communicator_census", _i);
    uint64_t element[MOST][3];
    ta_finite_set sets[MOST];
    ta_census_row want[MOST], got[RANKS][MOST];
    rows_job w = {.sets = sets, .count = (size_t)test_below(&r, MOST)};
    for (size_t i = 0; i < w.count; i++) {
        sets[i] = (ta_finite_set){element[i], 1 + (size_t)test_below(&r, 3)};
        for (size_t k = 0; k < 3; k++)
            element[i][k] =
                (k > 0 ? element[i][k - 1] : 0) + 1 + test_below(&r, 9);
    }
    memset(want, 0, sizeof want);
    memset(got, 0, sizeof got);
    ck_assert_int_eq(ta_census(sets, w.count, 4096, NULL, want, NULL), TA_OK);
    for (unsigned k = 0; k < RANKS; k++)
        w.rows[k] = got[k];
    unsigned ranks = 1 + (unsigned)test_below(&r, RANKS);
    crew_run(&c, ranks, run_census, &w);
    all_ended(&c, TA_OK);
    for (unsigned k = 0; k < ranks; k++)
        ck_assert_mem_eq(got[k], want, w.count * sizeof *want);
}
END_TEST

typedef struct octal_job {
    const ta_game *const *games;
    ta_summary rows[RANKS][5];
} octal_job;

static ta_status run_octal_census(crew *c, unsigned rank)
{
    octal_job *w = c->job;
    ta_options options = {.comm = &c->comm[rank], .threads = 1 + rank % 2};
    return ta_octal_census(w->games, 5, 5000, &options, w->rows[rank],
                           &c->error[rank]);
}

START_TEST(octal_census_is_the_same)
{
    static const char *const codes[] = {".6", ".07", "4.3", ".165", "grundy"};
    static crew c;
    static octal_job w;
    const ta_game *games[5];
    ta_summary want[5];
    for (size_t k = 0; k < 5; k++)
        games[k] = test_game(codes[k], TA_NORMAL);
    w.games = games;
    ck_assert_int_eq(ta_octal_census(games, 5, 5000, NULL, want, NULL), TA_OK);
    crew_run(&c, 1 + (unsigned)_i, run_octal_census, &w);
    all_ended(&c, TA_OK);
    for (int rank = 0; rank <= _i; rank++)
        for (size_t k = 0; k < 5; k++) {
            const ta_summary *got = &w.rows[rank][k];
            ck_assert_uint_eq(got->known, want[k].known);
            ck_assert_uint_eq(got->proof_end, want[k].proof_end);
            ck_assert_uint_eq(got->nim.period, want[k].nim.period);
            ck_assert_uint_eq(got->largest_at, want[k].largest_at);
            ck_assert_uint_eq(got->last_rare, want[k].last_rare);
        }
    for (size_t k = 0; k < 5; k++)
        ta_game_free((ta_game *)(uintptr_t)games[k]);
}
END_TEST

static ta_status run_windows(crew *c, unsigned rank)
{
    rows_job *w = c->job;
    ta_options options = {.comm = &c->comm[rank]};
    return tai_archive_verify_windows(w->archive, w->game, w->window[rank],
                                      w->count, &options, &w->seen[rank],
                                      &c->error[rank]);
}

/* An archive that is right below 2^18, but for what is said to be wrong. */
static ta_archive *make_archive(const ta_game *game, const char *path,
                                uint64_t wrong)
{
    const uint64_t n = 1 << 18;
    char id[TA_GAME_ID];
    ta_archive_info info = {.content = TA_CONTENT_COLD,
                            .game = ta_game_id(game, id),
                            .convention = TA_NORMAL,
                            .goal = n};
    ta_archive_writer *writer;
    ta_archive *archive;
    ta_error error = {""};
    ta_bits bits = test_poisoned_bits(n);
    ck_assert_int_eq(ta_cold_bits(game, n, NULL, &bits, NULL), TA_OK);
    bits.words[wrong / 64] ^= (uint64_t)1 << wrong % 64;
    ck_assert_int_eq(ta_archive_writer_new(&info, &writer, &error), TA_OK);
    ta_block all = {
        .from = 0, .to = n, .bits = bits.words, .count = ta_bits_count(&bits)};
    ck_assert_int_eq(ta_archive_writer_consume(writer, &all), TA_OK);
    ck_assert_int_eq(ta_archive_writer_save(writer, path, &error), TA_OK);
    ta_archive_writer_free(writer);
    ta_bits_free(&bits);
    ck_assert_msg(ta_archive_open(path, &archive, &error) == TA_OK, "%s",
                  error.text);
    return archive;
}

START_TEST(windows_are_the_same)
{
    static crew c;
    const char *path = "/tmp/takeaway-communicator-test";
    const uint64_t n = 1 << 18;
    test_rng r = test_rng_for("communicator_windows", _i);
    char name[64];
    snprintf(name, sizeof name, "%s-%" PRIu64, path, test_random(&r));
    rows_job w = {.game = test_game("squares", TA_NORMAL), .count = 9};
    /* A right one, and one that is wrong in the third window. */
    for (unsigned wrong = 0; wrong < 2; wrong++) {
        ta_archive *archive =
            make_archive(w.game, name, wrong ? n / 9 * 2 + 1000 : n - 1);
        tai_window want[9];
        ta_verified seen;
        for (size_t i = 0; i < 9; i++)
            want[i] = (tai_window){n / 9 * i, n / 9 * i + 5000, 0};
        for (unsigned k = 0; k < RANKS; k++)
            memcpy(w.window[k], want, sizeof want);
        w.archive = archive;
        crew_run(&c, 4, run_windows, &w);
        if (wrong) {
            all_ended(&c, TA_EMISMATCH);
            for (unsigned k = 0; k < 4; k++)
                ck_assert_ptr_nonnull(strstr(c.error[k].text, "is wrong"));
        } else {
            ck_assert_int_eq(tai_archive_verify_windows(archive, w.game, want,
                                                        9, NULL, &seen, NULL),
                             TA_OK);
            all_ended(&c, TA_OK);
            ck_assert_uint_eq(c.status[0], TA_OK);
            for (unsigned k = 0; k < 4; k++) {
                ck_assert_mem_eq(w.window[k], want, sizeof want);
                ck_assert_uint_eq(w.seen[k].cold, seen.cold);
                ck_assert_uint_eq(w.seen[k].hot, seen.hot);
            }
        }
        ta_archive_close(archive);
        remove(name);
    }
    ta_game_free(w.game);
}
END_TEST

const struct test_suite test_suite = {
    .cases = {{&wheel_matches_segments, 60},
              {&ranks_share_the_work, 1},
              {&every_engine_counts, 1},
              {&nth_is_the_same, RANKS},
              {&play_is_the_same, 1},
              {&nth_fails_on_all, 1},
              {&whole_results_fail_on_all, 1},
              {&interruption_ends_all, 8},
              {&no_memory_ends_all, 40},
              {&divergence_is_caught, 4},
              {&a_limit_of_one_holds_for_all, 1},
              {&all_do_the_same, 1},
              {&census_is_the_same, 12},
              {&octal_census_is_the_same, RANKS},
              {&windows_are_the_same, 2}}};
