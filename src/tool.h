/* Declares the functions of the library that only the command line and the MPI
 * program use. They are not in the public header, and the shared library does
 * not export them. The file is long because it serves every module. */
#ifndef TA_TOOL_H
#define TA_TOOL_H

#include <stdarg.h>
#include <sys/types.h>

#include "takeaway.h"

/* ---- base: error messages, sizes, memory limits, clock and processors ---- */

/* Writes a sentence for a person into the `size` bytes at `text`, as vsnprintf
 * does. Control characters become '?'. A sentence longer than size - 1 bytes is
 * cut and ends in "...". `size` is at least 4. */
void tai_sentence(char *text, size_t size, const char *format, va_list args);

/* Writes a size of `bytes` bytes to `text` in a readable unit, such as "1.5
 * GiB". Returns `text`. */
char *tai_bytes_text(uint64_t bytes, char text[32]);

/* A budget: the memory limit of a run, and the number of bytes in the arrays of
 * the run. Each thread has at most one current budget. tai_alloc counts a new
 * array in the current budget of its thread, or returns NULL if the limit would
 * be exceeded. ta_free subtracts an array from the budget that has counted it.
 * Any thread may free the array, even after the run. A budget does not count
 * the 64 bytes before each array, nor the memory of the libraries GMP, FFTW,
 * zstd and nettle. */
typedef struct ta_budget ta_budget;
/* Makes a budget with a memory limit of `limit` bytes; 0 means no limit. Sets
 * *budget to the new budget, which becomes the current budget of this thread.
 * If the thread already has a current budget, makes none and sets *budget to
 * NULL. Returns TA_OK, or TA_ENOMEM if there is no memory. */
ta_status tai_budget_begin(uint64_t limit, ta_budget **budget);
/* Ends a budget (the memory limit of a run) that tai_budget_begin has made.
 * `st` is the status of the run. If `st` is TA_ENOMEM because an array would
 * have exceeded the limit, writes an error message about the limit and returns
 * TA_ELIMIT. Otherwise returns `st`. The struct ta_budget is freed when the
 * last array that the budget counts is freed. `budget` may be NULL. */
ta_status tai_budget_end(ta_budget *budget, ta_status st, ta_error *error);
/* Returns the number of bytes in the arrays that a budget counts now. */
uint64_t tai_budget_used(const ta_budget *budget);

/* Returns the time of a monotonic clock in seconds. */
double tai_now(void);

/* Returns the number of processors that this process may use, at least 1. The
 * number is limited by the CPU affinity of the process, and by the quotas of
 * its control groups, which are rounded up. */
unsigned tai_processors(void);

/* ---- game: names ---- */

/* Returns whether the text `spec` begins with the name or the OEIS number of a
 * kind of set, such as "list", "squares" or "A000290". The name "file" counts
 * only if `files` is true. If it does not count, no file is read to make the
 * game. This matters for a text from an untrusted archive. */
bool tai_game_is_name(const char *spec, bool files);
/* Returns the rest of a sentence about a well-known game that is not played
 * here, such as "wythoff": why, and which program has it. Otherwise NULL. */
const char *tai_game_elsewhere(const char *spec);

/* ---- run: communication between ranks, blocks, a sink that counts ---- */

/* A communicator: connects the ranks of a run. The ranks are processes that
 * make the same library calls with the same arguments. Only the number of
 * threads, the limits of memory and the sinks (receivers of results) may
 * differ.
 *
 * Shared work: the ranks share the work of ta_census, ta_octal_census,
 * tai_archive_verify_windows, and of runs of the engines "wheel" and "auto". If
 * such a call fails on one rank, it fails on all ranks with the same status,
 * and the communication ends.
 *
 * Runs of other engines: rank 0 alone does the work. On the other ranks the
 * call returns TA_OK at once. If the call fails on rank 0, the next call of the
 * other ranks fails.
 *
 * All other functions: each rank does the whole work by itself.
 *
 * Results: only rank 0 calls its sink. Functions that return a whole result,
 * such as ta_count, return it on rank 0 only; ta_nth returns it on all ranks.
 */
