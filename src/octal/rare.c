/* What follows from values: mask, labels, rare heaps, the largest value; also
 * of an earlier run. */
#include <string.h>

#include "octal/engine.h"

/* A mask is of use if rare heaps plus FEW are at most a sixth of all. */
enum { FEW = 64 };

void tai_octal_engine_relabel(octal_engine *e, octal_labels labels)
{
    octal_held *h = &e->held;
    const uint64_t tail = tai_max_u64(h->back, 1); /* heap 0 has no label */
    if (e->proved > tail)
        tai_octal_relabel(&e->labels, &labels, tail, octal_at(h, tail),
                          e->proved - tail, octal_at(h, tail));
    if (h->head > 1)
        tai_octal_relabel(&e->labels, &labels, 1, h->g + 1, h->head - 1,
                          h->g + 1);
    e->labels = labels;
    tai_octal_drop_presumed(e);
}

void tai_octal_engine_values(const octal_engine *e, uint64_t from, uint64_t to,
                             uint16_t *values)
{
    const octal_labels plain = {.mask = 0}; /* labels are values */
    if (from == 0 && to > 0) {
        *values++ = 0;
        from = 1;
    }
    if (from < to)
        tai_octal_relabel(&e->labels, &plain, from, octal_at(&e->held, from),
                          to - from, values);
}

void tai_octal_note_label(octal_engine *e, uint64_t h)
{
    octal_largest *l = &e->largest;
    const uint32_t label = *octal_at(&e->held, h);
    const uint32_t kept = e->labels.mask == 0 ? label : label & TAI_OCTAL_KEPT;
    const uint32_t value = octal_value_at(&e->labels, h, label);
    l->top = (uint32_t)tai_max_u64(l->top, kept);
    if (value > l->value) {
        l->value = value;
        l->at = h;
        /* Labels lack bit `dropped`: lower bits do not order values. */
        l->bound = kept >> e->labels.dropped << e->labels.dropped;
    }
}

ta_status tai_octal_add_rare(octal_engine *e, uint64_t h)
{
    octal_rare *r = &e->rare;
    if (r->count == r->capacity) {
        const size_t capacity = r->capacity + r->capacity / 4 + 256;
        /* old and new */
        if ((capacity + r->capacity) * sizeof *r->at > e->limit.rare)
            return TA_ELIMIT;
        uint32_t *at = tai_alloc(capacity, sizeof *at);
        if (at == NULL)
            return TA_ENOMEM;
        if (r->count > 0)
            memcpy(at, r->at, r->count * sizeof *at);
        ta_free(r->at);
        r->at = at;
        r->capacity = capacity;
    }
    r->at[r->count++] = (uint32_t)h;
    return TA_OK;
}

ta_status tai_octal_list_rare(octal_engine *e)
{
    const octal_held *h = &e->held;
    ta_status st = TA_OK;
    e->rare.count = 0;
    e->largest.top = 0;
    e->largest.bound = (TAI_OCTAL_KEPT & octal_label(&e->labels, e->largest.at,
                                                     e->largest.value)) >>
                       e->labels.dropped << e->labels.dropped;
    for (uint64_t i = 1; i < e->proved && st == TA_OK; i++) {
        if (i == h->head && h->back > 0)
            i = h->back; /* those between are not held */
        const uint16_t label = i < h->head ? h->g[i] : *octal_at(h, i);
        const uint32_t kept = label & TAI_OCTAL_KEPT;
        if (kept > e->largest.top)
            e->largest.top = kept;
        if (label < TAI_OCTAL_COMMON)
            st = tai_octal_add_rare(e, i);
    }
    if (st == TA_OK && h->back > 0 && octal_last_rare(&e->rare) >= h->head)
        return TA_ELIMIT;
    return st == TA_OK ? tai_octal_list_splits(e) : st;
}

/* Doubles c->next, since a better mask may appear late. All values are held:
 * tai_octal_keep_mask ends the choices before labels are discarded. */
ta_status tai_octal_choose_mask(octal_engine *e)
{
    octal_choice *c = &e->choice;
    octal_labels best = {.mask = 0};
    uint64_t rare;
    if (e->proved < tai_max_u64(c->next, OCTAL_FIRST_CHOICE) ||
        e->game->n_break == 0)
        return TA_OK;
    const uint64_t from = tai_max_u64(c->counts.n, 1);
    const unsigned bits = tai_log2_floor(e->largest.value | 15) + 1;
    c->counts.n = from;
    if (tai_octal_count(&c->counts, &e->labels, octal_at(&e->held, from),
                        e->proved, bits) != TA_OK ||
        tai_octal_mask_find(e->game, &c->counts, &best, &rare) != TA_OK)
        return TA_ENOMEM;
    c->next = 2 * e->proved;
    c->of_use = rare + FEW <= e->proved / 6;
    if (best.mask == e->labels.mask && best.parity == e->labels.parity)
        return TA_OK;
    tai_octal_engine_relabel(e, best);
    return tai_octal_list_rare(e);
}

