/* The count sink against counting bit by bit. */
#include <inttypes.h>

#include "testing.h"

enum { N = 3000, ENDS = 40 };

/* Hands the bits to the sink in random blocks, as bits or as lists. */
static void feed(test_rng *r, const ta_bits *bits, tai_count_sink *sink)
{
    uint64_t positions[N];
    for (uint64_t from = 0; from < bits->n;) {
        uint64_t length = 1 + test_below(r, 700), words[N / 64 + 2] = {0};
        uint64_t to = ta_min_u64(from + length, bits->n);
        ta_block block = {.from = from, .to = to, .bits = words, .count = 0};
        for (uint64_t i = from; i < to; i++)
            if (ta_bits_get(bits, i)) {
                words[(i - from) / 64] |= (uint64_t)1 << ((i - from) % 64);
                positions[block.count++] = i;
            }
        if (test_below(r, 2) == 0) {
            block.bits = NULL;
            block.positions = positions;
        }
        ck_assert_int_eq(tai_count_consume(sink, &block), TA_OK);
        from = to;
    }
}

START_TEST(counts_at_random_ends)
{
    test_rng r = test_rng_for("counts_at_random_ends", _i);
    ta_bits bits;
    ck_assert_int_eq(ta_bits_new(test_edge_biased(&r, N), &bits), TA_OK);
    uint64_t rarity = 1 + test_below(&r, 10);
    for (uint64_t i = 0; i < bits.n; i++)
        if (test_below(&r, rarity) == 0)
            bits.words[i / 64] |= (uint64_t)1 << (i % 64);
    uint64_t ends[ENDS], counts[ENDS];
    size_t n_ends = 0;
    /* Some of them at 0, at block borders and beyond the end. */
    for (uint64_t e = test_below(&r, 2); n_ends < ENDS;
         e += 1 + test_below(&r, 120))
        ends[n_ends++] = e;
    tai_count_sink sink;
    tai_count_sink_init(&sink, ends, n_ends, counts);
    feed(&r, &bits, &sink);
    /* What can be known is known before the end. */
    for (size_t k = 0; k < n_ends; k++)
        ck_assert_msg((sink.next > k) == (ends[k] <= bits.n && bits.n > 0),
                      "seed %" PRIu64, r.seed);
    tai_count_finish(&sink);
    ck_assert_uint_eq(sink.next, n_ends);
    ck_assert_uint_eq(sink.total, ta_bits_count(&bits));
    for (size_t k = 0; k < n_ends; k++)
        ck_assert_msg(
            counts[k] ==
                tai_popcount_range(bits.words, 0, ta_min_u64(ends[k], bits.n)),
            "seed %" PRIu64 ", end %" PRIu64, r.seed, ends[k]);
    ta_bits_free(&bits);
}
END_TEST

const struct test_suite test_suite = {.cases = {{&counts_at_random_ends, 300}}};
