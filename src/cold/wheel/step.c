/* The steps of a block. In parallel, options from before the step are tried and
 * the rows that stay open look at each other. An open row that can move to
 * another one waits for its turn; any other is cold. Turns are taken in
 * increasing order; then what was found is stored, in parallel. */
#include <stdlib.h>

#include "cold/wheel/wheel-block.h"

static uint64_t step_end(const wheel_block *b)
{
    return (b->step.row + b->step.rows) * b->store->m;
}

/* Returns the bit of a row of a live class in step.hot. */
static uint64_t hot_bit(const wheel_block *b, uint32_t live, uint64_t row)
{
    return live * (uint64_t)WHEEL_HOT_BITS + WHEEL_HOT_BITS / 2 + WHEEL_LEAD +
           wheel_lift(b->store, b->plan->live_class[live]) + row;
}

static bool is_hot(const wheel_block *b, uint64_t bit)
{
    return b->step.hot[bit / 8] >> bit % 8 & 1;
}

static void make_hot(wheel_block *b, uint64_t bit)
{
    b->step.hot[bit / 8] |= (uint8_t)(1u << bit % 8);
}

/* ---- in parallel: options from before the step ---- */

enum { CLASSES = 32 }; /* of an item */

static void open_item(void *state, unsigned thread, size_t item)
{
    wheel_block *b = state;
    const wheel_plan *p = b->plan;
    const wheel_lists *x = &p->step;
    const uint8_t *origin = wheel_origin(b->store, b->step.row);
    const size_t to = ta_min_u64((item + 1) * CLASSES, p->lives);
    uint64_t ors = 0;
    (void)thread;
    for (uint32_t l = (uint32_t)item * CLASSES; l < to; l++) {
        uint8_t *hot = b->step.hot + (2 * (size_t)l + 1) * WHEEL_VECTOR;
        memcpy(hot,
               b->hits + (size_t)l * p->vectors * WHEEL_VECTOR +
                   (b->step.row - b->row) / 8,
               WHEEL_VECTOR);
        for (uint32_t k = 0; k < x->pages; k++) {
            const uint32_t *start = wheel_starts(x, k, l);
            b->kernel->page(hot, 1, origin + x->page[k].origin,
                            x->offset + x->page[k].start, start, p->slip,
                            x->slips);
            ors += start[x->slips] - start[0];
        }
        wheel_tile_close(b->store, hot, WHEEL_VECTOR, p->live_class[l],
                         b->step.rows);
    }
    wheel_count(&b->count->step_ors, ors);
}

/* ---- in parallel: open rows by heap, and which of them wait ---- */

/* Returns the open rows of a live class among those of a band, as bits. */
static uint32_t open_bits(const wheel_block *b, uint32_t live, uint64_t row)
{
    const uint64_t bit = hot_bit(b, live, row);
    uint64_t word;
    memcpy(&word, b->step.hot + bit / 8, sizeof word);
    return (uint32_t)(~word >> bit % 8) & ((1u << WHEEL_BAND_ROWS) - 1);
}

/* Sets w->move to the first near move, from there on, that leads to an open
 * row. Returns false if there is none. */
static bool find_edge(const wheel_block *b, wheel_waiting *w)
{
    const wheel_lists *x = &b->plan->near;
    const size_t end = x->pages > 0 ? wheel_starts(x, 0, w->live)[1] : 0;
    const uint64_t place = WHEEL_LEAD + w->row +
                           wheel_lift(b->store, b->plan->live_class[w->live]);
    /* Bits only become hot: moves that were passed need no second look. */
    for (; w->move < end; w->move++)
        if (!is_hot(b, x->offset[w->move] + place))
            return true;
    return false;
}

static bool band_find(wheel_block *b, wheel_band *band, uint64_t row)
{
    const wheel_plan *p = b->plan;
    size_t start[WHEEL_BAND_ROWS + 1] = {0};
    for (uint32_t l = 0; l < p->lives; l++)
        for (uint32_t w = open_bits(b, l, row); w != 0; w &= w - 1)
            start[ta_ctz(w) + 1]++;
    for (unsigned r = 0; r < WHEEL_BAND_ROWS; r++)
        start[r + 1] += start[r];
    const size_t count = start[WHEEL_BAND_ROWS];
    if ((count > band->open.room &&
         !tai_grow(&band->open.at, &band->open.room, 0, count,
                   sizeof *band->open.at)) ||
        (count > band->room && !tai_grow(&band->waiting, &band->room, 0, count,
                                         sizeof *band->waiting)))
        return false;
    for (uint32_t l = 0; l < p->lives; l++)
        for (uint32_t w = open_bits(b, l, row); w != 0; w &= w - 1)
            band->open.at[start[ta_ctz(w)]++] = (row + ta_ctz(w)) << 32 | l;
    band->open.count = count;
    return true;
}

