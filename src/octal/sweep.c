/* Marking with planes: 128 heaps side by side, for 16 labels at a time.
 *
 * A plane belongs to 16 labels and has a byte for each heap: which of them its
 * label is, or one with the highest bit set if it is none (planes.c). A table
 * of 16 bytes (vpshufb, which makes 0 of what has that bit) turns it into the
 * bit that a split sets, or nothing; each label of a part has two of them, for
 * the low and the high eight labels. So to mark 16 labels for 32 heaps takes a
 * load, two tables and two ors, where waves (wave.c) take seven instructions.
 */
#include <string.h>

#include "octal/lanes.h"

#if TA_X86

enum { LABELS = 16, LANES = TA_OCTAL_LANES, SWEEP = TA_OCTAL_SWEEP };

#define BIT(x, half) (((x) >> 3) == (half) ? 1 << ((x)&7) : 0)
#define FOUR(x, k, half)                                                       \
    BIT((x) ^ (k), half), BIT(((x) + 1) ^ (k), half),                          \
        BIT(((x) + 2) ^ (k), half), BIT(((x) + 3) ^ (k), half)
#define HALF(k, half)                                                          \
    FOUR(0, k, half), FOUR(4, k, half), FOUR(8, k, half), FOUR(12, k, half)
#define TABLES(k)                                                              \
    {                                                                          \
        {HALF(k, 0), HALF(k, 0)},                                              \
        {                                                                      \
            HALF(k, 1), HALF(k, 1)                                             \
        }                                                                      \
    }

/* tables[k][h][x % 16]: the bit of x ^ k, if that is in half h. */
static const _Alignas(64) uint8_t tables[LABELS][2][32] = {
    TABLES(0),  TABLES(1),  TABLES(2),  TABLES(3), TABLES(4),  TABLES(5),
    TABLES(6),  TABLES(7),  TABLES(8),  TABLES(9), TABLES(10), TABLES(11),
    TABLES(12), TABLES(13), TABLES(14), TABLES(15)};

/* What is reached of 16 labels: of each heap the low and the high eight. */
typedef struct marks {
    _Alignas(32) uint8_t of[2][SWEEP];
} marks;

/* The splits of a run, where `at` is the first heap in the plane; true if all
 * is marked then. */
TA_TARGET_AVX2
static inline __attribute__((always_inline)) bool
mark_run(marks *m, const uint8_t *at, const ta_octal_run *run)
{
    enum { VECTORS = SWEEP / 32 };
    const __m256i ones = _mm256_set1_epi8(-1);
    __m256i low[VECTORS], high[VECTORS], all = ones;
#pragma GCC unroll 4
    for (unsigned s = 0; s < VECTORS; s++) {
        low[s] = _mm256_load_si256((const __m256i *)m->of[0] + s);
        high[s] = _mm256_load_si256((const __m256i *)m->of[1] + s);
    }
    for (size_t c = 0; c < run->count; c++) {
        const int32_t x = run->split[c];
        const uint8_t *p = at + (x >> TA_OCTAL_PACKED);
        const uint8_t *table =
            tables[0][0] + (x & ((1 << TA_OCTAL_PACKED) - 1));
        const __m256i t = _mm256_load_si256((const __m256i *)table);
        const __m256i u = _mm256_load_si256((const __m256i *)table + 1);
#pragma GCC unroll 4
        for (unsigned s = 0; s < VECTORS; s++) {
            __m256i y = _mm256_loadu_si256((const __m256i *)p + s);
            __asm__("" : "+x"(y)); /* or it is loaded twice */
            low[s] = _mm256_or_si256(low[s], _mm256_shuffle_epi8(t, y));
            high[s] = _mm256_or_si256(high[s], _mm256_shuffle_epi8(u, y));
        }
    }
#pragma GCC unroll 4
    for (unsigned s = 0; s < VECTORS; s++) {
        _mm256_store_si256((__m256i *)m->of[0] + s, low[s]);
        _mm256_store_si256((__m256i *)m->of[1] + s, high[s]);
        all = _mm256_and_si256(all, _mm256_and_si256(low[s], high[s]));
    }
    return _mm256_testc_si256(all, ones);
}

