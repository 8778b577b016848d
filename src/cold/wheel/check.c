/* The self-check: random positions of a finished block by the definition,
 * from the stored cold numbers alone. */
#include "cold/wheel/block.h"

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

ta_status wheel_check(wheel_block *b)
{
    const wheel_plan *p = b->plan;
    const wheel_moves *mv = p->moves;
    const uint64_t m = p->store->mod.m;
    uint64_t random = b->row * 0x9E3779B97F4A7C15u | 1;
    for (unsigned k = 0; k < p->tuning->checks; k++) {
        uint64_t n = b->row * m + next_random(&random) % (b->rows * m);
        /* Cold numbers are few: every other test goes to one of them. */
        if (k % 2 == 1 && b->cold.count != 0)
            n = b->cold.at[next_random(&random) % b->cold.count];
        bool cold = true;
        for (size_t i = 0; i < mv->count && mv->value[i] <= n && cold; i++)
            cold = !wheel_store_has(p->store, n - mv->value[i]);
        b->count->checked++;
        if (cold != wheel_store_has(p->store, n))
            return TA_EMISMATCH;
    }
    return TA_OK;
}
