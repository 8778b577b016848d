/* Declarations of several modules that the command line and the MPI program use
 * in addition to the public header. The library exports none of them. */
#ifndef TA_TOOL_H
#define TA_TOOL_H

#include <stdarg.h>

#include "takeaway.h"

/* ---- base: sentences, the machine ---- */

/* Writes a sentence for a person, as vsnprintf does, with two differences. A
 * text longer than its precision ("%.60s") is shown as "first...last (101
 * digits)", and control characters become '?'. A sentence longer than size - 1
 * bytes ends in "...", or in as many points as fit. With size 0 nothing is
 * written. `format` may have the conversions of C's int, long, long long,
 * size_t, double and text, without a width given as '*'. */
void tai_sentence(char *text, size_t size, const char *format, va_list args);

/* Writes a number of bytes such as "1.5 GiB" into text; returns text. */
char *tai_bytes_text(uint64_t bytes, char text[32]);

/* Returns the seconds of a monotonic clock. */
double tai_now(void);

/* Returns the number of processors that this process may run on, at least 1:
 * by its affinity, and by the quotas of its control groups, rounded up. */
unsigned tai_processors(void);

/* ---- run: ranks, blocks, counts ---- */

/* A communicator: the ranks of one run, which are processes that make the same
 * calls with the same arguments. Only threads, limits and sinks may differ.
 *
 * The engines `wheel` and `auto` share their work among the ranks, and so do
 * ta_census, ta_octal_census and tai_archive_verify_windows. The run of any
 * other engine is done by rank 0; the other ranks return TA_OK at once, and
 * their next call reports how that run ended. All other calls are computed on
 * each rank by itself.
 *
 * Sinks are called on rank 0 only. Whole results in one call are for rank 0
 * only, but the result of ta_nth is for all ranks. A call that fails on one
 * rank fails on all ranks in the same call with the same status, and ends the
 * communication. After TA_OK the ranks can make the next call. */
typedef struct tai_comm {
    unsigned rank, ranks; /* rank < ranks */
    /* Sends `bytes` bytes at `mine` to all ranks, and returns when all ranks
     * have called the function. The bytes of rank r are then in *all from
     * (*start)[r] to (*start)[r + 1], until the next call. Only the thread that
     * has called the library calls this function. Returns TA_OK, or TA_EIO with
     * a sentence if a rank is lost. */
    ta_status (*allgather)(void *state, const void *mine, size_t bytes,
                           const unsigned char **all, const size_t **start,
                           ta_error *error);
    void *state; /* the first argument of allgather */
    /* The members below are written by the library and are zero at first. */
    bool over;              /* a rank has left */
    ta_status end;          /* status of that rank, the same on all ranks */
    uint64_t rounds, bytes; /* messages so far, and their sizes in all */
    double waited_s;        /* seconds spent in allgather */
} tai_comm;

/* Ends the communication of this rank. A rank leaves with TA_OK when it is
 * done, and earlier with another status if it cannot go on. The calls of the
 * other ranks then fail with that status and the sentence `text`, which may be
 * NULL. Returns comm->end: TA_OK if all ranks have left with TA_OK. Does
 * nothing if a rank has left before. */
ta_status tai_comm_leave(tai_comm *comm, ta_status status, const char *text,
                         ta_error *error);

/* Returns how many numbers of the block belong to heaps below `end`. */
uint64_t tai_block_count_below(const ta_block *block, uint64_t end);

/* Stores a block in an array that begins with heap 0. Values are stored as
 * uint16_t; cold positions are set as bits of uint64_t words, which the caller
 * has cleared. May be the function of a sink. Returns TA_OK. */
ta_status tai_block_store(void *array, const ta_block *block);

/* Hands the part [from, block->to) of a periodic block to the sink, as blocks
 * that are not periodic. Cold positions become lists. The caller ensures that
 * from >= block->from. Returns what the sink returns, or TA_ENOMEM. */
ta_status tai_block_pieces(const ta_block *block, uint64_t from,
                           const ta_sink *sink);

/* Hands the heaps of value 0 of a block of values to the sink, as cold
 * positions. A periodic block becomes a periodic block of bits or, with
 * `pieces`, lists. Returns what the sink returns, or TA_ENOMEM. */
ta_status tai_block_zeros(const ta_block *block, bool pieces,
                          const ta_sink *sink);

