/* Communicators: ranks that are threads of one process, compared with a run
 * without ranks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pthread.h>

#include "verify/windows.h"
#include "archive-testing.h"
#include "base/communicator.h"
#include "cold/engines.h"
#include "cold/wheel/wheel-engine.h"
#include "tiny-wheel.h"

static ta_game *squares;

static void setup(void)
{
    squares = test_game("squares", TA_NORMAL);
}

static void teardown(void)
{
    ta_game_free(squares);
}

/* ---- ranks in one process ---- */

enum { RANKS = 6 };

/* Does the work of a rank. `options` has the communicator of the rank. */
typedef ta_status rank_work(unsigned rank, ta_options *options,
                            ta_error *error);
/* Changes the messages of a round. */
typedef void spoiler(unsigned char *all, const size_t *start, uint64_t round);

static struct crew {
    pthread_mutex_t lock;
    pthread_cond_t turn;
    unsigned ranks, here; /* `here` ranks wait for the end of the round */
    uint64_t round;
    size_t start[RANKS + 1];
    unsigned char *all;
    const void *mine[RANKS];
    size_t bytes[RANKS];
    spoiler *spoil; /* may be NULL */
    rank_work *work;
    tai_comm comm[RANKS];
    ta_error error[RANKS];
    ta_status status[RANKS];
    bool open[RANKS]; /* a call failed and has not ended the communicator */
} crew;

static ta_status allgather(void *comm, const void *mine, size_t bytes,
                           const unsigned char **all, const size_t **start,
                           ta_error *error)
{
    const unsigned rank = ((const tai_comm *)comm)->rank;
    (void)error;
    pthread_mutex_lock(&crew.lock);
    const uint64_t round = crew.round;
    crew.mine[rank] = mine;
    crew.bytes[rank] = bytes;
    if (++crew.here == crew.ranks) {
        for (unsigned r = 0; r < crew.ranks; r++)
            crew.start[r + 1] = crew.start[r] + crew.bytes[r];
        free(crew.all);
        crew.all = malloc(crew.start[crew.ranks]);
        for (unsigned r = 0; r < crew.ranks; r++)
            memcpy(crew.all + crew.start[r], crew.mine[r], crew.bytes[r]);
        if (crew.spoil != NULL)
            crew.spoil(crew.all, crew.start, round);
        crew.here = 0;
        crew.round++;
        pthread_cond_broadcast(&crew.turn);
    }
    while (crew.round == round)
        pthread_cond_wait(&crew.turn, &crew.lock);
    *all = crew.all;
    *start = crew.start;
    pthread_mutex_unlock(&crew.lock);
    return TA_OK;
}

static void *rank_main(void *state)
{
    tai_comm *comm = state;
    const unsigned r = comm->rank;
    ta_options options = {.comm = comm};
    const ta_status st = crew.work(r, &options, &crew.error[r]);
    crew.status[r] = st;
    crew.open[r] = st != TA_OK && crew.ranks > 1 && !comm->over;
    tai_comm_leave(comm, st, "", NULL);
    return NULL;
}

/* Runs the work on each rank. All ranks come to the same end. */
static void crew_run(unsigned ranks, rank_work *work, spoiler *spoil)
{
    pthread_t thread[RANKS];
    crew = (struct crew){.ranks = ranks, .spoil = spoil, .work = work};
    pthread_mutex_init(&crew.lock, NULL);
    pthread_cond_init(&crew.turn, NULL);
    for (unsigned r = 0; r < ranks; r++)
        crew.comm[r] = (tai_comm){.rank = r,
                                  .ranks = ranks,
                                  .allgather = allgather,
                                  .state = &crew.comm[r]};
    for (unsigned r = 0; r < ranks; r++)
        ck_assert_int_eq(
            pthread_create(&thread[r], NULL, rank_main, &crew.comm[r]), 0);
    for (unsigned r = 0; r < ranks; r++)
        pthread_join(thread[r], NULL);
    for (unsigned r = 0; r < ranks; r++) {
        ck_assert_int_eq(crew.comm[r].end, crew.comm[0].end);
        ck_assert_msg(!crew.open[r], "rank %u failed and did not leave", r);
        ck_assert(crew.status[r] != TA_OK || crew.error[r].text[0] == '\0');
    }
    free(crew.all);
}

