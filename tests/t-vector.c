/* The operations of base/vector.h compared with plain C, in each instruction
 * set that this machine has. */
#include <string.h>

#include "testing.h"
#include "vector-kernel.h"

/* Returns the number of 16 bits that byte i belongs to. */
static uint16_t pair(const uint8_t *a, size_t i)
{
    return (uint16_t)(a[i / 2 * 2] | a[i / 2 * 2 + 1] << 8);
}

/* Returns byte i of a vector whose numbers of 64 bits are all `number`. */
static uint8_t part(uint64_t number, size_t i)
{
    return (uint8_t)(number >> i % 8 * 8);
}

/* Returns the highest bits of numbers of `each` bytes. */
static uint64_t high_bits(const uint8_t *a, size_t bytes, size_t each)
{
    uint64_t mask = 0;
    for (size_t i = 0; i < bytes / each; i++)
        mask |= (uint64_t)(a[each * i + each - 1] >> 7) << i;
    return mask;
}

/* Writes byte i of the results of all operations, by their definitions. */
static void define(uint8_t results[TEST_VECTOR_OPS], const uint8_t *a,
                   const uint8_t *b, unsigned n, size_t i, size_t bytes)
{
    uint8_t any = 0;
    for (size_t k = 0; k < bytes && n % 2 == 0; k++)
        any |= a[k];
    const uint16_t x = pair(a, i), y = pair(b, i);
    const uint8_t all[TEST_VECTOR_OPS] = {
        a[i] | b[i],
        a[i] & b[i],
        (uint8_t)(a[i] & ~b[i]),
        a[i] ^ b[i],
        (uint8_t)(a[0] + n),
        i % 2 == 0 ? b[0] : a[0],
        a[i % 16],
        a[i] == b[i] ? 255 : 0,
        x == y ? 255 : 0,
        ((int16_t)x < (int16_t)y ? a : b)[i],
        b[i] >= 128 ? 0 : a[i / 16 * 16 + b[i] % 16],
        a[i] < b[i] ? a[i] : b[i],
        part(any != 0, i),
        part(high_bits(a, bytes, 1), i),
        part(high_bits(a, bytes, 2), i),
        a[bytes - 2 - i / 2 * 2 + i % 2],
        i < 8 ? b[bytes + i - 8] : a[i - 8],
    };
    memcpy(results, all, sizeof all);
}

/* Case: the instruction set. */
TEST(operations_by_definition, 3)
{
    const tai_isa isa = (tai_isa)_i;
    if (isa > tai_cpu_isa())
        return;
    const test_vector *variant = &test_vector_portable;
#if TA_X86
    variant = isa == TA_ISA_AVX512 ? &test_vector_avx512
              : isa == TA_ISA_AVX2 ? &test_vector_avx2
                                   : variant;
#endif
    const size_t bytes = variant->bytes, end = TEST_VECTOR_OPS * bytes;
    test_rng r = test_rng_for("vector", _i);
    for (unsigned round = 0; round < 5000; round++) {
        uint8_t a[65], b[65], out[TEST_VECTOR_OPS * 64 + 2];
        uint8_t want[TEST_VECTOR_OPS];
        /* Some vectors have few bits, so that some numbers are equal. */
        const uint8_t bits = (uint8_t)(round % 3 == 0 ? 0x81 : test_random(&r));
        for (size_t i = 0; i < sizeof a; i++) {
            a[i] = (uint8_t)test_random(&r) & bits;
            b[i] = (uint8_t)test_random(&r) & bits;
        }
        if (round % 10 == 0) { /* one byte, or none, that is not 0 */
            memset(a + 1, 0, sizeof a - 1);
            a[1 + test_below(&r, bytes)] = (uint8_t)test_random(&r) & bits;
        }
        memset(out, round & 255, sizeof out);
        const unsigned n = round % 17;
        variant->compute(out + 1, a + 1, b + 1, n);
        for (size_t i = 0; i < bytes; i++) {
            define(want, a + 1, b + 1, n, i, bytes);
            for (size_t op = 0; op < TEST_VECTOR_OPS; op++)
                if (out[1 + op * bytes + i] != want[op])
                    ck_abort_msg("%s, operation %zu, round %u, byte %zu",
                                 tai_isa_name(isa), op, round, i);
        }
        ck_assert_uint_eq(out[0], round & 255);
        ck_assert_uint_eq(out[1 + end], round & 255);
    }
}
