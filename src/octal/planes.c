/* Bit planes: see planes.h.
 *
 * Planes are addressed by bytes. A split that goes back by d places is marked
 * as if by the next multiple of 8 into one of eight accumulators, by how many
 * bits that is too far, and these are shifted only when all splits are in: so
 * 7 bits of a vector go beyond a tile, and a tile is 32 less than the vector.
 *
 * Eight labels and the splits of one group (values that agree above the lowest
 * 3 bits) need eight planes alone: these stay in the nearest cache while some
 * hundred splits are marked for each of the eight labels. */
#include <string.h>

#include "octal/planes.h"

enum {
    GROUP = TA_PLANES_GROUP,
    SHIFTS = 8,
    LINE = 64,
    BYTES = 2 * LINE, /* that are read for a tile */
};

static uint64_t room_for(uint64_t back)
{
    return (back + 16 * TA_PLANES_TILE) / 512 * 512 + 512;
}

/* An odd number of lines, so that planes do not compete for the same sets. */
static size_t stride_for(uint64_t back)
{
    size_t lines = (room_for(back) + TA_PLANES_BEYOND) / 512 + 1;
    return (lines | 1) * LINE;
}

uint64_t ta_planes_bytes(unsigned groups, uint64_t back)
{
    return (uint64_t)groups * GROUP * stride_for(back) + LINE;
}

ta_status ta_planes_new(ta_planes *p, unsigned groups, uint64_t back,
                        uint64_t from)
{
    *p = (ta_planes){
        .memory = ta_alloc_zero(ta_planes_bytes(groups, back), 1),
        .stride = stride_for(back),
        .groups = groups,
        .from = from,
        .to = from,
        .room = room_for(back),
        .back = back,
    };
    if (p->memory == NULL)
        return TA_ENOMEM;
    p->bits = p->memory + (LINE - (uintptr_t)p->memory % LINE) % LINE;
    return TA_OK;
}

void ta_planes_free(ta_planes *p)
{
    ta_free(p->memory);
    p->memory = NULL;
}

bool ta_planes_add(ta_planes *p, const uint16_t *labels, unsigned class_bit,
                   uint64_t to)
{
    for (; p->to < to; p->to++) {
        const unsigned x = *labels++ ^ class_bit;
        const uint64_t i = p->to - p->from;
        if (x >= p->groups * GROUP)
            return false;
        p->bits[x * p->stride + i / 8] |= (uint8_t)(1u << (i % 8));
    }
    return true;
}

void ta_planes_make_room(ta_planes *p)
{
    if (p->to + 2 * TA_PLANES_TILE <= p->from + p->room)
        return;
    const uint64_t drop = (p->to - p->from - p->back) / 8;
    const size_t keep = p->stride - drop;
    for (unsigned x = 0; x < p->groups * GROUP; x++) {
        uint8_t *plane = p->bits + x * p->stride;
        memmove(plane, plane + drop, keep);
        memset(plane + keep, 0, drop);
    }
    p->from += 8 * drop;
}

/* ---- lists ---- */

ta_status ta_plane_list_new(ta_plane_list *list, const ta_plane_split *split,
                            size_t count, uint64_t from, uint64_t to)
{
    enum { KEYS = TA_PLANES_LABELS / GROUP * SHIFTS };
    uint32_t end[KEYS + 1] = {0};
    *list = (ta_plane_list){0};
    for (size_t i = 0; i < count; i++)
        if (split[i].back >= from && split[i].back < to) {
            end[split[i].label / GROUP * SHIFTS + -split[i].back % SHIFTS + 1]++;
            list->parts++;
        }
    for (size_t k = 0; k < KEYS; k++) {
        list->runs += end[k + 1] > 0;
        end[k + 1] += end[k];
    }
    list->part = ta_alloc(list->parts + 1, sizeof *list->part);
    list->run = ta_alloc(list->runs + 1, sizeof *list->run);
    if (list->part == NULL || list->run == NULL) {
        ta_plane_list_free(list);
        return TA_ENOMEM;
    }
    ta_plane_run *run = list->run;
    for (size_t k = 0; k < KEYS; k++)
        if (end[k + 1] > end[k])
            *run++ = (ta_plane_run){end[k], end[k + 1], (uint16_t)(k / SHIFTS),
                                    (uint16_t)(k % SHIFTS)};
    for (size_t i = 0; i < count; i++)
        if (split[i].back >= from && split[i].back < to) {
            size_t k = split[i].label / GROUP * SHIFTS + -split[i].back % SHIFTS;
            list->part[end[k]++] = (ta_plane_part){
                (split[i].back + 7) / 8, split[i].label % GROUP};
        }
    return TA_OK;
}

