/* Decides heaps of quiet classes, the residue classes that probably have no
 * cold numbers. A few moves to stored cold numbers show that nearly all heaps
 * of a quiet class are hot. For each of the other heaps, all options are looked
 * at. */
#include "cold/wheel/wheel-block.h"

/* ---- the lists ---- */

/* The data of a parallel job that chooses the quiet classes of a phase. (A
 * phase decides a range of heaps.) A quiet class is a residue class that
 * probably has no cold numbers. The job tests each class that is expected to be
 * quiet: it tries a few moves from heaps of the class to stored cold numbers.
 * The class is quiet if these moves show nearly all tested heaps to be hot. */
typedef struct quiet_job {
    wheel_plan *plan;
    const tai_wheel_kernel *kernel;
    /* The number of heaps that are tried in each class: the first heaps of the
     * class in the phase. */
    uint64_t rows;
    atomic_bool no_memory;
} quiet_job;

/* Counts the moves in some lists: those of page g for quiet class number q. A
 * quiet class is a residue class that probably has no cold numbers. The lists
 * have moves from quiet classes to classes whose cold numbers are stored as
 * bits. A page is a part of all lists. Writes the number of moves of each list
 * to the array p->lists.quiet.start, where p is job->plan.
 *
 * If `tile` is not NULL, also sets bits in `tile`. This array has one bit for
 * each of the first heaps of class q. The function sets the bit of each heap
 * from which a counted move leads to a cold number.
 *
 * `entry` is scratch memory. For each list, it has space for all different
 * moves of p->lists.quiet. */
static void quiet_try_page(const quiet_job *job, uint32_t *entry, uint32_t q,
                           uint32_t g, uint8_t *tile)
{
    const wheel_plan *p = job->plan;
    const wheel_lists *x = &p->lists.quiet;
    const uint32_t moves = (uint32_t)(x->to - x->from);
    uint32_t *count = wheel_starts(x, g, q) + 2;
    uint32_t start[WHEEL_SLIPS + 1] = {0}, at[WHEEL_SLIPS];
    for (unsigned r = 0; r < x->slips; r++)
        at[r] = r * moves;
    tai_wheel_lists_pass(p, x, q, g, at, entry);
    for (unsigned r = 0; r < x->slips; r++) {
        count[r] = at[r] - r * moves;
        memmove(entry + start[r], entry + r * moves, count[r] * sizeof *entry);
        start[r + 1] = start[r] + count[r];
    }
    if (tile != NULL)
        job->kernel->page(tile, p->cut.vectors,
                          wheel_origin(p->store, p->cut.from_row) +
                              x->page[g].origin,
                          entry, start, p->table.slip, x->slips);
}

/* Tests whether quiet class number q can stay quiet, and how many pages of
 * lists it will use. A quiet class is a residue class that probably has no cold
 * numbers. A page is a part of the lists of moves that lead from quiet classes
 * to stored cold numbers.
 *
 * The test tries the moves of one page after another, from the first job->rows
 * heaps of the class. A heap with a move to a cold number is shown to be hot.
 * The test ends when nearly all heaps are shown to be hot. In the phase, the
 * class will use the pages of the test and half as many more. The number of
 * these pages is stored in class.depth[q] of the plan.
 *
 * If all pages together leave too many heaps, sets class.live of the plan. Then
 * the class becomes a live class, and all options of its heaps will be looked
 * at. */
