/* The engine `wheel`: moves, store, inner loops. README.md explains and proves
 * the method, and defines the words (live, quiet, dense, open, waiting, far,
 * near, block, step); here for reference:
 *
 *   row     row j has the heaps Mj, ..., Mj + M - 1, M the modulus
 *   place   of heap Mj + s: the index of its bit, j + lift(s)
 *   shift   of a move from n to n - v: place of n minus place of n - v
 *   slip    shift modulo 8
 *   tile    the bits of the heaps of one class in a block
 *   page    the sources of a group of classes for one window, a range of moves
 *   phase   what is decided with one modulus, in blocks, in steps
 *   push    marks c + v as hot, c a cold number that is not stored as a bit
 */
#ifndef TA_WHEEL_H
#define TA_WHEEL_H

#include <string.h>

#include "base/pool.h"

enum {
    WHEEL_VECTOR = 64,  /* bytes; a tile consists of vectors */
    WHEEL_TILE_MAX = 8, /* vectors in a tile at most */
    /* Bits before those of the first heap: by slips the lowest bits of an OR
     * are incomplete. */
    WHEEL_LEAD = 8,
    /* Bits of a tile for no heap, at least: 8 to 15 by the class before the
     * first heap, and one or more after the last. */
    WHEEL_MARGIN = 16,
    WHEEL_SLIPS = 8
};

/* ------------------------------------------------------------- moves -- */

/* All moves below some n, increasing. */
typedef struct wheel_moves {
    const uint64_t *value;
    size_t count;
} wheel_moves;

static inline size_t tai_wheel_moves_below(const wheel_moves *moves, uint64_t v)
{
    return tai_first_at_least(moves->value, moves->count, v);
}

/* Returns whether value[i + m] and value[i] are congruent mod m for all i. */
bool tai_wheel_moves_fit(const wheel_moves *moves, uint32_t m);

/* ------------------------------------------------------------- store -- */

typedef struct wheel_list {
    uint64_t *at;
    size_t count, room;
} wheel_list;

/* A wheel_visit, too. */
ta_status tai_wheel_list_add(void *list, uint64_t x);
ta_status tai_wheel_list_append(wheel_list *list, const wheel_list *more);
/* Appends first + each * i for every zero bit i of a tile of `bytes` bytes. */
ta_status tai_wheel_list_zeros(wheel_list *list, const uint8_t *tile,
                               size_t bytes, uint64_t first, uint64_t each);
void tai_wheel_list_sort(wheel_list *list);
void tai_wheel_list_free(wheel_list *list);

/* Values of wheel_store.kind for classes without bits. */
#define WHEEL_EMPTY  UINT32_MAX
#define WHEEL_SPARSE (UINT32_MAX - 1)

/* All cold numbers so far; at the start all in `sparse`, the rest zero. */
typedef struct wheel_store {
    uint32_t m;       /* the modulus, odd, below 2^24 */
    uint64_t inverse; /* of m modulo 2^64: divides multiples of m */
    uint64_t places;  /* bits of a dense class */
    uint32_t *kind;   /* index in dense_class, or WHEEL_SPARSE, WHEEL_EMPTY */
    uint32_t *dense_class; /* densest first */
    uint32_t dense;
    uint64_t span;     /* bytes that a page reads of one class, about */
    uint32_t group;    /* classes of a page, about */
    size_t stride;     /* bytes from one class to the next */
    size_t front;      /* zero bytes before each class */
    uint8_t *bits;     /* of the dense classes */
    wheel_list sparse; /* all others, increasing */
    /* index[k]: where numbers >= k << index_shift begin in `sparse` */
    uint32_t *index;
    uint64_t indexed;
    unsigned index_shift;
} wheel_store;

/* Makes an empty store for numbers below m * rows. Class s is dense if the
 * fraction density[s] of its heaps, at least `threshold`, is cold. A page reads
 * about `cache` bytes of about `group` classes. */
ta_status tai_wheel_store_init(wheel_store *st, uint32_t m, uint64_t rows,
                               const double *density, double threshold,
                               uint64_t cache, uint32_t group);
