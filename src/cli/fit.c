/* The command fit of the program takeaway. It fits a power law to a table of
 * counts of cold positions. */
#include <assert.h>
#include <math.h>

#include "computing.h"

typedef struct points {
    uint64_t from; /* --from: the least n */
    bool header;   /* the header line was read */
    double *n, *cold;
    uint64_t *exact_n;
    size_t count, left_out;
} points;

/* Reads a line of the table of counts, and appends its point to `state`, a
 * struct points. The first line must be the header. Each later line is
 * "n<TAB>cold"; further columns are ignored. A line with n below --from, or
 * with cold = 0, adds no point. `where` names the line in messages. Returns
 * true; on an error, prints a message and returns false. */
static bool read_point(void *state, const char *where, char *text)
{
    points *p = state;
    uint64_t n = 0, cold = 0;
    const uint64_t last = p->count > 0 ? p->exact_n[p->count - 1] : 0;
    const char *wrong = NULL;
    if (!p->header) {
        p->header = strncmp(text, "n\tcold", 6) == 0 &&
                    (text[6] == '\0' || text[6] == '\t');
        if (p->header)
            return true;
        wrong = "no header line 'n<TAB>cold'";
    } else {
        char *second = strchr(text, '\t');
        if (second != NULL) {
            *second++ = '\0';
            second[strcspn(second, "\t")] = '\0';
        }
        if (second == NULL || ta_number_parse(text, &n, NULL) != TA_OK ||
            ta_number_parse(second, &cold, NULL) != TA_OK)
            wrong = "not two numbers joined by a tab";
        else if (cold > n)
            wrong = "more cold positions than positions";
        else if (n >= p->from && cold > 0 && n <= last)
            wrong = "n does not increase";
        /* A number above 2^53 becomes a rounded double. Two such numbers must
         * not be close, since their difference would be imprecise. */
        else if (n >= p->from && n >> 53 != 0 && n - last < n >> 32)
            wrong = "n is above 2^53 and differs from the one before by less "
                    "than a 2^32nd part, too little for a fit";
    }
    if (wrong != NULL)
        return cli_wrong("%s: %s; accepted: a table with the columns n and "
                         "cold, as `takeaway count N --at=powers2` prints it",
                         where, wrong);
    p->left_out += n >= p->from && cold == 0;
    if (n < p->from || cold == 0)
        return true;
    if (!cli_grow("the points", &p->n, p->count, sizeof *p->n) ||
        !cli_grow("the points", &p->cold, p->count, sizeof *p->cold) ||
        !cli_grow("the points", &p->exact_n, p->count, sizeof *p->exact_n))
        return false;
    p->exact_n[p->count] = n;
    p->n[p->count] = (double)n;
    p->cold[p->count++] = (double)cold;
    return true;
}

/* Returns a table cell with a number to six digits after the point. A number
 * that would be printed as -0.000000 becomes 0, and one that is not finite
 * becomes NA. */
static cli_cell real(double value)
{
    if (!isfinite(value))
        return cli_text(NULL);
    return cli_real(fabs(value) < 5e-7 ? 0 : value, 6);
}

/* Returns a table cell with the constant c of a power law c * n^e. The number
 * has six digits after the point; a small one has more, so that six significant
 * digits are printed. If it is not positive and finite, the cell is NA. */
static cli_cell constant(double value)
{
    if (!isfinite(value) || value <= 0)
        return cli_text(NULL);
    return cli_real(value, (int)fmax(6, 5 - floor(log10(value))));
}

/* Returns log(x / before), which is precise even if x is close to `before`. */
static double step(double x, double before)
{
    return x < before ? -step(before, x) : log1p((x - before) / before);
}

/* The largest number of points for which the repeated median of slopes is
 * computed. The computation takes some 10 ns for each pair of points. */
enum { MEDIAN_POINTS = 20000 };

static void print_fit(const cli_settings *s, const points *p, const ta_fit *fit)
{
    const cli_cell none = cli_text(NULL);
    const bool small = p->count <= MEDIAN_POINTS;
    ta_fit median = {0};
    cli_rows r;
    assert(p->n != NULL); /* no fit of no points */
    if (small && !cli_ok(tai_fit_median(p->n, p->cold, p->count, &median)))
        return;
    const struct {
        const char *name;
        cli_cell value, error;
    } rows[] = {
        {"points", cli_count_of(p->count), none},
        {"exponent", real(fit->exponent), real(fit->exponent_error)},
        {"constant", constant(fit->constant), none},
        {"log_constant", real(fit->log_first - fit->exponent * log(p->n[0])),
         real(fit->constant_error)},
        {"residual_rms", real(fit->residual), none},
        {"exponent_newey_west", real(fit->exponent),
         real(fit->correlated_error)},
        {"median_exponent", real(median.exponent), none},
        {"median_constant", constant(median.constant), none},
    };
    const size_t all = sizeof rows / sizeof *rows;
    if (p->left_out > 0)
        fprintf(stderr, "# left out: %zu points with cold 0\n", p->left_out);
    cli_rows_begin(&r, s, "quantity\tn\tvalue\tstandard_error");
    for (size_t k = 0; k < (small ? all : all - 2); k++)
        cli_row(&r, cli_text(rows[k].name), none, rows[k].value, rows[k].error);
    for (size_t i = 1; i < p->count; i++)
        cli_row(
            &r, cli_text("local_exponent"), cli_count_of(p->exact_n[i]),
            real(step(p->cold[i], p->cold[i - 1]) / step(p->n[i], p->n[i - 1])),
            none);
    for (size_t i = 0; i < p->count; i++)
        cli_row(&r, cli_text("residual"), cli_count_of(p->exact_n[i]),
                real(log(p->cold[i]) - fit->log_first -
                     fit->exponent * step(p->n[i], p->n[0])),
                none);
    cli_rows_end(&r);
}

void cli_fit(const cli_settings *s)
{
    points p = {.from = s->from};
    ta_fit fit = {0};
    bool ok = cli_each_line("FILE", s->operands[0], read_point, &p);
    if (ok && p.count < 2)
        ok = cli_wrong("FILE '%s' has %zu points to fit; accepted: at "
                       "least 2 with n at or above --from and cold above 0",
                       s->operands[0], p.count);
    ok = ok && cli_ok(ta_fit_power(p.n, p.cold, p.count, &fit, &cli_error));
    if (ok && s->quiet)
        printf("%.6f\n", fit.exponent);
    else if (ok)
        print_fit(s, &p, &fit);
    free(p.n);
    free(p.cold);
    free(p.exact_n);
}
