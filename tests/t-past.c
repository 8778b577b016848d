/* Finite sets past a proved period: the engine `period` against the definition,
 * and far positions by their residue. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "archive-testing.h"

enum { TABLE = 1 << 17, LARGEST = 48, KINDS = 5 };

static const ta_options by_definition = {.engine = "naive"};

/* What is computed of a game: nim-values, cold positions in normal play, and in
 * misere play; outcomes and cold positions in exact play. */
static const struct {
    ta_content content;
    ta_convention convention;
} kinds[KINDS] = {{TA_CONTENT_NIM, TA_NORMAL},
                  {TA_CONTENT_COLD, TA_NORMAL},
                  {TA_CONTENT_COLD, TA_MISERE},
                  {TA_CONTENT_NIM, TA_EXACT},
                  {TA_CONTENT_COLD, TA_EXACT}};

/* What a sink got: the values of [first, first + TABLE), 0 for cold positions
 * and 1 for hot ones. Blocks come without gaps. */
typedef struct seen {
    uint64_t first, next;
    uint64_t from, period; /* of the block that repeats; 0 without one */
    uint16_t value[TABLE];
} seen;

static void put(seen *s, uint64_t position, uint16_t value)
{
    if (position >= s->first && position - s->first < TABLE)
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
    ta_block part = *block;
    ck_assert_uint_eq(block->from, s->next);
    s->next = block->to;
    if (block->period != 0) {
        s->from = block->from;
        s->period = block->period;
    }
    part.to = tai_min_u64(block->to, tai_add_sat(s->first, TABLE));
    for (uint64_t i = tai_max_u64(s->first, part.from); i < part.to; i++) {
        const uint64_t k = i - part.from;
        put(s, i,
            block->values == NULL
                ? 1
                : block->values[part.period ? k % part.period : k]);
    }
    return block->values != NULL ? TA_OK
                                 : ta_block_each(&part, s->first, put_cold, s);
}

static ta_status take_zeros(void *state, const ta_block *block)
{
    return tai_block_zeros(block, true, &(ta_sink){take, state});
}

static ta_status take_count(void *count, const ta_block *block)
{
    *(uint64_t *)count = tai_block_count_below(block, UINT64_MAX);
    return TA_OK;
}

/* Takes the rest of a run, checks the number of its cold positions, and hands
 * out its end in pieces, which are the same. */
static ta_status take_far(void *state, const ta_block *block)
{
    seen *whole = state, *pieces = tai_alloc_zero(2, sizeof *pieces);
    const bool values = block->values != NULL;
    const uint64_t length = block->to - block->from, p = block->period;
    uint64_t zeros = block->count, want = 0;
    const ta_status st = take(state, block);
    ck_assert_ptr_nonnull(pieces);
    for (uint64_t i = 0; i < p; i++)
        if (values ? block->values[i] == 0
                   : (block->bits[i / 64] >> i % 64 & 1) != 0)
            want += length / p + (i < length % p);
    if (p > 0 && values)
        test_ok(tai_block_zeros(block, false, &(ta_sink){take_count, &zeros}));
    ck_assert(p == 0 || zeros == want);
    for (int k = 0; k < (values ? 2 : 1) && p > 0; k++) {
        pieces[k].first = pieces[k].next = whole->first;
        test_ok(tai_block_pieces(
            block, whole->first,
            &(ta_sink){k == 0 ? take : take_zeros, &pieces[k]}));
        ck_assert_uint_eq(pieces[k].next, block->to);
        uint64_t same = 0;
        for (uint64_t i = 0; i < block->to - whole->first; i++)
            same += pieces[k].value[i] ==
                    (k == 0 ? whole->value[i] : whole->value[i] != 0);
        ck_assert_uint_eq(same, block->to - whole->first);
    }
    ta_free(pieces);
    return st;
}

/* Runs on [0, n) and returns what a sink gets; ta_free. */
static seen *run_on(int kind, const ta_game *game, uint64_t n, uint64_t first,
                    const ta_options *options)
{
    ta_error error = {""};
    seen *s = tai_alloc_zero(1, sizeof *s);
    ck_assert_ptr_nonnull(s);
    s->first = first;
    const ta_sink sink = {first > 0 ? take_far : take, s};
    ck_assert_msg(
        ta_run(kinds[kind].content, game, n, options, &sink, &error) == TA_OK,
        "%s: %s", ta_game_about(game)->spec, error.text);
    ck_assert_uint_eq(s->next, n);
    return s;
}

/* Checks the values of [0, TABLE), some of which a block may repeat. Returns
 * whether there was such a block. */
static bool check_run(int kind, const ta_game *game, uint64_t n,
                      const ta_options *options, const seen *want)
{
    seen *got = run_on(kind, game, n, 0, options);
    const bool found = got->period > 0;
    uint64_t i = 0;
    while (i < n && i < TABLE && want->value[i] == got->value[i])
        i++;
    ck_assert_msg(i == tai_min_u64(n, TABLE),
                  "%s to %" PRIu64 ", position %" PRIu64,
                  ta_game_about(game)->spec, n, i);
    ta_free(got);
    return found;
}

