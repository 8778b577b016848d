/* Computes nim-values by the engine `blocked`, 64 consecutive positions (a
 * tile) at a time. README.md has an example and the proof.
 *
 * For each position of a tile, the engine lists up to 7 candidates for the
 * nim-value. First it reads the options by some of the moves, and marks their
 * values. The least values without a mark become the candidates. Then it reads
 * the options by the other moves. A candidate is refuted if one of these
 * options has this value. The least candidate that is left is the nim-value.
 *
 * A block is up to 16 tiles, and is computed in a far stage and a near stage.
 * The far stage looks at the long moves, whose options all have values already.
 * The near stage looks at the short moves and computes the positions one by
 * one. While one thread does the near stage of a block, the other threads do
 * the far stage of the next block.
 *
 * The file is long because both stages share the state of a tile. */
#include <inttypes.h>
#include <string.h>

#include "base/pool.h"
#include "nim/blocked.h"

enum {
    LANES = TA_NIM_LANES,
    CANDIDATES = TA_NIM_CANDIDATES,
    START = 256, /* positions below this are computed by the definition */
    /* The largest number of tiles of a block. A tile is 64 positions. */
    TILES = 16,
    /* The number of positions whose values are handed over at a time to the
     * sink, the receiver of the results. */
    CHUNK = 1 << 16,
    /* The largest number of passes over a tile. A pass lists candidates for the
     * nim-values of all positions of the tile, and then refutes candidates by
     * options that have these values. */
    PASSES = 3,
    /* The candidates of a position are the possible nim-values that are listed
     * for it. Some positions of a tile (64 positions) may have no candidate
     * left. If these are at most FEW, new candidates are listed for each of
     * them alone. This is faster than another pass over the whole tile. */
    FEW = 6,
    /* An upper bound of the bytes that a thread pool needs for each thread. */
    THREAD = 128
};

/* A block: the positions [lo, hi). A move of at least `near` is a far move of
 * the block: from each position of the block it leads to a position whose value
 * was computed before work on the block began. */
typedef struct blocked_block {
    uint64_t lo, hi, near;
    /* The tiles of the block, at most TILES of them. A tile is 64 positions. */
    ta_nim_tile *tile;
} blocked_block;

/* The state of a run of the engine `blocked`, which computes nim-values. */
typedef struct blocked {
    const ta_job *job;
    uint64_t *set; /* the moves below n, increasing */
    size_t count;
    uint16_t *value;
    unsigned largest; /* the largest nim-value so far */
    /* The largest nim-value that had been computed when the current far stage
     * (the work on long moves) began. */
    unsigned far_largest;
    uint64_t *stamp; /* scratch for ta_nim_mex */
    /* The number of positions whose value was computed by the definition, from
     * all moves. */
    uint64_t by_definition;
    ta_nim_order order;
    /* marks[t] is the working memory in which thread t marks the values of
     * options. */
    ta_nim_marks *marks;
    /* The memory block in which all arrays except `set` lie. */
    ta_arena arena;
    tai_pool pool;
    /* The block whose short moves are looked at next (the near stage). */
    blocked_block near;
    /* The block after `near`. Its long moves are looked at next (the far
     * stage). */
    blocked_block far;
    /* The status of the near stage: TA_OK or an error. */
    ta_status status;
} blocked;

/* ---- one position ---- */

/* Sets the nim-value of position i to v, after all positions below i have
 * values. Returns TA_ERANGE if v is above 65535. */
static ta_status blocked_settle(blocked *b, uint64_t i, unsigned v)
{
    if (v > TA_NIM_LARGEST)
        return tai_nim_too_large(b->job, i);
    b->value[i] = (uint16_t)v;
    b->largest = v > b->largest ? v : b->largest;
    return TA_OK;
}

/* Computes the nim-value of position i by the definition, from the values of
 * all its options. Returns TA_ERANGE if the value is above 65535. */
static ta_status blocked_define(blocked *b, uint64_t i)
{
    const size_t moves = ta_first_at_least(b->set, b->count, i + 1);
    b->by_definition++;
    return blocked_settle(b, i,
                          ta_nim_mex(i, b->value + i, b->set, moves, b->stamp));
}

/* ---- the far stage ---- */

/* Returns the number of nim-values for which marks are needed if no nim-value
 * is above `largest`. It is largest + 1, rounded up to a multiple of 64. (A
 * mark says that a position has an option of a certain value.) */
