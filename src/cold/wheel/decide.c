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

/* A cold number of a class that is not dense: later steps are told when this
 * one ends, later blocks as of all sparse numbers. */
static ta_status add_sparse(wheel_block *b, uint64_t n, uint32_t s)
{
    if (b->plan->store->kind[s] == WHEEL_EMPTY)
        b->count->late++;
    push_in_step(b, n, s);
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
        if (id < st->dense) { /* not live: no candidate */
            const uint64_t bit = dense_bit(b, heap, s);
            b->hot[bit / 8] &= (uint8_t) ~(1u << bit % 8);
            push_in_step(b, heap, s);
        } else {
            status = add_sparse(b, heap, s);
        }
        if (status == TA_OK)
            status = wheel_list_add(&b->odd, heap);
    }
    return status;
}

static ta_status decide(wheel_block *b, const wheel_candidate *c)
{
    const wheel_store *st = b->plan->store;
    const uint64_t n = wheel_candidate_heap(b, c), bit = wheel_hot_bit(b, c);
    ta_status status = doubtful(b, n);
    if (status != TA_OK || wheel_is_hot(b, bit))
        return status;
    bool before;
    if (wheel_look(b, c, c->option, &before) <
        wheel_near_moves(b->plan, c->live)) {
        b->hot[bit / 8] |= (uint8_t)(1u << bit % 8);
        return TA_OK;
    }
    const uint32_t s = b->plan->live_class[c->live];
    return st->kind[s] < st->dense ? TA_OK : add_sparse(b, n, s);
}

ta_status wheel_step_decide(wheel_block *b)
{
    ta_status status = TA_OK;
    for (size_t i = 0; i < wheel_row_bands(b); i++) {
        const wheel_candidate *c = wheel_band_candidates(b, i);
        for (size_t k = 0; k < b->band[i].count && status == TA_OK; k++)
            if (c[k].option != SETTLED)
                status = decide(b, &c[k]);
    }
    return status == TA_OK ? doubtful(b, UINT64_MAX) : status;
}
