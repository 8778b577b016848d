/* The convolvers against the definition and against each other, and the
 * rounding bound against what is seen. Run once for every variant of the
 * processor (Makefile). */
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "pass.h"
#include "testing.h"

#include "convolve/packed.h"
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

START_TEST(shift_or_by_definition)
{
    test_rng r = test_rng_for("shift", _i);
    enum { BITS = 1 << 15, SHIFTS = 60 };
    uint64_t words = BITS / 64 + 2 * TA_PAD / 8;
    uint64_t *store = tai_alloc_zero(words, 8), *a = store + TA_PAD / 8;
    fill(&r, a, BITS, 1 + test_below(&r, 60));
    uint64_t lo = 64 * test_below(&r, (BITS - TA_TILE) / 64), x[SHIFTS];
    size_t count = (size_t)test_below(&r, SHIFTS + 1);
    for (size_t k = 0; k < count; k++)
        x[k] = test_below(&r, lo + TA_TILE);
    for (size_t k = 1; k < count; k++) /* insertion sort */
        for (size_t m = k; m > 0 && x[m - 1] > x[m]; m--) {
            uint64_t t = x[m];
            x[m] = x[m - 1];
            x[m - 1] = t;
        }
    uint64_t storage[SHIFTS];
    ta_shifts shifts;
    tai_shifts_sort(x, count, storage, &shifts);
    uint64_t from = test_below(&r, BITS), to = from + test_below(&r, BITS);
    ta_shifts some = tai_shifts_between(&shifts, from, to);
    uint64_t target[TA_TILE_WORDS];
    fill(&r, target, TA_TILE, 50);
    uint64_t before[TA_TILE_WORDS];
    memcpy(before, target, sizeof before);
    tai_shift_or(target, a, lo, &some);
    for (uint64_t b = 0; b < TA_TILE; b++) {
        bool want = get(before, b);
        for (size_t k = 0; k < count; k++)
            want |= x[k] >= from && x[k] < to && lo + b >= x[k] &&
                    lo + b - x[k] < BITS && get(a, lo + b - x[k]);
        if (want != get(target, b))
            ck_abort_msg("case %d, bit %" PRIu64, _i, b);
    }
    ta_free(store);
}
END_TEST

/* A word in which a quarter of the bits are set. */
static uint64_t quarter(test_rng *r)
{
    const uint64_t word = test_random(r);
    return word & test_random(r);
}

START_TEST(or_rows_by_definition)
{
    test_rng r = test_rng_for("or_rows", _i);
    uint64_t dst[64], want[64];
    unsigned char src[1024];
    const unsigned char *rows[64];
    for (size_t k = 0; k < 64; k++)
        dst[k] = want[k] = quarter(&r);
    for (size_t k = 0; k < sizeof src; k++)
        src[k] = (unsigned char)quarter(&r);
    size_t at = (size_t)test_below(&r, 9), count = (size_t)test_below(&r, 65);
    size_t bytes = 64 * (size_t)test_below(&r, 7);
    for (size_t row = 0; row < count; row++) {
        rows[row] = src + test_below(&r, sizeof src - bytes + 1);
        for (size_t k = 0; k < bytes; k++)
            ((unsigned char *)(want + at))[k] |= rows[row][k];
    }
    tai_or_rows(dst + at, rows, count, bytes);
    ck_assert_mem_eq(dst, want, sizeof want);
}
END_TEST

/* The middle product of `a` (B bits) and `window` (2B bits), by definition. */
static void middle_product(const uint64_t *a, const uint64_t *window,
                           uint64_t length, uint32_t *out)
{
    memset(out, 0, length * sizeof *out);
    for (uint64_t u = 0; u < length; u++)
        for (uint64_t v = 0; get(a, u) && v < length; v++)
            out[v] += get(window, length + v - u);
}

/* Every six cases the next. */
static const ta_transforms *transforms_of(int i)
{
    static const ta_transforms *const all[] = {&tai_fftw, &tai_ntt,
                                               &tai_ntt_one};
    return all[i / 6 % 3];
}