typedef struct tai_comm {
    /* The rank of this process, counted from 0, and the number of all ranks. */
    unsigned rank, ranks;
    /* Sends a message, the `bytes` bytes at `mine`, to all ranks, and receives
     * the messages of all ranks. Returns when all ranks have called the
     * function. Sets *all to the received messages: that of rank r begins at
     * byte (*start)[r] and ends before byte (*start)[r + 1]. The messages are
     * valid until the next call of this function. The library makes the call
     * only from the thread that has called the library. Returns TA_OK, or
     * TA_EIO with an error message if a rank is lost. */
    ta_status (*allgather)(void *state, const void *mine, size_t bytes,
                           const unsigned char **all, const size_t **start,
                           ta_error *error);
    void *state; /* the first argument of the function allgather */
    /* Only the library changes the members `over`, `end`, `rounds`, `bytes` and
     * `waited_s`. They are zero at first. */
    /* True when the communication between the ranks has ended, since all ranks
     * are done or one has failed. Then no more messages are sent. */
    bool over;
    /* The status with which the communication between the ranks has ended:
     * TA_OK or the error of the rank that failed. All ranks have the same
     * status. */
    ta_status end;
    /* The number of calls of allgather, and the total number of bytes of the
     * messages of all ranks. */
    uint64_t rounds, bytes;
    double waited_s; /* the seconds spent in allgather */
} tai_comm;

/* Ends the communication of this rank with the other ranks. `status` is TA_OK
 * if this rank is done, and otherwise its error. If `status` is an error, the
 * calls of the other ranks fail with this status and with the sentence `text`;
 * if it is "", with a sentence about the status. Returns comm->end, which is
 * TA_OK if all ranks have passed TA_OK. If the communication has already ended,
 * does nothing and returns comm->end. */
ta_status tai_comm_leave(tai_comm *comm, ta_status status, const char *text,
                         ta_error *error);

/* Returns the number of cold positions below `end` in a block, the results of a
 * run for a range of heaps. If the results are values, returns the number of
 * heaps of the block below `end`. */
uint64_t tai_block_count_below(const ta_block *block, uint64_t end);

/* Copies the results of a block to `array`. Values: the array has a uint16_t
 * for each heap, and item i is set to the value of heap i. Cold positions: the
 * array has a bit for each heap, in words of type uint64_t, and bit i is set to
 * 1 if heap i is cold. The caller has set all bits to 0 before. This function
 * can be the member `consume` of a ta_sink (a receiver of the results of a
 * run). Returns TA_OK. */
ta_status tai_block_store(void *array, const ta_block *block);

/* Splits a block whose results repeat with a period into smaller blocks without
 * a period, and hands those to the sink. They have the results for the heaps
 * [from, block->to). block->period must not be 0, and `from` must be at least
 * block->from. Cold positions are handed over as lists. Returns what the sink
 * returns. */
ta_status tai_block_pieces(const ta_block *block, uint64_t from,
                           const ta_sink *sink);

/* Hands the cold heaps of a block of values, which are those of value 0, to the
 * sink as cold positions. The sink gets lists of positions if the values have
 * no period, or if `pieces` is true. Otherwise it gets one block of bits that
 * repeats with the same period as the values. Returns what the sink returns, or
 * TA_ENOMEM. */
ta_status tai_block_zeros(const ta_block *block, bool pieces,
                          const ta_sink *sink);

/* The state of a sink (a receiver of results) that counts cold positions. For
 * each of the numbers ends[0], ends[1], ..., it counts the cold positions below
 * this number. The function of the sink is tai_count_consume. */
typedef struct tai_count_sink {
    const uint64_t *ends; /* strictly increasing */
    /* counts[k] is the number of cold positions below ends[k]. It is set when a
     * block reaches ends[k], or by tai_count_finish. */
    uint64_t *counts;
    /* `n_ends` is the length of the arrays `ends` and `counts`. `next` is the
     * number of counts that are set so far. They are the first counts of the
     * array. */
    size_t n_ends, next;
    uint64_t total; /* the number of cold positions in all blocks so far */
} tai_count_sink;

/* Prepares the sink *sink for a run. The run and tai_count_finish will set
 * counts[k] to the number of cold positions below ends[k], for k < n_ends. Both
 * arrays must outlive the run. */
void tai_count_sink_init(tai_count_sink *sink, const uint64_t *ends,
                         size_t n_ends, uint64_t *counts);
/* Adds the cold positions of a block to the counts of a tai_count_sink. The
 * block may have a period (ta_block.period). This function can be the member
 * `consume` of a ta_sink (a receiver of the results of a run). Returns TA_OK.
 */
