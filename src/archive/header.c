/* What a header and an index may say. Every field is looked at before anything
 * is done with it, so that no size in a file is ever believed. */
#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "game/game.h"
#include "archive/archive.h"

static void hash_header(const ta_archive_header *header,
                        uint8_t digest[TA_HASH])
{
    ta_hash_of(header, offsetof(ta_archive_header, hash), digest);
}

void ta_archive_seal(ta_archive_header *header)
{
    memcpy(header->magic, TA_ARCHIVE_MAGIC, sizeof header->magic);
    header->version = header->head > 0 ? TA_ARCHIVE_BRIEF : TA_ARCHIVE_VERSION;
    hash_header(header, header->hash);
}

static bool zero(const void *bytes, size_t count)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i < count; i++)
        if (at[i] != 0)
            return false;
    return true;
}

/* "numbers#" or "set#" and 16 hexadecimal digits: see ta_game_id. */
static bool is_hash(const char *game)
{
    static const char *const heads[] = {"numbers#", "set#"};
    for (size_t k = 0; k < sizeof heads / sizeof *heads; k++) {
        size_t head = strlen(heads[k]);
        if (strncmp(game, heads[k], head) == 0)
            return strlen(game) == head + 16 &&
                   strspn(game + head, "0123456789abcdef") == 16;
    }
    return false;
}

/* Values are those of normal play, and of one kind of game. */
static bool goes_together(const char *game, uint32_t content,
                          uint32_t convention)
{
    bool octal = ta_octal_is_spec(game);
    if (content == TA_CONTENT_COLD)
        return true;
    return convention == TA_NORMAL &&
           (is_hash(game) || octal == (content == TA_CONTENT_OCTAL));
}

bool ta_archive_game_fits(const char *game, uint32_t content,
                          uint32_t convention)
{
    size_t length = strnlen(game, TA_ARCHIVE_GAME);
    for (size_t i = 0; i < length; i++)
        if (game[i] < ' ' || game[i] > '~')
            return false;
    return length > 0 && length < TA_ARCHIVE_GAME &&
           (ta_game_is_name(game) || ta_octal_is_spec(game) || is_hash(game)) &&
           goes_together(game, content, convention);
}

/* What a brief archive has; any other has zeros there. */
static bool brief_fits(const ta_archive_header *h)
{
    const size_t from = offsetof(ta_archive_header, head);
    if (h->version == TA_ARCHIVE_VERSION)
        return zero((const uint8_t *)h + from,
                    offsetof(ta_archive_header, reserved) - from);
    return h->content == TA_CONTENT_OCTAL && h->head > 0 && h->head < h->back &&
           h->back < h->end && h->end < TA_BRIEF_END &&
           h->kept <= (TA_BRIEF_COLD | TA_BRIEF_DIGEST) &&
           h->mask < UINT32_C(1) << 17 && h->tally >= sizeof *h &&
           h->tally <= h->index;
}

/* The first thing that cannot be, or NULL. */
static const char *wrong_field(const ta_archive_header *h)
{
    size_t game = strnlen(h->game, sizeof h->game);
    if (h->content < TA_CONTENT_COLD || h->content > TA_CONTENT_OCTAL)
        return "its content is of a kind that is not known";
    if (h->convention != TA_NORMAL && h->convention != TA_MISERE)
        return "its convention is neither normal nor misere";
    if (!ta_archive_game_fits(h->game, h->content, h->convention) ||
        !zero(h->game + game, sizeof h->game - game))
        return "its game is none that such a file can name";
    if (!brief_fits(h))
        return "what it says of a head and a tail cannot be";
    if (h->zero != 0 || !zero(h->reserved, sizeof h->reserved))
        return "bytes that must be zero are not";
    if (h->end > h->goal)
        return "its end is above its goal";
    if (h->content == TA_CONTENT_COLD ? h->count > h->end : h->count != h->end)
        return "its count does not go with its end";
    return NULL;
}