static size_t blocked_width(unsigned largest)
{
    return ((size_t)largest / 64 + 1) * 64;
}

/* Lists candidates for the nim-value of one position, number `lane` of the
 * tile. The candidates are the least values that no option by the moves of the
 * two lists has. *marks already has the values below marks->width of the
 * options by moves[0]. So the function first reads only the options by
 * moves[1], and looks for candidates below marks->width. If there are none, it
 * reads the options by moves[0], too, and looks at all values. `at` points to
 * the value of the first position of the tile. */
static void blocked_list_alone(const blocked *b, const ta_nim_marks *marks,
                               const ta_nim_moves moves[2], const uint16_t *at,
                               unsigned lane, ta_nim_tile *tile)
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

/* Returns a mask of the positions of a tile that have a live candidate: one
 * that has not been refuted. Bit l stands for position number l of the tile. */
static uint64_t blocked_alive_lanes(const ta_nim_tile *tile)
{
    uint64_t alive = 0;
    for (int j = 0; j < CANDIDATES; j++)
        alive |= tile->alive[j];
    return alive;
}

/* Marks the candidates of some positions as values of options, so that they are
 * not listed as candidates again. Bit l of the mask `lanes` stands for position
 * l of the tile. All candidates of these positions have been refuted, so each
 * is the value of an option. */
static void blocked_mark_candidates(ta_nim_marks *marks,
                                    const ta_nim_tile *tile, uint64_t lanes)
{
    for (; lanes != 0; lanes &= lanes - 1)
        for (int j = 0; j < CANDIDATES; j++) {
            const size_t v = tile->candidate[j][ta_ctz(lanes)];
            if (v < marks->width)
                marks->reached[v] |= lanes & -lanes;
        }
}

/* Does the far stage (the work on the long moves) of the tile that begins at
 * position lo. First lists candidates for the nim-values of its 64 positions,
 * and refutes the candidates that are values of options by long moves. Repeats
 * this, at most PASSES times in all, while more than FEW positions have no
 * candidate left. Then lists candidates separately for each position that has
 * none. Even then, a position may be left without candidates. */
static void blocked_far_tile(const blocked *b, uint64_t lo, ta_nim_tile *tile,
                             ta_nim_marks *marks)
{
    const ta_nim_order *o = &b->order;
    const tai_nim_collect *kernel = TA_KERNEL_HERE(tai_nim_collect);
    const uint16_t *at = b->value + lo;
    const ta_nim_moves moves[2] = {
        tai_nim_between(o->first, o->n_first, b->far.near, lo + 1),
        tai_nim_between(o->rest, o->n_rest, b->far.near, lo + 1)};
    marks->width = o->by_windows ? o->width : blocked_width(b->far_largest);
    (o->by_windows ? kernel->by_windows : kernel->by_rows)(marks, at, moves[0],
                                                           moves[1]);
    uint64_t none = ~(uint64_t)0;
    for (int pass = 0; pass < PASSES && ta_popcount(none) > FEW; pass++) {
        kernel->list(marks, tile);
        TA_KERNEL_HERE(tai_nim_refute)->refute(tile, at, moves[1]);
        none = ~blocked_alive_lanes(tile);
        blocked_mark_candidates(marks, tile, none);
    }
    for (; none != 0; none &= none - 1)
        blocked_list_alone(b, marks, moves, at, ta_ctz(none), tile);
}

/* ---- the near stage ---- */

/* Returns whether one of the moves leads from position i to an option of
 * nim-value v. `at` points to the place of position i in the array of values.
 */
static bool blocked_leads_to(const uint16_t *at, uint64_t i, ta_nim_moves moves,
                             unsigned v)
{
    bool hit = false;
    for (size_t k = 0; k < moves.count && moves.move[k] <= i; k++)
        hit |= at[-(ptrdiff_t)moves.move[k]] == v;
    return hit;
}

/* Returns a mask of the candidates of a position that are alive (not refuted).
 * Bit j stands for candidate j, and `lane` is the number of the position in the
 * tile. The loop has no branch, since the processor would predict it badly. */
static unsigned blocked_alive(const ta_nim_tile *tile, unsigned lane)
{
    unsigned alive = 0;
    for (unsigned j = 0; j < CANDIDATES; j++)
        alive |= (unsigned)(tile->alive[j] >> lane & 1) << j;
    return alive;
}

