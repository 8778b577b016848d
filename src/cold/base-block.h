/* The bottom of the recursion: a block of positions that is decided in
 * increasing order, by the definition. Before, what earlier blocks reach in it
 * has been marked as hot. */
#ifndef TA_BASE_BLOCK_H
#define TA_BASE_BLOCK_H

#include "base/arena.h"
#include "convolve/shift.h"
#include "convolve/tuning.h"
#include "game/set.h"

typedef struct ta_base_block {
    unsigned log_size;
    uint64_t n, first;
    uint64_t near;             /* bit s is set for the elements s < 64 */
    bool copied;               /* `copies` are used, in place of `few` */
    uint64_t few[TA_TUNE_FEW]; /* the elements below the size of a block */
    size_t n_few;
    size_t stride;         /* bytes of a copy */
    unsigned char *copies; /* copy r < 8 has the bits s + r for s in S */
    uint64_t *scratch;     /* values of a window of a dense set */
} ta_base_block;

/* Places the arrays for blocks of 2^log_size positions. `dense` says whether S
 * is stored as bits. */
void tai_base_block_place(ta_base_block *base, unsigned log_size, bool dense,
                          ta_arena *arena);
/* Fills the arrays. Positions at or beyond n and before `first` are not cold.
 */
void tai_base_block_init(ta_base_block *base, const ta_set *set, uint64_t n,
                         uint64_t first);

/* Decides the block at `lo`: sets its words of `cold`, and adds the marks of
 * its cold positions to `hot`. Both arrays begin at `lo`. `hot` has TA_PAD
 * bytes after the block, and must have the marks of all earlier positions. */
void tai_base_block_solve(const ta_base_block *base, uint64_t lo, uint64_t *hot,
                          uint64_t *cold);

#endif
