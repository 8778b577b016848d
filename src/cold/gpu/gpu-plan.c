/* The tables of a phase, by tai_gpu_plan: moves, store, quiet classes, live
 * classes and their lists. Most are made on the machine: the host fills in the
 * part of run->call that a kernel reads, and launches it. After an error arrays
 * are NULL: what the host reads or writes itself is looked at only if
 * run->status is TA_OK. The file is long because each table is made from those
 * before it. */
#include "cold/gpu/gpu-run.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

/* ---- the machine ---- */

/* Keeps the first error; `why` is empty if there is no memory. */
static void plan_fail(gpu_run *run, ta_status status, const char *why)
{
    if (run->status == TA_OK)
        run->status = *why == '\0'
                          ? TA_ENOMEM
                          : tai_fail(run->job->error, status, "%s", why);
}

static void plan_check_machine(gpu_run *run, bool good)
{
    if (!good)
        plan_fail(run, TA_EIO, run->machine->problem());
}

void *tai_gpu_own(gpu_run *run, uint64_t count, uint64_t size)
{
    gpu_phase *p = &run->phase;
    void *array = NULL;
    assert(p->owns < GPU_ARRAYS);
    if (run->status == TA_OK && (array = tai_alloc_zero(count, size)) == NULL)
        plan_fail(run, TA_ENOMEM, "");
    if (array != NULL)
        p->own[p->owns++] = array;
    return array;
}

void *tai_gpu_take(gpu_run *run, uint64_t count, uint64_t size)
{
    enum { BEYOND = 64 }; /* what a group of sources reads after the last */
    gpu_phase *p = &run->phase;
    const uint64_t bytes = tai_add_sat(tai_mul_sat(count, size), BEYOND);
    void *array = NULL;
    assert(p->takens < GPU_ARRAYS);
    if (run->status == TA_OK && (array = run->machine->take(bytes)) == NULL)
        plan_fail(run, TA_ENOMEM, run->machine->problem());
    if (array != NULL) {
        p->taken[p->takens++] = array;
        p->bytes += bytes;
    }
    return array;
}

void *tai_gpu_upload(gpu_run *run, const void *from, uint64_t count,
                     uint64_t size)
{
    void *array = tai_gpu_take(run, count, size);
    tai_gpu_write(run, array, from, count * size);
    return array;
}

void tai_gpu_write(gpu_run *run, void *to, const void *from, uint64_t bytes)
{
    if (run->status == TA_OK && bytes > 0)
        plan_check_machine(run, run->machine->to(to, from, bytes));
}

void tai_gpu_read(gpu_run *run, void *to, const void *from, uint64_t bytes)
{
    if (run->status == TA_OK && bytes > 0)
        plan_check_machine(run, run->machine->from(to, from, bytes));
}

void tai_gpu_clear(gpu_run *run, void *array, uint64_t bytes)
{
    if (run->status == TA_OK)
        plan_check_machine(run, run->machine->clear(array, bytes));
}

/* If the caller wants --stats, waits for the kernel, to measure its time. */
void tai_gpu_launch(gpu_run *run, gpu_kernel kernel, uint64_t items)
{
    const gpu_machine *machine = run->machine;
    const double begin = tai_now();
    if (run->status != TA_OK || items == 0)
        return;
    plan_check_machine(
        run, machine->launch(kernel, items, &run->call) &&
                 (run->job->options->stats == NULL || machine->wait()));
    run->kernel_s[kernel == GPU_sweep ? GPU_COUNT + run->call.kind : kernel] +=
        tai_now() - begin;
}

void tai_gpu_sweep(gpu_run *run, const gpu_lists *lists, uint32_t targets,
                   uint32_t row, uint32_t part, uint32_t first_word,
                   uint64_t *out, const uint32_t *left_class, uint32_t kind)
{
    gpu_call *c = &run->call;
    const uint32_t block_row = c->row;
    c->start = lists->start;
    c->stop = lists->stop;
    c->list = lists->list;
    c->pages = lists->pages;
    c->targets = targets;
    c->row = row;
    c->part = part;
    c->first_word = first_word;
    c->out = out;
    c->left_class = left_class;
    c->kind = kind;
    tai_gpu_launch(run, GPU_sweep, targets);
    c->row = block_row;
}

/* ---- moves and store ---- */

/* Takes the moves that can matter: the last block may end up to its rows beyond
 * the phase. */