/* Checks how the work of each rank ended. */
static void crew_ended(ta_status status)
{
    for (unsigned r = 0; r < crew.ranks; r++)
        ck_assert_msg(crew.status[r] == status, "rank %u: %d (%s), not %d", r,
                      crew.status[r], crew.error[r].text, status);
}

/* ---- the wheel ---- */

static struct wheel_job {
    ta_game *game;
    uint64_t n;
    wheel_tuning tuning;
    ta_bits bits;    /* of the sink of rank 0 */
    uint64_t handed; /* positions that this sink has */
    uint64_t cancel; /* from here on, `canceller` asks to stop; 0: no rank */
    unsigned canceller;
    ta_stats *stats;
} wheel;

static void wheel_begin(ta_game *game, uint64_t n, const wheel_tuning *tuning)
{
    wheel = (struct wheel_job){.game = game, .n = n, .tuning = *tuning};
    wheel.bits = test_poisoned_bits(n);
    memset(wheel.bits.words, 0, ta_bits_words(n) * 8);
}

static ta_status wheel_take(void *state, const ta_block *block)
{
    (void)state;
    if (block->from != wheel.handed)
        return TA_EMISMATCH;
    wheel.handed = block->to;
    return tai_block_store(wheel.bits.words, block);
}

static int wheel_stop(void *state, double share, uint64_t done)
{
    (void)state;
    (void)share;
    return done >= wheel.cancel;
}

static ta_status wheel_run_rank(unsigned rank, ta_options *options,
                                ta_error *error)
{
    const ta_sink sink = {wheel_take, NULL};
    tai_job job = {.engine = &tai_engine_wheel,
                   .game = wheel.game,
                   .n = wheel.n,
                   .options = options,
                   .threads = 1 + (rank + (unsigned)wheel.n) % 3,
                   .sink = rank == 0 ? &sink : NULL,
                   .error = error};
    options->stats = rank == 0 ? wheel.stats : NULL;
    if (wheel.cancel > 0 && rank == wheel.canceller)
        options->progress = wheel_stop;
    if (ta_game_about(wheel.game)->convention == TA_MISERE)
        job.first = tai_min_u64(tai_game_least(wheel.game), wheel.n);
    return tai_comm_close(options, tai_wheel_run(&job, &wheel.tuning), error);
}

TEST(wheel_matches_segments, 60)
{
    static const char *const specs[] = {
        "squares", "cubes",       "triangular",  "pronic",     "polygonal:5",
        "squares", "polygonal:7", "poly:5,-2,4", "poly:3,1,0", "primes",
    };
    if (test_emulated() && _i >= 6)
        return;
    test_rng r = test_rng_for("communicator", _i);
    const wheel_tuning t = tiny_at_random(&r);
    const uint64_t n = test_edge_biased(&r, 300000);
    const char *spec = specs[test_below(&r, sizeof specs / sizeof *specs)];
    ta_game *game =
        test_game(spec, test_below(&r, 4) == 0 ? TA_MISERE : TA_NORMAL);
    ta_bits want = test_poisoned_bits(n);
    const ta_options options = {.engine = "segments"};
    test_ok(ta_cold_bits(game, n, &options, &want, NULL));
    wheel_begin(game, n, &t);
    crew_run(1 + (unsigned)test_below(&r, RANKS), wheel_run_rank, NULL);
    crew_ended(TA_OK);
    ck_assert_uint_eq(wheel.handed, n);
    test_assert_bits_equal(&want, &wheel.bits, spec, r.seed);
    ta_bits_free(&want);
    ta_bits_free(&wheel.bits);
    ta_game_free(game);
}

TEST(ranks_share_the_work, 1)
{
    const wheel_tuning t = tiny_of_all_classes();
    double far[2];
    for (unsigned k = 0; k < 2; k++) {
        wheel_begin(squares, 3000000, &t);
        wheel.stats = ta_stats_new();
        crew_run(k == 0 ? 1 : 4, wheel_run_rank, NULL);
        crew_ended(TA_OK);
        const char *work = ta_stats_find(wheel.stats, "phase_work");
        ck_assert_int_eq(sscanf(work, "far_ors=%lf", &far[k]), 1);
        ck_assert_int_eq(ta_stats_find(wheel.stats, "ranks") != NULL, k == 1);
        ta_stats_free(wheel.stats);
        ta_bits_free(&wheel.bits);
    }
    ck_assert_msg(far[1] < 0.4 * far[0], "%f of %f", far[1], far[0]);
    ck_assert_uint_gt(crew.comm[0].rounds, 20);
    ck_assert_uint_gt(crew.comm[0].bytes, 10000);
}

