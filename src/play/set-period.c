/* The period of nim-values. Finite S, K = max S: a window, K values in a row,
 * decides what follows, so two equal windows p apart prove the period p from
 * the first one on (README.md). Brent's algorithm: the anchor window is
 * compared with all later ones, by a rolling hash first; when the distance has
 * doubled the latest window becomes the anchor. The first equal one gives the
 * least period. All but a finite set: likewise, by F2. Other infinite S: a
 * period may be seen, not proved. Begin with search_walk. Long, as all go over
 * one walk. */
#include <inttypes.h>
#include <string.h>

#include "base/tail.h"
#include "play/play-internal.h"

/* Up to SMALL elements options are bits of a word. BLOCK is the least capacity;
 * progress is reported after POLL positions. */
enum { SMALL = 63, BLOCK = 1 << 14, POLL = 1 << 12 };

/* 2^64 over the golden ratio, odd. */
#define HASH_BASE UINT64_C(0x9E3779B97F4A7C15)

/* ---- the values, one after the other ---- */

/* Values one after the other; at least the last `reach` are kept. */
typedef struct walk {
    const uint64_t *set; /* not owned */
    size_t count;
    uint64_t reach;  /* the length of the windows that prove a period */
    uint64_t next;   /* [0, next) are computed */
    uint64_t first;  /* position of value[0] */
    uint64_t room;   /* of `value` */
    uint16_t *value; /* of [first, next) */
    /* seen[v]: p + 1 for the last position p with an option of value v; NULL
     * for few elements. In few ranges (`ranges`, their first and last numbers)
     * how many options of `next` have the value v, none 0 below `least`. */
    uint64_t *seen, *firsts, *lasts;
    size_t ranges;
    uint64_t least;
    bool sink;  /* a move may take more than the heap has */
    bool exact; /* TA_EXACT: outcomes in place of values */
    /* NULL, or a game of all but a finite set: a value is r(n) = T(n) - g(n) of
     * F2, and two equal windows of 2 K prove a period with a saltus. */
    const ta_game *game;
    all_but but;
    uint64_t nim; /* the last nim-value */
} walk;

/* Returns w->reach: max S, or what README.md proves. */
static uint64_t walk_window(const walk *w)
{
    return w->game != NULL ? 2 * (tai_game_all_from(w->game) - 1)
           : w->count > 0  ? w->set[w->count - 1]
                           : w->exact;
}

static void walk_free(walk *w)
{
    ta_free(w->value);
    ta_free(w->seen);
    ta_free(w->firsts);
    tai_all_but_end(&w->but);
    *w = (walk){0};
}

/* Allocates for a walk with set, count, sink, exact and game. */
static ta_status walk_begin(walk *w)
{
    const bool large = w->count > SMALL && !w->exact;
    w->reach = walk_window(w);
    if (w->game != NULL && tai_all_but_begin(w->game, &w->but) != TA_OK)
        return TA_ENOMEM;
    w->room = tai_add_sat(tai_mul_sat(2, w->reach), BLOCK);
    w->value = tai_alloc(w->room, sizeof *w->value);
    for (size_t k = 0; k < w->count; k++)
        w->ranges += k == 0 || w->set[k] > w->set[k - 1] + 1;
    if (!large || 2 * w->ranges > w->count)
        w->ranges = 0;
    if (large)
        w->seen = tai_alloc_zero(w->count + 2, sizeof *w->seen);
    w->firsts = tai_alloc(2 * w->ranges, sizeof *w->firsts);
    if (w->value == NULL || w->firsts == NULL || (large && w->seen == NULL)) {
        walk_free(w);
        return TA_ENOMEM;
    }
    w->lasts = w->firsts + w->ranges;
    for (size_t k = 0, r = 0; k < w->count && r < w->ranges; k++) {
        if (k == 0 || w->set[k] > w->set[k - 1] + 1)
            w->firsts[r] = w->set[k];
        if (k + 1 == w->count || w->set[k + 1] > w->set[k] + 1)
            w->lasts[r++] = w->set[k];
    }
    if (w->ranges > 0)
        w->seen[0] = w->sink;
    return TA_OK;
}

