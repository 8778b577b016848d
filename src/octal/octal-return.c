/* Periods in constant memory. The last labels, the window, decide all later
 * values; so where a window comes again, the values have a period
 * (paper-notes.md, O8). Windows are compared with one that moves to the last
 * power of two (Brent), at every heap, so that the period is the least. Kept
 * windows, from which any stretch can be computed again, find the least
 * preperiod. */
#include <assert.h>
#include <string.h>

#include "octal/octal-internal.h"

enum { BASE = TAI_WINDOW_BASE, NOW = TAI_WINDOW_NOW, KEPT = TAI_WINDOW_KEPT };

void tai_octal_returns_free(tai_octal_returns *r)
{
    tai_windows_free(r->windows);
    ta_free(r->base_labels);
    r->base_labels = NULL;
}

/* Returns w->shorter, how many values kept windows have: so few that there can
 * be many, so many that a heap after one hardly ever needs more. */
static uint64_t windows_shorter(const octal_engine *e, uint64_t length)
{
    enum { LEAST = 1 << 12 };
    return tai_min_u64(
        length,
        tai_max_u64(LEAST, 2 * (octal_last_rare(&e->rare) + OCTAL_SPARE)));
}

/* Returns how many windows limit.windows allows. */
static size_t windows_most(const tai_octal_returns *r, const octal_engine *e,
                           uint64_t length)
{
    const uint64_t labels = e->limit.windows / sizeof(uint16_t);
    /* base_labels; in windows of a job BASE and NOW, too */
    const uint64_t others = (r->windows == &r->own ? 1 : 3) * length;
    const uint64_t left = labels - tai_min_u64(labels, others);
    return tai_min_u64(KEPT + left / windows_shorter(e, length), TAI_WINDOWS);
}

/* Makes window i that of proved heap h. */
static ta_status window_take(tai_windows *w, size_t i, const octal_engine *e,
                             uint64_t h)
{
    const uint64_t length = tai_window_length(w, i);
    if (w->values[i] == NULL)
        w->values[i] = tai_alloc(length, sizeof *w->values[i]);
    if (w->values[i] == NULL)
        return TA_ENOMEM;
    tai_octal_engine_values(e, h - length, h, w->values[i]);
    w->at[i] = h;
    return TA_OK;
}

static ta_status base_take(tai_octal_returns *r, const octal_engine *e,
                           uint64_t h)
{
    const uint64_t length = r->windows->length;
    memcpy(r->base_labels, octal_at(&e->held, h - length),
           length * sizeof *r->base_labels);
    r->windows->at[BASE] = h;
    return r->windows == &r->own ? TA_OK : window_take(r->windows, BASE, e, h);
}

/* Keeps the window of heap h; the more there are, the farther apart. */
static ta_status window_keep(const tai_octal_returns *r, const octal_engine *e,
                             uint64_t h)
{
    tai_windows *w = r->windows;
    while (w->count > KEPT + 1 && w->count >= windows_most(r, e, w->length))
        tai_windows_thin(w);
    if (w->count > KEPT && h % w->apart != 0)
        return TA_OK;
    const ta_status st = window_take(w, w->count, e, h);
    w->count += st == TA_OK;
    return st;
}

/* Begins with windows of this length at heap e->proved; kept ones stay. */
static ta_status returns_begin(tai_octal_returns *r, const octal_engine *e,
                               uint64_t length)
{
    tai_windows *w = r->windows;
    const uint64_t n = e->proved;
    const bool first = w->count == 0 || w->shorter > length;
    if (first) {
        tai_windows_free(w);
        w->shorter = windows_shorter(e, length);
        w->apart = UINT64_C(1) << tai_log2_floor(n / 8);
        w->count = KEPT;
    }
    for (size_t i = 0; i < KEPT; i++) {
        ta_free(w->values[i]);
        w->values[i] = NULL;
    }
    ta_free(r->base_labels);
    r->base_labels = tai_alloc(length, sizeof *r->base_labels);
    w->length = length;
    r->seen = n;
    ta_status st = r->base_labels != NULL ? base_take(r, e, n) : TA_ENOMEM;
    return st == TA_OK && first ? window_keep(r, e, n) : st;
}

ta_status tai_octal_returns_resume(tai_octal_returns *r, const octal_engine *e,
                                   bool *usable)
{
    const tai_windows *w = r->windows;
    const uint64_t last = octal_last_rare(&e->rare);
    r->seen = e->proved;
    r->base_labels = tai_alloc(w->length, sizeof *r->base_labels);
    if (r->base_labels == NULL)
        return TA_ENOMEM;
    *usable &= w->length >= 4 * OCTAL_SPARE && w->length > 2 * last &&
               w->shorter >= last + 2 * OCTAL_SPARE;
    for (size_t i = w->count; i-- > 0;) { /* the last is BASE */
        const uint64_t length = tai_window_length(w, i);
        tai_octal_relabel(&(octal_labels){.mask = 0}, &e->labels,
                          w->at[i] - length, w->values[i], length,
                          r->base_labels);
        for (uint64_t k = 0; k < length; k++)
            *usable &= r->base_labels[k] >= TAI_OCTAL_COMMON;
    }
    return TA_OK;
}

