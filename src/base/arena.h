/* Arrays that are allocated and freed together, in one block (an arena). The
 * caller has a function that places the arrays, and runs it twice: the first
 * time it only counts their bytes, the second time it places the arrays in the
 * block. So the same lines predict and allocate. */
#ifndef TA_ARENA_H
#define TA_ARENA_H

#include "base/base-internal.h"

typedef struct ta_arena {
    char *block;    /* NULL while bytes are only counted */
    uint64_t bytes; /* the bytes of the arrays placed so far */
} ta_arena;

/* Returns the address of count * size bytes, 64-byte aligned and not cleared;
 * NULL while bytes are counted. */
static inline void *ta_arena_place(ta_arena *arena, uint64_t count,
                                   uint64_t size)
{
    uint64_t at = arena->bytes;
    uint64_t lines = ta_add_sat(ta_mul_sat(count, size), 63) / 64;
    arena->bytes = ta_add_sat(at, ta_mul_sat(lines, 64));
    return arena->block != NULL ? arena->block + at : NULL;
}

/* Allocates the bytes that were counted. The next array is placed at the
 * beginning of the block. Returns TA_ENOMEM if there is no memory. */
static inline ta_status ta_arena_open(ta_arena *arena)
{
    arena->block = tai_alloc(arena->bytes, 1);
    arena->bytes = 0;
    return arena->block != NULL ? TA_OK : TA_ENOMEM;
}

/* Frees the block and all arrays in it. */
static inline void ta_arena_close(ta_arena *arena)
{
    ta_free(arena->block);
    *arena = (ta_arena){0};
}

#endif
