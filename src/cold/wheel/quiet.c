/* Quiet classes: the trial that chooses their pages, and the definition for the
 * heaps that these leave. */
#include "cold/wheel/wheel-block.h"

/* ---- the lists ---- */

typedef struct quiet_job {
    wheel_plan *plan;
    const tai_wheel_kernel *kernel;
    uint64_t rows; /* tried in each class: its first heaps of the phase */
    atomic_bool no_memory;
} quiet_job;

/* Counts the entries of page g for quiet class q into p->lists.quiet.start;
 * with a tile, ORs the sources into it. `entry` has capacity for all moves in
 * each list: a move leads to one class. */
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

/* Tries pages on the first job->rows heaps of quiet class q until at most
 * quiet_zeros are open. The phase uses these pages and half as many more
 * (class.depth). If too many heaps stay open, the class becomes live. */
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
            depth->end = (uint16_t)tai_min_u64(g + 1 + (g + 2) / 2, groups);
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

static void quiet_count_item(void *state, unsigned thread, size_t item)
{
    quiet_job *job = state;
    const wheel_lists *x = &job->plan->lists.quiet;
    uint32_t *entry = tai_alloc(x->slips * (x->to - x->from), sizeof *entry);
    const size_t from = item * WHEEL_TARGETS;
    const size_t to =
        tai_min_u64(from + WHEEL_TARGETS, job->plan->class.quiets);
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
    /* Quiet moves are shorter than `reach` rows. At first that is the length of
     * quiet_reach blocks or a quarter of the rows before the phase. The bits of
     * these rows must fit 1 / SHARES of the cache, and no move may lead below
     * heap 0. */
    uint64_t reach =
        tai_max_u64(p->cut.rows * t->quiet_reach, p->cut.from_row / 4);
    reach = tai_min_u64(reach, t->cache / SHARES * 8);
    reach = tai_min_u64(reach, p->cut.from_row);
    const size_t end = tai_wheel_moves_below(p->moves, reach * m);
    const size_t moves = end > p->cut.far_from ? end - p->cut.far_from : 0;
    /* Classes of a page: from a quiet class about moves / m of all moves lead
     * to a given class, and a page is to have quiet_page moves from each quiet
     * class; what it reads must fit the cache. */
    uint64_t group = t->quiet_page * m / (moves + 1);
    group = tai_min_u64(group, t->cache / (reach / 8 + tile));
    group = tai_min_u64(group, UINT32_MAX / 2 / st->stride);
    group = tai_max_u64(group, 1);
    p->lists.quiet = (wheel_lists){
        .source = st->dense_class,
        .sources = (uint32_t)tai_min_u64(group * t->quiet_pages, st->dense),
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

/* Drops the heaps, all of class s, from which a move of index [from, end) leads
 * to a cold number of dense_class[id]. `turn` is from - from % m. Returns how
 * many are left. */
static size_t quiet_drop_by_class(const wheel_plan *p, uint64_t *heap,
                                  size_t count, uint32_t s, uint32_t id,
                                  size_t from, size_t turn, size_t end)
{
    const wheel_store *st = p->store;
    const uint64_t *value = p->moves->value;
    const uint32_t m = st->m, source = st->dense_class[id];
    const uint32_t residue = s >= source ? s - source : s + m - source;
    const unsigned lift = wheel_lift(st, source);
    const uint8_t *bits = st->bits + wheel_offset(st, id);
    const wheel_roots *t = &p->table.roots;
    if (!wheel_has_root(t, residue))
        return count;
    /* The first pass fetches the bits that the second one tests. */
    for (unsigned pass = 0; pass < 2; pass++)
        for (uint32_t k = t->start[residue]; k < t->start[residue + 1]; k++) {
            size_t i = turn + t->root[k];
            for (i += i < from ? m : 0; i < end; i += m)
                for (size_t h = 0; h < count;) {
                    const uint64_t place =
                        (heap[h] - value[i] - source) * st->inverse + lift;
                    const bool is_move = value[i] <= heap[h];
                    if (is_move && pass == 0)
                        __builtin_prefetch(&bits[place / 8]);
                    if (is_move && pass == 1 &&
                        bits[place / 8] >> place % 8 & 1)
                        heap[h] = heap[--count];
                    else
                        h++;
                }
        }
    return count;
}

bool tai_wheel_has_option(const wheel_plan *p, uint64_t n, size_t from,
                          size_t to, bool sparse_only)
{
    const wheel_store *st = p->store;
    const uint32_t m = st->m, s = (uint32_t)(n % m);
    const size_t end = tai_min_u64(tai_wheel_moves_below(p->moves, n + 1), to);
    uint32_t i_mod_m = (uint32_t)(end % m);
    /* Downwards, since small numbers are more often cold. */
    for (size_t i = end; i-- > from;) {
        i_mod_m = (i_mod_m > 0 ? i_mod_m : m) - 1;
        const uint32_t residue = p->table.residue[i_mod_m];
        const uint32_t source = s >= residue ? s - residue : s + m - residue;
        const uint32_t kind = st->kind[source];
        if (kind != WHEEL_EMPTY && (kind == WHEEL_SPARSE || !sparse_only) &&
            tai_wheel_store_has(st, n - p->moves->value[i], source))
            return true;
    }
    return false;
}

/* Appends to `left` the heaps of the block in quiet class s without a far
 * option. Zeros of the tile are heaps not shown to be hot by the quiet lists to
 * dense_class[0], ..., dense_class[tried - 1], which are not tried again. */
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
        const size_t from = id < tried ? p->lists.quiet.to : p->cut.far_from;
        const size_t turn = id < tried ? tried_turn : far_turn;
        count = quiet_drop_by_class(p, heap, count, s, id, from, turn, end);
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
    const size_t to = tai_min_u64(from + WHEEL_QUIET_CHUNK, x->own_to);
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
    /* Page by page: what a page reads stays in the cache. */
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
                                       tai_min_u64(g + 1, depth.end) * x->group,
                                       tile, &b->left[thread]);
        }
        count = kept;
    }
    wheel_count(&b->count->quiet_ors, ors);
    return status;
}
