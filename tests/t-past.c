/* Finite sets past a proved period: the engine `period` against the
 * definition, far positions by their residue, and what a sink is told. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"

enum { TABLE = 1 << 17, LARGEST = 48 };

static const ta_options by_definition = {.engine = "naive"};

typedef struct seen {
    uint64_t first;  /* position of value[0] */
    uint64_t next;   /* blocks come without gaps */
    uint16_t *value; /* of cold positions 0, hot 1 */
    uint64_t room;
    ta_block said; /* the one that repeats; `values` is `cycle` */
    uint16_t *cycle;
} seen;

static void put(seen *s, uint64_t position, uint16_t value)
{
    if (position >= s->first && position - s->first < s->room)
        s->value[position - s->first] = value;
}

static ta_status put_cold(void *state, uint64_t position)
{
    put(state, position, 0);
    return TA_OK;
}

static ta_status take(void *state, const ta_block *block)
{
    seen *s = state;
    ck_assert_uint_eq(block->from, s->next);
    if (block->period != 0) {
        s->said = *block;
        s->cycle = malloc(block->period * sizeof *s->cycle);
        for (uint64_t i = 0; i < block->period; i++)
            if (block->values != NULL)
                s->cycle[i] = block->values[i];
            else
                s->cycle[i] = !(block->bits[i / 64] >> (i % 64) & 1);
        s->said.values = s->cycle;
        s->said.bits = NULL;
        return TA_OK;
    }
    s->next = block->to;
    if (block->values != NULL) {
        for (uint64_t i = block->from; i < block->to; i++)
            put(s, i, block->values[i - block->from]);
        return TA_OK;
    }
    for (uint64_t i = block->from; i < block->to; i++)
        put(s, i, 1);
    return ta_block_each(block, 0, put_cold, s);
}

static seen new_seen(uint64_t room)
{
    seen s = {.value = malloc((room + 1) * sizeof(uint16_t)), .room = room};
    ck_assert(s.value != NULL);
    return s;
}

static void free_seen(seen *s)
{
    free(s->value);
    free(s->cycle);
}

static void run_on(const ta_game *game, bool cold, uint64_t n,
                   const ta_options *options, seen *s)
{
    ta_error error = {""};
    const ta_sink sink = {take, s};
    ta_status st =
        cold ? ta_run(TA_CONTENT_COLD, game, n, options, &sink, &error)
             : ta_run(TA_CONTENT_NIM, game, n, options, &sink, &error);
    ck_assert_msg(st == TA_OK, "%s: %s", ta_game_about(game)->spec, error.text);
}

/* Up to six elements; one in four sets has a common divisor. */
static ta_game *random_finite(test_rng *r, bool misere)
{
    uint64_t set[6], count = test_below(r, 7), times = 1;
    if (test_below(r, 4) == 0)
        times = 1 + test_below(r, 5);
    for (uint64_t k = 0; k < count; k++)
        set[k] = times * (1 + test_below(r, LARGEST));
    ta_game *game = NULL;
    ck_assert_int_eq(ta_game_from_list(set, count,
                                       misere ? TA_MISERE : TA_NORMAL, &game,
                                       NULL),
                     TA_OK);
    return game;
}

/* The values of [0, TABLE) and what is said of the rest, against naive: as far
 * as the table goes, and behind by the period that is said, which must also be
 * one of the table. */
static bool check_game(const ta_game *game, bool cold, uint64_t n,
                       uint64_t seed)
{
    seen want = new_seen(TABLE), got = new_seen(TABLE);
    run_on(game, cold, TABLE, &by_definition, &want);
    ta_options options = {.engine = "period", .periods = true};
    run_on(game, cold, n, &options, &got);
    const uint64_t known = ta_min_u64(got.next, TABLE);
    ck_assert_msg(memcmp(want.value, got.value, known * 2) == 0,
                  "%s, seed %" PRIu64, ta_game_about(game)->spec, seed);
    const ta_block *rest = &got.said;
    bool found = rest->period > 0;
    if (found) {
        ck_assert_uint_eq(rest->to, n);
        uint64_t i = rest->from;
        while (i < TABLE &&
               want.value[i] == rest->values[(i - rest->from) % rest->period])
            i++;
        ck_assert_msg(i == TABLE, "%s, position %" PRIu64 ", seed %" PRIu64,
                      ta_game_about(game)->spec, i, seed);
    } else {
        ck_assert_uint_eq(got.next, n);
    }
    free_seen(&want);
    free_seen(&got);
    return found;
}

