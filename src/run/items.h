/* Independent items of work, such as the sets of a census, on the threads and
 * ranks of a job. */
#ifndef TA_ITEMS_H
#define TA_ITEMS_H

#include "base/base-internal.h"

/* Does one item on thread `thread`. `options`, for the library calls of the
 * item, ask for one thread; their progress function stops the item if another
 * has failed or the caller wants to stop. */
typedef ta_status tai_item_work(void *state, unsigned thread, size_t item,
                                const ta_options *options, ta_error *error);

/* Returns options->threads, at least 1. */
unsigned tai_item_threads(const ta_options *options);

/* Checks a census: `limit`, the positions of each game, must be from 1 to
 * `most`, a power of two; and `need`, the bytes of all threads, at most
 * max_memory. Returns TA_OK, TA_EINVAL or TA_ELIMIT. */
ta_status tai_items_admit(const ta_options *options, uint64_t limit,
                          uint64_t most, uint64_t need, ta_error *error);

/* Does the items of this rank: item i is of rank i % ranks. `work` stores the
 * result of an item in its row of `rows`, `count` rows of `bytes` bytes; in the
 * end all ranks have all rows. `hash` is of all items, the same on all ranks.
 * Of the options, threads,
 * max_memory (of all items together), progress, sink and comm count. Returns
 * TA_OK, or the status of the first item that failed. */
ta_status tai_items_run(const ta_options *options, size_t count,
                        tai_item_work *work, void *state, uint64_t hash,
                        void *rows, size_t bytes, ta_error *error);

#endif
