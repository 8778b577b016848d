/* Exact integer expressions. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/big.h"
#include "testing.h"

enum { TEXTS = 14 };

/* Texts that are the same number. */
static const struct {
    uint64_t value;
    const char *texts[TEXTS];
} good[] = {
    {0,
     {"0", "0^5", "0^99999999999999999999999", "0e99999999999999999999999",
      "2^64*0", "0*99999999999999999999999", "99999999999999999999999*0",
      "99999999999999999999999^1*0", "0+0", "0.000e0", "5-5"}},
    {1,
     {"1", "0^0", "5^0", "1^99999999999999999999999",
      "99999999999999999999999^0", "1.0e0"}},
    {2, {"1-2+3"}},
    {5, {"2^64*0+5"}},
    {6, {"1+2+3"}},
    {7, {"007", "2^100-2^100+7"}},
    {15, {"1.50e1"}},
    {16, {"0x10", "0X010", "0xA+0x0b-5", "0x4^2"}},
    {25, {"0.25e2"}},
    {26, {"2*3+4*5"}},
    {210, {"2*3*5*7"}},
    {1000, {"1K"}},
    {4501, {"3*1.5K+1"}},
    {12345, {"1.234_5e4"}},
    {1000000, {"1000000", "1_000_000"}},
    {1024000, {"2^10*1e3"}},
    {1048575, {"2^20-1"}},
    {1500000, {"1.5e6", "1.5E6", "1.5M"}},
    {10000000, {"10M"}},
    {30000000, {"3*10^7"}},
    {1000000000, {"1e9", "1E9"}},
    {999999985, {"10^9-3*5"}},
    {1073741824, {"2^30"}},
    {2000000000, {"2G"}},
    {100000000000, {"1_0*1_0^1_0"}},
    {18000000000000, {"18T"}},
    {1000000000000000007, {"10^18+7"}},
    {(uint64_t)1 << 63, {"2^63"}},
    {((uint64_t)1 << 63) + 1000, {"2^63+2^62*2*0+1e3"}},
    {10000000000000000000u, {"1e19"}},
    {UINT64_MAX,
     {"18446744073709551615", "0018446744073709551615", "0xFfffffffffffffff",
      "3*5*17*257*641*65537*6700417", "18446744073709551614+1",
      "18.446744073709551615e18", "2^64-1"}},
};

TEST(accepts, sizeof good / sizeof *good)
{
    for (size_t k = 0; k < TEXTS && good[_i].texts[k] != NULL; k++) {
        const char *text = good[_i].texts[k];
        uint64_t value = 42;
        ta_error error = {""};
        ck_assert_msg(ta_number_parse(text, &value, &error) == TA_OK, "%s: %s",
                      text, error.text);
        ck_assert_msg(value == good[_i].value, "%s: got %" PRIu64, text, value);
    }
}

/* Bad texts, and words that their sentences must have. */
static const struct {
    ta_status status;
    const char *words, *texts[TEXTS];
} bad[] = {
    {TA_EINVAL, "empty", {""}},
    {TA_EINVAL, "\"-5\" is negative", {"-5"}},
    {TA_EINVAL, "is negative", {"-", "5-7", "2^100-2^101"}},
    {TA_EINVAL, "\"abc\" is not a number", {"abc"}},
    {TA_EINVAL, "is not a number", {"+5", " 5", ".5e3", "_1", "M", "*2"}},
    {TA_EINVAL, "\" \" is not understood after", {"5 "}},
    {TA_EINVAL, "\"abc\" is not understood after", {"12abc"}},
    {TA_EINVAL, "\"xg\" is not understood after", {"0x1xg", "1*0x1xg"}},
    {TA_EINVAL, "\",000\" is not understood after", {"1,000"}},
    {TA_EINVAL, "\"^2\" is not understood after", {"2^3^2"}},
    {TA_EINVAL, "\"_\" is not understood", {"1_"}},
    {TA_EINVAL, "\"__0\" is not understood", {"1__0"}},
    {TA_EINVAL, "\"m\" is not understood", {"10m"}},
    {TA_EINVAL, "\"B\" is not understood", {"10MB"}},
    {TA_EINVAL, "\"K\" is not understood", {"1e3K", "2^3K"}},
    {TA_EINVAL, "\"e\" is not understood", {"1e"}},
    {TA_EINVAL,
     "not understood",
     {"2**3", "5--3", "2^", "2^64x", "5++5", "1e+3", "5+-3", "5*+3"}},
    {TA_EINVAL, "\"1e-3\" is not written as an integer", {"1e-3"}},
    {TA_EINVAL,
     "is not written as an integer",
     {"2^-1", "1.5", "1.0", "1.55e1", "1.5e0", "1.2345K", "1.5^2", "1.5e",
      "1.e3", "1.5+1", "0x1.5K"}},
    {TA_EINVAL, "ends where a number must follow", {"5-", "2*", "5+", "0x"}},
    {TA_ERANGE, "\"2^64\" is too large", {"2^64"}},
    {TA_ERANGE,
     "is too large; the largest number accepted is 2^64 - 1 = "
     "18446744073709551615",
     {"20000000T", "2^200-2^200", "18446744073709551616", "1e20",
      "2^99999999999999999999", "1e99999999999999999999",
      "4294967296*4294967296", "18446744073709551615+1", "2^64+0"}},
};

TEST(rejects, sizeof bad / sizeof *bad)
{
    for (size_t k = 0; k < TEXTS && bad[_i].texts[k] != NULL; k++) {
        const char *text = bad[_i].texts[k];
        uint64_t value = 42;
        ta_error error = {""};
        ck_assert_int_eq(ta_number_parse(text, &value, &error), bad[_i].status);
        ck_assert_uint_eq(value, 42); /* not touched */
        ck_assert_msg(strstr(error.text, bad[_i].words) != NULL, "%s: %s", text,
                      error.text);
        ck_assert(bad[_i].status != TA_EINVAL ||
                  strstr(error.text, "3*10^7+1 or 0xFFFF") != NULL);
        ck_assert_int_eq(ta_number_parse(text, &value, NULL), bad[_i].status);
    }
}

TEST(random_numbers_come_back, 4)
{
    test_rng r = test_rng_for("random_numbers_come_back", _i);
    for (int i = 0; i < 1000; i++) {
        uint64_t want = test_random(&r) >> test_below(&r, 64), got = 0;
        char text[32];
        int length = snprintf(text, sizeof text, "%" PRIu64 "9", want);
        test_ok(
            tai_number_parse_span(text, (size_t)length - 1, "+", &got, NULL));
        ck_assert_uint_eq(want, got);
    }
}

TEST(long_texts_are_cut_in_the_error, 1)
{
    static char text[5000];
    memset(text, '7', sizeof text - 1);
    uint64_t value;
    ta_error error;
    ck_assert_int_eq(ta_number_parse(text, &value, &error), TA_ERANGE);
    ck_assert_ptr_nonnull(strstr(error.text, "18446744073709551615"));
    ck_assert_ptr_nonnull(strstr(error.text, "777...777"));
    ck_assert_ptr_nonnull(strstr(error.text, "(4999 digits)"));
    text[100] = '?';
    ck_assert_int_eq(ta_number_parse(text, &value, &error), TA_EINVAL);
    ck_assert_ptr_nonnull(strstr(error.text, "3*10^7"));
}
