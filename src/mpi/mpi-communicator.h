/* A communicator (tai_comm) of the ranks of an MPI job. */
#ifndef TA_MPI_COMMUNICATOR_H
#define TA_MPI_COMMUNICATOR_H

#include "base/ranks.h"
#include "takeaway.h"

/* The messages of the last exchange, and what MPI needs for the next. */
typedef struct mpi_comm {
    unsigned ranks;
    bool broken;        /* an exchange has failed */
    unsigned char *all; /* the messages of all ranks, one after the other */
    size_t capacity;    /* the size of the array `all`, in bytes */
    /* The message of rank r is all[start[r]] to all[start[r + 1] - 1]. */
    size_t *start;
    int *count, *displaced; /* lengths and starts as MPI wants them */
} mpi_comm;

/* Makes *comm, with *transport as its state, after MPI_Init_thread. Without
 * memory prints a message and ends the whole job. */
void mpi_comm_init(mpi_comm *transport, tai_comm *comm);
/* Frees *transport, before MPI_Finalize. Waits for all ranks, since a rank that
 * fails and exits early could make the launcher kill rank 0 before it has
 * written its files; but not after a failed exchange. */
void mpi_comm_free(mpi_comm *transport);

#endif
