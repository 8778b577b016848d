/* The convolvers against the definition and against each other, and the
 * rounding bound against what is seen. Run once for every variant of the
 * processor (Makefile). */
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"

#include "convolve/reach.h"

/* Bits with about one in `rarity` set, or a pattern. */
static void fill(test_rng *r, uint64_t *words, uint64_t bits, uint64_t rarity)
{
    memset(words, 0, bits / 8);
    for (uint64_t i = 0; i < bits; i++)
        if (test_below(r, rarity) == 0)
            words[i / 64] |= (uint64_t)1 << (i % 64);
}

static bool get(const uint64_t *words, uint64_t i)
{
    return words[i / 64] >> (i % 64) & 1;
}

TEST(shift_or_by_definition, 200)
{
    enum { BITS = 1 << 15, SHIFTS = 60 };
    test_rng r = test_rng_for("shift", _i);
    uint64_t *store = tai_alloc_zero(BITS / 64 + 2 * TA_PAD / 8, 8);
    uint64_t *a = store + TA_PAD / 8, x[SHIFTS], storage[SHIFTS];
    uint64_t target[TA_TILE_WORDS], before[TA_TILE_WORDS];
    tai_shifts shifts;
    fill(&r, a, BITS, 1 + test_below(&r, 60));
    fill(&r, target, TA_TILE, 50);
    memcpy(before, target, sizeof before);
    const uint64_t lo = 64 * test_below(&r, (BITS - TA_TILE) / 64);
    const size_t count = (size_t)test_below(&r, SHIFTS + 1);
    for (size_t k = 0; k < count; k++)
        x[k] = test_below(&r, lo + TA_TILE);
    qsort(x, count, sizeof *x, tai_by_number);
    tai_shifts_sort(x, count, storage, &shifts);
    const uint64_t from = test_below(&r, BITS);
    const uint64_t to = from + test_below(&r, BITS);
    TA_KERNEL_HERE(tai_shift_kernel)
        ->shift_or(target, a, lo, &shifts, from, to);
    for (uint64_t b = 0; b < TA_TILE; b++) {
        bool want = get(before, b);
        for (size_t k = 0; k < count; k++)
            want |= x[k] >= from && x[k] < to && lo + b >= x[k] &&
                    lo + b - x[k] < BITS && get(a, lo + b - x[k]);
        ck_assert_msg(want == get(target, b), "case %d, bit %" PRIu64, _i, b);
    }
    ta_free(store);
}

TEST(or_rows_by_definition, 200)
{
    test_rng r = test_rng_for("or_rows", _i);
    unsigned char dst[512], want[512], src[1024];
    const unsigned char *rows[64];
    fill(&r, (uint64_t *)(void *)dst, 8 * sizeof dst, 4);
    memcpy(want, dst, sizeof dst);
    for (size_t k = 0; k < sizeof src; k++)
        src[k] = (unsigned char)(test_random(&r) & test_random(&r));
    const size_t at = (size_t)test_below(&r, 65), count = test_below(&r, 65);
    const size_t bytes = 64 * (size_t)test_below(&r, 7);
    for (size_t row = 0; row < count; row++) {
        rows[row] = src + test_below(&r, sizeof src - bytes + 1);
        for (size_t k = 0; k < bytes; k++)
            want[at + k] |= rows[row][k];
    }
    TA_KERNEL_HERE(tai_shift_kernel)->or_rows(dst + at, rows, count, bytes);
    ck_assert_mem_eq(dst, want, sizeof want);
}

#if LDBL_MANT_DIG >= 64
/* |x + iy - exp(i pi u / 2B)| in units of 2^-53. */
static double root_error(double x, double y, uint64_t u, uint64_t length)
{
    long double angle = acosl(-1) / 2 * (long double)u / (long double)length;
    return (double)hypotl(x - cosl(angle), y - sinl(angle)) * 0x1p53;
}

/* What the proof assumes of sines, cosines and weights, against more digits:
 * a transform of one bit has its weight as it is at frequency 0. */
TEST(weights_are_as_near_as_the_proof_says, 8)
{
    test_rng r = test_rng_for("weights", _i);
    unsigned log = 6 + (unsigned)_i;
    uint64_t length = (uint64_t)1 << log;
    void *state;
    double worst = 0, right = acos(-1.0) / 2;
    test_ok(tai_fftw.open(&tai_fftw, log, NULL, &state));
    uint64_t *bits = tai_alloc_zero(length / 64, 8);
    void *transform = tai_alloc(tai_transform_bytes(&tai_fftw, log), 1);
    for (uint64_t k = 0; k < 256; k++) {
        uint64_t u = log <= 8 ? k % length : test_below(&r, length);
        bits[u / 64] = (uint64_t)1 << u % 64;
        tai_fftw.forward(state, bits, false, transform);
        bits[u / 64] = 0;
        const double *d = transform;
        double e = root_error(d[0], d[1], u, length);
        worst = fmax(worst, e);
    }
    ck_assert_double_gt(worst, 0.2); /* they are not exact */
    ck_assert_double_le(worst, 2.62);

    /* The roots themselves, to lengths whose transforms no test makes. */
    for (uint64_t k = 0; k < 20000; k++) {
        uint64_t all = (uint64_t)1 << (6 + test_below(&r, 40));
        uint64_t u = test_below(&r, all);
        double angle = right * (double)u / (double)all;
        double e = root_error(cos(angle), sin(angle), u, all);
        ck_assert_double_le(e, 2 * u <= all ? 1.84 : 2.62);
    }
    ta_free(bits);
    ta_free(transform);
    tai_fftw.close(state);
}
#endif

