#include "convolve/direct.h"

uint64_t ta_field_memory(uint64_t set_bound, uint64_t near_bound, uint64_t n)
{
    uint64_t values = set_bound;
    if (ta_set_is_dense(set_bound, n))
        values = 2 * TA_SCRATCH + near_bound;
    return 8 * values + 256;
}

ta_status ta_field_init(ta_field *field, const ta_set *set,
                        const uint64_t *cold, uint64_t n, ta_team *team)
{
    *field = (ta_field){.set = set, .cold = cold, .n = n, .team = team};
    bool dense = set->bits != NULL;
    const uint64_t *s = set->list;
    size_t count = set->count;
    if (dense && (field->scratch = ta_alloc(2 * TA_SCRATCH, 8)) == NULL)
        return TA_ENOMEM;
    field->sorted = dense ? ta_min_u64(TA_SCRATCH, set->n) : set->n;
    if (dense)
        count = ta_set_window(set, 1, field->sorted, field->scratch, &s);
    field->storage = ta_alloc(count, 8);
    if (field->storage == NULL) {
        ta_field_free(field);
        return TA_ENOMEM;
    }
    ta_shifts_sort(s, count, field->storage, &field->shifts);
    return TA_OK;
}

void ta_field_free(ta_field *field)
{
    ta_free(field->storage);
    ta_free(field->scratch);
    field->storage = field->scratch = NULL;
}

/* Shifts of the sources in [from, to) into the targets of [lo, hi). */
typedef struct sweep {
    const ta_field *field;
    const uint64_t *a;
    const ta_shifts *shifts;
    bool clip; /* only those that can bring a source into the tile */
    uint64_t from, to, lo;
    uint64_t *hot;
} sweep;

static void do_tile(void *state, unsigned thread, size_t item)
{
    const sweep *s = state;
    (void)thread;
    uint64_t at = s->lo + item * TA_TILE;
    uint64_t *target = s->hot + (at - s->lo) / 64;
    if (at >= s->field->n || ta_all_ones(target, TA_TILE_WORDS))
        return;
    ta_shifts some;
    if (s->clip)
        some = ta_shifts_between(s->shifts, at - s->to + 1,
                                 at + TA_TILE - s->from);
    ta_shift_or(target, s->a, at, s->clip ? &some : s->shifts);
}

static void apply(const ta_field *field, sweep *s, uint64_t hi)
{
    uint64_t tiles = (hi - s->lo + TA_TILE - 1) / TA_TILE;
    ta_team_run(tiles >= 4 ? field->team : NULL, do_tile, s, tiles);
}

void ta_s_major(const ta_field *field, uint64_t from, uint64_t to, uint64_t lo,
                uint64_t hi, uint64_t *hot)
{
    if (field->set->bits == NULL || hi - from <= field->sorted) {
        apply(field,
              &(sweep){field, field->cold, &field->shifts, true, from, to, lo,
                       hot},
              hi);
        return;
    }
    uint64_t end = ta_min_u64(hi - from, field->set->n);
    for (uint64_t s = lo - to + 1; s < end; s += TA_SCRATCH) {
        const uint64_t *elements;
        size_t count =
            ta_set_window(field->set, s, ta_min_u64(s + TA_SCRATCH, end),
                          field->scratch, &elements);
        ta_shifts shifts;
        ta_shifts_sort(elements, count, field->scratch + TA_SCRATCH, &shifts);
        if (count > 0)
            apply(
                field,
                &(sweep){field, field->cold, &shifts, true, from, to, lo, hot},
                hi);
    }
}

void ta_cold_major(const ta_field *field, uint64_t from, uint64_t to,
                   uint64_t lo, uint64_t hi, uint64_t *hot)
{
    for (uint64_t c = from; c < to; c += TA_SCRATCH) {
        size_t count = ta_bits_decode(
            field->cold, c, ta_min_u64(c + TA_SCRATCH, to), field->scratch);
        ta_shifts shifts;
        ta_shifts_sort(field->scratch, count, field->scratch + TA_SCRATCH,
                       &shifts);
        if (count > 0)
            apply(field,
                  &(sweep){field, field->set->bits, &shifts, false, from, to,
                           lo, hot},
                  hi);
    }
}