/* Returns the first heap of (from, to] whose window is BASE, or to + 1.
 * Compares the last four labels first. With parity, a label at an odd distance
 * is of another value. */
static uint64_t base_find(const tai_octal_returns *r, const octal_engine *e,
                          uint64_t from, uint64_t to)
{
    const uint64_t length = r->windows->length, base = r->windows->at[BASE];
    const uint16_t *base_end = r->base_labels + length;
    const uint16_t *end = octal_at(&e->held, from);
    uint64_t h, last, base_last;
    memcpy(&base_last, base_end - 4, sizeof base_last);
    for (h = from + 1; h <= to; h++) {
        end++;
        memcpy(&last, end - 4, sizeof last);
        if (last == base_last && (!e->labels.parity || (h - base) % 2 == 0) &&
            memcmp(end - length, r->base_labels, length * sizeof *end) == 0)
            break;
    }
    return h;
}

ta_status tai_octal_returns_scan(tai_octal_returns *r, octal_engine *e,
                                 ta_summary *s)
{
    enum { STRIDE = 1 << 10 }; /* windows are taken at multiples */
    tai_windows *w = r->windows;
    const uint64_t length = octal_parts(e) + OCTAL_SPARE, n = e->proved;
    ta_status st = TA_OK;
    if (e->held.back == 0 || windows_most(r, e, length) < KEPT + 2)
        return TA_OK;
    if (length != w->length)
        st = returns_begin(r, e, length);
    while (r->seen < n && st == TA_OK) {
        const uint64_t to = tai_min_u64(n, (r->seen / STRIDE + 1) * STRIDE);
        const uint64_t h = base_find(r, e, r->seen, to);
        if (h <= to) {
            s->nim = (ta_period){.period = h - w->at[BASE],
                                 .preperiod = w->at[BASE] - length,
                                 .proof = TA_PROOF_SHORT};
            s->proof_end = h;
            return tai_octal_engine_summarize(e, s);
        }
        r->seen = to;
        if (to % STRIDE == 0 && (to & (to - 1)) == 0)
            st = base_take(r, e, to);
        if (to % STRIDE == 0 && to % w->apart == 0 && st == TA_OK)
            st = window_keep(r, e, to);
    }
    if (w == &r->own || st != TA_OK)
        return st;
    st = window_take(w, NOW, e, n);
    return st == TA_OK ? tai_octal_engine_summarize(e, &w->summary) : st;
}

/* ---- the least preperiod ---- */

/* What computing stretches again needs. */
typedef struct again {
    const tai_windows *w;
    const tai_octal *game;
    octal_limits limit;
    uint32_t mask; /* as tai_octal_engine_resume has it */
    tai_pool *pool;
    const ta_options *options;
    ta_error *error;
    uint16_t *head; /* the first w->length values */
} again;

/* Makes an engine with [0, n) proved and the window of n held: from the last
 * kept window before, i - 1, or an earlier one if its values do not suffice; or
 * (`all`, or none is left) from 0, with all held. */
static ta_status again_run(const again *a, uint64_t n, bool all,
                           octal_engine **engine)
{
    const tai_windows *w = a->w;
    const uint64_t length = w->length;
    ta_status st = TA_OK;
    for (size_t i = all ? KEPT : w->count;; i--) {
        octal_limits limit = a->limit;
        bool usable = true;
        while (i > KEPT && w->at[i - 1] > n)
            i--;
        if (i == KEPT)
            limit.keep = n + 1;
        tai_octal_engine_free(*engine);
        octal_engine *e = *engine =
            tai_octal_engine_new(a->game, &limit, a->pool);
        if (e == NULL ||
            tai_octal_reserve(e, i > KEPT ? 4 * length : n + 1) != TA_OK)
            return tai_fail(a->error, TA_ENOMEM,
                            "no memory to compute values again");
        if (i > KEPT) {
            memcpy(e->held.g, a->head, length * sizeof *a->head);
            memcpy(e->held.g + length, w->values[i - 1],
                   w->shorter * sizeof *a->head);
            st = tai_octal_engine_resume(e, w->at[i - 1], length, w->shorter,
                                         a->mask, &usable);
        }
        assert(st != TA_OK || usable); /* they were when the window was kept */
        if (st == TA_OK)
            st = tai_octal_engine_run(e, n, n, a->options, a->error);
        if (st == TA_OK || !e->lost || i == KEPT)
            return st;
    }
}

/* Sets *e to one more than the last heap m of [from, to) with G(m) != G(m + p),
 * if there is one. x is at m or beyond, y at m + p, and their windows reach
 * back to `from`. */
