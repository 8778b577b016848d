/* The engine `wheel`, which finds cold positions: its moves, its store of cold
 * numbers and its inner loops. README.md explains the method and draws the
 * layout.
 *
 * A class is a residue class of heaps modulo M, where M is odd. Row j has the M
 * heaps M j, ..., M j + M - 1. The heap n = M j + s is the one of class s in
 * row j. In the bit array of class s, the index of the bit for heap n is called
 * the place of n. The place is j + lift(s), where lift(s) is a number from 0 to
 * 7.
 *
 * A move v leads from a heap n to the heap n - v. To find hot heaps, a bit
 * array is moved up by the place of n minus the place of n - v, and ORed into
 * another bit array. This difference modulo 8 is called the slip of the move.
 * The lifts are chosen so that the slip depends on v only: it is v times the
 * inverse of M, modulo 8. So for each move, one shift by `slip` bits serves for
 * all classes. The rest of the difference is whole bytes.
 *
 *   dense class   The cold numbers of the class are stored as bits.
 *   sparse class  The class has few cold numbers. They are in one sorted list
 *                 with those of all other sparse classes.
 *   empty class   No cold number of the class has been found.
 *   live class    The class may have cold numbers. All options of its heaps are
 *                 looked at.
 *   quiet class   The class probably has no cold numbers. A few moves to stored
 *                 cold numbers show that most of its heaps are hot. The other
 *                 heaps are decided by the definition. */
#ifndef TA_WHEEL_H
#define TA_WHEEL_H

#include <string.h>

#include "base/pool.h"

enum {
    /* A tile is a bit array for some heaps of one residue class. It consists of
     * vectors of WHEEL_VECTOR bytes. */
    WHEEL_VECTOR = 64,
    /* The largest number of vectors in a tile, a bit array for some heaps of
     * one residue class. */
    WHEEL_TILE_MAX = 8,
    /* The number of bits at the beginning of a tile that stand for no heap. A
     * tile is a bit array for some heaps of one residue class. Other bit arrays
     * are moved up by 0 to 7 places before they are ORed into a tile, so the
     * lowest bits of the tile are incomplete. */
    WHEEL_LEAD = 8,
    /* The least number of bits in a tile that stand for no heap. A tile is a
     * bit array for some heaps of one residue class. From 8 to 15 of these
     * bits, depending on the class, precede the bit of the first heap. The
     * others, at least one, follow the bit of the last heap. */
    WHEEL_MARGIN = 16,
    /* The number of possible slips, which are from 0 to 7. The slip of a move
     * is the number of places by which bits are moved before they are ORed for
     * this move. For a move v, it is v times the inverse of M, modulo 8, where
     * M is the modulus of the residue classes. */
    WHEEL_SLIPS = 8
};

/* ------------------------------------------------------------- moves -- */

/* A list of all moves (elements of the set of the game) below some n, in
 * increasing order. */
typedef struct wheel_moves {
    const uint64_t *value;
    size_t count;
} wheel_moves;

/* Returns the number of moves that are less than v. */
static inline size_t tai_wheel_moves_below(const wheel_moves *moves, uint64_t v)
{
    return ta_first_at_least(moves->value, moves->count, v);
}

/* Returns whether value[i + m] and value[i] are equal modulo m for all i. Here
 * value[0], value[1], ... are the moves in increasing order. */
bool tai_wheel_moves_fit(const wheel_moves *moves, uint32_t m);

/* ------------------------------------------------------------- store -- */

/* A growing array of numbers, for example of heaps. */
typedef struct wheel_list {
    uint64_t *at;
    /* The list has `count` numbers. Memory is allocated for `room` numbers. */
    size_t count, room;
} wheel_list;

/* Appends the number x to `list`, which points to a wheel_list. (It is a void
 * pointer since the function is also passed as a wheel_visit callback.) Returns
 * TA_ENOMEM if there is no memory. */
ta_status tai_wheel_list_add(void *list, uint64_t x);
/* Appends all numbers of the list `more` to `list`. Returns TA_ENOMEM if there
 * is no memory. */
ta_status tai_wheel_list_append(wheel_list *list, const wheel_list *more);
/* Finds the zero bits of `tile`, a bit array of `bytes` bytes. For each index i
 * of a zero bit, appends the number first + each * i to the list. Returns
 * TA_ENOMEM if there is no memory. */
ta_status tai_wheel_list_zeros(wheel_list *list, const uint8_t *tile,
                               size_t bytes, uint64_t first, uint64_t each);
