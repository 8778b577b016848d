/* Progress: the share of the marks of a run that are made. */
#include "octal/octal.h"

/* What a block takes depends on the list of rare heaps, and on how many values
 * a search has to look for, which is known only as it comes. So the rest is
 * expected to go on as the last fifth did, and to rise if that did so because
 * the list grows. */
void ta_sparse_count(ta_sparse *e, uint64_t work, uint64_t found)
{
    e->spent += (double)work;
    if (e->spent_at == 0) { /* the first ones, of a run that may be resumed */
        if (found == 0)
            return;
        e->spent = (double)e->n / (double)found * (double)work;
        e->spent_at = e->spent;
        e->counted = e->n;
        e->rate = e->spent / (double)e->n;
        e->middle = (double)e->n / 2;
        e->listed = e->dense ? e->n : e->n_rare;
    }
    if (e->n < e->counted + e->counted / 4 + 64)
        return;
    uint64_t listed = e->dense ? e->n : e->n_rare;
    double heaps = (double)(e->n - e->counted);
    double rate = (e->spent - e->spent_at) / heaps;
    e->rise =
        listed > e->listed + e->listed / 20 ? (rate - e->rate) / heaps : 0;
    e->rate = rate;
    e->middle = (double)e->counted + heaps / 2;
    e->listed = listed;
    e->counted = e->n;
    e->spent_at = e->spent;
}

double ta_sparse_share(const ta_sparse *e, uint64_t n)
{
    if (e->n >= n)
        return 1;
    double left = (double)(n - e->n);
    if (e->spent == 0)
        return (double)e->n / (double)n;
    double ahead = (double)e->n + left / 2 - e->middle;
    double each = e->rate + (e->rise > 0 ? e->rise * ahead : 0);
    if (e->dense) /* a heap takes as many marks as there are before it */
        each = e->rate * (e->middle + ahead) / e->middle;
    return e->spent / (e->spent + left * each);
}
