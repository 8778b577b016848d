/* What the host and the machine that runs the kernels have in common; C11 and
 * C++. README.md, after wheel/README.md, which has the other words; tiles have
 * no lifts here.
 *
 *   machine   a device, or the processor that emulates one
 *   room      how many items an array of the machine holds
 *   listed    a cold number that is not stored as a bit (the wheel's: sparse)
 *   live index  the number of a live class, by which tiles are laid out
 *   left      a quiet heap that no source of its list shows to be hot
 *   hard      a left heap of which the largest moves were tried in vain
 *   unsure    a left heap without a cold far option in a dense class; its class
 *             has a tile for pushes in this block
 *   asked     an unsure heap of the step without a cold option before the step
 *   item      a heap of the step that waits
 *   tier      dense classes of about one density
 */
#ifndef TA_GPU_H
#define TA_GPU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GPU_NONE (~(uint32_t)0)
/* Asked heap k is item GPU_ASKED + k; bits of `hits` have smaller indices. */
#define GPU_ASKED 0xf0000000

enum {
    GPU_AT_ONCE = 8, /* sources that are loaded together; lists are padded */
    GPU_TIERS = 4,   /* for quiet lists */
    GPU_STATS = 64   /* counters of one sort, so that threads meet rarely */
};

/* What an OR is for: gpu_call.kind. */
enum { GPU_QUIET, GPU_FAR, GPU_STEP, GPU_KINDS };

/* A dense class, and a move that leads down by `shift` rows. What it says of
 * the rows 64 j, ..., 64 j + 63 begins at bit -shift % 64 of call.bits[word +
 * j]; README, "The layout". In near lists `word` is a live index. */
typedef struct gpu_source {
    uint32_t word, shift;
} gpu_source;

/* The heap m * row + s. `state` is HOT, WAIT or COLD of the kernels; not set in
 * `left`. */
typedef struct gpu_heap {
    uint32_t row, s, state;
} gpu_heap;

typedef struct gpu_item {
    uint32_t bit; /* of hits; from GPU_ASKED on: asked; NONE: decided */
    /* Options before it are hot: an index of near, of a move if asked. */
    uint32_t edge;
} gpu_item;

typedef struct gpu_counters {
    uint32_t listed, listed_before; /* now, and when the step began */
    uint32_t asked, items;          /* of the step */
    /* Of the block; the next block clears these five. */
    uint32_t left, hard, unsures, all_asked, all_items;
    uint32_t full;  /* an array had no room: the block is void */
    uint32_t wrong; /* the kernels contradict themselves */
    uint64_t ors[GPU_STATS][GPU_KINDS]; /* words of 64 bits */
} gpu_counters;

/* All that a kernel reads. Pointers are the machine's. The first part is set
 * for a phase, the second for a launch. */
