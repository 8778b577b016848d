/* Archives inside: FORMAT.md in C. Machines are little-endian (base.h), so the
 * structures are the bytes of the file. */
#ifndef TA_ARCHIVE_H
#define TA_ARCHIVE_H

#include <zstd.h>

#include "base/base.h"
#include "archive/hash.h"

#define TA_ARCHIVE_MAGIC "\x89TKA\r\n\x1a\n" /* spoilt by any text mode */

enum {
    TA_ARCHIVE_VERSION = 1,
    TA_ARCHIVE_BRIEF = 2,         /* the version of brief ones */
    TA_ARCHIVE_GAME = 256,        /* bytes of a spec, its NUL included */
    TA_ARCHIVE_COLD = 1 << 16,    /* entries of a frame that we write */
    TA_ARCHIVE_VALUES = 1 << 17,  /* likewise, of values */
    TA_ARCHIVE_ENTRIES = 1 << 20, /* the most that a reader accepts */
    TA_ARCHIVE_PLANES = 8,        /* bytes of a quotient, at most */
    TA_ARCHIVE_VALUE_PLANES = 2   /* of a value */
};

typedef struct ta_archive_header {
    uint8_t magic[8];
    uint32_t version;
    uint32_t content;    /* ta_content */
    uint32_t convention; /* ta_convention */
    uint32_t zero;
    uint64_t end, goal, count;
    uint64_t frames;
    uint64_t index; /* where in the file the index starts */
    uint64_t size;  /* of the file */
    /* of brief ones, else 0: what ta_brief_info has; where the tally starts,
     * between frames and index, and its bytes once unpacked */
    uint64_t head, back, from, tally, tally_bytes;
    uint32_t kept, mask;
    uint8_t tally_hash[TA_HASH]; /* of its bytes in the file */
    uint64_t reserved[5];
    uint8_t index_hash[TA_HASH];
    char game[TA_ARCHIVE_GAME];
    uint8_t hash[TA_HASH]; /* of the header up to here */
} ta_archive_header;
_Static_assert(sizeof(ta_archive_header) == 512, "the header has no holes");

/* Where in the file the frames end. */
static inline uint64_t ta_archive_frames_end(const ta_archive_header *h)
{
    return h->head > 0 ? h->tally : h->index;
}

/* A brief archive ends below: far above any run, far below an overflow. */
#define TA_BRIEF_END ((uint64_t)1 << 56)

/* An entry of the index. */
typedef struct ta_archive_frame {
    uint64_t first;   /* cold: the first one; values: the first position */
    uint64_t at;      /* where in the file it starts */
    uint32_t bytes;   /* in the file */
    uint32_t count;   /* entries, 1.. */
    uint16_t modulus; /* cold: 1..256; values: 1 */
    uint8_t planes;   /* bytes of each quotient or value */
    uint8_t zero[5];
    uint8_t hash[TA_HASH]; /* of its bytes in the file */
} ta_archive_frame;
_Static_assert(sizeof(ta_archive_frame) == 64, "a frame's entry has no holes");

struct ta_archive {
    int fd;
    char *name;
    ta_archive_header header;
    ta_archive_frame *index; /* header.frames of them */
    ta_archive_info info;
    ta_brief_info brief; /* head 0: it is none */
    ta_game *game; /* that the name says; NULL: only its numbers can tell */
};

/* All below that is there: what can be verified. */
static inline uint64_t ta_archive_whole(const ta_archive *archive)
{
    return archive->brief.head > 0 ? archive->brief.head : archive->info.end;
}

/* ---- header.c ---- */

/* Whether this can name a game in an archive of that content and convention: it
 * is printable, has the form of a name that says all, or is a hash, and is not
 * the name of a file. */
bool ta_archive_game_fits(const char *game, uint32_t content,
                          uint32_t convention);
/* Fills in magic, version and hash. */
void ta_archive_seal(ta_archive_header *header);
/* Whether everything in it can be: TA_OK or TA_EMISMATCH. `name` is for the
 * message, `size` that of the file. */
ta_status ta_archive_check_header(const ta_archive_header *header,
                                  uint64_t size, const char *name,
                                  ta_error *error);
/* The same of a whole index, whose hash is right already. */
ta_status ta_archive_check_index(const ta_archive_header *header,
                                 const ta_archive_frame *index,
                                 const char *name, ta_error *error);

/* ---- pack.c: entries to bytes ---- */

typedef struct ta_packer {
    ZSTD_CCtx *zstd;
    uint8_t *plane; /* room for one */
    uint8_t *out;
    size_t room;
    unsigned modulus; /* last one chosen */
} ta_packer;

