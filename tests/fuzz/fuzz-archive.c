/* Archives that lie. The input is a list of edits of a small archive, which
 * is encoded here after src/archive/FORMAT.md, with right checksums: so edits
 * reach what checks come after them. First byte: content, bit 0, and damaged
 * checksums, bit 1; then three bytes an edit: where (two, lowest first) and
 * what. Where: the header from 0, the index from 512, the planes of the
 * frames from 640. */
#include <string.h>
#include <unistd.h>
#include <zstd.h>

#include "fuzz.h"
#include "archive/archive-internal.h"

enum {
    HEADER = 512,
    ENTRY = 64,
    FRAMES = 2,
    N = 20,
    PLANES = 2,
    ROOM = 4096,
    END = 130,
    GOAL = 200
};

typedef struct draft {
    uint8_t header[HEADER], index[FRAMES][ENTRY], plane[FRAMES][PLANES * N];
    uint8_t file[ROOM];
    size_t size;
} draft;

static void put(uint8_t *at, uint64_t value, unsigned bytes)
{
    for (unsigned k = 0; k < bytes; k++)
        at[k] = (uint8_t)(value >> 8 * k);
}

static unsigned cold_number(unsigned i)
{
    return 3 * i + i % 2;
}

static void fill_planes(draft *d, bool cold)
{
    for (unsigned f = 0; f < FRAMES; f++)
        for (unsigned i = 0; i < N; i++) {
            unsigned k = N * f + i, before = i > 0 ? k - 1 : k;
            unsigned low = cold ? cold_number(k) % 5 : k;
            unsigned high =
                cold ? cold_number(k) / 5 - cold_number(before) / 5 : 0;
            d->plane[f][i] = (uint8_t)low;
            d->plane[f][N + i] = (uint8_t)high;
        }
}

static void edit(draft *d, const uint8_t *data, size_t size, unsigned area)
{
    for (size_t k = 0; k + 3 <= size; k += 3) {
        size_t at = data[k] + ((size_t)data[k + 1] << 8);
        unsigned where = at < HEADER ? 0 : at < HEADER + FRAMES * ENTRY ? 1 : 2;
        if (where != area)
            continue;
        if (area == 0)
            d->header[at] = data[k + 2];
        else if (area == 1)
            (&d->index[0][0])[at - HEADER] = data[k + 2];
        else
            (&d->plane[0][0])[(at - HEADER - sizeof d->index) %
                              sizeof d->plane] = data[k + 2];
    }
}

/* A frame compressed; that of the inputs before, where it was the same. */
static size_t pack(const uint8_t *plane, unsigned f, uint8_t *to, size_t room)
{
    static ZSTD_CCtx *zstd;
    static struct {
        uint8_t plane[PLANES * N], packed[ROOM];
        size_t size;
    } last[2 * FRAMES];
    if (zstd == NULL)
        zstd = ZSTD_createCCtx();
    if (last[f].size == 0 ||
        memcmp(last[f].plane, plane, sizeof last[f].plane) != 0) {
        last[f].size = ZSTD_compressCCtx(zstd, last[f].packed, ROOM, plane,
                                         sizeof last[f].plane, 1);
        FUZZ_ASSERT(!ZSTD_isError(last[f].size));
        memcpy(last[f].plane, plane, sizeof last[f].plane);
    }
    FUZZ_ASSERT(last[f].size <= room);
    memcpy(to, last[f].packed, last[f].size);
    return last[f].size;
}

