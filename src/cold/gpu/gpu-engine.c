/* A run of the engine `gpu`: the start by `shift`, then phases of blocks, each
 * handed to the sink when it is finished. block_before and block_step launch
 * the kernels in the order of README.md, "A block"; what a kernel reads is set
 * in run->call before. The file is long because it is the one loop of the
 * engine, read from top to bottom. */
#include <inttypes.h>
#include <math.h>

#include "cold/engines.h"
#include "cold/gpu/gpu-about.h"
#include "cold/gpu/gpu-run.h"
#include "cold/wheel/wheel-engine.h"

const gpu_machine *tai_gpu_device;

gpu_tuning tai_gpu_tuning_default(void)
{
    return (gpu_tuning){.start = 1 << 21,
                        .rows = 1024,
                        .shape = 2.3,
                        .growth = 4,
                        .log_rows = 12,
                        .log_step = 9,
                        .dense = 1,
                        .live = 0.1,
                        .quiet_enough = 30,
                        .quiet_most = 2048,
                        .quiet_reach = 1 << 16,
                        .quiet_left = 8,
                        .examined = 1 << 14,
                        .window = 24000000,
                        .room = 1 << 12,
                        .rounds = 5,
                        .checks = 64};
}

/* ---- the modulus of a phase ---- */

/* 359125 was slower than 138125 for squares at 10^11. */
enum { MODULUS_MAX = 1 << 18, SAMPLE = 1 << 20 };

/* Returns the modulus of the next phase: any does, a good one is fast. So where
 * none is learned it takes 3*5*7*11, or less. */
static uint32_t gpu_choose_modulus(gpu_run *run)
{
    const gpu_tuning *t = run->tuning;
    const uint64_t most = tai_min_u64(
        tai_min_u64((uint64_t)sqrt(t->shape * (double)run->known), MODULUS_MAX),
        run->known / t->rows);
    const size_t from =
        tai_first_at_least(run->cold.at, run->cold.count, run->known / 2);
    const size_t every = (run->cold.count - from) / SAMPLE + 1;
    wheel_list sample = {0};
    uint32_t m = 1;
    if (t->modulus != 0 && t->modulus <= run->known / t->rows)
        return t->modulus;
    for (size_t i = from; i < run->cold.count && run->status == TA_OK;
         i += every)
        run->status = tai_wheel_list_add(&sample, run->cold.at[i]);
    if (run->status == TA_OK)
        m = tai_wheel_learn(&run->moves, &sample, (uint32_t)most, 1, &run->pool,
                            &run->status);
    tai_wheel_list_free(&sample);
    return m > 1 ? m : (uint32_t)tai_max_u64(1, tai_min_u64(most, 1155));
}

/* ---- a block ---- */

/* Quiet classes, pushes and far moves, up to the steps. Of the far moves the
 * `examined` largest are tried first on left heaps. */
static void block_before(gpu_run *run)
{
    gpu_phase *p = &run->phase;
    gpu_call *c = &run->call;
    while (p->reached < c->moves && p->quot[p->reached] < c->row + c->rows)
        p->reached++;
    const uint32_t far = p->reached - c->far_from;
    const uint32_t middle =
        p->reached - (uint32_t)tai_min_u64(far, run->tuning->examined);
    tai_gpu_clear(run, c->hits, p->hits_bytes);
    tai_gpu_clear(run, c->colds, c->lives * (uint64_t)c->words * 8);
    if (run->status == TA_OK)
        tai_gpu_clear(run, &c->counters->left, 5 * sizeof c->counters->left);
    tai_gpu_sweep(run, &p->quiet, p->quiets, c->row, c->words, 0, NULL,
                  p->quiets_there, GPU_QUIET);
    c->from = middle;
    c->to = p->reached;
    tai_gpu_launch(run, GPU_examine, c->left_room);
    c->from = c->far_from;
    c->to = middle;
    c->chunk = 8192;
    tai_gpu_launch(run, GPU_examine_hard, c->left_room);
    tai_gpu_launch(run, GPU_promote, c->left_room);
    c->count = run->counters.listed;
    tai_gpu_launch(run, GPU_push_all, c->count);
    c->last = false;
    tai_gpu_launch(run, GPU_demote, c->unsure_room);
    c->last = true;
    tai_gpu_launch(run, GPU_demote, c->unsure_room);
    tai_gpu_sweep(run, &p->far, c->lives, c->row, c->words, 0, c->hits, NULL,
                  GPU_FAR);
    tai_gpu_read(run, &run->counters, c->counters, sizeof run->counters);
}

