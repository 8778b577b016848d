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
    const size_t period = p->moves->period8, count = p->moves->count;
    const uint32_t *whole = p->whole[g];
    *from = *to = 0;
    if (g >= count)
        return;
    size_t first =
        p->far_from > g ? (p->far_from - g + period - 1) / period : 0;
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
    size_t windows, groups;
    bool fill;
} window_job;

/* Pages are numbered by group, then window. */
static void window_item(void *state, unsigned thread, size_t item)
{
    const window_job *w = state;
    wheel_plan *p = w->plan;
    const size_t lists = (size_t)p->lives * p->slips;
    wheel_page *first = &p->page[item];
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

ta_status wheel_far_pages(wheel_plan *p)
{
    const wheel_store *st = p->store;
    const wheel_moves *mv = p->moves;
    const size_t groups = (st->dense + st->group - 1) / st->group;
    const size_t lists = (size_t)p->lives * p->slips;
    uint64_t low = 0, high = 0; /* of whole shifts */
    if (p->far_from < mv->count) {
        int64_t w = wheel_whole(&st->mod, mv->value[p->far_from]);
        low = w > 1 ? (uint64_t)w - 1 : 0; /* other slips: one less */
        high = (uint64_t)wheel_whole(&st->mod, mv->value[mv->count - 1]) + 2;
    }
    const size_t windows = (size_t)((high - low + st->span - 1) / st->span);
    p->page = ta_alloc(groups * windows, sizeof *p->page);
    p->far_start =
        ta_alloc_zero(groups * windows * (lists + 1), sizeof *p->far_start);
    if (p->page == NULL || p->far_start == NULL)
        return TA_ENOMEM;
    for (size_t g = 0; g < groups; g++)
        for (size_t w = 0; w < windows; w++) {
            wheel_page *page = &p->page[p->pages++];
            *page = (wheel_page){.first = (uint32_t)(g * st->group),
                                 .whole = low + w * st->span,
                                 .least = UINT64_MAX};
            page->origin = (int64_t)(page->first * st->stride + st->front) -
                           (int64_t)(page->whole + st->span) - 1;
        }
    window_job w = {p, windows, groups, false};
    ta_team_run(p->team, window_item, &w, windows);
    size_t total = 0;
    for (size_t k = 0; k < p->pages; k++) {
        p->page[k].start = total;
        total += wheel_page_starts(p, &p->page[k])[lists];
    }
    p->far_count = total;
    p->far = ta_alloc(total, sizeof *p->far);
    if (p->far == NULL)
        return TA_ENOMEM;
    w.fill = true;
    ta_team_run(p->team, window_item, &w, windows);
    return TA_OK;
}
