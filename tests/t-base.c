/* The module base: bits, statistics, memory, error texts, processor variants,
 * threads. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/pool.h"
#include "testing.h"

enum { TEAM_ITEMS = 1000 };

static void count_item(void *state, unsigned thread, size_t item)
{
    (void)thread;
    atomic_fetch_add((atomic_uint *)state + item, 1);
}

/* Jobs that are begun while others are open: every item is done once, also by
 * one thread. Case: threads. */
TEST(team_does_each_item_once, 5)
{
    static atomic_uint times[3][TEAM_ITEMS];
    tai_pool pool;
    memset(times, 0, sizeof times);
    test_ok(tai_pool_open(&pool, 1 + (unsigned)_i, NULL));
    ck_assert_uint_eq(pool.threads, 1 + (unsigned)_i);
    for (unsigned round = 1; round <= 20; round++) {
        tai_pool_job older, newer;
        tai_pool_begin(&pool, &older, count_item, times[0], TEAM_ITEMS);
        tai_pool_begin(&pool, &newer, count_item, times[1], TEAM_ITEMS);
        tai_pool_run(&pool, count_item, times[2], TEAM_ITEMS);
        tai_pool_end(&pool, &newer);
        tai_pool_end(&pool, &older);
        tai_pool_end(&pool, &older);
        size_t done = 0;
        for (size_t k = 0; k < 3 * TEAM_ITEMS; k++)
            done += times[k / TEAM_ITEMS][k % TEAM_ITEMS] == round;
        ck_assert_uint_eq(done, 3 * TEAM_ITEMS);
    }
    tai_pool_close(&pool);
    tai_pool_close(&pool);
}

/* The first item of each of two threads; neither takes a second one before both
 * have one. */
typedef struct team_meeting {
    atomic_uint there, first[2];
} team_meeting;

static void meet_item(void *state, unsigned thread, size_t item)
{
    team_meeting *m = state;
    if (atomic_load(&m->there) >= 2)
        return;
    atomic_store(&m->first[thread], (unsigned)item);
    atomic_fetch_add(&m->there, 1);
    while (atomic_load(&m->there) < 2)
        ;
}

/* Long items are numbered first; so all threads take items from the first one
 * on, and the caller takes its share. */
TEST(team_takes_items_in_order, 1)
{
    tai_pool pool;
    test_ok(tai_pool_open(&pool, 2, NULL));
    team_meeting m;
    memset(&m, 0, sizeof m);
    tai_pool_run(&pool, meet_item, &m, TEAM_ITEMS);
    ck_assert_uint_eq(m.first[0] + m.first[1], 1);
    tai_pool_close(&pool);
}

/* The order in which the threads of a pool of two do the items of two jobs. */
typedef struct team_turns {
    atomic_uint begun; /* whether the newer job is begun */
    atomic_uint at_older, next, order[4];
} team_turns;

static void newer_item(void *state, unsigned thread, size_t item)
{
    team_turns *t = state;
    atomic_store(&t->order[atomic_fetch_add(&t->next, 1)],
                 100 * thread + 10 + (unsigned)item);
}

/* Holds the item until the newer job is begun. */
static void older_item(void *state, unsigned thread, size_t item)
{
    team_turns *t = state;
    atomic_store(&t->at_older, 1);
    while (atomic_load(&t->begun) == 0)
        ;
    newer_item(state, thread, item - 10);
}

TEST(team_turns_to_the_newer_job, 1)
{
    tai_pool pool;
    tai_pool_job older, newer;
    team_turns t;
    memset(&t, 0, sizeof t);
    test_ok(tai_pool_open(&pool, 2, NULL));
    tai_pool_begin(&pool, &older, older_item, &t, 2);
    while (atomic_load(&t.at_older) == 0)
        ;
    tai_pool_begin(&pool, &newer, newer_item, &t, 2);
    atomic_store(&t.begun, 1);
    while (atomic_load(&t.next) < 4) /* the caller does nothing */
        ;
    tai_pool_end(&pool, &newer);
    tai_pool_end(&pool, &older);
    const unsigned want[4] = {100, 110, 111, 101};
    ck_assert_mem_eq(t.order, want, sizeof want);
    tai_pool_close(&pool);
}

TEST(bits_by_definition, 100)
{
    test_rng r = test_rng_for("bits", _i);
    uint64_t n = test_edge_biased(&r, 3000);
    ta_bits bits;
    test_ok(ta_bits_new(n, &bits));
    ck_assert_uint_eq(ta_bits_count(&bits), 0);
    uint64_t rarity = 1 + test_below(&r, 100);
    for (uint64_t i = 0; i < n; i++)
        if (test_below(&r, rarity) == 0)
            bits.words[i / 64] |= (uint64_t)1 << (i % 64);
    uint64_t lo = test_below(&r, n + 1), hi = lo + test_below(&r, n - lo + 1);
    uint64_t *list = tai_alloc(n, 8), all = 0, some = 0;
    size_t count = tai_bits_decode(bits.words, lo, hi, list);
    for (uint64_t i = 0; i < n; i++) {
        all += ta_bits_get(&bits, i);
        if (ta_bits_get(&bits, i) && i >= lo && i < hi)
            ck_assert_uint_eq(list[some++], i);
    }
    ck_assert_uint_eq(count, some);
    ck_assert_uint_eq(tai_popcount_range(bits.words, lo, hi), some);
    ck_assert_uint_eq(ta_bits_count(&bits), all);
    ta_free(list);
    ta_bits_free(&bits);
    ck_assert_ptr_null(bits.words);
    ta_bits_free(&bits); /* harmless */
}

