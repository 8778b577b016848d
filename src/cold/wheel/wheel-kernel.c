/* The inner loops of the wheel. A part of the tile stays in registers while the
 * sources of a list pass: a source costs one load and one OR for each register,
 * and no store. */
#include "base/vector.h"
#include "cold/wheel/wheel.h"

enum {
    PART = 8, /* registers for one part of a tile */
    AHEAD = 4 /* sources are fetched so many entries early */
};

/* Moves the bits of a up by less than 64 places; the top bits of `before` come
 * in below them. */
TA_INLINE vec bits_up(vec a, vec before, unsigned by)
{
    if (by == 0)
        return a;
    return (vec)((vec64)a << by | (vec64)vec_up(a, before, 8) >> (64 - by));
}

/* ORs the sources into `count` registers of the tile, which is a constant
 * wherever the function is called. last[r] is the last register of list r in
 * the part before. */
TA_INLINE void or_part(uint8_t *tile, const size_t count, const uint8_t *origin,
                       const uint32_t *offset, const uint32_t *start,
                       const unsigned *slip, unsigned slips, vec *last)
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
            const vec up = bits_up(a[i], i == 0 ? last[r] : a[i - 1], slip[r]);
            uint8_t *to = tile + i * TA_VECTOR;
            vec_store(to, vec_load(to) | up);
        }
        last[r] = a[count - 1];
    }
}

static void page(uint8_t *tile, unsigned vectors, const uint8_t *origin,
                 const uint32_t *offset, const uint32_t *start,
                 const unsigned *slip, unsigned slips)
{
    vec last[WHEEL_SLIPS] = {{0}};
    const size_t bytes = vectors * (size_t)WHEEL_VECTOR;
    for (size_t at = 0, left; (left = (bytes - at) / TA_VECTOR) > 0;) {
        uint8_t *t = tile + at;
        const uint8_t *o = origin + at;
        if (left >= PART) {
            or_part(t, PART, o, offset, start, slip, slips, last);
            at += PART * TA_VECTOR;
        } else if (left >= PART / 2) {
            or_part(t, PART / 2, o, offset, start, slip, slips, last);
            at += PART / 2 * TA_VECTOR;
        } else if (left >= PART / 4) {
            or_part(t, PART / 4, o, offset, start, slip, slips, last);
            at += PART / 4 * TA_VECTOR;
        } else {
            or_part(t, 1, o, offset, start, slip, slips, last);
            at += TA_VECTOR;
        }
    }
}

static unsigned zeros(const uint8_t *tile, unsigned vectors)
{
    unsigned ones = 0;
    for (size_t i = 0; i < vectors * (size_t)WHEEL_VECTOR; i += 8) {
        uint64_t word;
        memcpy(&word, tile + i, sizeof word);
        ones += ta_popcount(word);
    }
    return vectors * WHEEL_VECTOR * 8 - ones;
}

const tai_wheel_kernel TA_VARIANT(tai_wheel_kernel) = {page, zeros};
