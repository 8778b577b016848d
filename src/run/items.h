/* Does many independent items of work, such as the sets of a census. The items
 * are shared among the threads of this process, and among the ranks (processes)
 * of an MPI job. */
#ifndef TA_ITEMS_H
#define TA_ITEMS_H

#include "base/base-internal.h"

/* A function that does one item of work. `thread` is the number of the thread
 * that does the item, from 0 to the number of threads - 1. The function must
 * pass `options` to the library calls that it makes. These options ask for one
 * thread, and have a progress function. The progress function receives the
 * number of positions computed for the item. It returns nonzero, to stop the
 * item, if another item has failed or the caller wants to stop. */
typedef ta_status ta_item_work(void *state, unsigned thread, size_t item,
                               const ta_options *options, ta_error *error);

/* Returns the number of threads for items of work: options->threads, or 1 if
 * this is 0 or `options` is NULL. */
unsigned tai_item_threads(const ta_options *options);

/* Checks the arguments of a census, a computation for many games. `limit` is
 * the number of positions of each game; it must be at least 1 and at most
 * `most`. The caller passes a power of two as `most`. `need`, the memory of all
 * threads in bytes, must not exceed options->max_memory. Returns TA_OK,
 * TA_EINVAL or TA_ELIMIT. */
ta_status tai_items_admit(const ta_options *options, uint64_t limit,
                          uint64_t most, uint64_t need, ta_error *error);

/* Does the items of this rank (process) on options->threads threads. Each item
 * is done by one call of `work`, which stores the result in a row of `rows`.
 * The array `rows` has `count` rows of `bytes` bytes. At the end the results of
 * all ranks are copied to all ranks. `hash` is a hash of all items, and must be
 * the same on all ranks.
 *
 * Of the options, only threads, max_memory, progress, sink and comm are used.
 * max_memory limits the memory of all items together. One thread at a time
 * calls the progress function. It receives the share of the items of this rank
 * that is done, and the number of positions computed for them. Returns TA_OK,
 * the status of the first item that has failed, TA_ENOMEM, TA_ELIMIT, or an
 * error of tai_comm_rows. */
ta_status tai_items_run(const ta_options *options, size_t count,
                        ta_item_work *work, void *state, uint64_t hash,
                        void *rows, size_t bytes, ta_error *error);

#endif