/* Case: length 2^(7 + _i % 6), all transforms, several sources at once. */
START_TEST(fft_and_packed_by_definition)
{
    test_rng r = test_rng_for("fft", _i);
    enum { TERMS = 3 };
    unsigned log = 7 + (unsigned)_i % 6;
    uint64_t length = (uint64_t)1 << log, words = length / 64;
    const ta_transforms *t = transforms_of(_i);
    void *state;
    ck_assert_int_eq(t->open(t, log, NULL, &state), TA_OK);
    uint64_t bytes = ta_transform_bytes(t, log);
    uint64_t *a = tai_alloc(words, 8), *window = tai_alloc(2 * words, 8);
    uint64_t *marks = tai_alloc_zero(words, 8);
    uint64_t *exact = tai_alloc_zero(words, 8);
    uint32_t *one = tai_alloc(length, 4), *want = tai_alloc_zero(length, 4);
    uint64_t *any = tai_alloc_zero(words, 8);
    void *ta[TERMS], *tb[TERMS], *sum = tai_alloc(bytes, 1);
    double norm = 0;
    uint64_t rarity = 1 + test_below(&r, 200);
    for (int k = 0; k < TERMS; k++) {
        fill(&r, a, length, rarity);
        fill(&r, window, 2 * length, 1 + test_below(&r, 30));
        middle_product(a, window, length, one);
        memset(exact, 0, words * sizeof *exact);
        ck_assert_int_eq(tai_packed_marks(a, window, length, exact), TA_OK);
        for (uint64_t v = 0; v < length; v++) {
            ck_assert_int_eq(get(exact, v), one[v] > 0);
            want[v] += one[v];
        }
        for (uint64_t w = 0; w < words; w++)
            any[w] |= exact[w];
        norm += t->norm((double)tai_popcount_words(a, words),
                        (double)tai_popcount_words(window, 2 * words));
        ta[k] = tai_alloc(bytes, 1);
        tb[k] = tai_alloc(bytes, 1);
        t->forward(state, a, false, ta[k]);
        t->forward(state, window, true, tb[k]);
    }
    /* First term alone, the others added to it: both forms of a sum. */
    ta_sum first = {sum, false, 1, (const void *const *)ta,
                    (const void *const *)tb};
    ta_sum others = {sum, true, TERMS - 1, (const void *const *)ta + 1,
                     (const void *const *)tb + 1};
    accumulate(t, state, log, NULL, &first);
    accumulate(t, state, log, NULL, &others);
    double off = t->marks(state, sum, marks);
    double bound = norm * t->bound(log, 2 * TERMS);
    ck_assert_double_lt(bound, 0.5);
    ck_assert_double_le(off, bound);
    ck_assert_mem_eq(marks, any, words * 8);
    for (int k = 0; k < TERMS; k++) {
        ta_free(ta[k]);
        ta_free(tb[k]);
    }
    ta_free(sum);
    ta_free(any);
    ta_free(want);
    ta_free(one);
    ta_free(exact);
    ta_free(marks);
    ta_free(window);
    ta_free(a);
    t->close(state);
}
END_TEST

/* Sets that are bad for rounding: all ones, one class of residues, blocks. */
START_TEST(bound_holds_on_bad_sets)
{
    unsigned log = 10 + (unsigned)_i % 6;
    uint64_t length = (uint64_t)1 << log, words = length / 64;
    int shape = _i / 6;
    const ta_transforms *t = &tai_fftw;
    void *state;
    ck_assert_int_eq(t->open(t, log, NULL, &state), TA_OK);
    uint64_t *a = tai_alloc_zero(words, 8);
    uint64_t *window = tai_alloc_zero(2 * words, 8);
    uint64_t *marks = tai_alloc_zero(words, 8);
    uint64_t *exact = tai_alloc_zero(words, 8);
    for (uint64_t i = 0; i < 2 * length; i++) {
        bool in = shape == 0   ? true
                  : shape == 1 ? i % 5 == 1 || i % 5 == 4
                               : i / 700 % 2 == 0;
        if (in) {
            window[i / 64] |= (uint64_t)1 << (i % 64);
            if (i < length)
                a[i / 64] |= (uint64_t)1 << (i % 64);
        }
    }
    uint64_t bytes = ta_transform_bytes(t, log);
    void *ta = tai_alloc(bytes, 1), *tb = tai_alloc(bytes, 1);
    t->forward(state, a, false, ta);
    t->forward(state, window, true, tb);
    ta_sum sum = {ta, false, 1, (const void *const *)&ta,
                  (const void *const *)&tb};
    accumulate(t, state, log, NULL, &sum);
    double off = t->marks(state, ta, marks);
    double norm = __builtin_sqrt((double)tai_popcount_words(a, words) *
                                 (double)tai_popcount_words(window, 2 * words));
    double bound = norm * tai_fftw.bound(log, 1);
    ck_assert_double_le(off, bound);
    ck_assert_int_eq(tai_packed_marks(a, window, length, exact), TA_OK);
    if (bound < 0.5)
        ck_assert_mem_eq(marks, exact, words * 8);
    ta_free(ta);
    ta_free(tb);
    ta_free(a);
    ta_free(window);
    ta_free(marks);
    ta_free(exact);
    t->close(state);
}
END_TEST

