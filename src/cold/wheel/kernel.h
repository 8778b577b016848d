/* The body of the OR kernels, included once for each instruction set with
 *   NAME(x)   the name of a variant
 *   TARGET    its function attribute
 *   PASS      how many 64-byte vectors of a tile fit in registers, 8, 4 or 1
 *   PIECES    registers to a vector
 *   reg, LOAD(p), STORE(p, r), OR(a, b), ZERO
 *   NAME(up)  a function: the bits of a moved up by 0 < by < 64 places, below
 *             them the top ones of the register before it
 * Accumulators stay in registers for a whole list of sources: a source costs
 * one unaligned load and one OR a register, and no store. */

/* Sources further on are asked for early. By `make bench-kernels` this makes
 * lists whose sources are in L2 a tenth faster, in memory a quarter, and those
 * in L1, which are rare, a quarter slower. */
#ifndef AHEAD
#define AHEAD 4
#endif
static inline void NAME(prefetch)(const uint8_t *p, unsigned vectors)
{
    for (unsigned i = 0; i <= vectors; i++)
        __builtin_prefetch(p + (size_t)i * WHEEL_VECTOR);
}

#define STORE_OR(p, r)                                                         \
    do {                                                                       \
        reg both = OR(LOAD(p), r);                                             \
        STORE(p, both);                                                        \
    } while (0)

static inline TARGET __attribute__((always_inline)) void
NAME(wide_pass)(uint8_t *tile, const unsigned vectors, const uint8_t *origin,
                const int64_t *offset, size_t count)
{
    reg a[PASS * PIECES];
    for (unsigned i = 0; i < vectors * PIECES; i++)
        a[i] = LOAD(tile + i * sizeof(reg));
    for (size_t c = 0; c < count; c++) {
        const uint8_t *p = origin + offset[c];
        if (c + AHEAD < count)
            NAME(prefetch)(origin + offset[c + AHEAD], vectors);
        for (unsigned i = 0; i < vectors * PIECES; i++)
            a[i] = OR(a[i], LOAD(p + i * sizeof(reg)));
    }
    for (unsigned i = 0; i < vectors * PIECES; i++)
        STORE(tile + i * sizeof(reg), a[i]);
}

/* The same for lists of several slips: what a list finds is moved up by its
 * slip before it joins the tile. last: the last register of the list in the
 * pass before, whose top bits move into this one. */
static inline TARGET __attribute__((always_inline)) void
NAME(slips_pass)(uint8_t *tile, const unsigned vectors, const uint8_t *origin,
                 const uint32_t *offset, const uint32_t *start,
                 const unsigned *slip, unsigned slips, reg *last)
{
    for (unsigned r = 0; r < slips; r++) {
        reg a[PASS * PIECES];
        for (unsigned i = 0; i < vectors * PIECES; i++)
            a[i] = ZERO;
        for (uint32_t c = start[r]; c < start[r + 1]; c++) {
            const uint8_t *p = origin + offset[c];
            if (c + AHEAD < start[slips])
                NAME(prefetch)(origin + offset[c + AHEAD], vectors);
            for (unsigned i = 0; i < vectors * PIECES; i++)
                a[i] = OR(a[i], LOAD(p + i * sizeof(reg)));
        }
        const reg top = a[vectors * PIECES - 1];
        for (unsigned i = 0; i < vectors * PIECES; i++) {
            reg up = slip[r] == 0
                         ? a[i]
                         : NAME(up)(a[i], i == 0 ? last[r] : a[i - 1], slip[r]);
            STORE_OR(tile + i * sizeof(reg), up);
        }
        last[r] = top;
    }
}

/* The compiler unrolls each case: `vectors` is a constant there. */
#define CASE(call, n)                                                          \
    case n:                                                                    \
        call(n);                                                               \
        break;
#if PASS >= 4
#define CASES_TO_4(call) CASE(call, 2) CASE(call, 3) CASE(call, 4)
#else
#define CASES_TO_4(call)
#endif
#if PASS == 8
#define CASES_TO_8(call) CASE(call, 5) CASE(call, 6) CASE(call, 7) CASE(call, 8)
#else
#define CASES_TO_8(call)
#endif
#define EACH_COUNT(call)                                                       \
    switch (now) {                                                             \
        CASE(call, 1)                                                          \
        CASES_TO_4(call)                                                       \
        CASES_TO_8(call)                                                       \
    default:                                                                   \
        break;                                                                 \
    }

#define CALL_wide(n) NAME(wide_pass)(t, n, o, offset, count)
static TARGET void NAME(wide)(uint8_t *tile, unsigned vectors,
                              const uint8_t *origin, const int64_t *offset,
                              size_t count)
{
    for (unsigned v = 0; v < vectors; v += PASS) {
        unsigned now = vectors - v < PASS ? vectors - v : PASS;
        uint8_t *t = tile + (size_t)v * WHEEL_VECTOR;
        const uint8_t *o = origin + (size_t)v * WHEEL_VECTOR;
        EACH_COUNT(CALL_wide)
    }
}

#define CALL_page(n) NAME(slips_pass)(t, n, o, offset, start, slip, slips, last)
static TARGET void NAME(page)(uint8_t *tile, unsigned vectors,
                              const uint8_t *origin, const uint32_t *offset,
                              const uint32_t *start, const unsigned *slip,
                              unsigned slips)
{
    reg last[8];
    for (unsigned r = 0; r < slips; r++)
        last[r] = ZERO;
    for (unsigned v = 0; v < vectors; v += PASS) {
        unsigned now = vectors - v < PASS ? vectors - v : PASS;
        uint8_t *t = tile + (size_t)v * WHEEL_VECTOR;
        const uint8_t *o = origin + (size_t)v * WHEEL_VECTOR;
        EACH_COUNT(CALL_page)
    }
}

static TARGET unsigned NAME(zeros)(const uint8_t *tile, unsigned vectors)
{
    unsigned ones = 0;
    for (unsigned i = 0; i < vectors * (WHEEL_VECTOR / 8); i++) {
        uint64_t word;
        memcpy(&word, tile + 8 * i, sizeof word);
        ones += ta_popcount(word);
    }
    return vectors * WHEEL_VECTOR * 8 - ones;
}

static const wheel_kernel NAME(kernel) = {NAME(wide), NAME(page), NAME(zeros)};

#undef CALL_wide
#undef CALL_page
#undef EACH_COUNT
#undef CASE
#undef CASES_TO_4
#undef CASES_TO_8
#undef NAME
#undef TARGET
#undef PASS
#undef PIECES
#undef reg
#undef LOAD
#undef STORE
#undef OR
#undef ZERO
#undef STORE_OR
