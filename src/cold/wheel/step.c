/* Decides the steps of a block of the engine `wheel`. A block is a range of
 * heaps, and a step is a shorter range of heaps in the block. A live class is a
 * residue class that may have cold numbers. A quiet class is one that probably
 * has none. A heap is called open as long as no cold option of the heap is
 * found. The work on a step has four parts:
 *
 *   1. In live classes, all heaps that have a cold option before the step are
 *      marked as hot. The other heaps of live classes are open.
 *   2. Each open heap with a move to another open heap of the step is listed as
 *      a waiting heap.
 *   3. The waiting heaps, and the undecided heaps of quiet classes, are decided
 *      in increasing order. If a heap of a quiet class is cold, the open heaps
 *      that have it as an option are marked as hot.
 *   4. The heaps that are still open are cold. The cold numbers are stored.
 *
 * The file is long because the four parts are read together.
 *
 * Several threads share the work on the parts 1, 2 and 4. */
#include <stdlib.h>

#include "cold/wheel/wheel-block.h"

/* Returns the first heap after the current step. A step is a range of heaps. */
static uint64_t step_end(const wheel_block *b)
{
    return (b->step.row + b->step.rows) * b->store->m;
}

/* Returns an index in the bit array b->step.hot: the index of the bit for heap
 * number `row` of a residue class in the current step. The heaps are counted
 * from 0. The class is live_class[live], which may have cold numbers. */
static uint64_t step_hot_bit(const wheel_block *b, uint32_t live, uint64_t row)
{
    return live * (uint64_t)WHEEL_HOT_BITS + WHEEL_HOT_BITS / 2 + WHEEL_LEAD +
           wheel_lift(b->store, b->plan->class.live_class[live]) + row;
}

/* Returns the bit of index `bit` in the bit array b->step.hot. The bit is 1 if
 * its heap is known to be hot. */
static bool step_is_hot(const wheel_block *b, uint64_t bit)
{
    return b->step.hot[bit / 8] >> bit % 8 & 1;
}

/* Sets the bit of index `bit` in the bit array b->step.hot to 1. This marks the
 * heap of the bit as hot. */
static void step_make_hot(wheel_block *b, uint64_t bit)
{
    b->step.hot[bit / 8] |= (uint8_t)(1u << bit % 8);
}

/* ---- options before the step ---- */

/* The number of live classes for which one call of step_open_item does the
 * work. Live classes are the residue classes that may have cold numbers. */
enum { CLASSES = 32 };

/* Marks in b->step.hot the heaps of the current step that have a cold option
 * before the step. A step is a range of heaps. Works on CLASSES live classes
 * (residue classes that may have cold numbers), from number item * CLASSES on.
 * The thread pool calls this function for each item.
 *
 * The function copies marks from b->hits. They are for the moves that are at
 * least as long as a block, and for cold options that are not stored as bits.
 * Then it tries the other moves, those of p->lists.step, where p is b->plan. */
