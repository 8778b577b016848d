/* Marking with bytes: the portable inner loop of the sparse engine.
 *
 * The 32 heaps of a block are treated at once: with one part a of a split
 * fixed, the other parts are neighbours in memory and the bytes to store lie
 * in 32 rows at known distances, so that a mark costs a load, an xor and a
 * store. The distances are constants for each size of a row. */
#include "octal/octal.h"

_Static_assert(TA_OCTAL_LANES == 32, "mark_row_size is written for 32");

#define MARK1(j) seen[((size_t)(j) << bits) + (size_t)(p[j] ^ value)] = 1
#define MARK4(j)                                                               \
    do {                                                                       \
        MARK1(j);                                                              \
        MARK1((j) + 1);                                                        \
        MARK1((j) + 2);                                                        \
        MARK1((j) + 3);                                                        \
    } while (0)

static inline __attribute__((always_inline)) void
mark_row_size(uint8_t *restrict seen, const unsigned bits, const uint16_t *g,
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

void ta_octal_mark(uint8_t *seen, unsigned bits, const uint16_t *g,
                   const uint16_t *first, const uint32_t *list, size_t count)
{
    switch (bits) {
    case 4:
        mark_row_size(seen, 4, g, first, list, count);
        break;
    case 5:
        mark_row_size(seen, 5, g, first, list, count);
        break;
    case 6:
        mark_row_size(seen, 6, g, first, list, count);
        break;
    case 7:
        mark_row_size(seen, 7, g, first, list, count);
        break;
    case 8:
        mark_row_size(seen, 8, g, first, list, count);
        break;
    case 9:
        mark_row_size(seen, 9, g, first, list, count);
        break;
    case 10:
        mark_row_size(seen, 10, g, first, list, count);
        break;
    default:
        mark_row_size(seen, bits, g, first, list, count);
        break;
    }
}
