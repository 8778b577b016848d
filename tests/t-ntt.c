/* The transforms against the definition and against GMP, and those modulo a
 * prime against a copy of their portable kernel that asserts every range of the
 * proof in src/convolve/README.md. Run once for every variant of the processor
 * (Makefile). */
#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "testing.h"

static void out_of_range(int64_t value, int64_t units);
#define TA_NTT_CHECKED          out_of_range
#define tai_ntt_kernel_portable checked
#include "convolve/ntt-kernel.c" /* NOLINT(bugprone-suspicious-include) */
#undef tai_ntt_kernel_portable

static void out_of_range(int64_t value, int64_t units)
{
    ck_abort_msg("%" PRId64 " is beyond %" PRId64 " * 2^26", value, units);
}

static bool get(const uint64_t *words, uint64_t i)
{
    return words[i / 64] >> (i % 64) & 1;
}

/* Kinds of random bits: one bit in `rarity`, or a set that is bad for rounding.
 * A period has a transform that is at a few places only. */
enum { PERIODIC = 200000, BLOCKS };
static const uint64_t rarities[] = {1,      PERIODIC, 2,    5,
                                    BLOCKS, 60,       1000, 100000};
enum { RARITIES = sizeof rarities / sizeof *rarities };

static void fill(test_rng *r, uint64_t *words, uint64_t bits, uint64_t rarity,
                 uint64_t most)
{
    const uint64_t phase = test_below(r, 5);
    memset(words, 0, bits / 8);
    for (uint64_t i = 0, at = phase; i < bits && most > 0; i++, at++)
        if (rarity == PERIODIC ? at % 5 == 1 || at % 5 == 4
            : rarity == BLOCKS ? at / 700 % 2 == 0
                               : test_below(r, rarity) == 0) {
            words[i / 64] |= (uint64_t)1 << (i % 64);
            most--;
        }
}

static const tai_transforms *const kinds[] = {&tai_ntt, &tai_ntt_one,
                                              &tai_fftw};
enum { MODULAR = 2, KINDS, MOST_TERMS = 100 };

/* Some pairs of sources and windows, and their transforms. */
typedef struct pairs {
    const tai_transforms *t;
    unsigned log;
    size_t terms;
    double norm;
    uint64_t length, words, bytes;
    uint64_t *a[MOST_TERMS], *window[MOST_TERMS], *marks, *want;
    void *ta[MOST_TERMS], *tb[MOST_TERMS], *sum, *again, *state;
    tai_pool *pool;
    tai_arena arena;
} pairs;

static void place(pairs *p)
{
    for (size_t k = 0; k < p->terms; k++) {
        p->a[k] = tai_arena_place(&p->arena, p->words, 8);
        p->window[k] = tai_arena_place(&p->arena, p->words, 16);
        p->ta[k] = tai_arena_place(&p->arena, p->bytes, 1);
        p->tb[k] = tai_arena_place(&p->arena, p->bytes, 1);
    }
    p->sum = tai_arena_place(&p->arena, p->bytes, 1);
    p->again = tai_arena_place(&p->arena, p->bytes, 1);
    p->marks = tai_arena_place(&p->arena, p->words, 8);
    p->want = tai_arena_place(&p->arena, p->words, 8);
}

static void transform(pairs *p)
{
    for (size_t k = 0; k < p->terms; k++) {
        p->t->forward(p->state, p->a[k], false, p->ta[k]);
        p->t->forward(p->state, p->window[k], true, p->tb[k]);
    }
    memset(p->marks, 0, p->words * 8);
    memset(p->want, 0, p->words * 8);
}

/* Sources have as many bits as are proved, at most. */
static pairs new_pairs(test_rng *r, const tai_transforms *t, unsigned log,
                       size_t terms, uint64_t rarity_a, uint64_t rarity_b,
                       tai_pool *pool)
{
    pairs p = {.t = t,
               .log = log,
               .terms = terms,
               .length = (uint64_t)1 << log,
               .words = ((uint64_t)1 << log) / 64,
               .bytes = tai_transform_bytes(t, log),
               .pool = pool};
    const uint64_t most = t == &tai_fftw
                              ? p.length
                              : (uint64_t)(0.5 / t->bound(t, log, 1)) / terms;
    test_ok(t->open(t, log, pool, &p.state));
    place(&p);
    test_ok(tai_arena_open(&p.arena));
    place(&p);
    for (size_t k = 0; k < terms; k++) {
        fill(r, p.a[k], p.length, rarity_a, most);
        fill(r, p.window[k], 2 * p.length, rarity_b, 2 * p.length);
        p.norm +=
            t->norm((double)tai_popcount_range(p.a[k], 0, 64 * p.words),
                    (double)tai_popcount_range(p.window[k], 0, 128 * p.words));
    }
    transform(&p);
    return p;
}

