/* Counts the cold heaps of subtract-a-square below 10^6. Prints:
 *
 *     13952
 */
#include <inttypes.h>
#include <stdio.h>
#include <takeaway.h>

int main(void)
{
    ta_game *squares = NULL;
    ta_error error;
    uint64_t count;
    ta_status status = ta_game_new("squares", TA_NORMAL, &squares, &error);
    if (status == TA_OK)
        status = ta_count(squares, 1000000, NULL, &count, &error);
    if (status == TA_OK)
        printf("%" PRIu64 "\n", count);
    else
        fprintf(stderr, "%s\n", error.text);
    ta_game_free(squares);
    return status != TA_OK;
}
