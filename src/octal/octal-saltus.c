/* Proves that nim-values grow by a saltus in each period, of games with splits
 * in three: the conditions 1, 2, 3 of README.md, "Arithmetic periods", with its
 * e, p, q, h, l. */
#include <string.h>

#include "octal/octal-internal.h"

/* PLAIN: a value is reached plainly; PAIR: by a pair; BOTH: by both. */
enum { PLAIN = 1, PAIR = 2, BOTH = 4, VALUES = UINT16_MAX + 1 };
#define STEPS_MOST (UINT64_C(1) << 33) /* moves looked at, some seconds */

typedef struct saltus {
    const uint16_t *g;
    uint64_t e;
    unsigned q;   /* the largest power of two that divides the saltus */
    bool refuted; /* a move fails condition 1 */
    unsigned top; /* above all values of the heaps looked at */
    /* How a value is reached from the current heap, and from all of them. */
    uint8_t mark[VALUES], all[VALUES];
} saltus;

/* Marks what a move of heap n to these parts reaches, and tests condition 1. */
static void note_move(saltus *c, uint64_t n, const uint64_t *part,
                      unsigned parts)
{
    unsigned value = 0, high = 0, early = 0; /* of the parts; below e */
    for (unsigned k = 0; k < parts; k++) {
        value ^= c->g[part[k]];
        high += c->g[part[k]] / c->q;
        early += part[k] < c->e;
    }
    const unsigned own = c->g[n] / c->q;
    c->refuted |= parts > 1 && (value ^ c->g[n]) % c->q == 0 && high >= own &&
                  (high - own) % 2 == 0;
    if (parts == 2 && early == 0 && value < c->q)
        c->mark[value] |= PAIR;
    /* Each part may be the a of README.md, the others b and c. */
    for (unsigned k = 0; k < parts; k++) {
        const bool far = part[k] >= c->e,
                   pair = parts == 3 && early == (far ? 0 : 1);
        if ((value ^ c->g[part[k]]) < c->q)
            c->mark[value] |= (uint8_t)((far ? PLAIN : 0) | (pair ? PAIR : 0) |
                                        (far && pair ? BOTH : 0));
    }
}

static void note_moves(saltus *c, const tai_octal *game, uint64_t n)
{
    memset(c->mark, 0, c->top);
    for (unsigned t = 0; t <= game->last; t++) {
        const unsigned digit = game->digit[t];
        const uint64_t m = n - t;
        if (digit & 2)
            note_move(c, n, &m, 1);
        for (uint64_t a = 1; (digit & 4) && a <= m / 2; a++)
            note_move(c, n, (uint64_t[]){a, m - a}, 2);
        for (uint64_t a = 1; (digit & 8) && a <= m / 3; a++)
            for (uint64_t b = a; b <= (m - a) / 2; b++)
                note_move(c, n, (uint64_t[]){a, b, m - a - b}, 3);
    }
}

/* Returns whether all values of [V, V + s) have BOTH and those below PAIR, for
 * some V >= `from`: conditions 2 and 3. */
static bool covers(const saltus *c, uint64_t from, uint64_t s)
{
    uint64_t run = 0;
    for (uint64_t v = 0; v < c->top && (c->all[v] & PAIR); v++) {
        run = c->all[v] & BOTH ? run + 1 : 0;
        if (run >= s && v + 1 >= from + s)
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
                   end = tai_min_u64(n, least + e + p); /* N */
    if (s->nim.saltus <= 0 || game->n_third == 0 || end < least ||
        tai_mul_sat(tai_mul_sat(end, end) / 6, p * game->n_third) > STEPS_MOST)
        return TA_OK;
    const uint64_t size = (uint64_t)s->nim.saltus;
    saltus *c = tai_alloc_zero(1, sizeof *c);
    if (c == NULL)
        return TA_ENOMEM;
    c->g = g;
    c->e = e;
    c->q = (unsigned)(size & -size);
    for (uint64_t h = end - 2 * p; h < end; h++)
        c->top = (unsigned)tai_max_u64(c->top, g[h] + 1U);
    memset(c->all, PAIR | BOTH, c->top);
    uint64_t plain_from = 0; /* the least V of condition 2 */
    ta_status st = TA_OK;
    for (uint64_t h = end - 2 * p; h < end && st == TA_OK; h++) {
        if (h == end - p) /* condition 1 is for heaps from here on */
            c->refuted = false;
        note_moves(c, game, h);
        for (unsigned v = 0; v < c->top; v++)
            c->all[v] &= c->mark[v];
        for (unsigned v = 0; v < g[h] && h >= end - p; v++)
            if ((c->mark[v] & PLAIN) == 0)
                plain_from = tai_max_u64(plain_from, v + 1);
        st = tai_poll(options, 0, 0);
    }
    if (st == TA_OK && !c->refuted && covers(c, plain_from, size)) {
        s->nim.proof = TA_PROOF_ARITHMETIC;
        s->proof_end = end;
    }
    ta_free(c);
    return st;
}
