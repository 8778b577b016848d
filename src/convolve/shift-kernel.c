/* The inner loops of shift-or. A part of the targets stays in registers while
 * all sources pass: a source costs one load and one OR for each register. */
#include "base/vector.h"
#include "convolve/shift.h"

enum {
    /* Registers for one part of a tile; AVX-512 has 32 registers, the other
     * instruction sets have 16. */
    PART = TA_VECTOR == 64 ? 16 : 8,
    ROW = 64 / TA_VECTOR, /* registers for one part of a row */
};

static void or_class(uint64_t acc[1 + TA_TILE_WORDS], const unsigned char *a,
                     const uint64_t *x, size_t count)
{
    acc[0] = 0;
    for (size_t b = 0; b < TA_TILE / 8; b += PART * TA_VECTOR) {
        uint64_t before = 0, word;
        vec v[PART] = {{0}};
        for (size_t i = 0; i < count; i++) {
            const unsigned char *p = a + b - x[i] / 8;
            if (b == 0) {
                memcpy(&word, p - 8, 8);
                before |= word;
            }
#pragma GCC unroll 16
            for (size_t k = 0; k < PART; k++)
                v[k] |= vec_load(p + k * TA_VECTOR);
        }
#pragma GCC unroll 16
        for (size_t k = 0; k < PART; k++)
            vec_store(acc + 1 + (b + k * TA_VECTOR) / 8, v[k]);
        acc[0] |= before;
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

const tai_shift_kernel TA_VARIANT(tai_shift_kernel) = {or_class, or_rows};