/* A sink that counts cold positions: counts[k] of them below ends[k]. */
typedef struct tai_count_sink {
    const uint64_t *ends; /* strictly increasing */
    uint64_t *counts;
    size_t n_ends, next;
    uint64_t total;
} tai_count_sink;

/* Prepares a sink. The caller's arrays must outlive the run. */
void tai_count_sink_init(tai_count_sink *sink, const uint64_t *ends,
                         size_t n_ends, uint64_t *counts);
/* Counts the cold positions of a block, which may be periodic. This is the
 * function of the sink. */
ta_status tai_count_consume(void *count_sink, const ta_block *block);
/* Sets the counts for all ends that no block has reached. */
void tai_count_finish(tai_count_sink *sink);

/* ---- archive: other files, digests, checkpoints ---- */

/* How numbers are written: one a line; "index position" after OEIS's rules for
 * b-files; or a NumPy array of little-endian integers, of 64 bits for positions
 * and of 16 bits for values. */
typedef enum tai_format { TA_TEXT = 0, TA_BFILE, TA_NPY } tai_format;

typedef struct tai_writer tai_writer;

/* Opens a writer of the numbers of heaps >= from. path NULL is standard output
 * (not for TA_NPY, whose header holds the count). A file appears under its name
 * only when tai_writer_close has succeeded; until then it is a temporary file
 * in the same folder. Symbolic links are followed and stay. Indices in b-files
 * begin at `offset`: they count all cold positions of the blocks, also those
 * below `from`; of values the index is offset + heap. Returns TA_OK, TA_EIO,
 * TA_EINVAL or TA_ENOMEM. */
ta_status tai_writer_open(const char *path, tai_format format, uint64_t from,
                          uint64_t offset, tai_writer **writer,
                          ta_error *error);
/* Writes the numbers of a block. This is the function of the sink. */
ta_status tai_writer_consume(void *writer, const ta_block *block);
/* Writes one number with a tai_writer, in any order, for other tables. Returns
 * TA_OK or TA_EIO. */
ta_status tai_writer_put(void *writer, uint64_t number);
/* Frees the writer. With `keep` the temporary file is flushed, synchronised and
 * renamed; otherwise it is removed. Returns TA_OK or TA_EIO. */
ta_status tai_writer_close(tai_writer *writer, bool keep, ta_error *error);

/* SHA-256 of the decimal numbers of heaps >= from, one a line: of the text that
 * `takeaway cold N --from=FROM` prints. Nothing but the result goes into the
 * digest, so that engines and machines can be compared by it. Cost: about 10 ns
 * a number. */
typedef struct tai_digest tai_digest;
/* Returns TA_OK or TA_ENOMEM. */
ta_status tai_digest_new(uint64_t from, tai_digest **digest);
/* Frees a digest. Accepts NULL. */
void tai_digest_free(tai_digest *digest);
/* Adds the numbers of a block. This is the function of the sink. */
ta_status tai_digest_consume(void *digest, const ta_block *block);
/* Writes the digest of all numbers added so far, in hexadecimal, to
 * `text`, and returns `text`. If `block` is not NULL, the digest includes the
 * numbers of the block below `end`; the state of the digest stays the same. */
char *tai_digest_text(const tai_digest *digest, const ta_block *block,
                      uint64_t end, char text[TA_DIGEST_TEXT]);

/* Returns an upper bound, in bytes, of what an archive writer of [0, n) holds.
 */
uint64_t tai_archive_memory(ta_content content, const ta_game *game,
                            uint64_t n);
/* Creates the temporary file of the next save to the same path, so that a path
 * that cannot be written is reported before any work. Freeing the writer
 * removes the file. Returns TA_OK, TA_EIO or TA_ENOMEM. */
ta_status tai_archive_writer_prepare(ta_archive_writer *writer,
                                     const char *path, ta_error *error);
/* Returns the size of the archive's file in bytes. */
uint64_t tai_archive_size(const ta_archive *archive);
/* Returns the number of frames of the archive. */
uint64_t tai_archive_frames(const ta_archive *archive);

/* A truncated checkpoint of an octal game. It holds only the values that the
 * run needs to go on, those of [0, head) and [back, end), and a summary of [0,
 * end): the records, and how often each value occurs. */
