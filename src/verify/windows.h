/* Checks of ranges of an archive. */
#ifndef TA_WINDOWS_H
#define TA_WINDOWS_H

#include "takeaway.h"

typedef struct tai_window {
    uint64_t from, to; /* [from, to) is checked */
    uint64_t cold;     /* cold positions, or heaps of value 0, in it */
} tai_window;

/* Chooses `count` windows of `size` heaps in [from, to), uniformly and
 * independently; the range itself if it is not larger; none if it is empty.
 * *seed is the state of the generator. Returns how many. */
size_t tai_windows_choose(uint64_t from, uint64_t to, uint64_t size,
                          size_t count, uint64_t *seed, tai_window *windows);

/* Computes each result in the windows by the definition, from those of smaller
 * heaps in the archive. A wrong result below a window is found only if it
 * changes one in the window.
 *   windows  not empty, may overlap; sorted, and `cold` is set
 *   options  only progress and max_memory; may be NULL
 *   seen     set to the heaps and moves that were checked; may be NULL
 * Returns TA_OK; TA_EMISMATCH (the error names the first wrong heap, or the
 * damage); TA_EINVAL (another game, an octal one, or a window beyond the end);
 * TA_EIO; TA_ENOMEM; TA_ELIMIT; or TA_ECANCELLED.
 *
 * Cost for cold positions: a pass over the archive below the last window, and a
 * step for each move from a window to a cold position; of squares [a, a + size)
 * has about C * size / (2 sqrt a), C the cold positions below a. Memory: the
 * elements of S below the last end, and a bit for each heap of the windows. For
 * values as ta_archive_verify for all heaps of the windows. */
ta_status tai_archive_verify_windows(const ta_archive *archive,
                                     const ta_game *game, tai_window *windows,
                                     size_t count, const ta_options *options,
                                     ta_verified *seen, ta_error *error);

#endif
