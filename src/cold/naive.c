/* The dynamic program by the definition: the oracle of all other engines. */
#include <stdlib.h>
#include <string.h>

#include "cold/engines.h"

enum { EMIT = 1 << 16 };

static uint64_t memory(const ta_job *job)
{
    uint64_t list = ta_mul_sat(ta_game_count_bound(job->game, job->n), 8);
    return ta_add_sat(ta_add_sat(job->n, list), EMIT / 8 + 4096);
}

/* Hands over the bytes of [from, to) as bits. */
static ta_status emit(const ta_job *job, const unsigned char *cold,
                      uint64_t *bits, uint64_t from, uint64_t to)
{
    memset(bits, 0, EMIT / 8);
    for (uint64_t i = from; i < to; i++)
        bits[(i - from) / 64] |= (uint64_t)cold[i] << ((i - from) % 64);
    return ta_job_emit_bits(job, from, to, bits);
}

static ta_status run(const ta_job *job)
{
    uint64_t *set = NULL;
    size_t count = 0;
    ta_status st = ta_game_elements(job->game, job->n, &set, &count);
    if (st != TA_OK)
        return st;
    unsigned char *cold = ta_alloc(job->n, 1);
    uint64_t *bits = ta_alloc(EMIT / 64, 8);
    if (cold == NULL || bits == NULL)
        st = TA_ENOMEM;
    for (uint64_t from = 0; from < job->n && st == TA_OK; from += EMIT) {
        uint64_t to = ta_min_u64(from + EMIT, job->n);
        for (uint64_t i = from; i < to; i++) {
            cold[i] = i >= job->first;
            for (size_t k = 0; cold[i] && k < count && set[k] <= i; k++)
                if (cold[i - set[k]])
                    cold[i] = 0;
        }
        st = emit(job, cold, bits, from, to);
        double share = (double)to / (double)job->n;
        if (st == TA_OK)
            st = ta_job_poll(job, share * share, to);
    }
    ta_free(bits);
    ta_free(cold);
    free(set);
    return st;
}

const ta_engine ta_engine_naive = {
    {"naive", "the dynamic program by the definition, up to the first cold "
              "option; the oracle"},
    false,
    memory,
    run};
