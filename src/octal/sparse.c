/* The sparse engine: nim-values of octal games in about linear time.
 *
 * Values are rare or common (mask.c) so that rare ^ rare and common ^ common
 * are rare and rare ^ common is common. A split reaches a common value only
 * if one part is rare; so with all rare positions listed, marking these
 * splits and the takes decides every common value. The heap's value is the
 * least common one that is not reached, if every smaller rare value is. For
 * these a witness each is looked for: among the marks made anyway, then among
 * the splits that lately served (witness.c), then among all. If there is
 * none, the value is rare and the position joins the list.
 *
 * Heaps are treated in blocks of 32. A split with a part below 32 may need a
 * value of the same block: these are marked heap by heap. All others have
 * both parts known before the block starts.
 * Source: Berlekamp, Conway, Guy, Winning Ways, ch. 4; paper-notes.md. */
#include <string.h>

#include "octal/octal.h"

enum {
    LANES = TA_OCTAL_LANES,
    FIRST_CHOICE = 128, /* heaps before a mask is looked for */
    SAMPLE = 32,        /* every so many blocks the witnesses are rated */
};

/* ---- labels and rows ---- */

/* Renumbers what is known from the labels in force to others. */
static void relabel(ta_sparse *e, const ta_octal_labels *labels)
{
    for (uint64_t i = 1; i < e->n; i++) {
        uint32_t value = ta_octal_unlabel(&e->labels, i, e->g[i]);
        e->g[i] = (uint16_t)ta_octal_label(labels, i, value);
    }
    e->labels = *labels;
}

void ta_sparse_to_values(ta_sparse *e)
{
    ta_octal_labels in_force = e->labels;
    relabel(e, &(ta_octal_labels){.dense = true, .bits = in_force.bits});
    e->labels = in_force;
}

void ta_sparse_to_labels(ta_sparse *e)
{
    ta_octal_labels in_force = e->labels;
    e->labels = (ta_octal_labels){.dense = true, .bits = in_force.bits};
    relabel(e, &in_force);
}

/* Labels for values below 2^bits under the mask in force, and rows for them. */
static ta_status set_labels(ta_sparse *e, unsigned bits)
{
    ta_octal_labels labels;
    ta_octal_labels_set(&labels, e->game, &e->mask, e->dense, bits);
    unsigned row_bits = ta_log2_ceil(labels.size);
    if (e->rows == NULL || row_bits != e->row_bits) {
        uint8_t *rows = ta_alloc(LANES, (uint64_t)1 << row_bits);
        if (rows == NULL)
            return TA_ENOMEM;
        ta_free(e->rows);
        e->rows = rows;
        e->row_bits = row_bits;
    }
    relabel(e, &labels);
    return TA_OK;
}

static ta_status add_rare(ta_sparse *e, uint64_t position)
{
    if (e->n_rare == e->rare_room) {
        size_t room = e->rare_room * 2 + 256;
        uint32_t *rare = ta_alloc(room, sizeof *rare);
        if (rare == NULL)
            return TA_ENOMEM;
        if (e->n_rare > 0)
            memcpy(rare, e->rare, e->n_rare * sizeof *rare);
        ta_free(e->rare);
        e->rare = rare;
        e->rare_room = room;
    }
    e->rare[e->n_rare++] = (uint32_t)position;
    return TA_OK;
}

static bool is_rare(const ta_sparse *e, uint64_t position)
{
    return e->g[position] < e->labels.common;
}

/* Anew at every doubling: what is rare shows only in time. */
static ta_status choose_mask(ta_sparse *e)
{
    ta_octal_labels plain = {.dense = true, .bits = e->labels.bits};
    relabel(e, &plain);
    ta_status st = ta_octal_mask_choose(e->game, e->g, e->n, plain.bits,
                                        &e->mask);
    if (st != TA_OK)
        return st;
    e->next_choice = e->n * 2;
    e->dense = e->game->n_break == 0 || e->mask.rare + 256 > e->n / 2;
    e->n_rare = 0;
    st = set_labels(e, plain.bits);
    for (uint64_t i = 1; i < e->n && st == TA_OK && !e->dense; i++)
        if (is_rare(e, i))
            st = add_rare(e, i);
    return st;
}

/* ---- marks ---- */

/* What mark_list reaches for the 32 heaps of a block: bits of waves, or rows
 * directly. */
typedef struct wave {
    uint32_t (*bits)[LANES]; /* NULL: rows */
    unsigned base;
} wave;

static bool at_middle(const ta_sparse *e, uint64_t a)
{
    return e->game->unequal && 2 * a >= e->n && 2 * a < e->n + LANES;
}

