/* Shift-or (shift.h): a part of the result stays in registers while all shifts
 * pass. Reads beyond A fall into its TA_PAD zero bytes. */
#include "base/vector.h"
#include "convolve/shift.h"

enum {
    PART = TA_VECTOR == 64 ? 16 : 8, /* registers of a part; AVX-512 has 32 */
    ROW = 64 / TA_VECTOR             /* registers for 64 bytes */
};

/* For each residue r: ORs copies shifted by whole bytes, then shifts the result
 * by r bits; up to 7 of them come from the word before, which is shifted by 64
 * - r in two steps, since r may be 0. */
static void shift_or(uint64_t *target, const uint64_t *a, uint64_t lo,
                     const tai_shifts *shifts, uint64_t least, uint64_t end)
{
    for (unsigned r = 0; r < 8; r++) {
        const uint64_t *x = shifts->of[r];
        const size_t from = tai_first_at_least(x, shifts->count[r], least);
        const size_t to = tai_first_at_least(x, shifts->count[r], end);
        uint64_t bytes[1 + TA_TILE_WORDS], word;
        bytes[0] = 0;
        if (from >= to)
            continue;
        for (size_t b = 0; b < TA_TILE / 8; b += PART * TA_VECTOR) {
            vec v[PART] = {{0}};
            for (size_t i = from; i < to; i++) {
                const unsigned char *p =
                    (const unsigned char *)a + lo / 8 + b - x[i] / 8;
                if (b == 0) {
                    memcpy(&word, p - 8, 8);
                    bytes[0] |= word;
                }
#pragma GCC unroll 16
                for (size_t k = 0; k < PART; k++)
                    v[k] |= vec_load(p + k * TA_VECTOR);
            }
#pragma GCC unroll 16
            for (size_t k = 0; k < PART; k++)
                vec_store(bytes + 1 + (b + k * TA_VECTOR) / 8, v[k]);
        }
        for (size_t w = 0; w < TA_TILE_WORDS; w++)
            target[w] |= bytes[w + 1] << r | bytes[w] >> 1 >> (63 - r);
    }
}

static void or_rows(unsigned char *dst, const unsigned char *const *src,
                    size_t count, size_t bytes)
{
    for (size_t i = 0; i < bytes; i += 64) {
        vec v[ROW];
#pragma GCC unroll 4
        for (size_t k = 0; k < ROW; k++)
            v[k] = vec_load(dst + i + k * TA_VECTOR);
        for (size_t r = 0; r < count; r++)
#pragma GCC unroll 4
            for (size_t k = 0; k < ROW; k++)
                v[k] |= vec_load(src[r] + i + k * TA_VECTOR);
#pragma GCC unroll 4
        for (size_t k = 0; k < ROW; k++)
            vec_store(dst + i + k * TA_VECTOR, v[k]);
    }
}

const tai_shift_kernel TA_VARIANT(tai_shift_kernel) = {shift_or, or_rows};
