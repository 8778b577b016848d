/* 64 positions, a tile, at a time: collect, list, refute (the far stage, for
 * all threads), then settle one by one (the near stage, one thread, while the
 * others do the far stage of the next block). README.md has an example and the
 * proof. Begin with blocked_solve. The file is long because both stages share
 * the state of a tile. */
#include <inttypes.h>
#include <string.h>

#include "base/pool.h"
#include "nim/blocked.h"

enum {
    LANES = TA_NIM_LANES,
    CANDIDATES = TA_NIM_CANDIDATES,
    START = 256,     /* positions below are computed by the definition */
    TILES = 16,      /* of a block at most */
    CHUNK = 1 << 16, /* positions handed to the sink at a time */
    PASSES = 3,      /* over a tile at most */
    FEW = 6,         /* lanes without candidates that are listed alone */
    THREAD = 128     /* bytes of the pool for a thread, at most */
};

/* The positions [lo, hi). Moves of at least far_from are far. */
typedef struct blocked_block {
    uint64_t lo, hi, far_from;
    tai_nim_tile *tile;
} blocked_block;

typedef struct blocked {
    const tai_job *job;
    uint64_t *set; /* the moves below n, increasing */
    size_t count;
    uint16_t *value;
    unsigned largest;       /* so far */
    unsigned far_largest;   /* when the far stage began: of all far options */
    uint64_t *stamp;        /* scratch for tai_nim_mex */
    uint64_t by_definition; /* positions computed so */
    tai_nim_order order;
    tai_nim_marks *marks; /* of each thread */
    tai_arena arena;      /* all arrays but `set` */
    tai_pool pool;
    blocked_block near; /* the block of the next near stage */
    blocked_block far;  /* the block after it */
    ta_status status;   /* of the near stage */
} blocked;

/* ---- one position ---- */

/* Sets the value of position i to v; all below have theirs. */
static ta_status blocked_settle(blocked *b, uint64_t i, unsigned v)
{
    if (v > TA_NIM_LARGEST)
        return tai_nim_too_large(b->job, i);
    b->value[i] = (uint16_t)v;
    b->largest = v > b->largest ? v : b->largest;
    return TA_OK;
}

static ta_status blocked_define(blocked *b, uint64_t i)
{
    const size_t moves = tai_first_at_least(b->set, b->count, i + 1);
    b->by_definition++;
    return blocked_settle(
        b, i, tai_nim_mex(i, b->value + i, b->set, moves, b->stamp));
}

/* ---- the far stage ---- */

/* Returns the number of values in whole windows up to that of `largest`. */
static size_t blocked_width(unsigned largest)
{
    return ((size_t)largest / 64 + 1) * 64;
}

/* Lists candidates for one lane, without live ones. Marks below marks->width
 * have the options by moves[0]; those by moves[1] are read first, and if no
 * value is left, all are read, for all values. */
static void blocked_list_alone(const blocked *b, const tai_nim_marks *marks,
                               const tai_nim_moves moves[2], const uint16_t *at,
                               unsigned lane, tai_nim_tile *tile)
{
    const size_t full = blocked_width(b->far_largest);
    uint8_t *restrict row = marks->rows;
    unsigned count = 0;
    memset(row, 0, full);
    for (int part = 1; part >= 0 && count == 0; part--) {
        for (size_t k = 0; k < moves[part].count; k++)
            row[at[(ptrdiff_t)lane - (ptrdiff_t)moves[part].move[k]]] = 1;
        const size_t width = part == 1 ? marks->width : full;
        for (size_t v = 0; v < width && count < CANDIDATES; v++) {
            if (row[v] || (part == 1 && (marks->reached[v] >> lane & 1)))
                continue;
            tile->candidate[count][lane] = (uint16_t)v;
            tile->alive[count++] |= (uint64_t)1 << lane;
        }
    }
}

/* Returns the lanes with a live candidate. */
static uint64_t blocked_alive_lanes(const tai_nim_tile *tile)
{
    uint64_t alive = 0;
    for (int j = 0; j < CANDIDATES; j++)
        alive |= tile->alive[j];
    return alive;
}

/* Marks the candidates of lanes where all are dead, as values of options: the
 * next list has others. */
static void blocked_mark_candidates(tai_nim_marks *marks,
                                    const tai_nim_tile *tile, uint64_t lanes)
{
    for (; lanes != 0; lanes &= lanes - 1)
        for (int j = 0; j < CANDIDATES; j++) {
            const size_t v = tile->candidate[j][tai_ctz(lanes)];
            if (v < marks->width)
                marks->reached[v] |= lanes & -lanes;
        }
}

/* Collects, then lists and refutes, up to PASSES times while more than FEW
 * lanes have no candidate; these are listed alone. A lane may still have none.
 * Moves are far, and at most lo, so that all lanes can make them. */
