/* Outcomes and nim-values of a finite set, a byte a position, until they
 * repeat.
 *
 * A byte is 1 << g, so that the least value that no option has is the lowest
 * zero bit of the or of the options' bytes: ~x & (x + 1). Of at most 7 options
 * no byte x is full, hence no carry leaves it, and eight positions are done at
 * once in a word. They may be, as far as they are no options of each other:
 * min S positions at a time. Outcomes are the same with 1 for cold, ~x & 1.
 *
 * The positions below 0 have byte 0: they are no option to anybody. The state
 * at time n is the L >= max S bytes below position n; Brent's search for a
 * state that comes again is that of period.c, but all bytes are kept, so that
 * the preperiod is found by going back (paper-notes.md, P2). */
#include <string.h>

#include "play/play.h"

enum { LANES = 8, SCALAR = 2, FIRST_ANCHOR = 16, FIRST_BLOCK = 128 };
enum { LAST_BLOCK = 1 << 14 };

#define ONES (UINT64_C(0x0101010101010101))

static inline uint64_t load(const uint8_t *at)
{
    uint64_t w;
    memcpy(&w, at, sizeof w);
    return w;
}

/* Positions [from, to) and up to seven more, which are not right yet. */
static inline void extend_by(uint8_t *position, uint64_t from, uint64_t to,
                             const uint64_t *set, size_t count, bool values)
{
    uint64_t step = count == 0 ? LANES : ta_min_u64(set[0], LANES);
    for (uint64_t n = from; n < to && step <= SCALAR; n++) {
        unsigned x = 0;
        for (size_t k = 0; k < count; k++)
            x |= position[n - set[k]];
        position[n] = (uint8_t)(values ? ~x & (x + 1) : ~x & 1);
    }
    for (uint64_t n = from; n < to && step > SCALAR; n += step) {
        uint64_t x = 0;
        for (size_t k = 0; k < count; k++)
            x |= load(position + n - set[k]);
        x = values ? ~x & (x + ONES) : ~x & ONES;
        memcpy(position + n, &x, sizeof x);
    }
}

/* The same with loops that the compiler knows the length of. */
static void extend(uint8_t *position, uint64_t from, uint64_t to,
                   const cycle_search *s, bool values)
{
    switch (values ? s->count : 0) {
    case 2:
        extend_by(position, from, to, s->set, 2, true);
        break;
    case 3:
        extend_by(position, from, to, s->set, 3, true);
        break;
    case 4:
        extend_by(position, from, to, s->set, 4, true);
        break;
    case 5:
        extend_by(position, from, to, s->set, 5, true);
        break;
    default:
        extend_by(position, from, to, s->set, s->count, values);
    }
}

typedef struct anchor {
    uint64_t at, next; /* time of the next anchor */
} anchor;

/* A time in (from, to] whose state is the anchor's; 0 if there is none. */
static uint64_t find(const uint8_t *bytes, uint64_t length, anchor *a,
                     uint64_t from, uint64_t to)
{
    uint64_t sample = load(bytes + a->at);
    for (uint64_t n = from + 1; n <= to; n++) {
        if (load(bytes + n) == sample &&
            memcmp(bytes + n, bytes + a->at, length) == 0)
            return n;
        if (n == a->next) {
            *a = (anchor){n, 2 * n};
            sample = load(bytes + n);
        }
    }
    return 0;
}

/* The bytes below 0, which are 1 where each is an option of value 0, and those
 * of the positions that are given; returns how many. */
static uint64_t begin(const ta_start *start, uint8_t *bytes, uint64_t length,
                      uint64_t limit, bool values)
{
    memset(bytes, start != NULL && start->sink, length);
    uint64_t given = start != NULL ? ta_min_u64(start->count, limit) : 0;
    for (uint64_t i = 0; i < given; i++) {
        unsigned value = start->values[i];
        bytes[length + i] = (uint8_t)(values ? 1u << value : value == 0);
    }
    return given;
}

static void describe(const uint8_t *position, uint64_t from, uint64_t period,
                     bool values, ta_cycle *cycle)
{
    while (from > 0 && position[from - 1] == position[from - 1 + period])
        from--;
    unsigned seen = 0;
    for (uint64_t n = from; n < from + period; n++)
        cycle->cold += position[n] == 1;
    for (uint64_t n = 0; values && n < from + period; n++)
        seen |= position[n];
    cycle->preperiod = from;
    cycle->period = period;
    cycle->largest = values ? ta_log2_floor(seen) : 0;
}

ta_status tai_cycle_find(cycle_search *s, bool values, uint8_t *bytes,
                         ta_cycle *cycle)
{
    uint64_t reach = s->count > 0 ? s->set[s->count - 1] : 0;
    uint64_t length = ta_max_u64(reach, sizeof(uint64_t));
    uint8_t *position = bytes + length;
    *cycle = (ta_cycle){0};
    ta_status st = TA_OK;
    uint64_t known = begin(s->options->start, bytes, length, s->limit, values);
    anchor a = {known, ta_max_u64(FIRST_ANCHOR, 2 * known)};
    uint64_t block = FIRST_BLOCK;
    while (st == TA_OK && known < s->limit) {
        uint64_t end = ta_min_u64(s->limit, known + block);
        extend(position, known, end, s, values);
        uint64_t again = find(bytes, length, &a, known, end);
        s->walked += end - known;
        st = ta_poll(s->options, 0, s->walked);
        if (again != 0) {
            describe(position, a.at > length ? a.at - length : 0, again - a.at,
                     values, cycle);
            break;
        }
        known = end;
        block = ta_min_u64(2 * block, LAST_BLOCK);
    }
    return st;
}
