/* The engine `wheel`: moves, the store of cold numbers, the kernel. README.md
 * explains the method and draws the layout.
 *
 * A class is a residue class of heaps modulo M. The heap n = M j + s is row j
 * of class s. Its bit stands at place j + lift(s) in the bit array of the
 * class, where lift(s) in 0..7 makes n - M * place a multiple of 8. Then a move
 * v shifts places by v / M modulo 8 between any two classes; this number is the
 * slip of the move. A cold heap n - v is a source: it makes heap n hot.
 *
 *   dense class   its cold numbers are stored as bits
 *   sparse class  its cold numbers are few, and stored in one sorted list
 *   empty class   no cold number of the class has been found
 *   live class    the class may have cold numbers: all options of its heaps are
 *                 looked at
 *   quiet class   cold numbers are unlikely in it: a few sources show most of
 *                 its heaps to be hot, the rest is decided by the definition */
#ifndef TA_WHEEL_H
#define TA_WHEEL_H

#include <string.h>

#include "base/pool.h"

enum {
    WHEEL_VECTOR = 64,  /* bytes of a vector; a tile is some vectors */
    WHEEL_TILE_MAX = 8, /* vectors of a tile at most, to stay in registers */
    WHEEL_LEAD = 8,     /* bits of a tile before its first place, for slips */
    WHEEL_MARGIN = 16,  /* bits of a tile that slip and lift use up */
    WHEEL_SLIPS = 8     /* a slip is below this */
};

/* ------------------------------------------------------------- moves -- */

/* A list of all moves below some n, in increasing order. */
typedef struct wheel_moves {
    const uint64_t *value;
    size_t count;
} wheel_moves;

/* Returns the number of moves below v. */
static inline size_t tai_wheel_moves_below(const wheel_moves *moves, uint64_t v)
{
    return ta_first_at_least(moves->value, moves->count, v);
}

/* Returns whether the moves modulo m are periodic with period m: whether
 * value[i + m] = value[i] mod m for all i. */
bool tai_wheel_moves_fit(const wheel_moves *moves, uint32_t m);

/* ------------------------------------------------------------- store -- */

/* A list of heaps, or of other numbers, that grows. */
typedef struct wheel_list {
    uint64_t *at;
    size_t count, room; /* numbers in the list; numbers that fit in */
} wheel_list;

/* Appends the number x to a wheel_list. The function is a wheel_visit, too.
 * Returns TA_ENOMEM if there is no memory. */
ta_status tai_wheel_list_add(void *list, uint64_t x);
/* Appends the numbers of the list `more`. Returns TA_ENOMEM. */
ta_status tai_wheel_list_append(wheel_list *list, const wheel_list *more);
/* Appends the number first + each * i for each zero bit i of a tile of `bytes`
 * bytes. Returns TA_ENOMEM. */
ta_status tai_wheel_list_zeros(wheel_list *list, const uint8_t *tile,
                               size_t bytes, uint64_t first, uint64_t each);
void tai_wheel_list_sort(wheel_list *list);
void tai_wheel_list_free(wheel_list *list);

/* Values of wheel_store.kind for a class that is not dense. */
#define WHEEL_EMPTY  UINT32_MAX
#define WHEEL_SPARSE (UINT32_MAX - 1)

/* The store of all cold numbers found so far, by residue class modulo m. At the
 * start of a run all of them are in the list `sparse`, and the other members
 * are zero. */
typedef struct wheel_store {
    uint32_t m;       /* the modulus: odd, below 2^24 */
    uint64_t inverse; /* 1/m mod 2^64: divides multiples of m */
    uint64_t places;  /* a class has bits for the places below this */
    uint32_t *kind;   /* by class: dense index, WHEEL_SPARSE or WHEEL_EMPTY */
    uint32_t *dense_class; /* the dense classes, by falling density */
    uint32_t dense;        /* the number of dense classes */
    uint64_t span;         /* bytes of a class that a far page reads */
    uint32_t group;        /* dense classes that a far page reads */
    size_t stride;         /* bytes from a dense class to the next */
    size_t front;          /* zero bytes before the bits of a dense class */
    uint8_t *bits;         /* the bits of all dense classes */
    wheel_list sparse;     /* the cold numbers of other classes, sorted */
    uint32_t *first;       /* first[k]: index in `sparse` of the first number
                              that is at least k << shift */
    uint64_t firsts;       /* entries of `first` that are set */
    unsigned shift;
} wheel_store;

