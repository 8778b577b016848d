/* The blocked engine: what its stages share. */
#ifndef TA_NIM_BLOCKED_H
#define TA_NIM_BLOCKED_H

#include "nim/nim.h"
#include "nim/order.h"
#include "nim/tile.h"

typedef struct ta_nim_blocked {
    const ta_job *job;
    uint64_t *set; /* S below n, increasing */
    size_t count;
    uint16_t *value;
    unsigned largest;                /* value so far */
    uint64_t record[TA_NIM_RECORDS]; /* see ta_nim_place */
    ta_nim_order order;
    unsigned char *mark;    /* for ta_nim_mex */
    uint32_t *counts;       /* of values, for the order: all 0 */
    uint64_t by_definition; /* positions that took the definition, after all */
} ta_nim_blocked;

/* What is the same for all tiles of a block. */
typedef struct ta_nim_stage {
    const uint16_t *value;
    uint64_t record[TA_NIM_RECORDS];
    const ta_nim_order *order;
    const ta_nim_collector *collector;
    void (*refute)(ta_nim_tile *, const uint16_t *, ta_nim_moves);
    uint64_t near;    /* moves from this one on are far: their sources are
                         known */
    unsigned largest; /* of the values of sources */
    size_t width;     /* of the marks */
} ta_nim_stage;

/* What each thread has to itself. */
typedef struct ta_nim_scratch {
    ta_nim_marks marks;
    uint8_t *row;
} ta_nim_scratch;

/* For values up to `bound`. */
ta_nim_scratch ta_nim_scratch_place(uint64_t bound, ta_arena *arena);

/* Lists the candidates of the tile at lo that no far move reaches; lanes may
 * be left with none. Threads may work at several tiles. */
void ta_nim_far(const ta_nim_stage *stage, uint64_t lo, ta_nim_tile *tile,
                ta_nim_scratch *scratch);

/* Settles [lo, lo + 64) or up to n, whose far moves were looked at, in order.
 * TA_ERANGE. */
ta_status ta_nim_near(ta_nim_blocked *b, uint64_t lo, uint64_t near,
                      ta_nim_tile *tile);

/* Position i, after all before it, has value v. TA_ERANGE. */
ta_status ta_nim_settle(ta_nim_blocked *b, uint64_t i, unsigned v);

/* Settles position i by the definition. TA_ERANGE. */
ta_status ta_nim_define(ta_nim_blocked *b, uint64_t i);

#endif
