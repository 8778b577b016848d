/* The body of the OR kernels, included once for each instruction set with
 *   NAME(x)   the name of a variant
 *   TARGET    its function attribute
 *   PASS      how many 64-byte vectors of a tile fit in registers, 8, 4 or 1
 *   PIECES    registers to a vector
 *   reg, LOAD(p), STORE(p, r), OR(a, b)
 * Accumulators stay in registers for a whole list of sources: a source costs
 * one unaligned load and one OR a register, and no store. */

static inline TARGET __attribute__((always_inline)) void
NAME(fixed_pass)(uint8_t *tile, const unsigned vectors, const uint8_t *origin,
                 const int64_t *offset, size_t count)
{
    reg a[PASS * PIECES];
    for (unsigned i = 0; i < vectors * PIECES; i++)
        a[i] = LOAD(tile + i * sizeof(reg));
    for (size_t c = 0; c < count; c++) {
        const uint8_t *p = origin + offset[c];
        for (unsigned i = 0; i < vectors * PIECES; i++)
            a[i] = OR(a[i], LOAD(p + i * sizeof(reg)));
    }
    for (unsigned i = 0; i < vectors * PIECES; i++)
        STORE(tile + i * sizeof(reg), a[i]);
}

static inline TARGET __attribute__((always_inline)) size_t
NAME(far_pass)(uint8_t *tile, const unsigned vectors, const uint8_t *origin,
               const int64_t *entry, const uint32_t *index,
               const wheel_segment *segment, size_t segments)
{
    const int64_t mask = (1 << WHEEL_U_BITS) - 1;
    size_t done = 0;
    reg a[PASS * PIECES];
    for (unsigned i = 0; i < vectors * PIECES; i++)
        a[i] = LOAD(tile + i * sizeof(reg));
    for (size_t k = 0; k < segments; k++) {
        const int64_t u0 = segment[k].u0, u1 = segment[k].u1;
        const uint32_t *whole = segment[k].whole;
        const int64_t *e = entry + index[u0 / WHEEL_INDEX_STEP];
        while ((*e & mask) < u0)
            e++;
        for (; (*e & mask) < u1; e++, done++) {
            const uint8_t *p = origin + (*e >> WHEEL_U_BITS) -
                               whole[(*e & mask) - u0];
            for (unsigned i = 0; i < vectors * PIECES; i++)
                a[i] = OR(a[i], LOAD(p + i * sizeof(reg)));
        }
    }
    for (unsigned i = 0; i < vectors * PIECES; i++)
        STORE(tile + i * sizeof(reg), a[i]);
    return done;
}

/* The compiler unrolls each case: `vectors` is a constant there. */
#define EACH_COUNT(call)                                                       \
    switch (now) {                                                             \
    case 1: call(1); break;                                                    \
    EACH_COUNT_ABOVE_1(call)                                                   \
    default: break;                                                            \
    }
#if PASS == 8
#define EACH_COUNT_ABOVE_1(call)                                               \
    case 2: call(2); break;                                                    \
    case 3: call(3); break;                                                    \
    case 4: call(4); break;                                                    \
    case 5: call(5); break;                                                    \
    case 6: call(6); break;                                                    \
    case 7: call(7); break;                                                    \
    case 8: call(8); break;
#elif PASS == 4
#define EACH_COUNT_ABOVE_1(call)                                               \
    case 2: call(2); break;                                                    \
    case 3: call(3); break;                                                    \
    case 4: call(4); break;
#else
#define EACH_COUNT_ABOVE_1(call)
#endif

static TARGET void NAME(fixed)(uint8_t *tile, unsigned vectors,
                               const uint8_t *origin, const int64_t *offset,
                               size_t count)
{
    for (unsigned v = 0; v < vectors; v += PASS) {
        unsigned now = vectors - v < PASS ? vectors - v : PASS;
        uint8_t *t = tile + (size_t)v * WHEEL_VECTOR;
        const uint8_t *o = origin + (size_t)v * WHEEL_VECTOR;
#define CALL(n) NAME(fixed_pass)(t, n, o, offset, count)
        EACH_COUNT(CALL)
#undef CALL
    }
}

static TARGET size_t NAME(far)(uint8_t *tile, unsigned vectors,
                               const uint8_t *origin, const int64_t *entry,
                               const uint32_t *index,
                               const wheel_segment *segment, size_t segments)
{
    size_t done = 0;
    for (unsigned v = 0; v < vectors; v += PASS) {
        unsigned now = vectors - v < PASS ? vectors - v : PASS;
        uint8_t *t = tile + (size_t)v * WHEEL_VECTOR;
        const uint8_t *o = origin + (size_t)v * WHEEL_VECTOR;
#define CALL(n) done = NAME(far_pass)(t, n, o, entry, index, segment, segments)
        EACH_COUNT(CALL)
#undef CALL
    }
    return done;
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

static const wheel_kernel NAME(kernel) = {NAME(fixed), NAME(far), NAME(zeros)};

#undef EACH_COUNT
#undef EACH_COUNT_ABOVE_1
#undef NAME
#undef TARGET
#undef PASS
#undef PIECES
#undef reg
#undef LOAD
#undef STORE
#undef OR
