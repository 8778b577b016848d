/* Declarations that the files of src/archive share. An archive is a file that
 * holds the cold positions or the values of a game in compressed form. The
 * structures archive_header and archive_frame have the layout of the file,
 * which FORMAT.md describes. The machine must be little-endian. */
#ifndef TA_ARCHIVE_H
#define TA_ARCHIVE_H

#include <nettle/sha2.h>
#include <zstd.h>

#include "archive/formats.h"
#include "archive/checkpoint-file.h"
#include "base/base-internal.h"

/* The first eight bytes of every archive. A transfer that converts the ends of
 * lines changes these bytes, so that such damage is noticed. */
#define TA_ARCHIVE_MAGIC "\x89TKA\r\n\x1a\n"

enum {
    TA_HASH = SHA256_DIGEST_SIZE, /* 32 bytes */
    TA_ARCHIVE_VERSION = 1,
    /* The format version of a truncated archive. A truncated archive leaves out
     * values that a resumed run does not need (FORMAT.md). */
    TA_ARCHIVE_TRUNCATED = 2,
    /* The value of archive_header.content in an archive of the nim-values of an
     * octal game. */
    TA_ARCHIVE_OCTAL = 4,
    /* The size of archive_header.game, the name of the game, in bytes. At least
     * one final NUL is included. */
    TA_ARCHIVE_GAME = 256,
    /* The number of cold positions that the writer puts into a full frame. A
     * frame is a part of an archive that is compressed by itself. */
    TA_ARCHIVE_COLD = 1 << 16,
    /* The number of values that the writer puts into a full frame. A frame is a
     * part of an archive that is compressed by itself. */
    TA_ARCHIVE_VALUES = 1 << 17,
    /* The largest number of entries (cold positions or values) that a reader
     * accepts in one frame of an archive. */
    TA_ARCHIVE_ENTRIES = 1 << 20,
    /* The largest modulus of a frame of an archive. A cold position is stored
     * as its quotient and its remainder by the modulus. */
    TA_ARCHIVE_MODULUS = 256,
    /* The largest number of byte planes in a frame of cold positions. The frame
     * stores each position as its quotient and remainder by a modulus, and
     * stores the difference between each quotient and the one before. A
     * difference has up to 8 bytes. Byte plane k has byte k of all differences.
     */
    TA_ARCHIVE_PLANES = 8,
    TA_ARCHIVE_VALUE_PLANES = 2 /* most bytes of a value */
};

/* The end of a truncated archive (an archive that leaves out some values) must
 * be below this limit, 2^56. No run gets that far, and the sum of two such
 * positions fits in 64 bits. */
#define TA_ARCHIVE_TRUNCATED_END ((uint64_t)1 << 56)

typedef struct archive_header {
    uint8_t magic[8];
    uint32_t version;
    /* What the archive holds: a ta_content, or TA_ARCHIVE_OCTAL for the
     * nim-values of an octal game. */
    uint32_t content;
    uint32_t convention; /* ta_convention */
    uint32_t zero;
    uint64_t end, goal, count;
    uint64_t frames;
    uint64_t index; /* the byte of the file at which the index starts */
    uint64_t size;  /* of the file */
    /* A truncated archive has only the values of the positions [0, head) and
     * [back, end). Its summary counts how often each value occurs at the
     * positions [from, end). The summary starts at byte `summary` of the file,
     * and has summary_bytes bytes when it is unpacked. In an archive that is
     * not truncated, these five members are 0. */
    uint64_t head, back, from, summary, summary_bytes;
    /* Not used. A writer stores 0. Old truncated archives may have another
     * number here, which a reader ignores. */
    uint32_t unused;
    uint32_t mask;
    /* The SHA-256 hash of the compressed summary, as it is in the file. */
    uint8_t summary_hash[TA_HASH];
    uint64_t reserved[5];
    uint8_t index_hash[TA_HASH];
    char game[TA_ARCHIVE_GAME];
    /* The SHA-256 hash of all bytes of the header before this member. */
    uint8_t hash[TA_HASH];
} archive_header;
_Static_assert(sizeof(archive_header) == 512, "the header has no holes");

