/* The exact transforms against the definition, against GMP, and against a copy
 * of their portable variant that asserts every range of the proof in
 * src/convolve/README.md. Run once for every variant of the processor
 * (Makefile). */
#include <inttypes.h>
#include <string.h>

#include "pass.h"
#include "testing.h"

static void out_of_range(int64_t value, int64_t units);
#define TA_NTT_CHECKED          out_of_range
#define tai_ntt_kernel_portable checked
#include "convolve/ntt-kernel.c" /* NOLINT(bugprone-suspicious-include) */
#undef tai_ntt_kernel_portable

#include "convolve/packed.h"

static void out_of_range(int64_t value, int64_t units)
{
    ck_abort_msg("%" PRId64 " is beyond %" PRId64 " * 2^26", value, units);
}

static bool get(const uint64_t *words, uint64_t i)
{
    return words[i / 64] >> (i % 64) & 1;
}

/* One bit in `rarity`, or a period, whose transform is at a few places only. */
enum { PERIODIC = 0 };

static void fill(test_rng *r, uint64_t *words, uint64_t bits, uint64_t rarity,
                 uint64_t most)
{
    uint64_t phase = test_below(r, 5), count = 0;
    memset(words, 0, bits / 8);
    for (uint64_t i = 0; i < bits && count < most; i++)
        if (rarity == PERIODIC ? (i + phase) % 5 == 1 || (i + phase) % 5 == 4
                               : test_below(r, rarity) == 0) {
            words[i / 64] |= (uint64_t)1 << (i % 64);
            count++;
        }
}

/* Each test runs for both, in turn. */
static const ta_transforms *const kinds[] = {&tai_ntt, &tai_ntt_one};

enum { MOST_TERMS = 100 };

/* Some pairs of bits and windows, and their transforms. */
typedef struct pairs {
    const ta_transforms *t;
    unsigned log;
    size_t terms;
    uint64_t length, words, *a[MOST_TERMS], *window[MOST_TERMS];
    void *ta[MOST_TERMS], *tb[MOST_TERMS], *sum;
    uint64_t *marks, *want;
    tai_pool *pool;
    ta_ntt_plan *ntt;
} pairs;

/* With one root as many bits as are proved, at most. */
static pairs new_pairs(test_rng *r, const ta_transforms *t, unsigned log,
                       size_t terms, uint64_t rarity_a, uint64_t rarity_b)
{
    pairs p = {
        .t = t, .log = log, .terms = terms, .length = (uint64_t)1 << log};
    uint64_t most = (uint64_t)(0.5 / t->bound(log, 1)) / terms;
    p.words = p.length / 64;
    void *state;
    ck_assert_int_eq(t->open(t, log, NULL, &state), TA_OK);
    p.ntt = state;
    p.sum = tai_alloc(ta_transform_bytes(t, log), 1);
    p.marks = tai_alloc_zero(p.words, 8);
    p.want = tai_alloc_zero(p.words, 8);
    for (size_t k = 0; k < terms; k++) {
        p.a[k] = tai_alloc(p.words, 8);
        p.window[k] = tai_alloc(2 * p.words, 8);
        fill(r, p.a[k], p.length, rarity_a, most);
        fill(r, p.window[k], 2 * p.length, rarity_b, 2 * p.length);
        p.ta[k] = tai_alloc(ta_transform_bytes(t, log), 1);
        p.tb[k] = tai_alloc(ta_transform_bytes(t, log), 1);
        t->forward(p.ntt, p.a[k], false, p.ta[k]);
        t->forward(p.ntt, p.window[k], true, p.tb[k]);
    }
    return p;
}

static void free_pairs(pairs *p)
{
    for (size_t k = 0; k < p->terms; k++) {
        ta_free(p->a[k]);
        ta_free(p->window[k]);
        ta_free(p->ta[k]);
        ta_free(p->tb[k]);
    }
    ta_free(p->sum);
    ta_free(p->marks);
    ta_free(p->want);
    p->t->close(p->ntt);
}

/* The first `some` terms, then the others added to them: both forms. */
static void find_marks(pairs *p, size_t some)
{
    ta_sum first = {p->sum, false, some, (const void *const *)p->ta,
                    (const void *const *)p->tb};
    ta_sum others = {p->sum, true, p->terms - some,
                     (const void *const *)p->ta + some,
                     (const void *const *)p->tb + some};
    accumulate(p->t, p->ntt, p->log, p->pool, &first);
    if (others.terms > 0)
        accumulate(p->t, p->ntt, p->log, p->pool, &others);
    p->t->marks(p->ntt, p->sum, p->marks);
}

