/* Blocks in order: what is done when, and what may overlap. */
#include "cold/wheel/block.h"

#include <math.h>
#include <string.h>

/* By lift: ones where a step's tile holds no row of the step. */
static void make_masks(wheel_block *b)
{
    const wheel_plan *p = b->plan;
    size_t bytes = (size_t)p->step_vectors * WHEEL_VECTOR;
    for (unsigned lift = 0; lift < 8; lift++)
        for (size_t x = 0; x < bytes * 8; x++)
            if (x < WHEEL_LEAD + lift || x >= WHEEL_LEAD + lift + p->step_rows)
                b->mask[lift * bytes + x / 8] |= (uint8_t)(1u << x % 8);
}

/* Of this rank's quiet classes. */
static uint32_t quiet_from(const wheel_plan *p, unsigned after)
{
    return wheel_dealt(p, p->quiets, p->fleet->rank + after);
}

/* Quiet classes are worked on in chunks. Every chunk reads all pages, of which
 * the cache next to a core holds one, so there are few of them: with several
 * threads each is half of a thread's share of what is left, so that the last
 * ones are small and all end together. Those are a hundredth of a share, or
 * 128 classes, of which smaller chunks take a tenth more time, or where there
 * are few, an eighth of it. The tiles of a chunk, which each page goes through,
 * are read in order and so cost little. */
static bool cut_quiet(wheel_block *b)
{
    enum { FEW = 32, SOME = 128 };
    const uint32_t end = quiet_from(b->plan, 1);
    const uint32_t own = end - quiet_from(b->plan, 0);
    const uint64_t threads = b->team->threads, share = own / threads;
    uint64_t least = ta_max_u64(share / 100, ta_min_u64(share / 8, SOME));
    least = ta_min_u64(ta_max_u64(least, FEW), QUIET_MOST);
    b->quiet_cut = ta_alloc(own / least + 2, sizeof *b->quiet_cut);
    if (b->quiet_cut == NULL)
        return false;
    uint32_t at = end - own;
    for (b->quiet_cut[0] = at; at < end; b->quiet_cut[++b->quiet_chunks] = at) {
        const uint64_t left = end - at;
        uint64_t size = threads == 1 ? left : left / (2 * threads);
        size =
            ta_min_u64(ta_max_u64(size, least), ta_min_u64(left, QUIET_MOST));
        b->quiet_most = (uint32_t)ta_max_u64(b->quiet_most, size);
        at += (uint32_t)size;
    }
    return true;
}

ta_status wheel_block_init(wheel_block *b, const ta_job *ta, ta_team *team,
                           wheel_plan *plan, wheel_counters *count,
                           uint64_t known, uint64_t end)
{
    *b = (wheel_block){.ta = ta,
                       .team = team,
                       .plan = plan,
                       .count = count,
                       .known = known,
                       .end = end,
                       .row = plan->from_row,
                       .kernel = wheel_kernel_here(),
                       .hash = wheel_tables_hash(plan)};
    atomic_init(&b->no_memory, false);
    b->rows = wheel_block_rows(b, b->row);
    const size_t lives = plan->lives, steps = plan->step_vectors;
    b->far_copies =
        wheel_far_copies(plan->own_to - plan->own_from, team->threads);
    b->copies = b->far_copies + wheel_sparse_copies(team->threads);
    b->hits = ta_alloc_zero(b->copies, sizeof *b->hits);
    b->hit = ta_alloc(lives, plan->hit_bytes);
    bool ok = cut_quiet(b);
    b->quiet_tile = ta_alloc((uint64_t)team->threads * b->quiet_most,
                             plan->vectors * WHEEL_VECTOR);
    b->open = ta_alloc(1, lives * steps * WHEEL_VECTOR + sizeof(uint64_t));
    b->hot = ta_alloc(1, plan->hot_bytes);
    b->mask = ta_alloc_zero(8 * steps, WHEEL_VECTOR);
    b->candidate = ta_alloc(lives * plan->step_rows, sizeof *b->candidate);
    b->band = ta_alloc_zero(plan->step_rows, sizeof *b->band);
    b->left = ta_alloc_zero(team->threads, sizeof *b->left);
    b->turns = ta_alloc_zero(team->threads, sizeof *b->turns);
    ok = ok && b->left != NULL && b->turns != NULL && b->hits != NULL &&
         b->hit != NULL && b->quiet_tile != NULL && b->open != NULL &&
         b->hot != NULL && b->mask != NULL && b->candidate != NULL &&
         b->band != NULL;
    if (ok) {
        const size_t copy = lives * plan->hit_bytes;
        b->hits[0] = ta_team_alloc_zero(team, b->copies, copy);
        ok = b->hits[0] != NULL;
        for (unsigned c = 1; c < b->copies && ok; c++)
            b->hits[c] = b->hits[0] + c * copy;
    }
    if (!ok) {
        wheel_block_free(b);
        return TA_ENOMEM;
    }
    make_masks(b);
    return TA_OK;
}

