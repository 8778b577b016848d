/* What the host and the machine that runs the kernels have in common; C11 and
 * C++. Terms: cold/wheel/wheel.h, but tiles have no lifts. README.md.
 *
 *   machine   a device, or the processor that emulates one
 *   room      how many items an array of the machine holds
 *   left      a quiet heap that no source of its list shows to be hot
 *   unsure    a left heap without a cold far option in a dense class; its class
 *             has a tile for pushes in this block
 *   asked     an unsure heap of the step without a cold option before the step
 *   item      a heap of the step that waits
 */
#ifndef TA_GPU_H
#define TA_GPU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GPU_NONE (~(uint32_t)0)

enum {
    GPU_AT_ONCE = 8, /* sources that are loaded together; lists are padded */
    GPU_TIERS = 4,   /* of dense classes, by density, for quiet lists */
    GPU_STATS = 64,  /* counters, so that threads meet rarely */
    GPU_ORS = 3      /* kinds of ORs: quiet, far, step */
};

/* The heaps of row r of the source class are at word + r / 64 in call.bits,
 * moved by -shift % 64 bits. In near lists `word` is a live index. */
typedef struct gpu_source {
    uint32_t word, shift;
} gpu_source;

typedef struct gpu_heap {
    uint32_t row, s, state;
} gpu_heap;

typedef struct gpu_item {
    uint32_t bit; /* of hits; from ASKED of the kernels on: asked */
    uint32_t
        edge; /* options before are hot: index of near, of a move if asked */
} gpu_item;

typedef struct gpu_counters {
    uint32_t listed, pushed; /* numbers in the list, those before the step */
    uint32_t asked, items;   /* of the step */
    uint32_t left, hard, unsures, all_asked, all_items; /* of the block */
    uint32_t full;  /* an array had no room: the block is void */
    uint32_t wrong; /* the kernels contradict themselves */
    uint64_t ors[GPU_STATS][GPU_ORS]; /* words of 64 bits */
} gpu_counters;

/* All that a kernel reads. Pointers are the machine's. The first part is set
 * for a phase, the second for a launch. */
typedef struct gpu_call {
    uint32_t m, rows, log_rows, words, step, step_words;
    uint32_t moves, near_to, far_from; /* indices: steps, blocks begin there */
    const uint32_t *quot, *rest;       /* move i is quot[i] * m + rest[i] */
    uint32_t *dense;                   /* by class: its first word, or NONE */
    uint64_t *bits;                    /* of dense classes */
    uint32_t *mark;                    /* by class: live index, or NONE */
    uint32_t *dense_set, *live_set;    /* a bit for each class */
    uint32_t *live_class, lives;
    uint32_t *occupied; /* by class: numbers are listed */
    uint64_t *hash;     /* of listed numbers */
    uint32_t hash_mask, listed_room;
    uint32_t *listed_row, *listed_class;
    uint32_t *cursor;       /* of a listed number: the first move not pushed */
    uint64_t *hits, *colds; /* by live index and row of the block */
    uint32_t *near_start;
    gpu_source *near;
    gpu_heap *left, *hard, *unsure, *asked;
    uint32_t left_room, unsure_room;
    gpu_item *items;
    gpu_counters *n;

    uint32_t row; /* of the block; for sweep of its first word */
    uint32_t at;  /* first row of the step in the block */
    uint32_t from, to, chunk;
    uint32_t count;
    uint64_t *numbers;
    uint32_t *tally;
    const uint32_t *target, *bound, *table;
    uint32_t targets, windows, pages;
    uint32_t *start, *stop;
    gpu_source *list;
    bool fill, for_near, last;
    const float *weight;
    float enough;
    uint32_t most, shift_most;
    uint64_t *out; /* tiles that sweep writes, from word `first_word` on */
    uint32_t part, first_word, kind;
    const uint32_t *left_class;
} gpu_call;

/* Name and shape. A kernel of threads, or of warps, goes through its items in
 * strides, whatever the grid; `table`: warps with a set of classes in shared
 * memory; `one`: a single block; `tiles`: a block for each target and page. */
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
 * (empty: no memory). Launches are in order; copies wait for them. */
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