/* Up to six elements; one in four sets has a common divisor. */
static ta_game *random_finite(test_rng *r, int kind)
{
    uint64_t set[6], count = test_below(r, 7), times = 1;
    if (test_below(r, 4) == 0)
        times = 1 + test_below(r, 5);
    for (uint64_t k = 0; k < count; k++)
        set[k] = times * (1 + test_below(r, LARGEST));
    ta_game *game = NULL;
    test_ok(ta_game_from_list(set, count, kinds[kind].convention, &game, NULL));
    return game;
}

/* Case: the kind. Runs to an n within the table and to one far out, with a rest
 * that repeats; runs in blocks to the end; and runs with a resumed prefix,
 * which shifts where the rest begins. */
TEST(period_is_right, 3 * KINDS)
{
    const int kind = _i % KINDS;
    test_rng r = test_rng_for("period_is_right", _i);
    unsigned found = 0;
    for (unsigned k = 0; k < 12; k++) {
        ta_game *game = random_finite(&r, kind);
        const uint64_t n = TABLE - test_below(&r, 1000);
        const uint64_t far =
            k == 0 ? UINT64_MAX
                   : (UINT64_C(1) << (40 + k)) + test_below(&r, 1000000);
        seen *want = run_on(kind, game, TABLE, 0, &by_definition);
        ta_options options = {.engine = "period"};
        ck_assert(!check_run(kind, game, n, &options, want));
        options.periods = true;
        found += check_run(kind, game, n, &options, want);
        ta_archive *known = NULL; /* exact play has none */
        if (kinds[kind].convention != TA_EXACT)
            known = test_archive_of(kinds[kind].content, game,
                                    test_below(&r, n), NULL);
        for (int periods = 0; periods < 2 && k % 2 == 0; periods++) {
            options.known = known;
            options.periods = periods != 0;
            check_run(kind, game, n, &options, want);
        }
        ta_archive_close(known);
        options = (ta_options){.periods = true}; /* auto */
        ck_assert(check_run(kind, game, far, &options, want));
        seen *end = run_on(kind, game, far, far - 3000, &options);
        ck_assert_uint_le(end->from + end->period, TABLE);
        uint64_t same = 0;
        for (uint64_t i = 0; i < 3000; i++) {
            const uint64_t beyond = end->first + i - end->from;
            same +=
                end->value[i] == want->value[end->from + beyond % end->period];
        }
        ck_assert_uint_eq(same, 3000);
        ta_free(end);
        ta_free(want);
        ta_game_free(game);
    }
    ck_assert_uint_ge(found, 8);
}

/* The cold positions of all but a few numbers, which end, in normal play and in
 * misere play. */
TEST(all_but_ends, 2)
{
    test_rng r = test_rng_for("all_but_ends", _i);
    for (unsigned k = 0; k < 30; k++) {
        char spec[64];
        snprintf(spec, sizeof spec, "allbut:%s%d,%d", k % 2 ? "1-3," : "",
                 1 + (int)test_below(&r, 60), 1 + (int)test_below(&r, 900));
        ta_game *game = test_game(spec, kinds[1 + _i].convention);
        seen *want = run_on(1, game, 4000, 0, &by_definition);
        for (uint64_t at = 4000; at < TABLE; at++)
            want->value[at] = 1; /* hot */
        const uint64_t n = test_below(&r, 2000);
        ta_archive *known =
            test_archive_of(TA_CONTENT_COLD, game, test_below(&r, 2000), NULL);
        ta_options options = {.engine = "period"};
        ck_assert(!check_run(1, game, n, &options, want));
        options.known = known;
        ck_assert(!check_run(1, game, TABLE, &options, want));
        options = (ta_options){.threads = 1}; /* auto */
        ck_assert(!check_run(1, game, UINT64_MAX - n, &options, want));
        ta_archive_close(known);
        ta_free(want);
        ta_game_free(game);
    }
}

/* A period that is too long, and an infinite set; cases-nim.sh has both with an
 * N for which there is no ordinary run. */
TEST(without_a_period, 2)
{
    static const char *const specs[] = {
        "list:1,4,9,16,25,36,49,64,81,100,121,144,169,196,225,256,289,324,361,"
        "400,441,484,529,576,625,676,729,784,841,900",
        "squares"};
    ta_game *game = test_game(specs[_i], TA_NORMAL);
    seen *want = run_on(1, game, 40000, 0, &by_definition);
    ta_options options = {.engine = "period", .stats = ta_stats_new()};
    ck_assert(!check_run(1, game, 40000, &options, want));
    ck_assert_ptr_nonnull(
        strstr(ta_stats_find(options.stats, "proof"), "none"));
    ta_stats_free(options.stats);
    ta_free(want);
    ta_game_free(game);
}

TEST(cancelled_and_out_of_memory, 1)
{
    const uint64_t n = UINT64_C(1) << 60;
    ta_game *game = test_game("list:3,17,40,41", TA_NORMAL);
    int calls = 20;
    const ta_options cancelled = {.progress = test_stop,
                                  .progress_state = &calls},
                     plain = {.periods = true};
    seen *s = tai_alloc_zero(1, sizeof *s);
    ck_assert_int_eq(
        ta_run(TA_CONTENT_NIM, game, n, &cancelled, &(ta_sink){take, s}, NULL),
        TA_ECANCELLED);
    test_failing f = {0};
    while (test_fails_next(&f)) {
        s->next = 0;
        f.status = ta_run(TA_CONTENT_NIM, game, n, &plain, &(ta_sink){take, s},
                          &f.error);
    }
    ta_free(s);
    ta_game_free(game);
}
