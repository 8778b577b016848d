/* What the files of the wheel share: moves, the store of cold numbers, the
 * kernel. README.md explains the method and draws the layout.
 *
 * A heap n = M j + s is row j of class s. It stands at place j + lift(s) in the
 * bit array of its class, where lift(s) in 0..7 makes n - M * place a multiple
 * of 8. Then a move v shifts places by v/M modulo 8 whatever the classes are;
 * this residue is the slip of the move.
 *
 *   dense class   its cold numbers are stored as bits
 *   sparse class  its cold numbers are few and stored in one list
 *   empty class   no cold number of it is known
 *   live class    cold numbers are expected in it: all options are tried
 *   quiet class   none are expected: few sources show that its heaps are hot */
#ifndef TA_WHEEL_H
#define TA_WHEEL_H

#include <string.h>

#include "base/pool.h"

enum {
    WHEEL_VECTOR = 64,  /* bytes; tiles are multiples of it */
    WHEEL_TILE_MAX = 8, /* vectors of a tile: they stay in registers */
    WHEEL_LEAD = 8,     /* bits before a tile's first place: slips are below */
    WHEEL_MARGIN = 16,  /* bits of a tile lost to slip and lift */
    WHEEL_SLIPS = 8     /* slips at most */
};

/* ------------------------------------------------------------- moves -- */

/* The moves below n, increasing. */
typedef struct wheel_moves {
    const uint64_t *value;
    size_t count;
} wheel_moves;

/* Returns the number of moves below v. */
static inline size_t tai_wheel_moves_below(const wheel_moves *moves, uint64_t v)
{
    return ta_first_at_least(moves->value, moves->count, v);
}

/* Returns whether value[i + m] = value[i] mod m wherever both exist. */
bool tai_wheel_moves_fit(const wheel_moves *moves, uint32_t m);

/* ------------------------------------------------------------- store -- */

typedef struct wheel_list {
    uint64_t *at;
    size_t count, room;
} wheel_list;

/* Appends one number. TA_ENOMEM. */
ta_status tai_wheel_list_add(wheel_list *list, uint64_t x);
/* Appends the numbers of another list. TA_ENOMEM. */
ta_status tai_wheel_list_append(wheel_list *list, const wheel_list *more);
/* Appends first + each * i for the zero bits i of a tile. TA_ENOMEM. */
ta_status tai_wheel_list_zeros(wheel_list *list, const uint8_t *tile,
                               size_t bytes, uint64_t first, uint64_t each);
void tai_wheel_list_sort(wheel_list *list);
void tai_wheel_list_free(wheel_list *list);

/* Kinds of a class that is not dense. */
#define WHEEL_EMPTY  UINT32_MAX
#define WHEEL_SPARSE (UINT32_MAX - 1)

/* All cold numbers that are known. At the start of a run all are in the list
 * `sparse`, and the other members are zero. */
typedef struct wheel_store {
    uint32_t m;       /* the modulus: odd, below 2^24 */
    uint64_t inverse; /* 1/m mod 2^64: divides multiples of m */
    uint64_t places;  /* places below this can be stored */
    uint32_t *kind;   /* by class: dense index, WHEEL_SPARSE or WHEEL_EMPTY */
    uint32_t *dense_class; /* by dense index: falling density */
    uint32_t dense;        /* how many classes are dense */
    uint64_t span;         /* bytes of a class that a far page reads, and */
    uint32_t group;        /* dense classes of a page */
    size_t stride, front;  /* bytes of a dense class; zero bytes before it */
    uint8_t *bits;
    wheel_list sparse; /* the numbers of classes that are not dense, sorted */
    uint32_t *first;   /* by n >> shift: index of the first of them there */
    uint64_t firsts;   /* entries of `first` that are set */
    unsigned shift;
} wheel_store;

/* Makes an empty store for `rows` rows of each class. A class is dense whose
 * density, in cold numbers a row, is at least `threshold`. A far page reads
 * about `cache` bytes of about `group` classes. TA_ENOMEM. */
ta_status tai_wheel_store_init(wheel_store *st, uint32_t m, uint64_t rows,
                               const double *density, double threshold,
                               uint64_t cache, uint32_t group, tai_pool *pool);
void tai_wheel_store_free(wheel_store *st);
/* Stores n, if its class is dense. Returns whether it is. */
bool tai_wheel_store_set(wheel_store *st, uint64_t n);
/* Stores n, which is larger than all numbers of classes that are not dense, and
 * whose class is not dense. TA_ENOMEM. */
ta_status tai_wheel_store_append(wheel_store *st, uint64_t n);
/* Returns whether n, which is of class s, is stored. */
bool tai_wheel_store_has(const wheel_store *st, uint64_t n, uint32_t s);
/* Calls visit for all numbers, in no order, until it fails. */
typedef ta_status wheel_visit(void *state, uint64_t n);
ta_status tai_wheel_store_each(const wheel_store *st, wheel_visit *visit,
                               void *state);

/* Returns how far the bits of class s stand above their rows. */
static inline unsigned wheel_lift(const wheel_store *st, uint32_t s)
{
    return (unsigned)(s * st->inverse & 7);
}

static inline uint64_t wheel_place(const wheel_store *st, uint64_t n,
                                   uint32_t s)
{
    return (n - s) * st->inverse + wheel_lift(st, s);
}

/* Returns how many places the move v leads down from class `target` to class
 * `source`. Its low three bits are the slip, the others whole bytes. */
static inline int64_t wheel_shift(const wheel_store *st, uint64_t v,
                                  uint32_t source, uint32_t target)
{
    return (int64_t)((v + source - target) * st->inverse) +
           (int64_t)wheel_lift(st, target) - (int64_t)wheel_lift(st, source);
}

/* Returns where the tile whose second byte begins with row `row`, a multiple of
 * 8, would begin in a class at offset 0. Entries of lists are relative to it.
 */
static inline const uint8_t *wheel_origin(const wheel_store *st, uint64_t row)
{
    return st->bits + row / 8 - 1;
}

/* Returns the offset in `bits` of the first byte of a dense class. */
static inline uint64_t wheel_offset(const wheel_store *st, uint32_t id)
{
    return id * (uint64_t)st->stride + st->front;
}

/* Sets the bits of a tile that stand for no row: the rows of class s, of which
 * there are `rows`, begin at bit WHEEL_LEAD + lift(s). */
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

/* Returns whether any modulus that tai_wheel_learn tries fits the moves. */
bool tai_wheel_can_learn(const wheel_moves *moves);
/* Returns the modulus, at most `most`, whose classes the sample of cold numbers
 * prefers the most; 1 if there is no preference worth the trouble, or if more
 * than `share` of its classes are needed to hold nearly all numbers. */
uint32_t tai_wheel_learn(const wheel_moves *moves, const wheel_list *sample,
                         uint32_t most, double share, tai_pool *pool,
                         ta_status *status);

/* ------------------------------------------------------------ kernel -- */

typedef struct tai_wheel_kernel {
    /* ORs sources into a tile of 1 .. WHEEL_TILE_MAX vectors. List r has the
     * sources at origin + offset[start[r] .. start[r + 1]), whose bits are
     * moved up by slip[r]. */
    void (*page)(uint8_t *tile, unsigned vectors, const uint8_t *origin,
                 const uint32_t *offset, const uint32_t *start,
                 const unsigned *slip, unsigned slips);
    /* Returns the number of zero bits in a tile. */
    unsigned (*zeros)(const uint8_t *tile, unsigned vectors);
} tai_wheel_kernel;
TA_KERNEL(tai_wheel_kernel);

#endif
