/* Large arrays on huge pages, when the system gives them. */
#ifndef TA_WHEEL_PAGES_H
#define TA_WHEEL_PAGES_H

#include "base/base.h"

/* Zeroed, freed by ta_free; NULL if there is no memory. */
void *wheel_pages_zero(uint64_t bytes);

#endif
