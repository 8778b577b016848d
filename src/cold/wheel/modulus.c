/* Moves and moduli: where a heap stands, and how far a move shifts it. */
#include "cold/wheel/wheel.h"

bool wheel_moves_init(wheel_moves *moves, const uint64_t *value, size_t count,
                      uint64_t first)
{
    *moves = (wheel_moves){value, count, 1, first};
    for (; moves->period8 <= WHEEL_PERIODS; moves->period8 *= 2) {
        size_t i = moves->period8;
        while (i < count && (value[i] - value[i - moves->period8]) % 8 == 0)
            i++;
        if (i >= count)
            return true;
    }
    return false;
}

bool wheel_moves_fit(const wheel_moves *moves, uint32_t m)
{
    for (size_t i = m; i < moves->count; i++)
        if ((moves->value[i] - moves->value[i - m]) % m != 0)
            return false;
    return true;
}

size_t wheel_moves_below(const wheel_moves *moves, uint64_t v)
{
    return ta_first_at_least(moves->value, moves->count, v);
}

size_t wheel_moves_near(const wheel_moves *moves, uint64_t v, size_t hint)
{
    size_t lo = hint < moves->count ? hint : moves->count, hi = lo, step = 1;
    while (lo > 0 && moves->value[lo - 1] >= v) {
        hi = lo - 1;
        lo = lo > step ? lo - step : 0;
        step *= 2;
    }
    for (step = 1; hi < moves->count && moves->value[hi] < v; step *= 2) {
        lo = hi + 1;
        hi = moves->count - hi > step ? hi + step : moves->count;
    }
    return lo + ta_first_at_least(moves->value + lo, hi - lo, v);
}

ta_status wheel_modulus_init(wheel_modulus *mod, uint32_t m)
{
    /* An odd number is its own inverse mod 8. */
    *mod = (wheel_modulus){.m = m, .inv8 = m % 8, .inv64 = m};
    for (int bits = 3; bits < 64; bits *= 2) /* Newton: bits double */
        mod->inv64 *= 2 - m * mod->inv64;
    mod->lift = ta_alloc(m, sizeof *mod->lift);
    mod->base = ta_alloc(m, sizeof *mod->base);
    if (mod->lift == NULL || mod->base == NULL) {
        wheel_modulus_free(mod);
        return TA_ENOMEM;
    }
    for (uint32_t s = 0; s < m; s++) {
        mod->lift[s] = (uint8_t)(s * mod->inv8 % 8);
        mod->base[s] = (int32_t)s - (int32_t)m * mod->lift[s];
    }
    return TA_OK;
}

void wheel_modulus_free(wheel_modulus *mod)
{
    ta_free(mod->lift);
    ta_free(mod->base);
    *mod = (wheel_modulus){0};
}
