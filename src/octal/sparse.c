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
 * Heaps are treated in blocks of 32: reach.c marks, heap.c decides, and here
 * is what lasts from block to block. Where no rare heap is near it is quicker
 * to decide many first, and to prove them afterwards: calm.c. Source:
 * Berlekamp, Conway, Guy, Winning Ways, ch. 4; paper-notes.md. */
#include <string.h>

#include "octal/ahead.h"

enum {
    LANES = TA_OCTAL_LANES,
    FIRST_CHOICE = 128, /* heaps before a mask is looked for */
    TILES_FROM = 256,   /* far splits, or tiles are not worth while */
    SAMPLE = 32,        /* every so many blocks the witnesses are rated */
    FEW_LABELS = 1024,  /* as many fit the nearest cache twice */
};

/* ---- labels and rows ---- */

/* Of the heaps [from, to), whose labels are at g, those of `labels` (dense: the
 * values) into `to_g`. Where labels are few, each is looked up for heaps that
 * are even and odd, which is all that one depends on. */
static void relabel_part(const ta_sparse *e, const ta_octal_labels *labels,
                         const uint16_t *g, uint64_t from, uint64_t to,
                         uint16_t *to_g)
{
    if (labels->dense) {
        ta_octal_unlabel_all(&e->labels, from, g, to - from, to_g);
        return;
    }
    uint16_t map[2][FEW_LABELS];
    const uint32_t size = ta_octal_labels_end(&e->labels);
    const bool few = size <= FEW_LABELS && size <= (to - from) / 4;
    for (uint32_t i = 0; few && i < 2 * size; i++)
        map[i % 2][i / 2] = (uint16_t)ta_octal_label(
            labels, i % 2, ta_octal_unlabel(&e->labels, i % 2, i / 2));
    for (uint64_t i = from; i < to; i++, g++, to_g++)
        *to_g = few ? map[i % 2][*g]
                    : (uint16_t)ta_octal_label(
                          labels, i, ta_octal_unlabel(&e->labels, i, *g));
}

