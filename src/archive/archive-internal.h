/* What the files of src/archive share. archive_header and archive_frame are
 * laid out as in the file (FORMAT.md), on a little-endian machine.
 *
 *   frame      a part of an archive that is compressed by itself
 *   entry      of a frame: a cold position, or a value
 *   plane      one byte of each entry of a frame
 *   quotient, remainder   of a cold position, by the modulus of its frame
 *   step       a value; of a cold position its quotient less the one before
 *   truncated  in names: brief; see tai_brief_info
 *   record     a value above all before, with its heap */
#ifndef TA_ARCHIVE_H
#define TA_ARCHIVE_H

#include <nettle/sha2.h>
#include <zstd.h>

#include "archive/formats.h"
#include "archive/checkpoint-file.h"
#include "base/base-internal.h"

/* A transfer that converts ends of lines changes them. */
#define TA_ARCHIVE_MAGIC "\x89TKA\r\n\x1a\n"

enum {
    TA_HASH = SHA256_DIGEST_SIZE, /* 32 bytes */
    TA_ARCHIVE_VERSION = 1,
    TA_ARCHIVE_TRUNCATED = 2, /* version of truncated archives */
    TA_ARCHIVE_OCTAL = 4,     /* content: nim-values of an octal game */
    TA_ARCHIVE_GAME = 256,    /* bytes of a game's name, with a NUL */
    /* Entries of a full frame as it is written, cold positions or values; and
     * the most that a reader accepts. */
    TA_ARCHIVE_COLD = 1 << 16,
    TA_ARCHIVE_VALUES = 1 << 17,
    TA_ARCHIVE_ENTRIES = 1 << 20,
    TA_ARCHIVE_MODULUS = 256, /* the largest; a remainder is a byte */
    /* Most bytes of a step: of cold positions, and of values. */
    TA_ARCHIVE_PLANES = 8,
    TA_ARCHIVE_VALUE_PLANES = 2
};

/* The sum of two ends fits in 64 bits. */
#define TA_ARCHIVE_TRUNCATED_END ((uint64_t)1 << 56)

typedef struct archive_header {
    uint8_t magic[8];
    uint32_t version;
    /* ta_content, or TA_ARCHIVE_OCTAL */
    uint32_t content;
    uint32_t convention; /* ta_convention */
    uint32_t zero;
    uint64_t end, goal, count; /* see ta_archive_info */
    uint64_t frames;
    uint64_t index; /* its first byte in the file; it ends the file */
    uint64_t size;  /* of the file, in bytes */
    /* Truncated: values of [0, head) and [back, end) only, and a summary, at
     * byte `summary`, of summary_bytes unpacked, of [from, end). Else 0. */
    uint64_t head, back, from, summary, summary_bytes;
    /* 0; old truncated archives have a number here, which is ignored. */
    uint32_t unused;
    uint32_t mask;                 /* see tai_brief_info */
    uint8_t summary_hash[TA_HASH]; /* of the compressed summary */
    uint64_t reserved[5];          /* 0 */
    uint8_t index_hash[TA_HASH];
    char game[TA_ARCHIVE_GAME];
    uint8_t hash[TA_HASH]; /* of all before it */
} archive_header;
_Static_assert(sizeof(archive_header) == 512, "the header has no holes");

/* What the index has for each frame. */
typedef struct archive_frame {
    uint64_t first;   /* its first cold position; of values: position */
    uint64_t at;      /* its first byte in the file */
    uint32_t bytes;   /* in the file */
    uint32_t count;   /* entries, at least 1 */
    uint16_t modulus; /* 1 for values; above 1 a plane of remainders is first */
    uint8_t planes;   /* bytes of a step */
    uint8_t zero[5];
    uint8_t hash[TA_HASH]; /* of its bytes in the file */
} archive_frame;
_Static_assert(sizeof(archive_frame) == 64, "an entry has no holes");

struct ta_archive {
    int fd;
    char name[TA_PATH]; /* of the file, for messages */
    archive_header header;
    archive_frame *index; /* header.frames entries */
    /* Most bytes of a frame, packed and unpacked, and most entries: the sizes
     * of readers' buffers. */
    uint64_t packed_room, planes_room, entries_room;
    ta_archive_info info;
    /* brief.head is 0 if it is not truncated */
    tai_brief_info brief;
};

/* Returns the largest p such that all results of [0, p) are there. */
static inline uint64_t tai_archive_whole(const ta_archive *archive)
{
    return archive->brief.head > 0 ? archive->brief.head : archive->info.end;
}

/* ---- digest.c ---- */

void tai_hash_bytes(const void *bytes, size_t count, uint8_t hash[TA_HASH]);
/* Writes the hash in hexadecimal digits and a NUL, and returns `text`. */
char *tai_hash_text(const uint8_t hash[TA_HASH], char text[TA_DIGEST_TEXT]);

