/* Lists the cold heaps below 30 of the game in which a move takes a prime,
 * under misere play. Prints:
 *
 *     2 3 11 12 27
 */
#include <inttypes.h>
#include <stdio.h>
#include <takeaway.h>

int main(void)
{
    ta_game *primes = NULL;
    ta_error error;
    uint64_t *cold = NULL;
    size_t count = 0;
    ta_status status = ta_game_new("primes", TA_MISERE, &primes, &error);
    if (status == TA_OK)
        status = ta_cold_array(primes, 30, NULL, &cold, &count, &error);
    if (status != TA_OK)
        fprintf(stderr, "%s\n", error.text);
    for (size_t i = 0; i < count; i++)
        printf("%" PRIu64 "%c", cold[i], i + 1 < count ? ' ' : '\n');
    ta_free(cold);
    ta_game_free(primes);
    return status != TA_OK;
}
