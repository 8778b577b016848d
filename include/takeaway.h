/* takeaway - evaluate take-away games: subtraction games and octal games.
 *
 * A subtraction game has a set S of positive integers. From a heap of i one
 * may move to i - s for any s in S with s <= i. Under the normal convention
 * who cannot move loses; under the misere convention who cannot move wins. A
 * heap is cold (a P-position) if the player to move loses, hot (an
 * N-position) otherwise.
 *
 * Conventions of this header
 *   - heap sizes are uint64_t, ranges are half-open: [0, n);
 *   - functions that can fail return ta_status; where a ta_error is taken it
 *     may be NULL, and otherwise gets a sentence that says what was wrong;
 *   - the library never prints, exits, or changes signal handlers;
 *   - objects may be read by several threads at once, changed by one. */
#ifndef TAKEAWAY_H
#define TAKEAWAY_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TA_VERSION "0.1.0"

/* ------------------------------------------------------------- status -- */

typedef enum ta_status {
    TA_OK = 0,
    TA_EINVAL,     /* an argument is outside what the function accepts */
    TA_ENOMEM,     /* the system gave no memory */
    TA_ELIMIT,     /* the predicted memory exceeds options.max_memory */
    TA_ERANGE,     /* beyond what is proved or representable */
    TA_EIO,        /* reading or writing failed; errno is left as it was set */
    TA_ECANCELLED, /* options.progress asked to stop */
    TA_EMISMATCH   /* two results that must agree do not */
} ta_status;

/* A few words for each status; never NULL. */
const char *ta_status_text(ta_status status);

typedef struct ta_error {
    char text[384];
} ta_error;

/* Writes a sentence for a person, as vsnprintf would, with two differences: a
 * text longer than its precision ("%.60s") is not cut off but shown as
 * "first...last (101 digits)", and control characters become '?'. Where even
 * the sentence is longer than size - 1 bytes it ends in "...". `format` may
 * have the conversions of C's int, long, long long, size_t, double and text,
 * without a width given as '*'. */
void ta_sentence(char *text, size_t size, const char *format, va_list args);

/* The version of the library that is linked, as TA_VERSION is of the header. */
const char *ta_version(void);

/* ------------------------------------------------------------ machine -- */

/* Bytes that this process may still take, now: what the machine has without
 * swapping, or less by the limits of the process's control groups and those
 * above them (version 1 and 2), less their use. Elsewhere than on Linux the
 * machine's memory; 0 if that is not known. */
uint64_t ta_free_memory(void);

/* Processors that this process may run on, at least 1: by its affinity and, by
 * the quotas of its control groups, rounded up. */
unsigned ta_processors(void);

/* ------------------------------------------------------------ numbers -- */

/* Reads an exact non-negative integer expression that fills the whole text:
 * terms joined by '+' and '-', each of factors joined by '*', each of those D,
 * D^E, or FeE (F * 10^E) and F with a unit K, M, G, T (10^3, 10^6, 10^9,
 * 10^12), where D and E are decimal and F may have a point, if the product is
 * an integer. An underscore may stand between two digits.
 * Examples: 1000000, 1_000_000, 1.5e6, 10M, 2^20-1, 3*10^7+1. TA_EINVAL if it
 * is none, or negative, TA_ERANGE if the value is above 2^64 - 1 (or what is
 * added or taken away is above 2^128). */
ta_status ta_number_parse(const char *text, uint64_t *value, ta_error *error);

/* --------------------------------------------------------------- bits -- */

/* n bits, bit i in bit i % 64 of words[i / 64]; bits at and above n are 0. */
typedef struct ta_bits {
    uint64_t *words;
    uint64_t n;
} ta_bits;

/* Allocates n zero bits (ta_bits_words(n) words, at least one). TA_ENOMEM. */
ta_status ta_bits_new(uint64_t n, ta_bits *bits);
void ta_bits_free(ta_bits *bits); /* accepts {NULL, 0}; leaves it so */
uint64_t ta_bits_count(const ta_bits *bits);

static inline uint64_t ta_bits_words(uint64_t n)
{
    return n / 64 + (n % 64 != 0);
}

static inline bool ta_bits_get(const ta_bits *bits, uint64_t i)
{
    return bits->words[i / 64] >> (i % 64) & 1;
}

/* -------------------------------------------------------------- games -- */

typedef enum ta_convention { TA_NORMAL = 0, TA_MISERE } ta_convention;

/* A subtraction set and a convention, or an octal game. */
typedef struct ta_game ta_game;

/* Makes the game that `spec` names: a subtraction set, "squares", "powers:5",
 * "list:1,4-7,12", "file:PATH", ..., of which ta_game_kinds() lists the forms;
 * or an octal game (normal play only), which ta_octal_is_spec() tells. The
 * caller frees it. TA_EINVAL, TA_ERANGE, TA_EIO (a file that cannot be read),
 * TA_ENOMEM. */
ta_status ta_game_new(const char *spec, ta_convention convention,
                      ta_game **game, ta_error *error);

/* Makes a game from count positive integers in any order; repeats are
 * merged, count 0 is the game without moves. The list is copied. */
ta_status ta_game_from_list(const uint64_t *set, size_t count,
                            ta_convention convention, ta_game **game,
                            ta_error *error);
void ta_game_free(ta_game *game); /* accepts NULL */

const char *ta_game_spec(const ta_game *game); /* as it was given */
/* What names the game in archives, written to id, which is returned: the spec,
 * of an octal game its code, or for sets read from files and specs that are too
 * long a hash of the numbers, so that a file that has changed is another game.
 */
enum { TA_GAME_ID = 256 };
char *ta_game_id(const ta_game *game, char id[TA_GAME_ID]);
ta_convention ta_game_convention(const ta_game *game);

/* Whether S is known to be finite: lists and files. Octal games have no S: for
 * this it is not finite, and has no elements. */
bool ta_game_is_finite(const ta_game *game);

/* The elements of S in [1, n), increasing, in an array that the caller
 * frees with free(); *count 0 gives a non-NULL array too.
 * Cost: linear in the count (primes: a sieve of n bits). TA_ENOMEM. */