TEST(interruption_ends_all, 8)
{
    const wheel_tuning t = tiny();
    test_rng r = test_rng_for("interruption", _i);
    wheel_begin(squares, 300000, &t);
    wheel.cancel = 1 + test_below(&r, wheel.n);
    wheel.canceller = (unsigned)test_below(&r, 4);
    crew_run(4, wheel_run_rank, NULL);
    crew_ended(TA_ECANCELLED);
    ck_assert_uint_le(wheel.handed, wheel.n);
    ta_bits_free(&wheel.bits);
}

static ta_status list_cold(unsigned rank, ta_options *options, ta_error *error)
{
    uint64_t *list = NULL;
    size_t count;
    (void)rank;
    const ta_status st =
        ta_cold_array(squares, 3000, options, &list, &count, error);
    ta_free(list);
    return st;
}

/* One allocation of some rank fails: all ranks end, and none waits. Of a list
 * one rank may be done before another rank is without memory. */
TEST(no_memory_ends_all, 80)
{
    const wheel_tuning t = tiny();
    const bool wheels = _i % 2 == 0;
    if (test_emulated() && _i >= 8)
        return;
    test_rng r = test_rng_for("no_memory", _i);
    wheel_begin(squares, 60000, &t);
    test_fail_at(1 + (wheels ? test_below(&r, 3000) : (uint64_t)_i / 2));
    crew_run(3, wheels ? wheel_run_rank : list_cold, NULL);
    test_fail_at(0);
    if (wheels)
        crew_ended(crew.status[0]);
    for (unsigned k = 0; k < 3; k++)
        ck_assert(crew.status[k] == TA_ENOMEM || crew.status[k] == TA_OK);
    ta_bits_free(&wheel.bits);
}

/* ---- messages that differ ---- */

enum { SPOILED = 5 }; /* the first round that is spoiled */

static void other_hash(unsigned char *all, const size_t *start, uint64_t round)
{
    all[start[1] + 8] ^= round == SPOILED;
}

static void other_topic(unsigned char *all, const size_t *start, uint64_t round)
{
    all[start[2]] ^= round == SPOILED ? 0x40 : 0;
}

static void other_bytes(unsigned char *all, const size_t *start, uint64_t round)
{
    if (round >= SPOILED && start[2] - start[1] > 16)
        memset(all + start[1] + 16, 0xff, start[2] - start[1] - 16);
}

/* The last difference leads beyond the classes of rank 1. */
static void other_class(unsigned char *all, const size_t *start, uint64_t round)
{
    static const unsigned char large[] = {0xff, 0xff, 0xff, 0x7f};
    if (round >= SPOILED && start[2] - start[1] > 16 + 2 * sizeof large)
        memcpy(all + start[2] - sizeof large, large, sizeof large);
}

TEST(divergence_is_caught, 4)
{
    static const struct {
        spoiler *spoil;
        const char *words;
    } all[] = {{other_hash, "rank 1 has another"},
               {other_topic, "rank 2 does"},
               {other_bytes, "damaged"},
               {other_class, "damaged"}};
    const wheel_tuning t = tiny();
    wheel_begin(squares, 60000, &t);
    crew_run(3, wheel_run_rank, all[_i].spoil);
    crew_ended(TA_EMISMATCH);
    ck_assert_msg(strstr(crew.error[0].text, all[_i].words) != NULL, "%s",
                  crew.error[0].text);
    ta_bits_free(&wheel.bits);
}

/* Shortens the rows of rank 0. */
static void short_rows(unsigned char *all, const size_t *start, uint64_t round)
{
    uint32_t topic;
    (void)round;
    memcpy(&topic, all, sizeof topic);
    if (topic != TA_TOPIC_ROWS)
        return;
    memmove(all + start[1] - 8, all + start[1], start[crew.ranks] - start[1]);
    for (unsigned r = 1; r <= crew.ranks; r++)
        crew.start[r] -= 8;
}

/* ---- calls that fail on all ranks ---- */

/* What rank 1 does otherwise than the other ranks. The fault SMALL_MEMORY is
 * that of rank 2; UNREACHED and ROWS are the same on all ranks. */
