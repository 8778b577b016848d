/* Functions of the library that the command line and the MPI program use in
 * addition to the public header. The shared library does not export them. */
#ifndef TA_TOOL_H
#define TA_TOOL_H

#include <stdarg.h>

#include "takeaway.h"

/* ---- base: error messages, sizes, clock and processors ---- */

/* Writes a sentence for a person into the `size` bytes at `text`, as vsnprintf
 * does. Control characters become '?'. A sentence longer than size - 1 bytes is
 * cut and ends in "...". `size` is at least 4. */
void tai_sentence(char *text, size_t size, const char *format, va_list args);

/* Writes a number of bytes to `text` for a person, such as "1.5 GiB". Returns
 * `text`. */
char *tai_bytes_text(uint64_t bytes, char text[32]);

/* Returns the time of a monotonic clock in seconds. */
double tai_now(void);

/* Returns the number of processors that this process may use, at least 1. Its
 * CPU affinity and the quotas of its control groups, rounded up, limit this
 * number. */
unsigned tai_processors(void);

/* ---- run: communication between ranks, blocks, a sink that counts ---- */

/* A communicator: connects the ranks of one run. Ranks are processes that make
 * the same calls with the same arguments; only threads, limits of memory and
 * sinks may differ.
 *
 * The engines "wheel" and "auto" share their work among the ranks, and so do
 * ta_census, ta_octal_census and tai_archive_verify_windows. Rank 0 alone runs
 * any other engine; the other ranks return TA_OK at once, and their next call
 * reports how that run ended. All other calls are computed on each rank by
 * itself.
 *
 * Sinks are called on rank 0 only. Only rank 0 gets the results of ta_count and
 * the other functions that return a whole result, except that all ranks get the
 * result of ta_nth. A call that fails on one rank fails on all ranks in the
 * same call with the same status, and ends the communication. After TA_OK the
 * ranks can make the next call. */
typedef struct tai_comm {
    unsigned rank, ranks; /* the rank of this process, and how many there are */
    /* Sends `bytes` bytes at `mine` to all ranks, and returns when all ranks
     * have called the function. The bytes of rank r are then in *all from
     * (*start)[r] to (*start)[r + 1], until the next call. Only the thread that
     * has called the library calls this function. Returns TA_OK, or TA_EIO with
     * an error message if a rank is lost. */
    ta_status (*allgather)(void *state, const void *mine, size_t bytes,
                           const unsigned char **all, const size_t **start,
                           ta_error *error);
    void *state; /* the first argument of the function allgather */
    /* The library writes the members from `over` on, which are zero at first.
     */
    /* True once the communication between the ranks has ended: all ranks are
     * done, or one cannot go on. No more messages are sent then. */
    bool over;
    /* The status with which the communication has ended. It is the same on all
     * ranks. */
    ta_status end;
    uint64_t rounds, bytes; /* how many times allgather was called, and the
                               total size of the messages of all ranks */
    double waited_s;        /* the seconds spent in allgather */
} tai_comm;

/* Lets this rank leave the communication: with TA_OK when the rank is done, and
 * earlier with another status if it cannot go on. In the latter case the calls
 * of the other ranks fail with that status and the sentence `text`, which may
 * be NULL. Returns comm->end, which is TA_OK if all ranks have left with TA_OK.
 * If the communication has ended before, only returns comm->end. */
ta_status tai_comm_leave(tai_comm *comm, ta_status status, const char *text,
                         ta_error *error);

/* Returns how many numbers (cold positions or values) of the block belong to
 * heaps below `end`. */
uint64_t tai_block_count_below(const ta_block *block, uint64_t end);

/* Stores a block in an array whose first entry belongs to heap 0. Values are
 * stored as uint16_t. Cold positions are set as bits in uint64_t words, which
 * the caller must have cleared. Can be the function of a ta_sink. Returns
 * TA_OK. */
ta_status tai_block_store(void *array, const ta_block *block);

/* Hands the heaps [from, block->to) of a block that repeats (block->period !=
 * 0) to the sink, as blocks that do not repeat. Cold positions become lists.
 * `from` must be at least block->from. Returns what the sink returns. */
ta_status tai_block_pieces(const ta_block *block, uint64_t from,
                           const ta_sink *sink);

/* Hands the heaps of value 0 in a block of values to the sink, as cold
 * positions in lists. A block that repeats becomes a block of bits that
 * repeats, unless `pieces` asks for lists. Returns what the sink returns, or
 * TA_ENOMEM. */
ta_status tai_block_zeros(const ta_block *block, bool pieces,
                          const ta_sink *sink);