/* Renumbers what is held from the labels in force to others. */
static void relabel(ta_sparse *e, const ta_octal_labels *labels)
{
    uint64_t tail = ta_max_u64(e->back, 1);
    ta_ahead_drop(e->ahead);
    if (e->n > tail)
        relabel_part(e, labels, ta_sparse_at(e, tail), tail, e->n,
                     ta_sparse_at(e, tail));
    if (e->head > 1)
        relabel_part(e, labels, e->g + 1, 1, e->head, e->g + 1);
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

void ta_sparse_values(const ta_sparse *e, uint64_t from, uint64_t to,
                      uint16_t *values)
{
    const ta_octal_labels plain = {.dense = true};
    if (from == 0 && to > 0) { /* g[0] is no label */
        *values++ = 0;
        from = 1;
    }
    if (from < to)
        relabel_part(e, &plain, ta_sparse_at(e, from), from, to, values);
}

ta_status ta_sparse_set_labels(ta_sparse *e, unsigned bits)
{
    ta_octal_labels labels;
    ta_octal_labels_set(&labels, e->game, &e->mask, e->dense, bits);
    unsigned row_bits = ta_log2_ceil(ta_octal_labels_end(&labels));
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

ta_status ta_sparse_add_rare(ta_sparse *e, uint64_t position)
{
    ta_ahead_drop(e->ahead);
    if (e->n_rare == e->rare_room) {
        size_t room = e->rare_room + e->rare_room / 4 + 256;
        if ((room + e->rare_room) * sizeof *e->rare > e->rare_most)
            return TA_ELIMIT;
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
    if (e->n_rare >
        e->n / 5 + 256) /* so that the list stays below the values */
        e->next_choice = e->n;
    return TA_OK;
}

/* Anew at every doubling: what is rare shows only in time. */
ta_status ta_sparse_choose(ta_sparse *e)
{
    ta_octal_mask mask;
    if (e->n < e->next_choice)
        return TA_OK;
    ta_status st = ta_octal_mask_choose(e->game, e->ahead->team, &e->labels,
                                        e->g, e->n, &e->counts, &mask);
    if (st != TA_OK)
        return st;
    const bool dense = e->game->n_break == 0 || mask.rare + 64 > e->n / 6;
    const bool same = !dense && !e->dense && mask.mask == e->mask.mask &&
                      mask.parity == e->mask.parity;
    e->next_choice = e->n * 2;
    e->mask = mask;
    e->dense = dense;
    if (same)
        return TA_OK;
    e->n_rare = 0;
    if (e->dense) {
        ta_free(e->rare);
        e->rare = NULL;
        e->rare_room = 0;
    }
    st = ta_sparse_set_labels(e, e->labels.bits);
    for (uint64_t i = 1; i < e->n && st == TA_OK && !e->dense; i++)
        if (ta_sparse_is_rare(e, i))
            st = ta_sparse_add_rare(e, i);
    return st;
}

/* A mask knows no bit that no value had when it was chosen, and once heaps are
 * forgotten none is chosen again. Earlier values are in the same class with a
 * new top bit in the mask as without; so it is put there if that makes v, the
 * first value that has it, a common one, as nearly all are by then. */
static ta_status admit_bit(ta_sparse *e, uint32_t v)
{
    const uint32_t bit = (uint32_t)1 << ta_log2_floor(v);
    if (e->back == 0 || e->largest >= bit ||
        ta_octal_label(&e->labels, e->n, v) >= e->labels.common)
        return TA_OK;
    e->mask.mask ^= (uint16_t)bit;
    return ta_sparse_set_labels(e, e->labels.bits);
}

/* ---- blocks ---- */

/* The value of heap n is v; *go_on is false if the labels are others, or the
 * list is longer, from here on. */
ta_status ta_sparse_put(ta_sparse *e, uint32_t v, bool *go_on, ta_error *error)
{
    uint64_t h = e->n;
    if (v == TA_SPARSE_LOST) {
        e->lost = true;
        return ta_fail(error, TA_ELIMIT,
                       "heap %llu is rare unless a split with both parts "
                       "from %llu on says otherwise, and the limit on "
                       "memory allows to hold no more",
                       (unsigned long long)h, (unsigned long long)e->parts);
    }
    if (v > TA_OCTAL_VALUE_MAX)
        return ta_fail(error, TA_ERANGE,
                       "the value of heap %llu is above 65535",
                       (unsigned long long)h);
    ta_status st = TA_OK;
    if (v >> e->labels.bits != 0) { /* the rows are too short from here */
        st = ta_sparse_set_labels(e, e->labels.bits + 1);
        *go_on = false;
    }
    if (v > e->largest && st == TA_OK)
        st = admit_bit(e, v);
    if (st != TA_OK)
        return st;
    if (v > e->largest) {
        e->largest = v;
        e->largest_at = h;
    }
    *ta_sparse_at(e, h) = (uint16_t)ta_octal_label(&e->labels, h, v);
    e->n++;
    if (e->dense || !ta_sparse_is_rare(e, h))
        return TA_OK;
    if (e->back > 0) { /* it would have to be in the head */
        e->lost = true;
        return ta_fail(error, TA_ELIMIT,
                       "heap %llu is rare, and the limit on memory allows to "
                       "hold no more",
                       (unsigned long long)h);
    }
    return ta_sparse_add_rare(e, h);
}

void ta_sparse_set_cover(ta_sparse *e)
{
    e->cover =
        (unsigned)ta_min_u64((e->needed + 15) / 16 * 16,
                             ta_min_u64(e->labels.common, TA_OCTAL_COVER));
    e->cover = e->cover < 16 ? 16 : e->cover;
    e->needed = 0;
}

static ta_status run_block(ta_sparse *e, uint64_t end, ta_error *error)
{
    bool sample = e->block++ % SAMPLE == 0, go_on = true;
    ta_status st = TA_OK;
    unsigned lanes = (unsigned)ta_min_u64(LANES, end - e->n);
    ta_sparse_mark_far(e, sample);
    for (unsigned j = 0; j < lanes && go_on && st == TA_OK; j++) {
        uint8_t *row = e->rows + ((size_t)j << e->row_bits);
        ta_sparse_mark_near(e, e->n, row);
        st = ta_sparse_put(e, ta_sparse_value(e, e->n, row, sample), &go_on,
                           error);
    }
    if (st == TA_OK && sample) {
        ta_witnesses_settle(&e->witnesses);
        ta_sparse_set_cover(e);
    }
    return st;
}

/* Some heaps more. */
static ta_status run_some(ta_sparse *e, uint64_t end, ta_error *error)
{
    if (ta_sparse_is_calm(e))
        return ta_sparse_calm(e, end, error);
    ta_ahead_drop(e->ahead);
    return run_block(e, end, error);
}

/* ---- life ---- */

ta_status ta_sparse_room(ta_sparse *e, uint64_t n)
{
    if (n <= e->room)
        return TA_OK;
    uint16_t *g = ta_alloc(n, sizeof *g);
    if (g == NULL)
        return TA_ENOMEM;
    if (e->n > 0)
        memcpy(g, e->g, (size_t)e->n * sizeof *g);
    ta_ahead_drop(e->ahead); /* it may read them */
    ta_free(e->g);
    e->g = e->tail = g; /* nothing is forgotten while room grows */
    e->room = n;
    e->touched = 0;
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
    e->seek = ta_octal_seek_for(ta_cpu_isa());
    e->vectors = ta_octal_vectors_for(ta_cpu_isa());
    e->cover = 32;
    e->rare_most = UINT64_MAX;
    e->planes_most = TA_PLANES_BYTES;
    e->room_most = e->keep = e->parts = UINT64_MAX;
    e->ahead = ta_alloc_zero(1, sizeof *e->ahead);
    if (e->ahead != NULL) {
        e->ahead->few = TILES_FROM;
        e->ahead->reach = TA_AHEAD_REACH;
    }
    if (e->ahead == NULL || ta_witnesses_new(&e->witnesses) != TA_OK ||
        ta_sparse_set_labels(e, 4) != TA_OK || ta_sparse_room(e, 64) != TA_OK) {
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
    if (e->ahead != NULL) {
        ta_ahead_drop(e->ahead);
        ta_planes_free(&e->ahead->planes);
    }
    ta_free(e->g);
    ta_free(e->rare);
    ta_free(e->rows);
    ta_free(e->ahead);
    ta_octal_counts_free(&e->counts);
    ta_witnesses_free(&e->witnesses);
    ta_free(e);
}

ta_status ta_sparse_begin(ta_sparse *e, uint64_t known, uint64_t n)
{
    unsigned bits = e->labels.bits;
    ta_status st = ta_sparse_room(e, n);
    for (uint64_t i = 0; i < known && st == TA_OK; i++) {
        if (e->g[i] > e->largest) {
            e->largest = e->g[i];
            e->largest_at = i;
        }
        while (e->g[i] >> bits != 0)
            bits++;
    }
    if (st != TA_OK || known <= e->n)
        return st;
    e->labels.bits = bits; /* dense: labels are values */
    e->n = known;
    e->next_choice = ta_max_u64(known, FIRST_CHOICE);
    return ta_sparse_set_labels(e, bits);
}

ta_status ta_sparse_run(ta_sparse *e, uint64_t n, const ta_options *options,
                        ta_error *error)
{
    ta_status st = TA_OK;
    while (st == TA_OK && e->n < n) {
        const uint64_t before = e->work, from = e->n;
        st = ta_sparse_choose(e);
        if (st == TA_OK)
            st = ta_sparse_make_room(e);
        if (st == TA_OK)
            st = run_some(
                e, ta_min_u64(ta_min_u64(n, ta_sparse_end(e)), e->next_choice),
                error);
        e->work += 512;
        ta_sparse_count(e, e->work - before, e->n - from);
        if (e->work < 1 << 18)
            continue;
        e->work = 0;
        if (st == TA_OK)
            st = ta_poll(options, ta_sparse_share(e, n), e->n);
    }
    if (st == TA_ELIMIT && e->back > 0)
        return st; /* said already */
    if (st == TA_ELIMIT && e->n == e->room)
        ta_fail(error, st,
                "no period is proved from the first %llu heaps, and more have "
                "no room within the limit on memory",
                (unsigned long long)e->n);
    else if (st == TA_ELIMIT)
        ta_fail(error, st,
                "the list of rare heaps of this game has outgrown the limit on "
                "memory at heap %llu",
                (unsigned long long)e->n);
    if (st == TA_ENOMEM)
        ta_fail(error, st, "no memory for the values of %llu heaps",
                (unsigned long long)n);
    return st;
}
