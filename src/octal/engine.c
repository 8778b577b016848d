/* The loop (README.md): 1. give a batch presumed values; 2. prove it; 3. give
 * the first heap that fails its true value, which joins the mask if it has a
 * new bit, else the heap is listed as rare; on from the next heap. Begin at
 * tai_octal_engine_run and batch_step. */
#include <string.h>

#include "octal/octal-internal.h"

void tai_octal_drop_presumed(octal_engine *e)
{
    e->decided = e->proved;
    e->valid = OCTAL_NOTHING;
}

void tai_octal_move_border(octal_engine *e, uint64_t n)
{
    e->proved = n;
    tai_octal_drop_presumed(e);
}

ta_status tai_octal_bound_parts(octal_engine *e)
{
    enum { LEAST = (1 << 14) - OCTAL_SPARE };
    e->parts = e->limit.bound != 0
                   ? e->limit.bound
                   : tai_max_u64(LEAST, 8 * octal_last_rare(&e->rare));
    return tai_octal_witnesses_trim(e, octal_parts(e));
}

/* Computes heap e->proved by sets or by the definition. held.g has plain
 * values; `seen` is all 0 at first. */
static ta_status heap_define(octal_engine *e, uint8_t *seen)
{
    const uint64_t h = e->proved;
    uint32_t value = 0;
    if (e->limit.sets) {
        const ta_status st = tai_octal_sets_value(e, &value);
        if (st != TA_OK)
            return st;
    } else {
        /* An option's value is an xor of earlier ones, with no higher bit than
         * the largest: only these entries may be 1. */
        memset(seen, 0, (size_t)2 << tai_log2_floor(e->largest.value | 1));
        value = tai_octal_mex(e->game, e->held.g, h, seen);
    }
    if (value > TAI_OCTAL_VALUE_MAX)
        return TA_ERANGE;
    e->held.g[h] = (uint16_t)value;
    tai_octal_note_label(e, h);
    tai_octal_move_border(e, h + 1);
    return TA_OK;
}

/* Returns the end of the batch at n: at most n / 16 heaps, and half of those
 * since the last rare heap, but 8 always, unless the tile ends. A rare heap
 * drops the rest, so more may be waste. */
static uint64_t batch_find_end(const octal_engine *e, uint64_t n, uint64_t end)
{
    enum { LEAST = 8 };
    uint64_t some = tai_min_u64((n - octal_last_rare(&e->rare)) / 2, n / 16);
    if (e->marks.planes.tight)
        some = tai_min_u64(some, OCTAL_TILE);
    /* A small batch ends within the tile, so that its far marks are kept if a
     * heap fails. */
    if (some < OCTAL_TILE) {
        const octal_tile *t = &e->marks.tile;
        some = tai_max_u64(some, LEAST);
        if (e->valid != OCTAL_NOTHING && n < t->start + OCTAL_TILE)
            some = tai_min_u64(some, t->start + OCTAL_TILE - n);
    }
    return tai_min_u64(
        end, n + tai_min_u64(some, OCTAL_BATCH * (uint64_t)OCTAL_TILE));
}

/* Makes planes for heaps below `to` unless the present ones serve. */
static ta_status planes_ensure(octal_engine *e, uint64_t to)
{
    if (tai_octal_planes_serve(e, to))
        return TA_OK;
    const ta_status st = tai_octal_planes_set(e, to);
    e->wider = e->wider && st != TA_OK;
    e->valid = OCTAL_NOTHING; /* the tile's words may have moved */
    return st;
}

/* Makes planes for the heaps below *to; with scarce memory lowers *to to at
 * most 128 heaps above e->proved. */
static ta_status planes_reach(octal_engine *e, uint64_t *to)
{
    const ta_status st = planes_ensure(e, *to);
    if (!e->marks.planes.tight)
        return st;
    *to = tai_min_u64(*to, e->proved + OCTAL_TILE);
    return st == TA_OK ? planes_ensure(e, *to) : st;
}

