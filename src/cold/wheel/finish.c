/* The steps of a block: its candidates in increasing order become cold, or
 * have been hit by then. */
#include <string.h>

#include "cold/wheel/block.h"

/* ---- candidates of a step ---- */

/* Options from before the step, inside the block; then the rows that are
 * still open. */
static void open_rows(wheel_block *b, unsigned step)
{
    const wheel_plan *p = b->plan;
    const unsigned vectors = p->step_vectors;
    const size_t bytes = (size_t)vectors * WHEEL_VECTOR;
    const uint64_t done = step * p->step_rows;
    const uint64_t rows = ta_min_u64(p->step_rows, b->rows - done);
    const uint8_t *origin = wheel_origin(p->store, (b->row + done) / 8 - 1);
    uint64_t ors = 0;
    for (uint32_t l = 0; l < p->lives; l++) {
        uint8_t *tile = b->open + l * bytes;
        const uint8_t *hits = wheel_hits(b, 0, l) + done / 8;
        const size_t *start = p->step.start + (size_t)l * p->slips;
        memset(tile, 0, bytes);
        for (unsigned r = 0; r < p->slips; r++) {
            if (r > 0)
                wheel_bits_down(tile, vectors, p->slip[r] - p->slip[r - 1]);
            b->kernel->wide(tile, vectors, origin, p->step.offset + start[r],
                            start[r + 1] - start[r]);
        }
        if (p->slips > 0) {
            wheel_bits_up(tile, vectors, p->slip[p->slips - 1]);
            ors += start[p->slips] - start[0];
        }
        const uint8_t *mask =
            b->mask + p->store->mod.lift[p->live_class[l]] * bytes;
        for (size_t i = 0; i < bytes; i++)
            tile[i] = (uint8_t) ~(tile[i] | hits[i] | mask[i]);
        if (rows < p->step_rows) {
            uint64_t end =
                WHEEL_LEAD + rows + p->store->mod.lift[p->live_class[l]];
            tile[end / 8] = (uint8_t)(tile[end / 8] & ((1u << end % 8) - 1));
            memset(tile + end / 8 + 1, 0, bytes - (size_t)(end / 8) - 1);
        }
    }
    wheel_count(&b->count->step_ors, ors * vectors);
}

/* Orders the open rows by row, then class: that is by heap. */
static size_t sort_candidates(wheel_block *b)
{
    const wheel_plan *p = b->plan;
    const size_t words = p->step_vectors * (WHEEL_VECTOR / 8);
    size_t count = 0;
    uint32_t *start = b->row_start;
    memset(start, 0, (p->step_rows + 1) * sizeof *start);
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t l = 0; l < p->lives; l++) {
            const uint8_t *tile = b->open + l * words * 8;
            size_t zero = WHEEL_LEAD + p->store->mod.lift[p->live_class[l]];
            for (size_t i = 0; i < words; i++) {
                uint64_t word;
                memcpy(&word, tile + 8 * i, sizeof word);
                for (; word != 0; word &= word - 1) {
                    size_t row = 64 * i + ta_ctz(word) - zero;
                    if (pass == 0)
                        start[row + 1]++;
                    else
                        b->candidate[start[row]++] = (uint64_t)row << 32 | l;
                }
            }
        }
        if (pass == 1)
            break;
        for (size_t r = 0; r < p->step_rows; r++)
            start[r + 1] += start[r];
        count = start[p->step_rows];
    }
    return count;
}

/* ---- a new cold number ---- */

static ta_status add_cold(wheel_block *b, uint64_t n, uint32_t s)
{
    const wheel_plan *p = b->plan;
    wheel_store *st = p->store;
    const uint32_t id = st->kind[s];
    b->count->cold++;
    if (id == WHEEL_EMPTY)
        b->count->late++;
    ta_status status = wheel_store_add(st, n);
    if (status == TA_OK)
        status = wheel_list_add(&b->cold, n);
    if (status != TA_OK)
        return status;
    if (id >= st->dense) {
        /* What it hits in later blocks, the other sparse numbers' turn. */
        const uint64_t end = (b->row + b->rows) * st->mod.m;
        wheel_push_number(b, 0, n, s, 0, wheel_moves_below(p->moves, end - n));
        return TA_OK;
    }
    const uint64_t place = wheel_place(st, n, s) - b->row;
    const size_t from = p->push_start[id], to = p->push_start[id + 1];
    uint8_t *hits = b->hits[0];
    for (size_t k = from; k < to; k++) {
        const uint64_t bit = p->push[k] + place;
        hits[bit / 8] = (uint8_t)(hits[bit / 8] | 1u << bit % 8);
    }
    wheel_count(&b->count->pushes, to - from);
    return TA_OK;
}

/* A quiet heap whose far options are all hot: the near ones decide. */
static ta_status doubtful(wheel_block *b, uint64_t n)
{
    const wheel_plan *p = b->plan;
    if (wheel_has_option(p, n, 0, p->far_from))
        return TA_OK;
    return add_cold(b, n, (uint32_t)(n % p->store->mod.m));
}

static ta_status finish_step(wheel_block *b, unsigned step)
{
    const wheel_plan *p = b->plan;
    const uint32_t m = p->store->mod.m;
    const uint64_t done = step * p->step_rows, row0 = b->row + done;
    const double start = ta_now();
    const size_t candidates = sort_candidates(b);
    b->count->candidates += candidates;
    ta_status status = TA_OK;
    for (size_t k = 0; k < candidates && status == TA_OK; k++) {
        const uint64_t row = b->candidate[k] >> 32;
        const uint32_t l = (uint32_t)b->candidate[k];
        const uint32_t s = p->live_class[l];
        const uint64_t n = (row0 + row) * m + s;
        while (b->doubt < b->doubtful.count && b->doubtful.at[b->doubt] < n &&
               status == TA_OK)
            status = doubtful(b, b->doubtful.at[b->doubt++]);
        const uint64_t bit = WHEEL_LEAD + done + row + p->store->mod.lift[s];
        if (status == TA_OK && !(wheel_hits(b, 0, l)[bit / 8] >> bit % 8 & 1))
            status = add_cold(b, n, s);
    }
    const uint64_t end = (row0 + ta_min_u64(p->step_rows, b->rows - done)) * m;
    while (b->doubt < b->doubtful.count && b->doubtful.at[b->doubt] < end &&
           status == TA_OK)
        status = doubtful(b, b->doubtful.at[b->doubt++]);
    b->count->finish_s += ta_now() - start;
    return status;
}

ta_status wheel_step_run(wheel_block *b, unsigned step)
{
    const double start = ta_now();
    ta_trace_stage(b->team->trace, "open");
    open_rows(b, step);
    b->count->step_s += ta_now() - start;
    ta_trace_stage(b->team->trace, "finish");
    return finish_step(b, step);
}
