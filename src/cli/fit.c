/* The command fit. It fits a power law, cold = constant * n^exponent, to a
 * table of counts of cold positions (cli_points). */
#include <assert.h>
#include <math.h>

#include "stats/median-fit.h"
#include "computing.h"

bool cli_points_add(cli_points *p, uint64_t x, uint64_t y)
{
    if (!cli_grow("the points", &p->n, p->count, sizeof *p->n) ||
        !cli_grow("the points", &p->cold, p->count, sizeof *p->cold) ||
        !cli_grow("the points", &p->exact_n, p->count, sizeof *p->exact_n))
        return false;
    p->exact_n[p->count] = x;
    p->n[p->count] = (double)x;
    p->cold[p->count++] = (double)y;
    return true;
}

void cli_points_free(cli_points *p)
{
    free(p->n);
    free(p->cold);
    free(p->exact_n);
}

bool cli_points_line(void *state, const char *where, char *text)
{
    cli_points *p = state;
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
        if (!cli_take_number(&text, &n) || !cli_take_number(&text, &cold))
            wrong = "not two numbers joined by a tab, with digits only";
        else if (cold > n)
            wrong = "more cold positions than positions";
        else if (n >= p->from && cold > 0 && n <= last)
            wrong = "n does not increase";
        /* A number above 2^53 becomes a rounded double. Two such numbers must
         * not be close, since their difference would be imprecise. An n that
         * does not increase, which has cold 0, wraps to a large one. */
        else if (n >= p->from && n >> 53 != 0 && n - last < n >> 32)
            wrong = "n is above 2^53 and differs from the one before by less "
                    "than a 2^32nd part, too little for a fit";
    }
    if (wrong != NULL)
        return cli_wrong("%s: %s; accepted: a table with the columns n and "
                         "cold, as `takeaway count N --at=powers2` prints it",
                         where, wrong);
    p->left_out += n >= p->from && cold == 0;
    return n < p->from || cold == 0 || cli_points_add(p, n, cold);
}

/* A number that is not finite becomes NA, and -0.000000 becomes 0. */
static cli_cell real(double value)
{
    return cli_real(fabs(value) < 5e-7 ? 0 : value, 6);
}

/* The constant of a power law, with six significant digits or more; NA if it is
 * not positive and finite. */
static cli_cell constant(double value)
{
    return isfinite(value) && value > 0
               ? cli_real(value, (int)fmax(6, 5 - floor(log10(value))))
               : cli_text(NULL);
}

double cli_log_step(double x, double before)
{
    return x < before ? -cli_log_step(before, x) : log1p((x - before) / before);
}

/* The largest number of points for which the repeated median of slopes is
 * computed. The computation takes some 10 ns for each pair of points. */
enum { MEDIAN_POINTS = 20000 };

/* Prints a quantity of all points. */
static void put(cli_rows *r, const char *name, cli_cell value, cli_cell error)
{
    cli_row(r, cli_text(name), cli_text(NULL), value, error);
}

static void print_fit(const cli_settings *s, const cli_points *p,
                      const ta_fit *fit)
{
    const cli_cell none = cli_text(NULL);
    const bool small = p->count <= MEDIAN_POINTS;
    ta_fit median = {0};
    cli_rows r;
    assert(p->n != NULL); /* no fit of no points */
    if (small && !cli_ok(tai_fit_median(p->n, p->cold, p->count, &median)))
        return;
    if (p->left_out > 0)
        fprintf(stderr, "# left out: %zu points with cold 0\n", p->left_out);
    cli_rows_begin(&r, &s->out, "quantity\tn\tvalue\tstandard_error");
    put(&r, "points", cli_count_of(p->count), none);
    put(&r, "exponent", real(fit->exponent), real(fit->exponent_error));
    put(&r, "constant", constant(fit->constant), none);
    put(&r, "log_constant", /* log_first is that at the first n */
        real(fit->log_first - fit->exponent * log(p->n[0])),
        real(fit->constant_error));
    put(&r, "residual_rms", real(fit->residual), none);
    put(&r, "exponent_newey_west", real(fit->exponent),
        real(fit->correlated_error));
    if (small) {
        put(&r, "median_exponent", real(median.exponent), none);
        put(&r, "median_constant", constant(median.constant), none);
    }
    for (size_t i = 1; i < p->count; i++)
        cli_row(&r, cli_text("local_exponent"), cli_count_of(p->exact_n[i]),
                real(cli_log_step(p->cold[i], p->cold[i - 1]) /
                     cli_log_step(p->n[i], p->n[i - 1])),
                none);
    for (size_t i = 0; i < p->count; i++)
        cli_row(&r, cli_text("residual"), cli_count_of(p->exact_n[i]),
                real(log(p->cold[i]) - fit->log_first -
                     fit->exponent * cli_log_step(p->n[i], p->n[0])),
                none);
    cli_rows_end(&r);
}

static void fit_run(const cli_settings *s)
{
    cli_points p = {.from = s->what.from};
    ta_fit fit = {0};
    bool ok = cli_each_line("FILE", s->operands[0], cli_points_line, &p);
    if (ok && p.count < 2)
        ok = cli_wrong("FILE '%s' has %zu points to fit; accepted: at "
                       "least 2 with n at or above --from and cold above 0",
                       s->operands[0], p.count);
    ok = ok && cli_ok(ta_fit_power(p.n, p.cold, p.count, &fit, &cli_error));
    if (ok && s->out.quiet)
        printf("%.6f\n", fit.exponent);
    else if (ok)
        print_fit(s, &p, &fit);
    cli_points_free(&p);
}

static const cli_words fit_texts[] = {
    OWN(FROM, "leave out points with n below A"),
    OWN(QUIET, "print only the least-squares exponent"),
    {0}};
const cli_command cli_fit_command = {
    COMMAND("fit", "FILE", CLI_READ, fit_run,
            "the power law through a table of counts"),
    "Fits cold = constant * n^exponent to a table that `count --at` has "
    "printed, by least squares of the logarithms. FILE '-' is standard input. "
    "Prints a table: the fit with standard errors; exponent_newey_west, the "
    "same exponent with the error of Newey and West (1987), which allows for "
    "correlated residuals; median_exponent and median_constant, a second fit "
    "by Siegel's repeated medians of slopes, which single points hardly "
    "change (left out if there are more than 20000 points); the exponent "
    "between each two successive points; the residuals of log cold. Points "
    "where cold is 0 are left out.",
    "takeaway count 2^24 --at=powers2 | takeaway fit - --from=2^10 -q  # "
    "0.695599\n"
    "takeaway count 2^30 --at=cubes | takeaway fit -",
    OPT(FROM) | OPT(JSON) | OPT(QUIET), .texts = fit_texts};
