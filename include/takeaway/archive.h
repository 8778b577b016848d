/* takeaway: results kept: writers, digests, archives and what doubts them. */
#ifndef TAKEAWAY_ARCHIVE_H
#define TAKEAWAY_ARCHIVE_H

#include "takeaway/run.h"

#ifdef __cplusplus
extern "C" {
#endif

/* -------------------------------------------------------------- writers -- */

/* How numbers are written: one a line; "index position" after OEIS's rules
 * for b-files; or a NumPy array of little-endian integers, of 64 bits for
 * positions and of 16 bits for values. */
typedef enum ta_format { TA_TEXT = 0, TA_BFILE, TA_NPY } ta_format;

typedef struct ta_writer ta_writer;

/* Opens a writer of the numbers of positions >= from. path NULL writes to
 * standard output (not for TA_NPY, whose header holds the count). Otherwise the
 * file appears under its name only when ta_writer_close has succeeded; until
 * then it is a temporary file beside it. Symbolic links are followed and stay.
 * b-file indices start at `offset`: they count all cold positions handed over,
 * also those below `from`; of values the index is offset + position. TA_EIO,
 * TA_EINVAL, TA_ENOMEM. */
TA_API ta_status ta_writer_open(const char *path, ta_format format,
                                uint64_t from, uint64_t offset,
                                ta_writer **writer, ta_error *error);
TA_API ta_status ta_writer_take(void *writer,
                                const ta_block *block); /* a sink's */
/* Writes one number, in any order: for other tables. TA_EIO. */
TA_API ta_status ta_writer_put(ta_writer *writer, uint64_t number);
/* Ends the writer whatever happens: with keep, the file is flushed, synced
 * and renamed into place; otherwise it is removed. TA_EIO. */
TA_API ta_status ta_writer_close(ta_writer *writer, bool keep, ta_error *error);

/* -------------------------------------------------------------- digests -- */

/* SHA-256 of the decimal numbers >= from (values: of the positions >= from),
 * one a line: of the text that `takeaway cold N --from=FROM` prints. Nothing
 * but the result goes into it, so that engines, machines and people can
 * compare runs by it. Cost: about 10 ns a number. */
enum { TA_DIGEST_TEXT = 65 }; /* 64 hexadecimal digits and NUL */
typedef struct ta_digest ta_digest;
TA_API ta_status ta_digest_new(uint64_t from,
                               ta_digest **digest); /* TA_ENOMEM */
TA_API void ta_digest_free(ta_digest *digest);      /* accepts NULL */
TA_API ta_status ta_digest_take(void *digest,
                                const ta_block *block); /* a sink's */
/* Takes text as it is, such as the rows of another table. */
TA_API void ta_digest_add(ta_digest *digest, const char *text, size_t length);
/* The sum of what has been taken; with a block that is not NULL, as if that had
 * been taken too, as far as it is below `end`. Returns text. */
TA_API char *ta_digest_text(const ta_digest *digest, const ta_block *block,
                            uint64_t end, char text[TA_DIGEST_TEXT]);

/* ------------------------------------------------------------- archives -- */

/* An archive is a file, or what will become one, that holds the results of
 * [0, end) of one game, compressed, with checksums and random access. A
 * checkpoint is an archive whose end is below its goal. src/archive/FORMAT.md
 * has the format. */
typedef struct ta_archive_info {
    ta_content content;
    const char *game; /* what ta_game_id says, and nothing else; owned by the
                         archive once it is made or opened */
    ta_convention convention;
    uint64_t end;   /* [0, end) is known */
    uint64_t goal;  /* the n that was asked for; end <= goal */
    uint64_t count; /* cold positions in [0, end); values: end */
} ta_archive_info;

/* Builds an archive from the blocks of a run. `end` and `count` of the info
 * are ignored: they are what the sinks have been given. What is compressed
 * stays in memory: for squares about 9 bits a cold position (10 MB at 10^10),
 * for values at most 2 bytes each, and a few MB besides. About 20 ns a cold
 * position; saving writes what is there and compresses one frame. */
typedef struct ta_archive_writer ta_archive_writer;
/* Upper bound, in bytes, of what a writer of [0, n) holds: 2 bytes for each
 * value, and n / 7 for cold positions (2 n^0.7 for those of the squares), of
 * which compression may save a half and more; and 2 MB. */
TA_API uint64_t ta_archive_memory(ta_content content, const ta_game *game,
                                  uint64_t n);
TA_API ta_status ta_archive_writer_new(const ta_archive_info *info,
                                       ta_archive_writer **writer,
                                       ta_error *error);
TA_API void
ta_archive_writer_free(ta_archive_writer *writer); /* accepts NULL */
/* A sink's function; TA_EINVAL if the block does not follow the last one, or
 * carries something else. */
TA_API ta_status ta_archive_writer_take(void *writer, const ta_block *block);
/* Begins the file that the next save, to the same path, will fill, so that one
 * that cannot be written is known before any work; freeing the writer removes
 * it. TA_EIO, TA_ENOMEM. */
TA_API ta_status ta_archive_writer_prepare(ta_archive_writer *writer,
                                           const char *path, ta_error *error);
/* Puts what has been taken so far under `path`, whole or not at all: the file
 * that was there is replaced only once the new one is on the disk. May be
 * called between blocks, any number of times. TA_EIO, TA_ENOMEM. */
TA_API ta_status ta_archive_writer_save(ta_archive_writer *writer,
                                        const char *path, ta_error *error);

/* Brief archives: of a streamed run of an octal game they hold the values that
 * it needs to go on, [0, head) and [back, end), and what there is to say of all
 * [0, end): the records, how often each value occurs, and what was asked for.
 * So they stay small, and so does the memory of a run that resumes them: some
 * 2^24 values. */
enum { TA_BRIEF_COLD = 1, TA_BRIEF_DIGEST = 2 };
typedef struct ta_brief_info {
    uint64_t head, back;
    uint64_t from; /* counts and digest are of positions >= from */
    unsigned kept; /* TA_BRIEF_COLD: the cold heaps, at most 2^20 of them;
                      TA_BRIEF_DIGEST: the digest of the values */
    uint32_t mask; /* 0: a run begins anew all the same */
} ta_brief_info;
/* From now on a writer of an octal game, which has not taken anything yet, may
 * leave out what the blocks it takes call unneeded. Until they do it makes an
 * archive like any other. TA_EINVAL, TA_ENOMEM. */
TA_API ta_status ta_archive_writer_brief(ta_archive_writer *writer,
                                         unsigned kept, uint64_t from);
/* Takes all that a brief archive of the same game holds; what is kept of it,
 * and from where on, stays as it is there. TA_EINVAL, or as ta_archive_read. */
TA_API ta_status ta_archive_writer_resume(ta_archive_writer *writer,
                                          const struct ta_archive *archive,
                                          ta_error *error);

/* An archive that is read. Nothing in the file is trusted: sizes are checked
 * before memory is taken, checksums before content is used, and content is
 * compared with what the game allows at each position (src/archive/FORMAT.md),
 * which a false one may yet pass. The name of the game opens no file. Opening
 * checks the header and the index, reading each frame it needs;
 * ta_archive_check reads everything and is for those who want to know at once.
 */
typedef struct ta_archive ta_archive;
/* TA_EIO (cannot be read; errno as it was set, EISDIR for a folder, ESPIPE for
 * what else is no regular file), TA_EMISMATCH (damaged, or no archive; the
 * error says what is wrong), TA_ENOMEM. */
TA_API ta_status ta_archive_open(const char *path, ta_archive **archive,
                                 ta_error *error);
TA_API void ta_archive_close(ta_archive *archive); /* accepts NULL */
TA_API const ta_archive_info *ta_archive_about(const ta_archive *archive);
/* SHA-256 of the index, which holds that of each frame: equal for archives of
 * equal content that end at the same position. Returns text. */
TA_API char *ta_archive_hash(const ta_archive *archive,
                             char text[TA_DIGEST_TEXT]);
TA_API uint64_t
ta_archive_size(const ta_archive *archive); /* of the file, bytes */
TA_API uint64_t ta_archive_frames(const ta_archive *archive); /* their number */
/* Cold positions below p <= end, reading one frame. */
TA_API ta_status ta_archive_count_below(const ta_archive *archive, uint64_t p,
                                        uint64_t *count, ta_error *error);
/* Whether all of it is whole: TA_OK, TA_EMISMATCH, TA_EIO, TA_ENOMEM,
 * TA_ECANCELLED. Of the options, progress is heeded; they may be NULL. */
TA_API ta_status ta_archive_check(const ta_archive *archive,
                                  const ta_options *options, ta_error *error);
/* Hands [from, to), to <= end, to the sink, reading only the frames that
 * cover it; cold positions as lists. Threads: one at a time for each archive.
 */
TA_API ta_status ta_archive_read(const ta_archive *archive, uint64_t from,
                                 uint64_t to, const ta_sink *sink,
                                 ta_error *error);

/* NULL if the archive, or NULL, holds all values of [0, end). Of a brief one
 * only ranges within [0, head) or [back, end) can be read (else TA_EINVAL), and
 * a run to n >= end that knows it (options.known) hands over nothing below the
 * end. */
TA_API const ta_brief_info *ta_archive_brief(const ta_archive *archive);
/* What a brief archive says of [0, end), handed over as blocks of values: each
 * record as a block of one position; all heaps below the end, with 1 for the
 * values of those that are not cold; of the counts one
 * block for each value, which repeats, with as many positions as have it, from
 * brief->from on. TA_EINVAL (not kept), TA_EMISMATCH, TA_ENOMEM, or what the
 * sink returns. */
typedef enum ta_brief_part {
    TA_BRIEF_RECORDS,
    TA_BRIEF_COUNTS,
    TA_BRIEF_ZEROS
} ta_brief_part;
TA_API ta_status ta_archive_read_brief(const ta_archive *archive,
                                       ta_brief_part part, const ta_sink *sink,
                                       ta_error *error);
/* A digest that goes on behind the end. As ta_archive_read_brief. */
TA_API ta_status ta_archive_read_digest(const ta_archive *archive,
                                        ta_digest **digest, ta_error *error);

/* What ta_archive_verify has looked at. */
typedef struct ta_verified {
    uint64_t cold, hot; /* positions, by what the archive says of them; of
                           archives of values: those of value 0, and others */
    uint64_t moves;     /* moves from them that were looked at */
} ta_verified;

/* ta_archive_verify - checks an archive of `game` against the definition.
 *
 * Reads all of it, and at `positions` random positions of [0, end), half of
 * them cold ones, checks that what it says follows from what it says of their
 * options: a cold position has no cold option, a hot one has one; the value
 * of a position is what the definition makes of those of its options. All
 * positions are checked if there are no more than that. `seed` gives the
 * positions. Nothing is computed: this trusts no engine. Of a brief archive all
 * this is of its head.
 *   options  progress and max_memory are heeded; may be NULL
 *   seen     out, as far as it went; may be NULL
 * Returns TA_OK; TA_EMISMATCH (the error names the position, or says what is
 * damaged); TA_EINVAL (an archive of another game; cold heaps of an octal game,
 * which do not follow from each other: ta_archive_compare is the check);
 * TA_EIO, TA_ENOMEM, TA_ELIMIT, TA_ECANCELLED. Cost: for each position as many
 * look-ups as it has moves, fewer where a witness ends the search. Memory: the
 * set below the end, and a frame; of octal games all values. */
TA_API ta_status ta_archive_verify(const ta_archive *archive,
                                   const ta_game *game, uint64_t positions,
                                   uint64_t seed, const ta_options *options,
                                   ta_verified *seen, ta_error *error);

/* Positions [from, to) of an archive, and how many of them are cold; in
 * archives of values: have value 0. */
typedef struct ta_window {
    uint64_t from, to;
    uint64_t cold; /* out */
} ta_window;

/* Chooses `count` windows of `size` positions in [from, to), uniformly and
 * independently by *seed, which moves on; only one, of all, where that is not
 * more than `size`. Returns their number. */
TA_API size_t ta_windows_choose(uint64_t from, uint64_t to, uint64_t size,
                                size_t count, uint64_t *seed,
                                ta_window *windows);

/* ta_archive_verify_windows - computes whole windows anew, and compares.
 *
 * Each window is computed by the definition from what the archive says below
 * it, whatever is in the window: so a position that is missing is found as
 * surely as one that should not be there. Looking at random positions misses
 * a single wrong one but for a chance of their number to the end; what is
 * wrong below a window and has no effect in it is not found by either.
 * Of archives of values every position of a window is checked against the
 * values of its options.
 *   windows  in any order, not empty, may overlap; put in increasing order,
 *            and their counts filled in
 *   options  progress and max_memory are heeded; may be NULL
 *   seen     out: positions computed, and marks made; may be NULL
 * Returns TA_OK; TA_EMISMATCH (the error names the first position that
 * differs, and how, or says what is damaged); TA_EINVAL (an archive of another
 * game, or of an octal one; a window beyond its end); TA_EIO, TA_ENOMEM,
 * TA_ELIMIT, TA_ECANCELLED.
 * Cost, cold positions: one pass over what is below the last end, a mark for
 * each move from the window to a cold position; for squares about
 * cold(a) * size / (2 sqrt a) marks for a window at a. Memory: the set below
 * the last end, as the engines hold it, and a bit a position of the
 * windows. Values: as ta_archive_verify of so many positions. */
TA_API ta_status ta_archive_verify_windows(const ta_archive *archive,
                                           const ta_game *game,
                                           ta_window *windows, size_t count,
                                           const ta_options *options,
                                           ta_verified *seen, ta_error *error);

/* Computes all of the archive again, with options->engine, and compares.
 * TA_EMISMATCH names the first position that differs; other statuses as for
 * the run itself. */
TA_API ta_status ta_archive_compare(const ta_archive *archive,
                                    const ta_game *game,
                                    const ta_options *options, ta_error *error);

/* Numbers of [from, to) in one call: cold positions, in an array that the
 * caller frees with ta_free, or to - from values, owned by the caller; statuses
 * and threads as of ta_archive_read. */
TA_API ta_status ta_archive_cold_array(const ta_archive *archive, uint64_t from,
                                       uint64_t to, uint64_t **positions,
                                       size_t *count, ta_error *error);
TA_API ta_status ta_archive_values_array(const ta_archive *archive,
                                         uint64_t from, uint64_t to,
                                         uint16_t *values, ta_error *error);

#ifdef __cplusplus
}
#endif
#endif