/* Gives [e->decided, to) presumed values, as far as the planes serve. */
static void heaps_presume(octal_engine *e, uint64_t to)
{
    e->decided = e->kernel->decide(e, to);
    e->wider = e->decided < to;
    e->valid = OCTAL_ALL;
}

/* Gives [e->decided, to) presumed values, as far as planes_reach allows. */
static ta_status batch_decide(octal_engine *e, uint64_t to)
{
    ta_status st = TA_OK;
    while (e->decided < to && st == TA_OK) {
        st = planes_reach(e, &to);
        if (st == TA_OK)
            heaps_presume(e, to);
    }
    return st;
}

static void batch_prove_item(void *state, unsigned thread, size_t item)
{
    octal_engine *e = state;
    (void)thread;
    e->batch.prover->prove(e, &e->batch.proof[item]);
}

/* Lets the threads prove [e->proved, e->decided), an item for each 128 heaps.
 */
static void batch_begin_proof(octal_engine *e)
{
    octal_batch *b = &e->batch;
    b->count = 0;
    for (uint64_t n = e->proved; n < e->decided; n += OCTAL_TILE)
        b->proof[b->count++] = (octal_proof){
            .from = n, .to = tai_min_u64(n + OCTAL_TILE, e->decided)};
    tai_pool_begin(e->batch.pool, &b->job, batch_prove_item, e, b->count);
}

/* [e->proved, to) is proved, with no label above `top`. Rates witnesses on one
 * heap in 1024, more at first, chosen by a hash since heaps at a constant
 * distance can be alike. */
static ta_status batch_accept(octal_engine *e, uint64_t to, uint32_t top)
{
    ta_status st = TA_OK;
    for (uint64_t h = e->proved; top >= e->largest.bound && h < to; h++)
        tai_octal_note_label(e, h);
    while (e->proved < to && st == TA_OK) {
        const uint64_t from = e->proved;
        const uint64_t apart = 1 << (from < 1 << 14   ? 4
                                     : from < 1 << 20 ? 8
                                                      : 10);
        const uint64_t end = tai_min_u64(to, (from / apart + 1) * apart);
        const uint64_t chosen =
            from / apart * apart +
            (from / apart * UINT64_C(0x9e3779b97f4a7c15) >> 32) % apart;
        e->proved = end;
        if (chosen >= from && chosen < end)
            st = tai_octal_rate_witnesses(e, chosen);
    }
    return st;
}

/* Gives heap e->proved its true value, of this label: the least rare one that
 * it misses. A new bit above the lowest of the mask joins the mask, and the
 * value is common; else the heap is listed as rare. If labels are discarded a
 * split may have been missed: larger parts are tried, or TA_ELIMIT. */
static ta_status heap_give_rare_value(octal_engine *e, uint32_t label,
                                      ta_error *error)
{
    const uint64_t h = e->proved;
    const uint32_t value = octal_value_at(&e->labels, h, label);
    size_t far = 0;
    ta_status st = TA_OK;
    if (!tai_octal_widen_mask(e, value) && e->held.back > 0) {
        /* A larger part may do, if the head and the tail reach so far. */
        const uint64_t reach =
            tai_min_u64(4 * e->parts + OCTAL_SPARE, e->held.head);
        if (octal_parts(e) == e->parts && h - e->held.back >= reach) {
            e->parts *= 4;
            tai_octal_drop_presumed(e);
            return TA_OK;
        }
        e->lost = true;
        return tai_fail(
            error, TA_ELIMIT,
            "heap %llu is rare unless a split with both parts from "
            "%llu on says otherwise, and the limit on memory allows "
            "to hold no more",
            (unsigned long long)h, (unsigned long long)octal_parts(e));
    }
    /* By the mask, which may be wider now. */
    *octal_at(&e->held, h) = (uint16_t)octal_label(&e->labels, h, value);
    e->proved = e->decided = h + 1;
    tai_octal_note_label(e, h);
    if (e->marks.planes.count > 0)
        e->kernel->fill(e, h, h + 1);
    if (*octal_at(&e->held, h) >= TAI_OCTAL_COMMON)
        return TA_OK;
    st = tai_octal_add_rare(e, h);
    if (st == TA_OK)
        st = tai_octal_list_part(e, h, &far);
    /* A heap near h may be split into h and a heap near 0, which planes may
     * lack. */
    if (e->marks.planes.from > 0)
        e->valid = OCTAL_NOTHING;
    if (e->valid != OCTAL_NOTHING && st == TA_OK)
        e->kernel->add_far(e, h, far);
    return st;
}

