/* Archives inside: FORMAT.md in C. Machines are little-endian
 * (base-internal.h), so the structures below are the bytes of the file. */
#ifndef TA_ARCHIVE_H
#define TA_ARCHIVE_H

#include <nettle/sha2.h>
#include <zstd.h>

#include "base/base-internal.h"

#define TA_ARCHIVE_MAGIC "\x89TKA\r\n\x1a\n" /* any text mode changes it */

enum {
    TA_PATH = 4096,               /* bytes of a path, with its NUL */
    TA_HASH = SHA256_DIGEST_SIZE, /* 32 bytes */
    TA_ARCHIVE_VERSION = 1,
    TA_ARCHIVE_TRUNCATED = 2,     /* the version of truncated archives */
    TA_ARCHIVE_OCTAL = 4,         /* the content of nim-values of octal games */
    TA_ARCHIVE_GAME = 256,        /* bytes of a name, with its NUL */
    TA_ARCHIVE_COLD = 1 << 16,    /* entries of a frame that is written */
    TA_ARCHIVE_VALUES = 1 << 17,  /* the same of values */
    TA_ARCHIVE_ENTRIES = 1 << 20, /* the most that a reader accepts */
    TA_ARCHIVE_MODULUS = 256,     /* the largest modulus */
    TA_ARCHIVE_PLANES = 8,        /* the most bytes of a quotient */
    TA_ARCHIVE_VALUE_PLANES = 2   /* the same of a value */
};

/* A truncated archive ends below: far above any run, and far below an overflow.
 */
#define TA_ARCHIVE_TRUNCATED_END ((uint64_t)1 << 56)

typedef struct archive_header {
    uint8_t magic[8];
    uint32_t version;
    uint32_t content;    /* ta_content, or TA_ARCHIVE_OCTAL */
    uint32_t convention; /* ta_convention */
    uint32_t zero;
    uint64_t end, goal, count;
    uint64_t frames;
    uint64_t index; /* where in the file the index starts */
    uint64_t size;  /* of the file */
    /* All 0 but in truncated archives: the members of tai_brief_info; where the
     * summary starts, between frames and index, and its bytes, unpacked. */
    uint64_t head, back, from, summary, summary_bytes;
    uint32_t unused; /* 0 in new files; not read */
    uint32_t mask;
    uint8_t summary_hash[TA_HASH]; /* of its bytes in the file */
    uint64_t reserved[5];
    uint8_t index_hash[TA_HASH];
    char game[TA_ARCHIVE_GAME];
    uint8_t hash[TA_HASH]; /* of the bytes of the header before it */
} archive_header;
_Static_assert(sizeof(archive_header) == 512, "the header has no holes");

/* An entry of the index. */
typedef struct archive_frame {
    uint64_t first; /* the first cold position; the first position of values */
    uint64_t at;    /* where in the file the frame starts */
    uint32_t bytes; /* of the frame in the file */
    uint32_t count; /* of its entries, at least 1 */
    uint16_t modulus; /* of values 1 */
    uint8_t planes;   /* bytes of each quotient or value */
    uint8_t zero[5];
    uint8_t hash[TA_HASH]; /* of its bytes in the file */
} archive_frame;
_Static_assert(sizeof(archive_frame) == 64, "an entry has no holes");

struct ta_archive {
    int fd;
    char name[TA_PATH]; /* of the file, for messages */
    archive_header header;
    archive_frame *index; /* header.frames entries */
    /* What any one frame takes: packed bytes, bytes of planes, entries. */
    uint64_t packed_room, planes_room, entries_room;
    ta_archive_info info;
    tai_brief_info brief; /* head 0: the archive is not truncated */
};

/* Returns the end of the positions from 0 on that are all there. */
static inline uint64_t tai_archive_whole(const ta_archive *archive)
{
    return archive->brief.head > 0 ? archive->brief.head : archive->info.end;
}

/* ---- digest.c ---- */

/* Writes the SHA-256 of the bytes. */
void tai_hash_bytes(const void *bytes, size_t count, uint8_t hash[TA_HASH]);
/* Writes the 64 hexadecimal digits of a hash and NUL. Returns text. */
char *tai_hash_text(const uint8_t hash[TA_HASH], char text[TA_DIGEST_TEXT]);

/* ---- numbers.c ---- */

enum { TA_DIGITS = 20 }; /* of 2^64 - 1 */

/* Writes `value` in decimal at `out`, which has TA_DIGITS bytes; no NUL.
 * Returns the number of digits. */
size_t tai_digits(uint64_t value, char *out);

/* ---- draft.c ---- */

/* A file that gets its name only when it is whole. */
typedef struct ta_draft {
    int fd;             /* -1: there is no draft */
    int failed;         /* errno of the first write that failed, or 0 */
    char path[TA_PATH]; /* the final name; empty for standard output */
    char temporary[TA_PATH + 128]; /* empty if written in place */
} ta_draft;

/* Opens a draft of the file `path`; NULL stands for standard output. If `path`
 * is a symbolic link, the file is the one that the link leads to, there already
 * or not. TA_EIO with errno set; nothing is left behind then. */
