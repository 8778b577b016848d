/* The best sources of quiet classes: moves from before the block before, not
 * too long, from the densest classes first, as many as the class needs and a
 * list may hold. They are kept by pages, each of so many classes and moves as
 * fit the cache together: a page stays there while one class after the other
 * uses it. */
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "cold/wheel/plan.h"

/* A class's list, at most: so many sources that `quiet_cold` of them are cold,
 * were each as likely to be as those of dense classes are on average. */
static size_t list_room(const wheel_plan *p)
{
    const wheel_store *st = p->store;
    double cold = 0;
    for (uint32_t id = 0; id < st->dense; id++)
        cold += p->density->of[st->dense_class[id]];
    const double list = p->tuning->quiet_cold * st->dense / cold;
    return (size_t)fmin(fmax(p->tuning->quiet_list, list), UINT16_MAX);
}

enum {
    SHARES = 32, /* a window of one class is this share of a page, at most, */
    LOOKS = 12   /* and a page of a list, about */
};

/* Pages until twice what a list holds is expected of them. */
static ta_status make_pages(wheel_plan *p)
{
    const wheel_store *st = p->store;
    const uint64_t tile = (uint64_t)p->vectors * WHEEL_VECTOR;
    const uint64_t cache = p->tuning->cache, eight = 8 * (uint64_t)st->mod.m;
    if (p->quiet_end <= p->quiet_from || p->quiets == 0)
        return TA_OK;
    const uint64_t low = p->moves->value[p->quiet_from] / eight;
    const uint64_t high = p->moves->value[p->quiet_end - 1] / eight + 1;
    const uint64_t span =
        ta_max_u64(ta_min_u64(high - low, cache / SHARES), WHEEL_VECTOR);
    /* Small pages, since a class is looked at after each of them only. */
    const uint64_t share =
        p->quiet_room / LOOKS * st->mod.m / (p->quiet_end - p->quiet_from);
    const uint64_t group =
        ta_min_u64(ta_max_u64(ta_min_u64(cache / (span + tile), share), 1),
                   UINT32_MAX / 2 / st->stride + 1);
    const uint64_t room = (st->dense / group + 1) * ((high - low) / span + 1);
    double expected = 0;
    p->quiet_page = ta_alloc(room, sizeof *p->quiet_page);
    if (p->quiet_page == NULL)
        return TA_ENOMEM;
    for (uint64_t id = 0; id < st->dense; id += group)
        for (uint64_t at = low; at < high; at += span) {
            wheel_quiet_page *page = &p->quiet_page[p->quiet_pages];
            *page = (wheel_quiet_page){
                .first = (uint32_t)id,
                .end = (uint32_t)ta_min_u64(id + group, st->dense),
                .from = ta_max_u64(wheel_moves_below(p->moves, eight * at),
                                   p->quiet_from),
                .to =
                    ta_min_u64(wheel_moves_below(p->moves, eight * (at + span)),
                               p->quiet_end),
                .origin = (int64_t)(id * st->stride + st->front) -
                          (int64_t)(at + span + 3)};
            if (expected >= 2 * (double)p->quiet_room)
                return TA_OK;
            expected += (double)(page->to - page->from) *
                        (double)(page->end - page->first) / st->mod.m;
            p->quiet_pages += page->to > page->from;
        }
    return TA_OK;
}

typedef struct quiet_job {
    wheel_plan *plan;
    /* By thread: the sources of a page, and the list, by slip. */
    uint32_t *found, *list;
    uint8_t *slip;
    atomic_bool no_memory;
} quiet_job;

/* The share of a class's rows that no source settles, by the heap mod 8.
 * Sources do not settle rows independently of each other: of k^2 + 2 nearly all
 * cold numbers of a class mod 21 are in two classes mod 4. */
typedef struct quiet_rows {
    double left[8];
} quiet_rows;

static double all_left(const quiet_rows *rows)
{
    double sum = 0;
    for (unsigned h = 0; h < 8; h++)
        sum += rows->left[h];
    return sum / 8;
}

/* A source that is `move` below the heaps, density as in wheel_density. */
static void settle(quiet_rows *rows, const float *density, uint64_t move)
{
    for (unsigned h = 0; h < 8; h++)
        rows->left[h] *= 1 - density[(h - move) % 8];
}

/* The sources of class q in a page, by slip, as many as the list has room for
 * and the class needs. */
