/* Octal codes: what is accepted reads back from its own code, and, of a share
 * of them, both engines give the same values. */
#include "fuzz.h"

enum { BOUND = 40, COMPARED = 500 };

static void compare(const ta_game *game)
{
    uint16_t want[BOUND] = {0}, got[BOUND] = {0};
    ta_options naive = {.engine = "naive"};
    FUZZ_ASSERT(ta_run(TA_CONTENT_NIM, game, BOUND, &naive,
                       &(ta_sink){tai_block_store, want}, NULL) == TA_OK);
    FUZZ_ASSERT(ta_run(TA_CONTENT_NIM, game, BOUND, NULL,
                       &(ta_sink){tai_block_store, got}, NULL) == TA_OK);
    FUZZ_ASSERT(memcmp(want, got, sizeof want) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    ta_game *game = NULL, *again = NULL;
    ta_error error = {""};
    /* what does not look like an octal game would be read as a set */
    char *spec = malloc(strlen(text) + 7);
    FUZZ_ASSERT(spec != NULL);
    sprintf(spec, "%s%s", ta_octal_is_spec(text) ? "" : "octal:", text);
    ta_status st = ta_game_new(spec, TA_NORMAL, &game, &error);
    if (st == TA_OK) {
        FUZZ_ASSERT(strcmp(ta_game_about(game)->spec, spec) == 0);
        FUZZ_ASSERT(ta_game_new(ta_game_about(game)->octal, TA_NORMAL, &again,
                                NULL) == TA_OK);
        FUZZ_ASSERT(strcmp(ta_game_about(game)->octal,
                           ta_game_about(again)->octal) == 0);
        if (fuzz_one_in(COMPARED, data, size))
            compare(game);
        ta_game_free(again);
    } else {
        fuzz_check_refusal(st, &error);
    }
    ta_game_free(game);
    free(spec);
    free(text);
    return 0;
}
