/* The far lists: moves from before a block, from dense into live classes.
 *
 * They are laid out as they are read: one window of sources after the other,
 * in each window one live class after the other. So the lists stream through
 * the caches, while the sources of a window stay in the second level. */
#include "cold/wheel/plan.h"

/* Numbers [*from, *to) of the moves of group g that belong to the page. */
static void page_moves(const wheel_plan *p, const wheel_page *page, unsigned g,
                       size_t *from, size_t *to)
{
    const size_t period = p->moves->period8, count = page->to;
    const uint32_t *whole = p->whole[g];
    *from = *to = 0;
    if (g >= count)
        return;
    size_t first = page->from > g ? (page->from - g + period - 1) / period : 0;
    size_t end = (count - g + period - 1) / period;
    size_t bound[2];
    for (int k = 0; k < 2; k++) {
        uint64_t limit = page->whole + (k == 0 ? 0 : p->store->span);
        size_t lo = first, hi = end > first ? end : first;
        while (lo < hi) {
            size_t mid = (lo + hi) / 2;
            if (whole[mid] < limit)
                lo = mid + 1;
            else
                hi = mid;
        }
        bound[k] = lo;
    }
    *from = bound[0];
    *to = bound[1];
}

/* One pass over the moves of a window, for all groups of sources: counts the
 * entries of each list, list k in starts[k + 1], or stores them where
 * starts[k] says. The pages of the groups are `apart`. */
static void window_pass(wheel_plan *p, wheel_page *first, size_t apart,
                        bool fill)
{
    const wheel_store *st = p->store;
    const size_t lists = (size_t)p->lives * p->slips + 1;
    for (unsigned g = 0; g < p->moves->period8; g++) {
        const unsigned slip = p->slip_of[g];
        size_t from, to;
        page_moves(p, first, g, &from, &to);
        for (size_t k = from; k < to; k++) {
            const uint64_t v = p->moves->value[k * p->moves->period8 + g];
            const uint32_t d = (uint32_t)(v % st->mod.m);
            const wheel_page *page = first;
            uint32_t *at = wheel_page_starts(p, first);
            first->least = ta_min_u64(first->least, v);
            for (size_t e = p->reach_start[d]; e < p->reach_start[d + 1]; e++) {
                const wheel_reach *r = &p->reach[e];
                if (!wheel_own(p, r->live))
                    continue;
                while (r->source >= page->first + st->group) {
                    page += apart;
                    at += apart * lists;
                }
                uint32_t *list = at + (size_t)r->live * p->slips + slip;
                if (fill)
                    p->far[page->start + (*list)++] =
                        (uint32_t)(wheel_reach_offset(st, r) - page->origin -
                                   p->whole[g][k]);
                else
                    list[1]++;
            }
        }
    }
}

typedef struct window_job {
    wheel_plan *plan;
    size_t first, windows, groups;
    bool fill;
} window_job;

/* Pages are numbered by group, then window. */
static void window_item(void *state, unsigned thread, size_t item)
{
    const window_job *w = state;
    wheel_plan *p = w->plan;
    const size_t lists = (size_t)p->lives * p->slips;
    wheel_page *first = &p->page[w->first + item];
    (void)thread;
    if (w->groups > 0)
        window_pass(p, first, w->windows, w->fill);
    for (size_t g = 0; g < w->groups; g++) {
        wheel_page *page = first + g * w->windows;
        uint32_t *start = wheel_page_starts(p, page);
        page->least = first->least;
        for (size_t k = 0; k < lists && !w->fill; k++)
            start[k + 1] += start[k];
        for (size_t k = lists; k > 0 && w->fill; k--)
            start[k] = start[k - 1]; /* filling moved them on */
        start[0] = 0;
    }
}

/* The windows of the moves [from, to), from the whole shift *low on. */
static size_t windows_of(const wheel_plan *p, size_t from, size_t to,
                         uint64_t *low)
{
    if (from >= to)
        return 0;
    const wheel_modulus *mod = &p->store->mod;
    const int64_t w = wheel_whole(mod, p->moves->value[from]);
    *low = w > 1 ? (uint64_t)w - 1 : 0; /* other slips: one less */
    const uint64_t high =
        (uint64_t)wheel_whole(mod, p->moves->value[to - 1]) + 2;
    return (size_t)((high - *low + p->store->span - 1) / p->store->span);
}

static void number_pages(wheel_plan *p, window_job *w, size_t from, size_t to,
                         uint64_t low)
{
    const wheel_store *st = p->store;
    w->first = p->pages;
    for (size_t g = 0; g < w->groups; g++)
        for (size_t k = 0; k < w->windows; k++) {
            wheel_page *page = &p->page[p->pages++];
            *page = (wheel_page){.first = (uint32_t)(g * st->group),
                                 .from = from,
                                 .to = to,
                                 .whole = low + k * st->span,
                                 .least = UINT64_MAX};
            page->origin = (int64_t)(page->first * st->stride + st->front) -
                           (int64_t)(page->whole + st->span) - 1;
        }
}

ta_status wheel_far_pages(wheel_plan *p)
{
    const wheel_store *st = p->store;
    const size_t groups = (st->dense + st->group - 1) / st->group;
    const size_t lists = (size_t)p->lives * p->slips;
    const size_t bound[] = {p->far_from, p->quiet_from, p->moves->count};
    uint64_t low[2] = {0};
    window_job w[2];
    size_t pages = 0;
    for (int k = 0; k < 2; k++) {
        w[k] =
            (window_job){p, 0, windows_of(p, bound[k], bound[k + 1], &low[k]),
                         groups, false};
        pages += groups * w[k].windows;
    }
    p->page = ta_alloc(pages, sizeof *p->page);
    p->far_start = ta_alloc_zero(pages * (lists + 1), sizeof *p->far_start);
    if (p->page == NULL || p->far_start == NULL)
        return TA_ENOMEM;
    for (int k = 0; k < 2; k++) {
        p->early = p->pages;
        number_pages(p, &w[k], bound[k], bound[k + 1], low[k]);
        ta_team_run(p->team, window_item, &w[k], w[k].windows);
    }
    size_t total = 0;
    for (size_t k = 0; k < p->pages; k++) {
        p->page[k].start = total;
        total += wheel_page_starts(p, &p->page[k])[lists];
    }
    p->far_count = total;
    p->far = ta_alloc(total, sizeof *p->far);
    if (p->far == NULL)
        return TA_ENOMEM;
    for (int k = 0; k < 2; k++) {
        w[k].fill = true;
        ta_team_run(p->team, window_item, &w[k], w[k].windows);
    }
    return TA_OK;
}
