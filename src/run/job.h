/* What an engine gets, whatever the quantity: cold positions, nim-values or
 * lengths; and the table of engines that a quantity has. */
#ifndef TA_JOB_H
#define TA_JOB_H

#include "game/game.h"
#include "game/set.h"

/* One run. The engine reads it, hands blocks from `known` on to ta_job_emit_*,
 * and polls ta_job_poll at block boundaries; also before it starts, with the
 * share of what is known, so that the caller can tell what it sees done from
 * what was done before. That all is done the run says itself. */
typedef struct ta_job {
    const ta_game *game;
    uint64_t n;
    uint64_t first;    /* positions below are hot by convention: 0 in normal
                          play, min(least of S, n) in misere */
    uint64_t known;    /* [0, known) is known, see known.h, and the sink has
                          it; a multiple of 2^grain of the quantity, below n
                          when an engine runs */
    const ta_set *set; /* S below n; NULL while memory is being predicted
                          and for engines that do not want it */
    const ta_options *options; /* never NULL */
    unsigned threads;          /* at least 1 */
    const ta_sink *sink;       /* may be NULL */
    ta_error *error;           /* may be NULL */
} ta_job;

typedef struct ta_engine {
    ta_engine_info info;
    bool wants_set; /* build S below n before run */
    /* Bytes beyond the set and the sink, an upper bound. */
    uint64_t (*memory)(const ta_job *job);
    ta_status (*run)(const ta_job *job);
} ta_engine;

/* Bytes of the engine and of the set that it wants. */
uint64_t ta_engine_memory(const ta_engine *engine, const ta_job *job);
/* Builds that set, says how long it took, and runs the engine. */
ta_status ta_engine_run(const ta_engine *engine, ta_job *job);

/* Whether that set will be kept as bits. */
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
    unsigned grain;          /* log2 of where a run may begin behind 0 */
    uint64_t most;           /* the largest n */
    const ta_engine *period; /* takes the place of `auto` where ta_past_suits,
                                and n above most of finite sets; or NULL */
    const char *most_text;   /* a sentence that says so */
    const char *no_misere;   /* a sentence that says why there is no misere
                                play; NULL: there is */
} ta_quantity;

/* Positions beyond this would overflow sums of positions and elements. */
#define TA_HEAP_MOST      ((uint64_t)1 << 62)
#define TA_HEAP_MOST_TEXT "heap sizes up to 2^62 are supported"

struct ta_plan {
    const ta_quantity *quantity;
    const ta_engine *engine;
    uint64_t bytes; /* of memory */
    ta_options options;
    bool zeros; /* values are found, their zeros handed on as cold positions */
    ta_job job; /* what is known before it runs: no set, no sink, no options */
};

/* From a public call to an engine: defaults, limits, what is known, the engine,
 * its memory. Statuses as ta_plan_new documents them. */
ta_status ta_plan_make(ta_plan *plan, const ta_quantity *quantity,
                       const ta_game *game, uint64_t n,
                       const ta_options *options, ta_error *error);

/* The quantities there are; one a room. */
extern const ta_quantity ta_cold_positions, ta_nim_values, ta_length_values,
    ta_octal_values, ta_octal_misere;

/* Hands a finished block to the sink. Bits are those of [from, to), from a
 * multiple of 64; bits at and beyond `to` must be 0. */
ta_status ta_job_emit_bits(const ta_job *job, uint64_t from, uint64_t to,
                           const uint64_t *bits);
ta_status ta_job_emit_positions(const ta_job *job, uint64_t from, uint64_t to,
                                const uint64_t *positions, size_t count);
/* A block as it is; one that repeats in pieces, where the sink wants them. */
ta_status ta_job_emit(const ta_job *job, const ta_block *block);
/* The same of values; those of [from, known), which an engine has found once
 * more that begins at 0 in any case, are passed over. */
ta_status ta_job_emit_values(const ta_job *job, uint64_t from, uint64_t to,
                             const uint16_t *values);

/* TA_ECANCELLED if the caller's progress function says so. */
ta_status ta_job_poll(const ta_job *job, double share, uint64_t done);

/* Sets bytes to 0 and polls meanwhile, for large arrays: what is known is
 * `share` of the cost. */
ta_status ta_job_clear(const ta_job *job, void *memory, uint64_t bytes,
                       double share);

#endif
