/* Games on the plane: the words and the proofs are in README.md. A plane is a
 * width and a height, with the moves that stay inside. A *line* is a direction
 * with b > 0 all of whose numbers may be taken; the other moves between rows
 * are *shifts*. plane.c is the engine. */
#ifndef TA_PLANE_H
#define TA_PLANE_H

#include "convolve/shift.h"
#include "game/game-internal.h"
#include "grid/grid-sets.h"

/* Moves k (a, b), k in S. */
typedef struct tai_direction {
    uint64_t a, b;
    ta_game *set; /* S */
} tai_direction;

enum { TA_DIRECTIONS_MOST = 64 };

struct tai_grid_moves {
    tai_direction direction[TA_DIRECTIONS_MOST];
    size_t count;
};

/* rows-kernel.c; all rows have `words` words. */
typedef struct tai_rows_kernel {
    /* Sets `next` to reach | cold, shifted up by a bits, and ORs it into hot:
     * R(y) of README.md. */
    void (*spread)(uint64_t *next, uint64_t *hot, const uint64_t *reach,
                   const uint64_t *cold, uint64_t a, size_t words);
    /* ORs `moves`, shifted up by bit < 64, into hot; moves[-1] is read. */
    void (*mark)(uint64_t *hot, const uint64_t *moves, unsigned bit,
                 size_t words);
} tai_rows_kernel;
TA_KERNEL(tai_rows_kernel);

#endif