/* Accepts heaps up to the first failed one, gives that its value, drops the
 * rest. */
static ta_status batch_end_proof(octal_engine *e, ta_error *error)
{
    const octal_batch *b = &e->batch;
    const octal_proof *bad = NULL;
    ta_status st = TA_OK;
    tai_pool_end(e->batch.pool, &e->batch.job);
    for (size_t k = 0; k < b->count && bad == NULL && st == TA_OK; k++) {
        const octal_proof *p = &b->proof[k];
        st = batch_accept(e, p->good, p->top);
        bad = p->good < p->to ? p : NULL;
    }
    if (bad == NULL)
        return st;
    /* Far marks come from heaps below the tile, which are all proved if the
     * failed heap is in the tile. Other marks may come from dropped values. */
    const uint64_t start = e->marks.tile.start;
    const bool within = bad->good >= start && bad->good < start + OCTAL_TILE;
    e->valid = within && e->valid != OCTAL_NOTHING ? OCTAL_FAR : OCTAL_NOTHING;
    e->decided = bad->good;
    return st == TA_OK ? heap_give_rare_value(e, bad->label, error) : st;
}

/* Proves the current batch, which it begins if there is none. With threads,
 * others prove while this one decides the next: it writes labels and planes
 * from e->decided on, where no proof reads. */
static ta_status batch_step(octal_engine *e, uint64_t end, ta_error *error)
{
    const bool ahead = e->batch.pool != NULL && e->batch.pool->threads > 1 &&
                       !e->marks.planes.tight;
    ta_status st = TA_OK;
    if (e->decided == e->proved)
        st = batch_decide(e, batch_find_end(e, e->proved, end));
    const uint64_t to = ahead ? batch_find_end(e, e->decided, end) : e->decided;
    /* The list of splits for proofs may have grown. */
    if (st == TA_OK)
        st = planes_ensure(e, to);
    if (st != TA_OK)
        return st;
    batch_begin_proof(e);
    /* No planes can be made while proofs read them, so these must serve. */
    if (to > e->decided + OCTAL_TILE && tai_octal_planes_serve(e, to))
        heaps_presume(e, to);
    return batch_end_proof(e, error);
}

/* Proves the heaps again, as if their values were presumed. Witnesses are rated
 * on some heaps of each batch first, since only those below `parts` are left.
 */
ta_status tai_octal_engine_check(octal_engine *e, uint64_t from, uint64_t parts,
                                 const ta_options *options, bool *holds)
{
    enum { RATED = 32 }; /* heaps of a batch */
    const octal_batch *b = &e->batch;
    const uint64_t n = e->proved, before = e->parts;
    e->parts = parts;
    ta_status st = tai_octal_witnesses_trim(e, parts);
    for (*holds = true; *holds && from < n && st == TA_OK; from = e->decided) {
        uint64_t to = tai_min_u64(n, from + OCTAL_BATCH * (uint64_t)OCTAL_TILE);
        tai_octal_move_border(e, from);
        st = planes_reach(e, &to);
        if (st == TA_OK)
            e->kernel->fill(e, from, to);
        for (uint64_t k = 0; k < RATED && st == TA_OK; k++)
            st = tai_octal_rate_witnesses(e, from + (to - from) * k / RATED);
        if (st == TA_OK)
            st = tai_poll(options, 0, n);
        if (st != TA_OK)
            break;
        e->decided = to;
        batch_begin_proof(e);
        tai_pool_end(b->pool, &e->batch.job);
        for (size_t k = 0; k < b->count; k++)
            *holds &= b->proof[k].good == b->proof[k].to;
    }
    tai_octal_move_border(e, n);
    e->parts = before;
    tai_octal_planes_drop(e);
    const ta_status trimmed = tai_octal_witnesses_trim(e, octal_parts(e));
    return st == TA_OK ? trimmed : st;
}

