/* A program of a user's, as C11 and as C++: what it includes and links is what
 * `make install` has put there. Prints a line for each thing that is wrong. */
#include <stdio.h>
#include <string.h>
#include <takeaway.h>

static int checks, failures;

static void check(bool good, const char *what)
{
    checks++;
    if (!good) {
        failures++;
        printf("failed: %s\n", what);
    }
}

static ta_status sum_up(void *state, uint64_t position)
{
    *(uint64_t *)state += position;
    return TA_OK;
}

int main(void)
{
    char version[40];
    snprintf(version, sizeof version, "%d.%d.%d", TA_VERSION_MAJOR,
             TA_VERSION_MINOR, TA_VERSION_PATCH);
    check(strcmp(version, TA_VERSION) == 0, "the numbers of the version");
    check(strcmp(version, ta_version()) == 0, "the version that is linked");
    check(TA_VERSION_NUMBER >= 100, "the version as a number");

    ta_game *game = NULL;
    ta_error error;
    check(ta_game_new("squares", TA_NORMAL, &game, &error) == TA_OK, "a game");
    uint64_t count = 0, *cold = NULL, sum = 0, nth = 0;
    size_t n_cold = 0;
    uint16_t values[20], lengths[20];
    check(ta_count(game, 100, NULL, &count, &error) == TA_OK && count == 21,
          "ta_count: OEIS A030193 has 21 terms below 100");
    check(ta_cold_array(game, 20, NULL, &cold, &n_cold, &error) == TA_OK,
          "ta_cold_array");
    ta_block block;
    memset(&block, 0, sizeof block);
    block.to = 20;
    block.positions = cold;
    block.count = n_cold;
    check(ta_block_each(&block, 0, sum_up, &sum) == TA_OK &&
              sum == 0 + 2 + 5 + 7 + 10 + 12 + 15 + 17,
          "cold positions below 20");
    ta_free(cold);
    check(ta_nth(game, 5, NULL, &nth, &error) == TA_OK && nth == 10, "ta_nth");
    check(ta_nim_array(game, 20, NULL, values, &error) == TA_OK &&
              values[4] == 2 && values[13] == 1,
          "ta_nim_array");
    check(ta_length_array(game, 20, NULL, lengths, &error) == TA_OK &&
              lengths[2] == 2 && lengths[3] % 2 == 1,
          "ta_length_array");
    ta_game *none = NULL;
    check(ta_game_new("cubes:", TA_NORMAL, &none, &error) == TA_EINVAL &&
              error.text[0] != '\0',
          "a sentence for what is no game");
    ta_game_free(game);
    printf("%d %d\n", checks, failures);
    return failures != 0;
}
