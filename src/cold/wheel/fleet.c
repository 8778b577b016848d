/* A block of several ranks. Each finds, of the live and the quiet classes that
 * were dealt to it, the heaps that no move from before the block settles, and
 * hands them to all in one message; then all finish the block alike. All have
 * all cold numbers.
 *
 * A message is a count of doubtful heaps, their differences, and the
 * differences of the open heaps' numbers; heap (live index, row) has the number
 * live * rows + row. Numbers are written seven bits a byte, the lowest first;
 * all but the last byte of one have their top bit set. */
#include <string.h>

#include "cold/wheel/block.h"

uint64_t wheel_tables_hash(const wheel_plan *p)
{
    uint64_t hash = p->store->mod.m;
    if (p->fleet->ranks == 1)
        return hash;
    hash = ta_hash_more(hash, p->rows);
    hash = ta_hash_more(hash, p->far_from);
    for (uint32_t l = 0; l < p->lives; l++)
        hash = ta_hash_more(hash, p->live_class[l]);
    for (uint32_t id = 0; id < p->store->dense; id++)
        hash = ta_hash_more(hash, p->store->dense_class[id]);
    return hash;
}

uint64_t wheel_list_hash(uint64_t hash, const wheel_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        hash = ta_hash_more(hash, list->at[i]);
    return hash;
}

/* ---- messages ---- */

typedef struct writer {
    uint8_t *at;
    size_t count, room;
} writer;

enum { MOST_BYTES = 10 }; /* of a number */

static bool make_room(writer *w, size_t more)
{
    return ta_grow(&w->at, &w->room, w->count, w->count + more, 1);
}

static void put(writer *w, uint64_t x)
{
    for (; x >= 128; x >>= 7)
        w->at[w->count++] = (uint8_t)(x | 128);
    w->at[w->count++] = (uint8_t)x;
}

/* False at the end of the message, or if it is damaged. */
static bool get(const unsigned char **at, const unsigned char *end, uint64_t *x)
{
    *x = 0;
    for (unsigned shift = 0; *at < end && shift < 64; shift += 7) {
        const unsigned char byte = *(*at)++;
        *x |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
            return true;
    }
    return false;
}

/* ---- what this rank has left open ---- */

/* The bit of a live class's first row in its hits. */
static size_t first_bit(const wheel_block *b, uint32_t live)
{
    return WHEEL_LEAD + b->plan->store->mod.lift[b->plan->live_class[live]];
}

static void put_class(const wheel_block *b, writer *w, uint32_t live,
                      uint64_t *next)
{
    const uint8_t *hits = b->hit + live * b->plan->hit_bytes;
    const size_t first = first_bit(b, live), end = first + (size_t)b->rows;
    for (size_t i = first / 64; i * 64 < end; i++) {
        uint64_t word;
        memcpy(&word, hits + 8 * i, sizeof word);
        for (word = ~word; word != 0; word &= word - 1) {
            const size_t bit = 64 * i + ta_ctz(word);
            if (bit < first || bit >= end)
                continue;
            const uint64_t number = live * b->rows + (bit - first);
            put(w, number - *next);
            *next = number + 1;
        }
    }
}

static bool write_message(const wheel_block *b, writer *w)
{
    const wheel_plan *p = b->plan;
    uint64_t next = 0;
    if (!make_room(w, (b->doubtful.count + 1) * MOST_BYTES))
        return false;
    put(w, b->doubtful.count);
    for (size_t i = 0; i < b->doubtful.count; i++) {
        put(w, b->doubtful.at[i] - next);
        next = b->doubtful.at[i];
    }
    next = 0;
    for (uint32_t l = p->own_from; l < p->own_to; l++) {
        /* A difference takes a byte, and one more for each 127 rows. */
        if (!make_room(w, 2 * (size_t)b->rows + MOST_BYTES))
            return false;
        put_class(b, w, l, &next);
    }
    return true;
}

/* ---- what the others have ---- */

/* All rows of the block are hit. */
static void close_class(wheel_block *b, uint32_t live)
{
    uint8_t *hits = b->hit + live * b->plan->hit_bytes;
    size_t bit = first_bit(b, live);
    const size_t end = bit + (size_t)b->rows;
    for (; bit < end && bit % 8 != 0; bit++)
        hits[bit / 8] = (uint8_t)(hits[bit / 8] | 1u << bit % 8);
    memset(hits + bit / 8, 0xff, (end - bit) / 8);
    for (bit = end - (end - bit) % 8; bit < end; bit++)
        hits[bit / 8] = (uint8_t)(hits[bit / 8] | 1u << bit % 8);
}

static bool read_doubtful(wheel_block *b, const unsigned char **at,
                          const unsigned char *end, ta_status *status)
{
    uint64_t count, x, heap = 0;
    if (!get(at, end, &count))
        return false;
    for (; count > 0 && get(at, end, &x); count--) {
        heap += x;
        if (wheel_list_add(&b->doubtful, heap) != TA_OK)
            *status = TA_ENOMEM;
    }
    return count == 0;
}

/* The message of the rank whose live classes are [from, to). */
static bool read_message(wheel_block *b, const unsigned char *at, size_t bytes,
                         uint32_t from, uint32_t to, ta_status *status)
{
    const unsigned char *end = at + bytes;
    uint64_t x, number = 0;
    if (!read_doubtful(b, &at, end, status))
        return false;
    for (uint32_t l = from; l < to; l++)
        close_class(b, l);
    for (; at < end && get(&at, end, &x); number++) {
        number += x;
        const uint64_t live = number / b->rows;
        if (live < from || live >= to)
            return false;
        const size_t bit = first_bit(b, (uint32_t)live) + number % b->rows;
        uint8_t *hits = b->hit + live * b->plan->hit_bytes;
        hits[bit / 8] = (uint8_t)(hits[bit / 8] & ~(1u << bit % 8));
    }
    return at == end;
}

ta_status wheel_exchange(wheel_block *b)
{
    const wheel_plan *p = b->plan;
    ta_fleet *fleet = ta_fleet_of(b->ta->options);
    ta_gathered got;
    writer w = {NULL, 0, 0};
    if (fleet->ranks == 1)
        return TA_OK;
    ta_status status = TA_ENOMEM;
    if (write_message(b, &w))
        status =
            ta_fleet_gather(fleet, TA_TOPIC_BLOCK, "hash of the block before",
                            b->hash, w.at, w.count, &got, b->ta->error);
    ta_free(w.at);
    for (unsigned r = 0; r < fleet->ranks && status == TA_OK; r++) {
        size_t bytes;
        const unsigned char *message = ta_gathered_of(&got, r, &bytes);
        if (r != fleet->rank &&
            !read_message(b, message, bytes, wheel_dealt(p, p->lives, r),
                          wheel_dealt(p, p->lives, r + 1), &status))
            status = ta_fail(b->ta->error, TA_EMISMATCH,
                             "the message of rank %u is damaged", r);
    }
    wheel_list_sort(&b->doubtful);
    return status;
}
