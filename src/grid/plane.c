/* Cold positions and nim-values of a plane, row by row (README.md): plane_reach
 * marks what lower rows make hot, plane_choose does the row itself. Begin with
 * plane_run_cold. */
#include <stdlib.h>
#include <string.h>

#include "grid/plane.h"

typedef struct line {
    uint64_t a, b;
    /* R of README.md: bit x of row y is set if (x, y) has a cold option along
     * the line. The last b + 1 rows, row y at place y % (b + 1). */
    uint64_t *reach;
} line;

typedef struct plane {
    uint64_t width, height;
    size_t words;    /* of a row */
    uint64_t stride; /* bits from one row of `cold` to the next */
    uint64_t *block; /* the memory of `cold`, with the zeros that shifts read */
    uint64_t *cold;  /* bit y * stride + x; 0 from `width` on */
    uint64_t *hot;   /* the current row: found to be hot, or done */
    line line[TA_DIRECTIONS_MOST];
    size_t lines;
    tai_shifts shifts; /* other moves with b > 0: k (b * stride + a) */
    size_t n_shifts;
    uint64_t *storage; /* of `shifts` */
    uint64_t *padded;  /* the memory of `within`, a word before it */
    uint64_t *within;  /* moves with b = 0: bit k a; word -1 is 0 */
    size_t span;       /* words of `within` with moves, and one more */
    /* the least move of each direction that has one on the plane */
    struct {
        uint64_t x, y;
    } least[TA_DIRECTIONS_MOST];
    size_t n_least;
    const tai_rows_kernel *rows;
    const tai_shift_kernel *shift;
} plane;

static void plane_close(plane *p)
{
    for (size_t k = 0; k < p->lines; k++)
        ta_free(p->line[k].reach);
    ta_free(p->padded);
    ta_free(p->storage);
    ta_free(p->hot);
    ta_free(p->block);
}

/* Sets *list to the k in S whose moves stay inside, and *all to whether those
 * are 1, 2, ... up to the largest one that fits, and more than one: a single
 * move is a shift. */
static ta_status plane_moves(const plane *p, const tai_direction *d,
                             uint64_t **list, size_t *count, bool *all)
{
    const uint64_t fit =
        tai_min_u64(d->a > 0 ? (p->width - 1) / d->a : UINT64_MAX,
                    d->b > 0 ? (p->height - 1) / d->b : UINT64_MAX);
    const ta_status st = ta_game_elements(d->set, fit + 1, list, count);
    *all = st == TA_OK && *count == fit && fit > 1;
    return st;
}

/* Allocates what depends on the size and p->n_shifts. */
static ta_status plane_allocate(plane *p)
{
    /* Bits that a shift moves beyond the end of a row, or takes from before the
     * beginning, are in the second half. */
    const uint64_t words = p->words, row = p->n_shifts > 0 ? 2 * words : words;
    /* A shift by lo + width begins a row before `cold`. */
    const uint64_t pad = row + TA_PAD / 8;
    p->stride = 64 * row;
    p->block = tai_alloc_zero(
        tai_add_sat(tai_mul_sat(row, p->height), pad + TA_PAD / 8), 8);
    p->hot = tai_alloc(words + TA_TILE_WORDS, 8);
    p->storage = tai_alloc(2 * p->n_shifts, 8); /* half of it unsorted */
    p->padded = tai_alloc_zero(words + 3, 8);
    if (p->block == NULL || p->hot == NULL || p->storage == NULL ||
        p->padded == NULL)
        return TA_ENOMEM;
    p->cold = p->block + pad;
    p->within = p->padded + 1;
    return TA_OK;
}

/* Opens a plane; plane_close follows in any case. */
static ta_status plane_open(plane *p, const tai_grid_moves *m)
{
    uint64_t *list[TA_DIRECTIONS_MOST] = {NULL}, *next = NULL;
    size_t count[TA_DIRECTIONS_MOST] = {0};
    bool all[TA_DIRECTIONS_MOST] = {false};
    ta_status st = TA_OK;
    p->words = (size_t)ta_bits_words(p->width);
    p->rows = TA_KERNEL_HERE(tai_rows_kernel);
    p->shift = TA_KERNEL_HERE(tai_shift_kernel);
    for (size_t k = 0; k < m->count && st == TA_OK; k++) {
        const tai_direction *d = &m->direction[k];
        st = plane_moves(p, d, &list[k], &count[k], &all[k]);
        p->n_shifts += d->b > 0 && !all[k] ? count[k] : 0;
    }
    if (st == TA_OK)
        st = plane_allocate(p);
    if (st == TA_OK)
        next = p->storage + p->n_shifts;
    for (size_t k = 0; k < m->count && st == TA_OK; k++) {
        const uint64_t a = m->direction[k].a, b = m->direction[k].b;
        if (count[k] == 0)
            continue;
        p->least[p->n_least].x = list[k][0] * a;
        p->least[p->n_least++].y = list[k][0] * b;
        if (b > 0 && all[k]) {
            uint64_t *reach = tai_alloc(tai_mul_sat(b + 1, p->words), 8);
            st = reach != NULL ? TA_OK : TA_ENOMEM;
            p->line[p->lines++] = (line){a, b, reach};
        }
        for (size_t i = 0; i < count[k] && b > 0 && !all[k]; i++)
            *next++ = list[k][i] * (b * p->stride + a);
        for (size_t i = 0; i < count[k] && b == 0; i++) {
            const uint64_t x = list[k][i] * a;
            p->within[x / 64] |= (uint64_t)1 << x % 64;
            p->span = (size_t)tai_max_u64(p->span, x / 64 + 2);
        }
    }
    if (p->n_shifts > 0 && st == TA_OK) {
        uint64_t *sorted = p->storage + p->n_shifts;
        qsort(sorted, p->n_shifts, sizeof *sorted, tai_by_number);
        tai_shifts_sort(sorted, p->n_shifts, p->storage, &p->shifts);
    }
    for (size_t k = 0; k < m->count; k++)
        ta_free(list[k]);
    return st;
}

