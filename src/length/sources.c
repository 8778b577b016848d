/* Sources by remoteness, in chunks: a list grows without being copied, and
 * takes little more than its sources. push.c drops sources in any chunk; each
 * chunk but the first of a list was full once, which bounds the memory. */
#include "length/push.h"

enum {
    SLAB = 64,                     /* chunks allocated at once */
    HEADS = TA_LENGTH_MOST / 2 + 1 /* one for each even remoteness */
};

typedef struct tai_slab {
    struct tai_slab *next;
    tai_chunk chunk[SLAB];
} tai_slab;

ta_status tai_sources_new(tai_sources *s)
{
    *s = (tai_sources){.head = tai_alloc_zero(HEADS, sizeof *s->head)};
    return s->head != NULL ? TA_OK : TA_ENOMEM;
}

void tai_sources_free(tai_sources *s)
{
    while (s->slabs != NULL) {
        tai_slab *next = s->slabs->next;
        ta_free(s->slabs);
        s->slabs = next;
    }
    ta_free(s->head);
    *s = (tai_sources){0};
}

/* Adds a slab of chunks to s->spare. */
static ta_status sources_add_slab(tai_sources *s)
{
    tai_slab *slab = tai_alloc(1, sizeof *slab);
    if (slab == NULL)
        return TA_ENOMEM;
    slab->next = s->slabs;
    s->slabs = slab;
    for (size_t k = 0; k < SLAB; k++) {
        slab->chunk[k].next = s->spare;
        s->spare = &slab->chunk[k];
    }
    return TA_OK;
}

ta_status tai_sources_add(tai_sources *s, uint32_t h, tai_source source)
{
    tai_chunk *chunk = s->head[h];
    if (chunk == NULL || chunk->used == TA_SOURCES_CHUNK) {
        if (s->spare == NULL && sources_add_slab(s) != TA_OK)
            return TA_ENOMEM;
        chunk = s->spare;
        s->spare = chunk->next;
        chunk->next = s->head[h];
        chunk->used = 0;
        s->head[h] = chunk;
        if (h >= s->end)
            s->end = h + 1;
    }
    chunk->source[chunk->used++] = source;
    return TA_OK;
}

void tai_sources_tidy(tai_sources *s, uint32_t h)
{
    for (tai_chunk **link = &s->head[h]; *link != NULL;) {
        tai_chunk *chunk = *link;
        if (chunk->used > 0) {
            link = &chunk->next;
            continue;
        }
        *link = chunk->next;
        chunk->next = s->spare;
        s->spare = chunk;
    }
}

uint64_t tai_sources_memory(uint64_t count)
{
    /* Full chunks, and a partly filled one for each list. */
    const uint64_t chunks =
        count / TA_SOURCES_CHUNK + tai_min_u64(count, HEADS) + 1;
    return tai_mul_sat(chunks / SLAB + 1, sizeof(tai_slab) + 64) +
           HEADS * sizeof(tai_chunk *);
}
