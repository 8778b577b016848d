/* Finds the winning moves of a sum of heaps of different games. Prints:
 *
 *     nim-sum 1: the player to move wins
 *     from heap 0, 13 of primes, take 7 and leave 6
 *     from heap 1, 27 of squares, take 1 and leave 26
 */
#include <stdio.h>
#include <takeaway.h>

typedef struct where {
    size_t index;
    ta_play_heap heap;
} where;

static ta_status print_move(void *state, const ta_move *move)
{
    const where *w = state;
    printf("from heap %zu, %s of %s, take %s", w->index, w->heap.heap,
           w->heap.game, move->taken);
    for (unsigned i = 0; i < move->n_parts; i++)
        printf(" %s %s", i == 0 ? "and leave" : "and", move->part[i]);
    printf("\n");
    return TA_OK;
}

int main(void)
{
    ta_play *sum = NULL;
    ta_error error;
    bool all;
    ta_status status = ta_play_new(TA_NORMAL, &sum, &error);
    if (status == TA_OK)
        status = ta_play_add(sum, "primes", "13", &error);
    if (status == TA_OK)
        status = ta_play_add(sum, "squares", "27", &error);
    if (status == TA_OK)
        status = ta_play_solve(sum, NULL, &error);
    if (status == TA_OK)
        printf("nim-sum %s: the player to move %s\n", ta_play_nim_sum(sum),
               ta_play_wins(sum) ? "wins" : "loses");
    for (size_t i = 0; i < 2 && status == TA_OK; i++) {
        where w = {i, ta_play_heap_at(sum, i)};
        status = ta_play_moves(sum, i, 0, print_move, &w, &all, &error);
    }
    if (status != TA_OK)
        fprintf(stderr, "%s\n", error.text);
    ta_play_free(sum);
    return status != TA_OK;
}
