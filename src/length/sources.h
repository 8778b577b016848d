/* The cold positions so far, by length, each with its next move upwards. */
#ifndef TA_SOURCES_H
#define TA_SOURCES_H

#include "base/base.h"

typedef struct ta_source {
    uint32_t at;   /* the cold position */
    uint32_t next; /* index of the first element that leads from a position
                      not yet looked at to `at` */
} ta_source;

enum { TA_SOURCES_CHUNK = 30 };

typedef struct ta_chunk {
    struct ta_chunk *next;
    uint64_t used;
    ta_source source[TA_SOURCES_CHUNK];
} ta_chunk;

/* Cold positions of length 2 h are in the chunks from head[h]. */
typedef struct ta_sources {
    ta_chunk **head;
    uint32_t lengths; /* entries of head */
    uint32_t end;     /* head[h] is empty for h >= end */
    ta_chunk *spare;
    struct ta_slab *slabs;
} ta_sources;

ta_status ta_sources_new(ta_sources *s, uint32_t lengths);
void ta_sources_free(ta_sources *s);
/* Makes room for more lengths. TA_ENOMEM leaves all as it was. */
ta_status ta_sources_widen(ta_sources *s, uint32_t lengths);
ta_status ta_sources_add(ta_sources *s, uint32_t h, ta_source source);
/* Bytes for `count` sources, an upper bound. */
uint64_t ta_sources_memory(uint64_t count, uint32_t lengths);

/* Gives back the empty chunks of length 2 h. */
void ta_sources_tidy(ta_sources *s, uint32_t h);

#endif
