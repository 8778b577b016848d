/* The steps of a block. In a step candidates first look, in parallel, for
 * options among the cold numbers and candidates at hand. Few must wait for what
 * becomes of those below them (decide.c); the others are cold at once, and are
 * collected in parallel. */
#include <string.h>

#include "cold/wheel/finish.h"

/* Dense classes, and heaps, to an item: so few that many threads share a step
 * of a tenth of a millisecond. */
enum { DENSE_BAND = 128, CHUNK = 2 };

/* Live ones: as few for many threads, but not more items than serve to share,
 * since each is taken from a counter that the threads' caches pass around. */
static uint32_t live_band(const wheel_block *b)
{
    enum { LEAST = 16, MOST = 64, SHARES = 32 };
    const uint64_t shares = ta_max_u64(SHARES, SHARES * b->team->threads);
    const uint32_t share = (uint32_t)(b->plan->lives / shares);
    return share < LEAST ? LEAST : share < MOST ? share : MOST;
}

/* ---- what a step has found ---- */

/* The cold heaps of the bands and the odd ones between them, in order. */
static ta_status join_bands(wheel_block *b)
{
    ta_status status = TA_OK;
    const size_t before = b->cold.count;
    size_t odd = 0;
    for (size_t i = 0; i < wheel_row_bands(b); i++) {
        const wheel_candidate *c = wheel_band_candidates(b, i);
        for (size_t k = 0; k < b->band[i].count && status == TA_OK; k++) {
            while (odd < b->odd.count && b->odd.at[odd] < c[k].heap &&
                   status == TA_OK)
                status = wheel_list_add(&b->cold, b->odd.at[odd++]);
            if (status == TA_OK)
                status = wheel_list_add(&b->cold, c[k].heap);
        }
        b->band[i].count = 0;
    }
    while (odd < b->odd.count && status == TA_OK)
        status = wheel_list_add(&b->cold, b->odd.at[odd++]);
    b->odd.count = 0;
    b->plan->store->cold += b->cold.count - before;
    return status;
}

/* ---- in parallel: open rows, and the bits that near moves look at ---- */

/* Those of dense class id as stored: candidates of the step come on top. The
 * last rows before the step may share its first byte. */
static void stored_bits(const wheel_block *b, uint32_t id)
{
    const wheel_plan *p = b->plan;
    const size_t bytes = p->near_bits / 8;
    uint8_t *hot = b->hot + bytes * id;
    const uint8_t *cold = wheel_dense(
        p->store, id, (int64_t)(b->step_row / 8) - (int64_t)(bytes / 2));
    for (size_t i = 0; i < bytes; i++)
        hot[i] = (uint8_t)~cold[i];
}

/* Options from before the step, inside the block; the rows still open. */
static uint64_t open_class(wheel_block *b, uint32_t l)
{
    const wheel_plan *p = b->plan;
    const wheel_store *st = p->store;
    const unsigned vectors = p->step_vectors;
    const size_t bytes = (size_t)vectors * WHEEL_VECTOR;
    const uint64_t done = b->step_row - b->row;
    const uint64_t rows = wheel_step_end(b) - b->step_row;
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
    uint8_t *hot = b->hot + p->marks_step.mark[s] / 8;
    if (st->kind[s] < st->dense)
        stored_bits(b, st->kind[s]);
    else
        memset(hot, 0xff, bytes);
    for (size_t i = 1; i < bytes; i++)
        hot[i - 1] &= (uint8_t)~tile[i];
    return (start[p->slips] - start[0]) * vectors;
}

/* Doubtful heaps of the step that have a cold option before it. */
static void doubtful_chunk(wheel_block *b, size_t chunk)
{
    const wheel_plan *p = b->plan;
    const size_t from = b->doubt + chunk * CHUNK;
    for (size_t i = from; i < b->doubt_to && i < from + CHUNK; i++)
        if (wheel_has_option(p, b->doubtful.at[i], 0, p->far_from))
            b->doubtful.at[i] |= WHEEL_SETTLED;
}

/* What the step before has found, whose candidates stay until those of this
 * step are looked for; and dense classes that are not live: few, if any. */
static void before_open(wheel_block *b)
{
    const wheel_plan *p = b->plan;
    if (join_bands(b) != TA_OK)
        atomic_store(&b->no_memory, true);
    for (uint32_t id = 0; id < p->store->dense; id++)
        if (p->live[p->store->dense_class[id]] == WHEEL_EMPTY)
            stored_bits(b, id);
}

