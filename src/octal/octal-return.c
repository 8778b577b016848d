/* Periods in constant memory. The last labels, the window, decide all later
 * values; so where a window comes again, the values have a period
 * (paper-notes.md, O8). Windows are compared with one that moves to the last
 * power of two (Brent), at every heap, so that the period is the least. Kept
 * windows, from which any stretch can be computed again, find the least
 * preperiod. */
#include <assert.h>
#include <string.h>

#include "octal/octal-internal.h"

void tai_octal_returns_free(tai_octal_returns *r)
{
    for (size_t i = 0; i < r->count; i++)
        ta_free(r->kept[i]);
    ta_free(r->base_labels);
    *r = (tai_octal_returns){.length = 0};
}

/* Returns how many windows may be kept. */
static size_t windows_most(const octal_engine *e, uint64_t length)
{
    const uint64_t most = e->limit.windows / (2 * length);
    return tai_min_u64(most > 0 ? most - 1 : 0, TAI_OCTAL_WINDOWS);
}

/* Keeps the window of heap e->proved; the more there are, the farther apart. */
static ta_status window_keep(tai_octal_returns *r, const octal_engine *e)
{
    const uint64_t n = e->proved, length = r->length;
    if (r->count == windows_most(e, length)) {
        for (size_t i = 1; i < r->count; i++)
            if (i % 2 == 0) {
                r->at[i / 2] = r->at[i];
                r->kept[i / 2] = r->kept[i];
            } else {
                ta_free(r->kept[i]);
            }
        r->count = (r->count + 1) / 2;
        r->apart *= 2;
    }
    uint16_t *values = tai_alloc(length, sizeof *values);
    if (values == NULL)
        return TA_ENOMEM;
    tai_octal_engine_values(e, n - length, n, values);
    r->at[r->count] = n;
    r->kept[r->count++] = values;
    return TA_OK;
}

ta_status tai_octal_returns_scan(tai_octal_returns *r, octal_engine *e,
                                 ta_summary *s)
{
    const uint64_t length = octal_parts(e) + OCTAL_SPARE, n = e->proved;
    ta_status st = TA_OK;
    if (e->held.back == 0 || windows_most(e, length) < 2)
        return TA_OK;
    if (length != r->length) {
        tai_octal_returns_free(r);
        *r = (tai_octal_returns){.length = length,
                                 .seen = n,
                                 .apart = n / 8,
                                 .base_labels = tai_alloc(length, 2)};
        if (r->base_labels == NULL)
            return TA_ENOMEM;
    }
    /* With parity, a label at an odd distance is of another value. */
    for (uint64_t h = r->seen + 1; h <= n; h++) {
        const uint16_t *end = octal_at(&e->held, h),
                       *want = r->base_labels + length;
        if (memcmp(end - 4, want - 4, 8) != 0 ||
            memcmp(end - length, r->base_labels, length * sizeof *end) != 0 ||
            (e->labels.parity && (h - r->base) % 2 != 0))
            continue;
        s->nim = (ta_period){.period = h - r->base,
                             .preperiod = r->base - length,
                             .proof = TA_PROOF_SHORT};
        s->proof_end = h;
        return tai_octal_engine_summarize(e, s);
    }
    r->seen = n;
    if (n >= 2 * r->base) {
        memcpy(r->base_labels, octal_at(&e->held, n - length), length * 2);
        r->base = n;
    }
    if (r->count == 0 || n >= r->at[r->count - 1] + r->apart)
        st = window_keep(r, e);
    return st;
}

/* ---- the least preperiod ---- */

/* What computes stretches again. */
typedef struct again {
    const tai_octal_returns *r;
    const tai_octal *game;
    octal_limits limit;
    uint32_t mask; /* as tai_octal_engine_resume has it */
    tai_pool *pool;
    const ta_options *options;
    ta_error *error;
    uint16_t *head; /* the first r->length values */
} again;

/* Makes an engine with [0, n) proved: from the last kept window before, with
 * the window of n held; or from 0, with all held. */
