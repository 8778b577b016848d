/* The serial part of a step: what has an edge to another candidate, what is
 * doubtful, and what becomes cold without near moves that show it to others.
 * All these have their turn in increasing order; when one has, the bits below
 * it say who is hot. */
#include "cold/wheel/finish.h"

/* The bit of a heap of the step, in dense class s. */
static uint64_t dense_bit(const wheel_block *b, uint64_t n, uint32_t s)
{
    const wheel_plan *p = b->plan;
    return p->store->kind[s] * (uint64_t)p->near_bits + p->near_bits / 2 +
           wheel_place(p->store, n, s) - b->step_row;
}

static void make_hot(wheel_block *b, uint64_t bit)
{
    b->hot[bit / 8] |= (uint8_t)(1u << bit % 8);
}

/* True if n has a cold option in the step, by what is decided so far. */
static bool option_in_step(const wheel_block *b, uint64_t n)
{
    const wheel_plan *p = b->plan;
    const wheel_store *st = p->store;
    const uint32_t m = st->mod.m, s = (uint32_t)(n % m);
    const uint64_t first = b->step_row * m;
    const size_t end = wheel_moves_below(p->moves, n - first + 1);
    for (size_t i = 0; i < end; i++) {
        const uint32_t d = p->residue[i % m];
        const uint32_t source = s >= d ? s - d : s + m - d;
        const uint32_t id = st->kind[source];
        const uint64_t c = n - p->moves->value[i];
        if (id < st->dense ? !wheel_is_hot(b, dense_bit(b, c, source))
                           : id == WHEEL_SPARSE && wheel_store_has(st, c))
            return true;
    }
    return false;
}

/* What n, of class s, makes hot in the step. */
static void push_in_step(wheel_block *b, uint64_t n, uint32_t s)
{
    const wheel_plan *p = b->plan;
    const uint64_t end = wheel_step_end(b) * p->store->mod.m;
    wheel_push_number(p, &p->marks_step, b->hot, b->step_row, n, s, 0,
                      wheel_moves_below(p->moves, end - n));
}

/* A cold number of a class that is not dense, which has made hot what it does
 * in the step: later steps are told when this one ends, later blocks as of all
 * sparse numbers. */
static ta_status add_sparse(wheel_block *b, uint64_t n, uint32_t s)
{
    if (b->plan->store->kind[s] == WHEEL_EMPTY)
        b->count->late++;
    ta_status status = wheel_store_add(b->plan->store, n);
    return status == TA_OK ? wheel_list_add(&b->push, n) : status;
}

/* Quiet heaps below n that have no cold option before the step. */
static ta_status doubtful(wheel_block *b, uint64_t n)
{
    const wheel_store *st = b->plan->store;
    ta_status status = TA_OK;
    for (; b->doubt < b->doubt_to && status == TA_OK; b->doubt++) {
        const uint64_t heap = b->doubtful.at[b->doubt];
        if ((heap & ~WHEEL_SETTLED) >= n)
            break;
        if ((heap & WHEEL_SETTLED) != 0 || option_in_step(b, heap))
            continue;
        const uint32_t s = (uint32_t)(heap % st->mod.m), id = st->kind[s];
        push_in_step(b, heap, s);
        if (id < st->dense) { /* not live: no candidate */
            const uint64_t bit = dense_bit(b, heap, s);
            b->hot[bit / 8] &= (uint8_t) ~(1u << bit % 8);
        } else {
            status = add_sparse(b, heap, s);
        }
        if (status == TA_OK)
            status = wheel_list_add(&b->odd, heap);
    }
    return status;
}

static ta_status decide(wheel_block *b, wheel_waiting *w,
                        const wheel_list *told)
{
    const wheel_plan *p = b->plan;
    const wheel_store *st = p->store;
    ta_status status = TA_OK;
    if (b->doubt < b->doubt_to)
        status = doubtful(b, wheel_candidate_heap(b, &w->candidate));
    if (status != TA_OK || wheel_is_hot(b, w->own))
        return status;
    if (w->target != WHEEL_EMPTY && wheel_is_hot(b, w->target))
        w->target = wheel_look(b, &w->candidate, &w->move);
    if (w->target != WHEEL_EMPTY) {
        make_hot(b, w->own);
        return TA_OK;
    }
    const uint32_t s = p->live_class[w->candidate.live];
    if (st->kind[s] < st->dense)
        return TA_OK;
    const uint64_t n = wheel_candidate_heap(b, &w->candidate);
    if (w->from == WHEEL_EMPTY)
        push_in_step(b, n, s);
    for (uint32_t k = w->from; k < w->to; k++)
        make_hot(b, told->at[k]);
    return add_sparse(b, n, s);
}

/* What decide() looks at of those whose turn comes soon. */
static void fetch(const wheel_block *b, const wheel_waiting *w)
{
    __builtin_prefetch(b->hot + w->own / 8, 1);
    if (w->target != WHEEL_EMPTY)
        __builtin_prefetch(b->hot + w->target / 8);
}

ta_status wheel_step_decide(wheel_block *b)
{
    enum { AHEAD = 16 };
    ta_status status = TA_OK;
    for (size_t i = 0; i < wheel_row_bands(b); i++) {
        const wheel_band *band = &b->band[i];
        const wheel_turns *turns = &b->turns[band->thread];
        for (size_t k = band->from; k < band->to && status == TA_OK; k++) {
            if (k + AHEAD < band->to)
                fetch(b, &turns->at[k + AHEAD]);
            status = decide(b, &turns->at[k], &turns->told);
        }
    }
    return status == TA_OK ? doubtful(b, UINT64_MAX) : status;
}
