/* The command plot of the program takeaway. It writes a gnuplot program, which
 * has the numbers of the tables in it, and runs gnuplot. Texts of the user
 * stand in single quotes, in which gnuplot runs no `command` and knows no
 * escapes. */
#include <errno.h>
#include <math.h>
#include <sys/wait.h>
#include <unistd.h>

#include "computing.h"

typedef struct plot_kind {
    const char *columns; /* the header line; "": a list without one */
    const char *title, *x_name, *y_name;
    int x_log, y_log; /* bases; 0: linear */
    const char *style;
} plot_kind;

static const plot_kind plot_kinds[] = {
    {"n\tcold", "Cold positions below n", "n (heap size)", "cold positions", 2,
     10, "points pointsize 0.8"},
    {"heap\tvalue", "Records: heaps with a new largest value", "heap", "value",
     2, 0, "steps linewidth 2"},
    {"n\tlargest", "The largest value below n", "n (heap size)",
     "largest value", 2, 0, "linespoints linewidth 1.5 pointsize 0.8"},
    {"value\tcount", "How often each value occurs", "value", "heaps", 0, 10,
     "linespoints linewidth 1.5 pointsize 0.8"},
    {"", "The values of the heaps", "heap", "value", 0, 0,
     "points pointsize 0.3"},
    {"", "Share of each residue", "residue", "share, %", 0, 0, "boxes"},
};
#define PLOT_COUNTS (plot_kinds)
#define PLOT_LIST   (plot_kinds + 4)

enum { PLOT_LIST_MOST = 1 << 20 };

typedef struct plot_table {
    cli_points points;
    char name[CLI_COMMENT]; /* in the legend */
    size_t first;           /* the first point of the fit */
    tai_fit fit;            /* of counts */
    uint64_t numbers;       /* in a list so far */
} plot_table;

typedef struct plot {
    const cli_settings *settings;
    const plot_kind *kind; /* NULL until the first line */
    plot_table tables[CLI_OPERANDS];
    size_t count;
    uint64_t *residues; /* of the present list, how many of each */
} plot;

/* Okabe and Ito's palette, which colour-blind readers can distinguish, without
 * its yellow, which is too pale on white; and gnuplot's point types. */
static const char *const plot_colours[] = {"0072B2", "D55E00", "009E73",
                                           "CC79A7", "E69F00", "56B4E9",
                                           "000000", "7F7F7F"};
static const unsigned plot_shapes[] = {7, 5, 9, 13, 11, 6, 4, 8};

bool cli_is_picture(const char *file)
{
    const char *ending = strrchr(file, '.');
    return ending != NULL && ending != file &&
           (strcmp(ending, ".png") == 0 || strcmp(ending, ".svg") == 0 ||
            strcmp(ending, ".pdf") == 0);
}

/* ---- reading ---- */

/* Reads a line of the table d->tables[d->count]; for cli_each_line. */
static bool plot_line(void *state, const char *where, char *line)
{
    plot *d = state;
    plot_table *t = &d->tables[d->count];
    const plot_kind *kind = plot_kinds;
    uint64_t x = t->numbers, y = 0;
    while (strncmp(line, kind->columns, strlen(kind->columns)) != 0)
        kind++;
    const bool header = kind != PLOT_LIST;
    if (d->kind == NULL)
        d->kind = kind;
    if ((header || (!t->points.header && t->numbers == 0)) && kind != d->kind)
        return cli_wrong("%s: another table than that of '%s'; one picture "
                         "has tables of one kind",
                         where, d->settings->operands[0]);
    if (header && d->settings->residues > 0)
        return cli_wrong("%s: --residues goes with a list of numbers, such as "
                         "`takeaway cold N` prints",
                         where);
    if (d->kind != PLOT_COUNTS && cli_is_given(d->settings, "from"))
        return cli_wrong("--from has no effect here: it goes with counts");
    if (d->kind == PLOT_COUNTS)
        return cli_points_line(&t->points, where, line);
    t->points.header |= header;
    if (header || strstr(line, "\tNA") != NULL)
        return true;
    if ((d->kind != PLOT_LIST && !cli_take_number(&line, &x)) ||
        !cli_take_number(&line, &y) || (d->kind == PLOT_LIST && line != NULL))
        return cli_wrong("%s: not %s of digits only; accepted: tables of "
                         "`count --at`, of `nim` with --max, --at or "
                         "--histogram, and lists of numbers",
                         where, d->kind == PLOT_LIST ? "a number" : "numbers");
    if (t->numbers++ == PLOT_LIST_MOST && d->residues == NULL)
        return cli_wrong("%s: too many numbers; accepted: at most 2^20, or "
                         "any with --residues",
                         where);
    if (d->residues != NULL)
        d->residues[y % d->settings->residues]++;
    return d->residues != NULL || cli_points_add(&t->points, x, y);
}

