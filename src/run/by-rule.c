/* Games by a rule, and any set in exact play: the result of a heap follows from
 * the set of its options' results, by the definition (result_of). The options
 * are listed heap by heap (game/rule.h); where they are a window, all heaps
 * from some least one on, the set of the heap before is kept, and a result
 * leaves it with the last heap that has it. Results are nim-values, lengths or
 * outcomes: 0 cold, 1 hot, 2 drawn. */
#include <inttypes.h>
#include <string.h>

#include "run/by-rule.h"
#include "game/rule.h"

enum {
    EMIT = 1 << 10,   /* heaps handed over at a time; a rule may be slow */
    WORDS = 1 << 10,  /* of a set of results */
    MOST = UINT16_MAX /* largest result */
};
static const uint64_t evens = UINT64_C(0x5555555555555555); /* bits 0, 2, ... */

typedef struct by_rule {
    const tai_job *job;
    ta_content content;
    uint16_t *result; /* of each heap */
    uint64_t *last; /* last[r]: the last heap with result r; NULL: no windows */
    uint64_t least; /* the window's begin; results before it were taken out */
    unsigned top;   /* words of `seen` from `top` on are 0 */
    uint64_t seen[WORDS + 1]; /* the set, as bits; the last word stays 0 */
    tai_rule_list list;
    uint64_t *set; /* S below n; NULL of a rule */
    size_t count;  /* of `set` */
} by_rule;

static uint64_t auto_memory(const tai_job *job)
{
    uint64_t least;
    const bool window = tai_rule_window(job->game, 0, &least);
    const uint64_t options = !ta_game_about(job->game)->rule
                                 ? tai_game_list_memory(job->game, job->n)
                             : window ? 0
                                      : tai_rule_memory(job->game, job->n);
    return tai_add_sat(tai_add_sat(tai_mul_sat(job->n, 2), options),
                       sizeof(by_rule) + 8 * (MOST + 1) + 4096);
}

static uint64_t naive_memory(const tai_job *job)
{
    return tai_add_sat(auto_memory(job), tai_rule_memory(job->game, job->n));
}

static inline void add_result(by_rule *g, unsigned result)
{
    g->seen[result / 64] |= UINT64_C(1) << result % 64;
    g->top = result / 64 >= g->top ? result / 64 + 1 : g->top;
}

/* Returns the result of a heap with the results g->seen of its options. */
static unsigned result_of(const by_rule *g, uint64_t heap)
{
    const uint64_t *seen = g->seen;
    unsigned w = 0;
    if (ta_game_about(g->job->game)->convention == TA_EXACT)
        return seen[0] & 1                                  ? 1
               : (seen[0] & 4) || (g->top == 0 && heap > 0) ? 2
                                                            : 0;
    if (g->content == TA_CONTENT_COLD)
        return (seen[0] & 1) ||
               (g->top == 0 &&
                ta_game_about(g->job->game)->convention == TA_MISERE);
    if (g->content == TA_CONTENT_NIM) { /* the mex; see `seen` */
        while (seen[w] == UINT64_MAX)
            w++;
        return 64 * w + (unsigned)tai_ctz(~seen[w]);
    }
    /* 1 more than the least even length, else than the largest. */
    while (w < g->top && (seen[w] & evens) == 0)
        w++;
    if (w < g->top)
        return 64 * w + (unsigned)tai_ctz(seen[w] & evens) + 1;
    while (w > 0 && seen[w - 1] == 0)
        w--;
    return w > 0 ? 64 * w - (unsigned)__builtin_clzll(seen[w - 1]) : 0;
}

/* Makes the set of a heap, with the window [least, heap), from that of the heap
 * before. */
static void slide(by_rule *g, uint64_t heap, uint64_t least)
{
    if (heap > 0) {
        add_result(g, g->result[heap - 1]);
        g->last[g->result[heap - 1]] = heap - 1;
    }
    for (; g->least < least; g->least++) {
        const unsigned result = g->result[g->least];
        if (g->last[result] == g->least)
            g->seen[result / 64] &= ~(UINT64_C(1) << result % 64);
    }
    while (g->top > 0 && g->seen[g->top - 1] == 0)
        g->top--;
}

/* Makes the set of a heap from its options; of a set, which is in exact play,
 * up to the first cold one, which decides. */
static ta_status collect(by_rule *g, uint64_t heap)
{
    memset(g->seen, 0, g->top * sizeof *g->seen);
    g->top = 0;
    if (g->set != NULL) {
        for (size_t k = 0;
             k < g->count && g->set[k] <= heap && (g->seen[0] & 1) == 0; k++)
            add_result(g, g->result[heap - g->set[k]]);
        return TA_OK;
    }
    const ta_status st = tai_rule_options(&g->list, heap);
    for (size_t k = 0; st == TA_OK && k < g->list.count; k++)
        add_result(g, g->result[g->list.option[k]]);
    return st;
}

/* Decides a heap, when all below are decided. In the resumed prefix only the
 * window moves on. */
