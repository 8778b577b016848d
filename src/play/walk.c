/* The nim-values of a finite set, one after the other, in memory that depends
 * on the set alone. */
#include <string.h>

#include "play/play.h"

/* Small sets collect the values of the options as bits of one word: a value
 * is at most the number of options. Larger ones mark values with the position
 * that has seen them. */
enum { SMALL = 63, BLOCK = 1 << 14, POLL = 1 << 16 };

static uint64_t room_for(uint64_t reach)
{
    return ta_add_sat(ta_mul_sat(2, reach), BLOCK);
}

uint64_t ta_walk_memory(size_t count, uint64_t reach)
{
    return ta_add_sat(ta_mul_sat(room_for(reach), 2), 8 * (count + 2));
}

ta_status ta_start_check(const ta_start *start, ta_error *error)
{
    if (start != NULL && start->count > TA_START_MOST)
        return ta_fail(error, TA_EINVAL, "at most %d positions may be given",
                       TA_START_MOST);
    for (size_t i = 0; start != NULL && i < start->count; i++)
        if (start->values[i] > TA_START_VALUE)
            return ta_fail(error, TA_EINVAL,
                           "the value of position %zu is above %d", i,
                           TA_START_VALUE);
    return TA_OK;
}

ta_status ta_walk_new(const uint64_t *set, size_t count, const ta_start *start,
                      ta_walk *walk)
{
    uint64_t reach = count > 0 ? set[count - 1] : 0;
    *walk = (ta_walk){
        .set = set, .count = count, .reach = reach, .room = room_for(reach)};
    if (start != NULL)
        walk->start = *start;
    walk->value = ta_alloc(walk->room, sizeof *walk->value);
    if (count > SMALL)
        walk->seen = ta_alloc_zero(count + 2, sizeof *walk->seen);
    if (walk->value != NULL && (count <= SMALL || walk->seen != NULL))
        return TA_OK;
    ta_walk_free(walk);
    return TA_ENOMEM;
}

void ta_walk_free(ta_walk *walk)
{
    ta_free(walk->value);
    ta_free(walk->seen);
    *walk = (ta_walk){0};
}

/* Keeps the last `reach` values and makes room for more. */
static void slide(ta_walk *walk)
{
    uint64_t keep = ta_min_u64(walk->reach, walk->next - walk->first);
    uint64_t from = walk->next - keep;
    memmove(walk->value, walk->value + (from - walk->first),
            keep * sizeof *walk->value);
    walk->first = from;
}

static unsigned small_value(const ta_walk *w, const uint16_t *here)
{
    uint64_t reached = 0;
    size_t k = 0;
    for (; k < w->count && w->set[k] <= w->next; k++)
        reached |= UINT64_C(1) << here[-(ptrdiff_t)w->set[k]];
    reached |= k < w->count && w->start.sink;
    return ta_ctz(~reached);
}

static unsigned large_value(ta_walk *w, const uint16_t *here)
{
    uint64_t stamp = w->next + 1;
    size_t k = 0;
    for (; k < w->count && w->set[k] <= w->next; k++)
        w->seen[here[-(ptrdiff_t)w->set[k]]] = stamp;
    if (k < w->count && w->start.sink)
        w->seen[0] = stamp;
    unsigned value = 0;
    while (w->seen[value] == stamp)
        value++;
    return value;
}

ta_status ta_walk_step(ta_walk *walk, unsigned *value)
{
    if (walk->next - walk->first == walk->room)
        slide(walk);
    uint16_t *here = walk->value + (walk->next - walk->first);
    *value = walk->next < walk->start.count ? walk->start.values[walk->next]
             : walk->seen != NULL           ? large_value(walk, here)
                                            : small_value(walk, here);
    if (*value > UINT16_MAX)
        return TA_ERANGE;
    *here = (uint16_t)*value;
    walk->next++;
    return TA_OK;
}

ta_status ta_walk_to(ta_walk *walk, uint64_t end, const ta_options *options)
{
    ta_status st = TA_OK;
    unsigned value;
    while (st == TA_OK && walk->next < end) {
        if (walk->next % POLL == 0)
            st = ta_poll(options, (double)walk->next / (double)end, walk->next);
        if (st == TA_OK)
            st = ta_walk_step(walk, &value);
    }
    return st;
}
