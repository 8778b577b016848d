/* The shapes of recursions: whatever n, engine and limit, the levels fit
 * together, cover the range, and use no transform where it is not defined. */
#include "testing.h"

#include "cold/divide.h"

static void check_shape(const tai_divide *shape, uint64_t n, unsigned base)
{
    const tai_reach *reach = shape->reach;
    ck_assert_uint_ge(shape->levels, 1);
    ck_assert_uint_le(shape->levels, TA_MAX_LEVELS);
    ck_assert_uint_eq(reach[0].plan.log_child, base);
    for (unsigned k = 0; k < shape->levels; k++) {
        const tai_reach_plan *plan = &reach[k].plan;
        ck_assert_uint_ge(plan->fanout, 1);
        ck_assert_uint_ne(plan->ways, 0);
        ck_assert_uint_eq(reach[k].child, (uint64_t)1 << plan->log_child);
        if (plan->ways & TA_BY_TRANSFORM) {
            ck_assert_uint_ge(plan->log_child, plan->transforms->least_log);
            ck_assert_uint_le(plan->log_child, plan->transforms->most_log);
        }
        if (k + 1 < shape->levels) {
            unsigned step = reach[k + 1].plan.log_child - plan->log_child;
            ck_assert_uint_ge(step, 1);
            ck_assert_uint_eq(plan->fanout,
                              tai_min_u64((uint64_t)1 << step,
                                          ((n - 1) >> plan->log_child) + 1));
            /* Only the last level may keep few of its transforms. */
            ck_assert_uint_eq(reach[k].reuse, plan->fanout);
        }
    }
    const tai_reach_plan *top = &reach[shape->levels - 1].plan;
    ck_assert_uint_eq(top->fanout, ((n - 1) >> top->log_child) + 1);
}

TEST(shapes_cover, 500)
{
    test_rng r = test_rng_for("shape", _i);
    const uint64_t n = 1 + (test_random(&r) >> (28 + test_below(&r, 36)));
    const unsigned base = (unsigned)test_below(&r, 2) * 7 + 6;
    ta_game *game = test_random_game(&r, 1000);
    ta_options options = {.convolver = (ta_convolver)test_below(&r, 5),
                          .base_bits = base};
    if (test_below(&r, 2))
        options.max_memory = n / 4 + test_below(&r, 20 * n);
    tai_job job = {.game = game, .n = n, .options = &options, .threads = 1};
    for (int kind = TA_DIVIDE_SHIFT; kind <= TA_DIVIDE_ANY; kind++) {
        tai_divide *shape = tai_cold_divide_shape(&job, (tai_divide_kind)kind);
        ck_assert_ptr_nonnull(shape);
        check_shape(shape, n, base);
        for (unsigned k = 0; k < shape->levels; k++) {
            const unsigned ways = shape->reach[k].plan.ways;
            if (kind == TA_DIVIDE_SHIFT)
                ck_assert_uint_eq(ways, TA_BY_EACH);
            if (kind == TA_DIVIDE_PACKED)
                ck_assert_uint_eq(ways, TA_BY_PACKED);
        }
        ta_free(shape);
    }
    ta_game_free(game);
}
