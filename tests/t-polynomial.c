/* Polynomial values against GMP, and the polynomials of the kinds. */
#include <gmp.h>
#include <inttypes.h>
#include <stdlib.h>

#include "game/game-internal.h"
#include "testing.h"

static void set(mpz_t z, bool negative, uint64_t size)
{
    mpz_import(z, 1, -1, sizeof size, 0, 0, &size);
    if (negative)
        mpz_neg(z, z);
}

/* The value by its definition: 0 if not positive, capped at 2^64 - 1. */
static uint64_t by_gmp(const tai_polynomial *p, uint64_t k)
{
    mpz_t sum, power, term;
    mpz_inits(sum, power, term, NULL);
    for (unsigned i = 0; i <= p->degree; i++) {
        const int64_t c = p->coefficient[i];
        set(power, false, k);
        mpz_pow_ui(power, power, i);
        set(term, c < 0, c < 0 ? (uint64_t)0 - (uint64_t)c : (uint64_t)c);
        mpz_addmul(sum, term, power);
    }
    set(term, false, (uint64_t)p->denominator);
    mpz_fdiv_q(sum, sum, term);
    uint64_t value = UINT64_MAX;
    if (mpz_sgn(sum) <= 0)
        value = 0;
    else if (mpz_sizeinbase(sum, 2) <= 64)
        mpz_export(&value, NULL, -1, sizeof value, 0, 0, sum);
    mpz_clears(sum, power, term, NULL);
    return value;
}

TEST(values_match_gmp, 4)
{
    test_rng r = test_rng_for("values_match_gmp", _i);
    for (int i = 0; i < 3000; i++) {
        tai_polynomial p = {1 + (unsigned)test_below(&r, 8), 1, {0}, 1};
        for (unsigned c = 0; c <= p.degree; c++) {
            int64_t size =
                (int64_t)(test_random(&r) >> (1 + test_below(&r, 63)));
            p.coefficient[c] = test_below(&r, 2) == 0 ? size : -size;
        }
        const uint64_t k = test_random(&r) >> test_below(&r, 64);
        for (int over = 0; over < 2; over++) {
            ck_assert_msg(tai_polynomial_value(&p, k) == by_gmp(&p, k),
                          "seed %" PRIu64 " case %d %d", r.seed, i, over);
            /* Denominators that divide: multiply all by them. */
            p.denominator = 1 + (int64_t)test_below(&r, 40320);
            for (unsigned c = 0; c <= p.degree; c++)
                p.coefficient[c] =
                    p.coefficient[c] / 100000 % 1000000 * p.denominator;
        }
    }
}

static const char *const specs[] = {
    "squares", "cubes", "powers:1", "powers:2", "powers:7", "powers:8",
    "triangular", "pronic", "polygonal:3", "polygonal:5", "polygonal:8",
    "polygonal:2^60", "poly:1,0,-1", "poly:0,5,-12", "poly:1,-10,30",
    "poly:1,-11,40", "poly:3,2,1", "poly:2,-9,-5", "poly:1,0,-2^40",
    "poly:1,-2147483649,2^40", "tetrahedral",
    /* These have none. */
    "powers:9", "primes", "fibonacci", "factorials", "moser", "odds",
    "list:1,4,9", "poly:2,-9,20", "residues:1mod2"};
enum { ALL = sizeof specs / sizeof *specs, NONE = 9 };

/* S is what the polynomial says: all its values from first_k on, which
 * increase, and nothing else. */
static ta_status next_value(void *state, uint64_t element)
{
    tai_polynomial *p = state;
    ck_assert_uint_eq(element, by_gmp(p, p->first_k));
    p->first_k++;
    return p->first_k % 5000 == 0 ? TA_ECANCELLED : TA_OK;
}

TEST(polynomial_is_the_set, ALL)
{
    ta_game *game = test_game(specs[_i], TA_NORMAL);
    tai_polynomial p;
    const bool has = tai_game_polynomial(game, &p);
    ck_assert_msg(has == (_i < ALL - NONE), "%s", specs[_i]);
    if (!has) {
        ta_game_free(game);
        return;
    }
    ck_assert(p.degree >= 1 && p.degree <= 8 && p.first_k >= 1);
    ck_assert_int_gt(p.coefficient[p.degree], 0);
    if (p.first_k > 1)
        ck_assert(by_gmp(&p, p.first_k - 1) == 0 ||
                  by_gmp(&p, p.first_k - 1) >= by_gmp(&p, p.first_k));
    uint64_t first = p.first_k, least = tai_game_least(game);
    ta_status st = tai_game_each(game, UINT64_MAX, next_value, &p);
    ck_assert(st == TA_OK || st == TA_ECANCELLED);
    ck_assert_uint_gt(p.first_k, first);
    ck_assert_uint_eq(least, by_gmp(&p, first));
    if (st == TA_OK)
        ck_assert_uint_eq(by_gmp(&p, p.first_k), UINT64_MAX);
    ta_game_free(game);
}
