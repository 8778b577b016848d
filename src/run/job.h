/* Runs of engines, for all quantities (cold positions, nim-values, ...): the
 * job of an engine, the engines of a quantity, and the plan that owns engine,
 * shape and sizes. */
#ifndef TA_JOB_H
#define TA_JOB_H

#include "game/game-internal.h"
#include "game/set.h"

/* A job: one run of an engine on the positions [0, n). The engine hands the
 * blocks of [known, n) to tai_job_emit_*. It calls tai_job_poll between blocks,
 * the first time before any work. ta_plan_run reports the end of the run. */
typedef struct ta_job {
    const struct ta_quantity *quantity;
    const struct ta_engine *engine;
    const ta_game *game;
    uint64_t n;
    /* Positions below `first` are hot by convention: 0 in normal play, and
     * min(least of S, n) in misere play. */
    uint64_t first;
    /* The end of the resumed prefix [0, known), which the archive
     * options->known supplies. It is below n when an engine runs. It is a
     * multiple of 2^grain of the quantity, except after a truncated archive, or
     * if the options set the size of base blocks. */
    uint64_t known;
    void *shape; /* the result of engine->shape; a run only reads it */
    /* The set S below n; NULL for engines that do not want the set, and while
     * memory is predicted. */
    const ta_set *set;
    const ta_options *options; /* never NULL */
    unsigned threads;          /* at least 1 */
    /* The largest nim-value that the sink gets; 0 means that there is no such
     * limit. Positions of a larger value get the value `cap`. Only the engine
     * `layers` uses this member. */
    unsigned cap;
    /* True if the run is for cold positions but its engine computes nim-values.
     * The sink then gets the positions of value 0, as cold positions. */
    bool zeros;
    const ta_sink *sink; /* may be NULL */
    double *share;       /* the largest share reported so far; may be NULL */
    ta_error *error;     /* may be NULL */
} ta_job;

typedef struct ta_engine {
    ta_engine_info info;
    bool wants_set; /* whether a run gets the set S below n */
    /* To report progress, the cost of [0, n) is assumed to be n^power. */
    double power;
    /* Returns the sizes of a run, in one block of tai_alloc that the plan
     * frees; NULL if there is no memory. An engine without such sizes has no
     * function here (NULL). */
    void *(*shape)(const ta_job *job);
    /* Returns the bytes of a run without the set and the sink: an upper bound
     * if the sizes of the run are fixed, else a lower bound. */
    uint64_t (*memory)(const ta_job *job);
    ta_status (*run)(const ta_job *job);
} ta_engine;

/* Returns the bytes of an engine and of the set that the engine wants. If the
 * job has no shape, a shape is made and freed. */
uint64_t tai_engine_memory(const ta_engine *engine, const ta_job *job);
/* Runs an engine as a part of another run. If the job has no shape or no set,
 * the function makes and frees them. Returns a status as ta_plan_run does. */
ta_status tai_engine_run(const ta_engine *engine, const ta_job *job);
/* Returns whether the set of the job is stored as bits. */
bool tai_job_is_dense(const ta_job *job);

/* A quantity: a number or property that runs compute for each position. */
typedef struct ta_quantity {
    const char *name; /* "nim-values" */
    ta_content content;
    /* The engines of the quantity. The first one is the oracle: the slowest
     * engine, with which the tests compare the others. */
    const ta_engine *const *engines;
    size_t count;
    /* Returns whether an engine shares its work among ranks; NULL: no engine
     * does. */
    bool (*shares)(const ta_engine *engine);
    /* Returns whether an engine fills in options->summary; NULL: no engine
     * does. */
    bool (*sums_up)(const ta_engine *engine);
    unsigned grain;        /* a resumed run begins at a multiple of 2^grain */
    uint64_t most;         /* the largest n */
    const char *most_text; /* a sentence about the largest n */
    /* The engine that tai_engine_period runs; NULL if the quantity has no such
     * engine. */
    const ta_engine *ordinary;
    /* A sentence that says why there is no misere play; NULL if there is. */
    const char *no_misere;
} ta_quantity;

/* The largest heap. Beyond it, sums of positions and elements would overflow.
 */
#define TA_HEAP_MOST      ((uint64_t)1 << 62)
#define TA_HEAP_MOST_TEXT "heap sizes up to 2^62 are supported"

/* The quantities, each defined by its module. */
extern const ta_quantity tai_cold_positions, tai_nim_values, tai_length_values,
    tai_octal_values, tai_octal_misere;

/* The engine for finite sets. It proves a period from a run of the quantity's
 * ordinary engine, and then has results for any n. It runs in place of the
 * engine `auto` if tai_past_suits returns true. */
extern const ta_engine tai_engine_period;
/* Returns whether a run of `auto` on [0, n) looks for a period. */
bool tai_past_suits(const ta_game *game, uint64_t n);

/* A plan: a job that is ready to run. The plan owns its options and the shape
 * of the job. */
struct ta_plan {
    uint64_t bytes; /* predicted bytes of a run, without the sink */
    ta_options options;
    ta_job job; /* a job without set, sink, share and error */
};

/* Hands the resumed prefix [0, job->known) to a sink of the engine. Returns a
 * status as ta_archive_read does. */
ta_status tai_known_read(const ta_job *job, const ta_sink *sink);
/* Stores the resumed prefix in an array, as tai_block_store does. The bits at
 * and beyond job->known stay. */
ta_status tai_known_store(const ta_job *job, void *array);

/* Hands the cold positions of [from, to) to the sink, as bits. `from` is a
 * multiple of 64, and bits at and beyond `to` must be 0. Returns the status of
 * the sink. */
ta_status tai_job_emit_bits(const ta_job *job, uint64_t from, uint64_t to,
                            const uint64_t *bits);
/* Hands the cold positions of [from, to) to the sink, as a list. */
ta_status tai_job_emit_positions(const ta_job *job, uint64_t from, uint64_t to,
                                 const uint64_t *positions, size_t count);
/* Hands a block to the sink: a block that repeats is handed over in pieces if
 * options->periods is not set. */
ta_status tai_job_emit(const ta_job *job, const ta_block *block);
/* Hands the values of the positions [from, to) to the sink, except positions
 * below job->known. Engines that always begin at position 0 compute those
 * again. */
ta_status tai_job_emit_values(const ta_job *job, uint64_t from, uint64_t to,
                              const uint16_t *values);

/* Reports to the caller's progress function that `done` positions are finished,
 * with their share of the cost, (done / n)^power. The reported share never
 * falls. Returns TA_ECANCELLED if that function asks to stop. */
ta_status tai_job_poll(const ta_job *job, uint64_t done);

#endif
