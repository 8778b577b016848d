/* Verification of archives: what its files share. */
#ifndef TA_VERIFY_H
#define TA_VERIFY_H

#include "archive/archive.h"

/* A position whose definition is checked. */
typedef struct ta_sample {
    uint64_t position;
    uint32_t value; /* cold archives: 0 is cold, 1 hot */
    bool done;      /* nothing more needs to be seen of it */
} ta_sample;

/* The elements of the set below the end of an archive. */
typedef struct ta_verify_moves {
    uint64_t *list;
    size_t count;
} ta_verify_moves;

/* Those with which position p moves into [from, to): [*low, *high). */
void ta_verify_moves_into(const ta_verify_moves *moves, uint64_t p,
                          uint64_t from, uint64_t to, size_t *low,
                          size_t *high);

/* Bytes for them, and for reading the archive. */
uint64_t ta_samples_memory(const ta_archive *archive, uint64_t positions);

/* What a check needs; each is in a file of its own. */
typedef struct ta_check {
    const ta_archive *archive;
    const ta_game *game;
    const ta_verify_moves *moves;
    ta_sample *samples; /* increasing */
    size_t n_samples;
    const ta_options *options; /* progress only; may be NULL */
    ta_verified *seen;
    ta_error *error;
    /* The cost, in moves looked at: of all, and of all reading so far; of one
     * reading of the archive. */
    double all, read, reading;
    uint64_t polled; /* moves looked at when progress was told last */
} ta_check;

/* Foresees the cost, where so many positions are checked and have `moves`
 * moves in all; the archive is read as often as `readings` says. */
void ta_check_plan(ta_check *check, double moves, int readings);

/* The samples of the check: at most `positions` of [0, end), half of them cold
 * ones where there are any; all of them if that is no more. ta_free. */
ta_status ta_samples_choose(ta_check *check, uint64_t positions, uint64_t seed);
/* Those of the windows, which are in increasing order; of archives of values.
 */
ta_status ta_samples_of_windows(ta_check *check, const ta_window *windows,
                                size_t count);
/* ta_archive_verify_windows for an archive of values. */
ta_status ta_verify_values(const ta_archive *archive, const ta_game *game,
                           ta_window *windows, size_t count,
                           const ta_options *options, ta_verified *seen,
                           ta_error *error);

/* ta_archive_verify of an octal game, whose archive it is. */
ta_status ta_verify_octal(const ta_archive *archive, const ta_game *game,
                          uint64_t positions, uint64_t seed,
                          const ta_options *options, ta_verified *seen,
                          ta_error *error);

ta_status ta_check_cold(ta_check *check);
ta_status ta_check_nim(ta_check *check);
ta_status ta_check_lengths(ta_check *check);
/* To be told after `read` positions of the archive have been read once more and
 * those below `done` are finished. TA_ECANCELLED if progress says so. */
ta_status ta_check_poll(ta_check *check, uint64_t read, uint64_t done);

/* The same between two blocks, once many moves have been looked at. */
static inline ta_status ta_check_poll_when_due(ta_check *check, uint64_t done)
{
    return check->seen->moves - check->polled > 1 << 20
               ? ta_check_poll(check, 0, done)
               : TA_OK;
}

#endif
