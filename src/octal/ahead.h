/* Marks made ahead: what many heaps reach is found for whole tiles of them, by
 * several threads, and what is near is left to the blocks. */
#ifndef TA_OCTAL_AHEAD_H
#define TA_OCTAL_AHEAD_H

#include "base/team.h"
#include "octal/octal.h"
#include "octal/planes.h"

/* Both classes of labels that a heap reaches, and what parts reach them. */
enum { TA_REACH_RARE, TA_REACH_COMMON, TA_REACHES };

/* Splits by when they are marked: when the first heap of a tile comes up, or a
 * tile before. */
enum { TA_AHEAD_NOW, TA_AHEAD_FAR, TA_AHEAD_TIMES };
enum { TA_AHEAD_SPLITS = 1 << 15 }; /* most that are listed; no block is calm
                                       where there are more */

typedef struct ta_ahead {
    bool ready;     /* the rest means something */
    bool planes_on; /* or all parts are left to the blocks */
    size_t few;     /* far splits that are not worth planes */
    unsigned cover; /* labels of each class that are marked */
    uint64_t start; /* of the tile in hand */
    uint64_t until; /* heaps at which parts are listed anew */
    /* Parts that the blocks mark: for break i from near_at[i] on. */
    uint32_t *near[TA_REACHES];
    size_t *near_at[TA_REACHES];
    ta_plane_list list[TA_REACHES][TA_AHEAD_TIMES];
    ta_planes planes;
    ta_planes_mark *mark;
    uint32_t *marks[2]; /* of the tile in hand and the one to come: for each
                           32 heaps `cover` words of each class */
    ta_team *team;
    ta_team_job far; /* marks the tile at far_at, if open */
    bool far_open;
    uint64_t far_at;
} ta_ahead;

/* Marks the tile of heap e->n, if that is not done. TA_ENOMEM. */
ta_status ta_ahead_reach(ta_sparse *e);
/* Ends what goes on, and forgets it: labels, rare heaps or witnesses are no
 * longer what they were. */
void ta_ahead_drop(ta_ahead *a);

/* The heap up to which a block that begins at heap n may go. */
uint64_t ta_ahead_block_end(const ta_ahead *a, uint64_t n);
/* What the tiles know of the block at n: as ta_octal_wave does, `labels` from
 * `from` on of a class. */
void ta_ahead_bits(const ta_ahead *a, uint64_t n, unsigned reach, unsigned from,
                   unsigned labels, uint64_t bits[TA_OCTAL_LANES]);

#endif
