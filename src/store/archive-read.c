/* Reading an archive: header and index are checked when it is opened, each
 * frame when it is read and before it is used. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/archive.h"

struct ta_archive {
    int fd;
    char *name;
    ta_archive_header header;
    ta_archive_frame *index;
    ta_archive_info info;
};

static ta_status io_error(const char *what, const char *name, ta_error *error)
{
    int code = errno;
    ta_fail(error, TA_EIO, "cannot %s '%.200s': %s", what, name,
            strerror(code));
    errno = code;
    return TA_EIO;
}

/* All of them, or an error. */
static ta_status read_at(const ta_archive *a, uint64_t at, void *bytes,
                         uint64_t count, ta_error *error)
{
    uint8_t *to = bytes;
    while (count > 0) {
        ssize_t got = pread(a->fd, to, count, (off_t)at);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return io_error("read", a->name, error);
        if (got == 0)
            return ta_fail(error, TA_EMISMATCH,
                           "'%.200s' ends before it should", a->name);
        to += got;
        at += (uint64_t)got;
        count -= (uint64_t)got;
    }
    return TA_OK;
}

static ta_status read_header(ta_archive *a, ta_error *error)
{
    struct stat file;
    if (fstat(a->fd, &file) != 0)
        return io_error("read", a->name, error);
    if (!S_ISREG(file.st_mode))
        return ta_fail(error, TA_EMISMATCH, "'%.200s' is no regular file",
                       a->name);
    uint64_t size = (uint64_t)file.st_size;
    if (size < sizeof a->header)
        return ta_fail(error, TA_EMISMATCH,
                       "'%.200s' is no takeaway archive: it has %" PRIu64
                       " bytes, fewer than a header",
                       a->name, size);
    ta_status st = read_at(a, 0, &a->header, sizeof a->header, error);
    if (st == TA_OK)
        st = ta_archive_check_header(&a->header, size, a->name, error);
    return st;
}

/* The index is part of the file, so it takes no more memory than that. */
static ta_status read_index(ta_archive *a, ta_error *error)
{
    uint64_t bytes = a->header.size - a->header.index;
    a->index = ta_alloc(bytes, 1);
    if (a->index == NULL)
        return ta_fail(error, TA_ENOMEM, "no memory for the index of '%.200s'",
                       a->name);
    ta_status st = read_at(a, a->header.index, a->index, bytes, error);
    if (st != TA_OK)
        return st;
    uint8_t digest[TA_HASH];
    ta_hash_of(a->index, bytes, digest);
    if (memcmp(digest, a->header.index_hash, TA_HASH) != 0)
        return ta_fail(error, TA_EMISMATCH,
                       "'%.200s' is damaged: its index does not agree with "
                       "its checksum",
                       a->name);
    return ta_archive_check_index(&a->header, a->index, a->name, error);
}

ta_status ta_archive_open(const char *path, ta_archive **archive,
                          ta_error *error)
{
    *archive = NULL;
    ta_archive *a = ta_alloc_zero(1, sizeof *a);
    if (a == NULL)
        return ta_fail(error, TA_ENOMEM, "no memory to open '%.200s'", path);
    a->name = ta_alloc(strlen(path) + 1, 1);
    /* A pipe that nobody writes to must not make us wait. */
    a->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ta_status st = TA_OK;
    if (a->fd < 0)
        st = io_error("read", path, error);
    else if (a->name == NULL)
        st = ta_fail(error, TA_ENOMEM, "no memory to open '%.200s'", path);
    if (st == TA_OK) {
        strcpy(a->name, path);
        st = read_header(a, error);
    }
    if (st == TA_OK)
        st = read_index(a, error);
    if (st != TA_OK) {
        int code = errno;
        ta_archive_close(a);
        errno = code;
        return st;
    }
    a->info =
        (ta_archive_info){.content = (ta_content)a->header.content,
                          .game = a->header.game,
                          .convention = (ta_convention)a->header.convention,
                          .end = a->header.end,
                          .goal = a->header.goal,
                          .count = a->header.count};
    *archive = a;
    return TA_OK;
}

void ta_archive_close(ta_archive *a)
{
    if (a == NULL)
        return;
    if (a->fd >= 0)
        close(a->fd);
    ta_free(a->name);
    ta_free(a->index);
    ta_free(a);
}

const ta_archive_info *ta_archive_about(const ta_archive *archive)
{
    return &archive->info;
}

/* ---- frames ---- */

typedef struct reader {
    const ta_archive *archive;
    ta_error *error;
    ZSTD_DCtx *zstd;
    uint8_t *bytes, *planes; /* room for any frame of the archive */
    union {
        uint64_t *cold;
        uint16_t *values;
        void *any;
    } entries;
} reader;

static ta_status reader_begin(reader *r, const ta_archive *a, ta_error *error)
{
    uint64_t bytes = 0, planes = 0, count = 0;
    for (uint64_t k = 0; k < a->header.frames; k++) {
        const ta_archive_frame *f = &a->index[k];
        bytes = ta_max_u64(bytes, f->bytes);
        planes = ta_max_u64(planes, (uint64_t)f->count * (f->planes + 1u));
        count = ta_max_u64(count, f->count);
    }
    *r = (reader){.archive = a,
                  .error = error,
                  .zstd = ZSTD_createDCtx(),
                  .bytes = ta_alloc(bytes, 1),
                  .planes = ta_alloc(planes, 1),
                  .entries.any =
                      ta_alloc(count, a->info.content == TA_CONTENT_COLD
                                          ? sizeof(uint64_t)
                                          : sizeof(uint16_t))};
    if (r->zstd == NULL || r->bytes == NULL || r->planes == NULL ||
        r->entries.any == NULL)
        return ta_fail(error, TA_ENOMEM, "no memory to read '%.200s'", a->name);
    return TA_OK;
}

