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

static int output_error; /* errno of the first failure, or 0 */

bool cli_flush(void)
{
    if (output_error == 0) {
        errno = 0;
        cli_columns_show();
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
