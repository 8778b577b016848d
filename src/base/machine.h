/* Finds out how much memory and how many processors the process may use. */
#ifndef TA_MACHINE_H
#define TA_MACHINE_H

#include "base/base-internal.h"

/* Returns the number of bytes of memory that the process may use. Reads the
 * file proc/meminfo and the files of the control groups of Linux, below the
 * folder `root`, which is "" except in tests. Returns UINT64_MAX if the
 * files have no such number. */
uint64_t tai_free_memory_in(const char *root);
/* Returns the number of processors that the process may use by the CPU quotas
 * of its control groups (Linux). Reads the files of the groups below the folder
 * `root`, which is "" except in tests. Returns UINT64_MAX if there is
 * no quota. */
uint64_t tai_processors_in(const char *root);

#endif
