#ifndef TA_TINY_WHEEL_H
#define TA_TINY_WHEEL_H

#include "cold/wheel/wheel-engine.h"
#include "testing.h"

/* Small blocks, early phases, everything checked. */
static wheel_tuning tiny(void)
{
    wheel_tuning t = tai_wheel_tuning_default();
    t.vectors = 2;
    t.start = 3000;
    t.rows = 40;
    t.growth = 3;
    t.cache = 4000;
    t.source_group = 7;
    t.checks = 16;
    return t;
}

/* Returns the tuning of `tiny` with most of its numbers at random. */
static inline wheel_tuning tiny_at_random(test_rng *r)
{
    static const uint32_t moduli[] = {0, 0, 5, 9, 13, 15, 35, 65, 117, 325};
    wheel_tuning t = tiny();
    t.vectors = 1 + (unsigned)test_below(r, 8);
    t.dense_tile = (double)test_below(r, 200) / 4;
    t.live_tile = (double)test_below(r, 60) / 4;
    t.quiet_page = (unsigned)test_below(r, 80);
    t.quiet_pages = (unsigned)test_below(r, 9);
    t.quiet_zeros = (unsigned)test_below(r, 100);
    t.quiet_left = test_below(r, 2) ? 5000 : (double)test_below(r, 500);
    t.quiet_reach = 1 + (unsigned)test_below(r, 20);
    t.cache = 1000 + test_below(r, 100000);
    t.source_group = 1 + (unsigned)test_below(r, 40);
    t.sparse_row = test_below(r, 2) ? 1 << 15 : 1 + (unsigned)test_below(r, 70);
    t.start = 1000 + test_below(r, 20000);
    t.growth = 1.2 + (double)test_below(r, 40) / 10;
    t.modulus = moduli[test_below(r, COUNT(moduli))];
    return t;
}

/* Returns the tuning with which, to n = 3 000 000, quiet, sparse and dense
 * classes of the squares occur in several phases. */
static inline wheel_tuning tiny_of_all_classes(void)
{
    wheel_tuning t = tiny();
    t.dense_tile = 30;
    t.live_tile = 6;
    t.quiet_left = 5000;
    t.modulus = 65;
    t.start = 200000;
    t.growth = 2;
    return t;
}

#endif
