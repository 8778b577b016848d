/* Solves base blocks, the smallest ranges of positions in Eppstein's recursion.
 * A base block has 2^13 positions by default. The functions decide one position
 * after another, in increasing order, whether it is cold (a P-position) or hot
 * (an N-position). Positions that have a move to a cold position below the
 * block must be marked as hot before. */
#ifndef TA_BASE_BLOCK_H
#define TA_BASE_BLOCK_H

#include "base/arena.h"
#include "convolve/shift.h"
#include "convolve/tuning.h"
#include "game/set.h"

/* The set of moves, prepared for solving base blocks, the smallest ranges of
 * the recursion. A base block has 2^log_size positions. */
typedef struct ta_base_block {
    unsigned log_size;
    /* Only positions from `first` to n - 1 can be cold. All other positions
     * count as hot. */
    uint64_t n, first;
    /* Bit s of `near` is set for each move s < 64. */
    uint64_t near;
    /* If true, base blocks are solved with the bit arrays `copies`. If false,
     * they are solved with the list `few`, since at most TA_TUNE_FEW moves are
     * shorter than a block. */
    bool copied;
    /* few[0], ..., few[n_few - 1] are the moves that are less than the size of
     * a base block. If `copied` is true, the list is empty. */
    uint64_t few[TA_TUNE_FEW];
    size_t n_few;
    /* The number of bytes from one copy in `copies` to the next. */
    size_t stride;
    /* Eight copies of the set of moves as arrays of bits. Copy r is shifted by
     * r bits: bit s + r is set for each move s that is less than the size of a
     * base block. */
    unsigned char *copies;
    /* Scratch memory for a list of the moves that are less than the size of a
     * base block. It is needed if the set of moves is an array of bits. */
    uint64_t *scratch;
} ta_base_block;

/* Assigns memory of the arena (one block for many arrays) to the arrays of
 * `base`, for base blocks of 2^log_size positions. `dense` must be true if the
 * set of moves may be stored as an array of bits, not as a list. */
void tai_base_block_place(ta_base_block *base, unsigned log_size, bool dense,
                          ta_arena *arena);
/* Fills the arrays of `base` from the set of moves. tai_base_block_place must
 * have assigned their memory. Only positions from `first` to n - 1 can be cold;
 * all others count as hot. */
void tai_base_block_init(ta_base_block *base, const ta_set *set, uint64_t n,
                         uint64_t first);

/* Decides which positions of the base block at position `lo` are cold
 * (P-positions). Bit i of `cold` and of `hot` stands for position lo + i. On
 * entry, `hot` must have the bits of all positions of the block with a move to
 * a cold position below `lo`. The function sets or clears all bits of the block
 * in `cold`, and sets further bits in `hot`. The array `hot` must have TA_PAD
 * more bytes after the block. */
void tai_base_block_solve(const ta_base_block *base, uint64_t lo, uint64_t *hot,
                          uint64_t *cold);

#endif
