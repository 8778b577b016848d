/* The part of takeaway's header about archives, the files that keep results. */
#ifndef TAKEAWAY_ARCHIVE_H
#define TAKEAWAY_ARCHIVE_H

#include "takeaway/run.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The description of an archive. An archive is a compressed file with
 * checksums. It holds one content (cold positions, nim-values or lengths of
 * play) of one game for the heaps [0, end), and any part of it can be read. If
 * the end is below the goal, the archive is a checkpoint of an unfinished run:
 * a run with the archive as ta_options.known computes the rest.
 * src/archive/FORMAT.md describes the format. */
typedef struct ta_archive_info {
    ta_content content;
    const char *game; /* the name of the game, as ta_game_id writes it */
    ta_convention convention;
    uint64_t end;  /* the archive holds the heaps [0, end) */
    uint64_t goal; /* the run was asked for the heaps [0, goal) */
    /* In an archive of cold positions, the number of cold positions in
     * [0, end). In an archive of values, the number of values, which is `end`.
     */
    uint64_t count;
} ta_archive_info;

/* -------------------------------------------------------------- writing -- */

/* A writer: builds an archive from the blocks of results of a run. It keeps the
 * compressed results in memory: at most 2 bytes for each value, or about 9 bits
 * for each cold position of subtract-a-square. The writer needs a few MB more.
 */
typedef struct ta_archive_writer ta_archive_writer;

/* Makes a writer of an archive. The members content, game, convention and goal
 * of *info describe the archive; the writer copies them and ignores the other
 * members. The caller frees the writer by ta_archive_writer_free. Returns
 * TA_OK, TA_EINVAL or TA_ENOMEM. */
TA_API ta_status ta_archive_writer_new(const ta_archive_info *info,
                                       ta_archive_writer **writer,
                                       ta_error *error);

/* Frees a writer of an archive. Accepts NULL. */
TA_API void ta_archive_writer_free(ta_archive_writer *writer);

/* Appends the results in a block to the archive that `writer`, a
 * ta_archive_writer, builds. This function can be the member `consume` of a
 * ta_sink (a receiver of the results of a run). Returns TA_OK; TA_EINVAL (the
 * block does not begin where the last one ended, or has another content than
 * the archive); or TA_ENOMEM. Cost: about 20 ns for each cold position. */
TA_API ta_status ta_archive_writer_consume(void *writer, const ta_block *block);

/* Writes an archive of all blocks that were appended so far to the file `path`.
 * An older file of this name is replaced only when the new file is complete and
 * on the disk. More blocks can be appended after a save, and the archive saved
 * again. Returns TA_OK, TA_EIO or TA_ENOMEM. Example: archive.c. */
TA_API ta_status ta_archive_writer_save(ta_archive_writer *writer,
                                        const char *path, ta_error *error);

/* -------------------------------------------------------------- reading -- */

/* An archive that is open for reading. The library does not trust the file: it
 * checks each size before it allocates memory, and each checksum before it uses
 * data. The name of the game in the archive, such as "file:PATH", is never used
 * to open a file. */
typedef struct ta_archive ta_archive;

/* Opens an archive, and reads its header and its index. The caller closes the
 * archive by ta_archive_close. Returns TA_OK; TA_EIO (the file cannot be read;
 * errno is EISDIR for a folder, and ESPIPE for anything else that is no regular
 * file); TA_EMISMATCH (the file is no archive, or a damaged one; the error says
 * what is wrong); or TA_ENOMEM. */
TA_API ta_status ta_archive_open(const char *path, ta_archive **archive,
                                 ta_error *error);

/* Closes an archive. Accepts NULL. */
TA_API void ta_archive_close(ta_archive *archive);

/* Returns a description of the archive. The description is valid until the
 * archive is closed. */
TA_API const ta_archive_info *ta_archive_about(const ta_archive *archive);

/* The size in bytes of the text of a SHA-256: 64 digits and a NUL. */
enum { TA_DIGEST_TEXT = 65 };
/* Writes a hash of the archive, the SHA-256 of its index, to `text` as 64
 * hexadecimal digits, and returns `text`. Archives of equal content that end at
 * the same heap have equal hashes. */
TA_API char *ta_archive_hash(const ta_archive *archive,
                             char text[TA_DIGEST_TEXT]);

