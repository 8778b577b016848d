/* Exact integer expressions inside longer texts. */
#ifndef TA_NUMBER_H
#define TA_NUMBER_H

#include "base/base.h"

/* ta_number_parse for the `length` characters at `text`. */
ta_status ta_number_parse_span(const char *text, size_t length, uint64_t *value,
                               ta_error *error);

#endif
