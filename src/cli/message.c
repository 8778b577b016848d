/* What the user is told when something is wrong, in one line. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"

void cli_complain(const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    ta_sentence(text, sizeof text, format, args);
    va_end(args);
    fprintf(stderr, "takeaway: %s\n", text);
}

int cli_refuse(const char *what, const char *value, const char *accepted)
{
    if (*value == '\0')
        cli_complain("%s is empty; accepted: %s", what, accepted);
    else
        cli_complain("%s '%.100s' is not accepted; accepted: %s", what, value,
                     accepted);
    return CLI_USAGE;
}

int cli_unreadable(int error_number)
{
    /* ESPIPE: a pipe or a device where a file is wanted. */
    static const int theirs[] = {ENOENT, ENOTDIR,      EISDIR, EACCES,
                                 ELOOP,  ENAMETOOLONG, ESPIPE};
    for (size_t k = 0; k < sizeof theirs / sizeof *theirs; k++)
        if (error_number == theirs[k])
            return CLI_USAGE;
    return CLI_FAILED;
}

int cli_archive_open(const char *what, const char *path, int damaged,
                     ta_archive **archive)
{
    ta_error error = {""};
    ta_status st = ta_archive_open(path, archive, &error);
    int code = errno;
    if (st == TA_OK)
        return CLI_DONE;
    cli_complain("%s%s", what,
                 error.text[0] != '\0' ? error.text : ta_status_text(st));
    return st == TA_EIO         ? cli_unreadable(code)
           : st == TA_EMISMATCH ? damaged
                                : CLI_FAILED;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Edit distance with insertions, deletions, changes and neighbours swapped. */
static size_t distance(const char *a, const char *b)
{
    enum { ROOM = 32 };
    size_t n = strlen(a), m = strlen(b), d[ROOM + 1][ROOM + 1];
    if (n > ROOM || m > ROOM)
        return ROOM;
    for (size_t i = 0; i <= n; i++)
        for (size_t j = 0; j <= m; j++) {
            if (i == 0 || j == 0) {
                d[i][j] = i + j;
                continue;
            }
            size_t change = a[i - 1] != b[j - 1];
            d[i][j] = least(d[i - 1][j - 1] + change,
                            1 + least(d[i - 1][j], d[i][j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[n][m];
}

const char *cli_nearest(const char *name, const char *(*nth)(size_t i),
                        size_t count)
{
    const char *best = NULL;
    size_t best_distance = 1 + strlen(name) / 3; /* beyond: another word */
    for (size_t i = 0; i < count; i++) {
        size_t d = distance(name, nth(i));
        if (d <= best_distance && (best == NULL || d < best_distance)) {
            best = nth(i);
            best_distance = d;
        }
    }
    return best;
}

static int output_error; /* errno of the first failure, or 0 */

bool cli_flush(void)
{
    if (output_error == 0) {
        errno = 0;
        if (fflush(stdout) != 0 || ferror(stdout))
            output_error = errno != 0 ? errno : EIO;
    }
    return output_error == 0;
}

int cli_finish_output(int status)
{
    if (cli_flush() || output_error == EPIPE) /* `| head` has seen enough */
        return status;
    cli_complain("cannot write standard output: %s", strerror(output_error));
    return status == CLI_DONE ? CLI_FAILED : status;
}