/* Sets *count to the number of cold positions below p, where p is at most the
 * end of the archive. Returns TA_OK, TA_EINVAL (the archive has values, or p is
 * beyond its end), TA_EMISMATCH, TA_EIO or TA_ENOMEM. Cost: reads one frame, a
 * compressed part of the archive. */
TA_API ta_status ta_archive_count_below(const ta_archive *archive, uint64_t p,
                                        uint64_t *count, ta_error *error);

/* Hands the results that the archive holds for the heaps [from, to) to the
 * sink, in blocks. `to` is at most the end of the archive. Cold positions are
 * handed over as lists (ta_block.positions). Returns TA_OK, TA_EINVAL,
 * TA_EMISMATCH, TA_EIO, TA_ENOMEM, or what the sink returned. Cost: reads only
 * those frames (compressed parts of the archive) that cover the range. */
TA_API ta_status ta_archive_read(const ta_archive *archive, uint64_t from,
                                 uint64_t to, const ta_sink *sink,
                                 ta_error *error);

/* Sets *positions to an array of the cold positions in [from, to), and *count
 * to their number. The caller frees the array by ta_free, also if the count is
 * 0. Returns as ta_archive_read. Example: archive.c. */
TA_API ta_status ta_archive_cold_array(const ta_archive *archive, uint64_t from,
                                       uint64_t to, uint64_t **positions,
                                       size_t *count, ta_error *error);

/* Sets values[i] to the value (nim-value or length) of heap from + i, for i <
 * to - from. Returns as ta_archive_read. */
TA_API ta_status ta_archive_values_array(const ta_archive *archive,
                                         uint64_t from, uint64_t to,
                                         uint16_t *values, ta_error *error);

/* ------------------------------------------------------------- checking -- */

/* Reads the whole archive, and checks that it is not damaged: all data must
 * agree with the checksums. `options` may be NULL; only options->progress is
 * used. Returns TA_OK, TA_EMISMATCH (damaged), TA_EIO, TA_ENOMEM or
 * TA_ECANCELLED. */
TA_API ta_status ta_archive_check(const ta_archive *archive,
                                  const ta_options *options, ta_error *error);

/* The numbers of heaps and moves that ta_archive_verify has checked. */
typedef struct ta_verified {
    /* The number of checked heaps that are cold in an archive of cold
     * positions, or have the value 0 in an archive of values. `hot` is the
     * number of all other checked heaps. */
    uint64_t cold;
    uint64_t hot;
    uint64_t moves; /* the number of moves from the checked heaps */
} ta_verified;

/* Checks results in an archive of `game` against the definition: the result of
 * a heap must follow from the results of its options in the archive. Reads the
 * whole archive, and uses no engine.
 *   positions  the number of heaps of [0, end) to check, chosen at random; in
 *              an archive of cold positions half of them are cold. If there
 *              are not more heaps than that, all are checked
 *   seed       the start of the random numbers
 *   options    may be NULL; only progress and max_memory are used
 *   seen       set to the numbers of checked heaps and moves; may be NULL
 * Returns TA_OK; TA_EMISMATCH (the error names a heap with a wrong result, or
 * says what is damaged); TA_EINVAL (the archive is of another game, or holds
 * the cold heaps of an octal game, where nim-values would be needed); TA_EIO;
 * TA_ENOMEM; TA_ELIMIT; or TA_ECANCELLED. Cost: at most one look-up for each
 * move from the chosen heaps. Memory: the elements of S below the end, and one
 * frame (a compressed part) of the archive; for an octal game all values. */
TA_API ta_status ta_archive_verify(const ta_archive *archive,
                                   const ta_game *game, uint64_t positions,
                                   uint64_t seed, const ta_options *options,
                                   ta_verified *seen, ta_error *error);

/* Computes the content of the archive again by a run of the engine
 * options->engine, and compares the results with the archive. Returns TA_OK;
 * TA_EMISMATCH (the error names the first heap whose results differ); or as
 * ta_run. Cost: that of the run. */
TA_API ta_status ta_archive_compare(const ta_archive *archive,
                                    const ta_game *game,
                                    const ta_options *options, ta_error *error);

#ifdef __cplusplus
}
#endif
#endif
