/* Archives after src/archive/FORMAT.md, with right checksums over whatever the
 * edits have made of them. An edit is four bytes: what, where (two, lowest
 * first), by what. What: a word of the enumeration below. */
#include "forge.h"

#include <zstd.h>

#include "fuzz.h"
#include "archive/archive-internal.h"

enum {
    LONGEST = 17000, /* of the honest results: positions */
    SHORT = 4500,    /* of values */
    FRAME = 4096,    /* entries */
    FRAMES = LONGEST / FRAME + 1,
    ROOM = 1 << 19,
    EDITS = 30,
    SLOTS = 64 /* games, contents, conventions */
};

enum {         /* what an edit does */
       SET,    /* an entry: to a number of 16 bits, the square of the byte */
       ADD,    /* to an entry: the byte, signed */
       CLIMB,  /* entries from there on: each one more than the one before */
       FLAT,   /* 256 entries from there on: the byte */
       FLIP,   /* cold: is the position there? */
       CLAIM,  /* end and goal: a number of the list; values: count too */
       FIELD,  /* a field of the header: a number of the list */
       BYTE,   /* a byte of the header */
       INDEX,  /* a byte of the index */
       NAME,   /* the game's name: one of the list */
       LETTER, /* a byte of the name */
       HASH,   /* the checksums are left wrong: of the index, of the header */
       CUT,    /* bytes off the end */
       FRAMES_OF, /* so many entries in a frame */
       BRIEF,     /* values of an octal game: a head and a tail only; where the
                     head ends, and by how much the tail starts behind it */
       SUMMARY,   /* of these a number of the summary: one of the list */
       KINDS      /* their number */
};

typedef struct honest {
    const char *game;
    int content;
    bool misere;
    uint64_t count; /* entries below LONGEST */
    uint64_t *entry;
} honest;

typedef struct draft {
    archive_header header;
    archive_frame index[LONGEST / 16 + 2];
    uint64_t entry[LONGEST + 256], count, frame;
    uint64_t head, back; /* of a brief one; head is 0 of others */
    uint8_t packed[ROOM], file[ROOM + (1 << 18)];
    size_t size;
} draft;

static const char *names[24];
static size_t n_names;

void forge_begin(const char *set, const char *secret, const char *pipe)
{
    static char path[3][80];
    static const char *const fixed[] = {"file:",
                                        "numbers#0123456789abcdef",
                                        "set#0123456789abcdef",
                                        "numbers#0123456789abcdefg",
                                        "",
                                        "squares\x1b[2J",
                                        "squares\xe2\x80\xae",
                                        "\xc2\x9b(2J",
                                        "cubes",
                                        "squares",
                                        "list:1-18446744073709551615",
                                        "poly:9,9,9",
                                        "powers:63",
                                        "residues:0mod18446744073709551615",
                                        "0.77",
                                        "octal:.77",
                                        "kayles",
                                        "list:0",
                                        "primes:",
                                        "/etc/passwd"};
    snprintf(path[0], 80, "file:%s", set);
    snprintf(path[1], 80, "file:%s", secret);
    snprintf(path[2], 80, "file:%s", pipe);
    for (; n_names < 3; n_names++)
        names[n_names] = path[n_names];
    for (size_t k = 0; k < sizeof fixed / sizeof *fixed; k++)
        names[n_names++] = fixed[k];
}

/* ---- what is true ---- */

static ta_status put(void *state, uint64_t number)
{
    honest *h = state;
    h->entry[h->count++] = number;
    return TA_OK;
}

static ta_status take(void *state, const ta_block *block)
{
    return ta_block_each(block, 0, put, state);
}

static void compute(honest *h, char id[TA_GAME_ID])
{
    const ta_sink sink = {take, h};
    ta_game *game = NULL;
    /* There are no values of misere play: those of normal play are marked. */
    bool cold = h->content == TA_CONTENT_COLD && !ta_octal_is_spec(h->game);
    const char *spec = strcmp(h->game, FORGE_SET) == 0 ? names[0] : h->game;
    ta_status st = ta_game_new(spec, h->misere && cold ? TA_MISERE : TA_NORMAL,
                               &game, NULL);
    FUZZ_ASSERT(st == TA_OK);
    h->entry = malloc(LONGEST * sizeof *h->entry);
    FUZZ_ASSERT(h->entry != NULL);
    st = ta_run(h->content == TA_ARCHIVE_OCTAL ? TA_CONTENT_NIM
                                               : (ta_content)h->content,
                game, LONGEST, NULL, &sink, NULL);
    FUZZ_ASSERT(st == TA_OK);
    ta_game_id(game, id);
    ta_game_free(game);
}

