/* Declares two tables for the engine `push`, which computes remoteness: the
 * moves, sorted by residue class, and the cold heaps (P-positions), sorted by
 * remoteness. */
#ifndef TA_PUSH_H
#define TA_PUSH_H

#include "length/length.h"

enum {
    /* Moves are sorted into residue classes modulo this number. Results are
     * right for any modulus, but the speed depends on it. In subtract-a-square,
     * cold heaps and heaps with a long play lie in few classes modulo 5 and
     * modulo 13. */
    TA_CLASSES = 65,
    TA_BLOCK_BITS = 13,
    TA_BLOCK = 1 << TA_BLOCK_BITS, /* heaps of a block */
    TA_SOURCES_CHUNK = 30          /* sources of a chunk */
};

/* The moves below n in two orders: all of them in increasing order, and those
 * of at least TA_BLOCK sorted by their residues modulo TA_CLASSES. */
typedef struct ta_move_classes {
    /* The moves below n in increasing order, then UINT32_MAX as an end mark. */
    uint32_t *list;
    size_t count; /* the number of moves below n */
    size_t near;  /* the number of moves below TA_BLOCK */
    /* The moves of at least TA_BLOCK, sorted by residue modulo TA_CLASSES.
     * Those with residue r are by_class[far[r]], ..., by_class[far[r + 1] - 1],
     * in increasing order. */
    uint32_t *by_class;
    size_t far[TA_CLASSES + 1];
    /* Working memory for a list of options that have to be read. It has space
     * for as many numbers as the largest residue class has moves. */
    uint32_t *wanted;
} ta_move_classes;

/* Allocates the table *m and stores the moves of the game below n in it.
 * Returns TA_ENOMEM if there is no memory. The caller frees *m by
 * tai_move_classes_free, even after an error. */
ta_status tai_move_classes_new(ta_move_classes *m, const ta_game *game,
                               uint64_t n);
void tai_move_classes_free(ta_move_classes *m);
/* Returns an upper bound of the bytes that tai_move_classes_new allocates for
 * the moves of the game below n. */
uint64_t tai_move_classes_memory(const ta_game *game, uint64_t n);

/* A source: a cold heap, `at`, to which heaps that are not computed yet have a
 * move. Those heaps are at + list[k] for k >= next, where `list` is the
 * increasing list of all moves. */
typedef struct ta_source {
    uint32_t at;
    uint32_t next;
} ta_source;

/* A chunk: an element of a linked list, with at most TA_SOURCES_CHUNK sources
 * (cold heaps). All sources of a list have the same remoteness. */
typedef struct ta_chunk {
    struct ta_chunk *next;
    uint64_t used; /* the number of sources in this chunk */
    ta_source source[TA_SOURCES_CHUNK];
} ta_chunk;

/* A table of sources, sorted by remoteness. A source is a cold heap to which
 * heaps that are not computed yet have a move. Its remoteness is even. The
 * sources of remoteness 2 h are in the linked list of chunks that begins at
 * head[h]. */
typedef struct ta_sources {
    ta_chunk **head;
    /* All lists head[h] with h >= end are empty. */
    uint32_t end;
    ta_chunk *spare; /* a list of unused chunks */
    /* A linked list of all memory blocks (slabs) that have chunks. */
    struct ta_slab *slabs;
} ta_sources;

/* Makes *s an empty table of sources. The caller frees *s by tai_sources_free.
 * Returns TA_ENOMEM if there is no memory. */
ta_status tai_sources_new(ta_sources *s);
void tai_sources_free(ta_sources *s);
/* Adds a source, which is a cold heap of remoteness 2 h, to the table *s.
 * Returns TA_ENOMEM if there is no memory. */
ta_status tai_sources_add(ta_sources *s, uint32_t h, ta_source source);
/* Removes the empty chunks from the list for remoteness 2 h. A chunk holds cold
 * heaps (sources), and is empty if it has none. Removed chunks can be used
 * again. */
void tai_sources_tidy(ta_sources *s, uint32_t h);
/* Returns an upper bound of the bytes that a table of `count` sources occupies.
 */
uint64_t tai_sources_memory(uint64_t count);

#endif
