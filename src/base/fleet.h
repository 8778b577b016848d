/* Messages between ranks. Every message begins with its topic and a hash of
 * what its rank has found so far; so all ranks notice in the same round that
 * one does something else, or has found something else. The thread that has
 * called the library calls these functions. */
#ifndef TA_FLEET_H
#define TA_FLEET_H

#include "base/base.h"

typedef enum ta_topic {
    TA_TOPIC_LEAVE = 0x7a6b0001, /* other memory seldom begins so */
    TA_TOPIC_RUN,
    TA_TOPIC_MODULUS,
    TA_TOPIC_BLOCK,
    TA_TOPIC_ROWS
} ta_topic;

/* The messages of all ranks, rank r's from start[r] to start[r + 1]; valid
 * until the next round. */
typedef struct ta_gathered {
    const unsigned char *all;
    const size_t *start;
} ta_gathered;

/* Returns options->fleet, or one without other ranks; options may be NULL. */
ta_fleet *ta_fleet_of(const ta_options *options);

/* Sends `bytes` bytes at `mine` to all ranks, of which there are two or more,
 * and receives theirs. Fails on all ranks or on none: with the status of a rank
 * that has left; with TA_EMISMATCH if topics or hashes differ. `about` names in
 * the sentence what is hashed. */
ta_status ta_fleet_gather(ta_fleet *fleet, ta_topic topic, const char *about,
                          uint64_t hash, const void *mine, size_t bytes,
                          ta_gathered *got, ta_error *error);

/* Returns the bytes that a rank has sent, and their number. */
static inline const unsigned char *ta_gathered_of(const ta_gathered *got,
                                                  unsigned rank, size_t *bytes)
{
    enum { HEADER = 16 };
    *bytes = got->start[rank + 1] - got->start[rank] - HEADER;
    return got->all + got->start[rank] + HEADER;
}

/* Returns how many of `count` items the rank has: item i is of rank i % ranks.
 */
static inline size_t ta_fleet_items(const ta_fleet *fleet, size_t count)
{
    return (count + fleet->ranks - 1 - fleet->rank) / fleet->ranks;
}

/* Copies rows between ranks: each rank has filled rows[i], of `bytes` each, for
 * its own items i, and then has all. The hash is of the items. */
ta_status ta_fleet_rows(ta_fleet *fleet, uint64_t hash, void *rows,
                        size_t count, size_t bytes, ta_error *error);

/* Ends a call of all ranks: if it has failed on this rank, it fails on all.
 * Returns status. */
ta_status ta_fleet_close(const ta_options *options, ta_status status,
                         const ta_error *error);

/* Returns the hash of one number more. */
static inline uint64_t ta_hash_more(uint64_t hash, uint64_t x)
{
    hash = (hash ^ x) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 32;
}

#endif
