/* Making archives that lie, for fuzz-forge.c. */
#ifndef TA_FORGE_H
#define TA_FORGE_H

#include "base/base-internal.h"

/* A set that its numbers tell, and its name in archives. */
#define FORGE_SET_TEXT "1\n4\n6\n"
#define FORGE_SET      "file"

typedef struct forge_case {
    const char *game;
    int content; /* ta_content */
    bool misere;
    uint64_t end, claimed; /* of what is there; of what the header says */
    const uint8_t *file;
    size_t size;
} forge_case;

/* Names that a file may hold: the paths of a set, of a file that must not be
 * read, and of a pipe that hangs who opens it. */
void forge_begin(const char *set, const char *secret, const char *pipe);

/* Fills in the rest: the honest archive of the game, to the end that a byte
 * chooses, after the edits. Returns whether there were none. */
bool forge_make(forge_case *c, unsigned end, const uint8_t *edits, size_t size);

#endif
