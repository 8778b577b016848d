/* Base blocks, the bottom of Eppstein's recursion (README.md). The positions of
 * a base block are decided in increasing order, by the definition. Positions
 * with a cold option before the block must already be marked as hot. */
#ifndef TA_BASE_BLOCK_H
#define TA_BASE_BLOCK_H

#include "base/arena.h"
#include "convolve/shift.h"
#include "convolve/tuning.h"
#include "game/set.h"

/* The tables for base blocks, which are blocks of 2^log_size positions. */
typedef struct ta_base_block {
    unsigned log_size;
    /* Positions below `first`, and those at or beyond n, are never cold. */
    uint64_t n, first;
    /* Bit s of `near` is set for each move s < 64. */
    uint64_t near;
    /* If true, hot positions are marked by means of `copies`. If false, they
     * are marked by means of `few`. */
    bool copied;
    /* The moves that are less than the size of a base block. The array is empty
     * if `copied` is true. */
    uint64_t few[TA_TUNE_FEW];
    size_t n_few;
    /* The number of bytes from one copy in `copies` to the next. */
    size_t stride;
    /* Eight copies of the set of moves as bits. Copy r has bit s + r set for
     * each move s that is less than the size of a base block. */
    unsigned char *copies;
    /* Scratch for a list of the moves that are less than the size of a base
     * block. It is used if the set of moves is stored as bits. */
    uint64_t *scratch;
} ta_base_block;

/* Places the arrays of `base`, for base blocks of 2^log_size positions, in the
 * arena. `dense` says whether the set of moves is stored as bits. */
void tai_base_block_place(ta_base_block *base, unsigned log_size, bool dense,
                          ta_arena *arena);
/* Fills the arrays of `base`, which have been placed, for the set of moves.
 * Positions below `first`, and those at or beyond n, will not be cold. */
void tai_base_block_init(ta_base_block *base, const ta_set *set, uint64_t n,
                         uint64_t first);

/* Decides the positions of the base block that begins at position `lo`. Bit i
 * of `cold` and of `hot` stands for position lo + i. The bits of all positions
 * with a cold option before `lo` must be set in `hot`, which needs TA_PAD bytes
 * after the block. Sets the block's words of `cold`, and further bits of `hot`.
 */
void tai_base_block_solve(const ta_base_block *base, uint64_t lo, uint64_t *hot,
                          uint64_t *cold);

#endif
