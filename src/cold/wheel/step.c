/* The steps of a block, each in five parts: open, all moves of live classes to
 * heaps before the step (parallel); find, which open heaps wait (parallel);
 * decide, waiting heaps and undecided heaps of quiet classes in turn; settle,
 * what is still open is cold and is stored (parallel); collect, in order.
 * README proves this ("Why nothing that is skipped can matter") and has the
 * words. */
#include <stdlib.h>

#include "cold/wheel/wheel-block.h"

static uint64_t step_end(const wheel_block *b)
{
    return (b->step.row + b->step.rows) * b->store->m;
}

/* The bytes of live_class[live] in b->step.hot that are for this step: the
 * second of its two vectors (wheel_step). */
static uint8_t *step_tile(const wheel_block *b, size_t live)
{
    return b->step.hot + (2 * live + 1) * WHEEL_VECTOR;
}

/* Returns the index in b->step.hot of heap number `row` of live_class[live]. */
static uint64_t step_hot_bit(const wheel_block *b, uint32_t live, uint64_t row)
{
    return live * (uint64_t)WHEEL_HOT_BITS + WHEEL_HOT_BITS / 2 + WHEEL_LEAD +
           wheel_lift(b->store, b->plan->class.live_class[live]) + row;
}

static bool step_is_hot(const wheel_block *b, uint64_t bit)
{
    return b->step.hot[bit / 8] >> bit % 8 & 1;
}

static void step_make_hot(wheel_block *b, uint64_t bit)
{
    b->step.hot[bit / 8] |= (uint8_t)(1u << bit % 8);
}

/* ---- options before the step ---- */

enum { CLASSES = 32 }; /* live classes of an item */

/* Marks the heaps of an item with a cold option before the step: copies the
 * marks by far moves and pushes from b->hits, and tries the step lists. */
static void step_open_item(void *state, unsigned thread, size_t item)
{
    wheel_block *b = state;
    const wheel_plan *p = b->plan;
    const wheel_lists *x = &p->lists.step;
    const uint8_t *origin = wheel_origin(b->store, b->step.row);
    const size_t to = tai_min_u64((item + 1) * CLASSES, p->class.lives);
    uint64_t ors = 0;
    (void)thread;
    for (uint32_t l = (uint32_t)item * CLASSES; l < to; l++) {
        uint8_t *hot = step_tile(b, l);
        memcpy(hot,
               b->hits + (size_t)l * p->cut.vectors * WHEEL_VECTOR +
                   (b->step.row - b->row) / 8,
               WHEEL_VECTOR);
        for (uint32_t k = 0; k < x->pages; k++) {
            const uint32_t *start = wheel_starts(x, k, l);
            b->kernel->page(hot, 1, origin + x->page[k].origin,
                            x->offset + x->page[k].start, start, p->table.slip,
                            x->slips);
            ors += start[x->slips] - start[0];
        }
        wheel_tile_close(b->store, hot, WHEEL_VECTOR, p->class.live_class[l],
                         b->step.rows);
    }
    wheel_count(&b->count->step_ors, ors);
}

/* ---- open and waiting rows ---- */

/* Returns the open heaps of live_class[live] in WHEEL_BAND_ROWS rows from
 * number `row` of the step, as bits. */
static uint32_t step_open_bits(const wheel_block *b, uint32_t live,
                               uint64_t row)
{
    const uint64_t bit = step_hot_bit(b, live, row);
    uint64_t word;
    memcpy(&word, b->step.hot + bit / 8, sizeof word);
    return (uint32_t)(~word >> bit % 8) & ((1u << WHEEL_BAND_ROWS) - 1);
}

/* Moves w->move on to the first near move from *w to an open heap. Returns
 * false if there is none. */
static bool step_find_open_option(const wheel_block *b, wheel_waiting *w)
{
    const wheel_lists *x = &b->plan->lists.near;
    const size_t end = x->pages > 0 ? wheel_starts(x, 0, w->live)[1] : 0;
    const uint64_t place =
        WHEEL_LEAD + w->row +
        wheel_lift(b->store, b->plan->class.live_class[w->live]);
    /* The moves before w->move led to hot heaps, and hot heaps remain hot. */
    for (; w->move < end; w->move++)
        if (!step_is_hot(b, x->offset[w->move] + place))
            return true;
    return false;
}

/* Sets band->open to the open heaps of the rows from number `row` on, in
 * increasing order, and makes as much room in band->waiting. Returns false if
 * there is no memory. */
