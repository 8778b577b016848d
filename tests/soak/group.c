/* Random games and bounds, and what the naive engine makes of them. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "game/game-internal.h"
#include "soak.h"

uint64_t soak_random(soak_rng *rng) /* splitmix64 */
{
    uint64_t z = rng->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

uint64_t soak_below(soak_rng *rng, uint64_t n)
{
    return soak_random(rng) % n;
}

bool soak_one_in(soak_rng *rng, uint64_t n)
{
    return soak_below(rng, n) == 0;
}

/* Mostly small, where edges are; sometimes large, where blocks are many. */
static uint64_t random_bound(soak_rng *rng)
{
    static const uint64_t most[] = {200,   2000,  2000,  2000,   2000,
                                    10000, 10000, 40000, 100000, 1000000};
    uint64_t top = most[soak_below(rng, sizeof most / sizeof *most)];
    if (top == 1000000 && !soak_one_in(rng, 20))
        top = 5000;
    uint64_t n = soak_below(rng, top + 1);
    if (soak_one_in(rng, 4))
        n = ((uint64_t)1 << ta_log2_floor(n + 1)) - 1 + soak_below(rng, 3);
    return n;
}

/* Ranges and single numbers below `top`; a spec that any command accepts. */
static void random_list(soak_rng *rng, uint64_t top, char spec[SOAK_SPEC])
{
    enum { LONGEST = 44 };
    int used = snprintf(spec, SOAK_SPEC, "list:");
    uint64_t items = 1 + soak_below(rng, soak_one_in(rng, 3) ? 150 : 12);
    for (uint64_t i = 0; i < items && used < SOAK_SPEC - LONGEST; i++) {
        uint64_t s = 1 + soak_below(rng, soak_one_in(rng, 2) ? top : 30);
        used += snprintf(spec + used, (size_t)(SOAK_SPEC - used), "%s%" PRIu64,
                         i > 0 ? "," : "", s);
        if (soak_one_in(rng, 8))
            used +=
                snprintf(spec + used, (size_t)(SOAK_SPEC - used), "-%" PRIu64,
                         s + soak_below(rng, soak_one_in(rng, 2) ? top : 30));
    }
}

static void random_residues(soak_rng *rng, char spec[SOAK_SPEC])
{
    uint64_t modulus = 2 + soak_below(rng, 60);
    int used = snprintf(spec, SOAK_SPEC, "residues:%" PRIu64,
                        soak_below(rng, modulus));
    for (uint64_t more = soak_below(rng, 6); more > 0; more--)
        used += snprintf(spec + used, (size_t)(SOAK_SPEC - used), ",%" PRIu64,
                         soak_below(rng, modulus));
    snprintf(spec + used, (size_t)(SOAK_SPEC - used), "mod%" PRIu64, modulus);
}

static void random_spec(soak_rng *rng, uint64_t n, char spec[SOAK_SPEC])
{
    static const char *const names[] = {
        "squares",   "cubes",      "triangular", "pronic", "primes",
        "fibonacci", "factorials", "moser",      "odds",
    };
    switch (soak_below(rng, 8)) {
    case 0:
    case 1:
        snprintf(spec, SOAK_SPEC, "%s",
                 names[soak_below(rng, sizeof names / sizeof *names)]);
        break;
    case 2:
        snprintf(spec, SOAK_SPEC, "powers:%" PRIu64, 1 + soak_below(rng, 7));
        break;
    case 3:
        snprintf(spec, SOAK_SPEC, "polygonal:%" PRIu64, 3 + soak_below(rng, 9));
        break;
    case 4:
        snprintf(spec, SOAK_SPEC, "poly:%" PRIu64 ",%d,%d",
                 1 + soak_below(rng, 6), (int)soak_below(rng, 61) - 30,
                 (int)soak_below(rng, 201) - 100);
        break;
    case 5:
        random_residues(rng, spec);
        break;
    default:
        random_list(rng, n + 2, spec);
    }
}

/* Options that the naive engine may have to look at. */
enum { NAIVE_STEPS = 10000000 };

ta_status soak_group_make(soak_rng *rng, soak_group *group, ta_error *error)
{
    group->convention = soak_one_in(rng, 3) ? TA_MISERE : TA_NORMAL;
    group->n = random_bound(rng);
    random_spec(rng, group->n, group->spec);
    ta_status st =
        ta_game_new(group->spec, group->convention, &group->game, error);
    if (st != TA_OK)
        return st;
    while (ta_mul_sat(group->n, tai_game_count_bound(group->game, group->n)) >
           NAIVE_STEPS)
        group->n /= 2;
    ta_options naive = {.engine = "naive"};
    st = ta_bits_new(group->n, &group->cold);
    if (st == TA_OK)
        st = ta_cold_bits(group->game, group->n, &naive, &group->cold, error);
    return st;
}

void soak_group_free(soak_group *group)
{
    ta_bits_free(&group->cold);
    ta_game_free(group->game);
    group->game = NULL;
}