static ta_status again_compare(const again *a, octal_engine *x, octal_engine *y,
                               uint64_t from, uint64_t to, uint64_t p,
                               uint64_t *e)
{
    enum { STEP = 1 << 10 };
    uint16_t low[STEP], high[STEP];
    ta_status st = TA_OK;
    for (uint64_t m = from; m < to && st == TA_OK; m += STEP) {
        const uint64_t end = tai_min_u64(m + STEP, to);
        st = tai_octal_engine_run(x, end, end, a->options, a->error);
        if (st == TA_OK)
            st =
                tai_octal_engine_run(y, end + p, end + p, a->options, a->error);
        if (st != TA_OK)
            break;
        tai_octal_engine_values(x, m, end, low);
        tai_octal_engine_values(y, m + p, end + p, high);
        for (uint64_t i = 0; i < end - m; i++)
            if (low[i] != high[i])
                *e = m + i + 1;
    }
    return st;
}

/* Sets *same to whether kept window i comes again p heaps later. */
static ta_status again_same(const again *a, size_t i, uint64_t p, bool *same)
{
    const uint64_t n = a->w->at[i], length = a->w->shorter;
    octal_engine *e = NULL;
    uint16_t *values = tai_alloc(length, sizeof *values);
    ta_status st = values != NULL ? again_run(a, n + p, false, &e) : TA_ENOMEM;
    if (st == TA_OK) {
        tai_octal_engine_values(e, n + p - length, n + p, values);
        *same = memcmp(values, a->w->values[i], length * sizeof *values) == 0;
    }
    tai_octal_engine_free(e);
    ta_free(values);
    return st;
}

/* Lowers s->nim.preperiod to the least one. "Window i comes again" is monotone
 * in i, so bisection finds the two kept windows, or 0 and the first one,
 * between which it begins. */
static ta_status again_find(const again *a, ta_summary *s)
{
    const tai_windows *w = a->w;
    const uint64_t p = s->nim.period, length = w->shorter;
    const uint64_t *at = w->at + KEPT, first = at[0];
    octal_engine *x = NULL, *y = NULL;
    size_t low = 0, high = w->count - KEPT; /* low - 1 does not, high does */
    while (high > 0 && at[high - 1] - length >= s->nim.preperiod)
        high--;
    const size_t count = high;
    ta_status st = TA_OK;
    while (low < high && st == TA_OK) {
        const size_t i = (low + high) / 2;
        bool same = false;
        st = again_same(a, KEPT + i, p, &same);
        low = same ? low : i + 1;
        high = same ? i : high;
    }
    const uint64_t to = high < count ? at[high] - length : s->nim.preperiod;
    if (st == TA_OK)
        s->nim.preperiod = to;
    uint64_t from = low > 0 ? at[low - 1] - length : 1, e = from;
    /* All below `first` are held at once, unless they are too many. */
    if (low == 0 && first > tai_add_sat(a->limit.most, 1 << 16)) {
        s->at_most = true;
        return st;
    }
    if (st == TA_OK)
        st = again_run(a, low > 0 ? at[low - 1] : first, low == 0, &x);
    if (low == 0 && (st == TA_ENOMEM || st == TA_ELIMIT)) {
        tai_octal_engine_free(x);
        s->at_most = true;
        return TA_OK;
    }
    if (st == TA_OK && low == 0 && from + p < first) {
        const uint64_t end = tai_min_u64(to, first - p);
        st = again_compare(a, x, x, from, end, p, &e);
        from = end;
    }
    if (st == TA_OK && from < to)
        st = again_run(a, low > 0 ? at[low - 1] + p : from + p, false, &y);
    if (st == TA_OK && from < to)
        st = again_compare(a, x, y, from, to, p, &e);
    tai_octal_engine_free(x);
    tai_octal_engine_free(y);
    if (st == TA_OK)
        s->nim.preperiod = e;
    return st;
}

ta_status tai_octal_returns_preperiod(tai_octal_returns *r,
                                      octal_engine **engine,
                                      const ta_options *options, ta_summary *s,
                                      ta_error *error)
{
    const octal_engine *e = *engine;
    const uint64_t length = r->windows->length;
    again a = {.w = r->windows,
               .game = e->game,
               .limit = e->limit,
               .mask = s->mask | (uint32_t)s->parity << 16,
               .pool = e->batch.pool,
               .options = options,
               .error = error,
               .head = tai_alloc(length, sizeof *a.head)};
    if (a.head == NULL)
        return TA_ENOMEM;
    a.limit.bound = r->windows->shorter - OCTAL_SPARE;
    tai_octal_relabel(&e->labels, &(octal_labels){.mask = 0}, 1, e->held.g + 1,
                      length - 1, a.head + 1);
    a.head[0] = 0;
    /* Its memory is for the others. */
    tai_octal_engine_free(*engine);
    *engine = NULL;
    const ta_status st = again_find(&a, s);
    ta_free(a.head);
    return st;
}
