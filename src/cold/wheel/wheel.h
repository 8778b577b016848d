/* The engine `wheel` for cold positions: its moves, its store of cold numbers
 * and its inner loops. README.md explains the method and draws the layout.
 *
 * A class is a residue class of heaps modulo M. The heap n = M j + s is row j
 * of class s. Its bit stands at place j + lift(s) in the bit array of the
 * class. The number lift(s) is in 0..7 and makes n - M * place a multiple of 8.
 * So a move v shifts places by v / M modulo 8, whatever the two classes are.
 * This number is the slip of the move. If heap n - v is cold, it is a source of
 * heap n: it makes n hot.
 *
 *   dense class   The cold numbers of the class are stored as bits.
 *   sparse class  The class has few cold numbers. They are in one sorted list
 *                 with those of all other sparse classes.
 *   empty class   No cold number of the class has been found.
 *   live class    The class may have cold numbers. All options of its heaps are
 *                 looked at.
 *   quiet class   The class probably has no cold numbers. A few sources show
 *                 that most of its heaps are hot. The other heaps are decided
 *                 by the definition. */
#ifndef TA_WHEEL_H
#define TA_WHEEL_H

#include <string.h>

#include "base/pool.h"

enum {
    /* A tile, a bit array for some rows of one class, consists of vectors of
     * WHEEL_VECTOR bytes. */
    WHEEL_VECTOR = 64,
    /* A tile has at most this number of vectors, to stay in registers. */
    WHEEL_TILE_MAX = 8,
    /* A tile has WHEEL_LEAD bits before the first place of its block, since
     * sources are moved by their slip. */
    WHEEL_LEAD = 8,
    /* A tile has this number of bits more than rows, since slip and lift move
     * the bits of the rows (README.md). */
    WHEEL_MARGIN = 16,
    WHEEL_SLIPS = 8 /* Slips are less than this. */
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

/* Returns whether the moves modulo m, in increasing order, are a sequence of
 * period m: whether value[i + m] = value[i] mod m for all i. */
bool tai_wheel_moves_fit(const wheel_moves *moves, uint32_t m);

/* ------------------------------------------------------------- store -- */

/* A growing array of numbers: heaps, or rows of classes. */
typedef struct wheel_list {
    uint64_t *at;
    /* The list has `count` numbers. Memory is allocated for `room` numbers. */
    size_t count, room;
} wheel_list;

/* Appends the number x to a list, which is a wheel_list. The function has the
 * type wheel_visit. Returns TA_ENOMEM if there is no memory. */
ta_status tai_wheel_list_add(void *list, uint64_t x);
/* Appends all numbers of the list `more` to `list`. Returns TA_ENOMEM if there
 * is no memory. */
ta_status tai_wheel_list_append(wheel_list *list, const wheel_list *more);
/* Appends the number first + each * i to the list for each zero bit i of a
 * tile, a bit array of `bytes` bytes. Returns TA_ENOMEM if there is no memory.
 */
ta_status tai_wheel_list_zeros(wheel_list *list, const uint8_t *tile,
                               size_t bytes, uint64_t first, uint64_t each);
void tai_wheel_list_sort(wheel_list *list);
void tai_wheel_list_free(wheel_list *list);

/* The values of wheel_store.kind for a residue class that is not dense. */
#define WHEEL_EMPTY  UINT32_MAX
#define WHEEL_SPARSE (UINT32_MAX - 1)

/* The store of all cold numbers found so far, by residue class modulo m. At the
 * start of a run all cold numbers are in the list `sparse`, and the other
 * members are zero. */
typedef struct wheel_store {
    uint32_t m; /* the modulus of the residue classes: odd, below 2^24 */
    /* The inverse of m modulo 2^64. A multiple of m is divided by m by
     * multiplying it by `inverse`. */
    uint64_t inverse;
    /* Each dense class has bits for the places 0, ..., places - 1. */
    uint64_t places;
    /* kind[s] is the index of class s in dense_class if the class is dense,
     * else WHEEL_SPARSE or WHEEL_EMPTY. */
    uint32_t *kind;
    uint32_t *dense_class; /* the dense classes in order of falling density */
    uint32_t dense;        /* the number of dense classes */
    /* A page of far moves (wheel_page) reads about `span` bytes of each of
     * `group` dense classes. */
    uint64_t span;
    uint32_t group;
    /* The number of bytes from the first bit of a dense class in `bits` to the
     * first bit of the next dense class. */
    size_t stride;
    /* The number of zero bytes before the bits of each dense class. */
    size_t front;
    uint8_t *bits; /* the bits of all dense classes, one class after another */
    /* The cold numbers of classes that are not dense, in increasing order. */
    wheel_list sparse;
    /* first[k] is the index in `sparse` of the first number that is at least
     * k << shift. Only the entries with k < firsts are set. */
    uint32_t *first;
    uint64_t firsts;
    unsigned shift;
} wheel_store;

/* Makes an empty store modulo m, for `rows` rows of each residue class. Class s
 * is dense if density[s], its number of cold numbers for each row, is at least
 * `threshold`. A page of far moves (wheel_page) will read about `cache` bytes
 * of about `group` classes. Returns TA_ENOMEM if there is no memory. */
ta_status tai_wheel_store_init(wheel_store *st, uint32_t m, uint64_t rows,
                               const double *density, double threshold,
                               uint64_t cache, uint32_t group);
void tai_wheel_store_free(wheel_store *st);
/* Stores the cold number n if its class is dense. Returns whether its class is
 * dense. */
bool tai_wheel_store_set(wheel_store *st, uint64_t n);
/* Stores the cold number n, whose class is not dense, at the end of the list
 * st->sparse. All numbers in that list must be below n. Returns TA_ENOMEM if
 * there is no memory. */
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

/* Returns the lift of class s. Row j of the class has its bit at place j + lift
 * in the bit array of the class. */
static inline unsigned wheel_lift(const wheel_store *st, uint32_t s)
{
    return (unsigned)(s * st->inverse & 7);
}

/* Returns the index of the bit that stands for the number n of class s, in the
 * bit array of its class. This index is called the place of n. */
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

/* Returns the address to which wheel_page.origin is relative. Adding
 * wheel_offset(st, id) to the result gives the address of the byte before place
 * `row` of dense class `id`. A tile for the rows from `row` on begins with that
 * byte. `row` must be a multiple of 8. */
static inline const uint8_t *wheel_origin(const wheel_store *st, uint64_t row)
{
    return st->bits + row / 8 - 1;
}

/* Returns the offset in st->bits of the first byte of the dense class with the
 * index `id`. */
static inline uint64_t wheel_offset(const wheel_store *st, uint32_t id)
{
    return id * (uint64_t)st->stride + st->front;
}

/* Sets to 1 those bits of a tile of class s that stand for no row of the block.
 * So these bits never count as open (undecided) rows. The tile has `bytes`
 * bytes. Bit WHEEL_LEAD + lift(s) stands for the first of the block's `rows`
 * rows. */
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

/* Returns whether tai_wheel_moves_fit holds for some prime, or square of a
 * prime, that tai_wheel_learn would try as a factor of a modulus. */
bool tai_wheel_can_learn(const wheel_moves *moves);
/* Returns the best modulus for a sample of cold numbers: a modulus with nearly
 * all cold numbers in few of its residue classes. The modulus is at most
 * `most`. Returns 1 if no modulus is good enough, or if 99 % of the sample need
 * more than the share `share` of the classes. Sets *status to TA_ENOMEM if
 * there is no memory, else to TA_OK. */
uint32_t tai_wheel_learn(const wheel_moves *moves, const wheel_list *sample,
                         uint32_t most, double share, tai_pool *pool,
                         ta_status *status);

/* ------------------------------------------------------------ kernel -- */

/* The functions of wheel-kernel.c, compiled for one instruction set. */
typedef struct tai_wheel_kernel {
    /* ORs sources, which are bit arrays as long as the tile, into a tile of
     * `vectors` vectors, at most WHEEL_TILE_MAX. There is a list of sources for
     * each r < slips: the arrays at origin + offset[k] for start[r] <= k <
     * start[r + 1]. The bits of the sources in list r are moved up by slip[r].
     */
    void (*page)(uint8_t *tile, unsigned vectors, const uint8_t *origin,
                 const uint32_t *offset, const uint32_t *start,
                 const unsigned *slip, unsigned slips);
    /* Returns the number of zero bits in a tile of `vectors` vectors. */
    unsigned (*zeros)(const uint8_t *tile, unsigned vectors);
} tai_wheel_kernel;
TA_KERNEL(tai_wheel_kernel);

#endif
