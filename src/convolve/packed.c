/* Middle products by GMP: bit u becomes 2^(slot * u), and each slot of the
 * product holds one sum. */
#include <gmp.h>
#include <string.h>

#include "convolve/transforms.h"

_Static_assert(sizeof(mp_limb_t) == 8, "GMP limbs are 64 bits");

static void packed_pack(const uint64_t *bits, uint64_t length, unsigned slot,
                        mp_limb_t *limbs, uint64_t n_limbs)
{
    memset(limbs, 0, n_limbs * sizeof *limbs);
    for (uint64_t w = 0; w < length / 64; w++)
        for (uint64_t b = bits[w]; b != 0; b &= b - 1) {
            uint64_t at = (64 * w + tai_ctz(b)) * slot;
            limbs[at / 64] |= (mp_limb_t)1 << (at % 64);
        }
}

static uint64_t packed_limbs(uint64_t length, unsigned slot)
{
    return length / 64 * slot + 1;
}

uint64_t tai_packed_bytes(uint64_t length, uint64_t moves)
{
    /* Factors and product take 1, 2 and 3 times the first factor; mpn_mul took
     * at most 11.55 times (GMP 6.2, 2^12 to 2^20 positions, slots of 1 to 16
     * bits): 17.6 times in all. */
    unsigned slot = tai_log2_ceil(tai_min_u64(length, moves) + 1);
    return tai_mul_sat(176 * 8, packed_limbs(length, slot)) / 10 + 4096;
}

ta_status tai_packed_marks(const uint64_t *a, const uint64_t *window,
                           uint64_t length, uint64_t *marks)
{
    uint64_t words = length / 64;
    uint64_t most = tai_min_u64(tai_popcount_range(a, 0, 64 * words),
                                tai_popcount_range(window, 0, 128 * words));
    if (most == 0)
        return TA_OK;
    /* No sum exceeds `most` < 2^slot, so nothing carries over. A slot has at
     * most 57 bits, so 8 bytes hold it. */
    unsigned slot = tai_log2_ceil(most + 1);
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
        const uint64_t at = (length + v) * slot; /* v of the middle part */
        memcpy(&count, (const char *)product + at / 8, sizeof count);
        if ((count >> at % 8 & (((uint64_t)1 << slot) - 1)) != 0)
            marks[v / 64] |= (uint64_t)1 << (v % 64);
    }
    ta_free(x);
    return TA_OK;
}