/* Makes an empty store modulo m, for `rows` rows of each class. Class s is
 * dense if density[s], the cold numbers a row, is at least `threshold`. A far
 * page reads about `cache` bytes of about `group` classes. Returns TA_ENOMEM.
 */
ta_status tai_wheel_store_init(wheel_store *st, uint32_t m, uint64_t rows,
                               const double *density, double threshold,
                               uint64_t cache, uint32_t group, tai_pool *pool);
void tai_wheel_store_free(wheel_store *st);
/* Stores the cold number n if its class is dense. Returns whether it is. */
bool tai_wheel_store_set(wheel_store *st, uint64_t n);
/* Stores the cold number n, whose class is not dense, at the end of the list
 * `sparse`. All numbers in that list must be below n. Returns TA_ENOMEM. */
ta_status tai_wheel_store_append(wheel_store *st, uint64_t n);
/* Returns whether n, a number of class s, is stored as a cold number. */
bool tai_wheel_store_has(const wheel_store *st, uint64_t n, uint32_t s);
/* Calls visit(state, n) for all cold numbers n of the store, in no particular
 * order, until a call fails. Returns the status of the last call. */
typedef ta_status wheel_visit(void *state, uint64_t n);
ta_status tai_wheel_store_each(const wheel_store *st, wheel_visit *visit,
                               void *state);

/* Returns the lift of class s: row j of the class stands at place j + lift. */
static inline unsigned wheel_lift(const wheel_store *st, uint32_t s)
{
    return (unsigned)(s * st->inverse & 7);
}

/* Returns the place of the number n of class s in the bits of its class. */
static inline uint64_t wheel_place(const wheel_store *st, uint64_t n,
                                   uint32_t s)
{
    return (n - s) * st->inverse + wheel_lift(st, s);
}

/* Returns the shift of a move v from a heap of class `target` to an option of
 * class `source`: the place of the heap minus the place of the option. The low
 * three bits of the shift are the slip of the move. */
static inline int64_t wheel_shift(const wheel_store *st, uint64_t v,
                                  uint32_t source, uint32_t target)
{
    return (int64_t)((v + source - target) * st->inverse) +
           (int64_t)wheel_lift(st, target) - (int64_t)wheel_lift(st, source);
}

/* Returns the address to which the entries of lists are relative: where a tile
 * would begin in a class at offset 0. The second byte of the tile begins with
 * row `row`, a multiple of 8. */
static inline const uint8_t *wheel_origin(const wheel_store *st, uint64_t row)
{
    return st->bits + row / 8 - 1;
}

/* Returns the offset in `bits` of the first byte of a dense class. */
static inline uint64_t wheel_offset(const wheel_store *st, uint32_t id)
{
    return id * (uint64_t)st->stride + st->front;
}

/* Sets those bits of a tile of class s that stand for no row of the block, so
 * that they never count as open. The `rows` rows of the block begin at bit
 * WHEEL_LEAD + lift(s) of the tile. */
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

/* Returns whether the moves are periodic modulo some modulus that
 * tai_wheel_learn would try. */
bool tai_wheel_can_learn(const wheel_moves *moves);
/* Returns the best modulus for a sample of cold numbers: one whose classes are
 * mostly without cold numbers. The modulus is at most `most`. Returns 1 if no
 * modulus is good enough, or if nearly all numbers of the sample occupy more
 * than `share` of its classes. Sets *status to TA_OK or TA_ENOMEM. */
uint32_t tai_wheel_learn(const wheel_moves *moves, const wheel_list *sample,
                         uint32_t most, double share, tai_pool *pool,
                         ta_status *status);

/* ------------------------------------------------------------ kernel -- */

/* The functions of wheel-kernel.c, for one instruction set. */
typedef struct tai_wheel_kernel {
    /* ORs sources into a tile of `vectors` vectors, at most WHEEL_TILE_MAX. A
     * source is a bit array as long as the tile. List r, r < slips, has the
     * sources at origin + offset[k] for start[r] <= k < start[r + 1]; their
     * bits are moved up by slip[r]. */
    void (*page)(uint8_t *tile, unsigned vectors, const uint8_t *origin,
                 const uint32_t *offset, const uint32_t *start,
                 const unsigned *slip, unsigned slips);
    /* Returns the number of zero bits in a tile. */
    unsigned (*zeros)(const uint8_t *tile, unsigned vectors);
} tai_wheel_kernel;
TA_KERNEL(tai_wheel_kernel);

#endif