static void quiet_try_class(const quiet_job *job, uint32_t *entry, uint32_t q)
{
    wheel_plan *p = job->plan;
    const uint32_t s = p->class.quiet_class[q], groups = p->lists.quiet.groups;
    wheel_depth *depth = &p->class.depth[q];
    uint8_t tile[WHEEL_TILE_MAX * WHEEL_VECTOR] = {0};
    unsigned zeros = (unsigned)job->rows;
    wheel_tile_close(p->store, tile, (size_t)p->cut.vectors * WHEEL_VECTOR, s,
                     job->rows);
    *depth = (wheel_depth){(uint16_t)groups, (uint16_t)groups};
    for (uint32_t g = 0; g < depth->end; g++) {
        const bool wanted = zeros > p->tuning->quiet_zeros;
        quiet_try_page(job, entry, q, g, wanted ? tile : NULL);
        if (!wanted)
            continue;
        zeros = job->kernel->zeros(tile, p->cut.vectors);
        if (zeros <= p->tuning->quiet_zeros) {
            depth->look = (uint16_t)g;
            depth->end = (uint16_t)ta_min_u64(g + 1 + (g + 2) / 2, groups);
        }
    }
    if (zeros * 4096.0 > p->tuning->quiet_left * (double)job->rows)
        p->class.live[s] = s;
    if (p->class.live[s] != WHEEL_EMPTY || q < p->lists.quiet.own_from ||
        q >= p->lists.quiet.own_to) {
        for (uint32_t g = 0; g < depth->end; g++)
            memset(wheel_starts(&p->lists.quiet, g, q) + 2, 0,
                   p->table.slips * sizeof *p->lists.quiet.start);
        depth->end = 0;
    }
}

/* Calls quiet_try_class for WHEEL_TARGETS quiet classes (residue classes that
 * probably have no cold numbers), from number item * WHEEL_TARGETS on. Sets
 * job->no_memory if there is no memory, where job is `state`, a quiet_job. The
 * thread pool calls this function for each item. */
static void quiet_count_item(void *state, unsigned thread, size_t item)
{
    quiet_job *job = state;
    const wheel_lists *x = &job->plan->lists.quiet;
    uint32_t *entry = tai_alloc(x->slips * (x->to - x->from), sizeof *entry);
    const size_t from = item * WHEEL_TARGETS;
    const size_t to = ta_min_u64(from + WHEEL_TARGETS, job->plan->class.quiets);
    (void)thread;
    if (entry == NULL)
        atomic_store(&job->no_memory, true);
    for (size_t q = from; q < to && entry != NULL; q++)
        quiet_try_class(job, entry, (uint32_t)q);
    ta_free(entry);
}

ta_status tai_wheel_quiet_init(wheel_plan *p, uint64_t rows)
{
    enum { SHARES = 32 };
    const wheel_store *st = p->store;
    const wheel_tuning *t = p->tuning;
    const uint64_t m = st->m, tile = (uint64_t)p->cut.vectors * WHEEL_VECTOR;
    /* `reach` becomes a limit on moves, in rows of m heaps: the quiet lists
     * will have only moves shorter than `reach` rows. At first, it is the
     * greater of two numbers: the rows of t->quiet_reach blocks, and a quarter
     * of the rows before the phase. Then it is reduced. The bits of `reach`
     * rows of one class must fit into 1 / SHARES of the cache. And `reach` must
     * not exceed the number of rows before the phase, so that no move leads
     * below heap 0. */
    uint64_t reach =
        ta_max_u64(p->cut.rows * t->quiet_reach, p->cut.from_row / 4);
    reach = ta_min_u64(reach, t->cache / SHARES * 8);
    reach = ta_min_u64(reach, p->cut.from_row);
    const size_t end = tai_wheel_moves_below(p->moves, reach * m);
    const size_t moves = end > p->cut.far_from ? end - p->cut.far_from : 0;
    /* `group` becomes the number of residue classes to which the moves of one
     * page lead. (A page is a part of the lists of moves from quiet classes.)
     * In all pages, there are `moves` different moves. About moves / m of them
     * lead from a given quiet class to a given class. So a page has about group
     * * moves / m moves from each quiet class. This number is to be
     * t->quiet_page. But `group` must be smaller if the bits read for a page
     * would exceed t->cache bytes. */
    uint64_t group = t->quiet_page * m / (moves + 1);
    group = ta_min_u64(group, t->cache / (reach / 8 + tile));
    group = ta_min_u64(group, UINT32_MAX / 2 / st->stride);
    group = ta_max_u64(group, 1);
    p->lists.quiet = (wheel_lists){
        .source = st->dense_class,
        .sources = (uint32_t)ta_min_u64(group * t->quiet_pages, st->dense),
        .group = (uint32_t)group,
        .target = p->class.quiet_class,
        .targets = p->class.quiets,
        .own_from = wheel_dealt(p->comm, p->class.quiets, p->comm->rank),
        .own_to = wheel_dealt(p->comm, p->class.quiets, p->comm->rank + 1),
        .from = p->cut.far_from,
        .to = p->cut.far_from + moves};
    quiet_job job = {
        .plan = p, .kernel = TA_KERNEL_HERE(tai_wheel_kernel), .rows = rows};
    atomic_init(&job.no_memory, false);
    const ta_status status =
        tai_wheel_lists_make(p, &p->lists.quiet, 1, quiet_count_item, &job);
    return atomic_load(&job.no_memory) ? TA_ENOMEM : status;
}

