/* Proves the period of the nim-values of a finite subtraction set. Prints:
 *
 *     period 3 from heap 8 on: proved
 */
#include <inttypes.h>
#include <stdio.h>
#include <takeaway.h>

int main(void)
{
    ta_game *game = NULL;
    ta_error error;
    ta_summary found;
    ta_status status = ta_game_new("list:2,4,7", TA_NORMAL, &game, &error);
    if (status == TA_OK)
        status = ta_period_find(game, 1 << 20, NULL, &found, &error);
    if (status != TA_OK)
        fprintf(stderr, "%s\n", error.text);
    else if (found.nim.period == 0)
        printf("no period\n");
    else
        printf("period %" PRIu64 " from heap %" PRIu64 " on: %s\n",
               found.nim.period, found.nim.preperiod,
               found.nim.proof != TA_UNPROVED ? "proved" : "only seen");
    ta_game_free(game);
    return status != TA_OK;
}