static void step_open_item(void *state, unsigned thread, size_t item)
{
    wheel_block *b = state;
    const wheel_plan *p = b->plan;
    const wheel_lists *x = &p->lists.step;
    const uint8_t *origin = wheel_origin(b->store, b->step.row);
    const size_t to = ta_min_u64((item + 1) * CLASSES, p->class.lives);
    uint64_t ors = 0;
    (void)thread;
    for (uint32_t l = (uint32_t)item * CLASSES; l < to; l++) {
        uint8_t *hot = b->step.hot + (2 * (size_t)l + 1) * WHEEL_VECTOR;
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

/* Returns a word of bits that shows which heaps of a residue class are open. A
 * heap is open as long as no cold option of the heap is found. The class is
 * live_class[live]. Its heaps in the current step have the numbers 0, 1, 2, ...
 * Bit r of the result is 1 if the heap with the number row + r is open, for r <
 * WHEEL_BAND_ROWS. */
static uint32_t step_open_bits(const wheel_block *b, uint32_t live,
                               uint64_t row)
{
    const uint64_t bit = step_hot_bit(b, live, row);
    uint64_t word;
    memcpy(&word, b->step.hot + bit / 8, sizeof word);
    return (uint32_t)(~word >> bit % 8) & ((1u << WHEEL_BAND_ROWS) - 1);
}

/* Searches for a move from the open heap *w to another open heap of the current
 * step. An open heap is one for which no cold option was found. The search
 * begins with the move of index w->move in the near lists, the lists of moves
 * within a step. Sets w->move to the index of the first such move and returns
 * true. Returns false if there is no such move. */
static bool step_find_open_option(const wheel_block *b, wheel_waiting *w)
{
    const wheel_lists *x = &b->plan->lists.near;
    const size_t end = x->pages > 0 ? wheel_starts(x, 0, w->live)[1] : 0;
    const uint64_t place =
        WHEEL_LEAD + w->row +
        wheel_lift(b->store, b->plan->class.live_class[w->live]);
    /* The moves before w->move were tried earlier and led to hot heaps. Hot
     * heaps remain hot, so these moves need not be tried again. */
    for (; w->move < end; w->move++)
        if (!step_is_hot(b, x->offset[w->move] + place))
            return true;
    return false;
}

/* Sets band->open to the open heaps of one band, in increasing order. An open
 * heap is one for which no cold option was found. A band is WHEEL_BAND_ROWS
 * consecutive heaps of each residue class that may have cold numbers. The band
 * begins with heap number `row` of each class in the current step. Allocates
 * band->waiting for the same number of heaps. Returns false if there is no
 * memory. */
static bool step_find_open(wheel_block *b, wheel_band *band, uint64_t row)
{
    const wheel_plan *p = b->plan;
    size_t start[WHEEL_BAND_ROWS + 1] = {0};
    for (uint32_t l = 0; l < p->class.lives; l++)
        for (uint32_t w = step_open_bits(b, l, row); w != 0; w &= w - 1)
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
    for (uint32_t l = 0; l < p->class.lives; l++)
        for (uint32_t w = step_open_bits(b, l, row); w != 0; w &= w - 1)
            band->open.at[start[ta_ctz(w)]++] = (row + ta_ctz(w)) << 32 | l;
    band->open.count = count;
    return true;
}

/* Finds the open heaps of one band, and stores them in the list `open` of the
 * band. `item` is the index of the band. An open heap is one for which no cold
 * option was found. A band is some consecutive heaps of each residue class that
 * may have cold numbers. If a move leads from an open heap to another open heap
 * of the step, also stores the heap in the array `waiting`. The thread pool
 * calls this function for each item. */
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

/* Returns whether a move that is shorter than a block leads from heap n to a
 * cold heap. Heap n is in the current step and in a quiet class, a residue
 * class that probably has no cold numbers. All smaller heaps of the block must
 * be decided already. */
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
        const uint32_t d = p->table.residue[i % m],
                       source = s >= d ? s - d : s + m - d;
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

/* Marks as hot, in b->hits, heaps that have the cold heap n as an option. These
 * are the heaps n + v, for all moves v, that are in live classes and in later
 * steps of the block. A live class is a residue class that may have cold
 * numbers. `shared` must be true if other threads write to b->hits at the same
 * time. Returns the number of marks. */
static uint64_t step_push_on(wheel_block *b, uint64_t n, bool shared)
{
    const wheel_moves *moves = b->plan->moves;
    const uint64_t end = (b->row + b->rows) * b->store->m;
    return tai_wheel_push(b, &b->plan->rows_all, b->hits, n,
                          tai_wheel_moves_below(moves, step_end(b) - n),
                          tai_wheel_moves_below(moves, end - n), shared);
}

/* Records that heap n is cold although its residue class is a quiet class,
 * which probably has no cold numbers. Appends n to b->step.quiet_cold. Marks as
 * hot the heaps n + v of live classes in this step and in later steps of the
 * block, for all moves v. Live classes are those that may have cold numbers.
 * Returns TA_ENOMEM if there is no memory. */
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

/* Decides the heaps of the sorted list b->undecided that are less than n, from
 * index b->next on. Decides them in increasing order. They are in quiet
 * classes, the residue classes that probably have no cold numbers. Returns
 * TA_ENOMEM if there is no memory. */
static ta_status step_decide_quiet(wheel_block *b, uint64_t n)
{
    ta_status status = TA_OK;
    while (status == TA_OK && b->next < b->undecided.count &&
           b->undecided.at[b->next] < n) {
        const uint64_t heap = b->undecided.at[b->next++];
        if (!step_quiet_has_option(b, heap))
            status = step_quiet_is_cold(b, heap);
    }
    return status;
}

/* Decides, in increasing order, all heaps of the current step that are still
 * undecided. Such a heap is a waiting heap or a heap of the list b->undecided.
 * A waiting heap may be cold, but a move leads from it to another heap of the
 * step that may be cold. The heaps of b->undecided are in residue classes that
 * probably have no cold numbers. Returns TA_ENOMEM if there is no memory. */
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
            if (b->next < b->undecided.count)
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

/* Removes all hot heaps from the list of open heaps of a band, band->open, so
 * that only cold heaps are left. A band is a few consecutive heaps, in the
 * current step, of each live class. (A step is a range of heaps. A live class
 * is a residue class that may have cold numbers.) All heaps of the step must be
 * decided.
 *
 * For each cold heap c that is not stored as a bit, also marks heaps c + v as
 * hot, for all moves v. It marks those that are in live classes and in later
 * steps of the block. */
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
        if (st->kind[s] >= st->dense)
            pushes += step_push_on(b, n, b->pool->threads > 1);
        band->open.at[cold++] = n;
    }
    band->open.count = cold;
    wheel_count(&b->count->pushes, pushes);
}

/* Does one item of the parallel job that stores the cold numbers of the current
 * step. The items are of two kinds:
 *
 *   1. The first WHEEL_BANDS items are for the bands, the parts of the step.
 *      The function calls step_settle_band for band number `item`.
 *   2. Each of the other items is for CLASSES live classes, the residue classes
 *      that may have cold numbers. If such a class has a bit array, the
 *      function stores the cold numbers of the class as bits. */
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
        const uint32_t id = st->kind[p->class.live_class[l]];
        if (id >= st->dense)
            continue;
        const uint8_t *hot = b->step.hot + (2 * l + 1) * WHEEL_VECTOR;
        uint8_t *bits = st->bits + wheel_offset(st, id) + b->step.row / 8 - 1;
        /* Bit k of hot[i] and bit k of bits[i] are for the same heap. A bit of
         * `hot` is 0 if the heap is cold. A bit of `bits` is to be 1 if the
         * heap is cold. hot[0] is left out since its bits stand for no heap. */
        for (size_t i = 1; i < WHEEL_VECTOR; i++)
            bits[i] |= (uint8_t)~hot[i];
    }
}

/* Appends the cold numbers of the current step, in increasing order, to
 * b->cold. Appends those that are not stored as bits to the list
 * b->store->sparse, too. Returns TA_ENOMEM if there is no memory. */
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
        const uint32_t kind = b->store->kind[cold->at[k] % b->store->m];
        b->count->late += kind == WHEEL_EMPTY;
        if (kind >= b->store->dense)
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
        step->rows = ta_min_u64(WHEEL_STEP_ROWS, b->rows - done);
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
