/* Does many independent items of work, such as the sets of a census. The items
 * are shared among the threads of this process, and among the ranks (processes)
 * of an MPI job. */
#ifndef TA_ITEMS_H
#define TA_ITEMS_H

#include "base/base-internal.h"

/* A function that does one item of work. `thread` is the number of the thread
 * that does the item, from 0 to the number of threads - 1. The item must pass
 * `options` to the library calls that it makes. These options ask for one
 * thread. Their progress function receives the number of positions computed for
 * the item. It asks the item to stop if another item has failed or the caller
 * wants to stop. */
typedef ta_status ta_item_work(void *state, unsigned thread, size_t item,
                               const ta_options *options, ta_error *error);

/* Returns the number of threads for items of work: options->threads, or 1 if
 * this is 0 or `options` is NULL. */
unsigned tai_item_threads(const ta_options *options);

/* Checks the arguments of a census, a computation for many games. `limit` must
 * be from 1 to `most`, which is a power of two. `need` is the number of bytes
 * that all threads need, and must be within options->max_memory. Returns TA_OK,
 * TA_EINVAL or TA_ELIMIT. */
ta_status tai_items_admit(const ta_options *options, uint64_t limit,
                          uint64_t most, uint64_t need, ta_error *error);

/* Does the items of this rank (process) by calls of `work`, on options->threads
 * threads. Then copies the results of all ranks to all ranks. `rows` has one
 * row of `bytes` bytes for the result of each of the `count` items. `hash` is a
 * hash of all items; it must be the same on all ranks. Of the options, only
 * threads, max_memory, progress and sink are used. max_memory limits the memory
 * of all items together. progress receives the share of the items of this rank
 * that are done, and the number of positions computed for them. Any thread may
 * call progress, but only one thread at a time. Returns TA_OK, the status of
 * the first item that has failed, TA_ENOMEM, TA_ELIMIT, or an error of
 * tai_comm_rows. */
ta_status tai_items_run(const ta_options *options, size_t count,
                        ta_item_work *work, void *state, uint64_t hash,
                        void *rows, size_t bytes, ta_error *error);

#endif
