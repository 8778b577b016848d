/* How engines are run.
 *
 *   quantity          what is computed for each position
 *   job               one run of an engine
 *   plan              a job for which everything is chosen
 *   resumed prefix    the results of [0, known), from an archive
 *   block, sink       a piece of results, and who receives it (takeaway/run.h)
 *   rank              a process of an MPI job */
#ifndef TA_JOB_H
#define TA_JOB_H

#include "game/game-internal.h"
#include "game/set.h"

/* The engine computes [known, n), hands over blocks by tai_job_emit and its
 * like, and calls tai_job_poll before it begins and after each block. The end
 * is reported by ta_plan_run. */
typedef struct tai_job {
    const struct tai_quantity *quantity;
    const struct tai_engine *engine;
    const ta_game *game;
    uint64_t n;
    /* At most n; positions below are hot by convention: min S in misere play,
     * else 0. */
    uint64_t first;
    /* At most n: [0, known) is resumed. If below n, the beginning of a block of
     * the engine; within a block only after a truncated checkpoint. */
    uint64_t known;
    void *shape;               /* sizes from engine->shape, fixed */
    const tai_set *set;        /* elements of S below n; NULL if unused */
    const ta_options *options; /* never NULL */
    unsigned threads;          /* at least 1 */
    /* Set in a plan after it is made: */
    unsigned cap;   /* `layers`: the largest value given; 0: all are exact */
    bool long_only; /* octal: only Guy and Smith's condition proves */
    ta_octal_solution *whole; /* octal: takes all values; or NULL */
    /* octal: a search goes on from these, and keeps them up to date; or NULL */
    struct tai_windows *windows;
    /* The engine computes nim-values, the run gives the positions of value 0.
     */
    bool zeros;
    const ta_sink *sink; /* may be NULL */
    double *share;       /* largest share reported; may be NULL */
    ta_error *error;     /* may be NULL */
} tai_job;

typedef struct tai_engine {
    ta_engine_info info;
    bool wants_set; /* whether a run needs the elements of S */
    double power;   /* for progress: [0, n) takes a time of about n^power */
    /* Returns the sizes of a job, in memory of tai_alloc; NULL without memory.
     * The member is NULL for engines without sizes. */
    void *(*shape)(const tai_job *job);
    /* Predicts the bytes of a run, without S and sink: an upper bound if the
     * sizes are fixed, else a lower bound. */
    uint64_t (*memory)(const tai_job *job);
    ta_status (*run)(const tai_job *job);
} tai_engine;

/* Predicts the bytes of a run, S included. */
uint64_t tai_engine_memory(const tai_engine *engine, const tai_job *job);
/* Runs an engine on a job; makes shape and set where they are missing. Returns
 * as ta_plan_run does. */
ta_status tai_engine_run(const tai_engine *engine, const tai_job *job);
/* Returns whether the elements of S below n are stored as bits. */
bool tai_job_is_dense(const tai_job *job);

typedef struct tai_quantity {
    const char *name; /* "nim-values" */
    ta_content content;
    const tai_engine *const
        *engines; /* the first is the oracle of the others */
    size_t count;
    /* which engine runs for `auto`; NULL: that of this name */
    const tai_engine *(*choose)(const tai_job *job);
    /* whether an engine shares work among ranks; NULL: none */
    bool (*shares)(const tai_engine *engine);
    /* whether it fills in options->summary; NULL: none */
    bool (*sums_up)(const tai_engine *engine);
    unsigned grain;             /* resumed runs begin at multiples of 2^grain */
    uint64_t most;              /* the largest n */
    const char *most_text;      /* said for a larger n */
    const tai_engine *ordinary; /* for tai_engine_period; or NULL */
    const char *no_misere;      /* said for misere play; NULL: supported */
} tai_quantity;

/* The sum of a heap and an element of S fits 64 bits. */
#define TA_HEAP_MOST      ((uint64_t)1 << 62)
#define TA_HEAP_MOST_TEXT "heap sizes up to 2^62 are supported"

/* Finite sets: a first part by the ordinary engine, the rest by a proved
 * period. Cold positions of all but a finite set: those that there are. */
extern const tai_engine tai_engine_period;
/* Returns whether `auto` takes it: n large, and S finite or, for cold
 * positions, all but a finite set. */
bool tai_past_suits(const tai_job *job);
/* Hands over [job->known, job->n) from the results of the preperiod and one
 * period: nim-values, or 0 if cold and 1 if hot. Returns the sink's status. */
ta_status tai_past_hand_out(const tai_job *job, const uint16_t *result,
                            uint64_t preperiod, uint64_t period);

/* Owns its options and job.shape. */
struct ta_plan {
    uint64_t bytes; /* predicted, without the sink's */
    ta_options options;
    tai_job job; /* set, sink, share, error: only during a run */
};

/* Makes a plan, as ta_plan_new. If the content is not that of the quantity, the
 * run gives the positions of value 0 (job->zeros). */
ta_status tai_plan_new(const tai_quantity *quantity, ta_content content,
                       const ta_game *game, uint64_t n,
                       const ta_options *options, ta_plan **plan,
                       ta_error *error);

/* Hands the resumed prefix to `sink`. Returns as ta_archive_read does. */
ta_status tai_known_read(const tai_job *job, const ta_sink *sink);
/* Stores the resumed prefix: values as uint16_t, or cold positions as bits of
 * an array of zeros. Returns as ta_archive_read does. */
ta_status tai_known_store(const tai_job *job, void *array);

/* Hands over the cold positions of [from, to) as bits; `from` is a multiple of
 * 64, bits behind are 0. Returns the sink's status. */
ta_status tai_job_emit_bits(const tai_job *job, uint64_t from, uint64_t to,
                            const uint64_t *bits);
/* The same as an increasing list. */
ta_status tai_job_emit_positions(const tai_job *job, uint64_t from, uint64_t to,
                                 const uint64_t *positions, size_t count);
/* Hands over a block. Periodic ones are written out unless options->periods;
 * with job->zeros, values become cold positions. */
ta_status tai_job_emit(const tai_job *job, const ta_block *block);
/* Hands over values[i] of position from + i, without those below job->known,
 * which some engines compute again. */
ta_status tai_job_emit_values(const tai_job *job, uint64_t from, uint64_t to,
                              const uint16_t *values);

/* Reports `done` positions, and a share that never falls. Returns TA_ECANCELLED
 * if the caller asks to stop. */
ta_status tai_job_poll(const tai_job *job, uint64_t done);
/* As ta_options.progress, of a job: polls while its share stands still. */
int tai_job_pause(void *job, double share, uint64_t done);

#endif
