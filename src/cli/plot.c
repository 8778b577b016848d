/* The command plot: writes a gnuplot program that holds the numbers of the
 * tables, and runs gnuplot. The file is long because the parts of that program
 * stand beside the code that fills them in. */
#include <ctype.h>
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
     10, "points"},
    {"heap\tvalue", "Records: heaps with a new largest value", "heap", "value",
     2, 0, "steps linewidth 2"},
    {"n\tlargest", "The largest value below n", "n (heap size)",
     "largest value", 2, 0, "linespoints"},
    {"value\tcount", "How often each value occurs", "value", "heaps", 0, 10,
     "linespoints"},
    {"", "The values of the heaps", "heap", "value", 0, 0,
     "points pointsize 0.3"},
    {"", "Share of each residue", "residue", "share, %", 0, 0, "boxes"},
};
#define PLOT_COUNTS   (plot_kinds)
#define PLOT_LIST     (plot_kinds + 4)
#define PLOT_RESIDUES (plot_kinds + 5)

enum { PLOT_LIST_MOST = 1 << 20 };

typedef struct plot_table {
    cli_points points;
    char name[CLI_NAMED]; /* in the legend */
    size_t first;         /* the first point of the fit */
    ta_fit fit;           /* of counts */
    uint64_t numbers;     /* in a list so far */
    bool begun;           /* the first line was read */
} plot_table;

typedef struct plot {
    const cli_settings *settings;
    const plot_kind *kind; /* NULL until the first line */
    plot_table tables[CLI_OPERANDS];
    size_t count;
    uint64_t *residues; /* of the present list, how many of each */
} plot;

/* Okabe and Ito's palette, which colour-blind readers can distinguish, without
 * its yellow, which is too pale on white. */
static const char plot_look[] =
    "set encoding utf8\n"
    "set border 3 linecolor rgb '#666666'\nset tics nomirror out\n"
    "set grid linecolor rgb '#DDDDDD' linetype 1\n"
    "set style fill solid 1 noborder\nset lmargin 10\nset rmargin 3\n"
    "set key tmargin left Left reverse samplen 2 maxcols 1 noenhanced\n"
    "colours = '0072B2 D55E00 009E73 CC79A7 E69F00 56B4E9 000000 7F7F7F'\n"
    "shapes = '7 5 9 13 11 6 4 8'\n"
    "do for [k = 1:8] { set linetype k linewidth 1.5 "
    "linecolor rgb '#'.word(colours, k) pointtype int(word(shapes, k)) }\n"
    "set linetype cycle 8\n";

/* The pictures that gnuplot makes, and what a pixel is in the terminal's unit;
 * in a PDF there are 96 of them in an inch. Ends with an entry of zeros. */
static const struct plot_picture {
    const char *ending, *terminal;
    double unit, point;
} plot_pictures[] = {{".png", "pngcairo fontscale 0.8", 1, 1},
                     {".svg", "svg dynamic background 'white'", 1, 0.6},
                     {".pdf", "pdfcairo fontscale 0.6", 1 / 96.0, 0.5},
                     {.ending = NULL}};

static const struct plot_picture *plot_picture_of(const char *file)
{
    const struct plot_picture *p = plot_pictures;
    const char *ending = strrchr(file, '.');
    while (p->ending != NULL &&
           (ending == NULL || strcmp(p->ending, ending) != 0))
        p++;
    return p;
}

/* ---- reading ---- */

