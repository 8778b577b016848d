/* How many elements a subtraction set has below n: elements N GAME... writes
 * a line for each game, "GAME <tab> elements". */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "tool.h"

int main(int argc, char **argv)
{
    ta_error error = {""};
    uint64_t n = 0;
    if (argc < 3 || ta_number_parse(argv[1], &n, &error) != TA_OK) {
        fprintf(stderr, "usage: elements N GAME... %s\n", error.text);
        return 2;
    }
    for (int k = 2; k < argc; k++) {
        ta_game *game = NULL;
        uint64_t *set = NULL;
        size_t count = 0;
        ta_status st = ta_game_new(argv[k], TA_NORMAL, &game, &error);
        if (st == TA_OK)
            st = ta_game_elements(game, n, &set, &count);
        if (st == TA_OK)
            printf("%s\t%zu\n", argv[k], count);
        else
            fprintf(stderr, "elements: %s: %s\n", argv[k], ta_status_text(st));
        ta_free(set);
        ta_game_free(game);
        if (st != TA_OK)
            return 1;
    }
    return 0;
}