static bool step_find_open(wheel_block *b, wheel_band *band, uint64_t row)
{
    const wheel_plan *p = b->plan;
    size_t start[WHEEL_BAND_ROWS + 1] = {0};
    for (uint32_t l = 0; l < p->class.lives; l++)
        for (uint32_t w = step_open_bits(b, l, row); w != 0; w &= w - 1)
            start[tai_ctz(w) + 1]++;
    for (unsigned r = 0; r < WHEEL_BAND_ROWS; r++)
        start[r + 1] += start[r];
    const size_t count = start[WHEEL_BAND_ROWS];
    if ((count > band->open.room &&
         !tai_grow(&band->open.at, &band->open.room, 0, count,
                   sizeof *band->open.at)) ||
        (count > band->room && !tai_grow(&band->waiting, &band->room, 0, count,
                                         sizeof *band->waiting)))
        return false;
    for (uint32_t l = 0; l < p->class.lives; l++)
        for (uint32_t w = step_open_bits(b, l, row); w != 0; w &= w - 1)
            band->open.at[start[tai_ctz(w)]++] = (row + tai_ctz(w)) << 32 | l;
    band->open.count = count;
    return true;
}

/* Finds the open heaps of band `item`, and which of them wait. */
static void step_find_item(void *state, unsigned thread, size_t item)
{
    wheel_block *b = state;
    wheel_band *band = &b->step.band[item];
    uint64_t pulls = 0;
    (void)thread;
    band->open.count = band->waits = 0;
    if (!step_find_open(b, band, item * WHEEL_BAND_ROWS)) {
        atomic_store(&b->no_memory, true);
        return;
    }
    for (size_t k = 0; k < band->open.count; k++) {
        wheel_waiting w = {.row = (uint32_t)(band->open.at[k] >> 32),
                           .live = (uint32_t)band->open.at[k]};
        const uint32_t first =
            b->plan->lists.near.pages > 0
                ? *wheel_starts(&b->plan->lists.near, 0, w.live)
                : 0;
        w.move = first;
        if (step_find_open_option(b, &w))
            band->waiting[band->waits++] = w;
        pulls += w.move - first;
    }
    wheel_count(&b->count->pulls, pulls);
}

/* ---- decisions, in order ---- */

/* Returns whether heap n of a quiet class has a cold option that no far move
 * reaches. All smaller heaps of the block are decided. */
static bool step_quiet_has_option(const wheel_block *b, uint64_t n)
{
    const wheel_plan *p = b->plan;
    const wheel_store *st = b->store;
    const uint32_t m = st->m, s = (uint32_t)(n % m);
    const uint64_t first = b->step.row * m;
    const size_t inside = tai_wheel_moves_below(p->moves, n - first + 1);
    if (tai_wheel_has_option(p, n, inside, p->cut.far_from, false))
        return true;
    for (size_t i = 0; i < inside; i++) {
        const uint64_t c = n - p->moves->value[i];
        const uint32_t residue = p->table.residue[i % m];
        const uint32_t source = s >= residue ? s - residue : s + m - residue;
        const uint32_t live = p->class.live[source];
        if (live != WHEEL_EMPTY &&
            !step_is_hot(
                b, step_hot_bit(b, live,
                                (c - source) * st->inverse - b->step.row)))
            return true;
        for (size_t k = 0; live == WHEEL_EMPTY && k < b->step.quiet_cold.count;
             k++)
            if (b->step.quiet_cold.at[k] == c)
                return true;
    }
    return false;
}

/* Pushes the cold heap n into the later steps of the block. Returns the number
 * of marks. */
static uint64_t step_push_on(wheel_block *b, uint64_t n, bool shared)
{
    const wheel_moves *moves = b->plan->moves;
    const uint64_t end = (b->row + b->rows) * b->store->m;
    return tai_wheel_push(b, &b->plan->rows_all, b->hits, n,
                          tai_wheel_moves_below(moves, step_end(b) - n),
                          tai_wheel_moves_below(moves, end - n), shared);
}

/* Records that n is cold though its class is quiet: pushes it into this step
 * and later ones. */
static ta_status step_quiet_is_cold(wheel_block *b, uint64_t n)
{
    const wheel_plan *p = b->plan;
    const uint32_t m = b->store->m, s = (uint32_t)(n % m);
    const size_t end = tai_wheel_moves_below(p->moves, step_end(b) - n);
    for (size_t i = 0; i < end; i++) {
        const uint32_t target = (s + p->table.residue[i % m]) % m;
        const uint64_t row =
            (n + p->moves->value[i] - target) * b->store->inverse;
        if (p->class.live[target] != WHEEL_EMPTY)
            step_make_hot(
                b, step_hot_bit(b, p->class.live[target], row - b->step.row));
    }
    wheel_count(&b->count->pushes, step_push_on(b, n, false));
    return tai_wheel_list_add(&b->step.quiet_cold, n);
}

static ta_status step_decide_quiet(wheel_block *b, uint64_t n)
{
    ta_status status = TA_OK;
    while (status == TA_OK && b->next_undecided < b->undecided.count &&
           b->undecided.at[b->next_undecided] < n) {
        const uint64_t heap = b->undecided.at[b->next_undecided++];
        if (!step_quiet_has_option(b, heap))
            status = step_quiet_is_cold(b, heap);
    }
    return status;
}

