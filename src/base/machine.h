/* What the process may use of the machine. */
#ifndef TA_MACHINE_H
#define TA_MACHINE_H

#include "base/base.h"

/* Returns what ta_free_memory does, by the files below `root` ("" for those of
 * the machine) and without sysconf; 0 if they do not say. */
uint64_t tai_free_memory_in(const char *root);
/* Returns the processors that quotas allow, by the files below `root`; 0 if
 * there is no quota. */
unsigned tai_processors_in(const char *root);

#endif