void tai_octal_keep_mask(octal_engine *e)
{
    e->choice.next = UINT64_MAX;
}

bool tai_octal_widen_mask(octal_engine *e, uint32_t value)
{
    const uint32_t bit = value > 0 ? 1u << tai_log2_floor(value) : 0;
    if (bit <= e->largest.value || bit <= (e->labels.mask & -e->labels.mask))
        return false;
    /* The bit changes the class of `value` to common. Earlier values lack the
     * bit, so their classes stay; and their labels, as these leave out the
     * lowest bit of the mask, which is the same. */
    e->labels = tai_octal_labels_of(e->game, (uint16_t)(e->labels.mask | bit),
                                    e->labels.parity);
    return true;
}

ta_status tai_octal_take_given(octal_engine *e, uint64_t to)
{
    ta_status st = TA_OK;
    uint64_t h = e->proved;
    for (; h < to && st == TA_OK; h++) {
        const uint32_t value = e->held.g[h];
        uint32_t label = octal_label(&e->labels, h, value);
        if (label < TAI_OCTAL_COMMON && tai_octal_widen_mask(e, value))
            label = octal_label(&e->labels, h, value);
        e->held.g[h] = (uint16_t)label;
        tai_octal_note_label(e, h);
        if (label < TAI_OCTAL_COMMON)
            st = tai_octal_add_rare(e, h);
    }
    tai_octal_move_border(e, h);
    return st == TA_OK && e->proved == e->given ? tai_octal_list_splits(e) : st;
}

void tai_octal_note_largest(octal_engine *e, uint32_t value, uint64_t at)
{
    if (value <= e->largest.value)
        return;
    e->largest.value = value;
    e->largest.at = at;
}

ta_status tai_octal_engine_resume(octal_engine *e, uint64_t n, uint64_t head,
                                  uint64_t tail, uint32_t mask, bool *usable)
{
    const uint16_t *g = e->held.g;
    const bool parity = mask >> 16 != 0;
    *usable = head >= 4 * OCTAL_SPARE && n > 4 * head && (mask & 0xffff) != 0 &&
              e->game->n_break > 0 && !e->limit.sets &&
              (!parity || tai_octal_parity_works(e->game));
    if (!*usable)
        return TA_OK;
    tai_octal_held_resume(&e->held, n, head, tail);
    tai_octal_move_border(e, n);
    tai_octal_keep_mask(e);
    e->choice.of_use = true;
    for (uint64_t i = 1; i < head + tail; i++)
        if (g[i] > e->largest.value)
            e->largest.value = g[i];
    tai_octal_engine_relabel(
        e, tai_octal_labels_of(e->game, (uint16_t)mask, parity));
    ta_status st = tai_octal_list_rare(e);
    /* All rare heaps must lie in the first half of the head, as in held.c. */
    *usable = st == TA_OK && octal_last_rare(&e->rare) < head / 2 &&
              octal_last_rare(&e->rare) + 2 * OCTAL_SPARE <= tail;
    if (*usable)
        st = tai_octal_bound_parts(e);
    return st == TA_ELIMIT ? TA_OK : st;
}

ta_status tai_octal_engine_summarize(octal_engine *e, ta_summary *s)
{
    const octal_rare *r = &e->rare;
    const ta_status st = tai_octal_choose_mask(e);
    s->known = e->proved;
    s->largest = e->largest.value;
    s->largest_at = e->largest.at;
    s->has_mask = st == TA_OK && e->choice.of_use;
    if (s->has_mask) {
        s->mask = e->labels.mask;
        s->parity = e->labels.parity;
        /* Heap 0, never a part, is not listed; its value 0 is rare unless
         * octal_flip() is 1. */
        s->rare = r->count + (octal_flip(&e->labels, 0) == 0);
        s->last_rare = octal_last_rare(r);
    }
    /* TA_ELIMIT: rare heaps are too many for a mask. */
    return st == TA_ELIMIT ? TA_OK : st;
}
