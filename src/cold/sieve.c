/* Forward marking with a byte a position, as Eppstein's blog describes it
 * (11011110, November 2016): the published baseline, kept plain. */
#include <stdlib.h>
#include <string.h>

#include "cold/engines.h"

enum { EMIT = 1 << 16 };

static uint64_t memory(const ta_job *job)
{
    uint64_t list = ta_mul_sat(ta_game_count_bound(job->game, job->n), 8);
    return ta_add_sat(ta_add_sat(job->n, list), EMIT / 8 + 4096);
}

static ta_status run(const ta_job *job)
{
    uint64_t *set = NULL;
    size_t count = 0;
    ta_status st = ta_game_elements(job->game, job->n, &set, &count);
    if (st != TA_OK)
        return st;
    unsigned char *hot = ta_alloc_zero(job->n, 1);
    uint64_t *bits = ta_alloc(EMIT / 64, 8);
    if (hot == NULL || bits == NULL)
        st = TA_ENOMEM;
    for (uint64_t from = 0; from < job->n && st == TA_OK; from += EMIT) {
        uint64_t to = ta_min_u64(from + EMIT, job->n);
        memset(bits, 0, EMIT / 8);
        for (uint64_t i = ta_max_u64(from, job->first); i < to; i++) {
            if (hot[i])
                continue;
            bits[(i - from) / 64] |= (uint64_t)1 << ((i - from) % 64);
            for (size_t k = 0; k < count && set[k] < job->n - i; k++)
                hot[i + set[k]] = 1;
        }
        st = ta_job_emit_bits(job, from, to, bits);
        if (st == TA_OK)
            st = ta_job_poll(job, (double)to / (double)job->n, to);
    }
    ta_free(bits);
    ta_free(hot);
    free(set);
    return st;
}

const ta_engine ta_engine_sieve = {
    {"sieve", "forward marking from each cold position, a byte a position"},
    false,
    memory,
    run};
