/* Archives, the files that keep results. */
#ifndef TAKEAWAY_ARCHIVE_H
#define TAKEAWAY_ARCHIVE_H

#include "takeaway/run.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An archive is a compressed file with checksums. It has one content of one
 * game for the heaps [0, end); any part of it can be read. With end < goal it
 * is a checkpoint: a run with it as ta_options.known computes the rest. Format:
 * src/archive/FORMAT.md. */
typedef struct ta_archive_info {
    ta_content content;
    const char *game; /* as ta_game_id writes it */
    ta_convention convention;
    uint64_t end;   /* it has the heaps [0, end) */
    uint64_t goal;  /* the run was asked for [0, goal) */
    uint64_t count; /* of cold positions, or of values, which is `end` */
} ta_archive_info;

/* -------------------------------------------------------------- writing -- */

/* Builds an archive from the blocks of a run. Keeps them compressed in memory:
 * at most 2 bytes a value, about 9 bits a cold position of subtract-a-square,
 * and a few MB. */
typedef struct ta_archive_writer ta_archive_writer;

/* Makes a writer. Of *info, content, game, convention and goal are copied.
 * Freed by ta_archive_writer_free. Returns TA_OK, TA_EINVAL or TA_ENOMEM. */
TA_API ta_status ta_archive_writer_new(const ta_archive_info *info,
                                       ta_archive_writer **writer,
                                       ta_error *error);

/* Accepts NULL. */
TA_API void ta_archive_writer_free(ta_archive_writer *writer);

/* Appends a block; can be the `consume` of a ta_sink. Returns TA_OK; TA_EINVAL
 * (it does not begin where the last one ended, is of another content, its
 * positions do not increase, or its count is wrong; nothing is appended); or
 * TA_ENOMEM. Cost: about 20 ns a cold position. */
TA_API ta_status ta_archive_writer_consume(void *writer, const ta_block *block);

/* Writes what was appended so far to `path`. An older file is replaced only
 * when the new one is complete and on the disk, and keeps its permissions; a
 * device, a pipe, or a descriptor such as /dev/stdout is written as it is. More
 * blocks may follow, and more saves. Returns TA_OK, TA_EINVAL (`path` is NULL),
 * TA_EIO or TA_ENOMEM. Example: archive.c. */
TA_API ta_status ta_archive_writer_save(ta_archive_writer *writer,
                                        const char *path, ta_error *error);

/* -------------------------------------------------------------- reading -- */

/* An archive that is open. The file is not trusted: sizes are checked before
 * memory is allocated, checksums before data are used, and the name of the game
 * never opens a file. */
typedef struct ta_archive ta_archive;

/* Opens an archive and reads its header and index; closed by ta_archive_close.
 * Returns TA_OK; TA_EIO (cannot be read; errno is EISDIR for a folder, ESPIPE
 * for what else is no regular file); TA_EMISMATCH (no archive, or damaged: the
 * error says what); or TA_ENOMEM. */
TA_API ta_status ta_archive_open(const char *path, ta_archive **archive,
                                 ta_error *error);

/* Accepts NULL. */
TA_API void ta_archive_close(ta_archive *archive);

/* The result lasts until the archive is closed. */
TA_API const ta_archive_info *ta_archive_about(const ta_archive *archive);

enum { TA_DIGEST_TEXT = 65 }; /* bytes of a SHA-256 as text, NUL included */
/* Writes the SHA-256 of the index, and returns `text`. Equal contents that end
 * at the same heap have equal hashes. */
TA_API char *ta_archive_hash(const ta_archive *archive,
                             char text[TA_DIGEST_TEXT]);

/* Sets *count to the cold positions below p, which is at most the end. Reads
 * one frame, a compressed part. Returns TA_OK, TA_EINVAL (values, or p is too
 * large), TA_EMISMATCH, TA_EIO or TA_ENOMEM. */
TA_API ta_status ta_archive_count_below(const ta_archive *archive, uint64_t p,
                                        uint64_t *count, ta_error *error);

/* Hands the results of [from, to), `to` at most the end, to the sink, cold
 * positions as lists. Reads only the frames of the range. Returns TA_OK,
 * TA_EINVAL, TA_EMISMATCH, TA_EIO, TA_ENOMEM, or what the sink returned. */
TA_API ta_status ta_archive_read(const ta_archive *archive, uint64_t from,
                                 uint64_t to, const ta_sink *sink,
                                 ta_error *error);

/* Sets *positions to the cold positions in [from, to), and *count; freed by
 * ta_free, even if none. Returns as ta_archive_read. Example: archive.c. */
TA_API ta_status ta_archive_cold_array(const ta_archive *archive, uint64_t from,
                                       uint64_t to, uint64_t **positions,
                                       size_t *count, ta_error *error);

/* Sets values[i] to the value of heap from + i, i < to - from. Returns as
 * ta_archive_read. */
TA_API ta_status ta_archive_values_array(const ta_archive *archive,
                                         uint64_t from, uint64_t to,
                                         uint16_t *values, ta_error *error);

/* ------------------------------------------------------------- checking -- */

/* Reads the whole archive and compares it with its checksums. Of `options`,
 * which may be NULL, progress is used. Returns TA_OK, TA_EMISMATCH (damaged),
 * TA_EIO, TA_ENOMEM or TA_ECANCELLED. */
TA_API ta_status ta_archive_check(const ta_archive *archive,
                                  const ta_options *options, ta_error *error);

/* What ta_archive_verify has checked. */
typedef struct ta_verified {
    /* Heaps that are cold, or of value 0; all others. */
    uint64_t cold;
    uint64_t hot;
    uint64_t moves; /* from the checked heaps */
} ta_verified;

/* Checks results against the definition: that of a heap must follow from those
 * of its options in the archive. Reads the whole archive, uses no engine.
 *
 *   positions  heaps to check, at random, half of them cold in an archive of
 *              cold positions; all if there are not more
 *   seed       of the random numbers
 *   options    may be NULL; progress and max_memory are used
 *   seen       may be NULL
 *
 * Returns TA_OK; TA_EMISMATCH (the error names a wrong heap, or what is
 * damaged); TA_EINVAL (another game, or cold heaps of an octal game, which do
 * not follow from each other); TA_EIO; TA_ENOMEM; TA_ELIMIT; or TA_ECANCELLED.
 * Cost: a look-up for each move from the chosen heaps at most. Memory: S below
 * the end and one frame; for an octal game all values. */
TA_API ta_status ta_archive_verify(const ta_archive *archive,
                                   const ta_game *game, uint64_t positions,
                                   uint64_t seed, const ta_options *options,
                                   ta_verified *seen, ta_error *error);

/* Computes the archive again by options->engine, and compares. Returns TA_OK;
 * TA_EMISMATCH (the error names the first heap that differs); or as ta_run,
 * whose cost it has. */
TA_API ta_status ta_archive_compare(const ta_archive *archive,
                                    const ta_game *game,
                                    const ta_options *options, ta_error *error);

#ifdef __cplusplus
}
#endif
#endif
