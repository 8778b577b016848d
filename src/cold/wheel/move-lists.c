/* Makes the lists of moves in two passes of tai_wheel_lists_pass: one counts
 * the entries, sums say where each list begins, one writes them. The moves from
 * class t to class s are those of the residue t - s: roots, and every M-th move
 * after each. An entry says where the source is read, less what is common to
 * its page (README, "The layout"). */
#include "cold/wheel/wheel-plan.h"

/* ---- moves by residue ---- */

ta_status tai_wheel_roots_find(const wheel_moves *moves, uint32_t m,
                               wheel_roots *roots)
{
    const size_t count = tai_min_u64(moves->count, m);
    roots->start = tai_alloc_zero((uint64_t)m + 2, sizeof *roots->start);
    roots->root = tai_alloc(m, sizeof *roots->root);
    roots->some = tai_alloc_zero(m / 64 + 1, sizeof *roots->some);
    if (roots->start == NULL || roots->root == NULL || roots->some == NULL)
        return TA_ENOMEM;
    uint32_t *next = roots->start + 1;
    for (size_t i = 0; i < count; i++) {
        const uint32_t d = (uint32_t)(moves->value[i] % m);
        next[d + 1]++;
        roots->some[d / 64] |= (uint64_t)1 << d % 64;
    }
    for (uint32_t d = 0; d < m; d++)
        next[d + 1] += next[d];
    for (size_t i = 0; i < count; i++)
        roots->root[next[moves->value[i] % m]++] = (uint32_t)i;
    return TA_OK;
}

void tai_wheel_roots_free(wheel_roots *roots)
{
    ta_free(roots->start);
    ta_free(roots->root);
    ta_free(roots->some);
}

/* ---- a grid of pages ---- */

/* Returns the window of the move v. */
static inline size_t lists_window(const wheel_lists *x, uint64_t v)
{
    return (size_t)(int64_t)((double)(int64_t)(v - x->low) * x->scale);
}

/* Returns the elements of x->start for one page. */
static uint32_t starts_a_page(const wheel_lists *x)
{
    return (uint32_t)(wheel_starts(x, 1, 0) - wheel_starts(x, 0, 0));
}

/* Cuts the lists into pages: at most `windows` windows of equal width, and
 * groups of x->group source classes. Sets x->page, and x->start to zeros. */
static ta_status lists_open(const wheel_plan *p, wheel_lists *x,
                            uint32_t windows)
{
    const wheel_store *st = p->store;
    const uint64_t *value = p->moves->value;
    const bool none = x->from >= x->to || x->sources == 0;
    x->slips = x->near ? 1 : p->table.slips;
    x->low = none ? 0 : value[x->from];
    const uint64_t wide = none ? 1 : value[x->to - 1] - x->low + 1;
    const uint64_t width = wide / windows + 1;
    x->scale = 1 / (double)width;
    x->windows = none ? 0 : 1 + (uint32_t)lists_window(x, value[x->to - 1]);
    x->groups = none ? 0 : (x->sources + x->group - 1) / x->group;
    x->pages = x->windows * x->groups;
    x->page = tai_alloc(x->pages, sizeof *x->page);
    x->start = tai_alloc_zero(x->pages * ((uint64_t)x->targets * x->slips + 2),
                              sizeof *x->start);
    if (x->page == NULL || x->start == NULL)
        return TA_ENOMEM;
    for (uint32_t k = 0; k < x->pages; k++) {
        const uint64_t least = x->low + k % x->windows * width;
        /* No source is read further back, so entries are not negative. */
        const uint64_t bytes = (least + width) / (8 * (uint64_t)st->m) + 4;
        x->page[k] = (wheel_page){
            .origin = (int64_t)wheel_offset(st, k / x->windows * x->group) -
                      (int64_t)bytes,
            .least = least - (least > 0)}; /* windows are rounded */
    }
    return TA_OK;
}

