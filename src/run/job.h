/* Declares how engines (algorithms that compute results for positions) are run.
 * A quantity is what a run computes, such as nim-values. A job is one run of an
 * engine. A plan is a job for which everything is chosen, so that it can be
 * run. */
#ifndef TA_JOB_H
#define TA_JOB_H

#include "game/game-internal.h"
#include "game/set.h"

/* A job: one run of an engine, which computes the positions [known, n). The
 * engine passes its results to functions such as tai_job_emit, block by block.
 * The engine calls tai_job_poll before it begins and after each block. The
 * function ta_plan_run reports the end of the run. */
typedef struct ta_job {
    const struct ta_quantity *quantity;
    const struct ta_engine *engine;
    const ta_game *game;
    uint64_t n;
    /* Positions below `first` are hot by convention. `first` is 0 under normal
     * play. Under misere play it is the least heap that has a move, or n if
     * that is smaller. */
    uint64_t first;
    /* The positions [0, known) are not computed: their results come from the
     * archive options->known. Without an archive `known` is 0. If `known` is
     * less than n, it is the beginning of a block of the engine. Only after a
     * truncated checkpoint (an archive without most of the values) may it lie
     * within a block. */
    uint64_t known;
    /* The sizes of the engine's arrays and blocks, which engine->shape has
     * computed. A run does not change them. */
    void *shape;
    /* The elements of S below n, in the form that engines use. NULL if the
     * engine does not need them, or if only the memory of a run is predicted.
     */
    const ta_set *set;
    const ta_options *options; /* never NULL */
    unsigned threads;          /* at least 1 */
    /* Only the engine `layers` uses this member. If `cap` is not 0, the
     * nim-values below `cap` are exact, and `cap` stands for each nim-value of
     * `cap` or more. If `cap` is 0, all nim-values are exact. */
    unsigned cap;
    /* True if the run must give cold positions but its engine computes
     * nim-values. The sink then receives the positions of nim-value 0, which
     * are the cold positions. */
    bool zeros;
    const ta_sink *sink; /* may be NULL */
    /* The largest share of the work (0 to 1) reported so far. May be NULL. */
    double *share;
    ta_error *error; /* may be NULL */
} ta_job;

typedef struct ta_engine {
    ta_engine_info info;
    bool wants_set; /* whether a run needs the elements of S */
    /* For progress reports, the time to compute the positions [0, n) is assumed
     * to be proportional to n^power. */
    double power;
    /* A function that computes the sizes of the engine's arrays and blocks for
     * a job. It returns them in memory of tai_alloc, which the plan frees, or
     * NULL if there is no memory. The member is NULL for an engine without such
     * sizes. */
    void *(*shape)(const ta_job *job);
    /* A function that predicts how many bytes a run of the engine allocates,
     * without the set S and the sink. If the sizes of the run are fixed before
     * it begins, the prediction is an upper bound. Otherwise it is a lower
     * bound. */
    uint64_t (*memory)(const ta_job *job);
    ta_status (*run)(const ta_job *job);
} ta_engine;

/* Predicts how many bytes a run of the engine allocates for a job. The memory
 * of the set S is included if the engine uses it. If job->shape (the sizes of
 * the engine's arrays) is missing, computes it and frees it again. */
uint64_t tai_engine_memory(const ta_engine *engine, const ta_job *job);
/* Runs an engine on a job, which may be a part of another run. If job->shape
 * (the sizes of the engine's arrays) or job->set (the elements of S) is
 * missing, makes it and frees it again. Returns a status as ta_plan_run does.
 */
ta_status tai_engine_run(const ta_engine *engine, const ta_job *job);
/* Returns whether the elements of S below job->n are stored as an array of
 * bits, and not as a list. */
bool tai_job_is_dense(const ta_job *job);

/* A quantity: what a run computes for each position, such as the nim-value, or
 * whether the position is cold. */
