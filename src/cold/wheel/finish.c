/* The steps of a block. In a step candidates first look, in parallel, for
 * options among the cold numbers and candidates at hand; then in increasing
 * order they become cold, or have a cold option by then. */
#include <string.h>

#include "cold/wheel/block.h"

enum { LIVE_BAND = 128, ROW_BAND = 32 };

/* What a candidate found: no option, a cold one, or that the nearest that may
 * be cold is one in the list of its near moves, or behind. */
enum { NO_OPTION = UINT16_MAX, COLD_OPTION = NO_OPTION - 1 };

static wheel_candidate *item_candidates(const wheel_block *b, size_t item)
{
    return b->candidate + b->band[item].start;
}

/* ---- in parallel: open rows, and the bits that near moves look at ---- */

/* Those of dense class id: one half for the places before the step, one from
 * its first on, where each candidate counts as cold until it is hot. */
static uint8_t *near_bits(const wheel_block *b, uint32_t id)
{
    const wheel_plan *p = b->plan;
    const size_t bytes = p->near_bits / 8;
    uint8_t *near = b->near + id * bytes;
    memcpy(near,
           wheel_dense(p->store, id,
                       (int64_t)(b->step_row / 8) - (int64_t)(bytes / 2)),
           bytes);
    return near + bytes / 2;
}

/* Options from before the step, inside the block; the rows still open. */
static uint64_t open_class(wheel_block *b, uint32_t l)
{
    const wheel_plan *p = b->plan;
    const wheel_store *st = p->store;
    const unsigned vectors = p->step_vectors;
    const size_t bytes = (size_t)vectors * WHEEL_VECTOR;
    const uint64_t done = b->step_row - b->row;
    const uint64_t rows = ta_min_u64(p->step_rows, b->rows - done);
    const uint8_t *origin = wheel_origin(st, b->step_row / 8 - 1);
    uint8_t *tile = b->open + l * bytes;
    const uint8_t *hits = b->hit + l * p->hit_bytes + done / 8;
    const size_t *start = p->step.start + (size_t)l * p->slips;
    const uint32_t s = p->live_class[l];
    memset(tile, 0, bytes);
    for (unsigned r = 0; r < p->slips; r++) {
        if (r > 0)
            wheel_bits_down(tile, vectors, p->slip[r] - p->slip[r - 1]);
        b->kernel->wide(tile, vectors, origin, p->step.offset + start[r],
                        start[r + 1] - start[r]);
    }
    if (p->slips > 0)
        wheel_bits_up(tile, vectors, p->slip[p->slips - 1]);
    const uint8_t *mask = b->mask + st->mod.lift[s] * bytes;
    for (size_t i = 0; i < bytes; i++)
        tile[i] = (uint8_t) ~(tile[i] | hits[i] | mask[i]);
    if (rows < p->step_rows) {
        uint64_t end = WHEEL_LEAD + rows + st->mod.lift[s];
        tile[end / 8] = (uint8_t)(tile[end / 8] & ((1u << end % 8) - 1));
        memset(tile + end / 8 + 1, 0, bytes - (size_t)(end / 8) - 1);
    }
    if (st->kind[s] < st->dense) {
        uint8_t *near = near_bits(b, st->kind[s]);
        for (size_t i = 1; i < bytes; i++)
            near[i - 1] |= tile[i];
    }
    return (start[p->slips] - start[0]) * vectors;
}

static void open_item(void *state, unsigned thread, size_t item)
{
    wheel_block *b = state;
    const wheel_plan *p = b->plan;
    const uint64_t bands = (p->lives + LIVE_BAND - 1) / LIVE_BAND;
    uint64_t ors = 0;
    (void)thread;
    if (item == bands) /* dense, but not live: few, if any */
        for (uint32_t id = 0; id < p->store->dense; id++)
            if (p->live[p->store->dense_class[id]] == WHEEL_EMPTY)
                near_bits(b, id);
    for (size_t l = item * LIVE_BAND;
         l < p->lives && l < (item + 1) * LIVE_BAND; l++)
        ors += open_class(b, (uint32_t)l);
    wheel_count(&b->count->step_ors, ors);
}