static void plan_moves(gpu_run *run)
{
    gpu_phase *p = &run->phase;
    gpu_call *c = &run->call;
    const uint64_t m = c->m;
    c->moves = (uint32_t)tai_wheel_moves_below(
        &run->moves, ((uint64_t)p->end_row + c->rows) * m);
    c->near_to = (uint32_t)tai_wheel_moves_below(&run->moves, c->step * m);
    c->far_from = (uint32_t)tai_wheel_moves_below(&run->moves, c->rows * m);
    c->near_to = (uint32_t)tai_min_u64(c->near_to, c->moves);
    c->far_from = (uint32_t)tai_min_u64(c->far_from, c->moves);
    uint32_t *quot = tai_gpu_own(run, c->moves, sizeof *quot);
    uint32_t *rest = tai_gpu_own(run, c->moves, sizeof *rest);
    for (uint32_t i = 0; run->status == TA_OK && i < c->moves; i++) {
        quot[i] = (uint32_t)(run->moves.value[i] / m);
        rest[i] = (uint32_t)(run->moves.value[i] % m);
    }
    p->quot = quot;
    c->quot = tai_gpu_upload(run, quot, c->moves, sizeof *quot);
    c->rest = tai_gpu_upload(run, rest, c->moves, sizeof *rest);
}

/* Launches a kernel on the cold numbers in [from, to). */
static void plan_each_number(gpu_run *run, gpu_kernel kernel, uint64_t from,
                             uint64_t to)
{
    gpu_call *c = &run->call;
    const wheel_list *cold = &run->cold;
    size_t i = tai_first_at_least(cold->at, cold->count, from);
    const size_t end = tai_first_at_least(cold->at, cold->count, to);
    while (run->status == TA_OK && i < end) {
        c->count = (uint32_t)tai_min_u64(end - i, GPU_NUMBERS);
        tai_gpu_write(run, c->numbers, cold->at + i, c->count * 8);
        tai_gpu_launch(run, kernel, c->count);
        i += c->count;
    }
}

typedef struct ranked {
    double density;
    uint32_t s;
} ranked;

static int plan_by_density(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    if (x->density != y->density)
        return x->density < y->density ? 1 : -1;
    return (x->s > y->s) - (x->s < y->s);
}

/* Chooses the dense classes, lays out their bits, and makes the tables of where
 * the bits of a class begin: c->dense, p->tiers, p->halves. Tier t has
 * densities of at least top / 2^(t + 1), the last tier all others; 1/200 of the
 * dense classes exceed `top`. */
static void plan_dense(gpu_run *run)
{
    gpu_phase *p = &run->phase;
    gpu_call *c = &run->call;
    /* Words of zeros before row 0: shifts are at most a block beyond it. */
    const uint32_t m = c->m, front = c->words + 2;
    const uint64_t stride =
        front + ((uint64_t)p->end_row + 2 * c->rows) / 64 + 8;
    ranked *rank = tai_gpu_own(run, m, sizeof *rank);
    uint32_t *word = tai_gpu_own(run, m, sizeof *word);
    uint32_t *tier = tai_gpu_own(run, (GPU_TIERS + 2) * m, sizeof *tier);
    if (run->status != TA_OK)
        return;
    for (uint32_t s = 0; s < m; s++)
        if (p->density[s] >= run->tuning->dense)
            rank[p->denses++] = (ranked){p->density[s], s};
    qsort(rank, p->denses, sizeof *rank, plan_by_density);
    if ((p->denses + 2) * stride >> 32 != 0) { /* gpu_source.word */
        plan_fail(run, TA_ERANGE,
                  "the dense classes exceed the 32 GiB that the engine gpu can "
                  "address; --engine=wheel goes on from a checkpoint");
        return;
    }
    memset(word, 0xff, m * sizeof *word);
    memset(tier, 0xff, (GPU_TIERS + 2) * (size_t)m * sizeof *tier);
    const double top = p->denses == 0 ? 0 : rank[p->denses / 200].density;
    for (uint32_t i = 0; i < p->denses; i++) {
        const uint32_t s = rank[i].s;
        uint32_t t = 0;
        while (t < GPU_TIERS - 1 && rank[i].density < top / (2 << t))
            t++;
        word[s] = (uint32_t)((i + 1) * stride + front);
        tier[t * m + s] = word[s];
        tier[(t < GPU_TIERS - 1 ? GPU_TIERS : GPU_TIERS + 1) * m + s] = word[s];
    }
    c->bits = tai_gpu_take(run, (p->denses + 2) * stride, sizeof *c->bits);
    c->dense = tai_gpu_upload(run, word, m, sizeof *word);
    p->tiers = tai_gpu_upload(run, tier, (GPU_TIERS + 2) * m, sizeof *tier);
    if (run->status == TA_OK)
        p->halves = p->tiers + GPU_TIERS * m;
}

