/* Messages of the program takeaway: one line on stderr for each error. An MPI
 * rank above 0 prints nothing; it keeps its first error message for rank 0,
 * which prints it in the end (ranks.c). */
#include <errno.h>
#include <stdarg.h>

#include "computing.h"

char cli_kept_message[300];

int cli_exit_status;
ta_error cli_error;

bool cli_fail(int status, const char *format, ...)
{
    char text[1024];
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    tai_sentence(text, sizeof text, format, args);
    if (cli_exit_status == CLI_DONE)
        cli_exit_status = status;
    const bool silent = cli_comm != NULL && cli_comm->rank > 0;
    /* A complaint (CLI_DONE) is not kept: it would hide a later error. */
    if (silent && status != CLI_DONE && cli_kept_message[0] == '\0')
        tai_sentence(cli_kept_message, sizeof cli_kept_message, format, again);
    va_end(again);
    va_end(args);
    if (silent)
        return false;
    cli_progress_end(); /* its line stands where the message begins */
    fputs("takeaway: ", stderr);
    cli_print_text(stderr, text);
    fputc('\n', stderr);
    return false;
}

bool cli_no_memory(const char *what)
{
    return cli_fail(CLI_FAILED, "no memory for %s", what);
}

bool cli_refuse(const char *what, const char *value, const char *accepted)
{
    if (*value == '\0')
        return cli_wrong("%s is empty; accepted: %s", what, accepted);
    return cli_wrong("%s '%s' is not accepted; accepted: %s", what, value,
                     accepted);
}

int cli_exit_of_errno(int error_number)
{
    /* The errors that a wrong file name of the user causes. With ESPIPE, the
     * file is a pipe or a device. */
    static const int theirs[] = {ENOENT, ENOTDIR,      EISDIR, EACCES,
                                 ELOOP,  ENAMETOOLONG, ESPIPE};
    for (size_t k = 0; k < sizeof theirs / sizeof *theirs; k++)
        if (error_number == theirs[k])
            return CLI_USAGE;
    return CLI_FAILED;
}

const char *cli_error_text(ta_status status)
{
    return cli_error.text[0] != '\0' ? cli_error.text : ta_status_text(status);
}

int cli_finish_output(void)
{
    /* EPIPE is no failure: the reader of a pipe, such as the program head, has
     * ended. */
    if (!cli_flush() && cli_output_error != EPIPE)
        cli_fail(CLI_FAILED, "cannot write standard output: %s",
                 strerror(cli_output_error));
    return cli_exit_status;
}

int cli_exit_of(ta_status status)
{
    return status == TA_OK           ? CLI_DONE
           : status == TA_ECANCELLED ? CLI_INTERRUPTED
           : status == TA_EMISMATCH  ? CLI_MISMATCH
           : status == TA_EINVAL     ? CLI_USAGE
                                     : CLI_FAILED;
}

bool cli_ok(ta_status status)
{
    if (status == TA_EIO && !cli_flush())
        return false; /* cli_finish_output reports the failed write */
    if (status == TA_OK)
        return true;
    if (cli_exit_status != CLI_DONE)
        return false; /* reported before */
    return cli_fail(cli_exit_of(status), "%s",
                    status != TA_ECANCELLED ? cli_error_text(status)
                    : cli_out_of_time
                        ? "interrupted: the time of --until is over"
                        : "interrupted");
}