/* Computes the nim-values of the 64 positions of the tile that begins at
 * position lo, in increasing order. The candidates (possible nim-values) of
 * each position must be listed in *tile. They take only the long moves into
 * account; this function looks at the short ones. Returns TA_ERANGE if a value
 * is above 65535. */
static ta_status blocked_near_tile(blocked *b, uint64_t lo, ta_nim_tile *tile)
{
    /* The long moves, from b->near.near up to lo, were used before, in the far
     * stage. lo is the first position of the tile. The other moves are in three
     * lists. `inside` has the moves below 64, which may lead to positions of
     * the tile itself. `middle` has the moves from 64 up to b->near.near.
     * `edge` has the moves above lo; only positions of the tile above lo can
     * make them. */
    const ta_nim_moves inside = tai_nim_between(b->set, b->count, 0, LANES);
    const ta_nim_moves middle =
        tai_nim_between(b->set, b->count, LANES, b->near.near);
    const ta_nim_moves edge =
        tai_nim_between(b->set, b->count, lo + 1, lo + LANES);
    if (middle.count > 0)
        TA_KERNEL_HERE(tai_nim_refute)->refute(tile, b->value + lo, middle);
    const uint64_t end = ta_min_u64(LANES, b->job->n - lo);
    ta_status st = TA_OK;
    for (unsigned lane = 0; lane < end && st == TA_OK; lane++) {
        const uint64_t i = lo + lane;
        const uint16_t *at = b->value + i;
        unsigned alive = blocked_alive(tile, lane), v = 0;
        for (; alive != 0; alive &= alive - 1) {
            v = tile->candidate[ta_ctz(alive)][lane];
            if (!blocked_leads_to(at, i, inside, v) &&
                !blocked_leads_to(at, i, edge, v))
                break;
        }
        st = alive != 0 ? blocked_settle(b, i, v) : blocked_define(b, i);
    }
    return st;
}

/* ---- blocks ---- */

/* Returns the number of tiles of the block that begins at position lo, from 1
 * to TILES. If options->base_bits is not 0, it sets the size of the block.
 * Otherwise the block has 1 tile for one thread, and about lo / 2^16 tiles for
 * several threads. A larger block gives work to more threads. But it also has
 * fewer far moves, so that more work is left to the slow near stage. */
static uint64_t blocked_tiles(const blocked *b, uint64_t lo)
{
    const unsigned bits = b->job->options->base_bits;
    uint64_t tiles = b->job->threads > 1 ? lo >> 16 : 1;
    if (bits != 0)
        tiles = ta_min_u64((uint64_t)1 << bits, lo / 4) / LANES;
    return ta_max_u64(1, ta_min_u64(tiles, TILES));
}

/* Does one part of the work that the thread pool divides among its threads.
 * Item 0 is the near stage (the short moves) of the whole block b->near. Any
 * other item k is the far stage (the long moves) of tile k - 1 of the block
 * b->far. `state` points to the structure b, and `thread` is the number of the
 * thread. */
static void blocked_do_item(void *state, unsigned thread, size_t item)
{
    blocked *b = state;
    const blocked_block *near = &b->near;
    const uint64_t lo = b->far.lo + (item - 1) * LANES;
    if (item > 0)
        blocked_far_tile(b, lo, &b->far.tile[item - 1], &b->marks[thread]);
    else
        for (uint64_t at = near->lo; at < near->hi && b->status == TA_OK;
             at += LANES)
            b->status =
                blocked_near_tile(b, at, &near->tile[(at - near->lo) / LANES]);
}

/* Sets b->far to the next block: the block after b->near, cut off at position
 * `to`. A block is up to 16 tiles of 64 positions.
 *
 * The engine looks at some moves first. The choice of these moves is for the
 * positions below b->order.until. If the next block ends beyond this position,
 * makes a new choice, from the nim-values below b->near.lo. */
static void blocked_begin_block(blocked *b, uint64_t to)
{
    const uint64_t lo = b->near.hi, known = b->near.lo;
    const uint64_t size = blocked_tiles(b, lo) * LANES;
    b->far.lo = lo;
    b->far.hi = ta_min_u64(lo + size, to);
    b->far.near = lo + size - known;
    b->far_largest = b->largest;
    if (lo < to && lo + size > b->order.until)
        tai_nim_order_learn(&b->order, b->value, known, lo, b->largest);
}

