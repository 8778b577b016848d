/* The best sources of quiet classes: moves from before the block before, not
 * too long, from the densest classes first, as many as the list has room for.
 */
#include <string.h>

#include "cold/wheel/plan.h"

/* Slips by falling number of moves; each gets its share of the list. */
static void order_slips(wheel_plan *p)
{
    unsigned count[8] = {0}, period = p->moves->period8;
    for (unsigned g = 0; g < period; g++)
        count[p->slip_of[g]]++;
    for (unsigned r = 0; r < p->slips; r++) {
        unsigned k = r;
        for (; k > 0 && count[p->quiet_order[k - 1]] < count[r]; k--)
            p->quiet_order[k] = p->quiet_order[k - 1];
        p->quiet_order[k] = r;
    }
    const uint64_t least = p->tuning->quiet_list;
    /* A sixth of what the dense classes take, where that is more. */
    const uint64_t fill =
        ta_max_u64(p->tuning->quiet_fill, p->store->dense * p->store->stride /
                                              (6 * sizeof *p->quiet_offset));
    uint64_t list = p->quiets > 0 ? fill / p->quiets : 0;
    list = ta_max_u64(least, ta_min_u64(list, 4 * least));
    list = ta_min_u64(list, UINT16_MAX);
    for (unsigned k = 0; k < p->slips; k++) {
        const size_t all = (size_t)list * count[p->quiet_order[k]];
        /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): a power of two */
        p->quiet_room[k + 1] = p->quiet_room[k] + all / period;
    }
}

/* Where in the list of class q a move of group g goes; SIZE_MAX: nowhere. */
static size_t quiet_slot(wheel_plan *p, uint32_t q, unsigned g)
{
    unsigned k = 0;
    while (p->quiet_order[k] != p->slip_of[g])
        k++;
    uint16_t *count = &p->quiet_count[q * p->slips + k];
    if (*count == p->quiet_room[k + 1] - p->quiet_room[k])
        return SIZE_MAX;
    return p->quiet_room[k] + (*count)++;
}

static void quiet_sources(wheel_plan *p, uint32_t q)
{
    const wheel_store *st = p->store;
    const uint32_t m = st->mod.m, period = p->moves->period8;
    const uint32_t target = p->quiet_class[q];
    const size_t room = p->quiet_room[p->slips];
    uint32_t *offset = p->quiet_offset + q * room;
    double left = 1;
    size_t full = 0;
    for (uint32_t id = 0; id < p->quiet_dense && full < room; id++) {
        const uint32_t source = st->dense_class[id];
        const uint32_t d =
            target >= source ? target - source : target + m - source;
        const uint32_t end = p->root_start[d + 1];
        if (p->root_start[d] == end)
            continue;
        const int64_t base =
            wheel_class_offset(st, wheel_residue8(&st->mod, d), id, target) -
            p->quiet_origin;
        for (uint32_t k = p->root_start[d]; k < end; k++) {
            size_t i = p->root[k];
            if (i < p->quiet_from)
                i += (p->quiet_from - i + m - 1) / m * m;
            for (; i < p->quiet_end; i += m) {
                size_t slot = quiet_slot(p, q, (unsigned)(i % period));
                if (slot == SIZE_MAX)
                    continue;
                offset[slot] =
                    (uint32_t)(base - p->whole[i % period][i / period]);
                left *= 1 - p->density[st->dense_class[id]];
                full++;
            }
        }
    }
    p->quiet_left[q] = left;
}

enum { QUIET_CHUNK = 64 };

static void quiet_item(void *state, unsigned thread, size_t item)
{
    wheel_plan *p = state;
    (void)thread;
    for (size_t q = item * QUIET_CHUNK;
         q < p->quiets && q < (item + 1) * QUIET_CHUNK; q++)
        quiet_sources(p, (uint32_t)q);
}

ta_status wheel_quiet_list(wheel_plan *p)
{
    const wheel_store *st = p->store;
    order_slips(p);
    const size_t room = p->quiet_room[p->slips];
    p->quiet_count =
        ta_alloc_zero(p->quiets * (uint64_t)p->slips, sizeof *p->quiet_count);
    p->quiet_depth = ta_alloc_zero(p->quiets, sizeof *p->quiet_depth);
    p->quiet_offset = ta_alloc(p->quiets * room, sizeof *p->quiet_offset);
    p->quiet_left = ta_alloc(p->quiets, sizeof *p->quiet_left);
    if (p->quiet_count == NULL || p->quiet_depth == NULL ||
        p->quiet_left == NULL || p->quiet_offset == NULL)
        return TA_ENOMEM;
    /* No move may lead to before place 0, not even in the first block. */
    const uint64_t from = p->from_row * st->mod.m;
    uint64_t reach =
        (uint64_t)((double)(p->rows * st->mod.m) * p->tuning->quiet_reach);
    reach = ta_min_u64(ta_max_u64(reach, from / 4), from);
    p->quiet_end =
        ta_max_u64(p->quiet_from, wheel_moves_below(p->moves, reach));
    /* The longest shift is `far`; offsets have 32 bits. */
    const int64_t far = (int64_t)(reach / st->mod.m / 8 + 2);
    p->quiet_origin = (int64_t)st->front - far - 1;
    p->quiet_dense = (uint32_t)ta_min_u64(
        st->dense, (UINT32_MAX - (uint64_t)far - 2) / st->stride);
    ta_team_run(p->team, quiet_item, p, p->quiets / QUIET_CHUNK + 1);
    return TA_OK;
}