/* The archive after the edits, each area hashed once it is edited. */
static void make(draft *d, bool cold, bool hashed, const uint8_t *edits,
                 size_t count)
{
    static const uint8_t magic[8] = {0x89, 'T', 'K', 'A', 13, 10, 26, 10};
    memset(d, 0, sizeof *d);
    fill_planes(d, cold);
    edit(d, edits, count, 2);
    d->size = HEADER;
    for (unsigned f = 0; f < FRAMES; f++) {
        size_t packed = pack(d->plane[f], cold ? f : FRAMES + f,
                             d->file + d->size, ROOM - d->size);
        uint8_t *e = d->index[f];
        put(e, cold ? cold_number(N * f) : N * f, 8);
        put(e + 8, d->size, 8);
        put(e + 16, packed, 4);
        put(e + 20, N, 4);
        put(e + 24, cold ? 5 : 1, 2);
        e[26] = cold ? 1 : 2;
        tai_hash_bytes(d->file + d->size, packed, e + 32);
        d->size += packed;
    }
    edit(d, edits, count, 1);
    memcpy(d->header, magic, sizeof magic);
    put(d->header + 8, 1, 4);
    put(d->header + 12, cold ? TA_CONTENT_COLD : TA_CONTENT_NIM, 4);
    put(d->header + 24, cold ? END : FRAMES * N, 8);
    put(d->header + 32, GOAL, 8);
    put(d->header + 40, FRAMES * N, 8);
    put(d->header + 48, FRAMES, 8);
    put(d->header + 56, d->size, 8);
    put(d->header + 64, d->size + sizeof d->index, 8);
    tai_hash_bytes(d->index, sizeof d->index, d->header + 192);
    /* A set that nobody knows, so that any content can be its. */
    memcpy(d->header + 224, "numbers#0123456789abcdef", 24);
    edit(d, edits, count, 0);
    if (hashed)
        tai_hash_bytes(d->header, 480, d->header + 480);
    memcpy(d->file, d->header, HEADER);
    memcpy(d->file + d->size, d->index, sizeof d->index);
    d->size += sizeof d->index;
}

static const char *path_of(const draft *d)
{
    static int fd = -1;
    static char path[64];
    if (fd < 0) {
        char name[] = "/dev/shm/takeaway-fuzz-XXXXXX"; /* in memory */
        fd = mkstemp(name);
        FUZZ_ASSERT(fd >= 0 && unlink(name) == 0);
        snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    }
    FUZZ_ASSERT(ftruncate(fd, 0) == 0);
    FUZZ_ASSERT(pwrite(fd, d->file, d->size, 0) == (ssize_t)d->size);
    return path;
}

typedef struct reader {
    ta_sink sink;
    uint64_t next, cold, last;
} reader;

static ta_status take(void *sink, const ta_block *b)
{
    reader *r = (reader *)sink;
    FUZZ_ASSERT(b->from == r->next && b->to > b->from);
    FUZZ_ASSERT(b->positions != NULL || b->count == 0 || b->values != NULL);
    for (uint64_t k = 0; b->values != NULL && k < b->to - b->from; k++)
        r->last ^= b->values[k]; /* all are there */
    for (uint64_t k = 0; b->positions != NULL && k < b->count; k++) {
        FUZZ_ASSERT(b->positions[k] >= b->from && b->positions[k] < b->to);
        FUZZ_ASSERT(r->cold + k == 0 || b->positions[k] > r->last);
        r->last = b->positions[k];
    }
    r->next = b->to;
    r->cold += b->count;
    return TA_OK;
}

static void read_all(const ta_archive *archive)
{
    const ta_archive_info *info = ta_archive_about(archive);
    ta_error error = {""};
    reader r = {.sink = {take, &r}};
    FUZZ_ASSERT(info->end <= info->goal && strlen(info->game) < 256);
    bool cold = info->content == TA_CONTENT_COLD;
    ta_status st = ta_archive_read(archive, 0, info->end, &r.sink, &error);
    ta_status check = ta_archive_check(archive, NULL, NULL);
    if (st != TA_OK) {
        fuzz_check_refusal(st, &error);
        FUZZ_ASSERT(check != TA_OK);
        return;
    }
    FUZZ_ASSERT(check == TA_OK && r.next == info->end);
    FUZZ_ASSERT(info->count == (cold ? r.cold : info->end));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static draft d;
    ta_archive *archive = NULL;
    ta_error error = {""};
    unsigned flags = size > 0 ? data[0] : 0;
    bool edited = size >= 4;
    make(&d, (flags & 1) == 0, (flags & 2) == 0, data + (size > 0),
         size - (size > 0));
    ta_status st = ta_archive_open(path_of(&d), &archive, &error);
    FUZZ_ASSERT(st == TA_OK || edited || (flags & 2) != 0);
    if (st == TA_OK)
        read_all(archive);
    else
        fuzz_check_refusal(st, &error);
    ta_archive_close(archive);
    return 0;
}
