/* How takeaway ends: the one list of exit statuses, which --help and --man
 * print and README.md repeats word for word. */
#include "cli.h"

const cli_exit cli_exits[] = {
    {CLI_DONE, "done; also when the reader of stdout has gone away"},
    {CLI_FAILED,
     "failure: not enough memory, output that cannot be written, a file that\n"
     "cannot be read just now; the last good checkpoint is still there"},
    {CLI_USAGE,
     "wrong usage, or a file to be read that is missing, forbidden, a folder\n"
     "or a device; one line says what is accepted, nothing is written"},
    {CLI_MISMATCH,
     "results differ (compare, verify, --resume of what another user has\n"
     "written), or an archive that is read is damaged, no archive at all, or\n"
     "holds what its game does not allow, whichever command reads it: info,\n"
     "verify, --in, --resume, --cache"},
    {CLI_INTERRUPTED,
     "interrupted by SIGINT, SIGTERM or SIGHUP (which nohup keeps off), or by\n"
     "--until: the checkpoint asked for is written, and stderr says how to go\n"
     "on; a second signal ends at once"},
};
const size_t cli_n_exits = sizeof cli_exits / sizeof *cli_exits;