/* ---- heaps that stay open ---- */

/* Removes from the array `heap` all heaps from which a move leads to a cold
 * number of residue class dense_class[id]. The moves with the indices from,
 * ..., end - 1 are tried. The cold numbers of the class are stored as bits. The
 * array has `count` heaps, all of residue class s. Returns the number of heaps
 * that are left. The caller must pass turn = from - from % m, where m is the
 * modulus of the classes. */
static size_t quiet_drop_by_class(const wheel_plan *p, uint64_t *heap,
                                  size_t count, uint32_t s, uint32_t id,
                                  size_t from, size_t turn, size_t end)
{
    const wheel_store *st = p->store;
    const uint64_t *value = p->moves->value;
    const uint32_t m = st->m, source = st->dense_class[id];
    const uint32_t d = s >= source ? s - source : s + m - source;
    const unsigned lift = wheel_lift(st, source);
    const uint8_t *bits = st->bits + wheel_offset(st, id);
    const wheel_roots *t = &p->table.roots;
    for (uint32_t k = t->start[d]; k < t->start[d + 1]; k++) {
        size_t i = turn + t->root[k];
        for (i += i < from ? m : 0; i < end; i += m)
            for (size_t h = 0; h < count;) {
                const uint64_t place =
                    (heap[h] - value[i] - source) * st->inverse + lift;
                if (value[i] <= heap[h] && bits[place / 8] >> place % 8 & 1)
                    heap[h] = heap[--count];
                else
                    h++;
            }
    }
    return count;
}

bool tai_wheel_has_option(const wheel_plan *p, uint64_t n, size_t from,
                          size_t to, bool sparse)
{
    const wheel_store *st = p->store;
    const uint32_t m = st->m, s = (uint32_t)(n % m);
    const size_t end = ta_min_u64(tai_wheel_moves_below(p->moves, n + 1), to);
    uint32_t r = (uint32_t)(from % m);
    for (size_t i = from; i < end; i++, r = r + 1 == m ? 0 : r + 1) {
        const uint32_t d = p->table.residue[r],
                       source = s >= d ? s - d : s + m - d;
        const uint32_t kind = st->kind[source];
        if (kind != WHEEL_EMPTY && (kind == WHEEL_SPARSE || !sparse) &&
            tai_wheel_store_has(st, n - p->moves->value[i], source))
            return true;
    }
    return false;
}

/* Examines the heaps of residue class s in the block. Appends to `left` those
 * from which no far move leads to a cold number. A far move is at least as long
 * as a block. Class s is a quiet class: it probably has no cold numbers.
 * Returns TA_ENOMEM if there is no memory.
 *
 * `tile` has one bit for each heap of class s in the block. A bit is 1 if an
 * earlier search has found a move from the heap to a cold number. Such heaps
 * are skipped. The earlier search has tried all moves of p->lists.quiet to the
 * classes dense_class[0], ..., dense_class[tried - 1]. (The cold numbers of
 * these classes are stored as bits.) These moves are not tried again. */
