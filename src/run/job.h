/* A run, whatever its quantity: what an engine gets, the table of engines of a
 * quantity, and the plan that owns engine, shape and sizes. */
#ifndef TA_JOB_H
#define TA_JOB_H

#include "game/game.h"
#include "game/set.h"

/* One run of an engine. The engine reads it, hands blocks from `known` on to
 * ta_job_emit_*, and calls ta_job_poll between blocks, the first time before
 * any work. The end is reported by the run itself. */
typedef struct ta_job {
    const struct ta_quantity *quantity;
    const struct ta_engine *engine;
    const ta_game *game;
    uint64_t n;
    uint64_t first;    /* positions below are hot by convention: 0 in normal
                          play, min(least of S, n) in misere */
    uint64_t known;    /* [0, known) is the resumed prefix, see known.h, and the
                          sink has it; a multiple of 2^grain of the quantity,
                          below n when an engine runs */
    void *shape;       /* what engine->shape made; only read during a run */
    const ta_set *set; /* S below n; NULL while memory is being predicted
                          and for engines that do not want it */
    const ta_options *options; /* never NULL */
    unsigned threads;          /* at least 1 */
    unsigned cap; /* 0, or of the engine `layers` of nim-values: values of `cap`
                     and more are not told apart and are handed over as cap */
    bool zeros; /* values are found, and the positions of value 0 are handed on
                   as cold ones */
    const ta_sink *sink; /* may be NULL */
    double *share;       /* the largest share reported; may be NULL */
    ta_error *error;     /* may be NULL */
} ta_job;

typedef struct ta_engine {
    ta_engine_info info;
    bool wants_set; /* S below n is built before run is called */
    double power; /* the cost of [0, n) is taken to be n^power, for progress */
    /* Makes the sizes of a run, in one block of ta_alloc that the plan frees;
     * NULL is returned where there is no memory. Engines whose `shape` is NULL
     * have no such sizes. */
    void *(*shape)(const ta_job *job);
    /* Returns the bytes besides the set and the sink. They are an upper bound
     * where the sizes of a run are fixed, and otherwise what it takes at
     * least. */
    uint64_t (*memory)(const ta_job *job);
    ta_status (*run)(const ta_job *job);
} ta_engine;

/* Returns the bytes of an engine and of the set that it wants. A shape that the
 * job lacks is made and freed. */
uint64_t ta_engine_memory(const ta_engine *engine, const ta_job *job);
/* Runs an engine. A shape and a set that the job lacks are made and freed. */
ta_status ta_engine_run(const ta_engine *engine, const ta_job *job);

/* Returns whether the set of the job is kept as bits. */
bool ta_job_is_dense(const ta_job *job);

/* What can be computed of each position. */
typedef struct ta_quantity {
    const char *name; /* "nim-values" */
    ta_content content;
    const ta_engine *const *engines; /* slowest idea first: the oracle leads */
    size_t count;
    /* Whether an engine shares its work over options->fleet; NULL: none does.
     */
    bool (*shares)(const ta_engine *engine);
    /* Whether it fills in options->summary; NULL: none does. */
    bool (*sums_up)(const ta_engine *engine);
    unsigned grain;            /* log2 of where a run may begin behind 0 */
    uint64_t most;             /* the largest n */
    const char *most_text;     /* a sentence that says so */
    const ta_engine *ordinary; /* the engine that ta_engine_period runs; NULL if
                                  the quantity has no such engine */
    const char *no_misere;     /* a sentence that says why there is no misere
                                  play; NULL: there is */
} ta_quantity;

/* Positions beyond this would overflow sums of positions and elements. */
#define TA_HEAP_MOST      ((uint64_t)1 << 62)
#define TA_HEAP_MOST_TEXT "heap sizes up to 2^62 are supported"

/* The quantities; one a module. */
extern const ta_quantity ta_cold_positions, ta_nim_values, ta_length_values,
    ta_octal_values, ta_octal_misere;

/* The engine for finite sets past a proved period, on top of the ordinary
 * engine of the quantity. It takes the place of `auto` where ta_past_suits, and
 * has no limit of n for finite sets. */
extern const ta_engine ta_engine_period;
/* Returns whether a run on [0, n) without a chosen engine looks for a period.
 */
bool ta_past_suits(const ta_game *game, uint64_t n);

/* What a plan owns: its options and the shape of its job. */
struct ta_plan {
    uint64_t bytes; /* of memory, besides the sink */
    ta_options options;
    ta_job job; /* has no set, sink, share and error before it is run */
};

/* Hands a finished block to the sink. Bits are those of [from, to), from a
 * multiple of 64; bits at and beyond `to` must be 0. */
ta_status ta_job_emit_bits(const ta_job *job, uint64_t from, uint64_t to,
                           const uint64_t *bits);
ta_status ta_job_emit_positions(const ta_job *job, uint64_t from, uint64_t to,
                                const uint64_t *positions, size_t count);
/* Hands on a block as it is; one that repeats in pieces, where the sink wants
 * them. */
ta_status ta_job_emit(const ta_job *job, const ta_block *block);
/* Hands on values. Those of [from, known), which an engine that begins at 0 in
 * any case has found again, are passed over. */
ta_status ta_job_emit_values(const ta_job *job, uint64_t from, uint64_t to,
                             const uint16_t *values);

/* Reports that `done` positions are finished, with the share of the cost that
 * this is by the engine's power. No share is less than one before it. Returns
 * TA_ECANCELLED if the caller's progress function says so. */
ta_status ta_job_poll(const ta_job *job, uint64_t done);

#endif