static void free_pairs(pairs *p)
{
    p->t->close(p->state);
    tai_arena_close(&p->arena);
}

/* Adds `terms` products, from number `from` on, to a sum or to nothing. */
static void accumulate(pairs *p, void *state, void *sum, bool add, size_t from,
                       size_t terms)
{
    tai_pass pass;
    const tai_sum s = {sum, add, terms, (const void *const *)p->ta + from,
                       (const void *const *)p->tb + from};
    tai_pass_begin(&pass, p->t, state, p->log, p->pool, &s, 1);
    tai_pass_end(&pass);
}

/* The first `some` terms, then the others added to them: both forms. Returns
 * the largest rounding error. */
static double find_marks(pairs *p, size_t some)
{
    accumulate(p, p->state, p->sum, false, 0, some);
    if (p->terms > some)
        accumulate(p, p->state, p->sum, true, some, p->terms - some);
    return p->t->marks(p->state, p->sum, p->marks);
}

/* GMP by the definition where that is quick, and marks by GMP. */
TEST_SAMPLED(marks_are_exact, 80 * KINDS, 7)
{
    test_rng r = test_rng_for("marks_are_exact", _i);
    const tai_transforms *t = kinds[_i % KINDS];
    const unsigned c = (unsigned)_i / KINDS;
    const unsigned log = c % 2 ? 13 + c / 2 % 8 : t->least_log + c / 2 % 5;
    const size_t terms = log >= 18 ? 1 : 1 + c % 4;
    pairs p = new_pairs(&r, t, log, terms, rarities[c % RARITIES],
                        rarities[test_below(&r, RARITIES)], NULL);
    const double off = find_marks(&p, 1 + test_below(&r, terms));
    const double bound = p.norm * t->bound(t, log, 2 * terms);
    ck_assert_double_lt(bound, t == &tai_fftw ? 0.5 : 0.5 + 1e-9);
    ck_assert_double_le(off, bound);
    for (size_t k = 0; k < terms; k++)
        test_ok(tai_packed_marks(p.a[k], p.window[k], p.length, p.want));
    for (uint64_t v = 0; log <= 12 && v < p.length; v++) {
        bool want = false;
        for (size_t k = 0; k < terms; k++)
            for (uint64_t u = 0; u < p.length && !want; u++)
                want = get(p.a[k], u) && get(p.window[k], p.length + v - u);
        ck_assert_msg(want == get(p.want, v),
                      "2^%u, result %" PRIu64 ", seed %" PRIu64, log, v,
                      r.seed);
    }
    ck_assert_mem_eq(p.marks, p.want, p.words * 8);
    free_pairs(&p);
}

/* More terms than one sum of 64 bits holds, of sets that are all ones but for
 * an end: the counts are as large as they can be, and next to them 0. */
TEST(many_terms_of_all_ones, 6 * KINDS)
{
    test_rng r = test_rng_for("ntt-ones", _i);
    const tai_transforms *t = kinds[_i % KINDS];
    pairs p = new_pairs(&r, t, t->least_log + (unsigned)_i / KINDS, MOST_TERMS,
                        1, 1, NULL);
    const uint64_t last = p.length - p.length / 4;
    find_marks(&p, MOST_TERMS);
    for (uint64_t v = 0; v < p.length; v++)
        ck_assert(get(p.marks, v));
    /* c = {B - 1}, k = the lower part: v + 1 - B is not in the window. */
    for (size_t k = 0; k < p.terms; k++) {
        memset(p.a[k], 0, p.words * 8);
        p.a[k][p.words - 1] = (uint64_t)1 << 63;
        memset(p.window[k], 0, 2 * p.words * 8);
        for (uint64_t v = 0; v < last; v++)
            p.window[k][v / 64] |= (uint64_t)1 << (v % 64);
    }
    transform(&p);
    find_marks(&p, 41);
    for (uint64_t v = 0; v < p.length; v++)
        ck_assert_int_eq(get(p.marks, v), v + 1 < last);
    free_pairs(&p);
}

/* This variant and the checked one on the same bits: equal transforms, equal
 * sums, equal ways back, and no range exceeded. */
