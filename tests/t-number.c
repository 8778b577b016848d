/* Exact integer expressions. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/big.h"
#include "testing.h"

static const struct {
    const char *text;
    uint64_t value;
} good[] = {
    {"0", 0},
    {"1", 1},
    {"007", 7},
    {"1000000", 1000000},
    {"1e9", 1000000000},
    {"1E9", 1000000000},
    {"2^30", 1073741824},
    {"3*10^7", 30000000},
    {"2*3*5*7", 210},
    {"2^10*1e3", 1024000},
    {"18446744073709551615", UINT64_MAX},
    {"0018446744073709551615", UINT64_MAX},
    {"2^63", (uint64_t)1 << 63},
    {"3*5*17*257*641*65537*6700417", UINT64_MAX},
    {"1e19", 10000000000000000000u},
    {"0^0", 1},
    {"5^0", 1},
    {"0^5", 0},
    {"1^99999999999999999999999", 1},
    {"0^99999999999999999999999", 0},
    {"0e99999999999999999999999", 0},
    {"2^64*0", 0},
    {"0*99999999999999999999999", 0},
    {"99999999999999999999999^0", 1},
    {"99999999999999999999999*0", 0},
    {"99999999999999999999999^1*0", 0},
    {"1+2+3", 6},
    {"10^18+7", 1000000000000000007},
    {"2*3+4*5", 26},
    {"2^64*0+5", 5},
    {"18446744073709551614+1", UINT64_MAX},
    {"2^63+2^62*2*0+1e3", ((uint64_t)1 << 63) + 1000},
    {"0+0", 0},
    {"1_000_000", 1000000},
    {"1_0*1_0^1_0", 100000000000},
    {"10M", 10000000},
    {"1K", 1000},
    {"2G", 2000000000},
    {"18T", 18000000000000},
    {"3*1.5K+1", 4501},
    {"1.5e6", 1500000},
    {"1.5E6", 1500000},
    {"1.5M", 1500000},
    {"1.50e1", 15},
    {"1.0e0", 1},
    {"0.000e0", 0},
    {"0.25e2", 25},
    {"1.234_5e4", 12345},
    {"18.446744073709551615e18", UINT64_MAX},
    {"2^20-1", 1048575},
    {"2^64-1", UINT64_MAX},
    {"1-2+3", 2},
    {"5-5", 0},
    {"2^100-2^100+7", 7},
    {"10^9-3*5", 999999985},
};

START_TEST(accepts)
{
    uint64_t value = 42;
    ta_error error = {""};
    ta_status st = ta_number_parse(good[_i].text, &value, &error);
    ck_assert_msg(st == TA_OK, "%s: %s", good[_i].text, error.text);
    ck_assert_msg(value == good[_i].value, "%s: got %" PRIu64, good[_i].text,
                  value);
}
END_TEST

/* Each bad text, and words that its sentence must have. */
static const struct {
    const char *text;
    ta_status status;
    const char *words;
} bad[] = {
    {"", TA_EINVAL, "empty"},
    {"-5", TA_EINVAL, "\"-5\" is negative"},
    {"-", TA_EINVAL, "negative"},
    {"abc", TA_EINVAL, "\"abc\" is not a number"},
    {"+5", TA_EINVAL, "not a number"},
    {" 5", TA_EINVAL, "not a number"},
    {"5 ", TA_EINVAL, "\" \" is not understood after"},
    {"12abc", TA_EINVAL, "\"abc\" is not understood after"},
    {"0x10", TA_EINVAL, "\"x10\" is not understood after"},
    {"1,000", TA_EINVAL, "\",000\" is not understood after"},
    {"2^3^2", TA_EINVAL, "\"^2\" is not understood after"},
    {"2**3", TA_EINVAL, "not understood"},
    {"1e-3", TA_EINVAL, "\"1e-3\" is not written as an integer"},
    {"2^-1", TA_EINVAL, "not written as an integer"},
    {"1.5", TA_EINVAL, "not written as an integer"},
    {"1.0", TA_EINVAL, "not written as an integer"},
    {"1.55e1", TA_EINVAL, "not written as an integer"},
    {"1.5e0", TA_EINVAL, "not written as an integer"},
    {"1.2345K", TA_EINVAL, "not written as an integer"},
    {"1.5^2", TA_EINVAL, "not written as an integer"},
    {"1.5e", TA_EINVAL, "not written as an integer"},
    {"1.e3", TA_EINVAL, "not written as an integer"},
    {".5e3", TA_EINVAL, "not a number"},
    {"_1", TA_EINVAL, "not a number"},
    {"1_", TA_EINVAL, "\"_\" is not understood"},
    {"1__0", TA_EINVAL, "\"__0\" is not understood"},
    {"10m", TA_EINVAL, "\"m\" is not understood"},
    {"10MB", TA_EINVAL, "\"B\" is not understood"},
    {"1e3K", TA_EINVAL, "\"K\" is not understood"},
    {"2^3K", TA_EINVAL, "\"K\" is not understood"},
    {"M", TA_EINVAL, "not a number"},
    {"5-", TA_EINVAL, "ends where a number must follow"},
    {"5--3", TA_EINVAL, "not understood"},
    {"5-7", TA_EINVAL, "\"5-7\" is negative"},
    {"2^100-2^101", TA_EINVAL, "is negative"},
    {"20000000T", TA_ERANGE, "too large"},
    {"2^200-2^200", TA_ERANGE, "too large"},
    {"1e", TA_EINVAL, "\"e\" is not understood"},
    {"2^", TA_EINVAL, "not understood"},
    {"2*", TA_EINVAL, "ends where a number must follow"},
    {"*2", TA_EINVAL, "not a number"},
    {"18446744073709551616", TA_ERANGE, "too large"},
    {"2^64", TA_ERANGE, "\"2^64\" is too large"},
    {"1e20", TA_ERANGE, "2^64 - 1 = 18446744073709551615"},
    {"2^99999999999999999999", TA_ERANGE, "too large"},
    {"1e99999999999999999999", TA_ERANGE, "too large"},
    {"4294967296*4294967296", TA_ERANGE, "too large"},
    {"2^64x", TA_EINVAL, "not understood"},
    {"5+", TA_EINVAL, "ends where a number must follow"},
    {"5++5", TA_EINVAL, "not understood"},
    {"1e+3", TA_EINVAL, "not understood"},
    {"5+-3", TA_EINVAL, "not understood"},
    {"5*+3", TA_EINVAL, "not understood"},
    {"1.5+1", TA_EINVAL, "not written as an integer"},
    {"18446744073709551615+1", TA_ERANGE, "too large"},
    {"2^64+0", TA_ERANGE, "too large"},
};

