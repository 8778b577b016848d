/* Archives after edits. The library's writer makes an archive of results that
 * were edited. Then the bytes of the frames, of the index and of the header are
 * edited, in this order, and each part gets the right checksums again. */
#include "forge.h"

#include <zstd.h>

#include "archive/archive-internal.h"
#include "base/communicator.h"
#include "fuzz.h"

enum {
    LONGEST = 17000, /* positions of the honest results */
    SHORT = 4500,    /* the same of values */
    FRAME = 255,     /* entries of a frame; from 256 on a modulus is chosen */
    ROOM = 1 << 19,  /* bytes of a file */
    EDITS = 30,
    HONEST = 128 /* games, contents, conventions */
};

/* What an edit does. The corpus has these numbers. */
enum {
    SET,    /* sets an entry to the square of the byte */
    ADD,    /* adds the byte, signed, to an entry */
    CLIMB,  /* entries from there on: each one more than the one before */
    FLAT,   /* sets 256 entries from there on to the byte */
    FLIP,   /* cold positions: adds the position, or removes it */
    CLAIM,  /* end and goal: a number of the list; values: count too */
    FIELD,  /* a field of the header: a number of the list */
    BYTE,   /* a byte of the header */
    INDEX,  /* a byte of the index */
    NAME,   /* the game's name: one of the list */
    LETTER, /* a byte of the name */
    HASH,   /* leaves a checksum wrong: of the index, of the header */
    CUT,    /* cuts bytes off the end */
    FRAMES, /* the number of entries in a frame */
    BRIEF, /* values of an octal game: truncates; where the head ends, a mask */
    SUMMARY, /* a number of the summary: one of the list */
    PLANE,   /* a byte of what the frames unpack to */
    KINDS
};

/* The results of a game on [0, LONGEST). */
typedef struct honest {
    const char *game;
    int content;
    bool misere;
    char id[TA_GAME_ID];
    uint64_t count;
    uint64_t entry[LONGEST];
} honest;

static const char *scratch, *names[24];
static size_t n_names;

static uint64_t where_of(const uint8_t *e)
{
    return e[1] | (uint64_t)e[2] << 8;
}

void forge_begin(const char *file, const char *set, const char *secret,
                 const char *pipe)
{
    static char path[3][80];
    const char *const given[] = {set, secret, pipe};
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
    scratch = file;
    for (size_t k = 0; k < 3; k++) {
        snprintf(path[k], sizeof path[k], "file:%s", given[k]);
        names[n_names++] = path[k];
    }
    for (size_t k = 0; k < sizeof fixed / sizeof *fixed; k++)
        names[n_names++] = fixed[k];
}

/* ---- the content ---- */

static ta_status append_entry(void *state, uint64_t number)
{
    honest *h = state;
    h->entry[h->count++] = number;
    return TA_OK;
}

static ta_status append_block(void *state, const ta_block *block)
{
    return ta_block_each(block, 0, append_entry, state);
}

/* Returns the results of the game. Those of an earlier call are kept. */
static const honest *find_honest(const forge_case *c)
{
    static honest *all[HONEST];
    size_t k = 0;
    while (all[k] != NULL &&
           (strcmp(all[k]->game, c->game) != 0 ||
            all[k]->content != c->content || all[k]->misere != c->misere))
        k++;
    if (all[k] != NULL)
        return all[k];
    honest *h = calloc(1, sizeof *h);
    FUZZ_ASSERT(h != NULL && k + 1 < HONEST);
    h->game = c->game;
    h->content = c->content;
    h->misere = c->misere;
    /* Values of misere play do not exist: those of normal play are marked so.
     */
    const bool octal = ta_octal_is_spec(c->game);
    const bool cold = c->content == TA_CONTENT_COLD && !octal;
    ta_game *game;
    FUZZ_ASSERT(
        ta_game_new(strcmp(c->game, FORGE_SET) == 0 ? names[0] : c->game,
                    c->misere && cold ? TA_MISERE : TA_NORMAL, &game,
                    NULL) == TA_OK);
    FUZZ_ASSERT(ta_run(c->content == TA_ARCHIVE_OCTAL ? TA_CONTENT_NIM
                                                      : (ta_content)c->content,
                       game, LONGEST, NULL, &(ta_sink){append_block, h},
                       NULL) == TA_OK);
    ta_game_id(game, h->id);
    ta_game_free(game);
    return all[k] = h;
}

