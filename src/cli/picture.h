/* Planes as pictures. */
#ifndef TA_CLI_PICTURE_H
#define TA_CLI_PICTURE_H

#include "takeaway.h"

/* Row y is drawn above row y - 1. */
typedef struct cli_picture {
    uint64_t width, height; /* at least 1 */
    /* One of them: rows of whole words, 1 is black; or values, 0 is black and
     * `largest` white. */
    uint64_t *bits;
    uint16_t *values;
    unsigned largest;
} cli_picture;

extern const bool cli_pictures; /* built with libpng */
/* Writes a picture to a file in PNG. Returns TA_OK, TA_EIO, TA_ENOMEM, or
 * TA_EINVAL, with a sentence, without libpng. */
ta_status cli_picture_save(const cli_picture *picture, const char *path,
                           ta_error *error);

#endif