START_TEST(rejects)
{
    uint64_t value = 42;
    ta_error error = {""};
    ck_assert_int_eq(ta_number_parse(bad[_i].text, &value, &error),
                     bad[_i].status);
    ck_assert_uint_eq(value, 42); /* not touched */
    ck_assert_msg(strstr(error.text, bad[_i].words) != NULL, "%s: %s",
                  bad[_i].text, error.text);
    if (bad[_i].status == TA_EINVAL)
        ck_assert_ptr_nonnull(strstr(error.text, "3*10^7"));
    ck_assert_int_eq(ta_number_parse(bad[_i].text, &value, NULL),
                     bad[_i].status);
}
END_TEST

START_TEST(random_numbers_come_back)
{
    test_rng r = test_rng_for("random_numbers_come_back", _i);
    for (int i = 0; i < 1000; i++) {
        uint64_t want = test_random(&r) >> test_below(&r, 64), got = 0;
        char text[32];
        int length = snprintf(text, sizeof text, "%" PRIu64 "9", want);
        ck_assert_int_eq(
            tai_number_parse_span(text, (size_t)length - 1, &got, NULL), TA_OK);
        ck_assert_uint_eq(want, got);
    }
}
END_TEST

START_TEST(random_texts_do_no_harm)
{
    test_rng r = test_rng_for("random_texts_do_no_harm", _i);
    static const char letters[] = "0123456789019ee^^**--+.._MK x";
    for (int i = 0; i < 20000; i++) {
        char text[24];
        size_t length = test_below(&r, sizeof text);
        for (size_t k = 0; k < length; k++)
            text[k] = letters[test_below(&r, sizeof letters - 1)];
        text[length] = '\0';
        uint64_t value = 0;
        ta_error error = {""};
        ta_status st = ta_number_parse(text, &value, &error);
        ck_assert_msg((st == TA_OK) == (error.text[0] == '\0'), "%s", text);
    }
}
END_TEST

/* In longer texts a dash is that of a range. */
START_TEST(a_span_has_no_differences)
{
    uint64_t value = 42;
    ta_error error = {""};
    ck_assert_int_eq(tai_number_parse_span("9-3", 3, &value, &error),
                     TA_EINVAL);
    ck_assert_ptr_nonnull(strstr(error.text, "not understood"));
    ck_assert_int_eq(tai_number_parse_span("1.5K-3", 4, &value, NULL), TA_OK);
    ck_assert_uint_eq(value, 1500);
}
END_TEST

START_TEST(long_texts_are_cut_in_the_error)
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
END_TEST

const struct test_suite test_suite = {
    .cases = {{&accepts, sizeof good / sizeof *good},
              {&rejects, sizeof bad / sizeof *bad},
              {&random_numbers_come_back, 4},
              {&random_texts_do_no_harm, 4},
              {&a_span_has_no_differences, 1},
              {&long_texts_are_cut_in_the_error, 1}}};
