/* A plan's memory against what a run really holds at its peak, and the memory
 * that the engines promise. GMP's arrays are counted with the library's;
 * FFTW's are not seen here. */
#include <gmp.h>
#include <inttypes.h>
#include <math.h>

#include "peak-of.h"

/* naive and sieve hold a list that is the C library's to free. */
static const char *const engines[] = {"segments", "shift",    "divide",
                                      "exact",    "textbook", "auto"};

START_TEST(prediction_holds)
{
    static const char *const specs[] = {"squares", "primes", "residues:1,4mod5",
                                        "fibonacci", "triangular"};
    uint64_t predicted;
    for (size_t k = 0; k < 5; k++)
        for (uint64_t n = 1; n < 40000; n = 3 * n + 1)
            for (int convolver = 0; convolver < 5; convolver++)
                peak_of(TA_CONTENT_COLD, specs[k], n,
                        &(ta_options){.engine = engines[_i],
                                      .convolver = (ta_convolver)convolver},
                        &predicted);
}
END_TEST

/* Wherever the limit lies, GMP's memory is predicted if a bound may reach it.
 */
START_TEST(gmp_is_predicted)
{
    static const char *const dense[] = {"list:1-20000", "residues:1mod2",
                                        "primes"};
    uint64_t predicted;
    for (int k = 0; k < 84; k++)
        peak_of(TA_CONTENT_COLD, dense[_i], 20000,
                &(ta_options){.engine = "divide",
                              .convolver = TA_CONVOLVER_FFTW,
                              .rounding_limit = 1e-15 * pow(1.5, k)},
                &predicted);
}
END_TEST

/* Bytes a position that the engines promise, beyond FIXED for scratch and base
 * blocks. Plans are looked at up to 2^most, and a run to 2^run. */
START_TEST(bytes_a_position)
{
    enum { FIXED = 1 << 20 };
    static const struct {
        const char *spec, *engine;
        ta_convolver convolver;
        double bytes;
        unsigned run, most;
    } row[] = {{"squares", "segments", TA_CONVOLVER_AUTO, 0.25, 22, 22},
               {"triangular", "segments", TA_CONVOLVER_AUTO, 0.25, 22, 22},
               {"squares", "shift", TA_CONVOLVER_AUTO, 0.25, 22, 22},
               {"primes", "shift", TA_CONVOLVER_AUTO, 0.25, 22, 22},
               {"triangular", "shift", TA_CONVOLVER_AUTO, 0.25, 22, 22},
               {"squares", "divide", TA_CONVOLVER_NTT, 24, 20, 28},
               {"squares", "divide", TA_CONVOLVER_FFTW, 48, 20, 28}};
    ta_game *game = test_game(row[_i].spec, TA_NORMAL);
    const ta_options options = {.engine = row[_i].engine,
                                .convolver = row[_i].convolver};
    for (unsigned log = 20; log <= row[_i].most; log += 2) {
        const uint64_t n = (uint64_t)1 << log;
        const double most = row[_i].bytes * (double)n + FIXED;
        uint64_t predicted = test_memory(TA_CONTENT_COLD, game, n, &options);
        ck_assert_double_le((double)predicted, most + (double)n / 64);
        if (log == row[_i].run)
            ck_assert_double_le((double)peak_of(TA_CONTENT_COLD, row[_i].spec,
                                                n, &options, &predicted),
                                most);
    }
    ta_game_free(game);
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

const struct test_suite test_suite = {.setup = count_gmp,
                                      .cases = {{&prediction_holds, 6},
                                                {&gmp_is_predicted, 3},
                                                {&bytes_a_position, 7}}};
