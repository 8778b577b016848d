/* What checkpoints need beside takeaway/archive.h. */
#ifndef TA_CHECKPOINT_FILE_H
#define TA_CHECKPOINT_FILE_H

#include "takeaway.h"

/* Returns a bound on the bytes that a writer allocates for [0, n). */
uint64_t tai_archive_memory(ta_content content, const ta_game *game,
                            uint64_t n);
/* Creates the temporary file of the next save, so that a path that cannot be
 * written is found before a long run; freed without a save, it is removed.
 * Returns TA_OK, TA_EIO or TA_ENOMEM. */
ta_status tai_archive_writer_prepare(ta_archive_writer *writer,
                                     const char *path, ta_error *error);
uint64_t tai_archive_size(const ta_archive *archive); /* bytes of the file */
/* Returns the number of frames: parts that are compressed by themselves. */
uint64_t tai_archive_frames(const ta_archive *archive);

/* A truncated checkpoint, of an octal game, has only the nim-values that a run
 * needs to go on: of [0, head) and [back, end), `end` that of the archive. A
 * summary says how often each value occurs in all, and which heaps have a value
 * above all before. */
typedef struct tai_brief_info {
    uint64_t head, back;
    uint64_t from; /* occurrences are counted in [from, end) */
    /* Bits 0 to 15: ta_summary.mask, bit 16: parity. 0: no run can go on from
     * it, but begins at heap 0. */
    uint32_t mask;
} tai_brief_info;
/* Makes a writer save truncated checkpoints; called before the first block.
 * Returns TA_OK, TA_EINVAL or TA_ENOMEM. */
ta_status tai_archive_writer_brief(ta_archive_writer *writer, uint64_t from);
/* Copies values and summary into a new writer of the same game. Returns
 * TA_EINVAL for no truncated checkpoint, else as ta_archive_read. */
ta_status tai_archive_writer_resume(ta_archive_writer *writer,
                                    const ta_archive *archive, ta_error *error);
/* Returns NULL if `archive` is NULL or no truncated checkpoint. Of one
 * ta_archive_read reads only within [0, head) or [back, end), else it returns
 * TA_EINVAL; a run that resumes from it hands over only heaps >= end. */
const tai_brief_info *tai_archive_brief(const ta_archive *archive);
/* The parts of a summary, as blocks of values: heaps whose value is above all
 * before, one a block; and c heaps of value v, where v occurs c times. */
typedef enum tai_brief_part {
    TA_BRIEF_RECORDS,
    TA_BRIEF_COUNTS
} tai_brief_part;
/* Returns TA_OK, TA_EINVAL (no truncated checkpoint), TA_EMISMATCH, TA_EIO,
 * TA_ENOMEM, or what the sink returns. */
ta_status tai_archive_read_brief(const ta_archive *archive, tai_brief_part part,
                                 const ta_sink *sink, ta_error *error);

#endif
