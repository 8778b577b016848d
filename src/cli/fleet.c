/* Several ranks: rank 0 prints, keeps and tells, the others only compute. */
#include <unistd.h>

#include "table.h"

tai_comm *cli_fleet;
unsigned cli_ranks_here = 1;

/* What a follower has to say: rank 0 tells it. */
static char kept[CLI_KEPT];

void cli_fleet_join(tai_comm *fleet, unsigned here)
{
    cli_fleet = fleet;
    cli_ranks_here = here;
    if (fleet->rank > 0)
        cli_kept_message = kept;
}

unsigned cli_processors(void)
{
    unsigned mine = tai_processors();
    long all = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned share = all > 0 ? (unsigned)all / cli_ranks_here : mine;
    if (cli_ranks_here == 1 || mine <= share)
        return mine;
    return share > 0 ? share : 1;
}

static void follow(cli_settings *s)
{
    s->follower = s->quiet = true;
    s->stats = s->status = s->json = s->digest = false;
    s->output = NULL;
    s->format = TA_TEXT;
}

int cli_fleet_enter(cli_settings *s, const cli_command *command, bool *idle)
{
    enum {
        SHARED = CLI_COUNT | CLI_COLD | CLI_CENSUS | CLI_VERIFY,
        TOLD = CLI_GAMES | CLI_ENGINES | CLI_HELP | CLI_INFO
    };
    *idle = false;
    if (cli_fleet == NULL || cli_fleet->ranks == 1)
        return CLI_DONE;
    if (cli_fleet->rank > 0)
        follow(s);
    const unsigned bit = command != NULL ? command->bit : 0;
    const bool alone = s->in != NULL || (bit == CLI_VERIFY && s->windows == 0);
    if (s->version || s->man || s->help || s->completion != NULL || bit == 0 ||
        (bit & TOLD) != 0) {
        *idle = cli_fleet->rank > 0;
        return CLI_DONE;
    }
    if ((bit & SHARED) == 0 || alone)
        return cli_wrong(
            "ranks share `count`, `cold`, `census` and `verify "
            "--windows=K`, not this: run `takeaway %s` without mpirun",
            command->name);
    return CLI_DONE;
}

int cli_fleet_leave(int status)
{
    /* one for each exit status */
    static const ta_status all[] = {TA_OK, TA_EIO, TA_EINVAL, TA_EMISMATCH,
                                    TA_ECANCELLED};
    tai_comm *f = cli_fleet;
    ta_error error = {""};
    size_t k = 0;
    const bool over = f->over; /* then it has been told */
    while (cli_exit_of(all[k]) != status)
        k++;
    ta_status st = tai_comm_leave(f, all[k], kept, &error);
    if (f->rank == 0 && status == CLI_DONE && st != TA_OK && !over)
        cli_complain("%s", error.text);
    return cli_exit_of(st);
}
