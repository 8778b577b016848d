/* The period of the end of a sequence, by the algorithm of Knuth, Morris and
 * Pratt on the reversed sequence. */
#include "base/tail.h"

/* Returns the length of the longest border after `next` is appended to a
 * sequence that begins with last[0], last[-1], ... and whose longest border has
 * the length k. */
static uint64_t tail_extend_border(const uint16_t *last, const uint32_t *border,
                                   uint64_t k, uint16_t next)
{
    while (k > 0 && *(last - k) != next)
        k = border[k];
    return k + (*(last - k) == next);
}

void tai_borders(const uint16_t *last, uint64_t count, uint32_t *border)
{
    border[0] = 0;
    if (count > 0)
        border[1] = 0;
    for (uint64_t m = 1; m < count; m++)
        border[m + 1] =
            (uint32_t)tail_extend_border(last, border, border[m], *(last - m));
}

enum { PLACES = 64 };

/* Returns whether the four values are in a row at one of the PLACES places that
 * begin at g[0], g[1], ... The loop has no exit, so that compilers use vectors.
 */
static bool tail_find_four(const uint16_t *g, const uint16_t *four)
{
    const uint16_t a = four[0], b = four[1], c = four[2], d = four[3];
    uint16_t any = 0;
    for (unsigned k = 0; k < PLACES; k++)
        any |= (uint16_t)((g[k] == a) & (g[k + 1] == b) & (g[k + 2] == c) &
                          (g[k + 3] == d));
    return any != 0;
}

ta_status tai_tail_period(const uint16_t *g, uint64_t n, uint64_t tail,
                          uint64_t *period)
{
    *period = 0;
    if (tail == 0 || tail + 1 >= n)
        return TA_OK;
    uint32_t *border = tai_alloc(tail + 1, sizeof *border);
    if (border == NULL)
        return TA_ENOMEM;
    const uint16_t *last = g + n - 1;
    uint64_t k = 0, searched = 0;
    tai_borders(last, tail, border);
    /* The k values that end with *(last - i), read backwards, are the first k
     * values of the reversed tail. Where k is 0, most places are passed by a
     * search for the last four values. Of the places below `searched` one has
     * them. */
    for (uint64_t i = 1; i + 1 < n && *period == 0; i++) {
        if (k == 0 && tail >= 4 && i >= searched && i + PLACES + 2 < n) {
            searched = i + PLACES;
            if (!tail_find_four(last - i - PLACES - 2, last - 3)) {
                i = searched - 1;
                continue;
            }
        }
        k = tail_extend_border(last, border, k, *(last - i));
        if (k == tail)
            *period = i + 1 - tail;
    }
    ta_free(border);
    return TA_OK;
}

uint64_t tai_tail_start(const uint16_t *g, uint64_t n, uint64_t p)
{
    uint64_t e = n - p;
    while (e > 1 && g[e - 1] == g[e - 1 + p])
        e--;
    return e;
}