/* Case _i: nim-values, cold positions, cold positions in misere play. */
START_TEST(period_is_right)
{
    test_rng r = test_rng_for("period_is_right", _i);
    unsigned found = 0;
    for (int k = 0; k < 12; k++) {
        ta_game *game = random_finite(&r, _i % 3 == 2);
        found +=
            check_game(game, _i % 3 != 0, TABLE - test_below(&r, 100), r.seed);
        ta_game_free(game);
    }
    ck_assert_uint_ge(found, 8);
}
END_TEST

static ta_status take_zeros(void *state, const ta_block *block)
{
    return tai_block_zeros(block, true, &(ta_sink){take, state});
}

static ta_status count_below(void *state, const ta_block *block)
{
    *(uint64_t *)state = tai_block_count_below(block, UINT64_MAX);
    return TA_OK;
}

static uint64_t cold_below(const ta_block *values, uint64_t n)
{
    uint64_t count = 0;
    ck_assert_uint_eq(values->to, n);
    ck_assert_int_eq(
        tai_block_zeros(values, false, &(ta_sink){count_below, &count}), TA_OK);
    return count;
}

/* Far out, where nothing could be computed: a window handed out in blocks is
 * what naive has at the same residues, and so are the counts. */
START_TEST(far_positions_by_residue)
{
    test_rng r = test_rng_for("far_positions_by_residue", _i);
    const bool cold = _i % 3 != 0;
    for (int k = 0; k < 8; k++) {
        ta_game *game = random_finite(&r, _i % 3 == 2);
        seen want = new_seen(TABLE), got = new_seen(0);
        run_on(game, cold, TABLE, &by_definition, &want);
        const uint64_t n =
            k == 0 ? UINT64_MAX
                   : (UINT64_C(1) << (40 + k)) + test_below(&r, 1000000);
        ta_options options = {.periods = true}; /* auto */
        run_on(game, cold, n, &options, &got);
        ta_block rest = got.said;
        ck_assert_uint_le(rest.from + rest.period, TABLE);
        /* the last few positions below n */
        seen end = new_seen(3000);
        end.first = end.next = n - end.room;
        const ta_sink sink = {take, &end}, zeros = {take_zeros, &end};
        ta_status st =
            tai_block_pieces(&rest, end.first, cold ? &zeros : &sink);
        ck_assert_int_eq(st, TA_OK);
        ck_assert_uint_eq(end.next, n);
        for (uint64_t i = 0; i < end.room; i++) {
            uint64_t same =
                rest.from + (end.first + i - rest.from) % rest.period;
            ck_assert_uint_eq(end.value[i], want.value[same]);
        }
        /* how often each value comes in [from, n) */
        uint64_t length = n - rest.from, sum = 0;
        ck_assert_uint_gt(rest.period, 0);
        for (unsigned v = 0; v < 8; v++) {
            uint64_t count = 0, in_part = 0;
            for (uint64_t i = 0; i < rest.period; i++) {
                bool here = want.value[rest.from + i] == v;
                count += here;
                in_part += here && i < length % rest.period;
            }
            /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): it is one */
            uint64_t all = length / rest.period * count + in_part;
            if (cold && v == 0)
                ck_assert_uint_eq(all, cold_below(&rest, n));
            sum += all;
        }
        ck_assert_uint_eq(sum, length);
        free_seen(&want);
        free_seen(&got);
        free_seen(&end);
        ta_game_free(game);
    }
}
END_TEST

static ta_status write(void *writer, const ta_block *block)
{
    return ta_archive_writer_consume(writer, block);
}

/* Without somebody who takes the rest, blocks go on to n; and from whatever is
 * known before. */