/* Reads a line of the table d->tables[d->count]; for cli_each_line. */
static bool plot_line(void *state, const char *where, char *line)
{
    plot *d = state;
    plot_table *t = &d->tables[d->count];
    uint64_t x = t->numbers, y = 0;
    if (!t->begun) {
        const plot_kind *kind = plot_kinds;
        while (strncmp(line, kind->columns, strlen(kind->columns)) != 0)
            kind++;
        if (d->kind != NULL && d->kind != kind)
            return cli_wrong("%s: this is no table of the kind of '%s'; one "
                             "picture has tables of one kind",
                             where, d->settings->operands[0]);
        if (kind != PLOT_LIST && d->residues != NULL)
            return cli_wrong("%s: --residues goes with a list of numbers, such "
                             "as `takeaway cold N` prints",
                             where);
        if (kind != PLOT_COUNTS && cli_is_given(d->settings, "from"))
            return cli_wrong("--from has no effect here: it goes with counts");
        d->kind = kind;
        t->begun = true;
        if (kind != PLOT_COUNTS && kind != PLOT_LIST)
            return true;
    }
    if (d->kind == PLOT_COUNTS)
        return cli_points_line(&t->points, where, line);
    if (strstr(line, "\tNA") != NULL)
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

static uint64_t plot_from(const cli_settings *s)
{
    return cli_is_given(s, "from") ? s->from : 1024;
}

/* Reads a file and, of counts, fits the power law from --from on. */
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
    snprintf(t->name, sizeof t->name, "%.199s",
             cli_named_game[0] != '\0' ? cli_named_game
             : strcmp(file, "-") == 0  ? "standard input"
             : slash != NULL           ? slash + 1
                                       : file);
    d->count++;
    if (d->kind != PLOT_COUNTS)
        return true;
    const cli_points *p = &t->points;
    while (t->first < p->count && p->exact_n[t->first] < plot_from(s))
        t->first++;
    const size_t rest = p->count - t->first;
    return rest < 2 ? cli_wrong("FILE '%s' has %zu points with n at or above "
                                "%" PRIu64 "; accepted: at least 2, or another "
                                "--from=A",
                                file, rest, plot_from(s))
                    : cli_ok(ta_fit_power(p->n + t->first, p->cold + t->first,
                                          rest, &t->fit, &cli_error));
}

/* ---- the gnuplot program ---- */

/* Writes a text of the user as a string of gnuplot: at most `most` characters,
 * and '?' for control characters and what is not UTF-8. Punctuation is written
 * as \ooo, since gnuplot runs `commands` in strings, and a doubled quote does
 * not always stand for a quote. */
static void plot_quote(FILE *to, const char *text, size_t most)
{
    uint32_t code;
    fputc('"', to);
    for (size_t bytes; *text != '\0' && most-- > 0;
         text += bytes > 0 ? bytes : 1) {
        bytes = cli_character(text, &code);
        if (bytes == 0 || code < ' ' || (code >= 0x7f && code < 0xa0))
            fputc('?', to);
        else if (bytes > 1 || isalnum((int)code) ||
                 strchr(" +,-./:=_", (int)code) != NULL)
            fprintf(to, "%.*s", (int)bytes, text);
        else
            fprintf(to, "\\%03o", code);
    }
    fputs(*text != '\0' ? "...\"" : "\"", to);
}

/* Writes the range of an axis: of the base `base`, with at most some `tics`
 * tics, or linear if the base is 0. */
static void plot_range(FILE *to, char axis, int base, double low, double high,
                       int tics)
{
    const double apart = (high - low) / tics,
                 unit = pow(10, floor(log10(apart))), times = apart / unit;
    if (base == 0) /* 1, 2, 5 or 10 times a power of ten */
        fprintf(to, "set %crange [%.17g:%.17g]\nset %ctics %.17g\n", axis, low,
                high, axis,
                unit * (times <= 1   ? 1
                        : times <= 2 ? 2
                        : times <= 5 ? 5
                                     : 10));
    else
        fprintf(to,
                "set logscale %c %d\nset format %c '%d^{%%L}'\n"
                "set %crange [%.17g:%.17g]\nset %ctics 1, %.17g\n",
                axis, base, axis, base, axis, low / 1.3, high * 1.3, axis,
                pow(base, fmax(ceil(log(high / low) / log(base) / tics), 1)));
}

