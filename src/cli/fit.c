/* takeaway fit FILE: the power law through a table of counts. */
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "computing.h"

typedef struct points {
    double *n, *cold;
    uint64_t *exact_n;
    size_t count, left_out;
} points;

static int refuse_line(const char *name, uint64_t line, const char *why)
{
    return cli_wrong("FILE '%.100s', line %" PRIu64
                     ": %s; accepted: a table with the columns n and cold, as "
                     "`takeaway count N --at=powers2` prints it",
                     name, line, why);
}

static int unreadable(const char *name) /* as errno says */
{
    return cli_unreadable(errno, "FILE '%.100s' cannot be read: %s", name,
                          strerror(errno));
}

/* Adds the point of a line "n<TAB>cold", whose further columns are ignored. */
static int read_point(points *p, char *text, const char *name, uint64_t line,
                      uint64_t from)
{
    char *second = strchr(text, '\t');
    uint64_t n, cold;
    if (second != NULL) {
        *second++ = '\0';
        second[strcspn(second, "\t")] = '\0';
    }
    if (second == NULL || ta_number_parse(text, &n, NULL) != TA_OK ||
        ta_number_parse(second, &cold, NULL) != TA_OK)
        return refuse_line(name, line, "not two numbers joined by a tab");
    if (cold > n)
        return refuse_line(name, line, "more cold positions than positions");
    if (n < from)
        return CLI_DONE;
    if (cold == 0) {
        p->left_out++;
        return CLI_DONE;
    }
    const uint64_t last = p->count > 0 ? p->exact_n[p->count - 1] : 0;
    if (p->count > 0 && n <= last)
        return refuse_line(name, line, "n does not increase");
    /* Numbers above 2^53 are rounded, and with them what they differ by. */
    if (p->count > 0 && n >> 53 != 0 && n - last < n >> 32)
        return refuse_line(name, line,
                           "n is above 2^53 and differs from the one before by "
                           "less than a 2^32nd part, too little for a fit");
    if (!cli_grow(&p->n, p->count, sizeof *p->n) ||
        !cli_grow(&p->cold, p->count, sizeof *p->cold) ||
        !cli_grow(&p->exact_n, p->count, sizeof *p->exact_n))
        return cli_status(TA_ENOMEM, &(ta_error){"no memory for the points"});
    p->exact_n[p->count] = n;
    p->n[p->count] = (double)n;
    p->cold[p->count++] = (double)cold;
    return CLI_DONE;
}

/* Reads a table whose first line that is not a comment is its header. */
static int read_points(points *p, FILE *f, const char *name, uint64_t from)
{
    char text[512];
    bool header = false;
    for (uint64_t line = 1; fgets(text, sizeof text, f) != NULL; line++) {
        size_t length = strcspn(text, "\r\n");
        if (text[length] == '\0' && !feof(f))
            return refuse_line(name, line, "binary, or a line too long");
        text[length] = '\0';
        if (length == 0 || text[0] == '#')
            continue;
        if (!header && (strncmp(text, "n\tcold", 6) != 0 ||
                        (text[6] != '\0' && text[6] != '\t')))
            return refuse_line(name, line, "no header line 'n<TAB>cold'");
        int status = header ? read_point(p, text, name, line, from) : CLI_DONE;
        if (status != CLI_DONE)
            return status;
        header = true;
    }
    if (ferror(f))
        return unreadable(name);
    if (p->count < 2)
        return cli_wrong(
            "FILE '%.100s' has %zu points to fit; accepted: at least "
            "2 with n at or above --from and cold above 0",
            name, p->count);
    return CLI_DONE;
}

/* What prints as 0.000000 shall not be -0.000000; what is no number is NA. */
static cli_cell real(double value)
{
    if (!isfinite(value))
        return cli_text(NULL);
    return cli_real(fabs(value) < 5e-7 ? 0 : value, 6);
}

/* A constant: six digits after the point, and more where fewer than six of
 * them count. */
static cli_cell constant(double value)
{
    if (!isfinite(value) || value <= 0)
        return cli_text(NULL);
    return cli_real(value, (int)fmax(6, 5 - floor(log10(value))));
}

/* log(x / before), in full also for neighbours. */
static double step(double x, double before)
{
    return x < before ? -step(before, x) : log1p((x - before) / before);
}

/* The repeated median takes some 10 ns for each pair of points. */
enum { MEDIAN_POINTS = 20000 };

static int print_fit(const cli_settings *s, const points *p, const tai_fit *fit)
{
    const cli_cell none = cli_text(NULL);
    tai_fit median;
    cli_rows r;
    assert(p->n != NULL); /* no fit of no points */
    cli_rows_begin(&r, s, "quantity\tn\tvalue\tstandard_error");
    cli_row(&r, cli_text("points"), none, cli_count_of(p->count), none);
    cli_row(&r, cli_text("exponent"), none, real(fit->exponent),
            real(fit->exponent_error));
    cli_row(&r, cli_text("constant"), none, constant(fit->constant), none);
    cli_row(&r, cli_text("log_constant"), none,
            real(fit->log_first - fit->exponent * log(p->n[0])),
            real(fit->constant_error));
    cli_row(&r, cli_text("residual_rms"), none, real(fit->residual), none);
    cli_row(&r, cli_text("exponent_newey_west"), none, real(fit->exponent),
            real(fit->correlated_error));
    if (p->count <= MEDIAN_POINTS) {
        ta_status st = tai_fit_median(p->n, p->cold, p->count, &median);
        if (st != TA_OK)
            return cli_status(st, &(ta_error){""});
        cli_row(&r, cli_text("median_exponent"), none, real(median.exponent),
                none);
        cli_row(&r, cli_text("median_constant"), none,
                constant(median.constant), none);
    }
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
    return CLI_DONE;
}

int cli_fit(const cli_settings *s)
{
    points p = {.n = NULL};
    tai_fit fit = {0};
    const char *name = s->operands[0];
    const bool standard = strcmp(name, "-") == 0;
    FILE *f = standard ? stdin : fopen(name, "r");
    if (f == NULL)
        return unreadable(name);
    int status = read_points(&p, f, name, s->from);
    if (status == CLI_DONE)
        status = cli_status(tai_fit_power(p.n, p.cold, p.count, &fit),
                            &(ta_error){""});
    if (status == CLI_DONE && p.left_out > 0 && !s->quiet)
        fprintf(stderr, "# left out: %zu points with cold 0\n", p.left_out);
    if (status == CLI_DONE && s->quiet)
        printf("%.6f\n", fit.exponent);
    else if (status == CLI_DONE)
        status = print_fit(s, &p, &fit);
    if (!standard)
        fclose(f);
    free(p.n);
    free(p.cold);
    free(p.exact_n);
    return status;
}
