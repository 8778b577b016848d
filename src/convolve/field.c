#include "convolve/field.h"

void ta_field_place(ta_field *field, uint64_t elements, bool dense,
                    ta_arena *arena)
{
    field->sorted = dense ? TA_SCRATCH : UINT64_MAX;
    field->storage = ta_arena_place(arena, elements, 8);
    field->scratch = ta_arena_place(arena, dense ? 2 * TA_SCRATCH : 0, 8);
}

void ta_field_init(ta_field *field, const ta_set *set, const uint64_t *cold,
                   uint64_t n, ta_team *team)
{
    field->set = set;
    field->cold = cold;
    field->n = n;
    field->team = team;
    const uint64_t *s;
    size_t count = ta_set_window(set, 1, field->sorted, field->scratch, &s);
    ta_shifts_sort(s, count, field->storage, &field->shifts);
}