typedef enum fault {
    RANGE,
    NUMBER,
    NUMBER_0,
    ENDS,
    NOTHING,
    SMALL_MEMORY,
    UNREACHED,
    ROWS,
} fault;

static fault made;

static ta_status make_call(unsigned rank, ta_options *options, ta_error *error)
{
    const bool odd = rank == 1;
    const uint64_t ends[] = {1000, made == ENDS && odd ? 1000 : 2000};
    uint64_t found[2];
    switch (made) {
    case NUMBER:
        return ta_nth(squares, 100 + odd, options, found, error);
    case NUMBER_0:
        return ta_nth(squares, !odd, options, found, error);
    case ROWS:
        return ta_nth(squares, 100, options, found, error);
    case UNREACHED:
        return ta_nth(wheel.game, 2, options, found, error);
    case ENDS:
        return ta_counts(squares, ends, 2, options, found, error);
    default:
        options->max_memory = made == SMALL_MEMORY && rank == 2 ? 1000 : 0;
        if (made == NOTHING && odd)
            return TA_OK;
        return ta_count(squares, made == RANGE && odd ? 70001 : 70000, options,
                        found, error);
    }
}

TEST(one_rank_fails_all, 8)
{
    static const struct {
        fault made;
        ta_status status;
        const char *at_0, *at_2; /* words of the sentences of ranks 0 and 2 */
    } all[] = {
        {RANGE, TA_EMISMATCH, "rank 1 has another game", "rank 1 has"},
        {NUMBER, TA_EMISMATCH, "rank 1 has another", "rank 1 has"},
        {NUMBER_0, TA_EINVAL, "rank 1: cold positions are", "rank 1: cold"},
        {ENDS, TA_EINVAL, "rank 1: end 2, 1000, is not", "rank 1: end 2"},
        {NOTHING, TA_EMISMATCH, "rank 1 does something else", "or is done"},
        {SMALL_MEMORY, TA_ELIMIT, "rank 2: auto needs", "above the limit"},
        {UNREACHED, TA_ERANGE, "there is only 1 cold", "there is only 1"},
        {ROWS, TA_EIO, "damaged", "damaged"},
    };
    made = all[_i].made;
    wheel.game = test_game("poly:0,1,0", TA_NORMAL); /* 0 alone is cold */
    crew_run(3, make_call, made == ROWS ? short_rows : NULL);
    if (made == NOTHING) /* rank 1 has left without a call */
        crew.status[1] = crew.comm[1].end;
    crew_ended(all[_i].status);
    for (unsigned r = 0; r < 3; r += 2) {
        const char *words = r == 0 ? all[_i].at_0 : all[_i].at_2;
        ck_assert_msg(strstr(crew.error[r].text, words) != NULL, "%s",
                      crew.error[r].text);
        /* After that nothing more is done together. */
        const ta_options options = {.comm = &crew.comm[r]};
        uint64_t count;
        ck_assert_int_eq(ta_count(squares, 9, &options, &count, NULL), TA_EIO);
    }
    ta_game_free(wheel.game);
}

/* ---- results that are the same on all ranks ---- */

enum { SETS = 40, CODES = 5, WINDOWS = 9, CENSUS = 4096, ARCHIVED = 1 << 18 };

static union result {
    uint64_t number[4];
    ta_census_row sets[SETS];
    ta_summary codes[CODES];
    struct {
        tai_window window[WINDOWS];
        ta_verified seen;
    } verified;
} result[RANKS];

static ta_finite_set sets[SETS];
static uint64_t elements[SETS][3], number;
static size_t set_count;
static const ta_game *octal[CODES];
static const ta_archive *archive;

/* The engines are shared by all ranks, or run on rank 0 only. */
static ta_status find_nth(unsigned rank, ta_options *options, ta_error *error)
{
    static const char *const engines[] = {NULL, "wheel", "segments"};
    ta_status st = TA_OK;
    for (size_t e = 0; e < 3 && st == TA_OK; e++) {
        options->engine = engines[e];
        st = ta_nth(squares, number + 5 * e, options, &result[rank].number[e],
                    error);
    }
    return st;
}