void tai_wheel_list_sort(wheel_list *list);
void tai_wheel_list_free(wheel_list *list);

/* If residue class s has no bit array for its cold numbers, wheel_store.kind[s]
 * has one of these values. WHEEL_EMPTY means that no cold number of the class
 * was found. WHEEL_SPARSE means that its cold numbers are in a sorted list. */
#define WHEEL_EMPTY  UINT32_MAX
#define WHEEL_SPARSE (UINT32_MAX - 1)

/* All cold numbers found so far, sorted by residue class modulo m. A dense
 * class, which has many cold numbers, has a bit array. The cold numbers of all
 * other classes are in one list. At the start of a run, all cold numbers are in
 * the list `sparse`, and the other members are zero. */
typedef struct wheel_store {
    uint32_t m; /* the modulus of the residue classes: odd, below 2^24 */
    /* The inverse of m modulo 2^64. A multiple of m is divided by m by
     * multiplying it by `inverse`. */
    uint64_t inverse;
    /* The number of bits in the bit array of one dense class. (The cold numbers
     * of a dense class are stored as bits.) */
    uint64_t places;
    /* If residue class s has a bit array, kind[s] is the index of s in
     * dense_class. Otherwise kind[s] is WHEEL_SPARSE or WHEEL_EMPTY. */
    uint32_t *kind;
    uint32_t *dense_class; /* the classes that have bit arrays, densest first */
    uint32_t dense;        /* the length of dense_class */
    /* Far moves (moves at least as long as a block) are tried in parts, called
     * pages. For each move, stored bits are read. `span` is about the number of
     * bytes that one page reads from one bit array. `group` is about the number
     * of bit arrays that one page reads. */
    uint64_t span;
    uint32_t group;
    /* The number of bytes from the bit array of one residue class in `bits` to
     * the next bit array. */
    size_t stride;
    /* The number of zero bytes in `bits` before each bit array. */
    size_t front;
    uint8_t *bits; /* the bit arrays of the classes in dense_class, in order */
    /* The cold numbers that are not stored in `bits`, in increasing order. */
    wheel_list sparse;
    /* first[k] is the index in `sparse` of the first number that is at least
     * k << shift. Only the entries with k < firsts are set. */
    uint32_t *first;
    uint64_t firsts;
    unsigned shift;
} wheel_store;

/* Makes an empty store for the cold numbers below m * rows, sorted by residue
 * class modulo m. density[s] is the fraction of the numbers of class s that are
 * cold. Class s gets a bit array if density[s] is at least `threshold`. Later,
 * the bits will be read in portions of about `cache` bytes, from the bit arrays
 * of about `group` classes. Returns TA_ENOMEM if there is no memory. */
ta_status tai_wheel_store_init(wheel_store *st, uint32_t m, uint64_t rows,
                               const double *density, double threshold,
                               uint64_t cache, uint32_t group);
void tai_wheel_store_free(wheel_store *st);
/* Sets the bit of the cold number n and returns true if the residue class of n
 * has a bit array. Otherwise returns false. */
bool tai_wheel_store_set(wheel_store *st, uint64_t n);
/* Stores the cold number n at the end of the list st->sparse. The residue class
 * of n must have no bit array. All numbers in the list must be less than n.
 * Returns TA_ENOMEM if there is no memory. */
ta_status tai_wheel_store_append(wheel_store *st, uint64_t n);
/* Returns whether n, a number of class s, is stored as a cold number. */
bool tai_wheel_store_has(const wheel_store *st, uint64_t n, uint32_t s);
/* A function that tai_wheel_store_each calls for each cold number n of a store.
 */
typedef ta_status wheel_visit(void *state, uint64_t n);
/* Calls visit(state, n) for all cold numbers n of the store, in no particular
 * order, until a call fails. Returns the status of the last call. */
ta_status tai_wheel_store_each(const wheel_store *st, wheel_visit *visit,
                               void *state);

/* Returns the lift of residue class s, a number from 0 to 7. In the bit array
 * of the class, the bit of heap m * j + s has the index j + lift, where m is
 * st->m. */
static inline unsigned wheel_lift(const wheel_store *st, uint32_t s)
{
    return (unsigned)(s * st->inverse & 7);
}

/* Returns the place of the number n: the index of its bit in the bit array of
 * its residue class s. */
