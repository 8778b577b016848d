#include "vector-kernel.h"
#include "base/vector.h"

/* Returns a vector whose numbers of 64 bits are all x. */
static vec numbers(uint64_t x)
{
    return (vec)((vec64){0} + x);
}

static void compute(uint8_t *out, const uint8_t *a, const uint8_t *b,
                    unsigned n)
{
    const vec x = vec_load(a), y = vec_load(b);
    const vec all[TEST_VECTOR_OPS] = {
        x | y,
        x & y,
        x & ~y,
        x ^ y,
        vec_all((uint8_t)(x[0] + n)),
        vec_all16((uint16_t)(x[0] << 8 | y[0])),
        vec_repeat(a),
        (vec)(x == y),
        vec_equal16(x, y),
        vec_min16s(x, y),
        vec_look_up(x, y & 0x8f),
        vec_min8(x, y),
        numbers(vec_any(n % 2 == 0 ? x : x & ~x)),
        numbers(vec_mask(x)),
        numbers(vec_mask16(x)),
        (vec)vec_reverse16((vec16)x),
        (vec)vec_up64((vec64)x, (vec64)y),
    };
    for (size_t op = 0; op < TEST_VECTOR_OPS; op++)
        vec_store(out + op * sizeof x, all[op]);
}

const test_vector TA_VARIANT(test_vector) = {TA_VECTOR, compute};