void wheel_block_free(wheel_block *b)
{
    if (b->hits != NULL)
        ta_free(b->hits[0]);
    for (unsigned t = 0; b->left != NULL && t < b->team->threads; t++)
        wheel_list_free(&b->left[t]);
    for (unsigned t = 0; b->turns != NULL && t < b->team->threads; t++) {
        ta_free(b->turns[t].at);
        wheel_list_free(&b->turns[t].told);
    }
    ta_free(b->hits);
    ta_free(b->left);
    ta_free(b->turns);
    ta_free(b->hit);
    ta_free(b->quiet_tile);
    ta_free(b->quiet_cut);
    ta_free(b->hot);
    ta_free(b->band);
    ta_free(b->open);
    ta_free(b->mask);
    ta_free(b->candidate);
    wheel_list_free(&b->cold);
    wheel_list_free(&b->doubtful);
    wheel_list_free(&b->odd);
    wheel_list_free(&b->push);
}

uint64_t wheel_block_bytes(const wheel_block *b)
{
    const wheel_plan *p = b->plan;
    const uint64_t threads = b->team->threads;
    return p->lives * ((uint64_t)WHEEL_VECTOR * p->step_vectors +
                       p->hit_bytes * (b->copies + 1)) +
           p->hot_bytes + threads * b->quiet_most * p->vectors * WHEEL_VECTOR;
}

static ta_status emit(wheel_block *b)
{
    const uint64_t m = b->plan->store->mod.m;
    const uint64_t from = b->known;
    const uint64_t to = ta_min_u64((b->row + b->rows) * m, b->ta->n);
    if (to <= from)
        return TA_OK;
    const size_t lo = ta_first_at_least(b->cold.at, b->cold.count, from);
    const size_t hi = ta_first_at_least(b->cold.at, b->cold.count, to);
    b->known = to;
    return ta_job_emit_positions(b->ta, from, to, b->cold.at + lo, hi - lo);
}

static void quiet_item(wheel_block *b, unsigned thread, uint64_t row,
                       size_t chunk)
{
    const uint32_t *cut = b->quiet_cut + chunk;
    if (wheel_quiet_classes(b, thread, row, cut[0], cut[1]) != TA_OK)
        atomic_store(&b->no_memory, true);
}

/* ---- the parts of a block ---- */

/* Early: what is known before the block before, for the block that begins with
 * early_row. Long items first. */
static void early_item(void *state, unsigned thread, size_t item)
{
    wheel_block *b = state;
    const wheel_plan *p = b->plan;
    const size_t sparse = wheel_sparse_items(b);
    const size_t far = wheel_far_items(b, p->early, p->pages);
    if (item < sparse) {
        wheel_sparse_clear(b, item);
        wheel_sparse_item(b, b->early_row, 0, b->sparse[0], item);
    } else if (item < sparse + far)
        wheel_far_item(b, b->early_row, p->early, p->pages, item - sparse);
    else
        quiet_item(b, thread, b->early_row, item - sparse - far);
}