static ta_status decide(by_rule *g, uint64_t heap)
{
    uint64_t least;
    ta_status st = TA_OK;
    if (g->last != NULL && tai_rule_window(g->job->game, heap, &least))
        slide(g, heap, least);
    else
        st = collect(g, heap);
    if (st != TA_OK || heap < g->job->known)
        return st;
    const unsigned result = result_of(g, heap);
    g->result[heap] = (uint16_t)result;
    return result <= MOST
               ? TA_OK
               : tai_fail(g->job->error, TA_ERANGE,
                          "the %s of heap %" PRIu64
                          " is above %d, the most that is kept; "
                          "[0, %" PRIu64 ") can be computed",
                          g->content == TA_CONTENT_NIM ? "nim-value" : "length",
                          heap, MOST, heap);
}

static ta_status emit(const by_rule *g, uint64_t from, uint64_t to)
{
    uint64_t bits[EMIT / 64] = {0};
    if (g->content != TA_CONTENT_COLD)
        return tai_job_emit_values(g->job, from, to, g->result + from);
    for (uint64_t i = from; i < to; i++)
        bits[(i - from) / 64] |= (uint64_t)!g->result[i] << (i - from) % 64;
    return tai_job_emit_bits(g->job, from, to, bits);
}

/* ---- the resumed prefix ---- */

static ta_status store_cold(void *result, uint64_t cold)
{
    ((uint16_t *)result)[cold] = 0;
    return TA_OK;
}

static ta_status store_block(void *result, const ta_block *block)
{
    return ta_block_each(block, 0, store_cold, result);
}

static ta_status store_known(const by_rule *g)
{
    if (g->content != TA_CONTENT_COLD)
        return tai_known_store(g->job, g->result);
    for (uint64_t i = 0; i < g->job->known; i++)
        g->result[i] = 1; /* hot, if not in the archive */
    return tai_known_read(g->job, &(ta_sink){store_block, g->result});
}

/* ---- the engines ---- */

static ta_status run(const tai_job *job, bool windows)
{
    ta_status st = TA_ENOMEM;
    by_rule *g = tai_alloc_zero(1, sizeof *g);
    if (g == NULL)
        return st;
    g->job = job;
    g->content = job->quantity->content;
    g->list =
        (tai_rule_list){.game = job->game, .end = job->n, .error = job->error};
    g->result = tai_alloc(job->n, sizeof *g->result);
    g->last = windows ? tai_alloc(MOST + 1, sizeof *g->last) : NULL;
    if (g->result != NULL && (g->last != NULL || !windows))
        st = ta_game_about(job->game)->rule
                 ? TA_OK
                 : ta_game_elements(job->game, job->n, &g->set, &g->count);
    if (st == TA_OK)
        st = store_known(g);
    for (uint64_t i = 0; i < job->known && windows && st == TA_OK; i++)
        st = decide(g, i);
    for (uint64_t from = job->known, to; from < job->n && st == TA_OK;
         from = to) {
        to = tai_min_u64(from + EMIT, job->n);
        st = tai_job_poll(job, from);
        for (uint64_t i = from; i < to && st == TA_OK; i++)
            st = decide(g, i);
        if (st == TA_OK)
            st = emit(g, from, to);
    }
    ta_free(g->list.held);
    ta_free(g->set);
    ta_free(g->last);
    ta_free(g->result);
    ta_free(g);
    return st;
}

static ta_status naive_run(const tai_job *job)
{
    return run(job, false);
}

static ta_status auto_run(const tai_job *job)
{
    uint64_t least;
    return run(job, tai_rule_window(job->game, 0, &least));
}

static const tai_engine naive = {
    .info = {"naive", "the definition; the oracle"},
    .power = 1.1,
    .memory = naive_memory,
    .run = naive_run};
static const tai_engine automatic = {
    .info = {"auto", "the definition; half by windows"},
    .power = 1,
    .memory = auto_memory,
    .run = auto_run};
static const tai_engine *const engines[] = {&naive, &automatic};
static const tai_engine *const exact_engines[] = {&naive, &tai_engine_period,
                                                  &automatic};

static const tai_engine *choose_exact(const tai_job *job)
{
    return tai_past_suits(job) ? &tai_engine_period : &automatic;
}

#define BY(list)                                                               \
    .engines = (list), .count = sizeof(list) / sizeof *(list), .grain = 14,    \
    .most = TA_HEAP_MOST, .most_text = TA_HEAP_MOST_TEXT

const tai_quantity tai_rule_cold = {.name = "cold positions by a rule",
                                    .content = TA_CONTENT_COLD,
                                    BY(engines)};
const tai_quantity tai_rule_nim = {
    .name = "nim-values by a rule",
    .content = TA_CONTENT_NIM,
    BY(engines),
    .no_misere = "nim-values belong to normal play; ask for a game of normal "
                 "play"};
const tai_quantity tai_rule_length = {
    .name = "lengths by a rule",
    .content = TA_CONTENT_LENGTH,
    BY(engines),
    .no_misere = "lengths are defined for normal play only"};
const tai_quantity tai_outcomes = {.name = "outcomes of exact play",
                                   .content = TA_CONTENT_NIM,
                                   BY(exact_engines),
                                   .choose = choose_exact,
                                   .ordinary = &automatic};
