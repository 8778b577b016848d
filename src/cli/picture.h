/* Planes as pictures, for the command grid. */
#ifndef TA_CLI_PICTURE_H
#define TA_CLI_PICTURE_H

#include "archive/formats.h"

/* Row y is drawn above row y - 1. */
typedef struct cli_picture {
    uint64_t width, height; /* at least 1 */
    /* One of them, the other NULL: bits, where each row begins a word and 1 is
     * black; or values, `width` a row, where 0 is black and `largest` white. */
    uint64_t *bits;
    uint16_t *values;
    unsigned largest;
} cli_picture;

extern const bool cli_pictures; /* built with libpng */
/* Writes a picture in PNG; a failed write stays in the draft. Returns false
 * without memory or libpng. */
bool cli_picture_write(const cli_picture *picture, tai_draft *draft);

#endif