/* Measures the classes in the upper half of what is known, and stores all cold
 * numbers before the phase. */
static void plan_store(gpu_run *run)
{
    gpu_phase *p = &run->phase;
    gpu_call *c = &run->call;
    const uint64_t m = c->m, to = p->from_row * m;
    uint64_t slots = 2;
    uint32_t *count = tai_gpu_own(run, m, sizeof *count);
    p->density = tai_gpu_own(run, m, sizeof *p->density);
    c->numbers = tai_gpu_take(run, GPU_NUMBERS, sizeof *c->numbers);
    c->tally = tai_gpu_take(run, m + GPU_CHECKS, sizeof *c->tally);
    plan_each_number(run, GPU_count_classes, to / 2, to);
    tai_gpu_read(run, count, c->tally, m * sizeof *count);
    double listed = 0;
    for (uint32_t s = 0; run->status == TA_OK && s < m; s++) {
        p->density[s] = 4096.0 * count[s] * (double)m / (double)(to - to / 2);
        listed += p->density[s] < run->tuning->dense ? count[s] : 0;
    }
    plan_dense(run);
    /* Twice `listed` is about what is to be listed now; four times that, since
     * the phase lists more. The hash table is half full at most. */
    c->listed_room = (uint32_t)fmin(8 * listed + 16.0 * run->room, 1 << 30);
    while (slots < 2 * (uint64_t)c->listed_room)
        slots *= 2;
    c->hash_mask = (uint32_t)(slots - 1);
    c->hash = tai_gpu_take(run, slots, sizeof *c->hash);
    c->occupied = tai_gpu_take(run, m, sizeof *c->occupied);
    c->listed_row = tai_gpu_take(run, c->listed_room, sizeof(uint32_t));
    c->listed_class = tai_gpu_take(run, c->listed_room, sizeof(uint32_t));
    c->cursor = tai_gpu_take(run, c->listed_room, sizeof(uint32_t));
    c->counters = tai_gpu_take(run, 1, sizeof *c->counters);
    plan_each_number(run, GPU_fill_store, 0, to);
    c->row = p->from_row;
    tai_gpu_launch(run, GPU_set_cursors, c->listed_room);
    tai_gpu_read(run, &run->counters, c->counters, sizeof run->counters);
}

/* ---- quiet classes ---- */

/* Lists sources for the classes of low density, and tries the lists on the
 * block before the phase: a class of which few heaps are left is quiet, and has
 * GPU_NONE in p->live. All others are live. */