/* An entry of the index of an archive. The entry describes one frame, which is
 * a part of the archive that is compressed by itself. */
typedef struct archive_frame {
    /* The first cold position in the frame or, in an archive of values, the
     * position of the first value. */
    uint64_t first;
    uint64_t at; /* the byte of the file at which the frame starts */
    /* The number of bytes that the frame has in the file. */
    uint32_t bytes;
    /* The number of cold positions or of values in the frame, at least 1. */
    uint32_t count;
    /* A cold position is stored as its quotient and its remainder by this
     * modulus. In an archive of values the modulus is 1. */
    uint16_t modulus;
    /* The number of bytes that are stored for each value. In an archive of cold
     * positions, each position is stored as a quotient and a remainder by
     * `modulus`. Then it is the number of bytes for the difference between one
     * quotient and the next. */
    uint8_t planes;
    uint8_t zero[5];
    uint8_t hash[TA_HASH]; /* hash of the frame's bytes in the file */
} archive_frame;
_Static_assert(sizeof(archive_frame) == 64, "an entry has no holes");

struct ta_archive {
    int fd;
    char name[TA_PATH]; /* the name of the file, for messages */
    archive_header header;
    archive_frame *index; /* header.frames entries */
    /* packed_room is the largest number of bytes of a frame in the file.
     * planes_room is the largest number of bytes of an unpacked frame.
     * entries_room is the largest number of entries of a frame. Readers
     * allocate buffers of these sizes. */
    uint64_t packed_room, planes_room, entries_room;
    ta_archive_info info;
    /* A truncated archive has only the values of the heaps [0, brief.head) and
     * [brief.back, info.end). If the archive is not truncated, brief.head is 0.
     */
    tai_brief_info brief;
};

/* Returns the largest p for which the archive holds all positions below p. If
 * the archive is truncated, it lacks some positions from brief.head on, and p
 * is brief.head. Otherwise p is the end of the archive. */
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

/* ---- open.c ---- */

/* Writes to *error a sentence that says why an archive is not valid. The
 * sentence consists of the name of the file and of the text that `format`
 * makes. Returns TA_EMISMATCH. */
ta_status tai_archive_reject(const ta_archive *archive, ta_error *error,
                             const char *format, ...) TA_PRINTF(3, 4);
/* Returns whether `game` may be the name of the game in an archive with this
 * content and convention. The name must have 1 to 255 printable ASCII
 * characters. It must be the spec of a game, for example "squares", or a hash
 * of a set, for example "set#" with 16 hexadecimal digits. A spec that names a
 * file is refused. Archives of values must be of normal play. */
bool tai_archive_game_fits(const char *game, uint32_t content,
                           uint32_t convention);
/* Completes a header: sets its magic bytes, its version and its hash. */
void tai_archive_seal(archive_header *header);
/* Reads `count` bytes of the file into `bytes`, from byte number `at` on.
 * Checks that their SHA-256 hash is `hash`. Error messages call these bytes
 * `what`. Returns TA_EIO if reading fails, and TA_EMISMATCH if the hash differs
 * or the file ends earlier. */
ta_status tai_archive_read_part(const ta_archive *archive, uint64_t at,
                                void *bytes, uint64_t count,
                                const uint8_t hash[TA_HASH], const char *what,
                                ta_error *error);
/* Checks that an archive has the same name of the game, and the same convention
 * (normal or misère play), as `game`. Returns TA_EINVAL if it does not. */
ta_status tai_archive_same_game(const ta_archive *archive, const ta_game *game,
                                ta_error *error);

/* ---- pack.c: from entries to bytes ---- */

/* A packer. It compresses the entries (cold positions or values) of one frame
 * of an archive. The structure holds these entries and the memory for
 * compressing them. */
