/* Compresses the entries of a frame. A plane, one byte of each entry, is
 * compressed by zstd on its own: gaps look random, so there are no repetitions,
 * but some bytes are frequent, for which the lowest level suffices. A position
 * is its quotient and remainder by a modulus for which a few remainders are
 * frequent: for squares below 10^10 it is 65, with 9.2 bits a position where 1
 * gives 11.6. */
#include <math.h>

#include "archive/archive-internal.h"

/* zstd's level; positions by which a modulus is chosen, if a frame has at least
 * LEAST_SAMPLE. */
enum { LEVEL = 1, SAMPLE = 4096, LEAST_SAMPLE = 256 };

ta_status tai_packer_new(archive_packer *k, size_t room, bool is_cold)
{
    const size_t planes =
        is_cold ? TA_ARCHIVE_PLANES + 1 : TA_ARCHIVE_VALUE_PLANES;
    *k = (archive_packer){.is_cold = is_cold, .room = room, .modulus = 1};
    k->entries = tai_alloc(room, is_cold ? sizeof *k->cold : sizeof *k->values);
    k->step = tai_alloc(room, sizeof *k->step);
    k->plane = tai_alloc(room, 1);
    k->out_room = planes * ZSTD_compressBound(room);
    k->out = tai_alloc(k->out_room, 1);
    k->zstd = ZSTD_createCCtx();
    if (k->entries == NULL || k->step == NULL || k->plane == NULL ||
        k->out == NULL || k->zstd == NULL)
        return TA_ENOMEM;
    ZSTD_CCtx_setParameter(k->zstd, ZSTD_c_compressionLevel, LEVEL);
    ZSTD_CCtx_setParameter(k->zstd, ZSTD_c_checksumFlag, 1);
    return TA_OK;
}

void tai_packer_free(archive_packer *k)
{
    ta_free(k->entries);
    ta_free(k->step);
    ta_free(k->plane);
    ta_free(k->out);
    ZSTD_freeCCtx(k->zstd);
}

/* ---- which modulus ---- */

/* Returns about how many bits an ideal code takes for `total` bytes, where byte
 * s occurs count[s] times, and 0.7 bits to describe each s that occurs. */
static double pack_entropy(const uint32_t count[256], double total)
{
    double bits = 0;
    for (size_t s = 0; s < 256; s++)
        if (count[s] != 0)
            bits += count[s] * log2(total / count[s]) + 0.7;
    return bits;
}

/* Returns about how many bits the positions take with a modulus: remainders and
 * steps, whose higher bytes are nearly always 0. */
static double pack_cost(const uint64_t *cold, size_t count, uint64_t modulus)
{
    enum { LOWEST = 4 };                    /* bytes of a step that count */
    uint32_t seen[LOWEST + 1][256] = {{0}}; /* in each plane, remainders last */
    uint64_t before = cold[0] / modulus;
    for (size_t i = 0; i < count; i++) {
        const uint64_t quotient = cold[i] / modulus;
        const uint64_t step = quotient - before;
        seen[LOWEST][cold[i] - quotient * modulus]++;
        for (unsigned p = 0; p < LOWEST; p++)
            seen[p][step >> 8 * p & 255]++;
        before = quotient;
    }
    double bits = 0;
    for (unsigned p = 0; p <= LOWEST; p++)
        bits += pack_entropy(seen[p], (double)count);
    return bits;
}

/* Returns the modulus of least cost for the first positions; 1 if they are too
 * few to tell. */
static unsigned pack_choose_modulus(const uint64_t *cold, size_t count)
{
    const size_t sample = count < SAMPLE ? count : SAMPLE;
    double least = INFINITY;
    unsigned best = 1;
    for (unsigned m = 1; m <= TA_ARCHIVE_MODULUS && count >= LEAST_SAMPLE;
         m++) {
        const double bits = pack_cost(cold, sample, m);
        best = bits < least ? m : best;
        least = bits < least ? bits : least;
    }
    return best;
}

/* ---- frames ---- */

/* Compresses k->plane and appends it to the frame. */
static ta_status pack_plane(archive_packer *k, archive_frame *frame)
{
    const size_t size =
        ZSTD_compress2(k->zstd, k->out + frame->bytes,
                       k->out_room - frame->bytes, k->plane, k->count);
    /* The buffer is large enough, so only memory can fail. */
    if (ZSTD_isError(size))
        return TA_ENOMEM;
    frame->bytes += (uint32_t)size;
    return TA_OK;
}

ta_status tai_packer_pack(archive_packer *k, uint64_t first, bool choose,
                          archive_frame *frame)
{
    const uint64_t *cold = k->cold;
    uint64_t *step = k->step, any_step = 0; /* the bitwise or of all steps */
    uint8_t *restrict plane = k->plane;
    ta_status st = TA_OK;
    if (k->is_cold && choose)
        k->modulus = pack_choose_modulus(cold, k->count);
    *frame = (archive_frame){.first = k->is_cold ? cold[0] : first,
                             .count = (uint32_t)k->count,
                             .modulus = (uint16_t)k->modulus};
    const uint64_t m = k->modulus;
    uint64_t before = k->is_cold ? cold[0] / m : 0; /* quotient: step[0] is 0 */
    for (size_t i = 0; i < k->count && k->is_cold; i++) {
        const uint64_t quotient = cold[i] / m;
        plane[i] = (uint8_t)(cold[i] - quotient * m); /* the remainder */
        step[i] = quotient - before;
        any_step |= step[i];
        before = quotient;
    }
    for (size_t i = 0; i < k->count && !k->is_cold; i++)
        any_step |= step[i] = k->values[i];
    if (k->modulus > 1)
        st = pack_plane(k, frame);
    frame->planes =
        (uint8_t)(any_step == 0 ? 0 : tai_log2_floor(any_step) / 8 + 1);
    for (unsigned p = 0; p < frame->planes && st == TA_OK; p++) {
        for (size_t i = 0; i < k->count; i++)
            plane[i] = (uint8_t)(step[i] >> 8 * p);
        st = pack_plane(k, frame);
    }
    tai_hash_bytes(k->out, frame->bytes, frame->hash);
    return st;
}
