/* An arena: several arrays that lie in one block of memory, and are allocated
 * and freed together. The caller writes a function that calls ta_arena_place
 * once for each array, and runs this function twice. In the first run the arena
 * only counts the bytes of the arrays. Then ta_arena_open allocates the block,
 * and the second run places the arrays in the block. */
#ifndef TA_ARENA_H
#define TA_ARENA_H

#include "base/base-internal.h"

typedef struct ta_arena {
    char *block;    /* NULL while bytes are only counted */
    uint64_t bytes; /* the total size of all arrays so far */
} ta_arena;

/* Adds an array of `count` items of `size` bytes to the arena. Returns the
 * address of the array, which is 64-byte aligned and not cleared. If the block
 * of the arena is not allocated yet, only counts the bytes of the array and
 * returns NULL. */
static inline void *ta_arena_place(ta_arena *arena, uint64_t count,
                                   uint64_t size)
{
    uint64_t at = arena->bytes;
    uint64_t lines = ta_add_sat(ta_mul_sat(count, size), 63) / 64;
    arena->bytes = ta_add_sat(at, ta_mul_sat(lines, 64));
    return arena->block != NULL ? arena->block + at : NULL;
}

/* Allocates the block of an arena, with as many bytes as ta_arena_place has
 * counted. The next array that is placed lies at the beginning of the block.
 * Returns TA_OK, or TA_ENOMEM if there is no memory. */
static inline ta_status ta_arena_open(ta_arena *arena)
{
    arena->block = tai_alloc(arena->bytes, 1);
    arena->bytes = 0;
    return arena->block != NULL ? TA_OK : TA_ENOMEM;
}

/* Frees the block of an arena, and with it all arrays in the arena. */
static inline void ta_arena_close(ta_arena *arena)
{
    ta_free(arena->block);
    *arena = (ta_arena){0};
}

#endif
