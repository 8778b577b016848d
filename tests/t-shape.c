/* The shapes of recursions: whatever n, the levels fit together, cover the
 * range, and use no transform where it is not defined. */
#include <inttypes.h>

#include "testing.h"

#include "cold/shape.h"
#include "convolve/reach.h"

static void check_shape(const ta_shape *shape, uint64_t n, unsigned base)
{
    ck_assert_uint_ge(shape->levels, 1);
    ck_assert_uint_le(shape->levels, TA_MAX_LEVELS);
    ck_assert_uint_eq(shape->log_child[0], base);
    for (unsigned k = 0; k < shape->levels; k++) {
        ck_assert_uint_ge(shape->fanout[k], 1);
        if (k + 1 < shape->levels) {
            unsigned step = shape->log_child[k + 1] - shape->log_child[k];
            ck_assert_uint_ge(step, 1);
            ck_assert_uint_eq(shape->fanout[k],
                              ta_min_u64((uint64_t)1 << step,
                                         ((n - 1) >> shape->log_child[k]) + 1));
        }
    }
    unsigned top = shape->levels - 1;
    ck_assert_uint_ge((n - 1) >> shape->log_child[top] << 1 | 1,
                      shape->fanout[top]); /* no child begins beyond n */
    ck_assert_uint_ge(shape->fanout[top],
                      ((n - 1) >> shape->log_child[top]) + 1);
}

START_TEST(shapes_cover)
{
    test_rng r = test_rng_for("shape", _i);
    uint64_t n = 1 + (test_random(&r) >> (2 + test_below(&r, 62)));
    unsigned base = 6 + (unsigned)test_below(&r, 15);
    ta_shape shape;
    for (unsigned step = 1; step <= 7; step++) {
        shape = ta_shape_even(n, base, step, TA_BY_SHIFT);
        check_shape(&shape, n, base);
    }
    ta_game *game = test_random_game(&r, 1000);
    ta_options options = {.convolver = (ta_convolver)test_below(&r, 3)};
    ta_job job = {.game = game, .n = n, .options = &options, .threads = 1};
    unsigned low = (unsigned)test_below(&r, 25);
    shape = ta_shape_cheapest(&job, base, low, TA_BY_TRANSFORM, 0, 0);
    check_shape(&shape, n, base);
    for (unsigned k = 0; k + 1 < shape.levels; k++) {
        bool large = shape.log_child[k + 1] > low;
        ck_assert_int_eq((shape.ways[k] & TA_BY_TRANSFORM) == 0 &&
                             (shape.ways[k] & TA_BY_SHIFT) == 0,
                         false);
        ck_assert_int_eq((shape.ways[k] & TA_BY_SHIFT) != 0, !large);
    }
    unsigned bits = base + 1 + (unsigned)test_below(&r, 10);
    n >>= n >> bits > 1024 ? ta_log2_ceil(n) - bits - 8 : 0;
    job.n = n = ta_max_u64(n, (uint64_t)2 << bits);
    shape = ta_shape_cheapest(&job, base, low, TA_BY_TRANSFORM, bits, 4);
    check_shape(&shape, n, base);
    ck_assert_uint_eq(shape.log_child[shape.levels - 1], bits);
    ta_game_free(game);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("shape");
    TCase *c = tcase_create("shape");
    tcase_add_loop_test(c, shapes_cover, 0, 500);
    suite_add_tcase(suite, c);
    return test_main(suite);
}
