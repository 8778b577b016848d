/* A sum of products of transforms. */
#ifndef TA_SUM_H
#define TA_SUM_H

#include "base/base.h"

/* sum (+)= the products a[0] b[0] + ... + a[terms-1] b[terms-1]. */
typedef struct ta_sum {
    void *sum;
    bool add; /* to what is there; else the sum starts from 0 */
    size_t terms;
    const void *const *a;
    const void *const *b;
} ta_sum;

#endif
