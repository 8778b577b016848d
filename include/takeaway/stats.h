/* takeaway: fits, and sets to compare with. */
#ifndef TAKEAWAY_STATS_H
#define TAKEAWAY_STATS_H

#include "takeaway/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ----------------------------------------------------------------- fits -- */

/* A power law log y = log c + e log x. */
typedef struct ta_fit {
    double exponent, exponent_error; /* e and its standard error */
    double constant, constant_error; /* c, and the standard error of log c */
    double log_first;                /* log y of the line at the first x */
    double residual; /* root mean square of the residuals of log y */
    /* The error of e where neighbouring residuals may be alike: Newey and
     * West's, of the points in their order, with lags up to 1.3 sqrt n, rounded
     * up. */
    double correlated_error;
} ta_fit;

/* By least squares. Fits count >= 2 points with x, y > 0, not all x equal
 * (TA_EINVAL, TA_ENOMEM). With two points the standard errors are NAN, since
 * nothing is known of them. Cost: count^1.5. */
TA_API ta_status ta_fit_power(const double *x, const double *y, size_t count,
                              ta_fit *fit);

/* By the repeated median (Siegel 1982): the median over the points of the
 * median slope to the others. Its errors are NAN. Cost: count^2. */
TA_API ta_status ta_fit_median(const double *x, const double *y, size_t count,
                               ta_fit *fit);

/* ----------------------------------------------------------- yardsticks -- */

/* A large set no two elements of which differ by a times a k-th power: those n
 * for which the digits of floor(n / a) in base m are in R at the places 0 (the
 * units), k, 2 k, ...; R is a set of residues no two of which differ by a k-th
 * power modulo m, m squarefree. With a = 1 it has (m^(k-1) |R|)^j elements
 * below m^(k j). Source: Ruzsa 1984 (squares, m = 65); Beigel and Gasarch,
 * arXiv:0804.4892 (m = 205); paper-notes.md, P3. */
typedef struct ta_yardstick {
    const char *name;         /* "ruzsa" */
    const char *summary;      /* one line */
    unsigned modulus;         /* m */
    const unsigned *residues; /* R, increasing */
    unsigned count;           /* |R| */
    unsigned power;           /* k: 2 or 3 */
    uint64_t factor;          /* a */
} ta_yardstick;

/* All of them that have a name, static; *count is their number. */
TA_API const ta_yardstick *ta_yardsticks(size_t *count);

/* That of a subtraction set "poly:a,b,c" whose values are a times squares.
 * TA_EINVAL for any other (the sentence says what is accepted), TA_ENOMEM. */
TA_API ta_status ta_yardstick_poly(const char *spec, ta_yardstick *yardstick,
                                   ta_error *error);

/* For a number of any size, read as ta_play_add does: how many elements are
 * below it, as decimal digits that the caller frees with ta_free, and whether
 * it is one itself. Either may be NULL. TA_EINVAL, TA_ERANGE, TA_ENOMEM.
 * Cost: that of a few multiplications of numbers of its length, for each
 * doubling of the length. */
TA_API ta_status ta_yardstick_count(const ta_yardstick *yardstick,
                                    const char *n, char **below, bool *member,
                                    ta_error *error);

#ifdef __cplusplus
}
#endif
#endif