/* Returns the value of w->next, whose place is `here`. Exact play: 1 if 0 is
 * reached; else 2, drawn, if 2 is or there is no move above heap 0; else 0. */
static unsigned small_value(const walk *w, const uint16_t *here)
{
    uint64_t reached = 0; /* bit v: value v */
    size_t k = 0;
    for (; k < w->count && w->set[k] <= w->next; k++)
        reached |= UINT64_C(1) << here[-(ptrdiff_t)w->set[k]];
    reached |= k < w->count && w->sink;
    if (w->exact)
        return reached & 1 ? 1 : reached & 4 || (k == 0 && w->next > 0) ? 2 : 0;
    return tai_ctz(~reached);
}

/* The same for more elements. Values are at most |S|, which ends the loops. */
static unsigned large_value(walk *w, const uint16_t *here)
{
    const uint64_t stamp = w->next + 1;
    size_t k = 0;
    if (w->ranges > 0) {
        while (w->seen[w->least] != 0)
            w->least++;
        return (unsigned)w->least;
    }
    for (; k < w->count && w->set[k] <= w->next; k++)
        w->seen[here[-(ptrdiff_t)w->set[k]]] = stamp;
    if (k < w->count && w->sink)
        w->seen[0] = stamp;
    unsigned value = 0;
    while (w->seen[value] == stamp)
        value++;
    return value;
}

/* Goes from the options of w->next, whose place is `here`, to the next: in each
 * range one comes and one goes. */
static void large_advance(walk *w, const uint16_t *here)
{
    for (size_t k = 0; k < w->ranges; k++) {
        if (w->firsts[k] <= w->next + 1)
            w->seen[here[1 - (ptrdiff_t)w->firsts[k]]]++;
        if (w->lasts[k] > w->next)
            continue;
        const unsigned v = here[-(ptrdiff_t)w->lasts[k]];
        if (--w->seen[v] == 0)
            w->least = tai_min_u64(w->least, v);
    }
    /* The last element is a move: none takes more than the heap has. */
    if (w->ranges > 0 && w->sink && w->next + 1 == w->reach) {
        w->seen[0]--;
        w->least = 0;
    }
}

/* Computes the value of w->next, and advances. Returns TA_ERANGE above 65535.
 */
static ta_status walk_step(walk *w, unsigned *value)
{
    /* Full: the last w->reach values are kept. */
    if (w->next - w->first == w->room) {
        memmove(w->value, w->value + (w->room - w->reach),
                w->reach * sizeof *w->value);
        w->first = w->next - w->reach;
    }
    uint16_t *here = w->value + (w->next - w->first);
    if (w->game != NULL) {
        const uint64_t top = w->but.top;
        w->nim = tai_all_but_step(&w->but);
        *value = (unsigned)(top - w->nim);
    } else {
        *value = w->seen != NULL ? large_value(w, here) : small_value(w, here);
        w->nim = *value;
    }
    if (*value > UINT16_MAX)
        return TA_ERANGE;
    *here = (uint16_t)*value;
    large_advance(w, here);
    w->next++;
    return TA_OK;
}

/* ---- the search ---- */

static ta_status poll(const ta_options *o, uint64_t done, uint64_t end)
{
    return done % POLL == 0 ? tai_poll(o, (double)done / (double)end, done)
                            : TA_OK;
}

static void note_largest(ta_summary *p, uint64_t value, uint64_t at)
{
    if (value > p->largest) {
        p->largest = (unsigned)value;
        p->largest_at = at;
    }
}

/* Sets p->nim.period to the distance of two equal windows, *at and `anchor` to
 * the first; 0 if there are none below `search`. Sets p->largest and p->known.
 */
