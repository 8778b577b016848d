/* Periods of finite subtraction sets.
 *
 * The value of a position is decided by the K values before it, K = max S, so
 * two equal windows of K values, p apart, prove the period p from the first
 * of them on (paper-notes.md, P2). Brent's algorithm: an anchor window is kept
 * and moved on whenever the distance from it has doubled; the first window
 * after the anchor that equals it gives the least period. Windows are found by
 * the automaton of Knuth, Morris and Pratt, so every comparison is exact. */
#include <string.h>

#include "base/tail.h"
#include "play/play.h"

enum { POLL = 1 << 12 };

typedef struct anchor {
    uint64_t at, length; /* the window [at, at + length) */
    uint16_t *value;
    uint32_t *border; /* border[m]: longest proper border of the first m */
    uint64_t matched; /* of the values that end the walk */
} anchor;

static uint64_t fall_back(const anchor *a, uint64_t m, unsigned value)
{
    while (m > 0 && (m == a->length || a->value[m] != value))
        m = a->border[m];
    return a->value[m] == value ? m + 1 : 0;
}

/* Makes the last K values the anchor. */
static void set_anchor(anchor *a, const ta_walk *walk)
{
    a->at = walk->next - a->length;
    memcpy(a->value, walk->value + (a->at - walk->first),
           a->length * sizeof *a->value);
    ta_borders(a->value, 1, a->length, a->border);
    a->matched = a->length;
}

static ta_status poll(const ta_options *o, uint64_t done, uint64_t end)
{
    return done % POLL == 0 ? ta_poll(o, (double)done / (double)end, done)
                            : TA_OK;
}

/* Walks until a window equals the anchor, or to `search`. */
static ta_status find(ta_walk *walk, anchor *a, uint64_t search,
                      const ta_options *options, ta_period *p)
{
    ta_status st = TA_OK;
    /* The first window behind which every position follows the rules. */
    const uint64_t first = ta_max_u64(a->length, walk->start.count);
    uint64_t power = ta_max_u64(first, 64);
    while (st == TA_OK && walk->next < search) {
        unsigned value;
        st = ta_walk_step(walk, &value);
        if (st != TA_OK)
            break;
        if (value > p->largest) {
            p->largest = value;
            p->largest_at = walk->next - 1;
        }
        if (walk->next < first)
            continue;
        if (walk->next == first || walk->next - a->at > 2 * power) {
            power = walk->next == first ? power : 2 * power;
            set_anchor(a, walk);
            continue;
        }
        a->matched = fall_back(a, a->matched, value);
        if (a->matched == a->length) {
            p->period = walk->next - a->length - a->at;
            break;
        }
        st = poll(options, walk->next, search);
    }
    p->known = walk->next;
    return st;
}

/* The least preperiod: two walks, a period apart. Beyond the anchor they are
 * known to agree. */
static ta_status find_start(const ta_walk *like, uint64_t anchor_at,
                            const ta_options *options, ta_period *p)
{
    ta_walk behind = {0}, ahead = {0};
    ta_status st = ta_walk_new(like->set, like->count, &like->start, &behind);
    if (st == TA_OK)
        st = ta_walk_new(like->set, like->count, &like->start, &ahead);
    if (st == TA_OK)
        st = ta_walk_to(&ahead, p->period, options);
    p->preperiod = 0;
    while (st == TA_OK && behind.next < anchor_at) {
        unsigned a = 0, b = 0;
        st = ta_walk_step(&behind, &a);
        if (st == TA_OK)
            st = ta_walk_step(&ahead, &b);
        if (a != b)
            p->preperiod = behind.next;
        if (st == TA_OK)
            st = poll(options, behind.next, anchor_at);
    }
    ta_walk_free(&behind);
    ta_walk_free(&ahead);
    return st;
}

uint64_t ta_period_memory(size_t count, uint64_t reach)
{
    uint64_t walks = ta_mul_sat(3, ta_walk_memory(count, reach));
    return ta_add_sat(walks, ta_mul_sat(6, reach + 2));
}

ta_status ta_period_of(const uint64_t *set, size_t count, uint64_t search,
                       const ta_options *options, ta_period *p)
{
    const ta_start *start = options != NULL ? options->start : NULL;
    p->reach = count > 0 ? set[count - 1] : 0;
    if (count == 0) { /* no moves: every other value is 0 */
        p->preperiod = 0;
        for (size_t i = 0; start != NULL && i < start->count; i++)
            if (start->values[i] != 0)
                p->preperiod = i + 1;
        for (size_t i = 0; i < p->preperiod; i++)
            if (start->values[i] > p->largest) {
                p->largest = start->values[i];
                p->largest_at = i;
            }
        p->period = 1;
        p->proved = true;
        return TA_OK;
    }
    if (p->reach >= search || p->reach >= UINT32_MAX)
        return TA_OK; /* no window can come twice */
    ta_walk walk;
    anchor a = {.length = p->reach};
    ta_status st = ta_walk_new(set, count, start, &walk);
    if (st != TA_OK)
        return st;
    a.value = ta_alloc(a.length, sizeof *a.value);
    a.border = ta_alloc(a.length + 1, sizeof *a.border);
    if (a.value == NULL || a.border == NULL)
        st = TA_ENOMEM;
    if (st == TA_OK)
        st = find(&walk, &a, search, options, p);
    if (st == TA_OK && p->period > 0)
        st = find_start(&walk, a.at, options, p);
    p->proved = st == TA_OK && p->period > 0;
    ta_walk_free(&walk);
    ta_free(a.value);
    ta_free(a.border);
    return st;
}