ta_status ta_game_elements(const ta_game *game, uint64_t n, uint64_t **elements,
                           size_t *count);

/* A kind of subtraction set that ta_game_new knows by name. */
typedef struct ta_game_kind {
    const char *form;    /* "powers:D" */
    const char *summary; /* one line */
    const char *set;     /* OEIS number of the set, or "" */
    const char *cold;    /* OEIS number of its cold positions, or "" */
    const char *nim;     /* OEIS number of its nim-values, or "" */
} ta_game_kind;

/* All kinds, static; *count is their number. */
const ta_game_kind *ta_game_kinds(size_t *count);

/* ------------------------------------------------------------- engines -- */

/* An engine that computes cold positions; every one works for every game. */
typedef struct ta_engine_info {
    const char *name;
    const char *summary;
} ta_engine_info;

/* All engines, slowest idea first, static; *count is their number. */
const ta_engine_info *ta_engines(size_t *count);

/* What an engine did, as (name, value) pairs of text, in order. */
typedef struct ta_stats ta_stats;
ta_stats *ta_stats_new(void); /* NULL if no memory */
void ta_stats_free(ta_stats *stats);
size_t ta_stats_count(const ta_stats *stats);
const char *ta_stats_name(const ta_stats *stats, size_t i);
const char *ta_stats_value(const ta_stats *stats, size_t i);
/* The last value under that name, or NULL. */
const char *ta_stats_find(const ta_stats *stats, const char *name);

/* How the recursion of the engines divide and auto finds what is reached: */
typedef enum ta_convolver {
    TA_CONVOLVER_AUTO = 0, /* the fastest here that is proved */
    TA_CONVOLVER_NTT,      /* transforms modulo a prime, exactly */
    TA_CONVOLVER_FFTW,     /* in double precision; GMP where the bound fails */
    TA_CONVOLVER_GMP,      /* products of integers */
    TA_CONVOLVER_SHIFT     /* no transforms: marks, word by word */
} ta_convolver;

typedef enum ta_planning { TA_PLAN_ESTIMATE = 0, TA_PLAN_MEASURE } ta_planning;

/* All zero is the default. */
typedef struct ta_options {
    const char *engine;     /* a name of ta_engines(); NULL: "auto" */
    unsigned threads;       /* 0 means 1 */
    uint64_t max_memory;    /* bytes; 0: no limit */
    ta_convolver convolver; /* of divide and auto */
    ta_planning planning;   /* of FFTW */
    const char *wisdom;     /* file of FFTW wisdom, read, and with
                               TA_PLAN_MEASURE rewritten; NULL. A run refuses
                               one that ta_wisdom_check refuses */
    double rounding_limit;  /* FFT results are used where the proved error is
                               below this; 0 or more than 1/2 means 1/2. Lower
                               values make the engine more careful */
    unsigned base_bits;     /* blocks of 2^base_bits positions at the bottom
                               of the recursion, 6..20; 0: by the cost model.
                               Also the segment of the segmented engines */
    bool check;             /* self-check where an engine has one */
    bool periods;           /* the sink takes blocks that repeat; else they come
                               in pieces */
    ta_stats *stats;        /* NULL, or collects what was done */
    /* NULL, or what is known of [0, its end): a run of the same game and
     * content hands this to its sink first and computes from there on, or
     * ends there if that is enough. Where it came from (engine, threads,
     * blocks, the n that was asked for) does not matter. Other games and
     * contents: TA_EINVAL; and TA_EMISMATCH if the first few thousand
     * positions are not what they should be. */
    const struct ta_archive *known;
    /* Called at block boundaries with the share of the expected cost that is
     * done, 0..1, and the positions finished; the first call comes before any
     * work, with the share of what is known. The share foresees the time left
     * within a factor of 1.5 between a fifth and nine tenths of a run that is
     * longer than ten seconds, except of octal games while
     * rare values still appear, of layers of sets other than the squares, and
     * of FFT engines where the system is slow to hand out memory, as virtual
     * machines may be at the first run. When a search for a period ends is
     * not foreseen at all. Non-zero cancels. May be NULL. */
    int (*progress)(void *state, double share, uint64_t done);
    void *progress_state;
} ta_options;

/* Whether options->wisdom can serve: missing, empty or FFTW wisdom, and with
 * TA_PLAN_MEASURE to be written. TA_EINVAL (another file: it is never
 * overwritten), TA_EIO (errno as it was set). */
ta_status ta_wisdom_check(const ta_options *options, ta_error *error);

/* --------------------------------------------------- blocks and sinks -- */

/* What is found of the positions [from, to), one of three: the cold ones as
 * bits (bit 0 is position `from`, bits beyond `to` are 0), the same as a sorted
 * list, or a value for each position. The numbers of a block are its cold
 * positions, or its values. */
typedef struct ta_block {
    uint64_t from, to;         /* positions covered, from < to */
    const uint64_t *bits;      /* NULL if given otherwise */
    const uint64_t *positions; /* likewise */
    const uint16_t *values;    /* likewise; to - from of them */
    uint64_t count;            /* of its numbers, in [from, to) */
    /* 0, or the block repeats: what it carries is of [from, from + period), and
     * a later position is as the one `period` before it; bits or values. Only
     * who asks for it (options.periods) is handed such blocks. */
    uint64_t period;
} ta_block;

/* Who consumes blocks. Engines hand them over as they are finished, in
 * increasing order and without gaps: `take` is called once a block, from one
 * thread at a time; any status but TA_OK stops the engine and is returned by
 * it. The block is valid only during the call. */
typedef struct ta_sink {
    ta_status (*take)(void *state, const ta_block *block);
    void *state;
} ta_sink;

/* Calls visit(state, number) for the numbers of the block that belong to
 * positions >= from, in order; stops at the first status that is not TA_OK and
 * returns it. */
ta_status ta_block_each(const ta_block *block, uint64_t from,
                        ta_status (*visit)(void *state, uint64_t number),
                        void *state);

/* How many numbers of the block belong to positions below `end`. */
uint64_t ta_block_count_below(const ta_block *block, uint64_t end);