/* For frames of up to `entries`; ta_packer_free is right after either. */
ta_status ta_packer_new(ta_packer *packer, size_t entries);
void ta_packer_free(ta_packer *packer);
/* Chooses the modulus by what the sorted positions look like. */
void ta_packer_learn(ta_packer *packer, const uint64_t *cold, size_t count);
/* Packs into packer->out; fills in all of `frame` but `at`. */
ta_status ta_pack_cold(ta_packer *packer, const uint64_t *cold, size_t count,
                       ta_archive_frame *frame);
ta_status ta_pack_values(ta_packer *packer, uint64_t first,
                         const uint16_t *values, size_t count,
                         ta_archive_frame *frame);

/* ---- unpack.c: and back ---- */

/* Nothing is trusted but that `frame` has passed ta_archive_check_index:
 * bytes that do not unpack to what it says give TA_EMISMATCH and `*why`. The
 * planes have room for frame->count * (frame->planes + 1) bytes. */
ta_status ta_unpack_cold(ZSTD_DCtx *zstd, const ta_archive_frame *frame,
                         const uint8_t *bytes, uint8_t *planes, uint64_t *cold,
                         const char **why);
ta_status ta_unpack_values(ZSTD_DCtx *zstd, const ta_archive_frame *frame,
                           const uint8_t *bytes, uint8_t *planes,
                           uint16_t *values, const char **why);

/* ---- open.c ---- */

/* All of the bytes, or TA_EIO, or TA_EMISMATCH where the file ends. */
ta_status ta_archive_read_at(const ta_archive *archive, uint64_t at,
                             void *bytes, uint64_t count, ta_error *error);

/* TA_EINVAL if the archive is of another game or convention. */
ta_status ta_archive_same_game(const ta_archive *archive, const ta_game *game,
                               ta_error *error);

/* ---- tally.c: what a brief archive says of all values ---- */

typedef struct ta_tally {
    uint64_t end, from;
    unsigned kept, values; /* records and counts are of values below `values` */
    uint64_t count[1 << 16], record[1 << 16]; /* the first heap; UINT64_MAX:
                                                 the value is no record */
    uint64_t *cold; /* if kept, also room for TA_TALLY_COLD and one more */
    size_t n_cold;
    ta_digest *digest; /* if kept */
} ta_tally;

enum { TA_TALLY_COLD = 1 << 20 };

/* TA_ENOMEM. */
ta_status ta_tally_new(unsigned kept, uint64_t from, ta_tally **tally);
void ta_tally_free(ta_tally *tally); /* accepts NULL */
/* Values that follow the last. What outgrows its room is kept no longer. */
ta_status ta_tally_take(ta_tally *tally, const uint16_t *values,
                        uint64_t count);
/* Packs it into out, which the caller frees; sets tally_bytes, tally_hash, kept
 * and from of the header. TA_ENOMEM. */
ta_status ta_tally_pack(const ta_tally *tally, ZSTD_CCtx *zstd,
                        ta_archive_header *header, uint8_t **out,
                        size_t *bytes);
/* That of a brief archive, all of it checked. TA_EMISMATCH, TA_EIO, TA_ENOMEM.
 */
ta_status ta_tally_read(const ta_archive *archive, ta_tally **tally,
                        ta_error *error);

/* ---- digest.c ---- */

/* The state of a digest between two numbers, as bytes, and back; NULL if these
 * are none, or for want of memory. */
enum { TA_DIGEST_STATE = 32 + 8 + 8 + 64 };
void ta_digest_save(const ta_digest *digest, uint8_t state[TA_DIGEST_STATE]);
ta_digest *ta_digest_load(uint64_t from, const uint8_t state[TA_DIGEST_STATE]);

/* ---- read.c ---- */

/* Reads like the public functions and remembers the frame that it has: for
 * many short ranges in increasing order. What it reads is compared with nothing
 * (archive/allowed.h): for who looks at each entry without using it. Free
 * accepts NULL. */
typedef struct ta_archive_reader ta_archive_reader;
ta_status ta_archive_reader_new(const ta_archive *archive,
                                ta_archive_reader **reader, ta_error *error);
void ta_archive_reader_free(ta_archive_reader *reader);
/* Bytes that a reader of the archive holds: its largest frame, packed and
 * unpacked, and what zstd needs. */
uint64_t ta_archive_reader_memory(const ta_archive *archive);
ta_status ta_archive_reader_read(ta_archive_reader *reader, uint64_t from,
                                 uint64_t to, const ta_sink *sink,
                                 ta_error *error);

/* ---- write.c ---- */

/* ta_archive_writer_new with frames of another size, for tests. */
ta_status ta_archive_writer_new_framed(const ta_archive_info *info,
                                       size_t entries,
                                       ta_archive_writer **writer,
                                       ta_error *error);

/* As ta_archive_read, compared with what `game` allows where the archive names
 * it only by a hash; NULL: what the archive names. */
ta_status ta_archive_read_of(const ta_archive *archive, const ta_game *game,
                             uint64_t from, uint64_t to, const ta_sink *sink,
                             ta_error *error);

#endif