static void band_item(void *state, unsigned thread, size_t item)
{
    wheel_block *b = state;
    wheel_band *band = &b->step.band[item];
    uint64_t pulls = 0;
    (void)thread;
    band->open.count = band->waits = 0;
    if (!band_find(b, band, item * WHEEL_BAND_ROWS)) {
        atomic_store(&b->no_memory, true);
        return;
    }
    for (size_t k = 0; k < band->open.count; k++) {
        wheel_waiting w = {.row = (uint32_t)(band->open.at[k] >> 32),
                           .live = (uint32_t)band->open.at[k]};
        const uint32_t first = b->plan->near.pages > 0
                                   ? *wheel_starts(&b->plan->near, 0, w.live)
                                   : 0;
        w.move = first;
        if (find_edge(b, &w))
            band->waiting[band->waits++] = w;
        pulls += w.move - first;
    }
    wheel_count(&b->count->pulls, pulls);
}

/* ---- in turn: what waits, and quiet heaps ---- */

/* Returns whether n, of a quiet class, has a cold option in the block, by what
 * is decided so far. */
static bool undecided_has_option(const wheel_block *b, uint64_t n)
{
    const wheel_plan *p = b->plan;
    const wheel_store *st = b->store;
    const uint32_t m = st->m, s = (uint32_t)(n % m);
    const uint64_t first = b->step.row * m;
    const size_t near = tai_wheel_moves_below(p->moves, n - first + 1);
    if (tai_wheel_has_option(p, n, near, p->far_from, false))
        return true;
    for (size_t i = 0; i < near; i++) {
        const uint64_t c = n - p->moves->value[i];
        const uint32_t d = p->residue[i % m],
                       source = s >= d ? s - d : s + m - d;
        const uint32_t live = p->live[source];
        if (live != WHEEL_EMPTY &&
            !is_hot(b,
                    hot_bit(b, live, (c - source) * st->inverse - b->step.row)))
            return true;
        for (size_t k = 0; live == WHEEL_EMPTY && k < b->step.odd.count; k++)
            if (b->step.odd.at[k] == c)
                return true;
    }
    return false;
}

/* Marks the heaps of later steps of the block that have the cold number n as an
 * option. */
static uint64_t push_on(wheel_block *b, uint64_t n, bool shared)
{
    const wheel_moves *moves = b->plan->moves;
    const uint64_t end = (b->row + b->rows) * b->store->m;
    return tai_wheel_push(b, &b->plan->rows_all, b->hits, n,
                          tai_wheel_moves_below(moves, step_end(b) - n),
                          tai_wheel_moves_below(moves, end - n), shared);
}

/* Takes a quiet heap n for cold: the heaps of the step that have n as an option
 * become hot. */
static ta_status undecided_is_cold(wheel_block *b, uint64_t n)
{
    const wheel_plan *p = b->plan;
    const uint32_t m = b->store->m, s = (uint32_t)(n % m);
    const size_t end = tai_wheel_moves_below(p->moves, step_end(b) - n);
    for (size_t i = 0; i < end; i++) {
        const uint32_t target = (s + p->residue[i % m]) % m;
        const uint64_t row =
            (n + p->moves->value[i] - target) * b->store->inverse;
        if (p->live[target] != WHEEL_EMPTY)
            make_hot(b, hot_bit(b, p->live[target], row - b->step.row));
    }
    wheel_count(&b->count->pushes, push_on(b, n, false));
    return tai_wheel_list_add(&b->step.odd, n);
}

/* Decides the quiet heaps below n. */
static ta_status decide_undecided(wheel_block *b, uint64_t n)
{
    ta_status status = TA_OK;
    while (status == TA_OK && b->next < b->undecided.count &&
           b->undecided.at[b->next] < n) {
        const uint64_t heap = b->undecided.at[b->next++];
        if (!undecided_has_option(b, heap))
            status = undecided_is_cold(b, heap);
    }
    return status;
}