/* The bound grows with everything that it should grow with. */
TEST(bound_is_monotone, 1)
{
    for (unsigned log = 6; log < 40; log++)
        for (size_t terms = 1; terms < 100; terms *= 3) {
            double b = tai_fftw.bound(&tai_fftw, log, terms);
            ck_assert_double_gt(b, 0);
            ck_assert_double_lt(b, tai_fftw.bound(&tai_fftw, log + 1, terms));
            ck_assert_double_lt(b, tai_fftw.bound(&tai_fftw, log, terms + 1));
        }
}

/* Pairs of the node of which alone too little is proved. */
static uint64_t unproved(const tai_reach *r)
{
    const tai_transforms *t = r->plan.transforms;
    uint64_t pairs = 0;
    for (size_t i = 1; i < r->plan.fanout; i++)
        for (size_t j = 0; j < i; j++)
            pairs += !reach_is_empty(r, i, j) &&
                     t->norm((double)r->cold[j], (double)r->moves[i - j]) *
                             t->bound(t, r->plan.log_child, 2) >=
                         r->plan.limit;
    return pairs;
}

/* One node of six children with arbitrary (not game-like) cold bits: every
 * way marks exactly what the definition reaches. */
TEST(every_way_reaches_the_same, 216)
{
    static const unsigned ways[] = {TA_BY_S,      TA_BY_COLD, TA_BY_TRANSFORM,
                                    TA_BY_PACKED, TA_BY_EACH, 0xf};
    static const tai_transforms *const kinds[] = {&tai_fftw, &tai_ntt,
                                                  &tai_ntt_one};
    /* All of a sum is proved, or only few of its terms, or not even one. */
    static const double terms[] = {1e9, 2.5, 0.5};
    enum { CHILDREN = 6 };
    test_rng r = test_rng_for("reach", _i);
    const tai_transforms *t = kinds[_i / 6 % 3];
    const unsigned way = ways[_i % 6], part = (unsigned)_i / 36 % 3;
    const unsigned log =
        (unsigned)tai_max_u64(7 + test_below(&r, 7), t->least_log);
    const uint64_t child = (uint64_t)1 << log, n = CHILDREN * child;
    const uint64_t pad = TA_PAD / 8, words = n / 64;
    uint64_t *store = tai_alloc_zero(words + 2 * pad, 8), *cold = store + pad;
    uint64_t *all = tai_alloc(words, 8), *list = tai_alloc(n, 8);
    uint64_t *hot = tai_alloc(child / 64 + pad, 8);
    fill(&r, all, n, 1 + test_below(&r, 300));
    const uint64_t rarity = 1 + test_below(&r, 60);
    size_t count = 0;
    for (uint64_t s = 1 + test_below(&r, 9); s < n; s++)
        if (test_below(&r, rarity) == 0)
            list[count++] = s;
    tai_set set;
    tai_field field;
    tai_pool pool;
    tai_arena arena = {0};
    test_ok(tai_set_from_list(list, count, n, &set));
    test_ok(tai_pool_open(&pool, 1 + (unsigned)_i % 2, NULL));
    const double term = t->norm((double)tai_popcount_range(all, 0, 64 * words) /
                                    (double)CHILDREN,
                                2.0 * (double)count / (double)CHILDREN) *
                        t->bound(t, log, 4);
    /* All transforms are kept, or those of a group. */
    tai_reach reach = {
        .plan = {.log_child = log,
                 .fanout = CHILDREN,
                 .ways = way,
                 .transforms = t,
                 .group = _i / 18 % 2 ? 1 + (size_t)_i % (CHILDREN - 1) : 0,
                 .limit = fmin(0.5, fmax(terms[part] * term, 1e-300)),
                 .moves = count}};
    tai_convolve_reach_plan(&reach);
    for (int twice = 0; twice < 2; twice++) {
        ck_assert(twice == 0 || tai_arena_open(&arena) == TA_OK);
        tai_convolve_field_place(&field, count, set.bits != NULL, &arena);
        tai_convolve_reach_place(&reach, &arena);
    }
    tai_convolve_field_init(&field, &set, cold, n, &pool);
    tai_convolve_reach_open(&reach, &field);
    tai_convolve_reach_begin(&reach, 0, 0);
    for (size_t i = 0; i < CHILDREN; i++) {
        const uint64_t lo = i * child;
        memset(hot, 0, child / 8 + TA_PAD);
        test_ok(tai_convolve_reach_child(&reach, i, hot));
        for (uint64_t at = lo; at < lo + child; at++) {
            bool want = false;
            for (size_t k = 0; k < count && list[k] <= at && !want; k++)
                want = at - list[k] < lo && get(all, at - list[k]);
            if (want != get(hot, at - lo))
                ck_abort_msg("way %u, child %zu of 2^%u, target %" PRIu64
                             ", seed %" PRIu64,
                             way, i, log, at, r.seed);
        }
        memcpy(cold + lo / 64, all + lo / 64, child / 8);
    }
    if (way == TA_BY_TRANSFORM) {
        ck_assert_uint_eq(reach.counts.used[2], unproved(&reach)); /* by GMP */
        ck_assert(part != 1 || reach.counts.backward >= CHILDREN ||
                  count < 100);
    }
    tai_convolve_reach_close(&reach);
    tai_arena_close(&arena);
    tai_pool_close(&pool);
    tai_set_free(&set);
    ta_free(hot);
    ta_free(list);
    ta_free(all);
    ta_free(store);
}
