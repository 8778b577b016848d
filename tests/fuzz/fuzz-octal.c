/* Octal codes: what is accepted reads back from its own code, and, of a share
 * of them, both engines give the same values. */
#include "fuzz.h"

enum { BOUND = 40, COMPARED = 500 };

static void compare(const ta_octal *game)
{
    uint16_t want[BOUND], got[BOUND];
    ta_options naive = {.engine = "naive"};
    FUZZ_ASSERT(ta_octal_values(game, BOUND, &naive, want, NULL) == TA_OK);
    FUZZ_ASSERT(ta_octal_values(game, BOUND, NULL, got, NULL) == TA_OK);
    FUZZ_ASSERT(memcmp(want, got, sizeof want) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    ta_octal *game = NULL, *again = NULL;
    ta_error error = {""};
    ta_status st = ta_octal_new(text, &game, &error);
    (void)ta_octal_is_spec(text);
    if (st == TA_OK) {
        FUZZ_ASSERT(strcmp(ta_octal_spec(game), text) == 0);
        FUZZ_ASSERT(ta_octal_new(ta_octal_code(game), &again, NULL) == TA_OK);
        FUZZ_ASSERT(strcmp(ta_octal_code(game), ta_octal_code(again)) == 0);
        if (fuzz_one_in(COMPARED, data, size))
            compare(game);
        ta_octal_free(again);
    } else {
        fuzz_check_refusal(st, &error);
    }
    ta_octal_free(game);
    free(text);
    return 0;
}
