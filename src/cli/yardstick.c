/* The command `takeaway yardstick SET N...`. SET is a set from the literature
 * in which no two elements differ by a square (or cube). Prints how many
 * elements of the set are below each N. */

#include "play/reference-set.h"
#include "computing.h"

static bool find_set(const char *name, tai_yardstick *found)
{
    size_t count;
    const tai_yardstick *y = tai_yardsticks(&count);
    cli_list names = {""};
    if (strncmp(name, "poly:", 5) == 0) {
        ta_status st = tai_yardstick_poly(name, found, &cli_error);
        return cli_game_ok("SET", st);
    }
    for (size_t i = 0; i < count; i++) {
        if (strcmp(y[i].name, name) == 0) {
            *found = y[i];
            return true;
        }
        cli_list_add(&names, y[i].name);
    }
    cli_list_add(&names, "poly:a,b,c");
    return cli_unknown("SET", name, names.text);
}

/* Prints the row of n; if `rows` is NULL, only checks that n is accepted. */
static bool put_row(const tai_yardstick *y, const char *n, cli_rows *rows)
{
    char *below = NULL;
    bool member;
    ta_status st =
        tai_yardstick_count(y, n, rows != NULL ? &below : NULL,
                            rows != NULL ? &member : NULL, &cli_error);
    if (st == TA_EINVAL || st == TA_ERANGE)
        return cli_wrong("N: %s", cli_error.text);
    if (st == TA_OK && rows != NULL)
        cli_row(rows, cli_digits(n), cli_digits(below), cli_flag(member));
    ta_free(below);
    return cli_ok(st);
}

static void yardstick_run(const cli_settings *s)
{
    tai_yardstick y;
    cli_rows rows;
    bool ok = find_set(s->operands[0], &y);
    cli_rows_bare(&rows, &s->out,
                  s->out.quiet && !s->out.json ? "n\tbelow"
                                               : "n\tbelow\tmember");
    /* Of several N a first pass checks all, so that nothing is printed if one
     * is refused. */
    for (int printing = s->n_operands == 2; printing < 2; printing++)
        for (size_t i = 1; i < s->n_operands && ok; i++)
            ok = put_row(&y, s->operands[i], printing ? &rows : NULL);
    if (ok)
        cli_rows_end(&rows);
}

static const cli_words yardstick_texts[] = {OWN(QUIET, "print only the counts"),
                                            {0}};
const cli_command cli_yardstick_command = {
    COMMAND("yardstick", "SET N...", CLI_REFERENCE, yardstick_run,
            "sizes of sets without square or cube differences"),
    "Cold positions of squares are a set without square differences; a "
    "yardstick is another such set, a large one, to compare with. Prints a "
    "table: n, how many elements are below n, whether n is one. SET is ruzsa "
    "or beigel-gasarch: in base 65 or 205 the digits at places 0, 2, 4, ... "
    "are from a fixed list, in which no difference is a square modulo the "
    "base; the other digits are free. cubes has no cube differences: likewise "
    "the digits at places 0, 3, 6, ... in base 91. poly:a,b,c has no "
    "differences a*k^2 + b*k + c except 0; accepted are polynomials that "
    "equal a*(k + r)^2 with integers a, r. N may have any number of digits.",
    "takeaway yardstick ruzsa 1000 -q  # 110\n"
    "takeaway yardstick ruzsa 10^100\n"
    "takeaway yardstick beigel-gasarch 2^10 2^20 2^30",
    OPT(JSON) | OPT(QUIET), .texts = yardstick_texts};