static ta_status quiet_examine(wheel_block *b, uint32_t s, uint64_t tried,
                               const uint8_t *tile, wheel_list *left)
{
    const wheel_plan *p = b->plan;
    const uint32_t m = b->store->m;
    const uint64_t first = WHEEL_LEAD + wheel_lift(b->store, s);
    const size_t before = left->count;
    const ta_status status =
        tai_wheel_list_zeros(left, tile, (size_t)p->cut.vectors * WHEEL_VECTOR,
                             (b->row - first) * m + s, m);
    if (status != TA_OK || left->count == before)
        return status;
    uint64_t *heap = left->at + before;
    size_t count = left->count - before;
    const size_t end = tai_wheel_moves_below(p->moves, heap[count - 1] + 1);
    const size_t far_turn = p->cut.far_from / m * m;
    const size_t tried_turn = p->lists.quiet.to / m * m;
    wheel_count(&b->count->exact, count);
    for (uint32_t id = 0; id < b->store->dense && count > 0; id++) {
        const size_t low = id < tried ? p->lists.quiet.to : p->cut.far_from;
        const size_t turn = id < tried ? tried_turn : far_turn;
        count = quiet_drop_by_class(p, heap, count, s, id, low, turn, end);
    }
    left->count = before;
    for (size_t h = 0; h < count; h++) {
        const uint64_t n = heap[h];
        if (!tai_wheel_has_option(p, n, p->cut.far_from, end, true))
            left->at[left->count++] = n;
    }
    return TA_OK;
}

ta_status tai_wheel_quiet_item(wheel_block *b, unsigned thread, size_t item)
{
    const wheel_plan *p = b->plan;
    const wheel_lists *x = &p->lists.quiet;
    const size_t bytes = (size_t)p->cut.vectors * WHEEL_VECTOR;
    const size_t from = x->own_from + item * WHEEL_QUIET_CHUNK;
    const size_t to = ta_min_u64(from + WHEEL_QUIET_CHUNK, x->own_to);
    const uint8_t *origin = wheel_origin(p->store, b->row);
    uint8_t *tiles = b->tiles + thread * WHEEL_QUIET_CHUNK * bytes;
    uint32_t open[WHEEL_QUIET_CHUNK], count = 0;
    uint64_t ors = 0;
    ta_status status = TA_OK;
    for (size_t q = from; q < to; q++)
        if (p->class.live[p->class.quiet_class[q]] == WHEEL_EMPTY) {
            uint8_t *tile = tiles + (q - from) * bytes;
            memset(tile, 0, bytes);
            wheel_tile_close(p->store, tile, bytes, p->class.quiet_class[q],
                             b->rows);
            open[count++] = (uint32_t)(q - from);
        }
    for (uint32_t g = 0; count > 0 && status == TA_OK; g++) {
        uint32_t kept = 0;
        for (uint32_t i = 0; i < count && status == TA_OK; i++) {
            const uint32_t q = (uint32_t)from + open[i];
            const wheel_depth depth = p->class.depth[q];
            uint8_t *tile = tiles + open[i] * bytes;
            if (g < depth.end) {
                const uint32_t *start = wheel_starts(x, g, q);
                b->kernel->page(tile, p->cut.vectors,
                                origin + x->page[g].origin,
                                x->offset + x->page[g].start, start,
                                p->table.slip, x->slips);
                ors += (start[x->slips] - start[0]) * p->cut.vectors;
            }
            if (g + 1 < depth.end &&
                (g + 1 < depth.look || b->kernel->zeros(tile, p->cut.vectors) >
                                           p->tuning->quiet_zeros))
                open[kept++] = open[i];
            else
                status = quiet_examine(b, p->class.quiet_class[q],
                                       ta_min_u64(g + 1, depth.end) * x->group,
                                       tile, &b->left[thread]);
        }
        count = kept;
    }
    wheel_count(&b->count->quiet_ors, ors);
    return status;
}