/* Products that a pool does together. Case: length and pool; two terms. */
START_TEST(products_side_by_side)
{
    static const unsigned sizes[] = {2, 3, 4, 7, 16};
    test_rng r = test_rng_for("products together", _i);
    unsigned log = 15 + (unsigned)_i / 5;
    uint64_t length = (uint64_t)1 << log, words = length / 64;
    tai_pool pool;
    ck_assert_int_eq(tai_pool_open(&pool, sizes[_i % 5], NULL), TA_OK);
    void *state, *ta[2], *tb[2];
    ck_assert_int_eq(tai_fftw.open(&tai_fftw, log, &pool, &state), TA_OK);
    uint64_t *a = tai_alloc(words, 8), *window = tai_alloc(2 * words, 8);
    uint64_t *marks = tai_alloc_zero(words, 8);
    uint64_t *any = tai_alloc_zero(words, 8);
    void *sum = tai_alloc(ta_transform_bytes(&tai_fftw, log), 1);
    for (int k = 0; k < 2; k++) {
        fill(&r, a, length, 1 + test_below(&r, 200));
        fill(&r, window, 2 * length, 1 + test_below(&r, 2000));
        ck_assert_int_eq(tai_packed_marks(a, window, length, any), TA_OK);
        ta[k] = tai_alloc(ta_transform_bytes(&tai_fftw, log), 1);
        tb[k] = tai_alloc(ta_transform_bytes(&tai_fftw, log), 1);
        tai_fftw.forward(state, a, false, ta[k]);
        tai_fftw.forward(state, window, true, tb[k]);
    }
    ta_sum both = {sum, false, 2, (const void *const *)ta,
                   (const void *const *)tb};
    accumulate(&tai_fftw, state, log, &pool, &both);
    tai_fftw.marks(state, sum, marks);
    ck_assert_mem_eq(marks, any, words * 8);
    for (int k = 0; k < 2; k++) {
        ta_free(ta[k]);
        ta_free(tb[k]);
    }
    ta_free(sum);
    ta_free(any);
    ta_free(marks);
    ta_free(window);
    ta_free(a);
    tai_fftw.close(state);
    tai_pool_close(&pool);
}
END_TEST

#if LDBL_MANT_DIG >= 64
/* |x + iy - exp(i pi u / 2B)| in units of 2^-53. */
static double root_error(double x, double y, uint64_t u, uint64_t length)
{
    long double angle = acosl(-1) / 2 * (long double)u / (long double)length;
    return (double)hypotl(x - cosl(angle), y - sinl(angle)) * 0x1p53;
}

/* What the proof takes for granted of sines, cosines and weights, against more
 * digits: a transform of one bit has its weight as it is at frequency 0. */
