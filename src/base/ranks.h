/* What connects the ranks of a run. */
#ifndef TA_RANKS_H
#define TA_RANKS_H

#include "takeaway.h"

/* Ranks are processes that make the same library calls, but for threads, limits
 * of memory and sinks.
 *
 * They share the work of ta_census, ta_octal_census, tai_archive_verify_windows
 * and of the engines "wheel" and "auto": an error of one is the error of all,
 * and ends the communication. Other engines run on rank 0 alone; the others
 * return TA_OK at once, and their next call fails if rank 0 has failed. All
 * other functions work on each rank by itself.
 *
 * Only rank 0 calls its sink and gets whole results, such as of ta_count; those
 * of ta_nth come to all ranks. */
typedef struct tai_comm {
    unsigned rank, ranks; /* of this process, from 0; and how many */
    /* Sends the bytes at `mine` to all ranks and receives theirs, in *all from
     * (*start)[r] on, valid until the next call. Returns when all have called,
     * each from the thread that called the library; TA_EIO if a rank is lost.
     */
    ta_status (*allgather)(void *state, const void *mine, size_t bytes,
                           const unsigned char **all, const size_t **start,
                           ta_error *error);
    void *state; /* of allgather */
    /* The rest is the library's, zero at first. */
    bool over;              /* all are done or one has failed */
    ta_status end;          /* how, on all ranks */
    uint64_t rounds, bytes; /* calls of allgather, bytes of all ranks */
    double waited_s;        /* in allgather */
} tai_comm;

/* Ends the communication with TA_OK or an error. After an error the calls of
 * the other ranks fail with it and with the sentence `text` (or one about the
 * status, if that is ""). Returns comm->end, which is TA_OK if all have passed
 * TA_OK. Does nothing if the communication has ended. */
ta_status tai_comm_leave(tai_comm *comm, ta_status status, const char *text,
                         ta_error *error);

#endif