/* Computes the nim-values of the positions [from, to). All positions below
 * `from` must have values. `from` must be at least START and a multiple of 64.
 */
static ta_status blocked_solve(blocked *b, uint64_t from, uint64_t to)
{
    b->near.lo = b->near.hi = from;
    b->status = TA_OK;
    while (b->near.lo < to && b->status == TA_OK) {
        blocked_begin_block(b, to);
        const uint64_t tiles = (b->far.hi - b->far.lo + LANES - 1) / LANES;
        /* If the block has one tile, this thread does all the work: waking
         * another thread takes more time than a tile does. */
        tai_pool_run(tiles > 1 ? &b->pool : NULL, blocked_do_item, b,
                     1 + tiles);
        const blocked_block done = b->near;
        b->near = b->far;
        b->far.tile = done.tile;
    }
    return b->status;
}

/* ---- the engine ---- */

/* Places all arrays of the engine in the memory block b->arena. The first call
 * only adds up their bytes. The second call, after ta_arena_open has allocated
 * the block, sets the pointers. */
static void blocked_place(blocked *b)
{
    const ta_job *job = b->job;
    const uint64_t moves = tai_game_count_bound(job->game, job->n);
    const size_t width =
        blocked_width((unsigned)ta_min_u64(moves, TA_NIM_LARGEST));
    b->value = ta_arena_place(&b->arena, job->n, sizeof *b->value);
    b->stamp = ta_arena_place(&b->arena, TA_NIM_MARKS, sizeof *b->stamp);
    tai_nim_order_place(&b->order, moves, &b->arena);
    b->near.tile = ta_arena_place(&b->arena, TILES, sizeof *b->near.tile);
    b->far.tile = ta_arena_place(&b->arena, TILES, sizeof *b->far.tile);
    b->marks = ta_arena_place(&b->arena, job->threads, sizeof *b->marks);
    for (unsigned t = 0; t < job->threads; t++) {
        const ta_nim_marks marks = {
            .rows = ta_arena_place(&b->arena, LANES, width),
            .reached = ta_arena_place(&b->arena, width, 8)};
        if (b->marks != NULL)
            b->marks[t] = marks;
    }
}

static uint64_t blocked_memory(const ta_job *job)
{
    blocked b = {.job = job};
    blocked_place(&b);
    return ta_add_sat(
        ta_add_sat(b.arena.bytes, tai_game_list_memory(job->game, job->n)),
        ta_mul_sat(job->threads, THREAD) + 4096);
}

static ta_status blocked_open(blocked *b, const ta_job *job)
{
    *b = (blocked){.job = job};
    blocked_place(b);
    ta_status st = ta_game_elements(job->game, job->n, &b->set, &b->count);
    if (st == TA_OK)
        st = ta_arena_open(&b->arena);
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
    ta_arena_close(&b->arena);
    ta_free(b->set);
}

static ta_status blocked_run(const ta_job *job)
{
    blocked b;
    ta_status st = blocked_open(&b, job);
    if (st == TA_OK)
        st = tai_known_store(job, b.value);
    /* Checks the values that an earlier run has computed. A value above the
     * number of moves is wrong. There would be no memory for its marks. */
    for (uint64_t i = 0; i < job->known && st == TA_OK; i++)
        st = b.value[i] <= b.count
                 ? blocked_settle(&b, i, b.value[i])
                 : tai_fail(job->error, TA_EMISMATCH,
                            "what is known is wrong at position %" PRIu64
                            ": its value is above the number of moves",
                            i);
    for (uint64_t from = job->known, to; from < job->n && st == TA_OK;
         from = to) {
        to = ta_min_u64(from + CHUNK, job->n);
        uint64_t at = from;
        st = tai_job_poll(job, from);
        for (; at < ta_min_u64(to, START) && st == TA_OK; at++)
            st = blocked_define(&b, at);
        if (st == TA_OK)
            st = blocked_solve(&b, at, to);
        if (st == TA_OK)
            st = tai_job_emit_values(job, from, to, b.value + from);
    }
    tai_stats_add(job->options->stats, "by_definition", "%" PRIu64,
                  b.by_definition);
    blocked_close(&b);
    return st;
}

const ta_engine tai_nim_blocked_engine = {
    .info = {"blocked", "64 positions at a time, the most telling moves first"},
    .power = 1.4,
    .memory = blocked_memory,
    .run = blocked_run};
