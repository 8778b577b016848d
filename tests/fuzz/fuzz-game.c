/* Games by their specs: what is accepted lists its elements in order, or reads
 * back from its own code; and two engines agree on a share of them. */
#include "fuzz.h"
#include "game/set.h"

#include "game/game-internal.h"

enum { BOUND = 300, COMPARED = 20 };

static void check_elements(const ta_game *game)
{
    uint64_t *element = NULL;
    size_t count = 0;
    FUZZ_ASSERT(ta_game_elements(game, BOUND, &element, &count) == TA_OK);
    FUZZ_ASSERT(element != NULL && count < BOUND);
    for (size_t i = 0; i < count; i++)
        FUZZ_ASSERT(element[i] >= 1 && element[i] < BOUND &&
                    (i == 0 || element[i] > element[i - 1]));
    tai_set set;
    FUZZ_ASSERT(tai_set_build(game, BOUND, NULL, &set) == TA_OK);
    FUZZ_ASSERT(set.count == count && tai_set_count(&set, 0, BOUND) == count);
    tai_set_free(&set);
    ta_free(element);
}

static void check_engines(const ta_game *game)
{
    ta_bits want, got;
    FUZZ_ASSERT(ta_bits_new(BOUND, &want) == TA_OK);
    FUZZ_ASSERT(ta_bits_new(BOUND, &got) == TA_OK);
    ta_options naive = {.engine = "naive"}, other = {.engine = "segments"};
    FUZZ_ASSERT(ta_cold_bits(game, BOUND, &naive, &want, NULL) == TA_OK);
    FUZZ_ASSERT(ta_cold_bits(game, BOUND, &other, &got, NULL) == TA_OK);
    FUZZ_ASSERT(memcmp(want.words, got.words, ta_bits_words(BOUND) * 8) == 0);
    ta_bits_free(&want);
    ta_bits_free(&got);
}

static void check_code(const ta_game *game, bool run)
{
    enum { HEAPS = 40 };
    uint16_t want[HEAPS] = {0}, got[HEAPS] = {0};
    const ta_options naive = {.engine = "naive"};
    const char *code = ta_game_about(game)->octal;
    ta_game *again = NULL;
    FUZZ_ASSERT(ta_game_new(code, TA_NORMAL, &again, NULL) == TA_OK);
    FUZZ_ASSERT(strcmp(code, ta_game_about(again)->octal) == 0);
    FUZZ_ASSERT(!run ||
                ta_run(TA_CONTENT_NIM, again, HEAPS, &naive,
                       &(ta_sink){tai_block_store, want}, NULL) == TA_OK);
    FUZZ_ASSERT(!run ||
                ta_run(TA_CONTENT_NIM, again, HEAPS, NULL,
                       &(ta_sink){tai_block_store, got}, NULL) == TA_OK);
    FUZZ_ASSERT(memcmp(want, got, sizeof want) == 0);
    ta_game_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    ta_convention convention = size % 2 == 0 ? TA_NORMAL : TA_MISERE;
    ta_game *game = NULL;
    ta_error error = {""};
    if (strncmp(text, "file:", 5) == 0) /* fuzz-file.c; not of this machine */
        goto done;
    ta_status st = ta_game_new(text, convention, &game, &error);
    if (st != TA_OK) {
        fuzz_check_refusal(st, &error);
        goto done;
    }
    FUZZ_ASSERT(strcmp(ta_game_about(game)->spec, text) == 0);
    check_elements(game);
    if (ta_game_about(game)->octal != NULL)
        check_code(game, fuzz_one_in(25 * COMPARED, data, size));
    if (ta_game_about(game)->octal == NULL && fuzz_one_in(COMPARED, data, size))
        check_engines(game);
    /* A plan costs nothing, however large n is; not every octal game has one
     * under misere play. */
    ta_plan *plan = NULL;
    st = ta_plan_new(TA_CONTENT_COLD, game, UINT64_C(1) << 62, NULL, &plan,
                     &error);
    if (st == TA_OK)
        FUZZ_ASSERT(ta_plan_memory(plan) > 0);
    else
        fuzz_check_refusal(st, &error);
    FUZZ_ASSERT(st == TA_OK || (ta_game_about(game)->octal != NULL &&
                                convention == TA_MISERE));
    ta_plan_free(plan);
    ta_game_free(game);
done:
    free(text);
    return 0;
}
