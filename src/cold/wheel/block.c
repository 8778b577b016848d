/* Blocks in order: what is done when, and what may overlap. */
#include "cold/wheel/block.h"

#include <math.h>
#include <string.h>

static size_t candidate_room(const wheel_plan *p)
{
    return (size_t)(p->lives * p->step_rows);
}

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

/* The near moves of numbers just before the first block. Later blocks get
 * theirs from the block before. */
static ta_status push_before(void *state, uint64_t n)
{
    wheel_block *b = state;
    const wheel_plan *p = b->plan;
    const wheel_store *st = p->store;
    const uint64_t m = st->mod.m;
    const uint32_t s = (uint32_t)(n % m), id = st->kind[s];
    if (n + p->step_rows * m < b->row * m || id >= st->dense)
        return TA_OK; /* out of reach, or pushed with the sparse numbers */
    const uint64_t room = p->hit_bytes * 8, place = wheel_place(st, n, s);
    for (size_t k = p->push_start[id]; k < p->push_start[id + 1]; k++) {
        uint64_t bit = p->push[k] % room + place;
        if (bit < b->row)
            continue;
        bit -= b->row;
        uint8_t *hits = wheel_hits(b, 0, (uint32_t)(p->push[k] / room));
        hits[bit / 8] = (uint8_t)(hits[bit / 8] | 1u << bit % 8);
    }
    return TA_OK;
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
                       .kernel = wheel_kernel_for(ta_cpu_isa())};
    atomic_init(&b->no_memory, false);
    b->rows = wheel_block_rows(b, b->row);
    atomic_init(&b->far_done, 0);
    const size_t lives = plan->lives;
    b->hits = ta_alloc_zero(team->threads, sizeof *b->hits);
    b->tile = ta_alloc_zero(1, lives * plan->vectors * WHEEL_VECTOR);
    b->open = ta_alloc_zero(1, lives * plan->step_vectors * WHEEL_VECTOR);
    b->mask = ta_alloc_zero(8 * plan->step_vectors, WHEEL_VECTOR);
    b->candidate = ta_alloc(candidate_room(plan), sizeof *b->candidate);
    b->row_start = ta_alloc(plan->step_rows + 1, sizeof *b->row_start);
    b->left = ta_alloc_zero(team->threads, sizeof *b->left);
    bool ok = b->left != NULL && b->hits != NULL && b->tile != NULL &&
              b->open != NULL && b->mask != NULL && b->candidate != NULL &&
              b->row_start != NULL;
    for (unsigned t = 0; t < team->threads && ok; t++) {
        b->hits[t] = ta_alloc_zero(1, lives * plan->hit_bytes);
        ok = b->hits[t] != NULL;
    }
    if (!ok) {
        wheel_block_free(b);
        return TA_ENOMEM;
    }
    make_masks(b);
    return wheel_store_each(plan->store, push_before, b);
}

void wheel_block_free(wheel_block *b)
{
    for (unsigned t = 0; b->team != NULL && t < b->team->threads; t++) {
        if (b->hits != NULL)
            ta_free(b->hits[t]);
        if (b->left != NULL)
            wheel_list_free(&b->left[t]);
    }
    ta_free(b->hits);
    ta_free(b->left);
    ta_free(b->tile);
    ta_free(b->open);
    ta_free(b->mask);
    ta_free(b->candidate);
    ta_free(b->row_start);
    wheel_list_free(&b->cold);
    wheel_list_free(&b->doubtful);
    b->team = NULL;
}

uint64_t wheel_block_bytes(const wheel_block *b)
{
    const wheel_plan *p = b->plan;
    return p->lives * ((uint64_t)WHEEL_VECTOR * (p->vectors + p->step_vectors) +
                       p->hit_bytes * b->team->threads);
}

static ta_status emit(wheel_block *b)
{
    const uint64_t m = b->plan->store->mod.m;
    const uint64_t from = b->known;
    const uint64_t to = ta_min_u64((b->row + b->rows) * m, b->ta->n);
    size_t lo = 0, hi = b->cold.count;
    while (lo < hi && b->cold.at[lo] < from)
        lo++;
    while (hi > lo && b->cold.at[hi - 1] >= to)
        hi--;
    if (to <= from)
        return TA_OK;
    b->known = to;
    return ta_job_emit_positions(b->ta, from, to, b->cold.at + lo, hi - lo);
}

/* What the block pushed beyond its end becomes the hits of the next. */
static void carry_hits(wheel_block *b)
{
    const wheel_plan *p = b->plan;
    const size_t gone = (size_t)(b->rows / 8);
    for (uint32_t l = 0; l < p->lives; l++) {
        uint8_t *hits = wheel_hits(b, 0, l);
        memmove(hits, hits + gone, p->hit_bytes - gone);
        memset(hits + p->hit_bytes - gone, 0, gone);
    }
}

enum { QUIET_CHUNK = 64 };

static size_t quiet_chunks(const wheel_block *b, uint64_t row)
{
    return row < b->end ? (b->plan->quiets + QUIET_CHUNK - 1) / QUIET_CHUNK : 0;
}

static void quiet_chunk(wheel_block *b, unsigned thread, uint64_t row,
                        size_t chunk)
{
    uint32_t from = (uint32_t)chunk * QUIET_CHUNK;
    uint32_t to = (uint32_t)ta_min_u64(from + QUIET_CHUNK, b->plan->quiets);
    if (wheel_quiet_classes(b, thread, row, from, to) != TA_OK)
        atomic_store(&b->no_memory, true);
}

