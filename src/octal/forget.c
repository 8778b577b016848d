/* What is held of a long run: the head and a tail of the labels.
 *
 * A heap needs labels of small parts (rare heaps, witnesses: the head) and of
 * what lies such a part and a break below it (the tail). So once the room is
 * full of n heaps and all rare ones are below n / 8, the first quarter of it
 * becomes the head and the rest a window that moves on by half of the room
 * whenever it is full; a quarter always stays. Parts from TA_SPARSE_SPARE below
 * a quarter on are then out of reach: the engine says so where it needs one.
 * Games whose rare heaps have not stopped, or that have none, get more room
 * and are asked again when that is full. */
#include <string.h>

#include "octal/ahead.h"

/* More room, where heaps come step by step: half as much again. */
static ta_status grow(ta_sparse *e)
{
    uint64_t room = e->room + e->room / 2;
    if (room > e->room_most) /* old and new at once, while it is moved */
        room = e->room_most / 5 * 3;
    if (room > TA_OCTAL_N_MAX)
        room = TA_OCTAL_N_MAX; /* places of rare heaps have 32 bits */
    return room > e->room ? ta_sparse_room(e, room) : TA_ELIMIT;
}

static bool may_forget(const ta_sparse *e)
{
    uint64_t last = e->n_rare > 0 ? e->rare[e->n_rare - 1] : 0;
    return e->n >= e->keep && !e->dense && e->next_choice > e->n &&
           last < e->n / 8 && e->n / 16 > TA_SPARSE_SPARE;
}

/* The tail keeps the last `head` heaps. */
static void slide(ta_sparse *e)
{
    uint64_t back = e->n - e->head;
    ta_ahead_drop(e->ahead);
    memmove(e->tail, ta_sparse_at(e, back), e->head * sizeof *e->tail);
    e->back = back;
}

enum { TOUCH_FROM = 1 << 20 }; /* heaps */

/* All threads touch the memory of as many heaps as there are, unless it is. */
static void touch(ta_sparse *e)
{
    const ta_ahead *a = e->ahead;
    const uint64_t n = a->ready ? a->decided : e->n;
    if (!ta_ahead_is_shared(a) || n < TOUCH_FROM || e->back > 0 ||
        e->touched == e->room || e->touched >= n + 4 * TA_AHEAD_BATCH)
        return;
    const uint64_t from = ta_max_u64(n, e->touched);
    e->touched = ta_min_u64(2 * n, e->room);
    ta_team_zero(a->team, e->g + from, (e->touched - from) * sizeof *e->g);
}

ta_status ta_sparse_make_room(ta_sparse *e)
{
    if (e->n < ta_sparse_end(e)) {
        touch(e);
        return TA_OK;
    }
    if (e->back == 0 && !may_forget(e))
        return grow(e);
    if (e->back == 0) {
        e->head = e->back = e->n / 4;
        e->tail = e->g + e->head;
        e->parts = e->head - TA_SPARSE_SPARE;
        e->next_choice = UINT64_MAX; /* it would need all values */
        ta_ahead_drop(e->ahead);
        ta_witnesses_below(&e->witnesses, e->parts);
    }
    slide(e);
    return TA_OK;
}

/* ---- going on from a head and a tail ---- */

/* The rare heaps of what is held are listed; whether they are all in the first
 * half of the head, as where heaps are forgotten. */
static ta_status list_rare(ta_sparse *e, bool *in_time)
{
    ta_status st = TA_OK;
    for (uint64_t i = 1; i < e->head && st == TA_OK; i++)
        if (e->g[i] < e->labels.common)
            st = ta_sparse_add_rare(e, i);
    *in_time = e->n_rare == 0 || e->rare[e->n_rare - 1] < e->head / 2;
    for (uint64_t i = e->back; i < e->n; i++)
        *in_time = *in_time && !ta_sparse_is_rare(e, i);
    return st;
}

static bool mask_fits(const ta_octal *game, uint32_t mask)
{
    return (mask & 0xffff) != 0 && game->n_break > 0 &&
           (mask >> 16 == 0 || ta_octal_parity_works(game));
}

ta_status ta_sparse_resume(ta_sparse *e, uint64_t n, uint64_t head,
                           uint32_t mask, bool *usable)
{
    uint32_t all = 15 | (mask & 0xffff); /* bits of values */
    *usable =
        head >= 4 * TA_SPARSE_SPARE && n > 4 * head && mask_fits(e->game, mask);
    if (!*usable)
        return TA_OK;
    for (uint64_t i = 0; i < 2 * head; i++)
        all |= e->g[i];
    e->labels.bits = ta_log2_floor(all) + 1; /* dense: labels are values */
    e->mask = (ta_octal_mask){.mask = (uint16_t)mask, .parity = mask >> 16};
    e->dense = false;
    e->n = n;
    e->head = head;
    e->back = n - head;
    e->tail = e->g + head;
    e->parts = head - TA_SPARSE_SPARE;
    ta_status st = ta_sparse_set_labels(e, e->labels.bits);
    if (st == TA_OK)
        st = list_rare(e, usable);
    if (st == TA_ELIMIT) { /* more than any run lists */
        *usable = false;
        st = TA_OK;
    }
    e->next_choice = UINT64_MAX;
    return st;
}