ta_status tai_count_consume(void *count_sink, const ta_block *block);
/* Sets those counts of the sink that are not set yet when a run ends. counts[k]
 * is the number of cold positions below ends[k]. A run itself sets it only for
 * ends up to its last block. The caller must call this function after each run
 * that returned TA_OK. */
void tai_count_finish(tai_count_sink *sink);

/* Sets positions[i] to the k[i]-th cold position for each i < count, as ta_nth
 * does for one k. The numbers may be in any order. */
ta_status tai_nths(const ta_game *game, const uint64_t *k, size_t count,
                   const ta_options *options, uint64_t *positions,
                   ta_error *error);

/* ---- archive: other file formats, digests, truncated checkpoints ---- */

/* The format in which a tai_writer writes numbers. TA_TEXT: one number on each
 * line. TA_BFILE: an index and a number on each line, by the rules of the OEIS
 * for b-files. TA_NPY: a NumPy array of little-endian integers, of 64 bits for
 * positions and of 16 bits for values. */
typedef enum tai_format { TA_TEXT = 0, TA_BFILE, TA_NPY } tai_format;

typedef struct tai_writer tai_writer;

/* Opens a writer, which writes results to the file `path`: the cold positions
 * or the values of the heaps >= `from`. If `path` is NULL, it writes to
 * standard output, which TA_NPY does not allow.
 *
 * The writer uses a temporary file in the same folder, and tai_writer_close
 * gives this file its final name. If `path` is a symbolic link, the file to
 * which it leads is replaced, and the link stays.
 *
 * In a b-file (TA_BFILE) each number has an index. The index of a value is
 * offset + heap. The index of a cold position is offset plus the number of all
 * smaller cold positions, even of those below `from`. Returns TA_OK, TA_EIO,
 * TA_EINVAL or TA_ENOMEM. */
ta_status tai_writer_open(const char *path, tai_format format, uint64_t from,
                          uint64_t offset, tai_writer **writer,
                          ta_error *error);
/* Writes the cold positions or the values of a block with `writer`, which is a
 * tai_writer. This function can be the member `consume` of a ta_sink (a
 * receiver of the results of a run). Returns TA_OK or TA_EIO. */
ta_status tai_writer_consume(void *writer, const ta_block *block);
/* Closes and frees a writer of numbers. If `keep` is true, its temporary file
 * is flushed to the disk and renamed to its final name. Otherwise this file is
 * removed. Returns TA_OK or TA_EIO. */
ta_status tai_writer_close(tai_writer *writer, bool keep, ta_error *error);

enum { TA_PATH = 4096 }; /* size of a buffer for a path, with the NUL */

/* A file that is being written, which gets its name when it is complete. */
typedef struct tai_draft {
    int fd;             /* -1: there is no draft */
    int failed;         /* errno of the first write that failed, or 0 */
    mode_t mode;        /* of the file that is replaced, or 0 */
    char path[TA_PATH]; /* the final name, for messages, too */
    char temporary[TA_PATH + 128]; /* empty if written in place */
} tai_draft;

/* Opens a draft of the file `path`; NULL is standard output. Of a symbolic link
 * the draft is of the file to which it leads. A device, a pipe or a descriptor
 * (/dev/stdout, /dev/fd/3) is written directly. Returns TA_EIO, with errno set,
 * and leaves no file behind. */
ta_status tai_draft_open(const char *path, tai_draft *draft, ta_error *error);
/* Writes to a draft. After a failure later writes do nothing, and
 * tai_draft_close fails, so the caller may ignore TA_EIO. */
ta_status tai_draft_write(tai_draft *draft, const void *bytes, size_t count);
/* With `keep`, syncs the file and gives it its name; else removes it. Returns
 * TA_EIO, with errno set, also for an earlier write; then removes it, too. */
ta_status tai_draft_close(tai_draft *draft, bool keep, ta_error *error);

/* A digest: the SHA-256 hash of a list of cold positions, written in decimal
 * with one position on each line. The command `takeaway cold N` prints such a
 * list. The digest depends on the list only, so it can compare the results of
 * two engines or two machines. Cost: about 10 ns for each position. */
typedef struct tai_digest tai_digest;
/* Makes an empty digest (a tai_digest), which will ignore cold positions below
 * `from`. The caller frees the digest by tai_digest_free. Returns TA_OK or
 * TA_ENOMEM. */
