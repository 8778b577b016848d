/* Several arrays in one block of memory. A function of the caller calls
 * tai_arena_place for each, and runs twice: first bytes are counted, then,
 * after tai_arena_open, arrays are placed. */
#ifndef TA_ARENA_H
#define TA_ARENA_H

#include "base/base-internal.h"

typedef struct tai_arena {
    char *block;    /* NULL while bytes are counted */
    uint64_t bytes; /* of all arrays so far */
} tai_arena;

/* Returns the address of an array, 64-byte aligned, not cleared. */
static inline void *tai_arena_place(tai_arena *arena, uint64_t count,
                                    uint64_t size)
{
    uint64_t at = arena->bytes;
    uint64_t lines = tai_add_sat(tai_mul_sat(count, size), 63) / 64;
    arena->bytes = tai_add_sat(at, tai_mul_sat(lines, 64));
    return arena->block != NULL ? arena->block + at : NULL;
}

/* Allocates what was counted. Returns TA_OK or TA_ENOMEM. */
static inline ta_status tai_arena_open(tai_arena *arena)
{
    arena->block = tai_alloc(arena->bytes, 1);
    arena->bytes = 0;
    return arena->block != NULL ? TA_OK : TA_ENOMEM;
}

static inline void tai_arena_close(tai_arena *arena)
{
    ta_free(arena->block);
    *arena = (tai_arena){0};
}

#endif
