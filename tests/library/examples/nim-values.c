/* Computes the nim-values of the heaps below 12 for a set of one's own, on two
 * threads and with at most 100 MB. Prints:
 *
 *     0 1 0 1 2 3 2 0 1 0 1 2
 */
#include <stdio.h>
#include <takeaway.h>

int main(void)
{
    const uint64_t set[] = {1, 3, 4};
    const ta_options options = {.threads = 2, .max_memory = 100000000};
    ta_game *game = NULL;
    ta_error error;
    uint16_t values[12];
    ta_status status = ta_game_from_list(set, 3, TA_NORMAL, &game, &error);
    if (status == TA_OK)
        status = ta_nim_array(game, 12, &options, values, &error);
    if (status != TA_OK)
        fprintf(stderr, "%s\n", error.text);
    for (size_t i = 0; i < 12 && status == TA_OK; i++)
        printf("%u%c", values[i], i < 11 ? ' ' : '\n');
    ta_game_free(game);
    return status != TA_OK;
}
