/* The main function of takeaway; mpi/mpi-main.c has that of takeaway-mpi. */
#include <unistd.h>

#include "computing.h"

int main(int argc, char **argv)
{
    cli_prepare_streams();
    cli_rows_aligned = isatty(STDOUT_FILENO) != 0;
    (void)cli_takeaway(argc, argv); /* its result is in cli_exit_status, too */
    return cli_finish_output();
}
