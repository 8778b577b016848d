/* Splits that lately proved a rare value to be reached.
 *
 * A heap of common value needs a witness for each smaller rare value. The
 * same few small parts serve nearly always, so they are kept by how often
 * they were the first to reach something, most useful first. */
#include "octal/witness.h"

enum {
    CHUNK = 64,       /* divides TA_WITNESSES */
    FOUND_SCORE = 64, /* for one that a search through all splits found */
    FRONT_SCORE = 4,  /* about one success in 256 heaps of sampled blocks */
};

ta_status tai_witnesses_new(ta_witnesses *w)
{
    *w = (ta_witnesses){0};
    w->part = tai_alloc_zero(TA_WITNESSES, sizeof *w->part);
    w->score = tai_alloc(TA_WITNESSES, sizeof *w->score);
    if (w->part != NULL && w->score != NULL)
        return TA_OK;
    tai_witnesses_free(w);
    return TA_ENOMEM;
}

void tai_witnesses_free(ta_witnesses *w)
{
    ta_free(w->part);
    ta_free(w->score);
    w->part = NULL;
    w->score = NULL;
}

void tai_witnesses_found(ta_witnesses *w, uint32_t part)
{
    if (part > w->reach)
        w->reach = part;
    for (size_t i = 0; i < w->count; i += CHUNK) {
        uint32_t here = 0; /* without a branch: a vector loop */
        for (size_t k = i; k < i + CHUNK; k++)
            here |= w->part[k] == part;
        for (size_t k = i; here != 0 && k < i + CHUNK && k < w->count; k++)
            if (w->part[k] == part) {
                w->score[k] += FOUND_SCORE;
                return;
            }
    }
    if (w->count == TA_WITNESSES)
        w->count--; /* the least useful one is forgotten */
    w->part[w->count] = part;
    w->score[w->count] = FOUND_SCORE;
    w->count++;
}

void tai_witnesses_settle(ta_witnesses *w)
{
    for (size_t i = 0; i < w->count; i++) {
        uint32_t part = w->part[i];
        uint32_t score = w->score[i] - (w->score[i] + 7) / 8;
        size_t k = i; /* nearly sorted already */
        for (; k > 0 && w->score[k - 1] < score; k--) {
            w->part[k] = w->part[k - 1];
            w->score[k] = w->score[k - 1];
        }
        w->part[k] = part;
        w->score[k] = score;
    }
    w->front = 0;
    while (w->front < w->count && w->score[w->front] >= FRONT_SCORE)
        w->front++;
}

void tai_witnesses_below(ta_witnesses *w, uint64_t end)
{
    size_t count = 0;
    for (size_t i = 0; i < w->count; i++)
        if (w->part[i] < end) {
            w->part[count] = w->part[i];
            w->score[count++] = w->score[i];
        }
    w->count = count;
    w->front = w->front < count ? w->front : count;
}

void tai_witnesses_trim(ta_witnesses *w)
{
    tai_witnesses_settle(w);
    w->count = w->front;
    w->reach = 0;
    for (size_t i = 0; i < w->count; i++)
        w->reach = ta_max_u64(w->reach, w->part[i]);
}