ta_status ta_archive_check_header(const ta_archive_header *h, uint64_t size,
                                  const char *name, ta_error *error)
{
    uint8_t digest[TA_HASH];
    if (memcmp(h->magic, TA_ARCHIVE_MAGIC, sizeof h->magic) != 0)
        return ta_fail(error, TA_EMISMATCH, "'%.200s' is no takeaway archive",
                       name);
    hash_header(h, digest);
    if (memcmp(h->hash, digest, TA_HASH) != 0)
        return ta_fail(error, TA_EMISMATCH,
                       "'%.200s' is damaged: its header does not agree with "
                       "its checksum",
                       name);
    if (h->version != TA_ARCHIVE_VERSION && h->version != TA_ARCHIVE_BRIEF)
        return ta_fail(error, TA_EMISMATCH,
                       "'%.200s' has format version %" PRIu32
                       "; this takeaway reads versions up to %d",
                       name, h->version, TA_ARCHIVE_BRIEF);
    const char *wrong = wrong_field(h);
    if (wrong != NULL)
        return ta_fail(error, TA_EMISMATCH, "'%.200s' is no valid archive: %s",
                       name, wrong);
    if (h->size != size)
        return ta_fail(error, TA_EMISMATCH,
                       "'%.200s' is damaged: it has %" PRIu64
                       " bytes and should have %" PRIu64,
                       name, size, h->size);
    if (h->index < sizeof *h || h->index > size ||
        (size - h->index) % sizeof(ta_archive_frame) != 0 ||
        (size - h->index) / sizeof(ta_archive_frame) != h->frames)
        return ta_fail(error, TA_EMISMATCH,
                       "'%.200s' is no valid archive: its index does not fit",
                       name);
    return TA_OK;
}

/* Whether a frame can follow those that end at `at` in the file and at `next`
 * among the positions; what is wrong, or NULL. */
static const char *wrong_frame(const ta_archive_header *h,
                               const ta_archive_frame *f, uint64_t at,
                               uint64_t next)
{
    bool cold = h->content == TA_CONTENT_COLD;
    if (f->at != at || f->bytes > ta_archive_frames_end(h) - at)
        return "lies outside its place";
    if (f->count == 0 || f->count > TA_ARCHIVE_ENTRIES)
        return "has no acceptable number of entries";
    if (f->modulus == 0 || f->modulus > (cold ? 256 : 1) ||
        f->planes > (cold ? TA_ARCHIVE_PLANES : TA_ARCHIVE_VALUE_PLANES) ||
        !zero(f->zero, sizeof f->zero))
        return "has a form that is not known";
    if (cold ? f->first < next : f->first != next)
        return "does not follow the one before";
    uint64_t end = f->first < h->head ? h->head : h->end;
    if (f->first >= end || f->count > end - f->first)
        return "goes beyond the end";
    return NULL;
}

ta_status ta_archive_check_index(const ta_archive_header *h,
                                 const ta_archive_frame *index,
                                 const char *name, ta_error *error)
{
    uint64_t at = sizeof *h, next = 0, count = 0;
    for (uint64_t k = 0; k < h->frames; k++) {
        const ta_archive_frame *f = &index[k];
        const char *wrong = wrong_frame(h, f, at, next);
        if (wrong != NULL)
            return ta_fail(error, TA_EMISMATCH,
                           "'%.200s' is no valid archive: frame %" PRIu64
                           " of its index %s",
                           name, k, wrong);
        at += f->bytes;
        next = f->first + f->count; /* positions differ by one at least */
        count += f->count;
        if (next == h->head) /* 0 where there is none */
            next = h->back;
    }
    if (at != ta_archive_frames_end(h) ||
        count != h->count - (h->back - h->head))
        return ta_fail(error, TA_EMISMATCH,
                       "'%.200s' is no valid archive: its index does not "
                       "agree with its header",
                       name);
    return TA_OK;
}