/* Writes the data: $dK has the points of table K and, of counts from --from on,
 * the fit there and its exponent, and the exponent from the point before. Sets
 * *low and *high to the least and the largest of these exponents. */
static void plot_data(FILE *to, const plot *d, double *low, double *high)
{
    for (size_t k = 0; k < d->count; k++) {
        const plot_table *t = &d->tables[k];
        const cli_points *p = &t->points;
        fprintf(to, "$d%zu << EOD\n", k);
        for (size_t i = 0; i < p->count; i++) {
            fprintf(to, "%" PRIu64 " %.12g", p->exact_n[i], p->cold[i]);
            if (d->kind == PLOT_COUNTS && i >= t->first)
                fprintf(to, " %.12g %.6f",
                        exp(t->fit.log_first +
                            t->fit.exponent *
                                cli_log_step(p->n[i], p->n[t->first])),
                        t->fit.exponent);
            if (d->kind == PLOT_COUNTS && i > t->first) {
                const double e = cli_log_step(p->cold[i], p->cold[i - 1]) /
                                 cli_log_step(p->n[i], p->n[i - 1]);
                fprintf(to, " %.6f", e);
                *low = fmin(*low, e);
                *high = fmax(*high, e);
            }
            fputc('\n', to);
        }
        fputs("EOD\n", to);
    }
}

/* Writes the plot command of the only or the upper panel: the points of each
 * table and, of counts, the fitted line with the standard error by Newey and
 * West. */
static void plot_points(FILE *to, const plot *d)
{
    const double wide = 0.8 / (double)d->count;
    for (size_t k = 0; k < d->count; k++) {
        const ta_fit *fit = &d->tables[k].fit;
        fprintf(to, "%s $d%zu using ", k == 0 ? "plot" : ", \\\n    ", k);
        /* The bars of several tables stand side by side. */
        fprintf(to, d->residues != NULL ? "($1 + %.6f):2:(%.6f)" : "1:2",
                ((double)k + 0.5) * wide - 0.4, wide);
        fprintf(to, " with %s linetype %zu title ", d->kind->style, k + 1);
        plot_quote(to, d->tables[k].name, 40);
        if (d->kind != PLOT_COUNTS)
            continue;
        fprintf(to,
                ", \\\n    $d%zu using 1:3 with lines linetype %zu title "
                "'%.3g n^(%.4f",
                k, k + 1, fit->constant, fit->exponent);
        if (isfinite(fit->correlated_error)) /* not of two points */
            fprintf(to, " ± %.2g", fit->correlated_error);
        fputs(")'", to);
    }
    fputc('\n', to);
}