START_TEST(weights_are_as_near_as_the_proof_says)
{
    test_rng r = test_rng_for("weights", _i);
    unsigned log = 6 + (unsigned)_i;
    uint64_t length = (uint64_t)1 << log;
    void *state;
    double worst = 0, right = acos(-1.0) / 2;
    ck_assert_int_eq(tai_fftw.open(&tai_fftw, log, NULL, &state), TA_OK);
    uint64_t *bits = tai_alloc_zero(length / 64, 8);
    void *transform = tai_alloc(ta_transform_bytes(&tai_fftw, log), 1);
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
END_TEST
#endif

/* The bound grows with everything that it should grow with. */
START_TEST(bound_is_monotone)
{
    for (unsigned log = 6; log < 40; log++)
        for (size_t terms = 1; terms < 100; terms *= 3) {
            double b = tai_fftw.bound(log, terms);
            ck_assert_double_gt(b, 0);
            ck_assert_double_lt(b, tai_fftw.bound(log + 1, terms));
            ck_assert_double_lt(b, tai_fftw.bound(log, terms + 1));
        }
}
END_TEST

static const unsigned ways[] = {TA_BY_S,      TA_BY_COLD, TA_BY_TRANSFORM,
                                TA_BY_PACKED, TA_BY_EACH, 0xf};

/* Pairs of the node of which alone too little is proved. */
static uint64_t unproved(const ta_reach *r)
{
    const ta_transforms *t = r->plan.transforms;
    uint64_t pairs = 0;
    for (size_t i = 1; i < r->plan.fanout; i++)
        for (size_t j = 0; j < i; j++)
            pairs += r->cold[j] > 0 && r->moves[i - j] > 0 &&
                     t->norm((double)r->cold[j], (double)r->moves[i - j]) *
                             t->bound(r->plan.log_child, 2) >=
                         r->plan.limit;
    return pairs;
}

/* One node of six children with arbitrary (not game-like) cold bits: every
 * way marks exactly what the definition reaches. */
START_TEST(every_way_reaches_the_same)
{
    test_rng r = test_rng_for("reach", _i);
    enum { CHILDREN = 6 };
    unsigned log = 7 + (unsigned)test_below(&r, 7);
    unsigned way = ways[_i % 6];
    uint64_t child = (uint64_t)1 << log, n = CHILDREN * child;
    uint64_t pad = TA_PAD / 8, words = n / 64;
    uint64_t *store = tai_alloc_zero(words + 2 * pad, 8), *cold = store + pad;
    uint64_t *all = tai_alloc_zero(words, 8);
    fill(&r, all, n, 1 + test_below(&r, 300));
    uint64_t rarity = 1 + test_below(&r, 60), least = 1 + test_below(&r, 9);
    uint64_t *list = tai_alloc(n, 8);
    size_t count = 0;
    for (uint64_t s = least; s < n; s++)
        if (test_below(&r, rarity) == 0)
            list[count++] = s;
    ta_set set;
    ck_assert_int_eq(tai_set_from_list(list, count, n, &set), TA_OK);
    ta_field field;
    tai_pool pool;
    ck_assert_int_eq(tai_pool_open(&pool, 1 + (unsigned)_i % 2, NULL), TA_OK);
    const ta_transforms *t = transforms_of(_i);
    /* All transforms are kept, or those of a group. */
    ta_reach reach = {
        .plan = {.log_child = log,
                 .fanout = CHILDREN,
                 .ways = way,
                 .transforms = t,
                 .group = _i / 18 % 2 ? 1 + (size_t)_i % (CHILDREN - 1) : 0,
                 .moves = count,
                 .dense = set.bits != NULL,
                 .beside = _i % 2}};
    /* All of a sum is proved, or only few of its terms, or not even one. */
    static const double terms[] = {1e9, 2.5, 0.5};
    int part = _i / 36 % 3;
    double term = t->norm((double)tai_popcount_words(all, words) / CHILDREN,
                          2.0 * (double)count / CHILDREN) *
                  t->bound(log, 4);
    reach.plan.limit = fmin(0.5, fmax(terms[part] * term, 1e-300));
    tai_convolve_reach_plan(&reach);
    ta_arena arena = {0};
    for (int twice = 0; twice < 2; twice++) {
        ck_assert(twice == 0 || ta_arena_open(&arena) == TA_OK);
        tai_convolve_field_place(&field, count, reach.plan.dense, &arena);
        tai_convolve_reach_place(&reach, &arena);
    }
    tai_convolve_field_init(&field, &set, cold, n, &pool);
    tai_convolve_reach_open(&reach, &field);
    uint64_t *hot = tai_alloc(child / 64 + pad, 8);
    tai_convolve_reach_begin(&reach, 0, 0);
    for (size_t i = 0; i < CHILDREN; i++) {
        memset(hot, 0, child / 8 + TA_PAD);
        ck_assert_int_eq(tai_convolve_reach_child(&reach, i, hot), TA_OK);
        uint64_t lo = i * child;
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
    ta_arena_close(&arena);
    tai_pool_close(&pool);
    tai_set_free(&set);
    ta_free(hot);
    ta_free(list);
    ta_free(all);
    ta_free(store);
}
END_TEST

const struct test_suite test_suite = {
    .cases = {{&shift_or_by_definition, 200},
              {&or_rows_by_definition, 200},
              {&fft_and_packed_by_definition, 54},
              {&bound_holds_on_bad_sets, 18},
              {&products_side_by_side, 10},
#if LDBL_MANT_DIG >= 64
              {&weights_are_as_near_as_the_proof_says, 8},
#endif

              {&bound_is_monotone, 1},
              {&every_way_reaches_the_same, 216}}};