static uint64_t *plane_cold_row(const plane *p, uint64_t y)
{
    return p->cold + y * (p->stride / 64);
}

/* Empties `reach` of the rows 0 to b - 1 of each line, which are too low for a
 * move along it; later rows are stored before they are read. */
static void plane_restart(plane *p)
{
    for (size_t k = 0; k < p->lines; k++)
        memset(p->line[k].reach, 0, p->line[k].b * p->words * 8);
}

/* Marks the positions of row y without a move, a beginning, in p->hot. */
static void plane_mark_ends(plane *p, uint64_t y)
{
    uint64_t end = p->width;
    for (size_t k = 0; k < p->n_least; k++)
        if (p->least[k].y <= y)
            end = tai_min_u64(end, p->least[k].x);
    memset(p->hot, 0xff, (size_t)(end / 64) * 8);
    if (end % 64 != 0)
        p->hot[end / 64] |= ((uint64_t)1 << end % 64) - 1;
}

/* Marks the positions of row y with a cold option in a row below. */
static void plane_reach(plane *p, uint64_t y)
{
    const uint64_t lo = y * p->stride;
    /* By tiles; longer shifts than lo + width come from no bit of `cold`. */
    for (size_t w = 0; w < p->words && p->n_shifts > 0; w += TA_TILE_WORDS)
        p->shift->shift_or(p->hot + w, p->cold, lo + 64 * w, &p->shifts, 0,
                           lo + p->width);
    for (size_t k = 0; k < p->lines; k++) {
        const line *l = &p->line[k];
        /* Row y - b is at place (y + 1) % (b + 1). */
        if (y >= l->b)
            p->rows->spread(l->reach + y % (l->b + 1) * p->words, p->hot,
                            l->reach + (y + 1) % (l->b + 1) * p->words,
                            plane_cold_row(p, y - l->b), l->a, p->words);
    }
}

/* Sets cold row y to the positions that are not hot, in order of x, each of
 * which marks those in the row with a move to it, all of larger x. */
static void plane_choose(plane *p, uint64_t y)
{
    uint64_t *cold = plane_cold_row(p, y);
    for (size_t w = 0; w < p->words; w++) {
        const uint64_t inside = /* below `width` */
            w + 1 < p->words ? UINT64_MAX : UINT64_MAX >> (-p->width % 64);
        uint64_t free = ~p->hot[w] & inside;
        cold[w] = 0;
        while (free != 0) {
            const unsigned bit = tai_ctz(free);
            cold[w] |= (uint64_t)1 << bit;
            p->rows->mark(p->hot + w, p->within, bit,
                          (size_t)tai_min_u64(p->span, p->words - w));
            const uint64_t above = ~(uint64_t)1 << bit;
            free = ~p->hot[w] & inside & above;
        }
    }
}

/* ---- the two contents ---- */

/* Hands over a row. Without a sink rows are dropped. */
static ta_status plane_emit(const ta_sink *sink, ta_block block)
{
    return sink == NULL ? TA_OK : sink->consume(sink->state, &block);
}

static ta_status plane_run_cold(plane *p, bool misere,
                                const ta_options *options, const ta_sink *sink)
{
    ta_status st = TA_OK;
    plane_restart(p);
    for (uint64_t y = 0; y < p->height && st == TA_OK; y++) {
        memset(p->hot, 0, p->words * 8);
        if (misere)
            plane_mark_ends(p, y);
        plane_reach(p, y);
        plane_choose(p, y);
        const uint64_t *row = plane_cold_row(p, y);
        st = plane_emit(
            sink, (ta_block){.from = y * p->width,
                             .to = (y + 1) * p->width,
                             .bits = row,
                             .count = tai_popcount_range(row, 0, p->width)});
        if (st == TA_OK)
            st = tai_poll(options, (double)(y + 1) / (double)p->height,
                          (y + 1) * p->width);
    }
    return st;
}

