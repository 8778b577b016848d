/* What ranks tell each other. Every message begins with what it is about and a
 * hash of what its rank has found so far; so a rank that does something else,
 * or has found something else, is seen by all in the same round. */
#ifndef TA_FLEET_H
#define TA_FLEET_H

#include "base/base.h"

typedef enum ta_topic {
    TA_TOPIC_LEAVE = 0x7a6b0001, /* no number that chance brings */
    TA_TOPIC_RUN,
    TA_TOPIC_MODULUS,
    TA_TOPIC_BLOCK,
    TA_TOPIC_ROWS
} ta_topic;

/* Of all ranks; valid until the next round. */
typedef struct ta_gathered {
    const unsigned char *all;
    const size_t *start;
} ta_gathered;

/* options->fleet, or one that has no other rank; options may be NULL. */
ta_fleet *ta_fleet_of(const ta_options *options);

/* One round, of two ranks or more. Fails on all or none: with what a rank has
 * left with; TA_EMISMATCH if topics or hashes differ, where `about` names in
 * the sentence what is hashed. */
ta_status ta_fleet_gather(ta_fleet *fleet, ta_topic topic, const char *about,
                          uint64_t hash, const void *mine, size_t bytes,
                          ta_gathered *got, ta_error *error);

/* A rank's message, without what the round is about. */
static inline const unsigned char *ta_gathered_of(const ta_gathered *got,
                                                  unsigned rank, size_t *bytes)
{
    enum { HEADER = 16 };
    *bytes = got->start[rank + 1] - got->start[rank] - HEADER;
    return got->all + got->start[rank] + HEADER;
}

/* Items are dealt by index: i is of rank i % ranks. How many one has: */
static inline size_t ta_fleet_items(const ta_fleet *fleet, size_t count)
{
    return (count + fleet->ranks - 1 - fleet->rank) / fleet->ranks;
}

/* Each rank has filled rows[i], of `bytes` each, for its own items i; now all
 * have all. The hash is of the items. */
ta_status ta_fleet_rows(ta_fleet *fleet, uint64_t hash, void *rows,
                        size_t count, size_t bytes, ta_error *error);

/* Around a call: what has failed on this rank fails on all. */
ta_status ta_fleet_close(const ta_options *options, ta_status status,
                         const ta_error *error);

/* A hash with one more number. */
static inline uint64_t ta_hash_more(uint64_t hash, uint64_t x)
{
    hash = (hash ^ x) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 32;
}

#endif
