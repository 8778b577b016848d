/* The command line on several MPI ranks, the processes of the program
 * takeaway-mpi. Rank 0 prints, saves files and reports errors; the other ranks
 * only compute. */
#include <stdlib.h>

#include "archive/formats.h"
#include "command.h"

tai_comm *cli_comm;
unsigned cli_ranks_here = 1;

bool cli_ranks_enter(cli_settings *s, bool *idle)
{
    const cli_command *command = s->command;
    *idle = false;
    if (cli_comm == NULL || cli_comm->ranks == 1)
        return true;
    if (cli_comm->rank > 0) { /* prints nothing and writes no file */
        s->out.follower = s->out.quiet = true;
        s->speed.stats = s->runs.status = s->out.json = s->out.digest = false;
        s->out.output = NULL;
        s->out.format = TA_TEXT;
    } else if (s->runs.checkpoint != NULL && getenv("OMPI_COMMAND") != NULL &&
               getenv("OMPI_MCA_odls_base_sigkill_timeout") == NULL) {
        cli_complain("a second after SIGTERM, SIGINT or SIGHUP mpirun kills "
                     "the ranks, and ends with status 1; SIGUSR1 gives them "
                     "all the time that saving takes, and status 130");
    }
    if (s->version || s->man || s->help || s->completion || command == NULL ||
        command->ranks == CLI_ALONE)
        *idle = cli_comm->rank > 0;
    else if (command->ranks != CLI_SHARED || s->what.in != NULL ||
             ((command->options & OPT(WINDOWS)) != 0 && s->verify.windows == 0))
        return cli_wrong(
            "ranks share `count`, `cold`, `census` and `verify "
            "--windows=K`, not this: run `takeaway %s` without mpirun",
            command->name);
    return true;
}

int cli_ranks_leave(int status)
{
    /* A status of the library for each exit status of the program, as
     * cli_exit_of maps them: so the search below ends. */
    static const ta_status all[] = {TA_OK, TA_EIO, TA_EINVAL, TA_EMISMATCH,
                                    TA_ECANCELLED};
    /* Then an error has ended the communication, and rank 0 has printed it. */
    const bool over = cli_comm->over;
    size_t k = 0;
    while (cli_exit_of(all[k]) != status)
        k++;
    ta_status st =
        tai_comm_leave(cli_comm, all[k], cli_kept_message, &cli_error);
    if (cli_comm->rank == 0 && status == CLI_DONE && st != TA_OK && !over)
        cli_complain("%s", cli_error.text);
    return cli_exit_of(st);
}
