/* Messages between ranks, in rounds. A message has a topic and a hash of
 * results, so that all notice in the same round if one does something else.
 * Only the thread that called the library may call these. */
#ifndef TA_COMMUNICATOR_H
#define TA_COMMUNICATOR_H

#include "base/base-internal.h"
#include "base/ranks.h"

typedef enum tai_topic {
    /* so that damage is unlikely to look like a topic */
    TA_TOPIC_LEAVE = 0x7a6b0001,
    TA_TOPIC_RUN,
    TA_TOPIC_MODULUS,
    TA_TOPIC_BLOCK,
    TA_TOPIC_ROWS
} tai_topic;

/* The message of rank r is all[start[r]] to all[start[r + 1] - 1], until the
 * next round. */
typedef struct tai_gathered {
    const unsigned char *all;
    const size_t *start;
} tai_gathered;

/* Returns options->comm, or a communicator of one rank. */
tai_comm *tai_comm_of(const ta_options *options);

/* A round of at least two ranks. `about` names what the hash stands for, such
 * as "set of items". Returns TA_OK; TA_EMISMATCH if topics or hashes differ;
 * the error of a failed rank, or of a lost connection. */
ta_status tai_comm_gather(tai_comm *comm, tai_topic topic, const char *about,
                          uint64_t hash, const void *mine, size_t bytes,
                          tai_gathered *got, ta_error *error);

/* Returns the message of a rank behind its header. */
static inline const unsigned char *tai_gathered_of(const tai_gathered *got,
                                                   unsigned rank, size_t *bytes)
{
    enum { HEADER = 16 };
    *bytes = got->start[rank + 1] - got->start[rank] - HEADER;
    return got->all + got->start[rank] + HEADER;
}

/* Returns how many items this rank does: item i belongs to rank i % ranks. */
static inline size_t tai_comm_items(const tai_comm *comm, size_t count)
{
    return (count + comm->ranks - 1 - comm->rank) / comm->ranks;
}

/* Completes a table on all ranks: row i was filled in by rank i % ranks, `hash`
 * is of the problem. Returns as tai_comm_gather. */
ta_status tai_comm_rows(tai_comm *comm, uint64_t hash, void *rows, size_t count,
                        size_t bytes, ta_error *error);

/* Ends a call that all ranks make: an error goes to the others, whose calls
 * fail, too, and ends the communication. Returns `status`. */
ta_status tai_comm_close(const ta_options *options, ta_status status,
                         const ta_error *error);

/* Returns the hash of a sequence with x appended. */
static inline uint64_t tai_hash_more(uint64_t hash, uint64_t x)
{
    hash = (hash ^ x) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 32;
}

#endif
