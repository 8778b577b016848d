/* The moves by residue class, for the engine `push`. */
#include "length/push.h"

static ta_status classes_append_move(void *state, uint64_t element)
{
    tai_move_classes *m = state;
    m->list[m->count++] = (uint32_t)element;
    m->near += element < TA_BLOCK;
    return TA_OK;
}

/* Sorts the moves from m->near on. Returns the size of the largest class.
 */
static size_t classes_sort_moves(tai_move_classes *m)
{
    /* Sizes, then the next places, of classes. */
    size_t at[TA_CLASSES] = {0}, largest = 0;
    for (size_t k = m->near; k < m->count; k++)
        at[m->list[k] % TA_CLASSES]++;
    for (size_t r = 0; r < TA_CLASSES; r++) {
        m->start[r + 1] = m->start[r] + at[r];
        largest = at[r] > largest ? at[r] : largest;
        at[r] = m->start[r];
    }
    for (size_t k = m->near; k < m->count; k++)
        m->by_class[at[m->list[k] % TA_CLASSES]++] = m->list[k];
    return largest;
}

ta_status tai_move_classes_new(tai_move_classes *m, const ta_game *game,
                               uint64_t n)
{
    *m = (tai_move_classes){0};
    m->list = tai_alloc(tai_game_count_bound(game, n) + 1, sizeof *m->list);
    if (m->list == NULL)
        return TA_ENOMEM;
    ta_status st = tai_game_each(game, n, classes_append_move, m);
    if (st != TA_OK)
        return st;
    m->list[m->count] = UINT32_MAX;
    if (m->count <= TA_FEW_MOVES)
        m->near = m->count;
    m->by_class = tai_alloc(m->count - m->near, sizeof *m->by_class);
    if (m->by_class == NULL)
        return TA_ENOMEM;
    m->wanted = tai_alloc(classes_sort_moves(m) + 1, sizeof *m->wanted);
    return m->wanted != NULL ? TA_OK : TA_ENOMEM;
}

void tai_move_classes_free(tai_move_classes *m)
{
    ta_free(m->wanted);
    ta_free(m->by_class);
    ta_free(m->list);
    *m = (tai_move_classes){0};
}

uint64_t tai_move_classes_memory(const ta_game *game, uint64_t n)
{
    uint64_t lists = tai_mul_sat(tai_game_count_bound(game, n), 3 * 4);
    return tai_add_sat(lists, tai_game_scratch(game, n) + 512);
}
