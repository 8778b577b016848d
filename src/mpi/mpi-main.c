/* takeaway-mpi: the command line program on all ranks of an MPI job. */
#include <mpi.h>
#include <stdio.h>

#include "cli/computing.h"
#include "mpi/mpi-communicator.h"

/* Returns the number of MPI ranks that run on this machine. */
static unsigned mpi_count_ranks_here(void)
{
    MPI_Comm here;
    int ranks = 1;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                        &here);
    MPI_Comm_size(here, &ranks);
    MPI_Comm_free(&here);
    return (unsigned)ranks;
}

int main(int argc, char **argv)
{
    int level;
    cli_prepare_streams();
    /* Launchers pass on signals from the first moment. */
    cli_catch_interrupts();
    /* Only the main thread calls MPI. */
    if (MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level) !=
            MPI_SUCCESS ||
        level < MPI_THREAD_FUNNELED) {
        cli_complain("this MPI does not go with threads");
        return CLI_FAILED;
    }
    tai_comm comm;
    mpi_comm transport;
    mpi_comm_init(&transport, &comm);
    cli_comm = &comm;
    cli_ranks_here = mpi_count_ranks_here();
    if (comm.rank > 0 && freopen("/dev/null", "w", stdout) == NULL)
        cli_complain("cannot open /dev/null");
    (void)cli_takeaway(argc, argv);
    const int status = cli_ranks_leave(cli_finish_output());
    mpi_comm_free(&transport);
#ifdef MPICH_VERSION
    /* Interrupted itself, mpiexec of MPICH may lose the statuses of its ranks
     * and return 0, but not the code of an abort. mpirun of Open MPI has no
     * need of it, and may crash. */
    if (status == CLI_INTERRUPTED && comm.rank == 0)
        MPI_Abort(MPI_COMM_WORLD, status);
#endif
    MPI_Finalize();
    return status;
}