ta_status tai_digest_new(uint64_t from, tai_digest **digest);
/* Frees a digest (tai_digest). Accepts NULL. */
void tai_digest_free(tai_digest *digest);
/* Adds the cold positions of a block to `digest`, which is a tai_digest. This
 * function can be the member `consume` of a ta_sink (a receiver of the results
 * of a run). Returns TA_OK. */
ta_status tai_digest_consume(void *digest, const ta_block *block);
/* Writes the SHA-256 hash of all positions added so far to `text`, in
 * hexadecimal, and returns `text`. If `block` is not NULL, its cold positions
 * below `end` are included in the hash. The digest itself does not change. */
char *tai_digest_text(const tai_digest *digest, const ta_block *block,
                      uint64_t end, char text[TA_DIGEST_TEXT]);

/* Returns an upper bound on the number of bytes that a ta_archive_writer
 * allocates for an archive of the heaps [0, n). */
uint64_t tai_archive_memory(ta_content content, const ta_game *game,
                            uint64_t n);
/* Creates the temporary file for the next save of the archive to `path`. So a
 * path that cannot be written is found before a long run. If the writer is
 * freed without a save, the temporary file is removed. Returns TA_OK, TA_EIO or
 * TA_ENOMEM. */
ta_status tai_archive_writer_prepare(ta_archive_writer *writer,
                                     const char *path, ta_error *error);
/* Returns the size of the file of the archive in bytes. */
uint64_t tai_archive_size(const ta_archive *archive);
/* Returns the number of frames in the archive. A frame is a part of the file
 * that is compressed by itself. */
uint64_t tai_archive_frames(const ta_archive *archive);

/* A description of a truncated checkpoint. A checkpoint is an archive of an
 * unfinished run. A truncated one, of an octal game, has only the nim-values
 * that a run needs to go on: those of the heaps [0, head) and [back, end),
 * where `end` is the end of the archive. In place of the others it has a
 * summary of all values. The summary says how many times each value occurs, and
 * lists the heaps whose value is larger than all values before. */
typedef struct tai_brief_info {
    uint64_t head, back;
    /* The first heap that the summary counts. How often a value occurs is
     * counted for the heaps [from, end). */
    uint64_t from;
    /* The rule by which heaps are rare or common (see ta_summary): the low 16
     * bits are ta_summary.mask, and bit 16 is ta_summary.parity. If this member
     * is 0, no run can go on from this checkpoint: a run to which it is given
     * begins at heap 0. */
    uint32_t mask;
} tai_brief_info;
/* Sets a writer to save truncated checkpoints of an octal game. These are
 * archives without the values that a run does not need to go on (see
 * tai_brief_info). Their summary counts how often each value occurs at the
 * heaps >= from. The caller calls this function before it appends the first
 * block. Returns TA_OK, TA_EINVAL or TA_ENOMEM. */
ta_status tai_archive_writer_brief(ta_archive_writer *writer, uint64_t from);
/* Copies a truncated checkpoint into a new writer of the same game, so that a
 * run can go on from the checkpoint. (A truncated checkpoint is an archive that
 * keeps a summary in place of some values; see tai_brief_info.) The function
 * copies the values that are kept and the summary. Returns TA_EINVAL if
 * `archive` is no truncated checkpoint, and otherwise a status as
 * ta_archive_read does. */
ta_status tai_archive_writer_resume(ta_archive_writer *writer,
                                    const ta_archive *archive, ta_error *error);
/* Returns the description of a truncated checkpoint. Returns NULL if `archive`
 * is NULL or no truncated checkpoint. From a truncated checkpoint
 * ta_archive_read reads only ranges within [0, head) or [back, end), see
 * tai_brief_info. For other ranges it returns TA_EINVAL. A run that resumes
 * from a truncated checkpoint hands only the heaps >= end to its sink. */
const tai_brief_info *tai_archive_brief(const ta_archive *archive);
/* The two parts of the summary of a truncated checkpoint (see tai_brief_info).
 * A part is read in the form of blocks of values. TA_BRIEF_RECORDS: each block
 * is one heap whose value is larger than all values before. TA_BRIEF_COUNTS:
 * each block says how often one value occurs. If the value v occurs c times,
 * the block has c heaps, all of value v. */
