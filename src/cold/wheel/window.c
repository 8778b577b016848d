/* The lists of moves from dense into live classes; here are the far ones, from
 * before a block.
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

typedef struct window_job {
    wheel_plan *plan;
    size_t groups;     /* of sources */
    size_t windows[2]; /* of the moves before quiet_from, and of the others */
    bool fill;
} window_job;

/* One pass over the moves of a window that have one slip, for all groups of
 * sources: counts the entries of each list, list k in starts[k + 2], or stores
 * them where starts[k + 1] says, which then becomes the end of list k. The
 * pages of the groups are `apart`. */
static void window_pass(const window_job *w, wheel_page *first, size_t apart,
                        unsigned slip)
{
    wheel_plan *p = w->plan;
    const wheel_store *st = p->store;
    for (unsigned g = 0; g < p->moves->period8; g++) {
        size_t from, to;
        if (p->slip_of[g] != slip)
            continue;
        page_moves(p, first, g, &from, &to);
        for (size_t k = from; k < to; k++) {
            const uint64_t v = p->moves->value[k * p->moves->period8 + g];
            const uint32_t d = (uint32_t)(v % st->mod.m);
            const wheel_page *page = first;
            uint32_t *at = wheel_page_starts(p, first);
            for (size_t e = p->reach_start[d]; e < p->reach_start[d + 1]; e++) {
                const wheel_reach *r = &p->reach[e];
                if (!wheel_own(p, r->live))
                    continue;
                while (r->source >= page->first + st->group) {
                    page += apart;
                    at = wheel_page_starts(p, page);
                }
                uint32_t *list = at + (size_t)r->live * p->slips + slip;
                if (w->fill)
                    p->far[page->start + list[1]++] =
                        (uint32_t)(wheel_reach_offset(st, r) - page->origin -
                                   p->whole[g][k]);
                else
                    list[2]++;
            }
        }
    }
}

/* A window and a slip. Lists of different slips are different. */
static void window_item(const window_job *w, size_t item)
{
    wheel_plan *p = w->plan;
    const size_t window = item / p->slips;
    const bool early = window >= w->windows[0];
    wheel_page *first =
        early ? &p->page[p->early + window - w->windows[0]] : &p->page[window];
    window_pass(w, first, w->windows[early], (unsigned)(item % p->slips));
}

static size_t window_items(const window_job *w)
{
    return w->groups > 0 ? (w->windows[0] + w->windows[1]) * w->plan->slips : 0;
}

static void fill_item(void *state, unsigned thread, size_t item)
{
    (void)thread;
    window_item(state, item);
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

/* Pages are numbered by group, then window. */
static void number_pages(wheel_plan *p, const window_job *w, bool early,
                         uint64_t low, size_t from, size_t to)
{
    const wheel_store *st = p->store;
    for (size_t g = 0; g < w->groups; g++)
        for (size_t k = 0; k < w->windows[early]; k++) {
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

/* Counts become places; what is the least move. */
static void sum_item(void *state, unsigned thread, size_t item)
{
    const window_job *w = state;
    const wheel_plan *p = w->plan;
    wheel_page *page = &p->page[item];
    uint32_t *start = wheel_page_starts(p, page);
    (void)thread;
    for (size_t k = 0; k < (size_t)p->lives * p->slips; k++)
        start[k + 2] += start[k + 1];
    for (unsigned g = 0; g < p->moves->period8; g++) {
        size_t from, to;
        page_moves(p, page, g, &from, &to);
        if (from < to)
            page->least = ta_min_u64(
                page->least, p->moves->value[from * p->moves->period8 + g]);
    }
}

/* What needs no pages is made beside them. */
typedef struct count_job {
    window_job *windows;
    ta_status step, near;
} count_job;

static void count_item(void *state, unsigned thread, size_t item)
{
    count_job *job = state;
    (void)thread;
    if (item == 0)
        job->step = wheel_step_list(job->windows->plan);
    else if (item == 1)
        job->near = wheel_near_list(job->windows->plan);
    else
        window_item(job->windows, item - 2);
}

ta_status wheel_move_lists(wheel_plan *p)
{
    const wheel_store *st = p->store;
    const size_t lists = (size_t)p->lives * p->slips;
    const size_t bound[] = {p->far_from, p->quiet_from, p->moves->count};
    window_job w = {.plan = p,
                    .groups = (st->dense + st->group - 1) / st->group};
    count_job count = {.windows = &w};
    uint64_t low[2] = {0};
    for (int k = 0; k < 2; k++)
        w.windows[k] = windows_of(p, bound[k], bound[k + 1], &low[k]);
    const size_t pages = w.groups * (w.windows[0] + w.windows[1]);
    p->page = ta_alloc(pages, sizeof *p->page);
    p->far_start =
        ta_team_alloc_zero(p->team, pages * (lists + 2), sizeof *p->far_start);
    if (p->page == NULL || p->far_start == NULL)
        return TA_ENOMEM;
    p->early = w.groups * w.windows[0];
    for (int k = 0; k < 2; k++)
        number_pages(p, &w, k == 1, low[k], bound[k], bound[k + 1]);
    ta_team_run(p->team, count_item, &count, 2 + window_items(&w));
    ta_team_run(p->team, sum_item, &w, p->pages);
    for (size_t k = 0; k < p->pages; k++) {
        p->page[k].start = p->far_count;
        p->far_count += wheel_page_starts(p, &p->page[k])[lists + 1];
    }
    p->far = ta_team_alloc_zero(p->team, p->far_count, sizeof *p->far);
    if (p->far == NULL || count.step != TA_OK || count.near != TA_OK)
        return TA_ENOMEM;
    w.fill = true;
    ta_team_run(p->team, fill_item, &w, window_items(&w));
    return TA_OK;
}
