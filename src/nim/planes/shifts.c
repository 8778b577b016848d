/* The moves by residue and slip, and the modulus that sorts them best. */
#include <string.h>

#include "nim/planes/planes.h"

enum { SMALL_WORDS = PLANES_STRETCH / 64 + 1 };

uint64_t planes_shifts_memory(uint64_t moves)
{
    return ta_add_sat(ta_mul_sat(moves, 4),
                      8 * SMALL_WORDS + 5 * PLANES_CLASSES + 6 * 64);
}

static unsigned list_of(const wheel_modulus *mod, uint64_t v)
{
    return 8 * (unsigned)(v % mod->m) + wheel_slip(mod, v);
}

ta_status planes_shifts_init(planes_shifts *s, uint32_t m, const uint64_t *set,
                             size_t count)
{
    ta_status st = wheel_modulus_init(&s->mod, m);
    s->offset = ta_alloc(count, sizeof *s->offset);
    s->small = ta_alloc_zero(SMALL_WORDS, 8);
    if (st != TA_OK || s->offset == NULL || s->small == NULL)
        return TA_ENOMEM;
    int64_t top = 0;
    for (size_t k = 0; k < count; k++) {
        s->start[list_of(&s->mod, set[k]) + 1]++;
        int64_t whole = wheel_whole(&s->mod, set[k]);
        top = whole > top ? whole : top;
        if (set[k] < PLANES_STRETCH)
            s->small[set[k] / 64] |= (uint64_t)1 << (set[k] % 64);
    }
    s->top = (uint32_t)top + 1;
    for (size_t k = 0; k < PLANES_LISTS; k++)
        s->start[k + 1] += s->start[k];
    for (unsigned d = 0; d < m; d++)
        if (s->start[8 * d + 8] > s->start[8 * d])
            s->residue[s->residues++] = d;
    for (unsigned t = 0; t < m; t++)
        for (unsigned k = 0; k < s->residues; k++) {
            unsigned c = (t + m - s->residue[k]) % m;
            s->before[t] |= (uint32_t)1 << c;
        }
    uint32_t at[PLANES_LISTS];
    memcpy(at, s->start, sizeof at);
    for (size_t k = 0; k < count; k++)
        s->offset[at[list_of(&s->mod, set[k])]++] =
            s->top - (uint32_t)wheel_whole(&s->mod, set[k]);
    return TA_OK;
}

void planes_shifts_free(planes_shifts *s)
{
    wheel_modulus_free(&s->mod);
    ta_free(s->offset);
    ta_free(s->small);
    *s = (planes_shifts){.offset = NULL};
}

/* M times the chance that a random move leads from a random position to a class
 * in which a random position of the same value lies. 1 without structure. */
static double score(uint32_t m, const uint64_t *set, size_t count,
                    const uint16_t *value, uint64_t n)
{
    enum { VALUES = 256 };
    double move[PLANES_CLASSES] = {0}, sum = 0, positions = 0;
    uint16_t have[VALUES * PLANES_CLASSES] = {0};
    for (size_t k = 0; k < count; k++)
        move[set[k] % m] += 1 / (double)count;
    for (uint64_t i = 0; i < n; i++)
        if (value[i] < VALUES)
            have[value[i] * m + i % m]++;
    for (size_t v = 0; v < VALUES; v++) {
        const uint16_t *h = have + v * m;
        double total = 0, pairs = 0;
        for (uint32_t t = 0; t < m; t++) {
            total += h[t];
            for (uint32_t s = 0; s < m; s++)
                pairs += (double)h[t] * h[s] * move[(t + m - s) % m];
        }
        if (total > 0)
            sum += pairs / total * m;
        positions += total;
    }
    return positions > 0 ? sum / positions : 1;
}

uint32_t planes_modulus(const uint64_t *set, size_t count,
                        const uint16_t *value, uint64_t n)
{
    /* A larger M has to be worth its shorter rows. */
    const double gain = 0.9;
    double least = 1;
    uint32_t best = 1;
    for (uint32_t m = 3; m <= 15; m += 2) {
        double s = score(m, set, count, value, n);
        if (s < gain * least) {
            least = s;
            best = m;
        }
    }
    return best;
}