START_TEST(blocks_to_the_end)
{
    test_rng r = test_rng_for("blocks_to_the_end", _i);
    const bool cold = _i % 2 != 0;
    char path[] = "/tmp/takeaway-past-XXXXXX";
    int file = mkstemp(path);
    ck_assert_int_ge(file, 0);
    for (int k = 0; k < 6; k++) {
        ta_game *game = random_finite(&r, false);
        const uint64_t n = TABLE - test_below(&r, 1000),
                       before = test_below(&r, n);
        seen want = new_seen(n), got = new_seen(n);
        run_on(game, cold, n, &by_definition, &want);
        char id[TA_GAME_ID];
        ta_archive_info info = {.content =
                                    cold ? TA_CONTENT_COLD : TA_CONTENT_NIM,
                                .game = ta_game_id(game, id),
                                .goal = before};
        ta_archive_writer *writer = NULL;
        ta_archive *known = NULL;
        ta_error error = {""};
        ck_assert_int_eq(ta_archive_writer_new(&info, &writer, &error), TA_OK);
        const ta_sink sink = {write, writer};
        ck_assert_int_eq(
            cold ? ta_run(TA_CONTENT_COLD, game, before, NULL, &sink, &error)
                 : ta_run(TA_CONTENT_NIM, game, before, NULL, &sink, &error),
            TA_OK);
        ck_assert_int_eq(ta_archive_writer_save(writer, path, &error), TA_OK);
        ck_assert_int_eq(ta_archive_open(path, &known, &error), TA_OK);
        ta_options options = {.engine = "period", .known = known};
        run_on(game, cold, n, &options, &got);
        ck_assert_uint_eq(got.next, n);
        ck_assert(memcmp(want.value, got.value, n * 2) == 0);
        /* what is known beyond the preperiod shifts where the rest begins */
        free_seen(&got);
        got = new_seen(n);
        options.periods = true;
        run_on(game, cold, n, &options, &got);
        uint64_t i = got.next;
        while (got.said.period > 0 && i < n &&
               want.value[i] ==
                   got.said.values[(i - got.said.from) % got.said.period])
            i++;
        ck_assert_uint_eq(i, n);
        ta_archive_close(known);
        ta_archive_writer_free(writer);
        free_seen(&want);
        free_seen(&got);
        ta_game_free(game);
    }
    remove(path);
}
END_TEST

/* A period that is too long, an infinite set, and both with an N for which
 * there is no ordinary run. */
START_TEST(without_a_period)
{
    static const char *const specs[] = {
        "list:1,4,9,16,25,36,49,64,81,100,121,144,169,196,225,256,289,324,361,"
        "400,441,484,529,576,625,676,729,784,841,900",
        "squares"};
    for (size_t k = 0; k < sizeof specs / sizeof *specs; k++) {
        ta_game *game = test_game(specs[k], TA_NORMAL);
        ta_error error = {""};
        seen want = new_seen(40000), got = new_seen(40000);
        run_on(game, true, 40000, &by_definition, &want);
        ta_options options = {.engine = "period", .stats = ta_stats_new()};
        run_on(game, true, 40000, &options, &got);
        ck_assert(memcmp(want.value, got.value, 80000) == 0);
        ck_assert_ptr_nonnull(
            strstr(ta_stats_find(options.stats, "proof"), "none"));
        options.max_memory = UINT64_C(1) << 24;
        ck_assert_int_eq(
            ta_run(TA_CONTENT_COLD, game, UINT64_MAX, &options, NULL, &error),
            TA_ERANGE);
        ck_assert_int_eq(ta_run(TA_CONTENT_COLD, game, UINT64_C(1) << 50,
                                &options, NULL, &error),
                         TA_ELIMIT);
        ck_assert_str_ne(error.text, "");
        ta_stats_free(options.stats);
        free_seen(&want);
        free_seen(&got);
        ta_game_free(game);
    }
}
END_TEST

static int stop_after(void *state, double share, uint64_t done)
{
    int *calls = state;
    (void)done;
    ck_assert(share >= 0 && share <= 1);
    return --*calls < 0;
}

START_TEST(cancelled_and_out_of_memory)
{
    ta_game *game = test_game("list:3,17,40,41", TA_NORMAL);
    ta_error error = {""};
    int calls = 20;
    ta_options options = {.progress = stop_after, .progress_state = &calls};
    seen s = new_seen(0);
    ck_assert_int_eq(ta_run(TA_CONTENT_NIM, game, UINT64_C(1) << 60, &options,
                            &(ta_sink){take, &s}, &error),
                     TA_ECANCELLED);
    ta_status st = TA_ENOMEM;
    for (uint64_t k = 1; st != TA_OK; k++) {
        ta_options plain = {.periods = true};
        seen t = new_seen(0);
        tai_alloc_fail_at(k);
        st = ta_run(TA_CONTENT_NIM, game, UINT64_C(1) << 60, &plain,
                    &(ta_sink){take, &t}, &error);
        tai_alloc_fail_at(0);
        ck_assert(st == TA_OK || st == TA_ENOMEM);
        ck_assert(k < 1000);
        free_seen(&t);
    }
    free_seen(&s);
    ta_game_free(game);
}
END_TEST

const struct test_suite test_suite = {
    .cases = {{&period_is_right, 9},
              {&far_positions_by_residue, 9},
              {&blocks_to_the_end, 4},
              {&without_a_period, 1},
              {&cancelled_and_out_of_memory, 1}}};