static ta_status find_window(walk *w, uint16_t *anchor, uint64_t *at,
                             uint64_t search, const ta_options *options,
                             ta_summary *p)
{
    const uint64_t k = w->reach, bytes = k * sizeof *anchor;
    uint64_t span = 2 * tai_max_u64(k, 64);             /* an anchor's */
    uint64_t hash = 0, anchor_hash = 0, anchor_top = 0; /* T of F2 there */
    uint64_t leaving = 1; /* HASH_BASE^k, of the value that leaves the window */
    ta_status st = TA_OK;
    for (uint64_t i = 0; i < k; i++)
        leaving *= HASH_BASE;
    while (st == TA_OK && w->next < search) {
        unsigned value;
        st = walk_step(w, &value);
        if (st == TA_OK)
            st = poll(options, w->next, search);
        if (st != TA_OK)
            break;
        const uint16_t *end = w->value + (w->next - w->first);
        note_largest(p, w->nim, w->next - 1);
        hash = hash * HASH_BASE + value;
        if (w->next > k)
            hash -= end[-1 - (ptrdiff_t)k] * leaving;
        if (w->next < k)
            continue;
        if (w->next == k || w->next - *at > span) {
            span = w->next == k ? span : 2 * span;
            *at = w->next - k;
            memcpy(anchor, end - k, bytes);
            anchor_hash = hash;
            anchor_top = w->but.top;
            continue;
        }
        if (hash == anchor_hash && memcmp(anchor, end - k, bytes) == 0) {
            p->nim.period = w->next - k - *at;
            p->nim.saltus = (int64_t)(w->but.top - anchor_top);
            break;
        }
    }
    p->known = w->next;
    return st;
}

/* Sets the least preperiod: 1 more than the last n < anchor_at with another
 * value at n + period. Computes values again, by two walks like *w. */
static ta_status find_start(const walk *w, uint64_t anchor_at,
                            const ta_options *options, ta_summary *p)
{
    walk behind = {.set = w->set,
                   .count = w->count,
                   .sink = w->sink,
                   .exact = w->exact,
                   .game = w->game},
         ahead = behind;
    unsigned value;
    ta_status st = walk_begin(&behind);
    if (st == TA_OK)
        st = walk_begin(&ahead);
    p->nim.preperiod = 0;
    while (st == TA_OK && behind.next < anchor_at) {
        st = walk_step(&ahead, &value);
        if (st == TA_OK)
            st = poll(options, ahead.next, p->nim.period + anchor_at);
        if (st != TA_OK || ahead.next <= p->nim.period)
            continue;
        st = walk_step(&behind, &value);
        if (ahead.nim - behind.nim != (uint64_t)p->nim.saltus)
            p->nim.preperiod = behind.next;
    }
    walk_free(&behind);
    walk_free(&ahead);
    return st;
}

/* As tai_period_search, for a walk that is not begun. */
static ta_status search_walk(walk w, uint64_t search, const ta_options *options,
                             ta_summary *p)
{
    const uint64_t reach = walk_window(&w);
    if (reach >= search || reach >= UINT32_MAX)
        /* A proof needs more than max S values. */
        return TA_OK;
    uint64_t at = 0;
    ta_status st = walk_begin(&w);
    if (st != TA_OK)
        return st;
    uint16_t *anchor = tai_alloc(reach, sizeof *anchor);
    if (anchor == NULL)
        st = TA_ENOMEM;
    if (st == TA_OK)
        st = find_window(&w, anchor, &at, search, options, p);
    if (st == TA_OK && p->nim.period > 0)
        st = find_start(&w, at, options, p);
    if (st == TA_OK && p->nim.period > 0)
        p->nim.proof = TA_PROOF_REPEATED;
    if (w.count == 0 && w.game == NULL)
        /* All values are 0 by the definition. */
        p->known = 0;
    walk_free(&w);
    ta_free(anchor);
    return st;
}

ta_status tai_period_search(const uint64_t *set, size_t count, bool exact,
                            uint64_t search, const ta_options *options,
                            ta_summary *p)
{
    const walk w = {.set = set,
                    .count = count,
                    .sink = options != NULL && options->sink,
                    .exact = exact};
    return search_walk(w, search, options, p);
}

ta_status tai_period_values(const ta_game *game, const ta_options *options,
                            value_list *list)
{
    uint64_t *set = NULL;
    walk w = {0};
    unsigned value;
    ta_status st = ta_game_elements(game, ta_game_about(game)->largest + 1,
                                    &set, &w.count);
    w.set = set;
    if (st == TA_OK)
        st = walk_begin(&w);
    for (size_t k = 0; k < list->count && st == TA_OK;) {
        st = walk_step(&w, &value);
        if (st == TA_OK)
            st = poll(options, w.next, list->position[list->count - 1] + 1);
        if (list->position[k] + 1 == w.next)
            list->value[k++] = (uint16_t)value;
    }
    walk_free(&w);
    ta_free(set);
    return st;
}

