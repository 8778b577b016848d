/* Of the tool's own files: spelling help, the progress line, tables in
 * columns. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/computing.h"
#include "testing.h"

/* ---- spelling ---- */

static const char commands[] =
    "count, cold, compare, fit, octal, moves, "
    "period, census, yardstick, nim, length, info, verify, "
    "line, play, export, games, engines, help";
static const char options[] =
    "at, from, format, offset, output, max, histogram, cold, period, search, "
    "limit, json, engines, reps, game, misere, engine, threads, "
    "max-memory, stats, checkpoint, in, digest";
static const char games[] =
    "squares, cubes, powers:D, triangular, pronic, polygonal:K, primes, "
    "fibonacci, factorials, moser, nim, odds, residues:R,...modM, poly:a,b,c, "
    "list:S,..., file:PATH, SET+SET or SET-K, kayles, dawson-kayles, "
    "dawson-chess, domino, "
    "grundy, octal:CODE";
static const char places[] = "powers2, powers10, numbers joined by commas";
static const char formats[] = "text, bfile, npy, archive";

/* What was meant, or NULL: nothing is near enough. */
static const struct {
    const char *names, *typed, *meant;
} slips[] = {
    {commands, "nmi", "nim"},
    {commands, "yardstik", "yardstick"},
    {commands, "verfy", "verify"},
    {commands, "Octal", "octal"},
    {commands, "co", NULL},
    {commands, "", NULL},
    {commands, "com", "compare"},
    {options, "thread", "threads"},
    {options, "threds", "threads"},
    {options, "max-memry", "max-memory"},
    {options, "max-mem", "max-memory"},
    {options, "it", NULL},
    {options, "colour", NULL},
    {options, "re", NULL}, /* too short */
    {games, "squarez", "squares"},
    {games, "kayels", "kayles"},
    {games, "dawson-kayels", "dawson-kayles"},
    {games, "power:3", "powers:D"},
    {games, "lists:1,2", "list:S,..."},
    {games, "resdues:1mod5", "residues:R,...modM"},
    {games, "nimm", "nim"},
    {games, "a-name-that-is-longer-than-any-name-is", NULL},
    {places, "power2", "powers2"},
    {places, "powers01", "powers10"},
    {formats, "txt", "text"},
    {formats, "bifle", "bfile"},
    {formats, "csv", NULL},
};

TEST(slips_are_understood, sizeof slips / sizeof *slips)
{
    char nearest[80];
    bool near = cli_nearest(slips[_i].typed, slips[_i].names, nearest);
    ck_assert_msg(near == (slips[_i].meant != NULL), "'%s': %s",
                  slips[_i].typed, near ? nearest : "nothing");
    if (near)
        ck_assert_str_eq(nearest, slips[_i].meant);
}

/* Any letter of any name dropped, doubled or swapped with the next. */
TEST(one_slip_is_understood, 3)
{
    static const char *const lists[] = {commands, options, games};
    const char *list = lists[_i];
    char nearest[80], name[40], typed[42];
    for (const char *at = list; *at != '\0'; at += strspn(at, ", ")) {
        size_t n = strcspn(at, ":,"), rest = n;
        for (; at[rest] != '\0' && strncmp(at + rest, ", ", 2) != 0;)
            rest++;
        snprintf(name, sizeof name, "%.*s", (int)n, at);
        for (size_t k = 0; k + 1 < n && n >= 5; k++) {
            snprintf(typed, sizeof typed, "%.*s%c%c%s", (int)k, name,
                     name[k + 1], name[k], name + k + 2);
            ck_assert_msg(cli_nearest(typed, list, nearest), "%s", typed);
            ck_assert_msg(strncmp(nearest, name, n) == 0, "%s: %s", typed,
                          nearest);
            snprintf(typed, sizeof typed, "%.*s%c%s", (int)k + 1, name, name[k],
                     name + k + 1);
            ck_assert_msg(cli_nearest(typed, list, nearest), "%s", typed);
        }
        at += rest;
    }
}

/* ---- the progress line ---- */

/* The line is cut to the size, and begins with the share. */
TEST(the_line_fits_every_terminal, 40)
{
    test_rng r = test_rng_for("the_line_fits_every_terminal", _i);
    char line[256], wide[256];
    const double share = (double)test_below(&r, 1001) / 1000,
                 now = (double)test_below(&r, 10000000);
    const uint64_t done = test_edge_biased(&r, UINT64_MAX / 2);
    const cli_progress p = {.open_end = _i % 4 == 0,
                            .first_share = _i % 5 == 0 ? 1 : 0};
    cli_progress_line(&p, share, done, now, wide, sizeof wide);
    for (size_t size = 1; size < 200; size++) {
        memset(line, 'x', sizeof line);
        cli_progress_line(&p, share, done, now, line, size);
        ck_assert_uint_lt(strlen(line), size);
        ck_assert_int_eq(strncmp(line, wide, size - 1), 0);
        if (size >= 20 && !p.open_end)
            ck_assert_msg(strstr(line, " %") != NULL, "%zu: '%s'", size, line);
    }
}

