/* The operations of base/vector.h beside plain C, in each instruction set that
 * this machine has. */
#include <string.h>

#include "testing.h"
#include "vector-kernel.h"

static uint16_t pair(const uint8_t *a, size_t i)
{
    return (uint16_t)(a[i / 2 * 2] | a[i / 2 * 2 + 1] << 8);
}

/* Byte i of the number that every 8 bytes of the result are. */
static uint8_t part(uint64_t number, size_t i)
{
    return (uint8_t)(number >> i % 8 * 8);
}

static uint64_t high_bits(const uint8_t *a, size_t bytes, size_t each)
{
    uint64_t mask = 0;
    for (size_t i = 0; i < bytes / each; i++)
        mask |= (uint64_t)(a[each * i + each - 1] >> 7) << i;
    return mask;
}

/* Returns byte i of the result of operation `op` by its definition. */
static uint8_t defined(unsigned op, const uint8_t *a, const uint8_t *b,
                       unsigned n, size_t i, size_t bytes)
{
    uint8_t any = 0;
    for (size_t k = 0; k < bytes && n % 2 == 0; k++)
        any |= a[k];
    const uint16_t x = pair(a, i), y = pair(b, i);
    switch (op) {
    case 0:
        return a[i] | b[i];
    case 1:
        return a[i] & b[i];
    case 2:
        return (uint8_t)(a[i] & ~b[i]);
    case 3:
        return a[i] ^ b[i];
    case 4:
        return (uint8_t)(a[0] + n);
    case 5:
        return i % 2 == 0 ? b[0] : a[0];
    case 6:
        return a[i % 16];
    case 7:
        return a[i] == b[i] ? 255 : 0;
    case 8:
        return x == y ? 255 : 0;
    case 9:
        return ((int16_t)x < (int16_t)y ? a : b)[i];
    case 10:
        return b[i] >= 128 ? 0 : a[i / 16 * 16 + b[i] % 16];
    case 11:
        return a[i] < b[i] ? a[i] : b[i];
    case 12:
        return part(any != 0, i);
    case 13:
        return part(high_bits(a, bytes, 1), i);
    case 14:
        return part(high_bits(a, bytes, 2), i);
    case 15:
        return a[bytes - 2 - i / 2 * 2 + i % 2];
    default:
        return i < n ? b[bytes + i - n] : a[i - n];
    }
}

/* Case: the instruction set and the operation. */
START_TEST(operations_by_definition)
{
    const ta_isa isa = (ta_isa)(_i / TEST_VECTOR_OPS);
    const unsigned op = (unsigned)_i % TEST_VECTOR_OPS;
    if (isa > tai_cpu_isa())
        return;
    const test_vector *variant = &test_vector_portable;
#if TA_X86
    variant = isa == TA_ISA_AVX512 ? &test_vector_avx512
              : isa == TA_ISA_AVX2 ? &test_vector_avx2
                                   : variant;
#endif
    const size_t bytes = variant->bytes;
    test_rng r = test_rng_for("vector", _i);
    for (unsigned round = 0; round < 2000; round++) {
        uint8_t a[65], b[65], out[66];
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
        variant->compute(op, out + 1, a + 1, b + 1, n);
        for (size_t i = 0; i < bytes; i++)
            if (out[1 + i] != defined(op, a + 1, b + 1, n, i, bytes))
                ck_abort_msg("%s, operation %u, round %u, byte %zu",
                             tai_isa_name(isa), op, round, i);
        ck_assert_uint_eq(out[0], round & 255);
        ck_assert_uint_eq(out[1 + bytes], round & 255);
    }
}
END_TEST

const struct test_suite test_suite = {
    .cases = {{&operations_by_definition, 3 * TEST_VECTOR_OPS}}};
