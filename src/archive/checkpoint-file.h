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

/* A truncated checkpoint (in names: brief), of an octal game, has only the
 * nim-values that a run needs to go on: of [0, head) and [back, end), `end`
 * that of the archive. A summary says how often each value occurs in all, and
 * which heaps have a value above all before. */
typedef struct tai_brief_info {
    uint64_t head, back;
    uint64_t from; /* occurrences are counted in [from, end) */
    /* Bits 0 to 15: ta_summary.mask, bit 16: parity. 0: no run can go on from
     * it, but begins at heap 0. */
    uint32_t mask;
} tai_brief_info;
/* Makes a writer save truncated checkpoints, with counts of heaps >= from;
 * called before the first block. Returns TA_OK, TA_EINVAL or TA_ENOMEM. */
ta_status tai_archive_writer_brief(ta_archive_writer *writer, uint64_t from);
/* Copies values and summary into a new writer of the same game. Returns
 * TA_EINVAL for no truncated checkpoint, else as ta_archive_read. */
ta_status tai_archive_writer_resume(ta_archive_writer *writer,
                                    const ta_archive *archive, ta_error *error);
/* Returns NULL if `archive` is NULL or no truncated checkpoint. Of one
 * ta_archive_read reads only within [0, head) or [back, end), else it returns
 * TA_EINVAL; a run that resumes from it hands over only heaps >= end. */
const tai_brief_info *tai_archive_brief(const ta_archive *archive);
/* The parts of a summary, as blocks of values: records, heaps whose value is
 * above all before, one a block; and counts, c heaps of value v, where v occurs
 * c times. */
typedef enum tai_brief_part {
    TA_BRIEF_RECORDS,
    TA_BRIEF_COUNTS
} tai_brief_part;
/* Returns TA_OK, TA_EINVAL (no truncated checkpoint), TA_EMISMATCH, TA_EIO,
 * TA_ENOMEM, or what the sink returns. */
ta_status tai_archive_read_brief(const ta_archive *archive, tai_brief_part part,
                                 const ta_sink *sink, ta_error *error);

/* A search for a period in constant memory (octal/octal-return.c), as text of
 * at most 64 kB. The window of heap n is the last values below n: that at BASE
 * is compared with later ones, that at NOW is of the heaps proved so far; these
 * have `length` values. Those from KEPT on, at heaps that rise, serve to find
 * the preperiod, and have `shorter`. All zero: the search has not begun. */
enum { TAI_WINDOW_BASE, TAI_WINDOW_NOW, TAI_WINDOW_KEPT, TAI_WINDOWS = 64 };
typedef struct tai_windows {
    ta_summary summary; /* of the heaps below NOW; without a period */
    uint64_t length, shorter;
    uint64_t
        apart;    /* a power of two: kept ones but the first are at multiples */
    size_t count; /* windows in all */
    uint64_t at[TAI_WINDOWS];      /* their heaps */
    uint16_t *values[TAI_WINDOWS]; /* values[i][0] is of the smallest heap */
} tai_windows;
static inline uint64_t tai_window_length(const tai_windows *w, size_t i)
{
    return i < TAI_WINDOW_KEPT ? w->length : w->shorter;
}
void tai_windows_free(tai_windows *w);
/* Lets a run for a summary go on from the windows, unless these are all zero,
 * and keep them up to date: they are of the heaps that its sink has, or of
 * somewhat more. They must outlive the run. A sink gets no heaps below that of
 * NOW. */
void tai_plan_windows(ta_plan *plan, tai_windows *windows);
/* Doubles `apart`, and keeps the first kept window and those at multiples. */
void tai_windows_thin(tai_windows *w);
/* Writes the text; thins *w until it fits. Returns TA_ELIMIT if that is not
 * enough, TA_EIO or TA_ENOMEM. */
ta_status tai_windows_save(tai_windows *w, const char *game, const char *path,
                           ta_error *error);
/* Reads the text, and the name of its game, if the file begins as one (else
 * leaves *w as it is). Checks all but that the values are those of the game.
 * Returns TA_OK, TA_EIO, TA_EMISMATCH or TA_ENOMEM. */
ta_status tai_windows_read(tai_windows *w, char game[TA_GAME_ID],
                           const char *path, ta_error *error);

#endif