static const honest *truth(const forge_case *c, const char **id)
{
    static honest all[SLOTS * 2];
    static char ids[SLOTS * 2][TA_GAME_ID];
    static size_t n;
    size_t k = 0;
    while (k < n &&
           (strcmp(all[k].game, c->game) != 0 || all[k].content != c->content ||
            all[k].misere != c->misere))
        k++;
    if (k == n) {
        FUZZ_ASSERT(n < sizeof all / sizeof *all);
        all[n].game = c->game;
        all[n].content = c->content;
        all[n].misere = c->misere;
        compute(&all[n], ids[n]);
        n++;
    }
    *id = ids[k];
    return &all[k];
}

/* ---- edits of the entries ---- */

static void flip(draft *d, uint64_t position)
{
    uint64_t k = 0;
    while (k < d->count && d->entry[k] < position)
        k++;
    bool in = k < d->count && d->entry[k] == position;
    if (in)
        memmove(d->entry + k, d->entry + k + 1, (--d->count - k) * 8);
    else if (d->count < LONGEST) {
        memmove(d->entry + k + 1, d->entry + k, (d->count++ - k) * 8);
        d->entry[k] = position;
    }
}

static void edit_entries(draft *d, const uint8_t *e, bool cold)
{
    uint64_t at = e[1] + ((uint64_t)e[2] << 8),
             mask = cold ? UINT64_MAX : 65535;
    if (*e == FRAMES_OF)
        d->frame = ta_max_u64(16, ta_min_u64(at, FRAME));
    if (*e == FLIP && cold)
        flip(d, at);
    if (d->count == 0)
        return;
    at %= d->count;
    if (*e == SET)
        d->entry[at] = (uint64_t)e[3] * e[3];
    if (*e == ADD)
        d->entry[at] = (d->entry[at] + (uint64_t)(int8_t)e[3]) & mask;
    for (uint64_t k = at + 1; *e == CLIMB && k < d->count && k < at + 4096; k++)
        d->entry[k] = (d->entry[k - 1] + 1) & mask;
    for (uint64_t k = at; *e == FLAT && k < d->count && k < at + 256; k++)
        d->entry[k] = e[3];
}

/* ---- frames ---- */

/* Planes of the entries, or of the steps between cold positions; as many as the
 * largest needs. */
static size_t planes_of(const uint64_t *entry, size_t n, bool cold,
                        uint8_t *planes, archive_frame *f)
{
    uint64_t all = 0;
    for (size_t i = 0; i < n; i++)
        all |= cold ? (i > 0 ? entry[i] - entry[i - 1] : 0) : entry[i];
    for (f->planes = 0; f->planes < 8 && all >> 8 * f->planes != 0;)
        f->planes++;
    for (unsigned p = 0; p < f->planes; p++)
        for (size_t i = 0; i < n; i++)
            planes[p * n + i] =
                (uint8_t)((cold ? (i > 0 ? entry[i] - entry[i - 1] : 0)
                                : entry[i]) >>
                          8 * p);
    return f->planes * n;
}

/* What was packed lately is kept: most frames are as they were. */
static size_t pack(const uint8_t *planes, size_t size, uint8_t *to)
{
    static ZSTD_CCtx *zstd;
    static struct {
        size_t size, packed;
        uint8_t planes[8 * FRAME], bytes[9 * FRAME];
    } kept[61];
    if (zstd == NULL)
        zstd = ZSTD_createCCtx();
    uint64_t hash = size;
    for (size_t i = 0; i < size; i += 7)
        hash = (hash ^ planes[i]) * UINT64_C(0x9e3779b97f4a7c15);
    size_t k = (hash >> 32) % 61;
    if (kept[k].size != size || memcmp(kept[k].planes, planes, size) != 0) {
        kept[k].packed = ZSTD_compressCCtx(
            zstd, kept[k].bytes, sizeof kept[k].bytes, planes, size, 1);
        FUZZ_ASSERT(!ZSTD_isError(kept[k].packed));
        kept[k].size = size;
        memcpy(kept[k].planes, planes, size);
    }
    memcpy(to, kept[k].bytes, kept[k].packed);
    return size == 0 ? 0 : kept[k].packed;
}

