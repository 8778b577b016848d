/* Witnesses: small heaps whose splits lately reached rare values. */
#ifndef TA_OCTAL_WITNESS_H
#define TA_OCTAL_WITNESS_H

#include "base/base-internal.h"

enum { OCTAL_WITNESSES = 4096 }; /* that are kept at most */

struct octal_engine;

typedef struct octal_witness {
    uint32_t part;
    uint32_t score; /* grows when it reaches a rare value first */
} octal_witness;

typedef struct octal_witnesses {
    octal_witness of[OCTAL_WITNESSES]; /* sorted by score, from time to time */
    size_t count, front;               /* proofs begin with the first `front` */
    unsigned rated;                    /* heaps rated so far */
} octal_witnesses;

/* Raises the score of `part`, found by search; a new one replaces the last in a
 * full list. */
void tai_octal_witness_found(octal_witnesses *w, uint64_t part);
/* Lowers all scores by an eighth, sorts, and sets w->front. */
void tai_octal_witnesses_settle(octal_witnesses *w);
/* Rates witnesses on certain heap h: for each rare value that no take-out
 * reaches, the first witness whose split reaches it is credited, else the
 * smaller part found by search. Sorts and lists them from time to time. */
ta_status tai_octal_rate_witnesses(struct octal_engine *e, uint64_t h);
/* Removes witnesses of low score and those of `end` tokens or more; sorts and
 * lists the others. */
ta_status tai_octal_witnesses_trim(struct octal_engine *e, uint64_t end);

#endif