void tai_wheel_lists_pass(const wheel_plan *p, const wheel_lists *x,
                          uint32_t target, uint32_t g, uint32_t *at,
                          uint32_t *out)
{
    const bool near = x->near, fill = out != NULL;
    const wheel_store *st = p->store;
    const uint64_t *value = p->moves->value;
    const uint32_t m = st->m, t = x->target[target], first = g * x->group;
    const uint32_t end = (uint32_t)tai_min_u64(first + x->group, x->sources);
    const wheel_page *page = x->page + (size_t)g * x->windows;
    const uint32_t *start = p->table.roots.start, *root = p->table.roots.root;
    const size_t from = x->from, to = x->to, turn = from / m * m;
    const size_t stride = starts_a_page(x);
    for (uint32_t id = first; id < end; id++) {
        const uint32_t s = x->source[id];
        const uint32_t residue = t >= s ? t - s : t + m - s;
        if (!wheel_has_root(&p->table.roots, residue))
            continue;
        const int64_t base =
            near ? (int64_t)id * WHEEL_HOT_BITS + WHEEL_HOT_BITS / 2
                 : (int64_t)wheel_offset(st, id);
        for (uint32_t k = start[residue]; k < start[residue + 1]; k++) {
            size_t i = turn + root[k];
            for (i += i < from ? m : 0; i < to; i += m) {
                const int64_t shift = wheel_shift(st, value[i], s, t);
                const size_t w = near ? 0 : lists_window(x, value[i]);
                uint32_t *list =
                    near ? at : at + w * stride + p->table.slip_at[shift & 7];
                if (fill)
                    out[page[w].start + *list] =
                        (uint32_t)(near ? base - shift
                                        : base - (shift >> 3) - page[w].origin);
                ++*list;
            }
        }
    }
}

/* ---- count, sum up, fill ---- */

typedef struct lists_job {
    const wheel_plan *p;
    wheel_lists *x;
    /* Target i has entries in pages below depth[i].end; NULL: in all. */
    const wheel_depth *depth;
    bool fill; /* write */
} lists_job;

/* With `start` the elements of x->start for a page: once counted, start[k + 2]
 * is the number of entries of list k; once summed, start[k + 1] is where list k
 * begins. Each entry that is written adds 1 to that, so in the end start[k] is
 * where list k begins. */
static void lists_pass_item(void *state, unsigned thread, size_t item)
{
    const lists_job *job = state;
    wheel_lists *x = job->x;
    const size_t from = x->own_from + item * WHEEL_TARGETS;
    const size_t to = tai_min_u64(from + WHEEL_TARGETS, x->own_to);
    (void)thread;
    for (uint32_t target = (uint32_t)from; target < to; target++) {
        const uint32_t groups =
            job->depth != NULL ? job->depth[target].end : x->groups;
        for (uint32_t g = 0; g < groups; g++)
            tai_wheel_lists_pass(job->p, x, target, g,
                                 wheel_starts(x, g * x->windows, target) +
                                     (job->fill ? 1 : 2),
                                 job->fill ? x->offset : NULL);
    }
}

static void lists_sum_item(void *state, unsigned thread, size_t item)
{
    const lists_job *job = state;
    uint32_t *start = wheel_starts(job->x, (uint32_t)item, 0);
    (void)thread;
    for (uint32_t k = 0; k + 1 < starts_a_page(job->x); k++)
        start[k + 1] += start[k];
}

ta_status tai_wheel_lists_make(const wheel_plan *p, wheel_lists *x,
                               uint32_t windows, tai_pool_work *count,
                               void *state)
{
    lists_job job = {
        .p = p, .x = x, .depth = count != NULL ? p->class.depth : NULL};
    const uint32_t own = x->own_to - x->own_from;
    size_t entries = 0;
    const ta_status status = lists_open(p, x, windows);
    if (status != TA_OK)
        return status;
    if (count != NULL)
        tai_pool_run(p->pool, count, state, x->targets / WHEEL_TARGETS + 1);
    else
        tai_pool_run(p->pool, lists_pass_item, &job, own / WHEEL_TARGETS + 1);
    tai_pool_run(p->pool, lists_sum_item, &job, x->pages);
    for (uint32_t k = 0; k < x->pages; k++) {
        x->page[k].start = entries;
        entries += wheel_starts(x, k, x->targets)[1];
    }
    x->offset = tai_alloc_zero(entries, sizeof *x->offset);
    if (x->offset == NULL)
        return TA_ENOMEM;
    job.fill = true;
    tai_pool_run(p->pool, lists_pass_item, &job, own / WHEEL_TARGETS + 1);
    return TA_OK;
}

void tai_wheel_lists_free(wheel_lists *x)
{
    ta_free(x->page);
    ta_free(x->start);
    ta_free(x->offset);
}
