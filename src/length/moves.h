/* The moves in the two orders that the engine walks them, and what is known
 * of the heaps by residue class, so that few options need be looked at. */
#ifndef TA_MOVES_H
#define TA_MOVES_H

#include "length/length.h"

/* Any modulus gives right results. In subtract-a-square long games live in few
 * classes mod 5 and mod 13, as cold positions do. */
enum { TA_CLASSES = 65 };
/* Heaps in a block; of each block and class the longest game is kept. Moves
 * below that are near: they are tried one by one. */
enum { TA_BLOCK_BITS = 13, TA_BLOCK = 1 << TA_BLOCK_BITS };

typedef struct ta_move_classes {
    uint32_t *list;     /* S below n, increasing, and UINT32_MAX */
    size_t count, near; /* of all, of those below TA_BLOCK */
    /* Those of residue r that are not near, increasing: far[r] .. far[r + 1]
     * of by_class. */
    uint32_t *by_class;
    size_t far[TA_CLASSES + 1];
    uint32_t *wanted; /* scratch: as many as the largest residue has */
} ta_move_classes;

ta_status ta_move_classes_new(ta_move_classes *m, const ta_game *game,
                              uint64_t n);
void ta_move_classes_free(ta_move_classes *m);
uint64_t ta_move_classes_memory(const ta_game *game, uint64_t n);

#endif
