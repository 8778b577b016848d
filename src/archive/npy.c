/* The .npy header: https://numpy.org/doc/stable/reference/generated/
 * numpy.lib.format.html, format version 1.0. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "archive/draft.h"

void ta_npy_header(uint64_t count, unsigned bytes, char header[TA_NPY_HEADER])
{
    /* Magic, version 1.0, and the length of what follows, little-endian. */
    static const char start[10] = {
        '\x93', 'N', 'U', 'M', 'P', 'Y', 1, 0, TA_NPY_HEADER - 10, 0};
    memset(header, ' ', TA_NPY_HEADER);
    memcpy(header, start, sizeof start);
    char text[TA_NPY_HEADER - sizeof start];
    int length = snprintf(text, sizeof text,
                          "{'descr': '<u%u', 'fortran_order': False, "
                          "'shape': (%" PRIu64 ",), }",
                          bytes, count);
    memcpy(header + sizeof start, text, (size_t)length);
    header[TA_NPY_HEADER - 1] = '\n';
}