/* Gives the value to the positions of row y that are cold among those without a
 * smaller value, and adds them to `done`, those with one. Returns how many. */
static uint64_t plane_layer_row(plane *p, uint64_t y, uint16_t value,
                                uint64_t *done, uint16_t *values)
{
    uint64_t count = 0;
    memcpy(p->hot, done, p->words * 8);
    plane_reach(p, y);
    plane_choose(p, y);
    const uint64_t *cold = plane_cold_row(p, y);
    for (size_t w = 0; w < p->words; w++) {
        for (uint64_t left = cold[w]; left != 0; left &= left - 1)
            values[64 * w + tai_ctz(left)] = value;
        count += tai_popcount(cold[w]);
        done[w] |= cold[w];
    }
    return count;
}

static ta_status plane_run_nim(plane *p, const ta_options *options,
                               const ta_sink *sink, ta_error *error)
{
    const uint64_t all = p->width * p->height;
    uint16_t *values = tai_alloc(all, sizeof *values);
    uint64_t *done = tai_alloc_zero(p->words * p->height, 8), count = 0;
    ta_status st = values != NULL && done != NULL ? TA_OK : TA_ENOMEM;
    for (uint64_t v = 0; st == TA_OK && count < all; v++) {
        if (v > UINT16_MAX)
            st = tai_fail(error, TA_ERANGE,
                          "a nim-value is above 65535, the largest that is "
                          "stored; a smaller plane has smaller values");
        plane_restart(p);
        for (uint64_t y = 0; y < p->height && st == TA_OK; y++) {
            count += plane_layer_row(p, y, (uint16_t)v, done + y * p->words,
                                     values + y * p->width);
            st = tai_poll(options, (double)count / (double)all, count);
        }
    }
    for (uint64_t y = 0; y < p->height && st == TA_OK; y++)
        st = plane_emit(sink, (ta_block){.from = y * p->width,
                                         .to = (y + 1) * p->width,
                                         .values = values + y * p->width,
                                         .count = p->width});
    ta_free(done);
    ta_free(values);
    return st;
}

/* Returns TA_EINVAL or TA_ERANGE for arguments that are not accepted. */
static ta_status plane_check(const plane *p, ta_convention convention,
                             ta_content content, const ta_options *options,
                             ta_error *error)
{
    if (tai_options_check(options, error) != TA_OK ||
        tai_convention_check(convention, false, error) != TA_OK)
        return TA_EINVAL;
    if (content != TA_CONTENT_COLD && content != TA_CONTENT_NIM)
        return tai_fail(error, TA_EINVAL,
                        "games on the plane have cold positions and "
                        "nim-values, and nothing else is computed");
    if (content == TA_CONTENT_NIM && convention != TA_NORMAL)
        return tai_fail(error, TA_EINVAL,
                        "nim-values exist for normal play only");
    if (p->width >> 31 != 0 || p->height >> 31 != 0)
        return tai_fail(error, TA_ERANGE,
                        "width and height of a plane are below 2^31");
    return TA_OK;
}

ta_status tai_grid_run(const tai_grid_moves *moves, ta_convention convention,
                       ta_content content, uint64_t width, uint64_t height,
                       const ta_options *options, const ta_sink *sink,
                       ta_error *error)
{
    plane p = {.width = width, .height = height};
    tai_budget *budget;
    ta_status st = plane_check(&p, convention, content, options, error);
    if (st == TA_OK)
        st = tai_budget_begin(options != NULL ? options->max_memory : 0,
                              &budget);
    if (st != TA_OK)
        return st;
    if (width > 0 && height > 0) {
        st = plane_open(&p, moves);
        if (st == TA_OK && content == TA_CONTENT_COLD)
            st = plane_run_cold(&p, convention == TA_MISERE, options, sink);
        else if (st == TA_OK)
            st = plane_run_nim(&p, options, sink, error);
        plane_close(&p);
    }
    if (st == TA_ENOMEM)
        tai_fail(error, st, "no memory for a plane of this size");
    if (st == TA_ECANCELLED)
        tai_fail(error, st, "stopped on request");
    return tai_budget_end(budget, st, error);
}

ta_status ta_grid_run(const char *moves, ta_convention convention,
                      ta_content content, uint64_t width, uint64_t height,
                      const ta_options *options, const ta_sink *sink,
                      ta_error *error)
{
    tai_grid_moves *m;
    ta_status st = tai_grid_moves_new(moves, &m, error);
    if (st == TA_OK)
        st = tai_grid_run(m, convention, content, width, height, options, sink,
                          error);
    tai_grid_moves_free(m);
    return st;
}
