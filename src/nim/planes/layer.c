/* One layer: which of the open positions have no option of the same layer.
 * Blocks of rows in increasing order; in each, first the far moves, for all
 * rows of a class together, until all of them are reached; then, for the few
 * positions that are left, the near moves in order. */
#include <string.h>

#include "nim/planes/planes.h"

enum { WORDS = PLANES_WORDS, LEFT_WORDS = PLANES_STRETCH / 64 + 1 };

uint64_t planes_layer_memory(uint64_t n)
{
    return ta_add_sat(ta_mul_sat(2, planes_bits_memory(n)),
                      PLANES_CLASSES * sizeof(planes_recent) + 8 * LEFT_WORDS +
                          4 * 64);
}

ta_status planes_layer_init(planes_layer *l, const planes *p)
{
    const uint32_t m = p->shifts.mod.m;
    *l = (planes_layer){.p = p};
    l->found = l->hit = (planes_bits){NULL, p->open.stride};
    l->found.byte = ta_alloc(m, l->found.stride);
    l->hit.byte = ta_alloc(m, l->hit.stride);
    l->recent = ta_alloc(m, sizeof *l->recent);
    l->left = ta_alloc_zero(LEFT_WORDS, sizeof *l->left);
    if (l->found.byte == NULL || l->hit.byte == NULL || l->recent == NULL ||
        l->left == NULL)
        return TA_ENOMEM;
    return TA_OK;
}

void planes_layer_free(planes_layer *l)
{
    ta_free(l->found.byte);
    ta_free(l->hit.byte);
    ta_free(l->recent);
    ta_free(l->left);
}

void planes_layer_begin(planes_layer *l, unsigned value)
{
    const planes *p = l->p;
    const uint64_t m = p->shifts.mod.m;
    l->value = value;
    l->total = l->looked = 0;
    l->some = 0;
    memset(l->count, 0, sizeof l->count);
    memset(l->at_look, 0, sizeof l->at_look);
    memset(l->found.byte, 0, m * l->found.stride);
    memset(l->hit.byte, 0, m * l->hit.stride);
    l->row = p->first_row;
    l->block = planes_block(p, l->row);
    for (unsigned s = 0; s < m; s++) {
        l->dense[s] = true;
        l->recent[s].from = l->recent[s].to = 0;
    }
    for (uint64_t i = 0; i < m * p->first_row; i++)
        if (p->value[i] == value)
            planes_add(l, i);
    planes_tell_apart(l);
    memcpy(l->end, p->shifts.start, sizeof l->end);
    l->block = 0; /* `near` is of no use yet */
}

/* The first move of a list at or above v. */
static uint32_t first_far(const planes_shifts *s, unsigned list, uint64_t v)
{
    const wheel_modulus *mod = &s->mod;
    const int64_t more =
        (int64_t)mod->m * (list % 8) + wheel_residue8(mod, list / 8);
    uint32_t k = s->start[list];
    while (k < s->start[list + 1] &&
           8 * (int64_t)mod->m * planes_whole(s, k) + more < (int64_t)v)
        k++;
    return k;
}

/* The moves that the block at hand takes: from `near` on, which depends on how
 * many rows it has, up to those that lead below 0 from all of its rows. */
static void bound_moves(planes_layer *l, uint64_t rows)
{
    const planes_shifts *s = &l->p->shifts;
    const unsigned lists = 8 * s->mod.m;
    if (rows != l->block)
        for (unsigned k = 0; k < lists; k++)
            l->near[k] = first_far(s, k, s->mod.m * rows);
    l->block = rows;
    const int64_t most = (int64_t)(l->row / 8 + 64 * PLANES_VECTORS);
    for (unsigned k = 0; k < lists; k++) {
        uint32_t e = l->end[k] > l->near[k] ? l->end[k] : l->near[k];
        while (e < s->start[k + 1] && planes_whole(s, e) <= most)
            e++;
        l->end[k] = e;
    }
}

/* The fuller a class is, the more it reaches with each move. */
static void order_sources(planes_layer *l)
{
    l->sources = 0;
    for (unsigned s = 0; s < l->p->shifts.mod.m; s++) {
        if (!l->dense[s])
            continue;
        unsigned j = l->sources++;
        for (; j > 0 && l->count[l->source[j - 1]] < l->count[s]; j--)
            l->source[j] = l->source[j - 1];
        l->source[j] = s;
    }
}

/* Lane i of a tile is place l->row - WHEEL_LEAD + i. Lanes that are no rows of
 * the block, or not open, count as reached. False if there are no others. Not
 * a byte more is read of `open`: threads of other layers write there. */
