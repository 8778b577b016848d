/* Opens archives (FORMAT.md), from ta_archive_open on. Each field of header and
 * index is checked before it is used. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "game/names.h"
#include "archive/archive-internal.h"
#include "game/game-internal.h"

ta_status tai_archive_reject(const ta_archive *a, ta_error *error,
                             const char *format, ...)
{
    char text[sizeof error->text];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return tai_fail(error, TA_EMISMATCH, "'%s' %s", a->name, text);
}

/* Reads `count` bytes from byte `at` on. Returns TA_EIO, or TA_EMISMATCH if the
 * file ends earlier. */
static ta_status archive_read_at(const ta_archive *a, uint64_t at, void *bytes,
                                 uint64_t count, ta_error *error)
{
    uint8_t *to = bytes;
    while (count > 0) {
        const ssize_t got = pread(a->fd, to, count, (off_t)at);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got < 0
                       ? tai_fail_io(error, "read", a->name)
                       : tai_archive_reject(a, error, "ends before it should");
        to += got;
        at += (uint64_t)got;
        count -= (uint64_t)got;
    }
    return TA_OK;
}

ta_status tai_archive_read_part(const ta_archive *a, uint64_t at, void *bytes,
                                uint64_t count, const uint8_t hash[TA_HASH],
                                const char *what, ta_error *error)
{
    uint8_t got[TA_HASH];
    const ta_status st = archive_read_at(a, at, bytes, count, error);
    tai_hash_bytes(bytes, st == TA_OK ? count : 0, got);
    return st != TA_OK || memcmp(got, hash, TA_HASH) == 0
               ? st
               : tai_archive_reject(
                     a, error,
                     "is damaged: %s does not agree with its checksum", what);
}

/* ---- the header ---- */

void tai_archive_seal(archive_header *h)
{
    memcpy(h->magic, TA_ARCHIVE_MAGIC, sizeof h->magic);
    h->version = h->head > 0 ? TA_ARCHIVE_TRUNCATED : TA_ARCHIVE_VERSION;
    tai_hash_bytes(h, offsetof(archive_header, hash), h->hash);
}

/* Returns whether all bytes are 0; `count` is at most TA_ARCHIVE_GAME. */
static bool header_is_zero(const void *bytes, size_t count)
{
    static const uint8_t zeros[TA_ARCHIVE_GAME];
    return memcmp(bytes, zeros, count) == 0;
}

/* Returns whether a game's name is a hash: "numbers#" or "set#" and 16
 * hexadecimal digits. */
static bool header_names_hash(const char *game)
{
    const char *mark = strchr(game, '#');
    return (strncmp(game, "set#", 4) == 0 ||
            strncmp(game, "numbers#", 8) == 0) &&
           strlen(mark) == 17 && strspn(mark + 1, "0123456789abcdef") == 16;
}

bool tai_archive_game_fits(const char *game, uint32_t content,
                           uint32_t convention)
{
    const size_t length = strnlen(game, TA_ARCHIVE_GAME);
    for (size_t i = 0; i < length; i++)
        if (game[i] < ' ' || game[i] > '~')
            return false;
    if (length == 0 || length == TA_ARCHIVE_GAME ||
        tai_convention_check((ta_convention)convention, false, NULL) != TA_OK)
        return false;
    const bool hash = header_names_hash(game), octal = ta_octal_is_spec(game);
    if (!hash && !octal && !tai_game_is_name(game, false))
        return false;
    /* Values are of normal play, in octal archives for octal games only; a hash
     * leaves the kind of game open. */
    return content == TA_CONTENT_COLD ||
           (convention == TA_NORMAL && content > TA_CONTENT_COLD &&
            content <= TA_ARCHIVE_OCTAL &&
            (hash || octal == (content == TA_ARCHIVE_OCTAL)));
}

/* Checks the fields of a truncated archive, which are 0 in others. */
static bool header_truncation_fits(const archive_header *h)
{
    const size_t begin = offsetof(archive_header, head);
    if (h->version == TA_ARCHIVE_VERSION)
        return header_is_zero((const uint8_t *)h + begin,
                              offsetof(archive_header, reserved) - begin);
    return h->content == TA_ARCHIVE_OCTAL && h->head > 0 && h->head < h->back &&
           h->back < h->end && h->end < TA_ARCHIVE_TRUNCATED_END &&
           h->mask < UINT32_C(1) << 17 && h->summary >= sizeof *h &&
           h->summary <= h->index;
}

