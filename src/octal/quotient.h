/* Misère quotients: a finite monoid that decides the sums of an octal game.
 * README.md, "Misère quotients", has the words and the proof. */
#ifndef TA_OCTAL_QUOTIENT_H
#define TA_OCTAL_QUOTIENT_H

#include "octal/octal-internal.h"

typedef struct tai_quotient tai_quotient;

uint64_t tai_quotient_bytes(void); /* of memory */
/* Finds a quotient that is proved for all heaps, by a period, or for those up
 * to `largest`. *q is NULL if 5 * 10^7 steps, a second, or memory do not
 * suffice. Returns TA_OK or TA_ECANCELLED. Freed by ta_free. */
ta_status tai_quotient_find(const tai_octal *game, uint64_t largest,
                            const ta_options *options, tai_quotient **q);

typedef struct tai_quotient_about {
    unsigned order, cold;       /* elements, and those that are cold */
    uint64_t preperiod, period; /* of the elements of heaps; 0: none is known */
    uint64_t end;  /* of the heaps that prove all, or without a period of all */
    char text[80]; /* all but `cold`, in words */
} tai_quotient_about;

/* Of NULL: order 0 and the text "search". */
tai_quotient_about tai_quotient_summary(const tai_quotient *q);
/* Returns the product of an element, 0 for no heaps, and that of a heap, which
 * is below `end` if there is no period. */
unsigned tai_quotient_add(const tai_quotient *q, unsigned element,
                          uint64_t heap);
bool tai_quotient_cold(const tai_quotient *q, unsigned element);

#endif