static bool open_lanes(const planes_layer *l, unsigned t, unsigned vectors,
                       uint64_t *tile)
{
    const uint64_t from = WHEEL_LEAD + l->p->shifts.mod.lift[t],
                   to = from + l->block;
    const size_t bytes = (to + 7) / 8;
    uint64_t open[WORDS] = {0}, hit[WORDS] = {0}, all = ~(uint64_t)0;
    memcpy((uint8_t *)open + 1, planes_at(&l->p->open, t, l->row), bytes - 1);
    memcpy((uint8_t *)hit + 1, planes_at(&l->hit, t, l->row), bytes - 1);
    for (unsigned w = 0; w < 8 * vectors; w++) {
        uint64_t lane = 64 * w, mask = ~(uint64_t)0;
        if (from > lane) /* less than a word */
            mask <<= from - lane;
        if (to < lane + 64)
            mask &= to > lane ? ~(~(uint64_t)0 << (to - lane)) : 0;
        tile[w] = ~(open[w] & mask) | hit[w];
        all &= tile[w];
    }
    return all != ~(uint64_t)0;
}

/* The far moves from one class into another. True if the tile is full. */
static bool reach(planes_layer *l, unsigned t, unsigned s, unsigned d,
                  unsigned vectors, uint64_t *tile)
{
    const planes_shifts *sh = &l->p->shifts;
    const int64_t step =
        wheel_step(&sh->mod, wheel_residue8(&sh->mod, d), s, t);
    const uint8_t *origin =
        planes_at(&l->found, s, l->row) - 1 - step - sh->top;
    planes_sources list[8];
    unsigned lists = 0;
    for (unsigned slip = 0; slip < 8; slip++) {
        const uint32_t from = l->near[8 * d + slip], to = l->end[8 * d + slip];
        if (from < to)
            list[lists++] =
                (planes_sources){sh->offset + from, to - from, slip};
    }
    return l->p->reach(tile, vectors, origin, list, lists);
}

static void far_moves(planes_layer *l, unsigned vectors, uint64_t tile[][WORDS],
                      bool *full)
{
    const planes_shifts *sh = &l->p->shifts;
    for (unsigned k = 0; k < l->sources; k++)
        for (unsigned r = 0; r < sh->residues; r++) {
            const unsigned s = l->source[k], d = sh->residue[r],
                           t = wheel_add(&sh->mod, s, d);
            if (!full[t])
                full[t] = reach(l, t, s, d, vectors, tile[t]);
        }
}

/* What is left of a tile, in the order of positions. */
static void collect_left(planes_layer *l, unsigned t, unsigned vectors,
                         const uint64_t *tile)
{
    const wheel_modulus *mod = &l->p->shifts.mod;
    for (unsigned w = 0; w < 8 * vectors; w++)
        for (uint64_t b = ~tile[w]; b != 0; b &= b - 1) {
            uint64_t row = 64 * w + ta_ctz(b) - WHEEL_LEAD - mod->lift[t];
            uint64_t at = row * mod->m + t;
            l->left[at / 64] |= (uint64_t)1 << at % 64;
        }
}

/* Whether a near move leads from n to a position of the layer. */
static bool has_near_option(const planes_layer *l, uint64_t n, unsigned t)
{
    const planes_shifts *sh = &l->p->shifts;
    const uint32_t span = (uint32_t)(sh->mod.m * l->block);
    for (uint32_t c = l->some & sh->before[t]; c != 0; c &= c - 1) {
        const planes_recent *r = &l->recent[ta_ctz(c)];
        for (uint32_t k = r->to; k > r->from; k--) {
            uint32_t v = (uint32_t)n - r->at[k - 1];
            if (v >= span)
                break;
            if (sh->small[v / 64] >> (v % 64) & 1)
                return true;
        }
    }
    return false;
}

static void settle(planes_layer *l, uint64_t n, unsigned t)
{
    const wheel_modulus *mod = &l->p->shifts.mod;
    const uint64_t place = n / mod->m + mod->lift[t];
    *planes_at(&l->p->open, t, place) &= (uint8_t) ~(1 << place % 8);
    l->p->value[n] = (uint16_t)l->value;
    planes_add(l, n);
}

static void near_moves(planes_layer *l)
{
    const unsigned m = l->p->shifts.mod.m;
    for (uint64_t w = 0; w <= m * l->block / 64; w++) {
        for (uint64_t b = l->left[w]; b != 0; b &= b - 1) {
            uint64_t n = m * l->row + 64 * w + ta_ctz(b);
            unsigned t = (unsigned)(n % m);
            if (!has_near_option(l, n, t))
                settle(l, n, t);
        }
        l->left[w] = 0;
    }
}

void planes_layer_block(planes_layer *l)
{
    const unsigned m = l->p->shifts.mod.m;
    _Alignas(64) uint64_t tile[PLANES_CLASSES][WORDS];
    bool full[PLANES_CLASSES];
    uint64_t rows = planes_block(l->p, l->row);
    unsigned vectors = rows <= 512 - WHEEL_MARGIN ? 1 : PLANES_VECTORS;
    bound_moves(l, rows);
    if (l->row >= l->look)
        planes_tell_apart(l);
    order_sources(l);
    planes_forget(l);
    for (unsigned t = 0; t < m; t++)
        full[t] = !open_lanes(l, t, vectors, tile[t]);
    far_moves(l, vectors, tile, full);
    for (unsigned t = 0; t < m; t++)
        if (!full[t])
            collect_left(l, t, vectors, tile[t]);
    near_moves(l);
    l->row += rows;
}