static void quiet_item(void *state, unsigned thread, size_t item)
{
    wheel_block *b = state;
    quiet_chunk(b, thread, b->row, item);
}

/* The block whose quiet classes are treated now. */
static uint64_t quiet_row(const wheel_block *b)
{
    return b->plan->ahead ? b->row + b->rows : b->row;
}

/* The far options of the block, a share for each thread; then the quiet
 * classes of the next one or, if too few moves are that long, of this one. */
static void block_item(void *state, unsigned thread, size_t item)
{
    wheel_block *b = state;
    const uint64_t lives = b->plan->lives, shares = b->team->threads;
    if (item >= shares) {
        ta_trace_item_stage(b->team->trace, thread, "quiet");
        quiet_chunk(b, thread, quiet_row(b), item - shares);
        return;
    }
    wheel_far_targets(b, (uint32_t)(lives * item / shares),
                      (uint32_t)(lives * (item + 1) / shares));
    atomic_fetch_add(&b->far_done, 1);
}

static ta_status block_run(wheel_block *b)
{
    const bool ahead = b->plan->ahead;
    const size_t shares = b->team->threads;
    const double t0 = ta_now();
    ta_trace *trace = b->team->trace;
    ta_trace_stage(trace, "exact");
    ta_status status = ahead ? wheel_quiet_end(b) : TA_OK;
    if (status != TA_OK)
        return status;
    ta_trace_stage(trace, "sparse");
    wheel_sparse_run(b);
    const double t1 = ta_now();
    ta_trace_stage(trace, "far");
    ta_team_job job;
    ta_team_job_set(&job, block_item, b,
                    shares + quiet_chunks(b, quiet_row(b)));
    atomic_store(&b->far_done, 0);
    ta_team_begin(b->team, &job);
    while (atomic_load(&b->far_done) < shares && ta_team_help(&job))
        ;
    if (!ahead || atomic_load(&b->far_done) < shares)
        ta_team_end(b->team, &job);
    ta_trace_join(trace, &job.traced, "far");
    ta_trace_stage(trace, "exact");
    if (!ahead)
        status = wheel_quiet_end(b);
    const double t2 = ta_now();
    for (unsigned step = 0;
         status == TA_OK && step * b->plan->step_rows < b->rows; step++)
        status = wheel_step_run(b, step);
    const double t3 = ta_now();
    ta_trace_stage(trace, "end");
    ta_team_end(b->team, &job);
    if (status == TA_OK && atomic_load(&b->no_memory))
        status = TA_ENOMEM;
    b->count->sparse_s += t1 - t0;
    b->count->far_s += t2 - t1;
    b->count->quiet_s += ta_now() - t3;
    b->count->blocks++;
    return status;
}

/* Seconds, as they were measured of squares: below 1.5 * 10^9 on one thread,
 * above on two, to 10^11 (data/runs/2026-11-21-wheel-1e11): by phase for making
 * its tables, and for 10^9 positions. Only their ratios count. */
static const struct {
    double tables, positions;
} phase_costs[] = {
    {0.02, 4.5}, {0.02, 2.2}, {0.03, 1.8}, {0.9, 1.9},
    {0.5, 1.5},  {0.9, 2.0},  {3.0, 2.2},  {3.1, 2.4},
};

/* What it takes to come to `done` where [0, known) need not be computed. */
static double cost_to(const ta_job *ta, uint64_t known, uint64_t done)
{
    enum { PHASES = sizeof phase_costs / sizeof *phase_costs };
    const double n = (double)ta->n, growth = 4;
    const double from = fmax((double)known, 1 << 23);
    double phase = 8.4e6; /* all that is done before tables are made is less */
    double cost = 0.04 * fmin(1, (double)done / phase); /* the plain sieve */
    for (unsigned k = 0; phase < (double)done; k++) {
        unsigned j = k < PHASES ? k : PHASES - 1;
        double end = phase * growth;
        bool last = end * 1.5 > n;
        end = last ? (double)done : fmin(end, (double)done);
        if (end > from)
            cost += phase_costs[j].tables +
                    phase_costs[j].positions * 1e-9 * (end - fmax(phase, from));
        if (last)
            break;
        phase = end;
    }
    return cost;
}

/* A run that goes on begins where the one before it has ended. */
double wheel_share(const ta_job *ta, uint64_t done)
{
    double before = cost_to(ta, 0, ta->known) / cost_to(ta, 0, ta->n);
    double now = cost_to(ta, ta->known, done) / cost_to(ta, ta->known, ta->n);
    return before + (1 - before) * now;
}

ta_status wheel_block_run_all(wheel_block *b)
{
    if (b->plan->ahead) {
        ta_trace_stage(b->team->trace, "quiet");
        ta_team_run(b->team, quiet_item, b, quiet_chunks(b, b->row));
    }
    ta_status status = atomic_load(&b->no_memory) ? TA_ENOMEM : TA_OK;
    while (status == TA_OK && b->row < b->end) {
        b->rows = wheel_block_rows(b, b->row);
        b->cold.count = 0;
        ta_trace_block(b->team->trace);
        status = block_run(b);
        if (status == TA_OK)
            status = wheel_check(b);
        if (status == TA_OK)
            status = emit(b);
        if (status == TA_OK)
            status = ta_job_poll(b->ta, wheel_share(b->ta, b->known), b->known);
        if (status != TA_OK)
            break;
        carry_hits(b);
        b->row += b->rows;
    }
    return status;
}
