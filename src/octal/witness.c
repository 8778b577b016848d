/* Witnesses, and their scores: splits with one of a few small parts nearly
 * always reach each rare value that a heap must reach. */
#include <string.h>

#include "octal/engine.h"

enum {
    HIT_SCORE = 16,   /* its split is the first to reach a rare value */
    FOUND_SCORE = 64, /* it is found by search */
    FRONT_SCORE = 4,  /* least score with which proofs sweep it */
    RATED = 32,       /* heaps rated from one sort to the next */
};

void tai_octal_witness_found(octal_witnesses *w, uint64_t part)
{
    size_t k = 0;
    while (k < w->count && w->of[k].part != part)
        k++;
    if (k == w->count) {
        k -= k == OCTAL_WITNESSES; /* in place of the last */
        w->of[k] = (octal_witness){.part = (uint32_t)part};
        w->count = k + 1;
    }
    w->of[k].score += FOUND_SCORE;
}

void tai_octal_witnesses_settle(octal_witnesses *w)
{
    w->front = 0;
    for (size_t i = 0; i < w->count; i++) {
        octal_witness x = w->of[i];
        size_t k = i;
        x.score -= (x.score + 7) / 8;
        /* Insertion is fast: they are nearly sorted. */
        for (; k > 0 && w->of[k - 1].score < x.score; k--)
            w->of[k] = w->of[k - 1];
        w->of[k] = x;
        w->front += x.score >= FRONT_SCORE;
    }
}

ta_status tai_octal_witnesses_trim(octal_engine *e, uint64_t end)
{
    octal_witnesses *w = &e->witnesses;
    tai_octal_witnesses_settle(w);
    w->count = 0;
    for (size_t k = 0; k < w->front; k++)
        if (w->of[k].part < end)
            w->of[w->count++] = w->of[k];
    w->front = w->count;
    return tai_octal_list_witnesses(e);
}

/* Marks label x if it is one of the `rares` labels to be reached. Returns
 * whether it was new. */
static bool rare_mark(uint8_t *seen, uint32_t rares, uint32_t x)
{
    if (x >= rares || seen[x])
        return false;
    seen[x] = 1;
    return true;
}

ta_status tai_octal_rate_witnesses(octal_engine *e, uint64_t h)
{
    octal_witnesses *w = &e->witnesses;
    const tai_octal *game = e->game;
    const uint16_t *at = octal_at(&e->held, h);
    const uint32_t rares = octal_rares_below(&e->labels, h, *at);
    uint8_t seen[TAI_OCTAL_KEPT + 1]; /* rare labels reached */
    uint32_t left = rares;            /* not reached so far */
    memset(seen, 0, rares);
    for (unsigned i = 0; i < game->n_take; i++) {
        const uint32_t t = game->take[i];
        left -= rare_mark(seen, rares, *(at - t) ^ octal_swap(&e->labels, t));
    }
    for (size_t k = 0; k < w->count && left > 0; k++)
        for (unsigned i = 0; i < game->n_break; i++) {
            const uint64_t part = w->of[k].part;
            const uint64_t back = part + game->breaks[i];
            /* Grundy's game: no equal parts. */
            if (back < h && !(game->unequal && 2 * back == h) &&
                rare_mark(seen, rares, e->held.g[part] ^ *(at - back))) {
                w->of[k].score += HIT_SCORE;
                left--;
            }
        }
    /* A search fails only where tai_octal_engine_check bounds the parts. */
    for (uint32_t x = 0; x < rares && left > 0; x++)
        if (!seen[x]) {
            const uint64_t part = e->batch.prover->search(e, h, x);
            if (part > 0)
                tai_octal_witness_found(w, part);
            left--;
        }
    if (++w->rated % RATED != 0)
        return TA_OK;
    tai_octal_witnesses_settle(w);
    return tai_octal_list_witnesses(e);
}