/* Splits of heaps n .. n+31 with a part a of the list and a >= 32 - t (else
 * the other part may not be known yet) and a < n - t (else it may be 0). Where
 * splits must be unequal, parts near half of the heap wait for mark_middle. */
static void mark_list(ta_sparse *e, uint64_t t, const uint32_t *list,
                      size_t count, wave to)
{
    const uint16_t *first = e->g + (e->n - t);
    uint32_t from = t < LANES ? (uint32_t)(LANES - t) : 0;
    uint64_t end = e->n - t;
    for (size_t i = 0; i < count; i++) {
        size_t run = i;
        while (run < count && list[run] >= from && list[run] < end &&
               !at_middle(e, list[run]))
            run++;
        if (to.bits != NULL)
            e->wave(to.bits, to.base, e->cover, e->g, first, list + i, run - i);
        else
            ta_octal_mark(e->rows, e->row_bits, e->g, first, list + i, run - i);
        e->work += run - i;
        i = run;
    }
}

/* All splits with both parts at least 32, where no mask helps. */
static void mark_all(ta_sparse *e, uint64_t t)
{
    uint32_t list[512];
    uint64_t end = ta_min_u64(e->n - t, (e->n + LANES) / 2 + 1);
    for (uint64_t a = LANES; a < end;) {
        size_t count = 0;
        while (count < 512 && a < end)
            list[count++] = (uint32_t)a++;
        mark_list(e, t, list, count, (wave){NULL, 0});
    }
}

/* Splits of heap h with a part in the list, whatever the other. */
static void mark_heap(const ta_sparse *e, uint64_t h, uint8_t *row,
                      const uint32_t *list, size_t count)
{
    for (unsigned i = 0; i < e->game->n_break; i++) {
        uint64_t m = h - e->game->breaks[i];
        if (e->game->breaks[i] >= h)
            continue;
        for (size_t k = 0; k < count; k++)
            if (list[k] < m && !(e->game->unequal && 2 * (uint64_t)list[k] == m))
                row[e->g[list[k]] ^ e->g[m - list[k]]] = 1;
    }
}

static void mark_middle(ta_sparse *e, const uint32_t *list, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (at_middle(e, list[k]) && list[k] >= LANES)
            for (unsigned j = 0; j < LANES; j++)
                if (e->n + j < list[k] + e->n)
                    mark_heap(e, e->n + j,
                              e->rows + ((size_t)j << e->row_bits), list + k,
                              1);
}

/* Eight bits to eight bytes of 0 or 1. */
static uint64_t spread(uint32_t bits)
{
    uint64_t x = (uint64_t)(bits & 0xff) * UINT64_C(0x0101010101010101);
    x &= UINT64_C(0x8040201008040201);
    return (x + UINT64_C(0x7f7f7f7f7f7f7f7f)) >> 7 &
           UINT64_C(0x0101010101010101);
}

static void rows_from_bits(ta_sparse *e, uint32_t (*bits)[LANES],
                           unsigned base)
{
    for (unsigned k = 0; k < e->cover / 32; k++)
        for (unsigned j = 0; j < LANES; j++) {
            uint8_t *row = e->rows + ((size_t)j << e->row_bits) + base + 32 * k;
            for (unsigned i = 0; i < 4; i++) {
                uint64_t bytes = spread(bits[k][j] >> (8 * i));
                memcpy(row + 8 * i, &bytes, 8);
            }
        }
}

static void mark_near(const ta_sparse *e, uint64_t h, uint8_t *row)
{
    const ta_octal *game = e->game;
    const uint16_t *g = e->g;
    if (ta_octal_ends(game, h))
        row[ta_octal_label(&e->labels, h, 0)] = 1;
    for (unsigned i = 0; i < game->n_take; i++)
        if (game->take[i] < h) {
            /* labels hold the parity of the heap that was left */
            uint32_t swap = ta_octal_flip(&e->labels, h) ^
                            ta_octal_flip(&e->labels, h - game->take[i]);
            row[g[h - game->take[i]] ^ swap * e->labels.common] = 1;
        }
    for (unsigned i = 0; i < game->n_break; i++) {
        if (game->breaks[i] >= h)
            continue;
        uint64_t m = h - game->breaks[i];
        uint64_t end = ta_min_u64(m / 2 + 1, LANES);
        if (game->unequal && m % 2 == 0)
            end = ta_min_u64(m / 2, LANES);
        for (uint64_t a = 1; a < end; a++)
            row[g[a] ^ g[m - a]] = 1;
    }
}

/* ---- one heap ---- */

/* The least label x in [from, end) with row[x] 0, or end; end is a multiple
 * of 8. */