/* The entries of an archive while they are edited. */
typedef struct content {
    bool cold;
    uint64_t entry[LONGEST + 1], count;
    uint64_t frame, head; /* head 0: the archive is not truncated */
    uint32_t mask;
} content;

static void flip_position(content *d, uint64_t position)
{
    const uint64_t k = tai_first_at_least(d->entry, d->count, position);
    const bool in = k < d->count && d->entry[k] == position;
    if (!in && d->count == LONGEST)
        return;
    memmove(d->entry + k + !in, d->entry + k + in,
            (d->count - k - in) * sizeof *d->entry);
    if (!in)
        d->entry[k] = position;
    d->count = in ? d->count - 1 : d->count + 1;
}

static void edit_content(content *d, const uint8_t *e)
{
    static const uint32_t masks[] = {1, 3, 0x2a, 0x10010};
    const uint64_t mask = d->cold ? UINT64_MAX : 65535;
    uint64_t at = where_of(e);
    if (*e == FRAMES)
        d->frame = UINT64_C(16) << at % 9;
    if (*e == FLIP && d->cold)
        flip_position(d, at);
    if (d->count == 0)
        return;
    at %= d->count;
    if (*e == BRIEF) {
        d->head = 1 + at % 16 * 256;
        d->mask = masks[e[3] & 3];
    }
    if (*e == SET)
        d->entry[at] = (uint64_t)e[3] * e[3];
    if (*e == ADD)
        d->entry[at] = (d->entry[at] + (uint64_t)(int8_t)e[3]) & mask;
    for (uint64_t k = at + 1; *e == CLIMB && k < d->count && k < at + 4096; k++)
        d->entry[k] = (d->entry[k - 1] + 1) & mask;
    for (uint64_t k = at; *e == FLAT && k < d->count && k < at + 256; k++)
        d->entry[k] = e[3];
}

/* The writer takes increasing positions below `end` only. */
static void order_positions(content *d, uint64_t end)
{
    uint64_t kept = 0;
    qsort(d->entry, d->count, sizeof *d->entry, tai_by_number);
    for (uint64_t k = 0; k < d->count && d->entry[k] < end; k++)
        if (kept == 0 || d->entry[k] > d->entry[kept - 1])
            d->entry[kept++] = d->entry[k];
    d->count = kept;
}

/* The archive of some content, as the writer has made it. */
typedef struct archive {
    uint64_t key; /* a hash of the content */
    size_t size;
    uint8_t *bytes;
} archive;

static void write_archive(const forge_case *c, const content *d, const char *id,
                          archive *a)
{
    static uint16_t value[LONGEST];
    const ta_archive_info info = {
        .content = c->content == TA_ARCHIVE_OCTAL ? TA_CONTENT_NIM
                                                  : (ta_content)c->content,
        .convention = c->misere && d->cold ? TA_MISERE : TA_NORMAL,
        .game = id,
        .goal = c->end + 100};
    ta_block block = {.to = c->end, .count = d->count};
    ta_archive_writer *w;
    for (uint64_t k = 0; k < d->count; k++)
        value[k] = (uint16_t)d->entry[k];
    if (d->cold)
        block.positions = d->entry;
    else
        block.values = value;
    FUZZ_ASSERT(tai_archive_writer_new_framed(&info, d->frame, &w, NULL) ==
                TA_OK);
    if (d->head > 0 && c->content == TA_ARCHIVE_OCTAL) {
        FUZZ_ASSERT(tai_archive_writer_brief(w, 0) == TA_OK);
        block.head = d->head;
        block.mask = d->mask;
    }
    FUZZ_ASSERT(c->end == 0 || ta_archive_writer_consume(w, &block) == TA_OK);
    FUZZ_ASSERT(ta_archive_writer_save(w, scratch, NULL) == TA_OK);
    ta_archive_writer_free(w);
    FILE *from = fopen(scratch, "rb");
    if (a->bytes == NULL)
        a->bytes = malloc(ROOM);
    FUZZ_ASSERT(from != NULL && a->bytes != NULL);
    a->size = fread(a->bytes, 1, ROOM, from);
    FUZZ_ASSERT(a->size >= sizeof(archive_header) && a->size < ROOM);
    fclose(from);
}