static ta_status again_run(const again *a, uint64_t n, bool all,
                           octal_engine **engine)
{
    const tai_octal_returns *r = a->r;
    const uint64_t length = r->length;
    octal_limits limit = a->limit;
    size_t i = all ? 0 : r->count;
    bool usable = true;
    while (i > 0 && r->at[i - 1] > n)
        i--;
    if (i == 0)
        limit.keep = n + 1;
    octal_engine *e = *engine = tai_octal_engine_new(a->game, &limit, a->pool);
    if (e == NULL || tai_octal_room(e, i > 0 ? 4 * length : n + 1) != TA_OK)
        return tai_fail(a->error, TA_ENOMEM,
                        "no memory to compute values again");
    ta_status st = TA_OK;
    if (i > 0) {
        memcpy(e->held.g, a->head, length * sizeof *a->head);
        memcpy(e->held.g + length, r->kept[i - 1], length * sizeof *a->head);
        st = tai_octal_engine_resume(e, r->at[i - 1], length, a->mask, &usable);
    }
    assert(st != TA_OK || usable);
    return st == TA_OK ? tai_octal_engine_run(e, n, n, a->options, a->error)
                       : st;
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

/* Sets *same to whether the kept window i comes again p heaps later. */
static ta_status again_same(const again *a, size_t i, uint64_t p, bool *same)
{
    const uint64_t n = a->r->at[i], length = a->r->length;
    octal_engine *e = NULL;
    uint16_t *values = tai_alloc(length, sizeof *values);
    ta_status st = values != NULL ? again_run(a, n + p, false, &e) : TA_ENOMEM;
    if (st == TA_OK) {
        tai_octal_engine_values(e, n + p - length, n + p, values);
        *same = memcmp(values, a->r->kept[i], length * sizeof *values) == 0;
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
    const tai_octal_returns *r = a->r;
    const uint64_t p = s->nim.period, length = r->length;
    const uint64_t first = r->count > 0 ? r->at[0] : 0;
    octal_engine *x = NULL, *y = NULL;
    size_t low = 0, high = r->count; /* window low - 1 does not, high does */
    while (high > 0 && r->at[high - 1] - length >= s->nim.preperiod)
        high--;
    const size_t count = high;
    ta_status st = TA_OK;
    while (low < high && st == TA_OK) {
        const size_t i = (low + high) / 2;
        bool same = false;
        st = again_same(a, i, p, &same);
        low = same ? low : i + 1;
        high = same ? i : high;
    }
    const uint64_t to = high < count ? r->at[high] - length : s->nim.preperiod;
    uint64_t from = low > 0 ? r->at[low - 1] - length : 1, e = from;
    /* All below `first` are held at once, unless they are too many. */
    if (low == 0 && first > tai_add_sat(a->limit.most, 1 << 16))
        return st;
    if (st == TA_OK)
        st = again_run(a, low > 0 ? r->at[low - 1] : first, low == 0, &x);
    if (low == 0 && (st == TA_ENOMEM || st == TA_ELIMIT)) {
        tai_octal_engine_free(x);
        return TA_OK;
    }
    if (st == TA_OK && low == 0 && from + p < first) {
        const uint64_t end = tai_min_u64(to, first - p);
        st = again_compare(a, x, x, from, end, p, &e);
        from = end;
    }
    if (st == TA_OK && from < to)
        st = again_run(a, low > 0 ? r->at[low - 1] + p : from + p, false, &y);
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
    again a = {.r = r,
               .game = e->game,
               .limit = e->limit,
               .mask = s->mask | (uint32_t)s->parity << 16,
               .pool = e->batch.pool,
               .options = options,
               .error = error,
               .head = tai_alloc(r->length, sizeof *a.head)};
    if (a.head == NULL)
        return TA_ENOMEM;
    tai_octal_relabel(&e->labels, &(octal_labels){.mask = 0}, 1, e->held.g + 1,
                      r->length - 1, a.head + 1);
    a.head[0] = 0;
    /* Its memory is for the others. */
    tai_octal_engine_free(*engine);
    *engine = NULL;
    const ta_status st = again_find(&a, s);
    ta_free(a.head);
    return st;
}
