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
    if (g >= count || p->slip_of[g] != page->slip)
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

/* One pass over the sources of a page: counts them in at[live + 1], or
 * stores them where at[live] says. */
static void page_pass(wheel_plan *p, wheel_page *page, uint32_t *at, bool fill)
{
    const wheel_store *st = p->store;
    const wheel_modulus *mod = &st->mod;
    const uint32_t last =
        (uint32_t)ta_min_u64(page->first + st->group, st->dense);
    uint32_t *far = p->far + page->start;
    for (unsigned g = 0; g < p->moves->period8; g++) {
        size_t from, to;
        page_moves(p, page, g, &from, &to);
        for (size_t k = from; k < to; k++) {
            uint64_t v = p->moves->value[k * p->moves->period8 + g];
            uint32_t d = (uint32_t)(v % mod->m);
            int64_t residue8 = wheel_residue8(mod, d);
            int64_t start = -page->origin - p->whole[g][k];
            page->least = ta_min_u64(page->least, v);
            for (uint32_t id = page->first; id < last; id++) {
                uint32_t target = wheel_add(mod, st->dense_class[id], d);
                uint32_t l = p->live[target];
                if (l == WHEEL_EMPTY)
                    continue;
                if (fill)
                    far[at[l]++] =
                        (uint32_t)(start + wheel_class_offset(st, residue8, id,
                                                              target));
                else
                    at[l + 1]++;
            }
        }
    }
}

static void count_item(void *state, unsigned thread, size_t item)
{
    wheel_plan *p = state;
    wheel_page *page = &p->page[item];
    uint32_t *start = p->far_start + item * (p->lives + 1);
    (void)thread;
    page_pass(p, page, start, false);
    for (uint32_t l = 0; l < p->lives; l++)
        start[l + 1] += start[l];
}

static void fill_item(void *state, unsigned thread, size_t item)
{
    wheel_plan *p = state;
    uint32_t *start = p->far_start + item * (p->lives + 1);
    (void)thread;
    page_pass(p, &p->page[item], start, true);
    for (uint32_t l = p->lives; l > 0; l--) /* filling moved them on */
        start[l] = start[l - 1];
    start[0] = 0;
}

ta_status wheel_far_pages(wheel_plan *p)
{
    const wheel_store *st = p->store;
    const wheel_moves *mv = p->moves;
    const size_t groups = (st->dense + st->group - 1) / st->group;
    uint64_t low = 0, high = 0; /* of whole shifts */
    if (p->far_from < mv->count) {
        int64_t w = wheel_whole(&st->mod, mv->value[p->far_from]);
        low = w > 1 ? (uint64_t)w - 1 : 0; /* other slips: one less */
        high = (uint64_t)wheel_whole(&st->mod, mv->value[mv->count - 1]) + 2;
    }
    const size_t windows = (size_t)((high - low + st->span - 1) / st->span);
    p->page = ta_alloc(p->slips * groups * windows, sizeof *p->page);
    p->far_start = ta_alloc_zero(1, p->slips * groups * windows *
                                        (p->lives + 1) * sizeof *p->far_start);
    if (p->page == NULL || p->far_start == NULL)
        return TA_ENOMEM;
    for (unsigned r = 0; r < p->slips; r++)
        for (size_t g = 0; g < groups; g++)
            for (size_t w = 0; w < windows; w++) {
                wheel_page *page = &p->page[p->pages++];
                *page = (wheel_page){r,
                                     (uint32_t)(g * st->group),
                                     low + w * st->span,
                                     UINT64_MAX,
                                     0,
                                     0};
                page->origin = (int64_t)(page->first * st->stride + st->front) -
                               (int64_t)(page->whole + st->span) - 1;
            }
    team_job job;
    team_job_set(&job, count_item, p, p->pages);
    team_run(p->team, &job);
    size_t total = 0;
    for (size_t k = 0; k < p->pages; k++) {
        p->page[k].start = total;
        total += p->far_start[k * (p->lives + 1) + p->lives];
    }
    p->far_count = total;
    p->far = ta_alloc_zero(1, total * sizeof *p->far);
    if (p->far == NULL)
        return TA_ENOMEM;
    team_job_set(&job, fill_item, p, p->pages);
    team_run(p->team, &job);
    return TA_OK;
}
