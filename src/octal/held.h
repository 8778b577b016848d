/* The labels in memory: at first, while head and back are 0, those of all
 * heaps; later those of a head, [0, head), and of a tail, from heap `back` on.
 */
#ifndef TA_OCTAL_HELD_H
#define TA_OCTAL_HELD_H

#include "octal/label.h"

struct octal_engine;

typedef struct octal_held {
    uint16_t *g;    /* head, then tail */
    uint16_t *tail; /* label of heap `back`: g + head */
    uint64_t head, back;
    uint64_t capacity; /* of g, in labels */
} octal_held;

/* Returns where the label of a heap in the tail is. */
static inline uint16_t *octal_at(const octal_held *h, uint64_t heap)
{
    return h->tail + (heap - h->back);
}

/* Returns the first heap without memory. */
static inline uint64_t octal_held_end(const octal_held *h)
{
    return h->back + (h->capacity - h->head);
}

/* Makes memory for n labels; none may have been discarded. */
ta_status tai_octal_reserve(struct octal_engine *e, uint64_t n);
/* Makes memory for heap e->proved: enlarges the array, or discards labels;
 * drops presumed values. Returns TA_ELIMIT or TA_ENOMEM. */
ta_status tai_octal_make_room(struct octal_engine *e);
/* Takes the first head + tail labels as the head and the tail of [0, n). */
void tai_octal_held_resume(octal_held *h, uint64_t n, uint64_t head,
                           uint64_t tail);
/* Returns g, which the caller frees. */
uint16_t *tai_octal_held_take(octal_held *h);

#endif
