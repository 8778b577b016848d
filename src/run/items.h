/* Many independent items: on the threads of this process, and dealt to the
 * ranks of a communicator. */
#ifndef TA_ITEMS_H
#define TA_ITEMS_H

#include "base/base-internal.h"

/* Does one item on one of the threads 0 .. threads - 1. `options` are for the
 * calls that the item makes: one thread, and a progress function that ends the
 * item when the caller wants to stop or another item has failed. Its `done` is
 * the number of positions that the item has walked. */
typedef ta_status ta_item_work(void *state, unsigned thread, size_t item,
                               const ta_options *options, ta_error *error);

/* Returns the number of threads that work at items. */
unsigned tai_item_threads(const ta_options *options);

/* Checks that the limit of a census is in 1 to `most`, a power of two, and that
 * the `need` bytes of all threads are allowed. TA_EINVAL, TA_ELIMIT. */
ta_status tai_items_admit(const ta_options *options, uint64_t limit,
                          uint64_t most, uint64_t need, ta_error *error);

/* Does all items of this rank, and hands the rows, one of `bytes` for each
 * item, to all ranks; `hash` is a hash of the items. Of the options,
 * threads, max_memory, progress and start are used. The limit of memory is for
 * all items together. The progress function gets the share of this rank's items
 * and the number of positions of all of them; any thread may call the function,
 * but only one at a time. Returns TA_OK, the status of the first item that
 * failed, TA_ENOMEM or TA_ELIMIT. */
ta_status tai_items_run(const ta_options *options, size_t count,
                        ta_item_work *work, void *state, uint64_t hash,
                        void *rows, size_t bytes, ta_error *error);

#endif
