/* Marking with bytes: the portable inner loop of the sparse engine.
 *
 * The 32 heaps of a block are treated at once: with one part a of a split
 * fixed, the other parts are neighbours in memory and the bytes to store lie
 * in 32 rows at known distances, so that a mark costs a load, an xor and a
 * store. The distances are constants for each size of a row. */
#include "octal/loops.h"

_Static_assert(TA_OCTAL_LANES == 32, "the functions here mark 32");

#define MARK1(j) seen[((size_t)(j) << bits) + (size_t)(p[j] ^ value)] = 1
#define MARK4(j)                                                               \
    do {                                                                       \
        MARK1(j);                                                              \
        MARK1((j) + 1);                                                        \
        MARK1((j) + 2);                                                        \
        MARK1((j) + 3);                                                        \
    } while (0)

/* 16 lanes at a time keep large rows in the nearest cache. */
static inline __attribute__((always_inline)) void
mark_half(uint8_t *restrict seen, const unsigned bits, const uint16_t *g,
          const uint16_t *first, const uint32_t *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const uint16_t *p = first - list[i];
        const uint32_t value = g[list[i]];
        MARK4(0);
        MARK4(4);
        MARK4(8);
        MARK4(12);
    }
}

static inline __attribute__((always_inline)) void
mark_halves(uint8_t *seen, const unsigned bits, const uint16_t *g,
            const uint16_t *first, const uint32_t *list, size_t count)
{
    mark_half(seen, bits, g, first, list, count);
    mark_half(seen + ((size_t)16 << bits), bits, g, first + 16, list, count);
}

static inline __attribute__((always_inline)) void
mark_all(uint8_t *restrict seen, const unsigned bits, const uint16_t *g,
         const uint16_t *first, const uint32_t *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const uint16_t *p = first - list[i];
        const uint32_t value = g[list[i]];
        MARK4(0);
        MARK4(4);
        MARK4(8);
        MARK4(12);
        MARK4(16);
        MARK4(20);
        MARK4(24);
        MARK4(28);
    }
}

#define SIZE(function, b)                                                      \
    case b:                                                                    \
        function(seen, b, g, first, list, count);                              \
        return

void ta_octal_mark(uint8_t *seen, unsigned bits, const uint16_t *g,
                   const uint16_t *first, const uint32_t *list, size_t count)
{
    switch (bits) {
        SIZE(mark_all, 4);
        SIZE(mark_all, 5);
        SIZE(mark_all, 6);
        SIZE(mark_all, 7);
        SIZE(mark_all, 8);
        SIZE(mark_all, 9);
        SIZE(mark_all, 10);
        SIZE(mark_halves, 11);
        SIZE(mark_halves, 12);
    default:
        mark_halves(seen, bits, g, first, list, count);
    }
}
