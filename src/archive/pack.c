/* Entries of an archive as bytes: planes of bytes that are alike, each a zstd
 * frame of its own.
 *
 * Gaps between cold positions look random, so there is nothing to find for a
 * compressor that looks for repetition; what remains is how often each byte
 * occurs, which zstd's lowest level codes well (a plane apart, since each has
 * a distribution of its own). Cold positions prefer few residue classes: a
 * position is written as quotient and remainder by a modulus that makes use of
 * this. For squares below 10^10 that is 65, 9.2 bits a position, and 11.6 with
 * modulus 1. */
#include <math.h>
#include <string.h>

#include "archive/archive.h"

enum { LEVEL = 1, MOST_MODULUS = 256, SAMPLE = 4096, LEAST_SAMPLE = 256 };

ta_status ta_packer_new(ta_packer *packer, size_t entries)
{
    size_t room = (TA_ARCHIVE_PLANES + 1) * ZSTD_compressBound(entries);
    *packer = (ta_packer){.zstd = ZSTD_createCCtx(),
                          .plane = ta_alloc(entries, 1),
                          .out = ta_alloc(room, 1),
                          .room = room,
                          .modulus = 1};
    if (packer->zstd == NULL || packer->plane == NULL || packer->out == NULL)
        return TA_ENOMEM;
    ZSTD_CCtx_setParameter(packer->zstd, ZSTD_c_compressionLevel, LEVEL);
    ZSTD_CCtx_setParameter(packer->zstd, ZSTD_c_checksumFlag, 1);
    return TA_OK;
}

void ta_packer_free(ta_packer *packer)
{
    ZSTD_freeCCtx(packer->zstd);
    ta_free(packer->plane);
    ta_free(packer->out);
    *packer = (ta_packer){.zstd = NULL};
}

/* Appends packer->plane to what is packed; the frame's `bytes` grow. */
static ta_status add_plane(ta_packer *packer, size_t count,
                           ta_archive_frame *frame)
{
    size_t size =
        ZSTD_compress2(packer->zstd, packer->out + frame->bytes,
                       packer->room - frame->bytes, packer->plane, count);
    if (ZSTD_isError(size)) /* the room is enough, so it is memory */
        return TA_ENOMEM;
    frame->bytes += (uint32_t)size;
    return TA_OK;
}

/* ---- which modulus ---- */

/* Bits that an ideal code spends on `total` symbols that occur so often, and
 * about what telling the code costs. */
static double entropy(const uint32_t count[256], double total)
{
    double bits = 0;
    for (size_t s = 0; s < 256; s++)
        if (count[s] != 0)
            bits += count[s] * log2(total / count[s]) + 0.7;
    return bits;
}

static double cost(const uint64_t *cold, size_t count, uint64_t modulus)
{
    static const unsigned planes = 4; /* what is above is rare */
    uint32_t seen[5][256] = {{0}};
    uint64_t before = cold[0] / modulus;
    for (size_t i = 0; i < count; i++) {
        uint64_t quotient = cold[i] / modulus;
        uint64_t step = quotient - before;
        seen[planes][cold[i] - quotient * modulus]++;
        for (unsigned p = 0; p < planes; p++)
            seen[p][step >> 8 * p & 255]++;
        before = quotient;
    }
    double bits = 0;
    for (unsigned p = 0; p <= planes; p++)
        bits += entropy(seen[p], (double)count);
    return bits;
}

void ta_packer_learn(ta_packer *packer, const uint64_t *cold, size_t count)
{
    packer->modulus = 1;
    if (count < LEAST_SAMPLE)
        return;
    size_t sample = count < SAMPLE ? count : SAMPLE;
    double least = cost(cold, sample, 1);
    for (unsigned m = 2; m <= MOST_MODULUS; m++) {
        double bits = cost(cold, sample, m);
        if (bits < least) {
            least = bits;
            packer->modulus = m;
        }
    }
}

/* ---- frames ---- */

static unsigned bytes_of(uint64_t value)
{
    return value == 0 ? 0 : ta_log2_floor(value) / 8 + 1;
}

ta_status ta_pack_cold(ta_packer *packer, const uint64_t *cold, size_t count,
                       ta_archive_frame *frame)
{
    uint64_t m = packer->modulus, most = 0;
    for (size_t i = 1; i < count; i++)
        most = ta_max_u64(most, cold[i] / m - cold[i - 1] / m);
    *frame = (ta_archive_frame){.first = cold[0],
                                .count = (uint32_t)count,
                                .modulus = (uint16_t)m,
                                .planes = (uint8_t)bytes_of(most)};
    ta_status st = TA_OK;
    if (m > 1) {
        for (size_t i = 0; i < count; i++)
            packer->plane[i] = (uint8_t)(cold[i] % m);
        st = add_plane(packer, count, frame);
    }
    for (unsigned p = 0; p < frame->planes && st == TA_OK; p++) {
        uint64_t before = cold[0] / m;
        for (size_t i = 0; i < count; i++) {
            uint64_t quotient = cold[i] / m;
            packer->plane[i] = (uint8_t)((quotient - before) >> 8 * p);
            before = quotient;
        }
        st = add_plane(packer, count, frame);
    }
    ta_hash_of(packer->out, frame->bytes, frame->hash);
    return st;
}

ta_status ta_pack_values(ta_packer *packer, uint64_t first,
                         const uint16_t *values, size_t count,
                         ta_archive_frame *frame)
{
    unsigned any = 0;
    for (size_t i = 0; i < count; i++)
        any |= values[i];
    *frame = (ta_archive_frame){.first = first,
                                .count = (uint32_t)count,
                                .modulus = 1,
                                .planes = (uint8_t)bytes_of(any)};
    ta_status st = TA_OK;
    for (unsigned p = 0; p < frame->planes && st == TA_OK; p++) {
        for (size_t i = 0; i < count; i++)
            packer->plane[i] = (uint8_t)(values[i] >> 8 * p);
        st = add_plane(packer, count, frame);
    }
    ta_hash_of(packer->out, frame->bytes, frame->hash);
    return st;
}
