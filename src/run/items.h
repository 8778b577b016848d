/* Many independent items: on the threads of this process, and dealt to the
 * ranks of a fleet. */
#ifndef TA_ITEMS_H
#define TA_ITEMS_H

#include "base/base.h"

/* One item, by one of the threads 0 .. threads-1. `options` are for what it
 * calls: one thread, and a progress function that ends it where the caller
 * wants to stop or another item has failed; `done` of it is what this item has
 * walked. */
typedef ta_status ta_item_work(void *state, unsigned thread, size_t item,
                               const ta_options *options, ta_error *error);

/* The threads that work at items. */
unsigned ta_item_threads(const ta_options *options);

/* All items of this rank; returns when they are done, or with what the first
 * one that failed did. Items of other ranks are for ta_fleet_rows. Of the
 * caller's options threads, progress and start are heeded: progress is told the
 * share of this rank's items, and what they have walked together. */
ta_status ta_items_run(const ta_options *options, size_t count,
                       ta_item_work *work, void *state, ta_error *error);

#endif
