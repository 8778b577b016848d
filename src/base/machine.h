/* The memory and processors that this process may use. */
#ifndef TA_MACHINE_H
#define TA_MACHINE_H

#include "base/base-internal.h"

/* Returns the free bytes by /proc/meminfo and the control groups below `root`
 * ("" but in tests), UINT64_MAX if unknown. */
uint64_t tai_free_memory_in(const char *root);
/* Returns the processors by CPU quotas, UINT64_MAX if there is none. */
uint64_t tai_processors_in(const char *root);

#endif
