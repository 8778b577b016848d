/* Does many independent items: on the threads of this process, and dealt to the
 * ranks (processes) of a communicator. */
#ifndef TA_ITEMS_H
#define TA_ITEMS_H

#include "base/base-internal.h"

/* Does one item on one of the threads 0 .. threads - 1. `options` are for the
 * calls that the item makes. They ask for one thread, and their progress
 * function ends the item when the caller wants to stop or another item has
 * failed. The argument `done` of that function is the number of positions that
 * the item has walked. */
typedef ta_status ta_item_work(void *state, unsigned thread, size_t item,
                               const ta_options *options, ta_error *error);

/* Returns the number of threads that work at items. */
unsigned tai_item_threads(const ta_options *options);

/* Checks that the limit of a census is from 1 to `most`, a power of two, and
 * that the options allow the `need` bytes of all threads. Returns TA_EINVAL or
 * TA_ELIMIT if not. */
ta_status tai_items_admit(const ta_options *options, uint64_t limit,
                          uint64_t most, uint64_t need, ta_error *error);

/* Does all items of this rank, and then copies the rows of all items to all
 * ranks. `rows` has a row of `bytes` bytes for each item, and `hash` is a hash
 * of the items. The options threads, max_memory, progress and sink are used.
 * The limit of memory is for all items together. The progress function gets the
 * share of this rank's items and the number of positions of all of them; any
 * thread may call the function, but only one at a time. Returns TA_OK, the
 * status of the first item that failed, TA_ENOMEM or TA_ELIMIT. */
ta_status tai_items_run(const ta_options *options, size_t count,
                        ta_item_work *work, void *state, uint64_t hash,
                        void *rows, size_t bytes, ta_error *error);

#endif
