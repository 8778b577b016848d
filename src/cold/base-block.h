/* The bottom of the recursion: one block, whose marks from all earlier
 * positions are in, is finished in increasing order. */
#ifndef TA_BASE_BLOCK_H
#define TA_BASE_BLOCK_H

#include "base/arena.h"
#include "convolve/shift.h"
#include "convolve/tuning.h"
#include "game/set.h"

typedef struct ta_base_block {
    unsigned log_size;
    uint64_t n, first;
    uint64_t near; /* bit s for the elements s < 64 */
    bool copied;   /* the elements below the block size are not few */
    uint64_t few[TA_TUNE_FEW];
    size_t n_few;
    size_t stride;         /* bytes of a copy */
    unsigned char *copies; /* bit s + r of copy r, r < 8, for s in S */
    uint64_t *scratch;     /* a block of values, where S is dense */
} ta_base_block;

/* Its arrays, for blocks of 2^log_size; then what is in them. */
void tai_base_block_place(ta_base_block *base, unsigned log_size, bool dense,
                          ta_arena *arena);
void tai_base_block_init(ta_base_block *base, const ta_set *set, uint64_t n,
                         uint64_t first);

/* The block at lo: reads and extends its marks in hot, writes its bits to
 * cold (both start at lo; hot has TA_PAD bytes after the block). Positions
 * at or beyond n and before first are not cold. */
void tai_base_block_solve(const ta_base_block *base, uint64_t lo, uint64_t *hot,
                          uint64_t *cold);

#endif
