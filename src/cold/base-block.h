/* The bottom of the recursion: base blocks, of 2^13 positions by default, in
 * increasing order, word by word. What leads to cold positions below the
 * block is marked hot before. */
#ifndef TA_BASE_BLOCK_H
#define TA_BASE_BLOCK_H

#include "base/arena.h"
#include "convolve/shift.h"
#include "convolve/tuning.h"
#include "game/set.h"

/* The set of moves, prepared. */
typedef struct tai_base_block {
    unsigned log_size;
    /* Other positions than those of [first, n) count as hot. */
    uint64_t n, first;
    uint64_t near;             /* bit s: a move s < 64 */
    bool copied;               /* marks are made by `copies`, else by `few` */
    uint64_t few[TA_TUNE_FEW]; /* moves below the size of a block */
    size_t n_few;
    size_t stride; /* bytes from one copy to the next */
    /* Eight copies of the moves below the size of a block, as bits; copy r has
     * bit s + r for move s. */
    unsigned char *copies;
    uint64_t *scratch; /* for a list of these moves, if the set is bits */
} tai_base_block;

/* Places the arrays. `dense`: the set of moves may be stored as bits. */
void tai_base_block_place(tai_base_block *base, unsigned log_size, bool dense,
                          tai_arena *arena);
/* Fills in the placed arrays. */
void tai_base_block_init(tai_base_block *base, const tai_set *set, uint64_t n,
                         uint64_t first);

/* Decides the block at `lo`: bit i of both arrays is for position lo + i. On
 * entry `hot` has what is reached from below lo. Writes all bits of the block
 * in `cold`, sets more in `hot`, which has TA_PAD more bytes. */
void tai_base_block_solve(const tai_base_block *base, uint64_t lo,
                          uint64_t *hot, uint64_t *cold);

#endif