typedef struct archive_packer {
    bool is_cold;
    /* `room` is the largest number of entries that the packer can hold, and
     * `count` is the number of entries that it holds now. */
    size_t room, count;
    union {
        void *entries;
        uint64_t *cold;   /* cold positions */
        uint16_t *values; /* values */
    };
    /* The number that is stored for each entry. For a value it is the value
     * itself. For a cold position it is the quotient of the position by
     * `modulus`, minus the quotient of the previous position. */
    uint64_t *step;
    /* Memory for a plane. A plane has one byte of each entry, for example the
     * lowest byte of each value. */
    uint8_t *plane;
    uint8_t *out; /* the packed frame */
    size_t out_room;
    ZSTD_CCtx *zstd;
    unsigned modulus;
} archive_packer;

/* Makes a packer for frames of at most `room` entries. The entries are cold
 * positions if is_cold is true, and values otherwise. Returns TA_ENOMEM if
 * there is no memory. The caller must call tai_packer_free in either case. */
ta_status tai_packer_new(archive_packer *packer, size_t room, bool is_cold);
void tai_packer_free(archive_packer *packer);
/* Compresses the entries of the packer into packer->out as one frame. The
 * entries stay in the packer. Sets all members of *frame except `at`. If the
 * entries are values, `first` is the position of the first value; otherwise
 * `first` is ignored. Cold positions are stored as quotients and remainders by
 * packer->modulus. If `choose` is true, a new packer->modulus is chosen for
 * them first. Returns TA_ENOMEM if there is no memory. */
ta_status tai_packer_pack(archive_packer *packer, uint64_t first, bool choose,
                          archive_frame *frame);

/* ---- read.c ---- */

/* A reader of an archive. It keeps the frame that was read last in memory, so
 * that many short ranges in increasing order can be read without unpacking a
 * frame twice. tai_archive_reader_free accepts NULL. */
typedef struct archive_reader archive_reader;
ta_status tai_archive_reader_new(const ta_archive *archive,
                                 archive_reader **reader, ta_error *error);
void tai_archive_reader_free(archive_reader *reader);
/* Returns the number of bytes of memory that a reader of this archive needs.
 * The memory holds the largest frame, both compressed and unpacked, and the
 * state of zstd. */
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
    /* The array `count` counts the values of the heaps in [from, end). The
     * array `record` has the records among all heaps below `end`. */
    uint64_t end, from;
    /* All values are below `values`. Member count[v] is the number of heaps in
     * [from, end) that have the value v. */
    uint64_t values;
    uint64_t records;
    uint64_t count[1 << 16];
    archive_record record[1 << 16];
} archive_summary;

/* Adds the values of the next `count` heaps to a summary, which counts how
 * often each value occurs and lists the records. The first of these heaps is
 * summary->end, which increases by `count`. */
void tai_summary_add(archive_summary *summary, const uint16_t *values,
                     uint64_t count);
/* Compresses a summary into a new array *out of *bytes bytes. The caller frees
 * the array, even after an error. Sets the members from, summary_bytes and
 * summary_hash of *header. Returns TA_ENOMEM if there is no memory. */
ta_status tai_summary_pack(const archive_summary *summary, ZSTD_CCtx *zstd,
                           archive_header *header, uint8_t **out,
                           size_t *bytes);
/* Reads and checks the summary of a truncated archive: its records, and how
 * often each value occurs. The caller frees *summary by ta_free. Returns
 * TA_EINVAL if the archive is not truncated, TA_EMISMATCH if the summary is not
 * valid, TA_EIO if reading fails, and TA_ENOMEM if there is no memory. */
ta_status tai_summary_read(const ta_archive *archive, archive_summary **summary,
                           ta_error *error);

/* ---- write.c ---- */

/* Makes a writer of an archive whose frames have `entries` entries each. A
 * frame is a part of the archive that is compressed by itself. Tests call this
 * function to get small frames. Returns TA_EINVAL if the game, the content and
 * the convention in *info do not fit together, and TA_ENOMEM if there is no
 * memory. */
ta_status tai_archive_writer_new_framed(const ta_archive_info *info,
                                        size_t entries,
                                        ta_archive_writer **writer,
                                        ta_error *error);

#endif
