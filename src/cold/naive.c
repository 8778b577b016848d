/* The dynamic program by the definition: the oracle of all other engines. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cold/engines.h"
#include "run/known.h"

/* A block ends early, at a multiple of 64, when it has cost so many looks:
 * well below a second. */
enum { EMIT = 1 << 16, LOOKS = 1 << 26 };

static uint64_t memory(const ta_job *job)
{
    uint64_t list = ta_mul_sat(ta_game_count_bound(job->game, job->n), 8);
    return ta_add_sat(ta_add_sat(job->n, list), EMIT / 8 + 4096);
}

static ta_status set_byte(void *bytes, uint64_t position)
{
    ((unsigned char *)bytes)[position] = 1;
    return TA_OK;
}

/* A look at every element of S below, less what early ends save; between the
 * growths that were measured for squares and for primes. */
static double share_of(const ta_job *job, uint64_t done)
{
    double r = ta_game_growth(job->game, job->n);
    return pow((double)done / (double)job->n, 1 + r * (0.45 + r / 2));
}

/* Decides [from, to), as bytes and as bits, and returns where it stopped. */
static uint64_t solve(const ta_job *job, const uint64_t *set, size_t count,
                      unsigned char *cold, uint64_t *bits, uint64_t from,
                      uint64_t to)
{
    uint64_t looks = 0, i = from;
    for (; i < to && (looks < LOOKS || i % 64 != 0); i++) {
        size_t k = 0;
        cold[i] = i >= job->first;
        for (; cold[i] && k < count && set[k] <= i; k++)
            if (cold[i - set[k]])
                cold[i] = 0;
        bits[(i - from) / 64] |= (uint64_t)cold[i] << ((i - from) % 64);
        looks += k;
    }
    return i;
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
    if (st == TA_OK && job->known > 0) {
        memset(cold, 0, job->known);
        st = ta_known_each(job, set_byte, cold);
    }
    for (uint64_t from = job->known, to; from < job->n && st == TA_OK;
         from = to) {
        st = ta_job_poll(job, share_of(job, from), from);
        if (st != TA_OK)
            break;
        memset(bits, 0, EMIT / 8);
        to = solve(job, set, count, cold, bits, from,
                   ta_min_u64(from + EMIT, job->n));
        st = ta_job_emit_bits(job, from, to, bits);
    }
    if (st == TA_OK)
        st = ta_job_poll(job, 1, job->n);
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