static const uint64_t rarities[] = {1, PERIODIC, 2, 5, 60, 1000, 100000};
enum { RARITIES = sizeof rarities / sizeof *rarities };

START_TEST(marks_by_definition)
{
    test_rng r = test_rng_for("ntt", _i);
    const ta_transforms *t = kinds[_i % 2];
    unsigned c = (unsigned)_i / 2;
    pairs p = new_pairs(&r, t, t->least_log + c % 7, 1 + c % 4,
                        rarities[c / 7 % RARITIES],
                        rarities[test_below(&r, RARITIES)]);
    find_marks(&p, p.terms - c % 2 * (p.terms - 1));
    for (uint64_t v = 0; v < p.length; v++) {
        bool want = false;
        for (size_t k = 0; k < p.terms; k++)
            for (uint64_t u = 0; u < p.length && !want; u++)
                want = get(p.a[k], u) && get(p.window[k], p.length + v - u);
        if (want != get(p.marks, v))
            ck_abort_msg("2^%u, result %" PRIu64 ", seed %" PRIu64, p.log, v,
                         r.seed);
    }
    free_pairs(&p);
}
END_TEST

START_TEST(marks_by_gmp)
{
    test_rng r = test_rng_for("ntt-gmp", _i);
    unsigned c = (unsigned)_i / 2, log = 13 + c % 8;
    pairs p = new_pairs(&r, kinds[_i % 2], log, log < 18 ? 3 : 1,
                        rarities[c % RARITIES], rarities[c / 8 % RARITIES]);
    find_marks(&p, 1);
    for (size_t k = 0; k < p.terms; k++)
        ck_assert_int_eq(
            tai_packed_marks(p.a[k], p.window[k], p.length, p.want), TA_OK);
    ck_assert_mem_eq(p.marks, p.want, p.words * 8);
    free_pairs(&p);
}
END_TEST

/* More terms than one sum of 64 bits holds, of sets that are all ones but for
 * an end: the counts are as large as they can be, and 0 beside them. */
START_TEST(many_terms_of_all_ones)
{
    test_rng r = test_rng_for("ntt-ones", _i);
    const ta_transforms *t = kinds[_i % 2];
    pairs p =
        new_pairs(&r, t, t->least_log + (unsigned)_i / 2, MOST_TERMS, 1, 1);
    find_marks(&p, MOST_TERMS);
    for (uint64_t v = 0; v < p.length; v++)
        ck_assert(get(p.marks, v));
    /* c = {B - 1}, k = the lower half: v + 1 - B is not in the window. */
    for (size_t k = 0; k < p.terms; k++) {
        memset(p.a[k], 0, p.words * 8);
        p.a[k][p.words - 1] = (uint64_t)1 << 63;
        memset(p.window[k], 0, 2 * p.words * 8);
        uint64_t last = p.length - p.length / 4;
        for (uint64_t v = 0; v < last; v++)
            p.window[k][v / 64] |= (uint64_t)1 << (v % 64);
        p.t->forward(p.ntt, p.a[k], false, p.ta[k]);
        p.t->forward(p.ntt, p.window[k], true, p.tb[k]);
    }
    memset(p.marks, 0, p.words * 8);
    find_marks(&p, 41);
    for (uint64_t v = 0; v < p.length; v++)
        ck_assert_int_eq(get(p.marks, v), v + 1 < p.length - p.length / 4);
    free_pairs(&p);
}
END_TEST

/* This variant and the checked one on the same bits: equal transforms, equal
 * sums, equal ways back, and no range exceeded. */