static void reader_end(reader *r)
{
    ZSTD_freeDCtx(r->zstd);
    ta_free(r->bytes);
    ta_free(r->planes);
    ta_free(r->entries.any);
}

/* The bytes of frame k, checked. */
static ta_status load(reader *r, uint64_t k)
{
    const ta_archive *a = r->archive;
    const ta_archive_frame *f = &a->index[k];
    ta_status st = read_at(a, f->at, r->bytes, f->bytes, r->error);
    if (st != TA_OK)
        return st;
    uint8_t digest[TA_HASH];
    ta_hash_of(r->bytes, f->bytes, digest);
    if (memcmp(digest, f->hash, TA_HASH) != 0)
        return ta_fail(r->error, TA_EMISMATCH,
                       "'%.200s' is damaged: frame %" PRIu64
                       ", at byte %" PRIu64
                       ", does not agree with its checksum",
                       a->name, k, f->at);
    return TA_OK;
}

static uint64_t frame_end(const ta_archive *a, uint64_t k)
{
    return k + 1 < a->header.frames ? a->index[k + 1].first : a->info.end;
}

static ta_status unpack(reader *r, uint64_t k)
{
    const ta_archive_frame *f = &r->archive->index[k];
    ta_status st = load(r, k);
    if (st != TA_OK)
        return st;
    const char *why = "";
    if (r->archive->info.content != TA_CONTENT_COLD) {
        st = ta_unpack_values(r->zstd, f, r->bytes, r->planes,
                              r->entries.values, &why);
    } else {
        st = ta_unpack_cold(r->zstd, f, r->bytes, r->planes, r->entries.cold,
                            &why);
        if (st == TA_OK &&
            r->entries.cold[f->count - 1] >= frame_end(r->archive, k)) {
            why = "its positions reach into the next one";
            st = TA_EMISMATCH;
        }
    }
    if (st != TA_OK)
        ta_fail(r->error, st,
                "'%.200s' is no valid archive: frame %" PRIu64 ": %s",
                r->archive->name, k, why);
    return st;
}

/* The last frame whose first position is at or below `p`, or 0. */
static uint64_t frame_of(const ta_archive *a, uint64_t p)
{
    uint64_t lo = 0, hi = a->header.frames;
    while (hi - lo > 1) {
        uint64_t middle = lo + (hi - lo) / 2;
        if (a->index[middle].first <= p)
            lo = middle;
        else
            hi = middle;
    }
    return lo;
}

static ta_status accept(const ta_archive *a, bool cold, uint64_t from,
                        uint64_t to, ta_error *error)
{
    if ((a->info.content == TA_CONTENT_COLD) != cold)
        return ta_fail(error, TA_EINVAL, "'%.200s' holds %s", a->name,
                       cold ? "values and not cold positions"
                            : "cold positions and not values");
    if (from > to || to > a->info.end)
        return ta_fail(error, TA_EINVAL,
                       "'%.200s' holds [0, %" PRIu64 "), not [%" PRIu64
                       ", %" PRIu64 ")",
                       a->name, a->info.end, from, to);
    return TA_OK;
}

static uint64_t first_at_least(const uint64_t *list, uint64_t count, uint64_t p)
{
    uint64_t lo = 0, hi = count;
    while (lo < hi) {
        uint64_t middle = lo + (hi - lo) / 2;
        if (list[middle] < p)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo;
}

ta_status ta_archive_cold(const ta_archive *a, uint64_t from, uint64_t to,
                          ta_sink *sink, ta_error *error)
{
    ta_status st = accept(a, true, from, to, error);
    if (st != TA_OK || from == to)
        return st;
    reader r;
    st = reader_begin(&r, a, error);
    uint64_t k = frame_of(a, from);
    while (st == TA_OK && from < to) {
        /* What is before the first frame goes with it; without frames there
         * is one empty block. */
        bool any = k < a->header.frames && a->index[k].first < to;
        uint64_t end = any ? ta_min_u64(frame_end(a, k), to) : to;
        uint64_t low = 0, high = 0;
        if (any) {
            st = unpack(&r, k);
            if (st != TA_OK)
                break;
            low = first_at_least(r.entries.cold, a->index[k].count, from);
            high = first_at_least(r.entries.cold, a->index[k].count, end);
        }
        st = sink->take(sink, &(ta_block){.from = from,
                                          .to = end,
                                          .positions = r.entries.cold + low,
                                          .count = high - low});
        from = end;
        k++;
    }
    reader_end(&r);
    return st;
}

ta_status ta_archive_values(const ta_archive *a, uint64_t from, uint64_t to,
                            ta_value_sink *sink, ta_error *error)
{
    ta_status st = accept(a, false, from, to, error);
    if (st != TA_OK || from == to)
        return st;
    reader r;
    st = reader_begin(&r, a, error);
    for (uint64_t k = frame_of(a, from); st == TA_OK && from < to; k++) {
        uint64_t end = ta_min_u64(frame_end(a, k), to);
        st = unpack(&r, k);
        if (st == TA_OK)
            st = sink->take(
                sink, &(ta_value_block){.from = from,
                                        .to = end,
                                        .values = r.entries.values +
                                                  (from - a->index[k].first)});
        from = end;
    }
    reader_end(&r);
    return st;
}

ta_status ta_archive_check(const ta_archive *a, ta_error *error)
{
    reader r;
    ta_status st = reader_begin(&r, a, error);
    for (uint64_t k = 0; k < a->header.frames && st == TA_OK; k++)
        st = unpack(&r, k);
    reader_end(&r);
    return st;
}
