#include "cold/foresee.h"

#include <math.h>

/* Positions that are decided, and those whose count gives the growth. */
enum { PREFIX = 1 << 13, EARLIER = PREFIX / 16 };

typedef struct prefix {
    uint16_t set[PREFIX];
    size_t count;
} prefix;

static ta_status append(void *state, uint64_t element)
{
    prefix *p = state;
    p->set[p->count++] = (uint16_t)element;
    return TA_OK;
}

ta_foresight ta_foresee(const ta_job *job)
{
    prefix p = {.count = 0};
    unsigned char hot[PREFIX] = {0};
    double cold = 0, earlier = 0;
    /* What finds no memory is taken for a game without moves: all cold. */
    if (ta_game_each(job->game, PREFIX, append, &p) != TA_OK)
        p.count = 0;
    for (size_t i = 0; i < PREFIX; i++) {
        if (i == EARLIER)
            earlier = cold;
        if (hot[i] || i < job->first)
            continue;
        cold++;
        for (size_t k = 0; k < p.count && p.set[k] < PREFIX - i; k++)
            hot[i + p.set[k]] = 1;
    }
    double power =
        log(fmax(cold, 1) / fmax(earlier, 1)) / log((double)PREFIX / EARLIER);
    return (ta_foresight){cold, fmin(power, 1)};
}

double ta_foreseen_cold(const ta_foresight *f, double end)
{
    return fmin(end, f->count * pow(end / PREFIX, f->power));
}