/* Decides, in turn, the waiting heaps and those of b->undecided. */
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
            const uint64_t bit = step_hot_bit(b, w->live, w->row);
            if (b->next_undecided < b->undecided.count)
                status = step_decide_quiet(
                    b, (b->step.row + w->row) * m +
                           b->plan->class.live_class[w->live]);
            if (!step_is_hot(b, bit) && step_find_open_option(b, w))
                step_make_hot(b, bit);
        }
    }
    return status == TA_OK ? step_decide_quiet(b, step_end(b)) : status;
}

/* ---- storing cold numbers ---- */

/* Leaves only cold heaps in band->open, as numbers, and pushes those that have
 * no bits. */
static void step_settle_band(wheel_block *b, wheel_band *band)
{
    const wheel_plan *p = b->plan;
    const wheel_store *st = b->store;
    uint64_t pushes = 0;
    size_t cold = 0;
    for (size_t k = 0; k < band->open.count; k++) {
        const uint64_t row = band->open.at[k] >> 32;
        const uint32_t live = (uint32_t)band->open.at[k];
        const uint32_t s = p->class.live_class[live];
        if (step_is_hot(b, step_hot_bit(b, live, row)))
            continue;
        const uint64_t n = (b->step.row + row) * st->m + s;
        if (!wheel_has_bits(st, s))
            pushes += step_push_on(b, n, b->pool->threads > 1);
        band->open.at[cold++] = n;
    }
    band->open.count = cold;
    wheel_count(&b->count->pushes, pushes);
}

/* The first WHEEL_BANDS items settle bands, the others store the cold heaps of
 * CLASSES live classes as bits where the class is dense. They run at once:
 * bands write to `hits` (atomically), the others each to the bits of their own
 * classes, and `hot` is only read. */
static void step_settle_item(void *state, unsigned thread, size_t item)
{
    wheel_block *b = state;
    const wheel_plan *p = b->plan;
    wheel_store *st = b->store;
    (void)thread;
    if (item < WHEEL_BANDS) {
        step_settle_band(b, &b->step.band[item]);
        return;
    }
    const size_t from = (item - WHEEL_BANDS) * CLASSES;
    for (size_t l = from; l < p->class.lives && l < from + CLASSES; l++) {
        const uint32_t s = p->class.live_class[l];
        if (!wheel_has_bits(st, s))
            continue;
        const uint8_t *hot = step_tile(b, l);
        uint8_t *bits =
            st->bits + wheel_offset(st, st->kind[s]) + b->step.row / 8 - 1;
        /* hot[i] and bits[i] are for the same heaps; cold is 0 in hot and 1 in
         * bits. hot[0] is for no heap. wheel_tile_close has set all other bits
         * for no heap to 1, so that ~hot adds cold heaps only. */
        for (size_t i = 1; i < WHEEL_VECTOR; i++)
            bits[i] |= (uint8_t)~hot[i];
    }
}

/* Appends the cold numbers of the step to b->cold in increasing order, and
 * those without bits to the sparse list. */
static ta_status step_collect(wheel_block *b)
{
    wheel_list *cold = &b->cold, *quiet_cold = &b->step.quiet_cold;
    size_t k = cold->count;
    ta_status status = TA_OK;
    for (size_t i = 0; i < WHEEL_BANDS && status == TA_OK; i++)
        status = tai_wheel_list_append(cold, &b->step.band[i].open);
    if (status == TA_OK)
        status = tai_wheel_list_append(cold, quiet_cold);
    if (status == TA_OK && quiet_cold->count > 0)
        qsort(cold->at + k, cold->count - k, sizeof *cold->at, tai_by_number);
    quiet_cold->count = 0;
    for (; k < cold->count && status == TA_OK; k++) {
        const uint32_t s = (uint32_t)(cold->at[k] % b->store->m);
        b->count->late += b->store->kind[s] == WHEEL_EMPTY;
        if (!wheel_has_bits(b->store, s))
            status = tai_wheel_store_append(b->store, cold->at[k]);
    }
    return status;
}

ta_status tai_wheel_steps(wheel_block *b)
{
    const size_t classes = (b->plan->class.lives + CLASSES - 1) / CLASSES;
    wheel_step *step = &b->step;
    ta_status status = TA_OK;
    for (uint64_t done = 0; status == TA_OK && done < b->rows;
         done += WHEEL_STEP_ROWS) {
        step->row = b->row + done;
        step->rows = tai_min_u64(WHEEL_STEP_ROWS, b->rows - done);
        tai_pool_run(b->pool, step_open_item, b, classes);
        tai_pool_run(b->pool, step_find_item, b, WHEEL_BANDS);
        status = atomic_load(&b->no_memory) ? TA_ENOMEM : step_decide(b);
        if (status != TA_OK)
            break;
        tai_pool_run(b->pool, step_settle_item, b, WHEEL_BANDS + classes);
        status = step_collect(b);
    }
    return status;
}
