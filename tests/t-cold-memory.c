/* A plan's memory against what a run really holds at its peak, and the memory
 * that the engines promise. GMP's arrays are counted with the library's;
 * FFTW's are not seen here. */
#include <gmp.h>
#include <inttypes.h>
#include <math.h>

#include "peak-of.h"

static const char *const specs[] = {"squares", "primes", "residues:1,4mod5",
                                    "fibonacci", "triangular"};
/* naive and sieve hold a list that is the C library's to free. */
static const char *const engines[] = {"segments", "shift",    "divide",
                                      "exact",    "textbook", "auto"};

START_TEST(prediction_holds)
{
    for (size_t k = 0; k < 5; k++)
        for (uint64_t n = 1; n < 40000; n = 3 * n + 1)
            for (int convolver = 0; convolver < 5; convolver++) {
                uint64_t predicted;
                ta_options options = {.engine = engines[_i],
                                      .convolver = (ta_convolver)convolver};
                peak_of(TA_CONTENT_COLD, specs[k], n, &options, &predicted);
            }
}
END_TEST

/* Wherever the limit lies, GMP's room is foreseen if a bound may reach it. */
START_TEST(gmp_is_foreseen)
{
    static const char *const dense[] = {"list:1-20000", "residues:1mod2",
                                        "primes"};
    for (int k = 0; k < 84; k++) {
        const double limit = 1e-15 * pow(1.5, k);
        uint64_t predicted;
        ta_options options = {.engine = "divide",
                              .convolver = TA_CONVOLVER_FFTW,
                              .rounding_limit = limit};
        peak_of(TA_CONTENT_COLD, dense[_i], 20000, &options, &predicted);
    }
}
END_TEST

/* A fixed part is allowed for: scratch and the base blocks. */
enum { FIXED = 1 << 20 };

START_TEST(sieves_take_a_quarter_byte)
{
    static const char *const spec[] = {"squares", "primes", "triangular"};
    for (size_t k = 0; k < 3; k++)
        for (int e = 0; e < 2; e++) {
            uint64_t predicted, n = 1 << 22;
            /* Segments are slow on dense sets. */
            if (k == 1 && e == 0)
                continue;
            ta_options options = {.engine = e ? "shift" : "segments"};
            uint64_t used =
                peak_of(TA_CONTENT_COLD, spec[k], n, &options, &predicted);
            ck_assert_uint_le(used, n / 4 + FIXED);
            ck_assert_uint_le(predicted, n / 4 + n / 64 + FIXED);
        }
}
END_TEST

START_TEST(divide_takes_24_or_48_bytes)
{
    for (uint64_t n = 1 << 20; n <= 1 << 28; n *= 4)
        for (int by_fftw = 0; by_fftw < 2; by_fftw++) {
            ta_options options = {.engine = "divide",
                                  .convolver = by_fftw ? TA_CONVOLVER_FFTW
                                                       : TA_CONVOLVER_NTT};
            uint64_t predicted;
            ta_game *game = test_game("squares", TA_NORMAL);
            predicted = test_memory(TA_CONTENT_COLD, game, n, &options);
            ck_assert_msg(predicted <= (by_fftw ? 48 : 24) * n + FIXED,
                          "%.2f bytes a position at %" PRIu64,
                          (double)predicted / (double)n, n);
            if (n <= 1 << 20)
                peak_of(TA_CONTENT_COLD, "squares", n, &options, &predicted);
            ta_game_free(game);
        }
}
END_TEST

static void *gmp_alloc(size_t size)
{
    return tai_alloc(size, 1);
}

static void *gmp_realloc(void *old, size_t old_size, size_t size)
{
    void *p = tai_alloc(size, 1);
    if (p != NULL)
        memcpy(p, old, old_size < size ? old_size : size);
    ta_free(old);
    return p;
}

static void gmp_free(void *p, size_t size)
{
    (void)size;
    ta_free(p);
}

static void count_gmp(void)
{
    mp_set_memory_functions(gmp_alloc, gmp_realloc, gmp_free);
}

const struct test_suite test_suite = {
    .setup = count_gmp,
    .cases = {{&prediction_holds, 6},
              {&gmp_is_foreseen, 3},
              {&sieves_take_a_quarter_byte, 1},
              {&divide_takes_24_or_48_bytes, 1}}};
