/* Archives: files that keep results. */
#ifndef TAKEAWAY_ARCHIVE_H
#define TAKEAWAY_ARCHIVE_H

#include "takeaway/run.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A compressed file with checksums has one content of one game for [0, end);
 * any part of it can be read. With end < goal it is a checkpoint: a run with it
 * as ta_options.known computes the rest. Format: src/archive/FORMAT.md. */
typedef struct ta_archive_info {
    ta_content content;
    const char *game; /* as ta_game_id writes it */
    ta_convention convention;
    uint64_t end;
    uint64_t goal;  /* of the run */
    uint64_t count; /* of cold positions, or of values, which is `end` */
} ta_archive_info;

/* -------------------------------------------------------------- writing -- */

/* Keeps the blocks of a run compressed in memory: at most 2 bytes a value,
 * about 9 bits a cold position of subtract-a-square, and a few MB. */
typedef struct ta_archive_writer ta_archive_writer;

/* Of *info, content, game, convention and goal are copied. */
TA_API ta_status ta_archive_writer_new(const ta_archive_info *info,
                                       ta_archive_writer **writer,
                                       ta_error *error);

TA_API void ta_archive_writer_free(ta_archive_writer *writer);

/* Appends a block; can be the `consume` of a ta_sink. Refuses a block that does
 * not begin where the last one ended, is of another content, or has positions
 * that do not increase or a wrong count. Cost: about 20 ns a cold position. */
TA_API ta_status ta_archive_writer_consume(void *writer, const ta_block *block);

/* Writes what was appended so far; more blocks and saves may follow. An older
 * file is replaced only when the new one is complete and on the disk, and keeps
 * its permissions; a device, a pipe, or a descriptor such as /dev/stdout is
 * written as it is. Errors: TA_EIO. Example: archive.c. */
TA_API ta_status ta_archive_writer_save(ta_archive_writer *writer,
                                        const char *path, ta_error *error);

/* -------------------------------------------------------------- reading -- */

/* An open archive. The file is not trusted: sizes are checked before memory is
 * allocated, checksums before data are used, and the name of the game never
 * opens a file. */
typedef struct ta_archive ta_archive;

/* Reads header and index. Errors: TA_EIO (errno is EISDIR for a folder, ESPIPE
 * for what else is no regular file); TA_EMISMATCH (no archive, or damaged). */
TA_API ta_status ta_archive_open(const char *path, ta_archive **archive,
                                 ta_error *error);

TA_API void ta_archive_close(ta_archive *archive);

/* The result lasts as long as the archive. */
TA_API const ta_archive_info *ta_archive_about(const ta_archive *archive);

enum { TA_DIGEST_TEXT = 65 }; /* bytes of a SHA-256 and NUL */
/* Writes the SHA-256 of the index, the same for equal contents with the same
 * end, and returns `text`. */
TA_API char *ta_archive_hash(const ta_archive *archive,
                             char text[TA_DIGEST_TEXT]);

/* Sets *count to the cold positions below p, which is at most the end. Reads
 * one frame, a compressed part. */
TA_API ta_status ta_archive_count_below(const ta_archive *archive, uint64_t p,
                                        uint64_t *count, ta_error *error);

/* Hands [from, to), `to` at most the end, to the sink, cold positions as lists.
 * Reads only the frames of the range. */
TA_API ta_status ta_archive_read(const ta_archive *archive, uint64_t from,
                                 uint64_t to, const ta_sink *sink,
                                 ta_error *error);

/* Sets *positions to the *count cold positions in [from, to). */
TA_API ta_status ta_archive_cold_array(const ta_archive *archive, uint64_t from,
                                       uint64_t to, uint64_t **positions,
                                       size_t *count, ta_error *error);

/* Sets values[i] to the value of heap from + i, i < to - from. */
TA_API ta_status ta_archive_values_array(const ta_archive *archive,
                                         uint64_t from, uint64_t to,
                                         uint16_t *values, ta_error *error);

/* ------------------------------------------------------------- checking -- */

/* Compares the whole archive with its checksums. Of `options`, progress is
 * used. */
TA_API ta_status ta_archive_check(const ta_archive *archive,
                                  const ta_options *options, ta_error *error);

typedef struct ta_verified {
    uint64_t cold;  /* heaps that are cold, or of value 0 */
    uint64_t hot;   /* all others */
    uint64_t moves; /* from all these */
} ta_verified;

/* Checks by the definition, without an engine, that the results of heaps follow
 * from those of their options in the archive. Reads all of it.
 *
 *   positions  heaps to check, at random, half of them cold in an archive of
 *              cold positions; all if it has no more
 *   seed       of the choice
 *   options    progress and max_memory are used
 *   seen       may be NULL
 *
 * Errors: TA_EMISMATCH (also where a heap is wrong, which the error names);
 * TA_EINVAL (another game, or cold heaps of an octal game, which do not follow
 * from each other). Cost: at most a look-up for each of their moves. Memory: S
 * below the end and one frame; for an octal game all values. */
TA_API ta_status ta_archive_verify(const ta_archive *archive,
                                   const ta_game *game, uint64_t positions,
                                   uint64_t seed, const ta_options *options,
                                   ta_verified *seen, ta_error *error);

/* Computes the archive again, and compares. Errors: TA_EMISMATCH (the error
 * names the first heap that differs); as ta_run, whose cost it has. */
TA_API ta_status ta_archive_compare(const ta_archive *archive,
                                    const ta_game *game,
                                    const ta_options *options, ta_error *error);

#ifdef __cplusplus
}
#endif
#endif