/* Appends the frames of the entries [from, to). */
static void make_frames(draft *d, uint64_t from, uint64_t to, bool cold)
{
    static uint8_t planes[8 * FRAME];
    uint64_t at = d->header.index;
    for (; from < to; from += d->frame) {
        size_t n = (size_t)ta_min_u64(d->frame, to - from);
        archive_frame *f = &d->index[d->header.frames++];
        *f = (archive_frame){.first = cold ? d->entry[from] : from,
                             .at = sizeof d->header + at,
                             .count = (uint32_t)n,
                             .modulus = 1};
        size_t size = planes_of(d->entry + from, n, cold, planes, f);
        if (at + 9 * FRAME > ROOM) {
            d->header.frames--;
            break;
        }
        f->bytes = (uint32_t)pack(planes, size, d->packed + at);
        tai_hash_bytes(d->packed + at, f->bytes, f->hash);
        at += f->bytes;
    }
    d->header.index = at;
}

/* ---- edits of the structure ---- */

static uint64_t forge_number(const forge_case *c, const uint8_t *e)
{
    static const uint64_t list[] = {0,
                                    1,
                                    2,
                                    63,
                                    4096,
                                    16384,
                                    1u << 20,
                                    1u << 24,
                                    1u << 31,
                                    UINT64_C(1) << 32,
                                    UINT64_C(1) << 40,
                                    (UINT64_C(1) << 62) + 1,
                                    UINT64_C(1) << 63,
                                    UINT64_MAX - 1,
                                    UINT64_MAX};
    size_t k = e[3] % 32, n = sizeof list / sizeof *list;
    return k < n ? list[k] : c->end + (uint64_t)k - 24;
}

static void edit_header(draft *d, const uint8_t *e, const forge_case *c)
{
    archive_header *h = &d->header;
    uint64_t *const fields[] = {&h->end,    &h->goal,  &h->count,
                                &h->frames, &h->index, &h->size};
    uint64_t where = e[1] + ((uint64_t)e[2] << 8);
    if (*e == CLAIM) {
        h->end = forge_number(c, e);
        h->goal = ta_max_u64(h->goal, h->end);
        if (c->content != TA_CONTENT_COLD && (e[1] & 1) != 0)
            h->count = h->end;
    } else if (*e == FIELD) {
        *fields[where % 6] = forge_number(c, e);
    } else if (*e == BYTE) {
        ((uint8_t *)h)[where % sizeof *h] = e[3];
    } else if (*e == LETTER) {
        h->game[where % sizeof h->game] = (char)e[3];
    } else if (*e == NAME) {
        memset(h->game, 0, sizeof h->game);
        snprintf(h->game, sizeof h->game, "%s", names[e[3] % n_names]);
    }
}

/* ---- brief archives ---- */

static void edit_brief(draft *d, const uint8_t *e)
{
    static const uint32_t masks[] = {0, 3, 0x2a, 0x10010};
    if (*e != BRIEF || d->count < 3)
        return;
    d->head = 1 + (e[1] + ((uint64_t)(e[2] & 15) << 8)) % (d->count - 2);
    d->back = ta_min_u64(d->head + 1 + 16 * (uint64_t)e[3], d->count - 1);
    d->header.unused = e[2] >> 6;
    d->header.mask = masks[e[2] >> 4 & 3];
}

/* The summary of the entries, the left out ones too, after its own edits. */
static void make_summary(draft *d, const uint8_t *edits, size_t size,
                         const forge_case *c)
{
    static uint16_t values[LONGEST];
    archive_header *h = &d->header;
    static archive_summary summary;
    ZSTD_CCtx *zstd = ZSTD_createCCtx();
    uint8_t *packed;
    size_t bytes;
    for (uint64_t k = 0; k < d->count; k++)
        values[k] = (uint16_t)d->entry[k];
    memset(&summary, 0, sizeof summary);
    tai_summary_add(&summary, values, d->count);
    FUZZ_ASSERT(zstd != NULL &&
                tai_summary_pack(&summary, zstd, h, &packed, &bytes) == TA_OK);
    uint64_t *number = malloc(h->summary_bytes), n = h->summary_bytes / 8;
    FUZZ_ASSERT(number != NULL &&
                ZSTD_decompress(number, h->summary_bytes, packed, bytes) ==
                    h->summary_bytes);
    for (size_t k = 0; k + 4 <= size; k += 4)
        if (edits[k] == SUMMARY)
            number[(edits[k + 1] + ((size_t)edits[k + 2] << 8)) % n] =
                forge_number(c, edits + k);
    h->head = d->head;
    h->back = d->back;
    h->summary = sizeof *h + h->index;
    bytes = ZSTD_compressCCtx(zstd, d->packed + h->index, ROOM - h->index,
                              number, h->summary_bytes, 1);
    FUZZ_ASSERT(!ZSTD_isError(bytes));
    tai_hash_bytes(d->packed + h->index, bytes, h->summary_hash);
    h->index += bytes;
    free(number);
    ta_free(packed);
    ZSTD_freeCCtx(zstd);
}