typedef struct tai_brief_info {
    uint64_t head, back;
    uint64_t from; /* counts are of heaps >= from */
    uint32_t mask; /* 0: a run cannot go on and begins at heap 0 */
} tai_brief_info;
/* Makes a writer of an octal game write truncated checkpoints: values that the
 * blocks mark as not needed are left out. Counts are of heaps >= from. The
 * writer must have no block yet. Returns TA_OK, TA_EINVAL or TA_ENOMEM. */
ta_status tai_archive_writer_brief(ta_archive_writer *writer, uint64_t from);
/* Copies the values and the summary of a truncated checkpoint of the same game
 * into the writer. The first heap that is counted stays that of the checkpoint.
 * Returns TA_EINVAL, or as ta_archive_read. */
ta_status tai_archive_writer_resume(ta_archive_writer *writer,
                                    const ta_archive *archive, ta_error *error);
/* Returns the ranges of a truncated checkpoint; NULL for any other archive and
 * for NULL. Reads of a truncated checkpoint must lie within [0, head) or
 * [back, end), else they return TA_EINVAL. A run that resumes a truncated
 * checkpoint hands over nothing below its end. */
const tai_brief_info *tai_archive_brief(const ta_archive *archive);
/* The two parts of the summary of [0, end), as blocks of values. A record is a
 * block of one heap. The count of a value is a periodic block of that value, of
 * as many heaps >= brief->from as have the value. */
typedef enum tai_brief_part {
    TA_BRIEF_RECORDS,
    TA_BRIEF_COUNTS
} tai_brief_part;
/* Hands a part to the sink. Returns TA_OK, TA_EINVAL (the archive is not
 * truncated), TA_EMISMATCH, TA_ENOMEM, or what the sink returns. */
ta_status tai_archive_read_brief(const ta_archive *archive, tai_brief_part part,
                                 const ta_sink *sink, ta_error *error);

/* ---- verify: windows ---- */

/* The heaps [from, to) of an archive. */
typedef struct tai_window {
    uint64_t from, to;
    uint64_t cold; /* number of cold heaps, or of heaps of value 0; set by
                      tai_archive_verify_windows */
} tai_window;

/* Chooses `count` windows of `size` heaps in [from, to), uniformly and
 * independently. If the range has at most `size` heaps, chooses one window, the
 * whole range. *seed is the state of the random generator, and changes. Returns
 * the number of windows. */
size_t tai_windows_choose(uint64_t from, uint64_t to, uint64_t size,
                          size_t count, uint64_t *seed, tai_window *windows);

/* Computes all heaps of the windows by the definition, from the contents of the
 * archive below the windows, and compares them with the archive. A missing cold
 * heap in a window is found as surely as a wrong one. An error below a window
 * is found only if it changes a heap of the window. In archives of values, each
 * heap of a window is checked against the values of its options.
 *
 * The windows may overlap and be in any order, but must not be empty. They are
 * sorted, and their counts are set. Of the options, which may be NULL, progress
 * and max_memory are used. *seen is set to the numbers of heaps computed and
 * marks made; `seen` may be NULL.
 *
 * Returns TA_OK; TA_EMISMATCH, where the sentence names the first heap that
 * differs or what is damaged; TA_EINVAL for an archive of another game or of an
 * octal game, or a window beyond the end; TA_EIO; TA_ENOMEM; TA_ELIMIT; or
 * TA_ECANCELLED.
 *
 * Cost for cold positions: one pass over the archive below the last end, and a
 * mark for each move from a window to a cold position; for squares about
 * cold(a) * size / (2 sqrt a) marks for a window at a. Memory: the set below
 * the last end, and a bit for each heap of the windows. Cost for values: that
 * of ta_archive_verify for the heaps of all windows. */
ta_status tai_archive_verify_windows(const ta_archive *archive,
                                     const ta_game *game, tai_window *windows,
                                     size_t count, const ta_options *options,
                                     ta_verified *seen, ta_error *error);

/* ---- octal, play ---- */

/* The number of heaps of an octal game whose values a run keeps in memory. In a
 * longer run only the values of a head and a tail are kept, provided that no
 * rare heaps occur any more. */
enum { TA_OCTAL_HELD = 1 << 25 };

/* A table of the lengths of play for the heaps [0, n), 2 bytes each, which also
 * gives the moves of optimal play. */