void tai_wheel_store_free(wheel_store *st);
/* Stores n and returns true if the class of n is dense. */
bool tai_wheel_store_set(wheel_store *st, uint64_t n);
/* Appends n, greater than all there and of no dense class, to st->sparse. */
ta_status tai_wheel_store_append(wheel_store *st, uint64_t n);
bool tai_wheel_store_has(const wheel_store *st, uint64_t n, uint32_t s);
/* Returns whether class s is dense. */
static inline bool wheel_has_bits(const wheel_store *st, uint32_t s)
{
    return st->kind[s] < st->dense; /* WHEEL_SPARSE, WHEEL_EMPTY are larger */
}
typedef ta_status wheel_visit(void *state, uint64_t n);
/* Visits all numbers, in no order, until a call fails. */
ta_status tai_wheel_store_each(const wheel_store *st, wheel_visit *visit,
                               void *state);

static inline unsigned wheel_lift(const wheel_store *st, uint32_t s)
{
    return (unsigned)(s * st->inverse & 7);
}

/* Returns the place of n, which is of class s. */
static inline uint64_t wheel_place(const wheel_store *st, uint64_t n,
                                   uint32_t s)
{
    return (n - s) * st->inverse + wheel_lift(st, s);
}

/* Returns the shift of the move v from class `target` to class `source`. */
static inline int64_t wheel_shift(const wheel_store *st, uint64_t v,
                                  uint32_t source, uint32_t target)
{
    return (int64_t)((v + source - target) * st->inverse) +
           (int64_t)wheel_lift(st, target) - (int64_t)wheel_lift(st, source);
}

/* Returns the address which, with wheel_offset added, is that of the byte
 * before row `row`, a multiple of 8: WHEEL_LEAD bits precede the first heap. */
static inline const uint8_t *wheel_origin(const wheel_store *st, uint64_t row)
{
    return st->bits + row / 8 - 1;
}

/* Returns the index in st->bits of the bits of dense_class[id]. */
static inline uint64_t wheel_offset(const wheel_store *st, uint32_t id)
{
    return id * (uint64_t)st->stride + st->front;
}

/* Sets those bits of a tile that stand for no heap, since zeros would look like
 * open heaps. The tile has `rows` heaps of class s. */
static inline void wheel_tile_close(const wheel_store *st, uint8_t *tile,
                                    size_t bytes, uint32_t s, uint64_t rows)
{
    const uint64_t first = WHEEL_LEAD + wheel_lift(st, s), end = first + rows;
    memset(tile, 0xff, first / 8);
    tile[first / 8] |= (uint8_t)((1u << first % 8) - 1);
    tile[end / 8] |= (uint8_t)(0xffu << end % 8 & 0xffu);
    memset(tile + end / 8 + 1, 0xff, bytes - (size_t)(end / 8) - 1);
}

/* ------------------------------------------------------------- learn -- */

/* Returns whether some small prime or its square fits the moves. */
bool tai_wheel_can_learn(const wheel_moves *moves);
/* Returns the modulus, at most `most`, by which nearly all numbers of the
 * sample are in the fewest classes; 1 if more than the fraction `share` of the
 * classes is needed for 99 % of the sample. Sets *status to TA_OK or TA_ENOMEM.
 */
uint32_t tai_wheel_learn(const wheel_moves *moves, const wheel_list *sample,
                         uint32_t most, double share, tai_pool *pool,
                         ta_status *status);

/* ------------------------------------------------------------ kernel -- */

/* wheel-kernel.c, once for each instruction set. */
typedef struct tai_wheel_kernel {
    /* ORs sources into a tile of `vectors` vectors. The sources of slip[r] are
     * at origin + offset[k], start[r] <= k < start[r + 1]. */
    void (*page)(uint8_t *tile, unsigned vectors, const uint8_t *origin,
                 const uint32_t *offset, const uint32_t *start,
                 const unsigned *slip, unsigned slips);
    unsigned (*zeros)(const uint8_t *tile, unsigned vectors);
} tai_wheel_kernel;
TA_KERNEL(tai_wheel_kernel);

#endif