/* Returns what is wrong with the first invalid field, or NULL. */
static const char *header_find_fault(const archive_header *h)
{
    const size_t name = strnlen(h->game, sizeof h->game);
    /* Wraps if h->index > h->size, which is checked first. */
    const uint64_t index_bytes = h->size - h->index;
    const uint64_t entry = sizeof(archive_frame);
    if (h->content < TA_CONTENT_COLD || h->content > TA_ARCHIVE_OCTAL)
        return "its content is of a kind that is not known";
    if (h->convention != TA_NORMAL && h->convention != TA_MISERE)
        return "its convention is neither normal nor misere";
    if (!tai_archive_game_fits(h->game, h->content, h->convention) ||
        !header_is_zero(h->game + name, sizeof h->game - name))
        return "its game is none that such a file can name";
    if (!header_truncation_fits(h))
        return "what it says of a head and a tail cannot be";
    if (h->zero != 0 || !header_is_zero(h->reserved, sizeof h->reserved))
        return "bytes that must be zero are not";
    if (h->end > h->goal)
        return "its end is above its goal";
    if (h->content == TA_CONTENT_COLD ? h->count > h->end : h->count != h->end)
        return "its count does not go with its end";
    if (h->index < sizeof *h || h->index > h->size ||
        index_bytes % entry != 0 || index_bytes / entry != h->frames)
        return "its index does not fit";
    return NULL;
}

static ta_status header_read(ta_archive *a, ta_error *error)
{
    archive_header *h = &a->header;
    uint8_t hash[TA_HASH];
    struct stat file;
    if (fstat(a->fd, &file) != 0)
        return tai_fail_io(error, "read", a->name);
    if (!S_ISREG(file.st_mode)) {
        tai_fail(error, TA_EIO, "'%s' is no regular file", a->name);
        errno = S_ISDIR(file.st_mode) ? EISDIR : ESPIPE;
        return TA_EIO;
    }
    const uint64_t size = (uint64_t)file.st_size;
    ta_status st = TA_OK;
    /* A header that is cut short stays 0 and fails the magic. */
    if (size >= sizeof *h)
        st = archive_read_at(a, 0, h, sizeof *h, error);
    if (st != TA_OK)
        return st;
    if (memcmp(h->magic, TA_ARCHIVE_MAGIC, sizeof h->magic) != 0)
        return tai_archive_reject(a, error, "is no takeaway archive");
    tai_hash_bytes(h, offsetof(archive_header, hash), hash);
    if (memcmp(h->hash, hash, TA_HASH) != 0)
        return tai_archive_reject(a, error,
                                  "is damaged: its header does not agree with "
                                  "its checksum");
    if (h->version != TA_ARCHIVE_VERSION && h->version != TA_ARCHIVE_TRUNCATED)
        return tai_archive_reject(a, error,
                                  "has format version %" PRIu32
                                  "; this takeaway reads versions up to %d",
                                  h->version, TA_ARCHIVE_TRUNCATED);
    if (h->size != size)
        return tai_archive_reject(a, error,
                                  "is damaged: it has %" PRIu64
                                  " bytes and should have %" PRIu64,
                                  size, h->size);
    const char *fault = header_find_fault(h);
    ta_error why = {""};
    ta_game *game = NULL;
    if (fault == NULL && !header_names_hash(h->game)) {
        st = ta_game_new(h->game, (ta_convention)h->convention, &game, &why);
        ta_game_free(game);
        fault = st != TA_OK ? why.text : NULL;
    }
    if (st == TA_ENOMEM)
        return tai_fail(error, st, "no memory to open '%s'", a->name);
    return fault == NULL
               ? TA_OK
               : tai_archive_reject(a, error, "is no valid archive: %s", fault);
}

/* ---- the index ---- */

/* Checks an entry of the index, whose frame must begin at byte `at` and end at
 * or before at_end, with a first position of `next` for values and at least
 * `next` for cold positions. Returns what is wrong, or NULL. */
static const char *index_find_fault(const archive_header *h,
                                    const archive_frame *f, uint64_t at,
                                    uint64_t at_end, uint64_t next)
{
    const bool cold = h->content == TA_CONTENT_COLD;
    /* No frame reaches from head into what is left out. */
    const uint64_t end = f->first < h->head ? h->head : h->end;
    if (f->at != at || f->bytes > at_end - at)
        return "lies outside its place";
    if (f->count == 0 || f->count > TA_ARCHIVE_ENTRIES)
        return "has no acceptable number of entries";
    if (f->modulus == 0 || f->modulus > (cold ? TA_ARCHIVE_MODULUS : 1) ||
        f->planes > (cold ? TA_ARCHIVE_PLANES : TA_ARCHIVE_VALUE_PLANES) ||
        !header_is_zero(f->zero, sizeof f->zero))
        return "has a form that is not known";
    if (cold ? f->first < next : f->first != next)
        return "does not follow the one before";
    if (f->first >= end || f->count > end - f->first)
        return "goes beyond the end";
    return NULL;
}

