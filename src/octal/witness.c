/* Manages the witnesses: heaps that are often parts of the splits by which
 * larger heaps reach rare nim-values.
 *
 * The proof for a heap must show that the heap reaches each rare value below
 * its own value. Nearly always, splits with one of a few small parts show this.
 * So the engine keeps these parts, each with a score. The score of a part grows
 * when a split with this part is the first one to reach a rare value. */
#include <string.h>

#include "octal/engine.h"

enum {
    /* When a split with a witness is the first split to reach some rare
     * nim-value, the score of the witness grows by this number. (A witness is a
     * heap useful in proofs.) */
    HIT_SCORE = 16,
    /* The score of a witness (a heap useful in proofs) grows by this number
     * when a search finds it. The search goes through all splits of some heap.
     * It looks for a split to a given nim-value. The smaller part of the split
     * that it finds is the witness. */
    FOUND_SCORE = 64,
    /* The least score of a witness (a heap useful in proofs) that proofs use. A
     * proof first tries the splits of a heap into such a witness and a second
     * heap. */
    FRONT_SCORE = 4,
    /* A call of tai_octal_rate_witnesses() updates the scores of the witnesses
     * (heaps useful in proofs) by a test with one heap. After each RATED calls,
     * the witnesses are sorted by score. */
    RATED = 32,
};

void tai_octal_witness_found(octal_witnesses *w, uint64_t part)
{
    size_t k = 0;
    while (k < w->count && w->of[k].part != part)
        k++;
    /* If the list of witnesses is full, the new witness replaces the last one.
     */
    if (k == w->count) {
        k -= k == OCTAL_WITNESSES;
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
        /* This is an insertion sort, which is fast since the list is nearly
         * sorted. */
        size_t k = i;
        x.score -= (x.score + 7) / 8;
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

/* Marks the label x (a renumbered value) as reached, if it is below `rares`:
 * sets seen[x] to 1. The labels below `rares` are those of the rare values that
 * a heap must reach. Returns true if x is such a label and was not marked
 * before. */
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
    const ta_octal *game = e->game;
    const uint16_t *at = octal_at(&e->held, h);
    const uint32_t rares = octal_rares_below(&e->labels, h, *at);
    uint8_t seen[TAI_OCTAL_KEPT + 1];
    uint32_t left = rares;
    memset(seen, 0, rares);
    for (unsigned i = 0; i < game->n_take; i++) {
        const uint32_t t = game->take[i];
        left -= rare_mark(seen, rares, *(at - t) ^ octal_swap(&e->labels, t));
    }
    for (size_t k = 0; k < w->count && left > 0; k++)
        for (unsigned i = 0; i < game->n_break; i++) {
            const uint64_t part = w->of[k].part;
            const uint64_t back = part + game->breaks[i];
            /* The split leaves the heaps `part` and h - back. Grundy's game
             * does not allow two equal heaps. A split takes no tokens in this
             * game, so back == part. Then the two heaps are equal if
             * 2 * back == h. */
            if (back < h && !(game->unequal && 2 * back == h) &&
                rare_mark(seen, rares, e->held.g[part] ^ *(at - back))) {
                w->of[k].score += HIT_SCORE;
                left--;
            }
        }
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
