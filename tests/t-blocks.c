/* Blocks: both forms give the same positions and counts, from any place. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"

enum { ROOM = 600 };

typedef struct sample {
    ta_block bits, list;
    uint64_t words[ROOM / 64 + 1], positions[ROOM];
} sample;

/* A random block in both forms. */
static void make_sample(test_rng *r, sample *s)
{
    uint64_t from = test_random(r) >> (1 + test_below(r, 63));
    uint64_t length = 1 + test_edge_biased(r, ROOM - 1), count = 0;
    uint64_t rarity = 1 + test_below(r, 20);
    memset(s->words, 0, sizeof s->words);
    for (uint64_t i = 0; i < length; i++)
        if (test_below(r, rarity) == 0) {
            s->words[i / 64] |= (uint64_t)1 << (i % 64);
            s->positions[count++] = from + i;
        }
    s->bits = (ta_block){.from = from, .to = from + length, .count = count};
    s->list = s->bits;
    s->bits.bits = s->words;
    s->list.positions = s->positions;
}

typedef struct visited {
    uint64_t count, stop_after, positions[ROOM];
} visited;

static ta_status visit(void *state, uint64_t position)
{
    visited *v = state;
    v->positions[v->count++] = position;
    return v->count == v->stop_after ? TA_ECANCELLED : TA_OK;
}

static void check_each(const ta_block *block, const sample *s, uint64_t from,
                       uint64_t seed)
{
    visited v = {.stop_after = 0};
    test_ok(ta_block_each(block, from, visit, &v));
    uint64_t k = 0;
    while (k < s->list.count && s->positions[k] < from)
        k++;
    ck_assert_msg(v.count == s->list.count - k, "seed %" PRIu64, seed);
    ck_assert_mem_eq(v.positions, s->positions + k, 8 * v.count);
    if (v.count > 0) {
        visited w = {.stop_after = (v.count + 1) / 2};
        ck_assert_int_eq(ta_block_each(block, from, visit, &w), TA_ECANCELLED);
        ck_assert_uint_eq(w.count, w.stop_after);
    }
}

/* Returns a position in or near the block, or at the end of all positions. */
static uint64_t near_block(test_rng *r, const ta_block *block)
{
    const uint64_t within =
        block->from + test_below(r, block->to - block->from + 2);
    const uint64_t places[] = {0,         UINT64_MAX, block->from,
                               block->to, within,     within};
    return places[test_below(r, 6)];
}

TEST(both_forms_agree, 500)
{
    test_rng r = test_rng_for("both_forms_agree", _i);
    sample s;
    make_sample(&r, &s);
    for (int k = 0; k < 20; k++) {
        uint64_t place = near_block(&r, &s.bits), below = 0;
        check_each(&s.bits, &s, place, r.seed);
        check_each(&s.list, &s, place, r.seed);
        while (below < s.list.count && s.positions[below] < place)
            below++;
        ck_assert_uint_eq(tai_block_count_below(&s.bits, place), below);
        ck_assert_uint_eq(tai_block_count_below(&s.list, place), below);
    }
}

TEST(blocks_are_stored, 500)
{
    test_rng r = test_rng_for("blocks_are_stored", _i);
    sample s;
    make_sample(&r, &s);
    const uint64_t from = test_below(&r, 3 * 64),
                   length = s.bits.to - s.bits.from;
    uint64_t got[ROOM / 64 + 5] = {0}, want[ROOM / 64 + 5] = {0};
    for (size_t k = 0; k < s.list.count; k++) {
        const uint64_t at = from + (s.positions[k] - s.bits.from);
        s.positions[k] = at;
        want[at / 64] |= (uint64_t)1 << (at % 64);
    }
    s.bits.from = s.list.from = from;
    s.bits.to = s.list.to = from + length;
    test_ok(tai_block_store(got, _i % 2 == 0 ? &s.bits : &s.list));
    ck_assert_msg(memcmp(got, want, sizeof want) == 0, "seed %" PRIx64, r.seed);
}
