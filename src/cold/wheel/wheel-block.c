/* The blocks of a phase, in order, and the self-check. */
#include "cold/wheel/wheel-block.h"

ta_status tai_wheel_block_init(wheel_block *b, uint64_t end)
{
    const wheel_plan *p = b->plan;
    const unsigned threads = b->pool->threads;
    const size_t bytes = (size_t)p->cut.vectors * WHEEL_VECTOR;
    const size_t hot = (size_t)p->class.lives * WHEEL_HOT_BITS / 8;
    b->kernel = TA_KERNEL_HERE(tai_wheel_kernel);
    b->store = p->store;
    b->row = p->cut.from_row;
    b->end = end;
    b->hash = tai_wheel_plan_hash(p);
    b->hits_bytes = p->class.lives * bytes;
    atomic_init(&b->no_memory, false);
    b->hits = tai_alloc(threads, b->hits_bytes);
    b->tiles = tai_alloc((uint64_t)threads * WHEEL_QUIET_CHUNK, bytes);
    b->left = tai_alloc_zero(threads, sizeof *b->left);
    b->step.hot = tai_alloc(1, hot + sizeof(uint64_t));
    if (b->hits != NULL && b->tiles != NULL && b->left != NULL &&
        b->step.hot != NULL) {
        memset(b->step.hot, 0xff, hot + sizeof(uint64_t));
        return TA_OK;
    }
    tai_wheel_block_free(b);
    return TA_ENOMEM;
}

void tai_wheel_block_free(wheel_block *b)
{
    for (unsigned t = 0; b->left != NULL && t < b->pool->threads; t++)
        tai_wheel_list_free(&b->left[t]);
    for (size_t i = 0; i < WHEEL_BANDS; i++) {
        tai_wheel_list_free(&b->step.band[i].open);
        ta_free(b->step.band[i].waiting);
    }
    ta_free(b->left);
    ta_free(b->hits);
    ta_free(b->tiles);
    ta_free(b->step.hot);
    tai_wheel_list_free(&b->step.quiet_cold);
    tai_wheel_list_free(&b->undecided);
    tai_wheel_list_free(&b->cold);
}

/* ---- the self-check ---- */

static ta_status block_self_check(wheel_block *b)
{
    const wheel_moves *moves = b->plan->moves;
    const uint32_t m = b->store->m;
    uint64_t random = b->row;
    for (unsigned k = 0; k < b->plan->tuning->checks; k++) {
        random = (random + 1) * 0x9E3779B97F4A7C15u;
        uint64_t n = b->row * m + (random >> 16) % (b->rows * m);
        /* Most positions are hot, so every other test is of a cold number. */
        if (k % 2 == 1 && b->cold.count != 0)
            n = b->cold.at[(random >> 16) % b->cold.count];
        b->count->checked++;
        const bool hot =
            tai_wheel_has_option(b->plan, n, 0, moves->count, false);
        if (hot == tai_wheel_store_has(b->store, n, (uint32_t)(n % m)))
            return tai_fail(b->job->error, TA_EMISMATCH,
                            "the self-check found a wrong position");
    }
    return TA_OK;
}

/* ---- blocks ---- */

/* Hands the cold numbers of [b->known, end of the block or job) to the sink. */
static ta_status block_emit(wheel_block *b)
{
    const uint64_t from = b->known;
    const uint64_t to =
        tai_min_u64((b->row + b->rows) * b->store->m, b->job->n);
    if (to <= from)
        return TA_OK;
    const size_t first = tai_first_at_least(b->cold.at, b->cold.count, from);
    const size_t end = tai_first_at_least(b->cold.at, b->cold.count, to);
    b->known = to;
    return tai_job_emit_positions(b->job, from, to, b->cold.at + first,
                                  end - first);
}

static ta_status block_run(wheel_block *b)
{
    const double t0 = tai_now();
    b->cold.count = 0;
    ta_status status = tai_wheel_before(b);
    const double t1 = tai_now();
    if (status == TA_OK)
        status = tai_wheel_exchange(b);
    if (status == TA_OK)
        status = tai_wheel_steps(b);
    b->count->before_s += t1 - t0;
    b->count->step_s += tai_now() - t1;
    b->count->cold += b->cold.count;
    b->count->blocks++;
    for (size_t i = 0; b->plan->comm->ranks > 1 && i < b->cold.count; i++)
        b->hash = tai_hash_more(b->hash, b->cold.at[i]);
    if (status == TA_OK)
        status = block_self_check(b);
    if (status == TA_OK)
        status = block_emit(b);
    return status == TA_OK ? tai_job_poll(b->job, b->known) : status;
}

ta_status tai_wheel_block_run_all(wheel_block *b)
{
    ta_status status = TA_OK;
    for (; status == TA_OK && b->row < b->end; b->row += b->rows) {
        b->rows = tai_min_u64(b->plan->cut.rows, b->end - b->row);
        status = block_run(b);
    }
    return status;
}
