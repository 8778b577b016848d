/* In each round all ranks read the same messages, so all come to the same
 * result: to go on, or to end with the same error. */
#include "base/communicator.h"

#include <string.h>

enum { TEXT_MOST = 300 };
#define DAMAGED "a message between ranks is damaged"

/* Of every message. With TA_TOPIC_LEAVE, `hash` is the status at the end. */
typedef struct header {
    uint64_t topic, hash;
} header;

tai_comm *tai_comm_of(const ta_options *options)
{
    static tai_comm alone = {.ranks = 1};
    return options != NULL && options->comm != NULL ? options->comm : &alone;
}

/* Ends the communication with status `st`, and returns it. */
static ta_status comm_end_rounds(tai_comm *comm, ta_status st)
{
    comm->over = true;
    return comm->end = st;
}

/* Judges a round: TA_OK if topics and hashes agree, else the error of a rank
 * that failed, TA_EMISMATCH or TA_EIO (damaged), and the communication ends.
 * All ranks judge in the same order. */
static ta_status comm_judge_round(tai_comm *comm, const tai_gathered *got,
                                  const char *about, ta_error *error)
{
    header first = {0}, h;
    for (unsigned r = 0; r < comm->ranks; r++) {
        const size_t bytes = got->start[r + 1] - got->start[r];
        if (bytes < sizeof h)
            return tai_fail(error, comm_end_rounds(comm, TA_EIO), DAMAGED);
        memcpy(&h, got->all + got->start[r], sizeof h);
        if (h.topic == TA_TOPIC_LEAVE && h.hash != TA_OK)
            return tai_fail(
                error, comm_end_rounds(comm, (ta_status)h.hash),
                "rank %u: %s%.*s", r,
                bytes > sizeof h ? "" : ta_status_text((ta_status)h.hash),
                (int)tai_min_u64(bytes - sizeof h, TEXT_MOST),
                (const char *)got->all + got->start[r] + sizeof h);
        first = r == 0 ? h : first;
        if (h.topic != first.topic)
            return tai_fail(error, comm_end_rounds(comm, TA_EMISMATCH),
                            "rank %u does something else than rank 0, or is "
                            "done; all must be given the same command and the "
                            "same files",
                            r);
        if (h.hash != first.hash)
            return tai_fail(error, comm_end_rounds(comm, TA_EMISMATCH),
                            "rank %u has another %s than rank 0", r, about);
    }
    return first.topic != TA_TOPIC_LEAVE ? TA_OK : comm_end_rounds(comm, TA_OK);
}

ta_status tai_comm_gather(tai_comm *comm, tai_topic topic, const char *about,
                          uint64_t hash, const void *mine, size_t bytes,
                          tai_gathered *got, ta_error *error)
{
    /* Without memory for its message a rank makes all fail. */
    const header none = {TA_TOPIC_LEAVE, TA_ENOMEM}, own = {topic, hash};
    const double start = tai_now();
    if (comm->over)
        return tai_fail(error, TA_EIO, "a rank has left before");
    unsigned char *message = tai_alloc(sizeof own + bytes, 1);
    if (message != NULL)
        memcpy(message, &own, sizeof own);
    if (message != NULL && bytes > 0)
        memcpy(message + sizeof own, mine, bytes);
    ta_status st = comm->allgather(
        comm->state, message != NULL ? (const void *)message : &none,
        message != NULL ? sizeof own + bytes : sizeof none, &got->all,
        &got->start, error);
    ta_free(message);
    comm->waited_s += tai_now() - start;
    comm->rounds++;
    if (st != TA_OK)
        return comm_end_rounds(comm, st);
    comm->bytes += got->start[comm->ranks] - got->start[0];
    return comm_judge_round(comm, got, about, error);
}

ta_status tai_comm_leave(tai_comm *comm, ta_status status, const char *text,
                         ta_error *error)
{
    tai_gathered got;
    if (comm->over)
        return comm->end;
    if (comm->ranks == 1)
        return comm_end_rounds(comm, status);
    return tai_comm_gather(comm, TA_TOPIC_LEAVE, "", status, text,
                           tai_min_u64(strlen(text), TEXT_MOST), &got, error);
}

ta_status tai_comm_close(const ta_options *options, ta_status status,
                         const ta_error *error)
{
    tai_comm *comm = tai_comm_of(options);
    if (status != TA_OK && comm->ranks > 1)
        tai_comm_leave(comm, status, error != NULL ? error->text : "", NULL);
    return status;
}

ta_status tai_comm_rows(tai_comm *comm, uint64_t hash, void *rows, size_t count,
                        size_t bytes, ta_error *error)
{
    if (comm->ranks == 1)
        return TA_OK;
    unsigned char *table = rows;
    tai_gathered got;
    ta_status st = tai_comm_gather(comm, TA_TOPIC_ROWS, "set of items",
                                   tai_hash_more(hash, count), rows,
                                   count * bytes, &got, error);
    for (size_t i = 0; i < count && st == TA_OK; i++) {
        size_t have;
        const unsigned char *from =
            tai_gathered_of(&got, (unsigned)(i % comm->ranks), &have);
        if (have < (i + 1) * bytes)
            st = tai_fail(error, comm_end_rounds(comm, TA_EIO), DAMAGED);
        else
            memcpy(table + i * bytes, from + i * bytes, bytes);
    }
    return st;
}