static void begin_early(wheel_block *b, uint64_t row)
{
    b->early_row = row;
    b->sparse[0] = b->plan->store->sparse.count;
    ta_team_begin(b->team, &b->early, early_item, b,
                  wheel_sparse_items(b) +
                      wheel_far_items(b, b->plan->early, b->plan->pages) +
                      (row < b->end ? b->quiet_chunks : 0));
    b->early_runs = true;
}

static void end_early(wheel_block *b)
{
    if (b->early_runs)
        ta_team_end(b->team, &b->early);
    b->early_runs = false;
}

/* Late: the other far moves, and the sparse numbers of the block before. */
static void late_item(void *state, unsigned thread, size_t item)
{
    wheel_block *b = state;
    const size_t sparse = wheel_sparse_items(b);
    (void)thread;
    if (item < sparse)
        wheel_sparse_item(b, b->row, b->sparse[0], b->sparse[1], item);
    else
        wheel_far_item(b, b->row, 0, b->plan->early, item - sparse);
}

enum { MERGE_BYTES = 1 << 13 };

static void merge_item(void *state, unsigned thread, size_t item)
{
    wheel_block *b = state;
    const uint64_t all = (uint64_t)b->plan->lives * b->plan->hit_bytes;
    const uint64_t from = item * MERGE_BYTES;
    const uint64_t to = ta_min_u64(from + MERGE_BYTES, all);
    /* Nothing else is where these are: the loop is of vectors. */
    uint8_t *restrict hit = b->hit + from;
    (void)thread;
    memset(hit, 0, to - from);
    for (unsigned c = 0; c < b->copies; c++) {
        uint8_t *restrict mine = b->hits[c] + from;
        for (uint64_t i = 0; i < to - from; i++)
            hit[i] |= mine[i];
        if (c < b->far_copies)
            memset(mine, 0, to - from);
    }
}

/* The hits of the block, and its doubtful heaps. */
static ta_status gather(wheel_block *b)
{
    const wheel_plan *p = b->plan;
    if (!p->ahead) {
        begin_early(b, b->row);
        end_early(b);
    }
    b->sparse[1] = p->store->sparse.count;
    /* Few items, of which some are much longer. */
    ta_team_run(b->team, late_item, b,
                wheel_sparse_items(b) + wheel_far_items(b, 0, p->early));
    ta_team_run(b->team, merge_item, b,
                (p->lives * p->hit_bytes + MERGE_BYTES - 1) / MERGE_BYTES);
    return atomic_load(&b->no_memory) ? TA_ENOMEM : wheel_quiet_end(b);
}

/* What was found goes out, while the other threads are at the next block. */
static ta_status hand_over(wheel_block *b)
{
    if (b->plan->fleet->ranks > 1)
        b->hash = wheel_list_hash(b->hash, &b->cold);
    const ta_status status = wheel_check(b);
    return status == TA_OK ? emit(b) : status;
}

static ta_status block_run(wheel_block *b)
{
    const uint64_t next = b->row + b->rows;
    const double t0 = ta_now();
    ta_status status = gather(b);
    const double t1 = ta_now();
    if (status == TA_OK && b->plan->ahead && next < b->end)
        begin_early(b, next);
    if (status == TA_OK)
        status = wheel_exchange(b);
    if (status == TA_OK)
        status = wheel_block_finish(b);
    const double t2 = ta_now();
    if (status == TA_OK)
        status = hand_over(b);
    end_early(b);
    if (status == TA_OK)
        status = wheel_store_settle(b->plan->store);
    b->count->late_s += t1 - t0;
    b->count->early_s += ta_now() - t2;
    b->count->blocks++;
    return status;
}

ta_status wheel_block_run_all(wheel_block *b)
{
    if (b->plan->ahead) {
        begin_early(b, b->row);
        end_early(b);
    }
    ta_status status = TA_OK;
    while (status == TA_OK && b->row < b->end) {
        b->rows = wheel_block_rows(b, b->row);
        b->cold.count = 0;
        status = block_run(b);
        if (status == TA_OK)
            status = ta_job_poll(b->ta, b->known);
        if (status != TA_OK)
            break;
        b->row += b->rows;
    }
    return status;
}