/* Plane by plane, so that what is read of one is read from the nearest cache.
 * `open` has a bit for each 16 labels that are to be marked and are not yet. */
TA_TARGET_AVX2
static void mark_runs(marks m[TA_OCTAL_PLANES], uint32_t open, uint64_t n,
                      const ta_octal_planes *p, const ta_octal_run *run,
                      size_t runs)
{
    const uint8_t *at = p->bytes + n % p->ring;
    for (unsigned plane = 0; plane < p->count; plane++, at += p->apart)
        for (size_t i = 0; i < runs; i++) {
            const unsigned to = run[i].plane ^ plane;
            if (open >> to & 1 && mark_run(&m[to], at, &run[i]))
                open &= ~(UINT32_C(1) << to);
        }
}

TA_TARGET_AVX2
static void begin(marks *m, const uint16_t *ends, unsigned from)
{
    for (unsigned half = 0; half < 2 && ends != NULL; half++)
        for (unsigned lane = 0; lane < SWEEP; lane += 32)
            _mm256_store_si256((__m256i *)(m->of[half] + lane),
                               ta_lanes_behind(ends + lane, from + 8 * half));
    if (ends == NULL)
        memset(m, 0, sizeof *m);
}

TA_TARGET_AVX2
static void give(const marks *m, unsigned planes, uint64_t bits[][LANES],
                 size_t apart)
{
    for (unsigned b = 0; b < SWEEP / LANES; b++)
        for (unsigned from = 0; from < planes; from += 4) {
            __m256i rows[8];
            for (unsigned i = 0; i < 8; i++)
                rows[i] =
                    from + i / 2 < planes
                        ? _mm256_load_si256(
                              (const __m256i *)m[from + i / 2].of[i % 2] + b)
                        : _mm256_setzero_si256();
            ta_lanes_words(rows, bits[b * apart + from / 4]);
        }
}

TA_TARGET_AVX2
void ta_octal_sweep_avx2(uint64_t bits[][TA_OCTAL_LANES], size_t apart,
                         unsigned from, unsigned cover, const uint16_t *ends,
                         uint64_t n, const ta_octal_planes *planes,
                         const ta_octal_run *run, size_t runs)
{
    const unsigned first = from / LABELS, count = cover / LABELS;
    marks m[TA_OCTAL_PLANES];
    for (unsigned k = first; k < first + count; k++)
        begin(&m[k], ends, k * LABELS);
    mark_runs(m, (uint32_t)(((UINT64_C(1) << count) - 1) << first), n, planes,
              run, runs);
    give(m + first, count, bits, apart);
}

/* Labels x to the bytes of a plane: x less `from`, where that is below 16. */
TA_TARGET_AVX2
static inline __m256i plane_bytes(__m256i x, __m256i y, __m256i from)
{
    const __m256i most = _mm256_set1_epi16(0xff);
    x = _mm256_min_epu16(_mm256_sub_epi16(x, from), most);
    y = _mm256_min_epu16(_mm256_sub_epi16(y, from), most);
    x = ta_lanes_swap(_mm256_packus_epi16(x, y));
    return _mm256_adds_epu8(x, _mm256_set1_epi8(0x70));
}

TA_TARGET_AVX2
void ta_octal_fill_avx2(uint8_t *bytes, const ta_octal_planes *planes,
                        const uint16_t *label, uint32_t common)
{
    const __m256i x = _mm256_loadu_si256((const __m256i *)label);
    const __m256i y = _mm256_loadu_si256((const __m256i *)(label + 16));
    for (unsigned k = 0; k < planes->count; k++, bytes += planes->apart) {
        const int16_t from = (int16_t)(common + LABELS * k);
        const __m256i z = plane_bytes(x, y, _mm256_set1_epi16(from));
        _mm256_storeu_si256((__m256i *)bytes, z);
    }
}
#endif