/* Fits the power law to the points of a table from --from on. */
static bool plot_fit(const cli_settings *s, const char *file, plot_table *t)
{
    const uint64_t from = cli_is_given(s, "from") ? s->from : 1024;
    const cli_points *p = &t->points;
    while (t->first < p->count && p->exact_n[t->first] < from)
        t->first++;
    const size_t rest = p->count - t->first;
    return rest < 2 ? cli_wrong("FILE '%s' has %zu points with n at or above "
                                "%" PRIu64 "; accepted: at least 2, or another "
                                "--from=A",
                                file, rest, from)
                    : cli_ok(tai_fit_power(p->n + t->first, p->cold + t->first,
                                           rest, &t->fit));
}

static bool plot_read(plot *d, const char *file)
{
    const cli_settings *s = d->settings;
    plot_table *t = &d->tables[d->count];
    const char *slash = strrchr(file, '/');
    if (s->residues > 0) {
        free(d->residues);
        d->residues = calloc(s->residues, sizeof *d->residues);
        if (d->residues == NULL)
            return cli_no_memory("the residues");
    }
    if (!cli_each_line("FILE", file, plot_line, d))
        return false;
    for (uint64_t r = 0; r < s->residues && t->numbers > 0; r++) {
        if (!cli_points_add(&t->points, r, d->residues[r]))
            return false;
        t->points.cold[r] *= 100 / (double)t->numbers;
    }
    if (t->points.count == 0)
        return cli_wrong("FILE '%s' has nothing to draw", file);
    const char *name = strncmp(cli_comment, "# game: ", 8) == 0
                           ? cli_comment + 8
                       : slash != NULL ? slash + 1
                                       : file;
    snprintf(t->name, sizeof t->name, "%.199s",
             strcmp(name, "-") == 0 ? "standard input" : name);
    d->count++;
    return d->kind != PLOT_COUNTS || plot_fit(s, file, t);
}

/* ---- the gnuplot program ---- */

/* Writes a text of the user in single quotes. Control characters and bytes that
 * are not UTF-8 become '?'. What is longer than `most` characters is cut. */
static void plot_quote(FILE *to, const char *text, size_t most)
{
    uint32_t code;
    fputc('\'', to);
    for (size_t bytes; *text != '\0' && most-- > 0;
         text += bytes > 0 ? bytes : 1) {
        bytes = cli_character(text, &code);
        if (bytes == 0 || code < ' ' || (code >= 0x7f && code < 0xa0))
            fputc('?', to);
        else
            fprintf(to, "%.*s%s", (int)bytes, text, code == '\'' ? "'" : "");
    }
    fputs(*text != '\0' ? "...'" : "'", to);
}

/* Writes the range of an axis: of the base `base`, with at most some `tics`
 * tics, or linear if the base is 0. */