typedef enum tai_brief_part {
    TA_BRIEF_RECORDS,
    TA_BRIEF_COUNTS
} tai_brief_part;
/* Reads a part of the summary that a truncated checkpoint keeps in place of
 * some values (see tai_brief_info). Hands the part to `sink`, a receiver of
 * results, in blocks. Returns TA_OK, TA_EINVAL (the archive is no truncated
 * checkpoint), TA_EMISMATCH, TA_EIO, TA_ENOMEM, or what the sink returns. */
ta_status tai_archive_read_brief(const ta_archive *archive, tai_brief_part part,
                                 const ta_sink *sink, ta_error *error);

/* ---- verify: windows of an archive ---- */

/* A window: a range [from, to) of heaps, all of which are checked in an
 * archive. */
typedef struct tai_window {
    uint64_t from, to;
    /* The number of cold positions in the window; in an archive of values, the
     * number of heaps of value 0. tai_archive_verify_windows sets this member.
     */
    uint64_t cold;
} tai_window;

/* Chooses `count` windows of `size` heaps each in [from, to), at random,
 * uniformly and independently. If the range has at most `size` heaps, chooses a
 * single window, which is the range itself. Chooses none if the range is empty.
 * *seed is the state of the random generator, and changes. Returns the number
 * of windows. */
size_t tai_windows_choose(uint64_t from, uint64_t to, uint64_t size,
                          size_t count, uint64_t *seed, tai_window *windows);

/* Checks the results in some windows of an archive. A window is a range of
 * heaps, [from, to). Each result is computed by the definition, from the
 * results that the archive has for smaller heaps. So the function finds each
 * result in a window that contradicts the results of smaller heaps. A wrong
 * result below a window is found only if it changes the result of a heap in the
 * window.
 *   windows  `count` windows, none of them empty. They may overlap. The
 *            function sorts them, and sets the member `cold` of each one to the
 *            number of its cold heaps
 *   options  may be NULL; only progress and max_memory are used
 *   seen     set to the numbers of checked heaps and moves; may be NULL
 * Returns TA_OK; TA_EMISMATCH (the error names the first wrong heap, or says
 * what is damaged); TA_EINVAL (the archive is of another game or of an octal
 * game, or a window lies beyond its end); TA_EIO; TA_ENOMEM; TA_ELIMIT; or
 * TA_ECANCELLED.
 *
 * Cost for cold positions: one pass over the archive below the largest end of a
 * window, and one step for each move from a window to a cold position. Let S,
 * the subtraction set, be the squares, and let C be the number of cold
 * positions below a. Then a window [a, a + size) has about C * size / (2 sqrt
 * a) such moves. Memory: the elements of S below the largest end, and a bit for
 * each heap of the windows. Cost for values: that of ta_archive_verify for all
 * heaps of the windows. */
ta_status tai_archive_verify_windows(const ta_archive *archive,
                                     const ta_game *game, tai_window *windows,
                                     size_t count, const ta_options *options,
                                     ta_verified *seen, ta_error *error);

/* ---- octal, play ---- */

/* A run of an octal game over at most this number of heaps holds all their
 * nim-values in memory, if its memory limit allows. A run over more heaps may
 * discard values: if all rare heaps (see ta_summary) are small, it holds only
 * the first and the last values. */
enum { TA_OCTAL_HELD = 1 << 25 };

/* Returns the game of heap number i of a sum. */
const ta_game *tai_play_game(const ta_play *play, size_t i);

/* A table of the lengths of optimal play (TA_CONTENT_LENGTH) of the heaps
 * [0, n). It has 2 bytes for each heap, and serves to find the best moves. */
typedef struct tai_lengths tai_lengths;

/* Computes the table of the lengths of optimal play of the heaps [0, n). The
 * caller frees the table by tai_lengths_free. Returns as ta_run. */
ta_status tai_lengths_new(const ta_game *game, uint64_t n,
                          const ta_options *options, tai_lengths **lengths,
                          ta_error *error);
/* Frees a table of lengths of optimal play. Accepts NULL. */
void tai_lengths_free(tai_lengths *lengths);
/* Sets *bytes to a prediction of the number of bytes that tai_lengths_new
 * allocates for the same arguments. Returns as ta_plan_new. */
ta_status tai_lengths_memory(const ta_game *game, uint64_t n,
                             const ta_options *options, uint64_t *bytes,
                             ta_error *error);
/* Returns the length (number of moves) of optimal play from a heap. The heap
 * must be below n, the number of heaps in the table. */