/* The state of a sink whose function is tai_count_consume. For each of the
 * numbers ends[0], ends[1], ..., it counts the cold positions below this
 * number. */
typedef struct tai_count_sink {
    const uint64_t *ends; /* strictly increasing */
    uint64_t *counts; /* counts[k] is the number of cold positions < ends[k] */
    size_t n_ends, next; /* counts[k] is set for k < next */
    uint64_t total;      /* the number of cold positions in all blocks so far */
} tai_count_sink;

/* Prepares *sink to set counts[k] to the number of cold positions below
 * ends[k], for k < n_ends. Both arrays must outlive the run. */
void tai_count_sink_init(tai_count_sink *sink, const uint64_t *ends,
                         size_t n_ends, uint64_t *counts);
/* Counts the cold positions of a block, which may repeat (ta_block.period).
 * `count_sink` is a tai_count_sink. Can be the function of a ta_sink. Returns
 * TA_OK. */
ta_status tai_count_consume(void *count_sink, const ta_block *block);
/* Sets counts[k] for all ends that the blocks of the run have not reached. The
 * caller must call this after a run that returned TA_OK. */
void tai_count_finish(tai_count_sink *sink);

/* ---- archive: other file formats, digests, truncated checkpoints ---- */

/* How a writer writes numbers. TA_TEXT: one number on each line. TA_BFILE: an
 * index and a number on each line, by the rules of the OEIS for b-files.
 * TA_NPY: a NumPy array of little-endian integers, of 64 bits for positions and
 * of 16 bits for values. */
typedef enum tai_format { TA_TEXT = 0, TA_BFILE, TA_NPY } tai_format;

typedef struct tai_writer tai_writer;

/* Opens a writer of the numbers (cold positions or values) of heaps >= from. If
 * `path` is NULL, it writes to standard output, which TA_NPY does not allow. A
 * file appears under its name only when tai_writer_close has succeeded; until
 * then it is a temporary file in the same folder. A path that is a symbolic
 * link stays one. Indices in b-files begin at `offset`. The index of a cold
 * position is offset plus the number of smaller cold positions, also of those
 * below `from`. The index of a value is offset + heap. Returns TA_OK, TA_EIO,
 * TA_EINVAL or TA_ENOMEM. */
ta_status tai_writer_open(const char *path, tai_format format, uint64_t from,
                          uint64_t offset, tai_writer **writer,
                          ta_error *error);
/* Writes the numbers of a block. Can be the function of a ta_sink. */
ta_status tai_writer_consume(void *writer, const ta_block *block);
/* Writes one number with a tai_writer, for callers that have no blocks. The
 * numbers may be in any order. Returns TA_OK or TA_EIO. */
ta_status tai_writer_put(void *writer, uint64_t number);
/* Closes and frees a writer of numbers. With `keep` the temporary file is
 * flushed, synchronised and renamed to its final name. Otherwise it is removed.
 * Returns TA_OK or TA_EIO. */
ta_status tai_writer_close(tai_writer *writer, bool keep, ta_error *error);

/* A digest: the SHA-256 of the text that `takeaway cold N --from=FROM` prints,
 * which has the numbers of heaps >= FROM in decimal, one on each line. The
 * digest depends on the results only, so engines and machines can be compared
 * by it. Cost: about 10 ns a number. */
typedef struct tai_digest tai_digest;
/* Makes a digest of the numbers of heaps >= from. The caller frees it by
 * tai_digest_free. Returns TA_OK or TA_ENOMEM. */
ta_status tai_digest_new(uint64_t from, tai_digest **digest);
/* Frees a digest of numbers. Accepts NULL. */
void tai_digest_free(tai_digest *digest);
/* Adds the numbers of a block to `digest`, which is a tai_digest. The function
 * can be the member `consume` of a ta_sink. */
ta_status tai_digest_consume(void *digest, const ta_block *block);
/* Writes the SHA-256 of all numbers added so far to `text`, in hexadecimal, and
 * returns `text`. If `block` is not NULL, the numbers of this block that belong
 * to heaps below `end` are included. The state of the digest does not change.
 */
char *tai_digest_text(const tai_digest *digest, const ta_block *block,
                      uint64_t end, char text[TA_DIGEST_TEXT]);

/* Returns an upper bound on the number of bytes that a writer of an archive of
 * [0, n) allocates. */
uint64_t tai_archive_memory(ta_content content, const ta_game *game,
                            uint64_t n);