/* ---- the file ---- */

static void finish(draft *d, const uint8_t *edits, size_t size, forge_case *c)
{
    archive_header *h = &d->header;
    bool index_hash = true, header_hash = true;
    size_t frames = h->frames, cut = 0;
    for (size_t k = 0; k + 4 <= size; k += 4) {
        const uint8_t *e = edits + k;
        if (*e == INDEX && frames > 0)
            ((uint8_t *)d->index)[(e[1] + ((size_t)e[2] << 8)) %
                                  (frames * sizeof *d->index)] = e[3];
        index_hash &= *e != HASH || (e[3] & 1) == 0;
        header_hash &= *e != HASH || (e[3] & 2) == 0;
        cut = *e == CUT ? e[3] : cut;
    }
    if (index_hash)
        tai_hash_bytes(d->index, frames * sizeof *d->index, h->index_hash);
    d->size = h->index + frames * sizeof *d->index;
    size_t index_at = h->index;
    h->size = d->size;
    memcpy(h->magic, TA_ARCHIVE_MAGIC, 8);
    h->version = d->head > 0 ? TA_ARCHIVE_TRUNCATED : TA_ARCHIVE_VERSION;
    for (size_t k = 0; k + 4 <= size; k += 4)
        edit_header(d, edits + k, c);
    if (header_hash)
        tai_hash_bytes(h, offsetof(archive_header, hash), h->hash);
    memcpy(d->file, h, sizeof *h);
    memcpy(d->file + sizeof *h, d->packed, index_at - sizeof *h);
    memcpy(d->file + index_at, d->index, frames * sizeof *d->index);
    d->size -= cut < d->size ? cut : 0;
    c->claimed = ta_min_u64(h->end, 1 << 16);
}

/* Half of all edits are of the entries. */
static uint8_t kind_of(uint8_t byte)
{
    return byte % 32 < KINDS ? byte % 32 : byte % (FLIP + 1);
}

bool forge_make(forge_case *c, unsigned end, const uint8_t *given, size_t size)
{
    uint8_t edits[EDITS * 4];
    size = ta_min_u64(size / 4, EDITS) * 4;
    for (size_t k = 0; k < size; k++)
        edits[k] = k % 4 == 0 ? kind_of(given[k]) : given[k];
    static const uint64_t ends[] = {0,    1,    2,     64,    1000,
                                    3000, 8192, 16384, 16384, LONGEST};
    static draft d;
    const char *id;
    const honest *h = truth(c, &id);
    bool cold = c->content == TA_CONTENT_COLD, any = false;
    memset(&d.header, 0, sizeof d.header);
    c->end = ends[end % (sizeof ends / sizeof *ends)];
    if (!cold) /* values cost more for a frame than cold positions */
        c->end = ta_min_u64(c->end, SHORT);
    d.frame = FRAME;
    d.head = 0;
    d.count = cold ? 0 : c->end;
    while (cold && d.count < h->count && h->entry[d.count] < c->end)
        d.count++;
    memcpy(d.entry, h->entry, d.count * 8);
    for (size_t k = 0; k + 4 <= size; k += 4) {
        edit_entries(&d, edits + k, cold);
        if (c->content == TA_ARCHIVE_OCTAL)
            edit_brief(&d, edits + k);
        any = true;
    }
    if (d.head > 0) {
        make_frames(&d, 0, d.head, cold);
        make_frames(&d, d.back, d.count, cold);
        make_summary(&d, edits, size, c);
    } else {
        make_frames(&d, 0, d.count, cold);
    }
    d.header.index += sizeof d.header;
    d.header.content = (uint32_t)c->content;
    d.header.convention = c->misere ? TA_MISERE : TA_NORMAL;
    d.header.end = c->end;
    d.header.goal = c->end + 100;
    d.header.count = d.count;
    snprintf(d.header.game, sizeof d.header.game, "%.255s", id);
    finish(&d, edits, size, c);
    c->file = d.file;
    c->size = d.size;
    return !any && (cold || !c->misere);
}