static uint32_t first_open(const uint8_t *row, uint32_t from, uint32_t end)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t before = from % 8 ? ones >> (64 - 8 * (from % 8)) : 0;
    for (uint32_t x = from / 8 * 8; x < end; x += 8, before = 0) {
        uint64_t word;
        memcpy(&word, row + x, 8);
        uint64_t open = ~(word | before) & ones;
        if (open != 0)
            return x + ta_ctz(open) / 8;
    }
    return end;
}

/* Marks rare labels below `end` by witnesses, one after the other, until all
 * are reached or none is left to try, and credits those that serve. */
static void try_witnesses(ta_sparse *e, uint64_t h, uint8_t *row, uint32_t end)
{
    ta_witnesses *w = &e->witnesses;
    const ta_octal *game = e->game;
    const uint16_t *g = e->g;
    uint32_t left = 0;
    for (uint32_t x = 0; x < end; x++)
        left += row[x] == 0;
    for (size_t k = 0; k < w->count && left > 0; k++)
        for (unsigned i = 0; i < game->n_break; i++) {
            uint64_t t = game->breaks[i], a = w->part[k];
            if (a + t >= h || (game->unequal && a + a == h))
                continue;
            uint32_t x = g[a] ^ g[h - t - a];
            if (x < end && !row[x]) {
                row[x] = 1;
                w->score[k] += TA_WITNESS_HIT;
                left--;
            }
        }
}

/* Looks through all splits for a label. */
static bool reached(ta_sparse *e, uint64_t h, uint32_t label)
{
    for (unsigned i = 0; i < e->game->n_break; i++) {
        if (e->game->breaks[i] >= h)
            continue;
        uint64_t m = h - e->game->breaks[i];
        uint64_t a = e->find(e->g, m, 1, (uint16_t)label, e->game->unequal);
        e->work += m / 256;
        if (a != 0) {
            ta_witnesses_found(&e->witnesses, (uint32_t)a);
            return true;
        }
    }
    return false;
}

/* The value of heap h from what its row has reached: 2^bits if all below. */
static uint32_t value_of(ta_sparse *e, uint64_t h, uint8_t *row, bool sample)
{
    const ta_octal_labels *l = &e->labels;
    uint32_t all = 1u << l->bits;
    if (e->dense)
        return first_open(row, 0, all);
    /* labels of each class in use: half of the values */
    uint32_t half = all / 2, end = l->common + half;
    uint32_t open = first_open(row, l->common, end);
    if (e->wave != NULL && open - l->common >= e->cover) {
        mark_heap(e, h, row, e->rare, e->n_rare);
        mark_heap(e, h, row, e->witnesses.part, e->witnesses.front);
        open = first_open(row, open, end);
    }
    if (open - l->common >= e->needed)
        e->needed = open - l->common + 1;
    uint32_t value = all, rares = half;
    if (open < end) {
        value = ta_octal_unlabel(l, h, open);
        /* below it: rare ones with less above the dropped bit and, if that
         * bit is set here, those with the same above it */
        rares = ((value >> l->dropped) + 1) / 2 << l->dropped;
    }
    uint32_t x = first_open(row, 0, l->common);
    if (x >= rares)
        return value;
    if (sample)
        try_witnesses(e, h, row, rares);
    for (x = first_open(row, x, l->common); x < rares;
         x = first_open(row, x + 1, l->common))
        if (!reached(e, h, x))
            return ta_octal_unlabel(l, h, x);
    return value;
}

/* ---- blocks ---- */

static void mark_far(ta_sparse *e, bool sample)
{
    const ta_witnesses *w = &e->witnesses;
    size_t front = sample ? 0 : w->front;
    uint32_t bits[2][TA_OCTAL_COVER / 32][LANES];
    bool waves = e->wave != NULL && !e->dense;
    memset(e->rows, 0, (size_t)LANES << e->row_bits);
    for (unsigned k = 0; waves && k < e->cover / 32; k++) {
        memset(bits[0][k], 0, sizeof bits[0][k]);
        memset(bits[1][k], 0, sizeof bits[1][k]);
    }
    for (unsigned i = 0; i < e->game->n_break; i++) {
        uint64_t t = e->game->breaks[i];
        if (e->n < t + 2)
            continue;
        if (e->dense) {
            mark_all(e, t);
            continue;
        }
        mark_list(e, t, e->rare, e->n_rare,
                  (wave){waves ? bits[1] : NULL, e->labels.common});
        mark_list(e, t, w->part, front, (wave){waves ? bits[0] : NULL, 0});
    }
    if (waves) {
        rows_from_bits(e, bits[0], 0);
        rows_from_bits(e, bits[1], e->labels.common);
    }
}