/* Each rank plays for itself. */
static ta_status play_sums(unsigned rank, ta_options *options, ta_error *error)
{
    const ta_play_options how = {.run = options, .keep = true};
    ta_turn turn = {.taken = 0};
    ta_play *play;
    ta_status st = ta_play_new(TA_NORMAL, &play, error);
    if (st == TA_OK)
        st = ta_play_add(play, "squares", "1234", error);
    if (st == TA_OK)
        st = ta_play_solve(play, &how, error);
    if (st == TA_OK && test_best(play, &turn))
        result[rank].number[0] = turn.taken;
    ta_play_free(play);
    return st;
}

static ta_status find_periods(unsigned rank, ta_options *options,
                              ta_error *error)
{
    options->threads = 1 + rank % 2;
    return ta_census(sets, set_count, CENSUS, options, result[rank].sets,
                     error);
}

static ta_status find_summaries(unsigned rank, ta_options *options,
                                ta_error *error)
{
    options->threads = 1 + rank % 2;
    return ta_octal_census(octal, CODES, CENSUS, options, result[rank].codes,
                           error);
}

static ta_status verify_windows(unsigned rank, ta_options *options,
                                ta_error *error)
{
    tai_window *window = result[rank].verified.window;
    for (size_t i = 0; i < WINDOWS; i++) {
        const uint64_t from = ARCHIVED / WINDOWS * i;
        window[i] = (tai_window){from, from + 5000, 0};
    }
    return tai_archive_verify_windows(archive, squares, window, WINDOWS,
                                      options, &result[rank].verified.seen,
                                      error);
}

/* Returns an archive of the squares in which one position is wrong. */
static ta_archive *make_archive(uint64_t wrong)
{
    ta_bits bits = test_poisoned_bits(ARCHIVED);
    test_ok(ta_cold_bits(squares, ARCHIVED, NULL, &bits, NULL));
    bits.words[wrong / 64] ^= (uint64_t)1 << wrong % 64;
    const ta_block all = {
        .to = ARCHIVED, .bits = bits.words, .count = ta_bits_count(&bits)};
    ta_archive_writer *writer =
        test_archive_writer_of(squares, TA_CONTENT_COLD, ARCHIVED, 0);
    test_ok(ta_archive_writer_consume(writer, &all));
    ta_bits_free(&bits);
    return test_writer_reopen(writer);
}

/* Case: the work. */
TEST(ranks_agree, 5)
{
    static rank_work *const works[] = {find_nth, play_sums, find_periods,
                                       find_summaries, verify_windows};
    static const char *const codes[] = {".6", ".07", "4.3", ".165", "grundy"};
    test_rng r = test_rng_for("ranks_agree", _i);
    ta_options alone = {.comm = NULL};
    ta_error error = {""};
    ta_archive *right = make_archive(ARCHIVED - 1);
    archive = right;
    for (size_t k = 0; k < CODES; k++)
        octal[k] = test_game(codes[k], TA_NORMAL);
    for (unsigned ranks = 1; ranks <= RANKS; ranks++) {
        number = 1 + test_edge_biased(&r, 5000);
        set_count = (size_t)test_below(&r, SETS);
        for (size_t i = 0; i < set_count; i++) {
            sets[i] =
                (ta_finite_set){elements[i], 1 + (size_t)test_below(&r, 3)};
            for (size_t k = 0; k < 3; k++)
                elements[i][k] =
                    (k > 0 ? elements[i][k - 1] : 0) + 1 + test_below(&r, 9);
        }
        memset(result, 0, sizeof result);
        ck_assert_msg(works[_i](0, &alone, &error) == TA_OK, "%s", error.text);
        const union result want = result[0];
        memset(result, 0, sizeof result);
        crew_run(ranks, works[_i], NULL);
        crew_ended(TA_OK);
        for (unsigned k = 0; k < ranks; k++)
            ck_assert_mem_eq(&result[k], &want, sizeof want);
    }
    for (size_t k = 0; k < CODES; k++)
        ta_game_free((ta_game *)(uintptr_t)octal[k]);
    ta_archive_close(right);
}

TEST(a_wrong_window_is_found_by_all, 1)
{
    ta_archive *wrong = make_archive(ARCHIVED / WINDOWS * 2 + 1000);
    archive = wrong;
    crew_run(4, verify_windows, NULL);
    crew_ended(TA_EMISMATCH);
    for (unsigned r = 0; r < 4; r++)
        ck_assert_ptr_nonnull(strstr(crew.error[r].text, "is wrong"));
    ta_archive_close(wrong);
}

TEST_FIXTURE(setup, teardown)