/* ---- in parallel: candidates by heap, and what they find ---- */

/* The bits of a live class's tile from row `row` of the step on. */
static uint32_t open_bits(const wheel_block *b, uint32_t l, uint64_t row)
{
    const wheel_plan *p = b->plan;
    const size_t bytes = (size_t)p->step_vectors * WHEEL_VECTOR;
    const uint64_t bit =
        WHEEL_LEAD + p->store->mod.lift[p->live_class[l]] + row;
    uint64_t word;
    memcpy(&word, b->open + l * bytes + bit / 8, sizeof word);
    return (uint32_t)(word >> bit % 8);
}

/* The first near move from `from` on whose source is not hot. */
static uint16_t look(const wheel_block *b, uint32_t l, uint64_t place,
                     size_t from)
{
    const wheel_plan *p = b->plan;
    const uint32_t *move = p->near + p->near_start[l];
    const size_t count = p->near_start[l + 1] - p->near_start[l];
    for (size_t k = from; k < count; k++) {
        const uint64_t bit = move[k] + place;
        if (b->near[bit / 8] >> bit % 8 & 1)
            return bit % p->near_bits < p->near_bits / 2
                       ? COLD_OPTION
                       : (uint16_t)ta_min_u64(k, COLD_OPTION - 1);
    }
    return NO_OPTION;
}

static void candidate_item(void *state, unsigned thread, size_t item)
{
    wheel_block *b = state;
    const wheel_plan *p = b->plan;
    const uint64_t row = item * ROW_BAND;
    const uint64_t rows = ta_min_u64(ROW_BAND, p->step_rows - row);
    const uint32_t all = (uint32_t)(((uint64_t)1 << rows) - 1);
    size_t start[ROW_BAND + 1] = {0};
    (void)thread;
    for (uint32_t l = 0; l < p->lives; l++)
        for (uint32_t w = open_bits(b, l, row) & all; w != 0; w &= w - 1)
            start[ta_ctz(w) + 1]++;
    wheel_sum_up(start, ROW_BAND);
    b->band[item].count = start[ROW_BAND];
    b->band[item].start = atomic_fetch_add(&b->candidates, start[ROW_BAND]);
    wheel_candidate *out = item_candidates(b, item);
    for (uint32_t l = 0; l < p->lives; l++)
        for (uint32_t w = open_bits(b, l, row) & all; w != 0; w &= w - 1)
            out[start[ta_ctz(w)]++] =
                (wheel_candidate){l, (uint16_t)(row + ta_ctz(w)), NO_OPTION};
    uint64_t pulls = 0;
    for (size_t k = 0; k < b->band[item].count; k++) {
        const uint32_t l = out[k].live;
        out[k].option =
            look(b, l, out[k].row + p->store->mod.lift[p->live_class[l]], 0);
        pulls += p->near_start[l + 1] - p->near_start[l];
    }
    wheel_count(&b->count->pulls, pulls);
}

/* ---- in order ---- */

/* What is known of the step's dense classes goes to the store. Candidates that
 * had no turn go with it: nothing looks there before their turn. */
static void store_step(wheel_block *b)
{
    const wheel_plan *p = b->plan;
    const wheel_store *st = p->store;
    const size_t half = p->near_bits / 16;
    for (uint32_t id = 0; id < st->dense; id++)
        memcpy(st->bits + id * st->stride + st->front + b->step_row / 8,
               b->near + (2 * id + 1) * half, half);
}

/* A number that no near move shows to others: its class is not dense, or no
 * candidate was expected there. It pushes to what is left of the block, and
 * in the next with the other sparse numbers, or from its bit. */