static void plot_range(FILE *to, char axis, int base, double low, double high,
                       int tics)
{
    if (base == 0) {
        fprintf(to, "set %crange [%.17g:%.17g]\n", axis, low, high);
        return;
    }
    const double decades = ceil(log(high / low) / log(base) / tics);
    fprintf(to,
            "set logscale %c %d\nset format %c '%d^{%%L}'\n"
            "set %crange [%.17g:%.17g]\nset %ctics 1, %.17g\n",
            axis, base, axis, base, axis, low / 1.3, high * 1.3, axis,
            pow(base, fmax(decades, 1)));
}

/* Writes the data: $dK, the points of table K; of counts also $eK, the
 * exponents from one point to the next, and $fK, the ends of the fitted line.
 */
static void plot_data(FILE *to, const plot *d)
{
    for (size_t k = 0; k < d->count; k++) {
        const plot_table *t = &d->tables[k];
        const cli_points *p = &t->points;
        const size_t last = p->count - 1;
        fprintf(to, "$d%zu << EOD\n", k);
        for (size_t i = 0; i < p->count; i++)
            fprintf(to, "%" PRIu64 " %.12g\n", p->exact_n[i], p->cold[i]);
        fputs("EOD\n", to);
        if (d->kind != PLOT_COUNTS)
            continue;
        fprintf(to, "$e%zu << EOD\n", k);
        for (size_t i = t->first + 1; i < p->count; i++)
            fprintf(to, "%" PRIu64 " %.6f\n", p->exact_n[i],
                    cli_log_step(p->cold[i], p->cold[i - 1]) /
                        cli_log_step(p->n[i], p->n[i - 1]));
        fprintf(to, "EOD\n$f%zu << EOD\n", k);
        for (size_t i = t->first; i <= last; i += last - t->first)
            fprintf(
                to, "%" PRIu64 " %.12g %.6f\n", p->exact_n[i],
                exp(t->fit.log_first +
                    t->fit.exponent * cli_log_step(p->n[i], p->n[t->first])),
                t->fit.exponent);
        fputs("EOD\n", to);
    }
}

/* Writes "plot" or a comma before element k of a plot command. */
static void plot_next(FILE *to, size_t k)
{
    fputs(k == 0 ? "plot " : ", \\\n    ", to);
}

/* Writes the plot command of the only or the upper panel: the points of each
 * table and, of counts, the fitted line with the standard error by Newey and
 * West. */
static void plot_points(FILE *to, const plot *d)
{
    const double wide = 0.8 / (double)d->count;
    for (size_t k = 0; k < d->count; k++) {
        const tai_fit *fit = &d->tables[k].fit;
        const uint64_t *n = d->tables[k].points.exact_n;
        plot_next(to, k);
        if (d->residues != NULL) /* the bars of several tables side by side */
            fprintf(to, "$d%zu using ($1 + %.6f):2:(%.6f)", k,
                    ((double)k + 0.5) * wide - 0.4, wide);
        else
            fprintf(to, "$d%zu using 1:2", k);
        fprintf(to, " with %s linecolor rgb '#%s'", d->kind->style,
                plot_colours[k % 8]);
        if (strstr(d->kind->style, "points") != NULL)
            fprintf(to, " pointtype %u", plot_shapes[k % 8]);
        fputs(" title ", to);
        plot_quote(to, d->tables[k].name, d->settings->width / 10);
        if (d->kind != PLOT_COUNTS)
            continue;
        fprintf(to,
                ", \\\n    $f%zu using 1:2 with lines linewidth 1.5 linecolor "
                "rgb '#%s' title '%.3g n^(%.4f",
                k, plot_colours[k % 8], fit->constant, fit->exponent);
        if (isfinite(fit->correlated_error))
            fprintf(to, " ± %.4f", fit->correlated_error);
        fprintf(to, ") from n = %" PRIu64 "'", n[d->tables[k].first]);
    }
    fputc('\n', to);
}

/* Writes the lower panel of counts: the exponent from one point to the next,
 * and that of the fit. */