typedef struct ta_quantity {
    const char *name; /* "nim-values" */
    ta_content content;
    /* The engines (algorithms) for the quantity. The first one is the slowest
     * and simplest, and the tests compare the others with it. */
    const ta_engine *const *engines;
    size_t count;
    /* A function that returns whether an engine shares its work among ranks
     * (processes). NULL means that no engine does. */
    bool (*shares)(const ta_engine *engine);
    /* A function that returns whether an engine fills in options->summary, with
     * the period of the values for example. NULL means that no engine does. */
    bool (*sums_up)(const ta_engine *engine);
    /* A run that continues from an archive begins at a multiple of 2^grain. */
    unsigned grain;
    uint64_t most; /* the largest n */
    /* The error message for an n that is larger than `most`. */
    const char *most_text;
    /* The engine that tai_engine_period runs to compute the first positions.
     * NULL if tai_engine_period is not used for this quantity. */
    const ta_engine *ordinary;
    /* The error message for a game under misere play. NULL if misere play is
     * supported. */
    const char *no_misere;
} ta_quantity;

/* The largest heap size that is supported. Up to this size, the sum of a heap
 * and an element of S does not overflow 64 bits. */
#define TA_HEAP_MOST      ((uint64_t)1 << 62)
#define TA_HEAP_MOST_TEXT "heap sizes up to 2^62 are supported"

/* The quantities: what a run can compute. Each one is defined in the module
 * that has the engines for it. */
extern const ta_quantity tai_cold_positions, tai_nim_values, tai_length_values,
    tai_octal_values, tai_octal_misere;

/* An engine for games with a finite set S. It computes the first positions by
 * the ordinary engine of the quantity, and proves that the results are
 * periodic. The period gives the results up to any n. If tai_past_suits returns
 * true, this engine runs in place of the engine "auto". */
extern const ta_engine tai_engine_period;
/* Returns whether a run of the engine "auto" on the positions [0, n) first
 * searches for a period. This is so if the set S is finite and n is large. */
bool tai_past_suits(const ta_game *game, uint64_t n);

/* A plan: a run for which the engine, the sizes and the options are chosen. The
 * plan owns its options and job.shape. */
struct ta_plan {
    /* The predicted memory of a run in bytes, without that of the sink. */
    uint64_t bytes;
    ta_options options;
    /* The description of a run that the engine gets. Its members named set,
     * sink, share and error have values only while the plan is run. */
    ta_job job;
};

/* Reads the results for the positions [0, job->known) from the archive of the
 * job, and passes them to `sink` in blocks. Returns a status as ta_archive_read
 * does. */
ta_status tai_known_read(const ta_job *job, const ta_sink *sink);
/* Reads the results for the positions [0, job->known) from the archive of the
 * job, and stores them in an array. Values are stored as uint16_t. Cold
 * positions are stored as an array of bits, which must all be 0 before the
 * call: the bit of each cold position is set to 1. The array does not change
 * from position job->known on. Returns a status as ta_archive_read does. */
ta_status tai_known_store(const ta_job *job, void *array);

/* Passes the cold positions in [from, to) to the sink of the job, as bits. Bit
 * i of `bits` is 1 if position from + i is cold; the bits after position to - 1
 * are 0. `from` must be a multiple of 64. Returns the status of the sink. */
ta_status tai_job_emit_bits(const ta_job *job, uint64_t from, uint64_t to,
                            const uint64_t *bits);
/* Passes the cold positions in [from, to) to the sink of the job, as an
 * increasing list of `count` positions. Returns the status of the sink. */
ta_status tai_job_emit_positions(const ta_job *job, uint64_t from, uint64_t to,
                                 const uint64_t *positions, size_t count);
/* Passes a block of results to the sink of the job. In a block with a period
 * (block->period), the results repeat. If the sink does not accept such blocks
 * (options->periods is false), it receives blocks without a period instead. If
 * job->zeros is true, the results are values, and the sink receives the
 * positions of value 0 as cold positions. Returns the status of the sink. */
ta_status tai_job_emit(const ta_job *job, const ta_block *block);
/* Passes the values of the positions [from, to) to the sink of the job;
 * values[i] belongs to position from + i. Leaves out the positions below
 * job->known, whose values the sink has received from an archive. (Some engines
 * compute those positions again.) Returns the status of the sink. */
ta_status tai_job_emit_values(const ta_job *job, uint64_t from, uint64_t to,
                              const uint16_t *values);

/* Calls the caller's progress function with the number of finished positions,
 * `done`, and with the share of the work that is done. The share is estimated
 * as (done / n)^power, where `power` is a member of the engine. The share that
 * is reported never becomes smaller. Returns TA_ECANCELLED if the function asks
 * to stop, else TA_OK. */
ta_status tai_job_poll(const ta_job *job, uint64_t done);

#endif
