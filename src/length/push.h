/* What the engine `push` keeps besides the remoteness of each heap: the moves
 * by residue class, and the cold heaps by remoteness. */
#ifndef TA_PUSH_H
#define TA_PUSH_H

#include "length/length.h"

enum {
    /* Moves are sorted by their residues modulo this number. Any modulus gives
     * right results; in subtract-a-square heaps with a long play lie in few
     * classes mod 5 and mod 13, as cold heaps do. */
    TA_CLASSES = 65,
    TA_BLOCK_BITS = 13,
    TA_BLOCK = 1 << TA_BLOCK_BITS, /* heaps */
    TA_SOURCES_CHUNK = 30
};

typedef struct ta_move_classes {
    uint32_t *list; /* S below n, increasing, then UINT32_MAX */
    size_t count;   /* of the elements of S below n */
    size_t near;    /* of those below TA_BLOCK */
    /* The other moves of residue r, increasing, are those from by_class[far[r]]
     * to by_class[far[r + 1]]. */
    uint32_t *by_class;
    size_t far[TA_CLASSES + 1];
    uint32_t *wanted; /* scratch for the moves of one class */
} ta_move_classes;

/* Sorts the moves below n. Returns TA_ENOMEM where there is no memory; the
 * caller frees the classes in any case. */
ta_status tai_move_classes_new(ta_move_classes *m, const ta_game *game,
                               uint64_t n);
void tai_move_classes_free(ta_move_classes *m);
/* Returns an upper bound of the bytes. */
uint64_t tai_move_classes_memory(const ta_game *game, uint64_t n);

/* A cold heap that still has moves upwards into heaps that are not done. */
typedef struct ta_source {
    uint32_t at;   /* the cold heap */
    uint32_t next; /* the index of the first such move */
} ta_source;

typedef struct ta_chunk {
    struct ta_chunk *next;
    uint64_t used;
    ta_source source[TA_SOURCES_CHUNK];
} ta_chunk;

/* The sources of remoteness 2 h are in the chunks that begin at head[h]. */
typedef struct ta_sources {
    ta_chunk **head;
    uint32_t end; /* head[h] is empty for h >= end */
    ta_chunk *spare;
    struct ta_slab *slabs;
} ta_sources;

ta_status tai_sources_new(ta_sources *s);
void tai_sources_free(ta_sources *s);
/* Adds a source of remoteness 2 h. Returns TA_ENOMEM where there is no memory.
 */
ta_status tai_sources_add(ta_sources *s, uint32_t h, ta_source source);
/* Takes the empty chunks out of the list of remoteness 2 h. */
void tai_sources_tidy(ta_sources *s, uint32_t h);
/* Returns an upper bound of the bytes for `count` sources. */
uint64_t tai_sources_memory(uint64_t count);

#endif
