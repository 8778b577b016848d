/* Two tables of the engine `push` (README.md): moves by residue class, and
 * sources, cold heaps that have values to push, by remoteness. */
#ifndef TA_PUSH_H
#define TA_PUSH_H

#include "length/length.h"

enum {
    /* The modulus, for speed alone: of squares, cold heaps and those with a
     * long play lie in few classes mod 25 and 13. */
    TA_CLASSES = 325,
    TA_BLOCK_BITS = 14,
    TA_BLOCK = 1 << TA_BLOCK_BITS, /* heaps */
    TA_FEW_MOVES = 1024,           /* so many are tried one by one */
    TA_SOURCES_CHUNK = 30          /* sources of a chunk */
};

/* The moves below n. */
typedef struct tai_move_classes {
    uint32_t *list; /* increasing, then UINT32_MAX */
    size_t count;   /* moves below n */
    size_t near;    /* moves below TA_BLOCK; all if they are few */
    /* The others by residue, increasing: those of residue r from start[r] on.
     */
    uint32_t *by_class;
    size_t start[TA_CLASSES + 1];
    uint32_t *wanted; /* scratch for as many options as the largest class has */
} tai_move_classes;

/* Fills in *m. The caller calls tai_move_classes_free in any case. */
ta_status tai_move_classes_new(tai_move_classes *m, const ta_game *game,
                               uint64_t n);
void tai_move_classes_free(tai_move_classes *m);
/* Returns a bound on the bytes that tai_move_classes_new allocates. */
uint64_t tai_move_classes_memory(const ta_game *game, uint64_t n);

/* A cold heap to which heaps not computed yet, at + list[k], k >= next, have a
 * move. */
typedef struct tai_source {
    uint32_t at;
    uint32_t next;
} tai_source;

/* Part of a list of sources of one remoteness. */
typedef struct tai_chunk {
    struct tai_chunk *next;
    uint64_t used;
    tai_source source[TA_SOURCES_CHUNK];
} tai_chunk;

/* Sources of remoteness 2 h are in the chunks from head[h] on. */
typedef struct tai_sources {
    tai_chunk **head;
    uint32_t end;           /* from there on all are empty */
    tai_chunk *spare;       /* unused chunks */
    struct tai_slab *slabs; /* the memory of all chunks */
} tai_sources;

/* Makes an empty table. The caller calls tai_sources_free. */
ta_status tai_sources_new(tai_sources *s);
void tai_sources_free(tai_sources *s);
/* Adds a source of remoteness 2 h. */
ta_status tai_sources_add(tai_sources *s, uint32_t h, tai_source source);
/* Takes empty chunks out of the list of remoteness 2 h, to be used again. */
void tai_sources_tidy(tai_sources *s, uint32_t h);
/* Returns a bound on the bytes of a table of `count` sources. */
uint64_t tai_sources_memory(uint64_t count);

#endif
