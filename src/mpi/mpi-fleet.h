/* A fleet on top of MPI: all ranks of MPI_COMM_WORLD. */
#ifndef TA_MPI_FLEET_H
#define TA_MPI_FLEET_H

#include "tool.h"

typedef struct mpi_fleet {
    unsigned ranks;
    bool broken; /* a rank does not answer */
    unsigned char *all;
    size_t room;
    size_t *start;          /* of each rank's message, and the end */
    int *count, *displaced; /* the same, as MPI has them */
} mpi_fleet;

/* Between MPI_Init_thread and MPI_Finalize. Ends the job, after a message,
 * where there is no memory for so few numbers. */
void mpi_fleet_init(mpi_fleet *transport, tai_fleet *fleet);
/* Waits until all ranks are here, so that none ends, with a status at which the
 * launcher ends the others, before rank 0 has kept what there is. */
void mpi_fleet_free(mpi_fleet *transport);

#endif
