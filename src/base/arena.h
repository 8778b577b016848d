/* Arrays that are allocated and freed together, in one block. The function that
 * places them runs twice: at first it only counts their bytes, then it places
 * them in the block. So the same lines predict and allocate. */
#ifndef TA_ARENA_H
#define TA_ARENA_H

#include "base/base.h"

typedef struct ta_arena {
    char *block;    /* NULL: arrays are counted */
    uint64_t bytes; /* of the arrays placed so far */
} ta_arena;

/* Returns the place of count * size bytes, 64-byte aligned and not cleared;
 * NULL while arrays are counted. */
static inline void *ta_arena_place(ta_arena *arena, uint64_t count,
                                   uint64_t size)
{
    uint64_t at = arena->bytes;
    uint64_t lines = ta_add_sat(ta_mul_sat(count, size), 63) / 64;
    arena->bytes = ta_add_sat(at, ta_mul_sat(lines, 64));
    return arena->block != NULL ? arena->block + at : NULL;
}

/* Allocates the bytes that were counted; the next array is placed first.
 * TA_ENOMEM. */
static inline ta_status ta_arena_open(ta_arena *arena)
{
    arena->block = ta_alloc(arena->bytes, 1);
    arena->bytes = 0;
    return arena->block != NULL ? TA_OK : TA_ENOMEM;
}

static inline void ta_arena_close(ta_arena *arena)
{
    ta_free(arena->block);
    *arena = (ta_arena){0};
}

#endif
