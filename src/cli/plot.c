/* The command plot: reads the tables into a `plot` (plot.h), has the gnuplot
 * program written (plot-script.c) and runs gnuplot. */
#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plot.h"

/* A first line tells the kind: the first whose columns it begins with, so that
 * what is no header is a list. Residues are made of a list. */
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

enum { PLOT_LIST_MOST = 1 << 20 }; /* numbers of a list that are drawn */

/* ---- reading ---- */

/* Reads a line of the table d->tables[d->count]; for cli_each_line. */
static bool plot_line(void *state, const char *where, char *line)
{
    plot *d = state;
    plot_table *t = &d->tables[d->count];
    uint64_t x = t->numbers, y = 0; /* heap 0, 1, ... of a list */
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
        if (kind != PLOT_COUNTS && GIVEN(d->settings, FROM))
            return cli_wrong("--from has no effect here: it goes with counts");
        d->kind = kind;
        d->counts = kind == PLOT_COUNTS;
        t->begun = true;
        if (kind != PLOT_COUNTS && kind != PLOT_LIST)
            return true; /* the header; cli_points_line reads that of counts */
    }
    if (d->counts)
        return cli_points_line(&t->points, where, line);
    if (strstr(line, "\tNA") != NULL) /* a row without a value */
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
        d->residues[y % d->settings->plot.residues]++;
    return d->residues != NULL || cli_points_add(&t->points, x, y);
}

/* Reads a file and, of counts, fits the power law from --from on. */
static bool plot_read(plot *d, const char *file)
{
    const cli_settings *s = d->settings;
    plot_table *t = &d->tables[d->count];
    const char *slash = strrchr(file, '/');
    if (s->plot.residues > 0) {
        free(d->residues);
        d->residues = calloc(s->plot.residues, sizeof *d->residues);
        if (d->residues == NULL)
            return cli_no_memory("the residues");
    }
    if (!cli_each_line("FILE", file, plot_line, d))
        return false;
    for (uint64_t r = 0; r < s->plot.residues && t->numbers > 0; r++) {
        if (!cli_points_add(&t->points, r, d->residues[r]))
            return false;
        t->points.cold[r] *= 100 / (double)t->numbers; /* percent */
    }
    if (t->points.count == 0)
        return cli_wrong("FILE '%s' has nothing to draw", file);
    snprintf(t->name, sizeof t->name, "%.199s",
             cli_named_game[0] != '\0' ? cli_named_game
             : strcmp(file, "-") == 0  ? "standard input"
             : slash != NULL           ? slash + 1
                                       : file);
    d->count++;
    if (!d->counts)
        return true;
    const cli_points *p = &t->points;
    while (t->first < p->count && p->exact_n[t->first] < d->from)
        t->first++;
    const size_t rest = p->count - t->first;
    return rest < 2 ? cli_wrong("FILE '%s' has %zu points with n at or above "
                                "%" PRIu64 "; accepted: at least 2, or another "
                                "--from=A",
                                file, rest, d->from)
                    : cli_ok(ta_fit_power(p->n + t->first, p->cold + t->first,
                                          rest, &t->fit, &cli_error));
}

/* ---- running gnuplot ---- */

/* Runs gnuplot on `program`, a temporary file, and writes its picture to the
 * file of -o. The picture comes through a pipe, since gnuplot does not notice a
 * full disk. What gnuplot says stands on stderr before our message; in the C
 * locale it would warn of `set encoding utf8`. */
static void run_gnuplot(const cli_settings *s, FILE *program)
{
    char bytes[1 << 16];
    size_t all = 0, got;
    tai_draft draft;
    if (!cli_ok(tai_draft_open(s->out.output, &draft, &cli_error)))
        return;
    cli_catch_interrupts();
    FILE *picture =
        dup2(fileno(program), STDIN_FILENO) == 0
            ? popen("command -v gnuplot >/dev/null || exit 127\n"
                    "unset GNUTERM\n" /* it may name one that is not there */
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

static void plot_run(const cli_settings *s)
{
    plot d = {.settings = s, .from = GIVEN(s, FROM) ? s->what.from : 1024};
    bool ok = s->out.output == NULL || cli_plot_draws(s->out.output) ||
              cli_refuse("-o", s->out.output, "a name in .png, .svg or .pdf");
    for (size_t k = 0; ok && k < s->n_operands; k++)
        ok = plot_read(&d, s->operands[k]);
    if (d.residues != NULL)
        d.kind = PLOT_RESIDUES;
    if (ok && s->plot.script) {
        cli_plot_write(stdout, &d);
    } else if (ok) {
        FILE *program = tmpfile();
        if (program != NULL)
            cli_plot_write(program, &d);
        if (program != NULL && fseek(program, 0, SEEK_SET) == 0)
            run_gnuplot(s, program);
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

static const cli_words plot_texts[] = {
    OWN(FROM, "fit the points with n at or above A, and draw the exponents of "
              "these (default 1024)"),
    OWN(OUTPUT, "write the picture to FILE, a name in .png, .svg or .pdf"),
    {0}};
static const cli_rule plot_rules[] = {
    {CLI_NEEDED, OPT(OUTPUT) | OPT(SCRIPT),
     .text = "'plot' needs -o FILE, a picture, or --script"},
    {0}};
const cli_command cli_plot_command = {
    COMMAND("plot", "FILE...", CLI_READ, plot_run,
            "a picture of tables of counts or values, by gnuplot"),
    "Draws tables of one kind, each of another game, in one picture. Of "
    "counts (`count --at`): also the power law through them, with the "
    "standard error of its exponent by Newey and West, and the exponent from "
    "one point to the next. Of nim-values, lengths and octal games: what "
    "--max, --at or --histogram prints, or the values themselves. Of any list "
    "of numbers with --residues=M: the share of each residue. FILE '-' is "
    "standard input. The legend has the game from the comment line '# game: "
    "...' that a table has which -o has written, or else the name of FILE.",
    "takeaway count 2^20 --at=powers2 -o s.tsv; takeaway plot s.tsv -o s.png\n"
    "takeaway nim 4000 | takeaway plot - -o values.svg\n"
    "takeaway cold 2^20 | takeaway plot - --residues=25 --script",
    OPT(FROM) | OPT(RESIDUES) | OPT(OUTPUT) | OPT(WIDTH) | OPT(SCRIPT),
    .texts = plot_texts,
    .rules = plot_rules};