TEST(logarithms, 1)
{
    ck_assert_uint_eq(tai_log2_ceil(1), 0);
    for (unsigned k = 1; k < 63; k++) {
        uint64_t p = (uint64_t)1 << k;
        ck_assert_uint_eq(tai_log2_floor(p), k);
        ck_assert_uint_eq(tai_log2_ceil(p), k);
        ck_assert_uint_eq(tai_log2_ceil(p + 1), k + 1);
        ck_assert_uint_eq(tai_log2_floor(p + 1), k);
    }
    ck_assert_uint_eq(tai_add_sat(UINT64_MAX - 1, 2), UINT64_MAX);
    ck_assert_uint_eq(tai_mul_sat((uint64_t)1 << 40, (uint64_t)1 << 30),
                      UINT64_MAX);
    ck_assert_uint_eq(tai_mul_sat(0, UINT64_MAX), 0);
}

TEST(memory, 1)
{
    /* Overflowing and absurd sizes are refused; sizes of all kinds are
     * aligned and writable; what is asked to fail fails once. */
    ck_assert_ptr_null(tai_alloc((uint64_t)1 << 40, (uint64_t)1 << 40));
    for (uint64_t less = 0; less <= 8191; less++)
        ck_assert_ptr_null(tai_alloc(UINT64_MAX - less, 1));
    for (uint64_t bytes = 0; bytes < 10000000; bytes = 3 * bytes + 1) {
        unsigned char *p = tai_alloc_zero(bytes, 1);
        ck_assert_ptr_nonnull(p);
        ck_assert_uint_eq((uintptr_t)p % 64, 0);
        for (uint64_t i = 0; i < bytes; i += 997)
            ck_assert_uint_eq(p[i], 0);
        ta_free(p);
    }
    uint64_t calls = tai_alloc_calls;
    test_fail_at(2);
    void *a = tai_alloc(1, 1), *b = tai_alloc(1, 1), *c = tai_alloc(1, 1);
    ck_assert(a != NULL && b == NULL && c != NULL);
    ck_assert_uint_eq(tai_alloc_calls, calls + 3);
    test_fail_at(0);
    ta_free(a);
    ta_free(b);
    ta_free(c);
}

TEST(statistics, 1)
{
    char wide[1000];
    size_t count;
    ta_stats *stats = ta_stats_new();
    tai_report_add(NULL, "nothing", "happens");
    ck_assert_ptr_null(ta_stats_find(stats, "k"));
    for (int k = 0; k < 100; k++)
        tai_report_add(stats, k % 2 ? "odd" : "even", "%d", k);
    ck_assert_str_eq(ta_stats_find(stats, "even"), "98");
    memset(wide, 'x', sizeof wide - 1);
    wide[sizeof wide - 1] = '\0';
    tai_report_add(stats, wide, "%s", wide); /* cut, not overrun */
    test_fail_at(1); /* of the next array: its pairs are dropped */
    for (int k = 0; k < 1000; k++)
        tai_report_add(stats, "a", "%d", k);
    test_fail_at(0);
    const ta_stat *stat = ta_stats_all(stats, &count);
    ck_assert_uint_gt(count, 101);
    ck_assert_uint_lt(count, 1101);
    ck_assert_str_eq(stat[7].name, "odd");
    ck_assert_str_eq(stat[7].value, "7");
    ck_assert_uint_lt(strlen(stat[100].value), sizeof wide);
    ta_stats_free(stats);
    ta_stats_free(NULL);
}

TEST(texts, 1)
{
    char text[32];
    ck_assert_str_eq(tai_bytes_text(0, text), "0 bytes");
    ck_assert_str_eq(tai_bytes_text(1023, text), "1023 bytes");
    ck_assert_str_eq(tai_bytes_text(1536, text), "1.5 KiB");
    ck_assert_str_eq(tai_bytes_text(UINT64_MAX, text), "16.0 EiB");
    for (int s = TA_OK; s <= TA_EMISMATCH; s++)
        ck_assert_str_ne(ta_status_text((ta_status)s), "unknown status");
    ck_assert_str_eq(ta_status_text((ta_status)99), "unknown status");
    ck_assert_str_eq(ta_version(), TA_VERSION);
    ck_assert_int_eq(tai_fail(NULL, TA_EIO, "x"), TA_EIO);
}

/* A sentence that is too long is cut and ends in "...". It has no control
 * characters. A long number is quoted by its first and last digits. */
TEST(sentences, 1)
{
    static char many[2000];
    char quoted[TA_QUOTE];
    ta_error error = {""};
    tai_fail(&error, TA_OK, "<%d> <%s> a\n\x7f", -7, "1234");
    ck_assert_str_eq(error.text, "<-7> <1234> a??");
    memset(many, '1', sizeof many - 1);
    tai_fail(&error, TA_OK, "%s and more", many);
    ck_assert_uint_eq(strlen(error.text), sizeof error.text - 1);
    ck_assert_str_eq(error.text + sizeof error.text - 5, "1...");
    for (size_t cut = 0; cut < 700; cut++) {
        const char *text = many + sizeof many - 1 - cut;
        tai_quote(text, quoted);
        ck_assert(cut <= 60 ? strcmp(quoted, text) == 0
                            : strstr(quoted, "1...1") != NULL &&
                                  strstr(quoted, " digits)") != NULL);
    }
}

/* TAKEAWAY_ISA lowers the variant and never raises it. */
TEST(variants, 1)
{
    tai_isa isa = tai_cpu_isa();
    const char *wish = getenv("TAKEAWAY_ISA");
    if (wish != NULL && strcmp(wish, "portable") == 0)
        ck_assert_int_eq(isa, TA_ISA_PORTABLE);
    if (wish != NULL && strcmp(wish, "avx2") == 0)
        ck_assert_int_le(isa, TA_ISA_AVX2);
    ck_assert_str_eq(tai_isa_name(TA_ISA_PORTABLE), "portable");
}
