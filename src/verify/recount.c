/* Windows, computed again without an engine: the cold positions of the archive
 * are read in order, and each marks what moves to it in the windows. When p is
 * reached, all below have made their marks: p must be cold exactly if it has
 * none. */
#include "game/set.h"
#include "verify/verify.h"

typedef struct recount {
    tai_verification *v;
    tai_set set; /* S below the end of all windows */
} recount;

/* ---- marks ---- */

/* Marks the window by c, S as bits: from + j has a move to c if by + j is in S,
 * so the bits are shifted by `by`, which may be negative, 64 at a time. The
 * words before and after those of S are 0. */
static void mark_shifted(recount *r, const tai_verify_window *w, uint64_t c)
{
    const int64_t by = (int64_t)(w->asked.from - c);
    const unsigned right = (unsigned)((uint64_t)by % 64);
    const int64_t q = (by - (int64_t)right) / 64; /* words, rounded down */
    const uint64_t words = ta_bits_words(w->asked.to - w->asked.from);
    const uint64_t first = q < -1 ? (uint64_t)(-1 - q) : 0;
    const uint64_t *bits = r->set.bits + q;
    for (uint64_t i = first; i < words; i++)
        w->hot[i] |= bits[i] >> right | bits[i + 1] << 1 << (63 - right);
    r->v->seen->moves += words - first;
}

/* Marks the window by `count` cold positions below its end. S as a list: a
 * double loop over x + y, the shorter list outside. S as bits: n is the largest
 * number, so that x is the cold positions. */
static ta_status mark_options(recount *r, const tai_verify_window *w,
                              const uint64_t *cold, size_t count)
{
    const uint64_t *moves = NULL, from = w->asked.from, to = w->asked.to;
    size_t n = SIZE_MAX;
    ta_status st = TA_OK;
    if (count > 0 && r->set.bits == NULL)
        n = tai_set_window(&r->set,
                           cold[count - 1] < from ? from - cold[count - 1] : 1,
                           to - cold[0], NULL, &moves);
    const uint64_t *x = n < count ? moves : cold, *y = n < count ? cold : moves;
    const size_t n_x = tai_min_u64(n, count), n_y = tai_max_u64(n, count);
    /* The least k with x[i] + y[k] >= from; it falls as x[i] grows. */
    size_t low = n_y;
    for (size_t i = 0; i < n_x && st == TA_OK; i++) {
        if (r->set.bits != NULL) {
            mark_shifted(r, w, cold[i]);
        } else {
            const uint64_t start = x[i];
            while (low > 0 && start + y[low - 1] >= from)
                low--;
            size_t k = low;
            for (; k < n_y && start + y[k] < to; k++)
                tai_verify_set_bit(w->hot, start + y[k] - from);
            r->v->seen->moves += k - low;
        }
        st = tai_verify_poll(r->v, 0, cold[0]);
    }
    return st;
}

/* ---- comparison ---- */

/* [w->next, p) is hot in the archive, so each must have a mark. Raises w->next
 * to the first that has none, or to p. */
static ta_status compare_hot(recount *r, tai_verify_window *w, uint64_t p)
{
    while (w->next < p && tai_verify_bit(w->hot, w->next - w->asked.from))
        w->next++;
    return w->next >= p
               ? TA_OK
               : TA_VERIFY_REJECT(r->v, w->next, "is missing: %s",
                                  "no move from it leads to a cold position");
}

/* c is cold in the archive: it must have no mark, all from w->next to it must,
 * and it makes its marks. */
static ta_status compare_cold(recount *r, tai_verify_window *w, uint64_t c)
{
    ta_status st = compare_hot(r, w, c);
    if (st != TA_OK)
        return st;
    if (tai_verify_bit(w->hot, c - w->asked.from))
        return TA_VERIFY_REJECT(r->v, c, "is in it, but %s",
                                "is hot by the positions below it");
    w->next = c + 1;
    w->asked.cold++;
    return mark_options(r, w, &c, 1);
}

/* In each window: marks by the cold positions below it, then compares those in
 * it. */
static ta_status read_block(void *state, const ta_block *b)
{
    recount *r = state;
    const uint64_t *cold = b->positions; /* archives give lists */
    ta_status st = TA_OK;
    for (size_t k = 0; k < r->v->n_windows && st == TA_OK; k++) {
        tai_verify_window *w = &r->v->windows[k * r->v->step];
        const uint64_t from = w->asked.from, to = w->asked.to;
        if (to <= b->from)
            continue;
        size_t i = tai_first_at_least(cold, b->count, from); /* below `from` */
        st = mark_options(r, w, cold, i);
        for (; i < b->count && cold[i] < to && st == TA_OK; i++)
            st = compare_cold(r, w, cold[i]);
        if (st == TA_OK && b->to > from)
            st = compare_hot(r, w, tai_min_u64(b->to, to));
    }
    return st == TA_OK ? tai_verify_poll(r->v, b->to - b->from, b->to) : st;
}

/* ---- all windows ---- */

ta_status tai_verify_recount(tai_verification *v)
{
    recount r = {.v = v};
    uint64_t top = 0;
    for (size_t k = 0; k < v->n_windows; k++)
        top = tai_max_u64(top, v->windows[k * v->step].asked.to);
    v->all = (double)top;
    ta_status st = TA_OK;
    for (size_t k = 0; k < v->n_windows && st == TA_OK; k++) {
        tai_verify_window *w = &v->windows[k * v->step];
        const uint64_t from = w->asked.from, to = w->asked.to;
        st = tai_verify_allocate(&w->hot, ta_bits_words(to - from), 8);
        for (uint64_t p = from;
             p < tai_min_u64(to, v->hot_below) && st == TA_OK; p++)
            tai_verify_set_bit(w->hot, p - from);
        w->next = from;
    }
    if (st == TA_OK)
        st = tai_set_build(v->game, top, v->options, &r.set);
    if (st == TA_OK)
        st = ta_archive_read(v->archive, 0, top, &(ta_sink){read_block, &r},
                             v->error);
    for (size_t k = 0; k < v->n_windows; k++) {
        tai_verify_window *w = &v->windows[k * v->step];
        v->seen->cold += w->asked.cold;
        v->seen->hot += w->asked.to - w->asked.from - w->asked.cold;
        ta_free(w->hot);
    }
    tai_set_free(&r.set);
    return st;
}