static void plan_quiet(gpu_run *run)
{
    gpu_phase *p = &run->phase;
    gpu_call *c = &run->call;
    const gpu_tuning *t = run->tuning;
    const uint32_t m = c->m;
    const uint32_t reach = (uint32_t)tai_max_u64(c->moves / 4, t->quiet_reach);
    float *weight = tai_gpu_own(run, m, sizeof *weight);
    uint32_t kept = 0;
    p->quiet_class = tai_gpu_own(run, m, sizeof *p->quiet_class);
    p->live = tai_gpu_own(run, m, sizeof *p->live);
    if (run->status != TA_OK || p->from_row < 3 * c->rows)
        return;
    for (uint32_t s = 0; s < m; s++) {
        weight[s] = (float)-log1p(-fmin(p->density[s] / 4096, 0.9));
        if (p->density[s] < t->live)
            p->quiet_class[p->quiets++] = s;
    }
    c->targets = p->quiets;
    c->most = t->quiet_most / GPU_AT_ONCE * GPU_AT_ONCE;
    if ((uint64_t)p->quiets * c->most >> 32 != 0) /* indices have 32 bits */
        c->most = (uint32_t)((UINT64_C(1) << 32) / p->quiets / GPU_AT_ONCE) *
                  GPU_AT_ONCE;
    c->target =
        tai_gpu_upload(run, p->quiet_class, p->quiets, sizeof(uint32_t));
    c->weight = tai_gpu_upload(run, weight, m, sizeof *weight);
    c->start = tai_gpu_take(run, p->quiets, sizeof(uint32_t));
    c->stop = tai_gpu_take(run, p->quiets, sizeof(uint32_t));
    c->list =
        tai_gpu_take(run, (uint64_t)p->quiets * c->most, sizeof(gpu_source));
    c->table = p->tiers;
    c->from = c->far_from;
    c->to = c->moves - c->from < reach ? c->moves : c->from + reach;
    c->shift_most = p->from_row - c->rows; /* the trial's first row */
    c->enough = (float)t->quiet_enough;
    tai_gpu_launch(run, GPU_build_quiet, p->quiets);
    p->quiet = (gpu_lists){c->start, c->stop, c->list, 1, 0};
    uint64_t *trial =
        tai_gpu_take(run, (uint64_t)p->quiets * c->words, sizeof *trial);
    tai_gpu_sweep(run, &p->quiet, p->quiets, p->from_row - c->rows, c->words, 0,
                  trial, NULL, GPU_QUIET);
    tai_gpu_launch(run, GPU_count_zeros, p->quiets);
    uint32_t *zeros = tai_gpu_own(run, p->quiets, sizeof *zeros);
    uint32_t *start = tai_gpu_own(run, p->quiets, sizeof *start);
    uint32_t *stop = tai_gpu_own(run, p->quiets, sizeof *stop);
    tai_gpu_read(run, zeros, c->tally, p->quiets * sizeof *zeros);
    tai_gpu_read(run, start, c->start, p->quiets * sizeof *start);
    tai_gpu_read(run, stop, c->stop, p->quiets * sizeof *stop);
    for (uint32_t k = 0; run->status == TA_OK && k < p->quiets; k++)
        if (zeros[k] * 4096.0 <= t->quiet_left * c->rows) {
            p->live[p->quiet_class[k]] = GPU_NONE;
            start[kept] = start[k];
            stop[kept] = stop[k];
            p->quiet.entries += stop[k] - start[k];
            p->quiet_class[kept++] = p->quiet_class[k];
        }
    p->quiets = kept;
    p->quiets_there = tai_gpu_upload(run, p->quiet_class, kept, 4);
    p->quiet.start = tai_gpu_upload(run, start, kept, sizeof *start);
    p->quiet.stop = tai_gpu_upload(run, stop, kept, sizeof *stop);
}

/* ---- live classes and their lists ---- */

/* Uploads the set of the classes of which value[s] is not GPU_NONE. */
static uint32_t *plan_set(gpu_run *run, const uint32_t *value)
{
    const uint32_t m = run->call.m;
    uint32_t *set = tai_gpu_own(run, m / 32 + 1, sizeof *set);
    for (uint32_t s = 0; run->status == TA_OK && s < m; s++)
        if (value[s] != GPU_NONE)
            set[s / 32] |= (uint32_t)1 << s % 32;
    return tai_gpu_upload(run, set, m / 32 + 1, sizeof *set);
}

/* Lists the moves [from, to) from live classes to those of `tables` tables of m
 * numbers each, in `windows` windows of equally many moves: counts, sums up,
 * fills. Lists are padded to groups, so that each ends where the next begins.
 */
static gpu_lists plan_lists(gpu_run *run, uint32_t from, uint32_t to,
                            uint32_t windows, uint32_t tables,
                            const uint32_t *table, bool near)
{
    gpu_call *c = &run->call;
    gpu_lists l = {.pages = windows * tables};
    const uint64_t count = (uint64_t)l.pages * c->lives;
    uint32_t *bound = tai_gpu_own(run, windows + 1, sizeof *bound);
    uint32_t *start = tai_gpu_own(run, count + 1, sizeof *start);
    for (uint32_t w = 0; run->status == TA_OK && w <= windows; w++)
        bound[w] = from + (uint32_t)((uint64_t)(to - from) * w / windows);
    c->target = c->live_class;
    c->targets = c->lives;
    c->windows = windows;
    c->pages = l.pages;
    c->table = table;
    c->for_near = near;
    c->fill = false;
    c->bound = tai_gpu_upload(run, bound, windows + 1, sizeof *bound);
    c->start = l.start = tai_gpu_take(run, count + 1, sizeof *l.start);
    tai_gpu_launch(run, GPU_build, count);
    tai_gpu_read(run, start, l.start, count * sizeof *start);
    for (uint64_t i = 0; run->status == TA_OK && i <= count; i++) {
        const uint32_t n =
            (start[i] + GPU_AT_ONCE - 1) / GPU_AT_ONCE * GPU_AT_ONCE;
        start[i] = (uint32_t)l.entries;
        l.entries += n;
    }
    if (l.entries >> 32 != 0)
        plan_fail(run, TA_ERANGE,
                  "the lists of moves exceed 2^32 entries; "
                  "--engine=wheel goes on from a checkpoint");
    tai_gpu_write(run, l.start, start, (count + 1) * sizeof *start);
    c->list = l.list = tai_gpu_take(run, l.entries, sizeof *l.list);
    c->fill = true;
    tai_gpu_launch(run, GPU_build, count);
    if (run->status == TA_OK)
        l.stop = l.start + 1;
    return l;
}

