/* witness.c: splits that lately reached a rare label. */
#ifndef TA_WITNESS_H
#define TA_WITNESS_H

#include "base/base-internal.h"

typedef struct ta_witnesses {
    uint32_t *part;      /* one part of each, most useful first */
    uint32_t *score;     /* decayed count of labels they were first to reach */
    size_t count, front; /* the first `front` are listed for proofs */
    uint64_t reach;      /* greatest part used since tai_witnesses_trim */
    unsigned rated;      /* heaps that have rated them */
} ta_witnesses;

enum {
    TA_WITNESSES = 4096, /* how many are kept */
    TA_WITNESS_HIT = 16, /* score for a label first reached */
};

ta_status tai_witnesses_new(ta_witnesses *w);
void tai_witnesses_free(ta_witnesses *w);
/* Keeps and credits a part that a search through all splits has found. */
void tai_witnesses_found(ta_witnesses *w, uint32_t part);
/* Ages the scores, sorts by them and sets `front`. */
void tai_witnesses_settle(ta_witnesses *w);
/* Forgets those with a part of at least `end`. */
void tai_witnesses_below(ta_witnesses *w, uint64_t end);
/* Forgets all but the front and sets `reach` to its greatest part. */
void tai_witnesses_trim(ta_witnesses *w);

#endif
