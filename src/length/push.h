/* The state of the fast engine.
 *
 * Half a length is kept for each heap: (a + 1) / 2 for a hot one, NONE (0) for
 * a cold one, whose length is kept in the lists of sources, and the greatest
 * number of the type for one that no cold heap has reached yet. */
#ifndef TA_LENGTH_PUSH_H
#define TA_LENGTH_PUSH_H

#include "length/moves.h"
#include "length/sources.h"

typedef struct ta_push {
    const ta_job *job;
    ta_move_classes moves;
    ta_sources sources;
    bool wide;       /* halves are uint16_t, no longer uint8_t */
    void *half;      /* [0, n) */
    void *top;       /* of class r, block b at top[r * blocks + b]: the largest
                        half there; 0 for blocks that are not finished */
    uint64_t blocks; /* of TA_BLOCK heaps below n */
    uint16_t most[TA_CLASSES]; /* the largest of a class, unfinished blocks
                                  left out */
    uint8_t order[TA_CLASSES]; /* classes, the largest `most` first */
    uint64_t segment;          /* heaps that are treated together */
    uint16_t *value;           /* of a segment, to be handed over */
} ta_push;

/* The least number of bits is tried first: 8. */
enum { TA_SOURCES_8 = 254, TA_SOURCES_16 = 32768 };

/* What the kernels of either width do; see kernel.h. */
typedef struct ta_push_kernel {
    size_t width; /* bytes of a half */
    uint32_t sources;
    /* The halves of hot heaps in [lo, hi) that a source before lo reaches. */
    void (*reach)(ta_push *p, uint64_t lo, uint64_t hi);
    /* Finds the cold heaps in [*at, end), all of one block; from each one
     * pushes on to below hi and makes it a source. value: of heap lo on.
     * TA_OK at the end; TA_ERANGE with *at where a half does not fit. */
    ta_status (*finish)(ta_push *p, uint64_t *at, uint64_t end, uint64_t lo,
                        uint64_t hi);
    /* Takes block b up to `end` into top and most. */
    void (*close)(ta_push *p, uint64_t b, uint64_t end);
    void (*values)(const ta_push *p, uint64_t lo, uint64_t hi);
} ta_push_kernel;

extern const ta_push_kernel ta_push_8, ta_push_16;

#endif
