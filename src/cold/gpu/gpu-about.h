/* What the tool says of the device. */
#ifndef TA_GPU_ABOUT_H
#define TA_GPU_ABOUT_H

#include "takeaway.h"

/* Returns the name of the device, or why there is none. */
const char *tai_gpu_about(void);

#endif
