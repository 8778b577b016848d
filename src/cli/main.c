#include <unistd.h>

#include "computing.h"

int main(int argc, char **argv)
{
    cli_prepare_streams();
    cli_rows_aligned = isatty(STDOUT_FILENO) != 0;
    (void)cli_takeaway(argc, argv);
    return cli_finish_output();
}
