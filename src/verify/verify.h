/* Declarations that the files of src/verify share. The module verifies
 * archives: files that hold the cold positions or the values of a game. */
#ifndef TA_VERIFY_H
#define TA_VERIFY_H

#include <inttypes.h>

#include "archive/archive-internal.h"

/* A window, that is a range of positions, of an archive. One MPI rank verifies
 * it. */
typedef struct ta_verify_window {
    tai_window asked;
    /* The totals of all windows of the rank; set in its first window only. */
    ta_verified seen;
    uint64_t next; /* the first position not yet compared */
    uint64_t *hot; /* bit i: asked.from + i is hot */
} ta_verify_window;

/* The state of one call of ta_archive_verify or tai_archive_verify_windows. */
typedef struct ta_verification {
    const ta_archive *archive;
    const ta_game *game;
    const ta_options *options; /* may be NULL */
    ta_verified *seen, ignored;
    /* `seen` and `error` point to the caller's structures or, where the caller
     * passes NULL, to `ignored` and `unread`. */
    ta_error *error, unread;
    ta_budget *budget; /* the memory budget of the call */
    /* Under misere play min S, else 0. Heaps below this size have no move, so
     * that under misere play the player to move wins. */
    uint64_t won;
    uint64_t polled; /* seen->moves at the last progress report */
    /* For progress reports, in moves: the work done, and the work expected in
     * all. */
    double work, all;
    /* Window k of this rank is windows[k * step], k < n_windows. */
    ta_verify_window *windows;
    size_t n_windows, step;
} ta_verification;

/* Allocates an array of count * size bytes, all 0, and stores its address in
 * *array, where `array` points to a pointer of any type. The caller frees the
 * array by ta_free. Returns TA_ENOMEM if there is no memory. */
ta_status tai_verify_allocate(void *array, uint64_t count, uint64_t size);
/* Reports progress to the caller of the library: positions below `done` are
 * finished, and `work` is the work since the last call, in moves checked. If
 * `work` is 0, reports only once in 2^20 moves. Returns TA_ECANCELLED if the
 * caller asks to stop. */
ta_status tai_verify_poll(ta_verification *v, uint64_t work, uint64_t done);
/* Returns TA_EMISMATCH and sets the error text to "'FILE' is wrong: position P
 * ...". The format continues this sentence, and begins with a verb. */
#define TA_VERIFY_REJECT(v, position, format, ...)                             \
    tai_fail((v)->error, TA_EMISMATCH,                                         \
             "'%s' is wrong: position %" PRIu64 " " format,                \
             (v)->archive->name, position, __VA_ARGS__)

/* Checks positions of an archive against the definition: the value must follow
 * from the values of the options. Checks `count` random positions or, if there
 * are windows, all positions of the windows, which are at most `count`. `seed`
 * starts the random numbers. Returns TA_EMISMATCH at a wrong position. */
ta_status tai_verify_definition(ta_verification *v, uint64_t count,
                                uint64_t seed);
/* Computes the windows of a cold archive again, from the cold positions below
 * them, and compares. Returns TA_EMISMATCH at a wrong position. */
ta_status tai_verify_recount(ta_verification *v);

/* A sample: a position that is checked against the definition. */
typedef struct ta_sample {
    uint64_t position; /* the first member, by which samples are sorted */
    /* The index of the sample's first bit in ta_sampler.witnesses. Bit witness
     * + u is set once an option of value u is found, a witness of u. */
    uint64_t witness;
    /* The value in the archive. In cold archives 0 is cold and 1 is hot. */
    uint32_t value;
    /* The values below `needed` need a witness, an option of that value; in
     * archives of remoteness only the value needed - 1 does. */
    uint32_t needed;
} ta_sample;

/* The samples (positions) of a verification, and the data to check them. */
typedef struct ta_sampler {
    ta_verification *v;
    ta_sample *samples; /* in increasing order, once chosen */
    size_t count;
    /* The elements of S below the end of the archive, n_moves of them; unused
     * for octal games. */
    uint64_t *moves;
    size_t n_moves;
    /* All values of an archive of an octal game; NULL for subtraction games. */
    uint16_t *values;
    /* A bit array: bit t->witness + u is set once an option of value u of
     * sample t is found. */
    uint64_t *witnesses;
    /* A bit array: bit i is set if the current frame of the archive has a cold
     * position that is i modulo the length of the array. */
    uint64_t *filter;
} ta_sampler;

/* Chooses the samples, and reads their values from the archive. Chooses all
 * positions of the windows or, if there are no windows, `count` random
 * positions. In a cold archive half of the random positions are chosen among
 * the cold ones. `seed` starts the random numbers. Returns TA_ENOMEM if there
 * is no memory, or the status of reading the archive. */
ta_status tai_sampler_choose(ta_sampler *s, uint64_t count, uint64_t seed);
/* Returns the number of moves from position p: the exact number in subtraction
 * games, an estimate in octal games. */
uint64_t tai_sampler_count_moves(const ta_sampler *s, uint64_t p);

/* Returns a text for the end of an error message that gives the result of a
 * position as a number. For an archive of cold positions the text says what the
 * results 0 and 1 mean. For other archives it is empty. */
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
