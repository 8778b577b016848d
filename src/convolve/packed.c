#include <gmp.h>
#include <string.h>

#include "convolve/transforms.h"

_Static_assert(GMP_NUMB_BITS == 64, "GMP limbs are 64 bits");

/* Packs a bit array into a long integer of GMP: the sum of 2^(slot * u) over
 * all u for which bit u of `bits` is set. `bits` has `length` bits, and the
 * integer has n_limbs limbs (64-bit words). */
static void packed_pack(const uint64_t *bits, uint64_t length, unsigned slot,
                        mp_limb_t *limbs, uint64_t n_limbs)
{
    memset(limbs, 0, n_limbs * sizeof *limbs);
    for (uint64_t w = 0; w < length / 64; w++)
        for (uint64_t b = bits[w]; b != 0; b &= b - 1) {
            uint64_t at = (64 * w + ta_ctz(b)) * slot;
            limbs[at / 64] |= (mp_limb_t)1 << (at % 64);
        }
}

/* Returns the number of limbs (64-bit words) of a long integer with `length`
 * coefficients of `slot` bits each. */
static uint64_t packed_limbs(uint64_t length, unsigned slot)
{
    return length / 64 * slot + 1;
}

uint64_t tai_packed_bytes(uint64_t length, uint64_t moves)
{
    /* The function tai_packed_marks uses at most 17.55 times the memory of its
     * first factor. The two factors take 1 and 2 times this memory, and the
     * product takes 3 times. The function mpn_mul of GMP takes at most 11.55
     * times in addition, as measured with GMP 6.2 for 2^12 to 2^20 positions
     * and for coefficients of 1 to 16 bits. */
    unsigned slot = ta_log2_ceil(ta_min_u64(length, moves) + 1);
    return ta_mul_sat(176 * 8, packed_limbs(length, slot)) / 10 + 4096;
}

ta_status tai_packed_marks(const uint64_t *a, const uint64_t *window,
                           uint64_t length, uint64_t *marks)
{
    uint64_t words = length / 64;
    uint64_t most = ta_min_u64(tai_popcount_range(a, 0, 64 * words),
                               tai_popcount_range(window, 0, 128 * words));
    if (most == 0)
        return TA_OK;
    /* Each coefficient of the product has `slot` bits. No coefficient exceeds
     * `most`, which is less than 2^slot, so the coefficients do not overlap.
     * The loop reads a coefficient from 8 bytes, of which the first contains
     * its lowest bit. These bytes are enough because `slot` is less than 57. */
    unsigned slot = ta_log2_ceil(most + 1);
    uint64_t na = packed_limbs(length, slot),
             nb = packed_limbs(2 * length, slot);
    mp_limb_t *x = tai_alloc(2 * (na + nb), sizeof *x);
    if (x == NULL)
        return TA_ENOMEM;
    mp_limb_t *y = x + na, *product = y + nb;
    packed_pack(a, length, slot, x, na);
    packed_pack(window, 2 * length, slot, y, nb);
    mpn_mul(product, y, (mp_size_t)nb, x, (mp_size_t)na);
    for (uint64_t v = 0, count; v < length; v++) {
        const uint64_t at = (length + v) * slot;
        memcpy(&count, (const char *)product + at / 8, sizeof count);
        if ((count >> at % 8 & (((uint64_t)1 << slot) - 1)) != 0)
            marks[v / 64] |= (uint64_t)1 << (v % 64);
    }
    ta_free(x);
    return TA_OK;
}
