/* Proves that nim-values grow by a saltus in each period, of games with splits
 * in three: the conditions of README.md, "Arithmetic periods". */
#include <string.h>

#include "octal/octal-internal.h"

enum { PLAIN = 1, PAIR = 2, FAR = 4, VALUES = UINT16_MAX + 1 };
#define STEPS_MOST (UINT64_C(1) << 33) /* moves looked at, some seconds */

typedef struct saltus {
    const uint16_t *g;
    uint64_t e;
    unsigned low; /* the largest power of two that divides the saltus */
    bool reached; /* condition 1 fails */
    unsigned top; /* above all values of the heaps looked at */
    /* What reaches a value from the current heap; PAIR and FAR: from all. */
    uint8_t mark[VALUES], all[VALUES];
} saltus;

static void note_move(saltus *q, uint64_t n, const uint64_t *part,
                      unsigned parts)
{
    unsigned value = 0, high = 0, early = 0;
    for (unsigned k = 0; k < parts; k++) {
        value ^= q->g[part[k]];
        high += q->g[part[k]] / q->low;
        early += part[k] < q->e;
    }
    const unsigned own = q->g[n] / q->low;
    q->reached |= parts > 1 && (value ^ q->g[n]) % q->low == 0 && high >= own &&
                  (high - own) % 2 == 0;
    if (parts == 2 && early == 0 && value < q->low)
        q->mark[value] |= PAIR;
    for (unsigned k = 0; k < parts; k++) {
        const bool far = part[k] >= q->e,
                   pair = parts == 3 && early == (far ? 0 : 1);
        if ((value ^ q->g[part[k]]) < q->low)
            q->mark[value] |= (uint8_t)((far ? PLAIN : 0) | (pair ? PAIR : 0) |
                                        (far && pair ? FAR : 0));
    }
}

static void note_moves(saltus *q, const tai_octal *game, uint64_t n)
{
    memset(q->mark, 0, q->top);
    for (unsigned t = 0; t <= game->last; t++) {
        const unsigned digit = game->digit[t];
        const uint64_t m = n - t;
        if (digit & 2)
            note_move(q, n, &m, 1);
        for (uint64_t a = 1; (digit & 4) && a <= m / 2; a++)
            note_move(q, n, (uint64_t[]){a, m - a}, 2);
        for (uint64_t a = 1; (digit & 8) && a <= m / 3; a++)
            for (uint64_t b = a; b <= (m - a) / 2; b++)
                note_move(q, n, (uint64_t[]){a, b, m - a - b}, 3);
    }
}

/* Returns whether all values of [least, least + size) have FAR and those below
 * PAIR, for some least >= `from`. */
static bool covers(const saltus *q, uint64_t from, uint64_t size)
{
    uint64_t run = 0;
    for (uint64_t v = 0; v < q->top && (q->all[v] & PAIR); v++) {
        run = q->all[v] & FAR ? run + 1 : 0;
        if (run >= size && v + 1 >= from + size)
            return true;
    }
    return false;
}

ta_status tai_octal_prove_saltus(const tai_octal *game, const uint16_t *g,
                                 uint64_t n, const ta_options *options,
                                 ta_summary *s)
{
    const uint64_t e = tai_max_u64(s->nim.preperiod, 1), p = s->nim.period,
                   least = 3 * (e + p) + game->last + 2 * p,
                   end = tai_min_u64(n, least + e + p);
    if (s->nim.saltus <= 0 || game->n_third == 0 || end < least ||
        tai_mul_sat(tai_mul_sat(end, end) / 6, p * game->n_third) > STEPS_MOST)
        return TA_OK;
    const uint64_t size = (uint64_t)s->nim.saltus;
    saltus *q = tai_alloc_zero(1, sizeof *q);
    if (q == NULL)
        return TA_ENOMEM;
    q->g = g;
    q->e = e;
    q->low = (unsigned)(size & -size);
    for (uint64_t h = end - 2 * p; h < end; h++)
        q->top = (unsigned)tai_max_u64(q->top, g[h] + 1U);
    memset(q->all, PAIR | FAR, q->top);
    uint64_t plain_from = 0;
    ta_status st = TA_OK;
    for (uint64_t h = end - 2 * p; h < end && st == TA_OK; h++) {
        const bool reached = q->reached;
        note_moves(q, game, h);
        q->reached = h < end - p ? reached : q->reached;
        for (unsigned v = 0; v < q->top; v++)
            q->all[v] &= q->mark[v];
        for (unsigned v = 0; v < g[h] && h >= end - p; v++)
            if ((q->mark[v] & PLAIN) == 0)
                plain_from = tai_max_u64(plain_from, v + 1);
        st = tai_poll(options, 0, 0);
    }
    if (st == TA_OK && !q->reached && covers(q, plain_from, size)) {
        s->nim.proof = TA_PROOF_ARITHMETIC;
        s->proof_end = end;
    }
    ta_free(q);
    return st;
}