static size_t page_sources(const quiet_job *job, unsigned thread, uint32_t q,
                           size_t k, size_t full, quiet_rows *rows)
{
    wheel_plan *p = job->plan;
    const wheel_store *st = p->store;
    const wheel_quiet_page *page = &p->quiet_page[k];
    const uint32_t m = st->mod.m, period = p->moves->period8;
    const uint32_t target = p->quiet_class[q];
    const size_t turn = page->from / m * m, room = p->quiet_room;
    const double enough = p->tuning->quiet_enough / 4096;
    uint32_t *found = job->found + thread * room;
    uint8_t *slip = job->slip + thread * room;
    uint16_t *start = wheel_quiet_starts(p, q) + k * p->slips;
    uint32_t count[9] = {0};
    size_t n = full;
    for (uint32_t id = page->first;
         id < page->end && n < room && all_left(rows) > enough; id++) {
        const uint32_t source = st->dense_class[id];
        const uint32_t d =
            target >= source ? target - source : target + m - source;
        const uint32_t end = p->roots.start[d + 1];
        if (p->roots.start[d] == end)
            continue;
        const int64_t base =
            wheel_class_offset(st, wheel_residue8(&st->mod, d), id, target) -
            page->origin;
        for (uint32_t r = p->roots.start[d]; r < end; r++) {
            size_t i = turn + p->roots.root[r];
            for (i += i < page->from ? m : 0; i < page->to && n < room;
                 i += m) {
                const unsigned g = (unsigned)i & (period - 1);
                slip[n] = p->slip_of[g];
                count[slip[n] + 1]++;
                found[n++] = (uint32_t)(base - p->whole[g][i >> p->shift8]);
                settle(rows, p->density->by_eighth + 8 * source,
                       p->moves->value[g]);
            }
        }
    }
    for (unsigned r = 0; r < p->slips; r++) {
        count[r + 1] += count[r];
        start[r + 1] = (uint16_t)(full + count[r + 1]);
    }
    uint32_t *list = job->list + thread * room + full;
    for (size_t i = full; i < n; i++)
        list[count[slip[i]]++] = found[i];
    return n;
}

enum { QUIET_CHUNK = 16 };

static void quiet_item(void *state, unsigned thread, size_t item)
{
    quiet_job *job = state;
    wheel_plan *p = job->plan;
    for (size_t q = item * QUIET_CHUNK;
         q < p->quiets && q < (item + 1) * QUIET_CHUNK; q++) {
        size_t full = 0;
        quiet_rows rows = {{1, 1, 1, 1, 1, 1, 1, 1}};
        p->quiet_at[q] = (uint32_t)q;
        wheel_quiet_starts(p, q)[0] = 0;
        for (size_t k = 0; k < p->quiet_pages; k++)
            full = page_sources(job, thread, (uint32_t)q, k, full, &rows);
        p->quiet_left[q] = all_left(&rows);
        p->quiet_list[q] = ta_alloc(full + 1, sizeof **p->quiet_list);
        if (p->quiet_list[q] == NULL)
            atomic_store(&job->no_memory, true);
        else
            memcpy(p->quiet_list[q], job->list + thread * p->quiet_room,
                   full * sizeof **p->quiet_list);
    }
}

ta_status wheel_quiet_list(wheel_plan *p)
{
    p->quiet_room = list_room(p);
    /* No move may lead to before place 0, not even in the first block. */
    const uint64_t m = p->store->mod.m, from = p->from_row * m;
    uint64_t reach = (uint64_t)((double)(p->rows * m) * p->tuning->quiet_reach);
    reach = ta_min_u64(ta_max_u64(reach, from / 4), from);
    p->quiet_end =
        ta_max_u64(p->quiet_from, wheel_moves_below(p->moves, reach));
    if (make_pages(p) != TA_OK)
        return TA_ENOMEM;
    const uint64_t room = p->quiet_room, threads = p->team->threads;
    quiet_job job = {.plan = p,
                     .found = ta_alloc(threads * room, sizeof *job.found),
                     .list = ta_alloc(threads * room, sizeof *job.list),
                     .slip = ta_alloc(threads * room, sizeof *job.slip)};
    atomic_init(&job.no_memory, false);
    p->quiet_at = ta_alloc(p->quiets, sizeof *p->quiet_at);
    p->quiet_start = ta_alloc(p->quiets * (p->quiet_pages * p->slips + 1),
                              sizeof *p->quiet_start);
    p->quiet_depth = ta_alloc_zero(p->quiets, sizeof *p->quiet_depth);
    p->quiet_list = ta_alloc_zero(p->quiets, sizeof *p->quiet_list);
    p->quiet_lists = p->quiet_list != NULL ? p->quiets : 0;
    p->quiet_left = ta_alloc(p->quiets, sizeof *p->quiet_left);
    bool ok = job.found != NULL && job.list != NULL && job.slip != NULL &&
              p->quiet_at != NULL && p->quiet_start != NULL &&
              p->quiet_depth != NULL && p->quiet_list != NULL &&
              p->quiet_left != NULL;
    if (ok)
        ta_team_run(p->team, quiet_item, &job, p->quiets / QUIET_CHUNK + 1);
    ok = ok && !atomic_load(&job.no_memory);
    ta_free(job.found);
    ta_free(job.list);
    ta_free(job.slip);
    return ok ? TA_OK : TA_ENOMEM;
}
