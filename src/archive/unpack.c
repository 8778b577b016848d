/* A frame's bytes as entries again. Their hash was right, so they are what a
 * writer wrote; but anyone can write a file with right hashes, so each step
 * looks at what it gets. */
#include "archive/archive.h"

/* Decompresses all planes; there must be exactly `planes` of them. */
static ta_status expand(ZSTD_DCtx *zstd, const ta_archive_frame *frame,
                        const uint8_t *bytes, uint8_t *planes, size_t n_planes,
                        const char **why)
{
    size_t want = n_planes * frame->count;
    size_t got = ZSTD_decompressDCtx(zstd, planes, want, bytes, frame->bytes);
    if (ZSTD_isError(got)) {
        *why = ZSTD_getErrorName(got);
        return TA_EMISMATCH;
    }
    if (got != want) {
        *why = "it holds fewer entries than its index says";
        return TA_EMISMATCH;
    }
    return TA_OK;
}

ta_status ta_unpack_cold(ZSTD_DCtx *zstd, const ta_archive_frame *frame,
                         const uint8_t *bytes, uint8_t *planes, uint64_t *cold,
                         const char **why)
{
    size_t n = frame->count, with_remainders = frame->modulus > 1;
    ta_status st = expand(zstd, frame, bytes, planes,
                          frame->planes + with_remainders, why);
    if (st != TA_OK)
        return st;
    uint64_t m = frame->modulus, quotient = frame->first / m;
    const uint8_t *steps = planes + with_remainders * n;
    for (size_t i = 0; i < n; i++) {
        uint64_t step = 0;
        for (unsigned p = 0; p < frame->planes; p++)
            step |= (uint64_t)steps[p * n + i] << 8 * p;
        quotient += step; /* overflow shows as a position that decreases */
        uint64_t remainder = with_remainders ? planes[i] : 0;
        cold[i] = quotient * m + remainder;
        if (remainder >= m) {
            *why = "a remainder is not below its modulus";
            return TA_EMISMATCH;
        }
        if (i == 0 ? cold[0] != frame->first : cold[i] <= cold[i - 1]) {
            *why = "its positions do not increase from its first one";
            return TA_EMISMATCH;
        }
    }
    return TA_OK;
}

ta_status ta_unpack_values(ZSTD_DCtx *zstd, const ta_archive_frame *frame,
                           const uint8_t *bytes, uint8_t *planes,
                           uint16_t *values, const char **why)
{
    size_t n = frame->count;
    ta_status st = expand(zstd, frame, bytes, planes, frame->planes, why);
    if (st != TA_OK)
        return st;
    for (size_t i = 0; i < n; i++) {
        unsigned value = 0;
        for (unsigned p = 0; p < frame->planes; p++)
            value |= (unsigned)planes[p * n + i] << 8 * p;
        values[i] = (uint16_t)value;
    }
    return TA_OK;
}
