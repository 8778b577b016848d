/* Memory of the census of octal games, counted by an allocator. */
#include "counting.h"
#include "octal/octal.h"
#include "testing.h"

START_TEST(census_within_its_memory)
{
    const ta_game *games[4] = {
        test_game(".6", TA_NORMAL), test_game(".376", TA_NORMAL),
        test_game("grundy", TA_NORMAL), test_game(".07", TA_NORMAL)};
    ta_octal_summary rows[4];
    for (uint64_t limit = 1 << 8; limit <= 1 << 16; limit <<= 4) {
        ta_budget *budget = count_begin();
        ck_assert_int_eq(ta_octal_census(games, 4, limit, NULL, rows, NULL),
                         TA_OK);
        ck_assert_uint_le(count_end(budget), ta_octal_census_memory(limit, 1));
    }
    ck_assert_uint_eq(ta_octal_census_memory(1000, 0),
                      ta_octal_census_memory(1000, 1));
    ck_assert_uint_eq(ta_octal_census_memory(1000, 6),
                      2 * ta_octal_census_memory(1000, 3));
    ck_assert_uint_eq(ta_octal_census_memory(UINT64_C(1) << 60, 1),
                      ta_octal_census_memory(UINT64_C(1) << 61, 1));
    for (size_t k = 0; k < 4; k++)
        ta_game_free((ta_game *)(uintptr_t)games[k]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("octal-memory");
    TCase *c = tcase_create("memory");
    tcase_set_timeout(c, 300);
    tcase_add_test(c, census_within_its_memory);
    suite_add_tcase(suite, c);
    return test_main(suite);
}
