/* The communicator of the library on top of MPI: it connects all ranks of
 * MPI_COMM_WORLD. */
#ifndef TA_MPI_COMMUNICATOR_H
#define TA_MPI_COMMUNICATOR_H

#include "tool.h"

/* The messages of one exchange, and the arrays that MPI needs for them. */
typedef struct mpi_comm {
    unsigned ranks;
    bool broken;        /* an exchange has failed: no further one is tried */
    unsigned char *all; /* the messages of all ranks, one after the other */
    size_t capacity;    /* of `all`, in bytes */
    size_t *start;      /* the message of rank r is [start[r], start[r + 1]) */
    int *count, *displaced; /* its length and its start, as MPI wants them */
} mpi_comm;

/* Fills in the communicator, with *transport as its state. Must be called after
 * MPI_Init_thread. If there is no memory for a few numbers for each rank,
 * prints a message and ends the job. */
void mpi_comm_init(mpi_comm *transport, tai_comm *comm);
/* Waits for all ranks and frees the arrays. Without waiting, a rank that fails
 * could end first; the launcher would then kill rank 0 before it has written
 * its files. Must be called before MPI_Finalize. */
void mpi_comm_free(mpi_comm *transport);

#endif
