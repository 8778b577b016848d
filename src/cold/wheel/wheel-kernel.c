/* ORs sources into a tile. A part of the tile stays in registers while all
 * sources of a list are read: a source costs one load and one OR for each
 * register, and no store. */
#include "base/vector.h"
#include "cold/wheel/wheel.h"

enum {
    PART = 8, /* registers */
    AHEAD = 4 /* sources to prefetch */
};

/* Returns `a` with its bits moved up by `by` < 64 places; the lowest ones come
 * from the vector `before` it. */
TA_INLINE vec kernel_shift_up(vec a, vec before, unsigned by)
{
    return by == 0 ? a
                   : (vec)((vec64)a << by |
                           vec_up64((vec64)a, (vec64)before) >> (64 - by));
}

/* ORs the sources into `count` registers of the tile; `count` is a constant in
 * each call. Bits that leave a register enter the next: last[r] has the last
 * register before the part, unshifted, ORed over the sources of list r, and is
 * replaced for the next part. */
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

TA_INLINE bool kernel_is_full(const uint8_t *tile, size_t bytes)
{
    uint64_t all = UINT64_MAX;
    for (size_t i = 0; i < bytes; i += 8) {
        uint64_t word;
        memcpy(&word, tile + i, sizeof word);
        all &= word;
    }
    return all == UINT64_MAX;
}

/* Sets last[r] as kernel_or_part does, `origin` being that of the last
 * register. */
TA_INLINE void kernel_or_last(const uint8_t *origin, const uint32_t *offset,
                              const uint32_t *start, unsigned slips, vec *last)
{
    for (unsigned r = 0; r < slips; r++) {
        last[r] = (vec){0};
        for (uint32_t c = start[r]; c < start[r + 1]; c++)
            last[r] |= vec_load(origin + offset[c]);
    }
}

/* tai_wheel_kernel.page; a part that is full is left out. */
static void kernel_or_page(uint8_t *tile, unsigned vectors,
                           const uint8_t *origin, const uint32_t *offset,
                           const uint32_t *start, const unsigned *slip,
                           unsigned slips)
{
    vec last[WHEEL_SLIPS];
    for (unsigned r = 0; r < slips; r++)
        last[r] = (vec){0};
    const size_t bytes = vectors * (size_t)WHEEL_VECTOR;
    for (size_t at = 0, count; at < bytes; at += count * TA_VECTOR) {
        uint8_t *t = tile + at;
        const uint8_t *o = origin + at;
        for (count = PART; count > (bytes - at) / TA_VECTOR;)
            count /= 2;
        if (kernel_is_full(t, count * TA_VECTOR)) {
            if (at + count * TA_VECTOR < bytes)
                kernel_or_last(o + (count - 1) * TA_VECTOR, offset, start,
                               slips, last);
        } else if (count == PART)
            kernel_or_part(t, PART, o, offset, start, slip, slips, last);
        else if (count == PART / 2)
            kernel_or_part(t, PART / 2, o, offset, start, slip, slips, last);
        else if (count == PART / 4)
            kernel_or_part(t, PART / 4, o, offset, start, slip, slips, last);
        else
            kernel_or_part(t, 1, o, offset, start, slip, slips, last);
    }
}

static unsigned kernel_count_zeros(const uint8_t *tile, unsigned vectors)
{
    unsigned ones = 0;
    for (size_t i = 0; i < vectors * (size_t)WHEEL_VECTOR; i += 8) {
        uint64_t word;
        memcpy(&word, tile + i, sizeof word);
        ones += tai_popcount(word);
    }
    return vectors * WHEEL_VECTOR * 8 - ones;
}

const tai_wheel_kernel TA_VARIANT(tai_wheel_kernel) = {kernel_or_page,
                                                       kernel_count_zeros};