/* Numbers the live classes, takes what the blocks need, and makes the lists. */
static void plan_live(gpu_run *run)
{
    gpu_phase *p = &run->phase;
    gpu_call *c = &run->call;
    const uint32_t m = c->m;
    uint32_t *class = tai_gpu_own(run, m, sizeof *class);
    uint32_t *word = tai_gpu_own(run, m, sizeof *word);
    c->lives = 0;
    for (uint32_t s = 0; run->status == TA_OK && s < m; s++)
        if (p->live[s] != GPU_NONE) {
            p->live[s] = c->lives;
            class[c->lives++] = s;
        }
    tai_gpu_read(run, word, c->dense, m * sizeof *word);
    c->mark = tai_gpu_upload(run, p->live, m, sizeof *p->live);
    c->live_class = tai_gpu_upload(run, class, c->lives, sizeof *class);
    c->live_set = plan_set(run, p->live);
    c->dense_set = plan_set(run, word);
    /* Each unsure heap may want a tile for its class. */
    const uint64_t tiles = (uint64_t)c->lives + run->room;
    if (tiles << c->log_rows >= GPU_ASKED)
        plan_fail(run, TA_ERANGE,
                  "the live classes exceed what the engine gpu "
                  "can address; --engine=wheel takes the set");
    p->hits_bytes = tiles * c->words * sizeof *c->hits;
    c->hits = tai_gpu_take(run, 1, p->hits_bytes);
    c->colds = tai_gpu_take(run, c->lives, c->words * sizeof *c->colds);
    p->near = plan_lists(run, 0, c->near_to, 1, 1, c->mark, true);
    p->step = plan_lists(run, 0, c->far_from, 1, 1, c->dense, false);
    /* A window's bits fit the cache, and its lists are not too short. */
    const uint64_t far = c->moves - c->far_from;
    const uint64_t bytes = p->denses * ((uint64_t)p->end_row / 8);
    const uint32_t windows =
        (uint32_t)tai_min_u64(bytes / run->tuning->window + 1, far / 12000 + 1);
    p->far =
        plan_lists(run, c->far_from, c->moves, windows, 2, p->halves, false);
    c->near_start = p->near.start;
    c->near = p->near.list;
    c->left_room = 16 * p->quiets + run->room;
    c->unsure_room = run->room;
    c->left = tai_gpu_take(run, c->left_room, sizeof *c->left);
    c->hard = tai_gpu_take(run, c->left_room, sizeof *c->hard);
    c->unsure = tai_gpu_take(run, c->unsure_room, sizeof *c->unsure);
    c->asked = tai_gpu_take(run, c->unsure_room, sizeof *c->asked);
    c->items = tai_gpu_take(run, (uint64_t)c->lives * c->step + c->unsure_room,
                            sizeof *c->items);
    p->hits = tai_gpu_own(run, c->lives, c->words * sizeof *p->hits);
    p->first = tai_gpu_own(run, c->rows + 1, sizeof *p->first);
    p->next = tai_gpu_own(run, c->rows + 1, sizeof *p->next);
    p->fresh_row = tai_gpu_own(run, c->listed_room, sizeof(uint32_t));
    p->fresh_class = tai_gpu_own(run, c->listed_room, sizeof(uint32_t));
}

void tai_gpu_plan(gpu_run *run)
{
    plan_moves(run);
    plan_store(run);
    plan_quiet(run);
    plan_live(run);
}

void tai_gpu_phase_free(gpu_run *run)
{
    gpu_phase *p = &run->phase;
    while (p->owns > 0)
        ta_free(p->own[--p->owns]);
    while (p->takens > 0)
        run->machine->give(p->taken[--p->takens]);
    tai_wheel_list_free(&p->block);
}
