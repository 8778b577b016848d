/* Messages between ranks: processes that share the work of a run. In each round
 * every rank sends one message to all ranks, and receives the messages of all
 * ranks. A message begins with a topic, which says what the rank is doing, and
 * with a hash of the results of the rank. If a rank does something else than
 * the others, or has other results, all ranks notice this in the same round.
 * Only the thread that has called the library may call these functions. */
#ifndef TA_COMMUNICATOR_H
#define TA_COMMUNICATOR_H

#include "base/base-internal.h"

typedef enum ta_topic {
    /* The first topic has an unusual number, so that a damaged message is
     * unlikely to have a valid topic by chance. */
    TA_TOPIC_LEAVE = 0x7a6b0001,
    TA_TOPIC_RUN,
    TA_TOPIC_MODULUS,
    TA_TOPIC_BLOCK,
    TA_TOPIC_ROWS
} ta_topic;

/* The messages that all ranks (processes) have sent in one round. The message
 * of rank r is in the bytes from all[start[r]] to all[start[r + 1] - 1]. The
 * messages are valid until the next round. */
typedef struct ta_gathered {
    const unsigned char *all;
    const size_t *start;
} ta_gathered;

/* Returns options->comm, the communicator that connects the ranks (processes)
 * of a run. If `options` or options->comm is NULL, returns a communicator with
 * one rank only. */
tai_comm *tai_comm_of(const ta_options *options);

/* Sends one message to all ranks (processes), and receives the messages of all
 * ranks into *got. The message consists of a header with `topic` and `hash`,
 * and of the `bytes` bytes at `mine`. `about` names the data that the hash
 * stands for, such as "set of items", for error messages. There must be at
 * least two ranks, and all of them must call the function. Returns TA_OK;
 * TA_EMISMATCH if the ranks have different topics or hashes; the error of a
 * rank that has failed; or the error of a lost connection. */
ta_status tai_comm_gather(tai_comm *comm, ta_topic topic, const char *about,
                          uint64_t hash, const void *mine, size_t bytes,
                          ta_gathered *got, ta_error *error);

/* Returns the address of the message that a rank (process) has sent, after the
 * header of the message. Sets *bytes to the length of the message in bytes,
 * without the header. */
static inline const unsigned char *ta_gathered_of(const ta_gathered *got,
                                                  unsigned rank, size_t *bytes)
{
    enum { HEADER = 16 };
    *bytes = got->start[rank + 1] - got->start[rank] - HEADER;
    return got->all + got->start[rank] + HEADER;
}

/* Returns how many of `count` items this rank (process) has to do. The items
 * are dealt to the ranks in turn: item i belongs to the rank i % ranks. */
static inline size_t tai_comm_items(const tai_comm *comm, size_t count)
{
    return (count + comm->ranks - 1 - comm->rank) / comm->ranks;
}

/* Completes a table on all ranks (processes). The table has `count` rows of
 * `bytes` bytes each. Row i belongs to the rank i % ranks, and this rank has
 * filled in the row before the call. After the call every rank has all rows.
 * `hash` is a hash of the problem that the rows belong to; it must be the same
 * on all ranks. Returns TA_OK, or an error as tai_comm_gather does. */
ta_status tai_comm_rows(tai_comm *comm, uint64_t hash, void *rows, size_t count,
                        size_t bytes, ta_error *error);

/* Ends a library call that all ranks (processes) make together. `status` is the
 * result of the call on this rank. If `status` is an error, sends the error to
 * the other ranks, so that the call fails on all ranks, and ends the
 * communication. Returns `status`. */
ta_status tai_comm_close(const ta_options *options, ta_status status,
                         const ta_error *error);

/* Returns the hash of a sequence of numbers after the number x is appended.
 * `hash` is the hash of the sequence without x. */
static inline uint64_t ta_hash_more(uint64_t hash, uint64_t x)
{
    hash = (hash ^ x) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 32;
}

#endif
