/* Sums of heaps of different games: only nim-values matter.
 *
 * A heap of value v in a sum of xor x has a winning move iff v ^ x < v; it goes
 * to an option of value v ^ x, which exists because v is the least value that
 * no option has. */
#include <stdlib.h>
#include <string.h>

#include "base/big.h"

/* Values of a subtraction game on [0, n), by the definition. */
static ta_status subtraction_values(const ta_game *game, uint64_t n,
                                    uint16_t *values)
{
    uint64_t *set;
    size_t count;
    ta_status st = ta_game_elements(game, n, &set, &count);
    if (st != TA_OK)
        return st;
    /* a value is at most the number of options */
    uint64_t *seen = ta_alloc_zero(count + 2, sizeof *seen);
    for (uint64_t h = 0; seen != NULL && h < n; h++) {
        for (size_t k = 0; k < count && set[k] <= h; k++)
            seen[values[h - set[k]]] = h + 1; /* a mark of this heap only */
        uint64_t v = 0;
        while (seen[v] == h + 1)
            v++;
        if (v > UINT16_MAX)
            st = TA_ERANGE;
        values[h] = (uint16_t)v;
    }
    if (seen == NULL)
        st = TA_ENOMEM;
    ta_free(seen);
    free(set);
    return st;
}

static ta_status read_heap(const ta_summand *s, uint64_t *heap, ta_error *error)
{
    if (s->game == NULL || ta_game_convention(s->game) != TA_NORMAL)
        return ta_fail(error, TA_EINVAL,
                       "nim-values exist for normal play only");
    ta_status st = ta_number_parse(s->heap, heap, error);
    if (st == TA_OK && *heap >= TA_SUM_HEAPS)
        st = TA_ERANGE;
    if (st == TA_ERANGE)
        return ta_fail(error, st,
                       "heap %.60s of %.60s is not below 2^20, the limit for "
                       "subtraction games in a sum",
                       s->heap, ta_game_spec(s->game));
    return st;
}

/* The values of all heaps up to and with this one; freed by ta_free. */
static ta_status table_for(const ta_summand *s, uint64_t *heap,
                           uint16_t **values, ta_error *error)
{
    *values = NULL;
    ta_status st = read_heap(s, heap, error);
    if (st != TA_OK)
        return st;
    *values = ta_alloc(*heap + 1, sizeof **values);
    st = *values == NULL ? TA_ENOMEM
                         : subtraction_values(s->game, *heap + 1, *values);
    if (st == TA_OK)
        return st;
    ta_free(*values);
    *values = NULL;
    return ta_fail(error, st,
                   st == TA_ERANGE ? "a value is above 65535"
                                   : "no memory for the values of a game");
}

ta_status ta_sum_values(const ta_summand *sum, size_t count, unsigned *values,
                        ta_error *error)
{
    ta_status st = TA_OK;
    for (size_t i = 0; i < count && st == TA_OK; i++) {
        if (sum[i].octal != NULL) {
            st =
                ta_octal_value_of(sum[i].octal, sum[i].heap, &values[i], error);
            continue;
        }
        uint16_t *table;
        uint64_t heap;
        st = table_for(&sum[i], &heap, &table, error);
        if (st == TA_OK)
            values[i] = table[heap];
        ta_free(table);
    }
    return st;
}

static char *number_text(uint64_t value)
{
    mpz_t x;
    mpz_init_set_ui(x, value);
    char *text = ta_big_text(x);
    mpz_clear(x);
    return text;
}

static ta_status subtraction_move(const ta_summand *s, unsigned target,
                                  ta_move *move, ta_error *error)
{
    uint16_t *table;
    uint64_t heap, *set = NULL;
    size_t count = 0;
    ta_status st = table_for(s, &heap, &table, error);
    if (st == TA_OK)
        st = ta_game_elements(s->game, heap + 1, &set, &count);
    for (size_t k = 0; st == TA_OK && k < count && !move->found; k++) {
        if (table[heap - set[k]] != target)
            continue;
        move->found = true;
        move->taken = number_text(set[k]);
        if (heap > set[k])
            move->part[move->n_parts++] = number_text(heap - set[k]);
        if (move->taken == NULL || (heap > set[k] && move->part[0] == NULL)) {
            ta_move_free(move);
            st = ta_fail(error, TA_ENOMEM, "no memory for a move");
        }
    }
    ta_free(table);
    free(set);
    return st;
}

ta_status ta_sum_winning_move(const ta_summand *sum, size_t count,
                              const unsigned *values, size_t which,
                              ta_move *move, ta_error *error)
{
    unsigned all = 0;
    *move = (ta_move){0};
    for (size_t i = 0; i < count; i++)
        all ^= values[i];
    unsigned target = values[which] ^ all;
    if (target >= values[which])
        return TA_OK;
    if (sum[which].octal != NULL)
        return ta_octal_move_to(sum[which].octal, sum[which].heap, target, move,
                                error);
    return subtraction_move(&sum[which], target, move, error);
}
