/* Messages between ranks. In a round each rank sends one message and receives
 * those of all ranks. Every message begins with a topic and a hash of the
 * results of its rank so far. Thus all ranks notice in the same round if a rank
 * does something else or has other results. Only the thread that has called the
 * library may call these functions. */
#ifndef TA_COMMUNICATOR_H
#define TA_COMMUNICATOR_H

#include "base/base-internal.h"

typedef enum ta_topic {
    /* a number that is unlikely to occur by chance */
    TA_TOPIC_LEAVE = 0x7a6b0001,
    TA_TOPIC_RUN,
    TA_TOPIC_MODULUS,
    TA_TOPIC_BLOCK,
    TA_TOPIC_ROWS
} ta_topic;

/* The messages of all ranks, valid until the next round. That of rank r is in
 * the bytes [start[r], start[r + 1]). */
typedef struct ta_gathered {
    const unsigned char *all;
    const size_t *start;
} ta_gathered;

/* Returns the communicator of the options; one with a single rank if the
 * options or their communicator are NULL. */
tai_comm *tai_comm_of(const ta_options *options);

/* Sends `bytes` bytes at `mine` to all ranks and receives theirs. There must be
 * two ranks or more. Fails on all ranks or on none: with the status of a rank
 * that has left, or with TA_EMISMATCH if topics or hashes differ. `about` names
 * the hashed results in the sentence. */
ta_status tai_comm_gather(tai_comm *comm, ta_topic topic, const char *about,
                          uint64_t hash, const void *mine, size_t bytes,
                          ta_gathered *got, ta_error *error);

/* Returns the message that a rank has sent, without its header. Sets *bytes to
 * the length of the message. */
static inline const unsigned char *ta_gathered_of(const ta_gathered *got,
                                                  unsigned rank, size_t *bytes)
{
    enum { HEADER = 16 };
    *bytes = got->start[rank + 1] - got->start[rank] - HEADER;
    return got->all + got->start[rank] + HEADER;
}

/* Returns the number of items of the rank, of `count` items in all: item i
 * belongs to rank i % ranks. */
static inline size_t tai_comm_items(const tai_comm *comm, size_t count)
{
    return (count + comm->ranks - 1 - comm->rank) / comm->ranks;
}

/* Copies a table of `count` rows of `bytes` bytes between ranks. Before the
 * call, each rank has filled in the rows of its own items (tai_comm_items).
 * Afterwards each rank has all rows. `hash` is a hash of the items. Returns
 * TA_ENOMEM, or an error as tai_comm_gather does. */
ta_status tai_comm_rows(tai_comm *comm, uint64_t hash, void *rows, size_t count,
                        size_t bytes, ta_error *error);

/* Ends a call that all ranks make. If the call has failed on this rank, ends
 * the communication, so that the call fails on all ranks. Returns status. */
ta_status tai_comm_close(const ta_options *options, ta_status status,
                         const ta_error *error);

/* Returns the hash of a sequence that ends with x. `hash` is the hash of the
 * sequence without x. */
static inline uint64_t ta_hash_more(uint64_t hash, uint64_t x)
{
    hash = (hash ^ x) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 32;
}

#endif
