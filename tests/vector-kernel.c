#include "vector-kernel.h"
#include "base/vector.h"

static vec numbers(uint64_t x)
{
    return (vec)((vec64){0} + x);
}

static vec result(unsigned op, vec x, vec y, const uint8_t *a, unsigned n)
{
    switch (op) {
    case 0:
        return x | y;
    case 1:
        return x & y;
    case 2:
        return x & ~y;
    case 3:
        return x ^ y;
    case 4:
        return vec_all((uint8_t)(x[0] + n));
    case 5:
        return vec_all16((uint16_t)(x[0] << 8 | y[0]));
    case 6:
        return vec_repeat(a);
    case 7:
        return vec_equal(x, y);
    case 8:
        return vec_equal16(x, y);
    case 9:
        return vec_min16s(x, y);
    case 10:
        return vec_look_up(x, y);
    case 11:
        return vec_min8(x, y);
    case 12:
        return numbers(vec_any(n % 2 == 0 ? x : x & ~x));
    case 13:
        return numbers(vec_mask(x));
    case 14:
        return numbers(vec_mask16(x));
    case 15:
        return (vec)vec_reverse16((vec16)x);
    default:
        return vec_up(x, y, n);
    }
}

static void compute(unsigned op, uint8_t *out, const uint8_t *a,
                    const uint8_t *b, unsigned n)
{
    vec_store(out, result(op, vec_load(a), vec_load(b), a, n));
}

const test_vector TA_VARIANT(test_vector) = {TA_VECTOR, compute};
