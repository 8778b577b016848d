/* Numbers: the parser for 64 bits, the one within longer texts and the one
 * for any size must agree. */
#include "base/big.h"
#include "fuzz.h"

/* A power with a long exponent is legal and takes GMP a second: the time is
 * better spent on other inputs. */
static bool is_quick(const char *text)
{
    for (const char *at = strpbrk(text, "^eE"); at != NULL;
         at = strpbrk(at + 1, "^eE")) {
        size_t zeros = strspn(at + 1, "0_");
        if (strspn(at + 1 + zeros, "0123456789_") > 4)
            return false;
    }
    return true;
}

static void compare(const char *text, ta_status small, uint64_t value)
{
    mpz_t big;
    ta_error error = {""};
    mpz_init(big);
    ta_status st = tai_big_parse(text, big, &error);
    /* What is taken away may be beyond 128 bits, and the rest be small. */
    bool taken = small == TA_ERANGE && strchr(text, '-') != NULL;
    if (st == TA_OK)
        FUZZ_ASSERT(taken ||
                    small ==
                        (mpz_sizeinbase(big, 2) <= 64 ? TA_OK : TA_ERANGE));
    else
        fuzz_check_refusal(st, &error);
    if (small == TA_OK)
        FUZZ_ASSERT(st == TA_OK && mpz_cmp_ui(big, value) == 0);
    if (st == TA_OK) {
        char *digits = tai_big_text(big, small == TA_ERANGE);
        mpz_t again;
        mpz_init(again);
        FUZZ_ASSERT(digits != NULL &&
                    tai_big_parse(digits, again, NULL) == TA_OK &&
                    mpz_cmp(again, big) == 0);
        mpz_clear(again);
        ta_free(digits);
    }
    mpz_clear(big);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    uint64_t value = 0, again = 0;
    ta_error error = {""};
    ta_status st = ta_number_parse(text, &value, &error);
    if (st != TA_OK)
        fuzz_check_refusal(st, &error);
    /* Without the NUL: what follows a span must not be read. */
    uint8_t *span = malloc(size > 0 ? size : 1);
    FUZZ_ASSERT(span != NULL);
    if (size > 0)
        memcpy(span, data, size);
    ta_status st_span =
        tai_number_parse_span((const char *)span, size, "+", &again, NULL);
    if (strlen(text) == size && strchr(text, '-') == NULL)
        FUZZ_ASSERT(st_span == st && again == value);
    else if (strlen(text) == size)
        FUZZ_ASSERT(st_span != TA_OK); /* a dash is a range's there */
    if (is_quick(text))
        compare(text, st, value);
    free(span);
    free(text);
    return 0;
}
