/* Lists of names (cli.h), and spelling help: finds the name that the user
 * probably meant by a mistyped name, in a list of commands, options, engines,
 * games, sets or sequences. */
#include <assert.h>
#include <strings.h>

#include "cli.h"

/* Names of more than LONGEST letters are not compared. The user may shorten a
 * name to its first letters, but to no fewer than FEWEST. */
enum { LONGEST = 32, FEWEST = 3 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Returns the edit distance of a text a of n letters and a text b of m letters,
 * both at most LONGEST: the least number of insertions, deletions, changes and
 * swaps of neighbouring letters that make a into b. Capitals count as small
 * letters. d[i][j] is the distance of the first i and the first j letters. */
static size_t spelling_distance(const char *a, size_t n, const char *b,
                                size_t m)
{
    size_t d[LONGEST + 1][LONGEST + 1];
    for (size_t i = 0; i <= n; i++)
        for (size_t j = 0; j <= m; j++) {
            d[i][j] = i + j;
            if (i == 0 || j == 0)
                continue;
            const char *x = a + i - 1, *y = b + j - 1;
            d[i][j] = least(d[i - 1][j - 1] + (strncasecmp(x, y, 1) != 0),
                            1 + least(d[i - 1][j], d[i][j - 1]));
            if (i > 1 && j > 1 && strncasecmp(x, y - 1, 1) == 0 &&
                strncasecmp(x - 1, y, 1) == 0)
                d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[n][m];
}

const char *cli_list_next(const char **at, size_t *width)
{
    const char *item = *at, *end = strstr(item, ", ");
    *width = end != NULL ? (size_t)(end - item) : strlen(item);
    *at = end != NULL ? end + 2 : item + *width;
    return *width > 0 ? item : NULL;
}

bool cli_nearest(const char *name, const char *list, char nearest[80])
{
    const size_t n = strcspn(name, ":");
    size_t best = LONGEST, width; /* a distance found is less */
    bool tie = false;
    for (const char *item; (item = cli_list_next(&list, &width)) != NULL;) {
        const size_t m = least(width, strcspn(item, ":"));
        if (n == 0 || n > LONGEST || m > LONGEST)
            continue;
        size_t d = spelling_distance(name, n, item, m);
        /* Some typing errors are allowed: one if the shorter text has 3 letters
         * or more, two from 7 letters on, three from 11 letters on. */
        if (n >= FEWEST && n < m && strncasecmp(name, item, n) == 0)
            d = 0;
        else if (d > (least(n, m) + 1) / 4)
            continue;
        tie = tie || (d == 0 && best == 0); /* both begin with `name` */
        if (d < best) {
            best = d;
            snprintf(nearest, 80, "%.*s", (int)width, item);
        }
    }
    return best < LONGEST && !tie;
}

bool cli_choose(const char *what, const char *text, const char *names,
                uint64_t *chosen)
{
    const char *at = names, *item;
    size_t width;
    *chosen = 0;
    for (; (item = cli_list_next(&at, &width)) != NULL; ++*chosen)
        if (width == strlen(text) && strncmp(item, text, width) == 0)
            return true;
    return cli_unknown(what, text, names);
}

bool cli_unknown(const char *what, const char *name, const char *names)
{
    char nearest[80];
    if (!cli_nearest(name, names, nearest))
        return cli_refuse(what, name, names);
    return cli_wrong("%s '%s' is unknown; did you mean '%s'? accepted: %s",
                     what, name, nearest, names);
}

bool cli_unknown_name(const char *what, const char *name, const char *names,
                      const char *help)
{
    char nearest[80];
    const size_t dashes = strspn(name, "-");
    return cli_nearest(name + dashes, names, nearest)
               ? cli_wrong("unknown %s '%s'; did you mean '%.*s%s'?", what,
                           name, (int)dashes, name, nearest)
               : cli_wrong("unknown %s '%s'; `%s` lists them", what, name,
                           help);
}

void cli_list_add(cli_list *list, const char *name)
{
    size_t used = strlen(list->text);
    int more = snprintf(list->text + used, sizeof list->text - used, "%s%s",
                        used > 0 ? ", " : "", name);
    assert(more >= 0 && (size_t)more < sizeof list->text - used);
    (void)more; /* every list fits */
}