/* A sink's function: stores the block in an array that begins with position 0,
 * values as uint16_t, cold positions as bits in uint64_t words that are 0
 * before. TA_OK. */
ta_status ta_block_store(void *array, const ta_block *block);

/* Hands on what a block that repeats says of [from, to), in pieces that do not;
 * cold positions as lists. from >= block->from. */
ta_status ta_block_pieces(const ta_block *block, uint64_t from,
                          const ta_sink *sink);

/* Of a block of values: hands the positions of value 0 on, as cold ones. One
 * that repeats becomes one of bits that does, or with `pieces` lists that do
 * not. TA_ENOMEM. */
ta_status ta_block_zeros(const ta_block *block, bool pieces,
                         const ta_sink *sink);

/* ------------------------------------------------------ cold positions -- */

/* ta_cold_run - the cold positions of `game` on [0, n), streamed to `sink`.
 *
 * Position i is cold iff no s in S with s <= i has i - s cold; under the
 * misere convention positions below min S (those without a move) are hot.
 *   game     not NULL; not kept
 *   options  NULL for defaults
 *   sink     NULL to compute only
 * Returns TA_OK; TA_EINVAL (unknown engine); TA_ELIMIT (before any work);
 * TA_ENOMEM; TA_ECANCELLED; or what the sink returned. Nothing leaks. Cost: by
 * engine, see src/README.md; memory ta_cold_memory() bytes. Threads: reentrant;
 * FFTW planning is serialised by an internal lock. Source: Eppstein 2018
 * (arXiv:1804.06515), abstract; paper-notes.md. */
ta_status ta_cold_run(const ta_game *game, uint64_t n,
                      const ta_options *options, const ta_sink *sink,
                      ta_error *error);

/* The same into bits that the caller has allocated for n: every word is
 * overwritten; unspecified on error. */
ta_status ta_cold(const ta_game *game, uint64_t n, const ta_options *options,
                  ta_bits *cold, ta_error *error);

/* The memory, in bytes, that ta_cold_run allocates at its peak: never less than
 * it takes, but for some 4 MB that FFTW keeps of its own in `textbook`. Above
 * 100 MB at least half of it is used, but by the wheel on sets other than the
 * squares: what those take is found in the run. */
ta_status ta_cold_memory(const ta_game *game, uint64_t n,
                         const ta_options *options, uint64_t *bytes,
                         ta_error *error);

/* --------------------------------------------------------------- sinks -- */

/* Counts at chosen ends: counts[k] = cold positions below ends[k]. */
typedef struct ta_count_sink {
    const uint64_t *ends; /* strictly increasing */
    uint64_t *counts;
    size_t n_ends, next;
    uint64_t total;
} ta_count_sink;

/* Prepares `sink`; the arrays are the caller's and must outlive the run.
 * Ends at or above n are filled by ta_count_finish, after the run. */
void ta_count_sink_init(ta_count_sink *sink, const uint64_t *ends,
                        size_t n_ends, uint64_t *counts);
/* A sink's function, which takes blocks that repeat. */
ta_status ta_count_take(void *count_sink, const ta_block *block);
void ta_count_finish(ta_count_sink *sink);

/* How numbers are written: one a line; "index position" after OEIS's rules
 * for b-files; or a NumPy array of little-endian 64-bit integers. */
typedef enum ta_format { TA_TEXT = 0, TA_BFILE, TA_NPY } ta_format;

typedef struct ta_writer ta_writer;

/* Opens a writer of the numbers of positions >= from. path NULL writes to
 * standard output (not for TA_NPY, whose header holds the count). Otherwise the
 * file appears under its name only when ta_writer_close has succeeded; until
 * then it is a temporary file beside it. Symbolic links are followed and stay.
 * b-file indices start at `offset`: they count all cold positions handed over,
 * also those below `from`; of values the index is offset + position. TA_EIO,
 * TA_EINVAL, TA_ENOMEM. */
ta_status ta_writer_open(const char *path, ta_format format, uint64_t from,
                         uint64_t offset, ta_writer **writer, ta_error *error);
ta_status ta_writer_take(void *writer, const ta_block *block); /* a sink's */
/* Writes one number, in any order: for other tables. TA_EIO. */
ta_status ta_writer_put(ta_writer *writer, uint64_t number);
/* Ends the writer whatever happens: with keep, the file is flushed, synced
 * and renamed into place; otherwise it is removed. TA_EIO. */
ta_status ta_writer_close(ta_writer *writer, bool keep, ta_error *error);

/* -------------------------------------------------------------- digests -- */

/* SHA-256 of the decimal numbers >= from (values: of the positions >= from),
 * one a line: of the text that `takeaway cold N --from=FROM` prints. Nothing
 * but the result goes into it, so that engines, machines and people can
 * compare runs by it. Cost: about 10 ns a number. */
enum { TA_DIGEST_TEXT = 65 }; /* 64 hexadecimal digits and NUL */
typedef struct ta_digest ta_digest;
ta_status ta_digest_new(uint64_t from, ta_digest **digest); /* TA_ENOMEM */
void ta_digest_free(ta_digest *digest);                     /* accepts NULL */
ta_status ta_digest_take(void *digest, const ta_block *block); /* a sink's */
/* Takes text as it is, such as the rows of another table. */
void ta_digest_add(ta_digest *digest, const char *text, size_t length);
/* The sum of what has been taken; with a block that is not NULL, as if that had
 * been taken too, as far as it is below `end`. Returns text. */
char *ta_digest_text(const ta_digest *digest, const ta_block *block,
                     uint64_t end, char text[TA_DIGEST_TEXT]);

/* ------------------------------------------------------------- archives -- */

/* An archive is a file, or what will become one, that holds the results of
 * [0, end) of one game, compressed, with checksums and random access. A
 * checkpoint is an archive whose end is below its goal. src/archive/FORMAT.md
 * has the format. */
typedef enum ta_content {
    TA_CONTENT_COLD = 1, /* sorted cold positions */
    TA_CONTENT_NIM,      /* 16-bit values, one a position */
    TA_CONTENT_LENGTH,
    TA_CONTENT_OCTAL /* nim-values of an octal game */
} ta_content;

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
/* Upper bound, in bytes, of what a writer of [0, n) holds. Of subtract-a-square
 * it is close. Of other games it is 2 bytes for each value, and n / 7 for cold
 * positions, of which compression may save a half and more. */