/* Decides the step that begins at row c->at of the block. How many items wait
 * only the machine knows: kernels read it from the counters, and launches of
 * the turns have fixed sizes. */
static void block_step(gpu_run *run)
{
    gpu_call *c = &run->call;
    const uint64_t words = (uint64_t)c->lives * c->step_words;
    tai_gpu_launch(run, GPU_begin_step, 1);
    tai_gpu_sweep(run, &run->phase.step, c->lives, c->row + c->at,
                  c->step_words, c->at / 64, c->hits, NULL, GPU_STEP);
    c->count = run->counters.unsures;
    c->chunk = 1024;
    tai_gpu_launch(run, GPU_ask,
                   c->count * (uint64_t)(c->far_from / c->chunk + 1));
    tai_gpu_launch(run, GPU_admit, c->count);
    tai_gpu_launch(run, GPU_look_first, words);
    for (unsigned k = 0; k < run->tuning->rounds; k++)
        tai_gpu_launch(run, GPU_look_round, 1 << 11);
    tai_gpu_launch(run, GPU_look_last, 1);
    tai_gpu_launch(run, GPU_settle, words);
    tai_gpu_launch(run, GPU_settle_asked, c->count);
    c->chunk = 512;
    tai_gpu_launch(run, GPU_push_new, 1 << 10);
}

/* ---- results ---- */

/* Puts heap n of row r into its place among those of the row, which begin at
 * p->first[r] and end at p->next[r]: most come in order. */
static void block_put(gpu_phase *p, uint32_t r, uint64_t n)
{
    uint64_t *at = p->block.at;
    size_t to = p->next[r]++;
    for (; to > p->first[r] && at[to - 1] > n; to--)
        at[to] = at[to - 1];
    at[to] = n;
}

/* Goes through the cold heaps of the first `rows` rows of the block: those of
 * live classes, by the tiles, then those of quiet classes, which are among the
 * `fresh` numbers that were listed in the block. Counts them by row (row r in
 * p->first[r + 1]), or, if `put`, puts them into p->block. */
static void block_pass(gpu_run *run, uint32_t rows, uint32_t fresh, bool put)
{
    gpu_phase *p = &run->phase;
    const gpu_call *c = &run->call;
    const uint64_t first = (uint64_t)c->row * c->m;
    for (uint32_t s = 0, k = 0; k < c->lives; s++) {
        if (p->live[s] != k) /* live indices increase with s */
            continue;
        for (uint32_t r = 0; r < rows; r += 64)
            for (uint64_t cold = ~p->hits[k * (size_t)c->words + r / 64];
                 cold != 0; cold &= cold - 1)
                if (put)
                    block_put(p, r + tai_ctz(cold),
                              first + (r + tai_ctz(cold)) * (uint64_t)c->m + s);
                else
                    p->first[r + tai_ctz(cold) + 1]++;
        k++;
    }
    for (uint32_t i = 0; i < fresh; i++) {
        const uint32_t r = p->fresh_row[i] - c->row, s = p->fresh_class[i];
        if (p->live[s] == GPU_NONE && put) {
            block_put(p, r, first + (uint64_t)r * c->m + s);
            p->quiet_colds++;
        } else if (p->live[s] == GPU_NONE)
            p->first[r + 1]++;
    }
}

/* Sets p->block to the cold numbers of the first `rows` rows of the block, in
 * order, by a counting sort; `before` numbers were listed before the block. */
static void block_collect(gpu_run *run, uint32_t rows, uint32_t before)
{
    gpu_phase *p = &run->phase;
    gpu_call *c = &run->call;
    const uint32_t fresh = run->counters.listed - before;
    tai_gpu_read(run, p->hits, c->hits, c->lives * (uint64_t)c->words * 8);
    if (run->status == TA_OK && fresh > 0) {
        tai_gpu_read(run, p->fresh_row, c->listed_row + before,
                     fresh * sizeof *p->fresh_row);
        tai_gpu_read(run, p->fresh_class, c->listed_class + before,
                     fresh * sizeof *p->fresh_class);
    }
    if (run->status != TA_OK)
        return;
    memset(p->first, 0, (c->rows + 1) * sizeof *p->first);
    block_pass(run, rows, fresh, false);
    for (uint32_t r = 0; r < c->rows; r++)
        p->first[r + 1] += p->first[r];
    memcpy(p->next, p->first, (c->rows + 1) * sizeof *p->first);
    p->block.count = p->first[c->rows];
    if (tai_grow(&p->block.at, &p->block.room, 0, p->block.count,
                 sizeof *p->block.at))
        block_pass(run, rows, fresh, true);
    else
        run->status = TA_ENOMEM;
}