/* Returns the archive of the content. Those of earlier calls are kept, as far
 * as there is space. */
static const archive *find_archive(const forge_case *c, const content *d,
                                   const honest *h)
{
    static archive kept[61];
    uint64_t key = (uintptr_t)h;
    const uint64_t shape[] = {c->end, d->frame, d->head, d->mask, d->count};
    for (size_t k = 0; k < sizeof shape / sizeof *shape; k++)
        key = tai_hash_more(key, shape[k]);
    for (size_t k = 0; k < d->count; k++)
        key = tai_hash_more(key, d->entry[k]);
    archive *a = &kept[key % (sizeof kept / sizeof *kept)];
    if (a->bytes == NULL || a->key != key)
        write_archive(c, d, h->id, a);
    a->key = key;
    return a;
}

/* ---- the bytes ---- */

static uint64_t number_of(const forge_case *c, const uint8_t *e)
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
    const size_t k = e[3] % 32, n = sizeof list / sizeof *list;
    return k < n ? list[k] : c->end + (uint64_t)k - 24;
}

/* Unpacks a part of the file, edits it and packs it again, if an edit concerns
 * it. The part begins at byte *start of all that is unpacked. Returns its new
 * size. */
static size_t edit_part(const forge_case *c, uint8_t *to, const uint8_t *from,
                        size_t packed, size_t size, uint8_t kind,
                        const uint8_t *edits, size_t n_edits, uint64_t *start)
{
    static uint8_t plain[ROOM];
    static ZSTD_CCtx *pack;
    static ZSTD_DCtx *unpack;
    bool unpacked = false;
    pack = pack != NULL ? pack : ZSTD_createCCtx();
    unpack = unpack != NULL ? unpack : ZSTD_createDCtx();
    for (const uint8_t *e = edits; e < edits + n_edits; e += 4) {
        if (*e != kind || size == 0)
            continue;
        if (!unpacked)
            FUZZ_ASSERT(
                ZSTD_decompressDCtx(unpack, plain, ROOM, from, packed) == size);
        unpacked = true;
        const uint64_t number = number_of(c, e), at = where_of(e);
        if (kind == SUMMARY)
            memcpy(plain + at % (size / 8) * 8, &number, 8);
        else if (at >= *start && at - *start < size)
            plain[at - *start] = e[3];
    }
    *start += size;
    if (unpacked)
        packed = ZSTD_compressCCtx(pack, to, ROOM / 2, plain, size, 1);
    else
        memmove(to, from, packed);
    FUZZ_ASSERT(!ZSTD_isError(packed));
    return packed;
}

static void edit_header(archive_header *h, const uint8_t *e,
                        const forge_case *c)
{
    uint64_t *const fields[] = {
        &h->end,  &h->goal, &h->count,   &h->frames, &h->index,        &h->size,
        &h->head, &h->back, &h->summary, &h->from,   &h->summary_bytes};
    const uint64_t where = where_of(e);
    if (*e == CLAIM) {
        h->end = number_of(c, e);
        h->goal = tai_max_u64(h->goal, h->end);
        if (c->content != TA_CONTENT_COLD && (e[1] & 1) != 0)
            h->count = h->end;
    } else if (*e == FIELD) {
        *fields[where % (sizeof fields / sizeof *fields)] = number_of(c, e);
    } else if (*e == BYTE) {
        ((uint8_t *)h)[where % sizeof *h] = e[3];
    } else if (*e == LETTER) {
        h->game[where % sizeof h->game] = (char)e[3];
    } else if (*e == NAME) {
        memset(h->game, 0, sizeof h->game);
        snprintf(h->game, sizeof h->game, "%s", names[e[3] % n_names]);
    }
}

