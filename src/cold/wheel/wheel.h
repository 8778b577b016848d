/* The tables that the files of the wheel engine share; src/README.md, "The
 * wheel", has the files in the order of reading.
 *
 * A heap n = M j + s is row j of class s. In the bit array of its class it
 * stands at place j + lift_s, where lift_s in 0..7 makes n - M * place
 * (which depends on s only, and is called base_s) a multiple of 8. Then
 * a move v shifts places by v/M modulo 8 whatever the classes are, and once
 * moves are sorted by this residue, their "slip", every shift within one
 * slip is a whole number of bytes.
 *
 *   dense class   its cold numbers are kept as an array of bits
 *   sparse class  has few cold numbers: a list, and a filter for look-ups
 *   empty class   has none so far
 *   live class    cold numbers are expected there: all options are tried
 *   quiet class   none are: a few good moves settle nearly every row */
#ifndef TA_WHEEL_H
#define TA_WHEEL_H

#include "base/team.h"

enum {
    WHEEL_WORD = 64,    /* bits */
    WHEEL_VECTOR = 64,  /* bytes: tiles are multiples of it */
    WHEEL_TILE_MAX = 8, /* vectors a tile: they live in registers */
    WHEEL_LEAD = 8,     /* bits before a tile's first place: slip < 8 */
    WHEEL_MARGIN = 16,  /* bits of a tile lost to slip and lift */
    WHEEL_PERIODS = 64  /* largest period of the moves mod 8 */
};

/* ------------------------------------------------------------- moves -- */

/* The moves below n, increasing, with value[i + period8] = value[i] mod 8.
 * Move i = period8 * m + g is number m of group g. */
typedef struct wheel_moves {
    const uint64_t *value;
    size_t count;
    unsigned period8; /* a power of two */
    uint64_t first;   /* heaps below are hot by convention (misere) */
} wheel_moves;

/* Finds period8; false if the moves have none. */
bool wheel_moves_init(wheel_moves *moves, const uint64_t *value, size_t count,
                      uint64_t first);
/* True if value[i + m] = value[i] mod m wherever both exist. */
bool wheel_moves_fit(const wheel_moves *moves, uint32_t m);
/* The number of moves below v. */
size_t wheel_moves_below(const wheel_moves *moves, uint64_t v);
/* The same, quick if the answer is not far from `hint`. */
size_t wheel_moves_near(const wheel_moves *moves, uint64_t v, size_t hint);

/* ------------------------------------------------------------- places -- */

typedef struct wheel_modulus {
    uint32_t m;     /* odd, < 2^24 */
    uint32_t inv8;  /* 1/m mod 8 */
    uint64_t inv64; /* 1/m mod 2^64: divides multiples of m */
    uint8_t *lift;  /* lift_s */
    int32_t *base;  /* base_s = s - m lift_s, a multiple of 8 */
} wheel_modulus;

ta_status wheel_modulus_init(wheel_modulus *mod, uint32_t m);
void wheel_modulus_free(wheel_modulus *mod);

/* v/M mod 8: how far, mod 8, the move v shifts places. */
static inline unsigned wheel_slip(const wheel_modulus *mod, uint64_t v)
{
    return (unsigned)(v * mod->inv8 & 7);
}

/* The multiple of 8 in [0, 8M) that is d mod M. */
static inline int64_t wheel_residue8(const wheel_modulus *mod, uint32_t d)
{
    return (int64_t)d +
           (int64_t)mod->m * (int64_t)((8 - (d * mod->inv8 & 7)) & 7);
}

/* The move v shifts by 8 (whole + step) + slip places, where whole depends
 * on v only and step (0 or 1) on the two classes and v mod M. */
static inline int64_t wheel_whole(const wheel_modulus *mod, uint64_t v)
{
    int64_t m = mod->m;
    return ((int64_t)v - m * (int64_t)wheel_slip(mod, v) -
            wheel_residue8(mod, (uint32_t)(v % mod->m))) /
           (8 * m);
}

static inline int64_t wheel_step(const wheel_modulus *mod, int64_t residue8,
                                 uint32_t source, uint32_t target)
{
    /* A multiple of 8M, 0 or 8M itself. */
    return residue8 - mod->base[target] + mod->base[source] != 0;
}

static inline uint32_t wheel_add(const wheel_modulus *mod, uint32_t a,
                                 uint32_t b)
{
    uint32_t c = a + b;
    return c >= mod->m ? c - mod->m : c;
}

/* ------------------------------------------------------------- store -- */

#define WHEEL_EMPTY  UINT32_MAX
#define WHEEL_SPARSE (UINT32_MAX - 1)

typedef struct wheel_list {
    uint64_t *at;
    size_t count, room;
} wheel_list;

ta_status wheel_list_add(wheel_list *list, uint64_t x);
ta_status wheel_list_append(wheel_list *list, const wheel_list *more);
void wheel_list_free(wheel_list *list);
void wheel_list_sort(wheel_list *list);

