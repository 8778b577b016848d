/* A communicator (tai_comm) on top of MPI, which connects all ranks of
 * MPI_COMM_WORLD. */
#ifndef TA_MPI_COMMUNICATOR_H
#define TA_MPI_COMMUNICATOR_H

#include "tool.h"

/* The state of the communicator: the messages of the last exchange between the
 * ranks, and the arrays that MPI needs for them. */
typedef struct mpi_comm {
    unsigned ranks;
    bool broken; /* whether an exchange has failed; then mpi_comm_free does not
                    wait for the other ranks */
    unsigned char *all; /* the messages of all ranks, one behind the other */
    size_t capacity;    /* the size of the array `all`, in bytes */
    /* The message of rank r is the bytes from start[r] to start[r + 1] of the
     * array `all`. */
    size_t *start;
    /* The length (count[r]) and the start (displaced[r]) of the message of rank
     * r, as the numbers of type int that MPI accepts. */
    int *count, *displaced;
} mpi_comm;

/* Makes *comm the communicator of all ranks, with *transport as its state. Must
 * be called after MPI_Init_thread. If there is no memory, prints a message and
 * ends the whole MPI job. */
void mpi_comm_init(mpi_comm *transport, tai_comm *comm);
/* Waits for all ranks and frees the arrays of *transport. Without the wait a
 * rank that failed could end first, and the launcher would kill rank 0 before
 * rank 0 has written its files. Must be called before MPI_Finalize. */
void mpi_comm_free(mpi_comm *transport);

#endif
