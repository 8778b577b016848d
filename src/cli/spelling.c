/* Spelling help: finds the name that a mistyped one was meant to be, among
 * commands, options, engines, games, sets or sequences. */
#include <assert.h>
#include <ctype.h>

#include "cli.h"

enum { LONGEST = 32, FEWEST = 3 /* letters that say what was meant */ };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static bool same(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* Returns the edit distance of two texts: insertions, deletions, changes and
 * swaps of neighbours. Capitals count as small letters. */
static size_t distance(const char *a, size_t n, const char *b, size_t m)
{
    size_t d[LONGEST + 1][LONGEST + 1];
    for (size_t i = 0; i <= n; i++)
        for (size_t j = 0; j <= m; j++) {
            if (i == 0 || j == 0) {
                d[i][j] = i + j;
                continue;
            }
            d[i][j] = least(d[i - 1][j - 1] + !same(a[i - 1], b[j - 1]),
                            1 + least(d[i - 1][j], d[i][j - 1]));
            if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) &&
                same(a[i - 2], b[j - 1]))
                d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[n][m];
}

/* Returns how many slips a name with this number of letters may have: one from
 * 3 letters on, two from 7, three from 11. */
static size_t slips(size_t letters)
{
    return letters < FEWEST ? 0 : (letters + 1) / 4;
}

/* Returns the distance of a name from another: 0 if the name is the beginning
 * of the other, LONGEST if the two are not alike. */
static size_t far_from(const char *name, size_t n, const char *other, size_t m)
{
    if (n > LONGEST || m > LONGEST || n == 0)
        return LONGEST;
    if (n >= FEWEST && n < m && distance(name, n, other, n) == 0)
        return 0;
    size_t d = distance(name, n, other, m);
    return d <= slips(least(n, m)) ? d : LONGEST;
}

size_t cli_list_item(const char *list, size_t *gap)
{
    static const char *const gaps[] = {", ", " or ", "|"};
    for (size_t n = 0;; n++) {
        *gap = 0;
        for (size_t k = 0; k < sizeof gaps / sizeof *gaps && *gap == 0; k++)
            if (strncmp(list + n, gaps[k], strlen(gaps[k])) == 0)
                *gap = strlen(gaps[k]);
        if (*gap > 0 || list[n] == '\0')
            return n;
    }
}

bool cli_nearest(const char *name, const char *list, char nearest[80])
{
    size_t best = LONGEST, gap;
    bool tie = false;
    for (const char *at = list; *at != '\0'; at += gap) {
        size_t length = cli_list_item(at, &gap);
        size_t d = far_from(name, strcspn(name, ":"), at,
                            least(length, strcspn(at, ":")));
        tie = tie || (d == 0 && best == 0);
        if (d < best) {
            best = d;
            snprintf(nearest, 80, "%.*s", (int)length, at);
        }
        at += length;
    }
    /* The beginning of several names is none of them. */
    return best < LONGEST && !tie;
}

int cli_unknown(const char *what, const char *name, const char *names)
{
    char nearest[80];
    if (!cli_nearest(name, names, nearest))
        return cli_refuse(what, name, names);
    return cli_wrong("%s '%.100s' is unknown; did you mean '%s'? accepted: %s",
                     what, name, nearest, names);
}

void cli_list_add(cli_list *list, const char *name)
{
    size_t used = strlen(list->text);
    int more = snprintf(list->text + used, sizeof list->text - used, "%s%s",
                        used > 0 ? ", " : "", name);
    assert(more >= 0 && (size_t)more < sizeof list->text - used);
    (void)more; /* all lists are constant, and fit */
}