START_TEST(ranges_hold)
{
    test_rng r = test_rng_for("ntt-ranges", _i);
    const ta_transforms *t = kinds[_i % 2];
    unsigned c = (unsigned)_i / 2, log = t->least_log + c % 9;
    enum { TERMS = 45 };
    pairs p =
        new_pairs(&r, t, log, TERMS, rarities[c / 9 % 3], rarities[c / 27 % 3]);
    ta_ntt_plan other = *p.ntt;
    other.kernel = &checked;
    uint64_t bytes = ta_transform_bytes(p.t, log);
    void *again = tai_alloc(bytes, 1);
    for (size_t k = 0; k < TERMS; k += 9) {
        p.t->forward(&other, p.a[k], false, again);
        ck_assert_mem_eq(again, p.ta[k], bytes);
        p.t->forward(&other, p.window[k], true, again);
        ck_assert_mem_eq(again, p.tb[k], bytes);
    }
    ta_sum sum = {p.sum, false, TERMS, (const void *const *)p.ta,
                  (const void *const *)p.tb};
    accumulate(p.t, p.ntt, p.log, p.pool, &sum);
    sum.sum = again;
    accumulate(p.t, &other, p.log, p.pool, &sum);
    ck_assert_mem_eq(again, p.sum, bytes);
    p.t->marks(p.ntt, p.sum, p.marks);
    p.t->marks(&other, again, p.want);
    ck_assert_mem_eq(p.want, p.marks, p.words * 8);
    ck_assert_mem_eq(again, p.sum, bytes);
    ta_free(again);
    free_pairs(&p);
}
END_TEST

/* Not from bits, but from the ends of what each stage may be given. */
START_TEST(ranges_hold_at_their_ends)
{
    test_rng r = test_rng_for("ntt-ends", _i);
    const ta_transforms *kind = kinds[_i % 2];
    unsigned log = kind->least_log + (unsigned)_i / 2 % 6;
    pairs p = new_pairs(&r, kind, log, TA_NTT_TERMS, 2, 2);
    ta_ntt_plan other = *p.ntt;
    other.kernel = &checked;
    size_t count = p.ntt->rows * TA_NTT_LANES, part = p.ntt->rows / other.parts;
    int32_t *x = p.ta[0], *y = p.tb[0];
    for (size_t k = 0; k < count; k++)
        x[k] = y[k] = (test_below(&r, 2) ? 24 : -24) * TA_NTT_UNIT;
    for (size_t k = 0; k < other.parts; k++) {
        size_t at = k * part * TA_NTT_LANES;
        p.ntt->kernel->forward(p.ntt, x + at, part, other.parts / 2, k);
        checked.forward(&other, y + at, part, other.parts / 2, k);
    }
    ck_assert_mem_eq(x, y, 4 * count);
    for (size_t t = 0; t < p.terms; t++)
        for (size_t k = 0; k < count; k++) {
            ((int32_t *)p.ta[t])[k] = 6 * TA_NTT_UNIT;
            ((int32_t *)p.tb[t])[k] = (k % 2 ? 6 : -6) * TA_NTT_UNIT;
        }
    ta_sum sum = {p.sum, false, p.terms, (const void *const *)p.ta,
                  (const void *const *)p.tb};
    accumulate(p.t, &other, p.log, p.pool, &sum);
    for (size_t k = 0; k < count; k++)
        x[k] = y[k] = (test_below(&r, 2) ? 6 : -6) * TA_NTT_UNIT;
    p.t->marks(p.ntt, x, p.marks);
    p.t->marks(&other, y, p.want);
    ck_assert_mem_eq(x, y, 4 * count);
    ck_assert_mem_eq(p.marks, p.want, p.words * 8);
    free_pairs(&p);
}
END_TEST

/* The pool gives what the caller alone does. */
START_TEST(threads_agree)
{
    test_rng r = test_rng_for("ntt-threads", _i);
    pairs p = new_pairs(&r, kinds[_i % 2], 15 + (unsigned)_i / 2, 5, 5, 5);
    tai_pool pool;
    ck_assert_int_eq(tai_pool_open(&pool, 3, NULL), TA_OK);
    ta_ntt_plan other = *p.ntt;
    other.pool = &pool;
    uint64_t bytes = ta_transform_bytes(p.t, p.log);
    void *again = tai_alloc(bytes, 1);
    p.t->forward(&other, p.window[0], true, again);
    ck_assert_mem_eq(again, p.tb[0], bytes);
    find_marks(&p, 5);
    p.pool = &pool;
    ta_sum sum = {again, false, 5, (const void *const *)p.ta,
                  (const void *const *)p.tb};
    accumulate(p.t, &other, p.log, p.pool, &sum);
    p.t->marks(&other, again, p.want);
    ck_assert_mem_eq(p.want, p.marks, p.words * 8);
    tai_pool_close(&pool);
    ta_free(again);
    free_pairs(&p);
}
END_TEST

const struct test_suite test_suite = {
    .cases = {{&marks_by_definition, 168, 5},
              {&marks_by_gmp, 96, 5},
              {&many_terms_of_all_ones, 12},
              {&ranges_hold, 288, 5},
              {&ranges_hold_at_their_ends, 48},
              {&threads_agree, 4}}};
