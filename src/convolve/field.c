#include "convolve/field.h"

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
