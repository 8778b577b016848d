/* The gnuplot program of the command plot; begin with cli_plot_write. One panel
 * has the points. Of counts an upper one has them, with the fits, and a lower
 * one the exponents. `n` and `cold` of cli_points are x and y of any kind. */
#include <ctype.h>
#include <math.h>

#include "plot.h"

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

/* The pictures by the ending of their names. Ends with an entry of zeros. */
static const struct picture {
    const char *ending, *terminal;
    double unit;  /* a pixel in the unit of the terminal, for PDF an inch */
    double point; /* size of a point */
} pictures[] = {{".png", "pngcairo fontscale 0.8", 1, 1},
                {".svg", "svg dynamic background 'white'", 1, 0.6},
                {".pdf", "pdfcairo fontscale 0.6", 1 / 96.0, 0.5},
                {.ending = NULL}};

static const struct picture *picture_of(const char *file)
{
    const struct picture *p = pictures;
    while (p->ending != NULL && !cli_ends_in(file, p->ending))
        p++;
    return p;
}

bool cli_plot_draws(const char *file)
{
    return picture_of(file)->ending != NULL;
}

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

typedef struct span {
    double low, high;
} span;

static void widen(span *s, double value)
{
    s->low = fmin(s->low, value);
    s->high = fmax(s->high, value);
}

/* Writes the range of an axis, which is logarithmic to the base `base`, or
 * linear if that is 0. Tics stand at round distances, some `tics` at most. */
static void plot_range(FILE *to, char axis, int base, span s, int tics)
{
    const double least = (s.high - s.low) / tics, /* distance of tics */
        unit = pow(10, floor(log10(least))), times = least / unit;
    if (base == 0) /* 1, 2, 5 or 10 times a power of ten */
        fprintf(to, "set %crange [%.17g:%.17g]\nset %ctics %.17g\n", axis,
                s.low, s.high, axis,
                unit * (times <= 1   ? 1
                        : times <= 2 ? 2
                        : times <= 5 ? 5
                                     : 10));
    else /* a power of the base */
        fprintf(
            to,
            "set logscale %c %d\nset format %c '%d^{%%L}'\n"
            "set %crange [%.17g:%.17g]\nset %ctics 1, %.17g\n",
            axis, base, axis, base, axis, s.low / 1.3, s.high * 1.3, axis,
            pow(base, fmax(ceil(log(s.high / s.low) / log(base) / tics), 1)));
}

/* Writes the data: $dK has the points of table K in columns 1 and 2 and, of
 * counts from --from on, the fit there (3), its exponent (4), and the local
 * exponent, that from the point before (5). Widens the spans of the axes and of
 * the local exponents, `e`; a logarithmic axis shows no 0. */