/* Compares some heaps of the block below `to` with the definition, half of them
 * found cold. */
static void block_check(gpu_run *run, uint64_t to)
{
    gpu_call *c = &run->call;
    const wheel_list *b = &run->phase.block;
    const uint64_t first = (uint64_t)c->row * c->m;
    const size_t count = tai_first_at_least(b->at, b->count, to);
    uint64_t heap[GPU_CHECKS], random = first;
    uint32_t hot[GPU_CHECKS];
    c->count = (uint32_t)tai_min_u64(run->tuning->checks, GPU_CHECKS);
    for (uint32_t k = 0; k < c->count; k++) {
        random = (random + 1) * 0x9E3779B97F4A7C15u;
        heap[k] = k % 2 == 1 && count > 0
                      ? b->at[(random >> 16) % count]
                      : first + (random >> 16) % (to - first);
    }
    tai_gpu_write(run, c->numbers, heap, c->count * sizeof *heap);
    tai_gpu_launch(run, GPU_check_heaps, c->count);
    tai_gpu_read(run, hot, c->tally, c->count * sizeof *hot);
    for (uint32_t k = 0; k < c->count && run->status == TA_OK; k++) {
        const size_t i = tai_first_at_least(b->at, count, heap[k]);
        if (hot[k] == (i < count && b->at[i] == heap[k]))
            run->status = tai_fail(run->job->error, TA_EMISMATCH,
                                   "the self-check found a wrong position");
    }
}

/* Hands the cold numbers of the block below `to` to the sink. Those that were
 * known, where the phase begins a little earlier, must be the same. */
static void block_emit(gpu_run *run, uint64_t to)
{
    wheel_list *cold = &run->cold;
    const wheel_list *b = &run->phase.block;
    const uint64_t first = (uint64_t)run->call.row * run->call.m;
    const size_t again = tai_first_at_least(b->at, b->count, run->known);
    const size_t end = tai_first_at_least(b->at, b->count, to);
    const size_t from = tai_first_at_least(cold->at, cold->count, first);
    if (cold->count - from != again ||
        (again > 0 &&
         memcmp(cold->at + from, b->at, again * sizeof *b->at) != 0)) {
        run->status = tai_fail(run->job->error, TA_EMISMATCH,
                               "the first block of a phase disagrees with the "
                               "positions before it");
        return;
    }
    for (size_t i = again; i < end && run->status == TA_OK; i++)
        run->status = tai_wheel_list_add(cold, b->at[i]);
    if (run->status == TA_OK)
        run->status = tai_job_emit_positions(run->job, run->known, to,
                                             end > again ? b->at + again : NULL,
                                             end - again);
    run->known = to;
}

/* Decides the block that begins at c->row. Returns false if it is void, since
 * an array had no room. */
static bool block_run(gpu_run *run)
{
    gpu_phase *p = &run->phase;
    gpu_call *c = &run->call;
    const uint32_t before = run->counters.listed;
    const double t0 = tai_now();
    block_before(run);
    const double t1 = tai_now();
    for (c->at = 0; c->at < c->rows && c->row + c->at < p->end_row &&
                    run->counters.full == 0;
         c->at += c->step)
        block_step(run);
    tai_gpu_read(run, &run->counters, c->counters, sizeof run->counters);
    if (run->status == TA_OK && run->counters.wrong != 0)
        run->status = tai_fail(run->job->error, TA_EMISMATCH,
                               "a heap of a step was left undecided");
    if (run->status != TA_OK || run->counters.full != 0)
        return false;
    const uint64_t to =
        tai_min_u64((uint64_t)(c->row + c->at) * c->m, p->until);
    p->before_s += t1 - t0;
    p->step_s += tai_now() - t1;
    p->lefts += run->counters.left;
    p->hards += run->counters.hard;
    p->unsures += run->counters.unsures;
    p->asked += run->counters.all_asked;
    p->waiting += run->counters.all_items - run->counters.all_asked;
    p->blocks++;
    block_collect(run, c->at, before);
    if (run->status == TA_OK)
        block_check(run, to);
    if (run->status == TA_OK)
        block_emit(run, to);
    if (run->status == TA_OK)
        run->status = tai_job_poll(run->job, run->known);
    return run->status == TA_OK;
}

