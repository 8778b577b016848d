/* The inside of archives: the file format of FORMAT.md as C structures.
 * Machines must be little-endian (base-internal.h), so the structures below are
 * the bytes of the file. */
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
    TA_ARCHIVE_TRUNCATED = 2, /* version of truncated archives, see FORMAT.md */
    TA_ARCHIVE_OCTAL = 4,     /* content: nim-values of an octal game */
    TA_ARCHIVE_GAME = 256,    /* bytes of a game's name, with its NUL */
    TA_ARCHIVE_COLD = 1 << 16,   /* most positions of a frame that is written */
    TA_ARCHIVE_VALUES = 1 << 17, /* most values of a frame that is written */
    TA_ARCHIVE_ENTRIES = 1 << 20, /* most entries of a frame that is read */
    TA_ARCHIVE_MODULUS = 256,     /* largest modulus of a frame */
    TA_ARCHIVE_PLANES = 8,        /* most bytes of a quotient of a position */
    TA_ARCHIVE_VALUE_PLANES = 2   /* most bytes of a value */
};

/* Every truncated archive (see FORMAT.md) ends below this position. The limit
 * is far above any run, and so low that sums of positions do not overflow. */
#define TA_ARCHIVE_TRUNCATED_END ((uint64_t)1 << 56)

typedef struct archive_header {
    uint8_t magic[8];
    uint32_t version;
    uint32_t content;    /* a ta_content, or TA_ARCHIVE_OCTAL */
    uint32_t convention; /* ta_convention */
    uint32_t zero;
    uint64_t end, goal, count;
    uint64_t frames;
    uint64_t index; /* the byte of the file at which the index starts */
    uint64_t size;  /* of the file */
    /* The next members are 0 except in truncated archives. head, back, from and
     * mask are those of tai_brief_info. The summary starts at byte `summary`,
     * between frames and index, and has summary_bytes bytes when it is
     * unpacked. */
    uint64_t head, back, from, summary, summary_bytes;
    uint32_t unused; /* 0 in new files; not read */
    uint32_t mask;
    uint8_t summary_hash[TA_HASH]; /* hash of the summary's bytes in the file */
    uint64_t reserved[5];
    uint8_t index_hash[TA_HASH];
    char game[TA_ARCHIVE_GAME];
    uint8_t hash[TA_HASH]; /* hash of all bytes of the header before it */
} archive_header;
_Static_assert(sizeof(archive_header) == 512, "the header has no holes");

/* An entry of the index. It describes one frame of the archive. */
typedef struct archive_frame {
    /* The first cold position in the frame or, in an archive of values, the
     * position of the first value. */
    uint64_t first;
    uint64_t at;      /* the byte of the file at which the frame starts */
    uint32_t bytes;   /* bytes of the frame in the file */
    uint32_t count;   /* number of entries of the frame, at least 1 */
    uint16_t modulus; /* 1 in an archive of values */
    uint8_t planes;   /* bytes of each quotient or value */
    uint8_t zero[5];
    uint8_t hash[TA_HASH]; /* hash of the frame's bytes in the file */
} archive_frame;
_Static_assert(sizeof(archive_frame) == 64, "an entry has no holes");

struct ta_archive {
    int fd;
    char name[TA_PATH]; /* the name of the file, for messages */
    archive_header header;
    archive_frame *index; /* header.frames entries */
    /* The largest sizes of a frame: its bytes in the file, its unpacked bytes,
     * and its entries. */
    uint64_t packed_room, planes_room, entries_room;
    ta_archive_info info;
    /* Which values a truncated archive of an octal game has (see
     * tai_brief_info). brief.head is 0 if the archive is not truncated. */
    tai_brief_info brief;
};

/* Returns the end of the positions from 0 on that the archive holds without a
 * gap: the end of the head of a truncated archive, else the end of the archive.
 */
static inline uint64_t tai_archive_whole(const ta_archive *archive)
{
    return archive->brief.head > 0 ? archive->brief.head : archive->info.end;
}

/* ---- digest.c ---- */

/* Computes the SHA-256 hash of `count` bytes. */
void tai_hash_bytes(const void *bytes, size_t count, uint8_t hash[TA_HASH]);
/* Writes a hash as 64 hexadecimal digits and a NUL to `text`. Returns text. */
char *tai_hash_text(const uint8_t hash[TA_HASH], char text[TA_DIGEST_TEXT]);

/* ---- numbers.c ---- */

enum { TA_DIGITS = 20 }; /* the number of digits of 2^64 - 1 */

/* Writes the decimal digits of `value`, without a NUL, to `out`, which has
 * space for TA_DIGITS bytes. Returns the number of digits. */
size_t tai_digits(uint64_t value, char *out);

/* ---- draft.c ---- */

/* A draft: a file that is being written. It gets its final name only when it is
 * complete. */
typedef struct ta_draft {
    int fd;             /* -1: there is no draft */
    int failed;         /* errno of the first write that failed, or 0 */
    char path[TA_PATH]; /* the final name; empty for standard output */
    /* the temporary name; empty if the file is written in place */
    char temporary[TA_PATH + 128];
} ta_draft;

/* Opens a draft of the file `path`; NULL stands for standard output. If `path`
 * is a symbolic link, the draft is of the file to which the link leads, whether
 * or not that file exists. If the draft cannot be opened, returns TA_EIO with
 * errno set and leaves no file behind. */
ta_status tai_draft_open(const char *path, ta_draft *draft, ta_error *error);
/* Writes `count` bytes to a draft. After a write has failed, later writes do
 * nothing and tai_draft_close fails, so the caller may ignore the result.
 * Returns TA_EIO, with errno set, if a write has failed. */