static void plot_data(FILE *to, const plot *d, span *x, span *y, span *e)
{
    for (size_t k = 0; k < d->count; k++) {
        const plot_table *t = &d->tables[k];
        const cli_points *p = &t->points;
        fprintf(to, "$d%zu << EOD\n", k);
        for (size_t i = 0; i < p->count; i++) {
            widen(x, p->n[i] > 0 || d->kind->x_log == 0 ? p->n[i] : 1);
            widen(y, p->cold[i] > 0 || d->kind->y_log == 0 ? p->cold[i] : 1);
            fprintf(to, "%" PRIu64 " %.12g", p->exact_n[i], p->cold[i]);
            if (d->counts && i >= t->first)
                fprintf(to, " %.12g %.6f",
                        exp(t->fit.log_first +
                            t->fit.exponent *
                                cli_log_step(p->n[i], p->n[t->first])),
                        t->fit.exponent);
            if (d->counts && i > t->first) {
                const double local = cli_log_step(p->cold[i], p->cold[i - 1]) /
                                     cli_log_step(p->n[i], p->n[i - 1]);
                fprintf(to, " %.6f", local);
                widen(e, local);
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
    const double bar = 0.8 / (double)d->count; /* its width */
    for (size_t k = 0; k < d->count; k++) {
        const ta_fit *fit = &d->tables[k].fit;
        fprintf(to, "%s $d%zu using ", k == 0 ? "plot" : ", \\\n    ", k);
        /* The bars of several tables stand side by side. */
        fprintf(to, d->residues != NULL ? "($1 + %.6f):2:(%.6f)" : "1:2",
                ((double)k + 0.5) * bar - 0.4, bar);
        fprintf(to, " with %s linetype %zu title ", d->kind->style, k + 1);
        plot_quote(to, d->tables[k].name, 40);
        if (!d->counts)
            continue;
        fprintf(to,
                ", \\\n    $d%zu using 1:3 with lines linetype %zu title "
                "'%.3g n^(%.4f",
                k, k + 1, fit->constant, fit->exponent);
        if (isfinite(fit->correlated_error)) /* not of two points */
            fprintf(to, " ± %#.2g", fit->correlated_error);
        fputs(")'", to);
    }
    fputc('\n', to);
}

/* Writes the lower panel, `share` of the height: the local exponents and,
 * dashed, those of the fits. */
static void plot_exponents(FILE *to, const plot *d, double share, span e)
{
    /* The margin above and below makes the axis at least 0.05 high. */
    const double apart = e.high - e.low,
                 margin = fmax(apart / 12, 0.025 - apart / 2);
    fprintf(to,
            "set origin 0,0\nset size 1,%.4f\nunset key\nunset logscale y\n"
            "set format y '%%g'\nset ylabel 'exponent'\n"
            "set title 'Local exponents; dashed: fit from %" PRIu64 "'\n",
            share, d->from);
    plot_range(to, 'y', 0, (span){e.low - margin, e.high + margin}, 5);
    for (size_t k = 0; k < d->count; k++)
        fprintf(to,
                "%s $d%zu using 1:4 with lines linetype %zu dashtype 2, '' "
                "using 1:5 with linespoints linetype %zu",
                k == 0 ? "plot" : ", \\\n    ", k, k + 1, k + 1);
    fputs("\nunset multiplot\n", to);
}

void cli_plot_write(FILE *to, const plot *d)
{
    const cli_settings *s = d->settings;
    const plot_kind *kind = d->kind;
    const double width = (double)s->plot.width, font = 11 + width / 200,
                 base = fmax(width * 2 / 3, d->counts ? 520 : 300);
    /* The legend has two lines in it; others make the picture higher. */
    const double more = ((double)d->count * (1 + d->counts) - 2) * font * 1.5,
                 height = base + fmax(more, 0),
                 lower = 0.4 * base / height; /* share of the lower panel */
    span x = {INFINITY, 1}, y = {INFINITY, 0}, e = {INFINITY, -INFINITY};
    if (s->out.output != NULL) {
        const struct picture *p = picture_of(s->out.output);
        fprintf(to,
                "set terminal %s size %.6g,%.6g font 'DejaVu Sans,%.3g'\nset "
                "pointsize %.1f\n",
                p->terminal, width * p->unit, height * p->unit, font, p->point);
    }
    if (s->out.output != NULL && s->plot.script) { /* or else a pipe */
        fputs("set output ", to);
        plot_quote(to, s->out.output, SIZE_MAX);
        fputc('\n', to);
    }
    fputs(plot_look, to);
    plot_data(to, d, &x, &y, &e);
    fprintf(to, "set title '%s'\nset xlabel '%s'\nset ylabel '%s'\n",
            kind->title, kind->x_name, kind->y_name);
    x.low -= d->residues != NULL; /* space for half a bar */
    x.high += kind->x_log == 0;
    y.low = kind->y_log > 0 ? y.low : 0;
    y.high = y.high * 1.05 + (y.high == 0); /* no range is empty */
    plot_range(to, 'x', kind->x_log, x, s->plot.width < 600 ? 5 : 9);
    plot_range(to, 'y', kind->y_log, y, 6);
    if (d->counts)
        fprintf(to, "set multiplot\nset origin 0,%.4f\nset size 1,%.4f\n",
                lower, 1 - lower);
    plot_points(to, d);
    if (d->counts)
        plot_exponents(to, d, lower, e);
}
