/* Two tables of the engine `push`: the moves sorted by residue class, and the
 * cold heaps sorted by remoteness. */
#ifndef TA_PUSH_H
#define TA_PUSH_H

#include "length/length.h"

enum {
    /* Moves are sorted by their residues modulo this number. Any modulus gives
     * right results; in subtract-a-square heaps with a long play lie in few
     * classes mod 5 and mod 13, as cold heaps do. */
    TA_CLASSES = 65,
    TA_BLOCK_BITS = 13,
    TA_BLOCK = 1 << TA_BLOCK_BITS, /* heaps of a block */
    TA_SOURCES_CHUNK = 30          /* sources of a chunk */
};

/* The moves below n: in increasing order, and those of at least TA_BLOCK by
 * residue class modulo TA_CLASSES. */
typedef struct ta_move_classes {
    uint32_t *list; /* the moves below n, increasing, and UINT32_MAX */
    size_t count;   /* the number of moves below n */
    size_t near;    /* the number of moves below TA_BLOCK */
    /* The moves of at least TA_BLOCK with residue r, increasing, are
     * by_class[far[r]], ..., by_class[far[r + 1] - 1]. */
    uint32_t *by_class;
    size_t far[TA_CLASSES + 1];
    /* Scratch for as many numbers as the largest residue class has moves. */
    uint32_t *wanted;
} ta_move_classes;

/* Fills in *m with the moves of the game below n. Returns TA_ENOMEM if there is
 * no memory. In either case the caller frees *m by tai_move_classes_free. */
ta_status tai_move_classes_new(ta_move_classes *m, const ta_game *game,
                               uint64_t n);
void tai_move_classes_free(ta_move_classes *m);
/* Returns an upper bound of the bytes that tai_move_classes_new allocates. */
uint64_t tai_move_classes_memory(const ta_game *game, uint64_t n);

/* A source: a cold heap `at` that is an option of heaps which have no
 * remoteness yet. They are the heaps at + list[k], k >= next, of the list of
 * moves. */
typedef struct ta_source {
    uint32_t at;
    uint32_t next;
} ta_source;

/* Up to TA_SOURCES_CHUNK sources of one remoteness, in a linked list. */
typedef struct ta_chunk {
    struct ta_chunk *next;
    uint64_t used; /* the number of sources in this chunk */
    ta_source source[TA_SOURCES_CHUNK];
} ta_chunk;

/* All sources by remoteness, which is even. The sources of remoteness 2 h are
 * in the linked list of chunks that begins at head[h]. */
typedef struct ta_sources {
    ta_chunk **head;
    uint32_t end;          /* head[h] is empty for h >= end */
    ta_chunk *spare;       /* a list of unused chunks */
    struct ta_slab *slabs; /* a list of all memory blocks that hold chunks */
} ta_sources;

/* Makes *s empty. Returns TA_ENOMEM if there is no memory. */
ta_status tai_sources_new(ta_sources *s);
void tai_sources_free(ta_sources *s);
/* Adds a source, which is a cold heap with moves still to be applied
 * (ta_source), to the sources of remoteness 2 h. Returns TA_ENOMEM if there is
 * no memory. */
ta_status tai_sources_add(ta_sources *s, uint32_t h, ta_source source);
/* Removes the empty chunks from the list of remoteness 2 h; they become spare.
 */
void tai_sources_tidy(ta_sources *s, uint32_t h);
/* Returns an upper bound of the bytes that `count` sources occupy. */
uint64_t tai_sources_memory(uint64_t count);

#endif
