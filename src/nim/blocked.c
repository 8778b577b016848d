/* The fast direct method: 64 positions at a time look at all their moves,
 * most telling moves first. Blocks of such tiles are done in two stages: far
 * moves, whose options are known, by all threads; then near moves in order.
 * With several threads the near stage of a block runs beside the far stage of
 * the next one. */
#include <inttypes.h>
#include <string.h>

#include "base/team.h"
#include "nim/blocked.h"
#include "run/known.h"

enum {
    LANES = TA_NIM_LANES,
    START = 256,       /* positions below: by the definition */
    MOST_BLOCK = 1024, /* positions */
    TILES = MOST_BLOCK / LANES,
    LONG_TILE = 2500, /* moves */
    THREAD = 128      /* bytes that a team takes for one, at most */
};

typedef struct engine {
    ta_nim_blocked b;
    ta_nim_stage stage;
    ta_nim_scratch *scratch; /* of each thread */
    ta_nim_tile *tile[2];    /* of two blocks in turn */
    ta_arena arena;          /* of all arrays but S */
    ta_team team;
} engine;

/* The size of the block at lo. One thread takes tile by tile: larger blocks
 * only leave more moves to the near stage. Several threads wait for each other
 * at the end of a block, when each has done as many tiles, one of them the near
 * stage of the block before instead of one; where tiles take long, a tile each
 * is best. */
static uint64_t block_size(const engine *e, uint64_t lo)
{
    unsigned bits = e->b.job->options->base_bits, threads = e->b.job->threads;
    uint64_t most = ta_min_u64(lo / 1024, MOST_BLOCK) / LANES;
    if (bits != 0)
        return ta_max_u64(
            ta_min_u64(ta_min_u64((uint64_t)1 << bits, lo / 4), MOST_BLOCK) /
                LANES * LANES,
            LANES);
    if (threads == 1 || most < 2)
        return LANES;
    uint64_t tiles = threads;
    if (e->b.order.n_first + e->b.order.n_rest < LONG_TILE)
        tiles = (most + 1) / threads * threads - 1;
    return LANES * ta_max_u64(1, ta_min_u64(tiles, most));
}

/* Whether the near stage of a block runs beside the far stage of the next. To
 * wake a thread for a tile takes longer than it does. */
static bool is_beside(const engine *e, uint64_t size)
{
    bool chosen = e->b.job->options->base_bits != 0;
    return e->b.job->threads > 1 && (chosen || size >= 2 * LANES);
}

/* For the block at lo, while [0, known) has values. */
static void prepare(engine *e, uint64_t lo, uint64_t size, uint64_t known)
{
    ta_nim_blocked *b = &e->b;
    ta_nim_stage *g = &e->stage;
    *g = (ta_nim_stage){.value = b->value,
                        .order = &b->order,
                        .collector = ta_nim_collector_for(b->largest),
                        .refute = TA_KERNEL_HERE(ta_nim_refute)->refute,
                        .near = lo + size - known,
                        .largest = b->largest};
    if (lo + size > b->order.until)
        ta_nim_order_learn(&b->order, b->value, known, lo, g->collector,
                           b->largest, b->counts);
    g->width = g->collector->width(b->largest);
    if (g->collector->narrower)
        g->width = ta_min_u64(g->width, b->order.width);
    memcpy(g->record, b->record, sizeof g->record);
}

static ta_status near_block(engine *e, uint64_t lo, uint64_t hi, uint64_t near,
                            ta_nim_tile *tile)
{
    ta_status st = TA_OK;
    for (uint64_t at = lo; at < hi && st == TA_OK; at += LANES)
        st = ta_nim_near(&e->b, at, near, &tile[(at - lo) / LANES]);
    return st;
}

/* What the threads do between two waits: item 0 is the near stage of the block
 * [before, lo), if one waits for it, the others are far stages of tiles. */
typedef struct step {
    engine *e;
    uint64_t before, lo, near;
    unsigned turn;
    ta_status status; /* of item 0 */
} step;

static void do_item(void *state, unsigned thread, size_t item)
{
    step *s = state;
    engine *e = s->e;
    if (item > 0)
        ta_nim_far(&e->stage, s->lo + (item - 1) * LANES,
                   &e->tile[s->turn][item - 1], &e->scratch[thread]);
    else if (s->before < s->lo)
        s->status =
            near_block(e, s->before, s->lo, s->near, e->tile[s->turn ^ 1]);
}