unsigned tai_lengths_at(const tai_lengths *lengths, uint64_t heap);
/* Returns the number that an optimal move takes from the heap; 0 if there is no
 * move. The heap must be in the table.
 *   - If the player to move wins, the optimal moves are those that end the
 *     game as soon as possible. The largest one is chosen.
 *   - If the player to move loses, the optimal moves are those that make the
 *     game last as long as possible. Of the 64 largest ones, the function
 *     chooses a move after which the winner has the fewest optimal moves. If
 *     there are several, it chooses the largest.
 * Cost: time for at most 65 times the number of elements of S up to the heap.
 */
uint64_t tai_lengths_move(const tai_lengths *lengths, uint64_t heap);

/* Receives a legal move. `value` is the nim-value of what the move leaves of
 * its heap, in decimal; NULL if it is not known. `wins` says whether the move
 * wins. */
typedef ta_status tai_visit_every(void *state, const ta_move *move,
                                  const char *value, bool wins);
/* Lists every legal move in heap i of a solved sum, in the way of
 * ta_play_moves. Returns TA_ERANGE if the heap is of an octal game and 2^64 or
 * more. A sum that is played (ta_play_options.keep) may lack the values. */
ta_status tai_play_every_move(const ta_play *play, size_t i, uint64_t limit,
                              tai_visit_every *visit, void *state, bool *all,
                              ta_error *error);

/* ---- stats: fits ---- */

/* Fits a power law to the `count` >= 2 points (x[i], y[i]) by the repeated
 * median (Siegel 1982). The exponent is found in two steps from the points (log
 * x[i], log y[i]). For each point, the median of the slopes from this point to
 * all others is taken. The median of these medians is the exponent. The
 * standard errors are NAN. Returns as ta_fit_power. Cost: time like count^2.
 */
ta_status tai_fit_median(const double *x, const double *y, size_t count,
                         ta_fit *fit);

/* ---- play: large sets without square or cube differences ---- */

/* A reference set: a large set of integers, with which the cold positions of a
 * game are compared. No two of its elements differ by a number a * x^k with an
 * integer x > 0. Here a > 0 is a fixed integer, and k is 2 or 3. Cold positions
 * of subtract-a-square have the same property for a = 1 and k = 2.
 *
 * A number n is an element if certain digits of floor(n / a) in base m are in a
 * set R: the digits at the places 0 (the units), k, 2 k, .... The other digits
 * are free. The base m is a squarefree number, and no two numbers of R differ
 * by a k-th power modulo m. If a is 1, the reference set has (m^(k-1) |R|)^j
 * elements below m^(k j), for j = 1, 2, .... Source: Ruzsa 1984 (squares, m =
 * 65); Beigel and Gasarch, arXiv:0804.4892 (m = 205); src/play/README.md. */
typedef struct tai_yardstick {
    const char *name;         /* such as "ruzsa" */
    const char *summary;      /* one line */
    unsigned modulus;         /* m */
    const unsigned *residues; /* R, increasing */
    unsigned count;           /* |R| */
    unsigned power;           /* k: 2 or 3 */
    uint64_t factor;          /* a */
} tai_yardstick;

/* Returns the array of all reference sets that have a name, such as "ruzsa",
 * and sets *count to their number. */
const tai_yardstick *tai_yardsticks(size_t *count);
/* Sets *yardstick to a reference set for the subtraction set "poly:a,b,c": no
 * two elements of the reference set differ by an element of the subtraction
 * set. Each element of the subtraction set must have the form a * x^2 with an
 * integer x. Returns TA_OK, TA_ENOMEM, or TA_EINVAL for any other `spec`. */
ta_status tai_yardstick_poly(const char *spec, tai_yardstick *yardstick,
                             ta_error *error);
/* Counts the elements below n of a reference set, a known large set with which
 * the cold positions of a game are compared. The text `n` is an integer
 * expression, as for ta_number_parse; n may be 2^64 or more. Sets *below to the
 * count, a text of decimal digits that the caller frees by ta_free. Sets
 * *member to whether n is an element. `below` and `member` may be NULL. Returns
 * TA_OK, TA_EINVAL, TA_ERANGE or TA_ENOMEM. Cost: a few times log2 D
 * multiplications of D-digit numbers, where D is the number of digits of n. */
ta_status tai_yardstick_count(const tai_yardstick *yardstick, const char *n,
                              char **below, bool *member, ta_error *error);

#endif
