/* Computes remoteness by its definition, from all options of each heap (the
 * engine `naive`). The tests compare the engine `push` with it. */
#include "length/length.h"

/* The number of heaps whose remoteness is handed over at a time to the sink,
 * the receiver of the results. */
enum { EMIT = 1 << 14 };

static uint64_t naive_memory(const ta_job *job)
{
    uint64_t list = ta_mul_sat(tai_game_count_bound(job->game, job->n), 8);
    uint64_t bytes = ta_add_sat(ta_mul_sat(job->n, 2), list);
    return ta_add_sat(bytes, tai_game_scratch(job->game, job->n) + 4096);
}

/* Returns the remoteness of a heap by the definition. If an option has even
 * remoteness, the result is 1 more than the least even remoteness of an option.
 * Otherwise it is 1 more than the largest remoteness of an option, or 0 if
 * there is no option. The heap's moves are set[k] for k < count, and length[i]
 * is the remoteness of heap i. The result may be above TA_LENGTH_MOST. */
static uint32_t naive_length(uint64_t heap, const uint16_t *length,
                             const uint64_t *set, size_t count)
{
    uint32_t least_even = UINT32_MAX, largest = 0;
    size_t k;
    for (k = 0; k < count && set[k] <= heap; k++) {
        uint32_t a = length[heap - set[k]];
        /* An odd remoteness is replaced by 2^32 - 1, so that the search for the
         * least even one ignores it. */
        uint32_t even = a | (0 - a % 2);
        least_even = even < least_even ? even : least_even;
        largest = a > largest ? a : largest;
    }
    if (k == 0)
        return 0;
    return 1 + (least_even != UINT32_MAX ? least_even : largest);
}

static ta_status naive_run(const ta_job *job)
{
    uint64_t *set = NULL;
    size_t count = 0;
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
        uint64_t to = ta_min_u64(from + EMIT, job->n);
        for (uint64_t i = from; i < to && st == TA_OK; i++) {
            uint32_t a = naive_length(i, length, set, count);
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

const ta_engine tai_length_naive = {
    .info = {"naive", "the recurrence by the definition; the oracle"},
    .power = 1.5,
    .memory = naive_memory,
    .run = naive_run};