ta_status tai_draft_write(ta_draft *draft, const void *bytes, size_t count);
/* Ends a draft in any case. With `keep`, syncs the file and gives it its final
 * name; otherwise removes the file. Returns TA_EIO, with errno set, if this
 * fails or if an earlier write has failed. */
ta_status tai_draft_close(ta_draft *draft, bool keep, ta_error *error);

/* ---- open.c ---- */

/* Writes a sentence about an archive that is not valid: the name of the file,
 * then the text by `format`. Returns TA_EMISMATCH. */
ta_status tai_archive_reject(const ta_archive *archive, ta_error *error,
                             const char *format, ...) TA_PRINTF(3, 4);
/* Checks that an archive of this content and convention can have `game` as the
 * name of its game. The name must be printable ASCII. It must describe the
 * whole game, or be a hash of its set; the name of a file of a set is refused.
 */
bool tai_archive_game_fits(const char *game, uint32_t content,
                           uint32_t convention);
/* Completes a header: sets its magic bytes, its version and its hash. */
void tai_archive_seal(archive_header *header);
/* Reads `count` bytes from byte `at` of the file on, and checks that they have
 * this hash. `what` names these bytes in messages. Returns TA_EIO if reading
 * fails, and TA_EMISMATCH if the hash differs or the file ends earlier. */
ta_status tai_archive_read_part(const ta_archive *archive, uint64_t at,
                                void *bytes, uint64_t count,
                                const uint8_t hash[TA_HASH], const char *what,
                                ta_error *error);
/* Checks that an archive is of this game and of its convention. Returns
 * TA_EINVAL if it is not. */
ta_status tai_archive_same_game(const ta_archive *archive, const ta_game *game,
                                ta_error *error);

/* ---- pack.c: from entries to bytes ---- */

/* A packer: the entries of one frame, and the memory that is needed to pack
 * them. */
typedef struct archive_packer {
    bool is_cold;
    /* The largest and the current number of entries. */
    size_t room, count;
    union {
        void *entries;
        uint64_t *cold;   /* entries that are cold positions */
        uint16_t *values; /* entries that are values */
    };
    /* The numbers whose bytes the planes hold: differences of quotients, or
     * values. */
    uint64_t *step;
    uint8_t *plane; /* memory for the bytes of one plane */
    uint8_t *out;   /* the packed frame */
    size_t out_room;
    ZSTD_CCtx *zstd;
    unsigned modulus;
} archive_packer;

/* Makes a packer of frames of at most `room` entries, which are cold positions
 * if is_cold is set, else values. Returns TA_ENOMEM if there is no memory. The
 * caller must call tai_packer_free in either case. */
ta_status tai_packer_new(archive_packer *packer, size_t room, bool is_cold);
void tai_packer_free(archive_packer *packer);
/* Packs the entries of the packer into packer->out, and sets all members of
 * *frame but `at`. The entries stay in the packer. `first` is the position of
 * the first value; it is not used for cold positions. With `choose`, chooses
 * the modulus again. Returns TA_ENOMEM if there is no memory. */
ta_status tai_packer_pack(archive_packer *packer, uint64_t first, bool choose,
                          archive_frame *frame);

/* ---- read.c ---- */

/* A reader of an archive, for many short ranges in increasing order. It reads
 * as ta_archive_read does, and keeps the last frame in memory.
 * tai_archive_reader_free accepts NULL. */
typedef struct archive_reader archive_reader;
ta_status tai_archive_reader_new(const ta_archive *archive,
                                 archive_reader **reader, ta_error *error);
void tai_archive_reader_free(archive_reader *reader);
/* Returns the bytes of memory that a reader of this archive needs: for the
 * largest frame, packed and unpacked, and for zstd. */
uint64_t tai_archive_reader_memory(const ta_archive *archive);
ta_status tai_archive_reader_read(archive_reader *reader, uint64_t from,
                                  uint64_t to, const ta_sink *sink,
                                  ta_error *error);

/* ---- summary.c: counts and records in a truncated archive ---- */

typedef struct archive_record {
    /* A record: a value that is larger than all values before it, and the first
     * heap that has it. */
    uint64_t value, heap;
} archive_record;

typedef struct archive_summary {
    uint64_t end, from; /* the counts are of the heaps in [from, end) */
    /* All values are below `values`, and count[v] is the count of value v. */
    uint64_t values;
    uint64_t records;
    uint64_t count[1 << 16];
    archive_record record[1 << 16];
} archive_summary;

/* Adds `count` more values to a summary: those of the heaps from summary->end
 * on. */
void tai_summary_add(archive_summary *summary, const uint16_t *values,
                     uint64_t count);
/* Packs a summary into *out, an array of *bytes bytes, which the caller frees
 * in any case. Sets from, summary_bytes and summary_hash of the header. Returns
 * TA_ENOMEM if there is no memory. */
ta_status tai_summary_pack(const archive_summary *summary, ZSTD_CCtx *zstd,
                           archive_header *header, uint8_t **out,
                           size_t *bytes);
/* Reads and checks the summary of a truncated archive. The caller frees
 * *summary by ta_free. Returns TA_EINVAL if the archive is not truncated,
 * TA_EMISMATCH if the summary is not valid, TA_EIO or TA_ENOMEM. */
ta_status tai_summary_read(const ta_archive *archive, archive_summary **summary,
                           ta_error *error);

/* ---- write.c ---- */

/* Does what ta_archive_writer_new does, with `entries` entries in a frame.
 * Serves tests. */
ta_status tai_archive_writer_new_framed(const ta_archive_info *info,
                                        size_t entries,
                                        ta_archive_writer **writer,
                                        ta_error *error);

#endif