void ta_plane_list_free(ta_plane_list *list)
{
    ta_free(list->part);
    ta_free(list->run);
    *list = (ta_plane_list){0};
}

/* ---- marks ---- */

/* What is gathered of each shift and label, and a word that is read with the
 * last. */
typedef struct accumulators {
    uint8_t bytes[SHIFTS * GROUP * BYTES + 8];
} __attribute__((aligned(LINE))) accumulators;

/* `each` bytes at once. */
#define DEFINE_GATHER(name, target, each)                                      \
    typedef uint8_t name##_at                                                  \
        __attribute__((vector_size(each), aligned(1), may_alias));             \
    target static inline void name(const ta_planes *p,                         \
                                   const ta_plane_list *list, uint64_t at,     \
                                   unsigned group, accumulators *acc)          \
    {                                                                          \
        enum { COUNT = BYTES / each };                                         \
        for (const ta_plane_run *r = list->run; r < list->run + list->runs;    \
             r++) {                                                            \
            if ((group ^ r->group) >= p->groups)                               \
                continue;                                                      \
            const uint8_t *row[GROUP];                                         \
            for (unsigned k = 0; k < GROUP; k++)                               \
                row[k] = p->bits + (at - p->from) / 8 +                        \
                         ((group ^ r->group) * GROUP + k) * p->stride;         \
            for (unsigned k = 0; k < GROUP; k++) {                             \
                name##_at *to = (name##_at *)acc->bytes +                      \
                                (r->shift * GROUP + k) * COUNT;                \
                name##_at a[COUNT];                                            \
                for (unsigned j = 0; j < COUNT; j++)                           \
                    a[j] = to[j];                                              \
                for (uint32_t i = r->from; i < r->to; i++) {                   \
                    const ta_plane_part *part = list->part + i;                \
                    const name##_at *from =                                    \
                        (const name##_at *)(row[k ^ part->low] - part->bytes); \
                    for (unsigned j = 0; j < COUNT; j++)                       \
                        a[j] |= from[j];                                       \
                }                                                              \
                for (unsigned j = 0; j < COUNT; j++)                           \
                    to[j] = a[j];                                              \
            }                                                                  \
        }                                                                      \
    }

static inline uint64_t word_at(const uint8_t *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

/* What all shifts have gathered, put together. */
static inline __attribute__((always_inline)) void
hand_over(const accumulators *acc, uint32_t *marks, size_t width, bool fresh)
{
    enum { WORDS = BYTES / 8 };
    for (unsigned k = 0; k < GROUP; k++) {
        uint64_t all[WORDS];
        for (unsigned i = 0; i < WORDS; i++)
            all[i] = word_at(acc->bytes + k * 8 * WORDS + 8 * i);
        for (unsigned s = 1; s < SHIFTS; s++) {
            const uint8_t *from = acc->bytes + (s * GROUP + k) * 8 * WORDS;
            for (unsigned i = 0; i < WORDS; i++)
                all[i] |= word_at(from + 8 * i) >> s |
                          word_at(from + 8 * i + 8) << (64 - s);
        }
        for (unsigned w = 0; w < TA_PLANES_TILE / 32; w++) {
            uint32_t *to = marks + w * width + k;
            *to = (fresh ? 0 : *to) | (uint32_t)(all[w / 2] >> (w % 2 * 32));
        }
    }
}

#define DEFINE_MARK(name, target, each)                                        \
    DEFINE_GATHER(name##_gather, target, each)                                 \
    target static void name(const ta_planes *p, const ta_plane_list *list,     \
                            uint64_t at, unsigned group, uint32_t *marks,      \
                            size_t width, bool fresh)                          \
    {                                                                          \
        accumulators acc;                                                      \
        memset(acc.bytes, 0, sizeof acc.bytes);                                \
        name##_gather(p, list, at, group, &acc);                               \
        hand_over(&acc, marks, width, fresh);                                  \
    }

#define ANYWHERE
DEFINE_MARK(mark_portable, ANYWHERE, 16)
#if TA_X86
DEFINE_MARK(mark_avx2, TA_TARGET_AVX2, 32)
DEFINE_MARK(mark_avx512, TA_TARGET_AVX512, 64)
#endif

ta_planes_mark *ta_planes_mark_for(ta_isa isa)
{
#if TA_X86
    if (isa == TA_ISA_AVX512)
        return mark_avx512;
    if (isa == TA_ISA_AVX2)
        return mark_avx2;
#endif
    (void)isa;
    return mark_portable;
}