static void blocked_far_tile(const blocked *b, uint64_t lo, tai_nim_tile *tile,
                             tai_nim_marks *marks)
{
    const tai_nim_order *o = &b->order;
    const tai_nim_collect *kernel = TA_KERNEL_HERE(tai_nim_collect);
    const uint16_t *at = b->value + lo;
    const tai_nim_moves moves[2] = {
        tai_nim_between(o->first, o->n_first, b->far.far_from, lo + 1),
        tai_nim_between(o->rest, o->n_rest, b->far.far_from, lo + 1)};
    marks->width = o->by_windows ? o->width : blocked_width(b->far_largest);
    (o->by_windows ? kernel->by_windows : kernel->by_rows)(marks, at, moves[0],
                                                           moves[1]);
    uint64_t none = ~(uint64_t)0;
    for (int pass = 0; pass < PASSES && tai_popcount(none) > FEW; pass++) {
        kernel->list(marks, tile);
        TA_KERNEL_HERE(tai_nim_refute)->refute(tile, at, moves[1]);
        none = ~blocked_alive_lanes(tile);
        blocked_mark_candidates(marks, tile, none);
    }
    for (; none != 0; none &= none - 1)
        blocked_list_alone(b, marks, moves, at, tai_ctz(none), tile);
}

/* ---- the near stage ---- */

/* Returns whether a move leads from position i to value v. */
static bool blocked_leads_to(const uint16_t *at, uint64_t i,
                             tai_nim_moves moves, unsigned v)
{
    bool hit = false;
    for (size_t k = 0; k < moves.count && moves.move[k] <= i; k++)
        hit |= at[-(ptrdiff_t)moves.move[k]] == v;
    return hit;
}

/* Returns the live candidates of a lane; no branch, which would be predicted
 * badly. */
static unsigned blocked_alive(const tai_nim_tile *tile, unsigned lane)
{
    unsigned alive = 0;
    for (unsigned j = 0; j < CANDIDATES; j++)
        alive |= (unsigned)(tile->alive[j] >> lane & 1) << j;
    return alive;
}

/* Settles the lanes of a tile in order, by the moves that are not far. */
static ta_status blocked_near_tile(blocked *b, uint64_t lo, tai_nim_tile *tile)
{
    /* Into the tile itself; other near moves; above lo, which only later lanes
     * can make. The others were used in the far stage. */
    const tai_nim_moves inside = tai_nim_between(b->set, b->count, 0, LANES);
    const tai_nim_moves middle =
        tai_nim_between(b->set, b->count, LANES, b->near.far_from);
    const tai_nim_moves edge =
        tai_nim_between(b->set, b->count, lo + 1, lo + LANES);
    if (middle.count > 0)
        TA_KERNEL_HERE(tai_nim_refute)->refute(tile, b->value + lo, middle);
    const uint64_t end = tai_min_u64(LANES, b->job->n - lo);
    ta_status st = TA_OK;
    for (unsigned lane = 0; lane < end && st == TA_OK; lane++) {
        const uint64_t i = lo + lane;
        const uint16_t *at = b->value + i;
        unsigned alive = blocked_alive(tile, lane), v = 0;
        for (; alive != 0; alive &= alive - 1) {
            v = tile->candidate[tai_ctz(alive)][lane];
            if (!blocked_leads_to(at, i, inside, v) &&
                !blocked_leads_to(at, i, edge, v))
                break;
        }
        st = alive != 0 ? blocked_settle(b, i, v) : blocked_define(b, i);
    }
    return st;
}

/* ---- blocks ---- */

/* Returns the tiles of the block at lo. Larger blocks have work for more
 * threads, and fewer far moves. */
static uint64_t blocked_tiles(const blocked *b, uint64_t lo)
{
    const unsigned bits = b->job->options->base_bits;
    uint64_t tiles = b->job->threads > 1 ? lo >> 16 : 1;
    if (bits != 0)
        tiles = tai_min_u64((uint64_t)1 << bits, lo / 4) / LANES;
    return tai_max_u64(1, tai_min_u64(tiles, TILES));
}

/* Item 0 is the near stage of b->near, item k the far stage of tile k - 1 of
 * b->far. */
static void blocked_do_item(void *state, unsigned thread, size_t item)
{
    blocked *b = state;
    const blocked_block *near = &b->near;
    if (item > 0)
        blocked_far_tile(b, b->far.lo + (item - 1) * LANES,
                         &b->far.tile[item - 1], &b->marks[thread]);
    else
        for (uint64_t at = near->lo; at < near->hi && b->status == TA_OK;
             at += LANES)
            b->status =
                blocked_near_tile(b, at, &near->tile[(at - near->lo) / LANES]);
}

/* Sets b->far to the block after b->near, cut off at `to`; splits the moves
 * again where it ends beyond order.until, or values outgrow the 8 bits that
 * windows have (collect-kernel.c). */
static void blocked_begin_block(blocked *b, uint64_t to)
{
    const uint64_t lo = b->near.hi, known = b->near.lo;
    const uint64_t size = blocked_tiles(b, lo) * LANES;
    b->far.lo = lo;
    b->far.hi = tai_min_u64(lo + size, to);
    b->far.far_from = lo + size - known;
    b->far_largest = b->largest;
    if (lo < to && (lo + size > b->order.until ||
                    (b->order.by_windows && b->largest >= 64 << 8)))
        tai_nim_order_learn(&b->order, b->value, known, lo, b->largest);
}

