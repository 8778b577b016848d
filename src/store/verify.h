/* Verification of archives: what its files share. */
#ifndef TA_VERIFY_H
#define TA_VERIFY_H

#include "store/archive.h"

/* A position whose definition is checked. */
typedef struct ta_sample {
    uint64_t position;
    uint32_t value; /* cold archives: 0 is cold, 1 hot */
    bool done;      /* nothing more needs to be seen of it */
} ta_sample;

/* The elements of the set below the end of an archive. */
typedef struct ta_moves {
    uint64_t *list;
    size_t count;
} ta_moves;

/* Those with which position p moves into [from, to): [*low, *high). */
void ta_moves_into(const ta_moves *moves, uint64_t p, uint64_t from,
                   uint64_t to, size_t *low, size_t *high);

/* TA_EINVAL if the archive is of another game or convention. */
ta_status ta_archive_same_game(const ta_archive *archive, const ta_game *game,
                               ta_error *error);
ta_status ta_archive_same_octal(const ta_archive *archive, const ta_octal *game,
                                ta_error *error);

/* At most `positions` of [0, end), increasing, half of them cold ones where
 * there are any; all of them if that is no more. ta_free. */
ta_status ta_samples_choose(const ta_archive *archive, uint64_t positions,
                            uint64_t seed, ta_sample **samples, size_t *count,
                            ta_error *error);

/* Bytes for them, and for reading the archive. */
uint64_t ta_samples_memory(const ta_archive *archive, uint64_t positions);

/* What a check needs; each is in a file of its own. */
typedef struct ta_check {
    const ta_archive *archive;
    const ta_game *game;
    const ta_moves *moves;
    ta_sample *samples; /* increasing */
    size_t n_samples;
    const ta_options *options; /* progress only; may be NULL */
    ta_verified *seen;
    ta_error *error;
} ta_check;

ta_status ta_check_cold(const ta_check *check);
ta_status ta_check_nim(const ta_check *check);
ta_status ta_check_lengths(const ta_check *check);
/* TA_ECANCELLED if progress says so. */
ta_status ta_check_poll(const ta_check *check, uint64_t done);

#endif