static ta_status step_decide(wheel_block *b)
{
    const uint64_t m = b->store->m;
    ta_status status = TA_OK;
    for (size_t i = 0; i < WHEEL_BANDS; i++) {
        wheel_band *band = &b->step.band[i];
        b->count->candidates += band->open.count;
        b->count->waiting += band->waits;
        for (size_t k = 0; k < band->waits && status == TA_OK; k++) {
            wheel_waiting *w = &band->waiting[k];
            const uint64_t bit = hot_bit(b, w->live, w->row);
            if (b->next < b->undecided.count)
                status = decide_undecided(b, (b->step.row + w->row) * m +
                                                 b->plan->live_class[w->live]);
            if (!is_hot(b, bit) && find_edge(b, w))
                make_hot(b, bit);
        }
    }
    return status == TA_OK ? decide_undecided(b, step_end(b)) : status;
}

/* ---- in parallel: what was decided ---- */

/* Keeps the heaps of a band that are cold, and pushes those that are not in
 * dense classes. */
static void band_settle(wheel_block *b, wheel_band *band)
{
    const wheel_plan *p = b->plan;
    const wheel_store *st = b->store;
    uint64_t pushes = 0;
    size_t cold = 0;
    for (size_t k = 0; k < band->open.count; k++) {
        const uint64_t row = band->open.at[k] >> 32;
        const uint32_t live = (uint32_t)band->open.at[k];
        const uint32_t s = p->live_class[live];
        if (is_hot(b, hot_bit(b, live, row)))
            continue;
        const uint64_t n = (b->step.row + row) * st->m + s;
        if (st->kind[s] >= st->dense)
            pushes += push_on(b, n, b->pool->threads > 1);
        band->open.at[cold++] = n;
    }
    band->open.count = cold;
    wheel_count(&b->count->pushes, pushes);
}

static void settle_item(void *state, unsigned thread, size_t item)
{
    wheel_block *b = state;
    const wheel_plan *p = b->plan;
    wheel_store *st = b->store;
    (void)thread;
    if (item < WHEEL_BANDS) {
        band_settle(b, &b->step.band[item]);
        return;
    }
    const size_t from = (item - WHEEL_BANDS) * CLASSES;
    for (size_t l = from; l < p->lives && l < from + CLASSES; l++) {
        const uint32_t id = st->kind[p->live_class[l]];
        if (id >= st->dense)
            continue;
        const uint8_t *hot = b->step.hot + (2 * l + 1) * WHEEL_VECTOR;
        uint8_t *bits = st->bits + wheel_offset(st, id) + b->step.row / 8 - 1;
        for (size_t i = 1; i < WHEEL_VECTOR; i++)
            bits[i] |= (uint8_t)~hot[i];
    }
}

/* Lists the cold numbers of the step in increasing order, and stores those that
 * are not in dense classes. */
static ta_status step_collect(wheel_block *b)
{
    wheel_list *cold = &b->cold, *odd = &b->step.odd;
    size_t k = cold->count;
    ta_status status = TA_OK;
    for (size_t i = 0; i < WHEEL_BANDS && status == TA_OK; i++)
        status = tai_wheel_list_append(cold, &b->step.band[i].open);
    if (status == TA_OK)
        status = tai_wheel_list_append(cold, odd);
    if (status == TA_OK && odd->count > 0)
        qsort(cold->at + k, cold->count - k, sizeof *cold->at, tai_by_number);
    odd->count = 0;
    for (; k < cold->count && status == TA_OK; k++) {
        const uint32_t kind = b->store->kind[cold->at[k] % b->store->m];
        b->count->late += kind == WHEEL_EMPTY;
        if (kind >= b->store->dense)
            status = tai_wheel_store_append(b->store, cold->at[k]);
    }
    return status;
}

ta_status tai_wheel_steps(wheel_block *b)
{
    const size_t classes = (b->plan->lives + CLASSES - 1) / CLASSES;
    wheel_step *step = &b->step;
    ta_status status = TA_OK;
    for (uint64_t done = 0; status == TA_OK && done < b->rows;
         done += WHEEL_STEP_ROWS) {
        step->row = b->row + done;
        step->rows = ta_min_u64(WHEEL_STEP_ROWS, b->rows - done);
        tai_pool_run(b->pool, open_item, b, classes);
        tai_pool_run(b->pool, band_item, b, WHEEL_BANDS);
        status = atomic_load(&b->no_memory) ? TA_ENOMEM : step_decide(b);
        if (status != TA_OK)
            break;
        tai_pool_run(b->pool, settle_item, b, WHEEL_BANDS + classes);
        status = step_collect(b);
    }
    return status;
}
