/* Declarations that the files of src/verify share. The module verifies
 * archives: files that hold the cold positions or the values of a game. */
#ifndef TA_VERIFY_H
#define TA_VERIFY_H

#include <inttypes.h>

#include "archive/archive-internal.h"

/* A window: the positions [asked.from, asked.to) of an archive. One MPI rank
 * verifies all positions of the window. */
typedef struct ta_verify_window {
    tai_window asked;
    /* In the first window of an MPI rank: the numbers of cold positions, hot
     * positions and moves that the rank has checked in all its windows. Not
     * used in its other windows. */
    ta_verified seen;
    /* The least position of the window that was not compared with the archive
     * yet. */
    uint64_t next;
    /* Bit i is 1 if position asked.from + i of the window is known to be hot.
     */
    uint64_t *hot;
} ta_verify_window;

/* The state of one call of ta_archive_verify or tai_archive_verify_windows, the
 * functions that verify an archive. */
typedef struct ta_verification {
    const ta_archive *archive;
    const ta_game *game;
    const ta_options *options; /* may be NULL */
    ta_verified *seen, ignored;
    /* `seen` and `error` are what the caller passes. If the caller passes NULL,
     * `seen` points to `ignored`, and `error` points to `unread`. */
    ta_error *error, unread;
    ta_budget *budget; /* the memory budget of the call */
    /* All positions below `won` are hot by convention. Under misère play `won`
     * is min S: smaller heaps have no move, so the player to move wins. Under
     * normal play `won` is 0. */
    uint64_t won;
    /* The value of seen->moves at the last progress report. */
    uint64_t polled;
    /* The work that is done and all the work that is expected, for progress
     * reports. The unit is a move or, in tai_verify_recount, a position. */
    double work, all;
    /* The windows (ranges of positions) of this MPI rank are windows[k * step],
     * for 0 <= k < n_windows. Windows of other ranks lie between them. */
    ta_verify_window *windows;
    size_t n_windows, step;
} ta_verification;

/* Allocates an array of count * size bytes, all 0, and stores its address in
 * *array, where `array` points to a pointer of any type. The caller frees the
 * array by ta_free. Returns TA_ENOMEM if there is no memory. */
ta_status tai_verify_allocate(void *array, uint64_t count, uint64_t size);
/* Adds `work` to v->work, the work done so far, and reports progress to the
 * caller of the library. Positions below `done` are finished. If `work` is 0,
 * there is a report only if 2^20 moves were checked since the last one. Returns
 * TA_ECANCELLED if the caller asks to stop. */
ta_status tai_verify_poll(ta_verification *v, uint64_t work, uint64_t done);
/* Sets the error text to "'FILE' is wrong: position P ...", and evaluates to
 * TA_EMISMATCH. `format` makes the rest of this sentence, for example "is
 * missing". */
#define TA_VERIFY_REJECT(v, position, format, ...)                             \
    tai_fail((v)->error, TA_EMISMATCH,                                         \
             "'%s' is wrong: position %" PRIu64 " " format,                    \
             (v)->archive->name, position, __VA_ARGS__)

/* Checks positions of an archive by the definition of the game: the value of a
 * position must follow from the values of its options. If *v has windows
 * (ranges of positions), checks all their positions, which are at most `count`.
 * Otherwise checks `count` random positions; `seed` is the seed of the random
 * numbers. Returns TA_EMISMATCH if a position is wrong. */
ta_status tai_verify_definition(ta_verification *v, uint64_t count,
                                uint64_t seed);
/* Verifies the windows (ranges of positions) of an archive of cold positions.
 * Computes all positions of the windows from the cold positions below them, and
 * compares the results with the archive. Returns TA_EMISMATCH if a position is
 * wrong. */
ta_status tai_verify_recount(ta_verification *v);

/* A sample: a position of an archive whose value is checked against the values
 * of its options. */
typedef struct ta_sample {
    uint64_t position; /* the first member, by which samples are sorted */
    /* The index of the position's first bit in the array ta_sampler.witnesses.
     * Bit witness + u is set when an option of this position with the value u
     * has been found. */
    uint64_t witness;
    /* The value of the position in the archive. In an archive of cold
     * positions, 0 stands for cold and 1 for hot. */
    uint32_t value;
    /* The position must have an option of each value below `needed`. In an
     * archive of remoteness, only an option of the value needed - 1 is
     * required. */
    uint32_t needed;
} ta_sample;

/* The samples of a verification, which are the positions to check, and the data
 * that are needed to check them. */
typedef struct ta_sampler {
    ta_verification *v;
    /* The positions to check. tai_sampler_choose sorts them in increasing
     * order. */
    ta_sample *samples;
    size_t count;
    /* The n_moves elements of S below the end of the archive, in increasing
     * order. Unused for an octal game. */
    uint64_t *moves;
    size_t n_moves;
    /* All values of an archive of an octal game; NULL for subtraction games. */
    uint16_t *values;
    /* A bit array. Bit number t->witness + u is set when an option of sample t
     * with the value u has been found. */
    uint64_t *witnesses;
    /* A bit array: bit i is set if the current frame of the archive has a cold
     * position that is i modulo the length of the array. */
    uint64_t *filter;
} ta_sampler;

/* Chooses the samples, which are the positions to check, and reads their values
 * from the archive. The samples are all positions of the windows or, if there
 * are no windows, `count` random positions. In an archive of cold positions,
 * half of the random positions are chosen among the cold ones. `seed` is the
 * seed of the random numbers. Returns TA_ENOMEM if there is no memory, or the
 * error of reading the archive. */
ta_status tai_sampler_choose(ta_sampler *s, uint64_t count, uint64_t seed);
/* Returns the number of moves from position p: the exact number in subtraction
 * games, an estimate in octal games. */
uint64_t tai_sampler_count_moves(const ta_sampler *s, uint64_t p);

/* Returns a text for the end of an error message that names a value of the
 * archive. For an archive of cold positions the text says that the value 0
 * means cold and 1 means hot. For other archives the text is empty. */
static inline const char *ta_verify_meaning(const ta_archive *archive)
{
    const bool cold = archive->info.content == TA_CONTENT_COLD;
    return cold ? " (0: cold, 1: hot)" : "";
}

static inline bool ta_verify_is_among(const uint64_t *list, uint64_t count,
                                      uint64_t p)
{
    const uint64_t k = ta_first_at_least(list, count, p);
    return k < count && list[k] == p;
}

static inline bool ta_verify_bit(const uint64_t *bits, uint64_t at)
{
    return bits[at / 64] >> at % 64 & 1;
}

static inline void ta_verify_set_bit(uint64_t *bits, uint64_t at)
{
    bits[at / 64] |= UINT64_C(1) << at % 64;
}

#endif
