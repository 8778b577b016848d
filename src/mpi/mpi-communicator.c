/* Messages between all ranks by two collective operations of MPI, lengths
 * first. A waiting rank sleeps: inside MPI it would keep a processor busy that
 * other threads or ranks need. */
#include "mpi/mpi-communicator.h"

#include <limits.h>
#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Marks the communicator as broken. Returns TA_EIO. */
static ta_status mpi_fail(mpi_comm *m, ta_error *error, const char *text)
{
    m->broken = true;
    if (error != NULL)
        snprintf(error->text, sizeof error->text, "%s", text);
    return TA_EIO;
}

/* Waits for a request; `code` is what its start returned. */
static ta_status mpi_wait(mpi_comm *m, MPI_Request *request, int code,
                          ta_error *error)
{
    /* TESTS calls of MPI_Test without a pause, then one every PAUSE_NS
     * nanoseconds. */
    enum { TESTS = 2000, PAUSE_NS = 20000 };
    const struct timespec pause = {.tv_nsec = PAUSE_NS};
    int done = 0;
    for (unsigned test = 0; code == MPI_SUCCESS && !done; test++) {
        code = MPI_Test(request, &done, MPI_STATUS_IGNORE);
        if (!done && test < TESTS)
            sched_yield();
        else if (!done)
            nanosleep(&pause, NULL);
    }
    return code == MPI_SUCCESS
               ? TA_OK
               : mpi_fail(m, error, "a rank of the MPI job does not answer");
}

/* Makes m->capacity at least `bytes`, which is the same on all ranks: all take
 * part, or none. Fails on all if it fails on one. */
static ta_status mpi_reserve(mpi_comm *m, size_t bytes, ta_error *error)
{
    if (bytes <= m->capacity)
        return TA_OK;
    MPI_Request request;
    int mine_ok, all_ok = 0;
    const size_t capacity = bytes + bytes / 2;
    free(m->all);
    m->all = malloc(capacity);
    m->capacity = m->all != NULL ? capacity : 0;
    mine_ok = m->all != NULL;
    int code = MPI_Iallreduce(&mine_ok, &all_ok, 1, MPI_INT, MPI_MIN,
                              MPI_COMM_WORLD, &request);
    ta_status st = mpi_wait(m, &request, code, error);
    if (st == TA_OK && !all_ok)
        st = mpi_fail(m, error, "a rank has no memory for messages");
    return st;
}

/* allgather of a tai_comm */
static ta_status mpi_allgather(void *state, const void *mine, size_t bytes,
                               const unsigned char **all, const size_t **start,
                               ta_error *error)
{
    mpi_comm *m = state;
    const uint64_t own = bytes;
    MPI_Request request;
    /* start[r + 1]: the length of r's message, then its end */
    int code = MPI_Iallgather(&own, 1, MPI_UINT64_T, m->start + 1, 1,
                              MPI_UINT64_T, MPI_COMM_WORLD, &request);
    ta_status st = mpi_wait(m, &request, code, error);
    if (st != TA_OK)
        return st;
    for (unsigned r = 0; r < m->ranks; r++)
        m->start[r + 1] += m->start[r];
    if (m->start[m->ranks] > INT_MAX) /* MPI counts in int */
        return mpi_fail(m, error,
                        "the messages of a round are above 2 GB: fewer "
                        "ranks have shorter ones");
    for (unsigned r = 0; r < m->ranks; r++) {
        m->count[r] = (int)(m->start[r + 1] - m->start[r]);
        m->displaced[r] = (int)m->start[r];
    }
    st = mpi_reserve(m, m->start[m->ranks], error);
    if (st != TA_OK)
        return st;
    code = MPI_Iallgatherv(mine, (int)own, MPI_BYTE, m->all, m->count,
                           m->displaced, MPI_BYTE, MPI_COMM_WORLD, &request);
    *all = m->all;
    *start = m->start;
    return mpi_wait(m, &request, code, error);
}

void mpi_comm_init(mpi_comm *m, tai_comm *comm)
{
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    *m = (mpi_comm){.ranks = (unsigned)ranks};
    m->start = calloc(m->ranks + 1, sizeof *m->start);
    m->count = calloc(m->ranks, sizeof *m->count);
    m->displaced = calloc(m->ranks, sizeof *m->displaced);
    if (m->start == NULL || m->count == NULL || m->displaced == NULL) {
        fputs("takeaway-mpi: no memory for a number for each rank\n", stderr);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    *comm = (tai_comm){.rank = (unsigned)rank,
                       .ranks = m->ranks,
                       .allgather = mpi_allgather,
                       .state = m};
}

void mpi_comm_free(mpi_comm *m)
{
    MPI_Request request;
    if (!m->broken)
        mpi_wait(m, &request, MPI_Ibarrier(MPI_COMM_WORLD, &request), NULL);
    free(m->all);
    free(m->start);
    free(m->count);
    free(m->displaced);
}
