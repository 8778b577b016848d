/* What follows from the values: rare heaps, the mask, the largest value. */
#ifndef TA_OCTAL_RARE_H
#define TA_OCTAL_RARE_H

#include "octal/label.h"

struct octal_engine;

typedef struct octal_rare {
    uint32_t *at; /* rare heaps from 1 on, increasing */
    size_t count, capacity;
} octal_rare;

/* For the choice of the mask. */
typedef struct octal_choice {
    octal_counts counts;
    uint64_t next; /* heaps proved when chosen again; UINT64_MAX: never */
    bool of_use;   /* the mask makes few heaps rare */
} octal_choice;

/* Of all proved heaps. */
typedef struct octal_largest {
    uint32_t value;
    uint64_t at;    /* first heap of this value */
    uint32_t bound; /* labels below, without class bit, have smaller values */
    uint32_t top;   /* greatest label, without class bit */
} octal_largest;

/* Returns the last rare heap, 0 if there is none. */
static inline uint64_t octal_last_rare(const octal_rare *r)
{
    return r->count > 0 ? r->at[r->count - 1] : 0;
}

/* Updates e->largest by heap h, whose label is held. */
void tai_octal_note_label(struct octal_engine *e, uint64_t h);
/* Lists h as rare. Returns TA_ELIMIT or TA_ENOMEM. */
ta_status tai_octal_add_rare(struct octal_engine *e, uint64_t h);
/* Lists rare heaps and their splits again; sets largest.top and bound. Returns
 * TA_ENOMEM, or TA_ELIMIT if rare heaps are too many or not in the head. */
ta_status tai_octal_list_rare(struct octal_engine *e);
/* Chooses the mask when choice.next heaps are proved, and relabels if it
 * changes. Returns as tai_octal_list_rare. */
ta_status tai_octal_choose_mask(struct octal_engine *e);
/* No mask is chosen from now on. */
void tai_octal_keep_mask(struct octal_engine *e);
/* Adds to the mask the highest bit of `value`, the rare value of heap
 * e->proved, if no earlier value has the bit and it is above the mask's lowest.
 * The value becomes common, and no label changes. Returns whether it did. */
bool tai_octal_widen_mask(struct octal_engine *e, uint32_t value);
/* Relabels all proved, held heaps; drops presumed values. */
void tai_octal_engine_relabel(struct octal_engine *e, octal_labels labels);
/* Writes the values of [from, to), which are proved and held. */
void tai_octal_engine_values(const struct octal_engine *e, uint64_t from,
                             uint64_t to, uint16_t *values);
/* Takes the values of [e->proved, to), to <= e->given, which held.g has, as if
 * they were computed. Returns as tai_octal_add_rare. */
ta_status tai_octal_take_given(struct octal_engine *e, uint64_t to);
/* For a value of a heap that is not held; before tai_octal_engine_resume. */
void tai_octal_note_largest(struct octal_engine *e, uint32_t value,
                            uint64_t at);
/* Continues after [0, n): held.g has the first `head` and the last `tail`
 * values; `mask`, plus 2^16 with parity, is that of the last ta_block. *usable
 * becomes false if they do not suffice. */
ta_status tai_octal_engine_resume(struct octal_engine *e, uint64_t n,
                                  uint64_t head, uint64_t tail, uint32_t mask,
                                  bool *usable);
/* Fills in *s but for the period. Chooses the mask first if that is due. */
ta_status tai_octal_engine_summarize(struct octal_engine *e, ta_summary *s);

#endif