/* Reads and checks the index; sets the sizes of buffers. The header must have
 * been checked, or it could ask for an index larger than the file. */
static ta_status index_read(ta_archive *a, ta_error *error)
{
    const archive_header *h = &a->header;
    const uint64_t at_end = h->head > 0 ? h->summary : h->index; /* of frames */
    /* Where the next frame begins: byte and position; entries so far. */
    uint64_t at = sizeof *h, next = 0, count = 0;
    a->index = tai_alloc(h->frames, sizeof *a->index);
    if (a->index == NULL)
        return tai_fail(error, TA_ENOMEM, "no memory for the index of '%s'",
                        a->name);
    const ta_status st =
        tai_archive_read_part(a, h->index, a->index, h->size - h->index,
                              h->index_hash, "its index", error);
    for (uint64_t k = 0; k < h->frames && st == TA_OK; k++) {
        const archive_frame *f = &a->index[k];
        const char *fault = index_find_fault(h, f, at, at_end, next);
        if (fault != NULL)
            return tai_archive_reject(a, error,
                                      "is no valid archive: frame %" PRIu64
                                      " of its index %s",
                                      k, fault);
        const uint64_t most_planes = f->planes + 1u; /* with remainders */
        a->packed_room = tai_max_u64(a->packed_room, f->bytes);
        a->planes_room = tai_max_u64(a->planes_room, f->count * most_planes);
        a->entries_room = tai_max_u64(a->entries_room, f->count);
        at += f->bytes;
        next = f->first + f->count;
        count += f->count;
        /* In a truncated archive the frame after head begins at back; in others
         * head is 0, which `next` is not. */
        if (next == h->head)
            next = h->back;
    }
    return st != TA_OK ||
                   (at == at_end && count == h->count - (h->back - h->head))
               ? st
               : tai_archive_reject(a, error,
                                    "is no valid archive: its index does not "
                                    "agree with its header");
}

/* ---- the archive ---- */

ta_status ta_archive_open(const char *path, ta_archive **archive,
                          ta_error *error)
{
    ta_archive *a = *archive = tai_alloc_zero(1, sizeof *a);
    if (a == NULL)
        return tai_fail(error, TA_ENOMEM, "no memory to open '%s'", path);
    snprintf(a->name, sizeof a->name, "%s", path);
    /* Opening a pipe does not wait. */
    a->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ta_status st = a->fd < 0 ? tai_fail_io(error, "read", path) : TA_OK;
    if (st == TA_OK)
        st = header_read(a, error);
    if (st == TA_OK)
        st = index_read(a, error);
    const archive_header *h = &a->header;
    a->info = (ta_archive_info){.content = h->content == TA_ARCHIVE_OCTAL
                                               ? TA_CONTENT_NIM
                                               : (ta_content)h->content,
                                .game = h->game,
                                .convention = (ta_convention)h->convention,
                                .end = h->end,
                                .goal = h->goal,
                                .count = h->count};
    a->brief = (tai_brief_info){
        .head = h->head, .back = h->back, .from = h->from, .mask = h->mask};
    if (st != TA_OK) {
        const int code = errno;
        ta_archive_close(a);
        *archive = NULL;
        errno = code;
    }
    return st;
}

void ta_archive_close(ta_archive *a)
{
    if (a == NULL)
        return;
    if (a->fd >= 0)
        close(a->fd);
    ta_free(a->index);
    ta_free(a);
}

ta_status tai_archive_same_game(const ta_archive *archive, const ta_game *game,
                                ta_error *error)
{
    char id[TA_GAME_ID];
    if (strcmp(archive->info.game, ta_game_id(game, id)) != 0)
        return tai_fail(error, TA_EINVAL,
                        "'%s' is of the game %s, not of %s; "
                        "name another file",
                        archive->name, archive->info.game, id);
    if (archive->info.convention != ta_game_about(game)->convention)
        return tai_fail(
            error, TA_EINVAL, "'%s' is of the other convention: %s play",
            archive->name, tai_convention_text(archive->info.convention));
    return TA_OK;
}

const ta_archive_info *ta_archive_about(const ta_archive *archive)
{
    return &archive->info;
}

const tai_brief_info *tai_archive_brief(const ta_archive *archive)
{
    return archive != NULL && archive->brief.head > 0 ? &archive->brief : NULL;
}

char *ta_archive_hash(const ta_archive *archive, char text[TA_DIGEST_TEXT])
{
    return tai_hash_text(archive->header.index_hash, text);
}

uint64_t tai_archive_size(const ta_archive *archive)
{
    return archive->header.size;
}

uint64_t tai_archive_frames(const ta_archive *archive)
{
    return archive->header.frames;
}