ta_status tai_octal_engine_run(octal_engine *e, uint64_t to, uint64_t end,
                               const ta_options *options, ta_error *error)
{
    uint8_t seen[TAI_OCTAL_VALUE_MAX + 2] = {0};
    ta_status st = TA_OK;
    while (st == TA_OK && e->proved < to) {
        const bool one_by_one =
            e->limit.sets || e->proved < OCTAL_FIRST || e->game->n_break == 0;
        if (!one_by_one)
            st = tai_octal_choose_mask(e);
        if (st == TA_OK)
            st = tai_octal_make_room(e);
        if (st != TA_OK)
            break;
        const uint64_t fit = tai_min_u64(end, octal_held_end(&e->held));
        const uint64_t stop = tai_min_u64(fit, e->choice.next);
        if (!one_by_one && e->proved < e->given)
            st = tai_octal_take_given(e, tai_min_u64(e->given, stop));
        else if (!one_by_one)
            st = batch_step(e, stop, error);
        else
            /* Stops at multiples of 256, OCTAL_FIRST among them. */
            do
                st = heap_define(e, seen);
            while (e->proved % 256 != 0 && e->proved < fit && st == TA_OK &&
                   !e->limit.sets);
        if (st == TA_OK)
            st = tai_poll(options, (double)e->proved / (double)to, e->proved);
    }
    const unsigned long long n = e->proved;
    if (st == TA_ENOMEM)
        return tai_fail(error, st, "no memory for the values of %llu heaps",
                        (unsigned long long)to);
    if (st == TA_ERANGE)
        return tai_fail(error, st, "the value of heap %llu is above 65535", n);
    if (st != TA_ELIMIT || e->lost)
        return st;
    return e->proved == octal_held_end(&e->held)
               ? tai_fail(error, st,
                          "no period is proved from the first %llu heaps, and "
                          "more have no room within the limit on memory",
                          n)
               : tai_fail(error, st,
                          "the lists of this game have outgrown the limit on "
                          "memory at heap %llu",
                          n);
}

octal_engine *tai_octal_engine_new(const tai_octal *game,
                                   const octal_limits *limits, tai_pool *pool)
{
    static const octal_limits none = {.keep = UINT64_MAX,
                                      .most = UINT64_MAX,
                                      .rare = UINT64_MAX,
                                      .planes = UINT64_MAX,
                                      .windows = UINT64_MAX};
    octal_engine *e = tai_alloc_zero(1, sizeof *e);
    if (e == NULL)
        return NULL;
    e->game = game;
    e->kernel = TA_KERNEL_HERE(tai_octal_kernel);
    e->batch.prover = TA_KERNEL_HERE(tai_octal_prover);
    e->batch.pool = pool;
    e->limit = limits != NULL ? *limits : none;
    e->limit.sets = e->limit.sets || game->n_third > 0;
    e->parts = UINT64_MAX;
    if (e->limit.sets)
        tai_octal_keep_mask(e); /* labels are values */
    if (tai_octal_reserve(e, 64) != TA_OK) {
        tai_octal_engine_free(e);
        return NULL;
    }
    e->held.g[0] = 0;
    tai_octal_move_border(e, 1);
    return e;
}

void tai_octal_engine_free(octal_engine *e)
{
    if (e == NULL)
        return;
    tai_octal_marks_free(&e->marks);
    ta_free(e->choice.counts.of);
    ta_free(e->rare.at);
    ta_free(e->held.g);
    ta_free(e->sets.bits);
    ta_free(e);
}