/* [from, to), of which `from` is at least START and a multiple of LANES. */
static ta_status run_chunk(engine *e, uint64_t from, uint64_t to)
{
    step s = {.e = e, .before = from, .lo = from, .status = TA_OK};
    while (s.before < to && s.status == TA_OK) {
        uint64_t size = block_size(e, s.lo);
        uint64_t hi = ta_min_u64(s.lo + size, to);
        bool beside = is_beside(e, size);
        if (s.lo < to)
            prepare(e, s.lo, size, s.before);
        ta_team_run(beside ? &e->team : NULL, do_item, &s,
                    1 + (hi - s.lo + LANES - 1) / LANES);
        s.before = s.lo;
        s.near = e->stage.near;
        s.lo = hi;
        if (!beside && s.status == TA_OK) {
            s.status = near_block(e, s.before, s.lo, s.near, e->tile[s.turn]);
            s.before = s.lo;
        }
        s.turn ^= 1;
    }
    return s.status;
}

static void place(engine *e)
{
    ta_nim_blocked *b = &e->b;
    const ta_job *job = b->job;
    /* What is known is compared with this bound, see archive/allowed.h. */
    const uint64_t moves = ta_game_count_bound(job->game, job->n);
    b->value = ta_arena_place(&e->arena, job->n, sizeof *b->value);
    b->mark = ta_arena_place(&e->arena, TA_NIM_MARKS, sizeof *b->mark);
    b->counts = ta_arena_place(&e->arena, TA_NIM_MARKS, sizeof *b->counts);
    ta_nim_order_place(&b->order, moves, &e->arena);
    for (int k = 0; k < 2; k++)
        e->tile[k] = ta_arena_place(&e->arena, TILES, sizeof *e->tile[k]);
    e->scratch = ta_arena_place(&e->arena, job->threads, sizeof *e->scratch);
    for (unsigned t = 0; t < job->threads; t++) {
        const ta_nim_scratch s =
            ta_nim_scratch_place(ta_min_u64(moves, TA_NIM_LARGEST), &e->arena);
        if (e->scratch != NULL)
            e->scratch[t] = s;
    }
}

static uint64_t memory(const ta_job *job)
{
    engine e = {.b.job = job};
    place(&e);
    return ta_add_sat(ta_add_sat(e.arena.bytes, ta_nim_list_memory(job)),
                      ta_mul_sat(job->threads, THREAD) + 4096);
}

static ta_status open_engine(engine *e, const ta_job *job)
{
    ta_nim_blocked *b = &e->b;
    b->job = job;
    place(e);
    ta_status st = ta_game_elements(job->game, job->n, &b->set, &b->count);
    if (st == TA_OK)
        st = ta_arena_open(&e->arena);
    if (st != TA_OK)
        return st;
    place(e);
    b->order.set = b->set;
    b->order.count = b->count;
    memset(b->counts, 0, TA_NIM_MARKS * sizeof *b->counts);
    for (int k = 0; k < 2; k++)
        memset(e->tile[k], 0, TILES * sizeof *e->tile[k]);
    for (int w = 0; w < TA_NIM_RECORDS; w++)
        b->record[w] = UINT64_MAX;
    return ta_team_open(&e->team, job->threads, job->error);
}

static void close_engine(engine *e)
{
    ta_team_close(&e->team);
    ta_arena_close(&e->arena);
    ta_free(e->b.set);
}

/* What is known already. */
static ta_status take_over(ta_nim_blocked *b)
{
    ta_status st = ta_known_store(b->job, b->value);
    for (uint64_t i = 0; i < b->job->known && st == TA_OK; i++)
        st = ta_nim_settle(b, i, b->value[i]);
    return st;
}

/* Positions between two calls of the sink, where threads wait for each other.
 * So many that this is rare, but no good part of a second, nor of a run. */
static uint64_t chunk_size(uint64_t from)
{
    return from >> 19 != 0 && from >> 26 == 0 ? 1 << 18 : 1 << 16;
}

static ta_status chunk(engine *e, uint64_t from, uint64_t to)
{
    ta_status st = TA_OK;
    uint64_t at = from;
    for (; at < ta_min_u64(to, START) && st == TA_OK; at++)
        st = ta_nim_define(&e->b, at);
    if (st == TA_OK)
        st = run_chunk(e, at, to);
    if (st == TA_OK)
        st = ta_job_emit_values(e->b.job, from, to, e->b.value + from);
    return st;
}

static ta_status run(const ta_job *job)
{
    engine e = {.b.value = NULL};
    ta_status st = open_engine(&e, job);
    ta_nim_blocked *b = &e.b;
    if (st == TA_OK)
        st = take_over(b);
    uint64_t from = job->known;
    while (from < job->n && st == TA_OK) {
        uint64_t to = ta_min_u64(from + chunk_size(from), job->n);
        st = ta_job_poll(job, from);
        if (st == TA_OK)
            st = chunk(&e, from, to);
        from = to;
    }
    ta_stats_add(job->options->stats, "by_definition", "%" PRIu64,
                 b->by_definition);
    close_engine(&e);
    return st;
}

const ta_engine ta_nim_blocked_engine = {
    .info = {"blocked", "64 positions at a time, the most telling moves first"},
    .power = 1.4,
    .memory = memory,
    .run = run};
