/* The positions of a layer: as bits, as a list of recent ones for near moves,
 * and, in sparse classes, by what they lead to. */
#include <string.h>

#include "nim/planes/planes.h"

/* Marks all positions that a move leads from to the one at a place of class s.
 * A mark is true wherever it falls. */
static void push(planes_layer *l, unsigned s, uint64_t place)
{
    const planes_shifts *sh = &l->p->shifts;
    for (unsigned r = 0; r < sh->residues; r++) {
        const unsigned d = sh->residue[r], t = wheel_add(&sh->mod, s, d);
        const int64_t step =
            wheel_step(&sh->mod, wheel_residue8(&sh->mod, d), s, t);
        const uint8_t *end = l->hit.byte + (t + 1) * l->hit.stride;
        for (unsigned slip = 0; slip < 8; slip++) {
            const unsigned list = 8 * d + slip;
            uint8_t *at = planes_at(&l->hit, t, place + slip) + step + sh->top;
            const uint8_t bit = (uint8_t)(1 << (place + slip) % 8);
            for (uint32_t k = sh->start[list]; k < sh->start[list + 1]; k++) {
                uint8_t *byte = at - sh->offset[k];
                if (byte >= end)
                    break;
                *byte |= bit;
                l->pushes++;
            }
        }
    }
}

void planes_add(planes_layer *l, uint64_t n)
{
    const wheel_modulus *mod = &l->p->shifts.mod;
    const unsigned s = (unsigned)(n % mod->m);
    const uint64_t place = n / mod->m + mod->lift[s];
    planes_recent *r = &l->recent[s];
    if (r->to == 2 * PLANES_ROWS)
        planes_forget(l);
    *planes_at(&l->found, s, place) |= (uint8_t)(1 << place % 8);
    r->at[r->to++] = (uint32_t)n;
    l->some |= (uint32_t)1 << s;
    l->total++;
    l->count[s]++;
    if (!l->dense[s])
        push(l, s, place);
}

void planes_forget(planes_layer *l)
{
    const uint64_t m = l->p->shifts.mod.m, from = m * l->row,
                   span = m * l->block;
    for (unsigned s = 0; s < m; s++) {
        planes_recent *r = &l->recent[s];
        /* Those at or above `from` have a difference just below 2^32. */
        for (; r->from < r->to; r->from++) {
            uint32_t back = (uint32_t)from - r->at[r->from];
            if (back < span || back > UINT32_MAX / 2)
                break;
        }
        r->to -= r->from;
        if (r->from > 0)
            memmove(r->at, r->at + r->from, r->to * sizeof *r->at);
        r->from = 0;
        if (r->to == 0)
            l->some &= ~((uint32_t)1 << s);
    }
}

/* A class with fewer positions to a row is sparse: a push costs about as much
 * as to OR a vector of 512 rows, which some 2 in 5 tiles need. One that was
 * dense has to become half as thin, since all that it has is pushed then. */
enum { SPARSE = 2000 };

void planes_tell_apart(planes_layer *l)
{
    const wheel_modulus *mod = &l->p->shifts.mod;
    const uint64_t rows = l->row - l->looked;
    for (unsigned s = 0; s < mod->m; s++) {
        const uint64_t more = l->count[s] - l->at_look[s];
        bool dense = more * SPARSE * (l->dense[s] ? 2 : 1) > rows;
        const uint8_t *byte = planes_at(&l->found, s, 0);
        for (uint64_t b = 0; l->dense[s] && !dense && b <= l->row / 8 + 1; b++)
            for (unsigned w = byte[b]; w != 0; w &= w - 1)
                push(l, s, 8 * b + ta_ctz(w));
        l->dense[s] = dense;
        l->at_look[s] = l->count[s];
    }
    l->looked = l->row;
    l->look = l->row + l->row / 4;
}
