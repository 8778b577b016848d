/* The inner loops of the engine `wheel`. They OR many bit arrays, the sources,
 * into one bit array, the tile. A part of the tile stays in registers while all
 * sources of a list are read. A source costs one load and one OR for each
 * register, and no store. */
#include "base/vector.h"
#include "cold/wheel/wheel.h"

enum {
    PART = 8, /* the number of registers for one part of a bit array */
    AHEAD = 4 /* sources to prefetch */
};

/* Returns the vector `a` with its bits moved up by `by` places. `by` must be
 * less than 64. The lowest bits of the result are the highest bits of the
 * vector `before`, which precedes `a`. */
TA_INLINE vec kernel_shift_up(vec a, vec before, unsigned by)
{
    return by == 0 ? a
                   : (vec)((vec64)a << by |
                           vec_up64((vec64)a, (vec64)before) >> (64 - by));
}

/* ORs bit arrays, the sources, into one part of the bit array `tile`. The part
 * is `count` registers long, and `count` is a constant in each call. There are
 * `slips` lists of sources. List r has the sources at the addresses origin +
 * offset[k] for start[r] <= k < start[r + 1]. Their bits are shifted up by
 * slip[r] places before they are ORed.
 *
 * Bits that are shifted out of one register enter the next register. So a call
 * needs the last register before the part, and the next call needs the last
 * register of the part. last[r] has this register, unshifted, ORed over all
 * sources of list r. The function reads last[r], and then replaces it. */
TA_INLINE void kernel_or_part(uint8_t *tile, const size_t count,
                              const uint8_t *origin, const uint32_t *offset,
                              const uint32_t *start, const unsigned *slip,
                              unsigned slips, vec *last)
{
    for (unsigned r = 0; r < slips; r++) {
        vec a[PART] = {{0}};
        for (uint32_t c = start[r]; c < start[r + 1]; c++) {
            const uint8_t *p = origin + offset[c];
            if (c + AHEAD < start[slips])
                for (size_t i = 0; i <= count * TA_VECTOR; i += WHEEL_VECTOR)
                    __builtin_prefetch(origin + offset[c + AHEAD] + i);
#pragma GCC unroll 8
            for (size_t i = 0; i < count; i++)
                a[i] |= vec_load(p + i * TA_VECTOR);
        }
#pragma GCC unroll 8
        for (size_t i = 0; i < count; i++) {
            const vec up =
                kernel_shift_up(a[i], i == 0 ? last[r] : a[i - 1], slip[r]);
            uint8_t *to = tile + i * TA_VECTOR;
            vec_store(to, vec_load(to) | up);
        }
        last[r] = a[count - 1];
    }
}

/* ORs many bit arrays, the sources, into the bit array `tile`. Each has
 * `vectors` vectors of WHEEL_VECTOR bytes. There are `slips` lists of sources.
 * List r has the sources at the addresses origin + offset[k] for start[r] <= k
 * < start[r + 1]. Their bits are shifted up by slip[r] places before they are
 * ORed. */
static void kernel_or_page(uint8_t *tile, unsigned vectors,
                           const uint8_t *origin, const uint32_t *offset,
                           const uint32_t *start, const unsigned *slip,
                           unsigned slips)
{
    vec last[WHEEL_SLIPS] = {{0}};
    const size_t bytes = vectors * (size_t)WHEEL_VECTOR;
    for (size_t at = 0, count; at < bytes; at += count * TA_VECTOR) {
        uint8_t *t = tile + at;
        const uint8_t *o = origin + at;
        for (count = PART; count > (bytes - at) / TA_VECTOR;)
            count /= 2;
        if (count == PART)
            kernel_or_part(t, PART, o, offset, start, slip, slips, last);
        else if (count == PART / 2)
            kernel_or_part(t, PART / 2, o, offset, start, slip, slips, last);
        else if (count == PART / 4)
            kernel_or_part(t, PART / 4, o, offset, start, slip, slips, last);
        else
            kernel_or_part(t, 1, o, offset, start, slip, slips, last);
    }
}

/* Returns the number of zero bits in a tile, which is a bit array of `vectors`
 * vectors of WHEEL_VECTOR bytes. */
static unsigned kernel_count_zeros(const uint8_t *tile, unsigned vectors)
{
    unsigned ones = 0;
    for (size_t i = 0; i < vectors * (size_t)WHEEL_VECTOR; i += 8) {
        uint64_t word;
        memcpy(&word, tile + i, sizeof word);
        ones += ta_popcount(word);
    }
    return vectors * WHEEL_VECTOR * 8 - ones;
}

const tai_wheel_kernel TA_VARIANT(tai_wheel_kernel) = {kernel_or_page,
                                                       kernel_count_zeros};