ta_status tai_draft_open(const char *path, ta_draft *draft, ta_error *error);
/* Writes all of the bytes. Once a write has failed, later ones do nothing, and
 * tai_draft_close fails: a caller need not look at the result. TA_EIO with
 * errno set. */
ta_status tai_draft_write(ta_draft *draft, const void *bytes, size_t count);
/* Ends the draft in any case: with `keep` the file is synced and gets its name,
 * otherwise it is removed. TA_EIO with errno set, also for a write that failed
 * before. */
ta_status tai_draft_close(ta_draft *draft, bool keep, ta_error *error);

/* ---- open.c ---- */

/* Fails with TA_EMISMATCH and a sentence that begins with the file's name. */
ta_status tai_archive_reject(const ta_archive *archive, ta_error *error,
                             const char *format, ...) TA_PRINTF(3, 4);
/* Checks that a file of that content and convention can be of the game that
 * has this name: a name that says all, or a hash; printable; of no file. */
bool tai_archive_game_fits(const char *game, uint32_t content,
                           uint32_t convention);
/* Fills in magic, version and hash. */
void tai_archive_seal(archive_header *header);
/* Reads a part of the file that has this hash; `what` is its name in messages.
 * TA_EIO; TA_EMISMATCH if the hash is another, or if the file ends before. */
ta_status tai_archive_read_part(const ta_archive *archive, uint64_t at,
                                void *bytes, uint64_t count,
                                const uint8_t hash[TA_HASH], const char *what,
                                ta_error *error);
/* TA_EINVAL if the archive is of another game or convention. */
ta_status tai_archive_same_game(const ta_archive *archive, const ta_game *game,
                                ta_error *error);

/* ---- pack.c: from entries to bytes ---- */

/* The entries of a frame, and what is needed to pack them. */
typedef struct archive_packer {
    bool is_cold;
    size_t room, count; /* entries: at most, and now */
    union {
        void *entries;
        uint64_t *cold;   /* if they are positions */
        uint16_t *values; /* if they are values */
    };
    uint64_t *step; /* what the planes have the bytes of */
    uint8_t *plane; /* capacity for one */
    uint8_t *out;   /* the packed frame */
    size_t out_room;
    ZSTD_CCtx *zstd;
    unsigned modulus;
} archive_packer;

/* Makes a packer of frames of at most `room` entries. TA_ENOMEM; in either case
 * the caller calls tai_packer_free. */
ta_status tai_packer_new(archive_packer *packer, size_t room, bool is_cold);
void tai_packer_free(archive_packer *packer);
/* Packs the entries, which stay, into packer->out, and fills in all of `frame`
 * but `at`; `first` is that of values. With `choose` the modulus is chosen
 * again. TA_ENOMEM. */
ta_status tai_packer_pack(archive_packer *packer, uint64_t first, bool choose,
                          archive_frame *frame);

/* ---- read.c ---- */

/* A reader reads as ta_archive_read does, and keeps the frame that it read
 * last: for many short ranges in increasing order. Free accepts NULL. */
typedef struct archive_reader archive_reader;
ta_status tai_archive_reader_new(const ta_archive *archive,
                                 archive_reader **reader, ta_error *error);
void tai_archive_reader_free(archive_reader *reader);
/* Returns the bytes that a reader of the archive holds: its largest frame,
 * packed and unpacked, and what zstd needs. */
uint64_t tai_archive_reader_memory(const ta_archive *archive);
ta_status tai_archive_reader_read(archive_reader *reader, uint64_t from,
                                  uint64_t to, const ta_sink *sink,
                                  ta_error *error);

/* ---- summary.c: what a truncated archive holds of all values ---- */

typedef struct archive_record {
    uint64_t value, heap; /* the first heap of this value, above all before */
} archive_record;

typedef struct archive_summary {
    uint64_t end, from; /* counts are of heaps in [from, end) */
    uint64_t values;    /* all values are below; their counts are there */
    uint64_t records;
    uint64_t count[1 << 16];
    archive_record record[1 << 16];
} archive_summary;

/* Adds values that follow the last. */
void tai_summary_add(archive_summary *summary, const uint16_t *values,
                     uint64_t count);
/* Packs it into *out, which the caller frees in any case, and sets from,
 * summary_bytes and summary_hash of the header. TA_ENOMEM. */
ta_status tai_summary_pack(const archive_summary *summary, ZSTD_CCtx *zstd,
                           archive_header *header, uint8_t **out,
                           size_t *bytes);
/* Reads and checks the summary of a truncated archive, which the caller frees
 * by ta_free. TA_EINVAL for other archives; TA_EMISMATCH, TA_EIO, TA_ENOMEM. */
ta_status tai_summary_read(const ta_archive *archive, archive_summary **summary,
                           ta_error *error);

/* ---- write.c ---- */

/* As ta_archive_writer_new, with frames of another size, for tests. */
ta_status tai_archive_writer_new_framed(const ta_archive_info *info,
                                        size_t entries,
                                        ta_archive_writer **writer,
                                        ta_error *error);

#endif