static void plot_exponents(FILE *to, const plot *d, double last, int tics)
{
    double low = INFINITY, high = -INFINITY, first = INFINITY;
    for (size_t k = 0; k < d->count; k++) {
        const plot_table *t = &d->tables[k];
        const cli_points *p = &t->points;
        first = fmin(first, p->n[t->first]);
        for (size_t i = t->first + 1; i < p->count; i++) {
            const double e = cli_log_step(p->cold[i], p->cold[i - 1]) /
                             cli_log_step(p->n[i], p->n[i - 1]);
            low = fmin(low, e);
            high = fmax(high, e);
        }
    }
    const double space = fmax((high - low) / 12, 0.01);
    fputs("unset key\nunset logscale y\nset format y '%g'\nset ytics autofreq\n"
          "set title 'The exponent from one point to the next; dashed: of the "
          "fit'\nset ylabel 'exponent'\n",
          to);
    plot_range(to, 'x', 2, first, last, tics);
    plot_range(to, 'y', 0, low - space, high + space, tics);
    for (size_t k = 0; k < d->count; k++) {
        plot_next(to, k);
        fprintf(to,
                "$f%zu using 1:3 with lines dashtype 2 linecolor rgb '#%s', "
                "$e%zu with linespoints linewidth 1.5 pointsize 0.8 pointtype "
                "%u linecolor rgb '#%s'",
                k, plot_colours[k % 8], k, plot_shapes[k % 8],
                plot_colours[k % 8]);
    }
    fputc('\n', to);
}

/* Writes the terminal, for a picture of width x height pixels. */
static void plot_terminal(FILE *to, const char *file, unsigned width,
                          unsigned height, double font)
{
    const char *ending = strrchr(file, '.');
    if (strcmp(ending, ".svg") == 0)
        fprintf(to,
                "set terminal svg size %u,%u dynamic background 'white' font "
                "'DejaVu Sans,%.1f'\n",
                width, height, font);
    else if (strcmp(ending, ".pdf") == 0)
        fprintf(
            to,
            "set terminal pdfcairo size %.3f,%.3f font 'DejaVu Sans,%.1f'\n",
            width / 96.0, height / 96.0, font * 0.75);
    else
        fprintf(to,
                "if (strstrt(GPVAL_TERMINALS, 'pngcairo') > 0) {\n"
                "set terminal pngcairo size %u,%u font 'DejaVu Sans,%.1f'\n"
                "} else {\nset terminal png size %u,%u\n}\n",
                width, height, font, width, height);
}

static void plot_write(FILE *to, const plot *d)
{
    const cli_settings *s = d->settings;
    const bool narrow = s->width < 600, counts = d->kind == PLOT_COUNTS;
    const int tics = narrow ? 5 : 9;
    const double font = 9.5 + (double)s->width / 160;
    /* What the legend needs beyond one line makes the picture higher. */
    const size_t lines = narrow && counts ? 2 * d->count : d->count;
    const double base = fmax((double)s->width * 2 / 3, counts ? 520 : 300),
                 more = (double)(lines - 1) * font * 1.5,
                 lower = counts ? 0.4 * base / (base + more) : 0;
    double low = INFINITY, high = 0, first = INFINITY, last = 1;
    for (size_t k = 0; k < d->count; k++) {
        const cli_points *p = &d->tables[k].points;
        for (size_t i = 0; i < p->count; i++) {
            low = fmin(low, p->cold[i]);
            high = fmax(high, p->cold[i]);
            if (p->n[i] > 0 || d->kind->x_log == 0)
                first = fmin(first, p->n[i]);
            last = fmax(last, p->n[i]);
        }
    }
    fputs("set encoding utf8\n", to);
    if (s->output != NULL)
        plot_terminal(to, s->output, (unsigned)s->width,
                      (unsigned)(base + more), font);
    if (s->output != NULL && s->script) {
        fputs("set output ", to);
        plot_quote(to, s->output, SIZE_MAX);
        fputc('\n', to);
    }
    plot_data(to, d);
    fprintf(
        to,
        "set border 3 linecolor rgb '#666666'\nset tics nomirror out\n"
        "set grid linecolor rgb '#DDDDDD' linetype 1\n"
        "set style fill solid 1 noborder\nset lmargin %d\nset rmargin 3\n"
        "set key tmargin left Left reverse horizontal maxcols %d noenhanced\n"
        "set title '%s'\nset xlabel '%s'\nset ylabel '%s'\n",
        narrow ? 9 : 10, narrow || !counts ? 1 : 2, d->kind->title,
        d->kind->x_name, d->kind->y_name);
    plot_range(to, 'x', d->kind->x_log, first - (d->residues != NULL),
               last + (d->kind->x_log == 0), tics);
    plot_range(to, 'y', d->kind->y_log, d->kind->y_log > 0 ? low : 0,
               high * 1.05 + (high == 0), 6);
    if (counts)
        fprintf(to, "set multiplot\nset origin 0,%.4f\nset size 1,%.4f\n",
                lower, 1 - lower);
    plot_points(to, d);
    if (counts) {
        fprintf(to, "set origin 0,0\nset size 1,%.4f\n", lower);
        plot_exponents(to, d, last, tics);
        fputs("unset multiplot\n", to);
    }
}