static inline uint64_t wheel_place(const wheel_store *st, uint64_t n,
                                   uint32_t s)
{
    return (n - s) * st->inverse + wheel_lift(st, s);
}

/* Returns the shift of a move v, which leads from a heap n of class `target` to
 * the heap n - v of class `source`. The place of a heap is the index of its bit
 * in the bit array of its class. The shift is the place of n minus the place of
 * n - v. The low three bits of the shift depend on v only. They are called the
 * slip of the move. */
static inline int64_t wheel_shift(const wheel_store *st, uint64_t v,
                                  uint32_t source, uint32_t target)
{
    return (int64_t)((v + source - target) * st->inverse) +
           (int64_t)wheel_lift(st, target) - (int64_t)wheel_lift(st, source);
}

/* Returns a base address for reading the bits of heaps from row `row` on. It
 * serves for the bit arrays of all classes: base + wheel_offset(st, id) is an
 * address in the array of class st->dense_class[id]. This address is one byte
 * before the byte with bit number `row` of the array. (One byte before, since
 * the first WHEEL_LEAD bits of a tile stand for no heap.) `row` must be a
 * multiple of 8. */
static inline const uint8_t *wheel_origin(const wheel_store *st, uint64_t row)
{
    return st->bits + row / 8 - 1;
}

/* Returns the index in st->bits of the first byte of one bit array: the array
 * of residue class st->dense_class[id]. */
static inline uint64_t wheel_offset(const wheel_store *st, uint32_t id)
{
    return id * (uint64_t)st->stride + st->front;
}

/* Sets to 1 all bits of a tile that stand for no heap. (A bit that is 0 would
 * stand for an undecided heap.) The tile is a bit array of `bytes` bytes. It
 * has one bit for each of `rows` heaps of residue class s. The bit of the first
 * of them has the index WHEEL_LEAD + wheel_lift(st, s). */
static inline void wheel_tile_close(const wheel_store *st, uint8_t *tile,
                                    size_t bytes, uint32_t s, uint64_t rows)
{
    const uint64_t first = WHEEL_LEAD + wheel_lift(st, s), last = first + rows;
    memset(tile, 0xff, first / 8);
    tile[first / 8] |= (uint8_t)((1u << first % 8) - 1);
    tile[last / 8] |= (uint8_t)(0xffu << last % 8 & 0xffu);
    memset(tile + last / 8 + 1, 0xff, bytes - (size_t)(last / 8) - 1);
}

/* ------------------------------------------------------------- learn -- */

/* Returns whether tai_wheel_learn can find a modulus for these moves. A number
 * m can be a modulus only if the moves of index i and i + m are congruent
 * modulo m for all i (tai_wheel_moves_fit). This is tested for some small
 * primes and their squares. Returns true if one of them passes. */
bool tai_wheel_can_learn(const wheel_moves *moves);
/* Returns the best modulus for a sample of cold numbers: a modulus with nearly
 * all cold numbers in few of its residue classes. The modulus is at most
 * `most`. Returns 1 if no modulus is good enough, or if more than the fraction
 * `share` of its classes is needed to hold 99 % of the sample. Sets *status to
 * TA_ENOMEM if there is no memory, else to TA_OK. */
uint32_t tai_wheel_learn(const wheel_moves *moves, const wheel_list *sample,
                         uint32_t most, double share, tai_pool *pool,
                         ta_status *status);

/* ------------------------------------------------------------ kernel -- */

/* The functions of wheel-kernel.c, compiled for one instruction set. */
typedef struct tai_wheel_kernel {
    /* ORs many bit arrays, the sources, into the bit array `tile`. The tile and
     * each source have a length of `vectors` vectors, at most WHEEL_TILE_MAX. A
     * vector has WHEEL_VECTOR bytes. There are `slips` lists of sources. List r
     * has the sources at the addresses origin + offset[k] for start[r] <= k <
     * start[r + 1]. The bits of these sources are moved up by slip[r] places
     * before they are ORed. */
    void (*page)(uint8_t *tile, unsigned vectors, const uint8_t *origin,
                 const uint32_t *offset, const uint32_t *start,
                 const unsigned *slip, unsigned slips);
    /* Returns the number of zero bits in a tile, which is a bit array of
     * `vectors` vectors of WHEEL_VECTOR bytes. */
    unsigned (*zeros)(const uint8_t *tile, unsigned vectors);
} tai_wheel_kernel;
TA_KERNEL(tai_wheel_kernel);

#endif