/* Creates the temporary file for the next save to `path`. A path that cannot be
 * written is thus reported before any work is done. The temporary file is
 * removed if the writer is freed without a save. Returns TA_OK, TA_EIO or
 * TA_ENOMEM. */
ta_status tai_archive_writer_prepare(ta_archive_writer *writer,
                                     const char *path, ta_error *error);
/* Returns the size of the file of the archive in bytes. */
uint64_t tai_archive_size(const ta_archive *archive);
/* Returns the number of frames of the archive. A frame is a part that is
 * compressed by itself. */
uint64_t tai_archive_frames(const ta_archive *archive);

/* What a truncated checkpoint of an octal game holds. A truncated checkpoint
 * has only the nim-values that a run needs to go on, those of [0, head) and
 * [back, end). It also has a summary of [0, end): the records, and how often
 * each value occurs. */
typedef struct tai_brief_info {
    uint64_t head, back;
    uint64_t from; /* the counts of values are of heaps >= from only */
    uint32_t mask; /* as in ta_block; 0: a run cannot resume, and starts at 0 */
} tai_brief_info;
/* Makes the writer of an archive of an octal game write truncated checkpoints
 * (see tai_brief_info). These leave out values that a resumed run does not
 * need, by ta_block.head. The counts in the summary are of heaps >= from. The
 * writer must have no block yet. Returns TA_OK, TA_EINVAL or TA_ENOMEM. */
ta_status tai_archive_writer_brief(ta_archive_writer *writer, uint64_t from);
/* Copies the values and the summary of `archive`, a truncated checkpoint of the
 * same game, into the writer. The counts then begin at the heap at which they
 * begin in the checkpoint. Returns TA_EINVAL if the archive is no such
 * checkpoint, and otherwise as ta_archive_read. */
ta_status tai_archive_writer_resume(ta_archive_writer *writer,
                                    const ta_archive *archive, ta_error *error);
/* Returns what a truncated checkpoint holds, or NULL for any other archive and
 * for NULL. ta_archive_read on a truncated checkpoint returns TA_EINVAL unless
 * the range lies within [0, head) or [back, end). A run that resumes a
 * truncated checkpoint hands no heap below the end of the checkpoint to its
 * sink. */
const tai_brief_info *tai_archive_brief(const ta_archive *archive);
/* The two parts of the summary in a truncated checkpoint, which are read as
 * blocks of values. Each record is a block of one heap. The count of a value is
 * a block with period 1: it has that value, and its length is the number of
 * heaps >= tai_brief_info.from that have the value. */
typedef enum tai_brief_part {
    TA_BRIEF_RECORDS,
    TA_BRIEF_COUNTS
} tai_brief_part;
/* Hands one part of the summary of a truncated checkpoint to the sink. Returns
 * TA_OK, TA_EINVAL (the archive is not truncated), TA_EMISMATCH, TA_ENOMEM, or
 * what the sink returns. */
ta_status tai_archive_read_brief(const ta_archive *archive, tai_brief_part part,
                                 const ta_sink *sink, ta_error *error);

/* ---- verify: windows of an archive ---- */

/* A window: the heaps [from, to) of an archive, which are checked. */
typedef struct tai_window {
    uint64_t from, to;
    /* The number of P-positions in the window. In an archive of cold positions
     * they are the cold heaps, in an archive of values the heaps of value 0.
     * tai_archive_verify_windows sets this member. */
    uint64_t cold;
} tai_window;

/* Chooses `count` windows of `size` heaps each in [from, to), at random,
 * uniformly and independently. If the range has at most `size` heaps, chooses
 * one window, the whole range; if it is empty, none. *seed is the state of the
 * random generator, and changes. Returns the number of windows. */
size_t tai_windows_choose(uint64_t from, uint64_t to, uint64_t size,
                          size_t count, uint64_t *seed, tai_window *windows);

/* Computes all heaps of `count` windows by the definition, from what the
 * archive holds for smaller heaps, and compares them with the archive. A cold
 * heap that is missing in a window is found as surely as a wrong one. An error
 * below a window is found only if it changes a heap of the window. In archives
 * of values, each heap of a window is checked against the values of its
 * options.
 *
 * The windows may overlap and be in any order, but must not be empty. The
 * function sorts them and sets their members `cold`. Of the options, which may
 * be NULL, only progress and max_memory are used. *seen is set to the numbers
 * of heaps and moves that were checked; `seen` may be NULL.
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

/* The number of heaps of an octal game whose values a run holds in memory. A
 * run over more heaps holds the values of the least heaps and of the last heaps
 * only, provided that no further rare heaps (see ta_summary) occur. */
enum { TA_OCTAL_HELD = 1 << 25 };