static void plot_write(FILE *to, const plot *d)
{
    const cli_settings *s = d->settings;
    const plot_kind *kind = d->kind;
    const bool counts = kind == PLOT_COUNTS;
    const double width = (double)s->width, font = 11 + width / 200;
    const double base = fmax(width * 2 / 3, counts ? 520 : 300);
    /* The legend has two lines in it; others make the picture higher. */
    const double more = ((double)d->count * (1 + counts) - 2) * font * 1.5;
    const double height = base + fmax(more, 0), lower = 0.4 * base / height;
    const int tics = s->width < 600 ? 5 : 9; /* at most some */
    double first = INFINITY, last = 1, low = INFINITY, high = 0,
           least = INFINITY, largest = -INFINITY;
    for (size_t k = 0; k < d->count; k++) {
        const cli_points *p = &d->tables[k].points;
        for (size_t i = 0; i < p->count; i++) {
            low =
                fmin(low, p->cold[i] > 0 || kind->y_log == 0 ? p->cold[i] : 1);
            high = fmax(high, p->cold[i]);
            first = fmin(first, p->n[i] > 0 || kind->x_log == 0 ? p->n[i] : 1);
            last = fmax(last, p->n[i]);
        }
    }
    if (s->output != NULL) {
        const struct plot_picture *picture = plot_picture_of(s->output);
        fprintf(to,
                "set terminal %s size %.6g,%.6g font 'DejaVu Sans,%.3g'\nset "
                "pointsize %.1f\n",
                picture->terminal, width * picture->unit,
                height * picture->unit, font, picture->point);
    }
    if (s->output != NULL && s->script) {
        fputs("set output ", to);
        plot_quote(to, s->output, SIZE_MAX);
        fputc('\n', to);
    }
    fputs(plot_look, to);
    plot_data(to, d, &least, &largest);
    fprintf(to, "set title '%s'\nset xlabel '%s'\nset ylabel '%s'\n",
            kind->title, kind->x_name, kind->y_name);
    plot_range(to, 'x', kind->x_log, first - (d->residues != NULL),
               last + (kind->x_log == 0), tics);
    plot_range(to, 'y', kind->y_log, kind->y_log > 0 ? low : 0,
               high * 1.05 + (high == 0), 6);
    if (counts)
        fprintf(to, "set multiplot\nset origin 0,%.4f\nset size 1,%.4f\n",
                lower, 1 - lower);
    plot_points(to, d);
    if (!counts)
        return;
    fprintf(to,
            "set origin 0,0\nset size 1,%.4f\nunset key\nunset logscale y\n"
            "set format y '%%g'\nset ylabel 'exponent'\n"
            "set title 'Local exponents; dashed: fit from %" PRIu64 "'\n",
            lower, plot_from(s));
    const double apart = largest - least,
                 space = fmax(apart / 12, 0.025 - apart / 2);
    plot_range(to, 'y', 0, least - space, largest + space, 5);
    for (size_t k = 0; k < d->count; k++)
        fprintf(to,
                "%s $d%zu using 1:4 with lines linetype %zu dashtype 2, '' "
                "using 1:5 with linespoints linetype %zu",
                k == 0 ? "plot" : ", \\\n    ", k, k + 1, k + 1);
    fputs("\nunset multiplot\n", to);
}

/* ---- running gnuplot ---- */

/* Runs gnuplot on `program`, a temporary file, and writes its picture to the
 * file of -o. The picture comes through a pipe, since gnuplot does not notice a
 * full disk. What gnuplot says stands on stderr before our message; in the C
 * locale it would warn of `set encoding utf8`. */
static void plot_run(const cli_settings *s, FILE *program)
{
    char bytes[1 << 16];
    size_t all = 0, got;
    tai_draft draft;
    if (!cli_ok(tai_draft_open(s->output, &draft, &cli_error)))
        return;
    cli_catch_interrupts();
    FILE *picture =
        dup2(fileno(program), STDIN_FILENO) == 0
            ? popen("command -v gnuplot >/dev/null || exit 127\n"
                    "LC_ALL=C.UTF-8 exec gnuplot --default-settings",
                    "r")
            : NULL;
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
    plot d = {.settings = s};
    bool ok = s->output == NULL || plot_picture_of(s->output)->ending != NULL ||
              cli_refuse("-o", s->output, "a name in .png, .svg or .pdf");
    for (size_t k = 0; ok && k < s->n_operands; k++)
        ok = plot_read(&d, s->operands[k]);
    if (d.residues != NULL)
        d.kind = PLOT_RESIDUES;
    if (ok && s->script) {
        plot_write(stdout, &d);
    } else if (ok) {
        FILE *program = tmpfile();
        if (program != NULL)
            plot_write(program, &d);
        if (program != NULL && fseek(program, 0, SEEK_SET) == 0)
            plot_run(s, program);
        else
            cli_fail(CLI_FAILED, "cannot write a temporary file: %s",
                     strerror(errno));
        if (program != NULL)
            fclose(program);
    }
    for (size_t k = 0; k < s->n_operands; k++)
        cli_points_free(&d.tables[k].points);
    free(d.residues);
}
