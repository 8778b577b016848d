#include <gmp.h>
#include <string.h>

#include "convolve/packed.h"

_Static_assert(GMP_NUMB_BITS == 64, "GMP limbs are 64 bits");

/* limbs = sum over set bits u of 2^(slot * u). */
static void pack(const uint64_t *bits, uint64_t length, unsigned slot,
                 mp_limb_t *limbs, uint64_t n_limbs)
{
    memset(limbs, 0, n_limbs * sizeof *limbs);
    for (uint64_t w = 0; w < length / 64; w++)
        for (uint64_t b = bits[w]; b != 0; b &= b - 1) {
            uint64_t at = (64 * w + ta_ctz(b)) * slot;
            limbs[at / 64] |= (mp_limb_t)1 << (at % 64);
        }
}

static bool slot_is_set(const mp_limb_t *limbs, uint64_t at, unsigned slot)
{
    unsigned low = (unsigned)(at % 64);
    mp_limb_t mask = ((mp_limb_t)1 << slot) - 1;
    mp_limb_t value = limbs[at / 64] >> low;
    if (low + slot > 64)
        value |= limbs[at / 64 + 1] << (64 - low);
    return (value & mask) != 0;
}

static uint64_t limbs_for(uint64_t length, unsigned slot)
{
    return length / 64 * slot + 1;
}

uint64_t tai_packed_bytes(uint64_t length, uint64_t moves)
{
    /* Operands of 1 and 2 lengths, a product of 3; and mpn_mul's scratch,
     * which its FFT takes from the heap: 10.7 to 11.55 lengths as measured for
     * 2^12 to 2^20 positions and slots of 1 to 16 bits where there are 6000
     * limbs or more, and less below (GMP 6.2). */
    unsigned slot = ta_log2_ceil(ta_min_u64(length, moves) + 1);
    return ta_mul_sat(176 * 8, limbs_for(length, slot)) / 10 + 4096;
}

ta_status tai_packed_marks(const uint64_t *a, const uint64_t *window,
                           uint64_t length, uint64_t *marks)
{
    uint64_t words = length / 64;
    uint64_t most = ta_min_u64(tai_popcount_words(a, words),
                               tai_popcount_words(window, 2 * words));
    if (most == 0)
        return TA_OK;
    unsigned slot = ta_log2_ceil(most + 1); /* most < 2^slot */
    uint64_t na = limbs_for(length, slot), nb = limbs_for(2 * length, slot);
    mp_limb_t *x = tai_alloc(2 * (na + nb), sizeof *x);
    if (x == NULL)
        return TA_ENOMEM;
    mp_limb_t *y = x + na, *product = y + nb;
    pack(a, length, slot, x, na);
    pack(window, 2 * length, slot, y, nb);
    mpn_mul(product, y, (mp_size_t)nb, x, (mp_size_t)na);
    for (uint64_t v = 0; v < length; v++)
        if (slot_is_set(product, (length + v) * slot, slot))
            marks[v / 64] |= (uint64_t)1 << (v % 64);
    ta_free(x);
    return TA_OK;
}
