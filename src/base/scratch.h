/* A file without a name, for what has no room in memory. It is read and written
 * and not mapped: a disk that fails is an error then and no signal, and what
 * the system keeps of the file in memory is not the process's. */
#ifndef TA_SCRATCH_H
#define TA_SCRATCH_H

#include "base/base.h"

typedef struct ta_scratch {
    int file;
    const char *folder;
    ta_error *error;
} ta_scratch;

/* A new file in `folder`, of `bytes` that are the process's from now on: a disk
 * that is too full says so here. Folder and error are kept. TA_EIO. */
ta_status ta_scratch_open(const char *folder, uint64_t bytes,
                          ta_scratch *scratch, ta_error *error);
void ta_scratch_close(ta_scratch *scratch); /* accepts one that failed */

/* Whether a run could make its file there; options may be NULL. TA_EIO. */
ta_status ta_scratch_check(const ta_options *options, ta_error *error);

/* Bytes from `at` on; what was never written is of no use. TA_EIO. */
ta_status ta_scratch_read(const ta_scratch *scratch, uint64_t at, void *to,
                          uint64_t bytes);
ta_status ta_scratch_write(const ta_scratch *scratch, uint64_t at,
                           const void *from, uint64_t bytes);

#endif