static ta_status add_pushing(wheel_block *b, uint64_t n, uint32_t s)
{
    const wheel_plan *p = b->plan;
    wheel_store *st = p->store;
    const uint64_t end = (b->row + b->rows) * st->mod.m;
    const uint32_t id = st->kind[s];
    if (id == WHEEL_EMPTY)
        b->count->late++;
    if (id < st->dense) {
        const uint64_t bit = id * (uint64_t)p->near_bits + p->near_bits / 2 +
                             wheel_place(st, n, s) - b->step_row;
        b->near[bit / 8] |= (uint8_t)(1u << bit % 8);
        st->cold++;
    } else if (wheel_store_add(st, n) != TA_OK) {
        return TA_ENOMEM;
    }
    b->pushed = true;
    wheel_push_number(p, &p->marks_near, b->hit, b->row, n, s, 0,
                      wheel_moves_below(p->moves, end - n));
    return wheel_list_add(&b->cold, n);
}

/* Quiet heaps below n whose far options are all hot: the near ones decide. */
static ta_status doubtful(wheel_block *b, uint64_t n)
{
    const wheel_plan *p = b->plan;
    ta_status status = TA_OK;
    while (b->doubt < b->doubtful.count && b->doubtful.at[b->doubt] < n &&
           status == TA_OK) {
        const uint64_t heap = b->doubtful.at[b->doubt++];
        store_step(b);
        if (!wheel_has_option(p, heap, 0, p->far_from))
            status = add_pushing(b, heap, (uint32_t)(heap % p->store->mod.m));
    }
    return status;
}

static ta_status decide(wheel_block *b, const wheel_candidate *c)
{
    const wheel_plan *p = b->plan;
    wheel_store *st = p->store;
    const uint32_t s = p->live_class[c->live], id = st->kind[s];
    const uint64_t n = (b->step_row + c->row) * st->mod.m + s;
    const uint64_t place = c->row + st->mod.lift[s];
    if (b->doubt < b->doubtful.count) {
        ta_status status = doubtful(b, n);
        if (status != TA_OK)
            return status;
    }
    bool hot = c->option == COLD_OPTION;
    if (c->option < COLD_OPTION)
        hot = look(b, c->live, place, c->option) != NO_OPTION;
    if (!hot && b->pushed) {
        const uint64_t bit = WHEEL_LEAD + place + b->step_row - b->row;
        hot = b->hit[c->live * p->hit_bytes + bit / 8] >> bit % 8 & 1;
    }
    if (hot) {
        const uint64_t bit = id * (uint64_t)p->near_bits + p->near_bits / 2;
        if (id < st->dense)
            b->near[(bit + place) / 8] &= (uint8_t) ~(1u << (bit + place) % 8);
        return TA_OK;
    }
    if (id >= st->dense)
        return add_pushing(b, n, s);
    st->cold++;
    return wheel_list_add(&b->cold, n);
}

static ta_status step_run(wheel_block *b)
{
    const wheel_plan *p = b->plan;
    const double t0 = ta_now();
    const size_t bands = (size_t)((p->step_rows + ROW_BAND - 1) / ROW_BAND);
    b->pushed = false;
    atomic_store(&b->candidates, 0);
    ta_trace_stage(b->team->trace, "open");
    ta_team_run(b->team, open_item, b,
                (p->lives + LIVE_BAND - 1) / LIVE_BAND + 1);
    ta_trace_stage(b->team->trace, "pull");
    ta_team_run(b->team, candidate_item, b, bands);
    const double t1 = ta_now();
    ta_trace_stage(b->team->trace, "finish");
    ta_status status = TA_OK;
    for (size_t i = 0; i < bands; i++)
        for (size_t k = 0; k < b->band[i].count && status == TA_OK; k++)
            status = decide(b, &item_candidates(b, i)[k]);
    const uint64_t end =
        ta_min_u64(b->step_row + p->step_rows, b->row + b->rows);
    if (status == TA_OK)
        status = doubtful(b, end * p->store->mod.m);
    store_step(b);
    b->count->candidates += atomic_load(&b->candidates);
    b->count->step_s += t1 - t0;
    b->count->finish_s += ta_now() - t1;
    return status;
}

ta_status wheel_block_finish(wheel_block *b)
{
    ta_status status = TA_OK;
    for (b->step_row = b->row;
         status == TA_OK && b->step_row < b->row + b->rows;
         b->step_row += b->plan->step_rows)
        status = step_run(b);
    return status;
}