uint64_t ta_archive_memory(ta_content content, const ta_game *game, uint64_t n);
ta_status ta_archive_writer_new(const ta_archive_info *info,
                                ta_archive_writer **writer, ta_error *error);
void ta_archive_writer_free(ta_archive_writer *writer); /* accepts NULL */
/* A sink's function; TA_EINVAL if the block does not follow the last one, or
 * carries something else. */
ta_status ta_archive_writer_take(void *writer, const ta_block *block);
/* Begins the file that the next save, to the same path, will fill, so that one
 * that cannot be written is known before any work; freeing the writer removes
 * it. TA_EIO, TA_ENOMEM. */
ta_status ta_archive_writer_prepare(ta_archive_writer *writer, const char *path,
                                    ta_error *error);
/* Puts what has been taken so far under `path`, whole or not at all: the file
 * that was there is replaced only once the new one is on the disk. May be
 * called between blocks, any number of times. TA_EIO, TA_ENOMEM. */
ta_status ta_archive_writer_save(ta_archive_writer *writer, const char *path,
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
ta_status ta_archive_open(const char *path, ta_archive **archive,
                          ta_error *error);
void ta_archive_close(ta_archive *archive); /* accepts NULL */
const ta_archive_info *ta_archive_about(const ta_archive *archive);
/* SHA-256 of the index, which holds that of each frame: equal for archives of
 * equal content that end at the same position. Returns text. */
char *ta_archive_hash(const ta_archive *archive, char text[TA_DIGEST_TEXT]);
uint64_t ta_archive_size(const ta_archive *archive);   /* of the file, bytes */
uint64_t ta_archive_frames(const ta_archive *archive); /* their number */
/* Cold positions below p <= end, reading one frame. */
ta_status ta_archive_count_below(const ta_archive *archive, uint64_t p,
                                 uint64_t *count, ta_error *error);
/* Whether all of it is whole: TA_OK, TA_EMISMATCH, TA_EIO, TA_ENOMEM,
 * TA_ECANCELLED. Of the options, progress is heeded; they may be NULL. */
ta_status ta_archive_check(const ta_archive *archive, const ta_options *options,
                           ta_error *error);
/* Hands [from, to), to <= end, to the sink, reading only the frames that
 * cover it; cold positions as lists. Threads: one at a time for each archive.
 */
ta_status ta_archive_read(const ta_archive *archive, uint64_t from, uint64_t to,
                          const ta_sink *sink, ta_error *error);

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
 * positions. Nothing is computed: this trusts no engine.
 *   options  progress and max_memory are heeded; may be NULL
 *   seen     out, as far as it went; may be NULL
 * Returns TA_OK; TA_EMISMATCH (the error names the position, or says what is
 * damaged); TA_EINVAL (an archive of another game; cold heaps of an octal game,
 * which do not follow from each other: ta_archive_compare is the check);
 * TA_EIO, TA_ENOMEM, TA_ELIMIT, TA_ECANCELLED. Cost: for each position as many
 * look-ups as it has moves, fewer where a witness ends the search. Memory: the
 * set below the end, and a frame; of octal games all values. */
ta_status ta_archive_verify(const ta_archive *archive, const ta_game *game,
                            uint64_t positions, uint64_t seed,
                            const ta_options *options, ta_verified *seen,
                            ta_error *error);

/* Positions [from, to) of an archive, and how many of them are cold; in
 * archives of values: have value 0. */
typedef struct ta_window {
    uint64_t from, to;
    uint64_t cold; /* out */
} ta_window;

/* Chooses `count` windows of `size` positions in [from, to), uniformly and
 * independently by *seed, which moves on; only one, of all, where that is not
 * more than `size`. Returns their number. */
size_t ta_windows_choose(uint64_t from, uint64_t to, uint64_t size,
                         size_t count, uint64_t *seed, ta_window *windows);

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
 * the last end, as ta_cold_run's engines hold it, and a bit a position of the
 * windows. Values: as ta_archive_verify of so many positions. */
ta_status ta_archive_verify_windows(const ta_archive *archive,
                                    const ta_game *game, ta_window *windows,
                                    size_t count, const ta_options *options,
                                    ta_verified *seen, ta_error *error);

/* Computes all of the archive again, with options->engine, and compares.
 * TA_EMISMATCH names the first position that differs; other statuses as for
 * the run itself. */
ta_status ta_archive_compare(const ta_archive *archive, const ta_game *game,
                             const ta_options *options, ta_error *error);

/* ------------------------------------------------------ nim-values -- */

/* ta_nim_run - the nim-values of `game` on [0, n), streamed to `sink`.
 *
 * The value of i is the mex (least number that is absent) of the values of
 * i - s, s in S, s <= i; in general of what a move leads to. A sum of heaps is
 * cold iff the xor of the values of its heaps is 0 (Sprague and Grundy). Normal
 * play only.
 *   game     not NULL; not kept
 *   options  NULL for defaults; engine is a name of ta_nim_engines(), of octal
 *            games of ta_octal_engines()
 *   sink     NULL to compute only; blocks come as they are finished, from the
 *            layers and planes engines all at the end
 * Returns TA_OK; TA_EINVAL (unknown engine, misere game); TA_ELIMIT (before
 * any work); TA_ENOMEM; TA_ERANGE (n above 2^62, or a value above 65535: the
 * error names the position); TA_ECANCELLED; or what the sink returned.
 * Nothing leaks.
 * Cost: with M moves below n and values up to m, naive and blocked n M steps,
 * of which blocked takes some 20 to 30 at a time; planes up to n M m / 512,
 * less where values keep to few residue classes; layers at most m + 1 times
 * what the cold positions cost. Memory ta_nim_memory() bytes: 2 for each
 * position; planes 2.1 and 0.25 for each thread; layers 2.4, and the transforms
 * where it uses them. Threads: reentrant. Source: the layers are Eppstein's
 * (arXiv:1804.06515), abstract. */
ta_status ta_nim_run(const ta_game *game, uint64_t n, const ta_options *options,
                     const ta_sink *sink, ta_error *error);
/* Upper bound, in bytes, of the memory that ta_nim_run would allocate. */
ta_status ta_nim_memory(const ta_game *game, uint64_t n,
                        const ta_options *options, uint64_t *bytes,
                        ta_error *error);
/* The engines for nim-values, slowest idea first, static. */
const ta_engine_info *ta_nim_engines(size_t *count);
/* The same for octal games, of which ta_cold_run takes these too. */
const ta_engine_info *ta_octal_engines(size_t *count);

/* --------------------------------------------------------- lengths -- */

/* ta_length_run - the lengths of optimal play (OEIS A338027) of [0, n),
 * streamed to `sink` as ta_cold_run streams cold positions.
 *
 * The length of a heap is 0 without a move; 1 + the least even length of an
 * option if there is one; else 1 + the largest length of an option. So it is
 * even exactly where the heap is cold: the winner ends the game as soon as
 * possible, the loser as late as possible.
 *   game     not NULL, normal play (TA_EINVAL if not); not kept
 *   options  NULL for defaults; engine is one of ta_length_engines();
 *            max_memory, stats and progress are heeded, the rest is not used
 *   sink     NULL to compute only
 * Returns TA_OK; TA_EINVAL; TA_ELIMIT; TA_ENOMEM; TA_ERANGE (n above 2^32 -
 * 256, or a length above 65535: the blocks before it have been handed over);
 * TA_ECANCELLED; or what the sink returned.
 * Cost: engine naive n times the number of options; push and auto about n^1.2
 * for subtract-a-square, one thread; memory ta_length_memory() bytes.
 * Threads: reentrant.
 * Source: OEIS A338027; paper-notes.md, lengths. */
ta_status ta_length_run(const ta_game *game, uint64_t n,
                        const ta_options *options, const ta_sink *sink,
                        ta_error *error);

/* Upper bound, in bytes, of the memory that ta_length_run allocates while no
 * length is above 507 (push, auto): where one is, one byte a position more is
 * taken, and two while it is being turned over; TA_ELIMIT if max_memory is
 * below that. */
ta_status ta_length_memory(const ta_game *game, uint64_t n,
                           const ta_options *options, uint64_t *bytes,
                           ta_error *error);
const ta_engine_info *ta_length_engines(size_t *count);

/* The lengths of [0, n) in a table, and the moves of optimal play: 2 bytes a
 * position besides what ta_length_run takes. */
typedef struct ta_lengths ta_lengths;

/* Statuses as for ta_length_run. The caller frees it. */
ta_status ta_lengths_new(const ta_game *game, uint64_t n,
                         const ta_options *options, ta_lengths **lengths,
                         ta_error *error);
void ta_lengths_free(ta_lengths *lengths); /* accepts NULL */
ta_status ta_lengths_memory(const ta_game *game, uint64_t n,
                            const ta_options *options, uint64_t *bytes,
                            ta_error *error);

/* The length of a heap below n. */
unsigned ta_lengths_at(const ta_lengths *lengths, uint64_t heap);

/* What to take from a heap below n in optimal play, 0 if there is no move. A
 * winner takes the most that ends the game as soon as possible. A loser makes
 * it last as long as possible; of such moves (of the 64 that take most) one
 * that leaves the winner the fewest replies that keep to the length, and of
 * those the one that takes most.
 * Cost: at most 65 times the number of elements up to the heap. */
uint64_t ta_lengths_move(const ta_lengths *lengths, uint64_t heap);

/* ----------------------------------------------------------------- fits -- */

/* A power law log y = log c + e log x. */
typedef struct ta_fit {
    double exponent, exponent_error; /* e and its standard error */
    double constant, constant_error; /* c, and the standard error of log c */
    double log_first;                /* log y of the line at the first x */
    double residual; /* root mean square of the residuals of log y */
    /* The error of e where neighbouring residuals may be alike: Newey and
     * West's, of the points in their order, with lags up to 1.3 sqrt n. */
    double correlated_error;
} ta_fit;

/* By least squares. Fits count >= 2 points with x, y > 0, not all x equal
 * (TA_EINVAL, TA_ENOMEM). With two points the standard errors are NAN, since
 * nothing is known of them. Uses GSL's linear fit, on differences that
 * neighbouring x keep. Cost: count^1.5. */
ta_status ta_fit_power(const double *x, const double *y, size_t count,
                       ta_fit *fit);

/* By the repeated median (Siegel 1982): the median over the points of the
 * median slope to the others. Its errors are NAN. Cost: count^2. */
ta_status ta_fit_median(const double *x, const double *y, size_t count,
                        ta_fit *fit);

/* A law whose exponent may change, and whose residuals are correlated, by
 * maximum likelihood. */
typedef struct ta_bend {
    double exponent, exponent_error; /* at the last x */
    double bend, bend_error; /* what it changes for each doubling of x */
    double correlation;      /* of residuals whose x are one doubling apart */
    double aicc; /* Akaike's criterion for few points: less is better */
} ta_bend;

/* With bends false the exponent does not change. x must increase, and there
 * must be at least 6 points, or 7 where it bends (TA_EINVAL); TA_ENOMEM. */
ta_status ta_fit_bend(const double *x, const double *y, size_t count,
                      bool bends, ta_bend *bend);

/* -------------------------------------------------- take-and-break games -- */

/* An octal game d0.d1d2d3...: bit b of digit dt allows to take t from a heap
 * and to leave the rest in exactly b non-empty heaps, b = 0, 1, 2; d0 is 0 or
 * 4. Grundy's game (split a heap into two unequal parts) is here too. Normal
 * play only. Source: Guy and Smith 1956; paper-notes.md, octal games.
 *
 * ta_game_new makes the game of a code ("0.07", ".77", "4.3", at most 255
 * digits) or a name (see ta_octal_kinds), also with "octal:" before it. */

/* Its code, "0.07" or "grundy"; NULL if the game is none. */
const char *ta_octal_code(const ta_game *game);

/* Whether the text looks like an octal game and not a subtraction set: one of
 * the names, "octal:...", or octal digits with a point. */
bool ta_octal_is_spec(const char *spec);

typedef struct ta_octal_kind {
    const char *name;    /* "kayles" */
    const char *code;    /* "0.77" */
    const char *cold;    /* OEIS number of the cold heaps, or "" */
    const char *nim;     /* OEIS number of the values, or "" */
    const char *summary; /* one line */
} ta_octal_kind;

/* All names, static; *count is their number. */
const ta_octal_kind *ta_octal_kinds(size_t *count);

/* The nim-values of an octal game are computed by ta_nim_run, its cold heaps by
 * ta_cold_run; what is known already (options.known) are values for both.
 * Engines: "naive" (the definition, n^2 / 4 steps a way to break) or "sparse"
 * (also NULL and "auto"); max_memory and progress are heeded.
 *
 * The sparse engine looks for a period that it can prove (see ta_octal_solve)
 * as it goes; what is proved is in options.stats, as "proof", and all that
 * follows from it is handed over as one block that repeats, so n may be 2^64 -
 * 1. The blocks before it hold the preperiod and a whole period, so all values
 * that occur.
 * Returns TA_ERANGE for a value above 65535, and above 2^32 - 256 heaps if no
 * period is proved so far.
 * Cost: about linear in n where rare values die out, with a small constant for
 * each rare position; quadratic at worst. Memory: 2 bytes for each heap, of
 * which above 2^24 only what it begins with is predicted; more is taken as
 * heaps are found and no period is proved, but not beyond options->max_memory
 * (TA_ELIMIT). Rare heaps are listed besides; where they do not die out, the
 * list takes up to 1.8 bytes a heap more, within the same limit.
 * Source: Berlekamp, Conway, Guy, Winning Ways, ch. 4; paper-notes.md. */

/* The memory, in bytes, of ta_octal_solve, if it has to look at all n heaps: 2
 * for each. */
uint64_t ta_octal_solve_memory(uint64_t n);

typedef enum ta_octal_proof {
    TA_OCTAL_UNPROVED = 0, /* no period, or only seen */
    TA_OCTAL_LONG,         /* Guy and Smith's condition holds */
    TA_OCTAL_SHORT         /* rare heaps and witnesses are bounded */
} ta_octal_proof;

/* What is known of a game. G(n + period) = G(n) + saltus for all n from
 * preperiod to the known end; for ever if it is proved (saltus is then 0). */
typedef struct ta_octal_summary {
    uint64_t known;       /* heaps computed: [0, known) */
    ta_octal_proof proof; /* how the period is proved */
    uint64_t proof_end;   /* heaps that the proof looked at: [0, it) */
    uint64_t period;      /* 0: none seen */
    uint64_t preperiod;   /* at least 1; least for this period */
    uint64_t saltus;
    unsigned largest; /* value; and the first heap that has it */
    uint64_t largest_at;
    bool has_mask;            /* false: no mask was of use */
    unsigned mask;            /* a value is rare if popcount(value & mask), */
    bool parity;              /* plus n - t here, is even; t a break */
    uint64_t rare, last_rare; /* rare heaps, 0 included, and the last one */
} ta_octal_summary;

typedef struct ta_octal_solution ta_octal_solution;

/* ta_octal_solve - values, with a search for a period that can be proved.
 *
 * Computes [0, known) for growing `known` <= n until a period is proved or n
 * is reached. The condition of the long proof and the short one are stated
 * and proved in paper-notes.md, octal games.
 *   game      an octal game (else TA_EINVAL); kept: it must outlive the
 * solution long_only use the long proof even where the short one applies
 *   options   as for ta_nim_run; engine NULL, "auto" or "sparse"
 * Returns as ta_nim_run. That no period was found is TA_OK. The caller frees
 * the solution.
 * Cost: as ta_nim_run, and about 10 % for the search. */
ta_status ta_octal_solve(const ta_game *game, uint64_t n, bool long_only,
                         const ta_options *options,
                         ta_octal_solution **solution, ta_error *error);
void ta_octal_solution_free(ta_octal_solution *solution); /* accepts NULL */
const ta_octal_summary *ta_octal_solution_summary(const ta_octal_solution *s);
/* The values of [0, summary->known). */
const uint16_t *ta_octal_solution_values(const ta_octal_solution *s);

/* The value of any heap: beyond `known` by the proved period. TA_ERANGE if it
 * is beyond and no period is proved. O(1). */
ta_status ta_octal_value(const ta_octal_solution *s, uint64_t heap,
                         unsigned *value);

/* The same for a heap of any size, given as ta_number_parse reads numbers but
 * without its bound ("10^50"). TA_EINVAL, TA_ERANGE, TA_ENOMEM. */
ta_status ta_octal_value_of(const ta_octal_solution *s, const char *heap,
                            unsigned *value, ta_error *error);

/* A move in one heap: what is taken and the non-empty heaps that are left, as
 * decimal numbers of any size. */
typedef struct ta_move {
    bool found; /* false: there is no such move, the rest is zero */
    char *taken;
    unsigned n_parts;
    char *part[2];
} ta_move;
void ta_move_free(ta_move *move); /* leaves all zero */

/* A move from a heap of any size to a position of value `target`, if there is
 * one; there is for every target below the heap's value. The caller frees the
 * move with ta_move_free. TA_EINVAL, TA_ERANGE, TA_ENOMEM.
 * Cost: at most one look at each split of a heap below the proof's end plus
 * one period. */
ta_status ta_octal_move_to(const ta_octal_solution *s, const char *heap,
                           unsigned target, ta_move *move, ta_error *error);

/* --------------------------------------------------- a game in progress -- */

/* Heaps of one subtraction or octal game, two players in turn, and what
 * perfect play is from each position that can come of it. */
typedef struct ta_match ta_match;

/* ta_match_new - the position before the first move.
 *
 * Computes once what all later questions need: lengths for a single heap in
 * normal play, nim-values for several; the cold heaps for a single heap in
 * misere play, all positions for several (see TA_MISERE_POSITIONS); values up
 * to a proved period of an octal game.
 *   game     not NULL; kept only if it is octal: then it must outlive the match
 *   heaps    count of them, any order, 0 too
 *   options  NULL for defaults; max_memory, progress are heeded
 * Returns TA_OK; TA_EINVAL (no heap); TA_ERANGE (a heap of 2^32 - 257 or more,
 * or too many positions); TA_ELIMIT; TA_ENOMEM; TA_ECANCELLED. The caller
 * frees it.
 * Cost: a run of lengths, nim-values or cold positions below the largest heap,
 * and 2 bytes a position; of octal games that of ta_octal_solve. */
ta_status ta_match_new(const ta_game *game, const uint64_t *heaps, size_t count,
                       const ta_options *options, ta_match **match,
                       ta_error *error);
void ta_match_free(ta_match *match); /* accepts NULL */

/* The number of heaps, empty ones too. In an octal game a break adds one, at
 * the end: the others keep their index. */
size_t ta_match_count(const ta_match *match);
uint64_t ta_match_heap(const ta_match *match, size_t i);
/* The moves from heap i are the first *count of the increasing elements that
 * are returned, and are the match's own. Octal games: none, see
 * ta_match_next. */
const uint64_t *ta_match_moves(const ta_match *match, size_t i, size_t *count);
bool ta_match_over(const ta_match *match); /* is there no move? */
bool ta_match_wins(const ta_match *match); /* who is to move, by best play */
/* The number of moves of best play, for a single heap in normal play; false
 * if it is not known. */
bool ta_match_length(const ta_match *match, unsigned *length);

typedef struct ta_turn {
    size_t heap; /* its index */
    uint64_t taken;
    uint64_t left[2]; /* octal games: the heaps that are left, the smaller
                         first; 0 for none, and in subtraction games */
} ta_turn;

/* The legal move in heap turn->heap after *turn, by what is taken; the first
 * one if all but turn->heap is 0. False if there are no more. */
bool ta_match_next(const ta_match *match, ta_turn *turn);

/* A best move; false if there is none. In a lost single heap (normal play) it
 * lasts longest, in other lost positions it takes the least. Cost: at most the
 * number of moves, of which an octal game may have as many as the heaps have
 * splits. */
bool ta_match_best(const ta_match *match, ta_turn *turn);
/* Makes a move; the parts of a break may come in any order. TA_EINVAL if it is
 * against the rules. TA_ENOMEM. */
ta_status ta_match_take(ta_match *match, ta_turn turn);
/* Takes the last move back; false if there is none. */
bool ta_match_undo(ta_match *match);

/* ------------------------------------------ periods of finite sets -- */

/* What is known of the nim-values g of a subtraction game. If `proved`, then
 * g(n + period) = g(n) for every n >= preperiod, and both are least. Otherwise
 * the same was seen for n + period < known, or period is 0. */
typedef struct ta_period {
    bool finite;     /* S is finite: only then can a period be proved */
    bool proved;     /* reach consecutive values came a second time */
    uint64_t reach;  /* max S of a finite S; 0 if S is empty or infinite */
    uint64_t period; /* 0: none */
    uint64_t preperiod;
    uint64_t known;      /* values computed: [0, known) */
    unsigned largest;    /* value in there; with a proof, of all */
    uint64_t largest_at; /* the first heap that has it */
} ta_period;

/* ta_period_find - the period of the nim-values of a subtraction game.
 *
 * For a finite S the values of max S consecutive positions decide all later
 * ones; when they come again the period is proved. For an infinite S nothing
 * is proved: what is reported was seen, at least three times over, in the
 * second half of [0, search) or more of it.
 *   game     normal play
 *   search   values looked at, at most
 *   options  NULL for defaults; max_memory and progress are heeded
 * Returns TA_OK, also if there is no period; TA_EINVAL (misere; octal);
 * TA_ELIMIT; TA_ENOMEM; TA_ERANGE (a value above 65535; an infinite set and
 * search above 2^32 - 2); TA_ECANCELLED. Cost: at most about 3 * known steps of
 * |S| look-ups; memory 18 * max S bytes for a finite set at most, less where
 * the period is short, and 8 * search for an infinite one. Source:
 * paper-notes.md, P2; Brent, BIT 20 (1980) 176-184. */
ta_status ta_period_find(const ta_game *game, uint64_t search,
                         const ta_options *options, ta_period *period,
                         ta_error *error);

/* A finite subtraction set, in a list of many. */
typedef struct ta_finite_set {
    const uint64_t *elements; /* increasing, from 1 to 2^32; not kept */
    size_t count;
} ta_finite_set;

/* What a set's outcomes (cold or hot) and nim-values do: f(n + period) = f(n)
 * for every n >= preperiod, both least and proved; 0 is purely periodic. A
 * period of 0 was not found: then it and what belongs to it are not known. */
typedef struct ta_census_row {
    uint64_t outcome_preperiod, outcome_period;
    uint64_t nim_preperiod, nim_period;
    uint64_t cold_in_period; /* cold positions in a period of the outcomes */
    unsigned largest;        /* nim-value of all positions */
} ta_census_row;

/* ta_census - the periods of many finite sets.
 *
 * A set with a greatest common divisor d > 1 is walked as S/d, whose periods
 * and preperiods are multiplied by d: position n of S is position floor(n/d)
 * of S/d.
 *   sets, count  any sets, in any order
 *   limit        positions of S/d that are walked at most, 1 to 2^32. What is
 *                not below limit / 8 - max S/d - 64 may not be found
 *   options      NULL for defaults; threads, max_memory and progress are
 *                heeded. progress is told the share of the sets, and the
 *                positions walked
 *   rows         out; row k is of set k, with any number of threads
 * Returns TA_OK, also where periods were not found; TA_EINVAL (elements or
 * limit not as above); TA_ELIMIT; TA_ENOMEM; TA_ERANGE (a value above 65535);
 * TA_ECANCELLED. On error the rows are unspecified.
 * Cost: about 3 * max(preperiod + max S, period) positions for the outcomes and
 * for the values, up to 8 at a time, as far as min S allows; values of more
 * than 7 elements one at a time. Memory: ta_census_memory(limit, threads)
 * bytes, of which only what is walked is touched.
 * Source: paper-notes.md, P2; Brent, BIT 20 (1980) 176-184. */
ta_status ta_census(const ta_finite_set *sets, size_t count, uint64_t limit,
                    const ta_options *options, ta_census_row *rows,
                    ta_error *error);
/* Saturates. */
uint64_t ta_census_memory(uint64_t limit, unsigned threads);

/* ---------------------------------------------------- optimal play -- */

/* A sum of heaps, each of a subtraction or an octal game, and the winning
 * moves in it. Heaps of any size are answered where a closed form is known:
 * in Golomb's game ("moser"), for finite sets and octal games with a proved
 * period. */
typedef struct ta_play ta_play;

typedef struct ta_play_options {
    const ta_options *run; /* of the engines; NULL for defaults. `known`: cold
                              positions, for a single heap that can move */
    uint64_t search;       /* heaps among which a period is searched; 0: 2^25;
                              and see TA_PLAY_TABLE */
    const char *cache;     /* NULL, or a file that keeps nim-values */
} ta_play_options;

ta_status ta_play_new(ta_convention convention, ta_play **play,
                      ta_error *error);
void ta_play_free(ta_play *play); /* accepts NULL */

/* Adds a heap: a number as ta_number_parse takes it, without its bound, and
 * the spec of its game. TA_EINVAL (the number; the game; an octal game under
 * misere play), TA_ERANGE, TA_EIO, TA_ENOMEM. */
ta_status ta_play_add(ta_play *play, const char *game, const char *heap,
                      ta_error *error);

/* Misere sums are searched: at most this many heaps that have a move, and at
 * most this many positions, the product of heap + 1. */
#define TA_MISERE_HEAPS     3
#define TA_MISERE_POSITIONS (UINT64_C(1) << 32)

/* Normal play: a single heap that has no closed form has its value computed if
 * it is below TA_PLAY_TABLE, or below options->search, or if it is below 2^25
 * and the heap times the moves from it are at most TA_PLAY_STEPS (of squares
 * 4.2 million; some seconds), or if values are kept (cache). Any other is
 * answered by cold positions; its value, if it is hot, stays unknown. */
#define TA_PLAY_TABLE (UINT64_C(1) << 20)
#define TA_PLAY_STEPS (UINT64_C(1) << 33)

/* ta_play_solve - values, who wins, and what the winning moves are.
 *
 * Normal play: by nim-values (Sprague and Grundy), or, for one large heap, by
 * the cold positions below it. Misere play has no theory of values: a single
 * heap by its cold positions, a sum by search through all its positions.
 * Returns TA_OK; TA_ERANGE (the sentence says the limit, and what goes
 * further); TA_ELIMIT; TA_ENOMEM; TA_ECANCELLED; and with a cache TA_EIO,
 * TA_EMISMATCH (damaged), TA_EINVAL (of another game, or several would be
 * kept).
 * Cost: that of the run below the largest heap of each game, streamed; 18
 * bytes for each option of a heap besides the engine's memory. Closed forms
 * are linear in the digits but for reading and writing decimals. */
ta_status ta_play_solve(ta_play *play, const ta_play_options *options,
                        ta_error *error);

typedef struct ta_play_heap { /* texts are owned by the sum */
    const char *game;         /* its spec */
    const char *heap;         /* decimal */
    const char *value;        /* nim-value, decimal; NULL if there is none or it
                                 was not needed */
    const char *how;          /* what it was found by, in a few words */
} ta_play_heap;

/* What is known after ta_play_solve. */
size_t ta_play_count(const ta_play *play);
ta_play_heap ta_play_heap_at(const ta_play *play, size_t i);
bool ta_play_wins(const ta_play *play);           /* the player to move */
const char *ta_play_nim_sum(const ta_play *play); /* decimal, or NULL */

/* Calls visit(state, move) for the winning moves in heap i, with what is taken
 * increasing in subtraction games, and stops after `limit` of them (0: none)
 * or at a status that is not TA_OK, which is returned. *all tells whether
 * there are no others; of heaps of octal games there may be more than could
 * ever be listed, and those that differ from a listed one by whole periods are
 * left out. TA_ENOMEM. */
ta_status ta_play_moves(const ta_play *play, size_t i, uint64_t limit,
                        ta_status (*visit)(void *state, const ta_move *move),
                        void *state, bool *all, ta_error *error);

/* ------------------------------------------------------ yardsticks -- */

/* A large set no two elements of which differ by a times a k-th power: those n
 * for which the digits of floor(n / a) in base m are in R at the places 0 (the
 * units), k, 2 k, ...; R is a set of residues no two of which differ by a k-th
 * power modulo m, m squarefree. With a = 1 it has (m^(k-1) |R|)^j elements
 * below m^(k j). Source: Ruzsa 1984 (squares, m = 65); Beigel and Gasarch,
 * arXiv:0804.4892 (m = 205); paper-notes.md, P3. */
typedef struct ta_yardstick {
    const char *name;         /* "ruzsa" */
    const char *summary;      /* one line */
    unsigned modulus;         /* m */
    const unsigned *residues; /* R, increasing */
    unsigned count;           /* |R| */
    unsigned power;           /* k: 2 or 3 */
    uint64_t factor;          /* a */
} ta_yardstick;

/* All of them that have a name, static; *count is their number. */
const ta_yardstick *ta_yardsticks(size_t *count);

/* That of a subtraction set "poly:a,b,c" whose values are a times squares.
 * TA_EINVAL for any other (the sentence says what is accepted), TA_ENOMEM. */
ta_status ta_yardstick_poly(const char *spec, ta_yardstick *yardstick,
                            ta_error *error);

/* For a number of any size, read as ta_play_add does: how many elements are
 * below it, as decimal digits that the caller frees with free(), and whether
 * it is one itself. Either may be NULL. TA_EINVAL, TA_ERANGE, TA_ENOMEM.
 * Cost: that of a few multiplications of numbers of its length, for each
 * doubling of the length. */
ta_status ta_yardstick_count(const ta_yardstick *yardstick, const char *n,
                             char **below, bool *member, ta_error *error);

#ifdef __cplusplus
}
#endif
#endif
