/* takeaway: archives, the files that keep results. */
#ifndef TAKEAWAY_ARCHIVE_H
#define TAKEAWAY_ARCHIVE_H

#include "takeaway/run.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An archive is a file that holds one content of one game on [0, end),
 * compressed, with checksums and random access. An archive whose end is below
 * its goal is a checkpoint: ta_options.known continues the run.
 * src/archive/FORMAT.md describes the format. */
typedef struct ta_archive_info {
    ta_content content;
    const char *game; /* what ta_game_id writes, and nothing else */
    ta_convention convention;
    uint64_t end;   /* the archive holds [0, end) */
    uint64_t goal;  /* the n that the run was asked for; end <= goal */
    uint64_t count; /* cold positions in [0, end); of values: end */
} ta_archive_info;

/* -------------------------------------------------------------- writing -- */

/* Builds an archive from the blocks of a run. What is compressed stays in
 * memory: for squares about 9 bits a cold position, for values at most 2 bytes
 * each, and a few MB. */
typedef struct ta_archive_writer ta_archive_writer;

/* Makes a writer. Of the info, content, game, convention and goal are used and
 * copied. The caller frees the writer by ta_archive_writer_free. Returns TA_OK,
 * TA_EINVAL or TA_ENOMEM. */
TA_API ta_status ta_archive_writer_new(const ta_archive_info *info,
                                       ta_archive_writer **writer,
                                       ta_error *error);

/* Frees a writer. Accepts NULL. */
TA_API void ta_archive_writer_free(ta_archive_writer *writer);

/* Appends a block to the archive of `writer`, a ta_archive_writer: the function
 * of a ta_sink. Returns TA_OK; TA_EINVAL (the block does not follow the last
 * one, or is of another content); or TA_ENOMEM. Cost: about 20 ns a cold
 * position. */
TA_API ta_status ta_archive_writer_consume(void *writer, const ta_block *block);

/* Writes the archive of the blocks so far to the file `path`. The file that was
 * there is replaced only once the new one is whole and on the disk. A program
 * may save between any two blocks. Returns TA_OK, TA_EIO or TA_ENOMEM. Example:
 * archive.c. */
TA_API ta_status ta_archive_writer_save(ta_archive_writer *writer,
                                        const char *path, ta_error *error);

/* -------------------------------------------------------------- reading -- */

/* An archive that is read, by one thread at a time. The content of a file is
 * untrusted: sizes are checked before memory is allocated, checksums before
 * content is used. The name of the game opens no file. */
typedef struct ta_archive ta_archive;

/* Opens an archive and reads its header and index. The caller closes it by
 * ta_archive_close. Returns TA_OK; TA_EIO (the file cannot be read; errno is
 * EISDIR for a folder, ESPIPE for anything else that is no regular file);
 * TA_EMISMATCH (no archive, or a damaged one; the error says what is wrong); or
 * TA_ENOMEM. */
TA_API ta_status ta_archive_open(const char *path, ta_archive **archive,
                                 ta_error *error);

/* Closes an archive. Accepts NULL. */
TA_API void ta_archive_close(ta_archive *archive);

/* Returns what the archive holds. The result lasts until the archive is closed.
 */
TA_API const ta_archive_info *ta_archive_about(const ta_archive *archive);

/* Writes the SHA-256 of the index, as 64 hexadecimal digits, to text, and
 * returns text. Archives of equal content that end at the same heap have equal
 * hashes. */
enum { TA_DIGEST_TEXT = 65 };
TA_API char *ta_archive_hash(const ta_archive *archive,
                             char text[TA_DIGEST_TEXT]);

/* Sets *count to the number of cold positions below p <= end. Returns TA_OK,
 * TA_EINVAL (an archive of values; p beyond the end), TA_EMISMATCH, TA_EIO or
 * TA_ENOMEM. Cost: one frame is read. */
TA_API ta_status ta_archive_count_below(const ta_archive *archive, uint64_t p,
                                        uint64_t *count, ta_error *error);

/* Hands [from, to) to the sink, for to <= end; cold positions as lists. Returns
 * TA_OK, TA_EINVAL, TA_EMISMATCH, TA_EIO, TA_ENOMEM, or what the sink returned.
 * Cost: only the frames that cover the range are read. */
TA_API ta_status ta_archive_read(const ta_archive *archive, uint64_t from,
                                 uint64_t to, const ta_sink *sink,
                                 ta_error *error);

/* Sets *positions to an array of the cold positions in [from, to), and *count
 * to their number. The caller frees the array by ta_free, also if the count is
 * 0. Returns as ta_archive_read. Example: archive.c. */
TA_API ta_status ta_archive_cold_array(const ta_archive *archive, uint64_t from,
                                       uint64_t to, uint64_t **positions,
                                       size_t *count, ta_error *error);

/* Sets values[i] to the value of heap from + i, for i < to - from. Returns as
 * ta_archive_read. */
TA_API ta_status ta_archive_values_array(const ta_archive *archive,
                                         uint64_t from, uint64_t to,
                                         uint16_t *values, ta_error *error);

/* ------------------------------------------------------------- checking -- */

/* Reads the whole archive and checks all checksums. Of the options, progress is
 * used; they may be NULL. Returns TA_OK, TA_EMISMATCH (damaged), TA_EIO,
 * TA_ENOMEM or TA_ECANCELLED. */
TA_API ta_status ta_archive_check(const ta_archive *archive,
                                  const ta_options *options, ta_error *error);

/* What ta_archive_verify has looked at. */
typedef struct ta_verified {
    uint64_t cold;  /* heaps that are cold, or have value 0, by the archive */
    uint64_t hot;   /* the other heaps */
    uint64_t moves; /* moves from these heaps */
} ta_verified;

/* Checks an archive of `game` against the definition: reads the whole archive,
 * and checks at `positions` random heaps of [0, end), half of them cold, or at
 * all heaps if there are no more, that what the archive says of a heap follows
 * from what it says of the options. No engine is involved.
 *   seed     chooses the heaps
 *   options  progress and max_memory are used; may be NULL
 *   seen     set to what was looked at; may be NULL
 * Returns TA_OK; TA_EMISMATCH (the error names the heap, or says what is
 * damaged); TA_EINVAL (an archive of another game; cold heaps of an octal game,
 * which do not follow from each other); TA_EIO; TA_ENOMEM; TA_ELIMIT; or
 * TA_ECANCELLED. Cost: at most one look-up for each move from the heaps.
 * Memory: the set below the end and a frame; of octal games all values. */
TA_API ta_status ta_archive_verify(const ta_archive *archive,
                                   const ta_game *game, uint64_t positions,
                                   uint64_t seed, const ta_options *options,
                                   ta_verified *seen, ta_error *error);

/* Computes the content of the archive again by options->engine, and compares.
 * Returns TA_OK; TA_EMISMATCH (the error names the first heap that differs); or
 * as ta_run. Cost: that of the run. */
TA_API ta_status ta_archive_compare(const ta_archive *archive,
                                    const ta_game *game,
                                    const ta_options *options, ta_error *error);

#ifdef __cplusplus
}
#endif
#endif