TEST_SAMPLED(ranges_hold, 72 * MODULAR, 5)
{
    enum { TERMS = 45 };
    test_rng r = test_rng_for("ntt-ranges", _i);
    const tai_transforms *t = kinds[_i % MODULAR];
    const unsigned c = (unsigned)_i / MODULAR;
    pairs p = new_pairs(&r, t, t->least_log + c % 8, TERMS, rarities[c / 8 % 3],
                        rarities[c / 24 % 3], NULL);
    tai_ntt_plan other = *(tai_ntt_plan *)p.state;
    other.kernel = &checked;
    for (size_t k = 0; k < TERMS; k += 9) {
        t->forward(&other, p.a[k], false, p.again);
        ck_assert_mem_eq(p.again, p.ta[k], p.bytes);
        t->forward(&other, p.window[k], true, p.again);
        ck_assert_mem_eq(p.again, p.tb[k], p.bytes);
    }
    accumulate(&p, p.state, p.sum, false, 0, TERMS);
    accumulate(&p, &other, p.again, false, 0, TERMS);
    ck_assert_mem_eq(p.again, p.sum, p.bytes);
    t->marks(p.state, p.sum, p.marks);
    t->marks(&other, p.again, p.want);
    ck_assert_mem_eq(p.want, p.marks, p.words * 8);
    ck_assert_mem_eq(p.again, p.sum, p.bytes);
    free_pairs(&p);
}

/* Not from bits, but from the ends of what each stage may be given. */
TEST(ranges_hold_at_their_ends, 6 * MODULAR)
{
    test_rng r = test_rng_for("ntt-ends", _i);
    const tai_transforms *t = kinds[_i % MODULAR];
    pairs p = new_pairs(&r, t, t->least_log + (unsigned)_i / MODULAR % 6,
                        TA_NTT_TERMS, 2, 2, NULL);
    const tai_ntt_plan *plan = p.state;
    tai_ntt_plan other = *plan;
    other.kernel = &checked;
    const size_t count = plan->rows * TA_NTT_LANES, part = count / plan->parts;
    int32_t *x = p.ta[0], *y = p.tb[0];
    for (size_t k = 0; k < count; k++)
        x[k] = y[k] = (test_below(&r, 2) ? 24 : -24) * TA_NTT_UNIT;
    for (size_t k = 0; k < plan->parts; k++) {
        plan->kernel->forward(plan, x + k * part, part / TA_NTT_LANES,
                              plan->parts / 2, k);
        checked.forward(&other, y + k * part, part / TA_NTT_LANES,
                        plan->parts / 2, k);
    }
    ck_assert_mem_eq(x, y, 4 * count);
    for (size_t k = 0; k < p.terms; k++)
        for (size_t j = 0; j < count; j++) {
            ((int32_t *)p.ta[k])[j] = 6 * TA_NTT_UNIT;
            ((int32_t *)p.tb[k])[j] = (j % 2 ? 6 : -6) * TA_NTT_UNIT;
        }
    accumulate(&p, &other, p.sum, false, 0, p.terms);
    for (size_t k = 0; k < count; k++)
        x[k] = y[k] = (test_below(&r, 2) ? 6 : -6) * TA_NTT_UNIT;
    t->marks(p.state, x, p.marks);
    t->marks(&other, y, p.want);
    ck_assert_mem_eq(x, y, 4 * count);
    ck_assert_mem_eq(p.marks, p.want, p.words * 8);
    free_pairs(&p);
}

/* A pool gives what the caller alone does. */
TEST(threads_agree, 15)
{
    static const unsigned sizes[] = {2, 3, 4, 7, 16};
    tai_pool pool;
    pairs p[2];
    test_ok(tai_pool_open(&pool, sizes[_i % 5], NULL));
    for (int k = 0; k < 2; k++) {
        test_rng r = test_rng_for("ntt-threads", _i);
        p[k] = new_pairs(&r, kinds[_i % KINDS], 15 + (unsigned)_i % 2, 5, 5, 5,
                         k == 0 ? NULL : &pool);
        find_marks(&p[k], 5);
    }
    for (size_t k = 0; k < 5; k++) {
        ck_assert_mem_eq(p[0].ta[k], p[1].ta[k], p[0].bytes);
        ck_assert_mem_eq(p[0].tb[k], p[1].tb[k], p[0].bytes);
    }
    ck_assert_mem_eq(p[0].marks, p[1].marks, p[0].words * 8);
    free_pairs(&p[0]);
    free_pairs(&p[1]);
    tai_pool_close(&pool);
}