/* Edits the bytes of the archive in c->file and sets c->file to the result. */
static void edit_bytes(forge_case *c, const uint8_t *edits, size_t n_edits)
{
    static uint8_t file[2 * ROOM];
    static archive_frame index[LONGEST / 16 + 2];
    archive_header h;
    memcpy(&h, c->file, sizeof h);
    const size_t index_bytes = h.frames * sizeof *index;
    memcpy(index, c->file + h.index, index_bytes);
    if (c->misere)
        h.convention = TA_MISERE;
    size_t at = sizeof h;
    uint64_t start = 0;
    for (archive_frame *f = index; f < index + h.frames; f++) {
        const size_t planes = f->planes + (f->modulus > 1 ? 1u : 0u);
        f->bytes = (uint32_t)edit_part(c, file + at, c->file + f->at, f->bytes,
                                       f->count * planes, PLANE, edits, n_edits,
                                       &start);
        f->at = at;
        tai_hash_bytes(file + at, f->bytes, f->hash);
        at += f->bytes;
    }
    if (h.head > 0) {
        const size_t bytes =
            edit_part(c, file + at, c->file + h.summary, h.index - h.summary,
                      h.summary_bytes, SUMMARY, edits, n_edits, &start);
        tai_hash_bytes(file + at, bytes, h.summary_hash);
        h.summary = at;
        at += bytes;
    }
    h.index = at;
    h.size = c->size = at + index_bytes;
    unsigned wrong = 0;
    size_t cut = 0;
    for (const uint8_t *e = edits; e < edits + n_edits; e += 4) {
        if (*e == INDEX && index_bytes > 0)
            ((uint8_t *)index)[where_of(e) % index_bytes] = e[3];
        wrong |= *e == HASH ? e[3] : 0u;
        cut = *e == CUT ? e[3] : cut;
    }
    memcpy(file + at, index, index_bytes);
    if ((wrong & 1) == 0)
        tai_hash_bytes(index, index_bytes, h.index_hash);
    for (const uint8_t *e = edits; e < edits + n_edits; e += 4)
        edit_header(&h, e, c);
    if ((wrong & 2) == 0)
        tai_hash_bytes(&h, offsetof(archive_header, hash), h.hash);
    memcpy(file, &h, sizeof h);
    c->size -= tai_min_u64(cut, c->size);
    c->file = file;
    c->claimed = tai_min_u64(h.end, 1 << 16);
}

/* Returns what an edit does. Half of all edits are of entries. */
static uint8_t kind_of(uint8_t byte)
{
    return byte % 32 < KINDS ? byte % 32 : byte % (FLIP + 1);
}

bool forge_make(forge_case *c, unsigned end, const uint8_t *given, size_t size)
{
    static const uint64_t ends[] = {0,    1,    2,     64,    1000,
                                    3000, 8192, 16384, 16384, LONGEST};
    static content d;
    const honest *h = find_honest(c);
    uint8_t edits[EDITS * 4];
    size = tai_min_u64(size / 4, EDITS) * 4;
    for (size_t k = 0; k < size; k++)
        edits[k] = k % 4 == 0 ? kind_of(given[k]) : given[k];
    c->end = ends[end % (sizeof ends / sizeof *ends)];
    d.cold = c->content == TA_CONTENT_COLD;
    if (!d.cold) /* values cost more for a frame than cold positions */
        c->end = tai_min_u64(c->end, SHORT);
    d.frame = FRAME;
    d.head = d.mask = 0;
    d.count = d.cold ? tai_first_at_least(h->entry, h->count, c->end) : c->end;
    memcpy(d.entry, h->entry, d.count * sizeof *d.entry);
    for (size_t k = 0; k < size; k += 4)
        edit_content(&d, edits + k);
    if (d.cold)
        order_positions(&d, c->end);
    const archive *a = find_archive(c, &d, h);
    c->file = a->bytes;
    c->size = a->size;
    edit_bytes(c, edits, size);
    return size == 0 && (d.cold || !c->misere);
}
