/* A communicator on top of MPI: all ranks of MPI_COMM_WORLD. */
#ifndef TA_MPI_COMMUNICATOR_H
#define TA_MPI_COMMUNICATOR_H

#include "tool.h"

typedef struct mpi_comm {
    unsigned ranks;
    bool broken; /* a rank does not answer */
    unsigned char *all;
    size_t room;
    size_t *start;          /* of each rank's message, and the end */
    int *count, *displaced; /* the same, as MPI has them */
} mpi_comm;

/* Between MPI_Init_thread and MPI_Finalize. Ends the job, after a message,
 * where there is no memory for so few numbers. */
void mpi_comm_init(mpi_comm *transport, tai_comm *comm);
/* Waits until all ranks are here, so that none ends, with a status at which the
 * launcher ends the others, before rank 0 has kept what there is. */
void mpi_comm_free(mpi_comm *transport);

#endif