/* ---- any game ---- */

/* A period is seen if it comes so many times, in half of the values or more. */
enum { TIMES = 3 };

/* Sets *p by the longest periodic tail, if there is one: at least n / 2 values
 * and TIMES periods. The least period of a tail is its length minus its longest
 * border: border[m] for the last m values. `border` is scratch of n + 1
 * numbers.
 */
static void find_tail(const uint16_t *value, uint64_t n, uint32_t *border,
                      ta_summary *p)
{
    tai_borders(value + n - 1, n, border);
    for (uint64_t m = n; m >= n / 2 && m > 0 && p->nim.period == 0; m--)
        if (TIMES * (m - border[m]) <= m) {
            p->nim.period = m - border[m];
            p->nim.preperiod = n - m;
        }
}

/* Looks for a period in the values of [0, n) of an infinite set. */
static ta_status see_period(const ta_game *game, uint64_t n,
                            const ta_options *options, ta_summary *p,
                            ta_error *error)
{
    /* 6 n bytes: of `value` and `border`. */
    const ta_options run = {.max_memory =
                                tai_limit_less(options->max_memory, 6 * n),
                            .progress = options->progress,
                            .progress_state = options->progress_state};
    uint16_t *value = tai_alloc(n, sizeof *value);
    uint32_t *border = tai_alloc(n + 1, sizeof *border);
    ta_status st = value != NULL && border != NULL ? TA_OK : TA_ENOMEM;
    if (st == TA_OK)
        st = ta_nim_array(game, n, &run, value, error);
    for (uint64_t i = 0; st == TA_OK && i < n; i++)
        note_largest(p, value[i], i);
    if (st == TA_OK && n > 0)
        find_tail(value, n, border, p);
    p->known = n;
    ta_free(value);
    ta_free(border);
    return st;
}

ta_status ta_period_find(const ta_game *game, uint64_t search,
                         const ta_options *options, ta_summary *p,
                         ta_error *error)
{
    static const ta_options defaults;
    const ta_game_info *about = ta_game_about(game);
    const bool exact = about->convention == TA_EXACT,
               but = tai_game_all_from(game) > 0 && !exact;
    uint64_t *set = NULL;
    size_t count;
    if (options == NULL)
        options = &defaults;
    *p = (ta_summary){0};
    if (tai_options_check(options, error) != TA_OK)
        return TA_EINVAL;
    if (about->octal != NULL)
        return tai_fail(error, TA_EINVAL,
                        "periods of octal games are found by ta_octal_solve");
    if (about->convention == TA_MISERE)
        return tai_fail(error, TA_EINVAL,
                        "nim-values exist for normal play only");
    if ((!about->finite || exact) && options->sink)
        return tai_fail(error, TA_EINVAL,
                        "only finite sets have a sink, and not in exact play");
    if (!about->finite && !but && search >= UINT32_MAX)
        return tai_fail(error, TA_ERANGE,
                        "of an infinite set at most 2^32 - 2 values are looked "
                        "at");
    if (about->finite && about->largest >= search)
        /* A proof needs more than max S values. */
        return TA_OK;
    tai_budget *budget;
    ta_status st = tai_budget_begin(options->max_memory, &budget);
    if (st != TA_OK)
        return st;
    if (about->finite)
        st = ta_game_elements(game, about->largest + 1, &set, &count);
    else if (but)
        st = search_walk((walk){.game = game}, search, options, p);
    else
        st = see_period(game, search, options, p, error);
    if (about->finite && st == TA_OK)
        st = tai_period_search(set, count, exact, search, options, p);
    ta_free(set);
    if (st == TA_ENOMEM)
        tai_fail(error, st, "no memory for the search for a period");
    if (st == TA_ERANGE && !about->rule)
        tai_fail(error, st, "a nim-value is above 65535");
    if (st == TA_ECANCELLED)
        tai_fail(error, st, "stopped on request");
    if (st != TA_OK)
        p->nim = (ta_period){0};
    return tai_budget_end(budget, st, error);
}