/* Parts near the middle, where equal splits must be left out. */
static void mark_middles(ta_sparse *e, bool sample)
{
    if (!e->game->unequal)
        return;
    if (e->dense) {
        for (uint32_t a = (uint32_t)(e->n / 2); a < e->n / 2 + LANES; a++)
            mark_middle(e, &a, 1);
        return;
    }
    mark_middle(e, e->rare, e->n_rare);
    mark_middle(e, e->witnesses.part, sample ? 0 : e->witnesses.front);
}

static ta_status run_block(ta_sparse *e, uint64_t end, ta_error *error)
{
    bool sample = e->block++ % SAMPLE == 0;
    mark_far(e, sample);
    mark_middles(e, sample);
    unsigned lanes = (unsigned)ta_min_u64(LANES, end - e->n);
    for (unsigned j = 0; j < lanes; j++) {
        uint64_t h = e->n;
        uint8_t *row = e->rows + ((size_t)j << e->row_bits);
        mark_near(e, h, row);
        uint32_t v = value_of(e, h, row, sample);
        if (v > TA_OCTAL_VALUE_MAX)
            return ta_fail(error, TA_ERANGE,
                           "the value of heap %llu is above 65535",
                           (unsigned long long)h);
        if (v > e->largest) {
            e->largest = v;
            e->largest_at = h;
        }
        if (v >> e->labels.bits != 0) { /* the rows are too short from here */
            ta_status st = set_labels(e, e->labels.bits + 1);
            if (st != TA_OK)
                return st;
            lanes = 0;
        }
        e->g[e->n++] = (uint16_t)ta_octal_label(&e->labels, h, v);
        if (!e->dense && is_rare(e, h) && add_rare(e, h) != TA_OK)
            return TA_ENOMEM;
    }
    if (sample) {
        ta_witnesses_settle(&e->witnesses);
        e->cover = (unsigned)ta_min_u64((e->needed + 31) / 32 * 32,
                                        ta_min_u64(e->labels.common,
                                                   TA_OCTAL_COVER));
        e->cover = e->cover < 32 ? 32 : e->cover;
        e->needed = 0;
    }
    return TA_OK;
}

/* ---- life ---- */

static ta_status make_room(ta_sparse *e, uint64_t n)
{
    if (n <= e->room)
        return TA_OK;
    uint16_t *g = ta_alloc(n, sizeof *g);
    if (g == NULL)
        return TA_ENOMEM;
    if (e->n > 0)
        memcpy(g, e->g, (size_t)e->n * sizeof *g);
    ta_free(e->g);
    e->g = g;
    e->room = n;
    return TA_OK;
}

ta_status ta_sparse_new(const ta_octal *game, ta_sparse **engine)
{
    ta_sparse *e = ta_alloc_zero(1, sizeof *e);
    *engine = NULL;
    if (e == NULL)
        return TA_ENOMEM;
    e->game = game;
    e->dense = true;
    e->next_choice = FIRST_CHOICE;
    e->find = ta_octal_find_for(ta_cpu_isa());
    e->wave = ta_octal_wave_for(ta_cpu_isa());
    e->cover = 32;
    if (ta_witnesses_new(&e->witnesses) != TA_OK ||
        set_labels(e, 4) != TA_OK || make_room(e, 64) != TA_OK) {
        ta_sparse_free(e);
        return TA_ENOMEM;
    }
    e->g[0] = 0;
    e->n = 1;
    *engine = e;
    return TA_OK;
}

void ta_sparse_free(ta_sparse *e)
{
    if (e == NULL)
        return;
    ta_free(e->g);
    ta_free(e->rare);
    ta_free(e->rows);
    ta_witnesses_free(&e->witnesses);
    ta_free(e);
}

ta_status ta_sparse_run(ta_sparse *e, uint64_t n, const ta_options *options,
                        ta_error *error)
{
    if (n > TA_OCTAL_N_MAX)
        return ta_fail(error, TA_ERANGE, "at most 2^32 - 256 heaps");
    ta_status st = make_room(e, n);
    while (st == TA_OK && e->n < n) {
        if (e->n >= e->next_choice)
            st = choose_mask(e);
        if (st == TA_OK)
            st = run_block(e, n, error);
        e->work += 512;
        if (e->work < 1 << 18)
            continue;
        e->work = 0;
        if (st == TA_OK && options != NULL && options->progress != NULL &&
            options->progress(options->progress_state,
                              (double)e->n / (double)n, e->n) != 0)
            st = TA_ECANCELLED;
    }
    if (st == TA_ENOMEM)
        ta_fail(error, st, "no memory for the values of %llu heaps",
                (unsigned long long)n);
    return st;
}