/* Computes [from, to): `from` is a multiple of 64, at least START, and all
 * below have values. In each round far.lo = near.hi; the first near block is
 * empty. */
static ta_status blocked_solve(blocked *b, uint64_t from, uint64_t to)
{
    b->near.lo = b->near.hi = from;
    b->status = TA_OK;
    while (b->near.lo < to && b->status == TA_OK) {
        blocked_begin_block(b, to);
        const uint64_t tiles = (b->far.hi - b->far.lo + LANES - 1) / LANES;
        /* Waking a thread takes longer than a tile. */
        tai_pool_run(tiles > 1 ? &b->pool : NULL, blocked_do_item, b,
                     1 + tiles);
        const blocked_block done = b->near;
        b->near = b->far;
        b->far.tile = done.tile;
    }
    return b->status;
}

/* ---- the engine ---- */

/* Places the arrays. Called twice: to count, then to place. */
static void blocked_place(blocked *b)
{
    const tai_job *job = b->job;
    const uint64_t moves = tai_game_count_bound(job->game, job->n);
    const size_t width =
        blocked_width((unsigned)tai_min_u64(moves, TA_NIM_LARGEST));
    b->value = tai_arena_place(&b->arena, job->n, sizeof *b->value);
    b->stamp = tai_arena_place(&b->arena, TA_NIM_MARKS, sizeof *b->stamp);
    tai_nim_order_place(&b->order, moves, &b->arena);
    b->near.tile = tai_arena_place(&b->arena, TILES, sizeof *b->near.tile);
    b->far.tile = tai_arena_place(&b->arena, TILES, sizeof *b->far.tile);
    b->marks = tai_arena_place(&b->arena, job->threads, sizeof *b->marks);
    for (unsigned t = 0; t < job->threads; t++) {
        const tai_nim_marks marks = {
            .rows = tai_arena_place(&b->arena, LANES, width),
            .reached = tai_arena_place(&b->arena, width, 8)};
        if (b->marks != NULL)
            b->marks[t] = marks;
    }
}

static uint64_t blocked_memory(const tai_job *job)
{
    blocked b = {.job = job};
    blocked_place(&b);
    return tai_add_sat(
        tai_add_sat(b.arena.bytes, tai_game_list_memory(job->game, job->n)),
        tai_mul_sat(job->threads, THREAD) + 4096);
}

static ta_status blocked_open(blocked *b, const tai_job *job)
{
    *b = (blocked){.job = job};
    blocked_place(b);
    ta_status st = ta_game_elements(job->game, job->n, &b->set, &b->count);
    if (st == TA_OK)
        st = tai_arena_open(&b->arena);
    if (st != TA_OK)
        return st;
    blocked_place(b);
    b->order.set = b->set;
    b->order.count = b->count;
    memset(b->stamp, 0, TA_NIM_MARKS * sizeof *b->stamp);
    memset(b->order.counts, 0, TA_NIM_MARKS * sizeof *b->order.counts);
    memset(b->near.tile, 0, TILES * sizeof *b->near.tile);
    memset(b->far.tile, 0, TILES * sizeof *b->far.tile);
    return tai_pool_open(&b->pool, job->threads, job->error);
}

static void blocked_close(blocked *b)
{
    tai_pool_close(&b->pool);
    tai_arena_close(&b->arena);
    ta_free(b->set);
}

static ta_status blocked_run(const tai_job *job)
{
    blocked b;
    ta_status st = blocked_open(&b, job);
    if (st == TA_OK)
        st = tai_known_store(job, b.value);
    /* A resumed value above the number of moves is wrong; its mark would have
     * no memory. */
    for (uint64_t i = 0; i < job->known && st == TA_OK; i++)
        st = b.value[i] <= b.count
                 ? blocked_settle(&b, i, b.value[i])
                 : tai_fail(job->error, TA_EMISMATCH,
                            "what is known is wrong at position %" PRIu64
                            ": its value is above the number of moves",
                            i);
    for (uint64_t from = job->known, to; from < job->n && st == TA_OK;
         from = to) {
        to = tai_min_u64(from + CHUNK, job->n);
        uint64_t at = from;
        st = tai_job_poll(job, from);
        for (; at < tai_min_u64(to, START) && st == TA_OK; at++)
            st = blocked_define(&b, at);
        if (st == TA_OK)
            st = blocked_solve(&b, at, to);
        if (st == TA_OK)
            st = tai_job_emit_values(job, from, to, b.value + from);
    }
    tai_report_add(job->options->stats, "by_definition", "%" PRIu64,
                   b.by_definition);
    blocked_close(&b);
    return st;
}

const tai_engine tai_nim_blocked_engine = {
    .info = {"blocked", "64 positions at a time, the most telling moves first"},
    .power = 1.4,
    .memory = blocked_memory,
    .run = blocked_run};
