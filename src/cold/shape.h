/* The shape of a recursion: level k has nodes of fanout[k] children of
 * 2^log_child[k] positions. The children of level 0 are base blocks; the top
 * level has one node, which covers the range. */
#ifndef TA_SHAPE_H
#define TA_SHAPE_H

#include "run/job.h"

enum { TA_MAX_LEVELS = 64 };

typedef struct ta_shape {
    unsigned levels;
    unsigned log_child[TA_MAX_LEVELS];
    size_t fanout[TA_MAX_LEVELS];
    unsigned ways[TA_MAX_LEVELS]; /* of convolve/reach.h */
    size_t band; /* of the top level: 0, or the transforms that it keeps
                    (convolve/spectra.h) */
} ta_shape;

/* Elements of S below `end` and n, at most. */
uint64_t ta_moves_below(const ta_job *job, uint64_t end);

/* What transforms children of 2^log_child in nodes of so many positions. */
const struct ta_transforms *
ta_level_transforms(const ta_job *job, unsigned log_child, uint64_t node);

/* As many levels as steps of at most 2^step need, about equal, the larger
 * ones on top; all use `ways`. */
ta_shape ta_shape_even(uint64_t n, unsigned base_bits, unsigned step,
                       unsigned ways);

/* The shape that the cost model expects to be the cheapest when targets are
 * found by transforms, or by shifts where that costs less. Levels use `ways`,
 * those whose nodes have at most 2^low positions shifts too; transforms are
 * struck out where shifts cost less than three quarters.
 * With a band, the top level has as many children of 2^band_bits as it needs,
 * and keeps few of their transforms: slower, in memory that hardly grows. */
ta_shape ta_shape_cheapest(const ta_job *job, unsigned base_bits, unsigned low,
                           unsigned ways, unsigned band_bits, size_t band);

#endif
