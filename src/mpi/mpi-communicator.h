/* Declares a communicator (tai_comm) that uses MPI to exchange messages between
 * all ranks (processes) of an MPI job. */
#ifndef TA_MPI_COMMUNICATOR_H
#define TA_MPI_COMMUNICATOR_H

#include "base/ranks.h"
#include "takeaway.h"

/* The state of the communicator of one rank: the messages of all ranks in the
 * last exchange, and the arrays that MPI needs for the next exchange. */
typedef struct mpi_comm {
    unsigned ranks;
    /* True if an exchange of messages has failed. Then mpi_comm_free does not
     * wait for the other ranks. */
    bool broken;
    unsigned char *all; /* the messages of all ranks, one after the other */
    size_t capacity;    /* the size of the array `all`, in bytes */
    /* start[r] is the index in `all` at which the message of rank r begins, and
     * start[r + 1] the index at which it ends. */
    size_t *start;
    /* count[r] is the length of the message of rank r, and displaced[r] is its
     * start in `all`. MPI needs both as numbers of type int. */
    int *count, *displaced;
} mpi_comm;

/* Makes *comm the communicator of all ranks, with *transport as its state. Must
 * be called after MPI_Init_thread. If there is no memory, prints a message and
 * ends the whole MPI job. */
void mpi_comm_init(mpi_comm *transport, tai_comm *comm);
/* Frees the arrays of *transport. Must be called before MPI_Finalize. First
 * waits until all ranks have called this function. Without this wait, a rank
 * that has failed could exit so early that the launcher kills rank 0 before
 * rank 0 has written its files. If an exchange of messages has failed, the
 * function does not wait, since other ranks may never call it. */
void mpi_comm_free(mpi_comm *transport);

#endif