/* ---- numbers.c ---- */

enum { TA_DIGITS = 20 }; /* of 2^64 - 1 */

/* Writes decimal digits, no NUL, and returns how many. */
size_t tai_digits(uint64_t value, char *out);

/* ---- open.c ---- */

/* Writes why the archive is not valid, after the name of the file. Returns
 * TA_EMISMATCH. */
ta_status tai_archive_reject(const ta_archive *archive, ta_error *error,
                             const char *format, ...) TA_PRINTF(3, 4);
/* Returns whether `game` can be the name in such an archive: up to 255
 * printable ASCII characters, a spec or a hash of a set, and never a file.
 * Archives of values are of normal play. */
bool tai_archive_game_fits(const char *game, uint32_t content,
                           uint32_t convention);
/* Sets magic, version and hash, when all else is set. */
void tai_archive_seal(archive_header *header);
/* Reads `count` bytes from byte `at`, which messages call `what`, and checks
 * their hash. Returns TA_EIO or TA_EMISMATCH. */
ta_status tai_archive_read_part(const ta_archive *archive, uint64_t at,
                                void *bytes, uint64_t count,
                                const uint8_t hash[TA_HASH], const char *what,
                                ta_error *error);
/* Returns TA_EINVAL if name or convention are not those of `game`. */
ta_status tai_archive_same_game(const ta_archive *archive, const ta_game *game,
                                ta_error *error);

/* ---- pack.c: from entries to bytes ---- */

/* Compresses the entries of one frame. */
typedef struct archive_packer {
    bool is_cold;
    size_t room, count; /* entries: of a full frame, and now */
    union {
        void *entries;
        uint64_t *cold;
        uint16_t *values;
    };
    uint64_t *step;
    uint8_t *plane; /* the current one */
    uint8_t *out;   /* the packed frame */
    size_t out_room;
    ZSTD_CCtx *zstd;
    unsigned modulus; /* the last one chosen; 1 at first and for values */
} archive_packer;

/* The caller frees it, even after TA_ENOMEM. */
ta_status tai_packer_new(archive_packer *packer, size_t room, bool is_cold);
void tai_packer_free(archive_packer *packer);
/* Packs the entries, which stay, into packer->out, and sets *frame but for
 * `at`; `first` is the position of the first value. With `choose`, a modulus
 * for cold positions is chosen first. */
ta_status tai_packer_pack(archive_packer *packer, uint64_t first, bool choose,
                          archive_frame *frame);

/* ---- read.c ---- */

/* Reads ranges of an archive, and keeps the last frame unpacked; one thread at
 * a time. tai_archive_reader_free accepts NULL. */
typedef struct archive_reader archive_reader;
ta_status tai_archive_reader_new(const ta_archive *archive,
                                 archive_reader **reader, ta_error *error);
void tai_archive_reader_free(archive_reader *reader);
/* Returns the bytes of a reader. */
uint64_t tai_archive_reader_memory(const ta_archive *archive);
ta_status tai_archive_reader_read(archive_reader *reader, uint64_t from,
                                  uint64_t to, const ta_sink *sink,
                                  ta_error *error);

/* ---- summary.c: counts and records in a truncated archive ---- */

typedef struct archive_record {
    uint64_t value, heap;
} archive_record;

typedef struct archive_summary {
    uint64_t end, from; /* counts are of [from, end), records of [0, end) */
    uint64_t values;    /* the largest value, plus 1 */
    uint64_t records;   /* how many */
    uint64_t count[1 << 16]; /* count[v] heaps have the value v < `values` */
    archive_record record[1 << 16];
} archive_summary;

/* Adds the values of the next heaps, from summary->end on. */
void tai_summary_add(archive_summary *summary, const uint16_t *values,
                     uint64_t count);
/* Compresses a summary into *out, which the caller frees even after an error.
 * Sets from, summary_bytes and summary_hash of the header. */
ta_status tai_summary_pack(const archive_summary *summary, ZSTD_CCtx *zstd,
                           archive_header *header, uint8_t **out,
                           size_t *bytes);
/* Reads and checks a summary, freed by ta_free. Returns TA_EINVAL (not
 * truncated), TA_EMISMATCH, TA_EIO or TA_ENOMEM. */
ta_status tai_summary_read(const ta_archive *archive, archive_summary **summary,
                           ta_error *error);

/* ---- write.c ---- */

/* Makes a writer with frames of `entries`, for tests. Returns TA_EINVAL (game,
 * content and convention do not fit) or TA_ENOMEM. */
ta_status tai_archive_writer_new_framed(const ta_archive_info *info,
                                        size_t entries,
                                        ta_archive_writer **writer,
                                        ta_error *error);

#endif