/* ---- running gnuplot ---- */

/* Runs gnuplot on `program`, a temporary file, and writes its picture to the
 * file of -o. The picture comes through a pipe, since gnuplot does not notice a
 * full disk. What gnuplot says stands on stderr before our message. */
static void plot_run(const cli_settings *s, FILE *program)
{
    char bytes[1 << 16];
    size_t all = 0, got;
    ta_draft draft;
    if (tai_draft_open(s->output, &draft, &cli_error) != TA_OK) {
        cli_ok(TA_EIO);
        return;
    }
    cli_catch_interrupts();
    FILE *picture = NULL;
    if (dup2(fileno(program), STDIN_FILENO) == 0)
        picture = popen("command -v gnuplot >/dev/null || exit 127\n"
                        "exec gnuplot --default-settings",
                        "r");
    while (picture != NULL &&
           (got = fread(bytes, 1, sizeof bytes, picture)) > 0) {
        all += got;
        (void)tai_draft_write(&draft, bytes, got);
    }
    const int status = picture != NULL ? pclose(picture) : -1;
    bool ok = status == 0 && all > 0;
    if (cli_interrupted())
        ok = cli_ok(TA_ECANCELLED);
    else if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        cli_fail(CLI_FAILED, "gnuplot is not installed (Debian's package "
                             "gnuplot-nox); --script prints the program for "
                             "it");
    else if (!ok)
        cli_fail(CLI_FAILED, "gnuplot has failed; nothing is written");
    cli_ok(tai_draft_close(&draft, ok, &cli_error));
}

void cli_plot(const cli_settings *s)
{
    plot *d = calloc(1, sizeof *d);
    FILE *program = s->script ? stdout : tmpfile();
    bool ok = d != NULL ? true : cli_no_memory("the tables");
    if (ok && program == NULL)
        ok = cli_fail(CLI_FAILED, "cannot make a temporary file: %s",
                      strerror(errno));
    if (ok)
        d->settings = s;
    for (size_t k = 0; ok && k < s->n_operands; k++)
        ok = plot_read(d, s->operands[k]);
    if (ok)
        plot_write(program, d);
    if (ok && !s->script) {
        if (fflush(program) == 0 && fseek(program, 0, SEEK_SET) == 0)
            plot_run(s, program);
        else
            cli_fail(CLI_FAILED, "cannot write a temporary file: %s",
                     strerror(errno));
    }
    if (program != NULL && program != stdout)
        fclose(program);
    for (size_t k = 0; d != NULL && k < CLI_OPERANDS; k++)
        cli_points_free(&d->tables[k].points);
    if (d != NULL)
        free(d->residues);
    free(d);
}