typedef struct tai_lengths tai_lengths;

/* Computes the lengths. Returns as ta_run. The caller frees them by
 * tai_lengths_free. */
ta_status tai_lengths_new(const ta_game *game, uint64_t n,
                          const ta_options *options, tai_lengths **lengths,
                          ta_error *error);
/* Frees lengths. Accepts NULL. */
void tai_lengths_free(tai_lengths *lengths);
/* Sets *bytes to what tai_lengths_new allocates. Returns as ta_plan_new. */
ta_status tai_lengths_memory(const ta_game *game, uint64_t n,
                             const ta_options *options, uint64_t *bytes,
                             ta_error *error);
/* Returns the length of a heap below n. */
unsigned tai_lengths_at(const tai_lengths *lengths, uint64_t heap);
/* Returns the number that a player takes from a heap below n in optimal play; 0
 * if there is no move. A winner ends the game as soon as possible and, among
 * such moves, takes most. A loser makes the game last as long as possible.
 * Among the 64 such moves that take most, the loser chooses one that leaves the
 * winner the fewest replies of optimal length, and among these the one that
 * takes most. Cost: at most 65 times the number of elements up to the heap. */
uint64_t tai_lengths_move(const tai_lengths *lengths, uint64_t heap);

/* ---- stats: fits ---- */

/* A power law: log y = log c + e log x. */
typedef struct tai_fit {
    double exponent, exponent_error; /* e and its standard error */
    double constant, constant_error; /* c, and the standard error of log c */
    double log_first;                /* log y of the line at the first x */
    double residual; /* root mean square of the residuals of log y */
    /* The standard error of e if neighbouring residuals are correlated, by
     * Newey and West, with the points in their order and lags up to 1.3 sqrt n,
     * rounded up. */
    double correlated_error;
} tai_fit;

/* Fits count >= 2 points with x, y > 0, not all x equal, by least squares. With
 * two points the standard errors are NAN. Returns TA_OK, TA_EINVAL or
 * TA_ENOMEM. Cost: count^1.5. */
ta_status tai_fit_power(const double *x, const double *y, size_t count,
                        tai_fit *fit);
/* Does the same by the repeated median (Siegel 1982): the median over the
 * points of the median slope to the others. Its errors are NAN. Cost: count^2.
 */
ta_status tai_fit_median(const double *x, const double *y, size_t count,
                         tai_fit *fit);

/* ---- play: reference sets ---- */

/* A reference set: a large set in which no two elements differ by a times a
 * k-th power. R is a set of residues modulo a squarefree m, no two of which
 * differ by a k-th power modulo m. The set has each n for which the digits of
 * floor(n / a) in base m are in R at the places 0 (the units), k, 2 k, ... With
 * a = 1 it has (m^(k-1) |R|)^j elements below m^(k j). Source: Ruzsa 1984
 * (squares, m = 65); Beigel and Gasarch, arXiv:0804.4892 (m = 205);
 * src/play/README.md. */
typedef struct tai_yardstick {
    const char *name;         /* such as "ruzsa" */
    const char *summary;      /* one line */
    unsigned modulus;         /* m */
    const unsigned *residues; /* R, increasing */
    unsigned count;           /* |R| */
    unsigned power;           /* k: 2 or 3 */
    uint64_t factor;          /* a */
} tai_yardstick;

/* Returns all reference sets that have a name, and sets *count to their number.
 */
const tai_yardstick *tai_yardsticks(size_t *count);
/* Sets *yardstick to the reference set of a subtraction set "poly:a,b,c" whose
 * values are a times squares. Returns TA_OK, TA_EINVAL for any other spec, or
 * TA_ENOMEM. */
ta_status tai_yardstick_poly(const char *spec, tai_yardstick *yardstick,
                             ta_error *error);
/* Counts the elements below n, which is an expression of any size. Sets *below
 * to the count in decimal digits, which the caller frees by ta_free, and
 * *member to whether n is an element. Either pointer may be NULL. Returns
 * TA_OK, TA_EINVAL, TA_ERANGE or TA_ENOMEM. Cost: a few multiplications of
 * numbers of the length of n for each doubling of the length. */
ta_status tai_yardstick_count(const tai_yardstick *yardstick, const char *n,
                              char **below, bool *member, ta_error *error);

#endif