typedef struct gpu_call {
    uint32_t m;                     /* the modulus */
    uint32_t rows, log_rows, words; /* of a block; 64 rows a word */
    uint32_t step, step_words;      /* rows and words of a step */
    /* Moves by index: [0, near_to) can stay in a step, [far_from, moves) are
     * far. */
    uint32_t moves, near_to, far_from;
    const uint32_t *quot, *rest; /* move i is quot[i] * m + rest[i] */
    uint64_t *bits;              /* of dense classes */
    uint32_t *dense;             /* by class: index in bits of row 0, or NONE */
    uint32_t *mark;              /* by class: which tile of `hits`, or NONE */
    uint32_t *dense_set, *live_set; /* a bit for each class */
    uint32_t *live_class, lives;    /* by live index; how many */
    uint32_t *occupied;             /* by class: 1: numbers are listed */
    /* The listed numbers: a hash table, and their rows and classes. */
    uint64_t *hash;
    uint32_t hash_mask, listed_room;
    uint32_t *listed_row, *listed_class;
    uint32_t *cursor;       /* of a listed number: the first move not pushed */
    uint64_t *hits, *colds; /* bits by live index and row of the block */
    /* Near options of live index k: near[near_start[k]] up to the next. */
    uint32_t *near_start;
    gpu_source *near;
    gpu_heap *left, *hard, *unsure, *asked;
    uint32_t left_room, unsure_room; /* `hard` has left_room, too */
    gpu_item *items;
    uint64_t *numbers; /* cold numbers, or heaps to check */
    uint32_t *tally;   /* results: by class, target or number */
    gpu_counters *counters;

    uint32_t row; /* the first of the block; for sweep, of what it sweeps */
    uint32_t at;  /* first row of the step in the block */
    uint32_t from, to; /* moves by index */
    uint32_t chunk;    /* moves that a warp tries for one heap or number */
    uint32_t count;    /* of the array that the kernel goes through */
    /* Lists of moves by target class and page; a page is a table of source
     * classes (as `dense`) and a window, moves bound[w] to bound[w + 1]. */
    const uint32_t *target, *bound, *table;
    uint32_t targets, windows, pages;
    /* Of target t in page p, with l = p * targets + t: list[start[l]] up to
     * list[stop[l]]. */
    uint32_t *start, *stop;
    gpu_source *list;
    bool fill, for_near; /* build: writes entries; those of near lists */
    bool last;           /* demote: classes, not heaps */
    const float *weight; /* build_quiet: of a source class */
    float enough;        /* sum of weights that ends a list */
    uint32_t most;       /* sources of a list */
    uint32_t shift_most; /* of a source */
    /* Tiles that sweep writes: `part` words of each from word first_word on. */
    uint64_t *out;
    uint32_t part, first_word, kind;
    const uint32_t *left_class; /* by target: sweep lists what stays open */
} gpu_call;

/* Name and shape, in the order of a phase. A kernel of threads, or of warps,
 * goes through its items in strides, whatever the grid; `table`: warps with a
 * set of classes in shared memory; `one`: a single block; `tiles`: a block for
 * each target and page. */
#define GPU_KERNELS(X)                                                         \
    X(count_classes, THREADS)                                                  \
    X(fill_store, THREADS)                                                     \
    X(build, THREADS)                                                          \
    X(build_quiet, THREADS)                                                    \
    X(sweep, TILES)                                                            \
    X(count_zeros, THREADS)                                                    \
    X(set_cursors, THREADS)                                                    \
    X(examine, TABLE)                                                          \
    X(examine_hard, TABLE)                                                     \
    X(promote, THREADS)                                                        \
    X(push_all, TABLE)                                                         \
    X(demote, THREADS)                                                         \
    X(begin_step, ONE)                                                         \
    X(ask, WARPS)                                                              \
    X(admit, THREADS)                                                          \
    X(look_first, WARPS)                                                       \
    X(look_round, WARPS)                                                       \
    X(look_last, ONE)                                                          \
    X(settle, THREADS)                                                         \
    X(settle_asked, THREADS)                                                   \
    X(push_new, WARPS)                                                         \
    X(check_heaps, WARPS)

typedef enum gpu_shape {
    GPU_THREADS,
    GPU_WARPS,
    GPU_TABLE,
    GPU_ONE,
    GPU_TILES
} gpu_shape;

#define GPU_NAME(kernel, shape) GPU_##kernel,
typedef enum gpu_kernel { GPU_KERNELS(GPU_NAME) GPU_COUNT } gpu_kernel;
#undef GPU_NAME

/* Calls return false after an error, which `problem` puts into a sentence
 * (empty: no memory). Launches run one after the other, in order; copies wait
 * for them. */
typedef struct gpu_machine {
    bool (*open)(uint64_t *memory); /* sets the bytes that are free */
    const char *(*name)(void);
    const char *(*problem)(void);
    void *(*take)(uint64_t bytes); /* cleared; NULL after an error */
    void (*give)(void *array);     /* accepts NULL */
    bool (*clear)(void *array, uint64_t bytes);
    bool (*to)(void *array, const void *host, uint64_t bytes);
    bool (*from)(void *host, const void *array, uint64_t bytes);
    bool (*launch)(gpu_kernel kernel, uint64_t items, const gpu_call *call);
    bool (*wait)(void); /* for all launches */
} gpu_machine;

#ifdef __cplusplus
extern "C" {
#endif
extern const gpu_machine tai_gpu_emulated;
/* The device; NULL in programs that are built without CUDA. */
extern const gpu_machine *tai_gpu_device;
#ifdef __cplusplus
}
#endif

#endif
