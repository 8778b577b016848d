/* Does the exponent change? A line, or a parabola, in log-log, whose residuals
 * are alike the more the nearer they are: an autoregression of order one, by
 * the distance of the points. Both by maximum likelihood, so that Akaike's
 * criterion can compare them (Hurvich and Tsai, Biometrika 76, 1989, for few
 * points). */
#include <math.h>

#include "stats/fit.h"

enum { COLUMNS = 3 };

typedef struct regression {
    const double *u, *v; /* log2 of x over the last x; log y over the first y */
    double *column[COLUMNS], *left;
    size_t count;
    unsigned columns;
    /* Of the last correlation that was tried. */
    double value[COLUMNS], error[COLUMNS], likelihood;
} regression;

static double inner(const double *a, const double *b, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

/* What is new at each point, beyond what its neighbour lets expect: columns
 * and v, in units of what an independent residual has. Returns the logarithm
 * of the product of the scales. */
static double whiten(regression *r, double correlation)
{
    double logs = 0;
    for (size_t i = 0; i < r->count; i++) {
        double gap = i == 0 ? 0 : r->u[i] - r->u[i - 1];
        double carry = i == 0 ? 0 : pow(correlation, gap);
        double scale = sqrt(1 - carry * carry);
        for (unsigned k = 0; k < r->columns; k++) {
            double before = i == 0 ? 0 : pow(r->u[i - 1], k);
            r->column[k][i] = (pow(r->u[i], k) - carry * before) / scale;
        }
        r->left[i] = (r->v[i] - carry * (i == 0 ? 0 : r->v[i - 1])) / scale;
        logs += log(scale);
    }
    return logs;
}

/* Least squares of the whitened points, by Gram and Schmidt's Q R. */
static double solve(regression *r, double correlation)
{
    double n = (double)r->count, scales = whiten(r, correlation);
    double upper[COLUMNS][COLUMNS] = {{0}}, along[COLUMNS] = {0};
    for (unsigned k = 0; k < r->columns; k++) {
        double *q = r->column[k];
        for (unsigned j = 0; j < k; j++) {
            upper[j][k] = inner(r->column[j], q, r->count);
            for (size_t i = 0; i < r->count; i++)
                q[i] -= upper[j][k] * r->column[j][i];
        }
        upper[k][k] = sqrt(inner(q, q, r->count));
        for (size_t i = 0; i < r->count; i++)
            q[i] /= upper[k][k];
        along[k] = inner(q, r->left, r->count);
        for (size_t i = 0; i < r->count; i++)
            r->left[i] -= along[k] * q[i];
    }
    /* A residual that is rounding alone tells no model from another. */
    double squares = fmax(inner(r->left, r->left, r->count), n * 1e-26);
    double variance = squares / (n - r->columns);
    for (unsigned k = r->columns; k-- > 0;) {
        double inverse[COLUMNS] = {0}, row = 0; /* of upper, row k */
        r->value[k] = along[k];
        for (unsigned j = k + 1; j < r->columns; j++)
            r->value[k] -= upper[k][j] * r->value[j];
        r->value[k] /= upper[k][k];
        for (unsigned j = k; j < r->columns; j++) {
            inverse[j] = j == k;
            for (unsigned l = k; l < j; l++)
                inverse[j] -= inverse[l] * upper[l][j];
            inverse[j] /= upper[j][j];
            row += inverse[j] * inverse[j];
        }
        r->error[k] = sqrt(variance * row);
    }
    r->likelihood = -n / 2 * (log(2 * acos(-1) * squares / n) + 1) - scales;
    return r->likelihood;
}

/* The likeliest correlation between points one doubling apart: the best of a
 * grid, and then ever finer around it. */
static double likeliest(regression *r)
{
    enum { ROUNDS = 8 }; /* to steps of 3e-6 */
    double best = 0, top = solve(r, 0), step = 0.05;
    int steps = 20; /* to one, and then to the neighbours */
    for (int round = 0; round < ROUNDS; round++, step /= 4, steps = 4) {
        double middle = best;
        for (int k = -steps; k <= steps; k++) {
            double tried = middle + step * k;
            if (tried > 0 && tried < 0.9995 && solve(r, tried) > top) {
                best = tried;
                top = r->likelihood;
            }
        }
    }
    return best;
}

ta_status ta_fit_bend(const double *x, const double *y, size_t count,
                      bool bends, ta_bend *bend)
{
    regression r = {.count = count, .columns = bends ? 3 : 2};
    double *u, parameters = r.columns + 2; /* and spread, correlation */
    if ((double)count < parameters + 2)
        return TA_EINVAL;
    for (size_t i = 1; i < count; i++)
        if (!(x[i] > x[i - 1]))
            return TA_EINVAL;
    ta_status st = ta_fit_logs(x, y, count, &u);
    if (st != TA_OK)
        return st;
    double *space = ta_alloc(count, (COLUMNS + 1) * sizeof *space);
    st = space == NULL ? TA_ENOMEM : TA_OK;
    if (st == TA_OK) {
        double last = u[count - 1];
        for (size_t i = 0; i < count; i++)
            u[i] = (u[i] - last) / log(2);
        r.u = u;
        r.v = u + count;
        for (unsigned k = 0; k < COLUMNS; k++)
            r.column[k] = space + k * count;
        r.left = space + COLUMNS * count;
        double correlation = likeliest(&r), n = (double)count;
        solve(&r, correlation);
        *bend = (ta_bend){.exponent = r.value[1] / log(2),
                          .exponent_error = r.error[1] / log(2),
                          .bend = bends ? 2 * r.value[2] / log(2) : 0,
                          .bend_error = bends ? 2 * r.error[2] / log(2) : 0,
                          .correlation = correlation,
                          .aicc = -2 * r.likelihood + 2 * parameters +
                                  2 * parameters * (parameters + 1) /
                                      (n - parameters - 1)};
    }
    ta_free(space);
    ta_free(u);
    return st;
}