/* ---- a phase ---- */

static void phase_add_stats(const gpu_run *run, double begin, double planned)
{
    const gpu_phase *p = &run->phase;
    const gpu_call *c = &run->call;
    ta_stats *stats = run->job->options->stats;
    double ors[GPU_KINDS] = {0};
    /* At least 1, so that a phase of a void block divides by no 0. */
    const double heaps = (double)((uint64_t)(c->row - p->from_row) * c->m) + 1;
    for (int i = 0; i < GPU_STATS; i++)
        for (int k = 0; k < GPU_KINDS; k++)
            ors[k] += 8 * (double)run->counters.ors[i][k];
    tai_report_add(
        stats, "phase",
        "from=%" PRIu64 " modulus=%" PRIu32 " block_rows=%" PRIu32
        " blocks=%" PRIu64 " dense=%" PRIu32 " live=%" PRIu32 " quiet=%" PRIu32
        " listed=%" PRIu32 " machine_bytes=%" PRIu64,
        (uint64_t)p->from_row * c->m, c->m, c->rows, p->blocks, p->denses,
        c->lives, p->quiets, run->counters.listed, p->bytes);
    /* Bytes for each position; heaps. */
    tai_report_add(stats, "phase_work",
                   "quiet_ors=%.3f far_ors=%.3f step_ors=%.3f left=%" PRIu64
                   " hard=%" PRIu64 " unsure=%" PRIu64 " asked=%" PRIu64
                   " waiting=%" PRIu64 " quiet_cold=%" PRIu64 " full=%" PRIu32
                   " quiet_list=%" PRIu64 " far_list=%" PRIu64
                   " step_list=%" PRIu64 " near_list=%" PRIu64,
                   ors[0] / heaps, ors[1] / heaps, ors[2] / heaps, p->lefts,
                   p->hards, p->unsures, p->asked, p->waiting, p->quiet_colds,
                   run->counters.full, p->quiet.entries, p->far.entries,
                   p->step.entries, p->near.entries);
    tai_report_add(stats, "phase_s",
                   "total=%.3f tables=%.3f before=%.3f steps=%.3f",
                   tai_now() - begin, planned - begin, p->before_s, p->step_s);
}

static void add_kernel_stats(const gpu_run *run)
{
#define KERNEL_NAME(kernel, shape) #kernel,
    static const char *const name[] = {GPU_KERNELS(KERNEL_NAME) "sweep, quiet",
                                       "sweep, far", "sweep, step"};
    for (size_t i = 0; i < GPU_COUNT + GPU_KINDS; i++)
        if (run->kernel_s[i] > 0)
            tai_report_add(run->job->options->stats, "kernel_s", "%.3f %s",
                           run->kernel_s[i], name[i]);
}

/* Runs a phase from run->known to `until`, or to a block that is void: the next
 * phase then has more room. It begins at the last multiple of 64 rows. */
static void gpu_run_phase(gpu_run *run, uint32_t m, uint64_t until)
{
    const double begin = tai_now();
    const gpu_tuning *t = run->tuning;
    const uint64_t end_row = (until + m - 1) / m;
    if (end_row >> 31 != 0) { /* rows have 32 bits, with a block beyond */
        run->status = tai_fail(run->job->error, TA_ERANGE,
                               "this set has no modulus with which the engine "
                               "gpu could go on; --engine=wheel may");
        return;
    }
    run->phase = (gpu_phase){.from_row = (uint32_t)(run->known / m / 64 * 64),
                             .end_row = (uint32_t)end_row,
                             .until = until};
    run->call = (gpu_call){.m = m,
                           .rows = (uint32_t)1 << t->log_rows,
                           .log_rows = t->log_rows,
                           .words = (uint32_t)1 << (t->log_rows - 6),
                           .step = (uint32_t)1 << t->log_step,
                           .step_words = (uint32_t)1 << (t->log_step - 6)};
    tai_gpu_plan(run);
    const double planned = tai_now();
    gpu_call *c = &run->call;
    for (c->row = run->phase.from_row;
         run->status == TA_OK && run->counters.full == 0 && c->row < end_row &&
         block_run(run);
         c->row += c->rows)
        ;
    if (run->status == TA_OK && run->counters.full != 0)
        run->room *= 4;
    phase_add_stats(run, begin, planned);
    tai_gpu_phase_free(run);
    run->phases++;
}