static void open_item(void *state, unsigned thread, size_t item)
{
    wheel_block *b = state;
    const wheel_plan *p = b->plan;
    const uint32_t band = live_band(b);
    const uint64_t bands = (p->lives + band - 1) / band;
    uint64_t ors = 0;
    (void)thread;
    if (item == 0)
        before_open(b);
    else if (item > bands)
        doubtful_chunk(b, item - bands - 1);
    else
        for (size_t l = (item - 1) * band; l < p->lives && l < item * band; l++)
            ors += open_class(b, (uint32_t)l);
    wheel_count(&b->count->step_ors, ors);
}

static size_t open_items(const wheel_block *b)
{
    const uint32_t band = live_band(b);
    return 1 + (b->plan->lives + band - 1) / band +
           (b->doubt_to - b->doubt + CHUNK - 1) / CHUNK;
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

/* Nearly all that have no option yet will be cold. */
static ta_status list_told(wheel_block *b, wheel_waiting *w, wheel_list *told)
{
    const wheel_plan *p = b->plan;
    const uint64_t n = wheel_candidate_heap(b, &w->candidate);
    const uint64_t end = wheel_step_end(b) * p->store->mod.m;
    w->from = (uint32_t)told->count;
    const ta_status status =
        wheel_list_open(p, &p->marks_step, b->hot, b->step_row, n,
                        p->live_class[w->candidate.live], 0,
                        wheel_moves_below(p->moves, end - n), told);
    w->to = (uint32_t)told->count;
    return status;
}

/* Lists the candidate, unless it has a cold option before the step, or is cold
 * and in a dense class. */
static ta_status look_around(wheel_block *b, const wheel_candidate *c,
                             wheel_turns *t)
{
    const wheel_plan *p = b->plan;
    const wheel_store *st = p->store;
    wheel_waiting w = {.candidate = *c, .from = WHEEL_EMPTY};
    w.target = wheel_look(b, c, &w.move);
    if (w.target == WHEEL_EMPTY && st->kind[p->live_class[c->live]] < st->dense)
        return TA_OK;
    if (w.target != WHEEL_EMPTY && w.target % p->near_bits < p->near_bits / 2) {
        wheel_set_hot(b, c);
        return TA_OK;
    }
    w.own = (uint32_t)wheel_hot_bit(b, c);
    ta_status status = TA_OK;
    if (w.target == WHEEL_EMPTY)
        status = list_told(b, &w, &t->told);
    if (status != TA_OK ||
        !ta_grow(&t->at, &t->room, t->count, t->count + 1, sizeof *t->at))
        return TA_ENOMEM;
    t->at[t->count++] = w;
    return TA_OK;
}

static void candidate_item(void *state, unsigned thread, size_t item)
{
    wheel_block *b = state;
    const wheel_plan *p = b->plan;
    const uint64_t row = item * wheel_band_rows(b);
    const uint64_t rows = ta_min_u64(wheel_band_rows(b), p->step_rows - row);
    const uint32_t all = (uint32_t)(((uint64_t)1 << rows) - 1);
    size_t start[WHEEL_ROW_BAND + 1] = {0};
    for (uint32_t l = 0; l < p->lives; l++)
        for (uint32_t w = open_bits(b, l, row) & all; w != 0; w &= w - 1)
            start[ta_ctz(w) + 1]++;
    wheel_sum_up(start, WHEEL_ROW_BAND);
    b->band[item].count = start[WHEEL_ROW_BAND];
    b->band[item].start =
        atomic_fetch_add(&b->candidates, start[WHEEL_ROW_BAND]);
    wheel_candidate *out = wheel_band_candidates(b, item);
    for (uint32_t l = 0; l < p->lives; l++)
        for (uint32_t w = open_bits(b, l, row) & all; w != 0; w &= w - 1)
            out[start[ta_ctz(w)]++] =
                (wheel_candidate){.live = l, .row = (uint32_t)row + ta_ctz(w)};
    uint64_t pulls = 0;
    wheel_turns *turns = &b->turns[thread];
    b->band[item].thread = thread;
    b->band[item].from = turns->count;
    for (size_t k = 0; k < b->band[item].count; k++) {
        if (look_around(b, &out[k], turns) != TA_OK)
            atomic_store(&b->no_memory, true);
        pulls += wheel_near_moves(p, out[k].live);
    }
    b->band[item].to = turns->count;
    wheel_count(&b->count->pulls, pulls);
}

/* ---- in parallel: what was decided ---- */

/* Of a band's candidates the cold ones, as heaps. */
static void collect_band(wheel_block *b, size_t item)
{
    wheel_candidate *c = wheel_band_candidates(b, item);
    size_t cold = 0;
    for (size_t k = 0; k < b->band[item].count; k++)
        if (!wheel_is_hot(b, wheel_hot_bit(b, &c[k])))
            c[cold++].heap = wheel_candidate_heap(b, &c[k]);
    b->band[item].count = cold;
}

/* The step's rows of some dense classes. */
static void store_band(wheel_block *b, size_t item)
{
    const wheel_store *st = b->plan->store;
    const size_t half = b->plan->near_bits / 16;
    for (size_t id = item * DENSE_BAND;
         id < st->dense && id < (item + 1) * DENSE_BAND; id++) {
        const uint8_t *hot = b->hot + (2 * id + 1) * half;
        uint8_t *cold =
            st->bits + id * st->stride + st->front + b->step_row / 8;
        for (size_t i = 0; i < half; i++)
            cold[i] = (uint8_t)~hot[i];
    }
}

/* Some of the numbers that push, into the steps that follow. */
static void push_chunk(wheel_block *b, size_t chunk)
{
    const wheel_plan *p = b->plan;
    const uint64_t m = p->store->mod.m;
    const uint64_t from = wheel_step_end(b) * m, end = (b->row + b->rows) * m;
    for (size_t i = chunk * CHUNK; i < b->push.count && i < (chunk + 1) * CHUNK;
         i++) {
        const uint64_t n = b->push.at[i];
        wheel_push_number(p, &p->marks_near, b->hit, b->row, n,
                          (uint32_t)(n % m),
                          wheel_moves_below(p->moves, from - n),
                          wheel_moves_below(p->moves, end - n));
    }
}

static size_t dense_bands(const wheel_plan *p)
{
    return (p->store->dense + DENSE_BAND - 1) / DENSE_BAND;
}

static void settle_item(void *state, unsigned thread, size_t item)
{
    wheel_block *b = state;
    const size_t rows = wheel_row_bands(b), dense = dense_bands(b->plan);
    (void)thread;
    if (item < rows)
        collect_band(b, item);
    else if (item < rows + dense)
        store_band(b, item - rows);
    else
        push_chunk(b, item - rows - dense);
}

/* ---- a step ---- */

static ta_status step_run(wheel_block *b)
{
    const wheel_plan *p = b->plan;
    const uint64_t end = wheel_step_end(b) * p->store->mod.m;
    const double t0 = ta_now();
    while (b->doubt_to < b->doubtful.count && b->doubtful.at[b->doubt_to] < end)
        b->doubt_to++;
    atomic_store(&b->candidates, 0);
    b->push.count = 0;
    for (unsigned t = 0; t < b->team->threads; t++)
        b->turns[t].count = b->turns[t].told.count = 0;
    ta_team_run(b->team, open_item, b, open_items(b));
    if (atomic_load(&b->no_memory))
        return TA_ENOMEM;
    ta_team_run(b->team, candidate_item, b, wheel_row_bands(b));
    if (atomic_load(&b->no_memory))
        return TA_ENOMEM;
    const double t1 = ta_now();
    ta_status status = wheel_step_decide(b);
    if (status != TA_OK)
        return status;
    ta_team_run(b->team, settle_item, b,
                wheel_row_bands(b) + dense_bands(p) +
                    (b->push.count + CHUNK - 1) / CHUNK);
    b->count->candidates += atomic_load(&b->candidates);
    b->count->step_s += t1 - t0;
    b->count->finish_s += ta_now() - t1;
    return TA_OK;
}

ta_status wheel_block_finish(wheel_block *b)
{
    ta_status status = TA_OK;
    b->doubt_to = b->doubt;
    for (b->step_row = b->row;
         status == TA_OK && b->step_row < b->row + b->rows;
         b->step_row += b->plan->step_rows)
        status = step_run(b);
    return status == TA_OK ? join_bands(b) : status;
}
