/* What the process may use of the machine. */
#ifndef TA_MACHINE_H
#define TA_MACHINE_H

#include "base/base-internal.h"

/* Returns the bytes of memory that the process may use, according to the files
 * below the folder `root`, which is "" for those of this machine; 0 if the
 * files have no such number. */
uint64_t tai_free_memory_in(const char *root);
/* Returns the number of processors that quotas allow, according to the files
 * below `root`; 0 if there is no quota. */
unsigned tai_processors_in(const char *root);

#endif
