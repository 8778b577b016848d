/* Remoteness by the definition (the engine `naive`): the tests compare `push`
 * with it. */
#include "length/length.h"

/* heaps handed over at a time */
enum { EMIT = 1 << 14 };

static uint64_t naive_memory(const tai_job *job)
{
    const uint64_t list = tai_game_list_memory(job->game, job->n);
    return tai_add_sat(tai_add_sat(tai_mul_sat(job->n, 2), list), 4096);
}

/* Returns 1 more than the least even remoteness of an option, else than the
 * largest; 0 without options. May be above TA_LENGTH_MOST. */
static uint32_t naive_length(uint64_t heap, const uint16_t *length,
                             const uint64_t *set, size_t moves)
{
    uint32_t best = 0;
#pragma GCC unroll 4
    for (size_t k = 0; k < moves; k++) {
        const uint32_t a = length[heap - set[k]];
        /* An even remoteness ranks above all odd ones, and the higher the less
         * it is: ~a. */
        const uint32_t rank = a ^ ((a & 1) - 1);
        best = rank > best ? rank : best;
    }
    if (moves == 0)
        return 0;
    return 1 + (best > UINT16_MAX ? ~best : best);
}

static ta_status naive_run(const tai_job *job)
{
    uint64_t *set = NULL;
    size_t count = 0, moves = 0;
    ta_status st = ta_game_elements(job->game, job->n, &set, &count);
    if (st != TA_OK)
        return st;
    uint16_t *length = tai_alloc(job->n, sizeof *length);
    if (length == NULL)
        st = TA_ENOMEM;
    if (st == TA_OK)
        st = tai_known_store(job, length);
    if (st == TA_OK)
        st = tai_job_poll(job, job->known);
    for (uint64_t from = job->known; from < job->n && st == TA_OK;
         from += EMIT) {
        uint64_t to = tai_min_u64(from + EMIT, job->n);
        for (uint64_t i = from; i < to && st == TA_OK; i++) {
            while (moves < count && set[moves] <= i)
                moves++;
            uint32_t a = naive_length(i, length, set, moves);
            if (a > TA_LENGTH_MOST)
                st = tai_length_too_long(job, i);
            length[i] = (uint16_t)a;
        }
        if (st == TA_OK)
            st = tai_job_emit_values(job, from, to, length + from);
        if (st == TA_OK)
            st = tai_job_poll(job, to);
    }
    ta_free(length);
    ta_free(set);
    return st;
}

const tai_engine tai_length_naive = {
    .info = {"naive", "the recurrence by the definition; the oracle"},
    .power = 1.5,
    .memory = naive_memory,
    .run = naive_run};