static void gpu_run_phases(gpu_run *run)
{
    const tai_job *job = run->job;
    const double begin = tai_now();
    run->status = tai_wheel_start(job, &run->moves, run->tuning->start,
                                  &run->cold, &run->known);
    if (run->status == TA_OK)
        run->status = tai_wheel_emit_start(job, &run->cold, run->known);
    tai_report_add(job->options->stats, "start_s", "%.3f", tai_now() - begin);
    if (run->status == TA_OK)
        run->status = tai_job_poll(job, run->known);
    while (run->status == TA_OK && run->known < job->n) {
        const uint32_t m = gpu_choose_modulus(run);
        double until = (double)run->known * run->tuning->growth;
        if (until * 1.5 > (double)job->n)
            until = (double)job->n;
        if (run->status == TA_OK)
            gpu_run_phase(run, m, (uint64_t)until);
    }
}

/* ---- the engine ---- */

static ta_status gpu_fail(const tai_job *job, const gpu_machine *machine,
                          const char *what)
{
    return tai_fail(job->error, TA_EINVAL, "%s%s", what, machine->problem());
}

ta_status tai_gpu_run(const tai_job *job, const gpu_tuning *tuning,
                      const gpu_machine *machine)
{
    gpu_run run = {
        .job = job, .tuning = tuning, .machine = machine, .room = tuning->room};
    uint64_t *value = NULL, memory;
    char have[32], need[32];
    const uint64_t least = job->n / 128; /* bits of dense classes; README */
    if (!machine->open(&memory))
        return gpu_fail(job, machine, "the engine gpu has no device: ");
    if (memory < least)
        return tai_fail(job->error, TA_EINVAL,
                        "the device has %s of free memory, and the run needs "
                        "%s at least: take a smaller N, or --engine=wheel",
                        tai_bytes_text(memory, have),
                        tai_bytes_text(least, need));
    tai_report_add(job->options->stats, "machine", "%s", machine->name());
    run.status = ta_game_elements(job->game, job->n, &value, &run.moves.count);
    run.moves.value = value;
    if (run.status == TA_OK)
        run.status = tai_pool_open(&run.pool, job->threads, job->error);
    if (run.status == TA_OK)
        gpu_run_phases(&run);
    tai_pool_close(&run.pool);
    tai_wheel_list_free(&run.cold);
    ta_free(value);
    add_kernel_stats(&run);
    tai_report_add(job->options->stats, "phases", "%u", run.phases);
    return run.status;
}

static ta_status gpu_run_default(const tai_job *job)
{
    gpu_tuning tuning = tai_gpu_tuning_default();
    tai_polynomial p;
    const gpu_machine *machine =
        job->options->emulate ? &tai_gpu_emulated : tai_gpu_device;
    if (!job->options->check)
        tuning.checks = 0;
    if (!tai_game_polynomial(job->game, &p) || p.degree != 2)
        return tai_fail(job->error, TA_EINVAL,
                        "the engine gpu takes sets that are the values of one "
                        "polynomial of degree 2, such as squares; "
                        "--engine=auto takes all");
    if (machine == NULL)
        return tai_fail(job->error, TA_EINVAL,
                        "this program was built without a device: `make cuda` "
                        "builds takeaway-cuda, and gpu:emulate runs the same "
                        "kernels on the processor, for tests");
    return tai_gpu_run(job, &tuning, machine);
}

const char *tai_gpu_about(void)
{
    uint64_t memory;
    if (tai_gpu_device == NULL)
        return "none, since this program was built without CUDA (make cuda)";
    return tai_gpu_device->open(&memory) ? tai_gpu_device->name()
                                         : tai_gpu_device->problem();
}

const tai_engine tai_engine_gpu = {
    .info = {"gpu", "the idea of the wheel on a GPU; sets of degree 2"},
    .power = 1,
    .memory = tai_wheel_memory,
    .run = gpu_run_default};
