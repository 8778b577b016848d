/* Archives that lie, for fuzz-forge.c. */
#ifndef TA_FORGE_H
#define TA_FORGE_H

#include "base/base-internal.h"

/* The numbers of a set that only its file has, and its name in a forge_case. */
#define FORGE_SET_TEXT "1\n4\n6\n"
#define FORGE_SET      "file"

typedef struct forge_case {
    const char *game;
    int content; /* ta_content, or TA_ARCHIVE_OCTAL */
    bool misere;
    /* Set by forge_make: the end of the honest archive, the end that the header
     * claims, and the file. */
    uint64_t end, claimed;
    const uint8_t *file;
    size_t size;
} forge_case;

/* Prepares forge_make. `scratch` is a path that forge_make may write. The other
 * paths go into names of games: the path of a set, of a file that must not be
 * read, and of a pipe that blocks every process that opens it. */
void forge_begin(const char *scratch, const char *set, const char *secret,
                 const char *pipe);

/* Makes the archive of the game, whose end the number `end` chooses, after the
 * edits. Returns whether the archive is honest. An edit is four bytes: what,
 * where (two bytes, the lower one first), by what; forge.c lists them. */
bool forge_make(forge_case *c, unsigned end, const uint8_t *edits, size_t size);

#endif