/* The time left is in proportion to what this run has done, and unknown before
 * it has done anything. */
static const struct {
    cli_progress p;
    double share, now;
    const char *line;
} lines[] = {
    {{.first = 61}, 0.5, 61, "50.0 %, 7 positions, 1:01, 0:00 left"},
    {{.first_share = 0.5}, 0.5, 61, "50.0 %, 7 positions, 1:01, ? left"},
    {{.first_share = 0.5}, 0.75, 60, "75.0 %, 7 positions, 1:00, 1:00 left"},
    {{.first = 0}, 0.5, 7384, "50.0 %, 7 positions, 2:03:04, 2:03:04 left"},
    {{.open_end = true}, 0, 0, "7 positions searched, 0:00"},
};

TEST(the_line_says_what_time_is_left, sizeof lines / sizeof *lines)
{
    char line[256];
    cli_progress_line(&lines[_i].p, lines[_i].share, 7, lines[_i].now, line,
                      sizeof line);
    ck_assert_str_eq(line, lines[_i].line);
}

/* ---- columns ---- */

/* What a function prints on standard output. */
static char *printed(void (*print)(void), char *text, size_t size)
{
    FILE *file = tmpfile();
    ck_assert_ptr_nonnull(file);
    fflush(stdout);
    int kept = dup(STDOUT_FILENO);
    dup2(fileno(file), STDOUT_FILENO);
    print();
    fflush(stdout);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    rewind(file);
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
    return text;
}

static void print_table(void)
{
    cli_rows rows;
    cli_settings settings = {0};
    cli_rows_begin(&rows, &settings.out, "n\tcold\tlast");
    cli_row(&rows, cli_count_of(1), cli_count_of(1000), cli_text("x"));
    cli_row(&rows, cli_count_of(100000), cli_text(NULL), cli_text("y z"));
    cli_rows_end(&rows);
}

static void print_slowly(void)
{
    cli_rows rows;
    cli_settings settings = {0};
    cli_rows_widen(1000);
    cli_rows_begin(&rows, &settings.out, "n\tcold");
    for (uint64_t n = 1; n <= 1000; n *= 10) {
        cli_row(&rows, cli_count_of(n), cli_count_of(n));
        cli_flush();
    }
    cli_rows_end(&rows);
}

TEST(tables_stand_in_columns, 1)
{
    char text[400];
    ck_assert_str_eq(printed(print_table, text, sizeof text),
                     "n\tcold\tlast\n1\t1000\tx\n100000\tNA\ty z\n");
    cli_rows_aligned = true;
    ck_assert_str_eq(printed(print_table, text, sizeof text),
                     "n       cold  last\n"
                     "1       1000  x\n"
                     "100000  NA    y z\n");
    ck_assert_str_eq(printed(print_slowly, text, sizeof text),
                     "n     cold\n1     1\n10    10\n100   100\n1000  1000\n");
    cli_rows_aligned = false;
}

/* ---- entries ---- */

/* ---- messages ---- */

/* What is no error must not take the place of one that rank 0 is to print. */
TEST(a_rank_keeps_its_first_error, 1)
{
    tai_comm comm = {.rank = 1, .ranks = 2};
    cli_comm = &comm;
    cli_complain("a note");
    ck_assert_str_eq(cli_kept_message, "");
    cli_fail(CLI_FAILED, "an error");
    cli_fail(CLI_FAILED, "another");
    ck_assert_str_eq(cli_kept_message, "an error");
    ck_assert_int_eq(cli_exit_status, CLI_FAILED);
    cli_comm = NULL;
}

TEST(every_option_has_its_place_and_its_takers, 1)
{
    for (int k = 1; k < OPT_END; k++) {
        const cli_option *o = &cli_options[k];
        ck_assert_int_eq(o->id, k);
        ck_assert_ptr_eq(cli_option_named(o->name, strlen(o->name)), o);
        ck_assert((*o->help == '\0') == (*cli_command_names(o).text == '\0'));
        for (int j = 1; j < k; j++)
            ck_assert(o->letter == '\0' || cli_options[j].letter != o->letter);
    }
}

TEST(every_command_has_its_name_and_its_function, 1)
{
    for (const cli_command *const *c = cli_commands; *c != NULL; c++) {
        ck_assert_ptr_eq(cli_command_find((*c)->name), *c);
        ck_assert(*(*c)->summary && *(*c)->details && *(*c)->example);
        ck_assert(((*c)->operand == CLI_TEXT) == (*(*c)->operands == '\0'));
        /* Only the commands that print a sequence share a function. */
        for (const cli_command *const *d = cli_commands; d < c; d++)
            ck_assert((*d)->run != (*c)->run || (*c)->run == cli_answer);
        for (const cli_words *w = (*c)->texts; w != NULL && w->option; w++)
            for (const cli_words *v = (*c)->texts; v < w; v++)
                ck_assert_int_ne(v->option, w->option);
    }
}
