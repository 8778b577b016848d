/* What the process may use of the machine. */
#ifndef TA_MACHINE_H
#define TA_MACHINE_H

#include "base/base.h"

/* ta_free_memory and ta_processors by the files below `root` ("" for the
 * machine's own), without what sysconf says: 0 if they do not say. */
uint64_t ta_free_memory_in(const char *root);
unsigned ta_processors_in(const char *root);

#endif