/* A table of the lengths of optimal play (TA_CONTENT_LENGTH) of the heaps
 * [0, n), with 2 bytes for each heap, from which the best moves are found. */
typedef struct tai_lengths tai_lengths;

/* Computes the table of the lengths of play of the heaps [0, n). The caller
 * frees it by tai_lengths_free. Returns as ta_run. */
ta_status tai_lengths_new(const ta_game *game, uint64_t n,
                          const ta_options *options, tai_lengths **lengths,
                          ta_error *error);
/* Frees a table of lengths. Accepts NULL. */
void tai_lengths_free(tai_lengths *lengths);
/* Sets *bytes to the number of bytes that tai_lengths_new allocates for the
 * same arguments. Returns as ta_plan_new. */
ta_status tai_lengths_memory(const ta_game *game, uint64_t n,
                             const ta_options *options, uint64_t *bytes,
                             ta_error *error);
/* Returns the length of optimal play from a heap, which must be below the n of
 * the table. */
unsigned tai_lengths_at(const tai_lengths *lengths, uint64_t heap);
/* Returns the number that the player to move takes from the heap in optimal
 * play; 0 if there is no move. The heap must be below the n of the table. The
 * winner makes the largest of the moves that end the game as soon as possible.
 * The loser makes a move that lets the game last as long as possible. Among the
 * 64 largest of these, the loser chooses one that leaves the winner the fewest
 * replies of optimal length, and the largest one if there are several. Cost: at
 * most 65 times the number of elements up to the heap. */
uint64_t tai_lengths_move(const tai_lengths *lengths, uint64_t heap);

/* ---- stats: fits ---- */

/* A power law y = c x^e that was fitted as log y = log c + e log x. */
typedef struct tai_fit {
    double exponent, exponent_error; /* e, and the standard error of e */
    double constant, constant_error; /* c, and the standard error of log c */
    double log_first; /* log y of the fitted line at the first x */
    double residual;  /* root mean square of the residuals of log y */
    /* The standard error of e that allows for correlated neighbouring
     * residuals, by the method of Newey and West. The points are taken in their
     * order, with lags up to 1.3 sqrt n, rounded up, for n points. */
    double correlated_error;
} tai_fit;

/* Fits a power law to `count` >= 2 points by least squares of the logarithms.
 * All x and y must be positive, and not all x equal. With two points the
 * standard errors are NAN. Returns TA_OK, TA_EINVAL or TA_ENOMEM. Cost:
 * count^1.5. */
ta_status tai_fit_power(const double *x, const double *y, size_t count,
                        tai_fit *fit);
/* Fits a power law to `count` >= 2 points by the repeated median (Siegel 1982).
 * The exponent is the median over all points of the median slope from the point
 * to the others. The standard errors are NAN. Returns as tai_fit_power. Cost:
 * count^2. */
ta_status tai_fit_median(const double *x, const double *y, size_t count,
                         tai_fit *fit);

/* ---- play: large sets without square or cube differences ---- */

/* A reference set: a large set of integers in which no two elements differ by a
 * times a k-th power. R is a set of residues modulo a squarefree m, no two of
 * which differ by a k-th power modulo m. The set has each n for which the
 * digits of floor(n / a) in base m are in R at the places 0 (the units), k, 2
 * k, ... With a = 1 the set has (m^(k-1) |R|)^j elements below m^(k j). Source:
 * Ruzsa 1984 (squares, m = 65); Beigel and Gasarch, arXiv:0804.4892 (m = 205);
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

/* Returns the array of all reference sets that have a name, and sets *count to
 * their number. */
const tai_yardstick *tai_yardsticks(size_t *count);
/* Sets *yardstick to a reference set without the differences in the subtraction
 * set "poly:a,b,c", whose elements must be a times squares. Returns TA_OK,
 * TA_EINVAL for any other spec, or TA_ENOMEM. */
ta_status tai_yardstick_poly(const char *spec, tai_yardstick *yardstick,
                             ta_error *error);
/* Counts the elements of a reference set below n. The text `n` is an expression
 * as for ta_number_parse, but without a bound. Sets *below to the count in
 * decimal digits, a text that the caller frees by ta_free, and *member to
 * whether n is an element. Either pointer may be NULL. Returns TA_OK,
 * TA_EINVAL, TA_ERANGE or TA_ENOMEM. Cost: a few multiplications of numbers of
 * the length of n for each doubling of the length. */
ta_status tai_yardstick_count(const tai_yardstick *yardstick, const char *n,
                              char **below, bool *member, ta_error *error);

#endif