/* Cold numbers are visited by the threads of a team together, in parts; a part
 * ends when visit fails. */
typedef ta_status wheel_visit(void *state, unsigned thread, uint64_t n);
size_t wheel_list_parts(const wheel_list *list);
ta_status wheel_list_part(const wheel_list *list, size_t part,
                          wheel_visit *visit, void *state, unsigned thread);

/* Where the cold numbers are. */
typedef struct wheel_store {
    wheel_modulus mod;
    uint64_t places;       /* places below this can be kept */
    uint32_t *kind;        /* dense index, WHEEL_SPARSE or WHEEL_EMPTY */
    uint32_t *dense_class; /* by dense index: falling density */
    uint32_t dense;        /* how many classes are dense */
    size_t stride, front;  /* bytes of a dense class; zero bytes before it */
    /* Far sources are read one window after the other: `group` classes, a
     * stretch of `span` bytes (and a tile) of each, which fit the cache. */
    uint32_t group;
    uint64_t span;
    uint8_t *bits;
    wheel_list sparse; /* the numbers of sparse classes, increasing; */
    wheel_list fresh;  /* those of the block in progress */
    uint64_t
        *filter; /* a bit is set for each of them: most look-ups end here */
    uint64_t filter_bits; /* a power of two */
    uint64_t cold;
} wheel_store;

/* The cold numbers expected for each row of a class. */
typedef struct wheel_density {
    double *of;       /* by class */
    float *by_eighth; /* class s, heaps that are h mod 8: at 8 s + h */
} wheel_density;

/* Classes that reach the threshold of density become dense. The modulus is
 * moved into the store. */
ta_status wheel_store_init(wheel_store *st, wheel_modulus *mod, uint64_t places,
                           const wheel_density *density, double threshold,
                           uint64_t cache, uint32_t group, ta_team *team);
void wheel_store_free(wheel_store *st);
/* Neither of these counts n among st->cold. False if n is not in a dense class;
 * threads may do this together. */
bool wheel_store_set(wheel_store *st, uint64_t n);
/* A number that is not in a dense class. */
ta_status wheel_store_add(wheel_store *st, uint64_t n);
/* The numbers of so many lists as the team has threads, all below `to`, into a
 * store that has none but in dense classes; the lists are freed. */
ta_status wheel_store_fill(wheel_store *st, ta_team *team, wheel_list *found,
                           uint64_t to);
/* The fresh numbers, once in order, join the others. */
ta_status wheel_store_settle(wheel_store *st);
bool wheel_store_has(const wheel_store *st, uint64_t n);
/* A part is a dense class, or some of the sparse numbers. */
size_t wheel_store_parts(const wheel_store *st);
ta_status wheel_store_part(const wheel_store *st, size_t part,
                           wheel_visit *visit, void *state, unsigned thread);
uint64_t wheel_store_bytes(const wheel_store *st);

static inline uint64_t wheel_place(const wheel_store *st, uint64_t n,
                                   uint32_t s)
{
    return (n - s) * st->mod.inv64 + st->mod.lift[s];
}

/* Where the tile whose first place is 8 * eight begins, were it in a class at
 * offset 0 of the array; list entries are offsets from here. */
static inline const uint8_t *wheel_origin(const wheel_store *st, uint64_t eight)
{
    return st->bits + eight;
}

/* The byte of place 8 * eight of a dense class, eight >= -front. */
static inline const uint8_t *wheel_dense(const wheel_store *st, uint32_t id,
                                         int64_t eight)
{
    return st->bits + (size_t)id * st->stride + st->front + eight;
}

/* ------------------------------------------------------------- learn -- */

/* The modulus, at most `most`, whose classes the given cold numbers prefer
 * the most; 1 if there is no preference worth the trouble, or more than `share`
 * of its classes are needed to hold nearly all of them. */
uint32_t wheel_learn(const wheel_moves *moves, const wheel_list *sample,
                     uint32_t most, double share, ta_team *team,
                     ta_status *status);

/* ----------------------------------------------------------- OR kernel -- */

typedef struct wheel_kernel {
    /* tile |= the `count` sources of `vectors` vectors at origin + offset. */
    void (*wide)(uint8_t *tile, unsigned vectors, const uint8_t *origin,
                 const int64_t *offset, size_t count);
    /* The same for several lists, sources [start[r], start[r + 1]), each of
     * which is moved up by slip[r] bits. */
    void (*page)(uint8_t *tile, unsigned vectors, const uint8_t *origin,
                 const uint32_t *offset, const uint32_t *start,
                 const unsigned *slip, unsigned slips);
    /* The number of zero bits in a tile. */
    unsigned (*zeros)(const uint8_t *tile, unsigned vectors);
} wheel_kernel;

/* Of this processor. */
const wheel_kernel *wheel_kernel_here(void);

#endif
